//! The structural index: where the brackets, colons and commas outside strings stand.
//!
//! After Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019). The index holds no
//! quotes: a scalar is what stands between two structural bytes, and the scan makes sure that
//! there is at most one. It covers a window of the input that begins where a value may begin, so
//! no state is carried from one window to the next.

#![forbid(unsafe_code)]

use super::strict::escape_length;
use super::vector::{BLOCK, Vector};

/// The index of one window, and memory for the next.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The positions, then room for the block that is being written.
    positions: Vec<u32>,
    count: usize,
    /// For each block, the bytes that may be a backslash or a `<`.
    specials: Vec<u64>,
    /// The blocks with bytes beyond ASCII or right behind such.
    beyond_ascii: Vec<u32>,
    beyond_count: usize,
    /// White space stands outside strings. Known only if the scan looked for it.
    pub(crate) has_space: bool,
}

impl Index {
    /// The positions of the structural bytes, ascending.
    #[inline(always)]
    pub(crate) fn positions(&self) -> &[u32] {
        &self.positions[..self.count]
    }

    /// Whether a byte of the range may be a backslash or a `<`.
    #[inline(always)]
    pub(crate) fn has_special(&self, start: usize, end: usize) -> bool {
        let (first, last) = (start / BLOCK, end.saturating_sub(1) / BLOCK);
        let words = self.specials.get(first..=last).unwrap_or_default();
        let from = u64::MAX << (start % BLOCK);
        let to = u64::MAX >> (BLOCK - 1 - (end.wrapping_sub(1)) % BLOCK);
        match words {
            [] => true,
            [word] => word & from & to != 0,
            [low, middle @ .., high] => {
                low & from != 0 || high & to != 0 || middle.iter().any(|word| *word != 0)
            }
        }
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.positions.capacity() * 4
            + self.specials.capacity() * 8
            + self.beyond_ascii.capacity() * 4
    }

    pub(crate) fn shrink(&mut self) {
        *self = Self::default();
    }

    /// Prepares for a window of this many bytes.
    fn begin(&mut self, bytes: usize) {
        let blocks = bytes.div_ceil(BLOCK);
        (self.count, self.beyond_count, self.has_space) = (0, 0, false);
        self.specials.resize(blocks, 0);
        self.beyond_ascii.resize(self.beyond_ascii.len().max(blocks), 0);
    }

