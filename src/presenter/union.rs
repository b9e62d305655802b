//! Whether the members of a union can be told apart.

use super::types::{Constant, Field, Kind, Type};

/// Checks that a value which is an object fits at most one member that takes objects.
///
/// # Errors
///
/// What is missing, in words.
pub(super) fn check(members: &[Type]) -> Result<(), String> {
    if members.is_empty() {
        return Err("a union needs at least one member".into());
    }
    let mut flat = Vec::new();
    flatten(members, &mut flat);
    if flat.is_empty() {
        return Err("a union needs at least one member".into());
    }
    if u16::try_from(flat.len()).is_err() {
        return Err("a union of more than 65,535 members".into());
    }
    let mut objects = Vec::new();
    collect(members, &mut objects);
    for (at, left) in objects.iter().enumerate() {
        for right in &objects[at + 1..] {
            let apart = match (left, right) {
                (Kind::Object(left, _), Kind::Object(right, _)) => tells_apart(left, right),
                _ => false,
            };
            if !apart {
                return Err("two members take objects and no required literal or enum field \
                            tells them apart"
                    .into());
            }
        }
    }
    Ok(())
}

/// The members, those of unions among them in their place, and whether null is accepted by way of
/// one of these. A value then has one member, whatever the nesting was.
pub(super) fn flatten<'a>(members: &'a [Type], flat: &mut Vec<&'a Type>) -> bool {
    let mut nullable = false;
    for member in members {
        match &member.kind {
            Kind::Union(inner) => nullable |= flatten(inner, flat) | member.nullable,
            _ => flat.push(member),
        }
    }
    nullable
}

fn collect<'a>(members: &'a [Type], objects: &mut Vec<&'a Kind>) {
    for member in members {
        match &member.kind {
            Kind::Union(members) => collect(members, objects),
            kind @ (Kind::Object(..) | Kind::Record(_)) => objects.push(kind),
            _ => {}
        }
    }
}

/// Whether a field that both must have can never hold the same value.
fn tells_apart(left: &[Field], right: &[Field]) -> bool {
    left.iter().any(|field| {
        right.iter().any(|other| {
            field.key == other.key
                && match (constants(&field.ty), constants(&other.ty)) {
                    (Some(left), Some(right)) => {
                        !left.iter().any(|one| right.iter().any(|another| same(one, another)))
                    }
                    _ => false,
                }
        })
    })
}

/// The values of a field that is always there and always one of them.
fn constants(ty: &Type) -> Option<&[Constant]> {
    if ty.optional || ty.nullable || ty.default.is_some() {
        return None;
    }
    match &ty.kind {
        Kind::Enum(constants) => Some(constants),
        Kind::Literal(constant) => Some(std::slice::from_ref(constant)),
        _ => None,
    }
}

fn same(left: &Constant, right: &Constant) -> bool {
    use super::compile::scalar;
    match (scalar(&left.json), scalar(&right.json)) {
        (Some(left), Some(right)) => left.is(&right),
        // Not a scalar: an error of its own.
        _ => false,
    }
}
