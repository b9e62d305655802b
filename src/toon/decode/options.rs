//! How a document is to be read.

/// How [`decode`](super::decode) reads a document.
///
/// ```
/// use mcp_presenter::toon::{DecodeOptions, decode};
///
/// let mut json = Vec::new();
/// let options = DecodeOptions::new().lenient().indent(4);
/// decode(b"tags[5]: a,b\nat:\n    x: 1", &options, &mut json)?;
/// assert_eq!(json, br#"{"tags":["a","b"],"at":{"x":1}}"#);
/// # Ok::<(), mcp_presenter::toon::ToonError>(())
/// ```
///
/// Source: TOON specification 4.0, section 13.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeOptions {
    pub(super) strict: bool,
    pub(super) indent: usize,
    pub(super) comments: bool,
    pub(super) max_depth: usize,
    pub(super) max_bytes: usize,
}

impl DecodeOptions {
    /// Strict, two spaces a level, with comments, 128 nested containers, 1 GiB of JSON.
    #[must_use]
    pub fn new() -> Self {
        Self { strict: true, indent: 2, comments: true, max_depth: 128, max_bytes: 1 << 30 }
    }

    /// Forgives what leaves no doubt about the data:
    ///
    /// * counts that are not as declared;
    /// * rows with too few cells, whose last fields are then absent;
    /// * blank lines inside arrays;
    /// * indentation that is no multiple of the unit (the rest is ignored) or more than one level
    ///   deeper than what it belongs to; a tab in indentation is one level;
    /// * duplicate keys: the last value, at the first one's place;
    /// * a header that is not well-formed or not in its place: the line is a key and its value;
    /// * control characters in quoted strings.
    ///
    /// Lines that belong nowhere, rows with too many cells and text behind a complete root value are
    /// errors in both modes.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.strict = false;
        self
    }

    /// Holds the document to everything that the specification says. The default.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// How many spaces a level is indented by; 2 unless set, and never less than 1.
    #[must_use]
    pub fn indent(mut self, spaces: usize) -> Self {
        self.indent = spaces.max(1);
        self
    }

    /// Whether a line that begins with `#` is a comment and left out, as since version 4.0. On
    /// unless set; off for documents of version 3.3, where such a line is data.
    #[must_use]
    pub fn comments(mut self, comments: bool) -> Self {
        self.comments = comments;
        self
    }

    /// How many arrays and objects may be nested in each other; 128 unless set. A value that is
    /// itself none has depth 0.
    #[must_use]
    pub fn max_depth(mut self, depth: usize) -> Self {
        self.max_depth = depth;
        self
    }

    /// How long the JSON may become, give or take one line; 1 GiB unless set. A short table with
    /// long field names stands for much longer JSON, so set it where documents come from outside.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self::new()
    }
}
