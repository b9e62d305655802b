//! Types and fields of the file: `"string"`, `{"array": type}`, `[key, type, options]`, tables of
//! fields.

use super::members::{Form, list};
use super::tree::{Fault, Member, Node, Read, Value};
use crate::presenter::types::{Constant, Field, Mode, Type};

const NAMES: [&str; 6] = ["string", "number", "boolean", "any", "unknown", "int"];

/// The members that make an object of the file a type.
const KINDS: [&str; 6] = ["enum", "array", "object", "record", "union", "literal"];

const TYPE: Form = Form {
    what: "a type",
    known: &["enum", "array", "object", "record", "union", "literal", "mode"],
};

const OPTIONS: Form = Form {
    what: "a type's options",
    known: &["describe", "describe_outer", "optional", "nullable", "default"],
};

/// Where a type stands, and so how it may be written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In `[key, type, options]`, and at the root: the options have a place of their own.
    Apart,
    /// In a type of that form: also `[type, options]`.
    Inside,
    /// In a table of fields: also `[type, options]`, options beside the kind, and a table of fields
    /// for an object.
    Table,
    /// In a table of fields, before its options.
    Before,
}

impl Place {
    /// The place of a type in a type that stands here.
    fn inside(self) -> Self {
        match self {
            Self::Apart | Self::Inside => Self::Inside,
            Self::Table | Self::Before => Self::Table,
        }
    }

    fn is_table(self) -> bool {
        matches!(self, Self::Table | Self::Before)
    }

    fn what(self) -> &'static str {
        match self {
            Self::Apart => "a type, such as \"string\" or {\"array\": \"number\"}",
            Self::Inside => {
                "a type, such as \"string\" or {\"array\": \"number\"}, or [type, options]"
            }
            Self::Before => {
                "a type, such as \"string\" or {\"array\": \"number\"}, or a table of fields"
            }
            Self::Table => {
                "a type, such as \"string\" or {\"array\": \"number\"}, or [type, options], or a \
                 table of fields"
            }
        }
    }
}

/// Whose fields a table holds.
#[derive(Clone, Copy)]
enum Owner {
    /// The member `schema`.
    Schema,
    /// The member `object` of a type.
    Object,
    /// A field, whose table has no other meaning.
    Field,
}

impl Owner {
    /// Where that stands which is no field.
    fn elsewhere(self) -> &'static str {
        match self {
            Self::Schema => "what is meant for the whole stands beside \"schema\"",
            Self::Object => "what is meant for the object itself stands beside \"object\"",
            Self::Field => {
                "for an object with a mode or options, put its fields into a table \"object\" and \
                 the rest beside it"
            }
        }
    }
}

/// What an object does with undeclared fields, by name.
pub(super) fn mode(node: &Node<'_>) -> Read<Mode> {
    let what = "\"strip\", \"passthrough\" or \"strict\"";
    match node.string_as(what)? {
        "strip" => Ok(Mode::Strip),
        "passthrough" => Ok(Mode::Passthrough),
        "strict" => Ok(Mode::Strict),
        other => Err(Fault::new(node.place, format!("expected {what}, found {other:?}"))),
    }
}

/// The type of the data as a whole.
pub(super) fn root(node: &Node<'_>) -> Read<Type> {
    type_at(node, Place::Apart)
}

/// The fields of the member `schema`.
pub(super) fn schema(node: &Node<'_>) -> Read<Vec<Field>> {
    fields(node, Owner::Schema)
}

/// An array of `[key, type]` and `[key, type, options]`, or a table of fields.
fn fields(node: &Node<'_>, owner: Owner) -> Read<Vec<Field>> {
    let what = "fields: an array of [key, type, options] or a table";
    match &node.value {
        Value::Object(_) => {
            node.members(what)?.iter().map(|member| table_field(member, owner)).collect()
        }
        _ => node.each(what, list_field),
    }
}

fn list_field(node: &Node<'_>) -> Read<Field> {
    let what = "a field: [key, type] or [key, type, options]";
    let form = "[key, type, options]";
    match node.array(what)? {
        [key, ty] => Ok(Field::new(key.string()?, type_at(ty, Place::Apart)?)),
        [key, ty, given] => {
            let key = key.string()?;
            let ty = type_at(ty, Place::Apart)?;
            Ok(Field::new(key, options(given)?.apply(ty)))
        }
        elements => Err(wrong_length(node, elements, 2, form)),
    }
}

fn table_field(member: &Member<'_>, owner: Owner) -> Read<Field> {
    let ty = type_at(&member.value, Place::Table).map_err(|mut fault| {
        // `mode = "strict"` in a table of fields: what is read is not what is meant.
        let word = member.key.as_str();
        let scalar = !matches!(member.value.value, Value::Array(_) | Value::Object(_));
        if scalar && (word == "mode" || OPTIONS.known.contains(&word)) {
            fault.message += &format!("; {word:?} is a field here, {}", owner.elsewhere());
        }
        fault
    })?;
    Ok(Field::new(member.key.as_str(), ty))
}

fn type_at(node: &Node<'_>, place: Place) -> Read<Type> {
    match &node.value {
        Value::String(name) => type_named(node, name),
        Value::Object(_) => type_of_members(node, place),
        Value::Array(elements) if matches!(place, Place::Inside | Place::Table) => {
            let before = if place.is_table() { Place::Before } else { Place::Apart };
            match elements.as_slice() {
                [ty, given] => {
                    let ty = type_at(ty, before)?;
                    Ok(options(given)?.apply(ty))
                }
                elements => Err(wrong_length(node, elements, 2, "[type, options]")),
            }
        }
        _ => Err(node.expected(place.what())),
    }
}

