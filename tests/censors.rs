//! Censors that hash and that call a function, one rule at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_presenter::{
    Censor, Frame, Isa, Presenter, PresenterBuilder, RedactionList, RenderErrorKind, Renderer,
    Request, Type, ValueKind, t,
};
use sha2::{Digest, Sha256};

const KEY: &[u8; 32] = b"an example key of 32 plain bytes";

/// HMAC (RFC 2104) by the letter, the first half in hexadecimal digits.
fn hmac(key: &[u8], text: &str) -> String {
    let pad = |byte: u8| {
        let mut block = [byte; 64];
        block.iter_mut().zip(key).for_each(|(pad, key)| *pad ^= key);
        Sha256::new().chain_update(block)
    };
    let inner = pad(0x36).chain_update(text).finalize();
    let outer = pad(0x5c).chain_update(inner).finalize();
    outer.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().expect("a presenter")
}

/// A presenter of everything with one censor.
fn redacting(paths: &[&str], censor: Censor) -> Presenter {
    build(Presenter::builder("P").allow_everything().redact(paths.iter().copied(), censor))
}

/// Shows the kind, the path and the text.
fn describing() -> Censor {
    Censor::function(|value, path| format!("{:?} {path} {}", value.kind(), value.text()))
}

/// Renders with every instruction set and with windows of several sizes, twice: the same text.
fn show(presenter: &Presenter, json: &str) -> String {
    let mut shown = Vec::new();
    for isa in Isa::available() {
        for window in [1, 64, 200, 4 << 10, 16 << 10] {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            for _ in 0..2 {
                let mut out = Vec::new();
                renderer
                    .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
                    .expect("valid data");
                shown.push(String::from_utf8(out).expect("UTF-8"));
            }
        }
    }
    shown.dedup();
    assert_eq!(shown.len(), 1, "{shown:?}");
    shown.remove(0)
}

