//! Where colours are, with everything in pipes.

mod run;

use run::{Ran, command, fails, finish, presenter, run, shows};

const WARNED: &str = r#"{"name": "P", "schema": [["a", "int"]], "redact": {"paths": ["a", "b"]}}"#;

/// Text without what this program sends to a terminal, which is checked to be in pairs.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut is_styled = false;
    for (at, piece) in text.split('\u{1b}').enumerate() {
        let text = match piece.split_once('m') {
            Some((code, text)) if at > 0 => {
                assert!(code.starts_with('[') && code.len() > 1, "{code:?}");
                is_styled = code != "[0";
                text
            }
            _ => piece,
        };
        out.push_str(text);
    }
    assert!(!is_styled, "a style goes on: {text:?}");
    out
}

fn with(variable: &str, value: &str, arguments: &[&str], input: &str) -> Ran {
    let mut command = command(arguments);
    command.env(variable, value);
    finish(command, input)
}

#[test]
fn pipes_have_none() {
    let file = presenter("color", WARNED);
    for arguments in [
        &["render", "--select", "b", "--presenter", &file][..],
        &["render", "--report"],
        &["render", "--report", "no/such/file"],
        &["render", "no/such/file"],
        &["check", &file],
        &["check", "no/such/file"],
        &["--help"],
        &["render", "--id"],
    ] {
        for more in [&[][..], &["--color", "auto"], &["--color=never"]] {
            let ran = run(&[arguments, more].concat(), r#"{"a":1}"#);
            assert!(!format!("{}{}", ran.out, ran.err).contains('\u{1b}'), "{arguments:?}");
        }
        let ran = with("CLICOLOR", "1", arguments, r#"{"a":1}"#);
        assert!(!format!("{}{}", ran.out, ran.err).contains('\u{1b}'), "{arguments:?}");
    }
}

#[test]
fn they_can_be_asked_for() {
    let file = presenter("color-always", WARNED);
    let always = |arguments: &[&str], input: &str| {
        let before = run(&[&["--color", "always"], arguments].concat(), input);
        let behind = run(&[arguments, &["--color=always"]].concat(), input);
        let forced = with("CLICOLOR_FORCE", "1", arguments, input);
        let uncoloured = run(arguments, input);
        for ran in [&before, &behind, &forced] {
            assert_eq!((ran.code, &*plain(&ran.out)), (uncoloured.code, &*uncoloured.out));
            assert_eq!(plain(&ran.err), uncoloured.err);
            assert_eq!((&ran.out, &ran.err), (&before.out, &before.err));
        }
        before
    };

    let ran = always(&["check", &file], "");
    assert!(ran.out.contains("\u{1b}[1m\u{1b}[33mwarnings"), "{:?}", ran.out);
    let ran = always(&["render", "--select", "b", "--presenter", &file], r#"{"a":1}"#);
    assert!(!ran.out.contains('\u{1b}'), "{:?}", ran.out);
    let warning =
        "mcp-presenter: \u{1b}[1m\u{1b}[33mwarning:\u{1b}[0m --select: there is no \"b\"\n";
    assert_eq!(ran.err, warning);
    for wrong in [&["render", "no/such/file"][..], &["check", "no/such/file"], &["show"]] {
        let ran = always(wrong, "");
        assert!(ran.err.starts_with("\u{1b}[1m\u{1b}[31mmcp-presenter:\u{1b}[0m "), "{}", ran.err);
    }
}

#[test]
fn the_option_is_stronger_than_the_environment() {
    let arguments = ["render", "no/such/file", "--color"];
    let ran = with("NO_COLOR", "1", &[&arguments[..], &["always"]].concat(), "");
    assert!(ran.err.contains('\u{1b}'), "{}", ran.err);
    let ran = with("CLICOLOR_FORCE", "1", &[&arguments[..], &["never"]].concat(), "");
    assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    let mut both = command(&arguments[..2]);
    both.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1");
    assert!(!finish(both, "").err.contains('\u{1b}'));
}

#[test]
fn what_is_rendered_is_never_touched() {
    // Text that is coloured already stays so, and nothing is added.
    for color in ["auto", "always", "never"] {
        let arguments = ["render", "--color", color];
        shows(&arguments, r#""\u001b[31mred\u001b[0m""#, "\u{1b}[31mred\u{1b}[0m\n");
        shows(&arguments, r#"["\u001b[31mred"]"#, "[\"\\u001b[31mred\"]\n");
    }
}

#[test]
fn other_colours_are_refused() {
    fails(&["render", "--color", "red"], "1", 2, "invalid value 'red' for '--color <WHEN>'");
    fails(&["render", "--color"], "1", 2, "a value is required for '--color <WHEN>'");
}
