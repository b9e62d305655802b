//! What is written as TOON stands for the value that was read, whoever writes it.
//!
//! An input is a byte of options and then JSON.

// The target and the test that replays its seeds take what they need of it.
#![allow(dead_code, unreachable_pub)]

use std::cell::RefCell;

use mcp_presenter::toon::{ArrayCells, DecodeOptions, Delimiter, Encoder, Profile, ToonOptions};
use mcp_presenter::{Format, Frame, Isa, Renderer, Request, RequestId, Response};

use crate::oracle::Out;
use crate::oracle::parse::{Data, Value, parse};
use crate::oracle::toon::Toon;
use crate::reader::{tags, unframe};
use crate::toon::{EVERYTHING, reads_back};

const WINDOWS: [usize; 3] = [1 << 14, 1, 200];

thread_local! {
    /// Used again and again, so that what one input leaves behind meets the next.
    static RENDERERS: RefCell<Vec<Renderer>> = RefCell::new(
        ways().map(|(isa, window)| Renderer::new().with_isa(isa).with_window(window)).collect(),
    );
}

/// Every instruction set with every window.
fn ways() -> impl Iterator<Item = (Isa, usize)> {
    Isa::available().flat_map(|isa| WINDOWS.map(|window| (isa, window)))
}

/// What a byte stands for: how to write, how to read, and the frame of a response.
fn options(byte: u8) -> (ToonOptions, DecodeOptions, Frame<'static>) {
    let bits = |at: u32| usize::from(byte >> at & 3);
    let indent = [2, 1, 3, 8][bits(3)];
    let writing = ToonOptions::new()
        .profile(if byte & 1 == 0 { Profile::Toon4 } else { Profile::Toon3 })
        .delimiter([Delimiter::Pipe, Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe][bits(1)])
        .indent(indent);
    // No text begins a line as a comment does, so readers of 3.x and of 4.x see the same.
    let reading = DecodeOptions::new().indent(indent.into()).comments(byte >> 5 & 1 == 0);
    let line = Frame::JsonRpc(RequestId::Number(-1));
    (writing, reading, [Frame::Text, Frame::Result, Frame::Blocks, line][bits(6)])
}

/// The oracle's word for it, with arrays in cells.
fn toon(byte: u8, separator: char) -> Toon {
    Toon {
        folds: byte & 1 == 0,
        delimiter: ['|', ',', '\t', '|'][usize::from(byte >> 1 & 3)],
        indent: [2, 1, 3, 8][usize::from(byte >> 3 & 3)],
        joined_by: Some(separator),
        fills: false,
    }
}

/// Text, or the fault of the input as it is told.
type Answer = Result<String, String>;

fn answer<E: std::fmt::Debug>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Answer {
    let mut out = b"before \xFF".to_vec();
    let written = write(&mut out);
    let out = out.strip_prefix(b"before \xFF").expect("what was in the buffer");
    if let Err(error) = written {
        assert!(out.is_empty(), "an error wrote something");
        return Err(format!("{error:?}"));
    }
    Ok(String::from_utf8(out.to_vec()).expect("output is UTF-8"))
}

/// JSON gives a text that reads back as its value and holds no reserved tag, anything else a fault;
/// and every instruction set, with every window, by itself and through a Presenter that shows
/// everything, gives the same. Arrays in cells and the choice of a format are checked beside it.
pub fn toon_roundtrip(input: &[u8]) {
    let [byte, json @ ..] = input else { return };
    let (writing, reading, frame) = options(*byte);
    let first = answer(|out| Encoder::new(writing).encode(json, out));
    for (isa, window) in ways() {
        let mut encoder = Encoder::new(writing).with_isa(isa).with_window(window);
        let other = answer(|out| encoder.encode(json, out));
        assert_eq!(other, first, "{isa:?} with a window of {window}");
    }
    let value = parse(json, 128);
    match (&value, &first) {
        (Ok(value), Ok(toon)) => {
            assert_eq!(reads_back(value, toon.as_bytes(), &reading), Ok(()), "{toon}");
            assert_eq!(tags(toon), [0_usize; 0], "{toon}");
        }
        (Err(_), Err(_)) => {}
        _ => panic!("the oracle says {value:?} and the crate {first:?}"),
    }
    let response = EVERYTHING.response(json);
    RENDERERS.with_borrow_mut(|renderers| {
        let at = json.len() % renderers.len();
        let some = &mut renderers[at];
        let bare = Response::toon(json, writing);
        assert_eq!(shown(some, &bare, &Request::new(), frame), first, "without a Presenter");
        if value.as_ref().is_ok_and(|value| matches!(value.data, Data::String(_))) {
            // A Presenter shows such a document as its text.
            return;
        }
        check_cells(some, *byte, json, value.as_ref().map_err(|_| &first));
        check_smaller(some, writing, &response, frame);
        let request = Request::new().format(Format::Toon(writing));
        for (renderer, (isa, window)) in renderers.iter_mut().zip(ways()) {
            let shown = shown(renderer, &response, &request, frame);
            assert_eq!(shown, first, "shown by {isa:?} with a window of {window} in {frame:?}");
        }
    });
}

/// With arrays in cells an encoder and a response write what the oracle does, and the rule where
/// there is such a cell.
fn check_cells(renderer: &mut Renderer, byte: u8, json: &[u8], value: Result<&Value, &Answer>) {
    let (writing, _, frame) = options(byte);
    let separator = [';', ',', '|', '&'][json.len() / 16 % 4];
    let writing = writing.array_cells(ArrayCells::joined_by(separator).expect("a separator"));
    let (text, response) = match value {
        Ok(value) => {
            let (text, rule) = toon(byte, separator).write(&Out::of(value));
            let rule = rule.map(|rule| format!("\n\n<domain_rules>\n- {rule}\n</domain_rules>"));
            (Ok(text.clone()), Ok(text + &rule.unwrap_or_default()))
        }
        Err(fault) => (fault.clone(), fault.clone()),
    };
    assert_eq!(answer(|out| Encoder::new(writing).encode(json, out)), text, "{writing:?}");
    let bare = Response::toon(json, writing);
    assert_eq!(shown(renderer, &bare, &Request::new(), frame), response, "{writing:?}");
    let request = Request::new().format(Format::Toon(writing));
    let own = EVERYTHING.response(json);
    assert_eq!(shown(renderer, &own, &request, frame), response, "{writing:?}");
}

/// The smaller of both is one of both, byte by byte.
fn check_smaller(
    renderer: &mut Renderer,
    writing: ToonOptions,
    response: &Response<'_>,
    frame: Frame<'_>,
) {
    let [toon, json, smaller] =
        [Format::Toon(writing), Format::Json, Format::Auto(writing)].map(|format| {
            let request = Request::new().format(format);
            answer(|out| renderer.respond(response, &request, frame, out).map(|_| ()))
        });
    let takes_toon = toon.as_ref().map_or(0, String::len) < json.as_ref().map_or(0, String::len);
    assert_eq!(smaller, if takes_toon { toon } else { json });
}

/// What is shown in a frame.
fn shown(
    renderer: &mut Renderer,
    response: &Response<'_>,
    request: &Request,
    frame: Frame<'_>,
) -> Answer {
    let framed = answer(|out| renderer.respond(response, request, frame, out).map(|_| ()));
    framed.map(|framed| match frame {
        Frame::Text => framed,
        _ => unframe(&framed).expect("texts").join("\n\n"),
    })
}
