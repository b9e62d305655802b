//! What a field may be, and what does not fit.

use super::number::Decimal;
use super::parse::{Data, Member, Text, Value, distinct, last, parse};
use super::write;
use super::{FAILURES_LISTED, Failure};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Strip,
    Passthrough,
    Strict,
}

#[derive(Clone, Debug)]
pub enum Shape {
    String,
    Number,
    Integer,
    Boolean,
    /// A string or a number.
    Id,
    /// Anything but arrays and objects.
    Scalar,
    Any,
    Enum(Vec<Value>),
    Literal(Value),
    Array(Box<Type>),
    Object(Vec<Field>, Mode),
    Record(Box<Type>),
    Union(Vec<Type>),
}

#[derive(Clone, Debug)]
pub struct Type {
    pub shape: Shape,
    pub optional: bool,
    pub nullable: bool,
    pub default: Option<Value>,
    pub describe: Option<String>,
    /// Values of other kinds are accepted if they say the same.
    pub casts: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub key: String,
    /// The key of the data, if that is another one.
    pub alias: Option<String>,
    pub ty: Type,
}

impl From<Shape> for Type {
    fn from(shape: Shape) -> Self {
        Self {
            shape,
            optional: false,
            nullable: false,
            default: None,
            describe: None,
            casts: false,
        }
    }
}

impl Type {
    /// A type of the presenter file: its name or its one-member object.
    pub fn read(value: &Value) -> Result<Self, String> {
        match &value.data {
            Data::String(name) => Ok(match name.text.as_str() {
                "string" => Shape::String,
                "number" => Shape::Number,
                "int" => Shape::Integer,
                "boolean" => Shape::Boolean,
                "any" | "unknown" => Shape::Any,
                other => return Err(format!("unknown type {other}")),
            }
            .into()),
            Data::Object(members) => Self::read_composite(members),
            _ => Err("a type is a name or an object".into()),
        }
    }

    fn read_composite(members: &[Member]) -> Result<Self, String> {
        let mut shape = None;
        let mut mode = Mode::Strip;
        for Member { key, value } in members {
            shape = Some(match key.text.as_str() {
                "enum" => Shape::Enum(array(value)?.to_vec()),
                "literal" => Shape::Literal(value.clone()),
                "array" => Shape::Array(Box::new(Self::read_with_options(value)?)),
                "object" => Shape::Object(Field::read_all(value)?, Mode::Strip),
                "record" => Shape::Record(Box::new(Self::read_with_options(value)?)),
                "union" => {
                    let members: Result<_, _> =
                        array(value)?.iter().map(Self::read_with_options).collect();
                    Shape::Union(members?)
                }
                "mode" => {
                    mode = Mode::read(value)?;
                    continue;
                }
                other => return Err(format!("unknown type {other}")),
            });
        }
        if let Some(Shape::Object(_, own)) = &mut shape {
            *own = mode;
        }
        shape.map(Self::from).ok_or_else(|| "a type without a kind".into())
    }

    /// `type` or `[type, opts]`.
    fn read_with_options(value: &Value) -> Result<Self, String> {
        let Data::Array(parts) = &value.data else {
            return Self::read(value);
        };
        let [ty, options] = parts.as_slice() else {
            return Err("expected [type, options]".into());
        };
        let mut ty = Self::read(ty)?;
        ty.read_options(options)?;
        Ok(ty)
    }

    pub fn read_options(&mut self, options: &Value) -> Result<(), String> {
        for Member { key, value } in object(options)? {
            match key.text.as_str() {
                "optional" => self.optional = boolean(value)?,
                "nullable" => self.nullable = boolean(value)?,
                "default" => self.default = Some(value.clone()),
                "describe" | "describe_outer" => self.describe = Some(string(value)?.to_owned()),
                other => return Err(format!("unknown option {other}")),
            }
        }
        Ok(())
    }

    /// What a failure says it expected.
    pub fn expected(&self) -> String {
        let text = match &self.shape {
            Shape::String => "string".into(),
            Shape::Number => "number".into(),
            Shape::Integer => "integer".into(),
            Shape::Boolean => "boolean".into(),
            Shape::Id => "string or number".into(),
            Shape::Scalar => "string or number or boolean or null".into(),
            Shape::Any => "any value".into(),
            Shape::Enum(values) => {
                let values: Vec<String> = values.iter().map(write::constant).collect();
                format!("one of {}", values.join(", "))
            }
            Shape::Literal(value) => format!("exactly {}", write::constant(value)),
            Shape::Array(_) => "array".into(),
            Shape::Object(..) | Shape::Record(_) => "object".into(),
            Shape::Union(_) => "one of the union's types".into(),
        };
        if self.nullable || self.has_nullable_union() { text + " or null" } else { text }
    }

