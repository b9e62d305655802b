//! The second pass: the events of a value, written in the forms that the first one found.

use crate::emit::context::Context;
use crate::plan::Rendered;
use crate::walk::events::{Sink, StringText};

use super::guard::Guard;
use super::layout::{Layouts, Order, PRIMITIVE};
use super::pen::Pen;
use super::survey::{Form, Forms};

/// What the values at hand are part of.
#[derive(Clone, Copy, Debug)]
struct Level {
    kind: LevelKind,
    /// How deep its lines are indented.
    depth: u32,
    /// The layout of an object whose values have no forms of their own, or [`NO_LAYOUT`]; of a
    /// table, that of the header.
    layout: u32,
    /// How many members or elements have begun; in a row, how many objects are open.
    count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LevelKind {
    /// Around the value itself.
    Root,
    /// An object, line by line.
    Members,
    /// The elements of an array, line by line.
    List,
    /// The elements of an array on one line.
    Inline,
    /// The rows of an array.
    Table,
    /// The rows of an object.
    KeyedTable,
    /// The cells of a row.
    Row,
    /// The elements of an array in one cell.
    Cell,
}

const NO_LAYOUT: u32 = u32::MAX;

/// Memory for writing.
#[derive(Debug, Default)]
pub(super) struct WriterMemory {
    levels: Vec<Level>,
    order: Order,
    /// Where the cells of a row begin that are not in the header's order.
    cells: Vec<usize>,
    row: Vec<u8>,
}

impl WriterMemory {
    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.levels.capacity() * size_of::<Level>()
            + self.order.capacity()
            + self.cells.capacity() * size_of::<usize>()
            + self.row.capacity()
    }
}

/// Writes the events of the value that `forms` are of.
#[derive(Debug)]
pub(super) struct Writer<'a, C> {
    pen: Pen<'a, C>,
    memory: &'a mut WriterMemory,
    layouts: &'a Layouts,
    forms: &'a [Form],
    /// The lengths of the arrays that may be cells.
    lengths: &'a [u32],
    /// How many objects of the first of `forms` were met.
    used: u32,
    /// The next line has begun: the first of all, and behind a hyphen.
    is_line_begun: bool,
    row: Row,
}

/// The row that is being written.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    cells: u32,
    /// Its cells are not in the header's order.
    is_mixed: bool,
    start: usize,
    /// What stood before it.
    guard: Guard,
}

impl<'a, C: Context> Writer<'a, C> {
    /// For a value by itself.
    pub(super) fn new(
        pen: Pen<'a, C>,
        memory: &'a mut WriterMemory,
        layouts: &'a Layouts,
        forms: &'a Forms,
    ) -> Self {
        Self::within(pen, memory, layouts, forms, LevelKind::Root, NO_LAYOUT)
    }

    /// For an element of a root array in list form.
    pub(super) fn in_list(
        pen: Pen<'a, C>,
        memory: &'a mut WriterMemory,
        layouts: &'a Layouts,
        forms: &'a Forms,
    ) -> Self {
        Self::within(pen, memory, layouts, forms, LevelKind::List, NO_LAYOUT)
    }

    /// For a row of a root array under the header `header`.
    pub(super) fn in_table(
        pen: Pen<'a, C>,
        memory: &'a mut WriterMemory,
        layouts: &'a Layouts,
        forms: &'a Forms,
        header: u32,
    ) -> Self {
        Self::within(pen, memory, layouts, forms, LevelKind::Table, header)
    }

    fn within(
        pen: Pen<'a, C>,
        memory: &'a mut WriterMemory,
        layouts: &'a Layouts,
        forms: &'a Forms,
        kind: LevelKind,
        layout: u32,
    ) -> Self {
        let depth = u32::from(kind != LevelKind::Root);
        memory.order.clear();
        memory.levels.clear();
        memory.levels.push(Level { kind, depth, layout, count: 0 });
        let row = Row::default();
        let Forms { list: forms, lengths, .. } = forms;
        Self { pen, memory, layouts, forms, lengths, used: 0, is_line_begun: true, row }
    }

    fn level(&self) -> Level {
        // The outermost level is never left.
        self.memory.levels.last().copied().unwrap_or(Level {
            kind: LevelKind::Root,
            depth: 0,
            layout: NO_LAYOUT,
            count: 0,
        })
    }

    fn push(&mut self, kind: LevelKind, depth: u32, layout: u32) {
        self.memory.levels.push(Level { kind, depth, layout, count: 0 });
    }

    fn pop(&mut self) {
        if self.memory.levels.len() > 1 {
            self.memory.levels.pop();
        }
    }

    /// The form of the container that begins.
    fn take_form(&mut self) -> Form {
        let Some((first, rest)) = self.forms.split_first() else {
            debug_assert!(false, "both passes see the same events");
            return Form::EmptyObject;
        };
        self.used += 1;
        if !matches!(first, Form::Alike { count, .. } if self.used < *count) {
            (self.forms, self.used) = (rest, 0);
        }
        *first
    }

