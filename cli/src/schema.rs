//! `mcp-presenter schema`.

use crate::arguments::Schema;
use crate::console::write_exactly;
use crate::failure::Failure;
use crate::input::read_presenter;

pub(crate) fn run(arguments: &Schema) -> Result<(), Failure> {
    let presenter = read_presenter(&arguments.presenter)?;
    let schema = presenter.output_schema();
    let schema = schema.selectable(arguments.selectable).wrapped(!arguments.unwrapped);
    let schema = match (arguments.collection, arguments.document) {
        (true, _) => schema.collection(),
        (_, true) => schema.document(),
        _ => schema,
    };
    write_exactly(schema.to_json().as_bytes())
}
