//! One Renderer, many calls, errors and panics in between: it answers like a new one.

#![no_main]

#[path = "../src/canary.rs"]
mod canary;
#[path = "../../tests/generate/mod.rs"]
mod generate;
#[path = "../../tests/hostile/mod.rs"]
mod hostile;
#[path = "../src/no_leak.rs"]
mod no_leak;
#[path = "../../tests/reader/mod.rs"]
mod reader;
#[path = "../src/stateful.rs"]
mod stateful;

libfuzzer_sys::fuzz_target!(|input: &[u8]| stateful::stateful(input));
