//! `mcp-presenter check`.

use std::fmt::Write;
use std::path::Path;

use mcp_presenter::{OutlineField, Presenter};

use crate::text::in_one_line;
use crate::{Failure, read_presenter};

pub(crate) fn run(file: &Path) -> Result<Vec<u8>, Failure> {
    Ok(describe(&read_presenter(file)?).into_bytes())
}

/// What `presenter` lets through, in the order in which it writes it.
fn describe(presenter: &Presenter) -> String {
    let outline = presenter.outline();
    let mut out = format!("presenter {}\n", in_one_line(presenter.name()));

    if outline.allows_everything() {
        out.push_str("\nkeeps everything: there is no schema\n");
    } else {
        let rows: Vec<_> =
            outline.fields().map(|field| (field.path.clone(), kept(field))).collect();
        section(&mut out, "keeps, in this order", &rows);
    }

    let rows: Vec<_> =
        outline.redactions().map(|(path, how)| (path.to_owned(), how.to_owned())).collect();
    section(&mut out, "redacts", &rows);

    let keys: Vec<_> = presenter.select_keys().map(in_one_line).collect();
    let offered = match (outline.allows_everything(), keys.is_empty()) {
        (true, _) => "any key".to_owned(),
        (false, true) => "nothing".to_owned(),
        (false, false) => keys.join(", "),
    };
    let _ = write!(out, "\nselect offers\n  {offered}\n");

    if let Some(limit) = outline.limit() {
        let _ = write!(out, "\nlimit\n  {limit} items\n");
    }

    list(&mut out, "rules", outline.rules());
    list(&mut out, "warnings", presenter.warnings().iter().map(ToString::to_string));
    out
}

/// The type of a field and what else is said of it.
fn kept(field: &OutlineField) -> String {
    let mut text = field.ty.clone();
    if field.nullable {
        text.push_str(" or null");
    }
    if field.optional {
        text.push_str(", may be absent");
    }
    if let Some(how) = &field.redacted {
        text.push_str(", redacted: ");
        text.push_str(how);
    }
    text
}

/// A heading and rows of two columns; nothing if there are no rows.
fn section(out: &mut String, heading: &str, rows: &[(String, String)]) {
    if rows.is_empty() {
        return;
    }
    let rows: Vec<_> = rows.iter().map(|(a, b)| (in_one_line(a), in_one_line(b))).collect();
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    let _ = write!(out, "\n{heading}\n");
    for (left, right) in rows {
        let _ = writeln!(out, "  {left:<width$}  {right}");
    }
}

/// A heading and one entry a line; nothing if there are no entries.
fn list(out: &mut String, heading: &str, entries: impl Iterator<Item = impl AsRef<str>>) {
    for (index, entry) in entries.enumerate() {
        if index == 0 {
            let _ = write!(out, "\n{heading}\n");
        }
        let _ = writeln!(out, "  {}", in_one_line(entry.as_ref()));
    }
}
