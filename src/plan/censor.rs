//! What stands in the place of a redacted value.

use std::borrow::Cow;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Rendered;
use crate::scan::tape::TokenKind;

/// What stands in a value's place.
#[derive(Clone, Debug)]
pub(crate) enum Censor {
    /// A fixed text, as a JSON string.
    Text(Rendered),
    /// Nothing: the member is left out.
    Remove,
    /// A hash of the value and its path; of null and of containers, which have none, a text.
    Hash(KeyedHash, Rendered),
    /// Stars, then at most this many of the last characters.
    KeepLast(usize),
    /// What a function makes of the value.
    Function(Function),
}

impl Censor {
    /// Whether it asks for the path of the value that it replaces.
    pub(crate) fn asks_for_path(&self) -> bool {
        matches!(self, Self::Hash(..) | Self::Function(_))
    }
}

/// HMAC-SHA-256 with a key that was taken in already; of the key itself nothing is kept.
#[derive(Clone)]
pub(crate) struct KeyedHash(Arc<Hmac<Sha256>>);

/// A shorter key could be found by trying.
pub(crate) const SHORTEST_KEY: usize = 16;

/// How many bytes of a hash are shown.
const SHOWN_BYTES: usize = 16;

impl KeyedHash {
    /// None if the key is too short.
    pub(crate) fn new(key: &[u8]) -> Option<Self> {
        if key.len() < SHORTEST_KEY {
            return None;
        }
        Some(Self(Arc::new(Hmac::new_from_slice(key).ok()?)))
    }

    pub(crate) fn begin(&self) -> HashInput {
        HashInput(Hmac::clone(&self.0))
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for KeyedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyedHash")
    }
}

/// A hash that takes in its text.
pub(crate) struct HashInput(Hmac<Sha256>);

impl HashInput {
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash in lower-case hexadecimal digits.
    pub(crate) fn finish(self) -> impl Iterator<Item = char> + Clone {
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value & 15)]);
        let hash: [u8; 32] = self.0.finalize().into_bytes().into();
        hash.into_iter().take(SHOWN_BYTES).flat_map(move |byte| [digit(byte >> 4), digit(byte)])
    }
}

impl fmt::Write for HashInput {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes());
        Ok(())
    }
}

type Call = dyn Fn(&Censored<'_>, &str) -> String + Send + Sync;

/// A function of the program's own.
///
/// Whether it is usable after a panic inside it is its own affair: a render keeps nothing of it.
pub(crate) struct Function(AssertUnwindSafe<Arc<Call>>);

impl Function {
    pub(crate) fn new(
        function: impl Fn(&Censored<'_>, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self(AssertUnwindSafe(Arc::new(function)))
    }

    pub(crate) fn call(&self, value: &Censored<'_>, path: &str) -> String {
        (self.0.0)(value, path)
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.0, &other.0.0)
    }
}

impl Clone for Function {
    fn clone(&self) -> Self {
        Self(AssertUnwindSafe(Arc::clone(&self.0.0)))
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Function")
    }
}

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number of any size.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl From<TokenKind> for ValueKind {
    fn from(kind: TokenKind) -> Self {
        match kind {
            TokenKind::Null => Self::Null,
            TokenKind::True | TokenKind::False => Self::Boolean,
            TokenKind::Number => Self::Number,
            TokenKind::Key | TokenKind::String => Self::String,
            TokenKind::Array => Self::Array,
            TokenKind::Object => Self::Object,
        }
    }
}

/// A value that a [`Censor::function`](crate::Censor::function) is to replace.
///
/// Its `Debug` form shows the kind and not the text.
pub struct Censored<'a> {
    kind: ValueKind,
    text: Cow<'a, str>,
}

impl<'a> Censored<'a> {
    pub(crate) fn new(kind: ValueKind, text: Cow<'a, str>) -> Self {
        Self { kind, text }
    }

    /// What kind of value it is.
    #[must_use]
    pub fn kind(&self) -> ValueKind {
        self.kind
    }

    /// The value as text: a string without its quotes, its escapes read; a number in the one form
    /// that all spellings of its value share (`4500`, `1e+21`, zero without a sign); `true`,
    /// `false`, `null`; the elements of an array joined by `,`, those of arrays within as well and
    /// null as nothing; an object as compact JSON.
    ///
    /// Of objects, those within arrays too, it is what the schema keeps, in the schema's order,
    /// with nothing redacted.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Censored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Censored").field("kind", &self.kind).finish_non_exhaustive()
    }
}
