//! The stretch of a stream that is at hand.

use super::StreamForm;

/// The stretch of the input that is at hand.
pub(super) struct Stretch {
    pub(super) buffer: Vec<u8>,
    /// How much of the buffer holds input.
    pub(super) filled: usize,
    /// The next byte to be read.
    pub(super) at: usize,
    /// The byte of the stream that the buffer begins with.
    pub(super) base: usize,
    /// Nothing comes behind it.
    pub(super) is_last: bool,
    /// Where line ends stood, and the first of them that is not behind us.
    pub(super) line_ends: Vec<usize>,
    pub(super) line: usize,
}

impl Stretch {
    pub(super) fn new(chunk: usize) -> Self {
        Self {
            buffer: vec![0; chunk],
            filled: 0,
            at: 0,
            base: 0,
            is_last: false,
            line_ends: Vec::new(),
            line: 0,
        }
    }

    /// The part of the buffer that holds whole values as far as can be told: complete lines, or what
    /// does not end inside a number or a word.
    pub(super) fn text(&self, form: StreamForm) -> &[u8] {
        let filled = &self.buffer[..self.filled];
        match form {
            StreamForm::Lines => &filled[..self.line_ends.last().map_or(0, |end| end + 1)],
            StreamForm::Document if self.is_last => filled,
            StreamForm::Document => {
                let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
                &filled[..filled.iter().rposition(|byte| !goes_on(byte)).map_or(0, |at| at + 1)]
            }
        }
    }

    /// Moves what is not read yet to the front, and makes room for at least as much again.
    pub(super) fn make_room(&mut self, chunk: usize) {
        self.buffer.copy_within(self.at..self.filled, 0);
        self.base += self.at;
        self.line_ends.drain(..self.line);
        self.line_ends.iter_mut().for_each(|end| *end -= self.at);
        (self.filled, self.at, self.line) = (self.filled - self.at, 0, 0);
        let wanted = chunk.max(2 * self.filled);
        if self.buffer.len() < wanted || self.buffer.len() > 4 * wanted {
            self.buffer.resize(wanted, 0);
            self.buffer.shrink_to(wanted);
        }
    }

    /// Overwrites the line ends from `start` on by commas.
    pub(super) fn join_lines(&mut self, start: usize) {
        for end in memchr::memchr_iter(b'\n', &self.buffer[start..self.filled]) {
            self.line_ends.push(start + end);
        }
        let found = self.line_ends.iter().rev().take_while(|end| **end >= start);
        found.for_each(|end| self.buffer[*end] = b',');
    }

    /// Ends the last line.
    pub(super) fn end_line(&mut self) {
        if self.line_ends.last().is_none_or(|end| end + 1 < self.filled) {
            self.buffer.truncate(self.filled);
            self.buffer.push(b',');
            self.line_ends.push(self.filled);
            self.filled += 1;
        }
    }
}
