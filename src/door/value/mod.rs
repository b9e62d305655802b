//! Rust values come in: any [`serde::Serialize`] tells a sink what it holds.
//!
//! Nothing is kept of a value: an event is sent when the value says it. What a plan would leave out
//! is not left out here; what is written goes through a walk of the plan as any JSON does.

mod compound;
pub(crate) mod direct;
mod fault;
mod foreign;
mod json;
mod key;
mod place;
mod serializer;

pub use json::write_json;
pub(crate) use json::{write_item_for, write_json_for};
