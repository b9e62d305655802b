//! The window: how a document of any size is read with an index of a few kilobytes.

use crate::error::RenderErrorKind;

use super::index::{Index, scan};
use super::indexed::{Read, read};
use super::strict::{self, Fault};
use super::tape::Tape;
use super::vector::{BLOCK, Vector};

/// Memory for windows, kept from one document to the next.
#[derive(Debug, Default)]
pub(crate) struct WindowScratch {
    pub(crate) index: Index,
    /// White space is expected outside strings.
    spaced: bool,
}

/// A stretch of the input that is indexed, beginning where a value may begin.
#[derive(Debug)]
pub(crate) struct Window {
    /// Where it starts in the input.
    pub(crate) start: usize,
    pub(crate) length: usize,
    /// How many bytes to index at a time.
    size: usize,
    /// The next position of the index that is not yet read.
    pub(crate) entry: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing is indexed.
    Closed,
    Compact,
    Spaced,
    /// Something is wrong in it; only the strict parser can tell what and where.
    Faulty,
}

/// A parsed value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The byte of the input from which its tokens count.
    pub(crate) base: usize,
    /// The byte behind it.
    pub(crate) end: usize,
}

/// An item is addressed with 32 bits from its start.
const LARGEST: usize = u32::MAX as usize;

impl Window {
    /// A window that indexes about `size` bytes at a time.
    pub(crate) fn new(size: usize) -> Self {
        let size = size.clamp(BLOCK, LARGEST / 2).next_multiple_of(BLOCK);
        Self { start: 0, length: 0, size, entry: 0, state: State::Closed }
    }

    fn end(&self) -> usize {
        self.start + self.length
    }

    /// Indexes the input from `start`, up to `size` bytes.
    #[inline(always)]
    fn open<V: Vector>(
        &mut self,
        vector: V,
        input: &[u8],
        start: usize,
        size: usize,
        scratch: &mut WindowScratch,
    ) {
        let rest = &input[start..];
        let is_last = rest.len() <= size;
        let bytes = if is_last { rest } else { &rest[..size] };
        (self.start, self.length, self.entry) = (start, bytes.len(), 0);
        self.state = State::Faulty;
        if !scratch.spaced && scan::<V, false>(vector, bytes, is_last, &mut scratch.index) {
            self.state = State::Compact;
        } else if scan::<V, true>(vector, bytes, is_last, &mut scratch.index) {
            self.state = State::Spaced;
            scratch.spaced = scratch.index.has_space;
        }
    }

    /// Parses the value at `start` into `tape`.
    ///
    /// # Errors
    ///
    /// The first fault from `start`, counted from there.
    #[inline(always)]
    pub(crate) fn value<V: Vector>(
        &mut self,
        vector: V,
        input: &[u8],
        start: usize,
        depth: usize,
        tape: &mut Tape,
        scratch: &mut WindowScratch,
    ) -> Result<Value, Fault> {
        let mut size = self.size;
        if self.state == State::Closed || start >= self.end() {
            self.open(vector, input, start, size, scratch);
        }
        loop {
            match self.read(input, start, depth, tape, scratch) {
                Read::Complete(end) => {
                    return Ok(Value { base: self.start, end: self.start + end });
                }
                Read::Odd => break,
                Read::Cut if size >= LARGEST => break,
                Read::Cut => {
                    // The window moves to the value, then grows until it holds it.
                    if self.start == start {
                        size = size.saturating_mul(4).min(LARGEST / BLOCK * BLOCK);
                    }
                    self.open(vector, input, start, size, scratch);
                }
            }
        }
        self.strict(input, start, depth, tape, scratch)
    }

    #[inline(always)]
    fn read(
        &mut self,
        input: &[u8],
        start: usize,
        depth: usize,
        tape: &mut Tape,
        scratch: &mut WindowScratch,
    ) -> Read {
        let bytes = &input[self.start..self.end()];
        let is_last = self.end() == input.len();
        let (at, index, entry) = (start - self.start, &scratch.index, &mut self.entry);
        // What stood between the last value and this one is read already.
        while index.positions().get(*entry).is_some_and(|position| (*position as usize) < at) {
            *entry += 1;
        }
        match self.state {
            State::Compact => read::<false>(bytes, index, entry, at, is_last, depth, tape),
            State::Spaced => read::<true>(bytes, index, entry, at, is_last, depth, tape),
            State::Closed | State::Faulty => Read::Odd,
        }
    }

    #[cold]
    #[inline(never)]
    fn strict(
        &mut self,
        input: &[u8],
        start: usize,
        depth: usize,
        tape: &mut Tape,
        scratch: &mut WindowScratch,
    ) -> Result<Value, Fault> {
        let rest = &input[start..];
        let cut = &rest[..rest.len().min(LARGEST)];
        let length = strict::parse(cut, 0, depth, tape).map_err(|(kind, at)| {
            if at >= LARGEST { (RenderErrorKind::TooLarge, 0) } else { (kind, at) }
        })?;
        if self.state != State::Faulty {
            // Right in itself and odd for the index: white space where none was expected.
            scratch.spaced = true;
            self.state = State::Closed;
        }
        Ok(Value { base: start, end: start + length })
    }
}
