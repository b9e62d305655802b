//! Documents as TOON: each item is read whole, and its events are sent as often as its form asks.

use std::marker::PhantomData;

use crate::emit::context::Context;
use crate::emit::json::Surrogates;
use crate::emit::text;
use crate::emit::toon::options::ToonOptions;
use crate::emit::toon::{
    Collection, RowOutput, RowProgram, RowSettings, ToonMemory, Unfit, Written, write_document,
};
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::{NodeId, Plan};
use crate::scan::dispatch::{VectorJob, dispatch};
use crate::scan::strict::skip_space;
use crate::scan::tape::TokenKind;
use crate::scan::vector::Vector;
use crate::text::string::Decoder;
use crate::walk::bind::{Site, bind};
use crate::walk::drive::{Bound, drive_selected};
use crate::walk::duplicates::body;
use crate::walk::events::{Events, Sink};
use crate::walk::owners::Owner;
use crate::walk::select::{Branch, SelectList, Selection};
use crate::walk::tally::{Counts, Tally};

use super::item::{ItemWriter, Outcome};
use super::json::Root;
use super::predictor::Predictor;
use super::reader::Reader;
use super::scratch::{Formats, Scratch};

impl Reader<'_> {
    /// Writes what may be shown of the document at hand, with what was replaced in it.
    pub(super) fn toon<C: Context>(
        &mut self,
        options: ToonOptions,
        quotes_root: bool,
        out: &mut Vec<u8>,
    ) -> Result<(Root, Surrogates), RenderError> {
        self.scratch.formats.toon.begin();
        let job = Run { reader: self, options, quotes_root, out, context: PhantomData::<C> };
        let mut root = dispatch(job.reader.level, job)?;
        root.array_cells = self.scratch.formats.toon.array_cells(options);
        Ok((root, self.scratch.formats.toon.surrogates()))
    }
}

impl Reader<'_> {
    /// Goes on with a collection: reads the items at hand, before which there were `count`, and says
    /// whether the array has ended.
    pub(super) fn rows<C: Context>(
        &mut self,
        collection: &mut Collection,
        count: &mut usize,
        out: &mut Vec<u8>,
    ) -> Result<Result<bool, Unfit>, RenderError> {
        let (base, before) = (self.scratch.base, self.scratch.formats.toon.surrogates());
        let options = collection.options();
        let run = Run { reader: self, options, quotes_root: false, out, context: PhantomData::<C> };
        let read = dispatch(run.reader.level, Elements { run, collection, count });
        self.scratch.formats.toon.place_surrogates(before, base);
        read
    }
}

/// Items of a collection that was begun.
struct Elements<'e, 'r, 'a, C> {
    run: Run<'r, 'a, C>,
    collection: &'e mut Collection,
    count: &'e mut usize,
}

impl<C: Context> VectorJob for Elements<'_, '_, '_, C> {
    type Output = Result<Result<bool, Unfit>, RenderError>;

    #[inline(always)]
    fn run<V: Vector>(mut self, vector: V) -> Self::Output {
        self.run.elements(vector, self.collection, self.count)
    }
}

struct Run<'r, 'a, C> {
    reader: &'r mut Reader<'a>,
    options: ToonOptions,
    quotes_root: bool,
    out: &'r mut Vec<u8>,
    context: PhantomData<C>,
}

impl<C: Context> VectorJob for Run<'_, '_, C> {
    type Output = Result<Root, RenderError>;

    #[inline(always)]
    fn run<V: Vector>(mut self, vector: V) -> Self::Output {
        if self.reader.input.get(self.reader.at) == Some(&b'[') {
            return self.collection(vector);
        }
        self.document(vector)
    }
}

impl<C: Context> Run<'_, '_, C> {
    #[inline(always)]
    fn document<V: Vector>(&mut self, vector: V) -> Result<Root, RenderError> {
        let (plan, start) = (self.reader.plan, self.reader.at);
        let base = self.read(vector, plan.max_depth)?;
        if self.bind(plan.document, base) {
            let (mut item, memory) = item(self.reader, plan.document, base);
            let token = item.bound.tokens[0];
            if token.kind == TokenKind::String && !self.quotes_root {
                // A document that is a string is its text.
                let mut decoder = Decoder::new(body(item.bound.bytes, &token));
                text::write_foreign::<C>(self.out, decoder.clone());
                decoder.by_ref().for_each(drop);
                memory.add_surrogates(decoder.replaced as u64, base + token.start as usize);
            } else {
                write_document::<C>(&mut item, self.options, memory, self.out);
            }
        }
        Ok(Root { shown: 1, start, ..Root::default() })
    }

