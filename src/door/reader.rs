//! Reading values off the input and writing them, one after the other.

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::emit::context::Context;
use crate::emit::json::{JsonSink, Surrogates};
use crate::emit::program::Source;
use crate::emit::text;
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::automaton::State;
use crate::plan::censor::Censor;
use crate::plan::{Elements, Kind as NodeKind, Plan};
use crate::scan::dispatch::{Level, VectorJob, dispatch};
use crate::scan::indexed::Read;
use crate::scan::strict::skip_space;
use crate::scan::tape::{Tape, TokenKind};
use crate::scan::vector::Vector;
use crate::scan::window::Window;
use crate::text::string::Decoder;
use crate::walk::bind::{BindScratch, Site, bind};
use crate::walk::drive::{Bound, drive, drive_root};
use crate::walk::duplicates::body;
use crate::walk::events::Sink;
use crate::walk::failures::Step;
use crate::walk::owners::Owner;
use crate::walk::select::SelectList;

use super::json::Settings;
use super::predictor::ItemOutput;
use super::scratch::Scratch;

/// A document that is being read.
pub(super) struct Reader<'a> {
    pub(super) plan: &'a Plan,
    pub(super) input: &'a [u8],
    /// The next byte to be read.
    pub(super) at: usize,
    pub(super) scratch: &'a mut Scratch,
    /// The item of the root array that is being read.
    pub(super) item: Option<usize>,
    /// The steps from the item, or from the root, to the value that is being read.
    pub(super) steps: SmallVec<[Step<'a>; 16]>,
    /// The first item in which a lone surrogate was replaced.
    pub(super) surrogate_item: Option<usize>,
    /// How many objects are being outlined, one in the other.
    pub(super) outlining: usize,
    pub(super) window: Window,
    pub(super) level: Level,
    /// Values may be written by their predicted shape.
    predicts: bool,
}

/// Where a value stands, and what is to happen with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// How many containers may still be nested.
    pub(super) depth: usize,
    /// It is written if it fits; otherwise it is only checked.
    pub(super) shows: bool,
    /// It is the document or an item of it.
    pub(super) is_root: bool,
}

/// Values that are read in one go, and whose they are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Values<'a> {
    /// One value.
    Single(Owner),
    /// The elements of an array that all belong alike.
    Elements(Owner),
    /// The elements of a declared array.
    Declared(&'a Elements),
    /// The elements of an array without a schema.
    Data(State),
}

impl Values<'_> {
    #[inline(always)]
    fn owner(&self, plan: &Plan, index: usize) -> Owner {
        match self {
            Self::Single(owner) | Self::Elements(owner) => *owner,
            Self::Declared(elements) => Owner::Node(elements.at(index)),
            Self::Data(state) => Owner::Data(plan.automaton.index(*state, index)),
        }
    }

    /// Who checks the values beyond the limit.
    fn owner_beyond(&self) -> Owner {
        match self {
            Self::Declared(elements) => elements.beyond.map_or(Owner::Nobody, Owner::Node),
            Self::Single(_) | Self::Elements(_) | Self::Data(_) => Owner::Nobody,
        }
    }

    /// Whose most of the values are.
    fn usual_owner(&self, plan: &Plan) -> Owner {
        match self {
            Self::Single(owner) | Self::Elements(owner) => *owner,
            Self::Declared(elements) => Owner::Node(elements.any),
            Self::Data(state) => Owner::Data(plan.automaton.other(*state)),
        }
    }

    fn is_single(&self) -> bool {
        matches!(self, Self::Single(_))
    }
}

/// With longer select lists items are not predicted.
const MOST_NAMES: usize = 64;

/// How often a window may grow for one value before the value is read from the outside in.
const MOST_CUTS: u32 = 1;

