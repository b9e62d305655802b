//! What hooks see and write: a view of the data, and a sink for each place that text may go to.
//!
//! Hooks are closures of the program, and what they write is text of the outside world: the sinks
//! are the only way to write it.

#![forbid(unsafe_code)]

pub(crate) mod content;
pub(crate) mod environment;
mod forms;
pub(crate) mod items;
pub(crate) mod json;
pub(crate) mod lists;
mod page;
pub(crate) mod text;
pub(crate) mod ui;
pub(crate) mod values;
pub(crate) mod view;
