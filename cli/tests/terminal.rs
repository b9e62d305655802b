//! What people see at a terminal: standard error, and sometimes more, is a pseudo terminal here.

#![cfg(unix)]

mod run;

use std::fs::{self, File};
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use run::{command, fails, finish, presenter, run, shows};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

const ORDERS: [&str; 4] =
    ["render", "--presenter", "examples/orders.presenter.json", "examples/orders.json"];

/// A terminal of 100 columns: its two ends, the outer one first.
fn open_terminal() -> (File, File) {
    let outer = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo terminal");
    grantpt(&outer).expect("it is ours");
    unlockpt(&outer).expect("it is ours");
    let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&outer, size).expect("it is ours");
    let name = ptsname(&outer, Vec::new()).expect("it has a name");
    let name = name.into_string().expect("ASCII");
    let inner = File::options().read(true).write(true).open(name).expect("it is there");
    (File::from(outer), inner)
}

fn at_terminal(arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    command.env("TERM", "xterm-256color");
    command
}

/// What a run left; its standard error, and standard output if `out_too`, were a terminal.
struct Seen {
    code: i32,
    out: String,
    terminal: String,
}

fn see(mut command: Command, input: &str, out_too: bool) -> Seen {
    let (mut outer, inner) = open_terminal();
    let reader = thread::spawn(move || {
        let mut seen = Vec::new();
        // Linux gives an error when nobody holds the inner end any more.
        let _ = outer.read_to_end(&mut seen);
        seen
    });
    if out_too {
        command.stdout(Stdio::from(inner.try_clone().expect("a second handle")));
    }
    command.stderr(Stdio::from(OwnedFd::from(inner)));
    let ran = finish(command, input);
    let seen = reader.join().expect("no panic");
    let terminal = String::from_utf8(seen).expect("UTF-8").replace("\r\n", "\n");
    Seen { code: ran.code, out: ran.out, terminal }
}

/// `text` without colours.
fn plain(text: &str) -> String {
    let mut pieces = text.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |out, piece| out + piece.split_once('m').map_or("", |(_, text)| text))
}

#[test]
fn a_report_follows_the_output() {
    let piped = run(&ORDERS, "");
    let seen = see(at_terminal(&ORDERS), "", false);
    // Standard output is a pipe, and the same as ever.
    assert_eq!((seen.code, &seen.out), (0, &piped.out));
    let report = plain(&seen.terminal);
    assert_ne!(report, seen.terminal, "no colours");
    let lines: Vec<_> = report.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "",
            "  items   2 shown, 3 hidden",
            "  bytes   3.73 kB in, 1.06 kB out",
            "  fields  16 dropped, 6 redacted",
        ],
        "{report}"
    );
    assert!(lines[4].starts_with("  time    ") && lines[4].ends_with('s'), "{report}");
    assert_eq!(lines.len(), 5, "{report}");

    // With the output at the terminal too, that comes first, uncoloured.
    let both = see(at_terminal(&ORDERS), "", true);
    assert_eq!(both.out, "");
    let report = both.terminal.strip_prefix(&piped.out).expect("the output comes first");
    assert!(plain(report).starts_with("\n  items   2 shown"), "{report}");
}

