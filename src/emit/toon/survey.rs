//! The first pass: the form of every array and object, from the events of a value.

use crate::plan::Rendered;
use crate::text::string::Decoder;
use crate::walk::events::{Sink, StringText};

use super::cells::{ArrayCells, Elements};
use super::layout::{Field, LIST, Layouts, NULL, PRIMITIVE};
use super::options::{Profile, ToonOptions};
use super::pen::{label_text, own_text, push_characters};

/// How a container is written. In the order in which containers begin; what has a layout stands for
/// all that is in it, but for the lengths of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Objects with this layout, so many of them one after the other.
    Alike { layout: u32, count: u32 },
    /// An object without members.
    EmptyObject,
    /// An object that fits into no row.
    Object,
    /// An array without elements.
    EmptyArray,
    /// An array of primitive values only.
    Inline(u32),
    /// An array of primitive values only that could have been a cell, or one without elements. Its
    /// length is the next of those that stand by themselves.
    Joinable,
    /// An array of objects of one shape, in a place where a table may stand. Its first object gives
    /// the header.
    Table(u32),
    /// Any other array.
    List(u32),
}

/// The forms of a value, and memory for finding them.
#[derive(Debug, Default)]
pub(super) struct Forms {
    pub(super) list: Vec<Form>,
    /// The lengths of the arrays that may be cells.
    pub(super) lengths: Vec<u32>,
    open: Vec<Open>,
    /// The members so far of the open objects that may fit into a row.
    fields: Vec<Field>,
    decoded: Vec<u8>,
}

impl Forms {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.lengths.clear();
        self.open.clear();
        self.fields.clear();
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.list.capacity() * size_of::<Form>()
            + self.lengths.capacity() * size_of::<u32>()
            + self.open.capacity() * size_of::<Open>()
            + self.fields.capacity() * size_of::<Field>()
            + self.decoded.capacity()
    }
}

/// A container that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    is_array: bool,
    /// An object that may still fit into a row.
    fits: bool,
    /// An array may be a table here.
    may_be_table: bool,
    /// Its place in the list of forms.
    form: u32,
    /// An object's first field.
    fields: u32,
    /// Its elements or members so far.
    count: u32,
    /// How many of an array's elements are containers, and the one shape of these.
    containers: u32,
    shape: u32,
}

/// The shape of what is no object, or of none that fits into a row, or of several.
const NO_SHAPE: u32 = u32::MAX;

/// Finds the forms of one value. Linear but for the sorting of an object's keys; strings and numbers
/// are not looked at, unless they are elements of what may be a cell.
#[derive(Debug)]
pub(super) struct Survey<'m> {
    forms: &'m mut Forms,
    layouts: &'m mut Layouts,
    /// Objects in objects fit into rows.
    folds: bool,
    /// The value is an element, where no table may stand.
    is_element: bool,
    fills_absent: bool,
    array_cells: Option<ArrayCells>,
    /// The elements of the innermost container, if that is an array that may be a cell.
    elements: Option<Elements>,
}

impl<'m> Survey<'m> {
    /// For a document.
    pub(super) fn new(
        forms: &'m mut Forms,
        layouts: &'m mut Layouts,
        options: ToonOptions,
    ) -> Self {
        forms.clear();
        let folds = options.profile == Profile::Toon4;
        Self {
            forms,
            layouts,
            folds,
            is_element: false,
            fills_absent: options.fill_nulls,
            array_cells: options.array_cells,
            elements: None,
        }
    }

    /// For an element of a root array.
    pub(super) fn of_element(
        forms: &'m mut Forms,
        layouts: &'m mut Layouts,
        options: ToonOptions,
    ) -> Self {
        Self { is_element: true, ..Self::new(forms, layouts, options) }
    }

    #[inline]
    fn begin(&mut self, is_array: bool) {
        let parent = self.forms.open.last();
        let may_be_table = !parent.map_or(self.is_element, |parent| parent.is_array);
        self.forms.open.push(Open {
            is_array,
            fits: !is_array,
            may_be_table,
            form: self.forms.list.len() as u32,
            fields: self.forms.fields.len() as u32,
            count: 0,
            containers: 0,
            shape: NO_SHAPE,
        });
        // What it is becomes known at its end.
        self.forms.list.push(if is_array { Form::EmptyArray } else { Form::EmptyObject });
    }

    /// An array ended, or an object that fits into no row.
    fn end_unfit(&mut self) {
        let Some(parent) = self.forms.open.last_mut() else { return };
        if parent.is_array {
            parent.add_container(NO_SHAPE, self.layouts);
        } else {
            parent.fits = false;
        }
    }

