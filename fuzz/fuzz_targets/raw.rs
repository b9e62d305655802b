//! Any bytes through any presenter: no panic, all or nothing, valid output.

#![no_main]

#[path = "../../tests/compare/mod.rs"]
mod compare;
#[path = "../../tests/generate/mod.rs"]
mod generate;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../src/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|input: &[u8]| targets::raw(input));
