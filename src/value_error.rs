//! What is wrong with a value, for those who gave it.

use std::fmt;

/// A Rust value that cannot be written as JSON. Nothing has been written when it is returned.
///
/// Holds the names of fields and variants, which are the program's own, and the numbers of elements;
/// no key of a map, no value, and nothing of what the value's `Serialize` says of it.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use mcp_presenter::{ValueErrorKind, write_json};
///
/// #[derive(serde::Serialize)]
/// struct Order {
///     lines: Vec<BTreeMap<(u32, u32), u32>>,
/// }
///
/// let order = Order { lines: vec![BTreeMap::new(), BTreeMap::from([((1, 2), 3)])] };
/// let mut out = b"before".to_vec();
/// let error = write_json(&order, &mut out).unwrap_err();
/// assert_eq!(error.kind(), ValueErrorKind::InvalidKey);
/// assert_eq!(error.to_string(), "lines[1].{key}: a key that is no string");
/// assert_eq!(out, b"before");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    pub(crate) kind: ValueErrorKind,
    pub(crate) path: String,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueErrorKind {
    /// Containers are nested deeper than 128, or options and newtypes deeper than 512.
    TooDeep,
    /// A map's key is neither a string, a character, a finite number, a boolean nor a variant
    /// without content.
    InvalidKey,
    /// A map does not give a key and then its value.
    UnpairedKey,
    /// Text that the value gives as JSON, or as a number, is none.
    InvalidJson,
    /// The value's own `Serialize` gave up. Why is not repeated: it may quote the value.
    Failed,
    /// More than 4 GiB of text, in which a key comes twice.
    TooLarge,
}

impl ValueError {
    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ValueErrorKind {
        self.kind
    }

    /// Where: `lines[2].cost`. Keys of maps are `{key}`; the value itself is the empty path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl ValueError {
    /// The same, of an item of a collection.
    pub(crate) fn in_item(self, index: usize) -> Self {
        let Self { kind, path } = self;
        let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        Self { kind, path: format!("[{index}]{dot}{path}") }
    }
}

impl ValueErrorKind {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::TooDeep => "nested too deep",
            Self::InvalidKey => "a key that is no string",
            Self::UnpairedKey => "a key without a value, or a value without a key",
            Self::InvalidJson => "text that is not the JSON it is said to be",
            Self::Failed => "the value could not be serialized",
            Self::TooLarge => "more than 4 GiB",
        }
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the root" } else { &self.path };
        write!(f, "{path}: {}", self.kind.text())
    }
}

impl std::error::Error for ValueError {}