impl<'a> Reader<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        input: &'a [u8],
        start: usize,
        settings: Settings,
        scratch: &'a mut Scratch,
    ) -> Self {
        Self {
            plan,
            input,
            at: start,
            scratch,
            item: None,
            steps: SmallVec::new(),
            surrogate_item: None,
            outlining: 0,
            window: Window::new(settings.window),
            level: Level::of(settings.isa),
            // What is asked of each Presenter by itself, shapes do not know.
            predicts: !settings.pretty && !plan.is_lenient,
        }
    }

    /// Reads the array whose bracket is at hand, and gives the number of its elements. Those
    /// beyond `limit` are not shown.
    pub(super) fn array<C: Context>(
        &mut self,
        bracket: usize,
        values: Values<'a>,
        place: Place,
        limit: Option<usize>,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<usize, RenderError> {
        if place.shows {
            sink.begin_array(bracket);
        }
        self.at = skip_space(self.input, bracket + 1);
        let count = if self.input.get(self.at) == Some(&b']') {
            self.at += 1;
            0
        } else {
            self.values(values, place, limit, sink)?
        };
        if place.shows {
            sink.end_array();
        }
        Ok(count)
    }

    /// Reads the values at hand up to the end of their array, and gives their number.
    pub(super) fn values<C: Context>(
        &mut self,
        values: Values<'a>,
        place: Place,
        limit: Option<usize>,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<usize, RenderError> {
        let mut count = 0;
        loop {
            let is_beyond = limit.is_some_and(|limit| count >= limit);
            let turned = if is_beyond { Values::Elements(Owner::Nobody) } else { values };
            self.turn_predictor::<C>(turned, place);
            let run = Run {
                reader: self,
                sink,
                values,
                place,
                limit,
                count: &mut count,
                context: PhantomData::<C>,
            };
            let Some(large) = dispatch(run.reader.level, run)? else { return Ok(count) };
            let is_beyond = limit.is_some_and(|limit| count >= limit);
            let shows = place.shows && large != Owner::Nobody && !is_beyond;
            if !values.is_single() {
                self.steps.extend((!place.is_root).then_some(Step::Index(count)));
                if shows {
                    sink.element();
                }
            }
            let (start, before) = (self.at, self.scratch.failures.count());
            self.large(large, Place { shows, ..place }, sink)?;
            if place.is_root && large != Owner::Nobody && !self.plan.children.is_empty() {
                self.check_large(start, before);
            }
            if values.is_single() {
                return Ok(1);
            }
            if !place.is_root {
                self.steps.pop();
            }
            count += 1;
            if !self.separator(place.is_root)? {
                return Ok(count);
            }
        }
    }

    fn turn_predictor<C: Context>(&mut self, values: Values<'a>, place: Place) {
        let Scratch { predictor, selection, .. } = &mut *self.scratch;
        let owner = values.usual_owner(self.plan);
        let is_worth_it = place.is_root || !values.is_single();
        if self.predicts && is_worth_it && (place.shows || owner == Owner::Nobody) {
            let everything = SelectList::default();
            let shows_root = place.is_root && owner != Owner::Nobody;
            let select = if shows_root { selection.list() } else { &everything };
            // What is remembered lasts; long lists from outside do not.
            if select.names().len() <= MOST_NAMES {
                return predictor.turn_to::<C>(self.plan, owner, select);
            }
        }
        predictor.turn_away();
    }

    /// What follows an element of the root array, or of one within: whether another comes.
    #[inline(always)]
    pub(super) fn separator(&mut self, is_root: bool) -> Result<bool, RenderError> {
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
            _ => Err(self.unexpected(self.item.filter(|_| !is_root))),
        }
    }

    /// Remembers the item at hand, if it brought the first lone surrogate.
    #[inline(always)]
    pub(super) fn note_surrogates(&mut self, surrogates: Surrogates) {
        if surrogates.count > 0 && self.surrogate_item.is_none() {
            self.surrogate_item = self.item;
        }
    }

    /// What is wrong with the byte at hand, where any other was expected.
    #[cold]
    pub(super) fn unexpected(&self, item: Option<usize>) -> RenderError {
        let kind = match self.input.get(self.at) {
            Some(_) => Kind::UnexpectedByte,
            None => Kind::UnexpectedEnd,
        };
        RenderError::new(kind, Some(self.at), item)
    }

    /// Binds the value on the tape to its owner, and writes it if it is shown. Its tokens count
    /// from the byte `base` of the input.
    #[inline(never)]
    pub(super) fn write_parsed<C: Context>(
        &mut self,
        owner: Owner,
        base: usize,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) {
        let (plan, input) = (self.plan, self.input);
        let Scratch { tape, bind: scratch, failures, .. } = &mut *self.scratch;
        let site = Site { failures, item: self.item, within: &self.steps, offset: base };
        if place.is_root && !plan.children.is_empty() {
            self.bind_root(owner, base);
        } else {
            bind(plan, owner, &input[base..], &mut tape.tokens, scratch, site);
        }
        if !place.shows || !self.scratch.failures.is_empty() {
            return;
        }
        let Scratch { tape, bind, selection, tally, .. } = &mut *self.scratch;
        let bound = bound_at(input, base, tape, bind);
        let token = tape.tokens[0];
        match owner {
            Owner::Node(_) if place.is_root && is_text(self.item, token.kind) => {
                let mut decoder = Decoder::new(body(bound.bytes, &token));
                text::write_foreign::<C>(sink.out, decoder.clone());
                decoder.by_ref().for_each(drop);
                sink.surrogates.add(decoder.replaced as u64, base + token.start as usize);
                return;
            }
            Owner::Node(node) if place.is_root => {
                drive_root(plan, node, bound, selection, tally, sink);
            }
            _ => drive(plan, owner, bound, &self.steps, tally, sink),
        }
        self.learn::<C>(owner, base);
    }

    /// Learns from the value on the tape, whose tokens count from the byte `base` of the input.
    #[inline(never)]
    fn learn<C: Context>(&mut self, owner: Owner, base: usize) {
        let is_learnable = self.predicts && self.window.is_compact() && self.window.start == base;
        let Scratch { tape, bind, selection, predictor, window, .. } = &mut *self.scratch;
        if !is_learnable || tape.tokens.first().is_none_or(|token| token.kind != TokenKind::Object)
        {
            return;
        }
        let bound = bound_at(self.input, base, tape, bind);
        let source = Source {
            bytes: self.window.padded(self.input, window),
            index: &window.index,
            offset: base,
        };
        predictor.learn::<C>(self.plan, owner, bound, source, selection);
    }
}

