//! Redaction: what it must reach, and what it must leave.

use mcp_presenter::{Censor, Format, Frame, Presenter, Renderer, Request, t};

use crate::show::{
    FRAMES, any, build, case, censored, censoring, everything, exact, input, parse, refuse, report,
    show,
};

#[test]
fn r001_any_number_of_wildcards() {
    censored("R001", ["*.*.*.pan"]);
    let deep = r#"{"a":{"b":{"c":{"d":{"pan":1}}}}}"#;
    assert_eq!(show(&censoring(["*.*.*.pan"]), deep), deep);
    assert!(show(&censoring(["*.*.*.*.pan"]), deep).contains(r##"{"pan":"#"}"##));
}

#[test]
fn r002_any_depth() {
    let shown = show(&censoring(["**.pan"]), input("R002"));
    assert_eq!(shown, r##"{"pan":"#","x":{"pan":"#"},"y":[{"z":{"pan":"#"}},[[{"pan":"#"}]]]}"##);
    let inner = show(&censoring(["x.**.pan"]), r#"{"pan":1,"x":{"pan":2,"a":{"pan":3}}}"#);
    assert_eq!(inner, r##"{"pan":1,"x":{"pan":"#","a":{"pan":"#"}}}"##);
    let end = show(&censoring(["x.**"]), r#"{"x":{"a":1,"b":[2]},"y":3}"#);
    assert_eq!(end, r##"{"x":{"a":"#","b":"#"},"y":3}"##);
}

#[test]
fn r003_a_leading_star_misses_the_root() {
    censored("R003", ["*.token"]);
    assert_eq!(everything().warnings(), []);
    assert_eq!(censoring(["**.token"]).warnings(), []);
    assert_eq!(censoring(["*.token"]).warnings().len(), 1);
    any().redact_pii(["*.token"]).deny_warnings(true).build().expect_err("a warning");
}

#[test]
fn r004_every_segment_matches() {
    censored("R004", ["cards[*].tokens[*].v"]);
}

#[test]
fn r005_paths_of_a_collection() {
    censored("R005", ["[*].p"]);
    let json = r#"[{"p":1,"a":{"p":2,"b":{"p":3}}},4,null]"#;
    assert_eq!(show(&censoring(["p"]), json), r##"[{"p":"#","a":{"p":2,"b":{"p":3}}},4,null]"##);
    assert_eq!(
        show(&censoring(["*.p"]), json),
        r##"[{"p":"#","a":{"p":"#","b":{"p":3}}},4,null]"##
    );
    assert_eq!(show(&censoring(["*"]), json), r##"[{"p":"#","a":"#"},4,null]"##);
    assert_eq!(show(&censoring(["[*]"]), json), r##"["#","#","#"]"##);
    assert_eq!(
        show(&censoring(["**.p"]), json),
        r##"[{"p":"#","a":{"p":"#","b":{"p":"#"}}},4,null]"##
    );
}

#[test]
fn r006_a_path_that_matches_nothing_is_reported() {
    let presenter = censoring(["pw"]);
    assert_eq!(show(&presenter, input("R006")), r#"{"pw":"S1"}"#);
    let signal = report(&presenter, &Request::new(), input("R006"));
    assert!(signal.unmatched_paths().eq(["pw"]));
    assert_eq!(signal.redacted(), 0);
    let signal = report(&presenter, &Request::new(), r#"{"pw":1}"#);
    assert_eq!(signal.unmatched_paths().count(), 0);
    assert_eq!(signal.redacted(), 1);
}

#[test]
fn r008_one_redaction_for_every_frame() {
    let paths = ["**.password", "[\"db.password\"]", "authToken"];
    // Hooks that show all they can see.
    let presenter = build(
        any()
            .redact(paths, Censor::text("#"))
            .redact_hooks(true)
            .ui(|view, ui| {
                ui.title(view).json(|json| json.value(view));
                ui.table(
                    ["key", "value"],
                    view.members().map(|(key, value)| [key, value.to_text()]),
                );
                ui.list([view.text("db.password"), view.text("authToken"), view.text("db")]);
            })
            .dynamic_rules(|view, rules| rules.rule(view))
            .suggest(|view, next| next.suggest(view.get("authToken"), view.get("db"))),
    );
    let mut renderer = Renderer::new();
    for frame in FRAMES {
        for format in [Format::Json, Format::JsonPretty] {
            let mut out = Vec::new();
            let request = Request::new().format(format);
            renderer
                .render(&presenter, input("R008").as_bytes(), &request, frame, &mut out)
                .expect("a render");
            let out = String::from_utf8(out).expect("UTF-8");
            for secret in ["S1", "S2", "S3"] {
                assert!(!out.contains(secret), "{out}");
            }
            assert!(out.contains("authToken | # |"), "{out}");
        }
    }
    // No error holds a value either.
    let strict =
        build(Presenter::builder("P").schema([t::integer("authToken"), t::integer("db.password")]));
    let error = refuse(&strict, input("R008"));
    let said = format!("{error} {error:?} {:?}", error.failures());
    for secret in ["S1", "S2", "S3"] {
        assert!(!said.contains(secret), "{said}");
    }
}

#[test]
fn r020_a_path_matches_whole() {
    censored("R020", ["*.a.x"]);
}

#[test]
fn r022_values_of_every_type_are_replaced_whole() {
    censored("R022", ["Cookie", "Auth", "[\"X-Key\"]"]);
    for value in
        ["0", "-1.5e9", "true", "false", "\"\"", "\"a\\\"b\"", "{}", "[]", "[[{\"a\":[]}]]"]
    {
        let json = format!(r#"{{"a":{value},"tail":[{value}]}}"#);
        assert_eq!(show(&censoring(["a", "tail[0]"]), &json), r##"{"a":"#","tail":["#"]}"##);
    }
}

#[test]
fn r030_null_is_left_by_plain_paths() {
    censored("R030", ["a.b", "c.b"]);
    let nulls = build(any().redact(["a.b", "c.b"], Censor::text("#")).redact_nulls(true));
    let expected = &case("R030")["expected"]["with_option_redact_nulls"];
    assert_eq!(parse(&show(&nulls, input("R030"))), *expected);
    assert_eq!(show(&censoring(["a.*"]), r#"{"a":{"b":null}}"#), r##"{"a":{"b":"#"}}"##);
}

#[test]
fn r031_nothing_is_created() {
    let presenter = censoring(["o.foo", "p.q.r"]);
    assert_eq!(show(&presenter, input("R031")), exact("R031"));
    let signal = report(&presenter, &Request::new(), input("R031"));
    assert!(signal.unmatched_paths().eq(["o.foo", "p.q.r"]));
}

#[test]
fn r033_removing() {
    let remove = |paths: &[&str]| build(any().redact(paths.iter().copied(), Censor::remove()));
    let shown = show(&remove(&["a[0].b", "c.d"]), input("R033"));
    assert_eq!(parse(&shown), case("R033")["expected"]["json_equal"]);
    for (path, expected) in [
        ("a", r#"{"b":2,"c":3}"#),
        ("b", r#"{"a":1,"c":3}"#),
        ("c", r#"{"a":1,"b":2}"#),
        ("*", "{}"),
    ] {
        assert_eq!(show(&remove(&[path]), r#"{"a":1,"b":2,"c":3}"#), expected);
    }
    // Elements keep their places.
    assert_eq!(show(&remove(&["a[0]", "a[2]"]), r#"{"a":[1,2,3]}"#), r#"{"a":[null,2,null]}"#);
    assert_eq!(show(&remove(&["[*]"]), r#"[1,{"a":2}]"#), "[null,null]");
}

#[test]
fn r034_the_order_of_paths_does_not_matter() {
    for paths in [["a[*].b", "a[*]"], ["a[*]", "a[*].b"]] {
        censored("R034", paths);
    }
    // Nor does the order of censors that differ.
    for [first, second] in [[0, 1], [1, 0]] {
        let parts = [("a", Censor::keep_last(2)), ("a.b", Censor::remove())];
        let presenter = build(
            any()
                .redact([parts[first].0], parts[first].1.clone())
                .redact([parts[second].0], parts[second].1.clone()),
        );
        assert_eq!(show(&presenter, r#"{"a":{"b":"secret"},"c":1}"#), r#"{"a":"****","c":1}"#);
    }
}

#[test]
fn r040_renders_are_independent() {
    let json = r#"{"a":"S1","b":"S2"}"#.to_owned();
    let before = json.clone();
    let mut renderer = Renderer::new();
    let (first, second) = (censoring(["a"]), censoring(["b"]));
    for _ in 0..3 {
        for (presenter, expected) in
            [(&first, r##"{"a":"#","b":"S2"}"##), (&second, r##"{"a":"S1","b":"#"}"##)]
        {
            let mut out = Vec::new();
            renderer
                .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
                .expect("a render");
            assert_eq!(out, expected.as_bytes());
            renderer
                .render(presenter, b"{\"a\":", &Request::new(), Frame::Text, &mut out)
                .expect_err("an error in between");
        }
    }
    assert_eq!(json, before);
}

#[test]
fn r060_a_bad_path_makes_no_presenter() {
    let errors = any().redact_pii(["ok", "a["]).build().expect_err("a bad path");
    assert_eq!(errors.errors().len(), 1, "{errors}");
    let errors = any().redact_pii(["a["]).redact(["b["], Censor::remove()).build();
    assert_eq!(errors.expect_err("two bad paths").errors().len(), 2);
}

#[test]
fn r070_a_mask_hides_at_least_half() {
    let mask = |n: usize, json: &str| {
        let presenter = build(any().redact(["v"], Censor::keep_last(n)));
        let shown = parse(&show(&presenter, &format!("{{\"v\":{json}}}")));
        shown["v"].as_str().expect("a string").to_owned()
    };
    let values = case("R070")["input"]["values"].as_array().expect("values");
    let expected = case("R070")["expected"]["exact_list"].as_array().expect("a list");
    for (value, expected) in values.iter().zip(expected) {
        assert_eq!(mask(4, &value.to_string()), *expected);
    }
    let letters = "abcdefghijklmnopqrstuvwxyzäöü";
    for length in 0..=29 {
        let value: String = letters.chars().take(length).collect();
        for n in [0, 1, 3, 4, 7, 8, 100, usize::MAX] {
            let masked = mask(n, &format!("{value:?}"));
            let shown: String = masked.trim_start_matches('*').to_owned();
            let hidden = masked.chars().filter(|&c| c == '*').count();
            assert!(value.ends_with(&shown));
            if length < 8 {
                assert_eq!(masked, "****");
            } else {
                assert_eq!(shown.chars().count(), n.min(length / 2));
                assert_eq!(hidden + shown.chars().count(), length);
            }
        }
    }
    assert_eq!(mask(4, "12345678"), "****5678");
    assert_eq!(mask(4, "-1.50000e10"), "*******0e10");
    assert_eq!(mask(4, "true"), "****");
    assert_eq!(mask(4, "{\"a\":\"secret text\"}"), "****");
    assert_eq!(mask(4, "[\"secret text\"]"), "****");
    // Characters, not bytes and not escapes.
    assert_eq!(mask(4, "\"\\u0061bcd\\n\\ud83d\\ude00gh\""), "****\n😀gh");
}
