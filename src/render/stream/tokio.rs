//! Streams in async code.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::door::stream::Step;
use crate::emit::context::{Context, in_context};
use crate::frame::Frame;
use crate::presenter::Presenter;
use crate::render::Renderer;
use crate::render::trace::WaitingTrace;
use crate::report::Report;
use crate::request::Request;
use crate::tool_error::ToolError;

use super::error::{Cause, told_of_panic};
use super::message::Message;
use super::{Input, StreamError, tell};

impl Renderer {
    /// As [`stream`](Self::stream), over the traits of tokio. Of the feature `tokio`.
    ///
    /// Between two waits the thread renders a chunk of the input, some tens of microseconds for the usual
    /// 256 KiB; [`Input::read_chunk`] sets how many. The future borrows the Renderer for as long as the
    /// stream takes: give each stream one of its own, from a pool say. It is `Send` if reader and writer
    /// are.
    ///
    /// A future that is dropped before its end leaves the message where it is, without an end. The
    /// Renderer can be used again.
    ///
    /// # Errors
    ///
    /// As [`stream`](Self::stream).
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Input, Presenter, Renderer, Request, t};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let users = Presenter::builder("User").schema([t::string("name")]).build()?;
    /// let lines = &b"{\"name\":\"Ada\",\"key\":1}\n{\"name\":\"Bo\"}\n"[..]; // any AsyncRead
    /// let mut out = Vec::new(); // any AsyncWrite
    /// let (input, request) = (Input::nd_json(lines), Request::new());
    /// Renderer::new().stream_async(&users, input, &request, Frame::Text, &mut out).await?;
    /// assert_eq!(out, br#"[{"name":"Ada"},{"name":"Bo"}]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub async fn stream_async<R, W>(
        &mut self,
        presenter: &Presenter,
        input: Input<R>,
        request: &Request,
        frame: Frame<'_>,
        writer: W,
    ) -> Result<Report, StreamError>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        let trace = WaitingTrace::begin(presenter, frame.kind());
        let call = (presenter, request, &trace);
        let streamed = in_context!(frame.context(), C => {
            self.stream_async_in::<C, R, W>(call, frame, input, writer).await
        });
        tell(&streamed, |rendered| trace.end(rendered));
        streamed
    }

    async fn stream_async_in<C: Context + Send, R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
        &mut self,
        (presenter, request, trace): (&Presenter, &Request, &WaitingTrace),
        frame: Frame<'_>,
        input: Input<R>,
        writer: W,
    ) -> Result<Report, StreamError> {
        let (mut reader, plan) = input.split();
        let mut message = self.begin_message::<C>((presenter, request), frame, plan)?;
        let mut writer = Sent { writer, bytes: 0 };
        let mut written = 0;
        loop {
            let step = || trace.within(|| message.step());
            let stepped = catch_unwind(AssertUnwindSafe(step));
            let cause = match stepped {
                Ok(Ok(Step::Fill)) => match fill(&mut message, &mut reader).await {
                    Ok(()) => continue,
                    Err(error) => Cause::Read(error),
                },
                Ok(Ok(step)) => {
                    let sent = writer.send(message.output(), step == Step::End).await;
                    sent.map_err(|error| {
                        StreamError::new(Cause::Write(error), written, writer.bytes)
                    })?;
                    written = message.items();
                    message.wrote();
                    match step {
                        Step::End => return Ok(message.report(writer.bytes)),
                        _ => continue,
                    }
                }
                Ok(Err(cause)) => cause,
                Err(panic) => {
                    close(&mut message, &told_of_panic(), &mut writer).await;
                    resume_unwind(panic);
                }
            };
            close(&mut message, &cause.told(), &mut writer).await;
            return Err(StreamError::new(cause, written, writer.bytes));
        }
    }
}

/// Reads as much as there is room for.
async fn fill<C: Context>(
    message: &mut Message<'_, C>,
    reader: &mut (impl AsyncRead + Unpin),
) -> std::io::Result<()> {
    loop {
        let room = message.document.room();
        if room.is_empty() {
            return Ok(());
        }
        match reader.read(room).await? {
            0 => {
                message.document.ended();
                return Ok(());
            }
            length => message.document.filled(length),
        }
    }
}

/// Ends a message that failed. If that cannot be written either, it stays as it is.
async fn close<C: Context>(
    message: &mut Message<'_, C>,
    error: &ToolError,
    writer: &mut Sent<impl AsyncWrite + Unpin>,
) {
    message.fail(error);
    let _ = writer.send(message.output(), true).await;
}

/// A writer, and how many bytes it took.
struct Sent<W> {
    writer: W,
    bytes: usize,
}

impl<W: AsyncWrite + Unpin> Sent<W> {
    async fn send(&mut self, mut bytes: &[u8], is_last: bool) -> std::io::Result<()> {
        while !bytes.is_empty() {
            match self.writer.write(bytes).await? {
                0 => return Err(std::io::ErrorKind::WriteZero.into()),
                taken => {
                    self.bytes += taken;
                    bytes = &bytes[taken..];
                }
            }
        }
        if is_last { self.writer.flush().await } else { Ok(()) }
    }
}
