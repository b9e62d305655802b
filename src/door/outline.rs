//! The members of large objects, found once and kept until they are written.

use std::collections::HashMap;

use crate::scan::tape::Tape;

/// The outlines of the large objects of a document.
///
/// An outline is a tape of the object's keys and values, each value as one token, whatever is in
/// it. Objects are outlined from the outside: what an outer one contains is outlined on the way,
/// so that a document is read twice at most, however deep it is nested.
#[derive(Debug, Default)]
pub(crate) struct Outlines {
    by_start: HashMap<usize, Tape>,
    spare: Vec<Tape>,
}

impl Outlines {
    pub(crate) fn clear(&mut self) {
        self.spare.extend(self.by_start.drain().map(|(_, outline)| outline));
    }

    /// Memory for an outline.
    pub(crate) fn blank(&mut self) -> Tape {
        let mut outline = self.spare.pop().unwrap_or_default();
        outline.clear();
        outline
    }

    /// Keeps the outline of the object at `start`.
    pub(crate) fn keep(&mut self, start: usize, outline: Tape) {
        self.by_start.insert(start, outline);
    }

    /// The outline of the object at `start`, if it was kept.
    pub(crate) fn take(&mut self, start: usize) -> Option<Tape> {
        self.by_start.remove(&start)
    }

    /// Takes the memory of an outline back.
    pub(crate) fn give_back(&mut self, outline: Tape) {
        self.spare.push(outline);
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.spare.iter().map(Tape::capacity).sum()
    }

    pub(crate) fn shrink(&mut self) {
        *self = Self::default();
    }
}
