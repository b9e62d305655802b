//! What a handler appends to a response before it is finished, as the vectors say it.

// A module of tests.
#![allow(unreachable_pub)]

use std::collections::BTreeMap;

use mcp_presenter::{Response, Ui, Width};
use serde_json::Value;
use serde_json::value::RawValue;

/// Appends `{ui, hints, rules, suggest, raw}`.
pub fn append<'r>(
    mut response: Response<'r>,
    after: &BTreeMap<String, Box<RawValue>>,
) -> Response<'r> {
    for (layer, entries) in after {
        let entries: Vec<Box<RawValue>> = serde_json::from_str(entries.get()).expect("a list");
        for raw in entries {
            let entry: Value = serde_json::from_str(raw.get()).expect("an entry");
            let line = || entry.as_str().expect("a line").to_owned();
            response = match layer.as_str() {
                "ui" => response.ui(move |ui| draw(ui, &raw)),
                "suggest" => response.suggest(text(&entry["tool"]), text(&entry["reason"])),
                "hints" => response.directive(line()),
                "rules" => response.rule(line()),
                "raw" => response.raw(line()),
                other => panic!("{other} is no layer"),
            };
        }
    }
    response
}

/// A block as a presenter file declares it.
fn draw(ui: &mut Ui<'_>, raw: &RawValue) {
    let entry: Value = serde_json::from_str(raw.get()).expect("an entry");
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(raw.get()).expect("an object");
    if let Some(meta) = entry.get("meta") {
        attributes(ui, meta);
    }
    let word = |member: &str| text(&entry[member]);
    let json = |member: &str| members[member].get();
    match entry["kind"].as_str().expect("a kind") {
        "markdown" => ui.markdown(word("text")),
        "summary" => ui.summary(word("text")),
        "mermaid" => ui.mermaid(word("text")),
        "code_block" => ui.code_block(word("lang"), word("text")),
        "raw" => ui.raw(word("type"), word("content")),
        "echarts" => ui.echarts(|to| to.text(json("config"))),
        "json" => ui.json(|to| to.text(json("value"))),
        "list" => ui.list(list(&entry["items"]).iter().map(text)),
        "table" => {
            let rows = list(&entry["rows"]).iter();
            let rows = rows.map(|row| list(row).iter().map(cell).collect::<Vec<_>>());
            ui.table(list(&entry["headers"]).iter().map(cell), rows);
        }
        "null" => {}
        other => panic!("{other} is no kind"),
    }
}

fn attributes(ui: &mut Ui<'_>, meta: &Value) {
    if let Some(title) = meta.get("title") {
        ui.title(text(title));
    }
    if let Some(width) = meta.get("width") {
        ui.width(match width.as_str() {
            Some("full") => Width::Full,
            Some("half") => Width::Half,
            Some("third") => Width::Third,
            _ => panic!("{width} is no width"),
        });
    }
    if let Some(priority) = meta.get("priority") {
        ui.priority(priority.as_f64().expect("a number"));
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// In a cell null is nothing.
fn cell(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| text(value))
}

/// The text of a value; the numbers of the vectors are in canonical form.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(elements) => {
            let text = |element: &Value| cell(element).unwrap_or_default();
            elements.iter().map(text).collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}
