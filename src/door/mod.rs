//! How data comes in. Each door drives the same sinks over the same plan.

#![forbid(unsafe_code)]

mod check;
pub(crate) mod columns;
pub(crate) mod document;
mod item;
pub(crate) mod json;
mod large;
mod lines;
mod members;
mod pause;
mod predictor;
mod progress;
mod reader;
pub(crate) mod scratch;
pub(crate) mod stream;
mod toon;
#[cfg(feature = "serde")]
pub(crate) mod value;

pub use progress::Progress;
#[cfg(feature = "serde")]
pub use value::write_json;
