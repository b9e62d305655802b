//! The crate and the oracle side by side: one presenter file, one render, what differs.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

pub mod stream;

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_presenter as real;
use real::toon::{ArrayCells, Delimiter, Profile, ToonOptions};
use real::{Format, Isa, RenderErrorKind, Renderer, RequestId};

use crate::oracle::toon::Toon;
use crate::oracle::{self, After, Failure, Fault, FaultKind, Frame, Layer, Report};

/// What stands in the buffer before a render, and must still stand there after it.
const BEFORE: &[u8] = b"BEFORE \xFF\x00";

/// One presenter file, read by both.
#[derive(Debug)]
pub struct Pair {
    oracle: oracle::Presenter,
    real: real::Presenter,
}

/// One render.
#[derive(Clone, Debug)]
pub struct Try {
    pub data: Vec<u8>,
    pub select: Vec<String>,
    pub pretty: Option<bool>,
    /// TOON instead of JSON.
    pub toon: Option<Toon>,
    /// The smaller of TOON and compact JSON instead of TOON.
    pub auto: bool,
    pub frame: Frame,
}

pub type Answer = Result<(Vec<u8>, Report), Fault>;

impl Pair {
    pub fn read(file: &str) -> Result<Self, String> {
        let oracle = oracle::Presenter::read(file).map_err(|e| format!("oracle: {e}"))?;
        let real = real::Presenter::from_json(file).map_err(|e| format!("crate: {e}"))?;
        Ok(Self { oracle, real })
    }

    /// What the oracle says.
    pub fn expected(&self, attempt: &Try) -> Answer {
        let Try { data, select, pretty, toon, auto, frame } = attempt;
        let mut response = self.oracle.present(data, select, *pretty, &After::default())?;
        // A document that is a string is its text in every format.
        let document = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data).trim_ascii_start();
        let is_text = document.first() == Some(&b'"');
        if let Some(toon) = toon.filter(|_| !is_text) {
            let (text, rule) = match toon.fills {
                true => toon.write(&self.oracle.filled(data, select)?),
                false => toon.write(&response.data),
            };
            let json = response.data.text(false);
            let (json_bytes, toon_bytes) = (frame.bytes_of(&json), frame.bytes_of(&text));
            response.report.choice = auto.then_some((json_bytes, toon_bytes));
            let rule_bytes = if rule.is_some() { 144 } else { 0 };
            if *auto && json_bytes <= toon_bytes + rule_bytes {
                response.blocks[0].1 = json;
            } else {
                response.blocks[0].1 = text;
                rule.iter().for_each(|rule| begin_rules(&mut response.blocks, rule));
            }
        }
        let texts: Vec<String> = response.blocks.into_iter().map(|(_, text)| text).collect();
        let text = frame.wrap(&texts);
        let report = Report { bytes: text.len(), ..response.report };
        Ok((text.into_bytes(), report))
    }

    /// What the crate says; `Err` of the outer result if it breaks a promise.
    pub fn actual(&self, renderer: &mut Renderer, attempt: &Try) -> Result<Answer, String> {
        let mut out = BEFORE.to_vec();
        let (request, frame) = (request(attempt), frame(attempt));
        let render = || renderer.render(&self.real, &attempt.data, &request, frame, &mut out);
        let answer = catch_unwind(AssertUnwindSafe(render));
        let Some(added) = out.strip_prefix(BEFORE) else {
            return Err("the buffer's own bytes were changed".into());
        };
        match answer {
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|t| t.to_string()));
                Err(format!("panic: {}", text.unwrap_or_default()))
            }
            Ok(Ok(report)) => Ok(Ok((added.to_vec(), read_report(&report)))),
            Ok(Err(_)) if !added.is_empty() => Err("output in spite of an error".into()),
            Ok(Err(error)) => Ok(Err(read_error(&error))),
        }
    }

    /// The texts of [`Renderer::blocks`], joined as the text frame joins them.
    pub fn joined_blocks(&self, renderer: &mut Renderer, attempt: &Try) -> Result<String, Fault> {
        let blocks = renderer
            .blocks(&self.real, &attempt.data, &request(attempt))
            .map_err(|error| read_error(&error))?;
        let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
        Ok(texts.join("\n\n"))
    }

    /// Whether the crate differs from what is expected of it.
    pub fn difference(
        &self,
        renderer: &mut Renderer,
        attempt: &Try,
        expected: &Answer,
    ) -> Option<String> {
        match self.actual(renderer, attempt) {
            Err(broken) => Some(broken),
            Ok(actual) if actual == *expected => None,
            Ok(actual) => Some(describe(&actual, expected)),
        }
    }
}

/// Puts a rule before all others.
fn begin_rules(blocks: &mut Vec<(Layer, String)>, rule: &str) {
    let (first, last) = ("<domain_rules>\n", "</domain_rules>");
    match blocks.iter_mut().find(|(layer, _)| *layer == Layer::Rules) {
        Some((_, text)) => text.insert_str(first.len(), &format!("- {rule}\n")),
        None => {
            let before = |(layer, _): &&(Layer, String)| *layer < Layer::Rules;
            let at = blocks.iter().take_while(before).count();
            blocks.insert(at, (Layer::Rules, format!("{first}- {rule}\n{last}")));
        }
    }
}

