//! The arguments of `toon` and `untoon`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use mcp_presenter::toon::{self, DecodeOptions, ToonOptions};

use super::Cells;

#[derive(Args)]
pub(crate) struct Toon {
    /// The version of TOON that is written
    #[arg(long, default_value = "toon4")]
    profile: Profile,

    /// What separates the cells of a row, and the values of an array on one line
    #[arg(long, default_value = "pipe")]
    delimiter: Delimiter,

    /// How many spaces a level is indented by
    #[arg(long, value_name = "N", default_value = "2", value_parser = value_parser!(u8).range(1..))]
    indent: u8,

    #[command(flatten)]
    cells: Cells,

    /// The JSON document; standard input if absent or -
    pub(crate) file: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Untoon {
    /// Forgive what leaves no doubt about the data
    ///
    /// That is: counts that are not as declared, rows with too few cells, blank lines inside
    /// arrays, indentation that is uneven or of tabs, keys that come again (the last value counts),
    /// headers that are none, control characters in quoted strings. The rest stays an error.
    #[arg(long)]
    lenient: bool,

    /// The version of TOON that is read; in toon3 a line that begins with # is data, no comment
    #[arg(long, default_value = "toon4")]
    profile: Profile,

    /// How many spaces a level is indented by
    #[arg(long, value_name = "N", default_value = "2", value_parser = value_parser!(u8).range(1..))]
    indent: u8,

    /// How long the JSON may become, give or take a line: a table can stand for far more than its
    /// own length
    #[arg(long, value_name = "N", default_value = "1073741824")]
    max_bytes: usize,

    /// The TOON document; standard input if absent or -
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// Version 4.0 of the specification
    Toon4,
    /// Version 3.3
    Toon3,
}

#[derive(Clone, Copy, ValueEnum)]
enum Delimiter {
    /// |
    Pipe,
    /// ,
    Comma,
    /// A tab
    Tab,
}

impl Toon {
    pub(crate) fn options(&self) -> ToonOptions {
        let profile = match self.profile {
            Profile::Toon4 => toon::Profile::Toon4,
            Profile::Toon3 => toon::Profile::Toon3,
        };
        let delimiter = match self.delimiter {
            Delimiter::Pipe => toon::Delimiter::Pipe,
            Delimiter::Comma => toon::Delimiter::Comma,
            Delimiter::Tab => toon::Delimiter::Tab,
        };
        let options = ToonOptions::new().profile(profile).delimiter(delimiter);
        self.cells.in_toon(options.indent(self.indent))
    }
}

impl Untoon {
    pub(crate) fn options(&self) -> DecodeOptions {
        let options = DecodeOptions::new()
            .indent(self.indent.into())
            .comments(self.profile == Profile::Toon4)
            .max_bytes(self.max_bytes);
        if self.lenient { options.lenient() } else { options }
    }
}
