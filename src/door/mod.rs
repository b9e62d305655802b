//! How data comes in. Each door drives the same sinks over the same plan.

pub(crate) mod json;
mod predictor;
