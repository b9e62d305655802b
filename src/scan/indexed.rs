//! The fast parser: one value to a tape, by its structural index.

#![forbid(unsafe_code)]

use crate::text::number;

use super::index::Index;
use super::strict::skip_space;
use super::tape::{Tape, TokenKind};

/// What came of reading a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// The value ends before this byte.
    Complete(usize),
    /// The window ends inside it.
    Cut,
    /// It is malformed, or of a form that only the strict parser reads.
    Odd,
}

/// Reads the value at `start` of the window `bytes`, to whose `index` it belongs and which the
/// scan has found clean. `entry` is the first position of the index that is not before `start`,
/// and is moved behind the value.
///
/// What it accepts, the strict parser accepts with the same tokens. `SPACE` as in `index::scan`.
#[inline(always)]
pub(crate) fn read<const SPACE: bool>(
    bytes: &[u8],
    index: &Index,
    entry: &mut usize,
    start: usize,
    is_last: bool,
    depth: usize,
    tape: &mut Tape,
) -> Read {
    tape.clear();
    let mut reader =
        Reader::<SPACE> { bytes, index, positions: index.positions(), entry: *entry, tape };
    let read = reader.read(start, is_last, depth);
    *entry = reader.entry;
    match read {
        Ok(end) => Read::Complete(end),
        Err(Stop::Cut) if !is_last => Read::Cut,
        Err(_) => Read::Odd,
    }
}

enum Stop {
    Cut,
    Odd,
}

struct Reader<'a, const SPACE: bool> {
    bytes: &'a [u8],
    index: &'a Index,
    positions: &'a [u32],
    /// The next position of the index.
    entry: usize,
    tape: &'a mut Tape,
}

impl<const SPACE: bool> Reader<'_, SPACE> {
    #[inline(always)]
    fn read(&mut self, start: usize, is_last: bool, depth: usize) -> Result<usize, Stop> {
        let mut at = start;
        loop {
            let mut end = match self.bytes.get(at) {
                Some(b'{') => {
                    self.open(TokenKind::Object, at, depth)?;
                    let (closer, byte) = self.structural()?;
                    if byte != b'}' || self.skip(at + 1) != closer {
                        at = self.member(at + 1)?;
                        continue;
                    }
                    self.close(closer)
                }
                Some(b'[') => {
                    self.open(TokenKind::Array, at, depth)?;
                    at = self.skip(at + 1);
                    if self.bytes.get(at) != Some(&b']') {
                        continue;
                    }
                    self.close(at)
                }
                Some(_) => self.scalar(at, is_last)?,
                None => return Err(Stop::Cut),
            };
            // Behind a value: the ends of its containers, then a comma or the end of it all.
            loop {
                let Some(container) = self.tape.innermost() else { return Ok(end) };
                let (position, byte) = self.structural()?;
                if self.skip(end) != position {
                    return Err(Stop::Odd);
                }
                match (byte, container) {
                    (b',', TokenKind::Object) => {
                        self.entry += 1;
                        at = self.member(position + 1)?;
                        break;
                    }
                    (b',', _) => {
                        self.entry += 1;
                        at = self.skip(position + 1);
                        break;
                    }
                    (b'}', TokenKind::Object) | (b']', TokenKind::Array) => {
                        end = self.close(position);
                    }
                    _ => return Err(Stop::Odd),
                }
            }
        }
    }

    #[inline(always)]
    fn skip(&self, at: usize) -> usize {
        if SPACE { skip_space(self.bytes, at) } else { at }
    }

    /// `end` without the white space before it, not before `start`.
    #[inline(always)]
    fn trim(&self, start: usize, mut end: usize) -> usize {
        if SPACE {
            while end > start && matches!(self.bytes[end - 1], b' ' | b'\t' | b'\n' | b'\r') {
                end -= 1;
            }
        }
        end
    }

    /// The next structural byte and its place.
    #[inline(always)]
    fn structural(&self) -> Result<(usize, u8), Stop> {
        let position = *self.positions.get(self.entry).ok_or(Stop::Cut)? as usize;
        Ok((position, self.bytes[position]))
    }

    #[inline(always)]
    fn open(&mut self, kind: TokenKind, at: usize, depth: usize) -> Result<(), Stop> {
        if self.tape.depth() >= depth || self.structural()?.0 != at {
            return Err(Stop::Odd);
        }
        self.entry += 1;
        self.tape.open(kind, at);
        Ok(())
    }

    /// Closes the innermost container with the structural byte at hand, which stands at
    /// `position`, and gives the byte behind it.
    #[inline(always)]
    fn close(&mut self, position: usize) -> usize {
        self.entry += 1;
        self.tape.close(position + 1);
        position + 1
    }

    /// A key and its colon, from the byte behind a brace or a comma; gives the place of the value.
    #[inline(always)]
    fn member(&mut self, at: usize) -> Result<usize, Stop> {
        let start = self.skip(at);
        let (colon, byte) = self.structural()?;
        if byte != b':' {
            return Err(Stop::Odd);
        }
        self.string(TokenKind::Key, start, self.trim(start, colon))?;
        self.entry += 1;
        Ok(self.skip(colon + 1))
    }

    #[inline(always)]
    fn string(&mut self, kind: TokenKind, start: usize, end: usize) -> Result<(), Stop> {
        // The scan saw to it that nothing else stands between two structural bytes with a string.
        let is_string =
            end >= start + 2 && self.bytes[start] == b'"' && self.bytes[end - 1] == b'"';
        if !is_string {
            return Err(Stop::Odd);
        }
        let special = self.index.has_special(start + 1, end - 1);
        self.tape.scalar(kind, start, end, special);
        Ok(())
    }

    /// A scalar that starts at `start`; gives the byte behind it.
    #[inline(always)]
    fn scalar(&mut self, start: usize, is_last: bool) -> Result<usize, Stop> {
        let behind = match self.positions.get(self.entry) {
            Some(position) => *position as usize,
            // Only a document that is one scalar has nothing structural behind it.
            None if is_last && self.tape.depth() == 0 => self.bytes.len(),
            None => return Err(Stop::Cut),
        };
        let end = self.trim(start, behind);
        let text = self.bytes.get(start..end).unwrap_or_default();
        let kind = match text {
            [b'"', ..] => {
                self.string(TokenKind::String, start, end)?;
                return Ok(end);
            }
            b"true" => TokenKind::True,
            b"false" => TokenKind::False,
            b"null" => TokenKind::Null,
            _ if number::is_number(text) => TokenKind::Number,
            _ => return Err(Stop::Odd),
        };
        self.tape.scalar(kind, start, end, false);
        Ok(end)
    }
}
