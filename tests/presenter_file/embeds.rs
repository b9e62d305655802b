//! Presenters in presenters: in their place, or shared by name.

use mcp_presenter::{Presenter, PresenterFileError};

use crate::refusals::marked;
use crate::{read, render};

fn build_message(text: &str) -> String {
    match Presenter::from_json(text) {
        Err(PresenterFileError::Build(errors)) => errors.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_child_may_stand_in_its_place_or_be_named() {
    let child = r#"{"name": "Customer", "schema": {"name": "string"},
        "rules": [{"text": "Call them {name}.", "tpl": true}]}"#;
    let inline = format!(
        r#"{{"name": "Order", "schema": {{"id": "string", "customer": "any"}},
            "embeds": [{{"key": "customer", "presenter": {child}}}]}}"#
    );
    let named = format!(
        r#"{{"name": "Order", "schema": {{"id": "string", "customer": "any"}},
            "presenters": [{child}], "embeds": [{{"presenter": "Customer", "key": "customer"}}]}}"#
    );
    let json = r#"[{"id":"1","customer":{"name":"Ada"}},{"id":"2","customer":{"name":"Bob"}}]"#;
    let out = render(&inline, json);
    assert!(out.contains("- Call them Ada.") && out.contains("- Call them Bob."), "{out}");
    assert_eq!(render(&named, json), out);
    let toml = Presenter::from_toml(
        r#"
        name = "Order"
        schema = { id = "string", customer = "any" }

        [[embeds]]
        key = "customer"
        presenter = "Customer"

        [[presenters]]
        name = "Customer"
        schema.name = "string"
        [[presenters.rules]]
        text = "Call them {name}."
        tpl = true
        "#,
    );
    crate::toml::same(&toml.unwrap(), &read(&named), json);
}

#[test]
fn a_circle_is_a_build_error_that_names_it() {
    let message = build_message(
        r#"{"name": "Order", "embeds": [{"key": "customer", "presenter": "Customer"}],
            "presenters": [
                {"name": "Customer", "embeds": [{"key": "last_order", "presenter": "Order"}]}
            ]}"#,
    );
    assert_eq!(
        message,
        "presenter \"Order\": embeds: presenters embed each other in a circle: \
         Order > Customer > Order"
    );
}

#[test]
fn mistakes_have_their_place() {
    for (members, part) in [
        (r#""embeds": §{}"#, "expected an array of embeds"),
        (r#""embeds": [§"a"]"#, "expected an embed"),
        (r#""embeds": [§{"key": "a"}]"#, "an embed needs \"key\" and \"presenter\""),
        (r#""embeds": [{§"keys": "a"}]"#, "unknown member \"keys\"; an embed has"),
        (
            r#""embeds": [{"key": "a", "presenter": §"B"}]"#,
            "unknown presenter \"B\"; the file has \"P\"",
        ),
        (r#""embeds": [{"key": "a", "presenter": §7}]"#, "expected a presenter or the name of one"),
        (r#""embeds": [{"key": "a", "presenter": {"name": "B", §"shema": []}}]"#, "\"shema\""),
        (r#""presenters": [{"name": "B"}, {"name": §"B"}]"#, "there are two presenters \"B\""),
        (r#""presenters": [{"name": "B", §"presenters": []}]"#, "stands at the top of a file"),
        (
            r#""presenters": [{"name": "B", "redact": {"paths": ["a"],
                "hash": {"key_env": §"MCP_PRESENTER_NO_SUCH_KEY"}}}]"#,
            "is not set",
        ),
    ] {
        marked(Presenter::from_json, &format!("{{\"name\": \"P\",\n{members}}}"), part);
    }
}

#[test]
fn mistakes_and_warnings_of_all_presenters_come_together() {
    let message = build_message(
        r#"{"name": "P", "redact": {"paths": ["a..b"]},
            "presenters": [
                {"name": "B", "schema": [["x", "int"], ["x", "int"]]},
                {"name": "C", "redact": {"paths": ["c["]}}
            ],
            "embeds": [{"key": "b", "presenter": "B"},
                {"key": "d", "presenter": {"name": "D", "mode": "strict", "schema": [],
                    "root": "any"}}]}"#,
    );
    let place = |part: &str| message.find(part).unwrap_or_else(|| panic!("{part}: {message}"));
    let places = [
        place("presenter \"B\": schema"),
        place("presenter \"C\": redact"),
        place("presenter \"D\": schema"),
        place("a..b"),
    ];
    assert!(places.is_sorted(), "{message}");
    assert_eq!(message.matches("presenter \"B\"").count(), 1, "{message}");

    let presenter = read(
        r#"{"name": "P", "schema": {"a": "any"}, "presenters": [{"name": "B"}],
            "embeds": [{"key": "a", "presenter": "B"}, {"key": "a", "presenter": "B"}]}"#,
    );
    let warnings: Vec<_> = presenter.warnings().iter().map(ToString::to_string).collect();
    let expected = "presenter \"B\": schema: there is none";
    assert!(warnings.len() == 1 && warnings[0].starts_with(expected), "{warnings:?}");
}
