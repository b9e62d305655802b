//! The command line of `schema`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub(crate) struct Schema {
    /// The presenter file, JSON or .toml
    #[arg(long, value_name = "FILE")]
    pub(crate) presenter: PathBuf,

    /// The tool offers _select: any root field may be missing
    #[arg(long)]
    pub(crate) selectable: bool,

    /// The data is always an array
    #[arg(long, conflicts_with = "document")]
    pub(crate) collection: bool,

    /// The data is never an array
    #[arg(long)]
    pub(crate) document: bool,

    /// What is no object is sent as it is, as from protocol revision 2026-07-28; before that it is
    /// sent as {"items": ...}
    #[arg(long)]
    pub(crate) unwrapped: bool,
}
