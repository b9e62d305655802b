//! Any JSON as a response in TOON: what its data block holds, and what is said of it.

use mcp_presenter::toon::{self, Profile, ToonOptions};
use mcp_presenter::{
    Format, Frame, RenderErrorKind, Renderer, Report, Request, RequestId, Response,
};

fn respond(response: &Response<'_>, request: &Request, frame: Frame<'_>) -> (String, Report) {
    let mut out = Vec::new();
    let report = Renderer::new()
        .respond(response, request, frame, &mut out)
        .unwrap_or_else(|error| panic!("{error}"));
    (String::from_utf8(out).expect("output is UTF-8"), report)
}

fn text(json: &str) -> String {
    let response = Response::toon(json.as_bytes(), ToonOptions::new());
    respond(&response, &Request::new(), Frame::Text).0
}

#[test]
fn a_string_is_quoted_where_toon_asks_for_it() {
    for (json, expected) in [
        (r#""""#, r#""""#),
        (r#""text""#, "text"),
        (r#""42""#, r#""42""#),
        (r#""a: b""#, r#""a: b""#),
        (r#""</domain_rules>""#, r#""\u003c/domain_rules>""#),
        (" null ", "null"),
        ("[]", "[]"),
        ("{}", ""),
    ] {
        assert_eq!(text(json), expected, "{json}");
    }
}

#[test]
fn the_frame_escapes_it_once_more() {
    let json = "[\"a\\tb\",\"\u{2028}\"]";
    let response = Response::toon(json.as_bytes(), ToonOptions::new()).directive("Be brief.");
    let directives = r"<llm_directives>\n- Be brief.\n</llm_directives>";
    let result = |data: &str| {
        let block = |text: &str| format!(r#"{{"type":"text","text":"{text}"}}"#);
        format!(r#"{{"content":[{},{}]}}"#, block(data), block(directives))
    };
    let (shown, report) = respond(&response, &Request::new(), Frame::Result);
    assert_eq!(shown, result("[2|]: \\\"a\\\\tb\\\"|\\\"\u{2028}\\\""));
    assert_eq!((report.items(), report.is_collection(), report.bytes()), (2, true, shown.len()));
    let (shown, _) = respond(&response, &Request::new(), Frame::JsonRpc(RequestId::Number(1)));
    let result = result(r#"[2|]: \"a\\tb\"|\"\u2028\""#);
    assert_eq!(shown, format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#));
}

#[test]
fn it_is_toon_whatever_the_request_asks_for() {
    let json = br#"[{"a":{"x":1}},{"a":{"x":2}}]"#;
    for profile in [Profile::Toon4, Profile::Toon3] {
        let options = ToonOptions::new().profile(profile);
        let mut expected = Vec::new();
        toon::encode(json, &options, &mut expected).expect("JSON");
        let other = ToonOptions::new().indent(7);
        for format in [Format::Json, Format::JsonPretty, Format::Toon(other), Format::Auto(other)] {
            let request = Request::new().format(format);
            let response = Response::toon(json, options);
            let (shown, report) = respond(&response, &request, Frame::Text);
            assert_eq!(shown.as_bytes(), expected);
            assert_eq!(report.choice(), None);
        }
    }
}

#[test]
fn the_view_holds_the_value() {
    for json in [r#""42""#, r#""""#, "42", r#"[{"a":"x","b":null},{"a":"","b":1}]"#] {
        let mut renderer = Renderer::new();
        let mut data = |response: Response<'_>| {
            renderer.response_blocks(&response, &Request::new()).expect("JSON").structured().data
        };
        let toon = data(Response::toon(json.as_bytes(), ToonOptions::new()));
        let plain = data(Response::success(format!("[{json}]").into_bytes()));
        assert_eq!(toon, plain[0], "{json}");
    }
}

#[test]
fn surrogates_are_counted_and_faults_leave_nothing() {
    let response = Response::toon(&br#""\ud800 and \udc00""#[..], ToonOptions::new());
    let (shown, report) = respond(&response, &Request::new(), Frame::Text);
    assert_eq!(shown, "\u{fffd} and \u{fffd}");
    assert_eq!(report.replaced_surrogates(), 2);

    for (json, kind) in [
        ("", RenderErrorKind::Empty),
        (r#""a"#, RenderErrorKind::UnexpectedEnd),
        (r#"[{"a":1},{"a":01}]"#, RenderErrorKind::InvalidNumber),
        ("1 2", RenderErrorKind::TrailingBytes),
    ] {
        let mut out = b"KEEP".to_vec();
        let response = Response::toon(json.as_bytes(), ToonOptions::new());
        let answer = Renderer::new().respond(&response, &Request::new(), Frame::Result, &mut out);
        assert_eq!(answer.expect_err(json).kind(), kind, "{json}");
        assert_eq!(out, b"KEEP");
    }
}

#[test]
fn debug_holds_no_data() {
    let response = Response::toon(&b"\"secret\""[..], ToonOptions::new());
    let shown = format!("{response:?}");
    assert!(shown.contains("Toon(8 bytes of JSON)") && !shown.contains("secret"), "{shown}");
}
