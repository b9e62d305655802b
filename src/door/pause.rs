//! Leaving a document in its middle, to go on with it later.

use crate::emit::context::Context;
use crate::emit::json::{JsonSink, JsonState};
use crate::walk::tally::Counts;

use super::reader::Reader;

/// Where a root array is left between two of its items, to go on with it later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pause {
    /// No item is read that begins at this byte of the input or behind it.
    pub(super) at: usize,
    /// None is read once the output has so many bytes. At least one is before that.
    pub(super) full: usize,
}

impl Pause {
    pub(super) const NEVER: Self = Self { at: usize::MAX, full: usize::MAX };

    #[inline(always)]
    pub(super) fn is_due(self, at: usize, written: usize) -> bool {
        at >= self.at || written >= self.full
    }
}

/// What had come of the input before a value.
pub(super) struct Mark {
    at: usize,
    written: usize,
    state: JsonState,
    counts: Counts,
    failures: usize,
    picks: usize,
    surrogate_item: Option<usize>,
}

impl Reader<'_> {
    pub(super) fn mark<C: Context>(&self, sink: &JsonSink<'_, C>) -> Mark {
        Mark {
            at: self.at,
            written: sink.out.len(),
            state: sink.state(),
            counts: self.scratch.tally.counts(),
            failures: self.scratch.failures.count(),
            picks: self.scratch.selection.begin(),
            surrogate_item: self.surrogate_item,
        }
    }

    /// Takes back what came of the input since.
    #[cold]
    pub(super) fn rewind<C: Context>(&mut self, mark: Mark, sink: &mut JsonSink<'_, C>) {
        self.at = mark.at;
        self.surrogate_item = mark.surrogate_item;
        self.scratch.tally.set_counts(mark.counts);
        self.scratch.failures.rewind(mark.failures);
        self.scratch.selection.end(mark.picks);
        sink.rewind(mark.written, mark.state);
    }
}
