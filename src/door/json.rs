//! JSON bytes in: one document, item by item, from its first byte to its last.

use std::marker::PhantomData;

use crate::emit::context::Context;
use crate::emit::json::JsonSink;
use crate::emit::text;
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::{NodeId, Plan};
use crate::scan::Isa;
use crate::scan::dispatch::{VectorJob, dispatch};
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

/// Memory that a Renderer keeps between documents.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) window: WindowScratch,
    pub(crate) tape: Tape,
    pub(crate) bind: BindScratch,
    pub(crate) failures: Failures,
    pub(crate) selection: Selection,
    pub(crate) tally: Tally,
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
        let mut document = Document {
            plan,
            input,
            at: start,
            window: Window::new(settings.window),
            scratch,
            items: Items::default(),
            vector,
        };
        match input.get(start) {
            None => return Err(RenderError::new(Kind::Empty, Some(start), None)),
            Some(b'[') => {
                document.collection::<C>(&mut JsonSink::new(out, settings.pretty))?;
            }
            Some(_) => document.single::<C>(settings.pretty, out)?,
        }
        Ok(document.items)
    }
}

struct Document<'a, V> {
    plan: &'a Plan,
    input: &'a [u8],
    /// The next byte to be read.
    at: usize,
    window: Window,
    scratch: &'a mut Scratch,
    items: Items,
    vector: V,
}

impl<V: Vector> Document<'_, V> {
    #[inline(always)]
    fn single<C: Context>(&mut self, pretty: bool, out: &mut Vec<u8>) -> Result<(), RenderError> {
        let start = self.at;
        let base = self.parse(self.plan.max_depth, None)?;
        self.end()?;
        self.items.shown = 1;
        self.bind(self.plan.document, base, None);
        if !self.scratch.failures.is_empty() {
            return Err(self.scratch.failures.take());
        }
        let token = self.scratch.tape.tokens[0];
        if token.kind == TokenKind::String {
            let mut decoder = Decoder::new(body(&self.input[base..], &token));
            text::write_foreign::<C>(out, decoder.clone());
            decoder.by_ref().for_each(drop);
            return self.check_surrogates(decoder.replaced as u64, Some(start));
        }
        let mut sink = JsonSink::<C>::new(out, pretty);
        self.drive(self.plan.document, base, &mut sink);
        self.check_surrogates(sink.surrogates.count, sink.surrogates.first)
    }

    #[inline(always)]
    fn collection<C: Context>(&mut self, sink: &mut JsonSink<'_, C>) -> Result<(), RenderError> {
        self.items.is_collection = true;
        self.at = skip_space(self.input, self.at + 1);
        sink.begin_array();
        if self.input.get(self.at) == Some(&b']') {
            self.at += 1;
        } else {
            while self.item(sink)? {}
        }
        sink.end_array();
        self.end()?;
        if !self.scratch.failures.is_empty() {
            return Err(self.scratch.failures.take());
        }
        self.check_surrogates(sink.surrogates.count, sink.surrogates.first)
    }

    /// One item and what follows it; whether another comes.
    #[inline(always)]
    fn item<C: Context>(&mut self, sink: &mut JsonSink<'_, C>) -> Result<bool, RenderError> {
        let index = self.items.shown + self.items.hidden;
        let base = self.parse(self.plan.max_depth - 1, Some(index))?;
        if self.plan.limit.is_some_and(|limit| index >= limit) {
            self.items.hidden += 1;
        } else {
            self.items.shown += 1;
            self.bind(self.plan.item, base, Some(index));
            if self.scratch.failures.is_empty() {
                sink.element();
                self.drive(self.plan.item, base, sink);
            }
        }
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

    /// Parses the value at hand and moves behind it; gives the byte from which tokens count.
    #[inline(always)]
    fn parse(&mut self, depth: usize, item: Option<usize>) -> Result<usize, RenderError> {
        let Scratch { tape, window, largest_item, .. } = self.scratch;
        let start = self.at;
        match self.window.value(self.vector, self.input, start, depth, tape, window) {
            Ok(value) => {
                self.at = value.end;
                *largest_item = (*largest_item).max(value.end - start);
                Ok(value.base)
            }
            Err((kind, at)) => Err(RenderError::new(kind, Some(start + at), item)),
        }
    }

    fn bind(&mut self, node: NodeId, base: usize, item: Option<usize>) {
        let Scratch { tape, bind: scratch, failures, .. } = self.scratch;
        let site = Site { failures, item, offset: base };
        bind(self.plan, node, &self.input[base..], &mut tape.tokens, scratch, site);
    }

    fn drive<S: Sink>(&mut self, node: NodeId, base: usize, sink: &mut S) {
        let Scratch { tape, bind, selection, tally, .. } = self.scratch;
        let bound = Bound {
            bytes: &self.input[base..],
            tokens: &tape.tokens,
            slots: &bind.slots,
            offset: base,
        };
        drive(self.plan, node, bound, selection, tally, sink);
    }

    /// Nothing but white space may follow.
    fn end(&mut self) -> Result<(), RenderError> {
        self.at = skip_space(self.input, self.at);
        if self.at < self.input.len() {
            return Err(RenderError::new(Kind::TrailingBytes, Some(self.at), None));
        }
        Ok(())
    }

    fn check_surrogates(&mut self, count: u64, first: Option<usize>) -> Result<(), RenderError> {
        self.scratch.tally.replaced_surrogates = count;
        if self.plan.strict_text && count > 0 {
            return Err(RenderError::new(Kind::LoneSurrogate, first, None));
        }
        Ok(())
    }
}
