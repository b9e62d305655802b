//! Types in other words, and unions around them.

use super::rng::Rng;
use super::types::{self, Field, Shape, Style, Type, json};

/// A type that takes the same values, said in another way; its options stay where they are, but null
/// may be taken by way of a member.
pub fn in_other_words(rng: &mut Rng, ty: Type) -> Type {
    let (mut members, options) = split(rng, ty);
    if let [one] = members.as_slice()
        && matches!(one.shape, Shape::Any)
    {
        // It takes null by itself.
        return finish(rng, members, Type { nullable: false, ..options });
    }
    let mut outer = options;
    if std::mem::take(&mut outer.nullable) {
        match rng.below(4) {
            0 => outer.nullable = true,
            1 => {
                let at = rng.below(members.len());
                members[at].nullable = true;
            }
            2 => members.push(Shape::OneOf(vec!["null".into()]).into()),
            _ => members.push(Shape::OneOf(vec!["\"none\"".into(), "null".into()]).into()),
        }
    }
    finish(rng, members, outer)
}

/// A union that takes more than the type does: `also`, and what chance adds.
pub fn around(rng: &mut Rng, pool: &[String], ty: Type, also: Option<Shape>) -> Type {
    let ty = in_other_words(rng, ty);
    let (mut members, outer) = split(rng, ty);
    members.extend(also.map(Type::from));
    for _ in 0..rng.below(3) {
        let is_alone = members.iter().any(takes_objects);
        let mut more = another(rng, pool, is_alone);
        more.nullable = rng.chance(15);
        members.push(more);
    }
    finish(rng, members, outer)
}

/// Members of a union that takes what the type does, and the type's options.
fn split(rng: &mut Rng, ty: Type) -> (Vec<Type>, Type) {
    let options = Type { shape: Shape::Any, ..ty.clone() };
    let members = match ty.shape {
        Shape::Union(members) => members,
        Shape::OneOf(values) if rng.chance(50) => {
            values.into_iter().map(|value| Shape::OneOf(vec![value]).into()).collect()
        }
        Shape::Number if rng.chance(30) => vec![Shape::Integer.into(), Shape::Number.into()],
        other => vec![other.into()],
    };
    (members, options)
}

/// The union of the members, in any order, some of them in a union of their own.
fn finish(rng: &mut Rng, mut members: Vec<Type>, options: Type) -> Type {
    rng.shuffle(&mut members);
    if rng.chance(25) {
        let mut inner: Type = Shape::Union(members.split_off(rng.below(members.len()))).into();
        inner.nullable = options.nullable && rng.chance(30);
        members.insert(rng.below(members.len() + 1), inner);
    }
    Type { shape: Shape::Union(members), ..options }
}

/// A member that is there besides others; no object or record if one of them takes objects.
fn another(rng: &mut Rng, pool: &[String], is_alone: bool) -> Type {
    let shape = match rng.below(9) {
        0 => Shape::String,
        1 => Shape::Number,
        2 => Shape::Integer,
        3 => Shape::Boolean,
        4 => Shape::OneOf(vec!["null".into(), "\"x\"".into(), "1".into()]),
        5 => Shape::Array(Box::new(types::random(rng, pool, Style::Wild, 1))),
        6 => Shape::Any,
        _ if is_alone => {
            let each = types::random(rng, pool, Style::Tame, 0);
            Shape::Array(Box::new(Shape::Record(Box::new(each)).into()))
        }
        7 => Shape::Record(Box::new(types::random(rng, pool, Style::Wild, 1))),
        _ => {
            let fields = types::fields(rng, pool, Style::Tame, 0);
            Shape::Object(fields, types::mode(rng, Style::Wild))
        }
    };
    shape.into()
}

/// Keys that tell the objects of a union apart. No pool has them.
pub const TAGS: [&str; 2] = ["tag", "sort"];

/// What data says there.
const KINDS: [&str; 2] = ["\"card\"", "\"cash\""];

/// Whether an object can have a tag: one that refuses what it does not declare cannot, for the data
/// of others.
pub fn can_have_tag(ty: &Type, tag: &str) -> bool {
    match &ty.shape {
        Shape::Object(fields, mode) => {
            *mode != "strict" && !fields.iter().any(|field| field.key == tag)
        }
        _ => false,
    }
}

/// Gives data of the type a tag that either object of [`tagged`] may have.
pub fn add_tag(rng: &mut Rng, data: &mut Type, tag: &str) {
    if let Shape::Object(fields, _) = &mut data.shape
        && !fields.iter().any(|field| field.key == tag)
    {
        let ty = Shape::OneOf(KINDS.map(String::from).to_vec()).into();
        fields.insert(rng.below(fields.len() + 1), Field { key: tag.to_owned(), ty });
    }
}

/// A union of the object with one tag, and of one that is much like it with another.
pub fn tagged(rng: &mut Rng, ty: Type, tag: &str) -> Type {
    let options = Type { shape: Shape::Any, ..ty.clone() };
    let Shape::Object(fields, mode) = ty.shape else { return ty };
    let mut other = Vec::new();
    for Field { key, ty } in &fields {
        if rng.chance(75) {
            let ty = if rng.chance(30) { in_other_words(rng, ty.clone()) } else { ty.clone() };
            other.push(Field { key: key.clone(), ty });
        }
    }
    rng.shuffle(&mut other);
    let other_mode = rng.pick(&["strip", "strip", "passthrough"]);
    let mut members = Vec::new();
    for (at, (mut fields, mode)) in [(fields, mode), (other, other_mode)].into_iter().enumerate() {
        let kind = KINDS[at].to_owned();
        let ty = match rng.below(3) {
            0 => Shape::OneOf(vec![json(&format!("other {at}")), kind]),
            1 => Shape::OneOf(vec![kind]),
            _ => Shape::Literal(kind),
        };
        fields.retain(|field| field.key != tag);
        let at = rng.below(fields.len() + 1);
        fields.insert(at, Field { key: tag.to_owned(), ty: ty.into() });
        members.push(Shape::Object(fields, mode).into());
    }
    finish(rng, members, options)
}

/// A record that takes objects of these fields.
pub fn record(rng: &mut Rng, fields: &[Field]) -> Shape {
    let mut members = Vec::new();
    for Field { ty, .. } in fields {
        let ty = Type { optional: false, default: None, describe: None, ..ty.clone() };
        if !takes_objects(&ty) || !members.iter().any(takes_objects) {
            members.push(ty);
        }
    }
    if members.is_empty() || members.len() < fields.len() || rng.chance(30) {
        members.push(Shape::Any.into());
    }
    Shape::Record(Box::new(match members.len() {
        1 => members.remove(0),
        _ => Shape::Union(members).into(),
    }))
}

fn takes_objects(ty: &Type) -> bool {
    match &ty.shape {
        Shape::Object(..) | Shape::Record(_) => true,
        Shape::Union(members) => members.iter().any(takes_objects),
        _ => false,
    }
}

/// Whether null is of the type.
pub fn takes_null(ty: &Type) -> bool {
    ty.nullable
        || match &ty.shape {
            Shape::Any => true,
            Shape::OneOf(values) => values.iter().any(|value| value == "null"),
            Shape::Union(members) => members.iter().any(takes_null),
            _ => false,
        }
}
