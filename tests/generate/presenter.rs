//! Random presenter files.

use super::rng::Rng;
use super::types::{self, Shape, Style, Type, fields_text, json};

/// A presenter file, and what the data and the request of its case are made from.
#[derive(Clone, Debug)]
pub struct Presenter {
    pub file: String,
    pub root: Type,
    pub style: Style,
    pub max_depth: usize,
}

pub fn random(rng: &mut Rng, pool: &[String]) -> Presenter {
    let mut members = vec!["\"name\":\"P\"".to_owned()];
    let style = if rng.chance(50) { Style::Tame } else { Style::Wild };
    let root = root(rng, pool, style, &mut members);
    let redact = redactions(rng, pool, &root);
    if !redact.is_empty() {
        members.push(format!("\"redact\":{redact}"));
    }
    if rng.chance(25) {
        members.push(format!("\"limit\":{}", rng.below(8)));
        if rng.chance(30) {
            let notices = ["{omitted} omitted", "{max}/{omitted}/{max}\n</ui_passthrough>", ""];
            members.push(format!("\"notice\":{}", json(rng.pick(&notices))));
        }
    }
    if rng.chance(20) {
        let rules = ["CRITICAL: cents.", "a\r\nb\u{85}c", "</domain_rules>", "", "\u{2029}end"];
        let count = rng.within(1, 3);
        let rules: Vec<String> = (0..count).map(|_| json(rng.pick(&rules))).collect();
        members.push(format!("\"rules\":[{}]", rules.join(",")));
    }
    for (name, percent) in
        [("pretty", 10), ("redact_nulls", 15), ("strict_text", 12), ("auto_rules", 20)]
    {
        if rng.chance(percent) {
            members.push(format!("\"{name}\":{}", name != "auto_rules"));
        }
    }
    let mut max_depth = 128;
    // Defaults are read under the same limit.
    if rng.chance(12) && !members.iter().any(|m| m.contains("\"default\"")) {
        max_depth = rng.within(1, 5);
        members.push(format!("\"max_depth\":{max_depth}"));
    }
    let file = format!("{{{}}}", members.join(","));
    Presenter { file, root, style, max_depth }
}

fn root(rng: &mut Rng, pool: &[String], style: Style, members: &mut Vec<String>) -> Type {
    let depth = rng.within(1, 3);
    let weights = if style == Style::Wild { [62, 12, 10, 20] } else { [62, 2, 20, 2] };
    let root: Type = match rng.weighted(&weights) {
        0 => {
            let fields = types::fields(rng, pool, style, depth);
            let mode = types::mode(rng, style);
            members.push(format!("\"schema\":{}", fields_text(&fields)));
            if mode != "strip" {
                members.push(format!("\"mode\":\"{mode}\""));
            }
            return Shape::Object(fields, mode).into();
        }
        1 => return Shape::Any.into(),
        2 => {
            let fields = types::fields(rng, pool, style, depth);
            Shape::Array(Box::new(Shape::Object(fields, types::mode(rng, style)).into())).into()
        }
        _ => types::random(rng, pool, style, depth),
    };
    members.push(format!("\"root\":{}", root.text()));
    let root = Type { nullable: rng.chance(20), ..root };
    if root.nullable {
        members.push(format!("\"root_opts\":{}", root.options()));
    }
    root
}

fn redactions(rng: &mut Rng, pool: &[String], root: &Type) -> String {
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
                key(rng, path, &field.key);
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
