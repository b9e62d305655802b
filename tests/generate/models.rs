//! Random models: fields by their casts, some of them under another key in the data.

use super::embed::{give, inner_fields, narrower, prefer_objects};
use super::presenter::{Scene, child};
use super::rng::Rng;
use super::types::{self, Field, Shape, Type, json};

/// Keys that no pool has: other names of fields.
pub const NAMES: [&str; 8] = ["e_mail", "amt x", "q\"\\k", "né<", "src_a", "src_b", "7", "K.k[0]"];

/// Keys of fields that are hidden.
pub const HIDDEN: [&str; 2] = ["hush", "hush_hush"];

/// What a model declares besides the fields that are shown.
#[derive(Clone, Debug)]
pub struct Entity {
    /// All fields that may be shown, if those that are shown were chosen.
    all: Option<Vec<Field>>,
    hides: bool,
}

/// A model of a whole document or item, as a type, and the type of its data.
pub fn random(rng: &mut Rng, pool: &[String], fields: Vec<Field>) -> (Type, Type, Entity) {
    let mut root: Type = Shape::Object(fields, "strip").into();
    make(rng, pool, &mut root);
    let hides = rng.chance(30);
    let mut data = of_data(&root);
    let Shape::Object(shown, _) = &mut root.shape else { unreachable!("it was made one") };
    let has = |fields: &[Field], key: &str| fields.iter().any(|field| own_or_data(field, key));
    if rng.chance(15) && !has(shown, "created_at") && !has(shown, "updated_at") {
        for key in ["created_at", "updated_at"] {
            let ty = Type { optional: true, nullable: true, ..cast(Shape::String, "timestamp") };
            shown.push(Field { key: key.into(), ty });
        }
        data = of_data(&Shape::Object(shown.clone(), "strip").into());
    }
    if shown.len() > 1 && rng.chance(15) {
        // Two fields change their keys.
        let (one, two) = (shown[0].clone(), shown[1].clone());
        if one.ty.alias.is_none() && two.ty.alias.is_none() {
            shown[0].ty.alias = Some(two.key);
            shown[1].ty.alias = Some(one.key);
            data = of_data(&Shape::Object(shown.clone(), "strip").into());
        }
    }
    let mut all = None;
    if rng.chance(25) {
        all = Some(shown.clone());
        rng.shuffle(shown);
        shown.truncate(rng.within(0, shown.len()));
    }
    if let Shape::Object(fields, _) = &mut data.shape
        && hides
    {
        for key in HIDDEN {
            let ty = Type { optional: true, ..Shape::Any.into() };
            fields.insert(rng.below(fields.len() + 1), Field { key: key.into(), ty });
        }
    }
    (root, data, Entity { all, hides })
}

fn own_or_data(field: &Field, key: &str) -> bool {
    field.key == key || field.ty.alias.as_deref() == Some(key)
}

fn cast(shape: Shape, name: &'static str) -> Type {
    Type { cast: Some(name), ..shape.into() }
}

/// Whether it is a model's.
pub fn is_model(ty: &Type) -> bool {
    ty.cast == Some("model")
}

/// Makes casts of all fields of the object; those that cannot be one go.
pub fn make(rng: &mut Rng, pool: &[String], object: &mut Type) {
    if let Shape::Object(fields, mode) = &mut object.shape {
        *mode = "strip";
        let own = std::mem::take(fields);
        *fields = casts(rng, pool, own);
        object.cast = Some("model");
    }
}

fn casts(rng: &mut Rng, pool: &[String], fields: Vec<Field>) -> Vec<Field> {
    let mut names = NAMES.to_vec();
    names.retain(|name| !fields.iter().any(|field| field.key == *name));
    rng.shuffle(&mut names);
    let mut out = Vec::new();
    for Field { key, ty } in fields {
        let Some(mut ty) = cast_of(rng, pool, ty) else { continue };
        let mut field = key.clone();
        if rng.chance(25)
            && let Some(name) = names.pop()
        {
            field = name.to_owned();
            ty.alias = Some(key);
        }
        out.push(Field { key: field, ty });
    }
    out
}

