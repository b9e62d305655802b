//! `mcp-presenter toon` and `mcp-presenter untoon`, as they are run.

mod run;

use std::fs;
use std::path::PathBuf;

use mcp_presenter::toon::{self, Delimiter, Profile, ToonOptions};
use run::{fails, run, runs_unread, shows};

const ORDERS: &str = include_str!("../../examples/orders.json");

/// Two rows of one inner object each, and a list.
const JSON: &str = r##"{"rows":[{"a":{"b":"x","c":1.50}},{"a":{"b":"|","c":2}}],"#":[[1,","]]}"##;

#[test]
fn toon_is_what_the_library_writes() {
    for (profile, profile_name) in [(Profile::Toon4, "toon4"), (Profile::Toon3, "toon3")] {
        for (delimiter, delimiter_name) in
            [(Delimiter::Pipe, "pipe"), (Delimiter::Comma, "comma"), (Delimiter::Tab, "tab")]
        {
            for indent in [1, 2, 4] {
                let options =
                    ToonOptions::new().profile(profile).delimiter(delimiter).indent(indent);
                let indent = indent.to_string();
                let choice = ["--profile", profile_name, "--delimiter", delimiter_name];
                let arguments = [&["toon", "--indent", &*indent], &choice[..]].concat();
                for json in [JSON, ORDERS] {
                    let mut expected = Vec::new();
                    toon::encode(json.as_bytes(), &options, &mut expected).expect("JSON");
                    expected.push(b'\n');
                    shows(&arguments, json, &String::from_utf8(expected).expect("UTF-8"));
                }
            }
        }
    }
}

