//! The layers that do not look at the data: the notice, what is always sent, what a handler
//! appends.

use crate::blocks::Layer;
use crate::blocks::list::ListKind;
use crate::blocks::output::Output;
use crate::door::json::Root;
use crate::emit::context::in_context;
use crate::emit::toon::cells::ArrayCells;
use crate::hook::lists::{ListWriter, Suggestions};
use crate::hook::ui::Ui;
use crate::plan::Rendered;
use crate::presenter::Inner;
use crate::presenter::hooks::ReadyRule;
use crate::response::Appended;

/// Writes every layer of a Presenter none of whose layers looks at the data.
#[inline]
pub(crate) fn write(
    output: &mut Output,
    presenter: &Inner,
    root: Root,
    appended: Option<&Appended<'_>>,
) {
    let surroundings = &presenter.surroundings;
    let is_empty = root.hidden == 0
        && root.array_cells.is_none()
        && appended.is_none()
        && surroundings.directives_block.is_none()
        && surroundings.rules_block.is_none();
    if !is_empty {
        write_layers(output, presenter, root, appended);
    }
}

fn write_layers(
    output: &mut Output,
    presenter: &Inner,
    root: Root,
    appended: Option<&Appended<'_>>,
) {
    notice(output, presenter, root.shown, root.hidden);
    appended_ui(output, appended);
    appended_raw(output, appended);
    directives(output, presenter, appended);
    rules(output, presenter, root.array_cells, appended);
    if appended.is_some_and(|appended| !appended.suggestions.is_empty()) {
        let mut next = Suggestions::new(output);
        append_suggestions(&mut next, appended);
        next.list.end();
    }
}

/// Says how many items a limit hides.
pub(super) fn notice(output: &mut Output, presenter: &Inner, shown: usize, hidden: usize) {
    if hidden == 0 {
        return;
    }
    let notice = &presenter.notice;
    Ui::new(output).block(&"summary", |output| {
        in_context!(output.context(), C => {
            notice.write::<C>(&mut output.buffer, shown, hidden);
        });
    });
}

pub(super) fn appended_ui(output: &mut Output, appended: Option<&Appended<'_>>) {
    for ui in appended.iter().flat_map(|appended| &appended.ui) {
        ui(&mut Ui::new(output));
    }
}

pub(super) fn appended_raw(output: &mut Output, appended: Option<&Appended<'_>>) {
    for block in appended.iter().flat_map(|appended| &appended.raw) {
        output.begin(Layer::Embed);
        output.own(block);
        output.end();
    }
}

pub(super) fn directives(output: &mut Output, presenter: &Inner, appended: Option<&Appended<'_>>) {
    let surroundings = &presenter.surroundings;
    let appended = appended.map_or(&[][..], |appended| &appended.directives);
    let block = surroundings.directives_block.as_ref();
    list(output, ListKind::Directives, block, None, &surroundings.directives, appended);
}

/// The rules of a Presenter none of whose rules looks at the data, behind what is said of arrays in
/// cells.
pub(super) fn rules(
    output: &mut Output,
    presenter: &Inner,
    array_cells: Option<ArrayCells>,
    appended: Option<&Appended<'_>>,
) {
    let surroundings = &presenter.surroundings;
    let appended = appended.map_or(&[][..], |appended| &appended.rules);
    let texts = surroundings.rules.iter().filter_map(|rule| match rule {
        ReadyRule::Text(text) => Some(text),
        ReadyRule::Dynamic(_) => None,
    });
    let block = surroundings.rules_block.as_ref();
    list(output, ListKind::Rules, block, array_cells, texts, appended);
}

/// A list of what is declared, and of what is said of this data or appended: where nothing is, and
/// nobody keeps the entries, it is the block that was rendered when the Presenter was built.
fn list<'e>(
    output: &mut Output,
    kind: ListKind,
    block: Option<&Rendered>,
    array_cells: Option<ArrayCells>,
    declared: impl IntoIterator<Item = &'e Rendered>,
    appended: &[String],
) {
    if array_cells.is_none() && appended.is_empty() && !output.keeps() {
        if let Some(block) = block {
            output.block(kind.layer(), block);
        }
        return;
    }
    let mut list = ListWriter::new(output, kind);
    list.array_cells(array_cells);
    declared.into_iter().for_each(|entry| list.rendered(entry));
    appended.iter().for_each(|entry| list.entry(entry));
    list.end();
}

pub(super) fn append_suggestions(next: &mut Suggestions<'_>, appended: Option<&Appended<'_>>) {
    for (tool, reason) in appended.iter().flat_map(|appended| &appended.suggestions) {
        next.suggest(tool, reason);
    }
}
