//! Generated presenters and values: a Rust value is shown as the JSON of it is, or refused with the same
//! error; bytes, counts and errors. Values are objects as structs and as maps, in the order of the
//! schema and in others, with options, newtypes and variants around and in them.
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere, `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

#![cfg(feature = "serde")]
#![forbid(unsafe_code)]

mod generate;
#[path = "values/node.rs"]
mod node;

use std::collections::HashSet;
use std::sync::Mutex;

use generate::{Case, Extras, Rng, cases_with};
use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Channel, Format, Frame, Presenter, RenderError, RenderErrorKind, Renderer, Report, Request,
    RequestId, Revision, write_json,
};
use node::{Key, Node};
use serde_json::Value;

const SEEDS: u64 = 3_000;
const RENDERS: usize = 4;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// Names as the program's own are: each text once.
fn name(text: &str) -> &'static str {
    static NAMES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut names = NAMES.lock().expect("no panic");
    let names = names.get_or_insert_default();
    match names.get(text) {
        Some(name) => name,
        None => {
            let name: &'static str = String::leak(text.to_owned());
            names.insert(name);
            name
        }
    }
}

/// `value` as a Rust value.
fn node(rng: &mut Rng, value: &Value) -> Node {
    let plain = match value {
        Value::Null if rng.chance(80) => Node::Nothing,
        Value::Null => Node::Unit,
        Value::Bool(value) => Node::Bool(*value),
        Value::Number(number) => self::number(rng, number),
        Value::String(text) => self::text(rng, text),
        Value::Array(values) => {
            let nodes: Vec<Node> = values.iter().map(|value| node(rng, value)).collect();
            match rng.chance(80) {
                true => Node::Sequence(rng.pick(&[None, Some(1), Some(nodes.len())]), nodes),
                false => Node::Tuple(nodes),
            }
        }
        Value::Object(members) => object(rng, members),
    };
    match (rng.below(20), plain) {
        (0, plain) => Node::Newtype(Box::new(plain)),
        (1..4, plain) if !matches!(plain, Node::Nothing) => Node::Some(Box::new(plain)),
        (_, plain) => plain,
    }
}

fn number(rng: &mut Rng, number: &serde_json::Number) -> Node {
    match (number.as_i64(), number.as_u64()) {
        (Some(value), _) if i8::try_from(value).is_ok() && rng.chance(30) => {
            Node::Small(value as i8)
        }
        (Some(value), _) if rng.chance(20) => Node::Wide(i128::from(value) << rng.below(3)),
        (Some(value), _) => Node::Signed(value),
        (None, Some(value)) => Node::Unsigned(value),
        (None, None) => {
            let value = number.as_f64().unwrap_or(f64::NAN);
            match rng.below(10) {
                0 => Node::Single(value as f32),
                1 => Node::Double(rng.pick(&[f64::NAN, 3.0, 1e21, 1e-7, -0.0, 0.1])),
                _ => Node::Double(value),
            }
        }
    }
}

fn text(rng: &mut Rng, text: &str) -> Node {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if rng.chance(30) => Node::Character(character),
        _ if rng.chance(10) => Node::UnitVariant(name(text)),
        _ if rng.chance(5) => Node::Displayed(text.to_owned()),
        _ => Node::Text(text.to_owned()),
    }
}

fn object(rng: &mut Rng, members: &serde_json::Map<String, Value>) -> Node {
    let mut members: Vec<(&String, Node)> =
        members.iter().map(|(key, value)| (key, node(rng, value))).collect();
    if rng.chance(30) {
        for at in (1..members.len()).rev() {
            members.swap(at, rng.below(at + 1));
        }
    }
    if rng.chance(2) && !members.is_empty() {
        let key = members[rng.below(members.len())].0;
        members.push((key, Node::Signed(7)));
    }
    match members.pop() {
        Some((key, value)) if members.is_empty() && rng.chance(20) => {
            Node::NewtypeVariant(name(key), Box::new(value))
        }
        last => {
            members.extend(last);
            let is_struct = rng.chance(75);
            let members = members.into_iter();
            match is_struct {
                true => Node::Struct(members.map(|(key, node)| (name(key), node)).collect()),
                false => {
                    Node::Map(members.map(|(key, node)| (Key::Text(key.clone()), node)).collect())
                }
            }
        }
    }
}

fn request(rng: &mut Rng, select: &[String]) -> Request {
    let request = Request::new().select(select.iter().map(String::as_str));
    let request = match rng.below(10) {
        0 => request.format(Format::JsonPretty),
        1 => request.format(Format::Toon(ToonOptions::new())),
        2 => request.format(Format::Auto(ToonOptions::new())),
        3 | 4 => request,
        _ => request.format(Format::Json),
    };
    match rng.below(6) {
        0 => request.channel(Channel::Both).revision(Revision::V2026_07_28),
        1 => request.channel(Channel::Structured),
        _ => request,
    }
}

/// What was written and counted, or the kind of error, the item, and what is said of the fields.
type Answer = Result<(String, Report), (RenderErrorKind, Option<usize>, String)>;

fn answer(out: Vec<u8>, report: Result<Report, RenderError>) -> Answer {
    let new = out.strip_prefix(b"KEEP").expect("what stood in the buffer").to_vec();
    let text = String::from_utf8(new).expect("UTF-8");
    assert!(report.is_ok() || text.is_empty(), "an error left {} bytes", text.len());
    let failures = |error: &RenderError| match error.failures() {
        [] => String::new(),
        _ => error.to_string(),
    };
    report
        .map(|report| (text, report))
        .map_err(|error| (error.kind(), error.item(), failures(&error)))
}

#[test]
fn a_value_is_shown_as_the_json_of_it() {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let (mut shown, mut refused, mut unasked) = (0, 0, 0);
    let mut renderer = Renderer::new();
    for seed in first..first + setting("MCP_PRESENTER_SEEDS", SEEDS) {
        let extras = [Extras::NONE, Extras::NONE, Extras::PATHS, Extras::ALL, Extras::MODELS];
        let cases = cases_with(seed, RENDERS, extras[seed as usize % extras.len()]);
        let mut rng = Rng::new(!seed);
        let Ok(presenter) = Presenter::from_json(&cases[0].presenter) else { continue };
        for (number, case) in cases.into_iter().enumerate() {
            let Case { data, select, .. } = case;
            let Ok(value) = serde_json::from_slice::<Value>(&data) else { continue };
            let value = node(&mut rng, &value);
            let mut json = Vec::new();
            if write_json(&value, &mut json).is_err() {
                continue;
            }
            let request = request(&mut rng, &select);
            let frames = [Frame::Text, Frame::Result, Frame::JsonRpc(RequestId::Number(7))];
            let frame = rng.pick(&frames);
            let (mut expected, mut found) = (b"KEEP".to_vec(), b"KEEP".to_vec());
            let report = Renderer::new().render(&presenter, &json, &request, frame, &mut expected);
            let expected = answer(expected, report);
            if rng.chance(10) {
                renderer = Renderer::new();
            }
            let report = renderer.render_value(&presenter, &value, &request, frame, &mut found);
            let found = answer(found, report);
            if let Err((RenderErrorKind::TooDeep, ..)) = &expected
                && format!("{found:?}") != format!("{expected:?}")
            {
                // Too deep in what nobody sees, and nobody asks.
                unasked += 1;
                continue;
            }
            assert_eq!(
                format!("{found:?}"),
                format!("{expected:?}"),
                "seed {seed}, case {number}\n{}\n{value:?}\n{request:?}",
                String::from_utf8_lossy(&json),
            );
            *(if found.is_ok() { &mut shown } else { &mut refused }) += 1;
        }
    }
    let counts = format!("{shown} shown, {refused} refused, {unasked} too deep where nobody looks");
    assert!(shown > refused && refused > 10 * unasked, "{counts}");
}
