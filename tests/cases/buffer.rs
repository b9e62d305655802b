//! Buffers, vectors and order.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_presenter::{Censor, Frame, Input, Isa, Presenter, RenderErrorKind, Renderer, Request, t};

use crate::show::{FRAMES, build, censoring, everything, exact, input, refuse, show};

#[test]
fn p001_a_failure_leaves_the_buffer_as_it_was() {
    let declared = build(Presenter::builder("T").schema([t::integer("a")]).rules(["R"]));
    let good = "{\"a\":1},".repeat(5000);
    let mut renderer = Renderer::new();
    for frame in FRAMES {
        for bad in ["{\"a\":\"x\"}", "{}", "{\"a\":1", "{\"a\":1}}", "\"\u{1}\"", "{\"a\":1} ,"] {
            let mut out = b"KEEP".to_vec();
            let json = format!("[{good}{bad}]");
            renderer
                .render(&declared, json.as_bytes(), &Request::new(), frame, &mut out)
                .expect_err(bad);
            assert_eq!(out, b"KEEP", "{bad}");
        }
    }
    // A panic after a good part of the output is a failure as well.
    let hook = Presenter::builder("T").schema([t::integer("a")]).collection_ui(|items, ui| {
        ui.list(items.iter().map(|item| match item.i64("a") {
            Some(2) => panic!("a hook's own fault"),
            _ => item.get("a"),
        }));
    });
    let censor = Censor::function(|value, _| match value.text() {
        "2" => panic!("a censor's own fault"),
        other => other.to_owned(),
    });
    let censor = Presenter::builder("T").schema([t::integer("a")]).redact(["a"], censor);
    for presenter in [build(hook), build(censor)] {
        for frame in FRAMES {
            let mut out = b"KEEP".to_vec();
            let json = format!("[{good}{{\"a\":2}}]");
            let render = AssertUnwindSafe(|| {
                renderer.render(&presenter, json.as_bytes(), &Request::new(), frame, &mut out)
            });
            assert!(catch_unwind(render).is_err(), "no panic");
            assert_eq!(out, b"KEEP");
        }
    }
    let mut out = Vec::new();
    let report = renderer.render(&declared, b"{\"a\":1}", &Request::new(), Frame::Text, &mut out);
    assert!(report.is_ok() && out.starts_with(b"{\"a\":1}\n\n<domain_rules>"));
}

#[test]
fn p002_a_stream_that_has_begun_is_valid_and_marked_failed() {
    let declared = build(Presenter::builder("T").schema([t::integer("a")]));
    // More than 64 kB of output, then a fault.
    let good = "{\"a\":1},".repeat(40_000);
    let json = format!("[{good}{{\"a\":\"x\"}}]");
    let mut out = Vec::new();
    let input = Input::json(json.as_bytes());
    let error = Renderer::new()
        .stream(&declared, input, &Request::new(), Frame::Result, &mut out)
        .expect_err("a string");
    assert!(out.len() > 64_000 && error.bytes_written() == out.len(), "{error}");
    assert!((1..=40_000).contains(&error.items_written()), "{error}");
    let result: serde_json::Value = serde_json::from_slice(&out).expect("valid JSON");
    assert_eq!(result["isError"], true);
    let blocks = result["content"].as_array().expect("blocks");
    let [data, told] = &blocks[..] else { panic!("{} blocks", blocks.len()) };
    let data = data["text"].as_str().expect("a text");
    assert!(data.starts_with("[{") && data.ends_with("{\"a\":1}"), "never closed");
    assert_eq!(data.matches('{').count(), error.items_written());
    assert!(told["text"].as_str().expect("a text").starts_with("<tool_error "));
}

#[test]
fn m002_the_input_is_not_changed() {
    let json = input("K003").as_bytes().to_vec();
    let copy = json.clone();
    show(&censoring(["password"]), std::str::from_utf8(&json).expect("UTF-8"));
    refuse(&everything(), &json[..json.len() - 1]);
    assert_eq!(json, copy);
}

#[test]
fn m005_every_place_in_a_vector() {
    let declared = build(Presenter::builder("P").schema([t::string("k")]));
    let any = everything();
    for isa in Isa::available() {
        let mut renderer = Renderer::new().with_isa(isa);
        let mut out = Vec::new();
        let mut check = |presenter: &Presenter, json: &str, expected: Result<&str, usize>| {
            for frame in [Frame::Text, Frame::Blocks] {
                out.clear();
                let got =
                    renderer.render(presenter, json.as_bytes(), &Request::new(), frame, &mut out);
                match (expected, got) {
                    (Ok(text), Ok(_)) if matches!(frame, Frame::Text) => {
                        assert_eq!(out, text.as_bytes(), "{isa:?} {json}");
                    }
                    (Ok(text), Ok(_)) => {
                        let array = serde_json::to_string(&[text]).expect("JSON");
                        assert_eq!(out, array.as_bytes(), "{isa:?} {json}");
                    }
                    (Err(offset), Err(error)) => {
                        assert_eq!(error.kind(), RenderErrorKind::ControlCharacter, "{json}");
                        assert_eq!(error.offset(), Some(offset), "{isa:?} {json}");
                    }
                    (expected, got) => panic!("{isa:?} {json}: {got:?}, expected {expected:?}"),
                }
            }
        };
        for length in 0..=130 {
            for place in 0..=length {
                let (before, after) = ("x".repeat(place), "y".repeat(length - place));
                for (input, output) in [
                    ("\\n", "\\n"),
                    ("\\\"", "\\\""),
                    ("\\\\", "\\\\"),
                    ("\\u0041", "A"),
                    ("\\ud83d\\ude00", "😀"),
                    ("😀", "😀"),
                    ("é", "é"),
                ] {
                    let json = format!(r#"{{"k":"{before}{input}{after}"}}"#);
                    let shown = format!(r#"{{"k":"{before}{output}{after}"}}"#);
                    check(&declared, &json, Ok(&shown));
                    let json = format!(r#"{{"{before}{input}{after}":1}}"#);
                    let shown = format!(r#"{{"{before}{output}{after}":1}}"#);
                    check(&any, &json, Ok(&shown));
                }
                let json = format!("{{\"k\":\"{before}\u{1f}{after}\"}}");
                check(&declared, &json, Err("{\"k\":\"".len() + place));
                let json = format!("{{\"{before}\u{0}{after}\":1}}");
                check(&declared, &json, Err("{\"".len() + place));
            }
        }
    }
}

#[test]
fn z003_keys_keep_their_order() {
    assert_eq!(show(&everything(), input("Z003")), exact("Z003"));
    let passthrough = build(
        Presenter::builder("P").schema([t::integer("m2")]).mode(mcp_presenter::Mode::Passthrough),
    );
    assert_eq!(
        show(&passthrough, r#"{"z":1,"10":3,"m2":2,"9":4,"a":5}"#),
        r#"{"m2":2,"z":1,"10":3,"9":4,"a":5}"#
    );
    let declared = build(Presenter::builder("P").schema(["z", "a", "b"].map(t::any)));
    assert_eq!(show(&declared, r#"{"a":1,"b":2,"z":3}"#), r#"{"z":3,"a":1,"b":2}"#);
}
