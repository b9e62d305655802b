//! `mcp-presenter render --stream` and `--ndjson`.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::Instant;

use mcp_presenter::{Frame, Input, Presenter, Renderer, Request, StreamError, StreamErrorKind};

use crate::arguments::Render;
use crate::console::{Console, Pieces};
use crate::failure::{Cause, Failure};
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
    let (name, mut source) = Source::open(arguments.shown.file.as_deref())?;
    let (mut renderer, length) = (Renderer::new(), source.length);
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

/// What is read: a file, or standard input.
struct Source {
    reader: Box<dyn Read>,
    /// Nothing for a pipe or a device.
    length: Option<u64>,
    /// How much was read.
    bytes: usize,
}

impl Source {
    /// The file and its name for messages; standard input if it is absent or `-`.
    fn open(file: Option<&Path>) -> Result<(String, Self), Failure> {
        let Some(file) = file.filter(|file| *file != Path::new("-")) else {
            let reader: Box<dyn Read> = Box::new(io::stdin().lock());
            return Ok(("standard input".to_owned(), Self { reader, length: None, bytes: 0 }));
        };
        let name = file.display().to_string();
        let opened = File::open(file).map_err(|error| Failure::input(&name, error))?;
        let length = opened.metadata().ok().map(|data| data.len()).filter(|length| *length > 0);
        Ok((name, Self { reader: Box::new(opened), length, bytes: 0 }))
    }
}

impl Read for Source {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(room)?;
        self.bytes += length;
        Ok(length)
    }
}
