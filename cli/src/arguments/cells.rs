//! What commands that write TOON may be asked about arrays in tables.

use clap::Args;
use mcp_presenter::toon::{ArrayCells, ToonOptions};

#[derive(Args)]
pub(crate) struct Cells {
    /// In TOON, write an array in a row of a table as one cell, its elements joined by this character
    ///
    /// Such rows are no table otherwise. Whoever reads a cell cannot tell numbers from text in it; a
    /// response says in its rules what such cells are, the TOON of a document does not.
    #[arg(long, value_name = "SEPARATOR", value_parser = joined_by)]
    array_cells: Option<ArrayCells>,
}

fn joined_by(text: &str) -> Result<ArrayCells, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(separator), None) => {
            ArrayCells::joined_by(separator).map_err(|error| error.to_string())
        }
        _ => Err("one character is needed".to_owned()),
    }
}

impl Cells {
    pub(crate) fn are_asked_for(&self) -> bool {
        self.array_cells.is_some()
    }

    /// `options` with such cells, if they are asked for.
    pub(crate) fn in_toon(&self, options: ToonOptions) -> ToonOptions {
        self.array_cells.map_or(options, |cells| options.array_cells(cells))
    }
}