#[test]
fn toon_is_of_version_4_with_pipes_unless_asked() {
    let expected =
        concat!("rows[2|]{a{b|c}}:\n  x|1.5\n  \"|\"|2\n", "\"#\"[1|]:\n  - [2|]: 1|,\n");
    shows(&["toon"], JSON, expected);
    shows(&["toon", "-"], JSON, expected);
    shows(&["toon", "--delimiter", "comma"], r#"["a","b|c"]"#, "[2]: a,b|c\n");
    shows(&["toon", "--delimiter", "tab"], r#"["a","b"]"#, "[2\t]: a\tb\n");
    shows(&["toon"], r#""a line\n""#, "\"a line\\n\"\n");
    shows(&["toon"], "{}", "\n");
    shows(&["toon"], " 1e2 ", "100\n");
}

#[test]
fn arrays_stand_in_cells_if_asked() {
    let json = r#"[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]}]"#;
    shows(&["toon", "--array-cells", ";"], json, "[2|]{id|tags}:\n  1|\"a;b\"\n  2|\"\"\n");
    let expected = "\
[2|]{id|tags}:
  1|\"a,b\"
  2|\"\"

<domain_rules>
- Lists in table cells are joined by \",\"; an empty list is \"\".
</domain_rules>
";
    shows(&["render", "--format", "toon", "--array-cells", ","], json, expected);
    for wrong in ["", "-", ";;"] {
        fails(&["toon", "--array-cells", wrong], json, 2, "");
    }
    let message = "--array-cells belongs to --format toon, toon3 or auto";
    fails(&["render", "--array-cells", ";"], json, 2, message);
    fails(&["render", "--format", "json", "--array-cells", ";"], json, 2, message);
}

#[test]
fn untoon_gives_the_json_back() {
    let compact = run(&["render"], ORDERS).out;
    for profile in ["toon4", "toon3"] {
        for indent in ["2", "3"] {
            let choice = ["--profile", profile, "--indent", indent];
            for delimiter in ["pipe", "comma", "tab"] {
                let delimiter = ["--delimiter", delimiter];
                let written = run(&[&["toon"], &choice[..], &delimiter[..]].concat(), ORDERS);
                assert_eq!((written.code, &*written.err), (0, ""));
                shows(&[&["untoon"], &choice[..]].concat(), &written.out, &compact);
            }
        }
    }
    let json = JSON.replace("1.50", "1.5") + "\n";
    shows(&["untoon", "-"], &run(&["toon"], JSON).out, &json);
    shows(&["untoon"], "", "{}\n");
    shows(&["untoon"], "text", "\"text\"\n");
}

#[test]
fn untoon_reads_as_it_is_asked() {
    shows(&["untoon"], "# a comment\na: 1", "{\"a\":1}\n");
    shows(&["untoon", "--profile", "toon3"], "# not one: 2\na: 1", "{\"# not one\":2,\"a\":1}\n");

    let deep = "at:\n    b: 1";
    fails(&["untoon"], deep, 1, "standard input: line 2, column 5: ");
    shows(&["untoon", "--indent", "4"], deep, "{\"at\":{\"b\":1}}\n");

    let short = "tags[3]: x,y";
    let message = "standard input: line 1, column 5: 3 values are declared and 2 found";
    fails(&["untoon"], short, 1, message);
    shows(&["untoon", "--lenient"], short, "{\"tags\":[\"x\",\"y\"]}\n");

    let rows = format!("[9]{{{}}}:\n{}", "key".repeat(30), "  1\n".repeat(9));
    assert_eq!(run(&["untoon"], &rows).code, 0);
    let limited = ["untoon", "--max-bytes", "200"];
    fails(
        &limited,
        &rows,
        1,
        "standard input: line 4, column 3: the JSON is longer than the limit",
    );
}

#[test]
fn a_file_is_named_in_errors() {
    let file = |name: &str, bytes: &[u8]| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, bytes).expect("the folder for tests can be written");
        path.into_os_string().into_string().expect("UTF-8")
    };
    let good = file("good.toon", b"a: 1\n");
    shows(&["untoon", &good], "", "{\"a\":1}\n");
    let wrong = file("wrong.toon", b"a: 1\nb: \"canary\n");
    let message = format!("{wrong}: line 2, column 4: the quoted text has no closing quote");
    fails(&["untoon", &wrong], "", 1, &message);
    let wrong = file("latin.toon", b"a: \xe9\n");
    let message = format!("{wrong}: line 1, column 4: the text is not UTF-8");
    fails(&["untoon", &wrong], "", 1, &message);

    shows(&["toon", &file("good.json", b"[1]")], "", "[1|]: 1\n");
    let wrong = file("wrong.json", b"[1,]");
    fails(&["toon", &wrong], "", 1, &format!("{wrong}: unexpected byte at byte 3"));
    let wrong = file("latin.json", b"\"\xe9\"");
    fails(&["toon", &wrong], "", 1, &format!("{wrong}: "));

    for command in ["toon", "untoon"] {
        fails(&[command, "no/such/file"], "", 1, "no/such/file: ");
        fails(&[command, "cli"], "", 1, "cli: ");
        fails(&[command, "no\nsuch\u{1b}[2Jfile"], "", 1, r"no\nsuch\u{1b}[2Jfile: ");
    }
}

#[test]
fn nothing_of_a_document_is_in_an_error() {
    let toons = [
        "canary: 1\n canary: 2",
        "canary: \"canary",
        "canary: \"canary\\q\"",
        "canary: \"canary\" canary",
        "canary[2]: canary",
        "canary[2]{canary}:\n  canary",
        "canary[1]{canary}:\n  canary,canary",
        "canary[1]:\n  canary",
        "canary: 1\ncanary: 2",
        "canary: 1\ncanary",
        "canary\ncanary",
        "canary:\n\tcanary: 1",
        "canary[1]{canary,canary}:\n  1,2",
    ];
    for text in toons {
        let ran = run(&["untoon"], text);
        assert_eq!((ran.code, &*ran.out), (1, ""), "{text:?}: {}", ran.err);
        assert!(ran.err.starts_with("mcp-presenter: standard input: line "), "{}", ran.err);
        assert!(!ran.err.contains("canary") && ran.err.lines().count() == 1, "{}", ran.err);
    }
    for text in ["", "{\"canary\":canary}", "[\"canary", "\"canary\" \"canary\""] {
        let ran = run(&["toon"], text);
        assert_eq!((ran.code, &*ran.out), (1, ""), "{text:?}: {}", ran.err);
        assert!(ran.err.starts_with("mcp-presenter: standard input: "), "{}", ran.err);
        assert!(!ran.err.contains("canary") && ran.err.lines().count() == 1, "{}", ran.err);
    }
    fails(&["toon"], "", 1, "standard input: the input is empty");
}

#[test]
fn a_wrong_command_line_is_exit_code_2() {
    fails(&["toon", "--profile", "toon"], "1", 2, "invalid value 'toon' for '--profile <PROFILE>'");
    fails(&["toon", "--delimiter", "|"], "1", 2, "invalid value '|' for '--delimiter <DELIMITER>'");
    for command in ["toon", "untoon"] {
        for indent in ["0", "256", "-1", "two"] {
            let option = format!("--indent={indent}");
            fails(
                &[command, &option],
                "1",
                2,
                &format!("invalid value '{indent}' for '--indent <N>'"),
            );
        }
        fails(&[command, "one", "two"], "1", 2, "unexpected argument 'two' found");
    }
    fails(&["toon", "--lenient"], "1", 2, "unexpected argument '--lenient' found");
    fails(&["untoon", "--max-bytes", "1k"], "1", 2, "invalid value '1k' for '--max-bytes <N>'");
}

#[test]
fn what_is_written_is_never_coloured() {
    shows(&["toon", "--color", "always"], "[1]", "[1|]: 1\n");
    shows(&["untoon", "--color", "always"], "[1|]: 1", "[1]\n");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    runs_unread(&["toon"], &format!("[{}1]", "1,".repeat(200_000)));
    runs_unread(&["untoon"], &format!("[200001]: {}1", "1,".repeat(200_000)));
}
