//! The scanner's operations with AVX2.

#![allow(unsafe_code, reason = "each block has its proof")]

use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
    _mm_loadu_si128, _mm_prefetch, _mm_set1_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16,
    _mm256_sub_epi8, _mm256_subs_epu8, _mm256_testz_si256, _mm256_xor_si256,
};

use super::Isa;
use super::vector::{AHEAD, BLOCK, Classes, LANE, SpaceClasses, Vector};

/// Proof that the machine has AVX2, BMI1, BMI2, POPCNT, LZCNT and PCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        Isa::Avx2.is_available().then_some(Self(()))
    }
}

/// For each low nibble, the structural byte that ends in it, with bit 5 set.
const STRUCTURAL: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b':', b'{', b',', b'}', 0, 0];

/// For each low nibble, the white space that ends in it. Zero equals no byte that it is
/// compared with: a byte that ends in a zero nibble meets the space.
const SPACE: [u8; 16] = [b' ', 0, 0, 0, 0, 0, 0, 0, 0, b'\t', b'\n', 0, 0, b'\r', 0, 0];

// The tables of Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte"
// (2021). Each bit is a kind of error that two successive bytes can make; an error is what all
// three tables agree on.
const TOO_SHORT: u8 = 1;
const TOO_LONG: u8 = 1 << 1;
const OVERLONG_3: u8 = 1 << 2;
const TOO_LARGE: u8 = 1 << 3;
const SURROGATE: u8 = 1 << 4;
const OVERLONG_2: u8 = 1 << 5;
const TOO_LARGE_1000: u8 = 1 << 6;
const OVERLONG_4: u8 = 1 << 6;
const TWO_CONTINUATIONS: u8 = 1 << 7;
const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// By the high nibble of the first byte.
const FIRST_HIGH: [u8; 16] = [
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TOO_LONG,
    TWO_CONTINUATIONS,
    TWO_CONTINUATIONS,
    TWO_CONTINUATIONS,
    TWO_CONTINUATIONS,
    TOO_SHORT | OVERLONG_2,
    TOO_SHORT,
    TOO_SHORT | OVERLONG_3 | SURROGATE,
    TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
];

/// By the low nibble of the first byte.
const FIRST_LOW: [u8; 16] = [
    CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
    CARRY | OVERLONG_2,
    CARRY,
    CARRY,
    CARRY | TOO_LARGE,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
    CARRY | TOO_LARGE | TOO_LARGE_1000,
];

/// By the high nibble of the second byte.
const SECOND_HIGH: [u8; 16] = [
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
    TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
    TOO_SHORT,
];

/// The 32 bytes at `at`.
#[inline(always)]
fn load<const N: usize>(bytes: &[u8; N], at: usize) -> __m256i {
    let lane: &[u8] = &bytes[at..at + 32];
    // SAFETY: the slice holds 32 readable bytes; the load asks for no alignment. AVX2 is there,
    // since every caller is a method of `Avx2`, whose values exist only where it was detected.
    unsafe { _mm256_loadu_si256(lane.as_ptr().cast()) }
}

/// A table for both halves of a vector.
#[inline(always)]
fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the array is 16 readable bytes; AVX2 as in `load`.
    let half = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_broadcastsi128_si256(half) }
}

#[inline(always)]
fn splat(byte: u8) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_set1_epi8(byte.cast_signed()) }
}

#[inline(always)]
fn equal(left: __m256i, right: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_cmpeq_epi8(left, right) }
}

#[inline(always)]
fn and(left: __m256i, right: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_and_si256(left, right) }
}

#[inline(always)]
fn or(left: __m256i, right: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_or_si256(left, right) }
}

#[inline(always)]
fn smaller(left: __m256i, right: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_min_epu8(left, right) }
}

