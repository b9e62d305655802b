//! Reading values off the input and writing them, one after the other.

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::emit::context::Context;
use crate::emit::json::{JsonSink, Surrogates};
use crate::emit::program::json::{JsonOutput, JsonProgram};
use crate::emit::text;
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::automaton::State;
use crate::plan::{Elements, Plan};
use crate::scan::dispatch::{Level, VectorJob, dispatch};
use crate::scan::strict::skip_space;
use crate::scan::tape::{Tape, TokenKind};
use crate::scan::vector::Vector;
use crate::scan::window::Window;
use crate::text::string::Decoder;
use crate::walk::bind::{BindScratch, Site, bind};
use crate::walk::drive::{Bound, drive, drive_selected};
use crate::walk::duplicates::body;
use crate::walk::events::Sink;
use crate::walk::failures::Step;
use crate::walk::owners::Owner;
use crate::walk::select::{Branch, SelectList};

use super::item::{ItemWriter, Outcome};
use super::json::Settings;
use super::lines::Lines;
use super::pause::Pause;
use super::predictor::Predictor;
use super::scratch::{Formats, Scratch};

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
    /// Values may be written by a shape that is foreseen.
    pub(super) predicts: bool,
    /// A document that is a string is written as one, not as its text.
    quotes_root: bool,
    /// Where a root array is left before its end.
    pub(super) pause: Pause,
    /// The input may be cut inside a value: one that is not read to its end leaves nothing behind.
    pub(super) is_cut: bool,
    /// The lines that are the items, if they are.
    pub(super) lines: Option<Lines<'a>>,
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
    /// What is selected of it, if it is not shown whole.
    pub(super) branch: Option<Branch>,
    /// What encloses it was checked before, and so was this.
    pub(super) is_checked: bool,
}

impl Place {
    /// A value that is not shown.
    pub(super) fn hidden(depth: usize) -> Self {
        Self { depth, shows: false, is_root: false, branch: None, is_checked: false }
    }
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
            quotes_root: settings.quotes_root,
            pause: Pause::NEVER,
            is_cut: false,
            lines: None,
        }
    }

    /// The document, or the items of it, which may nest so deep.
    pub(super) fn root(&self, depth: usize) -> Place {
        let branch = self.scratch.selection.root();
        Place { depth, shows: true, is_root: true, branch, is_checked: false }
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
        self.values_from(values, place, limit, &mut count, sink)?;
        Ok(count)
    }

    /// The same where `count` values were read before, and counted up; says whether the array has
    /// ended. One that has not was left where [`pause`](Self::pause) says.
    ///
    /// After an error the value at hand has left nothing behind, if the reader
    /// [`is_cut`](Self::is_cut).
    pub(super) fn values_from<C: Context>(
        &mut self,
        values: Values<'a>,
        place: Place,
        limit: Option<usize>,
        count: &mut usize,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<bool, RenderError> {
        let pause = if place.is_root { self.pause } else { Pause::NEVER };
        loop {
            let is_beyond = limit.is_some_and(|limit| *count >= limit);
            let turned = if is_beyond { Values::Elements(Owner::Nobody) } else { values };
            self.turn_predictor::<C>(turned, place);
            let run = Run {
                reader: self,
                sink,
                values,
                place,
                limit,
                count: &mut *count,
                pause,
                context: PhantomData::<C>,
            };
            let large = match dispatch(run.reader.level, run)? {
                Rest::Large(owner) => owner,
                Rest::Nothing => return Ok(true),
                Rest::Later => return Ok(false),
            };
            let is_beyond = limit.is_some_and(|limit| *count >= limit);
            let shows = place.shows && large != Owner::Nobody && !is_beyond;
            let mark = self.is_cut.then(|| self.mark(sink));
            if !values.is_single() {
                self.steps.extend((!place.is_root).then_some(Step::Index(*count)));
                if shows {
                    sink.element();
                }
            }
            let (start, before) = (self.at, self.scratch.failures.count());
            let read = self.large(large, Place { shows, ..place }, sink);
            if let (Err(_), Some(mark)) = (&read, mark) {
                self.rewind(mark, sink);
            }
            read?;
            if place.is_root && large != Owner::Nobody && !self.plan.children.is_empty() {
                self.check_large(start, before);
            }
            *count += 1;
            if values.is_single() {
                return Ok(true);
            }
            if !place.is_root {
                self.steps.pop();
            }
            if !self.separator(place.is_root)? {
                return Ok(true);
            }
            if pause.is_due(self.at, sink.out.len()) {
                return Ok(false);
            }
        }
    }

    fn turn_predictor<C: Context>(&mut self, values: Values<'a>, place: Place) {
        let Scratch { formats, selection, .. } = &mut *self.scratch;
        let owner = values.usual_owner(self.plan);
        let is_worth_it = place.is_root || !values.is_single();
        if self.predicts && is_worth_it && (place.shows || owner == Owner::Nobody) {
            let everything = SelectList::default();
            let part = match place.branch {
                Some(branch) if owner != Owner::Nobody => (selection.list(), branch),
                _ => (&everything, Branch::ROOT),
            };
            return formats.json.turn_to::<C>(self.plan, owner, part, &());
        }
        formats.json.turn_away();
    }

    /// What follows an element of the root array, or of one within: whether another comes.
    #[inline(always)]
    pub(super) fn separator(&mut self, is_root: bool) -> Result<bool, RenderError> {
        if is_root && self.lines.is_some() {
            return self.end_of_line();
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
            Owner::Node(_)
                if place.is_root && !self.quotes_root && is_text(self.item, token.kind) =>
            {
                let mut decoder = Decoder::new(body(bound.bytes, &token));
                text::write_foreign::<C>(sink.out, decoder.clone());
                decoder.by_ref().for_each(drop);
                sink.surrogates.add(decoder.replaced as u64, base + token.start as usize);
                return;
            }
            _ => match place.branch {
                Some(branch) => {
                    let steps = &self.steps;
                    drive_selected(plan, (owner, branch), bound, steps, selection, tally, sink);
                }
                None => drive(plan, owner, bound, &self.steps, tally, sink),
            },
        }
        self.learn::<C, JsonItems<'_, '_, C>>(owner, base);
    }
}