    /// An object ended that fits into a row.
    fn end_fit(&mut self, layout: u32) {
        let list = &mut self.forms.list;
        let Some(parent) = self.forms.open.last_mut() else {
            return list.push(Form::Alike { layout, count: 1 });
        };
        if !parent.is_array {
            list.push(Form::Alike { layout, count: 1 });
            parent.fits &= self.folds;
            if let Some(field) = self.forms.fields.last_mut().filter(|_| parent.fits) {
                field.below = layout;
            }
            return;
        }
        parent.add_container(self.layouts.shape(layout), self.layouts);
        let siblings = parent.form as usize + 1;
        match list[siblings..].last_mut() {
            Some(Form::Alike { layout: last, count }) if *last == layout => *count += 1,
            _ => list.push(Form::Alike { layout, count: 1 }),
        }
    }

    #[inline]
    fn key(&mut self, text: StringText<'_>) {
        let Some(open) = self.forms.open.last_mut() else { return };
        open.count += 1;
        if !open.fits {
            return;
        }
        let key = if text.special && memchr::memchr(b'\\', text.raw).is_some() {
            self.forms.decoded.clear();
            push_characters(&mut self.forms.decoded, Decoder::new(text.raw));
            self.layouts.key(&self.forms.decoded)
        } else {
            self.layouts.key(text.raw)
        };
        // Primitive unless a container begins. Some sinks are sent no value; see `takes_computed`.
        self.forms.fields.push(Field { key, below: PRIMITIVE });
    }
}

impl Open {
    /// Another element of an array is a container.
    fn add_container(&mut self, shape: u32, layouts: &mut Layouts) {
        if self.containers == 0 {
            self.shape = shape;
        } else if self.shape != shape {
            self.shape = match (self.shape, shape) {
                (NO_SHAPE, _) | (_, NO_SHAPE) => NO_SHAPE,
                (one, other) => layouts.join(one, other).unwrap_or(NO_SHAPE),
            };
        }
        self.containers += 1;
    }

    /// The form of an array that has ended.
    fn array_form(&self) -> Form {
        let is_uniform = self.containers == self.count && self.shape != NO_SHAPE;
        match self.count {
            0 => Form::EmptyArray,
            count if self.containers == 0 => Form::Inline(count),
            count if is_uniform && self.may_be_table => Form::Table(count),
            count => Form::List(count),
        }
    }
}

impl Sink for Survey<'_> {
    #[inline]
    fn begin_object(&mut self) {
        self.elements = None;
        self.begin(false);
    }

    fn end_object(&mut self) {
        let Some(open) = self.forms.open.pop() else { return };
        let fields = open.fields as usize;
        if open.fits && open.count > 0 {
            let layout = self.layouts.layout(&self.forms.fields[fields..]);
            self.forms.fields.truncate(fields);
            self.forms.list.truncate(open.form as usize);
            return self.end_fit(layout);
        }
        self.forms.fields.truncate(fields);
        if open.count > 0 {
            self.forms.list[open.form as usize] = Form::Object;
        }
        self.end_unfit();
    }

    #[inline]
    fn begin_array(&mut self, _: usize) {
        // In an object that may still be part of a row.
        let may_be_cell = self.forms.open.last().is_some_and(|parent| parent.fits);
        self.elements = self.array_cells.filter(|_| may_be_cell).map(Elements::new);
        self.begin(true);
    }

    fn end_array(&mut self) {
        let Some(open) = self.forms.open.pop() else { return };
        let elements = self.elements.take().filter(Elements::can_be_told_apart);
        if let Some(field) = self.forms.fields.last_mut().filter(|_| elements.is_some()) {
            field.below = LIST;
            self.forms.list[open.form as usize] = Form::Joinable;
            return self.forms.lengths.push(open.count);
        }
        self.forms.list[open.form as usize] = open.array_form();
        self.end_unfit();
    }

    #[inline]
    fn element(&mut self) {
        if let Some(open) = self.forms.open.last_mut() {
            open.count += 1;
        }
        if let Some(elements) = &mut self.elements {
            elements.begin();
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
        if let Some(elements) = &mut self.elements {
            elements.string(text);
        }
    }

    #[inline]
    fn scalar(&mut self, text: &[u8], _: usize) {
        if self.array_cells.is_none() || text != b"null" {
            return;
        }
        if self.forms.open.last().is_some_and(|open| open.fits)
            && let Some(field) = self.forms.fields.last_mut()
        {
            field.below = NULL;
        }
    }

    fn rendered(&mut self, text: &Rendered) {
        self.string(own_text(text));
    }

    /// Whatever would be made of the value is a string, and only of an element is it asked which.
    fn takes_computed(&mut self) -> bool {
        self.elements.is_some()
    }

    fn fills_absent(&self) -> bool {
        self.fills_absent
    }

    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone) {
        if let Some(elements) = &mut self.elements {
            elements.characters(characters);
        }
    }
}