    /// A union in a union counts as part of it, and so does the null that it takes.
    fn has_nullable_union(&self) -> bool {
        let Shape::Union(members) = &self.shape else { return false };
        let is_union = |member: &&Self| matches!(member.shape, Shape::Union(_));
        members.iter().filter(is_union).any(|union| union.nullable || union.has_nullable_union())
    }

    /// Whether a value is of this type.
    pub fn accepts(&self, value: &Value) -> bool {
        let mut failures = Failures::default();
        self.check(value, &Place::default(), &mut failures);
        failures.total == 0
    }

    /// Adds everything below `value` that is not as declared.
    pub fn check(&self, value: &Value, place: &Place, failures: &mut Failures) {
        if self.nullable && value.is_null() {
            return;
        }
        match (&self.shape, &value.data) {
            (Shape::Any, _)
            | (Shape::String, Data::String(_))
            | (Shape::Number, Data::Number(_))
            | (Shape::Boolean, Data::Bool(_))
            | (Shape::Id, Data::String(_) | Data::Number(_))
            | (Shape::Scalar, Data::String(_) | Data::Number(_) | Data::Bool(_) | Data::Null) => {}
            (Shape::Integer, Data::Number(text)) if Decimal::of(text).is_integer() => {}
            (Shape::Enum(values), _) if values.iter().any(|v| same(v, value)) => {}
            (Shape::Literal(constant), _) if same(constant, value) => {}
            (Shape::Union(members), _) if members.iter().any(|m| m.accepts(value)) => {}
            (Shape::Array(element), Data::Array(values)) => {
                for (i, value) in values.iter().enumerate() {
                    element.check(value, &place.index(i), failures);
                }
            }
            (Shape::Record(each), Data::Object(members)) => {
                for (_, value) in distinct(members) {
                    each.check(value, &place.undeclared(), failures);
                }
            }
            (Shape::Object(fields, mode), Data::Object(members)) => {
                for field in fields {
                    let place = place.key(&field.key);
                    match last(members, field.source()) {
                        Some(value) => field.ty.check(value, &place, failures),
                        None if field.ty.optional || field.ty.default.is_some() => {}
                        None => {
                            failures.add(&place, value.offset, field.ty.expected(), "nothing");
                        }
                    }
                }
                if *mode == Mode::Strict {
                    for Member { key, value } in members {
                        if !fields.iter().any(|f| f.source() == key.text) {
                            let expected = "no undeclared field".into();
                            let received = value.type_name();
                            failures.add(&place.undeclared(), value.offset, expected, received);
                        }
                    }
                }
            }
            _ if self.cast(value).is_some() => {}
            _ => failures.add(place, value.offset, self.expected(), value.type_name()),
        }
    }

    /// The value of this type that says the same as one of another type.
    pub fn cast(&self, value: &Value) -> Option<Value> {
        if !self.casts {
            return None;
        }
        let data = match (&self.shape, &value.data) {
            (Shape::String, Data::Number(number)) => {
                Data::String(Text { offset: value.offset, text: number.clone(), lone: 0 })
            }
            (Shape::Number, Data::String(text)) if is_number(&text.text) => {
                Data::Number(text.text.clone())
            }
            (Shape::Boolean, Data::Number(number)) if equals(number, "1") => Data::Bool(true),
            (Shape::Boolean, Data::Number(number)) if equals(number, "0") => Data::Bool(false),
            (Shape::Boolean, Data::String(text)) if text.text == "true" => Data::Bool(true),
            (Shape::Boolean, Data::String(text)) if text.text == "false" => Data::Bool(false),
            _ => return None,
        };
        Some(Value { data, ..*value })
    }
}

/// Whether the text is a number of JSON and nothing else.
fn is_number(text: &str) -> bool {
    parse(text.as_bytes(), 1).is_ok_and(|value| {
        matches!(value.data, Data::Number(_)) && (value.offset, value.end) == (0, text.len())
    })
}

