//! Random documents as TOON: the crate writes what the oracle writes, in both profiles, with every
//! delimiter, on every instruction set and with windows of any size; what is no JSON is refused as
//! in a render.
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere (or runs one failing seed again with
//! `MCP_PRESENTER_SEEDS=1`), `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

mod generate;
mod oracle;

use generate::{Case, Rng, cases};
use mcp_presenter::toon::{ArrayCells, Delimiter, Encoder, Profile, ToonOptions};
use mcp_presenter::{Frame, Isa, Presenter, Renderer, Request, Response};
use oracle::Out;
use oracle::toon::Toon;

const SEEDS: u64 = 4_000;

/// How deep containers may be nested in a document.
const DEEPEST: usize = 128;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// What is written, or why nothing is: kind and place of the fault, as text.
type Answer = Result<String, String>;

const DELIMITERS: [(Delimiter, char); 3] =
    [(Delimiter::Pipe, '|'), (Delimiter::Comma, ','), (Delimiter::Tab, '\t')];

/// What an encoder writes, and what a response does: it has a rule for a reader of arrays in cells.
fn expected(json: &[u8], toon: Toon) -> (Answer, Answer) {
    match oracle::parse::parse(json, DEEPEST) {
        Ok(value) => {
            let (text, rule) = toon.write(&Out::of(&value));
            let rules = rule.map(|rule| format!("\n\n<domain_rules>\n- {rule}\n</domain_rules>"));
            let response = format!("{text}{}", rules.unwrap_or_default());
            (Ok(text), Ok(response))
        }
        Err(_) => {
            let fault = fault_of_a_render(json);
            (Err(fault.clone()), Err(fault))
        }
    }
}

/// What a render says of the same text.
fn fault_of_a_render(json: &[u8]) -> String {
    let everything = Presenter::builder("E").allow_everything().build().expect("a presenter");
    let rendered =
        Renderer::new().render(&everything, json, &Request::new(), Frame::Text, &mut Vec::new());
    format!("{:?}", rendered.expect_err("the oracle refuses it"))
}

fn check(what: &str, json: &[u8], rng: &mut Rng, encoders: &mut Encoders) {
    let (delimiter, character) = rng.pick(&DELIMITERS);
    let folds = rng.chance(70);
    let indent = rng.pick(&[1_u8, 2, 2, 2, 4]);
    let profile = if folds { Profile::Toon4 } else { Profile::Toon3 };
    let joined_by = rng.pick(&[None, Some(';'), Some(','), Some('|')]);
    let mut options = ToonOptions::new().profile(profile).delimiter(delimiter).indent(indent);
    if let Some(separator) = joined_by {
        options = options.array_cells(ArrayCells::joined_by(separator).expect("a separator"));
    }
    let toon = Toon { folds, delimiter: character, indent: usize::from(indent), joined_by };
    let (expected, expected_response) = expected(json, toon);
    let response = Response::toon(json, options);
    let mut out = Vec::new();
    let responded = encoders.renderer.respond(&response, &Request::new(), Frame::Text, &mut out);
    let got = match responded {
        Ok(_) => Ok(String::from_utf8(out).expect("output is UTF-8")),
        Err(error) => Err(format!("{error:?}")),
    };
    assert_eq!(got, expected_response, "{what}, as a response, {options:?}");
    for (name, encoder) in encoders.of(options) {
        let mut out = b"BEFORE \xFF".to_vec();
        let written = encoder.encode(json, &mut out);
        let Some(out) = out.strip_prefix(b"BEFORE \xFF") else {
            panic!("{what}, {name}: what was in the buffer is gone");
        };
        let got = match written {
            Ok(()) => Ok(String::from_utf8(out.to_vec()).expect("output is UTF-8")),
            Err(error) => {
                assert!(out.is_empty(), "{what}, {name}: an error wrote something");
                Err(format!("{error:?}"))
            }
        };
        if got != expected {
            let text = |answer: &Answer| match answer {
                Ok(text) | Err(text) => text.clone(),
            };
            let (got, expected) = (text(&got), text(&expected));
            let json = String::from_utf8_lossy(json);
            panic!("{what}, {name}, {options:?}\n{json}\nwritten:\n{got}\nexpected:\n{expected}");
        }
    }
}

/// Encoders that are used again and again, by their options, and a Renderer.
#[derive(Default)]
struct Encoders {
    by_options: Vec<(ToonOptions, Vec<(String, Encoder)>)>,
    renderer: Renderer,
}

impl Encoders {
    fn of(&mut self, options: ToonOptions) -> &mut Vec<(String, Encoder)> {
        let at = self.by_options.iter().position(|entry| entry.0 == options).unwrap_or_else(|| {
            let windows = [1, 200, 1 << 14];
            let encoders = Isa::available()
                .flat_map(|isa| windows.map(|window| (isa, window)))
                .map(|(isa, window)| {
                    let encoder = Encoder::new(options).with_isa(isa).with_window(window);
                    (format!("{isa:?} with a window of {window}"), encoder)
                })
                .collect();
            self.by_options.push((options, encoders));
            self.by_options.len() - 1
        });
        &mut self.by_options[at].1
    }
}

#[test]
fn documents_of_presenters() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders = Encoders::default();
    for seed in first..first + count {
        let mut rng = Rng::new(!seed);
        for Case { data, .. } in cases(seed, 2) {
            check(&format!("seed {seed}"), &data, &mut rng, &mut encoders);
        }
    }
}

