//! Messages to people: where they go, and whether they are coloured.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::failure::Failure;
use crate::text::in_one_line;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
pub(crate) const NOTABLE: Style = AnsiColor::Yellow.on_default();

/// Standard error, and standard output as far as people read it.
///
/// What it writes is made with styles; they come out only where `--color`, the environment
/// (`NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, `TERM`) and the terminal want them.
pub(crate) struct Console {
    color: ColorChoice,
    is_terminal: bool,
    /// Standard error belongs to a report for programs.
    is_mute: bool,
}

impl Console {
    pub(crate) fn new(color: ColorChoice) -> Self {
        Self { color, is_terminal: io::stderr().is_terminal(), is_mute: false }
    }

    /// Keeps messages in words off standard error.
    pub(crate) fn mute(&mut self) {
        self.is_mute = true;
    }

    /// Whether somebody sees standard error at a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    pub(crate) fn error(&self, message: &str) {
        let message = in_one_line(message);
        self.say(&format!("{ERROR}mcp-presenter:{ERROR:#} {message}\n"));
    }

    pub(crate) fn warning(&self, message: &str) {
        let message = in_one_line(message);
        self.say(&format!("mcp-presenter: {WARNING}warning:{WARNING:#} {message}\n"));
    }

    /// Writes to standard error. If even that is closed there is nobody left to tell.
    pub(crate) fn say(&self, styled: &str) {
        if !self.is_mute {
            let mut stream = AutoStream::new(io::stderr().lock(), self.color);
            let _ = stream.write_all(styled.as_bytes());
        }
    }

    /// Writes to standard output what is for people to read.
    pub(crate) fn show(&self, styled: &str) -> Result<(), Failure> {
        let mut stream = AutoStream::new(io::stdout().lock(), self.color);
        finish(stream.write_all(styled.as_bytes()).and_then(|()| stream.flush()))
    }
}

/// Standard output for what is written piece by piece, and whether it ends with a line break.
pub(crate) struct Pieces {
    stdout: StdoutLock<'static>,
    is_line: bool,
}

impl Pieces {
    pub(crate) fn new() -> Self {
        Self { stdout: io::stdout().lock(), is_line: true }
    }

    /// Sees to it that it ends with a line break.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        let end: &[u8] = if self.is_line { b"" } else { b"\n" };
        finish(self.stdout.write_all(end).and_then(|()| self.stdout.flush()))
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.stdout.write(bytes)?;
        if let Some(last) = bytes[..taken].last() {
            self.is_line = *last == b'\n';
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Writes `out` to standard output as it is, and sees to it that it ends with a line break.
pub(crate) fn write_exactly(out: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let end: &[u8] = if out.ends_with(b"\n") { b"" } else { b"\n" };
    let written = stdout.write_all(out).and_then(|()| stdout.write_all(end));
    finish(written.and_then(|()| stdout.flush()))
}

fn finish(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| Failure::output("standard output", error)),
    }
}

/// Appends `text` in `style`.
pub(crate) fn push_styled(out: &mut String, style: Style, text: &str) {
    let _ = write!(out, "{style}{text}{style:#}");
}
