//! The presenter file: what it means, and what it refuses with which place.

#![cfg(feature = "presenter-file")]

use mcp_presenter::{
    BuildErrors, Format, Frame, Mode, Presenter, PresenterFileError, RenderError, Renderer,
    Request, Type, t,
};

fn read(text: &str) -> Presenter {
    match Presenter::from_json(text) {
        Ok(presenter) => presenter,
        Err(error) => panic!("{text}: {error}"),
    }
}

fn try_render(presenter: &Presenter, json: &str) -> Result<String, RenderError> {
    let mut out = Vec::new();
    Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
    Ok(String::from_utf8(out).expect("output is UTF-8"))
}

fn render(text: &str, json: &str) -> String {
    match try_render(&read(text), json) {
        Ok(out) => out,
        Err(error) => panic!("{text} of {json}: {error}"),
    }
}

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
fn only_the_name_is_required() {
    let presenter = read(r#"{"name": "P"}"#);
    assert_eq!(presenter.name(), "P");
    assert_eq!(
        try_render(&presenter, r#"{"b": 1, "a": [true]}"#).unwrap(),
        r#"{"b":1,"a":[true]}"#
    );
}

#[test]
fn a_file_that_allows_everything_says_so() {
    assert_eq!(read(r#"{"name": "P"}"#).warnings().len(), 1);
    assert_eq!(read(r#"{"name": "P", "schema": []}"#).warnings(), []);
    assert_eq!(read(r#"{"name": "P", "root": "any"}"#).warnings(), []);
}

#[test]
fn every_type_is_read() {
    let file = r#"{"name": "P", "schema": [
        ["s", "string"], ["n", "number"], ["b", "boolean"], ["a", "any"], ["u", "unknown"],
        ["i", "int"], ["e", {"enum": ["x", 2, true]}], ["l", {"array": "int"}],
        ["o", {"object": [["x", "int", {"optional": true}], ["y", "int"]]}],
        ["r", {"record": "int"}], ["w", {"union": ["int", "string"]}], ["k", {"literal": 1.0}]
    ]}"#;
    let json = r#"{"k":1,"w":"t","r":{"q":1},"o":{"y":2,"z":3},"l":[1,2],"e":2.0,"i":3,"u":[0],
        "a":{},"b":false,"n":1.5e3,"s":"text","more":1}"#;
    assert_eq!(
        render(file, json),
        r#"{"s":"text","n":1.5e3,"b":false,"a":{},"u":[0],"i":3,"e":2.0,"l":[1,2],"o":{"y":2},"r":{"q":1},"w":"t","k":1}"#
    );
    let presenter = read(file);
    for wrong in [
        json.replace("\"s\":\"text\"", "\"s\":1"),
        json.replace("1.5e3", "\"1.5e3\""),
        json.replace("\"b\":false", "\"b\":0"),
        json.replace("\"i\":3", "\"i\":3.5"),
        json.replace("\"e\":2.0", "\"e\":\"2\""),
        json.replace("[1,2]", "[1,2.5]"),
        json.replace("\"y\":2", "\"y\":null"),
        json.replace("\"q\":1", "\"q\":\"1\""),
        json.replace("\"w\":\"t\"", "\"w\":false"),
        json.replace("\"k\":1", "\"k\":2"),
    ] {
        assert!(try_render(&presenter, &wrong).is_err(), "{wrong}");
    }
}

#[test]
fn options_reach_the_type() {
    let file = r#"{"name": "P", "schema": [
        ["a", "string", {"optional": true}], ["b", "string", {"nullable": true}],
        ["c", "number", {"default": 1.00}], ["d", "int", {"describe": "in", "optional": true}],
        ["e", "int", {"describe_outer": "out", "optional": true}],
        ["f", "int", {"describe": "in", "describe_outer": "out", "optional": true}]
    ]}"#;
    assert_eq!(
        render(file, r#"{"b":null}"#),
        "{\"b\":null,\"c\":1.00}\n\n<domain_rules>\n- d: in\n- e: out\n- f: out\n</domain_rules>"
    );
    assert!(try_render(&read(file), "{}").is_err());
    assert!(try_render(&read(file), r#"{"b":"","a":null}"#).is_err());
}

#[test]
fn options_may_stand_inside_a_type() {
    let file = r#"{"name": "P", "schema": [
        ["l", {"array": ["int", {"nullable": true}]}],
        ["r", {"record": [{"array": "int"}, {"nullable": true}]}],
        ["u", {"union": [["int", {"nullable": true}], "string"]}]
    ]}"#;
    assert_eq!(
        render(file, r#"{"l":[1,null],"r":{"x":null},"u":null}"#),
        r#"{"l":[1,null],"r":{"x":null},"u":null}"#
    );
}

#[test]
fn modes_are_read_at_both_places() {
    let file = |mode: &str| {
        format!(
            r#"{{"name":"P","mode":"{mode}","schema":[
                ["o",{{"object":[["x","int"]],"mode":"passthrough"}}]]}}"#
        )
    };
    let json = r#"{"z":1,"o":{"y":2,"x":1}}"#;
    assert_eq!(render(&file("strip"), json), r#"{"o":{"x":1,"y":2}}"#);
    assert_eq!(render(&file("passthrough"), json), r#"{"o":{"x":1,"y":2},"z":1}"#);
    assert!(try_render(&read(&file("strict")), json).is_err());
}

#[test]
fn constants_keep_their_text() {
    let file = r#"{"name": "P", "schema": [
        ["a", "number", {"default": 123456789012345678901234567890}],
        ["b", "number", {"default": 1e400}], ["c", "number", {"default": -0.0}],
        ["d", "any", {"default": {"x": [1.10, "é", null]}}],
        ["e", "string", {"default": "\u00e9\/\n", "nullable": true}],
        ["f", "any", {"default": null}]
    ]}"#;
    assert_eq!(
        render(file, "{}"),
        r#"{"a":123456789012345678901234567890,"b":1e400,"c":-0.0,"d":{"x":[1.10,"é",null]},"e":"é/\n","f":null}"#
    );
}

#[test]
fn root_and_its_options() {
    let file = r#"{"name": "P", "root_opts": {"nullable": true}, "root": {"array": "int"}}"#;
    assert_eq!(render(file, "[1, 2]"), "[1,2]");
    assert_eq!(render(file, "null"), "null");
    assert!(try_render(&read(file), "{}").is_err());
    let (_, _, message) = refusal(r#"{"name": "P", "root_opts": {"nullable": true}}"#);
    assert_eq!(message, r#""root_opts" without "root""#);
}

#[test]
fn rules_limit_and_notice() {
    let file = r#"{"name": "P", "schema": [["a", "int", {"describe": "A"}]], "rules": ["One."],
        "auto_rules": false, "limit": 1, "notice": "{omitted} more than {max}"}"#;
    assert_eq!(
        render(file, r#"[{"a":1},{"a":2},{"a":3}]"#),
        "[{\"a\":1}]\n\n<ui_passthrough type=\"summary\">\n📊 **Summary**: 2 more than 1\n\
         </ui_passthrough>\n\n<domain_rules>\n- One.\n</domain_rules>"
    );
}

#[test]
fn redactions_alone_and_in_an_array() {
    let schema = r#""schema": [["a", "string"], ["b", "string"], ["c", "any"], ["d", "any"]]"#;
    let json = r#"{"a":"secret","b":"4111111111111111","c":{"x":1},"d":null}"#;
    let with =
        |redact: &str| render(&format!(r#"{{"name": "P", {schema}, "redact": {redact}}}"#), json);
    assert_eq!(
        with(r#"{"paths": ["a", "d"]}"#),
        r#"{"a":"[REDACTED]","b":"4111111111111111","c":{"x":1},"d":null}"#
    );
    assert_eq!(
        with(
            r#"[{"paths": ["a"], "censor": ""}, {"paths": ["b"], "keep_last": 4},
                {"remove": true, "paths": ["c.x"]}]"#
        ),
        r#"{"a":"","b":"************1111","c":{},"d":null}"#
    );
    assert_eq!(
        with(r#"{"paths": ["d"], "censor": "-"}, "redact_nulls": true"#),
        r#"{"a":"secret","b":"4111111111111111","c":{"x":1},"d":"-"}"#
    );
    assert_eq!(with("[]"), json);
}

#[test]
fn our_own_switches() {
    let file = r#"{"name": "P", "root": "any", "pretty": true}"#;
    assert_eq!(render(file, r#"{"a":[1]}"#), "{\n  \"a\": [\n    1\n  ]\n}");
    let mut out = Vec::new();
    let compact = Request::new().format(Format::Json);
    Renderer::new().render(&read(file), b"[ 1 ]", &compact, Frame::Text, &mut out).unwrap();
    assert_eq!(out, b"[1]");

    let file = r#"{"name": "P", "root": "any", "max_depth": 2}"#;
    assert_eq!(render(file, "[[]]"), "[[]]");
    assert!(try_render(&read(file), "[[[]]]").is_err());

    let file = r#"{"name": "P", "root": "any", "strict_text": true}"#;
    assert!(try_render(&read(file), r#"["\ud800"]"#).is_err());
    assert_eq!(render(&file.replace("true", "false"), r#"["\ud800"]"#), "[\"\u{fffd}\"]");
}

#[test]
fn the_file_says_what_the_builder_says() {
    let file = read(
        r#"{"name": "Invoice", "schema": [["id", "string"],
            ["status", {"enum": ["draft", "paid"]}, {"default": "draft"}],
            ["customer", {"object": [["name", "string"], ["email", "string"]], "mode": "strict"}],
            ["lines", {"array": {"object": [["sku", "string"], ["count", "int"]]}}, {"optional": true}]
        ], "redact": {"paths": ["customer.email"]}, "rules": ["One."], "limit": 2}"#,
    );
    let built = Presenter::builder("Invoice")
        .schema([
            t::string("id"),
            t::one_of("status", ["draft", "paid"]).default("draft"),
            t::object("customer", [t::string("name"), t::string("email")]).mode(Mode::Strict),
            t::array("lines", Type::object([t::string("sku"), t::integer("count")])).optional(),
        ])
        .redact_pii(["customer.email"])
        .rules(["One."])
        .limit(2)
        .build()
        .unwrap();
    assert!(file.select_keys().eq(built.select_keys()));
    let items = [
        r#"{"id":"1","customer":{"name":"n","email":"e"},"x":1}"#,
        r#"{"id":"2","status":"paid","customer":{"email":"e","name":"n"},"lines":[{"count":1,"sku":"s","z":0}]}"#,
        r#"{"id":3}"#,
        r#"{"id":"4","customer":{"name":"n","email":"e","x":1}}"#,
    ];
    for json in items.map(str::to_owned).into_iter().chain([format!("[{}]", items.join(","))]) {
        assert_eq!(try_render(&file, &json), try_render(&built, &json), "{json}");
    }
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
    build_errors(r#"{"name": "P", "mode": "strict"}"#);
    build_errors(r#"{"name": "P", "mode": "strict", "root": "any"}"#);
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
