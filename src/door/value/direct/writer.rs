//! What is being written, and how far it has come.

use serde::Serialize;
use smallvec::SmallVec;

use crate::emit::members::Members;
use crate::plan::automaton::State;
use crate::plan::{Kind, Plan};
use crate::scan::USUAL_DEPTH;
use crate::value_error::ValueErrorKind;
use crate::walk::select::{Branch, Selection};
use crate::walk::tally::Tally;

use super::super::super::json::Root;
use super::super::fault::Fault;
use super::super::serializer::MOST_WRAPPERS;
use super::layout::{Content, Expected, Hiding, Layout, Node};
use super::scalars::{RootValue, Value};

/// A document that is being written.
///
/// Values are the program's, and their `Serialize` may be anybody's: it may drop an error, or catch a
/// panic, and go on. So a miss is noted here as well, and what was begun is counted.
pub(crate) struct Writer<'w> {
    pub(super) plan: &'w Plan,
    pub(super) layout: &'w Layout,
    pub(super) expected: &'w mut Expected,
    pub(super) selection: &'w mut Selection,
    tally: &'w mut Tally,
    pub(super) members: &'w mut Members,
    pub(super) out: &'w mut Vec<u8>,
    root: Option<Root>,
    /// How many more containers may be opened.
    depth_left: usize,
    /// How many more options and newtypes the value at hand may be within.
    wrappers_left: usize,
    /// How many values around the one at hand are checked and not shown: nothing is counted in them.
    muted: usize,
    /// The value that came last is left out, with its key.
    is_removed: bool,
    /// A word for each key of the maps that are open, equal for equal keys.
    pub(super) key_words: SmallVec<[u64; 32]>,
    has_missed: bool,
    /// How many values and keys were begun and are not done: those that failed or panicked stay.
    unfinished: usize,
}

impl<'w> Writer<'w> {
    pub(super) fn new(
        plan: &'w Plan,
        (layout, expected): (&'w Layout, &'w mut Expected),
        (selection, tally): (&'w mut Selection, &'w mut Tally),
        members: &'w mut Members,
        out: &'w mut Vec<u8>,
    ) -> Self {
        members.begin();
        Self {
            plan,
            layout,
            expected,
            selection,
            tally,
            members,
            out,
            root: None,
            // As deep as the JSON of a value may be.
            depth_left: plan.max_depth.min(USUAL_DEPTH),
            wrappers_left: MOST_WRAPPERS,
            muted: 0,
            is_removed: false,
            key_words: SmallVec::new(),
            has_missed: false,
            unfinished: 0,
        }
    }

    pub(super) fn run<T: Serialize + ?Sized>(&mut self, value: &T) -> bool {
        let written = value.serialize(RootValue { writer: &mut *self });
        let is_whole = self.unfinished == 0 && !self.has_missed;
        written.is_ok() && is_whole && self.root.is_some()
    }

    pub(super) fn root(&self) -> Root {
        self.root.unwrap_or_default()
    }

    pub(super) fn ended(&mut self, root: Root) {
        // A second value at the root is none.
        self.has_missed |= self.root.replace(root).is_some();
        if root.shown > 0 {
            self.note_selected(root.is_collection);
        }
    }

    /// Counts the selected names as found that the schema declares, since an object was shown.
    fn note_selected(&mut self, is_collection: bool) {
        let Layout { item, document, .. } = self.layout;
        let root = if is_collection { item } else { document };
        if let Some(Node { content: Content::Object(fields), .. }) = root
            && let Kind::Object(object) = &self.plan.node(fields.id).kind
            && self.selection.root().is_some()
        {
            let start = self.selection.begin();
            self.selection.pick_fields(Branch::ROOT, fields.id, object);
            self.selection.end(start);
        }
    }

    /// Something that is not written this way.
    #[cold]
    pub(super) fn miss(&mut self) -> Fault {
        self.has_missed = true;
        // Nobody sees it: the long way tells what is wrong, if anything is.
        Fault::new(ValueErrorKind::Failed)
    }

    /// Writes a value of the node.
    #[inline(always)]
    pub(super) fn value<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        node: &'w Node,
    ) -> Result<(), Fault> {
        self.whole(|writer| value.serialize(Value { writer, node }))
    }

    /// Runs what the document is worth nothing without, in case that whoever is told of an error or
    /// of a panic does not care.
    #[inline(always)]
    pub(super) fn whole<R>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.unfinished += 1;
        let done = run(self)?;
        self.unfinished -= 1;
        Ok(done)
    }

    #[inline(always)]
    pub(super) fn open(&mut self) -> Result<(), Fault> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(self.miss()),
        }
    }

    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.depth_left += 1;
    }

    /// Goes into an option or a newtype.
    #[inline(always)]
    pub(super) fn unwrap(&mut self) -> Result<(), Fault> {
        match self.wrappers_left.checked_sub(1) {
            Some(left) => {
                self.wrappers_left = left;
                Ok(())
            }
            None => Err(self.miss()),
        }
    }

    #[inline(always)]
    pub(super) fn wrap(&mut self) {
        self.wrappers_left += 1;
    }

    /// The values that follow are checked and not shown, up to [`show_again`](Self::show_again).
    #[inline(always)]
    pub(super) fn mute(&mut self) {
        self.muted += 1;
    }

    /// Takes back what was written since the output ended at `start`.
    #[inline(always)]
    pub(super) fn show_again(&mut self, start: usize) {
        self.muted -= 1;
        self.is_removed = false;
        self.out.truncate(start);
    }

    /// Counts a member that the schema does not declare.
    #[inline(always)]
    pub(super) fn dropped(&mut self) {
        self.tally.dropped += u64::from(self.muted == 0);
    }

    /// Whether the value that came last is to be left out.
    #[inline(always)]
    pub(super) fn take_removed(&mut self) -> bool {
        std::mem::take(&mut self.is_removed)
    }

    /// Writes what stands in the place of a value of the node.
    pub(super) fn hide(&mut self, node: &Node, is_null: bool) {
        if self.muted == 0 {
            self.tally.censored(&self.plan.automaton.verdict(node.state).paths);
        }
        match if is_null { &node.null_censor } else { &node.censor } {
            Some(Hiding::Text(text)) => text.append(self.out),
            Some(Hiding::Remove) | None => self.is_removed = true,
        }
    }

    /// A path ends on a null and leaves it: it has matched all the same.
    pub(super) fn spare(&mut self, state: State) {
        if self.muted == 0 {
            self.tally.mark(&self.plan.automaton.verdict(state).paths);
        }
    }
}
