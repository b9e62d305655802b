//! The arguments of `render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mcp_presenter::toon::{Profile, ToonOptions};
use mcp_presenter::{Format, Presenter, RequestId};

use super::{Cells, Shown};

#[derive(Args)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) shown: Shown,

    /// The form of the output
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    pub(crate) form: Form,

    /// The style of the data; the presenter's own unless given
    ///
    /// The options that the presenter has for TOON hold in every style of it.
    #[arg(long)]
    pub(crate) format: Option<Style>,

    #[command(flatten)]
    pub(crate) cells: Cells,

    /// The id of the JSON-RPC request that is answered: an integer is sent as a number, anything
    /// else as a string. Belongs to --as json-rpc, which needs it
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) id: Option<String>,

    /// Read, show and write piece by piece, in memory that does not grow with the data
    ///
    /// An array is shown item by item. What fails behind the first piece ends the output with a
    /// tool error. Presenters that embed others or look at whole collections cannot be streamed, nor
    /// can the format auto; toon needs --items, and items that are rows of scalars.
    #[arg(long)]
    pub(crate) stream: bool,

    /// The data is lines of JSON, each one item; implies --stream
    #[arg(long)]
    pub(crate) ndjson: bool,

    /// How many items there are. Belongs to --stream and --ndjson
    #[arg(long, value_name = "COUNT")]
    pub(crate) items: Option<usize>,

    /// Write a report as one JSON object, to standard error or to FILE; it never holds a value
    ///
    /// On standard error it takes the place of every message. A FILE is overwritten, and messages
    /// are written as ever.
    ///
    /// Done: is_collection, items and hidden (beyond the limit), bytes_in and bytes_out, dropped
    /// and redacted, replaced_surrogates, omitted_blocks (of embedded presenters), unknown_select,
    /// unmatched_paths (redaction paths that matched nothing), choice (of the format auto, else
    /// null: format, json or toon, and the bytes of both, json_bytes and toon_bytes), seconds
    /// (without reading and writing, unless they are part of a stream).
    ///
    /// Failed: error, an object of kind, message, offset (the byte) and item, both may be null,
    /// failures (each with path, expected, received, offset, item) and unlisted_failures (how many
    /// more there are).
    #[arg(long, value_name = "FILE", require_equals = true)]
    pub(crate) report: Option<Option<PathBuf>>,
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
    /// TOON, version 4.0 of its specification
    Toon,
    /// TOON, version 3.3
    Toon3,
    /// toon or json, whichever takes fewer bytes; the report says which. Takes as long as both
    Auto,
}

impl Style {
    /// The format; in TOON, with the options that the presenter has for it.
    pub(crate) fn format(self, presenter: &Presenter, cells: &Cells) -> Format {
        let own = match presenter.outline().format() {
            Format::Toon(options) | Format::Auto(options) => options,
            _ => ToonOptions::new(),
        };
        let toon = cells.in_toon(own);
        match self {
            Self::Json => Format::Json,
            Self::JsonPretty => Format::JsonPretty,
            Self::Toon => Format::Toon(toon.profile(Profile::Toon4)),
            Self::Toon3 => Format::Toon(toon.profile(Profile::Toon3)),
            Self::Auto => Format::Auto(toon),
        }
    }

    pub(crate) fn may_be_toon(self) -> bool {
        matches!(self, Self::Toon | Self::Toon3 | Self::Auto)
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