/// The value on the tape, whose tokens count from the byte `base` of the input.
fn bound_at<'s>(input: &'s [u8], base: usize, tape: &'s Tape, bind: &'s BindScratch) -> Bound<'s> {
    Bound { bytes: &input[base..], tokens: &tape.tokens, slots: &bind.slots, offset: base }
}

/// A document that is a string is its text.
fn is_text(item: Option<usize>, kind: TokenKind) -> bool {
    item.is_none() && kind == TokenKind::String
}

/// Reads values until the last, or until one is too large to be read at once; gives the owner of
/// that one, which is then at hand.
struct Run<'r, 'a, 'o, C> {
    reader: &'r mut Reader<'a>,
    sink: &'r mut JsonSink<'o, C>,
    values: Values<'a>,
    place: Place,
    limit: Option<usize>,
    /// How many values were read.
    count: &'r mut usize,
    context: PhantomData<C>,
}

/// How a value was dealt with.
enum Outcome {
    Written,
    /// It is on the tape, with tokens that count from this byte of the input.
    Parsed(usize),
    /// It is too large, and still at hand.
    Large,
}

impl<C: Context> VectorJob for Run<'_, '_, '_, C> {
    type Output = Result<Option<Owner>, RenderError>;

    #[inline(always)]
    fn run<V: Vector>(mut self, vector: V) -> Self::Output {
        let numbers_items = self.place.is_root && !self.values.is_single();
        loop {
            let index = *self.count;
            let is_hidden = self.limit.is_some_and(|limit| index >= limit);
            let owner = if is_hidden {
                self.place.shows = false;
                self.values.owner_beyond()
            } else {
                self.values.owner(self.reader.plan, index)
            };
            if numbers_items {
                self.reader.item = Some(index);
            }
            if self.limit == Some(index) {
                let skipped = Values::Elements(Owner::Nobody);
                self.reader.turn_predictor::<C>(skipped, self.place);
            }
            match self.read(vector, owner)? {
                Outcome::Written => {}
                Outcome::Parsed(base) => self.write_parsed(owner, base, index),
                Outcome::Large => return Ok(Some(owner)),
            }
            self.reader.note_surrogates(self.sink.surrogates);
            *self.count += 1;
            if self.values.is_single() || !self.reader.separator(self.place.is_root)? {
                return Ok(None);
            }
        }
    }
}

