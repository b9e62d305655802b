//! The members of large objects, found once and kept until they are written.

use std::ops::Range;

use crate::scan::tape::Tape;
use crate::walk::select::Pick;

/// The outlines of the large objects of a document.
///
/// An outline is a tape of the object's keys and values, each value as one token, whatever is in
/// it. Objects are outlined from the outside: what an outer one contains is outlined on the way,
/// so that a document is read twice at most, however deep it is nested.
#[derive(Debug, Default)]
pub(crate) struct Outlines {
    /// Where each object starts, and its outline; ascending.
    kept: Vec<(usize, Tape)>,
    spare: Vec<Tape>,
    spare_orders: Vec<Order>,
}

/// In which order the members of an outlined object are read.
#[derive(Debug, Default)]
pub(crate) struct Order {
    pub(crate) members: Vec<Member>,
    /// The values of those that the schema does not declare and that are not kept, as tokens.
    pub(crate) undeclared: Vec<u32>,
    /// How many are of declared fields that are not shown.
    pub(crate) hidden: u64,
    /// What is selected of the members.
    pub(crate) picks: Vec<Pick>,
}

impl Order {
    fn capacity(&self) -> usize {
        self.members.capacity() * size_of::<Member>()
            + self.undeclared.capacity() * size_of::<u32>()
            + self.picks.capacity() * size_of::<Pick>()
    }
}

/// A member that is shown or at least checked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Member {
    /// A declared field by its place in the schema, and the token of its value or `ABSENT`.
    Field(u32, u32),
    /// The tokens of a key and of its value.
    Data(u32, u32),
    /// The same, of a member that is checked and not shown.
    Other(u32, u32),
}

impl Outlines {
    pub(crate) fn clear(&mut self) {
        self.forget(0..usize::MAX);
    }

    /// Takes back the memory of the outlines of objects that start in this range.
    pub(crate) fn forget(&mut self, starts: Range<usize>) {
        let place = |start| self.kept.partition_point(|(kept, _)| *kept < start);
        let range = place(starts.start)..place(starts.end);
        self.spare.extend(self.kept.drain(range).map(|(_, outline)| outline));
    }

    /// Memory for an outline.
    pub(crate) fn blank(&mut self) -> Tape {
        let mut outline = self.spare.pop().unwrap_or_default();
        outline.clear();
        outline
    }

    /// Keeps the outline of the object at `start`.
    pub(crate) fn keep(&mut self, start: usize, outline: Tape) {
        let at = self.kept.partition_point(|(kept, _)| *kept < start);
        self.kept.insert(at, (start, outline));
    }

    /// Takes the memory of an outline back that nobody will ask for.
    pub(crate) fn drop_outline(&mut self, outline: Tape) {
        self.spare.push(outline);
    }

    /// The outline of the object at `start`, if it was kept.
    pub(crate) fn take(&mut self, start: usize) -> Option<Tape> {
        let at = self.kept.binary_search_by_key(&start, |(kept, _)| *kept).ok()?;
        Some(self.kept.remove(at).1)
    }

    /// Memory for an order.
    pub(crate) fn blank_order(&mut self) -> Order {
        let mut order = self.spare_orders.pop().unwrap_or_default();
        order.members.clear();
        order.undeclared.clear();
        order.hidden = 0;
        order.picks.clear();
        order
    }

    /// Takes memory back.
    pub(crate) fn give_back(&mut self, outline: Tape, order: Order) {
        self.spare.push(outline);
        self.spare_orders.push(order);
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        let kept = self.kept.iter().map(|(_, outline)| outline.capacity());
        let spare = self.spare.iter().map(Tape::capacity);
        kept.chain(spare).chain(self.spare_orders.iter().map(Order::capacity)).sum()
    }

    pub(crate) fn shrink(&mut self) {
        *self = Self::default();
    }
}
