//! The types of a value that has several at once, and what they say together.

use std::collections::HashSet;

use crate::plan::{Choice, Constant, Kind as PlanKind, Undeclared};
use crate::text::number;

use super::compile::scalar;
use super::merge::OccurrenceId;
use super::types::{Field, Kind, Mode, Type};
use super::union;

/// One of the types of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'a> {
    pub(super) ty: &'a Type,
    /// The value is the data of this Presenter, or an item of it, so that its embeds apply.
    pub(super) root: Option<OccurrenceId>,
}

impl<'a> Side<'a> {
    pub(super) fn inner(ty: &'a Type) -> Self {
        Self { ty, root: None }
    }
}

/// What a type of an object says of a key.
pub(super) enum Say<'a> {
    /// The member is of this type; it may be absent if that is an optional field or no field.
    Has(&'a Type, bool),
    Keeps,
    Drops,
    Refuses,
}

/// All ways to choose a member of each union, the first union's first; none if there are more than a
/// token can tell apart.
pub(super) fn combine<'a>(sides: &[Side<'a>]) -> Option<Vec<Vec<Side<'a>>>> {
    let mut combinations = vec![Vec::new()];
    for side in sides {
        let mut members = Vec::new();
        match &side.ty.kind {
            Kind::Union(types) => {
                union::flatten(types, &mut members);
            }
            _ => members.push(side.ty),
        }
        let count = combinations.len().checked_mul(members.len())?;
        u16::try_from(count).ok()?;
        combinations = combinations
            .into_iter()
            .flat_map(|chosen: Vec<Side<'a>>| {
                members.iter().map(move |member| {
                    let mut chosen = chosen.clone();
                    chosen.push(Side { ty: member, root: side.root });
                    chosen
                })
            })
            .collect();
    }
    Some(combinations)
}

/// Whether null is of the type: by itself, or by way of a member or a constant.
pub(super) fn takes_null(ty: &Type) -> bool {
    ty.nullable
        || match &ty.kind {
            Kind::Any => true,
            Kind::Union(members) => members.iter().any(takes_null),
            _ => constants(ty).is_some_and(|constants| constants.contains(&Constant::Null)),
        }
}

/// The type of an array's elements.
pub(super) fn element(ty: &Type) -> Option<&Type> {
    match &ty.kind {
        Kind::Array(element) => Some(element),
        _ => None,
    }
}

pub(super) fn record_value<'a>(side: &Side<'a>) -> Option<Side<'a>> {
    match &side.ty.kind {
        Kind::Record(value) => Some(Side::inner(value)),
        _ => None,
    }
}

pub(super) fn fields(ty: &Type) -> &[Field] {
    match &ty.kind {
        Kind::Object(fields, _) => fields,
        _ => &[],
    }
}

/// The keys that some type declares, in the order of the outermost that does.
pub(super) fn declared_keys<'a>(sides: &[Side<'a>]) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    let fields = sides.iter().flat_map(|side| fields(side.ty));
    fields.map(|field| field.key.as_str()).filter(|key| seen.insert(*key)).collect()
}

pub(super) fn say<'a>(ty: &'a Type, key: &str) -> Say<'a> {
    match &ty.kind {
        Kind::Record(value) => Say::Has(value, false),
        Kind::Object(fields, mode) => match fields.iter().find(|field| field.key == key) {
            Some(field) => Say::Has(&field.ty, true),
            None => match mode {
                Mode::Strip => Say::Drops,
                Mode::Passthrough => Say::Keeps,
                Mode::Strict => Say::Refuses,
            },
        },
        _ => Say::Keeps,
    }
}

/// What happens to members that no type declares.
pub(super) fn undeclared(sides: &[Side<'_>]) -> Undeclared {
    let mode = |side: &Side<'_>| match &side.ty.kind {
        Kind::Object(_, mode) => *mode,
        _ => Mode::Passthrough,
    };
    let mut undeclared = Undeclared::Keep;
    for side in sides {
        match mode(side) {
            Mode::Strict => return Undeclared::Refuse,
            Mode::Strip => undeclared = Undeclared::Strip,
            Mode::Passthrough => {}
        }
    }
    undeclared
}

/// What accepts a scalar of all these types; nothing if none is.
pub(super) fn merged_scalar(types: &[&Type]) -> Option<PlanKind> {
    let constants = types.iter().find_map(|ty| constants(ty));
    if let Some(constants) = constants {
        let all = |constant: &Constant| types.iter().all(|ty| takes(ty, constant));
        let constants: Vec<_> = constants.into_iter().filter(all).collect();
        return (!constants.is_empty()).then(|| PlanKind::Enum(Choice::new(constants, false)));
    }
    let (mut is_number, mut kinds) = (false, Vec::new());
    for ty in types {
        match ty.kind {
            Kind::Integer => {
                is_number = true;
                kinds.push(PlanKind::Integer);
            }
            Kind::Number => {
                is_number = true;
                kinds.push(PlanKind::Number);
            }
            Kind::String => kinds.push(PlanKind::String),
            Kind::Boolean => kinds.push(PlanKind::Boolean),
            _ => return None,
        }
    }
    if is_number && kinds.iter().all(|kind| matches!(kind, PlanKind::Integer | PlanKind::Number)) {
        let is_integer = kinds.iter().any(|kind| matches!(kind, PlanKind::Integer));
        return Some(if is_integer { PlanKind::Integer } else { PlanKind::Number });
    }
    let first = kinds.first()?;
    let is_same = |kind: &PlanKind| std::mem::discriminant(kind) == std::mem::discriminant(first);
    let all = kinds.iter().all(is_same);
    if all { kinds.into_iter().next() } else { None }
}

pub(super) fn constants(ty: &Type) -> Option<Vec<Constant>> {
    match &ty.kind {
        Kind::Enum(constants) => {
            Some(constants.iter().filter_map(|constant| scalar(&constant.json)).collect())
        }
        Kind::Literal(constant) => Some(scalar(&constant.json).into_iter().collect()),
        _ => None,
    }
}

pub(super) fn takes(ty: &Type, constant: &Constant) -> bool {
    match (&ty.kind, constant) {
        (Kind::Enum(_) | Kind::Literal(_), _) => {
            constants(ty).unwrap_or_default().iter().any(|own| own.is(constant))
        }
        (Kind::String, Constant::String(_))
        | (Kind::Number, Constant::Number(_))
        | (Kind::Boolean, Constant::True | Constant::False) => true,
        (Kind::Integer, Constant::Number(text)) => number::is_integer(text.as_bytes()),
        _ => ty.nullable && *constant == Constant::Null,
    }
}
