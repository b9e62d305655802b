//! JSON Schema (draft 2020-12): of what a Presenter sends as structured content, of what a tool is
//! given.
//!
//! The schema of an output is made from the nodes of the plan that writes it, so it holds for
//! merged embeds, redaction, defaults and limits as they are, not as they were declared. In doubt
//! it is wider: it never refuses what is sent.

#![forbid(unsafe_code)]

mod annotations;
mod data;
mod input;
mod keywords;
mod node;
mod output;
mod values;

pub(crate) use input::{InputProperties, input_schema, strings_schema};
pub use output::OutputSchema;
