//! The report for programs, as `mcp-presenter render --report` writes it.

mod run;

use std::fs;
use std::path::PathBuf;

use run::{fails, presenter, run, shows};
use serde_json::{Value, json};

const CUSTOMER: &str = r#"{
    "name": "Customer",
    "schema": [["id", "int"], ["name", "string"], ["mail", "string"]],
    "redact": {"paths": ["mail", "gone"]},
    "limit": 2
}"#;

/// Three customers; nothing of a value may reach a report.
const CUSTOMERS: &str = r#"[
    {"id": 123456, "name": "canary-a \ud800", "mail": "canary-b", "canary-c": "canary-d"},
    {"id": 123456, "name": "canary-e", "mail": "canary-f", "z": {"canary-g": 1}},
    {"id": 123456, "name": "canary-h", "mail": "canary-i"}
]"#;

/// Standard error, which is one JSON object on one line and without colours.
fn object(text: &str) -> Value {
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    assert!(!text.contains("canary") && !text.contains("123456"), "a value: {text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    let value: Value = serde_json::from_str(text).expect("JSON");
    assert!(value.is_object(), "{text}");
    value
}

/// Takes the only member out that is different every time.
fn without_time(mut report: Value) -> Value {
    let seconds = report.as_object_mut().and_then(|members| members.remove("seconds"));
    let seconds = seconds.as_ref().and_then(Value::as_f64).expect("a time");
    assert!((0.0..60.0).contains(&seconds), "{seconds}");
    report
}

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.into_os_string().into_string().expect("UTF-8")
}

#[test]
fn says_what_was_done() {
    let presenter = presenter("report", CUSTOMER);
    let select = "name,unknown,mail";
    let ran = run(
        &["render", "--presenter", &presenter, "--select", select, "--report", "--as", "blocks"],
        CUSTOMERS,
    );
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("canary-a \u{fffd}"), "{}", ran.out);
    assert_eq!(
        without_time(object(&ran.err)),
        json!({
            "is_collection": true,
            "items": 2,
            "hidden": 1,
            "bytes_in": CUSTOMERS.len(),
            "bytes_out": ran.out.trim_end().len(),
            "dropped": 2,
            "redacted": 2,
            "replaced_surrogates": 1,
            "omitted_blocks": 0,
            "unknown_select": ["unknown"],
            "unmatched_paths": ["gone"],
            "choice": null,
        })
    );
}

#[test]
fn says_it_of_a_document_that_is_no_collection() {
    let ran = run(&["render", "--report"], "{\"a\":1}");
    assert_eq!((ran.code, &*ran.out), (0, "{\"a\":1}\n"));
    let report = object(&ran.err);
    assert_eq!(
        (&report["is_collection"], &report["items"], &report["hidden"]),
        (&json!(false), &json!(1), &json!(0))
    );
}

#[test]
fn says_it_of_toon() {
    let presenter = presenter("report-toon", CUSTOMER);
    let arguments = ["render", "--presenter", &presenter, "--report", "--format", "toon3"];
    let ran = run(&arguments, CUSTOMERS);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("[2|]{id|name|mail}:\n  123456|"), "{}", ran.out);
    let report = object(&ran.err);
    assert_eq!(report["bytes_out"], ran.out.trim_end().len());
    assert_eq!([&report["items"], &report["hidden"], &report["redacted"]], [2, 1, 2]);
}

