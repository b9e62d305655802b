//! Golden vectors: what the wire format says, byte by byte.
//!
//! Runs `tests/golden/` and, besides it, the file or folder that `MCP_PRESENTER_GOLDEN` names. A
//! case that asks for something that the crate does not do yet is left out by what it asks for,
//! never by its id, and is listed.

#![cfg(feature = "presenter-file")]
#![expect(clippy::print_stdout, reason = "the ids of what failed and what was left out")]

mod append;
mod describe;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcp_presenter::toon::{self, Delimiter, Profile, ToonOptions};
use mcp_presenter::{
    Action, Format, Frame, IntoResponse, Presenter, RenderError, Renderer, Report, Request,
    RequestId, Response, Revision, Tool, ToolError,
};
use serde_json::Value;
use serde_json::value::RawValue;

/// Objects whose values keep their text: `1.0`, duplicate keys and key order are part of a case.
type Raw = BTreeMap<String, Box<RawValue>>;

/// How many cases of our own vectors are left out, by file. A file that is not here is of a later
/// stage, and any number of its cases may be.
const LEFT_OUT: [(&str, usize); 23] = [
    ("schema", 0),
    ("redact", 0),
    ("select", 0),
    ("limit", 0),
    ("json", 0),
    ("aot", 0),
    ("select-keys", 0),
    ("select-enum", 0),
    ("rules", 0),
    ("ui", 0),
    ("suggest", 0),
    ("blocks", 0),
    ("embed", 0),
    ("success", 0),
    ("call", 0),
    ("wrap-fluent", 0),
    ("meta", 0),
    ("doc", 0),
    ("toon", 0),
    ("toon-desc", 0),
    ("structured", 0),
    ("error", 0),
    ("tool-error", 0),
];

#[test]
fn our_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut failed = Vec::new();
    for file in files(&folder) {
        let outcome = run(&file);
        failed.extend(outcome.failed);
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        if let Some((_, expected)) = LEFT_OUT.iter().find(|entry| entry.0 == name) {
            assert_eq!(outcome.left_out, *expected, "cases of {name} that were left out");
        }
    }
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

