//! What an instruction set offers the scanner: safe operations on blocks of 64 bytes.
//!
//! A value of a type that implements [`Vector`] proves that the machine has the instructions.
//! Everything here is inlined into one function per instruction set; see `door::json`.

#![forbid(unsafe_code)]

/// Bytes that are compared or copied at a time.
pub(crate) const LANE: usize = 32;

/// Bytes that are classified at a time, one bit of a word for each.
pub(crate) const BLOCK: usize = 64;

/// Which bytes of a block are what. Bit 0 is the first byte.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Classes {
    pub(crate) quote: u64,
    /// `{ } [ ] : ,`, and possibly control characters, which the walk over the index refuses.
    pub(crate) structural: u64,
    /// Backslash and `<`; possibly other bytes, which are harmless there.
    pub(crate) special: u64,
    /// Some byte is not ASCII.
    pub(crate) beyond_ascii: bool,
}

/// Classes that only text with white space needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpaceClasses {
    /// Space, tab, line feed, carriage return.
    pub(crate) space: u64,
    /// Bytes below 0x20.
    pub(crate) control: u64,
}

/// How far ahead of the scan the input is asked for: two pages of lines that the hardware would
/// stop at.
pub(crate) const AHEAD: usize = 2048;

pub(crate) trait Vector: Copy {
    /// Asks for the bytes [`AHEAD`] of this block, if there are any.
    fn prefetch(self, block: &[u8; BLOCK]);

    /// What was seen of control characters so far.
    type Controls: Copy;
    /// What is wrong with the UTF-8 so far.
    type Utf8: Copy;

    /// Where compared texts differed so far.
    type Difference: Copy;

    fn no_difference(self) -> Self::Difference;

    /// Compares the bytes of `text` that `mask` has ones at with those of `template`.
    fn compare(
        self,
        text: &[u8; LANE],
        template: &[u8; LANE],
        mask: &[u8; LANE],
        difference: &mut Self::Difference,
    );

    fn is_none(self, difference: Self::Difference) -> bool;

    /// Which bytes are digits.
    fn digits(self, text: &[u8; LANE]) -> u32;

    /// Which bytes are a bracket, a brace, a backslash, `|`, `:` or `delimiter`.
    fn marks(self, text: &[u8; LANE], delimiter: u8) -> u32;

    fn no_controls(self) -> Self::Controls;

    fn classify(self, block: &[u8; BLOCK], controls: &mut Self::Controls) -> Classes;

    /// Whether no byte so far was a control character.
    fn has_no_control(self, controls: Self::Controls) -> bool;

    fn classify_space(self, block: &[u8; BLOCK]) -> SpaceClasses;

    fn backslashes(self, block: &[u8; BLOCK]) -> u64;

    /// Bit `i` of the result is the parity of the bits `0..=i`.
    fn prefix_parity(self, bits: u64) -> u64;

    fn utf8(self) -> Self::Utf8;

    /// Checks a block, given with the three bytes before it. A character that the block's end
    /// cuts off is the next block's matter.
    fn check_utf8(self, block: &[u8; BLOCK + 3], state: &mut Self::Utf8);

    fn is_utf8(self, state: Self::Utf8) -> bool;

    /// Writes `base` plus the position of each set bit, in order, and gives their number. What
    /// stands behind them afterwards is of no meaning.
    #[inline(always)]
    fn write_positions(self, slots: &mut [u32; BLOCK], base: u32, mut bits: u64) -> usize {
        // Six are usual; a loop that mostly runs as often predicts badly.
        const USUAL: usize = 6;
        let count = bits.count_ones() as usize;
        for slot in &mut slots[..USUAL] {
            *slot = base.wrapping_add(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        if count > USUAL {
            for slot in &mut slots[USUAL..count] {
                *slot = base.wrapping_add(bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
            }
        }
        count
    }
}
