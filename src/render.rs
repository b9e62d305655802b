//! Rendering: a Presenter, data and a request in, a finished result out.

#![forbid(unsafe_code)]

use crate::blocks::Layer;
use crate::door::Progress;
use crate::door::json::{self, Items, Settings};
use crate::door::scratch::Scratch;
use crate::emit::context::{Context, Framed, Line, Plain};
use crate::error::{RenderError, RenderErrorKind};
use crate::frame::Frame;
use crate::presenter::{Inner, Presenter};
use crate::scan::Isa;
use crate::scan::strict;
use crate::scan::tape::{Tape, TokenKind};
use crate::text::string::Decoder;
use crate::walk::duplicates::body;
use crate::walk::select::SelectList;
use crate::walk::tally::Tally;

/// What one call asks for.
///
/// ```
/// use mcp_presenter::{Format, Request};
///
/// let request = Request::new().select(["id", "status"]).format(Format::JsonPretty);
/// let from_arguments = Request::new().select_json(br#"["id","status"]"#)?;
/// # let _ = (request, from_arguments);
/// # Ok::<(), mcp_presenter::RenderError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Request {
    select: SelectList,
    format: Option<Format>,
}

/// The form of the data block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// JSON without white space.
    Json,
    /// JSON with two spaces of indentation.
    JsonPretty,
}

impl Request {
    /// Everything, in the Presenter's own format.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Only these root keys, in this order. Unknown names are ignored and reported; no name at
    /// all selects everything.
    #[must_use]
    pub fn select<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.select = SelectList::new(names.into_iter().map(Into::into));
        self
    }

    /// [`select`](Self::select) with the JSON value of a tool's `_select` argument: an array of
    /// strings, or `null` for everything.
    ///
    /// # Errors
    ///
    /// [`RenderErrorKind::InvalidSelect`] for any other value and for text that is no JSON.
    pub fn select_json(self, json: &[u8]) -> Result<Self, RenderError> {
        let invalid = |at| RenderError::new(RenderErrorKind::InvalidSelect, Some(at), None);
        let mut tape = Tape::default();
        let start = strict::skip_space(json, 0);
        let end = strict::parse(json, start, 1, &mut tape).map_err(|(_, at)| invalid(at))?;
        if strict::skip_space(json, end) < json.len() {
            return Err(invalid(end));
        }
        match tape.tokens[0].kind {
            TokenKind::Null => Ok(self.select::<String>([])),
            TokenKind::Array => {
                let names = &tape.tokens[1..];
                if let Some(other) = names.iter().find(|name| name.kind != TokenKind::String) {
                    return Err(invalid(other.start as usize));
                }
                let decode = |name| Decoder::new(body(json, name)).collect::<String>();
                Ok(self.select(names.iter().map(decode)))
            }
            _ => Err(invalid(start)),
        }
    }

    /// The form of the data block, instead of the Presenter's own.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }
}

/// Renders, one call after the other, and keeps the memory that this needs.
///
/// One for each worker. Rendering a second time what it has rendered once allocates nothing
/// beyond the growth of the output buffer, for up to 64 kinds of render in turn: a kind is a
/// Presenter with a place for its text and a select list. A [`Report`] needs memory of its own if
/// it names more than four unknown names or the Presenter has more than 128 redaction paths.
///
/// Memory that a large value needed is given back after 64 renders without one.
///
/// What was rendered lies in the caller's buffer and nowhere else, so it cannot change while it is
/// looked at:
///
/// ```compile_fail,E0502
/// # use mcp_presenter::{Frame, Presenter, Renderer, Request};
/// # fn b002_a_text_outlives_no_buffer() -> Result<(), Box<dyn std::error::Error>> {
/// # let presenter = Presenter::builder("P").allow_everything().build()?;
/// # let (mut renderer, mut out, request) = (Renderer::new(), Vec::new(), Request::new());
/// renderer.render(&presenter, b"1", &request, Frame::Text, &mut out)?;
/// let first = std::str::from_utf8(&out)?;
/// renderer.render(&presenter, b"2", &request, Frame::Text, &mut out)?;
/// assert_eq!(first, "1");
/// # Ok(())
/// # }
/// ```
pub struct Renderer {
    isa: Isa,
    window: usize,
    scratch: Scratch,
    /// How many renders in a row met no large item.
    small_renders: u32,
}

/// Scratch memory up to this size, in bytes, is always kept.
const RETAINED: usize = 1 << 20;

/// Items up to this size, in bytes, need no more scratch memory than [`RETAINED`].
const LARGE_ITEM: usize = 32 << 10;

/// Scratch memory beyond [`RETAINED`] is given back after this many renders without a large item.
const RENDERS_WITHOUT_LARGE: u32 = 64;

/// Bytes of input that are indexed at a time.
const WINDOW: usize = 16 << 10;

