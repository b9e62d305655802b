//! A case style that is none.

use mcp_presenter::Presenter;

#[derive(Presenter)]
#[serde(rename_all = "Camel")]
struct Order {
    id: u64,
}

#[derive(Presenter)]
#[serde(rename_all(serialize = "CAMEL", deserialize = "whatever"))]
enum Status {
    Draft,
}

fn main() {}
