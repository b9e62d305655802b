//! The feature `tracing`: one span for each render, with counts, and no value in any of them.

#![cfg(feature = "tracing")]
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use mcp_presenter::{
    Censor, Frame, Presenter, Renderer, Request, RequestId, Response, ToolError, t,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Stands in data, keys, select names and ids, and may stand in no span.
const CANARY: &str = "4111-1111";

/// What a subscriber was told of one span.
#[derive(Debug, Default)]
struct Told {
    name: String,
    fields: BTreeMap<&'static str, String>,
    events: usize,
}

#[derive(Clone)]
struct Recorder {
    spans: Arc<Mutex<Vec<Told>>>,
    open: Arc<Mutex<Vec<u64>>>,
    level: Level,
}

struct Fields<'a>(&'a mut BTreeMap<&'static str, String>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let before = self.0.insert(field.name(), format!("{value:?}"));
        assert!(before.is_none(), "{} is recorded once", field.name());
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut spans = self.spans.lock().expect("no panic");
        assert_eq!(span.metadata().target(), "mcp_presenter");
        let mut told = Told { name: span.metadata().name().to_owned(), ..Told::default() };
        span.record(&mut Fields(&mut told.fields));
        spans.push(told);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.spans.lock().expect("no panic");
        values.record(&mut Fields(&mut spans[span.into_u64() as usize - 1].fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {
        if let Some(open) = self.open.lock().expect("no panic").last() {
            self.spans.lock().expect("no panic")[*open as usize - 1].events += 1;
        }
    }

    fn enter(&self, span: &Id) {
        self.open.lock().expect("no panic").push(span.into_u64());
    }

    fn exit(&self, span: &Id) {
        assert_eq!(self.open.lock().expect("no panic").pop(), Some(span.into_u64()));
    }
}

/// The spans that a subscriber of this level is told of while `run` runs. All are closed.
fn told(level: Level, run: impl FnOnce()) -> Vec<Told> {
    let recorder = Recorder { spans: Arc::default(), open: Arc::default(), level };
    tracing::subscriber::with_default(recorder.clone(), run);
    assert!(recorder.open.lock().expect("no panic").is_empty());
    let mut spans = recorder.spans.lock().expect("no panic");
    for span in spans.iter() {
        assert_eq!(span.name, "render");
        assert!(!format!("{span:?}").contains(CANARY), "{span:?}");
    }
    std::mem::take(&mut *spans)
}

fn cards() -> Presenter {
    Presenter::builder("Card")
        .schema([t::string("number"), t::string("note")])
        .redact(["number"], Censor::remove())
        .limit(2)
        .build()
        .expect("a presenter")
}

fn json() -> String {
    let item = format!(r#"{{"number":"{CANARY}","note":"{CANARY}","{CANARY}":"{CANARY}"}}"#);
    format!("[{item},{item},{item}]")
}

fn field<'a>(span: &'a Told, name: &str) -> Option<&'a str> {
    span.fields.get(name).map(String::as_str)
}

#[test]
fn one_span_for_each_render() {
    let (presenter, json, mut renderer) = (cards(), json(), Renderer::new());
    let request = Request::new().select([CANARY, "number", "note"]);
    let mut out = Vec::new();
    let frames = [
        (Frame::Text, "text"),
        (Frame::Blocks, "blocks"),
        (Frame::Result, "result"),
        (Frame::JsonRpc(RequestId::Text(CANARY)), "json_rpc"),
    ];
    for (frame, kind) in frames {
        let mut report = None;
        let spans = told(Level::DEBUG, || {
            out.clear();
            let data = json.as_bytes();
            report = Some(renderer.render(&presenter, data, &request, frame, &mut out));
        });
        let report = report.expect("a render").expect("a report");
        let [span] = &spans[..] else { panic!("{spans:?}") };
        assert_eq!(field(span, "presenter"), Some("\"Card\""));
        assert_eq!(field(span, "frame"), Some(&*format!("{kind:?}")));
        assert_eq!(field(span, "items"), Some("2"));
        assert_eq!(field(span, "hidden"), Some("1"));
        assert_eq!(field(span, "dropped"), Some("2"));
        assert_eq!(field(span, "redacted"), Some("2"));
        assert_eq!(field(span, "bytes"), Some(&*out.len().to_string()));
        assert_eq!(report.bytes(), out.len());
        assert!(field(span, "duration_us").expect("a duration").parse::<u64>().is_ok());
        assert_eq!(field(span, "error"), None);
    }
}

#[test]
fn every_door_has_its_span() {
    let (presenter, json, mut renderer) = (cards(), json(), Renderer::new());
    let request = Request::new();
    let spans = told(Level::TRACE, || {
        let response = presenter.response(json.as_bytes()).rule(CANARY);
        let mut out = Vec::new();
        renderer.respond(&response, &request, Frame::Text, &mut out).expect("a report");
        renderer.blocks(&presenter, json.as_bytes(), &request).expect("blocks");
        renderer.response_blocks(&response, &request).expect("blocks");
        let text = Response::text(CANARY);
        renderer.respond(&text, &request, Frame::Text, &mut out).expect("a report");
        let error = ToolError::new("CODE", CANARY).into();
        renderer.respond(&error, &request, Frame::Text, &mut out).expect("a report");
    });
    let of =
        |name| spans.iter().map(|span| field(span, name).expect("a field")).collect::<Vec<_>>();
    assert_eq!(of("frame"), ["\"text\"", "\"none\"", "\"none\"", "\"text\"", "\"text\""]);
    assert_eq!(of("items"), ["2", "2", "2", "1", "1"]);
    let whose = ["\"Card\"", "\"Card\"", "\"Card\"", "\"response\"", "\"response\""];
    assert_eq!(of("presenter"), whose);
}

#[test]
fn an_error_is_its_kind_and_nothing_else() {
    let (presenter, mut renderer) = (cards(), Renderer::new());
    for (json, kind) in [
        (format!(r#"[{{"number":1,"note":"{CANARY}"}}]"#), "Validation"),
        (format!(r#"{{"note":"{CANARY}""#), "UnexpectedEnd"),
        (format!(r#"{{"{CANARY}":{CANARY}}}"#), "InvalidNumber"),
    ] {
        let spans = told(Level::DEBUG, || {
            let (request, mut out) = (Request::new().select([CANARY]), Vec::new());
            let frame = Frame::Result;
            renderer
                .render(&presenter, json.as_bytes(), &request, frame, &mut out)
                .expect_err(kind);
            renderer.blocks(&presenter, json.as_bytes(), &request).expect_err(kind);
        });
        assert_eq!(spans.len(), 2);
        for span in &spans {
            assert_eq!(field(span, "error"), Some(kind));
            assert!(field(span, "duration_us").is_some());
            for count in ["items", "hidden", "dropped", "redacted", "bytes"] {
                assert_eq!(field(span, count), None);
            }
        }
    }
}

#[test]
fn what_a_hook_logs_stands_in_the_span_and_a_panic_closes_it() {
    let presenter = Presenter::builder("Card")
        .allow_everything()
        .ui(|card, _| {
            tracing::info!(target: "server", "looking");
            assert!(card.text("note") != "bad");
        })
        .build()
        .expect("a presenter");
    let mut renderer = Renderer::new();
    let spans = told(Level::DEBUG, || {
        let (request, mut out) = (Request::new(), Vec::new());
        let mut render = |json: &[u8]| {
            renderer.render(&presenter, json, &request, Frame::Text, &mut out).map(drop)
        };
        render(br#"{"note":"good"}"#).expect("a report");
        catch_unwind(AssertUnwindSafe(|| render(br#"{"note":"bad"}"#))).expect_err("a panic");
    });
    let [good, bad] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!((good.events, bad.events), (1, 1));
    assert_eq!((field(good, "items"), field(bad, "items")), (Some("1"), None));
}

#[test]
fn nobody_who_is_not_interested_is_told() {
    let (presenter, json) = (cards(), json());
    let spans = told(Level::INFO, || {
        let mut out = Vec::new();
        let (request, frame) = (Request::new(), Frame::Text);
        Renderer::new().render(&presenter, json.as_bytes(), &request, frame, &mut out).expect("");
    });
    assert!(spans.is_empty());
}
