//! Hooks that look at the Rust value which is shown, whatever its type.

use super::lists::{Rules, Suggestions};
use crate::blocks::output::Output;

/// The hooks of a response's own Presenter that get a Rust value, with that value: one item, or a
/// collection, of which no more than `shown` items exist for them.
///
/// They see what the program knows, not what is shown: whatever they write counts as redacted.
pub(crate) trait ValueHooks {
    /// The value is one item.
    fn is_item(&self) -> bool;

    /// Something is said in the rules that depends on the value.
    fn has_rules(&self) -> bool;

    /// Suggestions for a collection take the place of those for its first item.
    fn has_collection_suggestions(&self) -> bool;

    fn ui(&self, shown: usize, output: &mut Output);

    /// Of the item, or the first one of a collection.
    fn item_rules(&self, shown: usize, rules: &mut Rules<'_>);

    fn collection_rules(&self, shown: usize, rules: &mut Rules<'_>);

    /// Of the item, or the first one of a collection.
    fn item_suggestions(&self, shown: usize, next: &mut Suggestions<'_>);

    /// Of a collection with items.
    fn collection_suggestions(&self, shown: usize, next: &mut Suggestions<'_>);
}
