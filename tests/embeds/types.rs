//! The types of a value that several Presenters read: objects, records, unions, and unions in unions
//! by way of a child.

use mcp_presenter::{Field, Mode, Presenter, Type, t};

use crate::show::{WINDOWS, build, check, child, data_block, parent, show, try_show};

#[test]
fn an_empty_object_is_an_object_and_a_record() {
    let child = build(child().root(Type::record(Type::any())));
    let object = Field::new("k", Type::object([t::boolean("a").optional()]));
    let presenter = build(parent().schema([object]).embed("k", &child));
    check(&presenter, r#"{"k":{}}"#, r#"{"k":{}}"#);
    check(&presenter, r#"{"k":{"a":true,"b":1}}"#, r#"{"k":{"a":true}}"#);
}

#[test]
fn an_empty_object_is_an_object_and_a_record_in_unions() {
    let lists = Type::array(Type::number());
    let child = build(child().root(Type::union([lists, Type::record(Type::any())])));
    let object = Type::object([t::boolean("a").optional()]);
    let union = Field::new("k", Type::union([object, Type::string()]));
    let presenter = build(parent().schema([union]).embed("k", &child));
    check(&presenter, r#"{"k":{}}"#, r#"{"k":{}}"#);
    check(&presenter, r#"{"k":{"a":false,"b":1}}"#, r#"{"k":{"a":false}}"#);
}

#[test]
fn the_member_that_accepts_the_value_as_it_came_decides() {
    let strips = Type::array(Type::object([t::integer("c").optional()]));
    let union = Type::union([Type::array(Type::record(Type::integer())), strips]);
    let child = build(child().schema([Field::new("x", union)]));
    // The first member would accept what the parent shows of it.
    let json = r#"{"x":[{"a":1,"b":"s"}]}"#;
    check(&child, json, r#"{"x":[{}]}"#);
    let outer = t::object("who", [t::array("x", Type::object([t::any("a")]))]);
    let presenter = build(parent().schema([outer]).embed("who", &child));
    check(&presenter, &format!("{{\"who\":{json}}}"), r#"{"who":{"x":[{}]}}"#);
    check(&presenter, r#"{"who":{"x":[{"a":1,"b":2}]}}"#, r#"{"who":{"x":[{"a":1}]}}"#);
}

/// People and companies, of which the child redacts what the parent knows nothing of.
fn union_in_a_union(redact_hooks: bool) -> Presenter {
    let person = Type::object([t::literal("kind", "person"), t::string("ssn")]);
    let company = Type::object([t::literal("kind", "company"), t::string("name")]);
    let child = child()
        .root(Type::union([person, company]))
        .redact_pii(["ssn"])
        .ui(|view, ui| ui.json(|json| json.value(view)));
    let object = Type::object([t::string("kind")]).mode(Mode::Passthrough);
    build(
        parent()
            .schema([t::union("who", [Type::string(), object])])
            .redact_hooks(redact_hooks)
            .embed("who", &build(child)),
    )
}

const PERSON: &str = r#"{"who":{"kind":"person","ssn":"secret"}}"#;

#[test]
fn a_child_with_a_union_redacts_in_a_union() {
    let presenter = union_in_a_union(false);
    let shown = r#"{"who":{"kind":"person","ssn":"[REDACTED]"}}"#;
    assert_eq!(data_block(&show(&presenter, PERSON)), shown);
    let company = r#"{"who":{"kind":"company","name":"n","ssn":"secret"}}"#;
    let shown = r#"{"who":{"kind":"company","name":"n"}}"#;
    assert_eq!(data_block(&show(&presenter, company)), shown);
    for window in WINDOWS {
        let error = try_show(&presenter, r#"{"who":"a string"}"#, window).expect_err("no object");
        assert_eq!(error.failures()[0].path(), "who");
    }
}

#[test]
fn hooks_of_a_child_with_a_union_see_what_is_shown() {
    let shown = concat!(
        r#"{"who":{"kind":"person","ssn":"[REDACTED]"}}"#,
        "\n\n<ui_passthrough type=\"json\">\n```json\n{\n  \"kind\": \"person\",\n",
        "  \"ssn\": \"[REDACTED]\"\n}\n```\n</ui_passthrough>",
    );
    check(&union_in_a_union(true), PERSON, shown);
}

#[test]
fn a_union_that_takes_anything_takes_collections() {
    let any = || Type::union([Type::string(), Type::any()]);
    let object = || Type::object([t::integer("a")]);
    for nested in [any(), Type::union([Type::union([Type::any()]), Type::boolean()])] {
        let child = build(child().root(object()));
        let presenter = build(parent().schema([Field::new("k", nested)]).embed("k", &child));
        check(&presenter, r#"{"k":[{"a":1,"b":2},{"a":3}]}"#, r#"{"k":[{"a":1},{"a":3}]}"#);
        check(&presenter, r#"{"k":[]}"#, r#"{"k":[]}"#);
        check(&presenter, r#"{"k":{"a":1,"b":2}}"#, r#"{"k":{"a":1}}"#);
    }
    // The same the other way about: the child takes anything.
    let child = build(child().root(any()));
    let presenter = build(parent().schema([t::array("k", object())]).embed("k", &child));
    check(&presenter, r#"{"k":[{"a":1,"b":2},{"a":3}]}"#, r#"{"k":[{"a":1},{"a":3}]}"#);
}

#[cfg(feature = "presenter-file")]
#[test]
fn a_child_with_a_union_redacts_in_a_union_of_a_file() {
    let file = r#"{
        "name": "Parent",
        "schema": [["id", "string"], ["who", {"union": ["string", "any"]}]],
        "embeds": [{"key": "who", "presenter": {
            "name": "Child",
            "redact": {"paths": ["ssn"]},
            "root": {"union": [
                {"object": [["kind", {"literal": "person"}], ["ssn", "string"]]},
                {"object": [["kind", {"literal": "company"}], ["name", "string"]]}
            ]}
        }}]
    }"#;
    let presenter = Presenter::from_json(file).expect("a presenter");
    let json = r#"{"id":"1","who":{"kind":"person","ssn":"secret"}}"#;
    let shown = r#"{"id":"1","who":{"kind":"person","ssn":"[REDACTED]"}}"#;
    check(&presenter, json, shown);
}
