//! The fields of a Model: what they are, and what they are called.

use crate::plan::ScalarKinds;
use crate::presenter::types::{Constant, Field, Kind, Type};

/// A field of a [`Model`](super::Model). Made by the functions of [`cast`], refined by its methods.
#[derive(Clone, Debug)]
#[must_use]
pub struct Cast {
    pub(super) field: Field,
    pub(super) kind: CastKind,
}

/// What is to be known of a field besides its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CastKind {
    Plain,
    Date,
    Timestamp,
    Uuid,
    /// An object, or a list of objects, of no declared fields.
    Shapeless,
}

impl CastKind {
    /// How an agent is to write it.
    pub(super) fn hint(self) -> Option<&'static str> {
        match self {
            Self::Plain | Self::Shapeless => None,
            Self::Date => Some("date, YYYY-MM-DD"),
            Self::Timestamp => Some("date and time, as 2026-01-31T09:30:00Z"),
            Self::Uuid => Some("UUID"),
        }
    }
}

impl Cast {
    fn new(key: impl Into<String>, ty: Type) -> Self {
        Self { field: Field::new(key, ty), kind: CastKind::Plain }
    }

    /// One that may be absent or null.
    fn free(key: impl Into<String>, ty: Type) -> Self {
        Self::new(key, ty.optional().nullable())
    }

    fn text_of_kind(key: impl Into<String>, kind: CastKind) -> Self {
        Self { kind, ..Self::free(key, Type::string()) }
    }

    /// What the agent should know about the field. It becomes the rule `field: text`.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.field = self.field.describe(text);
        self
    }

    /// Written where the field is absent, and filled in where an agent creates an entity without
    /// it. It must be of the field's type, with all fields in it under their own keys.
    pub fn default(mut self, value: impl Into<Constant>) -> Self {
        self.field = self.field.default(value);
        self
    }

    /// The key that the data has the field under, if it is another one than the agent sees.
    pub fn alias(mut self, key: impl Into<String>) -> Self {
        self.field.alias = Some(key.into());
        self
    }
}

/// Fields of a Model by their type: `cast::number("amount_cents")`.
///
/// A cast converts a value on reading if nothing is lost by that, and there are four conversions:
/// a string that is JSON number text becomes that number, as it is written (`"1.0"` is `1.0`); a
/// number becomes the string of its text; 1 and 0, and `"true"` and `"false"`, become a boolean.
/// Any other value of another type does not fit.
///
/// A field may be absent or null, unless its function says otherwise.
pub mod cast {
    use super::{Cast, CastKind, Constant, Kind, ScalarKinds, Type};

    fn converting(ty: Type) -> Type {
        Type { casts: true, ..ty }
    }

    /// A string. Numbers become one.
    pub fn string(key: impl Into<String>) -> Cast {
        Cast::free(key, converting(Type::string()))
    }

    /// A long text: the same as a [`string`].
    pub fn text(key: impl Into<String>) -> Cast {
        string(key)
    }

    /// A number of any form and size. Strings that are the text of one become one.
    pub fn number(key: impl Into<String>) -> Cast {
        Cast::free(key, converting(Type::number()))
    }

    /// `true` or `false`. 1, 0, `"true"` and `"false"` become one. It may be absent, not null.
    pub fn boolean(key: impl Into<String>) -> Cast {
        Cast::new(key, converting(Type::boolean()).optional())
    }

    /// A date, which is any string: its form is the data's matter.
    pub fn date(key: impl Into<String>) -> Cast {
        Cast::text_of_kind(key, CastKind::Date)
    }

    /// A date with a time, which is any string.
    pub fn timestamp(key: impl Into<String>) -> Cast {
        Cast::text_of_kind(key, CastKind::Timestamp)
    }

    /// A UUID, which is any string.
    pub fn uuid(key: impl Into<String>) -> Cast {
        Cast::text_of_kind(key, CastKind::Uuid)
    }

    /// What an entity is found by: a string or a number, as it came. It is required.
    pub fn id(key: impl Into<String>) -> Cast {
        Cast::new(key, Kind::Scalar(ScalarKinds::STRING.or(ScalarKinds::NUMBER)).into())
    }

    /// One of the given constants. Numbers compare by value.
    pub fn one_of<C: Into<Constant>>(
        key: impl Into<String>,
        values: impl IntoIterator<Item = C>,
    ) -> Cast {
        Cast::free(key, Type::one_of(values))
    }

    /// An object with fields of its own.
    pub fn object(key: impl Into<String>, shape: impl IntoIterator<Item = Cast>) -> Cast {
        let ty = object_of(shape);
        let kind = kind_of(&ty);
        Cast { kind, ..Cast::free(key, ty) }
    }

    /// A list of objects with these fields. It may be absent, not null.
    pub fn list(key: impl Into<String>, shape: impl IntoIterator<Item = Cast>) -> Cast {
        let item = object_of(shape);
        let kind = kind_of(&item);
        Cast { kind, ..Cast::new(key, Type::array(item).optional()) }
    }

    /// A list of scalars: strings, numbers, booleans and nulls, as they came. It may be absent, not
    /// null.
    pub fn values(key: impl Into<String>) -> Cast {
        let scalars = ScalarKinds::STRING.or(ScalarKinds::NUMBER);
        let scalars = scalars.or(ScalarKinds::BOOLEAN).or(ScalarKinds::NULL);
        Cast::new(key, Type::array(Kind::Scalar(scalars).into()).optional())
    }

    fn object_of(shape: impl IntoIterator<Item = Cast>) -> Type {
        Type::object(shape.into_iter().map(|cast| cast.field))
    }

    fn kind_of(object: &Type) -> CastKind {
        match &object.kind {
            Kind::Object(fields, _) if fields.is_empty() => CastKind::Shapeless,
            _ => CastKind::Plain,
        }
    }
}
