//! Any JSON text to TOON.

use crate::emit::context::Plain;
use crate::emit::toon::options::ToonOptions;
use crate::emit::toon::{Collection, ToonMemory, write_document};
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::scan::dispatch::{Level, VectorJob, dispatch};
use crate::scan::strict::{skip_space, value_start};
use crate::scan::tape::Tape;
use crate::scan::vector::Vector;
use crate::scan::window::{Window, WindowScratch};
use crate::scan::{Isa, USUAL_DEPTH, USUAL_WINDOW};
use crate::walk::drive::drive_text;
use crate::walk::duplicates::{SortKey, resolve_all};
use crate::walk::events::{Events, Sink};

/// Appends the JSON text `json` to `out` as TOON.
///
/// What is read and what is refused is the same as in a render: the grammar, 128 nested containers,
/// the last of equal keys at the place of the first, a lone surrogate as U+FFFD, no more than 4 GiB.
/// Linear in the text, but for the sorting of keys within one object. To keep the memory that this
/// needs, use an [`Encoder`].
///
/// # Errors
///
/// The first fault of the text. `out` is then as it was.
///
/// # Example
///
/// ```
/// use mcp_presenter::toon::{self, ToonOptions};
///
/// let mut out = Vec::new();
/// toon::encode(br#"{"tags": ["a", "-b"], "n": 1.50}"#, &ToonOptions::new(), &mut out)?;
/// assert_eq!(out, b"tags[2|]: a|\"-b\"\nn: 1.5");
/// # Ok::<(), mcp_presenter::RenderError>(())
/// ```
///
/// Source: the TOON specification, sections 2 to 12.
pub fn encode(json: &[u8], options: &ToonOptions, out: &mut Vec<u8>) -> Result<(), RenderError> {
    Encoder::new(*options).encode(json, out)
}

/// Writes JSON texts as TOON, one after the other, and keeps the memory that this needs: encoding a
/// second time what it has encoded once allocates nothing beyond the growth of the output buffer.
///
/// ```
/// use mcp_presenter::toon::{Encoder, Profile, ToonOptions};
///
/// let mut encoder = Encoder::new(ToonOptions::new().profile(Profile::Toon3));
/// let mut out = Vec::new();
/// for json in [r#"[{"id":1},{"id":2}]"#, r#"{"id":3}"#] {
///     out.clear();
///     encoder.encode(json.as_bytes(), &mut out)?;
/// }
/// assert_eq!(out, b"id: 3");
/// # Ok::<(), mcp_presenter::RenderError>(())
/// ```
pub struct Encoder {
    options: ToonOptions,
    isa: Isa,
    window: usize,
    reading: Reading,
    memory: ToonMemory,
}

/// Memory for reading.
#[derive(Debug, Default)]
struct Reading {
    window: WindowScratch,
    tape: Tape,
    sort: Vec<SortKey>,
}

impl std::fmt::Debug for Encoder {
    /// Says how it was set up; what it holds is data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoder").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Encoder {
    /// An encoder for the best instruction set of this machine.
    #[must_use]
    pub fn new(options: ToonOptions) -> Self {
        Self {
            options,
            isa: Isa::detect(),
            window: USUAL_WINDOW,
            reading: Reading::default(),
            memory: ToonMemory::default(),
        }
    }

    /// Uses `isa` instead of the best instruction set; if this machine lacks it, nothing changes.
    /// The output never depends on it. For tests.
    #[must_use]
    pub fn with_isa(mut self, isa: Isa) -> Self {
        if isa.is_available() {
            self.isa = isa;
        }
        self
    }

    /// Indexes `bytes` of input at a time instead of 16 KiB, rounded up to blocks of 64. The output
    /// never depends on it. For tests.
    #[must_use]
    pub fn with_window(mut self, bytes: usize) -> Self {
        self.window = bytes.max(1);
        self
    }

