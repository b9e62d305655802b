//! What a scalar may be: kinds, and constants to be compared with data.

use crate::scan::tape::TokenKind;
use crate::text::number::Decimal;
use crate::text::string;

use super::keys::KeyTable;

/// Some kinds of scalars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScalarKinds(u8);

impl ScalarKinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const STRING: Self = Self(1);
    pub(crate) const NUMBER: Self = Self(2);
    pub(crate) const BOOLEAN: Self = Self(4);
    pub(crate) const NULL: Self = Self(8);

    /// The kinds that are of either set.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds that are of both sets.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether all kinds of the other set are of this one.
    pub(crate) fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[inline]
    pub(crate) fn has(self, kind: TokenKind) -> bool {
        let kinds = match kind {
            TokenKind::String => Self::STRING,
            TokenKind::Number => Self::NUMBER,
            TokenKind::True | TokenKind::False => Self::BOOLEAN,
            TokenKind::Null => Self::NULL,
            TokenKind::Key | TokenKind::Array | TokenKind::Object => return false,
        };
        self.covers(kinds)
    }

    /// Their names, in words.
    pub(crate) fn words(self) -> String {
        let names = [
            (Self::STRING, "string"),
            (Self::NUMBER, "number"),
            (Self::BOOLEAN, "boolean"),
            (Self::NULL, "null"),
        ];
        let own = names.into_iter().filter(|(kind, _)| self.covers(*kind));
        own.map(|(_, name)| name).collect::<Vec<_>>().join(" or ")
    }
}

/// The constants of an enum or a literal.
#[derive(Debug)]
pub(crate) struct Choice {
    /// As declared, for people.
    pub(crate) constants: Box<[Constant]>,
    pub(crate) is_literal: bool,
    strings: KeyTable,
}

impl Choice {
    pub(crate) fn new(constants: Vec<Constant>, is_literal: bool) -> Self {
        let mut texts: Vec<&str> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for constant in &constants {
            if let Constant::String(text) = constant
                && seen.insert(text)
            {
                texts.push(text);
            }
        }
        let strings = KeyTable::new(texts.into_iter());
        Self { constants: constants.into(), is_literal, strings }
    }

    /// Whether one of the constants is the scalar with this JSON text.
    pub(crate) fn has(&self, json: &[u8]) -> bool {
        match json {
            [b'"', body @ .., b'"'] => match memchr::memchr(b'\\', body) {
                None => self.strings.find(body).is_some(),
                Some(_) => self.has_string(&string::Decoder::new(body).collect::<String>()),
            },
            [b'-' | b'0'..=b'9', ..] => {
                let value = Decimal::of(json);
                self.constants.iter().any(|constant| match constant {
                    Constant::Number(own) => Decimal::of(own.as_bytes()) == value,
                    _ => false,
                })
            }
            b"true" => self.constants.contains(&Constant::True),
            b"false" => self.constants.contains(&Constant::False),
            b"null" => self.constants.contains(&Constant::Null),
            _ => false,
        }
    }

    #[cold]
    fn has_string(&self, text: &str) -> bool {
        self.strings.find(text.as_bytes()).is_some()
    }

    /// Whether one of the constants is the string with this raw text, which has no escapes.
    #[inline]
    pub(crate) fn has_plain(&self, raw: &[u8]) -> bool {
        self.strings.find(raw).is_some()
    }

    /// Whether all constants are strings whose raw text in JSON may be the same: without a
    /// backslash, which always begins an escape there.
    pub(crate) fn is_plain(&self) -> bool {
        self.constants
            .iter()
            .all(|constant| matches!(constant, Constant::String(text) if !text.contains('\\')))
    }
}

/// A scalar of the schema, ready to be compared with data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    String(Box<str>),
    /// Number text of the grammar.
    Number(Box<str>),
    True,
    False,
    Null,
}

impl Constant {
    /// Whether the two are the same value.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => {
                Decimal::of(left.as_bytes()) == Decimal::of(right.as_bytes())
            }
            _ => self == other,
        }
    }

    /// Its JSON text; of a number, the text that it was declared with.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::String(text) => string::quote(text),
            Self::Number(text) => (**text).to_owned(),
            Self::True => "true".to_owned(),
            Self::False => "false".to_owned(),
            Self::Null => "null".to_owned(),
        }
    }
}
