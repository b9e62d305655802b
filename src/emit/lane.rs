//! Short pieces at the end of a buffer, copied in whole lanes: a copy whose length is known when this
//! is compiled needs no call.

#![forbid(unsafe_code)]

use crate::scan::special::{Word, has_special};

use super::context::{Context, ContextId, in_context};
use super::string;

/// Bytes that are copied at once.
const LANE: usize = 32;

/// Bytes of ours, followed by as many more as make whole lanes.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    first: [u8; LANE],
    others: Box<[[u8; LANE]]>,
    length: usize,
}

impl Literal {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let mut lanes = bytes.chunks(LANE).map(|piece| {
            let mut lane = [0; LANE];
            lane[..piece.len()].copy_from_slice(piece);
            lane
        });
        let first = lanes.next().unwrap_or_default();
        Self { first, others: lanes.collect(), length: bytes.len() }
    }

    /// Bytes of memory that it holds elsewhere.
    pub(crate) fn weight(&self) -> usize {
        self.others.len() * LANE
    }

    #[inline(always)]
    pub(crate) fn append(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.length;
        out.extend_from_slice(&self.first);
        if self.length > LANE {
            self.append_others(out);
        }
        out.truncate(end);
    }

    #[cold]
    fn append_others(&self, out: &mut Vec<u8>) {
        self.others.iter().for_each(|lane| out.extend_from_slice(lane));
    }
}

/// How strings are written in a context.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoting {
    context: ContextId,
    /// Strings with this byte are looked at character by character: it begins a line break that only
    /// some readers know. A quote, which always makes that happen, where there is none such.
    suspect: u8,
}

impl Quoting {
    pub(crate) fn of<C: Context>() -> Self {
        Self { context: ContextId::of::<C>(), suspect: if C::LINE { 0xE2 } else { b'"' } }
    }

    /// Appends the JSON string of `text`, quotes included.
    ///
    /// Linear in the text. What needs no escape is copied in lanes that overlap, and looked at on the
    /// way; the copy is taken back if something does.
    #[inline(always)]
    pub(crate) fn append(self, out: &mut Vec<u8>, text: &str) {
        let start = out.len();
        self.append_quote(out);
        if append_clean(out, text.as_bytes(), self.suspect) {
            self.append_quote(out);
        } else {
            out.truncate(start);
            self.append_characters(out, text);
        }
    }

    #[inline(always)]
    fn append_quote(self, out: &mut Vec<u8>) {
        match self.context {
            ContextId::Plain => out.push(b'"'),
            ContextId::Framed | ContextId::Line => out.extend_from_slice(b"\\\""),
        }
    }

    #[cold]
    #[inline(never)]
    fn append_characters(self, out: &mut Vec<u8>, text: &str) {
        in_context!(self.context, C => string::write_characters::<C>(out, text.chars()));
    }
}

/// Appends a text of ours, a number say, that needs no escape in any context.
#[inline(always)]
pub(crate) fn append(out: &mut Vec<u8>, text: &[u8]) {
    append_clean(out, text, b'"');
}

/// Appends the bytes, and says whether all of them may stand in a JSON string in any context as they
/// are. Worthless if not.
#[inline(always)]
fn append_clean(out: &mut Vec<u8>, bytes: &[u8], suspect: u8) -> bool {
    match bytes.len() {
        0 => true,
        length @ 1..4 => {
            // All of them, whether one, two or three; what is one too many is cut off.
            let lane = [bytes[0], bytes[length / 2], bytes[length - 1], b' '];
            append_cut(out, &lane, length);
            let word = u64::from(u32::from_le_bytes(lane)) | Word::SPACES_ABOVE;
            Word(word).marks(suspect) == 0
        }
        4..8 => {
            let (first, last) = append_two::<4>(out, bytes);
            let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
            Word(u64::from(first) | u64::from(last) << 32).marks(suspect) == 0
        }
        8..16 => {
            let (first, last) = append_two::<8>(out, bytes);
            let (first, last) = (u64::from_le_bytes(first), u64::from_le_bytes(last));
            !has_special([first, last], suspect)
        }
        16..32 => {
            let (first, last) = append_two::<16>(out, bytes);
            !(has_special(words(&first), suspect) | has_special(words(&last), suspect))
        }
        _ => append_lanes(out, bytes, suspect),
    }
}

/// Appends the first `length` bytes of the lane.
#[inline(always)]
fn append_cut<const N: usize>(out: &mut Vec<u8>, lane: &[u8; N], length: usize) {
    let end = out.len() + length;
    out.extend_from_slice(lane);
    out.truncate(end);
}

/// Appends `N` to twice as many bytes, the first `N` and the last, and gives both.
#[inline(always)]
fn append_two<const N: usize>(out: &mut Vec<u8>, bytes: &[u8]) -> ([u8; N], [u8; N]) {
    match (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        (Some(first), Some(last)) => {
            append_cut(out, first, bytes.len() - N);
            out.extend_from_slice(last);
            (*first, *last)
        }
        _ => {
            debug_assert!(false, "there are as many bytes");
            // Which is no text, and is looked at again.
            ([0; N], [0; N])
        }
    }
}

/// The same for a lane or more.
#[inline(always)]
fn append_lanes(out: &mut Vec<u8>, bytes: &[u8], suspect: u8) -> bool {
    let (end, mut rest, mut has) = (out.len() + bytes.len(), bytes, false);
    while let Some((lane, behind)) = rest.split_first_chunk::<LANE>() {
        out.extend_from_slice(lane);
        has |= lane_has_special(lane, suspect);
        rest = behind;
    }
    if !rest.is_empty()
        && let Some(last) = bytes.last_chunk::<LANE>()
    {
        out.truncate(end - LANE);
        out.extend_from_slice(last);
        has |= lane_has_special(last, suspect);
    }
    !has
}

/// Sixteen bytes as two words.
#[inline(always)]
fn words(bytes: &[u8; 16]) -> [u64; 2] {
    let word = u128::from_le_bytes(*bytes);
    [word as u64, (word >> 64) as u64]
}

#[inline(always)]
fn lane_has_special(lane: &[u8; LANE], suspect: u8) -> bool {
    let halves = lane.as_chunks::<16>().0.iter();
    halves.fold(false, |any, half| any | has_special(words(half), suspect))
}

#[cfg(test)]
mod tests {
    use super::{Literal, Quoting};
    use crate::emit::context::{Context, Framed, Line, Plain};
    use crate::emit::string;

    fn check<C: Context>(text: &str) {
        let (mut found, mut expected) = (b"KEEP".to_vec(), b"KEEP".to_vec());
        Quoting::of::<C>().append(&mut found, text);
        string::write_characters::<C>(&mut expected, text.chars());
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn strings_are_those_that_are_written_by_character() {
        let specials =
            ["", "\"", "\\", "<", "|", "\n", "\u{7f}", "\u{2028}", "é", "</domain_rules>"];
        for length in 0..100 {
            for special in specials {
                for at in [0, length / 2, length] {
                    let text = ["x".repeat(at), special.into(), "y".repeat(length - at)].concat();
                    check::<Plain>(&text);
                    check::<Framed>(&text);
                    check::<Line>(&text);
                }
            }
        }
    }

    #[test]
    fn literals_are_their_bytes() {
        for length in 0..100 {
            let bytes: Vec<u8> = (0..length).collect();
            let mut out = b"KEEP".to_vec();
            Literal::new(&bytes).append(&mut out);
            assert_eq!(out, [b"KEEP", &bytes[..]].concat());
        }
    }
}
