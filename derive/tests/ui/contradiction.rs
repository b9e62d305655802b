//! Attributes that contradict each other, or what serde does with the field.

use mcp_presenter::Presenter;
use serde::Serialize;

#[derive(Serialize, Presenter)]
struct Order {
    #[presenter(hidden, redact = "remove")]
    margin: f64,
    #[serde(skip)]
    #[presenter(redact, describe = "never shown")]
    cost: f64,
    #[presenter(hidden, any, describe = "hidden")]
    notes: String,
    #[presenter(embed)]
    id: u64,
    #[presenter(embed, redact)]
    name: &'static str,
    #[presenter(any, schema = mcp_presenter::Type::string())]
    raw: String,
    #[presenter(any, embed)]
    customer: Customer,
    #[serde(serialize_with = "as_text")]
    at: u64,
    #[serde(with = "text")]
    #[presenter(redact)]
    until: u64,
}

#[derive(Serialize, Presenter)]
struct Customer {
    name: String,
}

fn as_text<S: serde::Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

mod text {
    pub(crate) use super::as_text as serialize;
}

fn main() {}