fn cast_of(rng: &mut Rng, pool: &[String], ty: Type) -> Option<Type> {
    let Type { shape, default, describe, .. } = ty;
    let inside = |rng: &mut Rng, fields| Shape::Object(casts(rng, pool, fields), "strip");
    let cross = rng.chance(10);
    let mut default = default;
    let (shape, name) = match shape {
        Shape::String if cross => (Shape::Number, "number"),
        Shape::Number | Shape::Integer if cross => (Shape::String, "string"),
        Shape::Boolean if cross => (Shape::String, "text"),
        Shape::String => {
            let names = ["string", "string", "text", "date", "timestamp", "uuid", "id"];
            (Shape::String, rng.pick(&names))
        }
        Shape::Number | Shape::Integer if rng.chance(15) => (Shape::Number, "id"),
        Shape::Number | Shape::Integer => (Shape::Number, "number"),
        Shape::Boolean => (Shape::Boolean, "boolean"),
        Shape::OneOf(values) => (Shape::OneOf(values), "enum"),
        Shape::Literal(value) => (Shape::OneOf(vec![value]), "enum"),
        Shape::Any => (Shape::String, "string"),
        Shape::Object(fields, _) => (inside(rng, fields), "object"),
        Shape::Array(element) => match element.shape {
            Shape::Object(fields, _) => {
                (Shape::Array(Box::new(inside(rng, fields).into())), "list")
            }
            Shape::String | Shape::Number | Shape::Integer | Shape::Boolean => {
                let element = Type { nullable: rng.chance(20), ..*element };
                (Shape::Array(Box::new(element)), "list")
            }
            _ => return None,
        },
        Shape::Record(_) | Shape::Union(_) => return None,
    };
    let mut made = cast(shape, name);
    if default.is_some() {
        // A default has the fields in it under their own keys.
        default = Some(types::constant(rng, &made));
    }
    made.default = default;
    made.describe = describe;
    (made.optional, made.nullable) = match name {
        "id" => (false, false),
        "boolean" | "list" => (true, false),
        _ => (true, true),
    };
    Some(made)
}

/// The same under the keys of the data.
pub fn of_data(ty: &Type) -> Type {
    let shape = match &ty.shape {
        Shape::Object(fields, mode) => {
            let of_field = |field: &Field| {
                let ty = of_data(&field.ty);
                let key = field.ty.alias.clone().unwrap_or_else(|| field.key.clone());
                Field { key, ty }
            };
            Shape::Object(fields.iter().map(of_field).collect(), mode)
        }
        Shape::Array(element) => Shape::Array(Box::new(of_data(element))),
        other => other.clone(),
    };
    // A default has its fields under their own keys, and would not be of this type.
    let default = ty.default.clone().filter(|_| !has_aliases(ty));
    Type { shape, default, alias: None, ..ty.clone() }
}

/// Whether a field inside has another key in the data.
fn has_aliases(ty: &Type) -> bool {
    match &ty.shape {
        Shape::Object(fields, _) => {
            fields.iter().any(|field| field.ty.alias.is_some() || has_aliases(&field.ty))
        }
        Shape::Array(element) => has_aliases(element),
        _ => false,
    }
}

/// The key of an embed and the presenter's file, where the presenter around it has a model.
pub fn embed(
    rng: &mut Rng,
    scene: Scene<'_>,
    root: &mut Type,
    data: &mut Type,
    level: usize,
) -> (String, String) {
    let Shape::Object(fields, _) = &mut root.shape else { unreachable!("a model is an object") };
    if fields.is_empty() {
        return (rng.pick(scene.pool), child(rng, scene, Shape::Any.into(), level + 1).0);
    }
    let field = prefer_objects(rng, fields);
    field.ty.default = None;
    let source = field.ty.alias.clone().unwrap_or_else(|| field.key.clone());
    let own_data = match &data.shape {
        Shape::Object(all, _) => all.iter().find(|f| f.key == source).map(|f| f.ty.clone()),
        _ => None,
    };
    let own = of_data(&field.ty);
    let own_data = own_data.unwrap_or_else(|| own.clone());
    let scene = Scene { free: false, strings: false, ..scene };
    let (file, ty) = match inner_fields(&own) {
        Some(inner) if rng.chance(80) => narrower(rng, scene, inner, own_data, level),
        _ => (child(rng, scene, Shape::Any.into(), level + 1).0, own_data),
    };
    give(rng, scene, data, &source, ty);
    let key = if rng.chance(50) { source } else { field.key.clone() };
    (key, file)
}

