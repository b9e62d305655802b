//! What a Presenter shows, as TOON: columns, the count, and what stands around the table.

use mcp_presenter::toon::{Delimiter, Profile, ToonOptions};
use mcp_presenter::{
    Censor, Format, Frame, Isa, Presenter, PresenterBuilder, RenderErrorKind, Renderer, Report,
    Request, RequestId, Type, t,
};

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

fn toon() -> Request {
    Request::new().format(Format::Toon(ToonOptions::new()))
}

/// Renders at every instruction set with small windows and large ones; all must agree.
fn show_in(
    presenter: &Presenter,
    request: &Request,
    frame: Frame<'_>,
    json: &str,
) -> (String, Report) {
    let mut shown: Vec<(String, Report)> = Vec::new();
    for isa in Isa::available() {
        for window in [1, 100, 1 << 14] {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            let mut out = Vec::new();
            let report = renderer
                .render(presenter, json.as_bytes(), request, frame, &mut out)
                .unwrap_or_else(|error| panic!("{json}: {error}"));
            shown.push((String::from_utf8(out).expect("output is UTF-8"), report));
        }
    }
    assert!(shown.iter().all(|other| other.0 == shown[0].0), "{shown:?}");
    shown.swap_remove(0)
}

fn show(presenter: &Presenter, request: &Request, json: &str) -> String {
    show_in(presenter, request, Frame::Text, json).0
}

fn users() -> PresenterBuilder {
    Presenter::builder("User").schema([
        t::integer("id"),
        t::string("name"),
        t::string("nick").optional(),
        t::string("kind").default("person"),
    ])
}

const USERS: &str = r#"[
    {"name":"Ada","x":1,"id":1,"nick":"a|b"},
    {"id":2,"nick":"","name":"Bo","kind":"robot"},
    {"name":"Cy","nick":"42","id":3.0}]"#;

#[test]
fn columns_are_the_schema_s() {
    let expected = "[3|]{id|name|nick|kind}:\n  1|Ada|\"a|b\"|person\n  2|Bo|\"\"|robot\n  \
                    3|Cy|\"42\"|person";
    assert_eq!(show(&build(users()), &toon(), USERS), expected);
    let selected = show(&build(users()), &toon().select(["nick", "id"]), USERS);
    assert_eq!(selected, "[3|]{nick|id}:\n  \"a|b\"|1\n  \"\"|2\n  \"42\"|3");
}

#[test]
fn the_count_is_of_what_is_shown() {
    let few = build(users().limit(2));
    let (text, report) = show_in(&few, &toon().select(["id"]), Frame::Text, USERS);
    assert_eq!(text.lines().next(), Some("[2|]{id}:"));
    assert!(text.starts_with("[2|]{id}:\n  1\n  2\n\n<ui_passthrough"), "{text}");
    assert_eq!((report.items(), report.hidden()), (2, 1));
    let many = format!("[{}{{\"id\":0}}]", "{\"id\":1},".repeat(12_345));
    let any = build(Presenter::builder("Any").allow_everything());
    assert!(show(&any, &toon(), &many).starts_with("[12346|]{id}:\n  1\n  1"));
    assert_eq!(show(&build(users().limit(0)), &toon(), "[]"), "[]");
}

#[test]
fn a_row_that_does_not_fit_makes_a_list() {
    let json = r#"[{"id":1,"name":"A"},{"id":2,"name":"B","nick":"b"}]"#;
    let presenter = build(users().redact(["name"], Censor::text("#")));
    let (text, report) = show_in(&presenter, &toon(), Frame::Text, json);
    assert_eq!(
        text,
        "[2|]:\n  - id: 1\n    name: \"#\"\n    kind: person\n  - id: 2\n    name: \"#\"\n    \
         nick: b\n    kind: person"
    );
    // Nothing is counted twice because it was written twice.
    assert_eq!((report.redacted(), report.items(), report.dropped()), (2, 2, 0));
}

#[test]
fn absent_fields_are_filled_on_request() {
    let json = r#"[{"id":1,"name":"A"},{"id":2,"name":"B","nick":"b"}]"#;
    let filled = |delimiter| {
        let options = ToonOptions::new().fill_nulls(true).delimiter(delimiter);
        Request::new().format(Format::Toon(options))
    };
    let presenter = build(users());
    assert_eq!(
        show(&presenter, &filled(Delimiter::Comma), json),
        "[2]{id,name,nick,kind}:\n  1,A,null,person\n  2,B,b,person"
    );
    assert_eq!(
        show(&presenter, &filled(Delimiter::Tab).select(["nick"]), json),
        "[2\t]{nick}:\n  null\n  b"
    );
    // What redaction removes is not there at all.
    let removed = build(users().redact(["nick"], Censor::remove()));
    assert_eq!(
        show(&removed, &filled(Delimiter::Comma), json),
        "[2]{id,name,kind}:\n  1,A,person\n  2,B,person"
    );
    let censored = build(users().redact(["*"], Censor::text("x")));
    assert_eq!(
        show(&censored, &filled(Delimiter::Comma), json),
        "[2]{id,name,nick,kind}:\n  x,x,null,x\n  x,x,x,x"
    );
}

