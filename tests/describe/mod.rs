//! The tools of golden vectors, and what is said of them.

// A module of tests.
#![allow(unreachable_pub)]

use mcp_presenter::toon::{Profile, ToonOptions};
use mcp_presenter::{Action, Constant, Field, Tool, Type};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "op")]
    _op: String,
    #[serde(default, rename = "note")]
    _note: String,
    name: String,
    description: Option<String>,
    actions: Vec<DeclaredAction>,
    #[serde(default)]
    grouped: bool,
    discriminator: Option<String>,
    profile: Option<String>,
    #[serde(rename = "expected")]
    _expected: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeclaredAction {
    name: String,
    #[serde(default)]
    description: String,
    group: Option<String>,
    #[serde(default)]
    destructive: bool,
    #[serde(default)]
    schema: Vec<Value>,
}

/// The description of a case's tool, or why there is none.
pub fn description(case: &str) -> Result<String, String> {
    let case: Case = serde_json::from_str(case).map_err(|error| error.to_string())?;
    let mut tool = Tool::builder(case.name).grouped(case.grouped);
    if let Some(text) = case.description {
        tool = tool.describe(text);
    }
    if let Some(name) = case.discriminator {
        tool = tool.discriminator(name);
    }
    for declared in case.actions {
        let mut action = Action::new(declared.name)
            .describe(declared.description)
            .destructive(declared.destructive)
            .input(declared.schema.iter().map(field));
        if let Some(group) = declared.group {
            action = action.group(group);
        }
        tool = tool.action(action);
    }
    let profile = match case.profile.as_deref() {
        None | Some("toon4") => Profile::Toon4,
        Some("toon3") => Profile::Toon3,
        Some(other) => return Err(format!("a profile of a new kind: {other}")),
    };
    let tool = tool.build().map_err(|error| error.to_string())?;
    Ok(tool.toon_description(ToonOptions::new().profile(profile)))
}

/// `[key, type, options?]`
fn field(declared: &Value) -> Field {
    let key = declared[0].as_str().expect("a key");
    let mut field = Field::new(key, ty(&declared[1]));
    let options = declared.get(2).and_then(Value::as_object);
    for (name, option) in options.into_iter().flatten() {
        field = match (name.as_str(), option) {
            ("optional", Value::Bool(true)) => field.optional(),
            ("nullable", Value::Bool(true)) => field.nullable(),
            ("optional" | "nullable", Value::Bool(false)) => field,
            ("default", value) => field.default(Constant::json(value.to_string())),
            ("describe" | "describe_outer", Value::String(text)) => field.describe(text),
            other => panic!("an option of a new kind: {other:?}"),
        };
    }
    field
}

fn ty(declared: &Value) -> Type {
    let list = |value: &Value| value.as_array().expect("a list").clone();
    if let Some(name) = declared.as_str() {
        return match name {
            "string" => Type::string(),
            "number" => Type::number(),
            "int" => Type::integer(),
            "boolean" => Type::boolean(),
            "any" | "unknown" => Type::any(),
            other => panic!("a type of a new kind: {other}"),
        };
    }
    let members = declared.as_object().expect("a type");
    let (kind, of) = members.iter().next().expect("a kind");
    let constant = |value: &Value| Constant::json(value.to_string());
    match kind.as_str() {
        "enum" => Type::one_of(list(of).iter().map(constant)),
        "literal" => Type::literal(constant(of)),
        "array" => Type::array(ty(if of.is_array() { &of[0] } else { of })),
        "object" => Type::object(list(of).iter().map(field)),
        "record" => Type::record(ty(of)),
        "union" => Type::union(list(of).iter().map(ty)),
        other => panic!("a type of a new kind: {other}"),
    }
}
