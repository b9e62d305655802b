//! Fields as tables, in JSON.

use mcp_presenter::Presenter;

use crate::refusals::marked;
use crate::{read, render, try_render};

/// What a schema keeps, by its outline.
fn outline(schema: &str) -> String {
    let presenter = read(&format!(r#"{{"name": "P", "schema": {schema}}}"#));
    let fields: Vec<String> = presenter
        .outline()
        .fields()
        .map(|field| {
            let null = if field.nullable { "|null" } else { "" };
            let absent = if field.optional { "?" } else { "" };
            format!("{}{absent}: {}{null}", field.path, field.ty)
        })
        .collect();
    fields.join(", ")
}

#[test]
fn a_table_says_what_an_array_says() {
    for (table, array) in [
        ("{}", "[]"),
        (r#"{"b": "string", "a": "int"}"#, r#"[["b", "string"], ["a", "int"]]"#),
        (
            r#"{"a": ["int", {"nullable": true, "optional": true}]}"#,
            r#"[["a", "int", {"nullable": true, "optional": true}]]"#,
        ),
        (
            r#"{"a": {"enum": ["x", 1], "optional": true}}"#,
            r#"[["a", {"enum": ["x", 1]}, {"optional": true}]]"#,
        ),
        (
            r#"{"a": [{"literal": "x"}, {"nullable": true}]}"#,
            r#"[["a", {"literal": "x"}, {"nullable": true}]]"#,
        ),
        (
            r#"{"a": {"x": "int", "y": {}}}"#,
            r#"[["a", {"object": [["x", "int"], ["y", {"object": []}]]}]]"#,
        ),
        (
            r#"{"a": {"array": {"x": {"record": {"y": "int"}}}}}"#,
            r#"[["a", {"array": {"object": [["x", {"record": {"object": [["y", "int"]]}}]]}}]]"#,
        ),
        (
            r#"{"a": {"array": ["int", {"nullable": true}]}}"#,
            r#"[["a", {"array": ["int", {"nullable": true}]}]]"#,
        ),
        (
            r#"{"a": {"array": {"object": {"x": "int"}, "nullable": true}}}"#,
            r#"[["a", {"array": [{"object": [["x", "int"]]}, {"nullable": true}]}]]"#,
        ),
        (
            r#"{"a": {"union": ["int", {"x": "string"}]}}"#,
            r#"[["a", {"union": ["int", {"object": [["x", "string"]]}]}]]"#,
        ),
        (
            r#"{"a": [{"x": "int"}, {"optional": true}]}"#,
            r#"[["a", {"object": [["x", "int"]]}, {"optional": true}]]"#,
        ),
        (
            r#"{"a": {"optional": true, "object": {"x": "int"}, "nullable": true}}"#,
            r#"[["a", {"object": [["x", "int"]]}, {"optional": true, "nullable": true}]]"#,
        ),
        // A table in a list, a list in a table.
        (
            r#"[["a", {"object": {"x": {"y": "int"}}}]]"#,
            r#"[["a", {"object": [["x", {"object": [["y", "int"]]}]]}]]"#,
        ),
        (r#"{"a": {"object": [["x", "int"]]}}"#, r#"[["a", {"object": [["x", "int"]]}]]"#),
    ] {
        assert_eq!(outline(table), outline(array), "{table}");
    }
}

#[test]
fn words_of_types_are_fields_where_nothing_else_can_be() {
    // At the top, and in `object`, every member is a field.
    let words = r#"{"enum": "int", "array": "int", "object": "int", "record": "int", "union": "int",
        "literal": "int", "mode": "int", "optional": "int", "describe": "int", "default": "int"}"#;
    let list = "enum: integer, array: integer, object: integer, record: integer, union: integer, \
                literal: integer, mode: integer, optional: integer, describe: integer, \
                default: integer";
    assert_eq!(outline(words), list);
    assert_eq!(
        outline(&format!(r#"{{"a": {{"object": {words}}}}}"#)),
        format!("a: object, {}", list.replace(", ", ", a."))
            .replace("a: object, ", "a: object, a.")
    );
    // In a table without a kind, the words of options and modes are fields as well.
    assert_eq!(
        outline(r#"{"pay": {"mode": "string", "default": "boolean"}}"#),
        "pay: object, pay.mode: string, pay.default: boolean"
    );
}

#[test]
fn an_object_has_its_mode_and_options_beside_its_fields() {
    let file = r#"{"name": "P", "schema": {
        "a": {"object": {"x": "int"}, "mode": "strict", "optional": true},
        "b": {"mode": "passthrough", "default": {"x": 1.0}, "object": {"x": "number"}},
        "c": [{"object": {"x": "int"}, "mode": "strict"}, {"describe": "C", "nullable": true}]
    }}"#;
    assert_eq!(
        render(file, r#"{"c": null}"#),
        "{\"b\":{\"x\":1.0},\"c\":null}\n\n<domain_rules>\n- c: C\n</domain_rules>"
    );
    assert!(try_render(&read(file), r#"{"c": {"x": 1}, "b": {"x": 1, "y": 2}}"#).is_ok());
    assert!(try_render(&read(file), r#"{"c": {"x": 1, "y": 2}}"#).is_err());
    assert!(try_render(&read(file), r#"{"c": null, "a": {"x": 1, "y": 2}}"#).is_err());
}

#[test]
fn what_is_ambiguous_is_refused_and_says_what_to_write() {
    let object = r#"; if these are fields, put them into a table "object" here"#;
    let beside = "for an object with a mode or options, put its fields into a table \"object\" and \
                  the rest beside it";
    for (schema, message) in [
        // A kind among fields, a kind that a field's type cannot be.
        (
            r#"{"a": {§"name": "string", "array": "int", "b": "int"}}"#,
            r#""array" makes this a type, which has no "name""#,
        ),
        (
            r#"{"a": {"enum": ["x"], §"array": "int"}}"#,
            r#"a type has one kind, and "array" is another one"#,
        ),
        (r#"{"a": {"record": "int", §"mode": "string"}}"#, r#"only an "object" has a "mode""#),
        (r#"{"a": {"enum": §"string"}}"#, "expected an array of values, found a string"),
        (r#"{"a": {"union": §"string"}}"#, "expected an array of types, found a string"),
        (
            r#"{"a": {"object": §"string"}}"#,
            "expected fields: an array of [key, type, options] or a table, found a string",
        ),
    ] {
        let file = format!("{{\"name\": \"P\", \"schema\":\n{schema}}}");
        marked(Presenter::from_json, &file, &format!("{message}{object}"));
    }
    for (schema, word, elsewhere) in [
        (r#"{"a": {"name": "string", "mode": §"strict"}}"#, "mode", beside),
        (r#"{"a": {"name": "string", "optional": §true}}"#, "optional", beside),
        (r#"{"a": {"describe": §"who pays"}}"#, "describe", beside),
        (
            r#"{"a": {"object": {"x": "int", "mode": §"strict"}}}"#,
            "mode",
            "what is meant for the object itself stands beside \"object\"",
        ),
        (
            r#"{"a": "int", "mode": §"strict"}"#,
            "mode",
            "what is meant for the whole stands beside \"schema\"",
        ),
    ] {
        let file = format!("{{\"name\": \"P\", \"schema\":\n{schema}}}");
        marked(Presenter::from_json, &file, &format!("; \"{word}\" is a field here, {elsewhere}"));
    }
}

#[test]
fn other_mistakes_in_tables_are_refused_with_their_place() {
    for (schema, part) in [
        (r#"{"a": §5}"#, "expected a type, such as \"string\""),
        (r#"{"a": §null}"#, "or a table of fields, found null"),
        (r#"{"a": {"b": {"c": §"text"}}}"#, "unknown type \"text\""),
        (r#"{"a": {"b": §["int"]}}"#, "an element is missing: [type, options]"),
        (r#"{"a": ["int", {}, §1]}"#, "an element too many: [type, options]"),
        (r#"{"a": [§["int", {}], {}]}"#, "expected a type, such as"),
        (r#"{"a": ["int", {§"optonal": true}]}"#, "unknown member \"optonal\""),
        (r#"{"a": {"array": "int", "optional": §1}}"#, "expected a boolean"),
        // Options in two places.
        (r#"{"a": [{"array": "int", §"optional": true}, {}]}"#, "which has no \"optional\""),
        (r#"{"a": "int", "b": "int", §"a": "int"}"#, "member \"a\" is given twice"),
        (r#"{"a": {"x": "int", §"x": "int"}}"#, "member \"x\" is given twice"),
        // In the array form nothing but a type is a type.
        (r#"[["a", {§"name": "string"}]]"#, "unknown member \"name\"; a type has"),
        (r#"[["a", {"enum": ["x"], §"optional": true}]]"#, "unknown member \"optional\""),
        (r#"[["a", {"array": {§"name": "string"}}]]"#, "unknown member \"name\""),
    ] {
        let file = format!("{{\"name\": \"P\", \"schema\":\n{schema}}}");
        marked(Presenter::from_json, &file, part);
    }
    marked(
        Presenter::from_json,
        r#"{"name": "P", "root": {§"name": "string"}}"#,
        "unknown member \"name\"",
    );
}