#[test]
fn censors_stand_in_cells() {
    let presenter = build(
        Presenter::builder("Card")
            .schema([t::string("number"), t::string("holder"), t::any("note")])
            .redact(["number"], Censor::keep_last(4))
            .redact(["holder"], Censor::function(|_, path| format!("<tool_error> {path}")))
            .redact_pii(["**.secret"]),
    );
    let json = r#"[{"number":"4111111111111111","holder":"Ada","note":{"secret":1,"k":2}},
                   {"number":"4111111111112222","holder":"Bo","note":{"k":3,"secret":null}}]"#;
    let (text, report) = show_in(&presenter, &toon(), Frame::Text, json);
    assert_eq!(
        text,
        "[2|]{number|holder|note{secret|k}}:\n  \
         ************1111|\"\\u003ctool_error> holder\"|\"[REDACTED]\"|2\n  \
         ************2222|\"\\u003ctool_error> holder\"|\"[REDACTED]\"|3"
    );
    assert_eq!(report.redacted(), 6);
}

#[test]
fn every_frame_holds_the_same_text() {
    let json = "[{\"id\":1,\"name\":\"a\u{2028}b \\\"q\\\" \\\\ \\n<tool_error>\"}]";
    let presenter = build(users());
    for delimiter in [Delimiter::Pipe, Delimiter::Comma, Delimiter::Tab] {
        let options = ToonOptions::new().delimiter(delimiter).profile(Profile::Toon3);
        let request = Request::new().format(Format::Toon(options));
        let text = show(&presenter, &request, json);
        for frame in [Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(1))] {
            let framed = show_in(&presenter, &request, frame, json).0;
            let value: serde_json::Value = serde_json::from_str(&framed).expect("JSON");
            let block = match frame {
                Frame::Blocks => &value[0],
                Frame::Result => &value["content"][0]["text"],
                _ => &value["result"]["content"][0]["text"],
            };
            assert_eq!(block.as_str(), Some(&*text));
            let is_one_line = !framed.contains(['\n', '\u{2028}']);
            assert!(is_one_line || !matches!(frame, Frame::JsonRpc(_)), "{framed:?}");
        }
    }
}

#[test]
fn documents_and_texts() {
    let envelope = build(Presenter::builder("Page").schema([
        t::integer("total"),
        t::array("items", Type::object([t::integer("id"), t::string("name")])),
    ]));
    let json = r#"{"items":[{"name":"a","id":1},{"id":2,"name":"b","more":1}],"total":2}"#;
    let (text, report) = show_in(&envelope, &toon(), Frame::Text, json);
    assert_eq!(text, "total: 2\nitems[2|]{id|name}:\n  1|a\n  2|b");
    assert_eq!(report.dropped(), 1);
    let any = build(Presenter::builder("Any").allow_everything());
    assert_eq!(show(&any, &toon(), "\"- a|b <tool_error>\\n\""), "- a|b &lt;tool_error>\n");
    assert_eq!(show(&any, &toon(), " 1.50 "), "1.5");
    assert_eq!(show(&any, &toon(), "{}"), "");
    assert_eq!(show(&any, &toon(), "[1,[2]]"), "[2|]:\n  - 1\n  - [1|]: 2");
    assert_eq!(show(&any, &toon(), "[1,\"a\",null]"), "[3|]: 1|a|null");
}

#[test]
fn what_is_wrong_leaves_nothing() {
    let presenter = build(users().strict_text(true));
    for (json, kind, item) in [
        (r#"[{"id":1,"name":"a"},{"id":2,"name":3}]"#, RenderErrorKind::Validation, Some(1)),
        (r#"[{"id":1,"name":"a"},{"id":2,"name":"b"]"#, RenderErrorKind::UnexpectedByte, Some(1)),
        (r#"[{"id":1,"name":"a"},{"id":2,"name":"\ud800"}]"#, RenderErrorKind::LoneSurrogate, {
            Some(1)
        }),
        (
            r#"[{"id":1,"name":"a"},{"id":2,"name":"b","nick":"\ud800"}]"#,
            RenderErrorKind::LoneSurrogate,
            Some(1),
        ),
        (r#"[{"id":1,"name":"a"}] 1"#, RenderErrorKind::TrailingBytes, None),
    ] {
        let mut out = b"KEEP".to_vec();
        let error = Renderer::new()
            .render(&presenter, json.as_bytes(), &toon(), Frame::Text, &mut out)
            .expect_err("an error");
        assert_eq!((error.kind(), error.item()), (kind, item), "{json}");
        assert_eq!(out, b"KEEP");
    }
}
