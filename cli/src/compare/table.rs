//! A comparison as an aligned table, for people.

use std::fmt::Write as _;

use indicatif::HumanCount;
use mcp_presenter::Report;

use super::{Comparison, Measure, Size, ratio};
use crate::console::{HEADING, NAME};
use crate::tokens::ENCODING;

const COLUMNS: [&str; 4] = ["bytes", "ratio", "tokens", "ratio"];

/// A name and a cell for each of [`COLUMNS`].
struct Row {
    name: String,
    cells: [String; 4],
    is_heading: bool,
}

pub(super) fn of(comparison: &Comparison) -> String {
    let mut rows = section("response", comparison, |measure| measure.response);
    let compact = comparison.compact();
    if compact.response != compact.data {
        rows.extend(section("data block", comparison, |measure| measure.data));
    }
    let mut out = String::new();
    write(&mut out, &rows);
    let _ = writeln!(out, "\n{}", legend(comparison.report()));
    out
}

/// What the numbers are of.
fn legend(report: &Report) -> String {
    let mut out = String::new();
    if report.is_collection() {
        let [shown, hidden] =
            [report.items(), report.hidden()].map(|count| HumanCount(count as u64));
        let _ = write!(out, "Items: {shown} shown, {hidden} hidden. ");
    }
    let _ = write!(out, "Tokens: {ENCODING}. Ratios: to json.");
    out
}

/// A heading and a row for each format.
fn section(title: &str, comparison: &Comparison, size: impl Fn(&Measure) -> Size) -> Vec<Row> {
    let heading =
        Row { name: title.to_owned(), cells: COLUMNS.map(str::to_owned), is_heading: true };
    let compact = size(comparison.compact());
    let formats = comparison.0.iter().map(|measure| {
        let size = size(measure);
        let cells = [
            HumanCount(size.bytes as u64).to_string(),
            ratio_cell(size.bytes, compact.bytes),
            HumanCount(size.tokens as u64).to_string(),
            ratio_cell(size.tokens, compact.tokens),
        ];
        Row { name: format!("  {}", measure.format), cells, is_heading: false }
    });
    std::iter::once(heading).chain(formats).collect()
}

fn ratio_cell(size: usize, compact: usize) -> String {
    ratio(size, compact).map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// Writes `rows`, the columns as wide as their widest cell, an empty line before the second heading.
fn write(out: &mut String, rows: &[Row]) {
    let name_width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let widths: [usize; COLUMNS.len()] = std::array::from_fn(|column| {
        rows.iter().map(|row| row.cells[column].len()).max().unwrap_or(0)
    });
    for (at, Row { name, cells, is_heading }) in rows.iter().enumerate() {
        if *is_heading && at > 0 {
            out.push('\n');
        }
        let name_style = if *is_heading { HEADING } else { NAME };
        let _ = write!(out, "{name_style}{name:<name_width$}{name_style:#}");
        let cell_style = if *is_heading { HEADING } else { anstyle::Style::new() };
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(out, "  {cell_style}{cell:>width$}{cell_style:#}");
        }
        out.push('\n');
    }
}