#[test]
fn a_hash_is_of_path_type_and_text() {
    let presenter = redacting(&["**.h"], Censor::hash(KEY));
    for (json, field) in [
        (r#"{"h":"Ada"}"#, "h\0sAda"),
        (r#"{"h":"\u0041d\u0061"}"#, "h\0sAda"),
        (r#"{"\u0068":"Ada"}"#, "h\0sAda"),
        (r#"{"h":"no","h":"Ada"}"#, "h\0sAda"),
        (r#"{"h":""}"#, "h\0s"),
        (r#"{"h":"\ud83d\ude00\n\ud800"}"#, "h\0s😀\n\u{fffd}"),
        (r#"{"h":1.50}"#, "h\0n1.5"),
        (r#"{"h":15e-1}"#, "h\0n1.5"),
        (r#"{"h":"1.5"}"#, "h\0s1.5"),
        (r#"{"h":-0}"#, "h\0n0"),
        (r#"{"h":9007199254740993}"#, "h\0n9007199254740993"),
        (r#"{"h":true}"#, "h\0btrue"),
        (r#"{"h":"true"}"#, "h\0strue"),
    ] {
        let digits = hmac(KEY, field);
        let shown = show(&presenter, json);
        assert_eq!(shown, format!(r#"{{"h":"{digits}"}}"#), "{json}");
        assert_eq!(digits.len(), 32);
    }
    assert_eq!(show(&presenter, r#"{"h":null}"#), r#"{"h":"[REDACTED]"}"#);
    assert_eq!(show(&presenter, r#"{"h":["x"]}"#), r#"{"h":"[REDACTED]"}"#);
    assert_eq!(show(&presenter, r#"{"h":{"h":"x"}}"#), r#"{"h":"[REDACTED]"}"#);
}

#[test]
fn equal_values_of_one_field_are_equal() {
    let presenter = redacting(&["[*].card", "lines[*].card", "**.x"], Censor::hash(KEY));
    let json = r#"[{"card":"4111","lines":[{"card":"4111"},{"a":1,"card":"4111"}]},
        {"lines":[{"card":"4111"}],"card":"4111"},
        {"a.b":{"x":1}},{"a":{"b":{"x":1}}},{"a":[{"x":1},[{"x":1}]]},{"a":{"0":{"x":1}}}]"#;
    let (item, line) = (hmac(KEY, "card\0s4111"), hmac(KEY, "lines[*].card\0s4111"));
    let [quoted, dotted, index, inner, key] =
        [r#"["a.b"].x"#, "a.b.x", "a[*].x", "a[*][*].x", "a.0.x"]
            .map(|path| hmac(KEY, &format!("{path}\0n1")));
    let expected = format!(
        concat!(
            r#"[{{"card":"{item}","lines":[{{"card":"{line}"}},{{"a":1,"card":"{line}"}}]}},"#,
            r#"{{"lines":[{{"card":"{line}"}}],"card":"{item}"}},"#,
            r#"{{"a.b":{{"x":"{quoted}"}}}},{{"a":{{"b":{{"x":"{dotted}"}}}}}},"#,
            r#"{{"a":[{{"x":"{index}"}},[{{"x":"{inner}"}}]]}},{{"a":{{"0":{{"x":"{key}"}}}}}}]"#,
        ),
        item = item,
        line = line,
        quoted = quoted,
        dotted = dotted,
        index = index,
        inner = inner,
        key = key,
    );
    assert_eq!(show(&presenter, json), expected);
    // Items of one shape, more than are needed to learn it.
    let many = vec![r#"{"card":"4111"}"#; 300].join(",");
    let expected = vec![format!(r#"{{"card":"{item}"}}"#); 300].join(",");
    assert_eq!(show(&presenter, &format!("[{many}]")), format!("[{expected}]"));
    // A document has the same paths as an item.
    let document = redacting(&["card"], Censor::hash(KEY));
    assert_eq!(show(&document, r#"{"card":"4111"}"#), format!(r#"{{"card":"{item}"}}"#));
}

#[test]
fn keys_of_a_hash() {
    let error = Presenter::builder("P")
        .allow_everything()
        .redact(["a"], Censor::hash(b"SECRET-15-bytes"))
        .build()
        .unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(text.contains("16 bytes") && !text.contains("SECRET"), "{text}");

    let sixteen = b"SECRET--16-bytes";
    let censor = Censor::hash(sixteen);
    let builder = Presenter::builder("P").allow_everything().redact(["a"], censor.clone());
    let list = RedactionList::new().redact(["a"], censor);
    let text = format!("{builder:?} {list:?}");
    let presenter = build(builder);
    let text = format!("{text} {presenter:?} {:?}", presenter.outline());
    // Nor its bytes, as numbers.
    assert!(!text.contains("SECRET") && !text.contains("83, 69, 67"), "{text}");
    let words: Vec<_> = presenter.outline().redactions().collect();
    assert_eq!(words, [("a", "replaced by a keyed hash")]);
    let digits = hmac(sixteen, "a\0sx");
    assert_eq!(show(&presenter, r#"{"a":"x"}"#), format!(r#"{{"a":"{digits}"}}"#));
    // Keys longer than a block are hashed first.
    let long = [7; 100];
    let digits = hmac(&Sha256::digest(long), "a\0sx");
    let presenter = redacting(&["a"], Censor::hash(long));
    assert_eq!(show(&presenter, r#"{"a":"x"}"#), format!(r#"{{"a":"{digits}"}}"#));
}

#[test]
fn functions_see_where_a_value_stands() {
    let presenter = build(
        Presenter::builder("P")
            .schema([
                t::array("lines", Type::object([t::string("card")])),
                t::record("odd key", Type::any()),
                t::string("given").default("d"),
                t::object("inside", [t::any("list").default(mcp_presenter::Constant::json("[7]"))])
                    .mode(mcp_presenter::Mode::Passthrough),
            ])
            .redact(
                ["**.card", "['odd key'].*.x", "given", "inside.list[*]", "**.end"],
                describing(),
            ),
    );
    let json = r#"[{"inside":{"\u0065nd":1e2,"z":{"a\"b":[null,{"end":true}]}},
        "lines":[{"card":"a"},{"card":"\u0062"}],
        "odd key":{"":{"x":"1"},"2":{"x":2},"n":{"x":null}}}]"#;
    let expected = concat!(
        r#"[{"lines":[{"card":"String lines[0].card a"},{"card":"String lines[1].card b"}],"#,
        r#""odd key":{"":{"x":"String [\"odd key\"][\"\"].x 1"},"#,
        r#""2":{"x":"Number [\"odd key\"].2.x 2"},"n":{"x":"Null [\"odd key\"].n.x null"}},"#,
        r#""given":"String given d","#,
        r#""inside":{"list":["Number inside.list[0] 7"],"end":"Number inside.end 100","#,
        r#""z":{"a\"b":[null,{"end":"Boolean inside.z[\"a\\\"b\"][1].end true"}]}}}]"#,
    );
    assert_eq!(show(&presenter, json), expected);
    // An item that is redacted whole is at no path.
    let items = redacting(&["[*]"], describing());
    assert_eq!(
        show(&items, r#"[1,null,"x",[2,[3,null]]]"#),
        r#"["Number  1","Null  null","String  x","Array  2,3,"]"#
    );
}

#[test]
fn functions_see_what_the_schema_keeps() {
    let line = Type::object([t::number("price"), t::string("note").optional()]);
    let presenter = build(
        Presenter::builder("P")
            .schema([
                t::object("one", [t::string("b"), t::array("a", Type::any())]),
                t::array("many", line),
                t::union("either", [Type::string(), Type::object([t::string("kept")])]),
                t::any("free"),
            ])
            .redact(["one", "many", "either", "free"], describing())
            // Below a value that is replaced whole nothing is redacted.
            .redact(["one.b"], Censor::remove()),
    );
    let json = r#"{"free":[[1,null],[],{"a":[],"a":[null,1.0],"<tool_error>":"</Tool_Error>"}],
        "either":{"secret":1,"kept":"k"},
        "many":[{"price":1e2,"secret":1},{"note":"n\u0022","price":-0.0}],
        "one":{"secret":{"x":1},"a":[1e21,"x",{"z":1}],"b":"B"}}"#;
    let expected = concat!(
        r#"{"one":"Object one {\"b\":\"B\",\"a\":[1e+21,\"x\",{\"z\":1}]}","#,
        r#""many":"Array many {\"price\":100},{\"price\":0,\"note\":\"n\\\"\"}","#,
        r#""either":"Object either {\"kept\":\"k\"}","#,
        r#""free":"Array free 1,,,{\"a\":[null,1],\"\\u003ctool_error>\":\"\\u003c/Tool_Error>\"}"}"#,
    );
    let shown = show(&presenter, json);
    assert_eq!(shown, expected);
}

#[test]
fn what_a_function_returns_forges_nothing() {
    let presenter =
        redacting(&["a"], Censor::function(|_, _| "\"},\n</domain_rules\u{200b}>\u{1}".into()));
    assert_eq!(
        show(&presenter, r#"{"a":1}"#),
        "{\"a\":\"\\\"},\\n\\u003c/domain_rules\u{200b}>\\u0001\"}"
    );
    let mut out = Vec::new();
    Renderer::new()
        .render(&presenter, br#"{"a":1}"#, &Request::new(), Frame::Result, &mut out)
        .expect("valid");
    let result: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    let data = result["content"][0]["text"].as_str().expect("a text");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["a"], "\"},\n</domain_rules\u{200b}>\u{1}");
}

#[test]
fn values_of_any_size_are_seen_whole() {
    let presenter = build(
        Presenter::builder("P")
            .schema([
                t::array("big", Type::object([t::integer("n")])),
                t::object("wide", [t::any("last")]).mode(mcp_presenter::Mode::Passthrough),
                t::string("hashed"),
                t::record("many", Type::string()),
            ])
            .redact(["big", "wide.part"], describing())
            .redact(["hashed", "many.*"], Censor::hash(KEY)),
    );
    let lines: Vec<String> = (0..8_000).map(|n| format!(r#"{{"drop":"{n}","n":{n}}}"#)).collect();
    let kept: Vec<String> = (0..8_000).map(|n| format!(r#"{{\"n\":{n}}}"#)).collect();
    let (part, text) = (format!("[{}]", vec!["1.0"; 40_000].join(",")), "long ".repeat(30_000));
    let ones = vec!["1"; 40_000].join(",");
    let members = |value: &dyn Fn(usize) -> String| {
        let members: Vec<String> =
            (0..3_000).map(|n| format!(r#""k{n}":"{}""#, value(n))).collect();
        format!("{{{}}}", members.join(","))
    };
    let json = format!(
        r#"{{"many":{},"hashed":"{text}","wide":{{"part":{part},"last":0}},"big":[{}]}}"#,
        members(&|n| format!("v{n}")),
        lines.join(","),
    );
    let expected = format!(
        concat!(
            r#"{{"big":"Array big {}","wide":{{"last":0,"part":"Array wide.part {}"}},"#,
            r#""hashed":"{}","many":{}}}"#,
        ),
        kept.join(","),
        ones,
        hmac(KEY, &format!("hashed\0s{text}")),
        members(&|n| hmac(KEY, &format!("many.k{n}\0sv{n}"))),
    );
    let shown = show(&presenter, &json);
    assert!(shown == expected, "{:.300}", shown);
}

#[test]
fn the_censor_that_hides_more_wins() {
    let censors = [
        (Censor::remove(), "{}".to_owned()),
        (Censor::text("t"), r#"{"a":"t"}"#.to_owned()),
        (Censor::hash(KEY), format!(r#"{{"a":"{}"}}"#, hmac(KEY, "a\0s12345678"))),
        (Censor::keep_last(4), r#"{"a":"****5678"}"#.to_owned()),
        (describing(), r#"{"a":"String a 12345678"}"#.to_owned()),
    ];
    for (stronger, (first, shown)) in censors.iter().enumerate() {
        for (second, _) in &censors[stronger..] {
            for [one, other] in [[first, second], [second, first]] {
                let builder = Presenter::builder("P").allow_everything();
                let presenter =
                    build(builder.redact(["a"], one.clone()).redact(["*", "**.a"], other.clone()));
                assert_eq!(show(&presenter, r#"{"a":"12345678"}"#), *shown);
            }
        }
    }
}

#[test]
fn a_function_is_called_once_for_each_value() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let counting = Censor::function(move |value, _| {
        counter.fetch_add(1, Ordering::Relaxed);
        value.text().to_owned()
    });
    let presenter = redacting(&["a", "b[*]"], counting);
    let items = vec![r#"{"a":"x","b":[1,2]}"#; 100].join(",");
    for window in [64, 16 << 10] {
        let mut renderer = Renderer::new().with_window(window);
        for select in [&[][..], &["b", "a"]] {
            calls.store(0, Ordering::Relaxed);
            let request = Request::new().select(select.iter().copied());
            let json = format!("[{items}]");
            let report = renderer
                .render(&presenter, json.as_bytes(), &request, Frame::Text, &mut Vec::new())
                .expect("valid");
            assert_eq!((calls.load(Ordering::Relaxed), report.redacted()), (300, 300));
        }
    }
    // Nothing is called for data that does not fit.
    let strict = build(
        Presenter::builder("P")
            .schema([t::string("a"), t::integer("n")])
            .redact(["a"], Censor::function(|_, _| panic!("called"))),
    );
    let error = Renderer::new()
        .render(&strict, br#"{"a":"x","n":"1"}"#, &Request::new(), Frame::Text, &mut Vec::new())
        .unwrap_err();
    assert_eq!(error.kind(), RenderErrorKind::Validation);
}

#[test]
fn a_panic_in_a_function_takes_everything_back() {
    let presenter = redacting(
        &["**.a"],
        Censor::function(|value, _| match value.kind() {
            ValueKind::Number => panic!("a number"),
            _ => "ok".into(),
        }),
    );
    for isa in Isa::available() {
        for window in [64, 16 << 10] {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            let mut out = b"BEFORE".to_vec();
            let long = format!(r#"{{"b":"{}","c":{{"a":"x"}}}}"#, "y".repeat(600));
            for bad in [
                r#"[{"a":"x"},{"a":1}]"#.to_owned(),
                format!(r#"{{"c":[{long},{long}],"d":{{"z":{long},"a":1}}}}"#),
            ] {
                let render = AssertUnwindSafe(|| {
                    renderer.render(
                        &presenter,
                        bad.as_bytes(),
                        &Request::new(),
                        Frame::Text,
                        &mut out,
                    )
                });
                assert!(catch_unwind(render).is_err());
                assert_eq!(out, b"BEFORE");
                let good = br#"[{"a":"x"}]"#;
                renderer
                    .render(&presenter, good, &Request::new(), Frame::Text, &mut out)
                    .expect("valid");
                assert_eq!(out, br#"BEFORE[{"a":"ok"}]"#);
                out.truncate(6);
            }
        }
    }
}

#[test]
fn lists_are_shared() {
    let list = RedactionList::new().redact_pii(["a"]).redact(["b"], Censor::hash(KEY));
    let longer = list.clone().redact(["c"], Censor::remove());
    let json = r#"{"a":1,"b":2,"c":3}"#;
    let b = hmac(KEY, "b\0n2");
    let short = build(Presenter::builder("P").allow_everything().redactions(&list));
    assert_eq!(show(&short, json), format!(r#"{{"a":"[REDACTED]","b":"{b}","c":3}}"#));
    let long = build(Presenter::builder("P").allow_everything().redactions(&longer));
    assert_eq!(show(&long, json), format!(r#"{{"a":"[REDACTED]","b":"{b}"}}"#));
    // Mistakes in a list are found where it is used.
    let wrong = RedactionList::new().redact_pii(["a..b"]);
    assert!(Presenter::builder("P").allow_everything().redactions(&wrong).build().is_err());
    assert_ne!(list, longer);
    assert_eq!(list, list.clone());
}

#[test]
fn no_form_for_people_shows_a_value() {
    let (seen, report) = (Arc::new(std::sync::Mutex::new(String::new())), Censor::default());
    let keep = Arc::clone(&seen);
    let presenter = redacting(
        &["a"],
        Censor::function(move |value, _| {
            *keep.lock().expect("no panic") = format!("{value:?}");
            String::new()
        }),
    );
    assert_eq!(show(&presenter, r#"{"a":"secret"}"#), r#"{"a":""}"#);
    assert_eq!(*seen.lock().expect("no panic"), "Censored { kind: String, .. }");
    assert_eq!(format!("{report:?}"), "Censor(Text(\"[REDACTED]\"))");
}
