//! Streams: data from a reader, a finished result to a writer, neither of them whole in memory.

mod error;
mod input;
mod message;
#[cfg(feature = "tokio")]
mod tokio;
#[cfg(feature = "serde")]
mod values;

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::door::columns;
use crate::door::stream::{DocumentStream, Step};
use crate::emit::context::{Context, in_context};
use crate::emit::format::Format;
use crate::error::RenderError;
use crate::frame::{Channel, Frame};
use crate::presenter::Presenter;
use crate::report::Report;
use crate::request::Request;
use crate::tool_error::ToolError;

use super::Renderer;
use super::job::{Job, Place};
use super::trace::Trace;
use error::{Cause, told_of_panic};
use message::Message;

pub use error::{StreamError, StreamErrorKind};
pub use input::Input;
use input::InputPlan;

impl Renderer {
    /// Writes to `writer` what `presenter` shows of a document of any size, in `frame`, while it is
    /// read.
    ///
    /// The bytes are those that [`render`](Self::render) writes for the whole input, and so are
    /// report and error. Memory is needed for a chunk of [input](Input::read_chunk) and one of
    /// [output](Input::write_chunk), for the largest item, and as ever for a Presenter's shapes. Nothing
    /// of an item is written before all of it was read and checked.
    ///
    /// # What streams, and what does not
    ///
    /// Limits, `_select`, redaction, rules, directives and the notice are as ever. Hooks that get an item
    /// see the first one, as ever. What would have to see everything first is refused before a byte is
    /// read: hooks that get the collection, embedded Presenters, [`Format::Auto`] and structured content.
    ///
    /// TOON is written as a table whose header says how many rows follow. So
    /// [`Input::items`] has to say how many items there are, and the shown fields of the Presenter
    /// all have to be scalars that are never absent: no optional ones, unless
    /// [`fill_nulls`](crate::toon::ToonOptions::fill_nulls) is on, and none that redaction removes.
    ///
    /// # Errors
    ///
    /// [`StreamError::kind`] says what it is. An error that comes before the first chunk is full
    /// leaves the writer untouched; until then everything that is wrong with the data is collected, as
    /// in [`render`](Self::render).
    ///
    /// An error behind the first chunk ends the message as one that failed: the document stays cut, its
    /// block and the frame are closed, a `<tool_error>` block stands behind it, and the result says
    /// `"isError":true`. So it is valid JSON and cannot be taken for the whole. The same
    /// happens if a censor, a hook or the reader panics, before the panic goes on. Only an error of the
    /// writer leaves what it took as it is.
    ///
    /// [`Interrupted`](io::ErrorKind::Interrupted) is no error, and the call is made again. The
    /// writer is flushed at the end.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Input, Presenter, Renderer, Request, t};
    ///
    /// let users = Presenter::builder("User").schema([t::string("name")]).limit(2).build()?;
    /// let log = "{\"name\":\"Ada\",\"key\":1}\n{\"name\":\"Bo\"}\n{\"name\":\"Cy\"}\n";
    /// let mut out = Vec::new();
    /// let report = Renderer::new().stream(
    ///     &users,
    ///     Input::nd_json(log.as_bytes()),
    ///     &Request::new(),
    ///     Frame::Text,
    ///     &mut out,
    /// )?;
    /// assert!(out.starts_with(br#"[{"name":"Ada"},{"name":"Bo"}]"#));
    /// assert_eq!((report.items(), report.hidden()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stream<R: Read, W: Write>(
        &mut self,
        presenter: &Presenter,
        input: Input<R>,
        request: &Request,
        frame: Frame<'_>,
        writer: W,
    ) -> Result<Report, StreamError> {
        let trace = Trace::begin(presenter, frame.kind());
        let call = (presenter, request);
        let streamed = in_context!(frame.context(), C => {
            self.stream_in::<C, R, W>(call, frame, input, writer)
        });
        tell(&streamed, |rendered| trace.end(rendered));
        streamed
    }

    fn stream_in<C: Context, R: Read, W: Write>(
        &mut self,
        call: (&Presenter, &Request),
        frame: Frame<'_>,
        input: Input<R>,
        writer: W,
    ) -> Result<Report, StreamError> {
        let (mut source, plan) = input.split();
        let mut message = self.begin_message::<C>(call, frame, plan)?;
        let mut writer = Counted { writer, bytes: 0 };
        drive(&mut message, &mut source, &mut writer)?;
        Ok(message.report(writer.bytes))
    }

    /// Begins a message, unless what is asked for needs the whole input.
    fn begin_message<'m, C: Context>(
        &'m mut self,
        (presenter, request): (&'m Presenter, &'m Request),
        frame: Frame<'m>,
        input: InputPlan,
    ) -> Result<Message<'m, C>, StreamError> {
        let job = Job::data(presenter, &[], request);
        let place = Place { isa: self.isa, window: self.window };
        let document = DocumentStream::new(input.form, job.settings(place), input.read_chunk);
        let document = prepare(&job, &frame, document, input.items)
            .map_err(|cause| StreamError::new(cause, 0, 0))?;
        Ok(Message::begin(self, (presenter, request), frame, document, input.write_chunk))
    }
}

