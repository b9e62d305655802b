//! Programs that write items as compact JSON.

#![forbid(unsafe_code)]

use crate::emit::buffer::Cursor;
use crate::emit::context::Context;
use crate::emit::json::{JsonSink, Surrogates};
use crate::emit::string;
use crate::plan::Rendered;
use crate::scan::vector::{LANE, Vector};
use crate::walk::events::{Events, Sink, StringText};
use crate::walk::predicted::Predicted;
use crate::walk::shape::Class;

use super::{Item, Leaves, Origin, Pieces, Program, Recording, Source};

/// How to write an item of one shape as JSON.
#[derive(Debug)]
pub(crate) struct JsonProgram(Pieces<Value>);

/// What is copied, by its leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A string without its quotes, which the literals have.
    Body(u16),
    /// A number, `true`, `false`, `null`.
    Scalar(u16),
    /// A string with its quotes, or something else.
    Token(u16),
    /// An array of strings.
    Strings(u16),
    Nothing,
}

/// Where items are written as JSON.
pub(crate) struct JsonOutput<'o> {
    pub(crate) bytes: &'o mut Vec<u8>,
    /// A comma stands before the item.
    pub(crate) comma: bool,
    pub(crate) surrogates: &'o mut Surrogates,
}

impl Program for JsonProgram {
    type Settings = ();
    type Output<'o> = JsonOutput<'o>;

    fn record<C: Context>(
        (): &(),
        predicted: &Predicted,
        leaves: Leaves<'_>,
        item: &mut impl Events,
    ) -> Option<Self> {
        let mut literal = Vec::new();
        let mut recorder = Recorder {
            json: JsonSink::<C>::new(&mut literal, false),
            predicted,
            leaves,
            recording: Recording::new(),
            inside: None,
        };
        item.send(&mut recorder);
        recorder.finish().map(Self)
    }

    #[inline(always)]
    fn run<V: Vector, C: Context>(
        &self,
        _: V,
        item: Item<'_>,
        source: Source<'_>,
        output: JsonOutput<'_>,
    ) -> bool {
        let JsonOutput { bytes, comma, surrogates } = output;
        if comma {
            bytes.push(b',');
        }
        let Self(pieces) = self;
        let mut cursor = Cursor::new(bytes);
        cursor.reserve(pieces.reserve + item.most_bytes());
        let is_clean = item.is_canonical::<C>(source);
        for piece in &pieces.list {
            cursor.put(pieces.literal(piece), piece.length as usize);
            match piece.value {
                Value::Body(leaf) => {
                    write_body::<C>(&mut cursor, source, item.span(leaf), is_clean, surrogates);
                }
                Value::Scalar(leaf) => {
                    let (start, end) = item.span(leaf);
                    cursor.put(source.from(start), end - start);
                }
                Value::Token(leaf) => {
                    let (start, end) = item.span(leaf);
                    write_token::<C>(&mut cursor, source, start, end, surrogates);
                }
                Value::Strings(leaf) => {
                    let brackets = item.predicted.array(usize::from(leaf), item.places);
                    write_strings::<C>(&mut cursor, source, brackets, is_clean, surrogates);
                }
                Value::Nothing => {}
            }
        }
        cursor.commit();
        true
    }

    fn weight(&self) -> usize {
        self.0.weight()
    }

    fn weight_of((): &()) -> usize {
        0
    }
}

/// Records what the walk says of one item, with a leaf wherever it would write data.
struct Recorder<'a, C> {
    /// The literal since the last value.
    json: JsonSink<'a, C>,
    predicted: &'a Predicted,
    leaves: Leaves<'a>,
    recording: Recording<Value>,
    /// Inside an array that is one leaf, its depth below it.
    inside: Option<usize>,
}

impl<'a, C: Context> Recorder<'a, C> {
    fn finish(mut self) -> Option<Pieces<Value>> {
        // Those of keys would have to be counted with every item.
        if self.json.surrogates.count > 0 {
            self.recording.make_void();
        }
        self.recording.finish(self.json.out, Value::Nothing)
    }

    fn leaf(&mut self, value: Value) {
        self.recording.value(self.json.out, value);
    }

    /// A scalar of the data, or a text of ours.
    fn value(&mut self, offset: usize, ours: impl FnOnce(&mut JsonSink<'a, C>)) {
        if self.inside.is_some() {
            return;
        }
        let leaf = match self.leaves.origin(offset) {
            Origin::Ours => return ours(&mut self.json),
            Origin::Other => return self.recording.make_void(),
            Origin::Leaf(leaf) => leaf,
        };
        match self.predicted.leaves[usize::from(leaf)].class {
            Class::String => {
                let quote: &[u8] = if C::FRAMED { b"\\\"" } else { b"\"" };
                self.json.out.extend_from_slice(quote);
                self.leaf(Value::Body(leaf));
                self.json.out.extend_from_slice(quote);
            }
            Class::Number | Class::Boolean | Class::Null | Class::NumberOrNull => {
                self.leaf(Value::Scalar(leaf));
            }
            Class::StringOrNull => self.leaf(Value::Token(leaf)),
            Class::Strings | Class::End => self.recording.make_void(),
        }
    }
}

impl<C: Context> Sink for Recorder<'_, C> {
    fn begin_object(&mut self) {
        self.json.begin_object();
    }

