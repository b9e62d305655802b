//! The bodies of the fuzz targets of TOON; `tests/fuzz_seeds.rs` replays the seeds through them.
//!
//! An input is a byte of options and then the document.

// Each target takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use crate::toon::{KeyOrder, decoded, difference};
use mcp_presenter::toon::DecodeOptions;

/// The options that a byte stands for, but for strict or lenient.
fn options(byte: u8) -> DecodeOptions {
    let bit = |at: u32| byte >> at & 1 == 1;
    DecodeOptions::new()
        .comments(!bit(0))
        .indent([2, 1, 3, 4][usize::from(byte >> 1 & 3)])
        .max_depth(if bit(3) { 4 } else { 128 })
        .max_bytes(1 << 22)
}

/// No panic, all or nothing, what is decoded is JSON (see [`decoded`]); and what strict reading
/// accepts, lenient reading takes for the same.
pub fn toon_decode(input: &[u8]) {
    let [byte, toon @ ..] = input else { return };
    let lenient = decoded(toon, &options(*byte).lenient());
    if let Ok(strict) = decoded(toon, &options(*byte).strict()) {
        let lenient = lenient.expect("lenient reading accepts what strict reading does");
        assert_eq!(difference(&strict, &lenient, KeyOrder::Kept), None);
    }
}
