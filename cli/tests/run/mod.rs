//! Runs the real binary.

#![allow(dead_code, reason = "each target that includes this file uses a part of it")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// What a run left: exit code, standard output, standard error.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-presenter"));
    command.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs with `input` on standard input.
pub(crate) fn run(arguments: &[&str], input: &str) -> Ran {
    finish(command(arguments), input)
}

/// Runs what is prepared, with `input` on standard input.
pub(crate) fn finish(mut command: Command, input: &str) -> Ran {
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A stream writes before it has read everything.
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // A run that fails early may not read its input.
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output().expect("the binary ends")
    });
    Ran {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs, and expects output and nothing on standard error.
pub(crate) fn shows(arguments: &[&str], input: &str, expected: &str) {
    let ran = run(arguments, input);
    assert_eq!((ran.code, &*ran.out, &*ran.err), (0, expected, ""), "{arguments:?}");
}

/// Runs, and expects one line on standard error that begins with `message`, and no output.
pub(crate) fn fails(arguments: &[&str], input: &str, code: i32, message: &str) {
    let ran = run(arguments, input);
    assert_eq!((ran.code, &*ran.out), (code, ""), "{arguments:?}: {}", ran.err);
    assert!(ran.err.starts_with(&format!("mcp-presenter: {message}")), "{}", ran.err);
    assert_eq!(ran.err.matches('\n').count(), 1, "{}", ran.err);
    assert!(ran.err.ends_with('\n'), "{}", ran.err);
}

/// Runs with nobody who reads the output, which is no error.
pub(crate) fn runs_unread(arguments: &[&str], input: &str) {
    let mut child = command(arguments).spawn().expect("the binary starts");
    drop(child.stdout.take());
    let stdin = child.stdin.take();
    stdin.expect("it is piped").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert!(output.status.success(), "{arguments:?}");
}

/// Writes a presenter file of this test into the folder that cargo keeps for tests.
pub(crate) fn presenter(name: &str, text: &str) -> String {
    named_presenter(&format!("{name}.presenter.json"), text)
}

/// Writes a presenter file with a name of its own.
pub(crate) fn named_presenter(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests can be written");
    path.into_os_string().into_string().expect("UTF-8")
}
