//! The command line: what all commands have, here, and each command's own.

mod cells;
mod compare;
mod render;
mod schema;
mod toon;

use std::ffi::OsString;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use cells::Cells;
pub(crate) use compare::Compare;
pub(crate) use render::{Form, Render, Style, request_id};
pub(crate) use schema::Schema;
pub(crate) use toon::{Toon, Untoon};

/// Shows JSON as an agent may see it.
#[derive(Parser)]
#[command(name = "mcp-presenter", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Whether messages, and what check and compare say, are coloured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    /// At a terminal, as NO_COLOR, CLICOLOR and CLICOLOR_FORCE say
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::AlwaysAnsi,
            Color::Never => Self::Never,
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Write what a presenter keeps of a JSON document.
    Render(Render),
    /// Say what a presenter file keeps and redacts, and everything that is wrong with it.
    Check {
        /// The presenter file, JSON or .toml
        file: PathBuf,
    },
    /// Write the JSON Schema of what a presenter sends as structured content.
    Schema(Schema),
    /// Write a JSON document as TOON, all of it.
    Toon(Toon),
    /// Write a TOON document as JSON.
    Untoon(Untoon),
    /// Say what the same data costs in bytes and tokens as JSON and as TOON.
    ///
    /// Two texts of each format are measured: the response, which is all text blocks with an empty
    /// line between them, as render writes them and as an agent reads them; and the data block
    /// alone, in the table only if there are other blocks. toon is TOON 4.0, toon3 is 3.3.
    ///
    /// Tokens are those of the encoding o200k_base, counted without the network. Text like
    /// <|endoftext|> is counted as the ordinary text that it is. Other models split text otherwise:
    /// take the ratios as a guide for them, and the counts not at all.
    Compare(Compare),
}

/// What is shown: a document, or a part of it.
#[derive(Args)]
pub(crate) struct Shown {
    /// The presenter file, JSON or .toml; without one everything is allowed
    #[arg(long, value_name = "FILE")]
    pub(crate) presenter: Option<PathBuf>,

    /// Only these root keys, in this order; may be given more than once
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// The JSON document; standard input if absent or -
    pub(crate) file: Option<PathBuf>,
}

/// What `--color` says on a command line that is wrong elsewhere.
pub(crate) fn color_of(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(argument) = arguments.next() {
        let next = if argument == "--color" { arguments.next() } else { None };
        let argument = argument.to_string_lossy();
        let value = match &next {
            Some(value) => value.to_str(),
            None => argument.strip_prefix("--color="),
        };
        choice = match value.map(|value| Color::from_str(value, false)) {
            Some(Ok(color)) => color.into(),
            _ => choice,
        };
    }
    choice
}

/// What is wrong with the command line, without the usage that clap adds.
pub(crate) fn in_one_line(error: &clap::Error) -> String {
    use clap::error::ErrorKind;
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing; --help lists them".to_owned();
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}
