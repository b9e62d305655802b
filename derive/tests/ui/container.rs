//! Attributes of a struct that are not known, twice there, or without the value that they want.

use mcp_presenter::Presenter;

#[derive(Presenter)]
#[presenter(nmae = "Order", limit = "ten", rules = "one", limit = 10, limit = 10)]
#[presenter(redact, name = 7, notice = "", redact_hooks = true, auto_rules, docs = "no")]
#[presenter(limit = -1)]
struct Order {
    id: u64,
}

#[derive(Presenter)]
#[presenter(limit = -1, crate = "no path!", rules(1), name)]
struct Line {
    id: u64,
}

fn main() {}