/// Which bytes are at least `first` and at most `last`.
#[inline(always)]
fn within(bytes: __m256i, first: u8, last: u8) -> __m256i {
    // These count from 0; everything else wraps around to more.
    // SAFETY: AVX2 as in `load`.
    let values = unsafe { _mm256_sub_epi8(bytes, splat(first)) };
    equal(smaller(values, splat(last - first)), values)
}

/// Looks each byte's low nibble up; 0 for a byte that is not ASCII.
#[inline(always)]
fn look_up(table: __m256i, index: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_shuffle_epi8(table, index) }
}

/// The high nibble of each byte.
#[inline(always)]
fn high_nibbles(bytes: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    let shifted = unsafe { _mm256_srli_epi16(bytes, 4) };
    and(shifted, splat(0x0F))
}

#[inline(always)]
fn saturating_sub(left: __m256i, right: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_subs_epu8(left, right) }
}

#[inline(always)]
fn xor(left: __m256i, right: __m256i) -> __m256i {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_xor_si256(left, right) }
}

#[inline(always)]
fn is_zero(bytes: __m256i) -> bool {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_testz_si256(bytes, bytes) != 0 }
}

#[inline(always)]
fn high_bits(bytes: __m256i) -> u32 {
    // SAFETY: AVX2 as in `load`.
    unsafe { _mm256_movemask_epi8(bytes).cast_unsigned() }
}

/// The high bits of 64 bytes.
#[inline(always)]
fn mask(low: __m256i, high: __m256i) -> u64 {
    u64::from(high_bits(low)) | u64::from(high_bits(high)) << 32
}

/// Two halves of a block, with one class of bytes found in each.
#[inline(always)]
fn both(halves: [__m256i; 2], class: impl Fn(__m256i) -> __m256i) -> u64 {
    mask(class(halves[0]), class(halves[1]))
}

#[inline(always)]
fn halves(block: &[u8; BLOCK]) -> [__m256i; 2] {
    [load(block, 0), load(block, 32)]
}

impl Vector for Avx2 {
    type Controls = __m256i;
    /// Bytes that are not zero where something was wrong.
    type Utf8 = __m256i;
    /// Bits that are set where something differed.
    type Difference = __m256i;

    #[inline(always)]
    fn prefetch(self, block: &[u8; BLOCK]) {
        let ahead = block.as_ptr().wrapping_add(AHEAD);
        // SAFETY: a prefetch of an address that is not mapped does nothing; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.cast()) };
    }

    #[inline(always)]
    fn no_difference(self) -> __m256i {
        // SAFETY: AVX2 as in `load`.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn compare(
        self,
        text: &[u8; LANE],
        template: &[u8; LANE],
        mask: &[u8; LANE],
        difference: &mut __m256i,
    ) {
        let differs = xor(load(text, 0), load(template, 0));
        *difference = or(*difference, and(differs, load(mask, 0)));
    }

    #[inline(always)]
    fn is_none(self, difference: __m256i) -> bool {
        is_zero(difference)
    }

    #[inline(always)]
    fn digits(self, text: &[u8; LANE]) -> u32 {
        high_bits(within(load(text, 0), b'0', b'9'))
    }

    #[inline(always)]
    fn marks(self, text: &[u8; LANE], delimiter: u8) -> u32 {
        let bytes = load(text, 0);
        // `[`, `\`, `]` with a bit more are `{`, `|`, `}`.
        let brackets = within(or(bytes, splat(0x20)), b'{', b'}');
        let others = or(equal(bytes, splat(b':')), equal(bytes, splat(delimiter)));
        high_bits(or(brackets, others))
    }

