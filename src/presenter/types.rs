//! The schema language: what a field may be.
//!
//! A schema is a whitelist. Whatever it does not declare does not exist for the agent, at any level.

use crate::plan::ScalarKinds;

/// A constant of the schema: a default, a literal or an enum value.
///
/// Holds JSON text as declared, so `1.0` stays `1.0` and integers keep all their digits.
/// Conversions from Rust strings, integers, finite floats and booleans are provided; any other
/// JSON comes in with [`Constant::json`] and is checked when the Presenter is built.
///
/// ```
/// use mcp_presenter::{Constant, t};
///
/// let status = t::one_of("status", ["draft", "paid"]).default("draft");
/// let tags = t::array("tags", mcp_presenter::Type::string()).default(Constant::json("[]"));
/// # let _ = (status, tags);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub(crate) json: String,
}

impl Constant {
    /// A constant from JSON text. The text is parsed when the Presenter is built; text that is not
    /// one JSON value is a build error there.
    #[must_use]
    pub fn json(text: impl Into<String>) -> Self {
        Self { json: text.into() }
    }

    /// The JSON `null`.
    #[must_use]
    pub fn null() -> Self {
        Self::json("null")
    }
}

impl From<&str> for Constant {
    fn from(text: &str) -> Self {
        Self { json: crate::text::string::quote(text) }
    }
}

impl From<String> for Constant {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

macro_rules! constant_from_display {
    ($($number:ty),*) => {$(
        impl From<$number> for Constant {
            fn from(value: $number) -> Self {
                Self { json: value.to_string() }
            }
        }
    )*};
}
constant_from_display!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool);

macro_rules! constant_from_float {
    ($($number:ty),*) => {$(
        impl From<$number> for Constant {
            /// The shortest text that reads back to `value`, as ECMAScript prints it. A value
            /// without a JSON form (`NaN`, infinity) is an error when the Presenter is built.
            fn from(value: $number) -> Self {
                Self { json: crate::text::number::shortest(value) }
            }
        }
    )*};
}
constant_from_float!(f32, f64);

/// What an object does with fields that its schema does not declare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Leave them out. The default.
    #[default]
    Strip,
    /// Write them after the declared ones, in input order.
    Passthrough,
    /// Refuse the data.
    Strict,
}

/// The type of a value: a kind, and whether it may be absent or null.
///
/// ```
/// use mcp_presenter::{Type, t};
///
/// let lines = Type::array(Type::object([t::string("sku"), t::integer("quantity")]));
/// # let _ = lines;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    pub(crate) kind: Kind,
    pub(crate) optional: bool,
    pub(crate) nullable: bool,
    pub(crate) default: Option<Constant>,
    pub(crate) describe: Option<String>,
    /// Values of other kinds are accepted if they say the same: a field of a Model.
    pub(crate) casts: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    String,
    Number,
    Integer,
    Boolean,
    Scalar(ScalarKinds),
    Any,
    Enum(Vec<Constant>),
    Literal(Constant),
    Array(Box<Type>),
    Object(Vec<Field>, Mode),
    Record(Box<Type>),
    Union(Vec<Type>),
}

impl From<Kind> for Type {
    fn from(kind: Kind) -> Self {
        Self { kind, optional: false, nullable: false, default: None, describe: None, casts: false }
    }
}

impl Type {
    /// A string.
    #[must_use]
    pub fn string() -> Self {
        Kind::String.into()
    }

    /// A number of any form and size. Its text is kept as it came.
    #[must_use]
    pub fn number() -> Self {
        Kind::Number.into()
    }

    /// A number without a fraction, of any size: `3`, `3.0` and `1e2` are integers.
    #[must_use]
    pub fn integer() -> Self {
        Kind::Integer.into()
    }

    /// `true` or `false`.
    #[must_use]
    pub fn boolean() -> Self {
        Kind::Boolean.into()
    }

    /// Any value, kept whole. Redaction still reaches into it.
    #[must_use]
    pub fn any() -> Self {
        Kind::Any.into()
    }

    /// One of the given scalar constants. Numbers compare by value.
    #[must_use]
    pub fn one_of<C: Into<Constant>>(values: impl IntoIterator<Item = C>) -> Self {
        Kind::Enum(values.into_iter().map(Into::into).collect()).into()
    }

    /// Exactly the given scalar constant. Numbers compare by value.
    #[must_use]
    pub fn literal(value: impl Into<Constant>) -> Self {
        Kind::Literal(value.into()).into()
    }

    /// An array whose elements are all of type `item`.
    #[must_use]
    pub fn array(item: Type) -> Self {
        Kind::Array(Box::new(item)).into()
    }

    /// An object with the given fields, written in this order. Undeclared fields are left out
    /// unless [`Type::mode`] says otherwise.
    #[must_use]
    pub fn object(fields: impl IntoIterator<Item = Field>) -> Self {
        Kind::Object(fields.into_iter().collect(), Mode::Strip).into()
    }

    /// An object with any keys, whose values are all of type `value`.
    #[must_use]
    pub fn record(value: Type) -> Self {
        Kind::Record(Box::new(value)).into()
    }

