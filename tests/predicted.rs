//! Items that are written by the shape of earlier ones: whatever a shape does not say must be
//! checked or must not matter.

use mcp_presenter::{
    Censor, Frame, Isa, Presenter, PresenterBuilder, RenderErrorKind, Renderer, Request, Type, t,
};

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().expect("a presenter")
}

/// Renders each of `inputs` with one Renderer, and with a fresh one for each: the same answers.
fn check(presenter: &Presenter, inputs: &[&str]) -> Vec<Result<String, RenderErrorKind>> {
    let render = |renderer: &mut Renderer, json: &str| {
        let mut out = Vec::new();
        renderer
            .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
            .map(|_| String::from_utf8(out).expect("UTF-8"))
            .map_err(|error| error.kind())
    };
    let mut used: Vec<Renderer> = Isa::available()
        .flat_map(|isa| [64, 4 << 10, 16 << 10, 1 << 20].map(|window| (isa, window)))
        .map(|(isa, window)| Renderer::new().with_isa(isa).with_window(window))
        .collect();
    inputs
        .iter()
        .map(|json| {
            let fresh = render(&mut Renderer::new(), json);
            for renderer in &mut used {
                // The second time the shape of the first may be known.
                assert_eq!(render(renderer, json), fresh, "{json:.200}");
                assert_eq!(render(renderer, json), fresh, "{json:.200}");
            }
            fresh
        })
        .collect()
}

#[test]
fn an_escape_is_not_the_text_that_it_looks_like() {
    let presenter = build(Presenter::builder("P").schema([t::one_of("s", ["a\\b", "ab"])]));
    let answers = check(
        &presenter,
        &[r#"[{"s":"ab"},{"s":"a\\b"}]"#, r#"[{"s":"a\\b"},{"s":"a\b"}]"#, r#"[{"s":"a\u0062"}]"#],
    );
    assert_eq!(answers[0].as_deref(), Ok(r#"[{"s":"ab"},{"s":"a\\b"}]"#));
    assert_eq!(answers[1], Err(RenderErrorKind::Validation));
    assert_eq!(answers[2].as_deref(), Ok(r#"[{"s":"ab"}]"#));
}

#[test]
fn a_shape_is_as_deep_as_it_is() {
    let presenter = build(Presenter::builder("P").allow_everything().max_depth(2));
    let answers = check(
        &presenter,
        &[r#"{"a":{"b":1}}"#, r#"[{"a":{"b":1}}]"#, r#"[{"a":1},{"a":{"b":1}}]"#, r#"{"a":["x"]}"#],
    );
    assert!(answers[0].is_ok() && answers[3].is_ok());
    assert_eq!(answers[1], Err(RenderErrorKind::TooDeep));
    assert_eq!(answers[2], Err(RenderErrorKind::TooDeep));
}

#[test]
fn nothing_stands_before_an_item() {
    let presenter = build(Presenter::builder("P").schema([t::boolean("a")]));
    let answers = check(
        &presenter,
        &[
            r#"[{"a":true},{"a":true},9{"a":true}]"#,
            r#"u{"a":true}"#,
            r#"[{"a":true}9,{"a":true}]"#,
        ],
    );
    assert!(answers.iter().all(|answer| *answer == Err(RenderErrorKind::UnexpectedByte)));
}

#[test]
fn null_and_not_null_are_censored_apart() {
    let everything = || Presenter::builder("P").allow_everything();
    let declared =
        || Presenter::builder("P").schema([t::string("a").nullable(), t::any("b"), t::any("c")]);
    let items = [
        r#"{"a":null,"b":1,"c":"x"}"#,
        r#"{"a":"SECRET-1","b":null,"c":null}"#,
        r#"{"a":"SECRET-2","b":2,"c":"y"}"#,
    ];
    for censor in [Censor::text("#"), Censor::remove(), Censor::keep_last(4)] {
        for path in ["a", "**.a", "*"] {
            for builder in [everything(), declared()] {
                let presenter = build(builder.redact([path], censor.clone()));
                for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0]] {
                    let collection = format!("[{}]", order.map(|at| items[at]).join(","));
                    for answer in
                        check(&presenter, &[&collection, items[order[0]], items[order[1]]])
                    {
                        assert!(!answer.expect("a render").contains("SECRET"), "{path} {censor:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_kept_of_a_value_is_of_that_value() {
    let builder = Presenter::builder("P").schema([t::string("card"), t::string("name")]);
    let presenter = build(builder.redact(["card"], Censor::keep_last(4)));
    let item = |n: usize| format!(r#"{{"card":"41112222333{n:05}","name":"n{n}"}}"#);
    let items: Vec<_> = (0..50).map(item).collect();
    let answers = check(&presenter, &[&format!("[{}]", items.join(","))]);
    let text = answers[0].as_deref().expect("a render");
    for n in 0..50 {
        assert!(text.contains(&format!(r#"{{"card":"************{n:04}","name":"n{n}"}}"#)), "{n}");
    }
}

#[test]
fn elements_of_arrays_are_censored_by_their_place() {
    let schema = [t::array("tags", Type::string()), t::string("id")];
    let presenter = build(Presenter::builder("P").schema(schema).redact_pii(["tags[1]"]));
    let items: Vec<_> =
        (0..20).map(|n| format!(r#"{{"tags":["a{n}","SECRET","b"],"id":"{n}"}}"#)).collect();
    let answers = check(&presenter, &[&format!("[{}]", items.join(","))]);
    assert!(!answers[0].as_deref().expect("a render").contains("SECRET"));
}

#[test]
fn shapes_of_any_size() {
    let presenter = build(Presenter::builder("P").allow_everything());
    for width in [1, 255, 256, 257, 1000] {
        for key_length in [1, 31, 32, 33, 64, 100, 9000] {
            let members: Vec<_> = (0..width.min(600_000 / key_length))
                .map(|n| format!(r#""{n:0key_length$}":{n}"#))
                .collect();
            let item = format!("{{{}}}", members.join(","));
            let collection = format!("[{item},{item},{item}]");
            let answers = check(&presenter, &[&item, &collection]);
            assert_eq!(answers[0].as_deref(), Ok(item.as_str()));
            assert_eq!(answers[1].as_deref(), Ok(collection.as_str()));
        }
    }
}

#[test]
fn more_positions_than_sixteen_bits_count() {
    let schema = [t::string("id"), t::any("skipped").optional()];
    let presenter = build(Presenter::builder("P").schema(schema).redact_pii(["skipped"]));
    let item = |n: usize, secret: &str| {
        let zeros = vec!["{}"; 40_000].join(",");
        format!(r#"{{"skipped":{{"a":[{zeros}],"s":"{secret}"}},"id":"id-{n}"}}"#)
    };
    let collection = format!("[{},{},{}]", item(0, "SECRET"), item(1, "x"), item(2, "SECRET"));
    let answers = check(&presenter, &[&collection]);
    let shown = |n: usize| format!(r#"{{"id":"id-{n}","skipped":"[REDACTED]"}}"#);
    assert_eq!(answers[0], Ok(format!("[{},{},{}]", shown(0), shown(1), shown(2))));
}
