//! The crate `toon-format`, a reader of version 4.4 of the specification, reads what is written here
//! as the same value: generated values, and those of the golden vectors and of the specification's
//! fixtures, in both profiles and with all three delimiters. What it cannot hold is in [`EXCEPTIONS`].
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere (or runs one failing seed again with
//! `MCP_PRESENTER_SEEDS=1`), `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

#[path = "toon/documents.rs"]
mod documents;
mod generate;
mod oracle;

use std::path::Path;

use mcp_presenter::toon::{Delimiter, Encoder, Profile, ToonOptions};
use oracle::number::{Decimal, canonical};
use oracle::parse::{Data, Value, distinct, last, parse};
use serde_json::{Number, Value as Read};
use toon_format::{DecodeOptions, Indent, decode_strict_with_options};

const SEEDS: u64 = 20_000;

/// What it reads otherwise, although nothing is wrong with the text: by its documentation
/// ("Numeric out-of-range policy") it holds numbers as 64 bits, `i64`, `u64` or `f64`.
const EXCEPTIONS: [Exception; 3] = [
    Exception {
        what: "an integer that 64 bits do not hold, and that no float is written as, is a string",
        is_met: |number| !has_point(number) && !is_integer_of_64_bits(number),
        reads: |number, read| *read == Read::String(canonical(number)),
    },
    Exception {
        what: "a fraction or power of ten with more digits than a float has is the nearest float",
        is_met: |number| has_point(number) && nearest(number).is_finite(),
        reads: |number, read| read.as_f64() == Some(nearest(number)),
    },
    Exception {
        what: "a power of ten that is larger than all floats is a string",
        is_met: |number| has_point(number) && !nearest(number).is_finite(),
        reads: |number, read| *read == Read::String(canonical(number)),
    },
];

/// For numbers that are not read as what they are.
struct Exception {
    what: &'static str,
    /// Whether the number is one of those.
    is_met: fn(&str) -> bool,
    /// Whether it may be read as this.
    reads: fn(&str, &Read) -> bool,
}

/// Whether the number is not written as an integer.
fn has_point(number: &str) -> bool {
    canonical(number).contains(['.', 'e', 'E'])
}

fn is_integer_of_64_bits(number: &str) -> bool {
    let text = canonical(number);
    text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()
}

fn nearest(number: &str) -> f64 {
    number.parse().expect("a number")
}

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// Reads what is written of documents, and counts how often each exception was met.
#[derive(Default)]
struct Peer {
    met: [u64; EXCEPTIONS.len()],
}

impl Peer {
    /// Writes a document in every way, and has it read.
    fn check(&mut self, what: &str, json: &[u8], value: &Value) {
        for profile in [Profile::Toon4, Profile::Toon3] {
            for delimiter in [Delimiter::Pipe, Delimiter::Comma, Delimiter::Tab] {
                let indent = [2_u8, 1, 3][json.len() % 3];
                let options = ToonOptions::new().profile(profile).delimiter(delimiter);
                let mut toon = Vec::new();
                Encoder::new(options.indent(indent))
                    .encode(json, &mut toon)
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
                let toon = String::from_utf8(toon).expect("output is UTF-8");
                let reading = DecodeOptions::new().with_indent(Indent::Spaces(indent.into()));
                let read = decode_strict_with_options::<Read>(&toon, &reading);
                let read = read.map_err(|error| error.to_string());
                if let Err(difference) = read.and_then(|read| self.compare(value, &read)) {
                    let json = String::from_utf8_lossy(json);
                    panic!("{what}, {options:?}, {indent}: {difference}\n{json}\n{toon}");
                }
            }
        }
    }

    /// Where the two differ first.
    fn compare(&mut self, value: &Value, read: &Read) -> Result<(), String> {
        match (&value.data, read) {
            (Data::Null, Read::Null) => Ok(()),
            (Data::Bool(value), Read::Bool(read)) if value == read => Ok(()),
            (Data::String(value), Read::String(read)) if value.text == *read => Ok(()),
            (Data::Number(value), read) if self.is_number(value, read) => Ok(()),
            (Data::Array(values), Read::Array(read)) if values.len() == read.len() => {
                let mut pairs = values.iter().zip(read).enumerate();
                pairs.try_for_each(|(at, (value, read))| {
                    self.compare(value, read).map_err(|place| format!("[{at}]{place}"))
                })
            }
            (Data::Object(members), Read::Object(read)) => {
                let members = distinct(members);
                if members.len() != read.len() {
                    return Err(": other keys".to_owned());
                }
                members.iter().try_for_each(|(key, value)| {
                    let place = format!("[{:?}]", key.text);
                    let read = read.get(&key.text).ok_or_else(|| format!("{place}: absent"))?;
                    self.compare(value, read).map_err(|below| place + &below)
                })
            }
            _ => Err(format!(": it read {read}")),
        }
    }

    fn is_number(&mut self, number: &str, read: &Read) -> bool {
        // As it is printed: a float has several texts of the same length now and then.
        let float = Number::from_f64(nearest(number)).map(|float| float.to_string());
        let is_held = is_integer_of_64_bits(number)
            || float.is_some_and(|float| Decimal::of(&float) == Decimal::of(number));
        if is_held {
            let Read::Number(read) = read else { return false };
            return Decimal::of(&read.to_string()) == Decimal::of(number);
        }
        let at = EXCEPTIONS.iter().position(|exception| (exception.is_met)(number));
        let at = at.expect("an exception for each number that is not held");
        self.met[at] += 1;
        (EXCEPTIONS[at].reads)(number, read)
    }

    /// An exception that is never met is none.
    fn assert_exceptions_met(&self) {
        for (exception, met) in EXCEPTIONS.iter().zip(self.met) {
            assert!(met > 0, "never met: {}", exception.what);
        }
    }
}

#[test]
fn generated_values() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut peer = Peer::default();
    for seed in first..first + count {
        let (json, value) = documents::generated(seed);
        peer.check(&format!("seed {seed}"), &json, &value);
    }
    if count >= SEEDS {
        peer.assert_exceptions_met();
    }
}

