//! `mcp-presenter untoon`.

use mcp_presenter::toon;

use crate::arguments::Untoon;
use crate::console::{Console, write_exactly};
use crate::failure::Failure;
use crate::input::{Document, read_document};

pub(crate) fn run(arguments: &Untoon, console: &Console) -> Result<(), Failure> {
    let Document { name, bytes } = read_document(arguments.file.as_deref(), console)?;
    let mut out = Vec::new();
    toon::decode(&bytes, &arguments.options(), &mut out)
        .map_err(|error| Failure::toon(&name, &error))?;
    write_exactly(&out)
}
