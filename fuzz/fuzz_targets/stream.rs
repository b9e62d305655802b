//! Any pieces of any input give the same bytes or the same error as the whole.

#![no_main]

#[path = "../../tests/compare/mod.rs"]
mod compare;
#[path = "../../tests/generate/mod.rs"]
mod generate;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../src/stream.rs"]
mod stream;
#[path = "../src/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|input: &[u8]| stream::stream(input));
