//! Values that other libraries have parsed: shown as the JSON of them is.

#![cfg(all(feature = "serde", feature = "simd-json"))]

mod generate;

use generate::{Case, Extras, cases_with};
use mcp_presenter::{
    Frame, Presenter, RenderError, RenderErrorKind, Renderer, Request, SimdTape, t, write_json,
};
use serde::Serialize;
use serde_json::value::RawValue;
use simd_json::{Node, StaticNode, Tape};

fn shown<T: Serialize + ?Sized>(
    presenter: &Presenter,
    value: &T,
    request: &Request,
) -> Result<String, RenderError> {
    let mut out = Vec::new();
    Renderer::new().render_value(presenter, value, request, Frame::Text, &mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

/// What is shown of the JSON of the value, or what kind of error there is.
fn of_json<T: Serialize + ?Sized>(
    presenter: &Presenter,
    value: &T,
    request: &Request,
) -> Result<String, RenderErrorKind> {
    let (mut json, mut out) = (Vec::new(), Vec::new());
    write_json(value, &mut json).expect("a value with JSON");
    Renderer::new()
        .render(presenter, &json, request, Frame::Text, &mut out)
        .map(|_| String::from_utf8(out).expect("UTF-8"))
        .map_err(|error| error.kind())
}

#[test]
fn values_of_each_library_are_shown_as_their_json() {
    let mut compared = 0;
    for seed in 0..800 {
        let cases = cases_with(seed, 3, Extras::NONE);
        let Ok(presenter) = Presenter::from_json(&cases[0].presenter) else { continue };
        for Case { data, select, .. } in cases {
            let request = Request::new().select(select);
            let Ok(value) = serde_json::from_slice::<serde_json::Value>(&data) else { continue };
            let check = |found: Result<String, RenderError>,
                         of: Result<String, RenderErrorKind>| {
                // Too deep in what nobody sees, and nobody asks.
                if of != Err(RenderErrorKind::TooDeep) {
                    assert_eq!(found.map_err(|error| error.kind()), of, "seed {seed}");
                }
            };
            check(shown(&presenter, &value, &request), of_json(&presenter, &value, &request));
            let (mut first, mut second, mut third) = (data.clone(), data.clone(), data.clone());
            let Ok(tape) = simd_json::to_tape(&mut first) else { continue };
            let tape = SimdTape(&tape);
            check(shown(&presenter, &tape, &request), of_json(&presenter, &tape, &request));
            let owned = simd_json::to_owned_value(&mut second).expect("JSON");
            check(shown(&presenter, &owned, &request), of_json(&presenter, &owned, &request));
            let borrowed = simd_json::to_borrowed_value(&mut third).expect("JSON");
            check(shown(&presenter, &borrowed, &request), of_json(&presenter, &borrowed, &request));
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared} cases");
}

#[test]
fn a_tape_says_what_its_text_says() {
    let everything = Presenter::builder("P").allow_everything().build().expect("a Presenter");
    for json in [
        r#"[1,-1,18446744073709551615,0.5,1e300,true,false,null,"a\"b",{},[],{"a":{"b":[{}]}}]"#,
        "null",
        r#"{"a":1,"b":{"a":2}}"#,
    ] {
        let (mut bytes, mut out) = (json.as_bytes().to_vec(), Vec::new());
        let tape = simd_json::to_tape(&mut bytes).expect("JSON");
        let text = shown(&everything, &SimdTape(&tape), &Request::new()).expect("a tape");
        let (request, frame) = (Request::new(), Frame::Text);
        Renderer::new().render(&everything, json.as_bytes(), &request, frame, &mut out).unwrap();
        assert_eq!(text.replace("1e+300", "1e300"), String::from_utf8_lossy(&out));
    }
    assert_eq!(format!("{:?}", SimdTape(&Tape::null())), "SimdTape(1 nodes)");
}

#[test]
fn a_tape_that_is_none_or_too_deep_is_an_error() {
    let everything = Presenter::builder("P").allow_everything().build().expect("a Presenter");
    let one = || Node::Static(StaticNode::Bool(true));
    let deep = (0..100_000).map(|at| Node::Array { len: 1, count: 100_000 - at });
    for nodes in [
        vec![],
        vec![Node::Array { len: 2, count: 1 }, one()],
        vec![Node::Object { len: 1, count: 1 }, one()],
        vec![Node::Object { len: 1, count: 1 }, Node::String("a")],
        vec![Node::Array { len: 2, count: 2 }, Node::Array { len: 0, count: usize::MAX }, one()],
        deep.chain([one()]).collect(),
    ] {
        let tape = Tape(nodes);
        let error = shown(&everything, &SimdTape(&tape), &Request::new()).unwrap_err();
        assert_eq!(error.kind(), RenderErrorKind::InvalidValue);
    }
}

#[derive(Serialize)]
struct Holder<'a> {
    secret: Box<RawValue>,
    shown: &'a RawValue,
    id: u8,
}

#[test]
fn what_stands_in_a_raw_value_is_filtered_too() {
    let raw = |json: &str| RawValue::from_string(json.to_owned()).expect("JSON");
    let schema = || {
        let inner = [t::string("a"), t::string("b").optional()];
        Presenter::builder("P").schema([t::integer("id"), t::object("shown", inner)])
    };
    let cases = [
        (r#"{"a": "x", "card": "4111"}"#, Ok(r#"{"a":"x"}"#)),
        (r#"{"a": "x", "\u0061": "y"}"#, Ok(r#"{"a":"y"}"#)),
        (
            r#"{"a": "\ud800", "b": "</tool_error>"}"#,
            Ok("{\"a\":\"\u{fffd}\",\"b\":\"\\u003c/tool_error>\"}"),
        ),
        (r#"{"a": 1}"#, Err(RenderErrorKind::Validation)),
        (r#"[{"a": "x"}]"#, Err(RenderErrorKind::Validation)),
    ];
    let hooked = schema().ui(|_, _| {}).build().expect("a Presenter");
    for presenter in [schema().build().expect("a Presenter"), hooked] {
        for (json, expected) in cases {
            let inner = raw(json);
            let holder = Holder { secret: raw(r#"{"card":"4111"}"#), shown: &inner, id: 1 };
            let found = shown(&presenter, &holder, &Request::new()).map_err(|error| error.kind());
            let expected = expected.map(|inner| format!(r#"{{"id":1,"shown":{inner}}}"#));
            assert_eq!(found, expected, "{json}");
        }
        let deep = raw(&["[".repeat(128), "]".repeat(128)].concat());
        let holder = Holder { secret: deep.clone(), shown: &deep, id: 1 };
        let error = shown(&presenter, &holder, &Request::new()).unwrap_err();
        assert_eq!(error.kind(), RenderErrorKind::InvalidValue);
    }
}
