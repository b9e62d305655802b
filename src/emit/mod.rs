//! Events to bytes: each format written straight into the caller's buffer, already escaped for
//! the place where it will stand.

pub(crate) mod buffer;
pub(crate) mod context;
pub(crate) mod format;
pub(crate) mod json;
#[cfg(feature = "serde")]
pub(crate) mod lane;
#[cfg(feature = "serde")]
pub(crate) mod members;
pub(crate) mod program;
pub(crate) mod string;
pub(crate) mod text;
pub(crate) mod toon;
pub(crate) mod unframe;
