//! Programs that write items as rows of a table.

use std::marker::PhantomData;

use crate::emit::buffer::Cursor;
use crate::emit::context::Context;
use crate::emit::program::{Item, Leaves, Origin, Pieces, Program, Recording, Source};
use crate::plan::Rendered;
use crate::scan::vector::{LANE, Vector};
use crate::text::number;
use crate::walk::drive::NOWHERE;
use crate::walk::events::{Events, Sink, StringText};
use crate::walk::predicted::Predicted;
use crate::walk::shape::Class;

use super::options::{Delimiter, ToonOptions};
use super::pen::{Ink, Pen};
use super::quoting::is_bare_raw;
use super::row::{Cell, Step};

/// What a row depends on: the options, the header that it stands under as it is written, and what its
/// columns hold, which the header does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowSettings {
    pub(super) options: ToonOptions,
    pub(super) header: Vec<u8>,
    columns: Vec<Cell>,
}

impl RowSettings {
    pub(super) fn set_columns(&mut self, steps: &[Step]) {
        self.columns.clear();
        self.columns.extend(steps.iter().filter_map(|step| match step {
            Step::Cell(_, cell) => Some(*cell),
            Step::Object(_) | Step::End => None,
        }));
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.header.capacity() + self.columns.capacity() * size_of::<Cell>()
    }
}

/// Where rows are written.
pub(crate) struct RowOutput<'o> {
    pub(super) out: &'o mut Vec<u8>,
    pub(super) ink: &'o mut Ink,
    pub(super) options: ToonOptions,
}

/// How to write an item of one shape as a row, the line break before it included.
#[derive(Debug)]
pub(crate) struct RowProgram(Pieces<Value>);

/// What a cell is made of, by its leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    String(u16),
    StringOrNull(u16),
    Number(u16),
    NumberOrNull(u16),
    /// `true`, `false`, `null`.
    Word(u16),
    Nothing,
}

impl Program for RowProgram {
    type Settings = RowSettings;
    type Output<'o> = RowOutput<'o>;

    fn record<C: Context>(
        settings: &RowSettings,
        predicted: &Predicted,
        leaves: Leaves<'_>,
        item: &mut impl Events,
    ) -> Option<Self> {
        let (mut literal, mut ink) = (Vec::new(), Ink::default());
        let mut pen = Pen::<C>::new(&mut literal, &mut ink, settings.options);
        pen.line(1);
        let recording = Recording::new();
        let mut recorder = Recorder { pen, predicted, leaves, recording, follows: false };
        item.send(&mut recorder);
        recorder.finish().map(Self)
    }

    /// Text by text this is what [`Pen`] writes. What it watches for across texts, tags that come
    /// together, is left to the general way: a row after a text that may become one, and a row in
    /// which the delimiter, being white space, would not end such a text.
    #[inline(always)]
    fn run<V: Vector, C: Context>(
        &self,
        vector: V,
        item: Item<'_>,
        source: Source<'_>,
        output: RowOutput<'_>,
    ) -> bool {
        let RowOutput { out, ink, options } = output;
        if ink.guard.is_open() {
            return false;
        }
        let (start, surrogates) = (out.len(), ink.surrogates);
        let Self(pieces) = self;
        let mut cursor = Cursor::new(out);
        cursor.reserve(pieces.reserve + item.most_bytes());
        let is_clean = item.is_canonical::<C>(source);
        let mut row =
            Row { vector, cursor, source, ink, options, is_clean, context: PhantomData::<C> };
        for piece in &pieces.list {
            if row.ink.guard.is_open() && piece.length > 0 {
                row.ink.guard.close();
                if options.delimiter == Delimiter::Tab {
                    row.cursor.commit();
                    ink.surrogates = surrogates;
                    out.truncate(start);
                    return false;
                }
            }
            row.cursor.put(pieces.literal(piece), piece.length as usize);
            match piece.value {
                Value::String(leaf) => row.string(item.span(leaf)),
                Value::StringOrNull(leaf) => row.string_or_null(item.span(leaf)),
                Value::Number(leaf) => row.number(item.span(leaf)),
                Value::NumberOrNull(leaf) => row.number_or_null(item.span(leaf)),
                Value::Word(leaf) => row.copy(item.span(leaf)),
                Value::Nothing => {}
            }
        }
        row.cursor.commit();
        true
    }

    fn weight(&self) -> usize {
        self.0.weight()
    }

    fn weight_of(settings: &RowSettings) -> usize {
        settings.header.len() + size_of_val(&*settings.columns)
    }
}

/// A row that is being written.
struct Row<'r, V, C> {
    vector: V,
    cursor: Cursor<'r>,
    source: Source<'r>,
    ink: &'r mut Ink,
    options: ToonOptions,
    /// No string of the item has a backslash or a `<`, nor what a line frame asks to escape.
    is_clean: bool,
    context: PhantomData<C>,
}

