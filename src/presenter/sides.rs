//! The types of a value that has several at once, and what they say together.

use std::collections::HashSet;

use crate::plan::{Choice, Constant, Kind as PlanKind, ScalarKinds, Undeclared};
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
            Kind::Scalar(kinds) => kinds.covers(ScalarKinds::NULL),
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

/// The keys of the data that some type declares a field for, in the order of the outermost that
/// does.
pub(super) fn declared_keys<'a>(sides: &[Side<'a>]) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    let fields = sides.iter().flat_map(|side| fields(side.ty));
    fields.map(Field::source).filter(|key| seen.insert(*key)).collect()
}

/// What the value that comes in under `source` is called: by its fields, the outermost first, and
/// by the data.
pub(super) fn names_of<'s>(
    sides: &'s [Side<'_>],
    source: &'s str,
) -> impl Iterator<Item = &'s str> {
    let fields = sides.iter().flat_map(|side| fields(side.ty));
    let own = fields.filter(move |field| field.source() == source);
    own.map(|field| field.key.as_str()).chain([source])
}

/// What a type says of the member that comes in under `key`.
pub(super) fn say<'a>(ty: &'a Type, key: &str) -> Say<'a> {
    match &ty.kind {
        Kind::Record(value) => Say::Has(value, false),
        Kind::Object(fields, mode) => match fields.iter().find(|field| field.source() == key) {
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

/// Whether the types are of scalars, and are to be asked one by one: some convert what comes in, and
/// not all do so alike.
pub(super) fn are_several_casts(types: &[&Type]) -> bool {
    let is_scalar = |ty: &&Type| scalar_kinds(ty).is_some() || constants(ty).is_some();
    let first = types.first().map(|ty| std::mem::discriminant(&ty.kind));
    let is_same = |ty: &&Type| ty.casts && Some(std::mem::discriminant(&ty.kind)) == first;
    types.iter().any(|ty| ty.casts) && types.iter().all(is_scalar) && !types.iter().all(is_same)
}

/// The node of a scalar of all these types, of which each or none casts; nothing if none is.
pub(super) fn merged_scalar(types: &[&Type]) -> Option<PlanKind> {
    let constants = types.iter().find_map(|ty| constants(ty));
    if let Some(constants) = constants {
        let all = |constant: &Constant| types.iter().all(|ty| takes(ty, constant));
        let constants: Vec<_> = constants.into_iter().filter(all).collect();
        return (!constants.is_empty()).then(|| PlanKind::Enum(Choice::new(constants, false)));
    }
    let all = types.iter().map(|ty| scalar_kinds(ty)).collect::<Option<Vec<_>>>()?;
    let kinds = all.into_iter().reduce(ScalarKinds::and)?;
    let is_integer = types.iter().any(|ty| matches!(ty.kind, Kind::Integer));
    Some(match kinds {
        ScalarKinds::NONE => return None,
        ScalarKinds::STRING => PlanKind::String,
        ScalarKinds::NUMBER if is_integer => PlanKind::Integer,
        ScalarKinds::NUMBER => PlanKind::Number,
        ScalarKinds::BOOLEAN => PlanKind::Boolean,
        kinds => PlanKind::Scalar(kinds),
    })
}

/// The kinds of scalars that are of the type, if it asks for nothing else.
fn scalar_kinds(ty: &Type) -> Option<ScalarKinds> {
    match ty.kind {
        Kind::String => Some(ScalarKinds::STRING),
        Kind::Number | Kind::Integer => Some(ScalarKinds::NUMBER),
        Kind::Boolean => Some(ScalarKinds::BOOLEAN),
        Kind::Scalar(kinds) => Some(kinds),
        _ => None,
    }
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
        (Kind::Scalar(kinds), Constant::String(_)) => kinds.covers(ScalarKinds::STRING),
        (Kind::Scalar(kinds), Constant::Number(_)) => kinds.covers(ScalarKinds::NUMBER),
        (Kind::Scalar(kinds), Constant::True | Constant::False) => {
            kinds.covers(ScalarKinds::BOOLEAN)
        }
        (Kind::Scalar(kinds), Constant::Null) => ty.nullable || kinds.covers(ScalarKinds::NULL),
        _ => ty.nullable && *constant == Constant::Null,
    }
}
