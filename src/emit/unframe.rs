//! JSON that was escaped for a frame, back to JSON: what it takes away is what a frame's escapes
//! have added, so what comes out is what went in.

#![forbid(unsafe_code)]

use std::ops::Range;

use crate::scan::vector::LANE;

/// Appends to `out` the JSON that stands escaped in its range `block`.
///
/// It must be JSON without white space, as a sink wrote it for the same frame: the escapes in it are
/// `\"`, `\\`, and in a frame of one line `\u2028` and `\u2029`, which stay as they are. Linear;
/// copies what is between two escapes.
pub(crate) fn append_block(out: &mut Vec<u8>, block: Range<usize>) {
    let start = out.len();
    out.resize(start + block.len() + LANE, 0);
    let (written, room) = out.split_at_mut(start);
    let length = unescape(&written[block], room);
    out.truncate(start + length);
}

/// [`append_block`] of JSON that stands elsewhere.
pub(crate) fn append(out: &mut Vec<u8>, framed: &[u8]) {
    let start = out.len();
    out.resize(start + framed.len() + LANE, 0);
    let length = unescape(framed, &mut out[start..]);
    out.truncate(start + length);
}

/// Bytes that are looked at together.
const BLOCK: usize = u64::BITS as usize;

/// Writes into `to`, which is longer than `framed` by a lane.
///
/// Escapes are a few bytes apart, since each quote of the JSON is one: too near for a search that is
/// called for each. So the backslashes of a block are found at once, and each that begins an escape
/// is left out.
fn unescape(framed: &[u8], to: &mut [u8]) -> usize {
    // What is written so far, of the one and of the other.
    let (mut from, mut length) = (0, 0);
    let mut is_escaped = false;
    for (number, block) in framed.chunks(BLOCK).enumerate() {
        // The first byte may be what the last one escapes.
        let mut backslashes = backslashes(block) & !u64::from(is_escaped);
        is_escaped = false;
        while backslashes != 0 {
            let bit = backslashes.trailing_zeros();
            backslashes &= !(0b11 << bit);
            is_escaped = bit == u64::BITS - 1;
            let at = number * BLOCK + bit as usize;
            let escaped = framed.get(at + 1);
            debug_assert!(matches!(escaped, Some(b'"' | b'\\' | b'u')), "an escape of a frame");
            if escaped != Some(&b'u') {
                copy(&framed[from..], at - from, &mut to[length..]);
                length += at - from;
                from = at + 1;
            }
        }
    }
    let rest = framed.len() - from;
    copy(&framed[from..], rest, &mut to[length..]);
    length + rest
}

/// Copies `length` bytes; most runs are short, and a lane is copied without asking how short.
#[inline(always)]
fn copy(from: &[u8], length: usize, to: &mut [u8]) {
    match (from.first_chunk::<LANE>(), to.first_chunk_mut::<LANE>()) {
        (Some(lane), Some(room)) if length <= LANE => *room = *lane,
        _ => to[..length].copy_from_slice(&from[..length]),
    }
}

/// A bit for each backslash of the block, which has at most [`BLOCK`] bytes.
#[inline(always)]
fn backslashes(block: &[u8]) -> u64 {
    const WORD: usize = size_of::<u64>();
    let mut bits = 0;
    let (words, rest) = block.as_chunks::<WORD>();
    for (at, word) in words.iter().enumerate() {
        bits |= backslashes_of(*word) << (at * WORD);
    }
    let mut last = [0; WORD];
    last[..rest.len()].copy_from_slice(rest);
    if rest.is_empty() { bits } else { bits | backslashes_of(last) << (words.len() * WORD) }
}

/// The same of eight bytes.
#[inline(always)]
fn backslashes_of(word: [u8; 8]) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    const LOW: u64 = ONES * 0x7F;
    let difference = u64::from_le_bytes(word) ^ (ONES * b'\\' as u64);
    // The high bit of each byte that is zero, and of no other: nothing is carried over.
    let zeros = !((difference & LOW).wrapping_add(LOW) | difference | LOW);
    // One bit of each byte, side by side.
    (zeros >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::{append, append_block};
    use crate::emit::context::{Context, Framed, Line};
    use crate::emit::text::write_own;

    fn goes_back<C: Context>(json: &str, expected: &str) {
        let mut out = b"before".to_vec();
        let start = out.len();
        write_own::<C>(&mut out, json);
        let framed = out[start..].to_vec();
        let end = out.len();
        append_block(&mut out, start..end);
        assert_eq!(out[end..], *expected.as_bytes(), "{json}");
        append(&mut out, &framed);
        assert_eq!(out[end + expected.len()..], *expected.as_bytes(), "{json}");
    }

    #[test]
    fn every_backslash_is_found_and_nothing_else() {
        for byte in 0..=u8::MAX {
            for at in 0..70 {
                let mut block = vec![byte; at.min(63) + 1];
                let expected = if byte == b'\\' { u64::MAX >> (63 - at.min(63)) } else { 0 };
                assert_eq!(super::backslashes(&block), expected, "{byte}");
                if at < 64 {
                    block[at] = b'\\';
                    assert_eq!(super::backslashes(&block), expected | 1 << at, "{byte} {at}");
                }
            }
        }
        assert_eq!(super::backslashes(b""), 0);
    }

    #[test]
    fn what_went_in_comes_out() {
        let long = format!(r#"["{}","\"{}"]"#, "x".repeat(100), "é\\\\".repeat(40));
        let jsons =
            ["", "1", r#"{"a":"\\\"","b":"\\u2028\\"}"#, r#""\u003c/domain_rules>""#, &long];
        for json in jsons {
            for length in 0..80 {
                let json = format!("{}{json}", "y".repeat(length));
                goes_back::<Framed>(&json, &json);
                goes_back::<Line>(&json, &json);
            }
        }
        let separators = "[\"a\u{2028}\",\"\u{2029}\"]";
        goes_back::<Framed>(separators, separators);
        goes_back::<Line>(separators, r#"["a\u2028","\u2029"]"#);
    }
}
