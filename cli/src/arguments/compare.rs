//! The arguments of `compare`.

use clap::Args;

use super::{Cells, Shown};

#[derive(Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) shown: Shown,

    #[command(flatten)]
    pub(crate) cells: Cells,

    /// Write one JSON object, for programs
    ///
    /// Its members: encoding (of the tokens), is_collection, items and hidden (beyond the limit),
    /// and formats, an object of json-pretty, json, toon3 and toon. Each has response and data (the
    /// data block alone), with bytes, tokens, bytes_ratio and tokens_ratio. Ratios are to json, and
    /// null if that is empty.
    #[arg(long)]
    pub(crate) json: bool,
}
