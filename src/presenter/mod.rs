//! What a person writes: the schema language, the builder, the presenter file. Compiles to a plan.

#![forbid(unsafe_code)]

mod builder;
mod built;
mod compile;
mod declaration;
mod defaults;
#[cfg(feature = "presenter-file")]
mod file;
pub(crate) mod hooks;
mod merge;
mod model;
mod outline;
mod paths;
mod patterns;
mod redact;
mod root;
mod sides;
#[cfg(feature = "serde")]
mod typed;
mod types;
mod union;

pub use builder::PresenterBuilder;
pub(crate) use built::Inner;
pub use built::Presenter;
pub(crate) use compile::{DEEPEST, scalar};
#[cfg(feature = "presenter-file")]
pub use file::PresenterFileError;
pub(crate) use model::Operation;
pub use model::{Cast, Model, ModelBuilder, cast};
pub use outline::{Outline, OutlineField};
pub use redact::{Censor, RedactionList};
#[cfg(feature = "serde")]
pub use typed::{Typed, TypedData, TypedPresenter, TypedPresenterBuilder};
pub(crate) use types::Kind;
pub use types::{Constant, Field, Mode, Type, t};
