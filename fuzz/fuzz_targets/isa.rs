//! Every dispatch level with every window gives the same answer.

#![no_main]

#[path = "../../tests/compare/mod.rs"]
mod compare;
#[path = "../../tests/generate/mod.rs"]
mod generate;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
#[path = "../src/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|input: &[u8]| targets::isa(input));
