//! Structure and plan to events: which values fit, which are kept, in which order.
//!
//! Every item goes through [`bind`], which checks it against the plan and finds each declared
//! field, and then through [`drive`], which sends what may leave to a sink.

#![forbid(unsafe_code)]

pub(crate) mod bind;
mod cast;
pub(crate) mod censor;
pub(crate) mod drive;
pub(crate) mod duplicates;
pub(crate) mod events;
pub(crate) mod failures;
mod own_text;
pub(crate) mod owners;
pub(crate) mod predicted;
pub(crate) mod select;
pub(crate) mod shape;
pub(crate) mod tally;
pub(crate) mod value_text;

pub(crate) use failures::Failures;
