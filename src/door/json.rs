//! JSON bytes in: one document, item by item, from its first byte to its last.

use std::marker::PhantomData;

use crate::emit::context::Context;
use crate::emit::json::JsonSink;
use crate::emit::program::Source;
use crate::emit::text;
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::{NodeId, Plan};
use crate::scan::Isa;
use crate::scan::dispatch::{VectorJob, dispatch};
use crate::scan::indexed::Read;
use crate::scan::strict::skip_space;
use crate::scan::tape::{Tape, TokenKind};
use crate::scan::vector::Vector;
use crate::scan::window::{Window, WindowScratch};
use crate::text::string::Decoder;
use crate::walk::Failures;
use crate::walk::bind::{BindScratch, Site, bind};
use crate::walk::drive::{Bound, drive};
use crate::walk::duplicates::body;
use crate::walk::events::Sink;
use crate::walk::select::Selection;
use crate::walk::tally::Tally;

use super::predictor::{ItemOutput, Predictor};

/// Memory that a Renderer keeps between documents.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) window: WindowScratch,
    pub(crate) tape: Tape,
    pub(crate) bind: BindScratch,
    pub(crate) failures: Failures,
    pub(crate) selection: Selection,
    pub(crate) tally: Tally,
    predictor: Predictor,
    /// Bytes of the largest item of the last document.
    pub(crate) largest_item: usize,
}

impl Scratch {
    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.window.index.capacity() + self.tape.capacity() + self.bind.capacity()
    }

    pub(crate) fn shrink(&mut self) {
        self.window.index.shrink();
        self.tape.shrink();
        self.bind.shrink();
    }
}

/// How many items a document has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Items {
    pub(crate) shown: usize,
    /// Beyond the limit.
    pub(crate) hidden: usize,
    /// The document is an array.
    pub(crate) is_collection: bool,
}

/// Writes what may be shown of the document `input` as the text of a block.
///
/// The caller takes back what was written if this fails.
pub(crate) fn write<C: Context>(
    plan: &Plan,
    input: &[u8],
    settings: Settings,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<Items, RenderError> {
    scratch.failures.clear();
    scratch.largest_item = 0;
    let job = Job { plan, input, settings, scratch, out, context: PhantomData::<C> };
    dispatch(settings.isa, job)
}

/// How to go about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) isa: Isa,
    /// Bytes of input that are indexed at a time.
    pub(crate) window: usize,
    pub(crate) pretty: bool,
}

struct Job<'a, C> {
    plan: &'a Plan,
    input: &'a [u8],
    settings: Settings,
    scratch: &'a mut Scratch,
    out: &'a mut Vec<u8>,
    context: PhantomData<C>,
}

impl<C: Context> VectorJob for Job<'_, C> {
    type Output = Result<Items, RenderError>;

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        let Self { plan, input, settings, scratch, out, .. } = self;
        let mark = if input.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let start = skip_space(input, mark);
        let Some(first) = input.get(start) else {
            return Err(RenderError::new(Kind::Empty, Some(start), None));
        };
        let is_collection = *first == b'[';
        let node = if is_collection { plan.item } else { plan.document };
        scratch.predictor.begin::<C>(plan, node, scratch.selection.list());
        let mut document = Document {
            plan,
            input,
            at: start,
            node,
            predicts: !settings.pretty,
            window: Window::new(settings.window),
            items: Items { is_collection, ..Items::default() },
            surrogate_item: None,
            scratch,
            vector,
        };
        document.write::<C>(&mut JsonSink::new(out, settings.pretty))?;
        Ok(document.items)
    }
}

struct Document<'a, V> {
    plan: &'a Plan,
    input: &'a [u8],
    /// The next byte to be read.
    at: usize,
    /// What the document or each of its items belongs to.
    node: NodeId,
    /// Items may be written by their predicted shape.
    predicts: bool,
    window: Window,
    items: Items,
    /// The first item in which a lone surrogate was replaced.
    surrogate_item: Option<usize>,
    scratch: &'a mut Scratch,
    vector: V,
}

/// How a value was dealt with.
enum Outcome {
    Written,
    /// It is on the tape, with tokens that count from this byte of the input.
    Parsed(usize),
}

