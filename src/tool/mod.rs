//! What an agent is told about a tool: its actions, what they ask for, how they are described; and
//! what it may write.

#![forbid(unsafe_code)]

mod accept;
mod action;
mod builder;
mod description;
mod parameters;

pub use accept::Accepted;
pub use action::Action;
pub use builder::{Tool, ToolBuilder};