/// The members of a presenter file that declare a model.
pub fn members(rng: &mut Rng, root: &Type, entity: Option<&Entity>) -> Vec<String> {
    let Shape::Object(shown, _) = &root.shape else { unreachable!("a model is an object") };
    let mut members = Vec::new();
    let mut all = shown.clone();
    if let Some(more) = entity.and_then(|entity| entity.all.clone()) {
        let keys: Vec<String> = shown.iter().map(|field| json(&field.key)).collect();
        members.push(format!("\"fields\":[{}]", keys.join(",")));
        let newer = |field: Field| {
            shown.iter().find(|shown| shown.key == field.key).cloned().unwrap_or(field)
        };
        all = more.into_iter().map(newer).collect();
    }
    let mut model = vec!["\"name\":\"M\"".to_owned()];
    if let [.., one, two] = all.as_slice()
        && [one, two].iter().all(|field| field.ty.cast == Some("timestamp"))
        && [&*one.key, &*two.key] == ["created_at", "updated_at"]
        && [one, two].iter().all(|field| field.ty.alias.is_none() && field.ty.describe.is_none())
    {
        model.push("\"timestamps\":true".to_owned());
        all.truncate(all.len() - 2);
    }
    if entity.is_some_and(|entity| entity.hides) {
        model.push(format!("\"hidden\":[{},{}]", json(HIDDEN[0]), json(HIDDEN[1])));
        let ty = cast(Shape::String, "number");
        all.insert(rng.below(all.len() + 1), Field { key: HIDDEN[0].into(), ty });
    }
    if rng.chance(10) {
        model.push("\"guarded\":[\"zz\"],\"fillable\":{\"create\":[\"zzz\"]}".to_owned());
    }
    model.push(format!("\"casts\":{}", casts_text(rng, &all)));
    rng.shuffle(&mut model);
    members.push(format!("\"model\":{{{}}}", model.join(",")));
    rng.shuffle(&mut members);
    members
}

fn casts_text(rng: &mut Rng, fields: &[Field]) -> String {
    let as_table = rng.chance(30);
    let mut casts = Vec::new();
    for field in fields {
        let (key, cast) = (json(&field.key), cast_text(rng, &field.ty));
        casts.push(if as_table { format!("{key}:{cast}") } else { format!("[{key},{cast}]") });
    }
    let casts = casts.join(",");
    if as_table { format!("{{{casts}}}") } else { format!("[{casts}]") }
}

fn cast_text(rng: &mut Rng, ty: &Type) -> String {
    let name = ty.cast.expect("a cast");
    let mut members = Vec::new();
    match &ty.shape {
        Shape::OneOf(values) => members.push(format!("\"values\":[{}]", values.join(","))),
        Shape::Object(fields, _) => {
            members.push(format!("\"shape\":{}", casts_text(rng, fields)));
        }
        Shape::Array(element) => {
            if let Shape::Object(fields, _) = &element.shape {
                members.push(format!("\"shape\":{}", casts_text(rng, fields)));
            }
        }
        _ => {}
    }
    if let Some(text) = ty.describe {
        members.push(format!("\"label\":{}", json(text)));
    }
    if let Some(default) = &ty.default {
        // A default is converted like everything else.
        let default = match name {
            "number" if default != "null" && rng.chance(30) => json(default),
            "boolean" if rng.chance(15) => rng.pick(&["1", "0.0", "\"true\""]).to_owned(),
            "string" | "text" if rng.chance(15) => "1.50".to_owned(),
            _ => default.clone(),
        };
        members.push(format!("\"default\":{default}"));
    }
    if let Some(alias) = &ty.alias {
        members.push(format!("\"alias\":{}", json(alias)));
    }
    if members.is_empty() && rng.chance(50) {
        return json(name);
    }
    members.insert(rng.below(members.len() + 1), format!("\"type\":{}", json(name)));
    format!("{{{}}}", members.join(","))
}