#[test]
fn says_which_format_was_smaller() {
    for (data, format, shown) in [
        (r#"[{"a":1},{"a":2}]"#, "toon", "[2|]{a}:\n  1\n  2\n"),
        (r#"[{"a":[[]]}]"#, "json", "[{\"a\":[[]]}]\n"),
    ] {
        let size = |format: &str| run(&["render", "--format", format], data).out.len() - 1;
        let ran = run(&["render", "--format", "auto", "--report"], data);
        assert_eq!((ran.code, &*ran.out), (0, shown));
        assert_eq!(
            object(&ran.err)["choice"],
            json!({"format": format, "json_bytes": size("json"), "toon_bytes": size("toon")})
        );
    }
    // The text of a string is the same in every format.
    let ran = run(&["render", "--format", "auto", "--report"], "\"text\"");
    assert_eq!((&*ran.out, &object(&ran.err)["choice"]), ("text\n", &Value::Null));
}

#[test]
fn says_where_data_is_wrong() {
    let presenter = presenter("report-failures", CUSTOMER);
    let data = CUSTOMERS.replacen("\"canary-e\"", "123456", 1).replacen("\"mail\"", "\"m\"", 2);
    let ran = run(&["render", "--presenter", &presenter, "--report"], &data);
    assert_eq!((ran.code, &*ran.out), (1, ""));
    let report = object(&ran.err);
    let [first, second] = ["{\"id\"", "123456, \"m\""].map(|text| data.find(text));
    let third = data.match_indices("{\"id\"").nth(1).map(|found| found.0);
    // The name of the second item comes first in the text, the mail of the first in the order.
    let message = "standard input: the data does not fit the schema: \
                   [0].mail: expected string, received nothing; \
                   [1].name: expected string, received number; \
                   [1].mail: expected string, received nothing";
    let failure = |path: &str, received: &str, offset: Option<usize>, item: usize| json!({"path": path, "expected": "string", "received": received, "offset": offset, "item": item});
    assert_eq!(
        report,
        json!({"error": {
            "kind": "validation",
            "message": message,
            "offset": first,
            "item": 0,
            "failures": [
                failure("[0].mail", "nothing", first, 0),
                failure("[1].name", "number", second, 1),
                failure("[1].mail", "nothing", third, 1),
            ],
            "unlisted_failures": 0,
        }})
    );
}

#[test]
fn says_where_text_is_wrong() {
    let ran = run(&["render", "--report"], "[\"canary\", \"canary-x\" 1]");
    assert_eq!((ran.code, &*ran.out), (1, ""));
    assert_eq!(
        object(&ran.err),
        json!({"error": {
            "kind": "unexpected_byte",
            "message": "standard input: unexpected byte at byte 22",
            "offset": 22,
            "item": null,
            "failures": [],
            "unlisted_failures": 0,
        }})
    );
}

#[test]
fn counts_the_failures_that_it_does_not_list() {
    let presenter = presenter("report-many", r#"{"name": "P", "schema": [["a", "string"]]}"#);
    let data = format!("[{}{{}}]", "{},".repeat(29));
    let ran = run(&["render", "--presenter", &presenter, "--report"], &data);
    let error = &object(&ran.err)["error"];
    assert_eq!(error["failures"].as_array().map(Vec::len), Some(20));
    assert_eq!(error["unlisted_failures"], 10);
}

#[test]
fn says_whatever_else_went_wrong() {
    let kind = |arguments: &[&str], code: i32| {
        let ran = run(arguments, "1");
        assert_eq!((ran.code, &*ran.out), (code, ""), "{arguments:?}");
        let report = object(&ran.err);
        assert!(report["error"]["offset"].is_null(), "{report}");
        report["error"]["kind"].as_str().expect("a kind").to_owned()
    };
    assert_eq!(kind(&["render", "--report", "no/such/file"], 1), "input");
    assert_eq!(kind(&["render", "--report", "--presenter", "no/such/file"], 2), "presenter");
    let wrong = presenter("report-wrong", r#"{"name": "P", "shema": []}"#);
    assert_eq!(kind(&["render", "--report", "--presenter", &wrong], 2), "presenter");
    assert_eq!(kind(&["render", "--report", "--id", "1"], 2), "usage");
}

#[test]
fn goes_to_a_file_and_leaves_messages_alone() {
    let report = file("render.report.json");
    let option = format!("--report={report}");
    let read = || object(&fs::read_to_string(&report).expect("it was written"));

    shows(&["render", &option], "[1]", "[1]\n");
    assert_eq!(read()["items"], 1);
    let ran = run(&["render", &option, "--select", "b"], "{\"a\":1}");
    assert_eq!((ran.code, &*ran.out), (0, "{}\n"));
    assert_eq!(ran.err, "mcp-presenter: warning: --select: there is no \"b\"\n");
    assert_eq!(read()["unknown_select"], json!(["b"]));
    // What an earlier run wrote is gone.
    fails(&["render", &option], "[1,]", 1, "standard input: unexpected byte at byte 3");
    assert_eq!(read()["error"]["offset"], 3);
}

#[test]
fn a_file_that_cannot_be_written_fails_before_anything_is_shown() {
    fails(&["render", "--report=no/such/file"], "1", 2, "--report: no/such/file: ");
    fails(&["render", "--report=-"], "1", 2, "--report: standard output is for what is rendered");
    // Only = makes it a file: here it is the document.
    fails(&["render", "--report=", "x"], "1", 2, "");
    let ran = run(&["render", "--report", "no/such/file"], "1");
    assert_eq!(object(&ran.err)["error"]["kind"], "input");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_full_is_exit_code_1() {
    let ran = run(&["render", "--report=/dev/full"], "1");
    assert_eq!((ran.code, &*ran.out), (1, "1\n"));
    assert!(ran.err.starts_with("mcp-presenter: --report: /dev/full: "), "{}", ran.err);
}
