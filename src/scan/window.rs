//! The window: how a document of any size is read with an index of a few kilobytes.

#![forbid(unsafe_code)]

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
    /// The last bytes of the input with white space behind.
    tail: Vec<u8>,
}

/// Whether a fault that stands before `text` may be no more than the end of `text`: a number, a
/// word, an escape or a character that goes on behind it.
pub(crate) fn reaches_end(text: &[u8]) -> bool {
    const LONGEST_ESCAPE: usize = 6;
    text.len() < LONGEST_ESCAPE
        || text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'))
}

/// A stretch of the input that is indexed, beginning where a value may begin.
#[derive(Debug)]
pub(crate) struct Window {
    /// Where it starts in the input.
    pub(crate) start: usize,
    length: usize,
    /// How many bytes to index at a time.
    size: usize,
    /// The next position of the index that is not yet read.
    pub(crate) entry: usize,
    state: State,
    /// The input has nothing but white space behind it.
    is_last: bool,
    /// It ends where the input does, and its bytes were copied to have some beyond.
    is_copied: bool,
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

impl WindowScratch {
    /// Prepares for a document.
    pub(crate) fn begin(&mut self) {
        self.spaced = false;
    }
}

/// How many bytes beyond its end a window offers to read.
const BEYOND: usize = BLOCK;

/// An item is addressed with 32 bits from its start.
const LARGEST: usize = u32::MAX as usize;

impl Window {
    /// A window that indexes about `size` bytes at a time.
    pub(crate) fn new(size: usize) -> Self {
        let size = size.clamp(BLOCK, LARGEST / 2).next_multiple_of(BLOCK);
        Self {
            start: 0,
            length: 0,
            size,
            entry: 0,
            state: State::Closed,
            is_last: false,
            is_copied: false,
        }
    }

    /// Forgets what is indexed.
    pub(crate) fn close(&mut self) {
        self.state = State::Closed;
    }

    /// How many bytes it indexes unless it has to grow.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The byte behind it.
    pub(crate) fn end(&self) -> usize {
        self.start + self.length
    }

    /// Whether the value at `start` begins in it.
    #[inline(always)]
    pub(crate) fn covers(&self, start: usize) -> bool {
        self.state != State::Closed && self.start <= start && start < self.end()
    }

    /// Whether it is indexed and has no white space outside strings.
    #[inline(always)]
    pub(crate) fn is_compact(&self) -> bool {
        self.state == State::Compact
    }

    /// Indexes the input from `start`, where a value begins. `cuts` says how often a window was
    /// too small for that value: it grows with each time.
    #[inline(always)]
    pub(crate) fn open<V: Vector>(
        &mut self,
        vector: V,
        input: &[u8],
        start: usize,
        cuts: u32,
        scratch: &mut WindowScratch,
    ) {
        let growth = 4_usize.saturating_pow(cuts);
        let size = self.size.saturating_mul(growth).min(LARGEST / BLOCK * BLOCK);
        let rest = &input[start..];
        let is_last = rest.len() <= size;
        // White space behind the document is no reason to expect some within.
        let bytes = if is_last { rest.trim_ascii_end() } else { &rest[..size] };
        self.is_last = is_last;
        (self.start, self.length, self.entry) = (start, bytes.len(), 0);
        self.is_copied = is_last && cuts == 0;
        self.state = State::Faulty;
        if !scratch.spaced && scan::<V, false>(vector, bytes, is_last, &mut scratch.index) {
            self.state = State::Compact;
        } else if scan::<V, true>(vector, bytes, is_last, &mut scratch.index) {
            self.state = State::Spaced;
            scratch.spaced = scratch.index.has_space;
        }
        if self.is_copied && self.state == State::Compact {
            scratch.tail.clear();
            scratch.tail.extend_from_slice(bytes);
            scratch.tail.resize(bytes.len() + BEYOND, b' ');
        }
    }

    /// The bytes of a compact window, and if possible some beyond its end, for those who read in
    /// lanes.
    #[inline(always)]
    pub(crate) fn padded<'a>(&self, input: &'a [u8], scratch: &'a WindowScratch) -> &'a [u8] {
        if self.is_copied {
            return &scratch.tail;
        }
        &input[self.start..input.len().min(self.end() + BEYOND)]
    }

