//! Rust values as JSON: what each is written as, and that nothing a `Serialize` does gets round it.

#![cfg(feature = "serde")]
#![forbid(unsafe_code)]

#[path = "../generate/rng.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is of all tests")]
mod rng;

mod adverse;
mod depth;
mod exact;
mod node;
mod odd;
mod same;
mod shown;

use mcp_presenter::{ValueError, write_json};
use serde::Serialize;

/// The value's JSON, which is appended and nothing else.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    try_json(value).expect("a value that can be written")
}

fn refuse<T: Serialize + ?Sized>(value: &T) -> ValueError {
    try_json(value).expect_err("a value that cannot be written")
}

/// An error leaves the buffer as it was.
fn try_json<T: Serialize + ?Sized>(value: &T) -> Result<String, ValueError> {
    let mut out = b"KEEP".to_vec();
    let written = write_json(value, &mut out);
    let new = out.strip_prefix(b"KEEP").expect("the buffer's old content").to_vec();
    match written {
        Ok(()) => Ok(String::from_utf8(new).expect("UTF-8")),
        Err(error) => {
            assert!(new.is_empty(), "an error left {} bytes", new.len());
            Err(error)
        }
    }
}
