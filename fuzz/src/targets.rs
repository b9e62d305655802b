//! The bodies of the fuzz targets; `tests/fuzz_seeds.rs` replays the seeds through them.
//!
//! An input is three bytes and then the data: the presenter (one of [`FILES`], from there on the
//! generator's, from [`MODELS`] on with models and embeds), its seed, which also says how TOON is written, and the request.

// Each target takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use std::cell::RefCell;

use crate::compare::{Answer, Pair, Try, renderers};
use crate::generate::{self, Extras};
use crate::oracle::Frame;
use crate::oracle::parse::{Data, Value, last, parse};
use crate::oracle::toon::Toon;
use mcp_presenter::Renderer;
use mcp_presenter::toon::{DecodeOptions, decode};

/// Presenters that together use every part of the plan.
const FILES: [&str; 16] = [
    r#"{"name":"P"}"#,
    r#"{"name":"P","redact":{"paths":["**.a","b[0]","[*].c","*.d"]},"pretty":true}"#,
    r#"{"name":"P","schema":[["a","string"],["b","number"],["c","int"],["d","boolean"]]}"#,
    r#"{"name":"P","schema":[["a","string",{"optional":true}],["b","any",{"optional":true}],["c",{"object":[["d","number",{"default":1.0}]]},{"optional":true,"nullable":true}]],"redact":{"paths":["c.d","b.*"],"keep_last":4},"limit":3}"#,
    r#"{"name":"P","mode":"passthrough","schema":[["a","string",{"default":"<domain_rules>"}]],"redact":{"paths":["b"],"remove":true},"rules":["r"]}"#,
    r#"{"name":"P","mode":"strict","schema":[["a","any",{"optional":true}],["","any",{"optional":true}],["é","any",{"optional":true}]]}"#,
    r#"{"name":"P","root":{"array":{"object":[["id","int"],["tags",{"array":"string"},{"optional":true}],["k",{"enum":["x",1,2.50]},{"nullable":true,"optional":true}]]}},"limit":2}"#,
    r#"{"name":"P","root":{"array":{"array":["number",{"nullable":true}]}}}"#,
    r#"{"name":"P","root":{"record":{"union":["string","int",{"array":"boolean"},{"object":[["kind",{"literal":"card"}],["n","number",{"optional":true}]]},{"object":[["kind",{"enum":["cash",2]}],["a","string",{"optional":true}]],"mode":"passthrough"}]}}}"#,
    r#"{"name":"P","root":"string","strict_text":true}"#,
    r#"{"name":"P","strict_text":true,"max_depth":3,"redact":{"paths":["*"],"remove":true}}"#,
    r#"{"name":"P","root":"any","redact_nulls":true,"redact":[{"paths":["a","a.b","a[0]"],"censor":""},{"paths":["**.\u00e9","[\"\"]"],"keep_last":2},{"paths":["a.*.b"],"remove":true}]}"#,
    r#"{"name":"P","schema":[["a_key_of_31_bytes_in_all_______","string"],["kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkX","string",{"nullable":true}],["kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkY","number",{"optional":true}]]}"#,
    r#"{"name":"P","redact":{"paths":["[*]"]}}"#,
    r#"{"name":"P","model":{"name":"M","casts":{"id":"id","a":{"type":"number","alias":"b"},"b":{"type":"boolean","alias":"a"},"c":{"type":"string","default":1},"d":"date","k":{"type":"list","shape":{"é":{"type":"object","alias":"","shape":{"n":"number"}}}},"l":"list","e":{"type":"enum","values":["x",1]}},"hidden":["h"]},"redact":{"paths":["k[*][\"\"]","d"],"keep_last":2}}"#,
    r#"{"name":"P","schema":[["a",{"union":[{"object":[["kind",{"literal":"card"}],["n","string"]]},{"object":[["kind",{"enum":["cash",1]}],["n","number"]]}]},{"optional":true}],["b","any",{"optional":true}]],"embeds":[{"key":"a","presenter":{"name":"C","model":{"name":"M","casts":{"kind":"string","n":"number"}}}},{"key":"b","presenter":{"name":"C","model":{"name":"M","casts":{"a":"boolean","x":{"type":"text","alias":"é"}}}}}]}"#,
];

/// From here on generated presenters have everything.
const MODELS: usize = 192;

/// What joins the elements of arrays in cells, delimiters among them.
const SEPARATORS: [Option<char>; 8] =
    [None, None, None, Some(';'), Some(','), Some('|'), Some('&'), Some('`')];

/// How TOON is written.
fn toon(byte: u8) -> Toon {
    let byte = usize::from(byte);
    Toon {
        folds: byte & 1 == 0,
        delimiter: ['|', ',', '\t', '|'][byte >> 1 & 3],
        joined_by: SEPARATORS[byte >> 3 & 7],
        indent: [2, 3][byte >> 6 & 1],
        fills: byte >> 7 == 1,
    }
}

const NAMES: [&str; 6] = ["a", "b", "", "é", "id", "kind"];

/// The same for presenters that read names as paths.
const PATHS: [&str; 6] = ["a.b", "b", "[\"\"].a", "a.a['é']", "id", "b.id.a"];