#[test]
fn a_format_that_was_chosen_is_said() {
    let arguments = ["render", "--format", "auto"];
    let seen = see(at_terminal(&arguments), r#"[{"a":1},{"a":2}]"#, false);
    assert_eq!((seen.code, &*seen.out), (0, "[2|]{a}:\n  1\n  2\n"));
    let report = plain(&seen.terminal);
    let line = "  format  TOON 4.0 chosen, 17 B as JSON, 16 B as TOON\n";
    assert!(report.contains(line), "{report}");
}

#[test]
fn what_is_odd_is_said() {
    let file = presenter("terminal", r#"{"name": "P", "redact": {"paths": ["x", "y.z"]}}"#);
    let arguments = ["render", "--presenter", &file, "--select", "a,k\u{1b}[2J"];
    let data = r#"{"a":"\ud800\ud800"}"#;
    let seen = see(at_terminal(&arguments), data, false);
    assert_eq!((seen.code, &*seen.out), (0, "{\"a\":\"\u{fffd}\u{fffd}\"}\n"));
    let report = plain(&seen.terminal);
    for line in [
        "  items   1 shown, 0 hidden\n",
        "  text    2 lone surrogates replaced\n",
        "mcp-presenter: warning: --select: there is no \"k\\u{1b}[2J\"\n",
        "  paths   matched nothing: x, y.z\n",
    ] {
        assert!(report.contains(line), "{line} in {report}");
    }
    // In a pipe, where a program may read, only the command line is talked about.
    let ran = run(&arguments, data);
    assert_eq!(ran.err, "mcp-presenter: warning: --select: there is no \"k\\u{1b}[2J\"\n");
}

#[test]
fn errors_are_one_coloured_line() {
    for (arguments, message) in [
        (&["render"][..], "standard input: unexpected byte at byte 1"),
        (&["render", "--id", "1"], "--id belongs to --as json-rpc"),
        (&["show"], "unrecognized subcommand 'show'"),
    ] {
        let code = if arguments == ["render"] { 1 } else { 2 };
        fails(arguments, "[:", code, message);
        let seen = see(at_terminal(arguments), "[:", false);
        assert_eq!((seen.code, &*seen.out), (code, ""));
        let start = "\u{1b}[1m\u{1b}[31mmcp-presenter:\u{1b}[0m ";
        let said = seen.terminal.strip_prefix(start).unwrap_or_else(|| panic!("{}", seen.terminal));
        assert!(said.starts_with(message) && said.lines().count() == 1, "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
}

#[test]
fn check_is_coloured() {
    let arguments = ["check", "examples/orders.presenter.json"];
    let piped = run(&arguments, "").out;
    shows(&arguments, "", &piped);
    let seen = see(at_terminal(&arguments), "", true);
    assert_eq!((seen.code, plain(&seen.terminal)), (0, piped.clone()));
    assert!(seen.terminal.contains("\u{1b}[1mredacts\u{1b}[0m\n"), "{}", seen.terminal);
    // Standard output decides, not standard error.
    let seen = see(at_terminal(&arguments), "", false);
    assert_eq!((&seen.out, &*seen.terminal), (&piped, ""));
}

#[test]
fn colours_can_be_refused() {
    let report = |name: &str, value: &str, arguments: &[&str]| {
        let mut command = at_terminal(arguments);
        command.env(name, value);
        let seen = see(command, "", false);
        assert!(plain(&seen.terminal).contains("2 shown, 3 hidden"), "{}", seen.terminal);
        seen.terminal.contains('\u{1b}')
    };
    assert!(report("NO_COLOR", "", &ORDERS));
    assert!(!report("NO_COLOR", "1", &ORDERS));
    assert!(!report("CLICOLOR", "0", &ORDERS));
    assert!(!report("TERM", "dumb", &ORDERS));
    assert!(!report("CLICOLOR_FORCE", "1", &[&ORDERS[..], &["--color=never"]].concat()));
    assert!(report("NO_COLOR", "1", &[&ORDERS[..], &["--color=always"]].concat()));
}

#[test]
fn the_report_for_programs_takes_the_place_of_words() {
    let seen = see(at_terminal(&["render", "--report", "--select", "b"]), "{\"a\":1}", false);
    assert_eq!((seen.code, &*seen.out), (0, "{}\n"));
    let report: serde_json::Value = serde_json::from_str(&seen.terminal).expect("only JSON");
    assert_eq!(report["unknown_select"], serde_json::json!(["b"]));
    let seen = see(at_terminal(&["render", "--report"]), "[", false);
    let report: serde_json::Value = serde_json::from_str(&seen.terminal).expect("only JSON");
    assert_eq!((seen.code, &report["error"]["kind"]), (1, &serde_json::json!("unexpected_end")));
}

/// A document just above the size from which there are bars: white space is read fastest.
fn large_file(name: &str, bytes: usize) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut text = vec![b' '; bytes];
    let items = br#"[{"a":1},{"a":2}]"#;
    text[..items.len()].copy_from_slice(items);
    fs::write(&path, text).expect("the folder for tests can be written");
    path.into_os_string().into_string().expect("UTF-8")
}

#[test]
fn large_input_has_a_bar_at_a_terminal_only() {
    let large = large_file("large.json", 65_000_000);
    let arguments = ["render", &large];
    shows(&arguments, "", "[{\"a\":1},{\"a\":2}]\n");
    let seen = see(at_terminal(&arguments), "", false);
    assert_eq!((seen.code, &*seen.out), (0, "[{\"a\":1},{\"a\":2}]\n"));
    let (bars, report) = seen.terminal.split_once("\n  ").expect("a report");
    for bar in ["reading [", "rendering [", "/65.00 MB"] {
        assert!(bars.contains(bar), "{bar} in {bars:?}");
    }
    assert!(plain(&format!("\n  {report}")).contains("65.00 MB in"), "{report:?}");
    // It is gone before the report: nothing but a cleared line is left.
    let last = bars.rsplit('\r').next().unwrap_or_default();
    assert_eq!(last.replace("\u{1b}[2K", "").trim(), "", "{bars:?}");

    // Not at a terminal that cannot move its cursor.
    let mut dumb = at_terminal(&arguments);
    dumb.env("TERM", "dumb");
    let seen = see(dumb, "", false);
    assert!(seen.terminal.starts_with("\n  items "), "{:?}", seen.terminal);
    fs::remove_file(&large).expect("it is ours");

    let small = large_file("small.json", 1_000_000);
    let seen = see(at_terminal(&["render", &small]), "", false);
    assert!(plain(&seen.terminal).starts_with("\n  items "), "{:?}", seen.terminal);
}
