//! The envelope's second place for data: structured content.

use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_presenter::{
    Action, Censor, Channel, Format, Frame, Presenter, RenderErrorKind, Renderer, Report, Request,
    RequestId, Response, Revision, Severity, Tool, ToolError, t,
};
use serde_json::{Value, json};

use crate::show::{any, build, case, everything, input, parse};

const STRUCTURED: [Channel; 2] = [Channel::Structured, Channel::Both];

fn respond(response: &Response<'_>, request: &Request) -> (String, Report) {
    let mut out = Vec::new();
    let report = Renderer::new().respond(response, request, Frame::Result, &mut out);
    let report = report.unwrap_or_else(|error| panic!("{response:?}: {error}"));
    assert_eq!(report.bytes(), out.len());
    (String::from_utf8(out).expect("output is UTF-8"), report)
}

fn result(presenter: &Presenter, json: &str, request: &Request) -> Value {
    parse(&respond(&presenter.response(json.as_bytes()), request).0)
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("a text")
}

fn on(channel: Channel) -> Request {
    Request::new().channel(channel)
}

#[test]
fn e001_each_call_says_where_the_data_stands() {
    let json = input("E001");
    let presenter = everything();
    for name in case("E001")["input"]["config"]["channels"].as_array().expect("channels") {
        let (channel, in_text, in_structure) = match name.as_str() {
            Some("text") => (Channel::Text, true, false),
            Some("structured") => (Channel::Structured, false, true),
            Some("both") => (Channel::Both, true, true),
            other => panic!("{other:?} is no channel"),
        };
        let response = presenter.response(json.as_bytes());
        let (written, report) = respond(&response, &on(channel));
        let result = parse(&written);
        assert_eq!(text(&result) == json, in_text, "{written}");
        assert_eq!(result.get("structuredContent"), in_structure.then(|| parse(json)).as_ref());
        // Each channel is counted once, and all of it in the whole.
        assert_eq!(report.structured_bytes(), if in_structure { json.len() } else { 0 });
        assert_eq!(report.bytes(), written.len());
    }
    // One walk: what is counted of the data, and what a censor is asked for, is that of one.
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let censor = Censor::function(|_, _| {
        CALLS.fetch_add(1, Ordering::Relaxed);
        "#".into()
    });
    let counted = build(Presenter::builder("P").schema([t::any("rows")]).redact(["rows"], censor));
    let response = counted.response(br#"{"rows":1,"more":2}"#);
    for channel in [Channel::Text, Channel::Structured, Channel::Both] {
        let report = respond(&response, &on(channel)).1;
        assert_eq!((report.dropped(), report.redacted(), report.items()), (1, 1, 1));
        assert_eq!(CALLS.swap(0, Ordering::Relaxed), 1, "{channel:?}");
    }
}

#[test]
fn e003_blocks_are_not_copied_into_structured_content() {
    let blocks = case("E003")["input"]["config"]["blocks"].as_array().expect("blocks");
    let json = blocks[1].as_str().and_then(|text| text.strip_prefix("json ")).expect("JSON");
    let image = "QUJD".repeat(1 << 18);
    let presenter = everything();
    for channel in STRUCTURED {
        let response = presenter.response(json.as_bytes()).raw(image.clone());
        let (written, report) = respond(&response, &on(channel));
        assert_eq!(written.matches(&image).count(), 1);
        assert_eq!(parse(&written)["structuredContent"], parse(json));
        assert_eq!(report.structured_bytes(), json.len());
    }
}

#[test]
fn e020_structured_content_is_what_the_revision_allows() {
    let protocol = case("E020")["input"]["config"]["protocol"].as_str().expect("a revision");
    let revisions = [
        ("2024-11-05", false, true),
        ("2025-03-26", false, true),
        (protocol, true, true),
        ("2025-11-25", true, true),
        ("2026-07-27", true, true),
        ("2026-07-28", true, false),
        ("2027-01-01", true, false),
    ];
    let values = [input("E020"), "[]", "null", "0", "false", "\"\"", "\"x\"", "{}", "{\"a\":[1]}"];
    for (name, has_structured, wraps) in revisions {
        let revision: Revision = name.parse().expect("a revision");
        for json in values {
            for channel in STRUCTURED {
                let request = on(channel).revision(revision);
                let result = result(&everything(), json, &request);
                let value = parse(json);
                let expected = match &value {
                    Value::Object(_) => value,
                    _ if wraps => json!({"items": value}),
                    _ => value,
                };
                let expected = has_structured.then_some(expected);
                assert_eq!(result.get("structuredContent"), expected.as_ref(), "{name} {json}");
                let complete = (!wraps).then(|| json!("complete"));
                assert_eq!(result.get("resultType"), complete.as_ref(), "{name} {json}");
                // Without a place for it, the data is in the text.
                if !has_structured || channel == Channel::Both {
                    assert_eq!(text(&result), json, "{name}");
                }
            }
        }
    }
}

/// A tool with an output schema must send structured content in every result that is no error.
#[test]
fn e022_a_result_has_structured_content_unless_it_is_an_error() {
    assert_eq!(case("E022")["input"]["config"]["output_schema"]["type"], "object");
    let presenter = build(Presenter::builder("P").schema([t::integer("a")]));
    for channel in STRUCTURED {
        let request = on(channel);
        for json in [r#"{"a":1}"#, "[]", r#"[{"a":1,"b":2}]"#] {
            let (written, report) = respond(&presenter.response(json.as_bytes()), &request);
            let result = parse(&written);
            assert!(result["structuredContent"].is_object(), "{result}");
            assert!(report.structured_bytes() > 0);
        }
        for error in [ToolError::plain("no"), ToolError::new("A", "b"), ToolError::required("c")] {
            let (written, report) = respond(&error.into(), &request);
            let result = parse(&written);
            assert_eq!(result["isError"], true);
            assert!(result.get("structuredContent").is_none(), "{result}");
            assert_eq!(report.structured_bytes(), 0);
        }
    }
    // Who asked for text alone is told that there was no more, or refused if there had to be.
    let response = presenter.response(br#"{"a":1}"#);
    assert_eq!(respond(&response, &on(Channel::Text)).1.structured_bytes(), 0);
    let tool = Tool::builder("t").declares_output().action(Action::new("a")).build();
    let tool = tool.expect("a tool");
    let declared = tool.request(b"{}").expect("a request");
    assert!(respond(&response, &declared).1.structured_bytes() > 0);
    assert_eq!(respond(&ToolError::plain("no").into(), &declared).1.structured_bytes(), 0);
    let warning = || ToolError::new("A", "b").severity(Severity::Warning);
    for (response, request) in [
        (presenter.response(br#"{"a":1}"#), declared.clone().channel(Channel::Text)),
        (presenter.response(br#"{"a":1}"#).channel(Channel::Text), declared.clone()),
        (Response::text("Done"), declared.clone()),
        (warning().into(), declared.clone()),
    ] {
        let (mut renderer, mut out) = (Renderer::new(), b"before".to_vec());
        for frame in [Frame::Result, Frame::JsonRpc(RequestId::Number(1))] {
            let error = renderer.respond(&response, &request, frame, &mut out).unwrap_err();
            assert_eq!(error.kind(), RenderErrorKind::NoStructuredContent);
            assert_eq!(out, b"before");
        }
        // Where there is no place for it, nobody misses it.
        renderer.respond(&response, &request, Frame::Blocks, &mut out).expect("a text");
        let older = request.revision(Revision::V2025_03_26);
        renderer.respond(&response, &older, Frame::Result, &mut out).expect("a text");
    }
}

#[test]
fn e031_there_is_a_first_block_though_the_data_is_elsewhere() {
    let config = &case("E031")["input"]["config"];
    assert_eq!(config["structured_only"], true);
    for json in [input("E031"), "[]", "null", "\"\""] {
        for format in [Format::Json, Format::JsonPretty, Format::Toon(Default::default())] {
            let request = on(Channel::Structured).format(format);
            let result = result(&everything(), json, &request);
            let content = result["content"].as_array().expect("an array");
            assert_eq!(content.len(), 1);
            assert_eq!(content[0]["type"], "text");
            assert!((1..60).contains(&text(&result).len()), "{result}");
            assert!(!result["structuredContent"].is_null());
        }
    }
    // What stands around the data follows.
    let around = build(any().rules(["r"]).ui(|view, ui| ui.summary(view.get("a"))));
    let result = result(&around, input("E031"), &on(Channel::Structured));
    let content = result["content"].as_array().expect("an array");
    assert_eq!(content.len(), 3);
    assert_eq!(content[2]["text"], "<domain_rules>\n- r\n</domain_rules>");
    assert_eq!(result["structuredContent"], parse(input("E031")));
}

#[test]
fn r051_both_channels_show_what_one_shows() {
    let config = &case("R051")["input"]["config"];
    let paths = config["paths"].as_array().expect("paths");
    let paths: Vec<&str> = paths.iter().map(|path| path.as_str().expect("a path")).collect();
    let limit = config["max_items"].as_u64().expect("a limit") as usize;
    let items = build(any().limit(limit));
    let presenter = build(any().redact_pii(paths.clone()).embed("items", &items));
    let list = build(any().redact_pii(paths).limit(limit));
    let items = format!("[{0},{0},{0}]", input("R051"));
    let selected = Request::new().select(["pw", "items"]);
    let formats = [
        Format::Json,
        Format::JsonPretty,
        Format::Toon(Default::default()),
        Format::Auto(Default::default()),
    ];
    for (presenter, json, shown) in [
        (&presenter, input("R051"), json!({"items": [1, 2], "pw": "[REDACTED]"})),
        (&list, &items, vec![json!({"items": [1, 2, 3], "pw": "[REDACTED]"}); 2].into()),
    ] {
        for request in [Request::new(), selected.clone()] {
            for format in formats {
                for channel in STRUCTURED {
                    let request = request.clone().format(format).channel(channel);
                    let request = request.revision(Revision::V2026_07_28);
                    let (written, _) = respond(&presenter.response(json.as_bytes()), &request);
                    assert!(!written.contains("\"S\"") && !written.contains("\\\"S"), "{written}");
                    let result = parse(&written);
                    assert_eq!(result["structuredContent"], shown, "{format:?}");
                    if format == Format::Json && channel == Channel::Both {
                        assert_eq!(parse(text(&result)), shown);
                    }
                }
            }
        }
    }
    // What cannot be shown is in neither.
    let typed = build(Presenter::builder("P").schema([t::string("pw")]));
    for channel in STRUCTURED {
        let mut out = b"KEEP".to_vec();
        let got =
            Renderer::new().render(&typed, b"[{\"pw\":1}]", &on(channel), Frame::Result, &mut out);
        assert_eq!(got.expect_err("invalid").kind(), RenderErrorKind::Validation);
        assert_eq!(out, b"KEEP");
    }
}