impl<V: Vector> Document<'_, V> {
    #[inline(always)]
    fn write<C: Context>(&mut self, sink: &mut JsonSink<'_, C>) -> Result<(), RenderError> {
        let is_collection = self.items.is_collection;
        let mut goes_on = true;
        if is_collection {
            sink.begin_array(self.at);
            self.at = skip_space(self.input, self.at + 1);
            if self.input.get(self.at) == Some(&b']') {
                self.at += 1;
                goes_on = false;
            }
        }
        while goes_on {
            self.value(sink)?;
            goes_on = is_collection && self.separator()?;
        }
        if is_collection {
            sink.end_array();
        }
        self.end()?;
        if !self.scratch.failures.is_empty() {
            return Err(self.scratch.failures.take());
        }
        self.scratch.tally.replaced_surrogates = sink.surrogates.count;
        if self.plan.strict_text && sink.surrogates.count > 0 {
            let item = self.surrogate_item.filter(|_| is_collection);
            return Err(RenderError::new(Kind::LoneSurrogate, sink.surrogates.first, item));
        }
        Ok(())
    }

    /// The document, or one item of it.
    #[inline(always)]
    fn value<C: Context>(&mut self, sink: &mut JsonSink<'_, C>) -> Result<(), RenderError> {
        let number = self.items.shown + self.items.hidden;
        let item = self.items.is_collection.then_some(number);
        let is_hidden = item.is_some() && self.plan.limit.is_some_and(|limit| number >= limit);
        let outcome = self.read(item, is_hidden, sink)?;
        if is_hidden {
            self.items.hidden += 1;
            return Ok(());
        }
        self.items.shown += 1;
        if let Outcome::Parsed(base) = outcome {
            self.write_parsed(base, item, sink);
        }
        if sink.surrogates.count > 0 && self.surrogate_item.is_none() {
            self.surrogate_item = Some(number);
        }
        Ok(())
    }

    /// Reads the value at hand and moves behind it. Writes it, if its shape was predicted.
    #[inline(always)]
    fn read<C: Context>(
        &mut self,
        item: Option<usize>,
        is_hidden: bool,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<Outcome, RenderError> {
        let start = self.at;
        let depth = self.plan.max_depth - usize::from(item.is_some());
        let mut predicts = self.predicts
            && !is_hidden
            && self.scratch.predictor.is_ready()
            && self.scratch.failures.is_empty();
        let mut cuts = 0;
        let mut reopens = !self.window.covers(start);
        loop {
            if reopens {
                self.window.open(self.vector, self.input, start, cuts, &mut self.scratch.window);
            }
            if predicts && self.window.is_compact() {
                if self.write_predicted(item.is_some(), sink) {
                    return Ok(Outcome::Written);
                }
                // The window may have cut the item off.
                predicts = false;
                let left = self.window.end() - start;
                if self.window.start != start && self.scratch.predictor.may_be_cut(left) {
                    (predicts, reopens) = (true, true);
                    continue;
                }
            }
            let Scratch { tape, window, .. } = self.scratch;
            match self.window.read(self.input, start, depth, tape, window) {
                Read::Complete(end) => {
                    self.moved(end);
                    return Ok(Outcome::Parsed(self.window.start));
                }
                Read::Cut => {
                    cuts += u32::from(self.window.start == start);
                    reopens = true;
                }
                Read::Odd => break,
            }
        }
        let Scratch { tape, window, .. } = self.scratch;
        match self.window.read_strictly(self.input, start, depth, tape, window) {
            Ok(end) => {
                self.moved(end);
                Ok(Outcome::Parsed(start))
            }
            Err((kind, at)) => Err(RenderError::new(kind, Some(start + at), item)),
        }
    }

    fn moved(&mut self, end: usize) {
        self.scratch.largest_item = self.scratch.largest_item.max(end - self.at);
        self.at = end;
    }

    #[inline(always)]
    fn write_predicted<C: Context>(&mut self, is_item: bool, sink: &mut JsonSink<'_, C>) -> bool {
        let Scratch { predictor, window, tally, selection, .. } = self.scratch;
        self.window.seek(self.at, &window.index);
        let source = Source {
            bytes: self.window.padded(self.input, window),
            index: &window.index,
            offset: self.window.start,
        };
        let output = ItemOutput {
            comma: is_item && !sink.is_fresh(),
            bytes: sink.out,
            surrogates: &mut sink.surrogates,
            tally,
            selection,
        };
        let start = self.at - self.window.start;
        let entry = self.window.entry;
        let found = predictor.write::<V, C>(self.vector, self.plan, source, start, entry, output);
        let Some(found) = found else { return false };
        sink.wrote();
        self.window.entry = found.entry;
        self.moved(self.window.start + found.end);
        true
    }

    /// Binds and writes the value on the tape.
    #[inline(never)]
    fn write_parsed<C: Context>(
        &mut self,
        base: usize,
        item: Option<usize>,
        sink: &mut JsonSink<'_, C>,
    ) {
        self.bind(base, item);
        if !self.scratch.failures.is_empty() {
            return;
        }
        let Scratch { tape, bind, selection, tally, predictor, window, .. } = self.scratch;
        let bound = Bound {
            bytes: &self.input[base..],
            tokens: &tape.tokens,
            slots: &bind.slots,
            offset: base,
        };
        let token = tape.tokens[0];
        if item.is_none() && token.kind == TokenKind::String {
            let mut decoder = Decoder::new(body(bound.bytes, &token));
            text::write_foreign::<C>(sink.out, decoder.clone());
            decoder.by_ref().for_each(drop);
            sink.surrogates.add(decoder.replaced as u64, base + token.start as usize);
            return;
        }
        if item.is_some() {
            sink.element();
        }
        drive(self.plan, self.node, bound, selection, tally, sink);
        let is_learnable = self.predicts && self.window.is_compact() && self.window.start == base;
        if is_learnable && token.kind == TokenKind::Object {
            let source = Source {
                bytes: self.window.padded(self.input, window),
                index: &window.index,
                offset: base,
            };
            predictor.learn::<C>(self.plan, bound, source, selection);
        }
    }

    /// What follows an item: whether another comes.
    #[inline(always)]
    fn separator(&mut self) -> Result<bool, RenderError> {
        self.at = skip_space(self.input, self.at);
        match self.input.get(self.at) {
            Some(b',') => {
                self.at = skip_space(self.input, self.at + 1);
                Ok(true)
            }
            Some(b']') => {
                self.at += 1;
                Ok(false)
            }
            Some(_) => Err(RenderError::new(Kind::UnexpectedByte, Some(self.at), None)),
            None => Err(RenderError::new(Kind::UnexpectedEnd, Some(self.at), None)),
        }
    }

    fn bind(&mut self, base: usize, item: Option<usize>) {
        let Scratch { tape, bind: scratch, failures, .. } = self.scratch;
        let site = Site { failures, item, offset: base };
        bind(self.plan, self.node, &self.input[base..], &mut tape.tokens, scratch, site);
    }

    /// Nothing but white space may follow.
    fn end(&mut self) -> Result<(), RenderError> {
        self.at = skip_space(self.input, self.at);
        if self.at < self.input.len() {
            return Err(RenderError::new(Kind::TrailingBytes, Some(self.at), None));
        }
        Ok(())
    }
}
