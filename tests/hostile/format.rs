//! Formats, and options of TOON, made from bytes.

use mcp_presenter::Format;
use mcp_presenter::toon::{ArrayCells, Delimiter, Profile, ToonOptions};

use super::Source;

/// What joins the elements of arrays in cells, delimiters among them.
const SEPARATORS: [char; 8] = [';', ';', ',', '|', '&', '`', '=', '~'];

impl Source<'_> {
    /// Any format; most are TOON.
    pub fn format(&mut self) -> Format {
        match self.below(8) {
            0 => Format::Json,
            1 => Format::JsonPretty,
            2 | 3 => Format::Auto(self.toon()),
            _ => Format::Toon(self.toon()),
        }
    }

    pub fn toon(&mut self) -> ToonOptions {
        let (cells, indent) = (self.array_cells(), self.indent());
        self.toon_with(cells, indent)
    }

    pub fn toon_with(&mut self, cells: Option<ArrayCells>, indent: u8) -> ToonOptions {
        let options = ToonOptions::new()
            .profile([Profile::Toon4, Profile::Toon3][self.below(2)])
            .delimiter([Delimiter::Pipe, Delimiter::Comma, Delimiter::Tab][self.below(3)])
            .fill_nulls(self.flag())
            .indent(indent);
        match cells {
            Some(cells) => options.array_cells(cells),
            None => options,
        }
    }

    pub fn indent(&mut self) -> u8 {
        [2, 1, 3, 8][self.below(4)]
    }

    pub fn array_cells(&mut self) -> Option<ArrayCells> {
        let separator = SEPARATORS.get(self.below(2 * SEPARATORS.len()))?;
        ArrayCells::joined_by(*separator).ok()
    }
}
