//! What is wrong with a document, and where.

use std::fmt;

use crate::text::behind_mark;

/// A document that is no TOON, or not such as the options allow. Nothing has been written when it
/// is returned.
///
/// One pointer wide. `Display` is one line with the place and what to do about it. It holds places
/// and counts, and never text of the document.
///
/// ```
/// use mcp_presenter::toon::{DecodeOptions, decode};
///
/// let error = decode(b"a:\n   b: 1", &DecodeOptions::new(), &mut Vec::new()).unwrap_err();
/// assert_eq!((error.line(), error.column(), error.offset()), (2, 4, 6));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ToonError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    fault: Fault,
    line: usize,
    column: usize,
}

/// What kind of thing is wrong with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToonErrorKind {
    /// The input is not UTF-8.
    InvalidUtf8,
    /// The spaces before a line are no multiple of the unit.
    Indentation,
    /// A tab stands in the indentation.
    TabIndentation,
    /// A line is indented deeper than anything it could belong to.
    TooFarIndented,
    /// A blank line stands between the lines of an array or a keyed table.
    BlankLine,
    /// A line of an object, or an entry of a keyed table, has no key with a colon.
    MissingColon,
    /// A header's length, delimiter, field list or colon is not of the form that is asked for.
    InvalidHeader,
    /// The field list of a header uses another delimiter than its brackets declare.
    DelimiterMismatch,
    /// A header without a key stands where only one with a key can.
    MisplacedHeader,
    /// Values stand behind the colon of a header that has a field list.
    ContentAfterHeader,
    /// An array or a keyed table has more or fewer parts than its header declares.
    CountMismatch,
    /// A row has more or fewer cells than the header has fields.
    WidthMismatch,
    /// A line in a list does not begin with a hyphen and a space.
    ExpectedItem,
    /// A line among the rows of a table is a key and a value.
    ExpectedRow,
    /// A backslash in a quoted text is followed by something that is no escape.
    InvalidEscape,
    /// A control character stands in a quoted text.
    ControlCharacter,
    /// A quoted text has no closing quote on its line.
    UnterminatedString,
    /// More text follows the closing quote.
    TextAfterQuote,
    /// A key is there twice in an object, or a field twice in a field list.
    DuplicateKey,
    /// More lines follow a root value that is complete.
    TrailingContent,
    /// Arrays and objects are nested deeper than the limit.
    TooDeep,
    /// The JSON would be longer than the limit.
    TooLong,
}

/// What is counted where a count is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Value,
    Item,
    Row,
    Entry,
    Cell,
}

/// A fault and the byte where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) kind: ToonErrorKind,
    pub(super) offset: usize,
    /// What was counted, how many are declared and how many there are.
    counted: Option<(Part, usize, usize)>,
}

impl Fault {
    #[cold]
    pub(super) fn new(kind: ToonErrorKind, offset: usize) -> Self {
        Self { kind, offset, counted: None }
    }

    #[cold]
    pub(super) fn count(part: Part, declared: usize, found: usize, offset: usize) -> Self {
        let kind = match part {
            Part::Cell => ToonErrorKind::WidthMismatch,
            _ => ToonErrorKind::CountMismatch,
        };
        Self { kind, offset, counted: Some((part, declared, found)) }
    }
}

impl ToonError {
    #[cold]
    pub(super) fn new(toon: &[u8], fault: Fault) -> Self {
        let before = &toon[..fault.offset.min(toon.len())];
        let before = &before[behind_mark(before)..];
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        // Continuation bytes begin no character.
        let characters = before[start..].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        Self(Box::new(Inner { fault, line, column: characters + 1 }))
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ToonErrorKind {
        self.0.fault.kind
    }

    /// The line where it is wrong, counted from 1. For parts that are missing, the line of the
    /// header that declares them.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The character of the line where it is wrong, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// The byte of the input where it is wrong, counted from 0.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.fault.offset
    }
}

impl ToonErrorKind {
    /// Whether a line that begins like a header is none for this reason.
    pub(super) fn is_of_header(self) -> bool {
        matches!(self, Self::InvalidHeader | Self::DelimiterMismatch | Self::ContentAfterHeader)
    }

    fn text(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "the text is not UTF-8",
            Self::Indentation => "the indentation is no multiple of the unit",
            Self::TabIndentation => "indentation is of spaces, and this is a tab",
            Self::TooFarIndented => "the line is indented deeper than what it could belong to",
            Self::BlankLine => "a blank line inside an array or table",
            Self::MissingColon => "the line has no key that a colon follows",
            Self::InvalidHeader => "this is no header: expected key[N]: or key[N]{fields}:",
            Self::DelimiterMismatch => "the fields are not separated as the brackets declare",
            Self::MisplacedHeader => "a header without a key cannot stand here",
            Self::ContentAfterHeader => "the rows of a table begin on the next line",
            Self::CountMismatch => "the count is not as declared",
            Self::WidthMismatch => "the row is not as wide as the header",
            Self::ExpectedItem => "a line of a list begins with a hyphen and a space",
            Self::ExpectedRow => {
                "a key and its value among the rows of a table; a cell with a colon is quoted"
            }
            Self::InvalidEscape => {
                "invalid escape; there are \\\\ \\\" \\n \\r \\t and \\u with four digits"
            }
            Self::ControlCharacter => "a control character in a quoted text is escaped",
            Self::UnterminatedString => "the quoted text has no closing quote",
            Self::TextAfterQuote => "more text after the closing quote",
            Self::DuplicateKey => "the key is there already",
            Self::TrailingContent => "more text after the value of the document",
            Self::TooDeep => "arrays and objects nested too deep",
            Self::TooLong => "the JSON is longer than the limit",
        }
    }
}

impl Part {
    fn text(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Value, 1) => "value is",
            (Self::Value, _) => "values are",
            (Self::Item, 1) => "item is",
            (Self::Item, _) => "items are",
            (Self::Row, 1) => "row is",
            (Self::Row, _) => "rows are",
            (Self::Entry, 1) => "entry is",
            (Self::Entry, _) => "entries are",
            (Self::Cell, 1) => "cell is",
            (Self::Cell, _) => "cells are",
        }
    }
}

impl fmt::Display for ToonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { fault, line, column } = &*self.0;
        write!(f, "line {line}, column {column}: ")?;
        match fault.counted {
            // The first part too many is where it is noticed; how many more come is not known.
            Some((part, declared, found)) if found > declared && part != Part::Cell => {
                write!(f, "{declared} {} declared and there are more", part.text(declared))
            }
            Some((part, declared, found)) => {
                write!(f, "{declared} {} declared and {found} found", part.text(declared))
            }
            None => f.write_str(fault.kind.text()),
        }
    }
}

impl fmt::Debug for ToonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ToonError({:?}: {self})", self.kind())
    }
}

impl std::error::Error for ToonError {}