fn file(path: &Path) -> (Vec<u8>, Value) {
    let text = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let value = parse(&text, 128).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
    (text, value)
}

fn members(value: &Value) -> &[oracle::parse::Member] {
    let Data::Object(members) = &value.data else { panic!("an object") };
    members
}

fn elements(value: &Value) -> &[Value] {
    let Data::Array(elements) = &value.data else { panic!("an array") };
    elements
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    match &last(members(value), key)?.data {
        Data::String(text) => Some(&text.text),
        _ => panic!("{key} is a string"),
    }
}

#[test]
fn golden_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/toon.json");
    let (file, cases) = file(&path);
    assert!(elements(&cases).len() >= 28, "the vectors are not whole");
    let mut peer = Peer::default();
    for case in elements(&cases) {
        let json = match text(case, "data_json") {
            Some(json) => json.as_bytes(),
            None => {
                let data = last(members(case), "data").expect("data");
                &file[data.offset..data.end]
            }
        };
        let what = text(case, "id").expect("an id");
        peer.check(what, json, &parse(json, 128).expect("JSON"));
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "says when the fixtures are not there")]
fn fixtures_of_the_specification() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/toon-spec");
    let mut peer = Peer::default();
    for version in ["v4", "v3.3"] {
        let Ok(entries) = std::fs::read_dir(folder.join(version).join("encode")) else {
            assert!(std::env::var_os("CI").is_none(), "the TOON fixtures are not there");
            println!("the TOON fixtures are not there: nothing was tested");
            return;
        };
        for entry in entries {
            let (text_of_file, fixtures) = file(&entry.expect("a folder's entry").path());
            for fixture in elements(last(members(&fixtures), "tests").expect("tests")) {
                let input = last(members(fixture), "input").expect("an input");
                let json = &text_of_file[input.offset..input.end];
                let what = text(fixture, "name").expect("a name");
                peer.check(what, json, &parse(json, 128).expect("JSON"));
            }
        }
    }
}