impl<C: Context> Run<'_, '_, '_, C> {
    /// Reads the value at hand and moves behind it. Writes it, if its shape was predicted.
    #[inline(always)]
    fn read<V: Vector>(&mut self, vector: V, owner: Owner) -> Result<Outcome, RenderError> {
        let reader = &mut *self.reader;
        let start = reader.at;
        let predicts = reader.predicts
            && (self.place.shows || owner == Owner::Nobody)
            && reader.scratch.predictor.is_ready_for(owner)
            && reader.scratch.failures.is_empty();
        let is_known = reader.scratch.large.binary_search(&start).is_ok();
        if is_known && reader.is_outlined(start, owner) {
            return Ok(Outcome::Large);
        }
        let (mut cuts, mut is_missed) = (0, false);
        let mut reopens = !reader.window.covers(start);
        loop {
            let reader = &mut *self.reader;
            if reopens {
                reader.scratch.reached(start);
                reader.window.open(vector, reader.input, start, cuts, &mut reader.scratch.window);
            }
            if predicts && !is_missed && reader.window.is_compact() {
                if self.write_predicted(vector, owner) {
                    return Ok(Outcome::Written);
                }
                is_missed = true;
            }
            let reader = &mut *self.reader;
            let Scratch { tape, window, .. } = &mut *reader.scratch;
            match reader.window.read(reader.input, start, self.place.depth, tape, window) {
                Read::Complete(end) => {
                    reader.moved(end);
                    return Ok(Outcome::Parsed(reader.window.start));
                }
                Read::Cut => {
                    // The window may have cut off an item that has a known shape.
                    is_missed &= reader.window.start == start;
                    cuts += u32::from(reader.window.start == start);
                    if cuts > MOST_CUTS && reader.is_outlined(start, owner) {
                        reader.note_large();
                        return Ok(Outcome::Large);
                    }
                    reopens = true;
                }
                Read::Odd if reader.window.expect_space(window) => reopens = true,
                Read::Odd => break,
            }
        }
        let reader = &mut *self.reader;
        let tape = &mut reader.scratch.tape;
        match reader.window.read_strictly(reader.input, start, self.place.depth, tape) {
            Ok(end) => {
                reader.moved(end);
                Ok(Outcome::Parsed(start))
            }
            Err((kind, at)) => Err(RenderError::new(kind, Some(at), reader.item)),
        }
    }

    #[inline(always)]
    fn write_predicted<V: Vector>(&mut self, vector: V, owner: Owner) -> bool {
        let is_shown = owner != Owner::Nobody;
        let Self { reader, sink, .. } = self;
        let Scratch { predictor, window, tally, selection, .. } = &mut *reader.scratch;
        reader.window.seek(reader.at, &window.index);
        let source = Source {
            bytes: reader.window.padded(reader.input, window),
            index: &window.index,
            offset: reader.window.start,
        };
        let output = ItemOutput {
            comma: is_shown && !self.values.is_single() && !sink.is_fresh(),
            depth: self.place.depth,
            bytes: sink.out,
            surrogates: &mut sink.surrogates,
            tally,
            selection,
        };
        let (start, entry) = (reader.at - reader.window.start, reader.window.entry);
        let found = predictor.write::<V, C>(vector, reader.plan, source, start, entry, output);
        let Some(found) = found else { return false };
        if is_shown {
            sink.wrote();
        }
        reader.window.entry = found.entry;
        reader.moved(reader.window.start + found.end);
        true
    }

    /// Writes the value on the tape, which is element `index`.
    fn write_parsed(&mut self, owner: Owner, base: usize, index: usize) {
        if owner == Owner::Nobody {
            return self.reader.learn::<C>(owner, base);
        }
        let is_element = !self.values.is_single();
        let is_inner = is_element && !self.place.is_root;
        self.reader.steps.extend(is_inner.then_some(Step::Index(index)));
        if is_element && self.place.shows {
            self.sink.element();
        }
        self.reader.write_parsed(owner, base, self.place, self.sink);
        if is_inner {
            self.reader.steps.pop();
        }
    }
}

impl Reader<'_> {
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
