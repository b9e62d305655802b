//! `mcp-presenter toon`.

use mcp_presenter::toon;

use crate::arguments::Toon;
use crate::console::{Console, write_exactly};
use crate::failure::Failure;
use crate::input::{Document, read_document};

pub(crate) fn run(arguments: &Toon, console: &Console) -> Result<(), Failure> {
    let Document { name, bytes } = read_document(arguments.file.as_deref(), console)?;
    let mut out = Vec::new();
    toon::encode(&bytes, &arguments.options(), &mut out)
        .map_err(|error| Failure::data(&name, error))?;
    write_exactly(&out)
}
