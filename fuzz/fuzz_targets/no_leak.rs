//! A canary in every place that somebody may not see, in every layer, embed, error and report.

#![no_main]

#[path = "../src/canary.rs"]
mod canary;
#[path = "../../tests/hostile/mod.rs"]
mod hostile;
#[path = "../src/no_leak.rs"]
mod no_leak;
#[path = "../../tests/reader/mod.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(|input: &[u8]| no_leak::no_leak(input));