    /// Moves to the first position of the index that is not before `at` of the input.
    #[inline(always)]
    pub(crate) fn seek(&mut self, at: usize, index: &Index) {
        let (at, positions) = (at - self.start, index.positions());
        // Going back is rare: a large object is read once to find its members, then again.
        let last = self.entry.checked_sub(1).and_then(|last| positions.get(last));
        if last.is_some_and(|position| *position as usize >= at) {
            self.entry = positions.partition_point(|position| (*position as usize) < at);
        }
        while index.positions().get(self.entry).is_some_and(|entry| (*entry as usize) < at) {
            self.entry += 1;
        }
    }

    /// Reads the value at `start`, which the window covers, into `tape`. Tokens count from the
    /// window's start; the end of the value from the input's.
    #[inline(always)]
    pub(crate) fn read(
        &mut self,
        input: &[u8],
        start: usize,
        depth: usize,
        tape: &mut Tape,
        scratch: &WindowScratch,
    ) -> Read {
        self.seek(start, &scratch.index);
        let bytes = &input[self.start..self.end()];
        let is_last = self.is_last;
        let (at, index, entry) = (start - self.start, &scratch.index, &mut self.entry);
        let read = match self.state {
            State::Compact => read::<false>(bytes, index, entry, at, is_last, depth, tape),
            State::Spaced => read::<true>(bytes, index, entry, at, is_last, depth, tape),
            State::Closed | State::Faulty => Read::Odd,
        };
        match read {
            Read::Complete(end) => Read::Complete(self.start + end),
            // No window is larger; the strict parser says so.
            Read::Cut if self.length >= LARGEST / BLOCK * BLOCK => Read::Odd,
            other => other,
        }
    }

    /// Reads the value at `start` into `tape`, and opens and grows the window as that needs. Gives
    /// where the tokens count from and where the value ends, both in the input.
    ///
    /// # Errors
    ///
    /// The first fault of the value, and where it stands in the input.
    #[inline(always)]
    pub(crate) fn read_whole<V: Vector>(
        &mut self,
        vector: V,
        input: &[u8],
        start: usize,
        depth: usize,
        tape: &mut Tape,
        scratch: &mut WindowScratch,
    ) -> Result<(usize, usize), Fault> {
        let (mut cuts, mut reopens) = (0, !self.covers(start));
        loop {
            if reopens {
                self.open(vector, input, start, cuts, scratch);
            }
            match self.read(input, start, depth, tape, scratch) {
                Read::Complete(end) => return Ok((self.start, end)),
                Read::Cut => {
                    cuts += u32::from(self.start == start);
                    reopens = true;
                }
                Read::Odd if self.expect_space(scratch) => reopens = true,
                Read::Odd => break,
            }
        }
        Ok((start, self.read_strictly(input, start, depth, tape)?))
    }

    /// What was odd may be white space, which a compact window does not expect: whether it is
    /// worth opening the window again.
    #[inline(always)]
    pub(crate) fn expect_space(&mut self, scratch: &mut WindowScratch) -> bool {
        scratch.spaced |= self.state == State::Compact;
        self.state == State::Compact
    }

    /// Parses the value at `start` byte by byte. Tokens count from the value's start; the end of
    /// the value from the input's.
    ///
    /// # Errors
    ///
    /// The first fault from `start`, and where it stands in the input.
    #[cold]
    #[inline(never)]
    pub(crate) fn read_strictly(
        &self,
        input: &[u8],
        start: usize,
        depth: usize,
        tape: &mut Tape,
    ) -> Result<usize, Fault> {
        let rest = &input[start..];
        let cut = &rest[..rest.len().min(LARGEST)];
        let length = strict::parse(cut, 0, depth, tape).map_err(|(kind, at)| {
            let is_cut = cut.len() < rest.len() && reaches_end(&cut[at..]);
            if is_cut { (RenderErrorKind::TooLarge, start) } else { (kind, start + at) }
        })?;
        Ok(start + length)
    }
}
