//! Errors: a Presenter that is declared wrong ([`BuildErrors`]), data that cannot be shown
//! ([`RenderError`]).
//!
//! No error ever holds a data value. Declared keys and types appear in them; a key that the schema
//! does not declare is data, and is written `{key}`.

#![forbid(unsafe_code)]

use std::fmt;

#[cfg(feature = "serde")]
use crate::value_error::ValueError;

/// Everything that is wrong with the declaration of a [`Presenter`](struct@crate::Presenter), a
/// [`Model`](crate::Model) or a [`Tool`](crate::Tool), found in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildErrors {
    pub(crate) declared: Declared,
    pub(crate) name: String,
    pub(crate) errors: Vec<BuildError>,
    pub(crate) warnings: Vec<Warning>,
}

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    Presenter,
    Model,
    Tool,
}

impl BuildErrors {
    pub(crate) fn of_presenter(
        name: String,
        errors: Vec<BuildError>,
        warnings: Vec<Warning>,
    ) -> Self {
        Self { declared: Declared::Presenter, name, errors, warnings }
    }

    pub(crate) fn of_model(name: String, errors: Vec<BuildError>, warnings: Vec<Warning>) -> Self {
        Self { declared: Declared::Model, name, errors, warnings }
    }

    pub(crate) fn of_tool(name: String, errors: Vec<BuildError>) -> Self {
        Self { declared: Declared::Tool, name, errors, warnings: Vec::new() }
    }

    /// The mistakes: of a Presenter's redactions, of its schema and its embeds, of its defaults, or
    /// of a tool's names and its actions, each in the order of declaration. Never empty.
    #[must_use]
    pub fn errors(&self) -> &[BuildError] {
        &self.errors
    }

    /// What is allowed and probably not meant, as far as the mistakes let it be seen.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let declared = match self.declared {
            Declared::Presenter => "presenter",
            Declared::Model => "model",
            Declared::Tool => "tool",
        };
        write!(f, "{declared} \"{}\": ", self.name)?;
        for (i, error) in self.errors.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildErrors {}

/// One mistake in a declaration: where it stands, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    pub(crate) place: String,
    pub(crate) message: String,
}

impl BuildError {
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }

    /// The part of the declaration that is wrong: `schema.customer.email`, `redact "a..b"`.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong with it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Something in a declaration that is allowed and probably not meant: where, and what.
///
/// A [`BuildError`] under [`deny_warnings`](crate::PresenterBuilder::deny_warnings).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning(BuildError);

impl Warning {
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self(BuildError::new(place, message))
    }

    /// The part of the declaration that it is about.
    #[must_use]
    pub fn place(&self) -> &str {
        self.0.place()
    }

    /// What is probably not meant.
    #[must_use]
    pub fn message(&self) -> &str {
        self.0.message()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Warning> for BuildError {
    fn from(warning: Warning) -> Self {
        warning.0
    }
}

/// Data, or a request, that cannot be shown. Nothing has been written when it is returned.
///
/// One pointer wide. [`kind`](RenderError::kind) says what went wrong; `Display` gives one line
/// that holds paths, types and offsets and never a value.
#[derive(Clone, PartialEq, Eq)]
pub struct RenderError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: RenderErrorKind,
    offset: Option<usize>,
    item: Option<usize>,
    failures: Vec<Failure>,
    unlisted: usize,
    #[cfg(feature = "serde")]
    value: Option<ValueError>,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            kind: RenderErrorKind::Empty,
            offset: None,
            item: None,
            failures: Vec::new(),
            unlisted: 0,
            #[cfg(feature = "serde")]
            value: None,
        }
    }
}

/// What kind of thing went wrong in a render.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RenderErrorKind {
    /// The input holds nothing but white space.
    Empty,
    /// The input ends inside a value.
    UnexpectedEnd,
    /// A byte stands where the JSON grammar (RFC 8259) does not allow it.
    UnexpectedByte,
    /// A backslash in a string is followed by something that is no escape.
    InvalidEscape,
    /// A control character stands unescaped in a string.
    ControlCharacter,
    /// A number is not of the form that the grammar asks for.
    InvalidNumber,
    /// The input is not UTF-8.
    InvalidUtf8,
    /// More bytes follow the one value.
    TrailingBytes,
    /// Containers are nested deeper than the limit.
    TooDeep,
    /// One item is larger than 4 GiB.
    TooLarge,
    /// The data does not fit the schema; see [`RenderError::failures`].
    Validation,
    /// A lone surrogate stands in a string that would be shown, under `strict_text`.
    LoneSurrogate,
    /// The `_select` value is not an array of strings.
    InvalidSelect,
    /// The `_meta` of a response is not a JSON object. The offset counts in it.
    InvalidMeta,
    /// The tool declares an output schema, and the result would have no structured content.
    NoStructuredContent,
    /// The arguments of a tool's call are not an object.
    InvalidArguments,
    /// A Rust value has no JSON: its own `Serialize` gave up, a key of a map is no string, or it is
    /// nested too deep. With the feature `serde`, `RenderError::value_error` says more.
    InvalidValue,
    /// A value that was given as one item, to hooks that look at it, is a sequence, which is a
    /// collection of others.
    SequenceAsItem,
    /// A hook gets a collection as a slice, and there is no more than an iterator. Nothing was read.
    CollectionHooks,
}

/// What an object that takes no undeclared members expects in the place of one.
pub(crate) const UNDECLARED: &str = "no undeclared field";

