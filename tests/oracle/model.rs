//! Models: fields by their casts.

use super::parse::{Data, Member, Text, Value, last};
use super::schema::{Field, Mode, Shape, Type, array, boolean, object, string};

/// The fields that may be shown, and the names that no field has: those of hidden ones.
pub fn read(model: &Value) -> Result<(Vec<Field>, Vec<String>), String> {
    let (mut fields, mut hidden, mut timestamps) = (Vec::new(), Vec::new(), false);
    for Member { key, value } in object(model)? {
        match key.text.as_str() {
            "name" => _ = string(value)?,
            "casts" => fields = read_casts(value)?,
            "timestamps" => timestamps = boolean(value)?,
            "hidden" => hidden = strings(value)?,
            // What is written is not what is read.
            "guarded" | "fillable" => {}
            other => return Err(format!("unknown member model.{other}")),
        }
    }
    for key in ["created_at", "updated_at"] {
        if timestamps && !fields.iter().any(|field: &Field| field.key == key) {
            let ty = Type { optional: true, nullable: true, ..Shape::String.into() };
            fields.push(Field { key: key.to_owned(), alias: None, ty });
        }
    }
    let (gone, fields): (Vec<Field>, Vec<Field>) =
        fields.into_iter().partition(|field| hidden.contains(&field.key));
    hidden.extend(gone.iter().map(|field| field.source().to_owned()));
    hidden.retain(|name| !fields.iter().any(|field| field.key == *name));
    Ok((fields, hidden))
}

pub fn strings(value: &Value) -> Result<Vec<String>, String> {
    array(value)?.iter().map(|text| string(text).map(str::to_owned)).collect()
}

/// `[[field, cast]...]` or `{field: cast, ...}`.
fn read_casts(value: &Value) -> Result<Vec<Field>, String> {
    if let Data::Object(members) = &value.data {
        return members.iter().map(|member| read_cast(&member.key.text, &member.value)).collect();
    }
    let read = |entry: &Value| match array(entry)? {
        [key, cast] => read_cast(string(key)?, cast),
        _ => Err("a cast is [field, type]".to_owned()),
    };
    array(value)?.iter().map(read).collect()
}

/// A default as the data would have it.
fn by_data_keys(ty: &Type, value: &Value) -> Value {
    let data = match (&ty.shape, &value.data) {
        (Shape::Object(fields, _), Data::Object(members)) => {
            let of = |member: &Member| {
                let field = fields.iter().find(|field| field.key == member.key.text)?;
                let text = field.source().to_owned();
                let key = Text { text, ..member.key.clone() };
                Some(Member { key, value: by_data_keys(&field.ty, &member.value) })
            };
            Data::Object(members.iter().filter_map(of).collect())
        }
        (Shape::Array(element), Data::Array(values)) => {
            Data::Array(values.iter().map(|value| by_data_keys(element, value)).collect())
        }
        (_, other) => other.clone(),
    };
    Value { data, ..value.clone() }
}

/// The name of a type, or an object with it.
fn read_cast(key: &str, value: &Value) -> Result<Field, String> {
    let given = |name: &str| match &value.data {
        Data::Object(members) => last(members, name),
        _ => None,
    };
    let name = string(given("type").unwrap_or(value))?;
    let of = |shape: Shape, optional, nullable, casts| Type {
        optional,
        nullable,
        casts,
        ..shape.into()
    };
    let shape = given("shape").map(read_casts).transpose()?;
    let inner = |fields| Shape::Object(fields, Mode::Strip);
    let mut ty = match name {
        "string" | "text" => of(Shape::String, true, true, true),
        "number" => of(Shape::Number, true, true, true),
        "boolean" => of(Shape::Boolean, true, false, true),
        "date" | "timestamp" | "uuid" => of(Shape::String, true, true, false),
        "id" => of(Shape::Id, false, false, false),
        "enum" => {
            let values = array(given("values").ok_or("an enum has values")?)?;
            of(Shape::Enum(values.to_vec()), true, true, false)
        }
        "object" => of(inner(shape.unwrap_or_default()), true, true, false),
        "list" => {
            let element = shape.map_or(Shape::Scalar, inner);
            of(Shape::Array(Box::new(element.into())), true, false, false)
        }
        other => return Err(format!("unknown cast {other}")),
    };
    // A default has the fields in it under their own keys.
    ty.default = given("default").map(|default| by_data_keys(&ty, default));
    ty.describe = given("label").map(|text| string(text).map(str::to_owned)).transpose()?;
    let alias = given("alias").map(|text| string(text).map(str::to_owned)).transpose()?;
    Ok(Field { key: key.to_owned(), alias, ty })
}