fn type_named(node: &Node<'_>, name: &str) -> Read<Type> {
    Ok(match name {
        "string" => Type::string(),
        "number" => Type::number(),
        "int" => Type::integer(),
        "boolean" => Type::boolean(),
        "any" | "unknown" => Type::any(),
        _ => {
            let names = list(&NAMES, "or");
            let message = format!("unknown type {name:?}; a type's name is {names}");
            return Err(Fault::new(node.place, message));
        }
    })
}

/// An object of the file: a type by its kind or, in a table of fields, an object by its fields.
fn type_of_members(node: &Node<'_>, place: Place) -> Read<Type> {
    let members = node.members(place.what())?;
    let Some(kind) = members.iter().find(|member| KINDS.contains(&member.key.as_str())) else {
        if place.is_table() {
            return Ok(Type::object(fields(node, Owner::Field)?));
        }
        return Err(match members.iter().find(|member| member.key != "mode") {
            Some(member) => TYPE.refuse(member),
            None => Fault::new(node.place, format!("a type needs one of {}", list(&KINDS, "or"))),
        });
    };
    let mut ty = None;
    let mut given_mode = None;
    let mut given = Options::default();
    for member in members {
        let word = member.key.as_str();
        if KINDS.contains(&word) {
            if ty.replace(type_of_kind(member, place)?).is_some() {
                let message = format!("a type has one kind, and {word:?} is another one");
                return Err(Fault::new(member.place, message + &escape(place)));
            }
        } else if word == "mode" {
            if kind.key != "object" {
                let message = "only an \"object\" has a \"mode\"".to_owned();
                return Err(Fault::new(member.place, message + &escape(place)));
            }
            given_mode = Some(mode(&member.value)?);
        } else if place == Place::Table && OPTIONS.known.contains(&word) {
            given.read(member)?;
        } else if place.is_table() {
            let message = format!("{:?} makes this a type, which has no {word:?}", kind.key);
            return Err(Fault::new(member.place, message + &escape(place)));
        } else {
            return Err(TYPE.refuse(member));
        }
    }
    let ty = ty.unwrap_or_else(Type::any);
    Ok(given.apply(match given_mode {
        Some(mode) => ty.mode(mode),
        None => ty,
    }))
}

/// What to write where the words of types are meant as fields.
fn escape(place: Place) -> String {
    if place.is_table() {
        "; if these are fields, put them into a table \"object\" here".to_owned()
    } else {
        String::new()
    }
}

fn type_of_kind(member: &Member<'_>, place: Place) -> Read<Type> {
    let value = &member.value;
    let inner = |node: &Node<'_>| type_at(node, place.inside());
    // A field of this name, of a type that no kind has: `enum = "string"`.
    let wrong = |mut fault: Fault| {
        if fault.place == value.place && matches!(value.value, Value::String(_)) {
            fault.message += &escape(place);
        }
        fault
    };
    match member.key.as_str() {
        "enum" => {
            let constants = value.each("an array of values", |node| Ok(node.constant()));
            Ok(Type::one_of(constants.map_err(wrong)?))
        }
        "literal" => Ok(Type::literal(value.constant())),
        "array" => Ok(Type::array(inner(value)?)),
        "record" => Ok(Type::record(inner(value)?)),
        "union" => Ok(Type::union(value.each("an array of types", inner).map_err(wrong)?)),
        _ => Ok(Type::object(fields(value, Owner::Object).map_err(wrong)?)),
    }
}

/// What stands behind a type: `{"optional": true, "describe": "…"}`.
#[derive(Default)]
pub(super) struct Options {
    describe: Option<String>,
    describe_outer: Option<String>,
    optional: bool,
    nullable: bool,
    default: Option<Constant>,
}

pub(super) fn options(node: &Node<'_>) -> Read<Options> {
    let mut options = Options::default();
    for member in node.members("a type's options, such as {\"optional\": true}")? {
        options.read(member)?;
    }
    Ok(options)
}

impl Options {
    fn read(&mut self, member: &Member<'_>) -> Read<()> {
        let value = &member.value;
        match member.key.as_str() {
            "describe" => self.describe = Some(value.string()?.to_owned()),
            "describe_outer" => self.describe_outer = Some(value.string()?.to_owned()),
            "optional" => self.optional = value.boolean()?,
            "nullable" => self.nullable = value.boolean()?,
            "default" => self.default = Some(value.constant()),
            _ => return Err(OPTIONS.refuse(member)),
        }
        Ok(())
    }

    pub(super) fn apply(self, mut ty: Type) -> Type {
        if self.optional {
            ty = ty.optional();
        }
        if self.nullable {
            ty = ty.nullable();
        }
        if let Some(value) = self.default {
            ty = ty.default(value);
        }
        // Two places for one text: the outer one describes the field as it is declared.
        if let Some(text) = self.describe_outer.or(self.describe) {
            ty = ty.describe(text);
        }
        ty
    }
}

/// The fault of an array that is not of the form `form`, which has at least `least` elements.
#[cold]
fn wrong_length(node: &Node<'_>, elements: &[Node<'_>], least: usize, form: &str) -> Fault {
    if elements.len() < least {
        return Fault::new(node.place, format!("an element is missing: {form}"));
    }
    let place = elements.last().map_or(node.place, |element| element.place);
    Fault::new(place, format!("an element too many: {form}"))
}
