//! Streams of Rust values: the bytes of all of them at once, a chunk of them in memory, and what a
//! value does that fails on the way.

#![cfg(feature = "serde")]

mod counting;

use std::panic::{AssertUnwindSafe, catch_unwind};

use counting::measure;
use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Format, Frame, Presenter, PresenterBuilder, RenderErrorKind, Renderer, Request, RequestId,
    StreamErrorKind, t,
};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Value;

const CANARY: &str = "4111-1111-1111-1111";

#[derive(Serialize)]
struct Row {
    margin: f64,
    note: Note,
    id: usize,
}

enum Note {
    Text(&'static str),
    Fails,
    Panics,
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Fails => Err(S::Error::custom(CANARY)),
            Self::Panics => std::panic::panic_any("half-way"),
        }
    }
}

fn row(id: usize) -> Row {
    let note = ["plain", "a \"b\"\n", "</tool_error>", "日本語"][id % 4];
    Row { margin: 0.5, note: Note::Text(note), id }
}

fn builder() -> PresenterBuilder {
    Presenter::builder("Row").schema([t::integer("id"), t::string("note")]).rules(["Be kind."])
}

fn built(builder: PresenterBuilder) -> Presenter {
    builder.build().expect("a Presenter")
}

#[test]
fn the_bytes_are_those_of_all_values_at_once() {
    let toon = ToonOptions::new();
    for presenter in [built(builder()), built(builder().limit(7)), built(builder().limit(0))] {
        for count in [0, 1, 7, 8, 20_000] {
            let rows: Vec<Row> = (0..count).map(row).collect();
            for format in [Format::Json, Format::JsonPretty, Format::Toon(toon)] {
                let request = Request::new().format(format);
                for frame in [Frame::Text, Frame::JsonRpc(RequestId::Number(1))] {
                    let (mut renderer, mut whole, mut out) =
                        (Renderer::new(), Vec::new(), Vec::new());
                    let expected = renderer
                        .render_value(&presenter, &rows, &request, frame, &mut whole)
                        .expect("rows that fit");
                    let report = renderer
                        .stream_values(&presenter, (0..count).map(row), &request, frame, &mut out)
                        .expect("rows that fit");
                    // Not assert_eq: it would print megabytes.
                    assert!(whole == out, "{count} {format:?}");
                    assert_eq!(report.items(), expected.items());
                    assert_eq!(
                        (report.hidden(), report.dropped()),
                        (expected.hidden(), expected.dropped())
                    );
                }
            }
        }
    }
}

#[test]
fn toon_needs_to_know_how_many_there_are() {
    let request = Request::new().format(Format::Toon(ToonOptions::new()));
    let rows = (0..3).map(row).filter(|_| true);
    let mut out = Vec::new();
    let error = Renderer::new()
        .stream_values(&built(builder()), rows, &request, Frame::Text, &mut out)
        .unwrap_err();
    assert_eq!((error.kind(), out.len()), (StreamErrorKind::CountNeeded, 0));
}

#[test]
fn a_value_that_fails_is_told_by_its_place() {
    let presenter = built(builder());
    let fails = |at| {
        (0..60_000).map(move |id| Row {
            note: if id == at { Note::Fails } else { Note::Text("x") },
            ..row(id)
        })
    };
    let stream = |at, out: &mut Vec<u8>| {
        Renderer::new().stream_values(&presenter, fails(at), &Request::new(), Frame::Result, out)
    };
    let mut out = Vec::new();
    let error = stream(3, &mut out).unwrap_err();
    assert_eq!((error.bytes_written(), out.len()), (0, 0), "nothing was written yet");
    let render = error.render_error().expect("a value without JSON");
    assert_eq!(render.kind(), RenderErrorKind::InvalidValue);
    assert_eq!(render.value_error().expect("a value").path(), "[3].note");

    let error = stream(59_999, &mut out).unwrap_err();
    assert!(error.items_written() > 1_000 && error.bytes_written() == out.len());
    let result: Value = serde_json::from_slice(&out).expect("a message that is closed");
    assert_eq!(result["isError"], true);
    assert!(result["content"][1]["text"].as_str().expect("a text").starts_with("<tool_error"));
    assert!(!format!("{error:?} {result}").contains(CANARY));
}

#[test]
fn a_value_that_panics_ends_the_message() {
    let presenter = built(builder());
    let rows = (0..60_000).map(|id| Row {
        note: if id == 59_999 { Note::Panics } else { Note::Text("x") },
        ..row(id)
    });
    let mut out = Vec::new();
    let caught = catch_unwind(AssertUnwindSafe(|| {
        Renderer::new().stream_values(&presenter, rows, &Request::new(), Frame::Result, &mut out)
    }));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"half-way"));
    let result: Value = serde_json::from_slice(&out).expect("a message that is closed");
    assert_eq!(result["isError"], true);
}

#[test]
fn what_nobody_sees_is_not_asked() {
    let presenter = built(Presenter::builder("Row").schema([t::integer("id")]).limit(2));
    let rows = (0..4).map(|id| Row { note: Note::Fails, ..row(id) });
    let mut out = Vec::new();
    let report = Renderer::new()
        .stream_values(&presenter, rows, &Request::new(), Frame::Text, &mut out)
        .expect("rows of which ids are shown");
    assert!(out.starts_with(br#"[{"id":0},{"id":1}]"#));
    assert_eq!((report.items(), report.hidden(), report.dropped()), (2, 2, 4));
}

#[test]
fn memory_is_that_of_a_chunk() {
    let presenter = built(builder());
    let (_, peak) = measure(|| {
        let rows = (0..200_000).map(row);
        let (frame, to) = (Frame::Result, std::io::sink());
        let report = Renderer::new().stream_values(&presenter, rows, &Request::new(), frame, to);
        assert_eq!(report.expect("rows that fit").items(), 200_000);
    });
    assert!(peak < 4 << 20, "{peak} bytes");
}
