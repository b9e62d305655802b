//! The memory that a Renderer keeps between documents.

use std::fmt;

use crate::emit::format::FormatChoice;
#[cfg(feature = "serde")]
use crate::emit::members::Members;
use crate::emit::program::json::JsonProgram;
use crate::emit::toon::{RowProgram, ToonMemory};
use crate::scan::tape::Tape;
use crate::scan::window::WindowScratch;
use crate::walk::Failures;
use crate::walk::bind::BindScratch;
use crate::walk::select::Selection;
use crate::walk::tally::Tally;

use super::members::Outlines;
use super::predictor::Predictor;
use super::progress::Progress;
#[cfg(feature = "serde")]
use super::value::direct::layout::Layouts;

/// The memory that a Renderer keeps between documents.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(super) window: WindowScratch,
    pub(super) tape: Tape,
    pub(super) bind: BindScratch,
    pub(super) outlines: Outlines,
    /// Where containers start that are known to be large, ascending.
    pub(super) large: Vec<usize>,
    pub(super) formats: Formats,
    pub(crate) failures: Failures,
    pub(crate) selection: Selection,
    pub(crate) tally: Tally,
    /// What was chosen for the document, if its format was a choice.
    pub(crate) choice: Option<FormatChoice>,
    /// Bytes of the largest value of the last document that was read or outlined as a whole.
    pub(crate) largest: usize,
    /// What is written apart from the output.
    pub(crate) kept: Kept,
    /// How Rust values are written, and where the members of their objects stand.
    #[cfg(feature = "serde")]
    pub(super) layouts: Layouts,
    #[cfg(feature = "serde")]
    pub(super) members: Members,
    /// The byte of a stream that the input at hand begins with.
    pub(super) base: usize,
    /// Who watches, if anybody asked to.
    pub(crate) progress: Option<Progress>,
}

/// What is remembered for each format.
#[derive(Debug, Default)]
pub(super) struct Formats {
    /// How to write items as JSON.
    pub(super) json: Predictor<JsonProgram>,
    /// How to write items as rows of a table.
    pub(super) rows: Predictor<RowProgram>,
    pub(super) toon: ToonMemory,
}

/// JSON without white space that was written apart from the output; what is shown is escaped as the
/// text of a block.
#[derive(Default)]
pub(crate) struct Kept {
    /// The data.
    pub(crate) json: Vec<u8>,
    /// The `_meta` of the result.
    pub(crate) meta: Vec<u8>,
    /// A Rust value, not yet shown, and escaped as JSON alone asks for.
    pub(crate) value: Vec<u8>,
}

impl fmt::Debug for Kept {
    /// Says how much there is, and nothing of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { json, meta, value } = self;
        write!(f, "Kept({}, {} and {} bytes)", json.len(), meta.len(), value.len())
    }
}

impl Scratch {
    /// Prepares for a walk over a document; selection, tally and choice are the caller's matter.
    pub(super) fn begin(&mut self) {
        self.failures.clear();
        self.window.begin();
        self.outlines.clear();
        self.large.clear();
        self.formats.json.begin();
        self.formats.rows.begin();
        self.largest = 0;
        self.base = 0;
        self.reached(0);
    }

    /// Prepares for another stretch of the document, which begins with byte `base` of it.
    pub(super) fn go_on(&mut self, base: usize) {
        self.outlines.clear();
        self.large.clear();
        self.base = base;
    }

    /// Tells who watches that the input before `at` is read.
    #[inline(always)]
    pub(super) fn reached(&self, at: usize) {
        if let Some(progress) = &self.progress {
            progress.set(self.base + at);
        }
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        #[cfg(feature = "serde")]
        let of_values = self.layouts.capacity() + self.members.capacity();
        #[cfg(not(feature = "serde"))]
        let of_values = 0;
        of_values
            + self.window.index.capacity()
            + self.tape.capacity()
            + self.bind.capacity()
            + self.outlines.capacity()
            + self.large.capacity() * size_of::<usize>()
            + self.formats.json.capacity()
            + self.formats.rows.capacity()
            + self.formats.toon.capacity()
            + self.selection.capacity()
            + self.kept.json.capacity()
            + self.kept.meta.capacity()
            + self.kept.value.capacity()
    }

    pub(crate) fn shrink(&mut self) {
        self.window.index.shrink();
        self.tape.shrink();
        self.bind.shrink();
        self.outlines.shrink();
        self.large = Vec::new();
        self.formats.json.shrink();
        self.formats.rows.shrink();
        self.formats.toon = ToonMemory::default();
        self.selection.shrink();
        self.kept = Kept::default();
        #[cfg(feature = "serde")]
        {
            (self.layouts, self.members) = (Layouts::default(), Members::default());
        }
    }
}
