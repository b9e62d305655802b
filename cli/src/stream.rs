//! `mcp-presenter render --stream` and `--ndjson`.

use std::io::{self, ErrorKind, Read};
use std::time::Instant;

use mcp_presenter::{Frame, Input, Presenter, Renderer, Request, StreamError, StreamErrorKind};

use crate::arguments::Render;
use crate::console::{Console, Pieces};
use crate::failure::{Cause, Failure};
use crate::input::Source;
use crate::progress;
use crate::report::Done;

/// Reads, renders and writes piece by piece. Nothing comes of it if nobody reads the output to its end.
pub(crate) fn render(
    arguments: &Render,
    presenter: &Presenter,
    request: &Request,
    frame: Frame<'_>,
    console: &Console,
) -> Result<Option<Done>, Failure> {
    let Source { name, reader, length } = Source::open(arguments.shown.file.as_deref())?;
    let (mut renderer, mut source) = (Renderer::new(), Counted { reader, bytes: 0 });
    let input = match arguments.ndjson {
        true => Input::nd_json(&mut source),
        false => Input::json(&mut source),
    };
    let input = arguments.items.into_iter().fold(input, Input::items);
    let mut out = Pieces::new();
    let start = Instant::now();
    let streamed = progress::watch(&mut renderer, length, console, |renderer| {
        renderer.stream(presenter, input, request, frame, &mut out)
    });
    let time = start.elapsed();
    let report = match streamed {
        Err(error) if is_unread(&error) => return Ok(None),
        streamed => streamed,
    };
    out.end()?;
    let report = report.map_err(|error| failure(&name, &error))?;
    Ok(Some(Done { report, bytes_in: source.bytes, time }))
}

fn is_unread(error: &StreamError) -> bool {
    error.kind() == StreamErrorKind::Write
        && error.io_error().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Why a stream has ended. The input is called `name`.
fn failure(name: &str, error: &StreamError) -> Failure {
    if let Some(wrong) = error.render_error() {
        let message = format!("{name}: {error}");
        return Failure { cause: Cause::Data(wrong.clone()), message };
    }
    match error.kind() {
        StreamErrorKind::Read | StreamErrorKind::WrongCount => Failure::input(name, error),
        StreamErrorKind::Write => Failure::output("standard output", error),
        _ => Failure::usage(format!("--stream: {error}")),
    }
}

/// Counts what is read.
struct Counted {
    reader: Box<dyn Read>,
    bytes: usize,
}

impl Read for Counted {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(room)?;
        self.bytes += length;
        Ok(length)
    }
}