    /// As [`encode`].
    ///
    /// # Errors
    ///
    /// As [`encode`].
    pub fn encode(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), RenderError> {
        let before = out.len();
        let job = Encode {
            json,
            window: Window::new(self.window),
            options: self.options,
            reading: &mut self.reading,
            memory: &mut self.memory,
            out,
        };
        let written = dispatch(Level::of(self.isa), job);
        if written.is_err() {
            out.truncate(before);
        }
        written
    }
}

struct Encode<'e> {
    json: &'e [u8],
    window: Window,
    options: ToonOptions,
    reading: &'e mut Reading,
    memory: &'e mut ToonMemory,
    out: &'e mut Vec<u8>,
}

impl VectorJob for Encode<'_> {
    type Output = Result<(), RenderError>;

    #[inline(always)]
    fn run<V: Vector>(mut self, vector: V) -> Self::Output {
        self.reading.window.begin();
        self.memory.begin();
        let start = value_start(self.json);
        if start == self.json.len() {
            return Err(RenderError::new(Kind::Empty, Some(start), None));
        }
        let end = if self.json[start] == b'[' {
            self.elements(vector, start)?
        } else {
            let (base, end) = self.read(vector, start, USUAL_DEPTH, None)?;
            let mut value = Parsed { bytes: &self.json[base..], tape: &self.reading.tape };
            write_document::<Plain>(&mut value, self.options, self.memory, self.out);
            end
        };
        let end = skip_space(self.json, end);
        if end < self.json.len() {
            return Err(RenderError::new(Kind::TrailingBytes, Some(end), None));
        }
        Ok(())
    }
}

impl Encode<'_> {
    /// Writes the root array whose bracket stands at `bracket`, and gives where it ends.
    #[inline(always)]
    fn elements<V: Vector>(&mut self, vector: V, bracket: usize) -> Result<usize, RenderError> {
        let before = self.out.len();
        let first = skip_space(self.json, bracket + 1);
        let mut collection = Collection::new(self.options);
        if self.json.get(first) == Some(&b']') {
            collection.end(self.out);
            return Ok(first + 1);
        }
        let (mut at, mut index) = (first, 0);
        loop {
            let (base, end) = self.read(vector, at, USUAL_DEPTH - 1, Some(index))?;
            let mut value = Parsed { bytes: &self.json[base..], tape: &self.reading.tape };
            let written = collection.element::<Plain>(&mut value, self.memory, self.out);
            if written.is_err() {
                self.out.truncate(before);
                self.memory.begin();
                self.window.close();
                collection = Collection::in_list(self.options);
                (at, index) = (first, 0);
                continue;
            }
            at = skip_space(self.json, end);
            match self.json.get(at) {
                Some(b',') => at = skip_space(self.json, at + 1),
                Some(b']') => break,
                Some(_) => return Err(RenderError::new(Kind::UnexpectedByte, Some(at), None)),
                None => return Err(RenderError::new(Kind::UnexpectedEnd, Some(at), None)),
            }
            index += 1;
        }
        collection.end(self.out);
        Ok(at + 1)
    }

    /// Reads the value at `start`; gives where its tokens count from, and where it ends.
    #[inline(always)]
    fn read<V: Vector>(
        &mut self,
        vector: V,
        start: usize,
        depth: usize,
        item: Option<usize>,
    ) -> Result<(usize, usize), RenderError> {
        let Reading { window, tape, sort } = &mut *self.reading;
        let read = self.window.read_whole(vector, self.json, start, depth, tape, window);
        let (base, end) = read.map_err(|(kind, at)| RenderError::new(kind, Some(at), item))?;
        resolve_all(&self.json[base..], &mut tape.tokens, sort);
        Ok((base, end))
    }
}

/// A value that was read.
struct Parsed<'a> {
    bytes: &'a [u8],
    tape: &'a Tape,
}

impl Events for Parsed<'_> {
    fn send<S: Sink>(&mut self, sink: &mut S) {
        drive_text(self.bytes, &self.tape.tokens, 0, sink);
    }
}
