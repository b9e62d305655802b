//! Who takes part in a job.
//!
//! Each library is used as its authors would use it for this job: borrowed data, buffers that are
//! reused, and a plain escaping writer for the frame in place of a second serialization.

use mcp_presenter::{Frame, Isa, Renderer};
use serde::de::IgnoredAny;
use serde_json::Value;
use toon_format::{Delimiter, EncodeOptions};

use crate::jobs::{self, Job};
use crate::page::Page;
use crate::table::Table;
use crate::typed::{self, Brief, Briefs, Order, Orders};

/// A way to do a job: from one JSON document to the framed result, appended to the buffer.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    pub(crate) run: Run,
}

pub(crate) type Run = Box<dyn FnMut(&[u8], &mut Vec<u8>)>;

/// Ours, then the floor, then the peers.
pub(crate) fn of(job: Job, isa: Isa, documents: &[String]) -> Vec<Contender> {
    let mut ours = ours(job, isa);
    let outputs = documents.iter().map(|document| {
        let mut out = Vec::new();
        ours(document.as_bytes(), &mut out);
        out
    });
    let floor = floor(outputs.collect());
    let mut contenders = vec![
        Contender { name: "ours", run: ours },
        Contender { name: "floor", run: floor },
        match job {
            Job::Toon => Contender { name: "toon-format", run: toon_format(job) },
            _ => Contender { name: "serde_json Value", run: values(job) },
        },
    ];
    let single = documents.len() > 1;
    contenders.extend(match (job, single) {
        (Job::Full, false) => typed::contenders::<Orders>(),
        (Job::Full, true) => typed::contenders::<Order>(),
        (Job::Select, false) => typed::contenders::<Briefs>(),
        (Job::Select, true) => typed::contenders::<Brief>(),
        (Job::Toon, _) => typed::contenders::<Table>(),
        (Job::Copy, _) => checked(),
        (Job::Page, _) => typed::contenders::<Page>(),
    });
    contenders
}

fn ours(job: Job, isa: Isa) -> Run {
    let (presenter, request) = (job.presenter(), job.request());
    let mut renderer = Renderer::new().with_isa(isa);
    Box::new(move |json, out| {
        renderer.render(&presenter, json, &request, Frame::Result, out).expect("the orders fit");
    })
}

/// One UTF-8 check of the input and one copy of its output. Goes round the documents in order.
pub(crate) fn floor(outputs: Vec<Vec<u8>>) -> Run {
    let mut at = 0;
    Box::new(move |json, out| {
        simdutf8::basic::from_utf8(json).expect("orders are UTF-8");
        out.extend_from_slice(&outputs[at]);
        at = (at + 1) % outputs.len();
    })
}

/// The tree: parse, filter, redact a clone, print it, print the result that holds it and the blocks
/// around it.
fn values(job: Job) -> Run {
    Box::new(move |json, out| {
        let data: Value = serde_json::from_slice(json).expect("orders are JSON");
        let text = job.on_tree(&data).to_string();
        let around = job.blocks_on_tree(&data);
        let texts = std::iter::once(&text).chain(&around).map(String::as_str);
        serde_json::to_writer(out, &jobs::tool_result(texts)).expect("a Vec takes everything");
    })
}

/// The tree, filtered, as the library for TOON writes it.
fn toon_format(job: Job) -> Run {
    let options = EncodeOptions::new().with_delimiter(Delimiter::Pipe);
    Box::new(move |json, out| {
        let data: Value = serde_json::from_slice(json).expect("orders are JSON");
        let text = toon_format::encode(&job.on_tree(&data), &options).expect("orders are TOON");
        frame_with(text.as_bytes(), Block::Lines, std::iter::empty(), out);
    })
}

/// For copy, where nothing is typed: check the input, and frame it as it is.
fn checked() -> Vec<Contender> {
    let with_serde_json: Run = Box::new(|json, out| {
        let IgnoredAny = serde_json::from_slice(json).expect("orders are JSON");
        simdutf8::basic::from_utf8(json).expect("orders are UTF-8");
        frame(json, out);
    });
    let with_sonic: Run = Box::new(|json, out| {
        let IgnoredAny = sonic_rs::from_slice(json).expect("orders are JSON");
        frame(json, out);
    });
    let mut copy = Vec::new();
    let mut buffers = simd_json::Buffers::default();
    let mut spare = simd_json::Tape::null();
    let with_simd_json: Run = Box::new(move |json, out| {
        copy.clear();
        copy.extend_from_slice(json);
        let mut tape = std::mem::replace(&mut spare, simd_json::Tape::null()).reset();
        simd_json::fill_tape(&mut copy, &mut buffers, &mut tape).expect("orders are JSON");
        spare = tape.reset();
        frame(json, out);
    });
    vec![
        Contender { name: "serde_json checked", run: with_serde_json },
        Contender { name: "simd-json checked", run: with_simd_json },
        Contender { name: "sonic-rs checked", run: with_sonic },
    ]
}

/// Writes the result whose one block is `json`.
pub(crate) fn frame(json: &[u8], out: &mut Vec<u8>) {
    frame_with(json, Block::Json, std::iter::empty(), out);
}

/// What the first block holds.
#[derive(Clone, Copy)]
pub(crate) enum Block {
    /// Compact JSON, in which there is no control character.
    Json,
    Lines,
}

/// Writes the result whose first block is `data`, with `texts` behind it.
///
/// Only what must be is looked for and escaped. Several ways to do this were measured, PERF.md.
pub(crate) fn frame_with<'a>(
    data: &[u8],
    block: Block,
    texts: impl Iterator<Item = &'a str>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(br#"{"content":[{"type":"text","text":""#);
    match block {
        Block::Json => escape(data, out, |byte| matches!(byte, b'"' | b'\\')),
        Block::Lines => escape_lines(data, out),
    }
    for text in texts {
        out.extend_from_slice(br#""},{"type":"text","text":""#);
        escape_lines(text.as_bytes(), out);
    }
    out.extend_from_slice(br#""}]}"#);
}

fn escape_lines(text: &[u8], out: &mut Vec<u8>) {
    escape(text, out, |byte| matches!(byte, b'"' | b'\\' | ..b' '));
}

/// Writes the content of a JSON string; of the control characters, those that orders hold.
fn escape(text: &[u8], out: &mut Vec<u8>, is_special: impl Fn(u8) -> bool) {
    let mut start = 0;
    for (at, byte) in text.iter().enumerate() {
        if is_special(*byte) {
            out.extend_from_slice(&text[start..at]);
            start = at;
            out.push(b'\\');
            if *byte < b' ' {
                assert_eq!(*byte, b'\n', "nothing here has another control character");
                out.push(b'n');
                start = at + 1;
            }
        }
    }
    out.extend_from_slice(&text[start..]);
}