    #[inline(always)]
    fn collection<V: Vector>(&mut self, vector: V) -> Result<Root, RenderError> {
        let (plan, bracket) = (self.reader.plan, self.reader.at);
        let first = skip_space(self.reader.input, bracket + 1);
        self.reader.at = first;
        let mut count = 0;
        let mut collection = Collection::new(self.options);
        if self.reader.input.get(first) == Some(&b']') {
            self.reader.at += 1;
        } else {
            let (start, before) = (self.out.len(), self.reader.scratch.tally.counts());
            self.reader.scratch.formats.rows.turn_away();
            while self.elements(vector, &mut collection, &mut count)?.is_err() {
                self.out.truncate(start);
                self.reader.scratch.formats.toon.begin();
                self.reader.scratch.formats.rows.turn_away();
                self.reader.scratch.tally.set_counts(before);
                self.reader.surrogate_item = None;
                self.reader.window.close();
                collection = Collection::in_list(self.options);
                (self.reader.at, count) = (first, 0);
            }
        }
        collection.end(self.out);
        Ok(Root::collection(bracket, count, plan.limit))
    }

    /// Reads the items at hand, before which there were `count`, and says whether the array has ended.
    #[inline(always)]
    fn elements<V: Vector>(
        &mut self,
        vector: V,
        collection: &mut Collection,
        count: &mut usize,
    ) -> Result<Result<bool, Unfit>, RenderError> {
        let limit = self.reader.plan.limit;
        loop {
            self.reader.item = Some(*count);
            let is_shown = limit.is_none_or(|limit| *count < limit);
            if limit == Some(*count) {
                self.foresee(Owner::Nobody);
            }
            if self.element(vector, collection, is_shown)?.is_err() {
                return Ok(Err(Unfit));
            }
            *count += 1;
            if !self.reader.separator(true)? {
                return Ok(Ok(true));
            }
            if self.reader.pause.is_due(self.reader.at, self.out.len()) {
                return Ok(Ok(false));
            }
        }
    }

    /// Reads the item at hand, and writes it if it is shown and nothing was wrong so far.
    #[inline(always)]
    fn element<V: Vector>(
        &mut self,
        vector: V,
        collection: &mut Collection,
        is_shown: bool,
    ) -> Result<Result<(), Unfit>, RenderError> {
        let plan = self.reader.plan;
        let owner = if is_shown { Owner::Node(plan.item) } else { Owner::Nobody };
        let place = (plan.max_depth - 1, is_shown);
        let mut rows = Rows { out: self.out, collection };
        match self.reader.read::<V, C, _>(vector, owner, place, &mut rows)? {
            Outcome::Written => {
                let surrogates = self.reader.scratch.formats.toon.surrogates();
                self.reader.note_surrogates(surrogates);
            }
            Outcome::Parsed(base) if is_shown => {
                if let Err(unfit) = self.write_parsed(collection, base) {
                    return Ok(Err(unfit));
                }
            }
            Outcome::Parsed(base) => self.reader.learn::<C, Rows<'_>>(owner, base),
            Outcome::Large => {
                debug_assert!(false, "values are read whole");
                return Err(RenderError::new(Kind::TooLarge, Some(self.reader.at), None));
            }
        }
        Ok(Ok(()))
    }

    /// Writes the item on the tape, if nothing was wrong so far.
    #[inline(never)]
    fn write_parsed(&mut self, collection: &mut Collection, base: usize) -> Result<(), Unfit> {
        let node = self.reader.plan.item;
        if !self.bind(node, base) {
            return Ok(());
        }
        let had_table = collection.is_table();
        let (mut item, memory) = item(self.reader, node, base);
        let written = collection.element::<C>(&mut item, memory, self.out)?;
        let surrogates = memory.surrogates();
        self.reader.note_surrogates(surrogates);
        let owner = Owner::Node(node);
        let is_first = !had_table && collection.is_table();
        if is_first || written == Written::Settling {
            self.foresee(owner);
        }
        if is_first || written == Written::InOrder {
            self.reader.learn::<C, Rows<'_>>(owner, base);
        }
        Ok(())
    }

