//! What an agent is told about a tool: its actions, what they ask for, how they are described.

#![forbid(unsafe_code)]

mod action;
mod builder;
mod description;
mod parameters;

pub use action::Action;
pub use builder::{Tool, ToolBuilder};
