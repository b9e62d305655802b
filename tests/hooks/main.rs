//! What hooks hold in their hands, and what they leave behind.

mod debug;
mod sinks;
