//! Rows that are written before it is known whether they fit.

use crate::emit::context::Context;
use crate::plan::Rendered;
use crate::text::string::Decoder;
use crate::walk::events::{Sink, StringText};

use super::cells::{ArrayCells, Elements};
use super::layout::{LIST, Layouts, NULL};
use super::pen::{Pen, label_text, own_text};

/// What a row consists of, in the order of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The key of a cell, and what may stand there.
    Cell(u32, Cell),
    /// The key of an object.
    Object(u32),
    /// The end of that.
    End,
}

/// What may stand in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Primitive,
    /// An array, or null.
    List,
    /// Null. What else may is not known before it comes.
    Null,
}

/// Appends the steps of a row under the header `layout`, in a table of this shape.
pub(super) fn push_steps(steps: &mut Vec<Step>, layouts: &Layouts, layout: u32, shape: u32) {
    for field in layouts.fields(layout) {
        let below = layouts.below_in_shape(shape, field.key);
        if field.is_cell() {
            let cell = match below {
                LIST => Cell::List,
                NULL => Cell::Null,
                _ => Cell::Primitive,
            };
            steps.push(Step::Cell(field.key, cell));
        } else {
            steps.push(Step::Object(field.key));
            push_steps(steps, layouts, field.below, below);
            steps.push(Step::End);
        }
    }
}

/// Writes the events of an object as a row, and finds out while it does whether they are what the
/// header says, in that order. What was written is for nothing if they are not.
#[derive(Debug)]
pub(super) struct RowSink<'a, C> {
    pen: Pen<'a, C>,
    layouts: &'a Layouts,
    steps: &'a [Step],
    /// What the last key asks for.
    expected: Expected,
    /// How many objects are open.
    depth: u32,
    follows: bool,
    /// Those of the last cell that was an array.
    elements: Elements,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// The row itself.
    Row,
    Cell(Cell),
    /// An element of an array that is a cell, or its end.
    Element,
    Object,
    /// A key, or the end of the object.
    Key,
    /// Nothing: it is a row.
    Nothing,
    /// It is none.
    Unfit,
}

impl<'a, C: Context> RowSink<'a, C> {
    pub(super) fn new(
        pen: Pen<'a, C>,
        layouts: &'a Layouts,
        steps: &'a [Step],
        array_cells: Option<ArrayCells>,
    ) -> Self {
        let elements = Elements::new(array_cells.unwrap_or_default());
        Self { pen, layouts, steps, expected: Expected::Row, depth: 0, follows: false, elements }
    }

    /// Whether what was sent is a row.
    pub(super) fn fits(&self) -> bool {
        self.expected == Expected::Nothing
    }

    #[inline]
    fn key(&mut self, text: StringText<'_>) {
        let (key, expected) = match (self.expected, self.steps.first()) {
            (Expected::Key, Some(Step::Cell(key, cell))) => (*key, Expected::Cell(*cell)),
            (Expected::Key, Some(Step::Object(key))) => (*key, Expected::Object),
            _ => return self.expected = Expected::Unfit,
        };
        if !is_same(text, self.layouts.key_text(key)) {
            return self.expected = Expected::Unfit;
        }
        self.steps = &self.steps[1..];
        self.expected = expected;
        self.pen.skip_key(text);
    }

    /// Whether a primitive value is to be written, other than null: as a cell or as an element.
    #[inline]
    fn begin_value(&mut self) -> bool {
        match self.expected {
            Expected::Cell(Cell::Primitive) => self.begin_cell(),
            Expected::Element => {}
            _ => {
                self.expected = Expected::Unfit;
                return false;
            }
        }
        true
    }

    #[inline]
    fn begin_cell(&mut self) {
        self.expected = Expected::Key;
        if std::mem::replace(&mut self.follows, true) {
            self.pen.delimiter();
        }
    }
}

/// Whether a key, raw, is the decoded `key`.
#[inline]
fn is_same(text: StringText<'_>, key: &[u8]) -> bool {
    if text.raw == key {
        return !text.special || memchr::memchr(b'\\', key).is_none();
    }
    text.special && is_same_decoded(text.raw, key)
}

#[cold]
fn is_same_decoded(raw: &[u8], key: &[u8]) -> bool {
    let mut rest = key;
    for character in Decoder::new(raw) {
        match rest.strip_prefix(character.encode_utf8(&mut [0; 4]).as_bytes()) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    rest.is_empty()
}

impl<C: Context> Sink for RowSink<'_, C> {
    fn begin_object(&mut self) {
        self.expected = match self.expected {
            Expected::Row | Expected::Object => Expected::Key,
            _ => Expected::Unfit,
        };
        self.depth += 1;
    }

    fn end_object(&mut self) {
        self.depth -= 1;
        self.expected = match (self.expected, self.steps.split_first()) {
            (Expected::Key, None) if self.depth == 0 => Expected::Nothing,
            (Expected::Key, Some((Step::End, rest))) if self.depth > 0 => {
                self.steps = rest;
                Expected::Key
            }
            _ => Expected::Unfit,
        };
    }

    fn begin_array(&mut self, _: usize) {
        if self.expected != Expected::Cell(Cell::List) {
            return self.expected = Expected::Unfit;
        }
        self.begin_cell();
        self.pen.begin_joined();
        self.elements.clear();
        self.expected = Expected::Element;
    }

    fn end_array(&mut self) {
        if self.expected != Expected::Element || !self.elements.can_be_told_apart() {
            return self.expected = Expected::Unfit;
        }
        self.pen.end_joined();
        self.expected = Expected::Key;
    }

    fn element(&mut self) {
        if self.expected == Expected::Element && self.elements.begin() {
            self.pen.separator();
        }
    }

    #[inline]
    fn declared_key(&mut self, label: &Rendered) {
        self.key(label_text(label));
    }

    #[inline]
    fn data_key(&mut self, text: StringText<'_>) {
        self.key(text);
    }

    #[inline]
    fn string(&mut self, text: StringText<'_>) {
        if self.begin_value() {
            if self.expected == Expected::Element {
                self.elements.string(text);
            }
            self.pen.string(text);
        }
    }

    #[inline]
    fn scalar(&mut self, text: &[u8], _: usize) {
        if matches!(self.expected, Expected::Cell(Cell::List | Cell::Null)) && text == b"null" {
            self.begin_cell();
            self.pen.scalar(text);
        } else if self.begin_value() {
            self.pen.scalar(text);
        }
    }

    fn rendered(&mut self, text: &Rendered) {
        self.string(own_text(text));
    }

    /// Nothing is made for what will be sent once more.
    fn takes_computed(&mut self) -> bool {
        matches!(self.expected, Expected::Cell(Cell::Primitive) | Expected::Element)
    }

    fn fills_absent(&self) -> bool {
        self.pen.fills_absent()
    }

    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone) {
        if self.begin_value() {
            if self.expected == Expected::Element {
                self.elements.characters(characters.clone());
            }
            self.pen.characters(characters);
        }
    }
}
