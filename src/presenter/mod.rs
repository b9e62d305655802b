//! What a person writes: the schema language, the builder, the presenter file. Compiles to a plan.

#![forbid(unsafe_code)]

mod builder;
mod compile;
mod declaration;
#[cfg(feature = "presenter-file")]
mod file;
pub(crate) mod hooks;
mod merge;
mod outline;
mod redact;
mod sides;
mod types;
mod union;

pub(crate) use builder::Inner;
pub use builder::{Presenter, PresenterBuilder};
#[cfg(feature = "presenter-file")]
pub use file::PresenterFileError;
pub use outline::{Outline, OutlineField};
pub use redact::{Censor, RedactionList};
pub use types::{Constant, Field, Mode, Type, t};
