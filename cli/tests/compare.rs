//! `mcp-presenter compare`, as it is run.

mod run;

use run::{fails, presenter, run, runs_unread, shows};
use serde_json::{Value, json};

const ORDERS: [&str; 4] =
    ["compare", "--presenter", "examples/orders.presenter.json", "examples/orders.json"];

/// What `--json` writes, one object on one line.
fn object(arguments: &[&str], input: &str) -> Value {
    let ran = run(&[arguments, &["--json"]].concat(), input);
    assert_eq!((ran.code, &*ran.err, ran.out.lines().count()), (0, "", 1), "{arguments:?}");
    serde_json::from_str(&ran.out).expect("JSON")
}

/// The tokens of a document that is the string `text`, in any format.
fn tokens(text: &str) -> u64 {
    let compared = object(&["compare"], &json!(text).to_string());
    let response = &compared["formats"]["json"]["response"];
    assert_eq!(response["bytes"], text.len());
    for format in ["json-pretty", "toon3", "toon"] {
        assert_eq!(&compared["formats"][format]["response"], response, "{format}");
    }
    response["tokens"].as_u64().expect("a count")
}

#[test]
fn is_a_table_of_the_response_and_its_data() {
    shows(
        &ORDERS,
        "",
        "\
response       bytes  ratio  tokens  ratio
  json-pretty  1,373   1.30     470   1.31
  json         1,060   1.00     358   1.00
  toon3        1,178   1.11     401   1.12
  toon         1,178   1.11     401   1.12

data block     bytes  ratio  tokens  ratio
  json-pretty  1,038   1.43     381   1.42
  json           725   1.00     269   1.00
  toon3          843   1.16     312   1.16
  toon           843   1.16     312   1.16

Items: 2 shown, 3 hidden. Tokens: o200k_base. Ratios: to json.
",
    );
}

