//! What a presenter file is refused for, and the place that the error names.

use mcp_presenter::{BuildErrors, Presenter, PresenterFileError};

use crate::read;

/// The place and message of a file that is not the form.
fn refusal(text: &str) -> (usize, usize, String) {
    match Presenter::from_json(text) {
        Err(error @ PresenterFileError::Syntax { .. }) => {
            let shown = error.to_string();
            assert!(!shown.contains('\n'), "{shown:?} is more than one line");
            let PresenterFileError::Syntax { line, column, message, .. } = error else {
                unreachable!("matched above")
            };
            assert_eq!(shown, format!("line {line}, column {column}: {message}"));
            (line, column, message)
        }
        Err(error) => panic!("{text}: read, but not built: {error}"),
        Ok(_) => panic!("{text}: accepted"),
    }
}

fn build_errors(text: &str) -> BuildErrors {
    match Presenter::from_json(text) {
        Err(PresenterFileError::Build(errors)) => {
            assert!(!errors.to_string().contains('\n'));
            errors
        }
        Err(error) => panic!("{text}: not read: {error}"),
        Ok(_) => panic!("{text}: accepted"),
    }
}

#[test]
fn members_that_belong_to_another_one() {
    for text in
        [r#"{"name": "P", "mode": "strict"}"#, r#"{"mode": "strict", "name": "P", "root": "any"}"#]
    {
        assert_eq!(refusal(text).2, r#""mode" without "schema""#);
    }
    let (_, _, message) = refusal(r#"{"name": "P", "root_opts": {"nullable": true}}"#);
    assert_eq!(message, r#""root_opts" without "root""#);
}

#[test]
fn unknown_members_are_named_with_their_place() {
    let (line, column, message) = refusal("{\n  \"name\": \"P\",\n  \"shema\": []\n}");
    assert_eq!((line, column), (3, 9));
    assert!(
        message.starts_with("unknown member \"shema\"; a presenter has \"name\", "),
        "{message}"
    );

    let (line, _, message) =
        refusal("{\"name\": \"P\", \"schema\": [\n[\"a\", \"string\", {\"optonal\": true}]]}");
    assert_eq!(line, 2);
    assert!(message.starts_with("unknown member \"optonal\"; a type's options"), "{message}");

    let (line, _, message) =
        refusal("{\"name\": \"P\", \"schema\": [\n\n[\"a\", {\"arrays\": \"string\"}]]}");
    assert_eq!(line, 3);
    assert!(message.starts_with("unknown member \"arrays\"; a type has"), "{message}");

    let (_, _, message) = refusal(r#"{"name": "P", "redact": {"path": ["a"]}}"#);
    assert!(message.starts_with("unknown member \"path\"; \"redact\" has"), "{message}");
    let (_, _, message) = refusal(r#"{"name": "P", "redact": [{"paths": ["a"], "x": 1}]}"#);
    assert!(message.starts_with("unknown member \"x\"; \"redact\" has"), "{message}");

    // A name that would break the line is written escaped.
    let (_, _, message) = refusal("{\"name\": \"P\", \"a\\nb\": 1}");
    assert!(message.starts_with("unknown member \"a\\nb\";"), "{message}");
}

#[test]
fn members_of_other_versions_are_refused_by_name() {
    for member in [
        "collection_rules",
        "ui",
        "collection_ui",
        "suggest",
        "collection_suggest",
        "embeds",
        "model",
    ] {
        let (_, _, message) = refusal(&format!(r#"{{"name": "P", "{member}": []}}"#));
        assert_eq!(
            message,
            format!("member \"{member}\" of a presenter is not supported by this version")
        );
    }
    for member in ["censor_fn", "hash"] {
        let (_, _, message) =
            refusal(&format!(r#"{{"name": "P", "redact": {{"paths": [], "{member}": "x"}}}}"#));
        assert_eq!(
            message,
            format!("member \"{member}\" of \"redact\" is not supported by this version")
        );
    }
    let (line, _, message) =
        refusal("{\"name\": \"P\", \"rules\": [\"a\",\n{\"text\": \"b\", \"tpl\": true}]}");
    assert_eq!(line, 2);
    assert!(message.starts_with("a rule that is an object"), "{message}");
}

#[test]
fn members_given_twice_are_refused_everywhere() {
    for (text, member) in [
        (r#"{"name": "P", "name": "Q"}"#, "name"),
        (r#"{"name": "P", "limit": 1, "schema": [], "l\u0069mit": 1}"#, "limit"),
        (
            r#"{"name": "P", "schema": [["a", "int", {"optional": true, "optional": true}]]}"#,
            "optional",
        ),
        (r#"{"name": "P", "schema": [["a", {"array": "int", "array": "int"}]]}"#, "array"),
        (r#"{"name": "P", "root": "int", "root_opts": {"default": 1, "default": 1}}"#, "default"),
        (r#"{"name": "P", "redact": {"paths": [], "paths": []}}"#, "paths"),
    ] {
        let (_, _, message) = refusal(text);
        assert_eq!(message, format!("member \"{member}\" is given twice"), "{text}");
    }
}

#[test]
fn values_of_another_type_are_refused_with_their_place() {
    for (text, line, part) in [
        ("[]", 1, "expected a presenter"),
        ("\"P\"", 1, "expected a presenter"),
        ("null", 1, "expected a presenter"),
        ("{}", 1, "a presenter needs a \"name\""),
        ("{\"name\": 1}", 1, "expected a string"),
        ("{\"name\": null}", 1, "expected a string"),
        ("{\"name\": \"P\",\n\"limit\": -1}", 2, "expected a non-negative integer"),
        ("{\"name\": \"P\",\n\"limit\": 1.5}", 2, "expected a non-negative integer"),
        ("{\"name\": \"P\",\n\"limit\": \"5\"}", 2, "expected a non-negative integer"),
        ("{\"name\": \"P\",\n\"limit\": null}", 2, "expected a non-negative integer"),
        ("{\"name\": \"P\",\n\"limit\": 1e999}", 2, "number out of range"),
        (
            "{\"name\": \"P\",\n\"limit\": 99999999999999999999}",
            2,
            "expected a non-negative integer",
        ),
        ("{\"name\": \"P\",\n\"max_depth\": true}", 2, "expected a non-negative integer"),
        ("{\"name\": \"P\",\n\"rules\": \"One.\"}", 2, "expected a sequence"),
        ("{\"name\": \"P\",\n\"rules\": [1]}", 2, "expected a rule's text"),
        ("{\"name\": \"P\",\n\"auto_rules\": \"no\"}", 2, "expected a boolean"),
        (
            "{\"name\": \"P\",\n\"mode\": \"loose\"}",
            2,
            "expected \"strip\", \"passthrough\" or \"strict\"",
        ),
        ("{\"name\": \"P\",\n\"mode\": 1}", 2, "expected \"strip\", \"passthrough\" or \"strict\""),
        ("{\"name\": \"P\",\n\"schema\": {}}", 2, "expected a sequence"),
        ("{\"name\": \"P\",\n\"schema\": [\"a\"]}", 2, "expected a field: [key, type]"),
        ("{\"name\": \"P\",\n\"schema\": [[]]}", 2, "an element is missing: [key, type, options]"),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\"]]}", 2, "an element is missing"),
        ("{\"name\": \"P\",\n\"schema\": [[1, \"int\"]]}", 2, "expected a string"),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\", \"int\", {}, 1]]}", 2, "an element too many"),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", \"int\", true]]}",
            2,
            "expected a type's options",
        ),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\", \"integer\"]]}", 2, "unknown type \"integer\""),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\", 5]]}", 2, "expected a type, such as"),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\", {}]]}", 2, "a type needs one of \"enum\""),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", {\"mode\": \"strip\"}]]}",
            2,
            "a type needs one of",
        ),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", {\"array\": \"int\", \"mode\": \"strip\"}]]}",
            2,
            "only an \"object\" has a \"mode\"",
        ),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", {\"array\": \"int\", \"record\": \"int\"}]]}",
            2,
            "\"record\" is another one",
        ),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\", [\"int\", {}]]]}", 2, "expected a type, such as"),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", {\"array\": [\"int\"]}]]}",
            2,
            "an element is missing: [type, options]",
        ),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", {\"array\": [\"int\", {}, {}]}]]}",
            2,
            "an element too many",
        ),
        ("{\"name\": \"P\",\n\"schema\": [[\"a\", {\"enum\": \"x\"}]]}", 2, "expected a sequence"),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", \"int\", {\"optional\": 1}]]}",
            2,
            "expected a boolean",
        ),
        (
            "{\"name\": \"P\",\n\"schema\": [[\"a\", \"int\", {\"describe\": null}]]}",
            2,
            "expected a string",
        ),
        ("{\"name\": \"P\",\n\"redact\": \"a\"}", 2, "expected {\"paths\": […]} or an array"),
        ("{\"name\": \"P\",\n\"redact\": [\"a\"]}", 2, "expected {\"paths\": […]}"),
        ("{\"name\": \"P\",\n\"redact\": {}}", 2, "\"redact\" needs \"paths\""),
        ("{\"name\": \"P\",\n\"redact\": {\"paths\": \"a\"}}", 2, "expected a sequence"),
        ("{\"name\": \"P\",\n\"redact\": {\"paths\": [1]}}", 2, "expected a string"),
        ("{\"name\": \"P\",\n\"redact\": {\"paths\": [], \"remove\": false}}", 2, "expected true"),
        (
            "{\"name\": \"P\",\n\"redact\": {\"paths\": [], \"keep_last\": -4}}",
            2,
            "expected a non-negative integer",
        ),
        (
            "{\"name\": \"P\",\n\"redact\": {\"paths\": [], \"remove\": true, \"censor\": \"\"}}",
            2,
            "at most one of",
        ),
        (
            "{\"name\": \"P\",\n\"redact\": {\"paths\": [], \"censor\": null}}",
            2,
            "expected a string",
        ),
    ] {
        let (at, column, message) = refusal(text);
        assert_eq!(at, line, "{text}: {message}");
        // The opening bracket of a container is looked at and not read.
        assert!(column > 0 || message.contains("sequence"), "{text}: {message}");
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn text_that_is_no_json_is_refused_with_its_place() {
    for (text, line, column) in [
        ("", 1, 0),
        ("  ", 1, 2),
        ("{\"name\": \"P\",}", 1, 14),
        ("{\"name\": \"P\"} x", 1, 15),
        ("{\"name\": \"P\"\n", 2, 0),
        ("{'name': 'P'}", 1, 2),
        ("{\"name\": \"a\tb\"}", 1, 12),
        ("{\"name\": \"\\ud800\"}", 1, 17),
        ("{\"name\": \"P\", \"limit\": 01}", 1, 25),
    ] {
        let (l, c, message) = refusal(text);
        assert_eq!((l, c), (line, column), "{text:?}: {message}");
    }
}

#[test]
fn mistakes_of_the_declaration_come_together() {
    let errors = build_errors(
        r#"{"name": "P", "schema": [["a", "int"], ["a", "int"]], "redact": {"paths": ["a..b", "c["]}}"#,
    );
    assert_eq!(errors.errors().len(), 3, "{errors}");
    build_errors(r#"{"name": "P", "schema": [], "root": "any"}"#);
    build_errors(r#"{"name": "P", "schema": [["a", "int", {"default": "x"}]]}"#);
    build_errors(r#"{"name": "P", "schema": [["a", {"enum": []}]]}"#);
    build_errors(r#"{"name": "P", "schema": [["a", {"enum": [[1]]}]]}"#);
    build_errors(r#"{"name": "P", "schema": [["a", {"literal": {}}]]}"#);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    assert_eq!(read("\u{feff}{\"name\": \"P\"}").name(), "P");
    assert_eq!(refusal("\u{feff}{\"nam\": 1}").1, 6);
}

#[test]
fn no_text_panics() {
    let whole = r#"{"name": "é", "mode": "strict", "schema": [["a", {"union": ["int",
        {"object": [["k", {"literal": "x"}]]}]}, {"default": 1.0, "nullable": true}]], "limit": 3,
        "redact": [{"paths": ["a[*]"], "keep_last": 4}], "rules": ["\u00e9"]}"#;
    assert_eq!(read(whole).name(), "é");
    for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
        // Cut anywhere, and with each character taken out.
        assert!(Presenter::from_json(&whole[..end]).is_err(), "cut at {end}");
        let mut rest = whole[end..].chars();
        rest.next();
        let _ = Presenter::from_json(&format!("{}{}", &whole[..end], rest.as_str()));
    }
    for (open, close) in [
        (r#"{"array":"#, "}"),
        (r#"{"object":[["a","#, "]]}"),
        (r#"{"union":["#, "]}"),
        (r#"{"record":["#, ",{}]}"),
    ] {
        for depth in [20, 1_000, 100_000] {
            let ty = format!("{}\"int\"{}", open.repeat(depth), close.repeat(depth));
            let read = Presenter::from_json(&format!(r#"{{"name":"P","root":{ty}}}"#));
            // Whether a union may have one member is the builder's business.
            if depth > 20 || !open.contains("union") {
                assert_eq!(read.is_ok(), depth == 20, "{open} {depth}: {read:?}");
            }
        }
    }
    // A constant may nest as deep as it likes in the text; it is the builder that says no.
    for depth in [10, 100_000] {
        let value = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let field = format!(r#"[["a","any",{{"default":{value}}}]]"#);
        let read = Presenter::from_json(&format!(r#"{{"name":"P","schema":{field}}}"#));
        assert_eq!(read.is_ok(), depth == 10);
    }
}
