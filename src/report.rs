//! What comes of a render besides its bytes: counts, and blocks by themselves.

#![forbid(unsafe_code)]

use std::fmt;

use crate::blocks::Layer;
use crate::blocks::output::KeptBlock;
use crate::door::json::Root;
use crate::emit::format::FormatChoice;
use crate::presenter::Presenter;
use crate::structured::{DataForm, Structured};
use crate::walk::select::{SelectList, Selection};
use crate::walk::tally::Tally;

/// The text blocks of a response, made by [`Renderer::blocks`](crate::Renderer::blocks).
#[derive(Clone)]
pub struct Blocks {
    text: String,
    blocks: Vec<KeptBlock>,
    form: DataForm,
    report: Report,
}

impl fmt::Debug for Blocks {
    /// Says which blocks there are and how long they are. What user interface holds may be redacted
    /// elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks = self.blocks.iter().map(|block| (block.layer, block.range.len()));
        f.debug_list().entries(blocks).finish()
    }
}

impl Blocks {
    pub(crate) fn new(
        text: String,
        blocks: Vec<KeptBlock>,
        form: DataForm,
        report: Report,
    ) -> Self {
        Self { text, blocks, form, report }
    }

    /// The blocks in order.
    pub fn iter(&self) -> impl Iterator<Item = (Layer, &str)> {
        self.blocks.iter().map(|block| (block.layer, &self.text[block.range.clone()]))
    }

    /// What the response says, as values, for tests.
    #[must_use]
    pub fn structured(&self) -> Structured {
        Structured::new(&self.text, &self.blocks, self.form)
    }

    /// How many there are. At least one: the data.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a data block")]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The counts of the render.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}

/// What is counted outside the walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) root: Root,
    /// If the format was one.
    pub(crate) choice: Option<FormatChoice>,
    /// Written.
    pub(crate) bytes: usize,
    /// Of these, structured content.
    pub(crate) structured_bytes: usize,
    /// Blocks of embedded Presenters that were one too many.
    pub(crate) omitted: u64,
}

/// What a render did, in numbers. Holds no data value.
#[derive(Clone, Debug)]
pub struct Report {
    counts: Counts,
    tally: Tally,
    unknown: smallvec::SmallVec<[usize; 4]>,
    select: SelectList,
    presenter: Presenter,
}

impl Report {
    /// `found` is the selection after the render.
    #[inline]
    pub(crate) fn new(
        presenter: &Presenter,
        counts: Counts,
        tally: &Tally,
        found: &Selection,
    ) -> Self {
        let select = found.list().clone();
        let mut unknown = smallvec::SmallVec::new();
        // Most calls select nothing, and are small.
        if !select.is_empty() {
            let plan = &presenter.0.plan;
            unknown.extend(found.unknown().filter(|at| !select.is_declared(plan, *at)));
        }
        Self { counts, tally: tally.clone(), unknown, presenter: presenter.clone(), select }
    }

    /// Items shown: those of a collection up to the limit, or 1.
    #[must_use]
    pub fn items(&self) -> usize {
        self.counts.root.shown
    }

    /// Items beyond the limit.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.counts.root.hidden
    }

    /// Whether the data was an array, each element an item.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        self.counts.root.is_collection
    }

    /// Members of shown objects that were left out because the schema does not declare them.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.tally.dropped
    }

    /// Values that a redaction replaced or removed.
    #[must_use]
    pub fn redacted(&self) -> u64 {
        self.tally.redacted
    }

    /// Bytes written.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.counts.bytes
    }

    /// Bytes of the structured content, with what it is wrapped in; 0 if there is none. They are
    /// counted in [`bytes`](Self::bytes) too.
    #[must_use]
    pub fn structured_bytes(&self) -> usize {
        self.counts.structured_bytes
    }

    /// What [`Format::Auto`](crate::Format::Auto) has chosen, and the sizes by which it did. Nothing
    /// for other formats, nor where the data is a string: its text is the same in all of them, unless
    /// [structured content](crate::Channel) is asked for.
    #[must_use]
    pub fn choice(&self) -> Option<FormatChoice> {
        self.counts.choice
    }

    /// Lone surrogates that became U+FFFD.
    #[must_use]
    pub fn replaced_surrogates(&self) -> u64 {
        self.tally.replaced_surrogates
    }

    /// Blocks of embedded Presenters that were left out because there were 64 different ones,
    /// each as often as it came.
    #[must_use]
    pub fn omitted_blocks(&self) -> u64 {
        self.counts.omitted
    }

    /// Names of the select list that mean nothing here.
    pub fn unknown_select(&self) -> impl Iterator<Item = &str> {
        self.unknown.iter().map(|at| &*self.select.names()[*at])
    }

    /// Redaction paths that matched no value that would have been shown.
    pub fn unmatched_paths(&self) -> impl Iterator<Item = &str> {
        let paths = self.presenter.0.paths.iter().enumerate();
        paths.filter(|(at, _)| !self.tally.has_matched(*at)).map(|(_, path)| path.as_str())
    }
}