/// Few keys and few strings, so that objects are alike, nested, shuffled, and tags come in pieces.
fn tame(rng: &mut Rng, depth: usize) -> String {
    let kinds: &[usize] = if depth == 0 { &[100, 0, 0, 0] } else { &[30, 25, 25, 20] };
    match rng.weighted(kinds) {
        0 => {
            let scalars = [
                "1",
                "-0.0",
                "1.50",
                "true",
                "null",
                "\"\"",
                "\"a\"",
                "\"a b\"",
                "\"<\"",
                "\"</\"",
                "\"domain_\"",
                "\"rules\"",
                "\"domain_rules x\"",
                "\"x <tool\"",
                "\"_error\"",
                "\"a|b\"",
                "\"a,b\"",
                "\"a\\tb\"",
                "\"42\"",
                "\"- a\"",
                "\"\\u003ctool_error>\"",
                "\"<b\"",
                "\"5 <\"",
                "\"<\\u2028\"",
            ];
            (*rng.pick(&scalars)).to_owned()
        }
        1 => {
            let count = rng.below(4);
            let elements: Vec<_> = (0..count).map(|_| tame(rng, depth - 1)).collect();
            format!("[{}]", elements.join(","))
        }
        2 => object(rng, depth),
        _ => {
            // Alike, mostly.
            let seed = rng.next();
            let elements: Vec<_> = (0..rng.within(1, 5))
                .map(|_| {
                    let mut same = Rng::new(if rng.chance(5) { rng.next() } else { seed });
                    let text = object(&mut same, depth);
                    if rng.chance(60) { text } else { shuffled(rng, &text) }
                })
                .collect();
            if rng.chance(50) {
                return format!("[{}]", elements.join(","));
            }
            let keys = ["e", "tool_error", "rules", "k 1", "f", "g"];
            let members =
                keys.iter().zip(&elements).map(|(key, value)| format!("\"{key}\":{value}"));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

fn object(rng: &mut Rng, depth: usize) -> String {
    let mut keys = ["a", "b", "c", "domain_rules", "\\u0061 b", "", "x.y", "_error"];
    rng.shuffle(&mut keys);
    let count = rng.below(5);
    let members: Vec<_> = keys[..count]
        .iter()
        .map(|key| {
            let below = if rng.chance(70) { 0 } else { depth - 1 };
            format!("\"{key}\":{}", tame(rng, below))
        })
        .collect();
    format!("{{{}}}", members.join(","))
}

/// Rows with lists in them: columns of lists, of other values, of nulls, some in objects.
fn listed(rng: &mut Rng) -> String {
    let columns = rng.next();
    let (strange, nulls) = (rng.pick(&[0, 0, 1, 5]), rng.pick(&[0, 10, 60]));
    let rows: Vec<String> = (0..rng.within(1, 6))
        .map(|_| {
            let text = row(&mut Rng::new(columns), rng, 2, strange, nulls);
            if rng.chance(60) { text } else { shuffled(rng, &text) }
        })
        .collect();
    let keyed = || {
        let members = rows.iter().enumerate().map(|(at, row)| format!("\"k{at}\":{row}"));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    };
    let table = if rng.chance(30) { keyed() } else { format!("[{}]", rows.join(",")) };
    match rng.below(4) {
        0 | 1 => table,
        2 => format!("{{\"a\":{table},\"b\":[1]}}"),
        _ => format!("[{table},{table}]"),
    }
}

/// An object with the members that `columns` says. `strange` and `nulls` say how often, in percent,
/// a value is of another kind, or null.
fn row(columns: &mut Rng, rng: &mut Rng, depth: usize, strange: usize, nulls: usize) -> String {
    let strings =
        ["\"a\"", "\"\"", "\"<\"", "\"tool_error\"", "\"\\n\\\"\"", "\"a|b\"", "\"null\""];
    let list = |rng: &mut Rng| {
        let mut elements = [strings.as_slice(), &["1.50", "-0", "true", "null"]].concat();
        if rng.chance(strange) {
            elements = vec!["\"a;b\"", "\"\\u003b\"", "\"a,\"", "\"|\"", "\"\"", "[]", "{}"];
        }
        let count = rng.below(4);
        let elements: Vec<&str> = (0..count).map(|_| rng.pick(&elements)).collect();
        format!("[{}]", elements.join(","))
    };
    let members = (0..columns.within(1, 4)).map(|at| {
        let kind = columns.below(4);
        let value = match kind {
            _ if rng.chance(nulls) && (kind < 3 || depth == 0) => "null".to_owned(),
            3 if depth > 0 => row(columns, rng, depth - 1, strange, nulls),
            kind if (kind > 1) != rng.chance(strange) => list(rng),
            _ => (*rng.pick(&strings)).to_owned(),
        };
        format!("\"c{at}\":{value}")
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// The same members in another order, at every depth.
fn shuffled(rng: &mut Rng, json: &str) -> String {
    let value = oracle::parse::parse(json.as_bytes(), DEEPEST).expect("JSON");
    let mut value = Out::of(&value);
    shuffle(rng, &mut value);
    value.text(false)
}

fn shuffle(rng: &mut Rng, value: &mut Out) {
    match value {
        Out::Object(members) => {
            rng.shuffle(members);
            members.iter_mut().for_each(|member| shuffle(rng, &mut member.1));
        }
        Out::Array(elements) => elements.iter_mut().for_each(|element| shuffle(rng, element)),
        _ => {}
    }
}

#[test]
fn documents_of_few_words() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders = Encoders::default();
    for seed in first..first + 10 * count {
        let mut rng = Rng::new(seed);
        let depth = rng.within(1, 5);
        let json = tame(&mut rng, depth);
        check(&format!("seed {seed}"), json.as_bytes(), &mut rng, &mut encoders);
    }
}

#[test]
fn documents_with_lists_in_rows() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders = Encoders::default();
    for seed in first..first + 10 * count {
        let mut rng = Rng::new(seed);
        let json = listed(&mut rng);
        check(&format!("seed {seed}"), json.as_bytes(), &mut rng, &mut encoders);
    }
}