    fn end_object(&mut self) {
        self.json.end_object();
    }

    fn begin_array(&mut self, offset: usize) {
        if let Some(depth) = &mut self.inside {
            *depth += 1;
            return;
        }
        match self.leaves.origin(offset) {
            Origin::Ours => self.json.begin_array(offset),
            Origin::Leaf(leaf) => {
                self.leaf(Value::Strings(leaf));
                self.inside = Some(0);
            }
            Origin::Other => self.recording.make_void(),
        }
    }

    fn end_array(&mut self) {
        match &mut self.inside {
            Some(0) => self.inside = None,
            Some(depth) => *depth -= 1,
            None => self.json.end_array(),
        }
    }

    fn element(&mut self) {
        if self.inside.is_none() {
            self.json.element();
        }
    }

    fn declared_key(&mut self, label: &Rendered) {
        self.json.declared_key(label);
    }

    fn data_key(&mut self, text: StringText<'_>) {
        // The shape compares the text of keys byte by byte, so this one is every item's.
        self.json.data_key(text);
    }

    fn string(&mut self, text: StringText<'_>) {
        self.value(text.offset, |json| json.string(text));
    }

    fn scalar(&mut self, text: &[u8], offset: usize) {
        self.value(offset, |json| json.scalar(text, offset));
    }

    fn rendered(&mut self, text: &Rendered) {
        if self.inside.is_some() {
            self.recording.make_void();
        } else {
            self.json.rendered(text);
        }
    }

    fn takes_computed(&mut self) -> bool {
        // It would be another one for every item.
        self.recording.make_void();
        false
    }

    fn characters(&mut self, _: impl Iterator<Item = char> + Clone) {
        self.recording.make_void();
    }
}

/// Writes the content of a string. `is_clean` says that no string of the item has a backslash or a
/// `<`, nor what a line frame asks to escape.
#[inline(always)]
fn write_body<C: Context>(
    cursor: &mut Cursor<'_>,
    source: Source<'_>,
    (start, end): (usize, usize),
    is_clean: bool,
    surrogates: &mut Surrogates,
) {
    let text = source.bytes.get(start..).unwrap_or_default();
    if is_clean || source.is_canonical::<C>(start, end) {
        cursor.put(text, end - start);
    } else {
        let raw = &text[..end - start];
        let replaced = cursor.with(|out| string::write_body::<C>(out, raw));
        surrogates.add(replaced, source.offset + start - 1);
    }
}

/// Writes a string with its quotes, or a scalar.
#[inline(always)]
fn write_token<C: Context>(
    cursor: &mut Cursor<'_>,
    source: Source<'_>,
    start: usize,
    end: usize,
    surrogates: &mut Surrogates,
) {
    match source.bytes.get(start..end) {
        Some([b'"', raw @ .., b'"']) => {
            let special = !source.is_canonical::<C>(start + 1, end - 1);
            let replaced = cursor.with(|out| string::write::<C>(out, raw, special));
            surrogates.add(replaced, source.offset + start);
        }
        text => cursor.put_slice(text.unwrap_or_default()),
    }
}

/// Writes an array of strings, given by its positions in the index.
#[inline(always)]
fn write_strings<C: Context>(
    cursor: &mut Cursor<'_>,
    source: Source<'_>,
    (open, close): (usize, usize),
    is_clean: bool,
    surrogates: &mut Surrogates,
) {
    let positions = source.index.positions().get(open..=close).unwrap_or_default();
    let first = positions.first().map_or(0, |position| *position as usize);
    if positions.len() == 2 && source.bytes.get(first + 1) == Some(&b']') {
        return cursor.put_slice(b"[]");
    }
    let quote: &[u8; LANE] = if C::FRAMED { QUOTE_FRAMED } else { QUOTE };
    let quote_length = if C::FRAMED { 2 } else { 1 };
    for (at, pair) in positions.windows(2).enumerate() {
        // The quotes stand right within the two structural bytes.
        let (start, end) = (pair[0] as usize + 2, pair[1] as usize - 1);
        cursor.put(if at == 0 { OPEN } else { COMMA }, 1);
        cursor.put(quote, quote_length);
        write_body::<C>(cursor, source, (start, end), is_clean, surrogates);
        cursor.put(quote, quote_length);
    }
    cursor.put(CLOSE, 1);
}

const fn lane(text: &[u8]) -> [u8; LANE] {
    let mut lane = [0; LANE];
    let mut at = 0;
    while at < text.len() {
        lane[at] = text[at];
        at += 1;
    }
    lane
}

const OPEN: &[u8; LANE] = &lane(b"[");
const CLOSE: &[u8; LANE] = &lane(b"]");
const COMMA: &[u8; LANE] = &lane(b",");
const QUOTE: &[u8; LANE] = &lane(b"\"");
const QUOTE_FRAMED: &[u8; LANE] = &lane(b"\\\"");
