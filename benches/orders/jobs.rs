//! The jobs that are measured on orders, and the same jobs done on a tree of values.
//!
//! The tree is the plain way, and it is what every measured output is compared with before a clock
//! starts.

#![allow(dead_code, reason = "each target that includes this file uses a part of it")]

use mcp_presenter::{Presenter, Request, Type, t};
use serde_json::{Map, Value};

/// What is done with an order, or with an array of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// Keep 12 of 20 fields; redact email, ssn and address.street.
    Full,
    /// The same Presenter, asked for four fields, none of them redacted.
    Select,
    /// Keep everything.
    Copy,
}

/// The fields that [`Job::Select`] asks for.
const SELECTED: [&str; 4] = ["id", "status", "amount_cents", "created_at"];

/// What stands in the place of a redacted value.
pub(crate) const CENSOR: &str = "[REDACTED]";

impl Job {
    pub(crate) const ALL: [Self; 3] = [Self::Full, Self::Select, Self::Copy];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Select => "select",
            Self::Copy => "copy",
        }
    }

    pub(crate) fn presenter(self) -> Presenter {
        let builder = Presenter::builder("Order");
        let builder = match self {
            Self::Full | Self::Select => builder
                .schema([
                    t::string("id"),
                    t::integer("customer_id"),
                    t::string("customer_name"),
                    t::string("email"),
                    t::string("ssn"),
                    t::one_of("status", ["draft", "paid", "overdue", "void"]),
                    t::string("currency"),
                    t::integer("amount_cents"),
                    t::boolean("is_gift"),
                    t::array("tags", Type::string()),
                    t::object(
                        "address",
                        [
                            t::string("street"),
                            t::string("city"),
                            t::string("zip"),
                            t::string("country"),
                            t::object("geo", [t::number("lat"), t::number("lng")]),
                        ],
                    ),
                    t::string("created_at"),
                ])
                .redact_pii(["email", "ssn", "address.street"]),
            Self::Copy => builder.allow_everything(),
        };
        builder.build().expect("the Presenter of a job is right")
    }

    pub(crate) fn request(self) -> Request {
        match self {
            Self::Full | Self::Copy => Request::new(),
            Self::Select => Request::new().select(SELECTED),
        }
    }

    /// The job on a tree: filtered into a new one, then redacted in a clone of that.
    pub(crate) fn on_tree(self, data: &Value) -> Value {
        match self {
            Self::Full => {
                let mut shown = keep(data, &FULL).clone();
                redact(&mut shown);
                shown
            }
            Self::Select => keep(data, &BRIEF),
            Self::Copy => data.clone(),
        }
    }
}

/// What is kept of a value: all of it, or some fields of an object.
enum Kept {
    Whole,
    Fields(&'static [(&'static str, Kept)]),
}
use Kept::{Fields, Whole};

const FULL: Kept = Fields(&[
    ("id", Whole),
    ("customer_id", Whole),
    ("customer_name", Whole),
    ("email", Whole),
    ("ssn", Whole),
    ("status", Whole),
    ("currency", Whole),
    ("amount_cents", Whole),
    ("is_gift", Whole),
    ("tags", Whole),
    (
        "address",
        Fields(&[
            ("street", Whole),
            ("city", Whole),
            ("zip", Whole),
            ("country", Whole),
            ("geo", Fields(&[("lat", Whole), ("lng", Whole)])),
        ]),
    ),
    ("created_at", Whole),
]);

const BRIEF: Kept = Fields(&[
    (SELECTED[0], Whole),
    (SELECTED[1], Whole),
    (SELECTED[2], Whole),
    (SELECTED[3], Whole),
]);

fn keep(value: &Value, kept: &Kept) -> Value {
    match (value, kept) {
        (Value::Array(items), Fields(_)) => items.iter().map(|item| keep(item, kept)).collect(),
        (Value::Object(object), Fields(fields)) => {
            let of = |(key, kept): &(&str, Kept)| {
                object.get(*key).map(|value| ((*key).to_owned(), keep(value, kept)))
            };
            Value::Object(fields.iter().filter_map(of).collect::<Map<_, _>>())
        }
        _ => value.clone(),
    }
}

fn redact(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(redact),
        _ => {
            for path in ["/email", "/ssn", "/address/street"] {
                if let Some(secret) = value.pointer_mut(path) {
                    *secret = CENSOR.into();
                }
            }
        }
    }
}

/// Panics unless `result` is a tool result whose one text block holds `expected` as JSON.
pub(crate) fn check(result: &[u8], expected: &Value, whose: &str) {
    let result: Value = serde_json::from_slice(result).expect("a result is JSON");
    let text = result["content"][0]["text"].as_str().expect("the first block is text");
    let shown: Value = serde_json::from_str(text).expect("the first block holds JSON");
    // Not assert_eq: it would print megabytes.
    assert!(same(&shown, expected), "{whose} shows something else than the tree");
    let frame = serde_json::json!({"content": [{"type": "text", "text": text}]});
    assert!(result == frame, "{whose} writes another frame");
}

/// Equal, with numbers by value: a float type prints `-16` as `-16.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let of = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| same(a, b));
            a.len() == b.len() && a.iter().all(of)
        }
        _ => a == b,
    }
}
