//! What `render` says of itself, to people and to programs. Never a value of the data.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::Style;
use indicatif::{DecimalBytes, HumanCount};
use mcp_presenter::{Failure as FieldFailure, Format, FormatChoice, Report};
use serde::Serialize;

use crate::console::{Console, HEADING, NOTABLE, push_styled};
use crate::failure::{Cause, Failure};
use crate::text::in_one_line;

/// A render that is done.
pub(crate) struct Done {
    pub(crate) report: Report,
    pub(crate) bytes_in: usize,
    /// Without reading the input and writing the output.
    pub(crate) time: Duration,
}

/// Where the report for programs goes.
pub(crate) enum Target {
    StandardError,
    File(PathBuf, File),
}

impl Target {
    /// The target that `--report` asks for. A file is made at once, so that a name that cannot be
    /// written fails before anything is shown.
    pub(crate) fn open(report: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = report else { return Ok(Self::StandardError) };
        if path == Path::new("-") {
            return Err(Failure::usage("--report: standard output is for what is rendered"));
        }
        match File::create(path) {
            Ok(file) => Ok(Self::File(path.to_owned(), file)),
            Err(error) => Err(Failure::usage(format!("--report: {}: {error}", path.display()))),
        }
    }

    /// Writes the report, a JSON object on one line.
    pub(crate) fn write(&mut self, done: Result<&Done, &Failure>) -> Result<(), Failure> {
        let json = match done {
            Ok(done) => serde_json::to_string(&DoneReport::from(done)),
            Err(failure) => serde_json::to_string(&FailureReport::from(failure)),
        };
        let line = json.map(|json| json + "\n").map_err(io::Error::from);
        match self {
            Self::StandardError => {
                // If it is closed there is nobody left to tell.
                let _ = line.and_then(|line| io::stderr().write_all(line.as_bytes()));
                Ok(())
            }
            Self::File(path, file) => line
                .and_then(|line| file.write_all(line.as_bytes()))
                .map_err(|error| Failure::output(format!("--report: {}", path.display()), error)),
        }
    }
}

/// The report on a render that is done. Its members are named after the methods of `Report`.
#[derive(Serialize)]
struct DoneReport<'a> {
    is_collection: bool,
    items: usize,
    hidden: usize,
    bytes_in: usize,
    bytes_out: usize,
    dropped: u64,
    redacted: u64,
    replaced_surrogates: u64,
    omitted_blocks: u64,
    unknown_select: Vec<&'a str>,
    unmatched_paths: Vec<&'a str>,
    choice: Option<ChoiceReport>,
    seconds: f64,
}

/// What the format `auto` has chosen.
#[derive(Serialize)]
struct ChoiceReport {
    format: &'static str,
    json_bytes: usize,
    toon_bytes: usize,
}

impl From<FormatChoice> for ChoiceReport {
    fn from(choice: FormatChoice) -> Self {
        let format = if choice.format == Format::Json { "json" } else { "toon" };
        Self { format, json_bytes: choice.json_bytes, toon_bytes: choice.toon_bytes }
    }
}

impl<'a> From<&'a Done> for DoneReport<'a> {
    fn from(done: &'a Done) -> Self {
        let report = &done.report;
        Self {
            is_collection: report.is_collection(),
            items: report.items(),
            hidden: report.hidden(),
            bytes_in: done.bytes_in,
            bytes_out: report.bytes(),
            dropped: report.dropped(),
            redacted: report.redacted(),
            replaced_surrogates: report.replaced_surrogates(),
            omitted_blocks: report.omitted_blocks(),
            unknown_select: report.unknown_select().collect(),
            unmatched_paths: report.unmatched_paths().collect(),
            choice: report.choice().map(ChoiceReport::from),
            seconds: (done.time.as_secs_f64() * 1e6).round() / 1e6,
        }
    }
}

/// The report on a render that failed.
#[derive(Serialize)]
struct FailureReport<'a> {
    error: ErrorReport<'a>,
}

#[derive(Serialize)]
struct ErrorReport<'a> {
    kind: String,
    message: &'a str,
    offset: Option<usize>,
    item: Option<usize>,
    failures: Vec<FieldReport<'a>>,
    unlisted_failures: usize,
}

#[derive(Serialize)]
struct FieldReport<'a> {
    path: &'a str,
    expected: &'a str,
    received: &'a str,
    offset: usize,
    item: Option<usize>,
}

