//! A model of the file: `{"name": …, "casts": [[field, {"type": …}], …], …}`.

use super::members::{Form, list};
use super::tree::{Fault, Node, Read, Value};
use crate::presenter::model::{Cast, Model, ModelBuilder, cast};
use crate::presenter::types::Constant;

const MODEL: Form = Form {
    what: "a model",
    known: &["name", "casts", "timestamps", "hidden", "guarded", "fillable", "parameters"],
};

const CAST: Form =
    Form { what: "a cast", known: &["type", "label", "values", "shape", "default", "alias"] };

const TYPES: [&str; 11] = [
    "string",
    "text",
    "number",
    "boolean",
    "date",
    "timestamp",
    "uuid",
    "id",
    "enum",
    "object",
    "list",
];

/// The member `model` of a presenter.
pub(super) fn model(node: &Node<'_>) -> Read<ModelBuilder> {
    let members = node.members("a model, an object with a \"name\" at least")?;
    let Some(name) = members.iter().find(|member| member.key == "name") else {
        return Err(Fault::new(node.place, "a model needs a \"name\""));
    };
    let mut builder = Model::builder(name.value.string()?);
    for member in members {
        let value = &member.value;
        builder = match member.key.as_str() {
            "name" => builder,
            "casts" => builder.casts(casts(value)?),
            "timestamps" => builder.timestamps(value.boolean()?),
            "hidden" => builder.hidden(value.strings()?),
            "guarded" => builder.guarded(value.strings()?),
            "parameters" => builder.parameters(value.strings()?),
            "fillable" => {
                let operations = value.members("operations, each with an array of fields")?;
                operations.iter().try_fold(builder, |builder, operation| {
                    Ok(builder.fillable(&operation.key, operation.value.strings()?))
                })?
            }
            _ => return Err(MODEL.refuse(member)),
        };
    }
    Ok(builder)
}

/// An array of `[field, cast]`, or a table of casts.
fn casts(node: &Node<'_>) -> Read<Vec<Cast>> {
    let what = "casts: an array of [field, cast] or a table";
    if let Value::Object(_) = node.value {
        let members = node.members(what)?;
        return members.iter().map(|member| cast_of(&member.key, &member.value)).collect();
    }
    node.each(what, |node| match node.array("a cast: [field, {\"type\": type}]")? {
        [field, given] => cast_of(field.string()?, given),
        _ => Err(Fault::new(node.place, "a cast is [field, {\"type\": type}]")),
    })
}

/// What stands behind a field: the name of a type, or an object with it.
#[derive(Default)]
struct Given {
    label: Option<String>,
    values: Option<Vec<Constant>>,
    shape: Option<Vec<Cast>>,
    default: Option<Constant>,
    alias: Option<String>,
}

fn cast_of(field: &str, node: &Node<'_>) -> Read<Cast> {
    let mut given = Given::default();
    if let Value::String(ty) = &node.value {
        return cast_named(field, node, ty, &mut given);
    }
    let members = node.members("a type's name, or a cast, an object with a \"type\"")?;
    let Some(ty) = members.iter().find(|member| member.key == "type") else {
        return Err(Fault::new(node.place, "a cast needs a \"type\""));
    };
    let name = ty.value.string()?;
    for member in members {
        let value = &member.value;
        match member.key.as_str() {
            "type" => {}
            "label" => given.label = Some(value.string()?.to_owned()),
            "values" if name == "enum" => {
                let values = value.each("an array of values", |node| Ok(node.constant()))?;
                given.values = Some(values);
            }
            "values" => return Err(Fault::new(member.place, "only an \"enum\" has \"values\"")),
            "shape" if matches!(name, "object" | "list") => given.shape = Some(casts(value)?),
            "shape" => {
                let message = "only an \"object\" and a \"list\" have a \"shape\"";
                return Err(Fault::new(member.place, message));
            }
            "default" => given.default = Some(value.constant()),
            "alias" => given.alias = Some(value.string()?.to_owned()),
            _ => return Err(CAST.refuse(member)),
        }
    }
    let mut cast = cast_named(field, &ty.value, name, &mut given)?;
    if let Some(label) = given.label {
        cast = cast.label(label);
    }
    if let Some(default) = given.default {
        cast = cast.default(default);
    }
    if let Some(alias) = given.alias {
        cast = cast.alias(alias);
    }
    Ok(cast)
}

/// The cast with this type, which stands at `node`.
fn cast_named(field: &str, node: &Node<'_>, ty: &str, given: &mut Given) -> Read<Cast> {
    Ok(match ty {
        "string" => cast::string(field),
        "text" => cast::text(field),
        "number" => cast::number(field),
        "boolean" => cast::boolean(field),
        "date" => cast::date(field),
        "timestamp" => cast::timestamp(field),
        "uuid" => cast::uuid(field),
        "id" => cast::id(field),
        "enum" => match given.values.take() {
            Some(values) => cast::one_of(field, values),
            None => return Err(Fault::new(node.place, "an \"enum\" needs \"values\"")),
        },
        "object" => cast::object(field, given.shape.take().unwrap_or_default()),
        "list" => match given.shape.take() {
            Some(shape) => cast::list(field, shape),
            None => cast::values(field),
        },
        _ => {
            let types = list(&TYPES, "or");
            let message = format!("unknown type {ty:?}; a cast's type is {types}");
            return Err(Fault::new(node.place, message));
        }
    })
}
