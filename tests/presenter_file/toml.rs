//! Presenter files in TOML.

use mcp_presenter::{Frame, Presenter, Renderer, Request};

use crate::refusals::marked;
use crate::{read, try_render};

fn read_toml(text: &str) -> Presenter {
    match Presenter::from_toml(text) {
        Ok(presenter) => presenter,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Both files describe, warn and render the same.
pub(crate) fn same(toml: &Presenter, json: &Presenter, data: &str) {
    assert_eq!(format!("{:?}", toml.outline()), format!("{:?}", json.outline()));
    assert_eq!(toml.warnings(), json.warnings());
    let render = |presenter: &Presenter| {
        let mut out = Vec::new();
        Renderer::new()
            .render(presenter, data.as_bytes(), &Request::new(), Frame::Result, &mut out)
            .map(|report| (report, String::from_utf8(out).expect("UTF-8")))
    };
    assert_eq!(format!("{:?}", render(toml)), format!("{:?}", render(json)));
}

#[test]
fn the_example_is_the_same_in_both_syntaxes() {
    let json = read(include_str!("../../examples/orders.presenter.json"));
    let toml = read_toml(include_str!("../../examples/orders.presenter.toml"));
    same(&toml, &json, include_str!("../../examples/orders.json"));
    same(&toml, &json, r#"[{"id": 1}]"#);
}

#[test]
fn a_format_is_a_name_or_a_table() {
    let rows = r#"[{"id": 1, "nick": "x"}, {"id": 2}]"#;
    for (toml, json) in [
        ("format = 'toon3'", r#""toon3""#),
        (
            "[format]\nname = 'toon'\ndelimiter = \"\\t\"\nindent = 3\nfill_nulls = true",
            r#"{"name": "toon", "delimiter": "\t", "indent": 3, "fill_nulls": true}"#,
        ),
    ] {
        let schema = "schema = [['id', 'int'], ['nick', 'string', { optional = true }]]";
        let toml = read_toml(&format!("name = 'P'\n{schema}\n{toml}\n"));
        let json = read(&format!(
            r#"{{"name": "P", "format": {json},
                "schema": [["id", "int"], ["nick", "string", {{"optional": true}}]]}}"#
        ));
        same(&toml, &json, rows);
    }
}

#[test]
fn every_member_is_read() {
    let toml = read_toml(
        r#"
        name = "P"
        mode = "passthrough"
        rules = ["One.", 'Two.']
        limit = 1
        notice = "{omitted} more"
        redact_nulls = true
        auto_rules = false
        pretty = true
        strict_text = true
        max_depth = 10
        schema = [["a", "int", { describe = "A" }], ["b", { object = [["x", "any"]] }]]

        [[redact]]
        paths = ["a"]
        keep_last = 2
        [[redact]]
        paths = ["b.x"]
        remove = true
        "#,
    );
    let json = read(
        r#"{"name": "P", "mode": "passthrough", "rules": ["One.", "Two."], "limit": 1,
            "notice": "{omitted} more", "redact_nulls": true, "auto_rules": false, "pretty": true,
            "strict_text": true, "max_depth": 10,
            "schema": [["a", "int", {"describe": "A"}], ["b", {"object": [["x", "any"]]}]],
            "redact": [{"paths": ["a"], "keep_last": 2}, {"paths": ["b.x"], "remove": true}]}"#,
    );
    same(&toml, &json, r#"[{"a": 123456789, "b": {"x": null}, "c": [1]}, {}]"#);
    same(&toml, &json, r#"[{"a": 1, "b": {"x": "\ud800"}}]"#);

    let toml = read_toml("name = 'P'\nroot_opts = { nullable = true }\n[root]\narray = 'int'\n");
    let json = read(r#"{"name": "P", "root": {"array": "int"}, "root_opts": {"nullable": true}}"#);
    same(&toml, &json, "[1]");
    same(&toml, &json, "null");
}

#[test]
fn fields_stand_where_the_document_first_names_them() {
    for (schema, expected) in [
        ("[schema]\nz = 'int'\na = 'int'\nm = 'int'\n", "z a m"),
        ("[schema]\nz = 'int'\n[schema.b]\ny = 'int'\nx = 'int'\n[schema.a]\n", "z b b.y b.x a"),
        // A table before the one that holds it; headers of one table apart from each other.
        ("[schema.b.c]\nx = 'int'\n[schema.a]\n[schema]\nz = 'int'\n", "b b.c b.c.x a z"),
        ("[schema.b.d]\n[schema.a]\n[schema.b]\nc = 'int'\n", "b b.d b.c a"),
        ("[schema.b.d]\n[schema.a]\n[schema.b.c]\n", "b b.d b.c a"),
        ("schema.b.y = 'int'\nschema.a = 'int'\nschema.b.x = 'int'\n", "b b.y b.x a"),
        ("schema = { b = 'int', a = { y = 'int', x = 'int' } }\n", "b a a.y a.x"),
        ("[schema]\n\"b c\" = 'int'\n'' = 'int'\n", "[\"b c\"] [\"\"]"),
    ] {
        let presenter = read_toml(&format!("name = 'P'\n{schema}"));
        let paths: Vec<_> = presenter.outline().fields().map(|field| field.path.as_str()).collect();
        assert_eq!(paths.join(" "), expected, "{schema}");
    }
}

#[test]
fn constants_keep_their_digits() {
    let presenter = read_toml(
        r#"
        name = "P"
        [schema]
        a = ["number", { default = 123456789012345678901234567890 }]
        b = ["number", { default = 1e400 }]
        c = ["number", { default = -0.0 }]
        d = ["number", { default = +1_000.50 }]
        e = ["number", { default = 0xFF_FF }]
        f = ["number", { default = 0b101 }]
        g = ["number", { default = 0o17 }]
        h = ["any", { default = { x = [1.10, "é\u00e9\n", true], "a b" = {} } }]
        i = ["string", { default = '''
two
lines\''' }]
        j = ["number", { default = 1e06 }]
        k = ["number", { default = 340282366920938463463374607431768211455 }]
        "#,
    );
    assert_eq!(
        try_render(&presenter, "{}").unwrap(),
        concat!(
            r#"{"a":123456789012345678901234567890,"b":1e400,"c":-0.0,"d":1000.50,"e":65535,"#,
            r#""f":5,"g":15,"h":{"x":[1.10,"éé\n",true],"a b":{}},"i":"two\nlines\\","j":1e06,"#,
            r#""k":340282366920938463463374607431768211455}"#,
        )
    );
}

#[test]
fn what_json_does_not_have_is_refused_with_its_place() {
    for (value, part) in [
        ("1979-05-27", "JSON has no dates; write it as a string"),
        ("07:32:00", "JSON has no dates"),
        ("1979-05-27T07:32:00Z", "JSON has no dates"),
        ("inf", "inf is no number in JSON"),
        ("-inf", "-inf is no number"),
        ("+nan", "nan is no number"),
        ("0x1_0000_0000_0000_0000_0000_0000_0000_0000", "has to be written in decimal"),
    ] {
        for (before, after) in
            [("limit = ", ""), ("[schema]\na = ['int', { default = [1, ", "] }]")]
        {
            marked(Presenter::from_toml, &format!("name = 'P'\n{before}§{value}{after}\n"), part);
        }
    }
}

#[test]
fn mistakes_have_the_place_in_the_toml_text() {
    for (text, part) in [
        ("§", "a presenter needs a \"name\""),
        ("§limit = 1\n", "a presenter needs a \"name\""),
        ("name = 'P'\n§shema = []\n", "unknown member \"shema\"; a presenter has"),
        ("name = 'P'\n[§shema]\na = 'int'\n", "unknown member \"shema\""),
        ("name = 'P'\n[schema]\n\"é\" = 'int'\nid = §'text'\n", "unknown type \"text\""),
        (
            "name = 'P'\n[schema]\n\"é\" = ['int', { §optonal = true }]\n",
            "unknown member \"optonal\"",
        ),
        ("name = 'P'\n[redact]\npaths = ['a']\n§x = 1\n", "unknown member \"x\"; \"redact\" has"),
        ("name = 'P'\n[[redact]]\npaths = ['a']\n§[[redact]]\nremove = true\n", "needs \"paths\""),
        (
            "name = 'P'\nredact = [\n  { paths = ['a'] },\n  { §path = [] },\n]\n",
            "unknown member \"path\"",
        ),
        ("name = 'P'\nlimit = §-1\n", "expected a non-negative integer, found -1"),
        ("name = 'P'\n§mode = 'strict'\n", "\"mode\" without \"schema\""),
        (
            "name = 'P'\n[schema.customer]\nname = 'string'\nmode = §'strict'\n",
            "\"mode\" is a field here",
        ),
        (
            "name = 'P'\n[schema.a]\narray = 'int'\n§name = 'string'\n",
            "\"array\" makes this a type",
        ),
        ("name = 'P'\nmodel = §[]\n", "expected a model, an object"),
    ] {
        marked(Presenter::from_toml, text, part);
    }
}

#[test]
fn text_that_is_no_toml_is_refused_with_its_place() {
    for (text, part) in [
        ("name = §", "no TOML: "),
        ("name = 'P'\n§name = 'Q'\n", "no TOML: duplicate key"),
        ("[schema]\na = 'int'\n[§schema]\n", "no TOML: duplicate key"),
        ("name = 'P'\n[schema]\na = { x = 'int', §x = 'int' }\n", "no TOML: duplicate key"),
        ("name = 'P'\nlimit = §01\n", "no TOML: "),
        ("name = §P\n", "no TOML: "),
        ("§{\"name\": \"P\"}", "no TOML: "),
        ("name = 'P'\n[schema§", "no TOML: unclosed table"),
    ] {
        marked(Presenter::from_toml, text, part);
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    assert_eq!(read_toml("\u{feff}name = 'P'").name(), "P");
    let error = Presenter::from_toml("\u{feff}nam = 1").unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 1: "), "{error}");
}

#[test]
fn no_text_panics() {
    let whole = "name = 'é'\nmode = \"strict\"\n[schema]\na = { union = ['int', { k = { literal = 'x' } }] }\n\
        b = ['int', { default = 1_0 }]\n[schema.c.array]\nd = 'int'\n[[redact]]\npaths = ['a[*]']\nkeep_last = 4\n";
    assert_eq!(read_toml(whole).name(), "é");
    for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
        let _ = Presenter::from_toml(&whole[..end]);
        let mut rest = whole[end..].chars();
        rest.next();
        let _ = Presenter::from_toml(&format!("{}{}", &whole[..end], rest.as_str()));
    }
    for depth in [20, 70, 1_000, 100_000] {
        for text in [
            format!("root = {}'int'{}", "{ array = ".repeat(depth), " }".repeat(depth)),
            format!("[schema{}]\nx = 'int'\n", ".a".repeat(depth)),
            format!("schema{} = 'int'\n", ".a".repeat(depth)),
            format!("root = ['int', {{ default = {}1{} }}]", "[".repeat(depth), "]".repeat(depth)),
        ] {
            let read = Presenter::from_toml(&format!("name = 'P'\n{text}"));
            assert_eq!(read.is_ok(), depth < 100 && !text.contains("default"), "{depth}: {read:?}");
        }
    }
    // Headers, dotted keys and inline tables are each bounded by the parser; together they are
    // bounded here.
    let keys = ["a"; 70].join(".");
    let text = format!("name = 'P'\n[schema.{keys}]\n{keys} = {{ {keys} = 'int' }}\n");
    let error = Presenter::from_toml(&text).unwrap_err();
    assert!(error.to_string().ends_with("tables nested too deep"), "{error}");
}
