//! The shape of one item: a flat list of its values in document order.

#![forbid(unsafe_code)]

use std::borrow::Cow;

use crate::text::string::decode;

/// What a [`Token`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum TokenKind {
    /// The key of the member whose value follows.
    Key,
    String,
    Number,
    True,
    False,
    Null,
    Array,
    Object,
}

impl TokenKind {
    /// The name of the JSON type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Key | Self::String => "string",
            Self::Number => "number",
            Self::True | Self::False => "boolean",
            Self::Null => "null",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// A value, or the key of a member, as a range of bytes.
///
/// The members of an object follow it, each as its key and then its value; the elements of an
/// array follow it as values. `next` jumps over a value with all that is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// The first byte, counted from the start of the text that was parsed.
    pub(crate) start: u32,
    /// The byte after the last.
    pub(crate) end: u32,
    /// The token after this value and everything in it.
    pub(crate) next: u32,
    /// Room for what the walk finds out: see `walk::bind`.
    pub(crate) link: u32,
    /// Which member of a union accepts the value.
    pub(crate) member: u16,
    pub(crate) kind: TokenKind,
    marks: u8,
}

/// The text of a string may hold a backslash or a `<`.
const SPECIAL: u8 = 1;

/// The value is a string in the text, whatever its kind is now.
const WAS_STRING: u8 = 2;

/// The value is a number in the text, whatever its kind is now.
const WAS_NUMBER: u8 = 4;

impl Token {
    /// Whether the text of a string may hold a backslash or a `<`.
    #[inline]
    pub(crate) fn is_special(&self) -> bool {
        self.marks & SPECIAL != 0
    }

    /// Whether the value is of another kind than its text says.
    #[inline]
    pub(crate) fn is_converted(&self) -> bool {
        self.marks & (WAS_STRING | WAS_NUMBER) != 0
    }

    /// Makes a string or a number a value of another kind. Its range stays that of its text.
    pub(crate) fn convert(&mut self, kind: TokenKind) {
        self.marks |= match self.kind {
            TokenKind::String => WAS_STRING,
            _ => WAS_NUMBER,
        };
        self.kind = kind;
    }

    /// Takes back what [`convert`](Self::convert) did.
    pub(crate) fn restore(&mut self) {
        match self.marks & (WAS_STRING | WAS_NUMBER) {
            0 => return,
            WAS_STRING => self.kind = TokenKind::String,
            _ => self.kind = TokenKind::Number,
        }
        self.marks &= SPECIAL;
    }

    /// What stands between the quotes of a string or a key, escapes and all; of a number that
    /// became a string, its text.
    #[inline]
    pub(crate) fn body<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let quote = usize::from(self.marks & WAS_NUMBER == 0);
        bytes.get(self.start as usize + quote..self.end as usize - quote).unwrap_or_default()
    }

    /// The text of a scalar that is no string. A number that was a string may have been written
    /// with escapes, which are read here.
    #[inline]
    pub(crate) fn text<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match self.kind {
            TokenKind::True => Cow::Borrowed(b"true"),
            TokenKind::False => Cow::Borrowed(b"false"),
            _ if self.is_converted() => converted(self.body(bytes)),
            _ => Cow::Borrowed(&bytes[self.start as usize..self.end as usize]),
        }
    }
}

/// The text of a number that was a string.
#[cold]
fn converted(raw: &[u8]) -> Cow<'_, [u8]> {
    match decode(raw) {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// The tokens of one item; the first is the item itself.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    pub(crate) tokens: Vec<Token>,
    /// The containers that are still open.
    open: Vec<u32>,
}

impl Tape {
    pub(crate) fn clear(&mut self) {
        self.tokens.clear();
        self.open.clear();
    }

    /// Where the containers start that are still open, the outermost first.
    pub(crate) fn open_starts(&self) -> impl Iterator<Item = usize> {
        self.open.iter().map(|container| self.tokens[*container as usize].start as usize)
    }

    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Appends a scalar or a key.
    #[inline]
    pub(crate) fn scalar(&mut self, kind: TokenKind, start: usize, end: usize, special: bool) {
        let next = self.tokens.len() as u32 + 1;
        self.tokens.push(Token {
            start: start as u32,
            end: end as u32,
            next,
            link: next,
            member: 0,
            kind,
            marks: if special { SPECIAL } else { 0 },
        });
    }

    /// Appends a container and opens it.
    #[inline]
    pub(crate) fn open(&mut self, kind: TokenKind, start: usize) {
        self.open.push(self.tokens.len() as u32);
        self.scalar(kind, start, start, false);
    }

    /// Closes the innermost container, whose last byte is before `end`, and says what the next
    /// one out is. The caller has opened one.
    #[inline]
    pub(crate) fn close(&mut self, end: usize) -> Option<TokenKind> {
        if let Some(container) = self.open.pop() {
            let next = self.tokens.len() as u32;
            let token = &mut self.tokens[container as usize];
            token.end = end as u32;
            token.next = next;
        }
        self.innermost()
    }

    /// The kind of the innermost open container.
    #[inline]
    pub(crate) fn innermost(&self) -> Option<TokenKind> {
        self.open.last().map(|container| self.tokens[*container as usize].kind)
    }

    /// Becomes a copy of the value at token `at` of `whole`, as it was before anything was bound.
    pub(crate) fn copy_value(&mut self, whole: &[Token], at: usize) {
        self.clear();
        let end = whole[at].next as usize;
        self.tokens.extend_from_slice(&whole[at..end]);
        for (own, token) in (1..).zip(&mut self.tokens) {
            token.next -= at as u32;
            token.link = own;
            token.member = 0;
            token.restore();
        }
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.tokens.capacity() * size_of::<Token>() + self.open.capacity() * size_of::<u32>()
    }

    pub(crate) fn shrink(&mut self) {
        self.tokens = Vec::new();
        self.open = Vec::new();
    }
}
