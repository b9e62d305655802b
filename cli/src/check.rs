//! `mcp-presenter check`.

use std::fmt::Write;
use std::path::Path;

use anstyle::Style;
use mcp_presenter::{Format, Model, OutlineField, Presenter};

use crate::console::{Console, HEADING, NAME, NOTABLE, WARNING, push_styled};
use crate::failure::Failure;
use crate::input::read_presenter;
use crate::text::in_one_line;

pub(crate) fn run(file: &Path, console: &Console) -> Result<(), Failure> {
    console.show(&describe(&read_presenter(file)?))
}

/// What `presenter` lets through, in the order in which it writes it.
fn describe(presenter: &Presenter) -> String {
    let outline = presenter.outline();
    let mut out = String::new();
    push_styled(&mut out, HEADING, &format!("presenter {}", in_one_line(presenter.name())));
    out.push('\n');

    if outline.allows_everything() {
        heading(&mut out, WARNING, "keeps everything: there is no schema");
    } else {
        let rows: Vec<_> = outline.fields().map(field_row).collect();
        section(&mut out, "keeps, in this order", &rows);
    }

    let rows: Vec<_> = outline.redactions().map(|(path, how)| Row::new(path, how)).collect();
    section(&mut out, "redacts", &rows);

    let keys: Vec<_> = match presenter.select_paths().next() {
        Some(_) => presenter.select_paths().map(in_one_line).collect(),
        None => presenter.select_keys().map(in_one_line).collect(),
    };
    let offered = match (outline.allows_everything(), keys.is_empty()) {
        (true, _) => "any key".to_owned(),
        (false, true) => "nothing".to_owned(),
        (false, false) => keys.join(", "),
    };
    heading(&mut out, HEADING, "select offers");
    let _ = writeln!(out, "  {offered}");

    let operations: Vec<_> = presenter.model().into_iter().flat_map(operation_rows).collect();
    section(&mut out, "an agent may write", &operations);

    if outline.format() != Format::Json {
        heading(&mut out, HEADING, "format");
        let _ = writeln!(out, "  {}", outline.format());
    }

    if let Some(limit) = outline.limit() {
        heading(&mut out, HEADING, "limit");
        let _ = writeln!(out, "  {limit} items");
    }

    list(&mut out, HEADING, "rules", outline.rules());
    let warnings = presenter.warnings().iter().map(ToString::to_string);
    list(&mut out, WARNING, "warnings", warnings);
    out
}

/// What a path is, and how that is marked.
struct Row {
    path: String,
    text: String,
    style: Style,
}

impl Row {
    /// A row for a terminal: no control characters.
    fn new(path: &str, text: &str) -> Self {
        let [path, text] = [path, text].map(|text| in_one_line(text).into_owned());
        Self { path, text, style: Style::new() }
    }
}

/// What an agent may write in each operation of a model.
fn operation_rows(model: &Model) -> impl Iterator<Item = Row> {
    model.operations().map(|operation| {
        let fields: Vec<&str> = model.fillable(operation).collect();
        let fields = if fields.is_empty() { "nothing".to_owned() } else { fields.join(", ") };
        Row::new(operation, &fields)
    })
}

/// A field, its type and what else is said of it.
fn field_row(field: &OutlineField) -> Row {
    let mut text = field.ty.clone();
    if field.nullable {
        text.push_str(" or null");
    }
    if field.casts {
        text.push_str(", converted");
    }
    if field.optional {
        text.push_str(", may be absent");
    }
    if let Some(key) = &field.alias {
        text.push_str(", in the data ");
        text.push_str(key);
    }
    if let Some(how) = &field.redacted {
        text.push_str(", redacted: ");
        text.push_str(how);
    }
    let style = if field.redacted.is_some() { NOTABLE } else { Style::new() };
    Row { style, ..Row::new(&field.path, &text) }
}

fn heading(out: &mut String, style: Style, text: &str) {
    out.push('\n');
    push_styled(out, style, text);
    out.push('\n');
}

/// A heading and rows of two columns; nothing if there are no rows.
fn section(out: &mut String, title: &str, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    heading(out, HEADING, title);
    let width = rows.iter().map(|row| row.path.chars().count()).max().unwrap_or(0);
    for Row { path, text, style } in rows {
        let _ = writeln!(out, "  {NAME}{path:<width$}{NAME:#}  {style}{text}{style:#}");
    }
}

/// A heading and one entry a line; nothing if there are no entries.
fn list(
    out: &mut String,
    style: Style,
    title: &str,
    entries: impl Iterator<Item = impl AsRef<str>>,
) {
    for (index, entry) in entries.enumerate() {
        if index == 0 {
            heading(out, style, title);
        }
        let _ = writeln!(out, "  {}", in_one_line(entry.as_ref()));
    }
}
