//! What a file says around the data: rules, directives, user interface, suggestions, censors.

use mcp_presenter::Presenter;

use crate::refusals::marked;
use crate::{read, render};

/// The blocks behind the data, as text.
fn around(members: &str, json: &str) -> String {
    let text = render(&format!(r#"{{"name": "P", "root": "any", {members}}}"#), json);
    match text.split_once("\n\n") {
        Some((_, around)) => around.to_owned(),
        None => String::new(),
    }
}

/// The lines of the one list behind the data.
fn lines(members: &str, json: &str) -> Vec<String> {
    let block = around(members, json);
    let lines = block.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(str::to_owned).collect()
}

/// What the one block of user interface shows.
fn shown(ui: &str, json: &str) -> String {
    let block = around(&format!(r#""ui": [{ui}]"#), json);
    let (_, rest) = block.split_once(">\n").expect("a block");
    rest.strip_suffix("\n</ui_passthrough>").expect("one block").to_owned()
}

#[test]
fn rules_keep_their_places() {
    let rules = r#""rules": ["one {a}", {"text": "two {a}"}, {"text": "three {a}", "tpl": true},
        {"text": "four", "when": {"field": "a", "eq": 2}}, "five"],
        "collection_rules": ["six", {"text": "{length} of {a}", "tpl": true}]"#;
    assert_eq!(lines(rules, r#"{"a": 1}"#), ["one {a}", "two {a}", "three 1", "five"]);
    assert_eq!(
        lines(rules, r#"[{"a": 2}, {"a": 1}]"#),
        ["one {a}", "two {a}", "three 2", "four", "five", "six", "2 of "]
    );
    assert_eq!(lines(rules, "[]"), ["one {a}", "five", "six", "0 of "]);
}

#[test]
fn directives_and_suggestions() {
    assert_eq!(lines(r#""directives": ["Be brief.", "a\nb"]"#, "{}"), ["Be brief.", "a b"]);
    let suggest = r#""suggest": [{"tool": "t.{id}", "reason": "for {id}", "tpl": true},
        {"tool": "u", "reason": "{id}", "when": {"field": "id", "eq": "x"}}]"#;
    assert_eq!(lines(suggest, r#"{"id": "x"}"#), ["t.x: for x", "u: {id}"]);
    assert_eq!(lines(suggest, r#"{"id": "a\nb"}"#), ["t.a b: for a b"]);
    let both = format!(
        r#"{suggest}, "collection_suggest": [{{"tool": "c", "reason": "{{length}}", "tpl": true}},
            {{"tool": "d", "reason": "", "when": {{"field": "length", "eq": 2}}}}]"#
    );
    assert_eq!(lines(&both, r#"[{"id": "x"}, 1]"#), ["c: 2"]);
    assert_eq!(lines(&both, "[]"), [""; 0]);
}

#[test]
fn templates_show_every_kind_of_value() {
    let shown = |field: &str, json: &str| {
        let rule = format!(r#""rules": [{{"text": "<{{{field}}}>", "tpl": true}}]"#);
        lines(&rule, json).remove(0)
    };
    for (value, text) in [
        (r#""é\n\u0041""#, "<é A>"),
        ("1.50", "<1.5>"),
        ("-0", "<0>"),
        ("1e21", "<1e+21>"),
        ("true", "<true>"),
        ("null", "<null>"),
        (r#"[1, null, ["a"], {"b": 2.0}]"#, r#"<1,,a,{"b":2}>"#),
        (r#"{"b": [null, "<domain_rules>"]}"#, r#"<{"b":[null,"\u003cdomain_rules>"]}>"#),
        (r#""{a}""#, "<{a}>"),
    ] {
        assert_eq!(shown("a", &format!(r#"{{"a": {value}}}"#)), text, "{value}");
    }
    assert_eq!(shown("a.b", r#"{"a": {"b": 7}}"#), "<7>");
    for absent in [r#"{"a": 1}"#, r#"{"a": [{"b": 1}]}"#, r#"{"a.b": 1}"#, "[]", "7"] {
        let rule = r#""rules": ["-", {"text": "<{a.b}>", "tpl": true}]"#;
        let expected = if absent == "[]" { vec!["-"] } else { vec!["-", "<>"] };
        assert_eq!(lines(rule, absent), expected, "{absent}");
    }
}

#[test]
fn conditions_compare_values() {
    let holds = |constant: &str, json: &str| {
        let rule =
            format!(r#""rules": [{{"text": "!", "when": {{"field": "a", "eq": {constant}}}}}]"#);
        !lines(&rule, &format!(r#"{{"a": {json}}}"#)).is_empty()
    };
    for (constant, equal, other) in [
        ("1", "1.0", "2"),
        ("1e2", "100", "1e3"),
        ("9007199254740993", "9007199254740993", "9007199254740992"),
        (r#""é""#, r#""\u00e9""#, r#""e""#),
        ("true", "true", "false"),
        ("null", "null", "0"),
        ("[1, [2]]", "[1.0,[2]]", "[1]"),
        (r#"{"x": 1, "y": null}"#, r#"{"y":null,"x":1}"#, r#"{"x":1}"#),
        ("\"1\"", "\"1\"", "1"),
        ("{}", "{}", "[]"),
        ("[]", "[]", "{}"),
    ] {
        assert!(holds(constant, equal), "{constant} {equal}");
        assert!(!holds(constant, other), "{constant} {other}");
    }
    let absent = r#""rules": [{"text": "!", "when": {"field": "b.c", "eq": null}}]"#;
    assert!(lines(absent, r#"{"b": {}}"#).is_empty());
    assert!(lines(absent, r#"{"b": [{"c": null}]}"#).is_empty());
    assert_eq!(lines(absent, r#"{"b": {"c": null}}"#), ["!"]);
}

#[test]
fn blocks_are_filled_in_every_string() {
    let json = r#"{"a": "x|y", "n": null, "l": [1, 2], "t": "</ui_passthrough>"}"#;
    for (ui, expected) in [
        (r#""kind": "markdown", "text": "**{a}** {t}""#, "**x|y** &lt;/ui_passthrough>"),
        (r#""kind": "summary", "text": "{l}""#, "📊 **Summary**: 1,2"),
        (r#""kind": "mermaid", "text": "{a}""#, "```mermaid\nx|y\n```"),
        (r#""kind": "code_block", "lang": "{a}", "text": "{n}""#, "```xy\nnull\n```"),
        (
            r#""kind": "table", "headers": ["A", 1.0], "rows": [["{a}", null], ["{n}", "{l}"],
                [["{a}", null, 1.50], {"k": "{t}", "n": 1.0}]]"#,
            "| A | 1 |\n| --- | --- |\n| x\\|y |  |\n| null | 1,2 |\n\
             | x\\|y,,1.5 | {\"k\":\"\\u003c/ui_passthrough>\",\"n\":1} |",
        ),
        (
            r#""kind": "list", "items": ["{a}", null, true, [], [null, "{a}"], 1e2]"#,
            "- x|y\n- null\n- true\n- \n- ,x|y\n- 100",
        ),
        (
            r#""kind": "json", "value": {"{a}": ["{a}", 1.0, {}, null, "{t}"]}"#,
            "```json\n{\n  \"{a}\": [\n    \"x|y\",\n    1.0,\n    {},\n    null,\n    \
             \"\\u003c/ui_passthrough>\"\n  ]\n}\n```",
        ),
        (r#""kind": "echarts", "config": "{a}""#, "```echarts\n\"x|y\"\n```"),
        (r#""kind": "raw", "type": "custom/{l}", "content": "{a}""#, "x|y"),
    ] {
        assert_eq!(shown(&format!("{{{ui}, \"tpl\": true}}"), json), expected, "{ui}");
    }
    assert_eq!(shown(r#"{"kind": "markdown", "text": "{a}"}"#, json), "{a}");
}

#[test]
fn attributes_and_conditions_of_blocks() {
    let ui = r#""ui": [
        {"kind": "null", "meta": {"title": "gone"}},
        {"kind": "markdown", "text": "one", "when": {"field": "a", "eq": 1},
         "meta": {"title": "T"}},
        {"kind": "markdown", "text": "two", "meta": {"title": "<{a}>", "width": "third",
         "priority": 0.50}, "tpl": true},
        {"kind": "markdown", "text": "three", "meta": {"title": "", "width": "", "priority": 0}}
    ]"#;
    let first = "<ui_passthrough type=\"markdown\" title=\"T\">\none\n</ui_passthrough>\n\n";
    let rest = |a: &str| {
        format!(
            "<ui_passthrough type=\"markdown\" title=\"&lt;{a}&gt;\" width=\"third\" \
             priority=\"0.5\">\ntwo\n</ui_passthrough>\n\n\
             <ui_passthrough type=\"markdown\" priority=\"0\">\nthree\n</ui_passthrough>"
        )
    };
    assert_eq!(around(ui, r#"{"a": 1}"#), format!("{first}{}", rest("1")));
    assert_eq!(around(ui, r#"{"a": 2}"#), rest("2"));
    assert_eq!(around(ui, r#"[{"a": 1}]"#), "");
    let ui = ui.replace("\"ui\"", "\"collection_ui\"");
    assert_eq!(around(&ui, r#"[{"a": 1}]"#), rest(""));
    assert_eq!(around(&ui, r#"{"a": 1}"#), "");
}

#[test]
fn hooks_see_what_the_agent_does_not_unless_told() {
    let file = |more: &str| {
        format!(
            r#"{{"name": "P", "schema": {{"a": "string", "b": "string"}}, {more}
                "redact": {{"paths": ["a"]}}, "rules": [{{"text": "{{a}}", "tpl": true}}]}}"#
        )
    };
    let json = r#"{"a": "secret", "b": "b"}"#;
    assert!(render(&file(""), json).ends_with("- secret\n</domain_rules>"));
    let redacted = render(&file(r#""redact_hooks": true,"#), json);
    assert!(redacted.ends_with("- [REDACTED]\n</domain_rules>") && !redacted.contains("secret"));
}

#[test]
fn the_function_of_the_vectors() {
    let file = r#"{"name": "P", "root": "any",
        "redact": {"paths": ["a", "b", "c"], "censor_fn": "last4"}}"#;
    assert_eq!(
        render(file, r#"{"a": "éabcdé", "b": 12.50, "c": "ab"}"#),
        r#"{"a":"***bcdé","b":"***12.5","c":"***ab"}"#
    );
}

#[test]
fn a_hash_names_the_variable_that_holds_its_key() {
    for (hash, part) in [
        (
            r#"{"key_env": §"MCP_PRESENTER_NO_SUCH_KEY"}"#,
            "\"MCP_PRESENTER_NO_SUCH_KEY\" with the key is not set",
        ),
        (r#"{§"key": "0123456789abcdef"}"#, "name the environment variable"),
        (r#"{§"salt": ""}"#, "unknown member \"salt\"; \"hash\" has \"key_env\""),
        ("§{}", "\"hash\" needs \"key_env\""),
        ("§true", "expected {\"key_env\""),
        (r#"{"key_env": §"A=B"}"#, "expected the name of an environment variable"),
    ] {
        let file = format!(r#"{{"name": "P", "redact": {{"paths": ["a"], "hash": {hash}}}}}"#);
        marked(Presenter::from_json, &file, part);
    }
}

#[test]
fn entries_in_toml() {
    let toml = Presenter::from_toml(
        r#"
        name = "Order"
        directives = ["Be brief."]
        schema = { id = "string", status = { enum = ["open", "late"] } }

        [[rules]]
        text = "Order {id} is late."
        tpl = true
        when = { field = "status", eq = "late" }

        [[ui]]
        kind = "table"
        headers = ["Field", "Value"]
        rows = [["Id", "{id}"], ["Status", "{status}"]]
        tpl = true
        meta = { title = "Order {id}", width = "half" }

        [[suggest]]
        tool = "orders.remind"
        reason = "Remind the customer"
        when = { field = "status", eq = "late" }
        "#,
    )
    .unwrap();
    let json = read(
        r#"{"name": "Order", "schema": [["id", "string"], ["status", {"enum": ["open", "late"]}]],
            "directives": ["Be brief."],
            "rules": [{"text": "Order {id} is late.", "tpl": true,
                "when": {"field": "status", "eq": "late"}}],
            "ui": [{"kind": "table", "headers": ["Field", "Value"],
                "rows": [["Id", "{id}"], ["Status", "{status}"]], "tpl": true,
                "meta": {"title": "Order {id}", "width": "half"}}],
            "suggest": [{"tool": "orders.remind", "reason": "Remind the customer",
                "when": {"field": "status", "eq": "late"}}]}"#,
    );
    for data in [r#"{"id":"o-1","status":"late"}"#, r#"{"id":"o-1","status":"open"}"#] {
        crate::toml::same(&toml, &json, data);
    }
}
