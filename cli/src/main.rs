//! `mcp-presenter`: shows JSON as an agent may see it, and checks presenter files.
//!
//! Exit code 0: done. 1: the data, or reading or writing it. 2: the command line or the presenter
//! file. On an error there is one line on standard error and nothing on standard output.

mod arguments;
mod check;
mod render;
mod text;

use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser;
use mcp_presenter::{Presenter, PresenterFileError};

/// Why nothing is shown: the exit code, and one line that says it.
struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// The data is wrong, or cannot be read or written.
    fn data(message: impl Display) -> Self {
        Self { code: 1, message: message.to_string() }
    }

    /// The command line or the presenter file is wrong.
    fn usage(message: impl Display) -> Self {
        Self { code: 2, message: message.to_string() }
    }
}

fn main() -> ExitCode {
    let done = match Arguments::try_parse() {
        Ok(Arguments { command: Command::Render(arguments) }) => render::run(&arguments),
        Ok(Arguments { command: Command::Check { file } }) => check::run(&file),
        Err(error) if error.use_stderr() => Err(Failure::usage(arguments::in_one_line(&error))),
        // Help and version.
        Err(error) => Ok(error.to_string().into_bytes()),
    };
    match done.and_then(|out| write(&out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, message }) => {
            complain(&message);
            ExitCode::from(code)
        }
    }
}

/// Writes one line to standard error. If even that is closed there is nobody left to tell.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "mcp-presenter: {}", text::in_one_line(message));
}

/// Writes `out` and sees to it that it ends with a line break.
fn write(out: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let end: &[u8] = if out.ends_with(b"\n") { b"" } else { b"\n" };
    let written = stdout.write_all(out).and_then(|()| stdout.write_all(end));
    match written.and_then(|()| stdout.flush()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Failure::data(format!("standard output: {error}"))),
    }
}

/// Reads a presenter file: TOML if it is called so, JSON otherwise.
fn read_presenter(file: &Path) -> Result<Presenter, Failure> {
    let name = file.display();
    let text =
        fs::read_to_string(file).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    let is_toml = file.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("toml"));
    let read = if is_toml { Presenter::from_toml } else { Presenter::from_json };
    read(&text).map_err(|error| {
        let mut message = format!("{name}: {error}");
        if let PresenterFileError::Build(errors) = &error {
            for warning in errors.warnings() {
                message.push_str(&format!("; warning: {warning}"));
            }
        }
        Failure::usage(message)
    })
}