impl<V: Vector, C: Context> Row<'_, V, C> {
    #[inline(always)]
    fn copy(&mut self, (start, end): (usize, usize)) {
        self.cursor.put(self.source.from(start), end - start);
    }

    /// A string, given by what stands between its quotes.
    #[inline(always)]
    fn string(&mut self, (start, end): (usize, usize)) {
        let is_canonical = self.is_clean || self.source.is_canonical::<C>(start, end);
        let delimiter = self.options.delimiter;
        let text = self.source.from(start);
        if is_canonical && is_bare_raw(self.vector, text, end - start, delimiter) {
            self.cursor.put(text, end - start);
        } else {
            let Self { source, ink, options, .. } = self;
            self.cursor
                .with(|out| write_odd_string::<C>(out, *source, (start, end), ink, *options));
        }
    }

    /// A string, given with its quotes, or null.
    #[inline(always)]
    fn string_or_null(&mut self, (start, end): (usize, usize)) {
        if self.source.from(start).first() == Some(&b'"') {
            self.string((start + 1, end - 1));
        } else {
            self.copy((start, end));
        }
    }

    #[inline(always)]
    fn number(&mut self, (start, end): (usize, usize)) {
        let text = self.source.from(start);
        if is_plain_integer(self.vector, text, end - start) {
            self.cursor.put(text, end - start);
        } else {
            let number = self.source.text(start, end);
            self.cursor.with(|out| write_odd_number(out, number));
        }
    }

    #[inline(always)]
    fn number_or_null(&mut self, (start, end): (usize, usize)) {
        if self.source.from(start).first() == Some(&b'n') {
            self.copy((start, end));
        } else {
            self.number((start, end));
        }
    }
}

/// Writes a string that is quoted, or has something to be decoded or watched.
#[inline(never)]
fn write_odd_string<C: Context>(
    out: &mut Vec<u8>,
    source: Source<'_>,
    (start, end): (usize, usize),
    ink: &mut Ink,
    options: ToonOptions,
) {
    Pen::<C>::new(out, ink, options).string(StringText {
        raw: source.text(start, end),
        special: start < end && source.index.has_special(start, end),
        offset: source.offset + start - 1,
    });
}

/// Writes a number in its canonical form.
#[inline(never)]
fn write_odd_number(out: &mut Vec<u8>, number: &[u8]) {
    number::write_canonical(number, |piece| out.extend_from_slice(piece));
}

/// Whether the first bytes of `text`, a number by the grammar, are short and an integer written out,
/// which is canonical but for `-0`. No says nothing.
#[inline(always)]
fn is_plain_integer<V: Vector>(vector: V, text: &[u8], length: usize) -> bool {
    let Some(lane) = text.first_chunk::<LANE>().filter(|_| length < LANE) else { return false };
    let is_negative = lane[0] == b'-';
    let all = (1_u32 << length) - 1;
    let others = all & !vector.digits(lane) & !u32::from(is_negative);
    others == 0 && !(is_negative && lane[1] == b'0')
}

/// Records the cells of one item, with a leaf wherever it would write data.
struct Recorder<'a, C> {
    /// Writes the literal since the last value.
    pen: Pen<'a, C>,
    predicted: &'a Predicted,
    leaves: Leaves<'a>,
    recording: Recording<Value>,
    /// A cell stands before the next one.
    follows: bool,
}

impl<'a, C: Context> Recorder<'a, C> {
    fn finish(mut self) -> Option<Pieces<Value>> {
        // Those of keys would have to be counted with every item.
        if self.pen.ink.surrogates.count > 0 {
            self.recording.make_void();
        }
        self.recording.finish(self.pen.out, Value::Nothing)
    }

    /// A value of the data, or a text of ours.
    fn cell(&mut self, offset: usize, ours: impl FnOnce(&mut Pen<'a, C>)) {
        if std::mem::replace(&mut self.follows, true) {
            self.pen.delimiter();
        }
        let leaf = match self.leaves.origin(offset) {
            Origin::Leaf(leaf) => leaf,
            Origin::Other => return self.recording.make_void(),
            Origin::Ours => {
                ours(&mut self.pen);
                // What follows would have to be watched.
                if self.pen.ink.guard.is_open() {
                    self.recording.make_void();
                }
                return;
            }
        };
        let value = match self.predicted.leaves[usize::from(leaf)].class {
            Class::String => Value::String(leaf),
            Class::StringOrNull => Value::StringOrNull(leaf),
            Class::Number => Value::Number(leaf),
            Class::NumberOrNull => Value::NumberOrNull(leaf),
            Class::Boolean | Class::Null => Value::Word(leaf),
            Class::Strings | Class::End => return self.recording.make_void(),
        };
        self.recording.value(self.pen.out, value);
    }
}

/// The header has the keys, and the names of the objects around them.
impl<C: Context> Sink for Recorder<'_, C> {
    fn begin_object(&mut self) {}

    fn end_object(&mut self) {}

    fn begin_array(&mut self, _: usize) {
        self.recording.make_void();
    }

    fn end_array(&mut self) {}

    fn element(&mut self) {}

    fn declared_key(&mut self, _: &Rendered) {}

    fn data_key(&mut self, text: StringText<'_>) {
        self.pen.skip_key(text);
    }

    fn string(&mut self, text: StringText<'_>) {
        self.cell(text.offset, |pen| pen.string(text));
    }

    fn scalar(&mut self, text: &[u8], offset: usize) {
        self.cell(offset, |pen| pen.scalar(text));
    }

    fn rendered(&mut self, text: &Rendered) {
        self.cell(NOWHERE, |pen| pen.rendered(text));
    }

    fn takes_computed(&mut self) -> bool {
        // It would be another one for every item.
        self.recording.make_void();
        false
    }

    fn fills_absent(&self) -> bool {
        self.pen.fills_absent()
    }

    fn characters(&mut self, _: impl Iterator<Item = char> + Clone) {
        self.recording.make_void();
    }
}
