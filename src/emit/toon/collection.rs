//! A root array, element by element, whose length nobody knows yet.

use crate::emit::context::Context;
use crate::walk::events::{Events, Sink};

use super::ToonMemory;
use super::layout::Mark;
use super::options::ToonOptions;
use super::pen::{Pen, write_count};
use super::row::{RowSink, push_steps};
use super::survey::{Form, Survey};
use super::writer::Writer;

/// Writes the elements of a root array one after the other.
///
/// The first says what is tried: cells on one line, rows of a table, or a list. An element that does
/// not fit ends the trial: the caller takes back what was written and begins again with
/// [`in_list`](Self::in_list), into which everything fits. So a document is walked twice at most,
/// and no more of it is held than an element. The count is put into the header at the end.
#[derive(Debug)]
pub(crate) struct Collection {
    options: ToonOptions,
    trial: Trial,
    count: usize,
    /// Where the count belongs.
    mark: usize,
    /// The count, if it was known before.
    known_count: Option<usize>,
    /// What is known of the table: its header, and what its columns hold.
    known: Mark,
}

#[derive(Clone, Copy, Debug)]
enum Trial {
    /// Whatever the first element says.
    Open,
    Cells,
    /// With a header of this layout, in a table of this shape so far.
    Rows {
        header: u32,
        shape: u32,
    },
    List,
}

/// The element fits into no form but a list.
#[derive(Debug)]
pub(crate) struct Unfit;

/// How an element was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// As a row, in the order of the header.
    InOrder,
    /// As the first row that says what some column holds. The settings of rows are others now.
    Settling,
    Otherwise,
}

impl Collection {
    /// In the most compact form that its elements fit into.
    pub(crate) fn new(options: ToonOptions) -> Self {
        let (trial, known) = (Trial::Open, Mark::default());
        Self { options, trial, count: 0, mark: 0, known_count: None, known }
    }

    /// Of so many elements as are said.
    pub(crate) fn counted(options: ToonOptions, count: usize) -> Self {
        Self { known_count: Some(count), ..Self::new(options) }
    }

    pub(crate) fn options(&self) -> ToonOptions {
        self.options
    }

    /// As a list.
    pub(crate) fn in_list(options: ToonOptions) -> Self {
        Self { trial: Trial::List, ..Self::new(options) }
    }

    /// Whether its elements are rows of a table, whose settings are in the memory.
    #[inline(always)]
    pub(crate) fn is_table(&self) -> bool {
        matches!(self.trial, Trial::Rows { .. })
    }

    /// Somebody else wrote the next row.
    #[inline(always)]
    pub(crate) fn wrote_row(&mut self) {
        self.count += 1;
    }

    /// Writes the next element.
    ///
    /// # Errors
    ///
    /// It does not fit, and what was written has to be taken back.
    pub(crate) fn element<C: Context>(
        &mut self,
        events: &mut impl Events,
        memory: &mut ToonMemory,
        out: &mut Vec<u8>,
    ) -> Result<Written, Unfit> {
        let mut written = Written::Otherwise;
        match self.trial {
            Trial::Open => self.first::<C>(events, memory, out)?,
            Trial::Cells => self.cell::<C>(events, memory, out)?,
            Trial::Rows { header, shape } => {
                written = self.row::<C>(header, shape, events, memory, out)?;
            }
            Trial::List => {
                memory.layouts.clear_if_large();
                events.send(&mut Survey::of_element(
                    &mut memory.forms,
                    &mut memory.layouts,
                    self.options,
                ));
                self.item::<C>(events, memory, out);
            }
        }
        self.count += 1;
        Ok(written)
    }

    /// Ends the array.
    pub(crate) fn end(&self, out: &mut Vec<u8>) {
        if self.count == 0 {
            return out.extend_from_slice(b"[]");
        }
        if self.known_count.is_some() {
            return;
        }
        let end = out.len();
        write_count(out, self.count);
        let digits = out.len() - end;
        out[self.mark..].rotate_right(digits);
    }

