//! The jobs that are measured on orders, and the same jobs done on a tree of values.
//!
//! The tree is the plain way, and it is what every measured output is compared with before a clock
//! starts.

#![allow(dead_code, reason = "each target that includes this file uses a part of it")]

use std::fmt::Write;

use mcp_presenter::toon::{DecodeOptions, ToonOptions, decode};
use mcp_presenter::{Field, Format, Presenter, PresenterBuilder, Request, Type, t};
use serde_json::{Map, Value};

/// What is done with an order, or with an array of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// Keep 12 of 20 fields; redact email, ssn and address.street.
    Full,
    /// The same Presenter, asked for four fields, none of them redacted.
    Select,
    /// Six columns of strings and integers, as a TOON table.
    Toon,
    /// Keep everything.
    Copy,
    /// A page of orders for an agent: what Full shows, a table of it, rules, a suggestion.
    Page,
}

/// The fields that [`Job::Select`] asks for.
const SELECTED: [&str; 4] = ["id", "status", "amount_cents", "created_at"];

/// The columns of [`Job::Toon`].
pub(crate) const TABLE: [&str; 6] =
    ["id", "customer_id", "customer_name", "status", "currency", "amount_cents"];

/// What stands in the place of a redacted value.
pub(crate) const CENSOR: &str = "[REDACTED]";

/// What [`Job::Page`] tells the agent with every page.
pub(crate) const RULES: [&str; 3] = [
    "amount_cents is in cents; show it divided by 100.",
    "Never promise a date of delivery.",
    "An order that is void cannot be changed.",
];

/// The columns of the table of [`Job::Page`].
pub(crate) const COLUMNS: [&str; 4] = ["Id", "Customer", "Status", "Total"];

/// What [`Job::Page`] suggests to call if an order is overdue.
pub(crate) const TOOL: &str = "orders.remind";

impl Job {
    /// The jobs that are the same for any number of orders.
    pub(crate) const ALL: [Self; 4] = [Self::Full, Self::Select, Self::Toon, Self::Copy];

    /// How many orders a page has.
    pub(crate) const PAGE: usize = 50;

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Select => "select",
            Self::Toon => "toon",
            Self::Copy => "copy",
            Self::Page => "page",
        }
    }

    pub(crate) fn presenter(self) -> Presenter {
        let builder = Presenter::builder("Order");
        let builder = match self {
            Self::Full | Self::Select => declared(builder),
            Self::Toon => builder.schema(table()),
            Self::Copy => builder.allow_everything(),
            Self::Page => surrounded(declared(builder)),
        };
        builder.build().expect("the Presenter of a job is right")
    }

    pub(crate) fn request(self) -> Request {
        match self {
            Self::Full | Self::Copy | Self::Page => Request::new(),
            Self::Select => Request::new().select(SELECTED),
            Self::Toon => Request::new().format(Format::Toon(ToonOptions::new())),
        }
    }

    /// The data of the job on a tree: filtered into a new one, then redacted in a clone of that.
    pub(crate) fn on_tree(self, data: &Value) -> Value {
        match self {
            Self::Full | Self::Page => {
                let mut shown = keep(data, &FULL).clone();
                redact(&mut shown);
                shown
            }
            Self::Select => keep(data, &BRIEF),
            Self::Toon => keep(data, &ROW),
            Self::Copy => data.clone(),
        }
    }

    /// The blocks behind the data, from the same tree.
    pub(crate) fn blocks_on_tree(self, data: &Value) -> Vec<String> {
        match self {
            Self::Full | Self::Select | Self::Toon | Self::Copy => Vec::new(),
            Self::Page => page(data.as_array().expect("a page has many orders")),
        }
    }
}

/// The fields of [`Job::Toon`].
fn table() -> [Field; 6] {
    [
        t::string("id"),
        t::integer("customer_id"),
        t::string("customer_name"),
        t::one_of("status", ["draft", "paid", "overdue", "void"]),
        t::string("currency"),
        t::integer("amount_cents"),
    ]
}

/// The fields of [`Job::Full`], with their redaction.
fn declared(builder: PresenterBuilder) -> PresenterBuilder {
    builder
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
        .redact_pii(["email", "ssn", "address.street"])
}