    /// The length of the array that begins, which may be a cell.
    fn take_length(&mut self) -> u32 {
        let Some((first, rest)) = self.lengths.split_first() else {
            debug_assert!(false, "both passes see the same events");
            return 0;
        };
        self.lengths = rest;
        *first
    }

    /// The form of the array that begins. In an object that has a layout there are no others than
    /// those that may be cells.
    fn take_array_form(&mut self, level: Level) -> Form {
        let form = if level.layout == NO_LAYOUT { self.take_form() } else { Form::Joinable };
        match form {
            Form::Joinable => match self.take_length() {
                0 => Form::EmptyArray,
                count => Form::Inline(count),
            },
            other => other,
        }
    }

    /// The layout of the objects that come next.
    fn next_layout(&self) -> u32 {
        match self.forms.first() {
            Some(Form::Alike { layout, .. }) => *layout,
            _ => NO_LAYOUT,
        }
    }

    /// Begins the line of a member, an element or a row.
    #[inline]
    fn line(&mut self, depth: u32) {
        if !std::mem::replace(&mut self.is_line_begun, false) {
            self.pen.line(depth);
        }
    }

    fn row(&mut self, header: u32, layout: u32) {
        let is_mixed = !self.layouts.is_same_order(header, layout);
        if is_mixed {
            self.memory.order.set(self.layouts, header, layout);
            self.memory.cells.clear();
        }
        let (start, guard) = (self.pen.out.len(), self.pen.ink.guard);
        self.row = Row { cells: 0, is_mixed, start, guard };
        self.push(LevelKind::Row, 0, layout);
        self.begin_in_row();
    }

    fn begin_in_row(&mut self) {
        if let Some(level) = self.memory.levels.last_mut() {
            level.count += 1;
        }
    }

    /// Whether this ends the row.
    fn end_in_row(&mut self) -> bool {
        let Some(level) = self.memory.levels.last_mut() else { return true };
        level.count -= 1;
        level.count == 0
    }

    /// Puts the cells of the row into the header's order.
    #[cold]
    fn sort_cells(&mut self) {
        let WriterMemory { order, cells, row, .. } = &mut *self.memory;
        row.clear();
        row.extend_from_slice(&self.pen.out[self.row.start..]);
        self.pen.out.truncate(self.row.start);
        self.pen.ink.guard = self.row.guard;
        for (column, value) in order.of_columns().iter().enumerate() {
            if column > 0 {
                self.pen.delimiter();
            }
            let bound = |cell: usize| cells.get(cell).map_or(row.len(), |at| at - self.row.start);
            let value = *value as usize;
            self.pen.again(&row[bound(value)..bound(value + 1)]);
        }
    }

    /// What stands before a primitive value.
    #[inline]
    fn before_value(&mut self) {
        match self.level().kind {
            LevelKind::Root | LevelKind::Table | LevelKind::KeyedTable => {}
            LevelKind::Members => self.pen.mark(b": "),
            // Behind the hyphen.
            LevelKind::List => self.pen.mark(b" "),
            // Between two elements the delimiter stands already.
            LevelKind::Inline | LevelKind::Cell => {}
            LevelKind::Row => self.before_cell(),
        }
    }

    #[inline]
    fn before_cell(&mut self) {
        if self.row.is_mixed {
            // What it stands behind is not known yet.
            self.memory.cells.push(self.pen.out.len());
            self.pen.ink.guard.close();
        } else if self.row.cells > 0 {
            self.pen.delimiter();
        }
        self.row.cells += 1;
    }

    /// Begins the key of a member, and says whether it is written at all.
    #[inline]
    fn begin_key(&mut self) -> bool {
        let Some(level) = self.memory.levels.last_mut() else { return false };
        let Level { kind, depth, .. } = *level;
        if kind == LevelKind::Row {
            return false;
        }
        level.count += 1;
        self.line(depth);
        true
    }

    #[inline]
    fn end_key(&mut self) {
        if self.level().kind == LevelKind::KeyedTable {
            self.pen.mark(b": ");
        }
    }

    /// The layout of the object that is the value of the member at hand.
    fn layout_below(&self, level: Level) -> u32 {
        let fields = self.layouts.fields(level.layout);
        let at = (level.count as usize).wrapping_sub(1);
        fields.get(at).map_or(PRIMITIVE, |field| field.below)
    }

