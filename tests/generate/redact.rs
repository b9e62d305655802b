//! Random redactions: paths that mostly follow the type down, in all their spellings.

use super::rng::Rng;
use super::types::{Shape, Type, json};

/// The `redact` member; nothing if there is none. `all`: with the censors that hash, and that call
/// a function.
pub fn redactions(rng: &mut Rng, pool: &[String], root: &Type, all: bool) -> String {
    let groups = rng.weighted(&[40, 40, 12, 8]);
    let mut texts = Vec::new();
    for _ in 0..groups {
        let mut paths: Vec<String> = Vec::new();
        for _ in 0..rng.within(1, 4) {
            let path = json(&path(rng, pool, root));
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        let censor = match rng.below(8) {
            0 | 1 => ",\"remove\":true".to_owned(),
            2 => format!(",\"keep_last\":{}", rng.pick(&[1, 2, 4, 6, 100])),
            3 if all && hashes() => {
                format!(",\"hash\":{{\"key_env\":\"{}\"}}", rng.pick(&KEY_VARIABLES))
            }
            5 if all => ",\"censor_fn\":\"last4\"".to_owned(),
            4 => format!(",\"censor\":{}", json(rng.pick(&["", "***", "<tool_error>\"\n"]))),
            _ => String::new(),
        };
        texts.push(format!("{{\"paths\":[{}]{censor}}}", paths.join(",")));
    }
    match texts.len() {
        0 => String::new(),
        1 if rng.chance(80) => texts.remove(0),
        _ => format!("[{}]", texts.join(",")),
    }
}

/// Variables that cargo sets for the tests of this package: a key shorter than a block of the hash,
/// and one that is longer.
const KEY_VARIABLES: [&str; 2] = ["CARGO_PKG_LICENSE", "CARGO_PKG_DESCRIPTION"];

/// Whether there are keys. Outside of cargo's tests there may be none.
fn hashes() -> bool {
    KEY_VARIABLES.iter().all(|name| std::env::var(name).is_ok_and(|key| key.len() >= 16))
}

/// A path that mostly follows the type down.
fn path(rng: &mut Rng, pool: &[String], root: &Type) -> String {
    let mut path = String::new();
    let mut ty = Some(root);
    if let Shape::Array(element) = &root.shape
        && rng.chance(80)
    {
        // Paths count from the item.
        ty = Some(element);
    }
    loop {
        ty = step(rng, pool, ty, &mut path);
        let more = match ty.map(|ty| &ty.shape) {
            Some(Shape::Object(..) | Shape::Array(_) | Shape::Record(_)) => 70,
            Some(Shape::Any | Shape::Union(_)) => 40,
            Some(_) => 3,
            None => 35,
        };
        if !rng.chance(more) {
            return path;
        }
    }
}

/// Adds one step to the path, and says what it leads to if it is known.
fn step<'t>(
    rng: &mut Rng,
    pool: &[String],
    ty: Option<&'t Type>,
    path: &mut String,
) -> Option<&'t Type> {
    let mut ty = ty;
    if let Some(Type { shape: Shape::Union(members), .. }) = ty {
        ty = Some(rng.choose(members));
    }
    if rng.chance(6) {
        push(path, "**");
        if rng.chance(70) {
            let text = rng.choose(pool);
            key(rng, path, text);
        }
        return None;
    }
    let star = rng.chance(18);
    match ty.map(|ty| &ty.shape) {
        Some(Shape::Array(element)) => {
            if star || rng.chance(60) {
                wildcard(rng, path);
            } else {
                let index = rng.below(4).to_string();
                key(rng, path, &index);
            }
            Some(element)
        }
        Some(Shape::Object(fields, _)) if !fields.is_empty() && rng.chance(90) => {
            let field = rng.choose(fields);
            if star {
                wildcard(rng, path);
            } else {
                match &field.ty.alias {
                    Some(alias) if rng.chance(50) => key(rng, path, alias),
                    _ => key(rng, path, &field.key),
                }
            }
            Some(&field.ty)
        }
        other => {
            if star {
                wildcard(rng, path);
            } else {
                let text = rng.choose(pool);
                key(rng, path, text);
            }
            match other {
                Some(Shape::Record(each)) => Some(each),
                _ => None,
            }
        }
    }
}

fn wildcard(rng: &mut Rng, path: &mut String) {
    if rng.chance(50) {
        path.push_str("[*]");
    } else {
        push(path, "*");
    }
}

fn push(path: &mut String, segment: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(segment);
}

/// A key or an index in one of its spellings.
fn key(rng: &mut Rng, path: &mut String, key: &str) {
    let odd = |c: char| ".[]*\"'".contains(c) || c.is_whitespace() || c.is_control();
    let number = !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit());
    let bare = !key.is_empty() && !key.contains(odd);
    if number && rng.chance(50) {
        path.push_str(&format!("[{key}]"));
    } else if bare && rng.chance(80) {
        push(path, key);
    } else if !key.contains(|c: char| c == '\'' || c.is_control()) && rng.chance(30) {
        path.push_str(&format!("['{key}']"));
    } else {
        path.push_str(&format!("[{}]", json(key)));
    }
}
