//! A streaming, high-throughput serializer core for what AI agents are shown.
//!
//! A [`Presenter`] declares once what an agent may see of an entity: a schema that is a
//! whitelist, redaction paths, rules, a limit. It compiles to a plan; a [`Renderer`] drives the
//! plan in one pass from input bytes to a finished Model Context Protocol tool result.

mod error;
// Rooms in the order of the data flow: each imports only those above it.
mod blocks;
mod door;
mod emit;
mod frame;
mod plan;
mod presenter;
mod render;
mod scan;
mod text;
mod walk;

pub use blocks::Layer;
pub use error::{BuildError, BuildErrors, Failure, RenderError, RenderErrorKind, Warning};
pub use frame::{Frame, RequestId};
#[cfg(feature = "presenter-file")]
pub use presenter::PresenterFileError;
pub use presenter::{
    Censor, Constant, Field, Mode, Outline, OutlineField, Presenter, PresenterBuilder, Type, t,
};
pub use render::{Blocks, Format, Renderer, Report, Request};
pub use scan::Isa;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
