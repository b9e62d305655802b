//! What is written as TOON stands for the value that was read, whoever writes it.
//!
//! An input is a byte of options and then JSON.

// The target and the test that replays its seeds take what they need of it.
#![allow(dead_code, unreachable_pub)]

use std::cell::RefCell;

use mcp_presenter::toon::{DecodeOptions, Delimiter, Encoder, Profile, ToonOptions};
use mcp_presenter::{Format, Frame, Isa, Renderer, Request, RequestId};

use crate::oracle::parse::{Data, parse};
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
/// everything, gives the same.
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
    if value.is_ok_and(|value| matches!(value.data, Data::String(_))) {
        // A Presenter shows such a document as its text.
        return;
    }
    let request = Request::new().format(Format::Toon(writing));
    RENDERERS.with_borrow_mut(|renderers| {
        for (renderer, (isa, window)) in renderers.iter_mut().zip(ways()) {
            let framed =
                answer(|out| renderer.render(&EVERYTHING, json, &request, frame, out).map(|_| ()));
            let shown = framed.map(|framed| match frame {
                Frame::Text => framed,
                _ => match unframe(&framed).as_deref() {
                    Ok([data]) => data.clone(),
                    other => panic!("one block: {other:?}"),
                },
            });
            assert_eq!(shown, first, "shown by {isa:?} with a window of {window} in {frame:?}");
        }
    });
}
