//! Thousands of responses made from a seed.

use mcp_presenter::Renderer;

use crate::hostile::{FRAMES, Script, Source};
use crate::markdown;

/// Numbers from a seed: splitmix64.
fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    (0..count).map(|_| (next() >> 32) as u8).collect()
}

#[test]
fn what_is_read_back_is_what_was_written() {
    let mut renderer = Renderer::new();
    let mut blocks = 0;
    for seed in 0..4000 {
        let bytes = bytes(seed, 40 + seed as usize % 300);
        let script = Script::read(&mut Source::new(&bytes));
        for written in script.check(&mut renderer, &FRAMES) {
            markdown::check(&written);
            blocks += 1;
        }
    }
    assert!(blocks > 4000, "{blocks} blocks are few");
}
