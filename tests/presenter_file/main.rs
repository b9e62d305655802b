//! The presenter file: what it means. What it refuses, with which place, is in `refusals`, fields
//! as tables are in `tables`, the other syntax in `toml`, what stands around the data in `around`,
//! presenters in presenters in `embeds`.

#![cfg(feature = "presenter-file")]

mod around;
mod embeds;
mod refusals;
mod tables;
mod toml;

use mcp_presenter::{Format, Frame, Mode, Presenter, RenderError, Renderer, Request, Type, t};

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

    for (format, expected) in [
        (r#""json""#, r#"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#),
        (r#""toon""#, "[2|]{a|b}:\n  1|x\n  2|y"),
        (r#"{"name": "auto", "delimiter": ",", "indent": 1}"#, "[2]{a,b}:\n 1,x\n 2,y"),
    ] {
        let file = format!(r#"{{"name": "P", "root": "any", "format": {format}}}"#);
        assert_eq!(render(&file, r#"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#), expected);
    }

    let file = r#"{"name": "P", "root": "any", "max_depth": 2}"#;
    assert_eq!(render(file, "[[]]"), "[[]]");
    assert!(try_render(&read(file), "[[[]]]").is_err());

    let file = r#"{"name": "P", "root": "any", "strict_text": true}"#;
    assert!(try_render(&read(file), r#"["\ud800"]"#).is_err());
    assert_eq!(render(&file.replace("true", "false"), r#"["\ud800"]"#), "[\"\u{fffd}\"]");
}

#[test]
fn a_file_says_how_select_lists_are_read() {
    let file =
        r#"{"name": "P", "schema": [["a", {"object": [["b", "int"]]}]], "nested_select": true}"#;
    assert!(read(file).select_paths().eq(["a", "a.b"]));
    assert!(read(file).select_keys().eq(["a"]));
    assert_eq!(read(&file.replace("true", "false")).select_paths().count(), 0);
    let toml = "name = 'P'\nnested_select = true\n[schema]\na = 'int'\n";
    let toml = Presenter::from_toml(toml).expect("a presenter");
    assert!(toml.select_paths().eq(["a"]));
    assert!(Presenter::from_json(&file.replace("true", "\"a.b\"")).is_err());
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
