//! TOON, in two passes over the events of a value.
//!
//! The first (`survey`) finds the form of every array and object and keeps it in a flat list; the
//! second (`writer`) writes. Both hear the same events, so what is selected, redacted and in which
//! order is decided where it is decided for JSON. Nothing of a value is copied but its keys, once
//! each.
//!
//! A root array is written element by element (`collection`), its rows on trial (`row`), those of a
//! shape that is foreseen by a list of copies (`program`).
//!
//! `layout` says which objects fit into the same table, `cells` which arrays may be part of one,
//! `quoting` which strings stand without quotes, `pen` writes the pieces and escapes them for the
//! place of the block, `guard` looks after tags that come together from several texts.

#![forbid(unsafe_code)]

pub(crate) mod cells;
mod collection;
mod guard;
mod intern;
mod layout;
pub(crate) mod options;
mod pen;
mod program;
mod quoting;
mod row;
mod survey;
mod writer;

use crate::walk::events::Events;

use super::context::Context;
use super::json::Surrogates;
use cells::ArrayCells;
pub(crate) use collection::{Collection, Unfit, Written};
use layout::{Layouts, Mark};
use options::ToonOptions;
use pen::{Ink, Pen};
pub(crate) use program::{RowOutput, RowProgram, RowSettings};
use row::Step;
use survey::{Forms, Survey};
use writer::{Writer, WriterMemory};

/// Memory for TOON, kept from one document to the next.
#[derive(Debug, Default)]
pub(crate) struct ToonMemory {
    layouts: Layouts,
    forms: Forms,
    writer: WriterMemory,
    /// A row of the root array's table.
    steps: Vec<Step>,
    row_settings: RowSettings,
    ink: Ink,
}

impl ToonMemory {
    /// Prepares for a document.
    pub(crate) fn begin(&mut self) {
        self.layouts.rewind(Mark::default());
        self.ink.begin();
    }

    /// The lone surrogates that were written since the document began.
    pub(crate) fn surrogates(&self) -> Surrogates {
        self.ink.surrogates
    }

    /// Counts what somebody else wrote, of a string that starts at `offset` of the input.
    pub(crate) fn add_surrogates(&mut self, count: u64, offset: usize) {
        self.ink.surrogates.add(count, offset);
    }

    /// The first surrogate stands `base` bytes farther on, unless it was known `before`.
    pub(crate) fn place_surrogates(&mut self, before: Surrogates, base: usize) {
        self.ink.surrogates.place(before, base);
    }

    /// What the rows of the root array's table depend on, once it has a header.
    pub(crate) fn row_settings(&self) -> &RowSettings {
        &self.row_settings
    }

    /// For a row of the root array's table.
    #[inline(always)]
    pub(crate) fn row_output<'o>(&'o mut self, out: &'o mut Vec<u8>) -> RowOutput<'o> {
        RowOutput { out, ink: &mut self.ink, options: self.row_settings.options }
    }

    /// How arrays were written into cells since the document began, if one was.
    pub(crate) fn array_cells(&self, options: ToonOptions) -> Option<ArrayCells> {
        options.array_cells.filter(|_| self.ink.has_joined)
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.layouts.capacity()
            + self.forms.capacity()
            + self.writer.capacity()
            + self.steps.capacity() * size_of::<Step>()
            + self.row_settings.capacity()
            + self.ink.capacity()
    }
}

/// Writes a document that is one value.
///
/// Linear in the events but for the sorting of an object's keys.
pub(crate) fn write_document<C: Context>(
    events: &mut impl Events,
    options: ToonOptions,
    memory: &mut ToonMemory,
    out: &mut Vec<u8>,
) {
    let ToonMemory { layouts, forms, writer, ink, .. } = memory;
    events.send(&mut Survey::new(forms, layouts, options));
    let pen = Pen::<C>::new(out, ink, options);
    events.send(&mut Writer::new(pen, writer, layouts, forms));
}
