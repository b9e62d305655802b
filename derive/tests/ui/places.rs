//! Parts without names, which keep their places.

use mcp_presenter::Presenter;
use serde::Serialize;

#[derive(Serialize, Presenter)]
struct Pair(#[presenter(hidden)] u64, #[presenter(embed)] Line);

#[derive(Serialize, Presenter)]
struct Alone(#[presenter(hidden)] u64);

#[derive(Serialize, Presenter)]
struct Now(u64, #[serde(skip_serializing_if = "is_zero")] u64);

#[derive(Presenter)]
union Union {
    id: u64,
}

#[derive(Serialize, Presenter)]
struct Line {
    sku: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn main() {}