impl std::fmt::Debug for Renderer {
    /// Says how it was set up; what it holds is data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Renderer").field("isa", &self.isa).finish_non_exhaustive()
    }
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// A Renderer for the best instruction set of this machine.
    #[must_use]
    pub fn new() -> Self {
        Self { isa: Isa::detect(), window: WINDOW, scratch: Scratch::default(), small_renders: 0 }
    }

    /// Uses `isa` instead of the best instruction set; if this machine lacks it, nothing changes.
    /// The output never depends on it. For tests and benchmarks.
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

    /// A handle that says from another thread how far a render has come, for a progress bar say.
    ///
    /// The first call allocates the handle, further ones clone it. A Renderer that nobody asked
    /// keeps no count.
    ///
    /// ```
    /// use std::thread;
    ///
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request};
    ///
    /// let presenter = Presenter::builder("Numbers").allow_everything().build()?;
    /// let json = format!("[{}1]", "1,".repeat(100_000));
    /// let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    /// let progress = renderer.progress();
    /// thread::scope(|scope| {
    ///     let (json, out) = (json.as_bytes(), &mut out);
    ///     let rendering = scope.spawn(move || {
    ///         renderer.render(&presenter, json, &Request::new(), Frame::Text, out)
    ///     });
    ///     while !rendering.is_finished() {
    ///         let percent = 100 * progress.bytes() / json.len();
    ///         assert!(percent <= 100); // draw it
    ///         thread::yield_now();
    ///     }
    ///     rendering.join().expect("no panic")
    /// })?;
    /// assert_eq!(progress.bytes(), json.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(&mut self) -> Progress {
        self.scratch.progress.get_or_insert_default().clone()
    }

    /// Appends to `out` what `presenter` shows of `json`, in `frame`.
    ///
    /// Linear in the input. Allocates only for `out`, and for scratch memory the first time.
    ///
    /// # Errors
    ///
    /// The first fault of the text, or everything in the data that does not fit the schema.
    /// `out` is then as it was.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// let presenter = Presenter::builder("User").schema([t::string("name")]).build()?;
    /// let mut out = Vec::new();
    /// let report = Renderer::new().render(
    ///     &presenter,
    ///     br#"{"password":"x","name":"Ada"}"#,
    ///     &Request::new(),
    ///     Frame::Result,
    ///     &mut out,
    /// )?;
    /// assert_eq!(out, br#"{"content":[{"type":"text","text":"{\"name\":\"Ada\"}"}]}"#);
    /// assert_eq!(report.dropped(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn render(
        &mut self,
        presenter: &Presenter,
        json: &[u8],
        request: &Request,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError> {
        let output = Rollback::new(out);
        let mut blocks = FrameBlocks { frame, first: true };
        let items = match frame {
            Frame::Text => self.write::<Plain>(presenter, json, request, &mut blocks, output.out),
            Frame::Blocks | Frame::Result => {
                self.write::<Framed>(presenter, json, request, &mut blocks, output.out)
            }
            Frame::JsonRpc(_) => {
                self.write::<Line>(presenter, json, request, &mut blocks, output.out)
            }
        }?;
        frame.end(output.out);
        Ok(self.report(presenter, items, output.commit()))
    }

    /// The blocks of the response by themselves, each with its layer.
    ///
    /// # Errors
    ///
    /// As [`render`](Self::render).
    pub fn blocks(
        &mut self,
        presenter: &Presenter,
        json: &[u8],
        request: &Request,
    ) -> Result<Blocks, RenderError> {
        let mut text = Vec::new();
        let mut list = BlockList::default();
        let items = self.write::<Plain>(presenter, json, request, &mut list, &mut text)?;
        let report = self.report(presenter, items, text.len());
        let blocks = list
            .starts
            .iter()
            .enumerate()
            .map(|(at, (layer, start))| {
                let end = list.starts.get(at + 1).map_or(text.len(), |next| next.1);
                (*layer, String::from_utf8_lossy(&text[*start..end]).into_owned())
            })
            .collect();
        Ok(Blocks { blocks, report })
    }

    fn write<C: Context>(
        &mut self,
        presenter: &Presenter,
        input: &[u8],
        request: &Request,
        blocks: &mut impl BlockSequence,
        out: &mut Vec<u8>,
    ) -> Result<Items, RenderError> {
        let Inner { plan, notice, rules, .. } = &*presenter.0;
        let pretty = request.format.map_or(plan.pretty, |format| format == Format::JsonPretty);
        // Before a render, not after it: its report still reads the selection.
        self.give_back();
        self.scratch.selection.reset(&request.select);
        self.scratch.tally.reset(plan.paths);
        blocks.begin(Layer::Data, out);
        let settings = Settings { isa: self.isa, window: self.window, pretty };
        let items = json::write::<C>(plan, input, settings, &mut self.scratch, out)?;
        if items.hidden > 0 {
            blocks.begin(Layer::Ui, out);
            notice.write::<C>(out, items.shown, items.hidden);
        }
        if let Some(rules) = rules {
            blocks.begin(Layer::Rules, out);
            out.extend_from_slice(C::of(rules));
        }
        Ok(items)
    }

    fn report(&self, presenter: &Presenter, items: Items, bytes: usize) -> Report {
        Report {
            items,
            bytes,
            tally: self.scratch.tally.clone(),
            unknown: self
                .scratch
                .selection
                .unknown()
                .filter(|at| {
                    !presenter.0.plan.declares(&self.scratch.selection.list().names()[*at])
                })
                .collect(),
            select: self.scratch.selection.list().clone(),
            presenter: presenter.clone(),
        }
    }

    /// Gives back scratch memory that a large item needed and the next many did not, up to the
    /// last render.
    fn give_back(&mut self) {
        if self.scratch.largest > LARGE_ITEM {
            self.small_renders = 0;
            return;
        }
        self.small_renders += 1;
        if self.small_renders >= RENDERS_WITHOUT_LARGE {
            self.small_renders = 0;
            if self.scratch.capacity() > RETAINED {
                self.scratch.shrink();
            }
        }
    }
}