/// What [`Job::Page`] adds around the data.
fn surrounded(builder: PresenterBuilder) -> PresenterBuilder {
    builder
        .rules(RULES)
        .collection_ui(|orders, ui| {
            ui.table_with(COLUMNS, |rows| {
                for order in orders {
                    let cents = order.i64("amount_cents").unwrap_or_default();
                    let currency = order.text("currency");
                    let total = format_args!("{}.{:02} {currency}", cents / 100, cents % 100);
                    let (id, customer) = (order.get("id"), order.get("customer_name"));
                    rows.row((id, customer, order.get("status"), total));
                }
            });
        })
        .collection_suggest(|orders, next| {
            let overdue = orders.iter().filter(|order| order.text("status") == "overdue").count();
            if overdue > 0 {
                next.suggest(TOOL, format_args!("{overdue} of {} are overdue", orders.len()));
            }
        })
}

/// The blocks of [`Job::Page`] behind the data.
fn page(orders: &[Value]) -> Vec<String> {
    let text = |order: &Value, key: &str| order[key].as_str().expect("a text").to_owned();
    let cell = |text: String| text.replace('|', "\\|").replace('\n', "<br>");

    let mut table = String::from("<ui_passthrough type=\"markdown\">\n");
    write!(table, "| {} |\n| --- | --- | --- | --- |", COLUMNS.join(" | ")).expect("room");
    for order in orders {
        let cents = order["amount_cents"].as_i64().expect("an integer");
        let total = format!("{}.{:02} {}", cents / 100, cents % 100, text(order, "currency"));
        let cells = ["id", "customer_name", "status"].map(|key| cell(text(order, key)));
        write!(table, "\n| {} | {} |", cells.join(" | "), cell(total)).expect("room");
    }
    table.push_str("\n</ui_passthrough>");

    let rules = RULES.map(|rule| format!("- {rule}\n")).concat();
    let mut blocks = vec![table, format!("<domain_rules>\n{rules}</domain_rules>")];
    let overdue = orders.iter().filter(|order| order["status"] == "overdue").count();
    if overdue > 0 {
        let suggestion = format!("- {TOOL}: {overdue} of {} are overdue\n", orders.len());
        blocks.push(format!("<action_suggestions>\n{suggestion}</action_suggestions>"));
    }
    blocks
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

const ROW: Kept = Fields(&[
    (TABLE[0], Whole),
    (TABLE[1], Whole),
    (TABLE[2], Whole),
    (TABLE[3], Whole),
    (TABLE[4], Whole),
    (TABLE[5], Whole),
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

/// Panics unless `result` is what a job makes of `data`: a tool result whose first text block holds
/// the shown data in the job's format, and whose other blocks are just those that stand around it.
pub(crate) fn check(result: &[u8], job: Job, data: &Value, whose: &str) {
    let result: Value = serde_json::from_slice(result).expect("a result is JSON");
    let text = result["content"][0]["text"].as_str().expect("the first block is text");
    let mut json = Vec::new();
    let shown = if job == Job::Toon {
        assert!(text.starts_with('['), "{whose} writes no table");
        decode(text.as_bytes(), &DecodeOptions::new(), &mut json).expect("it holds TOON");
        json.as_slice()
    } else {
        text.as_bytes()
    };
    let shown: Value = serde_json::from_slice(shown).expect("the first block holds JSON");
    // Not assert_eq: it would print megabytes.
    assert!(same(&shown, &job.on_tree(data)), "{whose} shows something else than the tree");
    let around = job.blocks_on_tree(data);
    let texts = std::iter::once(text).chain(around.iter().map(String::as_str));
    assert!(result == tool_result(texts), "{whose} writes another frame or other blocks");
}

/// The tool result with these texts as its blocks.
pub(crate) fn tool_result<'a>(texts: impl Iterator<Item = &'a str>) -> Value {
    let block = |text: &str| serde_json::json!({"type": "text", "text": text});
    serde_json::json!({ "content": texts.map(block).collect::<Vec<_>>() })
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