fn equals(number: &str, other: &str) -> bool {
    Decimal::of(number) == Decimal::of(other)
}

impl Mode {
    pub fn read(value: &Value) -> Result<Self, String> {
        match string(value)? {
            "strip" => Ok(Self::Strip),
            "passthrough" => Ok(Self::Passthrough),
            "strict" => Ok(Self::Strict),
            other => Err(format!("unknown mode {other}")),
        }
    }
}

impl Field {
    /// The key of the data.
    pub fn source(&self) -> &str {
        self.alias.as_ref().unwrap_or(&self.key)
    }

    /// `[[key, type, opts?]…]`.
    pub fn read_all(value: &Value) -> Result<Vec<Self>, String> {
        let mut fields = Vec::new();
        for field in array(value)? {
            let (key, ty, options) = match array(field)? {
                [key, ty] => (key, ty, None),
                [key, ty, options] => (key, ty, Some(options)),
                _ => return Err("a field is [key, type, opts?]".into()),
            };
            let mut ty = Type::read(ty)?;
            if let Some(options) = options {
                ty.read_options(options)?;
            }
            fields.push(Self { key: string(key)?.to_owned(), alias: None, ty });
        }
        Ok(fields)
    }
}

/// Where a value stands, as failures write it.
#[derive(Clone, Debug, Default)]
pub struct Place {
    path: String,
    item: Option<usize>,
}

impl Place {
    pub fn index(&self, i: usize) -> Self {
        // An element of a root array is an item.
        let item = if self.path.is_empty() { Some(i) } else { self.item };
        Self { path: format!("{}[{i}]", self.path), item }
    }

    pub fn key(&self, key: &str) -> Self {
        let odd = |c: char| ".[]*\"'".contains(c) || c.is_whitespace() || c.is_control();
        if key.is_empty() || key.contains(odd) {
            let quoted = write::canonical(key, false);
            return Self { path: format!("{}[{quoted}]", self.path), item: self.item };
        }
        self.bare(key)
    }

    /// Any index: two elements of an array at the same place.
    pub fn any_index(&self) -> Self {
        Self { path: format!("{}[*]", self.path), item: self.item }
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    fn undeclared(&self) -> Self {
        self.bare("{key}")
    }

    fn bare(&self, segment: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { path: format!("{}{dot}{segment}", self.path), item: self.item }
    }
}

/// The first failures, and how many there are.
#[derive(Debug, Default)]
pub struct Failures {
    pub listed: Vec<Failure>,
    pub total: usize,
}

impl Failures {
    fn add(&mut self, place: &Place, offset: usize, expected: String, received: &'static str) {
        self.total += 1;
        if self.listed.len() < FAILURES_LISTED {
            let Place { path, item } = place.clone();
            self.listed.push(Failure { path, item, offset, expected, received });
        }
    }
}

/// Whether two scalars are equal; numbers by value. Containers never are.
fn same(a: &Value, b: &Value) -> bool {
    match (&a.data, &b.data) {
        (Data::Null, Data::Null) => true,
        (Data::Bool(a), Data::Bool(b)) => a == b,
        (Data::String(a), Data::String(b)) => a.text == b.text,
        (Data::Number(a), Data::Number(b)) => Decimal::of(a) == Decimal::of(b),
        _ => false,
    }
}

pub fn string(value: &Value) -> Result<&str, String> {
    match &value.data {
        Data::String(text) => Ok(&text.text),
        _ => Err(format!("expected a string, not {}", value.type_name())),
    }
}

pub fn boolean(value: &Value) -> Result<bool, String> {
    match value.data {
        Data::Bool(b) => Ok(b),
        _ => Err(format!("expected a boolean, not {}", value.type_name())),
    }
}

pub fn array(value: &Value) -> Result<&[Value], String> {
    match &value.data {
        Data::Array(values) => Ok(values),
        _ => Err(format!("expected an array, not {}", value.type_name())),
    }
}

pub fn object(value: &Value) -> Result<&[Member], String> {
    match &value.data {
        Data::Object(members) => Ok(members),
        _ => Err(format!("expected an object, not {}", value.type_name())),
    }
}

pub fn count(value: &Value) -> Result<usize, String> {
    match &value.data {
        Data::Number(text) => text.parse().map_err(|_| format!("{text} is no count")),
        _ => Err(format!("expected a number, not {}", value.type_name())),
    }
}
