//! The text blocks around the data, in the order of their layers.

#![forbid(unsafe_code)]

pub(crate) mod list;
pub(crate) mod notice;
pub(crate) mod output;

/// The layer that a block belongs to, in the order of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layer {
    /// The data: exactly one block.
    Data,
    /// `<ui_passthrough>` blocks, one each.
    Ui,
    /// Blocks of embedded Presenters, and blocks that a handler appended as they are.
    Embed,
    /// `<llm_directives>`.
    Directives,
    /// `<domain_rules>`.
    Rules,
    /// `<action_suggestions>`.
    Suggestions,
}
