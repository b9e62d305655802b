//! Any bytes as TOON: no panic, all or nothing, valid JSON.

#![no_main]

#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../src/toon.rs"]
mod targets;
#[path = "../../tests/toon/mod.rs"]
mod toon;

libfuzzer_sys::fuzz_target!(|input: &[u8]| targets::toon_decode(input));