    /// The first of `members` that accepts the value. Members that are objects must be told apart
    /// by a required literal or enum field.
    #[must_use]
    pub fn union(members: impl IntoIterator<Item = Type>) -> Self {
        Kind::Union(members.into_iter().collect()).into()
    }

    /// The same as an agent writes it, at any depth: fields under their own keys and no others, and
    /// with defaults only where they are filled in.
    fn into_input(mut self, with_defaults: bool) -> Self {
        self.kind = match self.kind {
            Kind::Object(fields, _) => {
                let fields = fields.into_iter().map(|field| field.into_input(with_defaults));
                Kind::Object(fields.collect(), Mode::Strict)
            }
            Kind::Array(item) => Kind::Array(Box::new(item.into_input(with_defaults))),
            other => other,
        };
        if !with_defaults {
            self.default = None;
        }
        self
    }

    /// What to do with undeclared fields. No effect on a type that is not an object.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        if let Kind::Object(_, own) = &mut self.kind {
            *own = mode;
        }
        self
    }

    /// The value may be absent. It may not be null unless it is also [`nullable`](Type::nullable).
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// The value may be null.
    #[must_use]
    pub fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// Written where the value is absent, also if it is optional. Checked against the type when
    /// the Presenter is built.
    #[must_use]
    pub fn default(mut self, value: impl Into<Constant>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// What the agent should know about the value. On a root field it becomes the rule
    /// `field: text`.
    #[must_use]
    pub fn describe(mut self, text: impl Into<String>) -> Self {
        self.describe = Some(text.into());
        self
    }
}

/// A named field of an object. Made by the functions of [`t`], refined by its methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub(crate) key: String,
    /// The key that the data has it under, if that is another one.
    pub(crate) alias: Option<String>,
    pub(crate) ty: Type,
}

impl Field {
    /// A field named `key` of type `ty`.
    #[must_use]
    pub fn new(key: impl Into<String>, ty: Type) -> Self {
        Self { key: key.into(), alias: None, ty }
    }

    /// The key that the data has it under.
    pub(crate) fn source(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.key)
    }

    /// See [`Type::into_input`].
    pub(crate) fn into_input(self, with_defaults: bool) -> Self {
        Self { alias: None, ..self.map(|ty| ty.into_input(with_defaults)) }
    }

    fn map(mut self, change: impl FnOnce(Type) -> Type) -> Self {
        self.ty = change(self.ty);
        self
    }

    /// See [`Type::mode`].
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        self.map(|ty| ty.mode(mode))
    }

    /// See [`Type::optional`].
    #[must_use]
    pub fn optional(self) -> Self {
        self.map(Type::optional)
    }

    /// See [`Type::nullable`].
    #[must_use]
    pub fn nullable(self) -> Self {
        self.map(Type::nullable)
    }

    /// See [`Type::default`].
    #[must_use]
    pub fn default(self, value: impl Into<Constant>) -> Self {
        self.map(|ty| ty.default(value))
    }

    /// See [`Type::describe`].
    #[must_use]
    pub fn describe(self, text: impl Into<String>) -> Self {
        self.map(|ty| ty.describe(text))
    }
}

/// Fields by their type: `t::string("id")`, `t::one_of("status", ["draft", "paid"])`.
pub mod t {
    use super::{Constant, Field, Type};

    /// A string field.
    #[must_use]
    pub fn string(key: impl Into<String>) -> Field {
        Field::new(key, Type::string())
    }

    /// A number field of any form and size.
    #[must_use]
    pub fn number(key: impl Into<String>) -> Field {
        Field::new(key, Type::number())
    }

    /// A field that holds a number without a fraction.
    #[must_use]
    pub fn integer(key: impl Into<String>) -> Field {
        Field::new(key, Type::integer())
    }

    /// A boolean field.
    #[must_use]
    pub fn boolean(key: impl Into<String>) -> Field {
        Field::new(key, Type::boolean())
    }

    /// A field of any type, kept whole.
    #[must_use]
    pub fn any(key: impl Into<String>) -> Field {
        Field::new(key, Type::any())
    }

    /// A field that holds one of the given constants.
    #[must_use]
    pub fn one_of<C: Into<Constant>>(
        key: impl Into<String>,
        values: impl IntoIterator<Item = C>,
    ) -> Field {
        Field::new(key, Type::one_of(values))
    }

    /// A field that holds exactly the given constant.
    #[must_use]
    pub fn literal(key: impl Into<String>, value: impl Into<Constant>) -> Field {
        Field::new(key, Type::literal(value))
    }

    /// An array field.
    #[must_use]
    pub fn array(key: impl Into<String>, item: Type) -> Field {
        Field::new(key, Type::array(item))
    }

    /// An object field with the given fields of its own.
    #[must_use]
    pub fn object(key: impl Into<String>, fields: impl IntoIterator<Item = Field>) -> Field {
        Field::new(key, Type::object(fields))
    }

    /// A field that holds an object with any keys and values of one type.
    #[must_use]
    pub fn record(key: impl Into<String>, value: Type) -> Field {
        Field::new(key, Type::record(value))
    }

    /// A field of the first member type that accepts its value.
    #[must_use]
    pub fn union(key: impl Into<String>, members: impl IntoIterator<Item = Type>) -> Field {
        Field::new(key, Type::union(members))
    }
}