#[test]
fn other_vectors() {
    let Some(place) = std::env::var_os("MCP_PRESENTER_GOLDEN") else { return };
    let place = PathBuf::from(place);
    assert!(place.exists(), "MCP_PRESENTER_GOLDEN names nothing");
    let failed: Vec<_> = files(&place).iter().flat_map(|file| run(file).failed).collect();
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

/// The vector files of a folder in the order of their names, or the one file.
fn files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let mut files: Vec<_> = std::fs::read_dir(place)
        .expect("a folder of vectors")
        .map(|entry| entry.expect("a folder's entry").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "json"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no vectors");
    files
}

#[derive(Default)]
struct Outcome {
    passed: usize,
    left_out: usize,
    failed: Vec<String>,
}

/// Runs every case of a file.
fn run(file: &Path) -> Outcome {
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let text = std::fs::read_to_string(file).expect("a file of vectors");
    let cases: Vec<&RawValue> = serde_json::from_str(&text).expect("an array of cases");
    let mut outcome = Outcome::default();
    for text in cases {
        let case = &members(text);
        let id = text_of(case, "id");
        if let Some(reason) = not_yet(case) {
            println!("not yet {id}: {reason}");
            outcome.left_out += 1;
            continue;
        }
        let checked = match text_of(case, "op").as_str() {
            "toon_description" => described(text, case),
            "error" | "required" | "tool_error" => told(case),
            "success_structured" => structured(case),
            "select_enum" => select_parameter(case),
            _ => check(case),
        };
        match checked {
            Ok(()) => outcome.passed += 1,
            Err(fault) => {
                println!("FAILED {id}: {fault}");
                outcome.failed.push(id);
            }
        }
    }
    println!(
        "{name}: {} passed, {} failed, {} not yet",
        outcome.passed,
        outcome.failed.len(),
        outcome.left_out
    );
    outcome
}

/// What a case asks for that the crate does not do yet.
fn not_yet(case: &Raw) -> Option<String> {
    let op = text_of(case, "op");
    if op == "select_enum" {
        return None;
    }
    if op == "toon_description" {
        return case.contains_key("options").then(|| "options".to_owned());
    }
    if ["error", "required", "tool_error", "success_structured"].contains(&op.as_str()) {
        return None;
    }
    let known = ["present", "response", "success", "toon_success", "call", "schema_keys", "meta"];
    if !known.contains(&op.as_str()) {
        return Some(format!("op {op}"));
    }
    for member in ["profile", "options", "actions"] {
        if case.contains_key(member) && op != "toon_success" {
            return Some(member.to_owned());
        }
    }
    None
}

fn expected_of(case: &Raw) -> Value {
    serde_json::from_str(case["expected"].get()).expect("expected")
}

/// A tool is described as the case says, or not built.
fn described(text: &RawValue, case: &Raw) -> Result<(), String> {
    let expected = expected_of(case);
    match describe::description(text.get()) {
        Ok(description) => same("description", &Value::from(description), &expected["text"]),
        Err(_) if expected.get("error") == Some(&Value::Bool(true)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// A tool with these actions offers what the case says.
fn select_parameter(case: &Raw) -> Result<(), String> {
    let actions: Vec<Box<RawValue>> = serde_json::from_str(case["actions"].get()).expect("actions");
    let mut tool = Tool::builder("T");
    for action in actions.iter().map(|action| members(action)) {
        let mut declared = Action::new(text_of(&action, "name"));
        if let Some(presenter) = declaration(&action) {
            let presenter = Presenter::from_json(&presenter).map_err(|error| error.to_string())?;
            declared = declared.returns(&presenter);
        }
        tool = tool.action(declared);
    }
    if !case.contains_key("enabled") || flag(case, "enabled") {
        tool = tool.enable_select();
    }
    let tool = tool.build().map_err(|error| error.to_string())?;
    let select = tool.select_parameter();
    let select = select.map_or(Value::Null, |json| serde_json::from_str(&json).expect("JSON"));
    same("parameter", &select, &expected_of(case)["select"])
}

fn check(case: &Raw) -> Result<(), String> {
    let expected = expected_of(case);
    let fails = expected.get("error") == Some(&Value::Bool(true));
    let presenter = match declaration(case).map(|text| Presenter::from_json(&text)) {
        None => None,
        Some(Ok(presenter)) => Some(presenter),
        Some(Err(_)) if fails => return Ok(()),
        Some(Err(error)) => return Err(format!("not built: {error}")),
    };

    if text_of(case, "op") == "schema_keys" {
        let presenter = presenter.ok_or("there is no presenter")?;
        let keys: Vec<_> = presenter.select_keys().map(Value::from).collect();
        return same("keys", &Value::from(keys), &expected["keys"]);
    }

    let mut request = styled(case)?;
    // A tool that does not offer the parameter does not look at it either.
    let offered = text_of(case, "op") != "call" || flag(case, "enable_select");
    if offered && let Some(select) = case.get("select") {
        request = match request.select_json(select.get().as_bytes()) {
            Ok(request) => request,
            Err(_) if fails => return Ok(()),
            Err(error) => return Err(format!("select: {error}")),
        };
    }
    let json = match case.get("data_json") {
        Some(text) => serde_json::from_str::<String>(text.get()).expect("data_json"),
        None => case["data"].get().to_owned(),
    };

    let toon = (text_of(case, "op") == "toon_success").then(|| toon_options(case)).transpose()?;
    let answer = Answer {
        presenter: presenter.as_ref(),
        is_returned: text_of(case, "op") == "call",
        toon,
        json: &json,
        after: case.get("after").map(|after| members(after)).unwrap_or_default(),
    };
    if fails {
        refused(&answer, &request)
    } else if let Some(view) = expected.get("meta") {
        same_view(&answer, &request, view)
    } else {
        shown(&answer, &request, &expected)
    }
}

/// A request for the style that a case names.
fn styled(case: &Raw) -> Result<Request, String> {
    let request = Request::new();
    Ok(match case.get("json").map(|style| style.get()) {
        None => request,
        Some("\"compact\"") => request.format(Format::Json),
        Some("\"pretty\"") => request.format(Format::JsonPretty),
        Some(other) => return Err(format!("unknown style {other}")),
    })
}

/// What a tool says has gone wrong.
fn told(case: &Raw) -> Result<(), String> {
    let error = match text_of(case, "op").as_str() {
        "required" => ToolError::required(&text_of(case, "field")),
        "error" => {
            let error = ToolError::plain(text_of(case, "message"));
            match case.contains_key("code") {
                true => error.code(text_of(case, "code")),
                false => error,
            }
        }
        _ => tool_error(case)?,
    };
    same_result(&error.into(), &Request::new(), &expected_of(case))
}

fn tool_error(case: &Raw) -> Result<ToolError, String> {
    let options: &Raw = &members(&case["options"]);
    let mut error = ToolError::new(text_of(case, "code"), text_of(options, "message"));
    for (name, value) in options {
        let value = value.get();
        let text = || serde_json::from_str::<String>(value).expect("a text");
        error = match name.as_str() {
            "message" => error,
            "severity" => error.severity(&*text()),
            "suggestion" => error.recovery(text()),
            "availableActions" => {
                error.actions(serde_json::from_str::<Vec<String>>(value).expect("texts"))
            }
            // No case has keys whose order is another one.
            "details" => serde_json::from_str::<BTreeMap<String, String>>(value)
                .expect("texts")
                .into_iter()
                .fold(error, |error, (key, value)| error.detail(key, value)),
            "retryAfter" => error.retry_after(value.parse().expect("seconds")),
            other => return Err(format!("unknown option {other}")),
        };
    }
    Ok(error)
}

/// Text and structured content, which is any value since the latest revision.
fn structured(case: &Raw) -> Result<(), String> {
    let request = styled(case)?.revision(Revision::V2026_07_28);
    let mut expected = expected_of(case);
    expected["resultType"] = "complete".into();
    same_result(&Response::structured(case["data"].get().as_bytes()), &request, &expected)
}

/// The result is what is expected, by itself and in a JSON-RPC line, and its blocks are those of the
/// other frames.
fn same_result(response: &Response<'_>, request: &Request, expected: &Value) -> Result<(), String> {
    let mut renderer = Renderer::new();
    let mut written = |frame| {
        let mut out = Vec::new();
        let report = renderer.respond(response, request, frame, &mut out);
        let report = report.map_err(|error| format!("{frame:?}: {error}"))?;
        assert_eq!(report.bytes(), out.len());
        Ok::<_, String>(String::from_utf8(out).expect("UTF-8"))
    };
    let text = &expected["content"][0]["text"];
    same("text", &Value::from(written(Frame::Text)?), text)?;
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    same("blocks", &parse(&written(Frame::Blocks)?)[0], text)?;
    same("result", &parse(&written(Frame::Result)?), expected)?;
    let line = written(Frame::JsonRpc(RequestId::Number(7)))?;
    assert!(!line.contains(['\n', '\r', '\u{2028}', '\u{2029}']), "{line:?}");
    same("result of the line", &parse(&line)["result"], expected)
}

/// The profile of a case, and its options.
fn toon_options(case: &Raw) -> Result<ToonOptions, String> {
    let mut options = ToonOptions::new().profile(match text_of(case, "profile").as_str() {
        "toon3" => Profile::Toon3,
        "toon4" => Profile::Toon4,
        other => return Err(format!("unknown profile {other}")),
    });
    for (name, value) in case.get("options").map(|given| members(given)).unwrap_or_default() {
        options = match (name.as_str(), value.get()) {
            ("delimiter", "\"|\"") => options.delimiter(Delimiter::Pipe),
            ("delimiter", "\",\"") => options.delimiter(Delimiter::Comma),
            ("delimiter", "\"\\t\"") => options.delimiter(Delimiter::Tab),
            ("indent", spaces) => options.indent(spaces.parse().map_err(|_| "indent")?),
            (name, value) => return Err(format!("unknown option {name}: {value}")),
        };
    }
    Ok(options)
}

/// What a handler answers.
struct Answer<'a> {
    presenter: Option<&'a Presenter>,
    /// It is what the handler returned, to be wrapped.
    is_returned: bool,
    /// Any data as TOON.
    toon: Option<ToonOptions>,
    json: &'a str,
    after: Raw,
}

impl Answer<'_> {
    fn response(&self) -> Response<'_> {
        let json = self.json.as_bytes();
        let response = match (self.presenter, self.toon) {
            (presenter, None) if self.is_returned => json.wrap(presenter),
            (Some(presenter), _) => presenter.response(json),
            (None, Some(options)) => Response::toon(json, options),
            (None, None) => Response::success(json),
        };
        append::append(response, &self.after)
    }

    fn render(
        &self,
        renderer: &mut Renderer,
        request: &Request,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError> {
        match self.presenter {
            Some(presenter) if self.after.is_empty() && !self.is_returned => {
                renderer.render(presenter, self.json.as_bytes(), request, frame, out)
            }
            _ => renderer.respond(&self.response(), request, frame, out),
        }
    }
}

const FRAMES: [Frame<'static>; 5] = [
    Frame::Text,
    Frame::Blocks,
    Frame::Result,
    Frame::JsonRpc(RequestId::Number(7)),
    Frame::JsonRpc(RequestId::Text("a\"\u{2028}")),
];

/// The render fails in every frame, and the buffer stays as it was.
fn refused(answer: &Answer<'_>, request: &Request) -> Result<(), String> {
    let mut renderer = Renderer::new();
    for frame in FRAMES {
        let mut out = b"KEEP".to_vec();
        if answer.render(&mut renderer, request, frame, &mut out).is_ok() {
            return Err(format!("{frame:?}: rendered {}", String::from_utf8_lossy(&out)));
        }
        if out != b"KEEP" {
            return Err(format!("{frame:?}: an error left {}", String::from_utf8_lossy(&out)));
        }
    }
    match renderer.response_blocks(&answer.response(), request) {
        Ok(_) => Err("blocks: rendered".to_owned()),
        Err(_) => Ok(()),
    }
}

/// The structured view is what the case says.
fn same_view(answer: &Answer<'_>, request: &Request, expected: &Value) -> Result<(), String> {
    let blocks = Renderer::new()
        .response_blocks(&answer.response(), request)
        .map_err(|error| format!("blocks: {error}"))?;
    let view = blocks.structured();
    let ui: Vec<Value> = view
        .ui_blocks
        .iter()
        .map(|block| serde_json::json!({"type": &*block.kind, "content": &*block.content}))
        .collect();
    // The view prints its data as JSON.
    let data: Value = serde_json::from_str(&format!("{:?}", view.data)).expect("JSON");
    let rules: Vec<&str> = view.system_rules.iter().map(|rule| rule.as_str()).collect();
    let got = serde_json::json!({"data": data, "systemRules": rules, "uiBlocks": ui});
    same("structured view", &got, expected)
}

/// The same blocks come out of every door.
fn shown(answer: &Answer<'_>, request: &Request, expected: &Value) -> Result<(), String> {
    let texts: Vec<&str> = expected["content"]
        .as_array()
        .expect("content")
        .iter()
        .map(|block| block["text"].as_str().expect("a text block"))
        .collect();
    let mut renderer = Renderer::new();

    if let Some(options) = answer.toon {
        let mut out = Vec::new();
        toon::encode(answer.json.as_bytes(), &options, &mut out)
            .map_err(|error| format!("encode: {error}"))?;
        same("encoded", &Value::from(String::from_utf8_lossy(&out)), &Value::from(texts[0]))?;
    }

    let blocks = renderer
        .response_blocks(&answer.response(), request)
        .map_err(|error| format!("blocks: {error}"))?;
    let got: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
    if got != texts {
        return Err(format!("blocks: {got:?}, expected {texts:?}"));
    }

    for frame in FRAMES {
        let mut out = b"KEEP".to_vec();
        let report = answer
            .render(&mut renderer, request, frame, &mut out)
            .map_err(|error| format!("{frame:?}: {error}"))?;
        let Some(out) = out.strip_prefix(b"KEEP") else {
            return Err(format!("{frame:?}: the buffer's old content is gone"));
        };
        if report.bytes() != out.len() {
            return Err(format!("{frame:?}: {} bytes reported of {}", report.bytes(), out.len()));
        }
        let out = std::str::from_utf8(out).map_err(|_| format!("{frame:?}: no UTF-8"))?;
        let parsed = || {
            serde_json::from_str::<Value>(out)
                .map_err(|error| format!("{frame:?}: no JSON ({error}): {out}"))
        };
        match frame {
            Frame::Text => same("text", &Value::from(out), &Value::from(texts.join("\n\n")))?,
            Frame::Blocks => same("blocks as JSON", &parsed()?, &Value::from(texts.clone()))?,
            Frame::Result => same("result", &parsed()?, expected)?,
            Frame::JsonRpc(id) => {
                let value = parsed()?;
                let id = match id {
                    RequestId::Number(number) => Value::from(number),
                    RequestId::Text(text) => Value::from(text),
                    other => return Err(format!("an id of a new kind: {other:?}")),
                };
                if out.contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
                    return Err(format!("more than one line: {out:?}"));
                }
                same("version", &value["jsonrpc"], &Value::from("2.0"))?;
                same("id", &value["id"], &id)?;
                same("result of the line", &value["result"], expected)?;
            }
            other => return Err(format!("a frame of a new kind: {other:?}")),
        }
    }
    Ok(())
}

fn same(what: &str, got: &Value, expected: &Value) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{what}: {got}, expected {expected}")) }
}

/// The case's presenter as the crate's own form has it: `api` is a word of the vectors.
fn declaration(case: &Raw) -> Option<String> {
    let mut presenter = members(case.get("presenter")?);
    if let Some(api) = presenter.remove("api") {
        assert_eq!(api.get(), "\"define\"");
        let notice = RawValue::from_string("\"{omitted} omitted\"".to_owned()).expect("JSON");
        presenter.entry("notice".to_owned()).or_insert(notice);
    }
    Some(serde_json::to_string(&presenter).expect("a presenter"))
}

fn members(object: &RawValue) -> Raw {
    serde_json::from_str(object.get()).expect("an object")
}

fn text_of(case: &Raw, member: &str) -> String {
    serde_json::from_str(case[member].get()).expect("a text")
}

fn flag(case: &Raw, member: &str) -> bool {
    case.get(member).is_some_and(|value| value.get() == "true")
}
