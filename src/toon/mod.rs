//! TOON, the other data format: half the tokens of JSON on uniform collections.
//!
//! Sections are those of the TOON specification, version 4.0.

#![forbid(unsafe_code)]

mod decode;

pub use decode::{DecodeOptions, ToonError, ToonErrorKind, decode};
