//! Streams: in pieces of any size the answer is that of the whole.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_presenter::{Input, Renderer, StreamErrorKind};

use super::{Answer, Pair, Try, frame, read_error, read_report, request, text};
use crate::oracle::{Fault, FaultKind, Frame};

/// How a stream comes and goes.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// Each line is an item.
    pub lines: bool,
    /// Bytes that the source has at a time.
    pub source: usize,
    pub read: usize,
    pub write: usize,
    /// How many items there are said to be.
    pub items: Option<usize>,
}

/// What came of a stream.
#[derive(Debug)]
pub enum Streamed {
    Answer(Answer),
    /// It ended with a fault when this much was written.
    Cut(Vec<u8>, Fault),
    /// It cannot be streamed, or not with this number of items.
    Refused(StreamErrorKind),
}

/// A source that has few bytes at a time, and is interrupted in between.
struct Slowly<'a>(&'a [u8], usize, bool);

impl Read for Slowly<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.2 = !self.2;
        if self.2 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = self.1.min(room.len());
        self.0.read(&mut room[..length])
    }
}

impl Pair {
    /// What the crate says of the data as a stream; `Err` if it breaks a promise.
    pub fn streamed(
        &self,
        renderer: &mut Renderer,
        attempt: &Try,
        pieces: Pieces,
    ) -> Result<Streamed, String> {
        let (request, frame) = (request(attempt), frame(attempt));
        let source = Slowly(&attempt.data, pieces.source, false);
        let input = if pieces.lines { Input::nd_json(source) } else { Input::json(source) };
        let input = input.read_chunk(pieces.read).write_chunk(pieces.write);
        let input = pieces.items.into_iter().fold(input, Input::items);
        let mut out = Vec::new();
        let render = || renderer.stream(&self.real, input, &request, frame, &mut out);
        let answer = catch_unwind(AssertUnwindSafe(render)).map_err(|_| "panic".to_owned())?;
        let error = match answer {
            Ok(report) => return Ok(Streamed::Answer(Ok((out, read_report(&report))))),
            Err(error) => error,
        };
        if error.bytes_written() != out.len() {
            return Err(format!("{} bytes, it says: {error}", out.len()));
        }
        match (error.kind(), error.render_error()) {
            (_, Some(fault)) if out.is_empty() => Ok(Streamed::Answer(Err(read_error(fault)))),
            (_, Some(fault)) => Ok(Streamed::Cut(out, read_error(fault))),
            (kind, None) if out.is_empty() => Ok(Streamed::Refused(kind)),
            _ => Err(format!("{error}")),
        }
    }

    /// What differs between the stream and the answer to the whole.
    pub fn stream_difference(
        &self,
        renderer: &mut Renderer,
        attempt: &Try,
        pieces: Pieces,
        expected: &Answer,
    ) -> Option<String> {
        let streamed = match self.streamed(renderer, attempt, pieces) {
            Ok(streamed) => streamed,
            Err(broken) => return Some(broken),
        };
        let fits = match (&streamed, expected) {
            (Streamed::Refused(StreamErrorKind::WrongCount), Ok((_, report))) => {
                let data = attempt.data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&attempt.data);
                let is_collection = pieces.lines || data.trim_ascii_start().starts_with(b"[");
                !is_collection || pieces.items != Some(report.items + report.hidden)
            }
            (Streamed::Refused(_), _) => true,
            (Streamed::Answer(answer), expected) => answer == expected,
            (Streamed::Cut(out, fault), Err(expected)) => is_cut(out, fault, expected, attempt),
            (Streamed::Cut(..), Ok(_)) => false,
        };
        (!fits).then(|| format!("{}\n  expected {}", show(&streamed), show_answer(expected)))
    }
}

/// Whether a message that was begun ends as one that failed.
fn is_cut(out: &[u8], fault: &Fault, expected: &Fault, attempt: &Try) -> bool {
    let place = |fault: &Fault| (fault.kind, fault.offset, fault.item);
    let is_known = matches!(fault.kind, FaultKind::Validation | FaultKind::LoneSurrogate)
        || place(fault) == place(expected);
    let end = match attempt.frame {
        Frame::Text => "</tool_error>",
        Frame::Blocks => "</tool_error>\"]",
        Frame::Result => "</tool_error>\"}],\"isError\":true}",
        Frame::JsonRpcNumber(_) | Frame::JsonRpcText(_) => "</tool_error>\"}],\"isError\":true}}",
    };
    let is_whole =
        attempt.frame == Frame::Text || serde_json::from_slice::<serde_json::Value>(out).is_ok();
    is_known && is_whole && out.ends_with(end.as_bytes())
}

fn show(streamed: &Streamed) -> String {
    match streamed {
        Streamed::Answer(answer) => show_answer(answer),
        Streamed::Cut(out, fault) => format!("cut {} {fault:?}", text(out)),
        Streamed::Refused(kind) => format!("{kind:?}"),
    }
}

fn show_answer(answer: &Answer) -> String {
    match answer {
        Ok((out, report)) => format!("{} {report:?}", text(out)),
        Err(fault) => format!("{fault:?}"),
    }
}