/// Tells the end of a trace what came of it.
fn tell(streamed: &Result<Report, StreamError>, end: impl FnOnce(Result<&Report, &RenderError>)) {
    match streamed {
        Ok(report) => end(Ok(report)),
        Err(error) => {
            if let Some(error) = error.render_error() {
                end(Err(error));
            }
        }
    }
}

/// Prepares the document for what is asked of it, unless that needs the whole input.
fn prepare(
    job: &Job<'_>,
    frame: &Frame<'_>,
    document: DocumentStream,
    items: Option<usize>,
) -> Result<DocumentStream, Cause> {
    let inner = &*job.presenter.0;
    let (plan, surroundings) = (&inner.plan, &inner.surroundings);
    let refuse = |kind| Err(Cause::Refused(kind));
    if job.channel_in(frame) != Channel::Text {
        return refuse(StreamErrorKind::StructuredContent);
    }
    if job.request.declares_output {
        job.need_none(frame)?;
    }
    if surroundings.looks_at_collections() {
        return refuse(StreamErrorKind::CollectionHooks);
    }
    if !surroundings.embeds.is_empty() {
        return refuse(StreamErrorKind::Embeds);
    }
    let document = match (job.format(), items) {
        (Format::Json, _) => document,
        (Format::JsonPretty, _) => document.pretty(),
        (Format::Auto(_), _) => return refuse(StreamErrorKind::ChoiceOfFormat),
        (Format::Toon(_), None) => return refuse(StreamErrorKind::CountNeeded),
        (Format::Toon(options), Some(items)) => {
            if !columns::are_scalar(plan, &job.request.select, options) {
                return refuse(StreamErrorKind::Columns);
            }
            document.table(options, plan.limit.map_or(items, |limit| limit.min(items)))
        }
    };
    let document = items.into_iter().fold(document, DocumentStream::expecting);
    Ok(if surroundings.has_hooks { document.keeping_first() } else { document })
}

/// Reads, renders and writes in turns.
fn drive<C: Context>(
    message: &mut Message<'_, C>,
    reader: &mut impl Read,
    writer: &mut Counted<impl Write>,
) -> Result<(), StreamError> {
    let mut written = 0;
    loop {
        let advanced = catch_unwind(AssertUnwindSafe(|| advance(message, reader)));
        let step = match advanced {
            Ok(Ok(step)) => step,
            Ok(Err(cause)) => {
                close(message, &cause.told(), writer);
                return Err(StreamError::new(cause, written, writer.bytes));
            }
            Err(panic) => {
                close(message, &told_of_panic(), writer);
                resume_unwind(panic);
            }
        };
        let sent = writer.write_all(message.output());
        sent.map_err(|error| StreamError::new(Cause::Write(error), written, writer.bytes))?;
        written = message.items();
        message.wrote();
        if step == Step::End {
            let flushed = writer.flush();
            return flushed
                .map_err(|error| StreamError::new(Cause::Write(error), written, writer.bytes));
        }
    }
}

/// Goes on until there is something to be written.
fn advance<C: Context>(
    message: &mut Message<'_, C>,
    reader: &mut impl Read,
) -> Result<Step, Cause> {
    loop {
        match message.step()? {
            Step::Fill => fill(&mut message.document, reader).map_err(Cause::of_read)?,
            step => return Ok(step),
        }
    }
}

/// Reads as much as there is room for.
fn fill(document: &mut DocumentStream, reader: &mut impl Read) -> io::Result<()> {
    loop {
        let room = document.room();
        if room.is_empty() {
            return Ok(());
        }
        match reader.read(room) {
            Ok(0) => {
                document.ended();
                return Ok(());
            }
            Ok(length) => document.filled(length),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Ends a message that failed. If that cannot be written either, it stays as it is.
fn close<C: Context>(
    message: &mut Message<'_, C>,
    error: &ToolError,
    writer: &mut Counted<impl Write>,
) {
    message.fail(error);
    let _ = writer.write_all(message.output()).and_then(|()| writer.flush());
}

/// A writer, and how many bytes it took.
struct Counted<W> {
    writer: W,
    bytes: usize,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.writer.write(bytes)?;
        self.bytes += taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
