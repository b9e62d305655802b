//! A document that comes in pieces: what is complete of it is read like any other, the rest waits
//! for more.
//!
//! There is no input and no output here. Whoever drives this fills [`room`](DocumentStream::room),
//! says how much came, and [`step`](DocumentStream::step)s until more is needed.

mod items;
mod stretch;

use crate::emit::context::Context;
use crate::emit::json::{JsonSink, JsonState, Surrogates};
use crate::emit::toon::Collection;
use crate::emit::toon::options::ToonOptions;
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::Plan;
use crate::scan::strict::{self, skip_space, value_start};
use crate::scan::window::reaches_end;
use crate::walk::events::Sink;
use crate::walk::owners::Owner;

use super::json::{Root, Settings, conclude};
use super::lines::Lines;
use super::pause::Pause;
use super::reader::{Reader, Values};
use super::scratch::Scratch;
use items::{Found, Items, Run};
use stretch::Stretch;

/// What a stream holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamForm {
    /// One JSON document.
    Document,
    /// Lines, each an item.
    Lines,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// More of the input is needed.
    Fill,
    /// The output is full.
    Write,
    /// Everything is read.
    End,
}

/// Why a stream ends early.
#[derive(Debug)]
pub(crate) enum StreamFault {
    Data(RenderError),
    /// There are not as many items as was said.
    Count,
    /// An item is no row of the table.
    Columns,
}

impl From<RenderError> for StreamFault {
    fn from(error: RenderError) -> Self {
        Self::Data(error)
    }
}

/// Where the reading stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Start,
    /// A value that is no array.
    Document,
    /// Behind the bracket of the root array.
    Bracket,
    Item,
    /// Behind an item.
    Separator,
    /// Behind the document.
    Behind,
    End,
}

/// A format in which a collection is written item by item.
#[derive(Debug)]
enum Writing {
    Json(JsonState),
    Toon(Collection),
}

/// A document that comes in pieces, and what is written of it.
pub(crate) struct DocumentStream {
    form: StreamForm,
    settings: Settings,
    /// How many bytes are read at a time, if no item is larger.
    chunk: usize,
    input: Stretch,
    at: At,
    writing: Writing,
    /// Items read.
    pub(crate) count: usize,
    /// What was said about the number of items.
    expected: Option<usize>,
    is_collection: bool,
    surrogate_item: Option<usize>,
    /// A copy of the document or of its first item, if that is wanted.
    first: Option<Vec<u8>>,
}

impl std::fmt::Debug for DocumentStream {
    /// Says where it stands; what it holds is data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let read = self.input.base + self.input.at;
        f.debug_struct("DocumentStream").field("at", &self.at).field("bytes", &read).finish()
    }
}

impl DocumentStream {
    /// A stream that is read in chunks of so many bytes.
    pub(crate) fn new(form: StreamForm, settings: Settings, chunk: usize) -> Self {
        let chunk = chunk.max(1);
        Self {
            form,
            settings,
            chunk,
            input: Stretch::new(chunk),
            at: At::Start,
            writing: Writing::Json(JsonState::new(settings.pretty)),
            count: 0,
            expected: None,
            is_collection: false,
            surrogate_item: None,
            first: None,
        }
    }

    /// Writes JSON with white space.
    pub(crate) fn pretty(mut self) -> Self {
        self.settings.pretty = true;
        self.writing = Writing::Json(JsonState::new(true));
        self
    }

    /// Writes a table of this many rows.
    pub(crate) fn table(mut self, options: ToonOptions, rows: usize) -> Self {
        self.writing = Writing::Toon(Collection::counted(options, rows));
        self
    }

    /// There are as many items, whether they are shown or not.
    pub(crate) fn expecting(mut self, items: usize) -> Self {
        self.expected = Some(items);
        self
    }

    /// Keeps a copy of the first item.
    pub(crate) fn keeping_first(mut self) -> Self {
        self.first = Some(Vec::new());
        self
    }

    /// Prepares the memory for this document; selection and tally are the caller's matter.
    pub(crate) fn begin(&self, scratch: &mut Scratch) {
        scratch.begin();
        scratch.formats.toon.begin();
        scratch.formats.rows.turn_away();
    }

