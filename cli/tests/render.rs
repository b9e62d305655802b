//! `mcp-presenter render`, as it is run.

mod run;

use run::{command, fails, named_presenter, presenter, run, runs_unread, shows};

const INVOICE: &str = r#"{
    "name": "Invoice",
    "schema": [["id", "string"], ["cents", "int", {"describe": "in cents"}], ["mail", "string"]],
    "redact": {"paths": ["mail"]},
    "limit": 2
}"#;

const DATA: &str = r#"{"mail": "a@b.example", "id": "i\u002d7", "secret": 1, "cents": 4500}"#;

#[test]
fn text_is_blocks_with_an_empty_line_between() {
    let file = presenter("text", INVOICE);
    let expected = concat!(
        r#"{"id":"i-7","cents":4500,"mail":"[REDACTED]"}"#,
        "\n\n<domain_rules>\n- cents: in cents\n</domain_rules>\n"
    );
    shows(&["render", "--presenter", &file], DATA, expected);
    shows(&["render", "--presenter", &file, "-"], DATA, expected);
    shows(&["render", "--presenter", &file, "--as", "text"], DATA, expected);
}

#[test]
fn the_other_forms() {
    let file = presenter("forms", INVOICE);
    let of = |form: &str, more: &[&str], expected: &str| {
        let arguments = [&["render", "--presenter", &file, "--select", "id", "--as", form], more];
        shows(&arguments.concat(), DATA, expected);
    };
    of(
        "blocks",
        &[],
        r#"["{\"id\":\"i-7\"}","<domain_rules>\n- cents: in cents\n</domain_rules>"]
"#,
    );
    let result = r#"{"content":[{"type":"text","text":"{\"id\":\"i-7\"}"},{"type":"text","text":"<domain_rules>\n- cents: in cents\n</domain_rules>"}]}"#;
    of("result", &[], &format!("{result}\n"));
    for (id, json) in [
        ("7", "7"),
        ("-7", "-7"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", r#""9223372036854775808""#),
        ("007", r#""007""#),
        ("+7", r#""+7""#),
        ("-0", r#""-0""#),
        ("a\"b", r#""a\"b""#),
        ("", r#""""#),
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{json},"result":{result}}}"#);
        of("json-rpc", &["--id", id], &format!("{line}\n"));
    }
}

#[test]
fn without_a_presenter_everything_is_shown() {
    shows(&["render"], " { \"b\" : [ ] , \"a\" : 1.0 } ", "{\"b\":[],\"a\":1.0}\n");
    shows(&["render"], "\"text\"", "text\n");
    shows(&["render"], "\"a line\\n\"", "a line\n");
    shows(&["render"], "null", "null\n");
}

#[test]
fn select_keeps_the_order_that_is_asked_for() {
    let data = r#"{"a":1,"b":2,"c":3}"#;
    shows(&["render", "--select", "c,a"], data, "{\"c\":3,\"a\":1}\n");
    shows(&["render", "--select", "c", "--select=a,c"], data, "{\"c\":3,\"a\":1}\n");
}

#[test]
fn an_unknown_key_is_ignored_with_a_warning() {
    let ran = run(&["render", "--select", "x,a"], r#"{"a":1}"#);
    assert_eq!((ran.code, &*ran.out), (0, "{\"a\":1}\n"));
    assert_eq!(ran.err, "mcp-presenter: warning: --select: there is no \"x\"\n");
}

#[test]
fn the_format_is_the_presenters_unless_given() {
    let data = r#"{"a":[1]}"#;
    let pretty = "{\n  \"a\": [\n    1\n  ]\n}\n";
    shows(&["render", "--format", "json-pretty"], data, pretty);
    let file = presenter("pretty", r#"{"name": "P", "pretty": true}"#);
    shows(&["render", "--presenter", &file], data, pretty);
    shows(&["render", "--presenter", &file, "--format", "json"], data, "{\"a\":[1]}\n");
}

#[test]
fn data_may_be_toon() {
    let file =
        presenter("render-toon", r#"{"name": "P", "limit": 2, "redact": {"paths": ["b.c"]}}"#);
    let data = r#"[{"a":1,"b":{"c":"x","d":"|"}},{"a":2,"b":{"c":"y","d":","}},{"a":3}]"#;
    let of = |format: &str, form: &str, expected: &str| {
        let arguments = ["render", "--presenter", &file, "--format", format, "--as", form];
        let ran = run(&arguments, data);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{arguments:?}");
        assert!(ran.out.starts_with(expected), "{}", ran.out);
        ran.out
    };
    of("toon", "text", "[2|]{a|b{c|d}}:\n  1|\"[REDACTED]\"|\"|\"\n  2|\"[REDACTED]\"|,\n\n<");
    of(
        "toon3",
        "text",
        "[2|]:\n  - a: 1\n    b:\n      c: \"[REDACTED]\"\n      d: \"|\"\n  - a: 2\n",
    );
    let result =
        of("toon", "result", r#"{"content":[{"type":"text","text":"[2|]{a|b{c|d}}:\n  1|"#);
    assert!(result.contains("2 shown, 1 hidden") && result.lines().count() == 1, "{result}");
    assert_eq!(of("auto", "result", ""), result);
    shows(&["render", "--format", "toon"], r#""text""#, "text\n");
    fails(
        &["render", "--format", "toon4"],
        "1",
        2,
        "invalid value 'toon4' for '--format <FORMAT>'",
    );
}

#[test]
fn the_limit_is_said() {
    let file = presenter("limit", INVOICE);
    let data = format!("[{DATA},{DATA},{DATA}]");
    let ran = run(&["render", "--presenter", &file], &data);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("2 shown, 1 hidden"), "{}", ran.out);
}

#[test]
fn wrong_data_is_exit_code_1() {
    let file = presenter("wrong-data", INVOICE);
    fails(&["render"], "", 1, "standard input: the input is empty");
    fails(&["render"], "[1,]", 1, "standard input: unexpected byte at byte 3");
    fails(&["render", "no/such/file"], "", 1, "no/such/file: ");
    fails(&["render", "cli"], "", 1, "cli: ");
    let data = r#"[{"id":"a","cents":1,"mail":"m"},{"id":"TOP-SECRET","cents":"4500"}]"#;
    let ran = run(&["render", "--presenter", &file, "--as", "result"], data);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert_eq!(
        ran.err,
        "mcp-presenter: standard input: the data does not fit the schema: \
         [1].cents: expected integer, received string; \
         [1].mail: expected string, received nothing\n"
    );
}

#[test]
fn a_wrong_command_line_is_exit_code_2() {
    fails(&[], "", 2, "a command is missing");
    fails(&["show"], "", 2, "unrecognized subcommand 'show'");
    fails(&["render", "--colour"], "", 2, "unexpected argument '--colour' found");
    fails(&["render", "--as", "xml"], "", 2, "invalid value 'xml' for '--as <FORM>'");
    fails(&["render", "--as", "json-rpc"], "1", 2, "--as json-rpc needs --id");
    fails(&["render", "--id", "1"], "1", 2, "--id belongs to --as json-rpc");
    fails(&["render", "--select", ""], "1", 2, "--select holds an empty key");
    fails(&["render", "--select", "a,,b"], "1", 2, "--select holds an empty key");
    fails(&["render", "one", "two"], "1", 2, "unexpected argument 'two' found");
}

#[test]
fn a_wrong_presenter_file_is_exit_code_2() {
    fails(&["render", "--presenter", "no/such/file"], "1", 2, "no/such/file: ");
    let file = presenter("unknown-member", r#"{"name": "P", "shema": []}"#);
    fails(&["render", "--presenter", &file], "1", 2, &format!("{file}: line 1, column "));
    let file = presenter("wrong-paths", r#"{"name": "P", "redact": {"paths": ["a..b", "c["]}}"#);
    let ran = run(&["render", "--presenter", &file], "1");
    assert_eq!((ran.code, &*ran.out), (2, ""));
    assert!(ran.err.contains("a..b") && ran.err.contains("c["), "{}", ran.err);
}

#[test]
fn a_presenter_file_may_be_toml() {
    let text = "name = 'Invoice'\n[schema]\nid = 'string'\ncents = 'int'\n";
    for name in ["invoice.toml", "INVOICE.TOML"] {
        let file = named_presenter(name, text);
        shows(&["render", "--presenter", &file], DATA, "{\"id\":\"i-7\",\"cents\":4500}\n");
    }
    let file = named_presenter("unknown.toml", "name = 'P'\n[shema]\n");
    let place = format!("{file}: line 2, column 2: unknown member \"shema\"");
    fails(&["render", "--presenter", &file], "1", 2, &place);
    let file = named_presenter("invoice.txt", text);
    fails(&["render", "--presenter", &file], "1", 2, &format!("{file}: line 1, column 1: no JSON"));

    let render =
        |presenter: &str| run(&["render", "--presenter", presenter, "examples/orders.json"], "");
    let toml = render("examples/orders.presenter.toml");
    assert_eq!((toml.code, &*toml.err), (0, ""));
    assert_eq!(toml.out, render("examples/orders.presenter.json").out);
}

#[test]
fn the_key_of_a_hash_comes_from_the_environment() {
    let text = r#"{"name": "P", "schema": {"id": "string"},
        "redact": {"paths": ["id"], "hash": {"key_env": "TEST_KEY"}}}"#;
    let file = presenter("hash", text);
    let run = |key: &str| {
        let arguments = ["render", "--presenter", &file, "examples/orders.json"];
        let output = command(&arguments).env("TEST_KEY", key).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = run("sixteen bytes ok");
    assert_eq!((code, &*err), (Some(0), ""));
    let id = out.strip_prefix(r#"[{"id":""#).expect("an order").split('"').next().expect("its id");
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    assert_eq!(run("sixteen bytes ok").1, out);
    assert_ne!(run("sixteen bytes KO").1, out);
    let (code, out, err) = run("fifteen bytes..");
    assert_eq!((code, &*out), (Some(2), ""));
    assert!(err.contains("fewer than 16 bytes") && !err.contains("fifteen"), "{err}");
}

#[test]
fn a_file_name_cannot_forge_a_line() {
    fails(&["render", "no\nsuch\u{1b}[2Jfile"], "", 1, r"no\nsuch\u{1b}[2Jfile: ");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    runs_unread(&["render"], &format!("[{}1]", "1,".repeat(200_000)));
}

#[test]
fn the_example_of_the_readme() {
    let arguments =
        ["render", "--presenter", "examples/orders.presenter.json", "examples/orders.json"];
    let ran = run(&arguments, "");
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let blocks: Vec<&str> = ran.out.trim_end().split("\n\n").collect();
    assert_eq!(blocks.len(), 3, "{}", ran.out);
    assert!(blocks[0].starts_with(r#"[{"id":"ord_000000_3d7f88","customer_id":374387,"#));
    assert_eq!(blocks[0].matches("[REDACTED]").count(), 6);
    for hidden in ["mail", "phone", "cost_basis", "Rua Augusta", "ord_000002"] {
        assert!(!blocks[0].replace("\"email\"", "").contains(hidden), "{hidden}");
    }
    assert!(blocks[1].contains("2 shown, 3 hidden"), "{}", blocks[1]);
    assert!(blocks[2].starts_with("<domain_rules>\n- amount_cents: in cents"), "{}", blocks[2]);
    let readme = include_str!("../../README.md");
    assert!(readme.contains(ran.out.trim_end()), "README.md shows another output");
}
