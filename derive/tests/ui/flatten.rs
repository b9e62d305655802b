//! Flattened fields whose keys nobody has declared, and what a flattened field cannot have.

use std::collections::{BTreeMap, HashMap};

use mcp_presenter::Presenter;
use serde::Serialize;

#[derive(Serialize, Presenter)]
struct Order {
    #[serde(flatten)]
    more: HashMap<String, String>,
    #[serde(flatten)]
    #[presenter(redact)]
    other: BTreeMap<String, u8>,
    #[serde(flatten)]
    value: serde_json::Value,
    #[serde(flatten)]
    #[presenter(hidden)]
    hidden: BTreeMap<String, u8>,
    #[serde(flatten, skip_serializing)]
    #[presenter(hidden)]
    _not_written: BTreeMap<String, u8>,
    #[serde(flatten)]
    #[presenter(any)]
    shown: Line,
    #[serde(flatten)]
    #[presenter(describe = "a line", embed)]
    line: Line,
}

#[derive(Serialize, Presenter)]
struct Line {
    sku: String,
}

fn main() {}
