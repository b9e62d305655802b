//! The oracle against the golden vectors: proof that it is right, without the crate.

mod oracle;

use oracle::parse::{Data, Value, last, parse};
use oracle::{After, Frame, Layer, Out, Presenter, Response, call, meta, respond};

const AREAS: [&str; 17] = [
    "aot",
    "blocks",
    "call",
    "doc",
    "embed",
    "json",
    "limit",
    "meta",
    "redact",
    "rules",
    "schema",
    "select",
    "select-keys",
    "success",
    "suggest",
    "ui",
    "wrap-fluent",
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

    fn flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Value { data: Data::Bool(true), .. }))
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
fn presenter(case: &Case<'_>) -> Option<Result<Presenter, String>> {
    let raw = case.raw("presenter")?;
    let file = raw
        .replace("\"api\": \"define\"", "\"notice\": \"{omitted} omitted\"")
        .replace("\"api\": \"create\", ", "");
    Some(Presenter::read(&file))
}

/// What the oracle answers to a case.
fn answer(case: &Case<'_>) -> Result<Response, String> {
    let presenter = presenter(case).transpose()?;
    let select = match case.get("select") {
        None => Vec::new(),
        Some(Value { data: Data::Null, .. }) => Vec::new(),
        Some(Value { data: Data::Array(names), .. }) => {
            names.iter().map(|name| text_of(name).to_owned()).collect()
        }
        Some(_) => return Err("_select is no list".to_owned()),
    };
    let data = match case.string("data_json") {
        Some(data) => data,
        None => case.raw("data").expect("data"),
    };
    let after = case.get("after").map(After::read).transpose()?.unwrap_or_default();
    let pretty = case.string("json") == Some("pretty");
    let input = data.as_bytes();
    let response = match (case.string("op").expect("op"), presenter) {
        ("present" | "meta", Some(presenter)) => {
            presenter.present(input, &select, Some(pretty), &after)
        }
        ("response" | "success", None) => respond(input, pretty, &after),
        ("call", presenter) if case.flag("enable_select") => {
            call(presenter.as_ref(), input, &select, pretty)
        }
        ("call", presenter) => call(presenter.as_ref(), input, &[], pretty),
        (op, _) => panic!("{op} is not known"),
    };
    response.map_err(|fault| format!("{fault:?}"))
}

fn run(case: &Case<'_>) -> Result<(), String> {
    let expected = case.get("expected").expect("expected");
    let Data::Object(members) = &expected.data else { panic!("expected is no object") };
    let [member] = members.as_slice() else { panic!("expected says more than one thing") };
    match member.key.text.as_str() {
        "keys" => {
            let keys: Vec<&str> = elements(&member.value).iter().map(text_of).collect();
            let presenter = presenter(case).expect("a presenter")?;
            let got = presenter.select_keys();
            if got == keys { Ok(()) } else { Err(format!("{got:?}, expected {keys:?}")) }
        }
        "error" => match answer(case) {
            Ok(response) => Err(format!("{response:?}, expected an error")),
            Err(_) => Ok(()),
        },
        "meta" => {
            let view = meta(&answer(case)?).text(false);
            let expected = Out::of(&member.value).text(false);
            if view == expected { Ok(()) } else { Err(format!("{view}, expected {expected}")) }
        }
        "content" => {
            let block = |value: &Value| match &value.data {
                Data::Object(members) => text_of(last(members, "text").expect("text")).to_owned(),
                other => panic!("no block: {other:?}"),
            };
            shown(&answer(case)?, &elements(&member.value).iter().map(block).collect::<Vec<_>>())
        }
        other => panic!("{other} is not known"),
    }
}

/// The blocks, their layers and every frame of them.
fn shown(response: &Response, expected: &[String]) -> Result<(), String> {
    let texts: Vec<String> = response.blocks.iter().map(|block| block.1.clone()).collect();
    if texts != expected {
        return Err(format!("{texts:?}, expected {expected:?}"));
    }
    let layers: Vec<Layer> = response.blocks.iter().map(|block| block.0).collect();
    let data = layers.iter().filter(|layer| **layer == Layer::Data).count();
    if !layers.is_sorted() || data != 1 {
        return Err(format!("layers {layers:?}"));
    }
    if Frame::Text.wrap(&texts) != expected.join("\n\n") {
        return Err("the text frame".to_owned());
    }
    let content: Vec<Out> = expected
        .iter()
        .map(|text| {
            let member = |key: &str, value: &str| (key.to_owned(), Out::String(value.to_owned()));
            Out::Object(vec![member("type", "text"), member("text", text)])
        })
        .collect();
    let result = Out::Object(vec![("content".to_owned(), Out::Array(content))]);
    let line = Out::Object(vec![
        ("jsonrpc".to_owned(), Out::String("2.0".to_owned())),
        ("id".to_owned(), Out::Number("7".to_owned())),
        ("result".to_owned(), result.clone()),
    ]);
    let strings = Out::Array(expected.iter().cloned().map(Out::String).collect());
    for (frame, expected) in
        [(Frame::Blocks, strings), (Frame::Result, result), (Frame::JsonRpcNumber(7), line)]
    {
        let framed = frame.wrap(&texts);
        let back = parse(framed.as_bytes(), 128).map_err(|fault| format!("{fault:?}"))?;
        if !Out::of(&back).same(&expected) {
            return Err(format!("{frame:?}: {framed}"));
        }
    }
    Ok(())
}

#[test]
fn agrees_with_the_golden_vectors() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (mut ran, mut failed) = (0, Vec::new());
    for area in AREAS {
        let text = std::fs::read_to_string(folder.join(area).with_extension("json"))
            .unwrap_or_else(|error| panic!("{area}: {error}"));
        let cases = parse(text.as_bytes(), 128).expect("a golden file is JSON");
        for value in elements(&cases) {
            let case = Case { text: &text, value };
            let id = case.string("id").expect("id");
            ran += 1;
            if let Err(difference) = run(&case) {
                failed.push(format!("{id}: {difference}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(ran >= 270, "only {ran} cases ran");
}