/// The value on the tape, whose tokens count from the byte `base` of the input.
pub(super) fn bound_at<'s>(
    input: &'s [u8],
    base: usize,
    tape: &'s Tape,
    bind: &'s BindScratch,
) -> Bound<'s> {
    Bound { bytes: &input[base..], tokens: &tape.tokens, slots: &bind.slots, offset: base }
}

/// A document that is a string is its text.
fn is_text(item: Option<usize>, kind: TokenKind) -> bool {
    item.is_none() && kind == TokenKind::String
}

/// What a run has left.
enum Rest {
    Nothing,
    /// A value that is too large to be read at once, and at hand; its owner.
    Large(Owner),
    /// Values that are read another time.
    Later,
}

/// Reads values until the last, or until one is too large to be read at once.
struct Run<'r, 'a, 'o, C> {
    reader: &'r mut Reader<'a>,
    sink: &'r mut JsonSink<'o, C>,
    values: Values<'a>,
    place: Place,
    limit: Option<usize>,
    /// How many values were read.
    count: &'r mut usize,
    pause: Pause,
    context: PhantomData<C>,
}

/// Items that are written as JSON.
struct JsonItems<'i, 'o, C> {
    sink: &'i mut JsonSink<'o, C>,
    /// Of an array: a comma stands between two.
    is_element: bool,
}

impl<C: Context> ItemWriter for JsonItems<'_, '_, C> {
    type Program = JsonProgram;

    const OUTLINES: bool = true;

    #[inline(always)]
    fn predictor(formats: &mut Formats) -> &mut Predictor<JsonProgram> {
        &mut formats.json
    }

    #[inline(always)]
    fn parts<'o>(
        &'o mut self,
        formats: &'o mut Formats,
        is_shown: bool,
    ) -> (&'o mut Predictor<JsonProgram>, JsonOutput<'o>) {
        let comma = is_shown && self.is_element && !self.sink.is_fresh();
        let JsonSink { out, surrogates, .. } = &mut *self.sink;
        (&mut formats.json, JsonOutput { bytes: out, comma, surrogates })
    }

    #[inline(always)]
    fn wrote(&mut self) {
        self.sink.wrote();
    }
}

impl<C: Context> VectorJob for Run<'_, '_, '_, C> {
    type Output = Result<Rest, RenderError>;

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
            let (depth, shows) = (self.place.depth, self.place.shows);
            let is_element = !self.values.is_single();
            let mut items = JsonItems { sink: self.sink, is_element };
            match self.reader.read::<V, C, _>(vector, owner, (depth, shows), &mut items)? {
                Outcome::Written => {}
                Outcome::Parsed(base) => self.write_parsed(owner, base, index),
                Outcome::Large => return Ok(Rest::Large(owner)),
            }
            self.reader.note_surrogates(self.sink.surrogates);
            *self.count += 1;
            if self.values.is_single() || !self.reader.separator(self.place.is_root)? {
                return Ok(Rest::Nothing);
            }
            if self.pause.is_due(self.reader.at, self.sink.out.len()) {
                return Ok(Rest::Later);
            }
        }
    }
}

impl<C: Context> Run<'_, '_, '_, C> {
    /// Writes the value on the tape, which is element `index`.
    fn write_parsed(&mut self, owner: Owner, base: usize, index: usize) {
        if owner == Owner::Nobody {
            return self.reader.learn::<C, JsonItems<'_, '_, C>>(owner, base);
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