impl<'a> From<&'a Failure> for FailureReport<'a> {
    fn from(failure: &'a Failure) -> Self {
        let data = match &failure.cause {
            Cause::Data(error) => Some(error),
            _ => None,
        };
        let kind = match &failure.cause {
            Cause::Usage => "usage".to_owned(),
            Cause::Presenter => "presenter".to_owned(),
            Cause::Input => "input".to_owned(),
            Cause::Toon => "toon".to_owned(),
            Cause::Output => "output".to_owned(),
            Cause::Data(error) => snake_case(&format!("{:?}", error.kind())),
        };
        let failures = data.map_or(&[][..], |error| error.failures());
        Self {
            error: ErrorReport {
                kind,
                message: &failure.message,
                offset: data.and_then(|error| error.offset()),
                item: data.and_then(|error| error.item()),
                failures: failures.iter().map(FieldReport::from).collect(),
                unlisted_failures: data.map_or(0, |error| error.unlisted_failures()),
            },
        }
    }
}

impl<'a> From<&'a FieldFailure> for FieldReport<'a> {
    fn from(failure: &'a FieldFailure) -> Self {
        Self {
            path: failure.path(),
            expected: failure.expected(),
            received: failure.received(),
            offset: failure.offset(),
            item: failure.item(),
        }
    }
}

/// The name of a Rust variant as JSON usually writes it: `UnexpectedByte` is `unexpected_byte`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}

/// Says in words what was done: in full to a person at a terminal, else only what is odd about the
/// command line.
pub(crate) fn tell(done: &Done, console: &Console) {
    if console.is_terminal() {
        console.say(&in_words(done));
    }
    warn(&done.report, console);
}

/// Says what is odd about the command line.
pub(crate) fn warn(report: &Report, console: &Console) {
    for key in report.unknown_select() {
        console.warning(&format!("--select: there is no {key:?}"));
    }
}

fn in_words(done: &Done) -> String {
    let report = &done.report;
    // An empty line between the output and this.
    let mut out = String::from("\n");
    let shown = format!("{} shown", HumanCount(report.items() as u64));
    row(&mut out, "items", &[&shown, &count(report.hidden(), "hidden")]);
    let bytes = |bytes: usize, what: &str| format!("{} {what}", DecimalBytes(bytes as u64));
    row(&mut out, "bytes", &[&bytes(done.bytes_in, "in"), &bytes(report.bytes(), "out")]);
    if let Some(choice) = report.choice() {
        let chosen = format!("{} chosen", choice.format);
        let sizes = [bytes(choice.json_bytes, "as JSON"), bytes(choice.toon_bytes, "as TOON")];
        row(&mut out, "format", &[&chosen, &sizes[0], &sizes[1]]);
    }
    let dropped = count(report.dropped(), "dropped");
    row(&mut out, "fields", &[&dropped, &count(report.redacted(), "redacted")]);
    if report.replaced_surrogates() > 0 {
        row(&mut out, "text", &[&count(report.replaced_surrogates(), "lone surrogates replaced")]);
    }
    if report.omitted_blocks() > 0 {
        row(&mut out, "blocks", &[&count(report.omitted_blocks(), "omitted")]);
    }
    let unmatched = unmatched(report);
    if !unmatched.is_empty() {
        row(&mut out, "paths", &[&format!("{NOTABLE}matched nothing:{NOTABLE:#} {unmatched}")]);
    }
    row(&mut out, "time", &[&format!("{:.1?}", done.time)]);
    out
}

/// The redaction paths that matched nothing, as far as they are few.
fn unmatched(report: &Report) -> String {
    const LISTED: usize = 8;
    let mut paths: Vec<_> =
        report.unmatched_paths().take(LISTED).map(|path| in_one_line(path).into_owned()).collect();
    let more = report.unmatched_paths().skip(LISTED).count();
    if more > 0 {
        paths.push(format!("{} more", HumanCount(more as u64)));
    }
    paths.join(", ")
}

/// A number and what there are of it, marked if it is not none.
fn count(number: impl TryInto<u64>, what: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let style = if number > 0 { NOTABLE } else { Style::new() };
    let mut out = String::new();
    push_styled(&mut out, style, &format!("{} {what}", HumanCount(number)));
    out
}

fn row(out: &mut String, label: &str, parts: &[&str]) {
    let _ = writeln!(out, "  {HEADING}{label:<6}{HEADING:#}  {}", parts.join(", "));
}
