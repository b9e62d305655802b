//! A predicted item as a list of copies: literals of ours, values of the data.

#![forbid(unsafe_code)]

use crate::plan::Rendered;
use crate::scan::index::Index;
use crate::scan::vector::LANE;
use crate::walk::drive::NOWHERE;
use crate::walk::events::{Sink, StringText};
use crate::walk::predicted::{Match, Places, Predicted};
use crate::walk::shape::Class;

use super::buffer::Cursor;
use super::context::Context;
use super::json::{JsonSink, Surrogates};
use super::string;

/// How to write an item of one shape.
#[derive(Debug)]
pub(crate) struct Program {
    pieces: Vec<Piece>,
    /// The text of all literals, with a lane behind it.
    literals: Vec<u8>,
    /// Bytes that an item needs beyond those of its values.
    reserve: usize,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Where the literal before the value starts, and its length.
    literal: u32,
    length: u32,
    value: Value,
}

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

/// Records what the walk says of one item, with a leaf wherever it would write data.
///
/// Anything of the data that is not the text of a leaf makes the program void: what is recorded
/// is written again for every item.
pub(crate) struct Recorder<'a, C> {
    /// The literal since the last value.
    json: JsonSink<'a, C>,
    predicted: &'a Predicted,
    /// The leaves by the place of their values in the input, ascending.
    leaves: &'a [(usize, u16)],
    pieces: Vec<Piece>,
    literals: Vec<u8>,
    is_void: bool,
    /// Inside an array that is one leaf, its depth below it.
    inside: Option<usize>,
}

impl<'a, C: Context> Recorder<'a, C> {
    /// `leaves` tells where in the input the values of the recorded item start: the opening quote
    /// of a string, the bracket of an array.
    pub(crate) fn new(
        literal: &'a mut Vec<u8>,
        predicted: &'a Predicted,
        leaves: &'a [(usize, u16)],
    ) -> Self {
        literal.clear();
        Self {
            json: JsonSink::new(literal, false),
            predicted,
            leaves,
            pieces: Vec::new(),
            literals: Vec::new(),
            is_void: false,
            inside: None,
        }
    }

    pub(crate) fn finish(mut self) -> Option<Program> {
        // Those of keys would have to be counted with every item.
        self.is_void |= self.json.surrogates.count > 0;
        self.flush(Value::Nothing);
        let reserve = self.literals.len() + (self.pieces.len() + 1) * LANE;
        self.literals.resize(self.literals.len() + LANE, 0);
        (!self.is_void).then_some(Program { pieces: self.pieces, literals: self.literals, reserve })
    }

    fn flush(&mut self, value: Value) {
        self.pieces.push(Piece {
            literal: self.literals.len() as u32,
            length: self.json.out.len() as u32,
            value,
        });
        self.literals.append(self.json.out);
    }

    fn leaf(&self, offset: usize) -> Option<u16> {
        let at = self.leaves.binary_search_by_key(&offset, |(start, _)| *start).ok()?;
        Some(self.leaves[at].1)
    }

    /// A scalar of the data, or a text of ours if it stands nowhere in it.
    fn value(&mut self, offset: usize, ours: impl FnOnce(&mut JsonSink<'a, C>)) {
        if self.inside.is_some() {
            return;
        }
        if offset >= NOWHERE {
            return ours(&mut self.json);
        }
        let Some(leaf) = self.leaf(offset) else {
            self.is_void = true;
            return;
        };
        match self.predicted.leaves[usize::from(leaf)].class {
            Class::String => {
                let quote: &[u8] = if C::FRAMED { b"\\\"" } else { b"\"" };
                self.json.out.extend_from_slice(quote);
                self.flush(Value::Body(leaf));
                self.json.out.extend_from_slice(quote);
            }
            Class::Number | Class::Boolean | Class::Null | Class::NumberOrNull => {
                self.flush(Value::Scalar(leaf));
            }
            Class::StringOrNull => self.flush(Value::Token(leaf)),
            Class::Strings | Class::End => self.is_void = true,
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
        } else if offset >= NOWHERE {
            self.json.begin_array(offset);
        } else if let Some(leaf) = self.leaf(offset) {
            self.flush(Value::Strings(leaf));
            self.inside = Some(0);
        } else {
            self.is_void = true;
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
            self.is_void = true;
        } else {
            self.json.rendered(text);
        }
    }

    fn takes_computed(&mut self) -> bool {
        // It would be another one for every item.
        self.is_void = true;
        false
    }

    fn characters(&mut self, _: impl Iterator<Item = char> + Clone) {
        self.is_void = true;
    }
}

/// The window that an item was matched in.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// Its bytes, and some beyond.
    pub(crate) bytes: &'a [u8],
    pub(crate) index: &'a Index,
    /// Where it starts in the input.
    pub(crate) offset: usize,
}

/// A matched item.
#[derive(Clone, Copy)]
pub(crate) struct Item<'a> {
    pub(crate) predicted: &'a Predicted,
    pub(crate) places: &'a Places,
    /// Where it starts in the window.
    pub(crate) start: usize,
    pub(crate) found: Match,
}

impl Program {
    /// Bytes of memory that it holds, about.
    pub(crate) fn weight(&self) -> usize {
        self.literals.len() + self.pieces.len() * size_of::<Piece>()
    }

    /// Writes a matched item.
    #[inline(always)]
    pub(crate) fn run<C: Context>(
        &self,
        item: Item<'_>,
        source: Source<'_>,
        out: &mut Vec<u8>,
        surrogates: &mut Surrogates,
    ) {
        let Item { predicted, places, start, found } = item;
        let mut cursor = Cursor::new(out);
        cursor.reserve(self.reserve + 2 * (found.end - start));
        // Most items hold no escape and no `<` at all.
        let is_clean = !source.index.has_special(start, found.end) && !C::LINE;
        for piece in &self.pieces {
            let literal = self.literals.get(piece.literal as usize..).unwrap_or_default();
            cursor.put(literal, piece.length as usize);
            match piece.value {
                Value::Body(leaf) => {
                    let (start, end) = predicted.span(usize::from(leaf), places);
                    write_body::<C>(&mut cursor, source, (start, end), is_clean, surrogates);
                }
                Value::Scalar(leaf) => {
                    let (start, end) = predicted.span(usize::from(leaf), places);
                    cursor.put(source.bytes.get(start..).unwrap_or_default(), end - start);
                }
                Value::Token(leaf) => {
                    let (start, end) = predicted.span(usize::from(leaf), places);
                    write_token::<C>(&mut cursor, source, start, end, surrogates);
                }
                Value::Strings(leaf) => {
                    let (open, close) = predicted.array(usize::from(leaf), places);
                    write_strings::<C>(&mut cursor, source, (open, close), is_clean, surrogates);
                }
                Value::Nothing => {}
            }
        }
        cursor.commit();
    }
}

/// Whether the raw text of a string may be copied as it stands.
#[inline(always)]
fn is_canonical<C: Context>(source: Source<'_>, start: usize, end: usize) -> bool {
    start == end
        || (!source.index.has_special(start, end)
            && (!C::LINE
                || memchr::memchr(0xE2, source.bytes.get(start..end).unwrap_or_default())
                    .is_none()))
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
    if is_clean || is_canonical::<C>(source, start, end) {
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
            let special = !is_canonical::<C>(source, start + 1, end - 1);
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
