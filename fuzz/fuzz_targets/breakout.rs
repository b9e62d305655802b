//! Hostile text in every context: blocks, attributes, entries, cells and fences are those written.

#![no_main]

#[path = "../src/breakout.rs"]
mod breakout;
#[path = "../../tests/hostile/mod.rs"]
mod hostile;
#[path = "../../tests/reader/mod.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(|input: &[u8]| breakout::breakout(input));
