//! Random presenter files.

use super::rng::Rng;
use super::types::{self, Shape, Style, Type, fields_text, json};
use super::{embed, hooks, models, redact, unions};

/// A presenter file, and what the data and the request of its case are made from.
#[derive(Clone, Debug)]
pub struct Presenter {
    /// The presenter-file form, as JSON.
    pub file: String,
    pub root: Type,
    /// The type of data that fits, embedded presenters included.
    pub data: Type,
    pub style: Style,
    pub max_depth: usize,
    /// Names of a select list are paths.
    pub nested_select: bool,
}

/// What a presenter may have besides schema, redaction by text, limit and static rules. Without
/// any of it a seed gives the same presenter as ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Entries that are written about the data, directives, `redact_hooks`.
    pub hooks: bool,
    pub embeds: bool,
    /// Censors that hash, and that call a function.
    pub censors: bool,
    /// Select lists of paths.
    pub paths: bool,
    /// Models instead of schemas.
    pub models: bool,
}

impl Extras {
    pub const NONE: Self =
        Self { hooks: false, embeds: false, censors: false, paths: false, models: false };
    pub const ALL: Self =
        Self { hooks: true, embeds: true, censors: true, paths: true, models: false };
    pub const PATHS: Self = Self { paths: true, ..Self::NONE };
    pub const MODELS: Self = Self { models: true, ..Self::ALL };
}

/// What all presenters of a case are made from.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub pool: &'a [String],
    pub style: Style,
    pub extras: Extras,
    /// No other schema says yet what the data is: an embedded presenter may say it.
    pub free: bool,
    /// Where a presenter is embedded, there may be a string instead of an object.
    pub strings: bool,
}

/// How the file declares the root type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Schema,
    Root,
    Model,
    Nothing,
}