    /// Prepares for items of this owner: rows under the header that was written, or nobody's.
    fn foresee(&mut self, owner: Owner) {
        let Scratch { formats, selection, .. } = &mut *self.reader.scratch;
        let Formats { rows, toon, .. } = formats;
        let (select, settings) = match owner {
            Owner::Nobody => (&SelectList::default(), &RowSettings::default()),
            _ => (selection.list(), toon.row_settings()),
        };
        rows.turn_to::<C>(self.reader.plan, owner, (select, Branch::ROOT), settings);
    }

    /// Reads the value at hand onto the tape, moves behind it and gives where its tokens count from.
    #[inline(always)]
    fn read<V: Vector>(&mut self, vector: V, depth: usize) -> Result<usize, RenderError> {
        let reader = &mut *self.reader;
        let (input, start) = (reader.input, reader.at);
        reader.scratch.reached(start);
        let Scratch { tape, window, .. } = &mut *reader.scratch;
        let read = reader.window.read_whole(vector, input, start, depth, tape, window);
        let fault = |(kind, at)| RenderError::new(kind, Some(at), reader.item);
        let (base, end) = read.map_err(fault)?;
        reader.moved(end);
        Ok(base)
    }

    /// Checks the value on the tape, and says whether nothing was wrong so far.
    fn bind(&mut self, node: NodeId, base: usize) -> bool {
        let reader = &mut *self.reader;
        if reader.plan.children.is_empty() {
            let Scratch { tape, bind: scratch, failures, .. } = &mut *reader.scratch;
            let site = Site { failures, item: reader.item, within: &[], offset: base };
            let bytes = &reader.input[base..];
            bind(reader.plan, Owner::Node(node), bytes, &mut tape.tokens, scratch, site);
        } else {
            reader.bind_root(Owner::Node(node), base);
        }
        reader.scratch.failures.is_empty()
    }
}

/// Items that are written as rows.
struct Rows<'r> {
    out: &'r mut Vec<u8>,
    collection: &'r mut Collection,
}

impl ItemWriter for Rows<'_> {
    type Program = RowProgram;

    const OUTLINES: bool = false;

    #[inline(always)]
    fn predictor(formats: &mut Formats) -> &mut Predictor<RowProgram> {
        &mut formats.rows
    }

    #[inline(always)]
    fn parts<'o>(
        &'o mut self,
        formats: &'o mut Formats,
        _: bool,
    ) -> (&'o mut Predictor<RowProgram>, RowOutput<'o>) {
        let Formats { rows, toon, .. } = formats;
        (rows, toon.row_output(self.out))
    }

    #[inline(always)]
    fn wrote(&mut self) {
        self.collection.wrote_row();
    }
}

/// A bound item.
struct Item<'i> {
    plan: &'i Plan,
    node: NodeId,
    bound: Bound<'i>,
    selection: &'i mut Selection,
    tally: &'i mut Tally,
    /// What was counted before it.
    before: Counts,
}

/// The item on the tape, and memory for writing it.
fn item<'i>(
    reader: &'i mut Reader<'_>,
    node: NodeId,
    base: usize,
) -> (Item<'i>, &'i mut ToonMemory) {
    let Scratch { tape, bind, selection, tally, formats, .. } = &mut *reader.scratch;
    let bytes = &reader.input[base..];
    let bound = Bound { bytes, tokens: &tape.tokens, slots: &bind.slots, offset: base };
    let before = tally.counts();
    (Item { plan: reader.plan, node, bound, selection, tally, before }, &mut formats.toon)
}

impl Events for Item<'_> {
    fn send<S: Sink>(&mut self, sink: &mut S) {
        // However often it is sent, it is counted once.
        self.tally.set_counts(self.before);
        let root = (Owner::Node(self.node), Branch::ROOT);
        drive_selected(self.plan, root, self.bound, &[], self.selection, self.tally, sink);
    }
}
