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
    // Without a schema there is nothing to fill.
    let fills = rng.chance(50);
    let mut options = ToonOptions::new().profile(profile).delimiter(delimiter).indent(indent);
    options = options.fill_nulls(fills);
    if let Some(separator) = joined_by {
        options = options.array_cells(ArrayCells::joined_by(separator).expect("a separator"));
    }
    let indent = usize::from(indent);
    let toon = Toon { folds, delimiter: character, indent, joined_by, fills };
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

#[test]
fn documents_of_few_words() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders = Encoders::default();
    for seed in first..first + 10 * count {
        let mut rng = Rng::new(!seed);
        check(&format!("seed {seed}"), &generate::few_words(seed), &mut rng, &mut encoders);
    }
}

#[test]
fn documents_of_odd_words() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders = Encoders::default();
    for seed in first..first + 4 * count {
        let mut rng = Rng::new(!seed);
        check(&format!("seed {seed}"), &generate::value(seed), &mut rng, &mut encoders);
    }
}

#[test]
fn documents_with_lists_in_rows() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders = Encoders::default();
    for seed in first..first + 10 * count {
        let mut rng = Rng::new(!seed);
        check(&format!("seed {seed}"), &generate::lists(seed), &mut rng, &mut encoders);
    }
}
