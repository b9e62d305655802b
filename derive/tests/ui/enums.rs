//! Enums that have no schema, and attributes that belong elsewhere.

use mcp_presenter::Presenter;
use serde::Serialize;

#[derive(Serialize, Presenter)]
enum External {
    Card { number: String },
    Cash,
}

#[derive(Serialize, Presenter)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
}

#[derive(Serialize, Presenter)]
#[serde(tag = "kind")]
enum Variants {
    #[presenter(hidden)]
    Hidden { id: u64 },
    Embeds {
        #[presenter(embed)]
        line: Line,
        #[presenter(redact = "no censor")]
        name: String,
    },
    #[serde(serialize_with = "as_text")]
    Formed(Line),
    #[serde(untagged)]
    Bare(Line),
}

#[derive(Serialize, Presenter)]
enum Never {}

#[derive(Serialize, Presenter)]
#[presenter(any)]
enum Whole {
    Card {
        #[presenter(redact)]
        number: String,
    },
}

#[derive(Serialize, Presenter)]
struct Line {
    sku: String,
}

fn as_text<S: serde::Serializer>(value: &Line, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&value.sku)
}

fn main() {}