const WINDOWS: [Option<usize>; 5] = [None, Some(1), Some(64), Some(200), Some(4096)];

/// The presenter and the render that an input stands for.
pub fn read(input: &[u8]) -> Option<(Pair, Try)> {
    let [presenter, seed, request, data @ ..] = input else { return None };
    let presenter = usize::from(*presenter);
    let file = match FILES.get(presenter) {
        Some(file) => (*file).to_owned(),
        None => {
            let extras = if presenter < MODELS { Extras::PATHS } else { Extras::MODELS };
            let seed = u64::from(*seed) + 256 * presenter as u64;
            generate::presenter_file_with(seed, extras)
        }
    };
    let names = if file.contains("\"nested_select\":true") { PATHS } else { NAMES };
    let pair = Pair::read(&file).unwrap_or_else(|error| panic!("{error}: {file}"));
    let bit = |at: u32| request >> at & 1 == 1;
    let select = if bit(0) {
        let first = usize::from(request >> 4);
        [names[first % 6], names[(first + 2) % 6], names[first % 6]].map(str::to_owned).to_vec()
    } else {
        Vec::new()
    };
    let attempt = Try {
        data: data.to_vec(),
        select,
        pretty: if bit(1) { Some(bit(2)) } else { None },
        toon: (request >> 4 > 5).then(|| toon(*seed)),
        auto: request >> 4 > 11,
        frame: match request >> 2 & 3 {
            0 => Frame::Text,
            1 => Frame::Result,
            2 => Frame::Blocks,
            _ => Frame::JsonRpcNumber(-1),
        },
    };
    Some((pair, attempt))
}

thread_local! {
    /// Used again and again, so that what one input leaves behind meets the next.
    static RENDERERS: RefCell<Vec<(String, Renderer)>> = RefCell::new(renderers(&WINDOWS));
}

/// Lets one of the Renderers work.
pub fn with_renderer(at: usize, work: impl FnOnce(&mut (String, Renderer))) {
    RENDERERS.with_borrow_mut(|all| {
        let count = all.len();
        work(&mut all[at % count]);
    });
}

pub fn answer(pair: &Pair, renderer: &mut (String, Renderer), attempt: &Try) -> Answer {
    let (name, renderer) = renderer;
    pair.actual(renderer, attempt).unwrap_or_else(|broken| panic!("{name}: {broken}"))
}

/// No panic, all or nothing (see [`Pair::actual`]), and what is written is valid.
pub fn raw(input: &[u8]) {
    let Some((pair, mut attempt)) = read(input) else { return };
    attempt.frame = Frame::Result;
    RENDERERS.with_borrow_mut(|all| {
        let at = input.len() % all.len();
        if let Ok((out, report)) = answer(&pair, &mut all[at], &attempt) {
            assert_eq!(report.bytes, out.len());
            check(&out, &attempt);
        }
    });
}

fn check(out: &[u8], attempt: &Try) {
    let result = parse(out, 128).expect("the frame is JSON");
    let Data::Object(members) = &result.data else { panic!("a result is an object") };
    let Some(Value { data: Data::Array(blocks), .. }) = last(members, "content") else {
        panic!("a result has content");
    };
    for (at, block) in blocks.iter().enumerate() {
        let Data::Object(members) = &block.data else { panic!("a block is an object") };
        let Some(Value { data: Data::String(text), .. }) = last(members, "text") else {
            panic!("a block has text");
        };
        assert_eq!(text.lone, 0);
        let data = &attempt.data[..];
        let data = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data);
        if at == 0 && !data.trim_ascii_start().starts_with(b"\"") {
            check_data(text.text.as_bytes(), attempt);
        }
    }
}

fn check_data(text: &[u8], attempt: &Try) {
    let json = parse(text, 128);
    let Some(toon) = attempt.toon.filter(|_| !attempt.auto || json.is_err()) else {
        json.expect("the data block is JSON");
        return;
    };
    let options = DecodeOptions::new().indent(toon.indent);
    decode(text, &options, &mut Vec::new()).expect("the data block is TOON");
}

/// The crate and the oracle agree.
pub fn render_diff(input: &[u8]) {
    let Some((pair, attempt)) = read(input) else { return };
    let expected = pair.expected(&attempt);
    RENDERERS.with_borrow_mut(|all| {
        let at = input.len() % all.len();
        for at in [0, at] {
            let (name, renderer) = &mut all[at];
            if let Some(difference) = pair.difference(renderer, &attempt, &expected) {
                panic!("{name}: {difference}");
            }
        }
    });
}

/// Every dispatch level with every window gives the same answer.
pub fn isa(input: &[u8]) {
    let Some((pair, attempt)) = read(input) else { return };
    RENDERERS.with_borrow_mut(|all| {
        let first = answer(&pair, &mut all[0], &attempt);
        for renderer in &mut all[1..] {
            let other = answer(&pair, renderer, &attempt);
            assert!(first == other, "{}: {other:?}\n  first {first:?}", renderer.0);
        }
    });
}
