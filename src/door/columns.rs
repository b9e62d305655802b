//! Whether a collection is a table, as far as the plan can tell before there is any data.

use crate::emit::toon::options::ToonOptions;
use crate::plan::censor::Censor;
use crate::plan::{Absent, Field, Kind, Plan, Undeclared};
use crate::walk::select::{Branch, SelectList};

/// Whether every item that the plan accepts is a row of the same columns, all of them scalars.
pub(crate) fn are_scalar(plan: &Plan, select: &SelectList, options: ToonOptions) -> bool {
    let item = plan.node(plan.item);
    let Kind::Object(object) = &item.kind else { return false };
    let is_closed = object.undeclared != Undeclared::Keep
        && object.embedded.is_none()
        && !object.is_open
        && !item.nullable
        && item.censor.is_none();
    let mut columns = object.fields.iter().filter(|field| {
        let key = field.key.as_bytes();
        let is_selected =
            select.is_empty() || select.find(plan.nested_select, Branch::ROOT, key).is_some();
        field.is_shown && is_selected
    });
    let mut count = 0;
    is_closed
        && columns.all(|field| {
            count += 1;
            is_column(plan, field, options)
        })
        && count > 0
}

/// Whether the field has one scalar in every item.
fn is_column(plan: &Plan, field: &Field, options: ToonOptions) -> bool {
    let node = plan.node(field.node);
    let is_scalar = match &node.kind {
        Kind::String
        | Kind::Number
        | Kind::Integer
        | Kind::Boolean
        | Kind::Scalar(_)
        | Kind::Enum(_)
        | Kind::Each(_) => true,
        Kind::Any
        | Kind::Array(_)
        | Kind::Object(_)
        | Kind::Record(_)
        | Kind::Union(_)
        | Kind::Child(_) => false,
    };
    let is_there = match field.absent {
        Absent::Refuse | Absent::Default(_) => true,
        Absent::Skip => options.fill_nulls,
    };
    let is_removed = [node.censor, node.null_censor]
        .into_iter()
        .flatten()
        .any(|id| matches!(plan.censors[usize::from(id)], Censor::Remove));
    is_scalar && is_there && !is_removed
}
