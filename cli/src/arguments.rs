//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_presenter::{Format, RequestId};

/// Shows JSON as an agent may see it.
#[derive(Parser)]
#[command(name = "mcp-presenter", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Whether messages, and what check says, are coloured
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
}

#[derive(Args)]
pub(crate) struct Render {
    /// The presenter file, JSON or .toml; without one everything is allowed
    #[arg(long, value_name = "FILE")]
    pub(crate) presenter: Option<PathBuf>,

    /// Only these root keys, in this order; may be given more than once
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// The form of the output
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    pub(crate) form: Form,

    /// The style of the data; the presenter's own unless given
    #[arg(long)]
    pub(crate) format: Option<Style>,

    /// The id of the JSON-RPC request that is answered: an integer is sent as a number, anything
    /// else as a string. Belongs to --as json-rpc, which needs it
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) id: Option<String>,

    /// Write a report as one JSON object, to standard error or to FILE; it never holds a value
    ///
    /// On standard error it takes the place of every message. A FILE is overwritten, and messages
    /// are written as ever.
    ///
    /// Done: is_collection, items and hidden (beyond the limit), bytes_in and bytes_out, dropped
    /// and redacted, replaced_surrogates, omitted_blocks (of embedded presenters), unknown_select,
    /// unmatched_paths (redaction paths that matched nothing), seconds (without reading and
    /// writing).
    ///
    /// Failed: error, an object of kind, message, offset (the byte) and item, both may be null,
    /// failures (each with path, expected, received, offset, item) and unlisted_failures (how many
    /// more there are).
    #[arg(long, value_name = "FILE", require_equals = true)]
    pub(crate) report: Option<Option<PathBuf>>,

    /// The JSON document; standard input if absent or -
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// The text blocks, an empty line between them
    Text,
    /// A JSON array with the text of each block
    Blocks,
    /// An MCP tool result
    Result,
    /// A JSON-RPC response, on one line
    JsonRpc,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Style {
    /// Compact
    Json,
    /// Indented by two spaces
    JsonPretty,
}

impl From<Style> for Format {
    fn from(style: Style) -> Self {
        match style {
            Style::Json => Self::Json,
            Style::JsonPretty => Self::JsonPretty,
        }
    }
}

/// An id as the caller of a JSON-RPC server would have sent it.
///
/// Only an integer in its usual form is a number; `007` and `+7` would not come back as they came.
pub(crate) fn request_id(text: &str) -> RequestId<'_> {
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => RequestId::Number(number),
        _ => RequestId::Text(text),
    }
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
        return "a command is missing, render or check; --help says more".to_owned();
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}
