//! Streams of Rust values.

use std::fmt;
use std::io::{self, Read, Write};

use serde::Serialize;

use crate::door::value::write_item_for;
use crate::emit::format::Format;
use crate::frame::Frame;
use crate::plan::Plan;
use crate::presenter::Presenter;
use crate::render::Renderer;
use crate::render::job::Job;
use crate::report::Report;
use crate::request::Request;
use crate::value_error::ValueError;

use super::{Input, StreamError};

impl Renderer {
    /// Writes to `writer` what `presenter` shows of a collection of Rust values, one after the other,
    /// in `frame`. Of the feature `serde`.
    ///
    /// As [`stream`](Self::stream) for the lines of JSON that the values are, with the same bytes as
    /// [`render_value`](Self::render_value) for all of them. At no time is there more in memory than a
    /// chunk of them. Items beyond the limit are counted, and not asked what they are, nor are fields
    /// that the schema does not declare.
    ///
    /// [TOON](crate::Format::Toon) has to know how many there are: the iterator's
    /// [`size_hint`](Iterator::size_hint) has to say so exactly.
    ///
    /// # Errors
    ///
    /// As [`stream`](Self::stream). A value that has no JSON is an error of the kind
    /// [`Render`](crate::StreamErrorKind::Render).
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Row {
    ///     id: u64,
    ///     margin: f64,
    /// }
    ///
    /// let presenter = Presenter::builder("Row").schema([t::integer("id")]).build()?;
    /// let rows = (0..3).map(|id| Row { id, margin: 0.3 }); // a cursor of a database, say
    /// let mut out = Vec::new();
    /// Renderer::new().stream_values(&presenter, rows, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(out, br#"[{"id":0},{"id":1},{"id":2}]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stream_values<I, W>(
        &mut self,
        presenter: &Presenter,
        values: I,
        request: &Request,
        frame: Frame<'_>,
        writer: W,
    ) -> Result<Report, StreamError>
    where
        I: IntoIterator<Item: Serialize>,
        W: Write,
    {
        let values = values.into_iter();
        let format = Job::data(presenter, &[], request).format();
        let count = match values.size_hint() {
            (least, Some(most)) if least == most => Some(most),
            _ => None,
        };
        let input = Input::nd_json(ValueLines::new(values, &presenter.0.plan));
        let input = match count.filter(|_| matches!(format, Format::Toon(_))) {
            Some(count) => input.items(count),
            None => input,
        };
        self.stream(presenter, input, request, frame, writer)
    }
}

/// Values as lines of JSON.
struct ValueLines<'p, I> {
    values: I,
    plan: &'p Plan,
    /// How many values came.
    count: usize,
    /// Lines, and how much of them was read.
    lines: Vec<u8>,
    at: usize,
    /// What is wrong with the value behind the lines.
    failed: Option<ValueError>,
}

impl<'p, I: Iterator<Item: Serialize>> ValueLines<'p, I> {
    fn new(values: I, plan: &'p Plan) -> Self {
        Self { values, plan, count: 0, lines: Vec::new(), at: 0, failed: None }
    }

    /// Adds the next line, and says whether there is one.
    fn add_line(&mut self) -> bool {
        if self.failed.is_some() {
            return false;
        }
        let Some(value) = self.values.next() else { return false };
        let index = self.count;
        self.count += 1;
        if self.plan.limit.is_some_and(|limit| index >= limit) {
            self.lines.extend_from_slice(b"null");
        } else if let Err(error) = write_item_for(self.plan, &value, &mut self.lines) {
            self.failed = Some(error.in_item(index));
            return false;
        }
        self.lines.push(b'\n');
        true
    }
}

impl<I: Iterator<Item: Serialize>> Read for ValueLines<'_, I> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        // What is left is at most a line.
        self.lines.drain(..self.at);
        while self.lines.len() < room.len() && self.add_line() {}
        self.at = self.lines.len().min(room.len());
        match (self.at, &self.failed) {
            (0, Some(error)) => Err(io::Error::other(InvalidValue(error.clone()))),
            _ => {
                room[..self.at].copy_from_slice(&self.lines[..self.at]);
                Ok(self.at)
            }
        }
    }
}

/// What is wrong with a value, on its way through an error of a reader.
#[derive(Debug)]
pub(super) struct InvalidValue(pub(super) ValueError);

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for InvalidValue {}
