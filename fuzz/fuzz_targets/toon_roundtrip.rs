//! JSON as TOON and back: the same value, whoever writes it.

#![no_main]

#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../../tests/reader/mod.rs"]
mod reader;
#[path = "../src/toon_roundtrip.rs"]
mod targets;
#[path = "../../tests/toon/mod.rs"]
mod toon;

libfuzzer_sys::fuzz_target!(|input: &[u8]| targets::toon_roundtrip(input));
