//! `_select`: which root keys are shown, in the order asked for.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

use crate::plan::{NodeId, Object};

/// A parsed `_select` list: the names asked for, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct SelectList(Option<Arc<Names>>);

#[derive(Debug, PartialEq, Eq)]
struct Names {
    /// Tells most lists apart without a look at their names.
    hash: u64,
    names: Box<[Box<str>]>,
    /// Where each name stands. The names come from outside, and the standard library's hash is
    /// keyed at random: no list makes look-ups slow.
    ranks: HashMap<Box<[u8]>, u32>,
}

impl PartialEq for SelectList {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(left), Some(right)) => {
                Arc::ptr_eq(left, right) || (left.hash == right.hash && left.names == right.names)
            }
            _ => false,
        }
    }
}

impl Eq for SelectList {}

/// One random hash for all lists, so that their hashes can be compared.
fn shared_hasher() -> &'static RandomState {
    static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    &HASHER
}

impl SelectList {
    pub(crate) fn new(list: impl IntoIterator<Item = String>) -> Self {
        let (mut names, mut ranks) = (Vec::new(), HashMap::new());
        for name in list {
            ranks.entry(name.as_bytes().into()).or_insert_with(|| {
                names.push(Box::from(name));
                names.len() as u32 - 1
            });
        }
        let is_empty = names.is_empty();
        let hash = shared_hasher().hash_one(&names);
        Self((!is_empty).then(|| Arc::new(Names { hash, names: names.into(), ranks })))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn names(&self) -> &[Box<str>] {
        self.0.as_deref().map_or(&[], |list| &list.names)
    }

    /// Whether the name is on the list.
    pub(crate) fn has(&self, name: &[u8]) -> bool {
        self.rank(name).is_some()
    }

    fn rank(&self, name: &[u8]) -> Option<u32> {
        self.0.as_deref()?.ranks.get(name).copied()
    }
}

/// A select list during one render: what of it was found so far, and the order of one item.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    list: SelectList,
    found: Vec<bool>,
    /// The selected fields of the object node that came last.
    fields: Vec<Pick>,
    fields_of: Option<NodeId>,
    picks: Vec<Pick>,
}

/// Something of the root object that is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pick {
    rank: u32,
    pub(crate) what: Picked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Picked {
    /// A declared field, by its place in the schema.
    Field(u32),
    /// A member of the data: its key and its value, as tokens.
    Member(u32, u32),
}

impl Selection {
    pub(crate) fn reset(&mut self, list: &SelectList) {
        self.list = list.clone();
        self.found.clear();
        self.found.resize(list.names().len(), false);
        self.fields_of = None;
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.found.capacity() + (self.fields.capacity() + self.picks.capacity()) * size_of::<Pick>()
    }

    pub(crate) fn shrink(&mut self) {
        *self = Self::default();
    }

    /// The same list, of which nothing was found yet.
    pub(crate) fn again(&self) -> Self {
        let mut again = Self::default();
        again.reset(&self.list);
        again
    }

    /// Counts as found what the same list found elsewhere.
    pub(crate) fn merge_found(&mut self, other: &Self) {
        self.found.iter_mut().zip(&other.found).for_each(|(found, other)| *found |= other);
    }

    pub(crate) fn is_all(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn list(&self) -> &SelectList {
        &self.list
    }

    /// Begins an item with the fields that `object`, the node `id`, declares.
    pub(crate) fn pick_fields(&mut self, id: NodeId, object: &Object) {
        if self.fields_of != Some(id) {
            self.fields_of = Some(id);
            self.fields.clear();
            for (at, field) in (0..).zip(&object.fields) {
                if let Some(rank) = self.list.rank(field.key.as_bytes())
                    && field.is_shown
                {
                    self.found[rank as usize] = true;
                    self.fields.push(Pick { rank, what: Picked::Field(at) });
                }
            }
            self.fields.sort_unstable();
        }
        self.picks.clear();
        self.picks.extend_from_slice(&self.fields);
    }

    /// Begins an item without declared fields.
    pub(crate) fn pick_nothing(&mut self) {
        self.picks.clear();
    }

    /// Adds a member of the data, if its key, given decoded, is selected.
    pub(crate) fn pick_member(&mut self, name: &[u8], key: usize, value: usize) {
        if let Some(rank) = self.list.rank(name) {
            self.found[rank as usize] = true;
            self.picks.push(Pick { rank, what: Picked::Member(key as u32, value as u32) });
        }
    }

    /// What is selected of the item, in the order asked for.
    pub(crate) fn picks(&mut self) -> &[Pick] {
        self.picks.sort_unstable();
        &self.picks
    }

    pub(crate) fn unknown(&self) -> impl Iterator<Item = usize> {
        self.found.iter().enumerate().filter(|(_, found)| !**found).map(|(at, _)| at)
    }
}
