//! JSON that was escaped for a frame, back to JSON: what it takes away is what a frame's escapes
//! have added, so what comes out is what went in.

#![forbid(unsafe_code)]

use std::ops::Range;

use memchr::memchr;

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

/// Writes into `to`, which is longer than `framed` by a lane.
fn unescape(framed: &[u8], to: &mut [u8]) -> usize {
    let (mut rest, mut length) = (framed, 0);
    loop {
        let run = memchr(b'\\', rest).unwrap_or(rest.len());
        copy(rest, run, &mut to[length..]);
        length += run;
        let [_, escaped, ..] = rest[run..] else { return length };
        debug_assert!(matches!(escaped, b'"' | b'\\' | b'u'), "an escape of a frame");
        let (taken, byte) = if escaped == b'u' { (1, b'\\') } else { (2, escaped) };
        to[length] = byte;
        length += 1;
        rest = &rest[run + taken..];
    }
}

/// Copies `length` bytes; most runs are short, and a lane is copied without asking how short.
#[inline(always)]
fn copy(from: &[u8], length: usize, to: &mut [u8]) {
    match (from.first_chunk::<LANE>(), to.first_chunk_mut::<LANE>()) {
        (Some(lane), Some(room)) if length <= LANE => *room = *lane,
        _ => to[..length].copy_from_slice(&from[..length]),
    }
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
