//! Attributes of a field that are not known, twice there, or without the value that they want.

use mcp_presenter::Presenter;

#[derive(Presenter)]
struct Order {
    #[presenter(redacted)]
    id: u64,
    #[presenter(describe = 7, hidden, hidden)]
    number: u64,
    #[presenter(describe = " ")]
    empty: u64,
    #[presenter(hidden = true, embed("x"))]
    flags: u64,
    #[presenter(schema)]
    schema: u64,
    #[presenter(limit = 5)]
    lines: Vec<u64>,
    #[presenter]
    bare: u64,
}

fn main() {}
