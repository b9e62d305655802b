//! What JSON text means: numbers by their digits, strings by their characters, reserved tags.
//!
//! Everything here is scalar, total and free of allocation. It never sees a whole document; the
//! rooms below hand it one number or one string at a time.

#![forbid(unsafe_code)]

pub(crate) mod number;
pub(crate) mod string;
pub(crate) mod tag;