    /// Where more of the input is wanted. Empty only if there is more to do with what is there.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        let Stretch { buffer, filled, .. } = &mut self.input;
        &mut buffer[*filled..]
    }

    /// The first `length` bytes of the room are input now.
    pub(crate) fn filled(&mut self, length: usize) {
        let start = self.input.filled;
        self.input.filled = self.input.buffer.len().min(start + length);
        if self.form == StreamForm::Lines {
            self.input.join_lines(start);
        }
    }

    /// No more input comes.
    pub(crate) fn ended(&mut self) {
        self.input.is_last = true;
        if self.form == StreamForm::Lines {
            self.input.end_line();
        }
    }

    /// What the document is, and how much of it was read.
    pub(crate) fn root(&self, plan: &Plan) -> Root {
        match self.is_collection {
            true => Root::collection(0, self.count, plan.limit),
            false => Root { shown: 1, ..Root::default() },
        }
    }

    /// How many items are shown so far, a document that is none counting as one once it was read.
    pub(crate) fn shown(&self, plan: &Plan) -> usize {
        match self.is_collection || matches!(self.at, At::Behind | At::End) {
            true => self.root(plan).shown,
            false => 0,
        }
    }

    /// The document, or an array of its first item, as far as that was kept.
    pub(crate) fn first(&self) -> &[u8] {
        self.first.as_deref().unwrap_or_default()
    }

    /// Whether nothing of what was written so far may be shown.
    pub(crate) fn is_faulty(&self, plan: &Plan, scratch: &Scratch) -> bool {
        !scratch.failures.is_empty() || (plan.strict_text && self.surrogates(scratch).count > 0)
    }

    /// What is wrong, if something is: all that is known so far.
    pub(crate) fn verdict(&self, plan: &Plan, scratch: &mut Scratch) -> Result<(), StreamFault> {
        conclude(plan, scratch, self.surrogates(scratch), self.surrogate_item)?;
        let is_short = |expected| self.is_collection && self.count < expected;
        match self.expected.is_some_and(is_short) && self.at == At::End {
            true => Err(StreamFault::Count),
            false => Ok(()),
        }
    }

    fn surrogates(&self, scratch: &Scratch) -> Surrogates {
        match &self.writing {
            Writing::Json(state) => state.surrogates,
            Writing::Toon(..) => scratch.formats.toon.surrogates(),
        }
    }

    /// Reads what there is, and writes it to `out`, until one of the steps is due. The output is full
    /// with `full` bytes.
    ///
    /// An item of which a step says nothing was wrong is whole, checked and written.
    pub(crate) fn step<C: Context>(
        &mut self,
        plan: &Plan,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
        full: usize,
    ) -> Result<Step, StreamFault> {
        loop {
            scratch.go_on(self.input.base);
            let before = (self.at, self.input.at);
            match self.at {
                At::Start => self.start::<C>(out)?,
                At::Document => self.document::<C>(plan, scratch, out)?,
                At::Bracket | At::Item | At::Separator => {
                    self.items::<C>(plan, scratch, out, full)?;
                }
                At::Behind => self.behind()?,
                At::End => return Ok(Step::End),
            }
            // Nothing is written of a document before it is known what it is.
            if out.len() >= full && self.at != At::Start {
                return Ok(Step::Write);
            }
            if (self.at, self.input.at) == before {
                if self.input.is_last {
                    debug_assert!(false, "all that there is can be read");
                    let end = self.input.base + self.input.filled;
                    return Err(RenderError::new(Kind::UnexpectedEnd, Some(end), None).into());
                }
                self.input.make_room(self.chunk);
                return Ok(Step::Fill);
            }
        }
    }

    /// Finds out what the document is.
    fn start<C: Context>(&mut self, out: &mut Vec<u8>) -> Result<(), StreamFault> {
        const MARK: usize = 3;
        let Self { input, form, .. } = self;
        let filled = &input.buffer[..input.filled];
        if filled.len() < MARK && !input.is_last {
            return Ok(());
        }
        let start = value_start(filled);
        if *form == StreamForm::Lines {
            // A mark is no part of the first line.
            input.at = filled.len().min(start);
            input.line = input.line_ends.partition_point(|end| *end < start);
            input.make_room(self.chunk);
            self.begin_collection::<C>(out);
            self.at = At::Item;
            return Ok(());
        }
        input.at = start;
        match filled.get(start) {
            Some(b'[') => {
                input.at += 1;
                self.begin_collection::<C>(out);
                self.at = At::Bracket;
            }
            Some(_) if matches!(self.writing, Writing::Toon(..)) => {
                return Err(StreamFault::Count);
            }
            Some(_) => self.at = At::Document,
            None if input.is_last => {
                let end = input.base + start;
                return Err(RenderError::new(Kind::Empty, Some(end), None).into());
            }
            None => {}
        }
        Ok(())
    }

    fn begin_collection<C: Context>(&mut self, out: &mut Vec<u8>) {
        self.is_collection = true;
        if let Writing::Json(state) = &mut self.writing {
            let mut sink = JsonSink::<C>::resume(out, *state);
            sink.begin_array(0);
            *state = sink.state();
        }
    }

    fn end_collection<C: Context>(&mut self, out: &mut Vec<u8>) {
        match &mut self.writing {
            Writing::Json(state) => {
                let mut sink = JsonSink::<C>::resume(out, *state);
                sink.end_array();
                *state = sink.state();
            }
            Writing::Toon(collection) => collection.end(out),
        }
        self.at = At::Behind;
    }

    /// Reads a document that is one value, if it is whole.
    fn document<C: Context>(
        &mut self,
        plan: &Plan,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), StreamFault> {
        let Self { input, form, settings, writing, .. } = self;
        let Writing::Json(state) = writing else { return Err(StreamFault::Count) };
        let (failures, before) = (scratch.failures.count(), state.surrogates);
        let (start, is_cut) = (input.at, !input.is_last);
        let (read, at, surrogate_item) = {
            let text = input.text(*form);
            let mut reader = Reader::new(plan, text, start, *settings, scratch);
            reader.is_cut = is_cut;
            let mut sink = JsonSink::<C>::resume(out, *state);
            let values = Values::Single(Owner::Node(plan.document));
            let place = reader.root(plan.max_depth);
            let read = reader.values_from(values, place, None, &mut 0, &mut sink);
            *state = sink.state();
            (read, reader.at, reader.surrogate_item)
        };
        state.surrogates.place(before, input.base);
        scratch.failures.move_since(failures, input.base);
        match read {
            Ok(_) => {
                if let Some(first) = &mut self.first {
                    first.extend_from_slice(&input.buffer[start..at]);
                }
                (input.at, self.at, self.surrogate_item) = (at, At::Behind, surrogate_item);
                Ok(())
            }
            Err(error) if is_cut && may_go_on(&error, input.text(*form)) => Ok(()),
            Err(error) => Err(error.moved_by(input.base).into()),
        }
    }

    /// Reads the items that are whole.
    fn items<C: Context>(
        &mut self,
        plan: &Plan,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
        full: usize,
    ) -> Result<(), StreamFault> {
        let wants_first = self.first.as_ref().is_some_and(Vec::is_empty);
        let full = if wants_first { 0 } else { full };
        let (failures, base) = (scratch.failures.count(), self.input.base);
        let run = self.run::<C>(plan, scratch, out, full);
        (self.at, self.count, self.surrogate_item) = (run.at, run.count, run.surrogate_item);
        (self.input.at, self.input.line) = (run.behind, run.line);
        if let (true, Some(start), Some(kept)) =
            (wants_first && self.count > 0, run.first, &mut self.first)
        {
            keep_first(&self.input.text(self.form)[start..], plan, scratch, kept);
        }
        scratch.failures.move_since(failures, base);
        if self.expected.is_some_and(|expected| self.count > expected) {
            return Err(StreamFault::Count);
        }
        match run.found? {
            Found::End if self.form == StreamForm::Document || self.input.is_last => {
                self.end_collection::<C>(out);
            }
            _ => {}
        }
        Ok(())
    }

    /// A run over the items at hand, as far as they are whole.
    fn run<C: Context>(
        &mut self,
        plan: &Plan,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
        full: usize,
    ) -> Run {
        let Self { input, form, settings, writing, .. } = self;
        let text = input.text(*form);
        let mut reader = Reader::new(plan, text, input.at, *settings, scratch);
        let is_lines = *form == StreamForm::Lines;
        reader.is_cut = !input.is_last && !is_lines;
        reader.surrogate_item = self.surrogate_item;
        reader.lines = is_lines.then_some(Lines { ends: &input.line_ends, next: input.line });
        // An item that begins in the last window of a cut input is better read with more behind it.
        let last = text.len().saturating_sub(reader.window.size());
        let at = if reader.is_cut { last } else { usize::MAX };
        reader.pause = Pause { at, full };
        let mut items = Items { reader, at: self.at, count: self.count, first: None };
        let found = match items.read::<C>(writing, out) {
            Err(StreamFault::Data(error)) if items.reader.is_cut && may_go_on(&error, text) => {
                Ok(Found::Cut)
            }
            Err(StreamFault::Data(error)) => {
                let error = if is_lines { items.reader.line_fault(error) } else { error };
                Err(error.moved_by(input.base).into())
            }
            other => other,
        };
        let Items { reader, at, count, first } = items;
        Run {
            found,
            at,
            count,
            first,
            behind: reader.at,
            line: reader.lines.map_or(0, |lines| lines.next),
            surrogate_item: reader.surrogate_item,
        }
    }

    /// Nothing but white space may follow.
    fn behind(&mut self) -> Result<(), StreamFault> {
        let Stretch { buffer, filled, at, base, is_last, .. } = &mut self.input;
        *at = skip_space(&buffer[..*filled], *at);
        if *at < *filled {
            return Err(RenderError::new(Kind::TrailingBytes, Some(*base + *at), None).into());
        }
        if *is_last {
            self.at = At::End;
        }
        Ok(())
    }
}

/// Keeps an array of the item that `text` begins with, which was read before.
fn keep_first(text: &[u8], plan: &Plan, scratch: &mut Scratch, kept: &mut Vec<u8>) {
    if let Ok(length) = strict::parse(text, 0, plan.max_depth, &mut scratch.tape) {
        kept.push(b'[');
        kept.extend_from_slice(&text[..length]);
        kept.push(b']');
    }
}

/// Whether the fault may be no more than the end of the text.
fn may_go_on(error: &RenderError, text: &[u8]) -> bool {
    error.offset().and_then(|at| text.get(at..)).is_some_and(reaches_end)
}
