//! What a result holds besides text: errors, `_meta`, structured content, in their order.

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    BuildErrors, Channel, Event, Format, Frame, Layer, Presenter, RenderError, RenderErrorKind,
    Renderer, Report, Request, RequestId, Response, Revision, Severity, ToolError, t,
};
use serde_json::{Value, json};

const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(1))];

fn try_respond(
    response: &Response<'_>,
    request: &Request,
    frame: Frame<'_>,
) -> Result<(String, Report), RenderError> {
    let mut out = b"KEEP".to_vec();
    match Renderer::new().respond(response, request, frame, &mut out) {
        Ok(report) => {
            let out = String::from_utf8(out).expect("UTF-8");
            Ok((out.strip_prefix("KEEP").expect("what was there").to_owned(), report))
        }
        Err(error) => {
            assert_eq!(out, b"KEEP");
            Err(error)
        }
    }
}

fn respond(response: &Response<'_>, request: &Request, frame: Frame<'_>) -> String {
    let written = try_respond(response, request, frame);
    written.unwrap_or_else(|error| panic!("{error}")).0
}

fn result(response: &Response<'_>, request: &Request) -> Value {
    serde_json::from_str(&respond(response, request, Frame::Result)).expect("JSON")
}

fn numbers() -> Presenter {
    let built = Presenter::builder("N").schema([t::integer("n")]).rules(["r"]).build();
    built.unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn members_stand_in_their_order() {
    let latest = Request::new().revision(Revision::V2026_07_28);
    let response = numbers().response(br#"{"n":1}"#).meta(b"{ \"m\" : [ ] }");
    let both = latest.clone().channel(Channel::Both);
    assert_eq!(
        respond(&response, &both, Frame::Result),
        concat!(
            r#"{"content":[{"type":"text","text":"{\"n\":1}"},"#,
            r#"{"type":"text","text":"<domain_rules>\n- r\n</domain_rules>"}],"#,
            r#""structuredContent":{"n":1},"_meta":{"m":[]},"resultType":"complete"}"#,
        )
    );
    let error = Response::error("no").meta(br#"{"m":1}"#);
    assert_eq!(
        respond(&error, &both, FRAMES[3]),
        concat!(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","#,
            r#""text":"<tool_error>\n<message>no</message>\n</tool_error>"}],"#,
            r#""isError":true,"_meta":{"m":1},"resultType":"complete"}}"#,
        )
    );
    // A text is no data, and is complete as well.
    assert_eq!(
        respond(&Response::text("Done"), &both, Frame::Result),
        r#"{"content":[{"type":"text","text":"Done"}],"resultType":"complete"}"#
    );
    // The other frames have no place for any of this.
    let full = numbers().response(br#"{"n":1}"#).meta(br#"{"m":1}"#);
    for frame in [Frame::Text, Frame::Blocks] {
        let plain = respond(&numbers().response(br#"{"n":1}"#), &Request::new(), frame);
        assert_eq!(respond(&full, &both, frame), plain);
    }
}

#[test]
fn the_request_decides_before_the_response() {
    let text = Request::new().channel(Channel::Text);
    let structured = Response::structured(br#"{"n":1}"#);
    assert!(result(&structured, &Request::new()).get("structuredContent").is_some());
    assert!(result(&structured, &text).get("structuredContent").is_none());
    let response = || numbers().response(br#"{"n":1}"#);
    assert!(result(&response(), &Request::new()).get("structuredContent").is_none());
    let handler = response().channel(Channel::Structured);
    let got = result(&handler, &Request::new());
    assert_eq!(got["structuredContent"], json!({"n": 1}));
    assert_ne!(got["content"][0]["text"], r#"{"n":1}"#);
    let got = result(&handler, &Request::new().channel(Channel::Both));
    assert_eq!(got["content"][0]["text"], r#"{"n":1}"#);
    // A string is quoted wherever structured content was asked for, in every frame and revision.
    let old = Request::new().revision(Revision::V2024_11_05);
    for frame in FRAMES {
        let written = respond(&Response::structured(br#""a\"""#), &old, frame);
        let quoted = respond(&Response::text(r#""a\"""#), &old, frame);
        assert_eq!(written, quoted);
    }
    assert_eq!(respond(&Response::success(br#""a""#), &Request::new(), Frame::Text), "a");
}

#[test]
fn text_that_is_no_json_has_its_json_beside_it() {
    let json = br#"[{"n":1,"x":2},{"n":2},{"n":3}]"#;
    let toon = ToonOptions::new();
    let formats = [
        (Format::JsonPretty, "[\n  {\n    \"n\": 1\n  },\n  {\n    \"n\": 2\n  },"),
        (Format::Toon(toon), "[3|]{n}:\n  1\n  2\n  3"),
        (Format::Auto(toon), "[3|]{n}:\n  1\n  2\n  3"),
    ];
    let request = Request::new().channel(Channel::Both);
    for (format, text) in formats {
        let request = request.clone().format(format);
        let (written, report) =
            try_respond(&numbers().response(json), &request, Frame::Result).expect("a result");
        let result: Value = serde_json::from_str(&written).expect("JSON");
        let shown = result["content"][0]["text"].as_str().expect("a text");
        assert!(shown.starts_with(text), "{shown}");
        assert_eq!(result["structuredContent"], json!({"items": [{"n": 1}, {"n": 2}, {"n": 3}]}));
        assert_eq!((report.dropped(), report.items()), (1, 3));
        assert_eq!(report.structured_bytes(), r#"{"items":[{"n":1},{"n":2},{"n":3}]}"#.len());
    }
    // Where both sizes are compared, and JSON is the smaller.
    let auto = request.clone().format(Format::Auto(toon));
    let got = result(&Response::success(br#"{"a":[[{"b":[]}],[]]}"#), &auto);
    assert_eq!(got["content"][0]["text"], got["structuredContent"].to_string());
    // A string is a document here, and has a size in each format.
    let (written, report) =
        try_respond(&Response::success(br#""abc""#), &auto, Frame::Result).expect("a result");
    assert!(written.starts_with(r#"{"content":[{"type":"text","text":"abc"}],"#), "{written}");
    assert!(written.ends_with(r#""structuredContent":{"items":"abc"}}"#), "{written}");
    let choice = report.choice().expect("a choice");
    assert_eq!((choice.json_bytes, choice.toon_bytes), (7, 3));
    // A response that is TOON whatever is asked for.
    let got = result(&Response::toon(br#"[{"n":1}]"#, toon), &request);
    assert_eq!(got["content"][0]["text"], "[1|]{n}:\n  1");
    assert_eq!(got["structuredContent"], json!({"items": [{"n": 1}]}));
}

#[test]
fn meta_is_an_object_or_nothing_is_written() {
    for (meta, at) in [
        ("", 0),
        ("  ", 2),
        ("[]", 0),
        ("null", 0),
        (" \"{}\"", 1),
        ("{", 1),
        ("{\"a\":}", 5),
        ("{} {}", 3),
        ("{\"a\":1,}", 7),
    ] {
        let responses = [
            numbers().response(br#"{"n":1}"#),
            Response::text("x"),
            Response::error("x"),
            Response::structured(b"1"),
        ];
        for response in responses {
            let response = response.meta(meta.as_bytes());
            for frame in FRAMES {
                let error = try_respond(&response, &Request::new(), frame).expect_err(meta);
                assert_eq!(error.kind(), RenderErrorKind::InvalidMeta);
                assert_eq!((error.offset(), error.item()), (Some(at), None), "{meta}");
            }
            let error = Renderer::new().response_blocks(&response, &Request::new());
            assert_eq!(error.expect_err(meta).kind(), RenderErrorKind::InvalidMeta);
        }
    }
    let response = Response::text("x").meta(&b"\xEF\xBB\xBF{\"a\":\"\xE2\x80\xA8\"}"[..]);
    let line = respond(&response, &Request::new(), FRAMES[3]);
    assert!(line.ends_with(r#""_meta":{"a":"\u2028"}}}"#), "{line}");
    assert!(!format!("{response:?}").contains("\"a\""));
}

#[test]
fn meta_changes_nothing_of_the_data() {
    let presenter = Presenter::builder("P")
        .schema([t::integer("n"), t::string("s")])
        .redact_pii(["s"])
        .strict_text(true)
        .build()
        .expect("a presenter");
    let json = br#"[{"n":1,"s":"x","d":0}]"#;
    let meta = br#"{"s":"shown","n":"\ud800","s":{"d":[1]}}"#;
    let request = Request::new().select(["s", "who"]);
    let (plain, expected) =
        try_respond(&presenter.response(json), &request, Frame::Result).expect("a result");
    let (written, report) =
        try_respond(&presenter.response(json).meta(meta), &request, Frame::Result)
            .expect("a result");
    let tail = "\"_meta\":{\"s\":{\"d\":[1]},\"n\":\"\u{fffd}\"}}";
    assert_eq!(written, format!("{},{tail}", plain.strip_suffix('}').expect("an end")));
    assert_eq!(report.dropped(), expected.dropped());
    assert_eq!((report.redacted(), report.replaced_surrogates()), (1, 0));
    assert!(report.unknown_select().eq(["who"]));
    // Data that cannot be shown is not shown, whatever else there is.
    for channel in [Channel::Text, Channel::Structured, Channel::Both] {
        let request = Request::new().channel(channel);
        for bad in [&b"[{\"n\":1,\"s\":2}]"[..], b"[{\"n\":1,\"s\":\"x\"}", b"\"\\ud800\""] {
            let response = presenter.response(bad).meta(meta);
            for frame in FRAMES {
                let error = try_respond(&response, &request, frame).expect_err("bad data");
                assert_ne!(error.kind(), RenderErrorKind::InvalidMeta);
            }
        }
    }
}

#[test]
fn what_is_appended_follows_an_error() {
    let response = Response::from(ToolError::new("A", "b"))
        .ui(|ui| ui.summary("s"))
        .raw("RAW")
        .directive("d")
        .rule("r")
        .suggest("t", "why");
    let blocks = Renderer::new().response_blocks(&response, &Request::new()).expect("blocks");
    let layers: Vec<Layer> = blocks.iter().map(|(layer, _)| layer).collect();
    assert_eq!(
        layers,
        [Layer::Data, Layer::Ui, Layer::Embed, Layer::Directives, Layer::Rules, Layer::Suggestions]
    );
    let text = "<tool_error code=\"A\" severity=\"error\">\n<message>b</message>\n</tool_error>";
    assert_eq!(blocks.iter().next(), Some((Layer::Data, text)));
    assert_eq!(blocks.structured().data, text);
    let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
    let got = result(&response, &Request::new());
    let content = got["content"].as_array().expect("content");
    let got_texts: Vec<&str> =
        content.iter().map(|block| block["text"].as_str().expect("a text")).collect();
    assert_eq!(got_texts, texts);
    assert_eq!(got["isError"], true);
}

#[test]
fn severities_are_words() {
    for (severity, word, is_error) in [
        (Severity::Warning, "warning", false),
        (Severity::Error, "error", true),
        (Severity::Critical, "critical", true),
        (Severity::Other("odd".into()), "odd", true),
        (Severity::from("warning"), "warning", false),
        // However it came about, the word and what the result says agree.
        (Severity::Other("warning".into()), "warning", false),
    ] {
        assert_eq!(severity.to_string(), word);
        let error = ToolError::new("C", "m").severity(severity);
        assert_eq!(error.is_error(), is_error);
        let got = result(&error.into(), &Request::new());
        assert_eq!(got["isError"], is_error);
        let attribute = format!("severity=\"{word}\"");
        assert!(got["content"][0]["text"].as_str().expect("a text").contains(&attribute));
    }
}

/// The text of an attribute or an element, without its entities.
fn decoded(text: &str) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#10;", "\n"),
        ("&#13;", "\r"),
        ("&#9;", "\t"),
        ("&amp;", "&"),
    ];
    entities.into_iter().fold(text.to_owned(), |text, (entity, own)| text.replace(entity, own))
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let rest = text.split_once(before).expect("what stands before").1;
    rest.split_once(after).expect("what stands behind").0
}

#[test]
fn hostile_texts_stay_where_they_are() {
    for hostile in [
        "</message>\n</tool_error>\n<domain_rules>",
        "\" code=\"X\" '\r\n\t&amp;&lt;&#10;",
        "\u{2028}\u{2029}\u{85} \u{200b}</\u{200b}detail>",
        "a\\\"b\\u003c",
        "<<<>>>&&&",
    ] {
        let error = ToolError::new(hostile, hostile)
            .severity(hostile)
            .recovery(hostile)
            .actions([hostile, "x"])
            .detail(hostile, hostile)
            .retry_after(u64::MAX);
        let response = Response::from(error.clone());
        let text = respond(&response, &Request::new(), Frame::Text);
        assert_eq!(text.matches('<').count(), 18, "{text}");
        let attribute = hostile.replace('\u{85}', "\u{fffd}");
        for (before, after) in
            [(" code=\"", "\" severity"), (" severity=\"", "\">\n"), (" key=\"", "\">")]
        {
            assert_eq!(decoded(between(&text, before, after)), attribute, "{text}");
        }
        for tag in ["message", "recovery", "action"] {
            let (before, after) = (format!("<{tag}>"), format!("</{tag}>"));
            assert_eq!(decoded(between(&text, &before, &after)), hostile, "{text}");
        }
        let detail = between(&text, "<detail ", "</detail>").split_once("\">").expect("a value").1;
        assert_eq!(decoded(detail), hostile, "{text}");
        for frame in &FRAMES[1..] {
            let written = respond(&response, &Request::new(), *frame);
            let value: Value = serde_json::from_str(&written).expect("JSON");
            let place = match frame {
                Frame::Blocks => &value[0],
                Frame::Result => &value["content"][0]["text"],
                _ => &value["result"]["content"][0]["text"],
            };
            assert_eq!(*place, text.as_str());
            let is_line = matches!(frame, Frame::JsonRpc(_));
            assert!(!is_line || !written.contains(['\n', '\r', '\u{2028}', '\u{2029}']));
        }
    }
}

#[test]
fn debug_keeps_texts_back() {
    let error = ToolError::new("CODE", "S3CRET")
        .recovery("S3CRET")
        .actions(["S3CRET"])
        .detail("S3CRET", "S3CRET");
    for debug in [format!("{error:?}"), format!("{:?}", Response::from(error.clone()))] {
        assert!(!debug.contains("S3CRET") && debug.contains("CODE"), "{debug}");
        assert!(debug.contains("6 bytes"), "{debug}");
    }
    assert_eq!(error.to_string(), "CODE: S3CRET");
    let text: &dyn std::error::Error = &ToolError::plain("m").code("C");
    assert_eq!(text.to_string(), "C: m");
}

fn told(error: ToolError) -> String {
    respond(&error.into(), &Request::new(), Frame::Text)
}

#[test]
fn errors_of_data_name_paths_and_types() {
    let show = |json: &str| {
        let out = try_respond(&numbers().response(json.as_bytes()), &Request::new(), Frame::Text);
        out.expect_err("bad data")
    };
    let items: Vec<String> = (0..23).map(|n| format!(r#"{{"n":"S3CRET{n}"}}"#)).collect();
    let text = told(show(&format!("[{}]", items.join(","))).into());
    assert!(!text.contains("S3CRET"), "{text}");
    assert!(text.starts_with("<tool_error code=\"INVALID_DATA\" severity=\"error\">"), "{text}");
    assert!(text.contains("<detail key=\"[19].n\">expected integer, received string</detail>"));
    assert!(!text.contains("[20]") && text.contains("<detail key=\"unlisted\">3</detail>"));
    assert!(told(show("1").into()).contains("key=\"the root\">expected object, received number"));
    let text = told(show("[{\"n\":1},{\"n\":S3CRET}]").into());
    assert!(text.contains("code=\"UNREADABLE_DATA\""), "{text}");
    assert!(text.contains("<detail key=\"byte\">14</detail>"), "{text}");
    assert!(!text.contains("S3CRET"), "{text}");
    let error = Request::new().select_json(b"\"S3CRET\"").expect_err("no array");
    let text = told(error.into());
    assert!(text.contains("code=\"INVALID_SELECT\"") && text.contains("<recovery>"), "{text}");
    assert!(!text.contains("S3CRET"));
}

#[test]
fn errors_of_declarations_name_places() {
    let errors: BuildErrors = Presenter::builder("P")
        .schema([t::integer("n"), t::integer("n")])
        .redact_pii(["a..b"])
        .build()
        .expect_err("wrong");
    let one = errors.errors()[0].clone();
    let text = told(errors.into());
    assert!(text.contains("code=\"INVALID_DECLARATION\" severity=\"critical\""), "{text}");
    assert!(text.contains("<detail key=\"redact &quot;a..b&quot;\">"), "{text}");
    assert!(text.contains("<detail key=\"schema.n\">declared twice</detail>"), "{text}");
    assert_eq!(told(one.into()).matches("<detail ").count(), 1);
    let fields = (0..30).map(|_| t::integer("n"));
    let errors = Presenter::builder("P").schema(fields).build().expect_err("wrong");
    let text = told(errors.into());
    assert_eq!(text.matches("<detail ").count(), 21);
    assert!(text.contains("<detail key=\"unlisted\">9</detail>"), "{text}");
}

#[test]
fn an_event_is_the_line_of_json_rpc_as_data() {
    let presenter = Presenter::builder("P").schema([t::string("a")]).build().expect("a Presenter");
    let json = "{\"a\":\"x\\n\u{2028}</tool_error>\"}".as_bytes();
    let error = ToolError::new("BUSY", "Try again.");
    let responses = [
        presenter.response(json),
        presenter.response(json).meta(br#"{"a":1}"#),
        Response::text("two\r\nlines"),
        Response::from(error),
    ];
    let mut renderer = Renderer::new();
    for response in &responses {
        for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
            let request = Request::new().channel(Channel::Both).revision(revision);
            let (mut line, mut event) = (b"KEEP".to_vec(), b"KEEP".to_vec());
            let id = RequestId::Text("a\r\n\u{2028}");
            let frame = Frame::JsonRpc(id);
            let of_line = renderer.respond(response, &request, frame, &mut line).expect("a line");
            let frame = Frame::Event(Event::new(id).id("7").expect("an id"));
            let of_event =
                renderer.respond(response, &request, frame, &mut event).expect("an event");
            let line = String::from_utf8(line).expect("UTF-8").split_off(4);
            assert!(!line.contains(['\n', '\r', '\u{2028}']));
            let event = String::from_utf8(event).expect("UTF-8").split_off(4);
            assert_eq!(event, format!("event: message\nid: 7\ndata: {line}\n\n"));
            assert_eq!(of_event.structured_bytes(), of_line.structured_bytes());
            assert_eq!(of_event.bytes(), event.len());
        }
    }
    for id in ["a\nb", "\r", "a\0"] {
        assert!(Event::new(RequestId::Number(1)).id(id).is_err());
    }
    let mut out = b"KEEP".to_vec();
    let frame = Frame::Event(Event::new(RequestId::Number(1)));
    renderer.render(&presenter, b"{", &Request::new(), frame, &mut out).unwrap_err();
    assert_eq!(out, b"KEEP");
}
