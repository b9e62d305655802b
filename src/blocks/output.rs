//! The output while a response is written: which block is open, where it began, what is kept of it.

use std::fmt;
use std::ops::Range;

use crate::emit::context::{Context, ContextId, in_context};
use crate::emit::text::{self, ForeignText};
use crate::frame::Frame;
use crate::plan::Rendered;

use super::Layer;
use super::list::ListKind;

/// How many distinct blocks of embedded Presenters one response holds.
const MOST_CHILD_BLOCKS: usize = 64;

/// Where blocks are written, one after the other.
///
/// It owns the buffer for as long as the response is written, so that hooks can hold it without
/// a lifetime of the caller's. Besides that it is memory, which a Renderer keeps.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) buffer: Vec<u8>,
    context: ContextId,
    /// What stands between two blocks.
    separator: &'static [u8],
    /// Where the separator of the block at hand stands, and its text.
    open: (usize, usize),
    /// It has not ended.
    is_open: bool,
    /// Where the entry starts that has not ended, its bullet included.
    open_entry: Option<usize>,
    /// Where the first entry of the list at hand starts.
    list_start: usize,
    is_first: bool,
    /// What is known of each block, if somebody asked for it.
    kept: Option<Vec<KeptBlock>>,
    pub(crate) children: Children,
    /// Room for the title of the next block.
    pub(crate) title: String,
}

/// The blocks of embedded Presenters.
#[derive(Debug, Default)]
pub(crate) struct Children {
    /// How many Presenters deep the writer is; the response's own blocks are at 0.
    pub(crate) level: usize,
    /// A block that was sent before is left out.
    pub(crate) dedups: bool,
    /// Where the distinct ones stand.
    pub(crate) sent: Vec<Range<usize>>,
    /// How many were left out because there were too many.
    pub(crate) omitted: u64,
}

/// What is known of a block without a look at its text.
#[derive(Clone, Debug)]
pub(crate) struct KeptBlock {
    pub(crate) layer: Layer,
    pub(crate) range: Range<usize>,
    pub(crate) parts: Parts,
}

/// The parts of a block, as ranges of the buffer.
#[derive(Clone, Debug)]
pub(crate) enum Parts {
    Whole,
    Ui { kept: KeptUi, content: Range<usize>, may_show_redacted: bool },
    List(Vec<Entry>),
}

/// What is kept of a block of user interface besides its content.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptUi {
    pub(crate) kind: String,
    /// Empty if there is none, as the others.
    pub(crate) title: String,
    pub(crate) width: &'static str,
    pub(crate) priority: String,
}

/// An entry of a list, without its bullet.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) range: Range<usize>,
    /// In a suggestion, where the tool's name ends.
    pub(crate) tool_end: usize,
    pub(crate) may_show_redacted: bool,
}

impl fmt::Debug for Output {
    /// Says how much is written, and nothing of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("bytes", &self.buffer.len()).finish_non_exhaustive()
    }
}

impl Children {
    fn begin(&mut self) {
        (self.level, self.dedups, self.omitted) = (0, false, 0);
        self.sent.clear();
    }
}

impl Output {
    /// Begins a frame at the end of `buffer`, which [`release`](Self::release) gives back.
    pub(crate) fn begin_frame<C: Context>(
        &mut self,
        buffer: Vec<u8>,
        frame: &Frame<'_>,
        keeps: bool,
    ) {
        self.buffer = buffer;
        frame.begin(&mut self.buffer);
        let at = self.buffer.len();
        self.open = (at, at);
        (self.is_open, self.open_entry) = (false, None);
        self.context = ContextId::of::<C>();
        self.separator = frame.separator();
        self.is_first = true;
        self.kept = keeps.then(Vec::new);
        self.children.begin();
        self.title.clear();
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.title.capacity() + self.children.sent.capacity() * size_of::<Range<usize>>()
    }

