//! The scanner's operations on any processor: eight bytes in a word at a time.

#![forbid(unsafe_code)]

use super::vector::{BLOCK, Classes, LANE, SpaceClasses, Vector};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

const ONES: u64 = 0x0101_0101_0101_0101;
const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const HIGH_BITS: u64 = !LOW_BITS;

/// In each byte the high bit, set where the bytes differ from `byte`; the other bits are noise.
#[inline(always)]
fn differs(word: u64, byte: u8) -> u64 {
    let difference = word ^ (ONES * byte as u64);
    ((difference & LOW_BITS) + LOW_BITS) | difference
}

/// In each byte the high bit, set where the byte is at least `bound`, which is ASCII.
#[inline(always)]
fn at_least(word: u64, bound: u8) -> u64 {
    ((word & LOW_BITS) + ONES * (0x80 - bound as u64)) | word
}

/// The high bits of the eight bytes, as eight bits.
#[inline(always)]
fn gather(word: u64) -> u64 {
    ((word & HIGH_BITS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[inline(always)]
fn words(block: &[u8; BLOCK]) -> [u64; BLOCK / 8] {
    let (chunks, _) = block.as_chunks::<8>();
    std::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}

/// One bit for each byte of the block, from the high bits that `class` gives for a word.
#[inline(always)]
fn bits(block: &[u8; BLOCK], class: impl Fn(u64) -> u64) -> u64 {
    words(block)
        .iter()
        .enumerate()
        .fold(0, |bits, (i, word)| bits | gather(class(*word)) << (8 * i))
}

impl Vector for Portable {
    type Controls = u64;
    /// Whether something was wrong.
    type Utf8 = bool;
    type Difference = u64;

    #[inline(always)]
    fn prefetch(self, _: &[u8; BLOCK]) {}

    #[inline(always)]
    fn no_difference(self) -> u64 {
        0
    }

    #[inline(always)]
    fn compare(
        self,
        text: &[u8; LANE],
        template: &[u8; LANE],
        mask: &[u8; LANE],
        difference: &mut u64,
    ) {
        let lane = |bytes: &[u8; LANE], i: usize| {
            let (chunks, _) = bytes.as_chunks::<8>();
            u64::from_le_bytes(chunks[i])
        };
        for i in 0..LANE / 8 {
            *difference |= (lane(text, i) ^ lane(template, i)) & lane(mask, i);
        }
    }

    #[inline(always)]
    fn is_none(self, difference: u64) -> bool {
        difference == 0
    }

    #[inline(always)]
    fn digits(self, text: &[u8; LANE]) -> u32 {
        let (chunks, _) = text.as_chunks::<8>();
        chunks.iter().enumerate().fold(0, |bits, (i, chunk)| {
            let word = u64::from_le_bytes(*chunk);
            let digits = at_least(word, b'0') & !at_least(word, b'9' + 1) & !word;
            bits | (gather(digits) as u32) << (8 * i)
        })
    }

    #[inline(always)]
    fn marks(self, text: &[u8; LANE], delimiter: u8) -> u32 {
        let (chunks, _) = text.as_chunks::<8>();
        chunks.iter().enumerate().fold(0, |bits, (i, chunk)| {
            let word = u64::from_le_bytes(*chunk);
            let folded = word | (ONES * 0x20);
            let others = differs(word, b':')
                & differs(word, delimiter)
                & differs(folded, b'{')
                & differs(folded, b'|')
                & differs(folded, b'}');
            bits | (gather(!others) as u32) << (8 * i)
        })
    }

    /// High bits that are set where a lane had a control character.
    #[inline(always)]
    fn no_controls(self) -> u64 {
        0
    }

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], controls: &mut u64) -> Classes {
        let mut classes = Classes::default();
        let mut all = 0;
        for (i, word) in words(block).into_iter().enumerate() {
            let folded = word | (ONES * 0x20);
            let structural = differs(word, b':')
                & differs(word, b',')
                & differs(folded, b'{')
                & differs(folded, b'}');
            let special = differs(word, b'\\') & differs(word, b'<');
            classes.quote |= gather(!differs(word, b'"')) << (8 * i);
            classes.structural |= gather(!structural) << (8 * i);
            classes.special |= gather(!special) << (8 * i);
            *controls |= !at_least(word, 0x20);
            all |= word;
        }
        classes.beyond_ascii = all & HIGH_BITS != 0;
        classes
    }

    #[inline(always)]
    fn has_no_control(self, controls: u64) -> bool {
        controls & HIGH_BITS == 0
    }

    #[inline(always)]
    fn classify_space(self, block: &[u8; BLOCK]) -> SpaceClasses {
        SpaceClasses {
            space: bits(block, |word| {
                !(differs(word, b' ')
                    & differs(word, b'\t')
                    & differs(word, b'\n')
                    & differs(word, b'\r'))
            }),
            control: bits(block, |word| !at_least(word, 0x20)),
        }
    }

    #[inline(always)]
    fn backslashes(self, block: &[u8; BLOCK]) -> u64 {
        bits(block, |word| !differs(word, b'\\'))
    }

    #[inline(always)]
    fn prefix_parity(self, mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }

    #[inline(always)]
    fn utf8(self) -> bool {
        false
    }

    fn check_utf8(self, block: &[u8; BLOCK + 3], wrong: &mut bool) {
        // A character that begins in the three bytes before ends at most three bytes into the
        // block; the one that the block cuts off is left to the next.
        let start = first_boundary(block);
        match core::str::from_utf8(&block[start..]) {
            Ok(_) => {}
            Err(error) if error.error_len().is_none() => {}
            Err(_) => *wrong = true,
        }
    }

    #[inline(always)]
    fn is_utf8(self, wrong: bool) -> bool {
        !wrong
    }
}

/// Where in the block with its three bytes before the first character starts that was not
/// checked with the block before.
fn first_boundary(block: &[u8; BLOCK + 3]) -> usize {
    // A lead byte in the three bytes whose character reaches into the block starts it; without
    // one, the block itself does.
    for (at, byte) in block.iter().enumerate().take(3) {
        let length = match byte {
            0xF0.. => 4,
            0xE0..0xF0 => 3,
            0xC0..0xE0 => 2,
            _ => 1,
        };
        if length > 3 - at {
            return at;
        }
    }
    3
}