    #[inline(always)]
    fn push<V: Vector>(&mut self, vector: V, base: usize, structural: u64) {
        if self.positions.len() - self.count < BLOCK {
            self.grow();
        }
        if let Some(slots) = self.positions[self.count..].first_chunk_mut::<BLOCK>() {
            self.count += vector.write_positions(slots, base as u32, structural);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let length = self.positions.len() * 2 + 16 * BLOCK;
        self.positions.resize(length, 0);
    }
}

/// Indexes `bytes`, and says whether nothing in it breaks a rule that the scan looks after:
///
/// * UTF-8, and escapes of the grammar,
/// * no control character in a string,
/// * between two structural bytes at most one scalar, strings ending where their quote is.
///
/// `SPACE` says whether white space may stand outside strings; without it such text is refused
/// here or where the index is read. If `is_last`, the window ends where the input does; otherwise
/// its length is a multiple of [`BLOCK`], and what its end cuts off is not judged.
#[inline(always)]
pub(crate) fn scan<V: Vector, const SPACE: bool>(
    vector: V,
    bytes: &[u8],
    is_last: bool,
    index: &mut Index,
) -> bool {
    debug_assert!(is_last || bytes.len().is_multiple_of(BLOCK));
    index.begin(bytes.len());
    let mut scan = Scan {
        vector,
        controls: vector.no_controls(),
        in_string: 0,
        escaped: 0,
        // A value may begin at the window's first byte.
        after_structural: 1,
        after_close: 0,
        after_scalar: 0,
        after_beyond_ascii: false,
        spaces: 0,
        faults: 0,
        escapes_are_valid: true,
    };
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut base = 0;
    for block in blocks {
        vector.prefetch(block);
        scan.block::<SPACE>(block, base, bytes, is_last, index);
        base += BLOCK;
    }
    if !rest.is_empty() {
        let had_space = index.has_space;
        let mut block = [b' '; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        scan.block::<SPACE>(&block, base, bytes, is_last, index);
        // What stands behind the end is ours. White space among it was counted.
        index.has_space = had_space || scan.spaces & (u64::MAX >> (BLOCK - rest.len())) != 0;
        while index.count > 0 && index.positions[index.count - 1] as usize >= bytes.len() {
            index.count -= 1;
        }
    }
    // A string that the input's end cuts off.
    let is_open = is_last && scan.in_string != 0;
    scan.faults == 0
        && !is_open
        && scan.escapes_are_valid
        && (SPACE || vector.has_no_control(scan.controls))
        && is_utf8(vector, bytes, index)
}

struct Scan<V: Vector> {
    vector: V,
    controls: V::Controls,
    /// All ones if the block before ended inside a string.
    in_string: u64,
    /// 1 if its last byte escapes the first of this one.
    escaped: u64,
    /// 1 if a scalar may begin at the first byte.
    after_structural: u64,
    /// 1 if its last byte closed a string.
    after_close: u64,
    /// 1 if its last byte belongs to a scalar.
    after_scalar: u64,
    after_beyond_ascii: bool,
    /// The white space outside strings in the last block, if it was looked for.
    spaces: u64,
    faults: u64,
    escapes_are_valid: bool,
}

impl<V: Vector> Scan<V> {
    #[inline(always)]
    fn block<const SPACE: bool>(
        &mut self,
        block: &[u8; BLOCK],
        base: usize,
        bytes: &[u8],
        is_last: bool,
        index: &mut Index,
    ) {
        let classes = self.vector.classify(block, &mut self.controls);
        let mut quotes = classes.quote;
        if classes.special != 0 || self.escaped != 0 {
            let escaped = self.escaped_bytes(self.vector.backslashes(block));
            quotes &= !escaped;
            if escaped != 0 {
                self.escapes_are_valid &= are_escapes(bytes, base, escaped, is_last);
            }
        }
        let in_string = self.vector.prefix_parity(quotes) ^ self.in_string;
        self.in_string = (in_string.cast_signed() >> 63).cast_unsigned();
        let structural = classes.structural & !in_string;
        let (open, close) = (quotes & in_string, quotes & !in_string);
        if SPACE {
            self.check_spaced(block, in_string, structural, open, close, index);
        } else {
            self.check_compact(structural, open, close);
        }
        if let Some(slot) = index.specials.get_mut(base / BLOCK) {
            *slot = classes.special;
        }
        // Without a branch: text that is not ASCII comes and goes.
        let beyond = classes.beyond_ascii | self.after_beyond_ascii;
        if let Some(slot) = index.beyond_ascii.get_mut(index.beyond_count) {
            *slot = base as u32;
        }
        index.beyond_count += usize::from(beyond);
        self.after_beyond_ascii = classes.beyond_ascii;
        index.push(self.vector, base, structural);
    }

    /// Which bytes of the block a backslash escapes, by the arithmetic of simdjson 3: runs of
    /// backslashes are told odd from even by one subtraction.
    #[inline(always)]
    fn escaped_bytes(&mut self, backslashes: u64) -> u64 {
        const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        let potential = backslashes & !self.escaped;
        let series = ((potential << 1) | ODD).wrapping_sub(potential) ^ ODD;
        let escaped = series ^ (backslashes | self.escaped);
        self.escaped = (series & backslashes) >> 63;
        escaped
    }

    /// A string begins right behind a structural byte, and a structural byte follows its end.
    #[inline(always)]
    fn check_compact(&mut self, structural: u64, open: u64, close: u64) {
        self.faults |= (close << 1 | self.after_close) & !structural;
        self.faults |= open & !(structural << 1 | self.after_structural);
        self.after_close = close >> 63;
        self.after_structural = structural >> 63;
    }

    /// A scalar begins where only white space stands behind a structural byte.
    #[inline(always)]
    fn check_spaced(
        &mut self,
        block: &[u8; BLOCK],
        in_string: u64,
        structural: u64,
        open: u64,
        close: u64,
        index: &mut Index,
    ) {
        let classes = self.vector.classify_space(block);
        self.faults |= classes.control & in_string;
        let space = classes.space & !in_string;
        index.has_space |= space != 0;
        self.spaces = space;
        let scalar = !(structural | space);
        let starts = scalar & !(scalar << 1 | self.after_scalar)
            | open
            | (close << 1 | self.after_close) & scalar;
        // White space passes on the leave to begin: adding its first bit to a run of ones
        // carries over to the bit behind it.
        let behind = structural << 1 | self.after_structural;
        let (carried, carry) = space.overflowing_add(behind & space);
        let may_start = (behind | carried) & !space;
        self.faults |= starts & !may_start;
        self.after_scalar = scalar >> 63;
        self.after_close = close >> 63;
        self.after_structural = structural >> 63 | u64::from(carry);
    }
}

/// Whether each escaped byte of a block completes an escape.
#[cold]
#[inline(never)]
fn are_escapes(bytes: &[u8], base: usize, mut escaped: u64, is_last: bool) -> bool {
    while escaped != 0 {
        let at = base + escaped.trailing_zeros() as usize;
        escaped &= escaped - 1;
        let Some(escape) = at.checked_sub(1).and_then(|start| bytes.get(start..)) else {
            return false;
        };
        // One that the window cuts off is read again.
        let is_cut = !is_last
            && match escape {
                [b'\\', b'u', hex @ ..] => hex.len() < 4 && hex.iter().all(u8::is_ascii_hexdigit),
                _ => escape.len() < 2,
            };
        if escape_length(escape).is_err() && !is_cut {
            return false;
        }
    }
    true
}

/// Checks the blocks that are not plain ASCII.
#[inline(always)]
fn is_utf8<V: Vector>(vector: V, bytes: &[u8], index: &Index) -> bool {
    let mut state = vector.utf8();
    for base in index.beyond_ascii.get(..index.beyond_count).unwrap_or_default() {
        let base = *base as usize;
        let whole = base.checked_sub(3).and_then(|start| bytes.get(start..base + BLOCK));
        match whole.and_then(|block| block.first_chunk()) {
            Some(block) => vector.check_utf8(block, &mut state),
            None => vector.check_utf8(&edge_block(bytes, base), &mut state),
        }
    }
    vector.is_utf8(state)
}

/// A block at an end of the window, with white space where the window has nothing.
#[cold]
#[inline(never)]
fn edge_block(bytes: &[u8], base: usize) -> [u8; BLOCK + 3] {
    let mut block = [b' '; BLOCK + 3];
    let start = base.saturating_sub(3);
    let end = bytes.len().min(base + BLOCK);
    block[start + 3 - base..end + 3 - base].copy_from_slice(&bytes[start..end]);
    block
}
