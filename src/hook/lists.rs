//! The sinks for rules and suggestions: blocks of one line an entry.

use crate::blocks::list::ListKind;
use crate::blocks::output::Output;
use crate::emit::text::Setting;
use crate::emit::toon::cells::ArrayCells;
use crate::plan::Rendered;

use super::content::{Content, sealed, write};

/// A list whose block begins with its first entry.
#[derive(Debug)]
pub(crate) struct ListWriter<'l> {
    pub(crate) output: &'l mut Output,
    kind: ListKind,
    is_begun: bool,
}

impl<'l> ListWriter<'l> {
    pub(crate) fn new(output: &'l mut Output, kind: ListKind) -> Self {
        Self { output, kind, is_begun: false }
    }

    fn begin_entry(&mut self) -> usize {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.output.begin_list(self.kind);
        }
        self.output.begin_entry()
    }

    /// An entry that was rendered before.
    pub(crate) fn rendered(&mut self, text: &Rendered) {
        let start = self.begin_entry();
        self.output.rendered(text);
        self.output.end_entry(start, start);
    }

    /// What is said of arrays in the cells of tables, where there are any.
    pub(crate) fn array_cells(&mut self, cells: Option<ArrayCells>) {
        if let Some(cells) = cells {
            self.entry(&format_args!("{cells}"));
        }
    }

    pub(crate) fn entry(&mut self, text: &dyn sealed::Content) {
        let start = self.begin_entry();
        write(self.output, Setting::Line, text);
        self.output.end_entry(start, start);
    }

    fn suggestion(&mut self, tool: &dyn sealed::Content, reason: &dyn sealed::Content) {
        let start = self.begin_entry();
        write(self.output, Setting::Line, tool);
        let tool_end = self.output.buffer.len();
        self.output.own(": ");
        write(self.output, Setting::Line, reason);
        self.output.end_entry(start, tool_end);
    }

    /// Ends the block, if there is one.
    pub(crate) fn end(self) {
        if self.is_begun {
            self.output.end_list(self.kind);
        }
    }
}

/// Takes rules that look at the data: lines of the `<domain_rules>` block.
#[derive(Debug)]
pub struct Rules<'l> {
    pub(crate) list: ListWriter<'l>,
}

impl<'l> Rules<'l> {
    pub(crate) fn new(output: &'l mut Output) -> Self {
        Self { list: ListWriter::new(output, ListKind::Rules) }
    }

    /// Adds a rule. A line break in it becomes a space.
    pub fn rule(&mut self, text: impl Content) {
        self.list.entry(&text);
    }
}

/// Takes suggestions of what the agent may do next: lines of the `<action_suggestions>` block.
#[derive(Debug)]
pub struct Suggestions<'l> {
    pub(crate) list: ListWriter<'l>,
}

impl<'l> Suggestions<'l> {
    pub(crate) fn new(output: &'l mut Output) -> Self {
        Self { list: ListWriter::new(output, ListKind::Suggestions) }
    }

    /// Suggests to call `tool`, and says why. A line break in either becomes a space.
    pub fn suggest(&mut self, tool: impl Content, reason: impl Content) {
        self.list.suggestion(&tool, &reason);
    }
}