/// How many failing fields a [`RenderError`] lists; the rest is counted.
pub(crate) const FAILURES_LISTED: usize = 20;

impl RenderError {
    #[cold]
    pub(crate) fn new(kind: RenderErrorKind, offset: Option<usize>, item: Option<usize>) -> Self {
        Self(Box::new(Inner { kind, offset, item, ..Inner::default() }))
    }

    #[cold]
    pub(crate) fn validation(failures: Vec<Failure>, unlisted: usize) -> Self {
        let (offset, item) = failures.first().map_or((None, None), |f| (Some(f.offset), f.item));
        Self(Box::new(Inner {
            kind: RenderErrorKind::Validation,
            offset,
            item,
            failures,
            unlisted,
            ..Inner::default()
        }))
    }

    /// The same of an input that began `base` bytes before, for errors without failures.
    #[cold]
    pub(crate) fn moved_by(mut self, base: usize) -> Self {
        self.0.offset = self.0.offset.map(|at| at + base);
        self
    }

    /// A Rust value that has no JSON.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn invalid_value(error: ValueError) -> Self {
        let kind = RenderErrorKind::InvalidValue;
        Self(Box::new(Inner { kind, value: Some(error), ..Inner::default() }))
    }

    /// The same for input that nobody but us has seen.
    #[cfg(feature = "serde")]
    pub(crate) fn without_offset(mut self) -> Self {
        self.0.offset = None;
        self
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> RenderErrorKind {
        self.0.kind
    }

    /// The byte of the input where it went wrong, counted from 0.
    ///
    /// For a field that is missing, the start of the object that lacks it. A Rust value has no bytes, and
    /// no offset.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The index of the item, if the input is a collection and the fault lies in an item.
    #[must_use]
    pub fn item(&self) -> Option<usize> {
        self.0.item
    }

    /// The fields that do not fit the schema, in input order of items and schema order within; the
    /// first twenty. Empty unless the kind is [`Validation`](RenderErrorKind::Validation).
    #[must_use]
    pub fn failures(&self) -> &[Failure] {
        &self.0.failures
    }

    /// What is wrong with a Rust value that has no JSON, and where. Nothing unless the kind is
    /// [`InvalidValue`](RenderErrorKind::InvalidValue). Of the feature `serde`.
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn value_error(&self) -> Option<&ValueError> {
        self.0.value.as_ref()
    }

    /// How many more fields do not fit the schema than [`failures`](RenderError::failures) lists.
    #[must_use]
    pub fn unlisted_failures(&self) -> usize {
        self.0.unlisted
    }
}

impl RenderErrorKind {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Empty => "the input is empty",
            Self::UnexpectedEnd => "the input ends inside a value",
            Self::UnexpectedByte => "unexpected byte",
            Self::InvalidEscape => "invalid escape in a string",
            Self::ControlCharacter => "control character in a string",
            Self::InvalidNumber => "invalid number",
            Self::InvalidUtf8 => "invalid UTF-8",
            Self::TrailingBytes => "more bytes after the value",
            Self::TooDeep => "containers nested too deep",
            Self::TooLarge => "an item larger than 4 GiB",
            Self::Validation => "the data does not fit the schema",
            Self::LoneSurrogate => "lone surrogate in a string",
            Self::InvalidSelect => "_select is not an array of strings",
            Self::InvalidMeta => "_meta is not a JSON object",
            Self::NoStructuredContent => {
                "the tool declares an output schema, and there is no structured content"
            }
            Self::InvalidArguments => "the arguments are not an object",
            Self::InvalidValue => "the value has no JSON",
            Self::SequenceAsItem => "what is given as one item is a sequence",
            Self::CollectionHooks => "a hook asks for all items of an iterator",
        }
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.kind.text())?;
        #[cfg(feature = "serde")]
        if let Some(error) = &self.0.value {
            return write!(f, ": {error}");
        }
        if self.0.failures.is_empty() {
            if let Some(offset) = self.0.offset.filter(|_| self.0.kind != RenderErrorKind::Empty) {
                write!(f, " at byte {offset}")?;
            }
            if let Some(item) = self.0.item {
                write!(f, " (item {item})")?;
            }
            return Ok(());
        }
        for (i, failure) in self.0.failures.iter().enumerate() {
            f.write_str(if i == 0 { ": " } else { "; " })?;
            failure.fmt(f)?;
        }
        if self.0.unlisted > 0 {
            write!(f, "; and {} more", self.0.unlisted)?;
        }
        Ok(())
    }
}

impl fmt::Debug for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RenderError({:?}: {self})", self.0.kind)
    }
}

impl std::error::Error for RenderError {}

/// A field that does not fit the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub(crate) path: String,
    pub(crate) item: Option<usize>,
    pub(crate) offset: usize,
    pub(crate) expected: String,
    pub(crate) received: &'static str,
}

impl Failure {
    /// Where the field stands: `customer.email`, `[17].lines[2].cost`. Keys that the schema does
    /// not declare are `{key}`; the root itself is the empty path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The index of the item, in a collection.
    #[must_use]
    pub fn item(&self) -> Option<usize> {
        self.item
    }

    /// The byte of the input where the value starts; for a missing field, its object. In a Rust value,
    /// which has no bytes, the [path](Self::path) tells the place.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What the schema asks for.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The type of what came: `string`, `number`, `boolean`, `null`, `array`, `object`, `nothing`.
    #[must_use]
    pub fn received(&self) -> &'static str {
        self.received
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the root" } else { &self.path };
        write!(f, "{path}: expected {}, received {}", self.expected, self.received)
    }
}
