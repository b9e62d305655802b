//! Reading one value off the input: written by a shape that is foreseen, or read onto the tape.

use crate::emit::context::Context;
use crate::emit::program::{Program, Source};
use crate::error::RenderError;
use crate::plan::Kind as NodeKind;
use crate::plan::censor::Censor;
use crate::scan::indexed::Read;
use crate::scan::tape::TokenKind;
use crate::scan::vector::Vector;
use crate::scan::window::{Window, WindowScratch};
use crate::walk::owners::Owner;

use super::predictor::{ItemCounts, Predictor};
use super::reader::{Reader, bound_at};
use super::scratch::{Formats, Scratch};

/// How a value was dealt with.
pub(super) enum Outcome {
    /// By a shape that was foreseen.
    Written,
    /// It is on the tape, with tokens that count from this byte of the input.
    Parsed(usize),
    /// It is too large, and still at hand.
    Large,
}

/// Where values of a format go.
pub(super) trait ItemWriter {
    type Program: Program;

    /// Containers too large for a window are read from the outside in.
    const OUTLINES: bool;

    fn predictor(formats: &mut Formats) -> &mut Predictor<Self::Program>;

    /// What foresees shapes, and where the item at hand goes. It is shown if it is anybody's.
    fn parts<'o>(
        &'o mut self,
        formats: &'o mut Formats,
        is_shown: bool,
    ) -> (&'o mut Predictor<Self::Program>, <Self::Program as Program>::Output<'o>);

    /// An item was written.
    fn wrote(&mut self);
}

/// The window for those who write items by their shape.
#[inline(always)]
fn source<'s>(window: &Window, input: &'s [u8], scratch: &'s WindowScratch) -> Source<'s> {
    Source { bytes: window.padded(input, scratch), index: &scratch.index, offset: window.start }
}

/// How often a window may grow for one value before the value is read from the outside in.
const MOST_CUTS: u32 = 1;

impl Reader<'_> {
    /// Reads the value at hand and moves behind it. Writes it, if its shape was foreseen and `shows`
    /// says so.
    #[inline(always)]
    pub(super) fn read<V: Vector, C: Context, W: ItemWriter>(
        &mut self,
        vector: V,
        owner: Owner,
        (depth, shows): (usize, bool),
        writer: &mut W,
    ) -> Result<Outcome, RenderError> {
        let start = self.at;
        let predicts = self.predicts
            && (shows || owner == Owner::Nobody)
            && W::predictor(&mut self.scratch.formats).is_ready_for(owner)
            && self.scratch.failures.is_empty();
        let is_known = W::OUTLINES && self.scratch.large.binary_search(&start).is_ok();
        if is_known && self.is_outlined(start, owner) {
            return Ok(Outcome::Large);
        }
        let (mut cuts, mut is_missed) = (0, false);
        let mut reopens = !self.window.covers(start);
        loop {
            if reopens {
                self.scratch.reached(start);
                self.window.open(vector, self.input, start, cuts, &mut self.scratch.window);
            }
            if predicts && !is_missed && self.window.is_compact() {
                if self.write_foreseen::<V, C, W>(vector, owner, depth, writer) {
                    return Ok(Outcome::Written);
                }
                is_missed = true;
            }
            let Scratch { tape, window, .. } = &mut *self.scratch;
            match self.window.read(self.input, start, depth, tape, window) {
                Read::Complete(end) => {
                    self.moved(end);
                    return Ok(Outcome::Parsed(self.window.start));
                }
                Read::Cut => {
                    // The window may have cut off an item that has a known shape.
                    is_missed &= self.window.start == start;
                    cuts += u32::from(self.window.start == start);
                    if W::OUTLINES && cuts > MOST_CUTS && self.is_outlined(start, owner) {
                        self.note_large();
                        return Ok(Outcome::Large);
                    }
                    reopens = true;
                }
                Read::Odd if self.window.expect_space(window) => reopens = true,
                Read::Odd => break,
            }
        }
        let tape = &mut self.scratch.tape;
        match self.window.read_strictly(self.input, start, depth, tape) {
            Ok(end) => {
                self.moved(end);
                Ok(Outcome::Parsed(start))
            }
            Err((kind, at)) => Err(RenderError::new(kind, Some(at), self.item)),
        }
    }

    #[inline(always)]
    fn write_foreseen<V: Vector, C: Context, W: ItemWriter>(
        &mut self,
        vector: V,
        owner: Owner,
        depth: usize,
        writer: &mut W,
    ) -> bool {
        let is_shown = owner != Owner::Nobody;
        let Scratch { formats, window, tally, selection, .. } = &mut *self.scratch;
        self.window.seek(self.at, &window.index);
        let source = source(&self.window, self.input, window);
        let place = (self.at - self.window.start, self.window.entry);
        let counts = ItemCounts { depth, tally, selection };
        let (predictor, output) = writer.parts(formats, is_shown);
        let found = predictor.write::<V, C>(vector, self.plan, source, place, counts, output);
        let Some(found) = found else { return false };
        if is_shown {
            writer.wrote();
        }
        self.window.entry = found.entry;
        self.moved(self.window.start + found.end);
        true
    }

    /// Learns from the value on the tape, whose tokens count from the byte `base` of the input.
    #[inline(never)]
    pub(super) fn learn<C: Context, W: ItemWriter>(&mut self, owner: Owner, base: usize) {
        let is_learnable = self.predicts && self.window.is_compact() && self.window.start == base;
        let Scratch { tape, bind, selection, formats, window, .. } = &mut *self.scratch;
        if !is_learnable || tape.tokens.first().is_none_or(|token| token.kind != TokenKind::Object)
        {
            return;
        }
        let bound = bound_at(self.input, base, tape, bind);
        let source = source(&self.window, self.input, window);
        W::predictor(formats).learn::<C>(self.plan, owner, bound, source, selection);
    }

    pub(super) fn moved(&mut self, end: usize) {
        self.scratch.largest = self.scratch.largest.max(end - self.at);
        self.at = end;
    }

    /// Remembers which containers go on beyond a window that was not enough for the outermost of
    /// them, so that no window is grown for each of those within it.
    #[cold]
    fn note_large(&mut self) {
        let Scratch { tape, large, .. } = &mut *self.scratch;
        let (start, most) = (self.window.start, self.window.end() - self.window.size());
        for at in tape.open_starts().map(|open| start + open) {
            if at <= most && large.last().is_none_or(|last| *last < at) {
                large.push(at);
            }
        }
    }

    /// Whether the value at `start` is a container that can be read from the outside in. Which
    /// member of a union a value fits is known only when it is read whole, and a function of the
    /// program's sees it whole.
    fn is_outlined(&self, start: usize, owner: Owner) -> bool {
        let plan = self.plan;
        let is_container = matches!(self.input.get(start), Some(b'{' | b'['));
        let is_union = match owner {
            Owner::Node(id) => {
                let kind = match self.input.get(start) {
                    Some(b'[') => TokenKind::Array,
                    _ => TokenKind::Object,
                };
                matches!(plan.node(plan.settle(id, kind)).kind, NodeKind::Union(_))
            }
            _ => false,
        };
        let is_seen = plan.asks_for_paths
            && owner
                .censor(plan, false)
                .is_some_and(|id| matches!(plan.censors[usize::from(id)], Censor::Function(_)));
        is_container && !is_union && !is_seen
    }
}
