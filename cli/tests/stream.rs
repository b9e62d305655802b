//! `render --stream` and `--ndjson`.

mod run;

use run::{fails, presenter, run, runs_unread, shows};

fn items(name: &str, limit: &str) -> String {
    presenter(name, &format!(r#"{{"name":"T","schema":[["a","int"]]{limit}}}"#))
}

#[test]
fn an_array_and_lines_are_shown_as_ever() {
    let file = items("streamed", r#","limit":2,"rules":["R"]"#);
    let json = r#"[{"a":1,"b":2},{"a":2},{"a":3}]"#;
    for form in ["text", "blocks", "result"] {
        let expected = run(&["render", "--presenter", &file, "--as", form], json).out;
        let options = ["render", "--presenter", &file, "--as", form];
        shows(&[&options[..], &["--stream"]].concat(), json, &expected);
        let lines = "{\"a\":1,\"b\":2}\r\n\n{\"a\":2}\n{\"a\":3}";
        shows(&[&options[..], &["--ndjson"]].concat(), lines, &expected);
        shows(&[&options[..], &["--ndjson", "--stream", "-"]].concat(), lines, &expected);
    }
    shows(&["render", "--stream"], " \"a text\" ", "a text\n");
    shows(&["render", "--ndjson"], "", "[]\n");
}

#[test]
fn a_table_needs_the_number_of_rows() {
    let file = items("streamed-table", "");
    let options = ["render", "--presenter", &file, "--ndjson", "--format", "toon"];
    let lines = "{\"a\":1}\n{\"a\":2}\n";
    shows(&[&options[..], &["--items", "2"]].concat(), lines, "[2|]{a}:\n  1\n  2\n");
    fails(&options, lines, 2, "--stream: TOON needs the number of items");
    let wrong = [&options[..], &["--items", "3"]].concat();
    fails(&wrong, lines, 1, "standard input: there are not as many items as was said");
    fails(&["render", "--items", "2"], "[]", 2, "--items belongs to --stream and --ndjson");
    fails(&["render", "--stream", "--format", "auto"], "[]", 2, "--stream: the smaller of");
}

#[test]
fn what_fails_early_shows_nothing() {
    let file = items("streamed-wrong", "");
    let options = ["render", "--presenter", &file, "--stream"];
    let message = "standard input: the data does not fit the schema: [0].a: expected integer";
    fails(&options, "[{\"a\":\"SECRET\"}]", 1, message);
    fails(&options, "[{\"a\":1}", 1, "standard input: the input ends inside a value");
    fails(&["render", "--stream", "no-such-file"], "", 1, "no-such-file: ");
}

#[test]
fn what_fails_late_is_cut_and_marked() {
    let file = items("streamed-late", "");
    let json = format!("[{}{{\"a\":\"SECRET\"}}]", "{\"a\":1},".repeat(100_000));
    let options = ["render", "--presenter", &file, "--stream", "--as", "result"];
    let ran = run(&options, &json);
    assert_eq!(ran.code, 1);
    assert!(ran.out.ends_with("</tool_error>\"}],\"isError\":true}\n"));
    serde_json::from_str::<serde_json::Value>(&ran.out).expect("valid JSON");
    assert!(ran.err.contains("[100000].a: expected integer, received string"), "{}", ran.err);
    assert!(ran.err.contains("bytes were written)"), "{}", ran.err);
    assert!(!ran.out.contains("SECRET") && !ran.err.contains("SECRET"));
    let report = run(&[&options[..], &["--report"]].concat(), &json).err;
    assert!(report.starts_with("{\"error\":{\"kind\":\"validation\","), "{report}");
}

#[test]
fn the_report_counts_what_was_read() {
    let file = items("streamed-report", "");
    let lines = "{\"a\":1}\n".repeat(3);
    let options = ["render", "--presenter", &file, "--ndjson", "--report"];
    let report: serde_json::Value = serde_json::from_str(&run(&options, &lines).err).expect("JSON");
    assert_eq!((&report["items"], &report["bytes_in"]), (&3.into(), &lines.len().into()));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    runs_unread(&["render", "--stream"], "[1,2]");
}
