//! What a Presenter keeps of its declaration, so that another one can embed it.

use crate::plan::automaton::Pattern;
use crate::plan::censor::Censor;

use super::hooks::Embed;
use super::types::Type;

/// The parts of a declaration that decide about data.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(super) root: Type,
    /// The redaction paths, with censors by their place in the list.
    pub(super) patterns: Vec<Pattern>,
    /// Each with what it does in words.
    pub(super) censors: Vec<(Censor, String)>,
    pub(super) limit: Option<usize>,
    pub(super) embeds: Vec<Embed>,
}
