//! Items that were read in this render, for the next hook that walks over them.

use std::sync::Arc;

use crate::walk::owners::Owner;

use super::environment::ItemTape;

/// Items that are kept: as many as a page for a reader has.
const MOST_ITEMS: usize = 64;

/// Tokens of an item that is kept. With [`MOST_ITEMS`] it bounds what a Renderer holds.
const MOST_TOKENS: usize = 256;

/// Which item of a collection it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemPlace {
    /// Where the first item of the collection starts in the input.
    pub(super) first: usize,
    pub(super) index: usize,
}

/// The first items of the first collection that a hook walked over.
///
/// A collection is read through a window that forgets, and a page has hooks that each walk over
/// it: a table, a total, a suggestion.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The plan by which its items are bound, and where the first one starts.
    of: Option<(u64, usize)>,
    items: Vec<PageItem>,
    /// How many of the items are of this render.
    count: usize,
    /// The next item is one that is not kept.
    is_closed: bool,
}

#[derive(Debug)]
struct PageItem {
    item: Option<Arc<ItemTape>>,
    /// Where it ends in the input.
    end: usize,
    owner: Owner,
}

impl Page {
    /// Forgets the items, but not their memory.
    pub(super) fn clear(&mut self) {
        (self.of, self.count, self.is_closed) = (None, 0, false);
    }

    /// The item, bound to this owner, and where it ends.
    pub(super) fn find(
        &self,
        plan: u64,
        owner: Owner,
        place: ItemPlace,
    ) -> Option<(Arc<ItemTape>, usize)> {
        if self.of != Some((plan, place.first)) || place.index >= self.count {
            return None;
        }
        let known = self.items.get(place.index).filter(|known| known.owner == owner)?;
        Some((Arc::clone(known.item.as_ref()?), known.end))
    }

    /// Whether the item is the next one to be kept.
    pub(super) fn awaits(&mut self, plan: u64, owner: Owner, place: ItemPlace) -> bool {
        let of = *self.of.get_or_insert((plan, place.first));
        of == (plan, place.first)
            && place.index == self.count
            && place.index < MOST_ITEMS
            && owner != Owner::Nobody
            && !self.is_closed
    }

    /// The memory of the item that stood at the next place in the render before.
    pub(super) fn spare(&mut self) -> Option<Arc<ItemTape>> {
        let mut spare = self.items.get_mut(self.count)?.item.take()?;
        Arc::get_mut(&mut spare).is_some().then_some(spare)
    }

    /// Keeps the next item. Of a large one only the memory is kept, and none behind it.
    pub(super) fn add(&mut self, item: Arc<ItemTape>, end: usize, owner: Owner) {
        let is_large = item.tape.tokens.len() > MOST_TOKENS;
        let kept = PageItem { item: Some(item), end, owner };
        match self.items.get_mut(self.count) {
            Some(place) => *place = kept,
            None => self.items.push(kept),
        }
        self.is_closed = is_large;
        self.count += usize::from(!is_large);
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        let items = self.items.iter().filter_map(|kept| kept.item.as_deref());
        items.map(ItemTape::capacity).sum()
    }
}
