//! The shape of one item: a flat list of its values in document order.

#![forbid(unsafe_code)]

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
    /// The text of a string may hold a backslash or a `<`.
    pub(crate) special: bool,
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
            special,
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