    /// Gives the buffer back.
    pub(crate) fn release(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.buffer)
    }

    pub(crate) fn take_kept(&mut self) -> Vec<KeptBlock> {
        self.kept.take().unwrap_or_default()
    }

    /// Whether the parts of blocks are kept.
    pub(crate) fn keeps(&self) -> bool {
        self.kept.is_some() && self.is_own()
    }

    pub(crate) fn context(&self) -> ContextId {
        self.context
    }

    /// Everything in the buffer was written elsewhere. Only in a block of the response's own, of which
    /// nothing is kept.
    pub(crate) fn flushed(&mut self) {
        debug_assert!(self.kept.is_none() && self.is_own());
        self.buffer.clear();
        self.open = (0, 0);
    }

    /// Drops what is in the buffer, and ends the block at hand where it is cut: another follows.
    pub(crate) fn cut(&mut self) {
        self.children.begin();
        self.flushed();
        (self.is_open, self.open_entry) = (false, None);
    }

    /// Begins a block.
    pub(crate) fn begin(&mut self, layer: Layer) {
        if std::mem::replace(&mut self.is_open, true) {
            // A hook has caught a panic in the middle of a block.
            self.take_back();
        }
        let separator = self.buffer.len();
        if !std::mem::take(&mut self.is_first) {
            self.buffer.extend_from_slice(self.separator);
        }
        self.open = (separator, self.buffer.len());
        let layer = if self.is_own() { layer } else { Layer::Embed };
        if let Some(kept) = &mut self.kept {
            let at = self.buffer.len();
            kept.push(KeptBlock { layer, range: at..at, parts: Parts::Whole });
        }
    }

    /// Ends the open block. One of an embedded Presenter is taken back if it should not be sent.
    pub(crate) fn end(&mut self) {
        self.is_open = false;
        let range = self.open.1..self.buffer.len();
        if !self.is_own() && !self.admits(range.clone()) {
            return self.take_back();
        }
        if let Some(block) = self.kept.as_mut().and_then(|kept| kept.last_mut()) {
            block.range = range;
        }
    }

    /// Removes the block at hand, which is not the first.
    fn take_back(&mut self) {
        self.buffer.truncate(self.open.0);
        if let Some(kept) = &mut self.kept {
            kept.pop();
        }
    }

    /// Whether the block is the response's own, not an embedded Presenter's.
    fn is_own(&self) -> bool {
        self.children.level == 0
    }

    /// Whether a child block is to be sent; linear in the number of child blocks, which is bounded.
    fn admits(&mut self, range: Range<usize>) -> bool {
        let Children { dedups, sent, omitted, .. } = &mut self.children;
        let text = &self.buffer[range.clone()];
        if sent.iter().any(|other| &self.buffer[other.clone()] == text) {
            return !*dedups;
        }
        if sent.len() == MOST_CHILD_BLOCKS {
            *omitted += 1;
            return false;
        }
        sent.push(range);
        true
    }

    /// Writes markup of ours.
    pub(crate) fn own(&mut self, text: &str) {
        in_context!(self.context, C => text::write_own::<C>(&mut self.buffer, text));
    }

    /// Writes a text of ours that was rendered before.
    pub(crate) fn rendered(&mut self, text: &Rendered) {
        let bytes = in_context!(self.context, C => C::of(text));
        self.buffer.extend_from_slice(bytes);
    }

    /// Writes a piece of a text of the outside world.
    pub(crate) fn foreign(&mut self, text: &mut ForeignText, piece: &str) {
        in_context!(self.context, C => text.write::<C>(&mut self.buffer, piece));
    }

    /// Writes a whole block that was rendered before.
    pub(crate) fn block(&mut self, layer: Layer, text: &Rendered) {
        self.begin(layer);
        self.rendered(text);
        self.end();
    }

    /// Begins the block of a list.
    pub(crate) fn begin_list(&mut self, kind: ListKind) {
        self.begin(kind.layer());
        self.own("<");
        self.own(kind.tag());
        self.own(">");
        self.list_start = self.buffer.len();
        if let Some(block) = self.kept_own() {
            block.parts = Parts::List(Vec::new());
        }
    }

    pub(crate) fn end_list(&mut self, kind: ListKind) {
        self.take_back_entry();
        if self.buffer.len() == self.list_start {
            self.is_open = false;
            return self.take_back();
        }
        self.own("\n</");
        self.own(kind.tag());
        self.own(">");
        self.end();
    }

    /// Begins an entry of a list, and gives the place where it starts.
    pub(crate) fn begin_entry(&mut self) -> usize {
        self.take_back_entry();
        self.open_entry = Some(self.buffer.len());
        self.own("\n- ");
        self.buffer.len()
    }

    /// Removes an entry in the middle of which a hook has caught a panic.
    fn take_back_entry(&mut self) {
        if let Some(start) = self.open_entry.take() {
            self.buffer.truncate(start);
        }
    }

    /// Ends the entry that starts at `start`, in which a tool's name ends at `tool_end`.
    pub(crate) fn end_entry(&mut self, start: usize, tool_end: usize) {
        self.open_entry = None;
        let range = start..self.buffer.len();
        if let Some(KeptBlock { parts: Parts::List(entries), .. }) = self.kept_own() {
            entries.push(Entry { range, tool_end, may_show_redacted: false });
        }
    }

    /// Keeps that the open block is user interface, with its content from `start` on.
    pub(crate) fn keep_ui(&mut self, kept: impl FnOnce() -> KeptUi, start: usize) {
        let content = start..self.buffer.len();
        if let Some(block) = self.kept_own() {
            block.parts = Parts::Ui { kept: kept(), content, may_show_redacted: false };
        }
    }

    fn kept_own(&mut self) -> Option<&mut KeptBlock> {
        if !self.is_own() {
            return None;
        }
        self.kept.as_mut()?.last_mut()
    }

    /// How much is kept, to tell later what was written since.
    pub(crate) fn mark(&self) -> (usize, usize) {
        let kept = self.kept.as_deref().unwrap_or_default();
        let entries = match kept.last() {
            Some(KeptBlock { parts: Parts::List(entries), .. }) => entries.len(),
            _ => 0,
        };
        (kept.len(), entries)
    }

    /// Notes that what was written since the mark may show redacted values.
    pub(crate) fn taint_since(&mut self, (blocks, entries): (usize, usize)) {
        let Some(kept) = &mut self.kept else { return };
        for (at, block) in kept.iter_mut().enumerate().skip(blocks.saturating_sub(1)) {
            match &mut block.parts {
                Parts::Ui { may_show_redacted, .. } if at >= blocks => *may_show_redacted = true,
                Parts::List(list) => {
                    let first = if at >= blocks { 0 } else { entries };
                    list.iter_mut().skip(first).for_each(|entry| entry.may_show_redacted = true);
                }
                Parts::Ui { .. } | Parts::Whole => {}
            }
        }
    }
}
