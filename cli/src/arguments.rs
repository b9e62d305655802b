//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_presenter::{Format, RequestId};

/// Shows JSON as an agent may see it.
#[derive(Parser)]
#[command(name = "mcp-presenter", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
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
