//! What JSON text means: numbers by their digits, strings by their characters, reserved tags.
//!
//! Everything here is scalar, total and free of allocation. It never sees a whole document; the
//! rooms below hand it one number or one string at a time.

#![forbid(unsafe_code)]

pub(crate) mod number;
pub(crate) mod string;
pub(crate) mod tag;

/// Where a text begins: behind the byte order mark, U+FEFF, if it has one.
pub(crate) fn behind_mark(text: &[u8]) -> usize {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    if text.starts_with(MARK) { MARK.len() } else { 0 }
}