    #[inline(always)]
    fn no_controls(self) -> __m256i {
        splat(0xFF)
    }

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], controls: &mut __m256i) -> Classes {
        let halves = halves(block);
        let structural = table(&STRUCTURAL);
        *controls = smaller(*controls, smaller(halves[0], halves[1]));
        Classes {
            quote: both(halves, |bytes| equal(bytes, splat(b'"'))),
            // Of the bytes that end in 0xC only `<` and `\` occur in valid text with these bits,
            // but for `|`.
            special: both(halves, |bytes| equal(and(bytes, splat(0x9F)), splat(0x1C))),
            structural: both(halves, |bytes| {
                equal(or(bytes, splat(0x20)), look_up(structural, bytes))
            }),
            beyond_ascii: high_bits(or(halves[0], halves[1])) != 0,
        }
    }

    #[inline(always)]
    fn has_no_control(self, controls: __m256i) -> bool {
        is_zero(equal(smaller(controls, splat(0x1F)), controls))
    }

    #[inline(always)]
    fn classify_space(self, block: &[u8; BLOCK]) -> SpaceClasses {
        let halves = halves(block);
        let space = table(&SPACE);
        SpaceClasses {
            space: both(halves, |bytes| equal(bytes, look_up(space, bytes))),
            control: both(halves, |bytes| equal(smaller(bytes, splat(0x1F)), bytes)),
        }
    }

    #[inline(always)]
    fn backslashes(self, block: &[u8; BLOCK]) -> u64 {
        both(halves(block), |bytes| equal(bytes, splat(b'\\')))
    }

    #[inline(always)]
    fn prefix_parity(self, bits: u64) -> u64 {
        // SAFETY: SSE2 is part of x86-64.
        let bits = unsafe { _mm_cvtsi64_si128(bits.cast_signed()) };
        // SAFETY: as above.
        let ones = unsafe { _mm_set1_epi8(-1) };
        // A product without carries with all ones adds up, modulo 2, all bits below each bit.
        // SAFETY: PCLMULQDQ was detected before `self` was made.
        let product = unsafe { _mm_clmulepi64_si128::<0>(bits, ones) };
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_cvtsi128_si64(product) }.cast_unsigned()
    }

    #[inline(always)]
    fn utf8(self) -> __m256i {
        // SAFETY: AVX2 as in `load`.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn check_utf8(self, block: &[u8; BLOCK + 3], state: &mut __m256i) {
        for at in [0, 32] {
            let (third, second, first) =
                (load(block, at), load(block, at + 1), load(block, at + 2));
            let bytes = load(block, at + 3);
            let pairs = and(
                and(
                    look_up(table(&FIRST_HIGH), high_nibbles(first)),
                    look_up(table(&FIRST_LOW), and(first, splat(0x0F))),
                ),
                look_up(table(&SECOND_HIGH), high_nibbles(bytes)),
            );
            // The third byte of a character must be a continuation, and the fourth.
            let must_continue = and(
                or(saturating_sub(second, splat(0x60)), saturating_sub(third, splat(0x70))),
                splat(0x80),
            );
            *state = or(*state, xor(must_continue, pairs));
        }
    }

    #[inline(always)]
    fn is_utf8(self, state: __m256i) -> bool {
        is_zero(state)
    }
}

#[cfg(test)]
mod tests {
    use super::Avx2;
    use crate::scan::portable::Portable;
    use crate::scan::vector::{LANE, Vector};

    #[test]
    fn classes_of_each_byte_are_those_of_its_twin() {
        let Some(vector) = Avx2::detect() else { return };
        for byte in 0..=u8::MAX {
            for at in 0..LANE {
                let mut lane = [b'x'; LANE];
                lane[at] = byte;
                let bit = |is_one: bool| u32::from(is_one) << at;
                let digits = bit(byte.is_ascii_digit());
                assert_eq!([vector.digits(&lane), Portable.digits(&lane)], [digits; 2]);
                for delimiter in *b"|,\t" {
                    let is_mark = byte == delimiter || b"[]{}\\|:".contains(&byte);
                    let marks = [vector.marks(&lane, delimiter), Portable.marks(&lane, delimiter)];
                    assert_eq!(marks, [bit(is_mark); 2], "{byte:#x} with {delimiter:#x}");
                }
            }
        }
    }
}