    fn first<C: Context>(
        &mut self,
        events: &mut impl Events,
        memory: &mut ToonMemory,
        out: &mut Vec<u8>,
    ) -> Result<(), Unfit> {
        let ToonMemory { layouts, forms, steps, ink, .. } = memory;
        events.send(&mut Survey::of_element(forms, layouts, self.options));
        let form = forms.list.first().copied();
        if self.known_count.is_some() && !matches!(form, Some(Form::Alike { .. })) {
            return Err(Unfit);
        }
        if !matches!(form, None | Some(Form::Alike { .. })) {
            self.trial = Trial::List;
            self.item::<C>(events, memory, out);
            return Ok(());
        }
        let mut pen = Pen::<C>::new(out, ink, self.options);
        self.mark = match self.known_count {
            Some(count) => pen.known_count(count),
            None => pen.begin_count(),
        };
        pen.end_count(false);
        match form {
            Some(Form::Alike { layout, .. }) => {
                let shape = layouts.shape(layout);
                self.trial = Trial::Rows { header: layout, shape };
                self.known = layouts.mark();
                steps.clear();
                push_steps(steps, layouts, layout, shape);
                pen.header(layouts, layout);
                let settings = &mut memory.row_settings;
                settings.options = self.options;
                settings.header.clear();
                settings.header.extend_from_slice(&out[self.mark..]);
                settings.set_columns(steps);
                // The header's own row fits, unless a function says something else each time.
                self.row::<C>(layout, shape, events, memory, out).map(drop)
            }
            _ => {
                self.trial = Trial::Cells;
                pen.mark(b": ");
                self.primitive::<C>(events, memory, out);
                Ok(())
            }
        }
    }

    fn primitive<C: Context>(
        &self,
        events: &mut impl Events,
        memory: &mut ToonMemory,
        out: &mut Vec<u8>,
    ) {
        let ToonMemory { layouts, forms, writer, ink, .. } = memory;
        let pen = Pen::<C>::new(out, ink, self.options);
        events.send(&mut Writer::new(pen, writer, layouts, forms));
    }

    fn cell<C: Context>(
        &self,
        events: &mut impl Events,
        memory: &mut ToonMemory,
        out: &mut Vec<u8>,
    ) -> Result<(), Unfit> {
        let ToonMemory { layouts, forms, ink, .. } = memory;
        events.send(&mut Survey::of_element(forms, layouts, self.options));
        if !forms.list.is_empty() {
            return Err(Unfit);
        }
        Pen::<C>::new(out, ink, self.options).delimiter();
        self.primitive::<C>(events, memory, out);
        Ok(())
    }

    fn row<C: Context>(
        &mut self,
        header: u32,
        shape: u32,
        events: &mut impl Events,
        memory: &mut ToonMemory,
        out: &mut Vec<u8>,
    ) -> Result<Written, Unfit> {
        let ToonMemory { layouts, forms, writer, steps, ink, .. } = memory;
        let (start, before) = (out.len(), ink.mark());
        let mut pen = Pen::<C>::new(out, ink, self.options);
        pen.line(1);
        let mut row = RowSink::new(pen, layouts, steps, self.options.array_cells);
        events.send(&mut row);
        if row.fits() {
            return Ok(Written::InOrder);
        }
        // It may have the header's keys in another order, or say first what a column of nulls holds.
        out.truncate(start);
        ink.rewind(before);
        events.send(&mut Survey::of_element(forms, layouts, self.options));
        let Some(Form::Alike { layout, .. }) = forms.list.first() else { return Err(Unfit) };
        let joined = layouts.join(shape, layouts.shape(*layout)).ok_or(Unfit)?;
        let pen = Pen::<C>::new(out, ink, self.options);
        events.send(&mut Writer::in_table(pen, writer, layouts, forms, header));
        if joined == shape {
            layouts.rewind(self.known);
            return Ok(Written::Otherwise);
        }
        self.trial = Trial::Rows { header, shape: joined };
        self.known = layouts.mark();
        steps.clear();
        push_steps(steps, layouts, header, joined);
        memory.row_settings.set_columns(steps);
        Ok(Written::Settling)
    }

    /// Writes an element of a list, whose forms are known.
    fn item<C: Context>(
        &mut self,
        events: &mut impl Events,
        memory: &mut ToonMemory,
        out: &mut Vec<u8>,
    ) {
        let ToonMemory { layouts, forms, writer, ink, .. } = memory;
        let mut pen = Pen::<C>::new(out, ink, self.options);
        if self.count == 0 {
            self.mark = pen.begin_count();
            pen.end_count(false);
            pen.mark(b":");
        }
        let mut writer = Writer::in_list(pen, writer, layouts, forms);
        writer.element();
        events.send(&mut writer);
    }
}