    /// Begins an object that is written by itself, line by line or as a keyed table.
    fn begin_plain_object(&mut self, level: Level) {
        let layout = if level.kind == LevelKind::Members && level.layout != NO_LAYOUT {
            self.layout_below(level)
        } else {
            match self.take_form() {
                Form::Alike { layout, .. } => layout,
                Form::EmptyObject => return self.begin_empty_object(level),
                _ => NO_LAYOUT,
            }
        };
        let depth = level.depth + u32::from(level.kind != LevelKind::Root);
        let has_place = level.kind != LevelKind::List;
        if has_place && layout != NO_LAYOUT && self.layouts.is_keyed(layout) {
            let fields = self.layouts.fields(layout);
            let header = fields.first().map_or(PRIMITIVE, |field| field.below);
            self.pen.count(fields.len(), true);
            self.pen.header(self.layouts, header);
            self.is_line_begun = false;
            return self.push(LevelKind::KeyedTable, level.depth + 1, layout);
        }
        match level.kind {
            LevelKind::Members => self.pen.mark(b":"),
            LevelKind::List => {
                self.pen.mark(b" ");
                self.is_line_begun = true;
            }
            _ => {}
        }
        self.push(LevelKind::Members, depth, layout);
    }

    fn begin_empty_object(&mut self, level: Level) {
        if level.kind == LevelKind::Members {
            self.pen.mark(b":");
        }
        self.push(LevelKind::Members, level.depth, NO_LAYOUT);
    }
}

impl<C: Context> Sink for Writer<'_, C> {
    fn begin_object(&mut self) {
        let level = self.level();
        match level.kind {
            LevelKind::Row => self.begin_in_row(),
            LevelKind::Table => {
                self.pen.line(level.depth);
                let layout = self.next_layout();
                self.take_form();
                self.row(level.layout, layout);
            }
            LevelKind::KeyedTable => {
                let fields = self.layouts.fields(level.layout);
                let header = fields.first().map_or(PRIMITIVE, |field| field.below);
                let layout = self.layout_below(level);
                self.row(header, layout);
            }
            _ => self.begin_plain_object(level),
        }
    }

    fn end_object(&mut self) {
        if self.level().kind == LevelKind::Row {
            if !self.end_in_row() {
                return;
            }
            if self.row.is_mixed {
                self.sort_cells();
            }
        }
        self.pop();
    }

    fn begin_array(&mut self, _: usize) {
        let level = self.level();
        let form = self.take_array_form(level);
        if level.kind == LevelKind::Row {
            self.before_cell();
            self.pen.begin_joined();
            return self.push(LevelKind::Cell, 0, NO_LAYOUT);
        }
        let count = match form {
            Form::Inline(count) | Form::Table(count) | Form::List(count) => count,
            _ => 0,
        };
        let depth = level.depth + 1;
        match (level.kind, form) {
            (LevelKind::Members, Form::EmptyArray) => self.pen.mark(b": []"),
            (LevelKind::Root, Form::EmptyArray) => self.pen.mark(b"[]"),
            (kind, _) => {
                if kind == LevelKind::List {
                    self.pen.mark(b" ");
                }
                self.pen.count(count as usize, false);
                match form {
                    Form::Inline(_) => self.pen.mark(b": "),
                    Form::Table(_) => self.pen.header(self.layouts, self.next_layout()),
                    _ => self.pen.mark(b":"),
                }
            }
        }
        self.is_line_begun = false;
        match form {
            Form::Inline(_) => self.push(LevelKind::Inline, depth, NO_LAYOUT),
            Form::Table(_) => self.push(LevelKind::Table, depth, self.next_layout()),
            _ => self.push(LevelKind::List, depth, NO_LAYOUT),
        }
    }

    fn end_array(&mut self) {
        if self.level().kind == LevelKind::Cell {
            self.pen.end_joined();
        }
        self.pop();
    }

    #[inline]
    fn element(&mut self) {
        let Some(level) = self.memory.levels.last_mut() else { return };
        level.count += 1;
        let Level { kind, depth, count, .. } = *level;
        match kind {
            LevelKind::List => {
                self.pen.line(depth);
                self.pen.mark(b"-");
            }
            LevelKind::Inline if count > 1 => self.pen.delimiter(),
            LevelKind::Cell if count > 1 => self.pen.separator(),
            _ => {}
        }
    }

    fn declared_key(&mut self, label: &Rendered) {
        if self.begin_key() {
            self.pen.declared_key(label);
            self.end_key();
        }
    }

    fn data_key(&mut self, text: StringText<'_>) {
        if self.begin_key() {
            self.pen.data_key(text);
            self.end_key();
        } else {
            self.pen.skip_key(text);
        }
    }

    #[inline]
    fn string(&mut self, text: StringText<'_>) {
        self.before_value();
        self.pen.string(text);
    }

    #[inline]
    fn scalar(&mut self, text: &[u8], _: usize) {
        self.before_value();
        self.pen.scalar(text);
    }

    fn rendered(&mut self, text: &Rendered) {
        self.before_value();
        self.pen.rendered(text);
    }

    fn fills_absent(&self) -> bool {
        self.pen.fills_absent()
    }

    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone) {
        self.before_value();
        self.pen.characters(characters);
    }
}