/// The options of the crate that the oracle's stand for.
pub fn options(toon: Toon) -> ToonOptions {
    let delimiter = match toon.delimiter {
        '|' => Delimiter::Pipe,
        ',' => Delimiter::Comma,
        '\t' => Delimiter::Tab,
        other => panic!("a delimiter of a new kind: {other:?}"),
    };
    let profile = if toon.folds { Profile::Toon4 } else { Profile::Toon3 };
    let options = ToonOptions::new()
        .profile(profile)
        .delimiter(delimiter)
        .indent(toon.indent as u8)
        .fill_nulls(toon.fills);
    match toon.joined_by {
        Some(separator) => {
            options.array_cells(ArrayCells::joined_by(separator).expect("a separator"))
        }
        None => options,
    }
}

fn frame(attempt: &Try) -> real::Frame<'_> {
    match &attempt.frame {
        Frame::Text => real::Frame::Text,
        Frame::Blocks => real::Frame::Blocks,
        Frame::Result => real::Frame::Result,
        Frame::JsonRpcNumber(id) => real::Frame::JsonRpc(RequestId::Number(*id)),
        Frame::JsonRpcText(id) => real::Frame::JsonRpc(RequestId::Text(id)),
    }
}

fn request(attempt: &Try) -> real::Request {
    let request = real::Request::new().select(attempt.select.iter().cloned());
    if let Some(toon) = attempt.toon {
        let options = options(toon);
        return request.format(match attempt.auto {
            true => Format::Auto(options),
            false => Format::Toon(options),
        });
    }
    match attempt.pretty {
        None => request,
        Some(true) => request.format(Format::JsonPretty),
        Some(false) => request.format(Format::Json),
    }
}

/// Every dispatch level with every window.
pub fn renderers(windows: &[Option<usize>]) -> Vec<(String, Renderer)> {
    let mut all = Vec::new();
    for isa in Isa::available() {
        for window in windows {
            let renderer = Renderer::new().with_isa(isa);
            all.push(match window {
                Some(bytes) => (format!("{isa:?}, window {bytes}"), renderer.with_window(*bytes)),
                None => (format!("{isa:?}"), renderer),
            });
        }
    }
    all
}

fn read_report(report: &real::Report) -> Report {
    Report {
        items: report.items(),
        hidden: report.hidden(),
        dropped: report.dropped() as usize,
        redacted: report.redacted() as usize,
        bytes: report.bytes(),
        choice: report.choice().map(|choice| {
            let takes_toon = matches!(choice.format, Format::Toon(_));
            assert!(!takes_toon || choice.toon_bytes < choice.json_bytes, "{choice:?}");
            (choice.json_bytes, choice.toon_bytes)
        }),
        replaced_surrogates: report.replaced_surrogates() as usize,
        unknown_select: report.unknown_select().map(str::to_owned).collect(),
        unmatched_paths: report.unmatched_paths().map(str::to_owned).collect(),
    }
}

pub fn read_error(error: &real::RenderError) -> Fault {
    Fault {
        kind: match error.kind() {
            RenderErrorKind::Empty => FaultKind::Empty,
            RenderErrorKind::UnexpectedEnd => FaultKind::UnexpectedEnd,
            RenderErrorKind::UnexpectedByte => FaultKind::UnexpectedByte,
            RenderErrorKind::InvalidEscape => FaultKind::InvalidEscape,
            RenderErrorKind::ControlCharacter => FaultKind::ControlCharacter,
            RenderErrorKind::InvalidNumber => FaultKind::InvalidNumber,
            RenderErrorKind::InvalidUtf8 => FaultKind::InvalidUtf8,
            RenderErrorKind::TrailingBytes => FaultKind::TrailingBytes,
            RenderErrorKind::TooDeep => FaultKind::TooDeep,
            RenderErrorKind::Validation => FaultKind::Validation,
            RenderErrorKind::LoneSurrogate => FaultKind::LoneSurrogate,
            other => panic!("{other:?} is no answer to a render"),
        },
        offset: error.offset(),
        item: error.item(),
        failures: error
            .failures()
            .iter()
            .map(|failure| Failure {
                path: failure.path().to_owned(),
                item: failure.item(),
                offset: failure.offset(),
                expected: failure.expected().to_owned(),
                received: failure.received(),
            })
            .collect(),
        uncounted: error.unlisted_failures(),
    }
}

fn describe(actual: &Answer, expected: &Answer) -> String {
    let (Ok((left, left_report)), Ok((right, right_report))) = (actual, expected) else {
        let short = |answer: &Answer| match answer {
            Ok((bytes, report)) => format!("output {:.300} {report:?}", text(bytes)),
            Err(fault) => format!("{fault:?}"),
        };
        return format!("{}\n  expected {}", short(actual), short(expected));
    };
    if left_report != right_report && left == right {
        return format!("{left_report:?}\n  expected {right_report:?}");
    }
    let same = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let from = same.saturating_sub(40);
    let near = |bytes: &[u8]| text(&bytes[from..bytes.len().min(same + 60)]);
    format!("output from byte {from}: {}\n  expected {}", near(left), near(right))
}

/// Bytes as a Rust byte string.
pub fn text(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}