/// Receives the beginnings of blocks.
trait BlockSequence {
    fn begin(&mut self, layer: Layer, out: &mut Vec<u8>);
}

/// Blocks in a frame.
struct FrameBlocks<'a> {
    frame: Frame<'a>,
    first: bool,
}

impl BlockSequence for FrameBlocks<'_> {
    fn begin(&mut self, _: Layer, out: &mut Vec<u8>) {
        if std::mem::take(&mut self.first) {
            self.frame.begin(out);
        } else {
            self.frame.separate(out);
        }
    }
}

/// Blocks one after the other, and where each starts.
#[derive(Default)]
struct BlockList {
    starts: Vec<(Layer, usize)>,
}

impl BlockSequence for BlockList {
    fn begin(&mut self, layer: Layer, out: &mut Vec<u8>) {
        self.starts.push((layer, out.len()));
    }
}

/// Takes back what was written, unless it is committed: on an error, and if something panics.
struct Rollback<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
}

impl<'a> Rollback<'a> {
    fn new(out: &'a mut Vec<u8>) -> Self {
        let start = out.len();
        Self { out, start }
    }

    /// Keeps what was written and says how many bytes that are.
    fn commit(mut self) -> usize {
        let written = self.out.len() - self.start;
        self.start = self.out.len();
        written
    }
}

impl Drop for Rollback<'_> {
    fn drop(&mut self) {
        self.out.truncate(self.start);
    }
}

/// The text blocks of a response, made by [`Renderer::blocks`].
#[derive(Clone, Debug)]
pub struct Blocks {
    blocks: Vec<(Layer, String)>,
    report: Report,
}

impl Blocks {
    /// The blocks in order.
    pub fn iter(&self) -> impl Iterator<Item = (Layer, &str)> {
        self.blocks.iter().map(|(layer, text)| (*layer, text.as_str()))
    }

    /// How many there are. At least one: the data.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a data block")]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The counts of the render.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}

/// What a render did, in numbers. Holds no data value.
#[derive(Clone, Debug)]
pub struct Report {
    items: Items,
    bytes: usize,
    tally: Tally,
    unknown: smallvec::SmallVec<[usize; 4]>,
    select: SelectList,
    presenter: Presenter,
}

impl Report {
    /// Items shown: those of a collection up to the limit, or 1.
    #[must_use]
    pub fn items(&self) -> usize {
        self.items.shown
    }

    /// Items beyond the limit.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.items.hidden
    }

    /// Whether the data was an array, each element an item.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        self.items.is_collection
    }

    /// Members of shown objects that were left out because the schema does not declare them.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.tally.dropped
    }

    /// Values that a redaction replaced or removed.
    #[must_use]
    pub fn redacted(&self) -> u64 {
        self.tally.redacted
    }

    /// Bytes written.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Lone surrogates that became U+FFFD.
    #[must_use]
    pub fn replaced_surrogates(&self) -> u64 {
        self.tally.replaced_surrogates
    }

    /// Names of the select list that mean nothing here.
    pub fn unknown_select(&self) -> impl Iterator<Item = &str> {
        self.unknown.iter().map(|at| &*self.select.names()[*at])
    }

    /// Redaction paths that matched no value that would have been shown.
    pub fn unmatched_paths(&self) -> impl Iterator<Item = &str> {
        let paths = self.presenter.0.paths.iter().enumerate();
        paths.filter(|(at, _)| !self.tally.has_matched(*at)).map(|(_, path)| path.as_str())
    }
}
