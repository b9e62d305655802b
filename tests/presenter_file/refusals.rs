//! What a presenter file is refused for, and the place that the error names.

use mcp_presenter::{BuildErrors, Presenter, PresenterFileError};

use crate::read;

/// The place and message of a file that is not the form.
fn refusal(text: &str) -> (usize, usize, String) {
    refusal_of(Presenter::from_json, text)
}

fn refusal_of(
    read: fn(&str) -> Result<Presenter, PresenterFileError>,
    text: &str,
) -> (usize, usize, String) {
    match read(text) {
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

/// Reads `text` without its mark `§` and expects a refusal there whose message holds `part`.
pub(crate) fn marked(
    read: fn(&str) -> Result<Presenter, PresenterFileError>,
    text: &str,
    part: &str,
) {
    let (before, after) = text.split_once('§').expect("the place is marked");
    let (line, column, message) = refusal_of(read, &format!("{before}{after}"));
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let place = (before.matches('\n').count() + 1, before.len() - start + 1);
    assert_eq!((line, column), place, "{text}: {message}");
    assert!(message.contains(part), "{text}: {message}");
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
fn formats_that_there_are_not() {
    for (format, part) in [
        (r#"§"yaml""#, r#"expected "json", "json_pretty", "toon", "toon3" or "auto""#),
        ("§1", "expected the name of a format, or an object with a \"name\", found a number"),
        (r#"§{"indent": 2}"#, r#""format" needs a "name""#),
        (r#"{"name": §null}"#, "expected the name of a format, found null"),
        (r#"{"name": "toon", §"flatten": true}"#, "unknown member \"flatten\"; \"format\" has"),
        (r#"{"name": "toon", "delimiter": §";"}"#, r#"expected "|", "," or"#),
        (r#"{"name": "toon", "indent": §0}"#, "1 to 255"),
        (r#"{"name": "toon", "indent": §-1}"#, "a non-negative integer"),
        (r#"{"name": "toon", "fill_nulls": §"yes"}"#, "expected a boolean, found a string"),
        (r#"{"name": "auto", "profile": §"4"}"#, r#"expected "toon4" or "toon3""#),
        (r#"{"name": "toon3", §"profile": "toon4"}"#, "the name of this format says the profile"),
        (r#"{"name": "json", §"indent": 4}"#, "is said of TOON"),
        (r#""toon", §"pretty": true"#, r#"only one of "format" and "pretty""#),
    ] {
        let text = format!(r#"{{"name": "P", "root": "any", "format": {format}}}"#);
        marked(Presenter::from_json, &text, part);
    }
    let text = "name = 'P'\nroot = 'any'\npretty = true\n[§format]\nname = 'toon'\n";
    marked(Presenter::from_toml, text, "only one of");
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
    assert_eq!((line, column), (3, 3));
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
fn models_say_where_they_are_wrong() {
    for (model, message) in [
        ("[]", "expected a model, an object with a \"name\" at least, found an array"),
        ("{}", "a model needs a \"name\""),
        (r#"{"name": "M", "cast": {}}"#, "unknown member \"cast\"; a model has"),
        (r#"{"name": "M", "casts": {"a": "int"}}"#, "unknown type \"int\"; a cast's type is"),
        (r#"{"name": "M", "casts": {"a": {}}}"#, "a cast needs a \"type\""),
        (r#"{"name": "M", "casts": {"a": "enum"}}"#, "an \"enum\" needs \"values\""),
        (r#"{"name": "M", "casts": [["a"]]}"#, "a cast is [field, {\"type\": type}]"),
        (
            r#"{"name": "M", "casts": {"a": {"type": "number", "shape": {}}}}"#,
            "only an \"object\" and a \"list\" have a \"shape\"",
        ),
        (
            r#"{"name": "M", "casts": {"a": {"type": "text", "values": []}}}"#,
            "only an \"enum\" has \"values\"",
        ),
        (r#"{"name": "M", "fillable": ["a"]}"#, "expected operations, each with an array"),
    ] {
        let (_, _, found) = refusal(&format!(r#"{{"name": "P", "model": {model}}}"#));
        assert!(found.starts_with(message), "{model}: {found}");
    }
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
    for (text, part) in [
        ("§[]", "expected a presenter"),
        ("§\"P\"", "expected a presenter"),
        (" §null", "expected a presenter"),
        ("§{}", "a presenter needs a \"name\""),
        (r#"{"name": §1}"#, "expected a string, found a number"),
        (r#"{"name": §null}"#, "expected a string, found null"),
        ("{\"name\":\n\n  §[]}", "expected a string, found an array"),
    ] {
        marked(Presenter::from_json, text, part);
    }
    for (member, part) in [
        (r#""limit": §-1"#, "expected a non-negative integer, found -1"),
        (r#""limit": §1.5"#, "expected a non-negative integer"),
        (r#""limit": §"5""#, "expected a non-negative integer, found a string"),
        (r#""limit": §null"#, "expected a non-negative integer, found null"),
        (r#""limit": §1e999"#, "expected a non-negative integer, found 1e999"),
        (r#""limit": §99999999999999999999"#, "expected a non-negative integer"),
        (r#""max_depth": §true"#, "expected a non-negative integer, found a boolean"),
        (r#""rules": §"One.""#, "expected an array of rules"),
        (r#""rules": ["a", §1]"#, "expected a rule"),
        (r#""auto_rules": §"no""#, "expected a boolean"),
        (r#""mode": §"loose""#, r#"expected "strip", "passthrough" or "strict", found "loose""#),
        (r#""mode": §1"#, r#"expected "strip", "passthrough" or "strict", found a number"#),
        (r#""schema": §"a""#, "expected fields"),
        (r#""schema": [§"a"]"#, "expected a field: [key, type]"),
        (r#""schema": [§[]]"#, "an element is missing: [key, type, options]"),
        (r#""schema": [§["a"]]"#, "an element is missing"),
        (r#""schema": [[§1, "int"]]"#, "expected a string"),
        (r#""schema": [["a", "int", {}, §1]]"#, "an element too many"),
        (r#""schema": [["a", "int", §true]]"#, "expected a type's options"),
        (r#""schema": [["a", §"integer"]]"#, "unknown type \"integer\""),
        (r#""schema": [["a", §5]]"#, "expected a type, such as"),
        (r#""schema": [["a", §{}]]"#, "a type needs one of \"enum\""),
        (r#""schema": [["a", §{"mode": "strip"}]]"#, "a type needs one of"),
        (
            r#""schema": [["a", {"array": "int", §"mode": "strip"}]]"#,
            "only an \"object\" has a \"mode\"",
        ),
        (r#""schema": [["a", {"array": "int", §"record": "int"}]]"#, "\"record\" is another one"),
        (r#""schema": [["a", §["int", {}]]]"#, "expected a type, such as"),
        (r#""schema": [["a", {"array": §["int"]}]]"#, "an element is missing: [type, options]"),
        (r#""schema": [["a", {"array": ["int", {}, §{}]}]]"#, "an element too many"),
        (r#""schema": [["a", {"array": [§["int", {}], {}]}]]"#, "expected a type, such as"),
        (r#""schema": [["a", {"enum": §"x"}]]"#, "expected an array of values"),
        (r#""schema": [["a", {"union": §"int"}]]"#, "expected an array of types"),
        (r#""schema": [["a", "int", {"optional": §1}]]"#, "expected a boolean"),
        (r#""schema": [["a", "int", {"describe": §null}]]"#, "expected a string"),
        (r#""redact": §"a""#, "expected {\"paths\": […]} or an array"),
        (r#""redact": [§"a"]"#, "expected {\"paths\": […]}"),
        (r#""redact": §{}"#, "\"redact\" needs \"paths\""),
        (r#""redact": {"paths": §"a"}"#, "expected an array of strings"),
        (r#""redact": {"paths": [§1]}"#, "expected a string"),
        (r#""redact": {"paths": [], "remove": §false}"#, "expected true, found false"),
        (r#""redact": {"paths": [], "keep_last": §-4}"#, "expected a non-negative integer"),
        (r#""redact": {"paths": [], "remove": true, §"censor": ""}"#, "at most one of"),
        (r#""redact": {"paths": [], "censor": §null}"#, "expected a string"),
    ] {
        marked(Presenter::from_json, &format!("{{\"name\": \"P\",\n  {member}}}"), part);
    }
}

#[test]
fn text_that_is_no_json_is_refused_with_its_place() {
    for (text, part) in [
        ("§", "the file is empty"),
        ("  \n§", "the file is empty"),
        ("{\"name\": \"P\",§}", "no JSON: unexpected character"),
        ("{\"name\": \"P\"} §x", "no JSON: more bytes after the value"),
        ("{\"name\": \"P\"\n§", "the file ends inside a value"),
        ("{§'name': 'P'}", "no JSON: unexpected character"),
        ("{\"é\": \"a§\tb\"}", "no JSON: control character in a string"),
        ("{\"name\": \"a§\\xb\"}", "no JSON: invalid escape in a string"),
        ("{\"name\": §\"\\ud800\"}", "no JSON: lone surrogate in a string"),
        ("{\"name\": \"P\", \"limit\": §01}", "no JSON: invalid number"),
    ] {
        marked(Presenter::from_json, text, part);
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
    assert_eq!(refusal("\u{feff}{\"nam\": 1}").1, 2);
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
