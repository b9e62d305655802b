//! `_select`: which root keys are shown, in the order asked for.

use std::sync::Arc;

/// A parsed `_select` list: the names asked for, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SelectList {
    names: Arc<[Box<str>]>,
}

impl SelectList {
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut list: Vec<Box<str>> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for name in names {
            if seen.insert(name.clone()) {
                list.push(name.into());
            }
        }
        Self { names: list.into() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(crate) fn names(&self) -> &[Box<str>] {
        &self.names
    }
}

/// A select list during one render: what of it was found so far.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    list: SelectList,
    found: Vec<bool>,
}

impl Selection {
    pub(crate) fn reset(&mut self, list: &SelectList) {
        self.list = list.clone();
        self.found.clear();
        self.found.resize(list.names.len(), false);
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

    /// Calls `show` with each name; it says whether the name means anything here.
    pub(crate) fn each(&mut self, mut show: impl FnMut(&str) -> bool) {
        for (name, found) in self.list.names.iter().zip(&mut self.found) {
            *found |= show(name);
        }
    }

    pub(crate) fn unknown(&self) -> impl Iterator<Item = usize> {
        self.found.iter().enumerate().filter(|(_, found)| !**found).map(|(at, _)| at)
    }
}
