//! Keys: odd ones, escaped ones, in paths, twice.

use mcp_presenter::{Censor, Presenter, RenderErrorKind, Request, t};

use crate::show::{
    any, build, case, censored, censoring, everything, input, parse, refuse, show, show_with,
};

#[test]
fn k001_keys_that_mean_something_elsewhere() {
    let json = r#"{"__proto__":{"x":1},"constructor":2,"prototype":3,"a":4}"#;
    assert_eq!(json, input("K001"));
    assert_eq!(show(&everything(), json), json);
    let select = Request::new().select(["constructor", "__proto__", "toString"]);
    assert_eq!(show_with(&everything(), &select, json), r#"{"constructor":2,"__proto__":{"x":1}}"#);
    assert_eq!(
        show(&censoring(["__proto__.x", "prototype"]), json),
        r##"{"__proto__":{"x":"#"},"constructor":2,"prototype":"#","a":4}"##
    );
    let declared = build(Presenter::builder("P").schema([t::integer("a"), t::any("__proto__")]));
    assert_eq!(show(&declared, json), r#"{"a":4,"__proto__":{"x":1}}"#);
}

#[test]
fn k003_paths_match_unescaped_keys() {
    assert_eq!(
        show(&censoring(["password"]), input("K003")),
        r##"{"password":"#","password2":"ok"}"##
    );
    // Every spelling of the same key, one character at a time.
    let name = "password";
    for (at, byte) in name.bytes().enumerate() {
        for escape in [format!("\\u{byte:04x}"), format!("\\u{byte:04X}")] {
            let key = format!("{}{escape}{}", &name[..at], &name[at + 1..]);
            let json = format!(r#"{{"{key}":"s3","b":{{"{key}":"s3"}}}}"#);
            assert_eq!(
                show(&censoring(["password", "b.password"]), &json),
                r##"{"password":"#","b":{"password":"#"}}"##
            );
        }
    }
}

#[test]
fn k004_select_and_schema_match_unescaped_keys() {
    let select = Request::new().select(["id"]);
    let shown = show_with(&everything(), &select, input("K004"));
    assert_eq!(parse(&shown), case("K004")["expected"]["json_equal"]);
    let declared = build(Presenter::builder("P").schema([t::integer("id")]));
    assert_eq!(show(&declared, input("K004")), r#"{"id":7}"#);
    assert_eq!(show_with(&declared, &select, input("K004")), r#"{"id":7}"#);
    // An escaped key is a second occurrence of the same one.
    assert_eq!(show(&declared, r#"{"id":1,"\u0069d":2}"#), r#"{"id":2}"#);
    assert_eq!(show(&everything(), r#"{"id":1,"x":0,"i\u0064":2}"#), r#"{"id":2,"x":0}"#);
}

#[test]
fn k006_the_empty_key_is_a_key() {
    censored("K006", ["[\"\"].c", "a[\"\"]"]);
    assert_eq!(show(&censoring(["['']"]), r#"{"":1,"a":2}"#), r##"{"":"#","a":2}"##);
    let declared = build(Presenter::builder("P").schema([t::integer("")]));
    assert_eq!(show(&declared, r#"{"a":2,"":1}"#), r#"{"":1}"#);
    let select = Request::new().select([""]);
    assert_eq!(show_with(&everything(), &select, r#"{"a":2,"":1}"#), r#"{"":1}"#);
}

#[test]
fn k007_quoted_keys_hold_any_character() {
    censored("K007", ["a[\"b.c\"]", "[\"x-key\"]", "[\"we\\\"ird]\"]"]);
    assert_eq!(
        show(&censoring(["['b.c']['d\\']", "[\"\\u00e9\\n\"]"]), r#"{"b.c":{"d\\":1},"é\n":2}"#),
        r##"{"b.c":{"d\\":"#"},"é\n":"#"}"##
    );
}

#[test]
fn k008_no_path_is_silently_ignored() {
    assert_eq!(show(&censoring(["x-key"]), r#"{"x-key":1}"#), r##"{"x-key":"#"}"##);
    for path in case("K008")["input"]["config"]["paths"].as_array().expect("paths") {
        let path = path.as_str().expect("a path");
        if path == "x-key" {
            continue;
        }
        let errors = any().redact_pii(["ok", path]).build().expect_err(path);
        assert_eq!(errors.errors().len(), 1, "{errors}");
    }
    // All that is wrong is said at once.
    let paths = [
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "a[",
        "a[b]",
        "a]",
        "a.b*",
        "*a",
        "a b",
        "a\tb",
        "a\u{0}b",
        "a\u{a0}b",
        "a\"b",
        "a'b",
        "[\"a",
        "['a",
        "[\"a\\x\"]",
        "[]",
        "[*",
        "a[-1]",
        "a[1.5]",
        "$..a",
        "***",
    ];
    let errors = any().redact_pii(paths).build().expect_err("bad paths");
    let named: Vec<_> = errors.errors().iter().map(|error| error.place()).collect();
    assert_eq!(named, paths.map(|path| format!("redact \"{}\"", path.escape_debug())));
}

#[test]
fn k020_the_last_of_duplicate_keys() {
    assert_eq!(show(&everything(), input("K020")), r#"{"a":2}"#);
    let json = r#"{"a":{"b":1,"c":2,"b":3},"d":0,"a":{"x":[{"k":1,"k":{"k":2,"k":3}}]}}"#;
    assert_eq!(show(&everything(), json), r#"{"a":{"x":[{"k":{"k":3}}]},"d":0}"#);
    let declared =
        build(Presenter::builder("P").schema([t::integer("d"), t::object("a", [t::integer("b")])]));
    // The value that counts is the one that is validated; the other need only be JSON.
    assert_eq!(
        show(&declared, r#"{"d":"x","a":5,"d":1,"a":{"b":[],"b":2}}"#),
        r#"{"d":1,"a":{"b":2}}"#
    );
    let error = refuse(&declared, r#"{"d":1,"a":{"b":1},"d":"x"}"#);
    assert_eq!(error.kind(), RenderErrorKind::Validation);
    refuse(&declared, r#"{"d":1,"d":01,"a":{"b":1},"d":2}"#);
}

#[test]
fn k021_every_occurrence_is_redacted() {
    let shown = show(&censoring(["pw"]), input("K021"));
    assert_eq!(shown, r##"{"note":"safe","pw":"#"}"##);
    for redaction in [Censor::text("#"), Censor::remove(), Censor::keep_last(4)] {
        let presenter = build(any().redact(["**.pw"], redaction));
        let shown = show(
            &presenter,
            r#"{"pw":"CANARY","a":[{"pw":{"x":"CANARY"},"\u0070w":["CANARY"],"pw":"CANARY"}],"pw":null}"#,
        );
        assert!(!shown.contains("NARY"), "{shown}");
    }
}

#[test]
fn k023_duplicates_in_a_row() {
    assert_eq!(show(&everything(), input("K023")), r#"[{"a":2},{"a":3}]"#);
    let declared = build(Presenter::builder("P").schema([t::integer("a")]));
    assert_eq!(show(&declared, input("K023")), r#"[{"a":2},{"a":3}]"#);
}