#[test]
fn data_that_stands_alone_is_shown_once() {
    let expected = "\
response       bytes  ratio  tokens  ratio
  json-pretty     12   1.71       9   1.80
  json             7   1.00       5   1.00
  toon3            4   0.57       4   0.80
  toon             4   0.57       4   0.80

Tokens: o200k_base. Ratios: to json.
";
    shows(&["compare"], r#"{"a":1}"#, expected);
    shows(&["compare", "-"], r#"{"a":1}"#, expected);
    let nothing = run(&["compare"], "\"\"");
    assert_eq!((nothing.code, &*nothing.err), (0, ""));
    assert!(
        nothing.out.contains("\n  toon             0      -       0      -\n"),
        "{}",
        nothing.out
    );
}

#[test]
fn is_an_object_for_programs() {
    let size = |bytes: u64, tokens: u64, bytes_ratio: f64, tokens_ratio: f64| {
        json!({
            "bytes": bytes, "tokens": tokens,
            "bytes_ratio": bytes_ratio, "tokens_ratio": tokens_ratio,
        })
    };
    let cost = |response: Value, data: Value| json!({"response": response, "data": data});
    let toon = cost(size(1178, 401, 1.1113, 1.1201), size(843, 312, 1.1628, 1.1599));
    assert_eq!(
        object(&ORDERS, ""),
        json!({
            "encoding": "o200k_base",
            "is_collection": true,
            "items": 2,
            "hidden": 3,
            "formats": {
                "json-pretty": cost(size(1373, 470, 1.2953, 1.3128), size(1038, 381, 1.4317, 1.4164)),
                "json": cost(size(1060, 358, 1.0, 1.0), size(725, 269, 1.0, 1.0)),
                "toon3": toon,
                "toon": toon,
            },
        })
    );
    let nothing = object(&["compare"], "\"\"");
    let data = &nothing["formats"]["toon"]["data"];
    assert_eq!(data, &json!({"bytes": 0, "tokens": 0, "bytes_ratio": null, "tokens_ratio": null}));
    assert_eq!(nothing["is_collection"], false);
    let coloured = run(&["compare", "--json", "--color=always"], "1").out;
    assert_eq!(coloured, run(&["compare", "--json"], "1").out);
}

#[test]
fn measures_what_render_writes() {
    for select in ["", "--select=id,status,created_at"] {
        let more: &[&str] = if select.is_empty() { &[] } else { &[select] };
        let compared = object(&[&ORDERS, more].concat(), "");
        let formats = compared["formats"].as_object().expect("an object");
        assert_eq!(formats.len(), 4);
        for (format, cost) in formats {
            let render = |form: &str| {
                let form = ["--format", format, "--as", form];
                run(&[&["render"], &ORDERS[1..], &form, more].concat(), "").out
            };
            assert_eq!(cost["response"]["bytes"], render("text").len() - 1, "{format}");
            let blocks: Vec<String> = serde_json::from_str(&render("blocks")).expect("blocks");
            assert_eq!(cost["data"]["bytes"], blocks[0].len(), "{format}");
        }
    }
}

#[test]
fn the_presenter_says_what_is_counted() {
    let file = presenter("compare", r#"{"name": "P", "schema": [["a", "int"]]}"#);
    let data = r#"[{"a":1,"secret":"long long long"},{"a":2,"secret":"long long long"}]"#;
    let compared = object(&["compare", "--presenter", &file], data);
    assert_eq!(compared["formats"]["json"]["response"]["bytes"], r#"[{"a":1},{"a":2}]"#.len());
    assert_eq!(compared["formats"]["toon"]["response"]["bytes"], "[2|]{a}:\n  1\n  2".len());
    let ran = run(&["compare", "--select", "x,a"], r#"{"a":1}"#);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.err, "mcp-presenter: warning: --select: there is no \"x\"\n");
}

#[test]
fn tokens_are_those_of_the_encoding() {
    assert_eq!(tokens("hello world"), 2);
    assert_eq!(tokens("antidisestablishmentarianism"), 6);
    assert_eq!(tokens("お誕生日おめでとう"), 8);
    assert_eq!(tokens("2 + 2 = 4"), 7);
    assert_eq!(tokens("123456789"), 3);
}

#[test]
fn special_tokens_in_data_are_ordinary_text() {
    // Each would be one token, or an error.
    assert_eq!(tokens("<|endoftext|>"), 7);
    assert!(tokens("<|endofprompt|>") > 3);
    assert_eq!(tokens(&"<|endoftext|>".repeat(1000)) / 1000, 6);
}

#[test]
fn megabytes_of_anything_are_counted() {
    // A counter that looks back, or merges pair by pair, takes minutes or the stack for these.
    for (text, at_most) in [
        (" ".repeat(1_000_000), 10_000),
        ("a".repeat(1_000_000), 150_000),
        ("A".repeat(1_000_000), 150_000),
        ("^".repeat(1_000_000), 150_000),
        ("\n ".repeat(500_000), 300_000),
        ("\u{301}".repeat(500_000), 550_000),
        ("甲乙".repeat(150_000), 350_000),
    ] {
        let count = tokens(&text);
        assert!(count > 0 && count < at_most, "{count} of {:?}", text.chars().next());
    }
}

#[test]
fn what_is_wrong_is_said_as_render_says_it() {
    fails(&["compare"], "", 1, "standard input: the input is empty");
    fails(&["compare", "--json"], "[1,]", 1, "standard input: unexpected byte at byte 3");
    fails(&["compare", "no/such/file"], "", 1, "no/such/file: ");
    fails(&["compare", "--select", "a,"], "1", 2, "--select holds an empty key");
    fails(&["compare", "--presenter", "no/such/file"], "1", 2, "no/such/file: ");
    fails(&["compare", "--format", "toon"], "1", 2, "unexpected argument '--format' found");
    let file = presenter("compare-wrong", r#"{"name": "P", "schema": [["a", "int"]]}"#);
    let ran = run(&["compare", "--presenter", &file], r#"{"a":"canary"}"#);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert_eq!(
        ran.err,
        "mcp-presenter: standard input: the data does not fit the schema: \
         a: expected integer, received string\n"
    );
}

#[test]
fn the_table_is_coloured_if_asked() {
    let plain = run(&["compare"], "[1]").out;
    let coloured = run(&["compare", "--color=always"], "[1]").out;
    assert!(coloured.starts_with("\u{1b}[1mresponse"), "{coloured:?}");
    assert_ne!(coloured, plain);
    let codes = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[36m"];
    assert_eq!(codes.iter().fold(coloured, |text, code| text.replace(code, "")), plain);
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    runs_unread(&["compare"], "[1]");
    runs_unread(&["compare", "--json"], "[1]");
}

#[test]
fn tables_with_arrays_in_cells_are_measured() {
    let arguments = ["compare", "--select", "id,tags", "examples/orders.json"];
    let (plain, cells) = (object(&arguments, ""), {
        object(&[&arguments[..], &["--array-cells", ";"]].concat(), "")
    });
    let bytes =
        |of: &Value, format: &str, part: &str| of["formats"][format][part]["bytes"].as_u64();
    assert_eq!(bytes(&plain, "json", "data"), bytes(&cells, "json", "data"));
    assert!(bytes(&plain, "toon", "data") > bytes(&cells, "toon", "data"));
    // With the rule that says what the cells are.
    assert!(bytes(&cells, "toon", "response") > bytes(&cells, "toon", "data"));
}

#[test]
fn the_readme_says_what_is_measured() {
    let readme = include_str!("../../README.md");
    let select = ["--select", "id,customer_name,status,currency,amount_cents"];
    let compared = object(&[&["compare"], &select[..], &["examples/orders.json"]].concat(), "");
    for format in ["json", "toon"] {
        let cost = &compared["formats"][format]["data"];
        let said = format!("{} bytes and {} tokens", cost["bytes"], cost["tokens"]);
        assert!(readme.contains(&said), "{said}");
        let render = [&["render"], &select[..], &["--format", format, "examples/orders.json"]];
        assert!(readme.contains(&run(&render.concat(), "").out), "{format}");
    }
}

#[test]
fn options_of_the_presenter_hold() {
    let file = presenter(
        "options",
        r#"{"name":"P","schema":[["a","int"],["b","int",{"optional":true}]],
            "format":{"name":"auto","delimiter":",","fill_nulls":true}}"#,
    );
    let (json, table) = (r#"[{"a":1},{"a":2,"b":3}]"#, "[2]{a,b}:\n  1,null\n  2,3");
    let compared = object(&["compare", "--presenter", &file], json);
    assert_eq!(compared["formats"]["toon"]["data"]["bytes"], table.len());
    let render = ["render", "--presenter", &file, "--format", "toon3"];
    shows(&render, json, &format!("{table}\n"));
}