pub fn random(rng: &mut Rng, pool: &[String], extras: Extras) -> Presenter {
    let mut members = vec!["\"name\":\"P\"".to_owned()];
    let style = if rng.chance(50) { Style::Tame } else { Style::Wild };
    let scene = Scene { pool, style, extras, free: true, strings: false };
    let (mut root, mut form) = root(rng, pool, style);
    let mut data = root.clone();
    let mut entity = None;
    if extras.models
        && form == Form::Schema
        && rng.chance(75)
        && let Shape::Object(fields, _) = root.shape.clone()
    {
        let (model, of_model, more) = models::random(rng, pool, fields);
        (root, data, entity, form) = (model, of_model, Some(more), Form::Model);
    }
    let mut more = Vec::new();
    if extras.embeds {
        more.extend(embed::embeds(rng, scene, &mut root, &mut data, 0));
    }
    if extras.hooks {
        more.extend(hooks::members(rng, pool, item_type(&root)));
    }
    let mut schema = root.clone();
    if extras.embeds && !matches!(form, Form::Nothing | Form::Model) && rng.chance(15) {
        let item = embed::item(&mut schema);
        *item = unions::around(rng, pool, item.clone(), None);
    }
    match form {
        Form::Model => members.extend(models::members(rng, &root, entity.as_ref())),
        _ => members.extend(declared(&schema, form)),
    }
    let mut names = pool.to_vec();
    if entity.is_some() {
        names.extend(models::HIDDEN.map(String::from));
    }
    let redact = redact::redactions(rng, &names, &schema, extras.censors);
    if !redact.is_empty() {
        members.push(format!("\"redact\":{redact}"));
    }
    if rng.chance(25) {
        members.extend(limit(rng));
    }
    if !extras.hooks && rng.chance(20) {
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
    members.append(&mut more);
    let mut max_depth = 128;
    // Defaults are read under the same limit.
    if rng.chance(12) && !members.iter().any(|m| m.contains("\"default\"")) {
        max_depth = rng.within(1, 5);
        members.push(format!("\"max_depth\":{max_depth}"));
    }
    let nested_select = extras.paths && rng.chance(50);
    if nested_select {
        members.push("\"nested_select\":true".to_owned());
    }
    let file = format!("{{{}}}", members.join(","));
    Presenter { file, root, data, style, max_depth, nested_select }
}

/// A presenter that is embedded at a depth of `level`: its file, and the type of one item of its
/// data. `item` is an object type, or any.
pub fn child(rng: &mut Rng, scene: Scene<'_>, item: Type, level: usize) -> (String, Type) {
    let Scene { pool, extras, .. } = scene;
    let mut root = item;
    if extras.models && matches!(root.shape, Shape::Object(..)) && rng.chance(50) {
        models::make(rng, pool, &mut root);
    }
    let mut data = models::of_data(&root);
    let mut members = vec![format!("\"name\":\"C{level}\"")];
    let below = Scene { strings: false, ..scene };
    let embeds = embed::embeds(rng, below, &mut root, &mut data, level);
    let mut schema = root.clone();
    let tag = rng.pick(&unions::TAGS);
    if rng.chance(15) && unions::can_have_tag(&root, tag) && !models::is_model(&root) {
        unions::add_tag(rng, &mut data, tag);
        schema = unions::tagged(rng, schema, tag);
    }
    if (scene.strings || rng.chance(15)) && !models::is_model(&root) {
        schema = unions::around(rng, pool, schema, scene.strings.then_some(Shape::String));
    }
    if models::is_model(&schema) {
        members.extend(models::members(rng, &schema, None));
    } else {
        let form = if matches!(schema.shape, Shape::Any) { Form::Nothing } else { Form::Schema };
        members.extend(declared(&schema, form));
    }
    members.extend(embeds);
    if rng.chance(40) {
        let redact = redact::redactions(rng, pool, &root, extras.censors);
        if !redact.is_empty() {
            members.push(format!("\"redact\":{redact}"));
        }
    }
    if rng.chance(35) {
        members.extend(limit(rng));
    }
    if extras.hooks {
        members.extend(hooks::members(rng, pool, &root));
    }
    for (name, percent) in [("redact_nulls", 15), ("auto_rules", 20)] {
        if rng.chance(percent) {
            members.push(format!("\"{name}\":{}", name != "auto_rules"));
        }
    }
    (format!("{{{}}}", members.join(",")), data)
}

/// The type of an item of a collection, or of data that is none.
fn item_type(root: &Type) -> &Type {
    match &root.shape {
        Shape::Array(element) => element,
        _ => root,
    }
}

fn limit(rng: &mut Rng) -> Vec<String> {
    let mut members = vec![format!("\"limit\":{}", rng.below(8))];
    if rng.chance(30) {
        let notices = ["{omitted} omitted", "{max}/{omitted}/{max}\n</ui_passthrough>", ""];
        members.push(format!("\"notice\":{}", json(rng.pick(&notices))));
    }
    members
}

fn root(rng: &mut Rng, pool: &[String], style: Style) -> (Type, Form) {
    let depth = rng.within(1, 3);
    let weights = if style == Style::Wild { [62, 12, 10, 20] } else { [62, 2, 20, 2] };
    let root: Type = match rng.weighted(&weights) {
        0 => {
            let fields = types::fields(rng, pool, style, depth);
            return (Shape::Object(fields, types::mode(rng, style)).into(), Form::Schema);
        }
        1 => return (Shape::Any.into(), Form::Nothing),
        2 => {
            let fields = types::fields(rng, pool, style, depth);
            Shape::Array(Box::new(Shape::Object(fields, types::mode(rng, style)).into())).into()
        }
        _ => types::random(rng, pool, style, depth),
    };
    (Type { nullable: rng.chance(20), ..root }, Form::Root)
}

/// The members that declare the root type.
fn declared(root: &Type, form: Form) -> Vec<String> {
    let mut members = Vec::new();
    match (&root.shape, form) {
        (_, Form::Nothing) => {}
        (Shape::Object(fields, mode), Form::Schema) => {
            members.push(format!("\"schema\":{}", fields_text(fields)));
            if *mode != "strip" {
                members.push(format!("\"mode\":\"{mode}\""));
            }
        }
        _ => {
            members.push(format!("\"root\":{}", root.text()));
            if root.nullable {
                members.push(format!("\"root_opts\":{}", root.options()));
            }
        }
    }
    members
}
