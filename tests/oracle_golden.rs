//! The oracle against the golden vectors: proof that it is right, without the crate.

#![allow(clippy::print_stdout, reason = "it says which cases it leaves out")]

mod oracle;

use oracle::parse::{Data, Value, last, parse};
use oracle::{Frame, Presenter, Request};

const AREAS: [&str; 8] =
    ["schema", "redact", "select", "limit", "json", "aot", "rules", "select-keys"];

/// Marks of what the oracle leaves to later issues; a case whose presenter has one is not run.
const LATER: [&str; 8] = [
    "\"model\":",
    "\"embeds\":",
    "\"ui\":",
    "\"suggest\":",
    "\"collection_ui\":",
    "\"collection_rules\":",
    "\"censor_fn\":",
    "\"rules\": [{",
];

/// A case's members, and the whole text that they came from.
struct Case<'a> {
    text: &'a str,
    value: &'a Value,
}

impl<'a> Case<'a> {
    fn get(&self, key: &str) -> Option<&'a Value> {
        match &self.value.data {
            Data::Object(members) => last(members, key),
            _ => None,
        }
    }

    fn string(&self, key: &str) -> Option<&'a str> {
        self.get(key).map(text_of)
    }

    /// The text of a member as it stands in the file.
    fn raw(&self, key: &str) -> Option<&'a str> {
        self.get(key).map(|value| &self.text[value.offset..value.end])
    }

    fn later(&self) -> Option<&'static str> {
        let presenter = self.raw("presenter")?;
        LATER.into_iter().find(|mark| presenter.contains(mark))
    }
}

fn text_of(value: &Value) -> &str {
    match &value.data {
        Data::String(text) => &text.text,
        other => panic!("expected a string, not {other:?}"),
    }
}

fn elements(value: &Value) -> &[Value] {
    match &value.data {
        Data::Array(values) => values,
        other => panic!("expected an array, not {other:?}"),
    }
}

/// `api` is a note about the vector's origin, not part of a presenter file; `define` has a notice
/// of its own.
fn presenter_file(case: &Case<'_>) -> String {
    let raw = case.raw("presenter").expect("a presenter");
    raw.replace("\"api\": \"define\"", "\"notice\": \"{omitted} omitted\"")
        .replace("\"api\": \"create\", ", "")
}

fn expected_blocks(case: &Case<'_>) -> Option<Vec<String>> {
    let expected = case.get("expected").expect("expected");
    let Data::Object(members) = &expected.data else { panic!("expected is no object") };
    let content = last(members, "content")?;
    let block = |value: &Value| match &value.data {
        Data::Object(members) => text_of(last(members, "text").expect("text")).to_owned(),
        other => panic!("no block: {other:?}"),
    };
    Some(elements(content).iter().map(block).collect())
}

fn run(case: &Case<'_>) -> Result<(), String> {
    let presenter = Presenter::read(&presenter_file(case));
    if case.string("op") == Some("schema_keys") {
        let Data::Object(expected) = &case.get("expected").expect("expected").data else {
            panic!("expected is no object");
        };
        let keys: Vec<&str> =
            elements(last(expected, "keys").expect("keys")).iter().map(text_of).collect();
        let presenter = presenter?;
        let got = presenter.select_keys();
        return if got == keys { Ok(()) } else { Err(format!("{got:?}, expected {keys:?}")) };
    }

    let enabled = case.string("op") != Some("call")
        || matches!(case.get("enable_select"), Some(Value { data: Data::Bool(true), .. }));
    let mut bad_select = false;
    let select = match case.get("select").filter(|_| enabled) {
        Some(Value { data: Data::Array(names), .. }) => {
            names.iter().map(|name| text_of(name).to_owned()).collect()
        }
        Some(other) => {
            bad_select = !other.is_null();
            Vec::new()
        }
        None => Vec::new(),
    };
    let data = match case.string("data_json") {
        Some(data) => data,
        None => case.raw("data").expect("data"),
    };
    let pretty = Some(case.string("json") == Some("pretty"));
    let request = |frame| Request { select: select.clone(), pretty, frame };

    let render = |frame| {
        let presenter = presenter.as_ref().map_err(|error| error.clone())?;
        if bad_select {
            return Err("_select is no list".to_owned());
        }
        let (text, report) = presenter
            .render(data.as_bytes(), &request(frame))
            .map_err(|fault| format!("{fault:?}"))?;
        assert_eq!(report.bytes, text.len());
        Ok(text)
    };
    let text = render(Frame::Text);
    let Some(blocks) = expected_blocks(case) else {
        return match text {
            Ok(text) => Err(format!("rendered {text:?}, expected an error")),
            Err(_) => Ok(()),
        };
    };
    if text.as_ref() != Ok(&blocks.join("\n\n")) {
        return Err(format!("{text:?}, expected {blocks:?}"));
    }
    let framed = render(Frame::Blocks)?;
    let back = parse(framed.as_bytes(), 1).map_err(|fault| format!("{fault:?}"))?;
    let back: Vec<&str> = elements(&back).iter().map(text_of).collect();
    if back == blocks { Ok(()) } else { Err(format!("blocks {back:?}, expected {blocks:?}")) }
}

#[test]
fn agrees_with_the_golden_vectors() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (mut ran, mut later, mut failed) = (0, Vec::new(), Vec::new());
    for area in AREAS {
        let text = std::fs::read_to_string(folder.join(area).with_extension("json"))
            .unwrap_or_else(|error| panic!("{area}: {error}"));
        let cases = parse(text.as_bytes(), 128).expect("a golden file is JSON");
        for value in elements(&cases) {
            let case = Case { text: &text, value };
            let id = case.string("id").expect("id");
            if let Some(reason) = case.later() {
                later.push(format!("{id} ({reason})"));
                continue;
            }
            ran += 1;
            if let Err(difference) = run(&case) {
                failed.push(format!("{id}: {difference}"));
            }
        }
    }
    println!("{ran} cases; left to later issues: {}", later.join(", "));
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(ran > 150, "only {ran} cases ran");
}
