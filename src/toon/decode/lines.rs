//! A document as lines: terminators, comments, blank lines, indentation (sections 5.1 and 12).

use crate::text::behind_mark;

use super::error::{Fault, ToonErrorKind};
use super::options::DecodeOptions;
use super::token::Span;

/// A line that holds something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// How many levels it is indented.
    pub(super) depth: usize,
    /// Its content, without spaces at either end; never empty.
    pub(super) content: Span,
    /// Where the first blank line between this one and the one before stands, if there is any.
    pub(super) blank: Option<usize>,
}

/// Reads the lines of a text one after the other.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    indent: usize,
    strict: bool,
    comments: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8], options: &DecodeOptions) -> Self {
        let DecodeOptions { indent, strict, comments, .. } = *options;
        Self { text, at: behind_mark(text), indent, strict, comments }
    }

    /// The next line that is neither blank nor a comment.
    pub(super) fn next(&mut self) -> Result<Option<Line>, Fault> {
        let mut blank = None;
        while self.at < self.text.len() {
            let start = self.at;
            let rest = &self.text[start..];
            let end = memchr::memchr(b'\n', rest).map_or(self.text.len(), |length| start + length);
            self.at = end + 1;
            let line = Span { start, end: self.without_carriage_return(start, end) };
            let content = line.trim(self.text);
            if content.is_empty() {
                blank.get_or_insert(start);
            } else if !(self.comments && self.text[content.start] == b'#') {
                if let Some((depth, content)) = self.indentation(start, content)? {
                    return Ok(Some(Line { depth, content, blank }));
                }
                blank.get_or_insert(start);
            }
        }
        Ok(None)
    }

    /// One CR at the end of a line belongs to its terminator; any other is content.
    fn without_carriage_return(&self, start: usize, end: usize) -> usize {
        if start < end && self.text[end - 1] == b'\r' { end - 1 } else { end }
    }

    /// How deep a line is that starts at `start`, and its content; nothing if it holds tabs alone.
    fn indentation(&self, start: usize, content: Span) -> Result<Option<(usize, Span)>, Fault> {
        let spaces = content.start - start;
        let has_tab = self.text[content.start] == b'\t';
        if self.strict {
            if has_tab {
                return Err(Fault::new(ToonErrorKind::TabIndentation, content.start));
            }
            if !spaces.is_multiple_of(self.indent) {
                return Err(Fault::new(ToonErrorKind::Indentation, content.start));
            }
        }
        if !has_tab {
            return Ok(Some((spaces / self.indent, content)));
        }
        let leading = &self.text[start..content.end];
        let length = leading.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let tabs = memchr::memchr_iter(b'\t', &leading[..length]).count();
        let content = Span { start: start + length, end: content.end };
        let depth = (length - tabs) / self.indent + tabs;
        Ok((!content.is_empty()).then_some((depth, content)))
    }
}
