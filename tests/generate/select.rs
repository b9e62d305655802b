//! Random select lists: root keys, and paths of what may be in the data.

use super::presenter::Presenter;
use super::rng::Rng;
use super::types::{self, Shape, Type};

pub fn list(rng: &mut Rng, presenter: &Presenter, pool: &[String]) -> Vec<String> {
    if !rng.chance(if presenter.nested_select { 75 } else { 35 }) {
        return Vec::new();
    }
    let item = match &presenter.root.shape {
        Shape::Array(element) => element,
        _ => &presenter.root,
    };
    let fields = fields(item);
    let mut names = Vec::new();
    for _ in 0..rng.within(1, 5) {
        names.push(if fields.is_empty() || rng.chance(30) {
            rng.pick(pool)
        } else {
            rng.choose(fields).key.clone()
        });
    }
    if presenter.nested_select {
        for _ in 0..rng.within(1, 4) {
            let at = rng.below(names.len() + 1);
            // What is embedded is in the type of the data alone.
            let ty = if rng.chance(50) { &presenter.data } else { &presenter.root };
            let path = path(rng, ty, pool);
            names.insert(at, path);
        }
    }
    names
}

fn fields(ty: &Type) -> &[types::Field] {
    match &ty.shape {
        Shape::Object(fields, _) => fields,
        _ => &[],
    }
}

/// A path through a type, as far as it goes or a little farther.
fn path(rng: &mut Rng, ty: &Type, pool: &[String]) -> String {
    let mut path = String::new();
    let mut place = Some(ty);
    for _ in 0..rng.within(1, 5) {
        let (key, below) = step(rng, place, pool);
        push(rng, &mut path, &key);
        place = below;
    }
    if rng.chance(3) {
        path.push_str(rng.pick(&["[0]", ".*", ".", "[\"", "[*]", " "]));
    }
    path
}

/// A key of what stands at a place, and the type below it.
fn step<'t>(rng: &mut Rng, place: Option<&'t Type>, pool: &[String]) -> (String, Option<&'t Type>) {
    let mut place = place;
    loop {
        match place.map(|ty| &ty.shape) {
            Some(Shape::Array(element)) => place = Some(element),
            Some(Shape::Union(members)) => place = Some(rng.choose(members)),
            Some(Shape::Record(each)) => return (rng.pick(pool), Some(each)),
            Some(Shape::Object(fields, _)) if !fields.is_empty() && rng.chance(85) => {
                let field = rng.choose(fields);
                return (field.key.clone(), Some(&field.ty));
            }
            _ => return (rng.pick(pool), None),
        }
    }
}

/// Writes a key as a segment, in one of its spellings.
fn push(rng: &mut Rng, path: &mut String, key: &str) {
    let odd = |c: char| ".[]*\"'".contains(c) || c.is_whitespace() || c.is_control();
    let is_bare = !key.is_empty() && !key.contains(odd);
    if is_bare && rng.chance(85) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
    } else if rng.chance(30) && !key.contains('\'') {
        path.push_str(&format!("['{key}']"));
    } else {
        path.push_str(&format!("[{}]", types::json(key)));
    }
}
