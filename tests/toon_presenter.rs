//! What a Presenter shows, as TOON: columns, the count, and what stands around the table.

use mcp_presenter::toon::{self, ArrayCells, Delimiter, Profile, ToonOptions};
use mcp_presenter::{
    Censor, Format, Frame, Isa, Presenter, PresenterBuilder, RenderErrorKind, Renderer, Report,
    Request, RequestId, Response, Type, t,
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
fn a_field_is_not_filled_where_null_would_be_removed() {
    let card = [t::string("number"), t::string("pin").optional().nullable()];
    let owner = Presenter::builder("Owner").allow_everything().redact(["*.pin"], Censor::remove());
    // Of a text the plain path outside makes its own; null it leaves to the wildcard inside.
    let presenter = build(
        Presenter::builder("Account")
            .schema([t::object("owner", [t::object("card", card)])])
            .embed("owner", &build(owner))
            .redact(["owner.card.pin"], Censor::text("x")),
    );
    let json = |pin: &str| format!(r#"{{"owner":{{"card":{{"number":"1"{pin}}}}}}}"#);
    let filled = Request::new().format(Format::Toon(ToonOptions::new().fill_nulls(true)));
    let shown = |pin| show(&presenter, &filled, &json(pin));
    assert_eq!(shown(r#","pin":"77""#), "owner:\n  card:\n    number: \"1\"\n    pin: x");
    assert_eq!(shown(r#","pin":null"#), "owner:\n  card:\n    number: \"1\"");
    assert_eq!(shown(""), "owner:\n  card:\n    number: \"1\"");
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

/// Arrays in rows are cells.
fn cells() -> ToonOptions {
    ToonOptions::new().array_cells(ArrayCells::default())
}

fn joined() -> Request {
    Request::new().format(Format::Toon(cells()))
}

fn any() -> Presenter {
    build(Presenter::builder("Any").allow_everything())
}

/// What a reader is told of such cells.
const TOLD: &str = r#"- Lists in table cells are joined by ";"; an empty list is ""."#;

/// `table`, and what a reader is told of it.
fn told(table: &str) -> String {
    format!("{table}\n\n<domain_rules>\n{TOLD}\n</domain_rules>")
}

#[test]
fn arrays_are_cells_where_that_is_asked_for() {
    let orders = build(Presenter::builder("Order").schema([
        t::integer("id"),
        t::array("tags", Type::string()),
        t::any("codes").nullable(),
    ]));
    let json = r#"[{"tags":["a","b c"],"id":1,"codes":null},
                   {"id":2,"tags":[],"codes":[1.50,true,null,"x"]},
                   {"codes":["one"],"tags":["","null"],"id":3}]"#;
    let table = "[3|]{id|tags|codes}:\n  1|\"a;b c\"|null\n  2|\"\"|\"1.5;true;null;x\"\n  \
                 3|\";null\"|\"one\"";
    assert_eq!(show(&orders, &joined(), json), told(table));
    assert_eq!(
        show(&orders, &joined().select(["tags"]), json),
        told("[3|]{tags}:\n  \"a;b c\"\n  \"\"\n  \";null\"")
    );
    // Without it nothing is said, and nothing lost.
    assert_eq!(show(&orders, &toon().select(["id"]), json), "[3|]{id}:\n  1\n  2\n  3");
    assert!(show(&orders, &toon(), json).starts_with("[3|]:\n  - id: 1\n    tags[2|]: a|b c\n"));
    assert!(show(&orders, &Request::new(), json).ends_with("]"));
    // A field that is absent is null in a column of lists, as in any other.
    let sparse =
        build(Presenter::builder("Order").schema([t::array("tags", Type::string()).optional()]));
    let filled = Request::new().format(Format::Toon(cells().fill_nulls(true)));
    let rows = r#"[{},{"tags":["a"]},{}]"#;
    assert_eq!(show(&sparse, &filled, rows), told("[3|]{tags}:\n  null\n  \"a\"\n  null"));
    let by_comma = ArrayCells::joined_by(',').expect("a separator");
    let options = cells().array_cells(by_comma).delimiter(Delimiter::Comma);
    let text = show(&orders, &Request::new().format(Format::Toon(options)), json);
    assert!(text.contains("{id,tags,codes}:\n  1,\"a,b c\",null\n"), "{text}");
    assert!(text.contains("- Lists in table cells are joined by \",\"; an"), "{text}");
}

#[test]
fn arrays_that_could_not_be_taken_apart_are_no_cells() {
    for odd in
        [r#"["a;b"]"#, r#"["a","\u003b"]"#, r#"[""]"#, r#"[[]]"#, r#"["a",{}]"#, r#""a;b""#, "1"]
    {
        for json in [
            format!(r#"[{{"k":["a"],"t":["a"]}},{{"k":[],"t":{odd}}}]"#),
            format!(r#"[{{"k":["a"],"t":{odd}}},{{"k":[],"t":["a"]}}]"#),
            format!(r#"[{{"k":["a"],"t":["a"]}},{{"t":{odd},"k":[]}}]"#),
        ] {
            let text = show(&any(), &joined(), &json);
            assert_eq!(text, show(&any(), &toon(), &json));
            assert!(text.starts_with("[2|]:\n  - k[1|]: a\n"), "{text}");
        }
    }
    // A column of texts may hold the separator.
    let texts = r#"[{"t":"a;b"},{"t":null}]"#;
    assert_eq!(show(&any(), &joined(), texts), "[2|]{t}:\n  a;b\n  null");
    // What a column holds may come late.
    let late = r#"[{"a":null,"t":null},{"t":null,"a":null},{"a":null,"t":["x"]},{"t":[],"a":"y"}]"#;
    assert_eq!(
        show(&any(), &joined(), late),
        told("[4|]{a|t}:\n  null|null\n  null|null\n  null|\"x\"\n  y|\"\"")
    );
    let never = late.replace("\"y\"", "{}");
    assert_eq!(show(&any(), &joined(), &never), show(&any(), &toon(), &never));
}

#[test]
fn arrays_are_cells_at_every_depth() {
    let folded = r#"[{"a":{"b":{"t":[1]},"n":1}},{"a":{"n":2,"b":{"t":[2,3]}}}]"#;
    let table = "[2|]{a{b{t}|n}}:\n  \"1\"|1\n  \"2;3\"|2";
    assert_eq!(show(&any(), &joined(), folded), told(table));
    let keyed = r#"{"x":{"t":[1]},"y":{"t":null},"z":{"t":[]}}"#;
    let table = "[3:|]{t}:\n  x: \"1\"\n  y: null\n  z: \"\"";
    assert_eq!(show(&any(), &joined(), keyed), told(table));
    let inner = r#"{"tags":["a;b"],"rows":[{"n":1,"t":["x","y"]},{"t":[],"n":2}],"last":["z"]}"#;
    let table = "tags[1|]: a;b\nrows[2|]{n|t}:\n  1|\"x;y\"\n  2|\"\"\nlast[1|]: z";
    assert_eq!(show(&any(), &joined(), inner), told(table));
    // An object that could be a row, and is none.
    let alone = r#"{"a":{"t":["x","y"],"u":[]},"n":1}"#;
    assert_eq!(show(&any(), &joined(), alone), "a:\n  t[2|]: x|y\n  u: []\nn: 1");
    let toon3 = Request::new().format(Format::Toon(cells().profile(Profile::Toon3)));
    assert_eq!(show(&any(), &toon3, folded), {
        "[2|]:\n  - a:\n      b:\n        t[1|]: 1\n      n: 1\n  - a:\n      n: 2\n      b:\n        \
         t[2|]: 2|3"
    });
    let flat = r#"[{"t":["a"]},{"t":["b"]}]"#;
    assert_eq!(show(&any(), &toon3, flat), told("[2|]{t}:\n  \"a\"\n  \"b\""));
}

#[test]
fn elements_break_out_of_no_cell() {
    let json = "[{\"t\":[\"a\\\"b\",\"\\\\\",\"\\n\\u0001\u{2028}\",\"|\"],\"u\":[\"<\",\"tool_error>\"],\
                \"v\":[\"x <\\n/Tool_error\",1]},{\"t\":[],\"u\":[\"<tool_\"],\"v\":[\"error\"]}]";
    let text = show(&any(), &joined(), json);
    assert_eq!(
        text,
        told(
            "[2|]{t|u|v}:\n  \"a\\\"b;\\\\;\\n\\u0001\u{2028};|\"|\"<;tool_error>\"|\
             \"x \\u003c\\n/Tool_error;1\"\n  \"\"|\"<tool_\"|\"error\""
        )
    );
    for frame in [Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(1))] {
        let framed = show_in(&any(), &joined(), frame, json).0;
        let value: serde_json::Value = serde_json::from_str(&framed).expect("JSON");
        let blocks = match frame {
            Frame::Blocks => [&value[0], &value[1]],
            Frame::Result => [&value["content"][0]["text"], &value["content"][1]["text"]],
            _ => [0, 1].map(|at| &value["result"]["content"][at]["text"]),
        };
        let texts = blocks.map(|block| block.as_str().expect("a text"));
        assert_eq!(texts.join("\n\n"), text);
        assert!(!matches!(frame, Frame::JsonRpc(_)) || !framed.contains(['\n', '\u{2028}']));
    }
    let (_, report) = show_in(&any(), &joined(), Frame::Text, r#"[{"t":["\ud800","\udc00x"]}]"#);
    assert_eq!(report.replaced_surrogates(), 2);
}

#[test]
fn elements_are_redacted() {
    let presenter = build(
        Presenter::builder("Card")
            .allow_everything()
            .redact(["a[0]"], Censor::text("<tool_error>"))
            .redact(["a[1]"], Censor::remove())
            .redact(["b[*]"], Censor::keep_last(2))
            .redact(["c[*]"], Censor::function(|value, path| format!("{path}={}", value.text()))),
    );
    let json = r#"[{"a":["x","y","z"],"b":["12345678"],"c":[1,"a"]},{"a":[],"b":[9],"c":[null]}]"#;
    let (text, report) = show_in(&presenter, &joined(), Frame::Text, json);
    assert_eq!(
        text,
        told(
            "[2|]{a|b|c}:\n  \"\\u003ctool_error>;null;z\"|\"******78\"|\"c[0]=1;c[1]=a\"\n  \
             \"\"|\"****\"|\"c[0]=null\""
        )
    );
    assert_eq!(report.redacted(), 7);
    // What a function makes of an element may not fit either.
    let split = json.replace("\"a\"]}", "\"a;\"]}");
    let (text, report) = show_in(&presenter, &joined(), Frame::Text, &split);
    assert!(text.starts_with("[2|]:\n  - a[3|]: \"\\u003ctool_error>\"|null|z\n"), "{text}");
    assert!(!text.contains("domain_rules"), "{text}");
    assert_eq!(report.redacted(), 7);
}

#[test]
fn a_function_that_says_something_else_each_time_breaks_nothing() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let calls = AtomicUsize::new(0);
    let moody = Censor::function(move |_, _| match calls.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => "fits".to_owned(),
        _ => "a;b".to_owned(),
    });
    let presenter = build(Presenter::builder("P").allow_everything().redact(["t[*]"], moody));
    let mut out = Vec::new();
    let json = br#"[{"t":["x"]},{"t":["y"]}]"#;
    Renderer::new().render(&presenter, json, &joined(), Frame::Text, &mut out).expect("a render");
    let text = String::from_utf8(out).expect("UTF-8");
    assert!(text.starts_with("[2|]"), "{text}");
}

#[test]
fn the_line_about_cells_comes_first() {
    let json = r#"[{"id":1,"tags":["a"]}]"#;
    let table = "[1|]{id|tags}:\n  1|\"a\"\n\n<domain_rules>\n";
    let fields = [t::integer("id").describe("a number"), t::array("tags", Type::string())];
    let fixed = Presenter::builder("Order").schema(fields).rules(["Be kind."]);
    let hooks = fixed.clone().collection_rules(|items, rules| {
        rules.rule(format_args!("{} in all", items.len()));
    });
    let more = "- id: a number\n- Be kind.\n";
    for (presenter, last) in [(build(fixed), ""), (build(hooks), "- 1 in all\n")] {
        let expected = format!("{table}{TOLD}\n{more}{last}</domain_rules>");
        assert_eq!(show(&presenter, &joined(), json), expected);
        // Once for a render, and for no other.
        let none = show(&presenter, &joined().select(["id"]), json);
        assert_eq!(
            none,
            format!("[1|]{{id}}:\n  1\n\n<domain_rules>\n{more}{last}</domain_rules>")
        );
        let response = presenter.response(json.as_bytes()).rule("Appended.");
        let mut out = Vec::new();
        Renderer::new().respond(&response, &joined(), Frame::Text, &mut out).expect("a response");
        let expected = format!("{table}{TOLD}\n{more}{last}- Appended.\n</domain_rules>");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
        let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &joined());
        let told = blocks.expect("blocks").structured();
        assert_eq!(told.system_rules[0], &TOLD[2..]);
        assert_eq!(told.data[0]["tags"], "a");
    }
    let mut out = Vec::new();
    let bare = Response::success(json.as_bytes());
    Renderer::new().respond(&bare, &joined(), Frame::Text, &mut out).expect("a response");
    assert_eq!(String::from_utf8(out).expect("UTF-8"), format!("{table}{TOLD}\n</domain_rules>"));
    let mut out = Vec::new();
    toon::encode(json.as_bytes(), &cells(), &mut out).expect("JSON");
    assert_eq!(out, b"[1|]{id|tags}:\n  1|\"a\"");
}

#[test]
fn a_child_has_no_line_about_cells_of_its_own() {
    let child = build(Presenter::builder("Child").allow_everything().rules(["Of the child."]));
    let parent = build(Presenter::builder("Parent").allow_everything().embed("rows", &child));
    let text = show(&parent, &joined(), r#"{"rows":[{"t":[1,2]}]}"#);
    let rules = "<domain_rules>\n- Of the child.\n</domain_rules>";
    let table = format!("rows[1|]{{t}}:\n  \"1;2\"\n\n{rules}");
    assert_eq!(text, told(&table));
}
