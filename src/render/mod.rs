//! Rendering: a Presenter, data and a request in, a finished result out.

#![forbid(unsafe_code)]

mod job;
pub(crate) mod stream;
mod trace;
#[cfg(feature = "serde")]
mod typed;
#[cfg(feature = "serde")]
mod value;

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use bumpalo::Bump;

use crate::blocks::output::{KeptBlock, Output};
use crate::door::Progress;
use crate::door::json::Root;
use crate::door::scratch::Scratch;
use crate::emit::context::{Context, Plain, in_context};
use crate::error::{RenderError, RenderErrorKind};
use crate::frame::Frame;
use crate::hook::environment::{Environment, HookMemory, HookRender};
use crate::layers::{Layers, fixed};
use crate::presenter::Presenter;
use crate::report::{Blocks, Counts, Report};
use crate::request::Request;
use crate::response::{Appended, Response};
use crate::scan::dispatch::Level;
use crate::scan::{Isa, USUAL_WINDOW};
use crate::structured::DataForm;
use job::{Job, Place, WrittenData};
use trace::Trace;

/// Renders, one call after the other, and keeps the memory that this needs.
///
/// One for each worker. Rendering a second time what it has rendered once allocates nothing
/// beyond the growth of the output buffer, for up to 64 kinds of render in turn: a kind is a
/// Presenter with a place for its text and a select list, in TOON also with its columns.
/// That holds as long as what is remembered of them stays below a megabyte: about 60 columns of each
/// of 64 kinds, half of that with [`Format::Auto`](crate::Format::Auto). A [`Report`] needs memory of its own
/// if it names more than four unknown names or the Presenter has more than 128 redaction paths.
///
/// Memory beyond a megabyte is given back after 64 renders without a large value.
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
    hooks: Hooks,
    output: Output,
    /// How many renders in a row met no large item.
    small_renders: u32,
}

/// Scratch memory up to this size, in bytes, is always kept.
const RETAINED: usize = 1 << 20;

/// Items up to this size, in bytes, need no more scratch memory than [`RETAINED`].
const LARGE_ITEM: usize = 32 << 10;

/// Scratch memory beyond [`RETAINED`] is given back after this many renders without a large item.
const RENDERS_WITHOUT_LARGE: u32 = 64;

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
        Self {
            isa: Isa::detect(),
            window: USUAL_WINDOW,
            scratch: Scratch::default(),
            hooks: Hooks::default(),
            output: Output::default(),
            small_renders: 0,
        }
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
        let job = Job::data(presenter, json, request);
        self.run(job, frame, out)
    }

    /// Appends to `out` what a handler answers, in `frame`: as [`render`](Self::render), with what
    /// the [`Response`] has besides its data.
    ///
    /// # Errors
    ///
    /// As [`render`](Self::render). A text cannot fail.
    pub fn respond(
        &mut self,
        response: &Response<'_>,
        request: &Request,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError> {
        self.run(Job::of(response, request), frame, out)
    }

    fn run(
        &mut self,
        job: Job<'_>,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError> {
        let trace = Trace::begin(job.presenter, frame.kind());
        let rendered = self.run_untraced(job, frame, out);
        trace.end(rendered.as_ref());
        rendered
    }

    fn run_untraced(
        &mut self,
        job: Job<'_>,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError> {
        let written = in_context!(frame.context(), C => self.write::<C>(&job, frame, out, false))?;
        Ok(self.report(job.presenter, &written, out.len() - written.start))
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
        let job = Job::data(presenter, json, request);
        self.run_blocks(job)
    }

    /// The blocks of what a handler answers, each with its layer.
    ///
    /// # Errors
    ///
    /// As [`respond`](Self::respond).
    pub fn response_blocks(
        &mut self,
        response: &Response<'_>,
        request: &Request,
    ) -> Result<Blocks, RenderError> {
        self.run_blocks(Job::of(response, request))
    }

    fn run_blocks(&mut self, job: Job<'_>) -> Result<Blocks, RenderError> {
        let trace = Trace::begin(job.presenter, "none");
        let rendered = self.run_blocks_untraced(job);
        trace.end(rendered.as_ref().map(Blocks::report));
        rendered
    }

    fn run_blocks_untraced(&mut self, job: Job<'_>) -> Result<Blocks, RenderError> {
        let mut text = Vec::new();
        let written = self.write::<Plain>(&job, Frame::Text, &mut text, true)?;
        let report = self.report(job.presenter, &written, text.len());
        let Written { form, blocks, .. } = written;
        // What is written is UTF-8; if it were not, nothing would be shown.
        let text = String::from_utf8(text).unwrap_or_default();
        Ok(Blocks::new(text, blocks, form, report))
    }

    /// Writes a response. Nothing of it is left in `out` if this fails, or
    /// panics.
    fn write<C: Context>(
        &mut self,
        job: &Job<'_>,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
        keeps: bool,
    ) -> Result<Written, RenderError> {
        let start = out.len();
        // Before a render, not after it: its report still reads the selection.
        self.give_back();
        let place = Place { isa: self.isa, window: self.window };
        let Self { scratch, hooks, output, .. } = self;
        job.keep_meta::<C>(place, scratch)?;
        let plan = &job.presenter.0.plan;
        scratch.selection.reset(&job.request.select, plan.nested_select);
        scratch.tally.reset(plan.paths);
        scratch.choice = None;
        output.begin_frame::<C>(std::mem::take(out), &frame, keeps);
        let mut rollback = Rollback { caller: out, output, start };
        let data = write_blocks::<C>(job, &frame, place, scratch, hooks, rollback.output)?;
        let tail = job.tail(&data, scratch);
        let structured_bytes = frame.end(&mut rollback.output.buffer, &tail);
        rollback.start = rollback.output.buffer.len();
        let (blocks, omitted) = (rollback.output.take_kept(), rollback.output.children.omitted);
        let WrittenData { root, form, .. } = data;
        Ok(Written { root, form, blocks, omitted, structured_bytes, start })
    }

    fn report(&self, presenter: &Presenter, written: &Written, bytes: usize) -> Report {
        let Written { root, omitted, structured_bytes, .. } = *written;
        let choice = self.scratch.choice;
        let counts = Counts { root, choice, bytes, structured_bytes, omitted };
        Report::new(presenter, counts, &self.scratch.tally, &self.scratch.selection)
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
            if self.hooks.capacity() > RETAINED {
                self.hooks = Hooks::default();
            }
            if self.output.capacity() > RETAINED {
                self.output = Output::default();
            }
        }
    }
}

