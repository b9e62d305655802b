//! Other libraries' types, one thin file and one feature each.

#![forbid(unsafe_code)]

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "simd-json")]
mod simd_json;

#[cfg(feature = "bytes")]
pub use bytes::append_to_bytes;
#[cfg(feature = "simd-json")]
pub use simd_json::SimdTape;
