//! Bytes that may not stand in a JSON string as they are, eight and sixteen at a time: for strings that
//! are no part of a text, and so in no index.

#![allow(unsafe_code, reason = "the one block has its proof")]

/// Eight bytes at once, for which no vector is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word(pub(crate) u64);

impl Word {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * Self::ONES;
    /// Spaces in the upper four bytes.
    pub(crate) const SPACES_ABOVE: u64 = 0x2020_2020_0000_0000;

    /// A mark if one of the bytes needs an escape, or could be part of what does: controls, `"`, `\\`
    /// and `<`. So that one comparison finds both, `|` counts as well, without need.
    ///
    /// A borrow may mark bytes above one that is marked rightly, and no others, so that the answer is
    /// right for the word.
    #[inline(always)]
    pub(crate) fn marks(self, suspect: u8) -> u64 {
        let Self(word) = self;
        let zero_in = |word: u64| word.wrapping_sub(Self::ONES) & !word;
        let controls = word.wrapping_sub(Self::ONES * u64::from(b' ')) & !word;
        let quotes = zero_in(word ^ (Self::ONES * u64::from(b'"')));
        let others = zero_in((word & (Self::ONES * 0x9F)) ^ (Self::ONES * 0x1C));
        let suspects = zero_in(word ^ (Self::ONES * u64::from(suspect)));
        (controls | quotes | others | suspects) & Self::HIGH
    }
}

/// Whether one of sixteen bytes is marked, as [`Word::marks`] has it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_special(words: [u64; 2], suspect: u8) -> bool {
    // SAFETY: SSE2 is part of every x86-64 processor.
    unsafe { has_special_sse2(words, suspect) }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn has_special_sse2([low, high]: [u64; 2], suspect: u8) -> bool {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_set1_epi8,
    };
    let bytes = _mm_set_epi64x(high as i64, low as i64);
    let (last_control, quote) = (_mm_set1_epi8(0x1F), _mm_set1_epi8(b'"' as i8));
    let (mask, other) = (_mm_set1_epi8(0x9F_u8 as i8), _mm_set1_epi8(0x1C));
    let controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
    let quotes = _mm_cmpeq_epi8(bytes, quote);
    let others = _mm_cmpeq_epi8(_mm_and_si128(bytes, mask), other);
    let suspects = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(suspect as i8));
    let marks = _mm_or_si128(_mm_or_si128(controls, quotes), _mm_or_si128(others, suspects));
    _mm_movemask_epi8(marks) != 0
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn has_special(words: [u64; 2], suspect: u8) -> bool {
    words.iter().fold(0, |marks, word| marks | Word(*word).marks(suspect)) != 0
}

#[cfg(test)]
mod tests {
    use super::{Word, has_special};

    #[test]
    fn every_byte_is_marked_that_may_need_an_escape() {
        for byte in 0..=255_u8 {
            for suspect in [b'"', 0xE2, 0xFF] {
                let is_special = byte < b' ' || b"\"\\<|".contains(&byte) || byte == suspect;
                for (at, others) in (0..8).flat_map(|at| [(at, b' '), (at, 0xFE)]) {
                    let mut bytes = [others; 8];
                    bytes[at] = byte;
                    let word = u64::from_le_bytes(bytes);
                    let rest = u64::from_le_bytes([others; 8]);
                    assert_eq!(Word(word).marks(suspect) != 0, is_special, "{bytes:?}");
                    assert_eq!(has_special([word, rest], suspect), is_special, "{bytes:?}");
                    assert_eq!(has_special([rest, word], suspect), is_special, "{bytes:?}");
                }
            }
        }
    }
}