/// A response that was written.
struct Written {
    root: Root,
    form: DataForm,
    blocks: Vec<KeptBlock>,
    omitted: u64,
    structured_bytes: usize,
    /// Where it starts in the buffer.
    start: usize,
}

/// Writes the blocks of a response: the data, then the layers around it.
fn write_blocks<'j, C: Context>(
    job: &Job<'j>,
    frame: &Frame<'_>,
    place: Place,
    scratch: &mut Scratch,
    hooks: &mut Hooks,
    output: &mut Output,
) -> Result<WrittenData<'j>, RenderError> {
    let inner = &*job.presenter.0;
    let data = job.write_data::<C>(frame, place, scratch, output)?;
    let appended = job.appended.filter(|appended| !appended.is_empty());
    if job.values.is_some_and(|values| values.is_item() && data.root.is_collection) {
        return Err(RenderError::new(RenderErrorKind::SequenceAsItem, None, None));
    }
    if inner.surroundings.has_hooks || job.values.is_some() {
        hooks.write(job, data.input, place, data.root, appended, output)?;
    } else {
        fixed::write(output, inner, data.root, appended);
    }
    Ok(data)
}

/// Memory for hooks, which a Renderer keeps.
#[derive(Debug, Default)]
struct Hooks {
    /// In a lock only because a Renderer is to be shared by those who cannot use it: nobody waits.
    arena: Mutex<Bump>,
    memory: Mutex<HookMemory>,
}

impl Hooks {
    /// Bytes of memory held.
    fn capacity(&mut self) -> usize {
        unpoisoned(&mut self.arena).allocated_bytes() + unpoisoned(&mut self.memory).capacity()
    }

    /// Writes the layers around the data.
    fn write(
        &mut self,
        job: &Job<'_>,
        input: &[u8],
        place: Place,
        root: Root,
        appended: Option<&Appended<'_>>,
        output: &mut Output,
    ) -> Result<(), RenderError> {
        let presenter = &*job.presenter.0;
        let arena = unpoisoned(&mut self.arena);
        let memory = unpoisoned(&mut self.memory);
        arena.reset();
        memory.end();
        let (saw_redacted, is_cut) = (Cell::new(false), Cell::new(false));
        let render = HookRender {
            input,
            depth: presenter.plan.max_depth,
            level: Level::of(place.isa),
            window: place.window,
            arena,
            memory,
            saw_redacted: &saw_redacted,
            is_cut: &is_cut,
        };
        let environment = Environment { plan: &presenter.plan, shown: None, render: &render };
        let shown = Environment { shown: Some(&job.request.select), ..environment };
        let mut layers = Layers { output, environment, shown, redacts: false, values: job.values };
        layers.write(presenter, root, appended);
        make_one(arena);
        match is_cut.get() {
            true => Err(RenderError::new(RenderErrorKind::TooLarge, Some(root.start), None)),
            false => Ok(()),
        }
    }
}

/// Puts room for all that was built into one piece. Of several the arena forgets all but the last,
/// and a render like this one would need memory again.
fn make_one(arena: &mut Bump) {
    if arena.iter_allocated_chunks().nth(1).is_some() {
        let bytes = arena.allocated_bytes();
        *arena = Bump::new();
        *arena = Bump::with_capacity(bytes);
    }
}

/// What a lock holds. A hook that panicked has left it whole: it is memory, and nothing else.
fn unpoisoned<T>(lock: &mut Mutex<T>) -> &mut T {
    lock.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// The caller's buffer while a response is written: it gets back what stands before `start`, also
/// on an error and if something panics.
struct Rollback<'a> {
    caller: &'a mut Vec<u8>,
    output: &'a mut Output,
    start: usize,
}

impl Drop for Rollback<'_> {
    fn drop(&mut self) {
        *self.caller = self.output.release();
        self.caller.truncate(self.start);
    }
}
