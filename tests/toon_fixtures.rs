//! The encode fixtures of the TOON specification, versions 4.0 and 3.3, read in place and compared
//! byte for byte.

#![expect(clippy::print_stdout, reason = "says when the fixtures are not there")]

use std::path::Path;

use mcp_presenter::Isa;
use mcp_presenter::toon::{Delimiter, Encoder, Profile, ToonOptions};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Where we quote and the specification does not ask for it, by the fixture's name: what is written
/// instead, and why. Other versions' readers would not give the value back.
///
/// None of the fixtures holds such a string.
const DEVIATIONS: [(&str, &str, &str); 0] = [];

#[derive(Deserialize)]
struct File {
    tests: Vec<Fixture>,
}

/// What the file has besides is for people, or for decoders.
#[derive(Deserialize)]
struct Fixture {
    name: String,
    /// As text: numbers are part of a case.
    input: Box<RawValue>,
    expected: String,
    #[serde(default)]
    options: Options,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    delimiter: Option<String>,
    #[serde(alias = "indentSize")]
    indent: Option<u8>,
}

impl Options {
    fn options(&self, profile: Profile) -> ToonOptions {
        // The specification's own default.
        let delimiter = match self.delimiter.as_deref() {
            None | Some(",") => Delimiter::Comma,
            Some("|") => Delimiter::Pipe,
            Some("\t") => Delimiter::Tab,
            Some(other) => panic!("a delimiter of a new kind: {other:?}"),
        };
        ToonOptions::new().profile(profile).delimiter(delimiter).indent(self.indent.unwrap_or(2))
    }
}

/// The fixtures of a version; none if they are not there.
fn fixtures(version: &str) -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/toon-spec")
        .join(version)
        .join("encode");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(std::env::var_os("CI").is_none(), "the TOON fixtures are not there");
        println!("the TOON fixtures are not there: nothing was tested");
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a folder's entry").path()).collect();
    paths.sort();
    let fixtures: Vec<_> = paths
        .into_iter()
        .flat_map(|path| {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let file: File = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            file.tests
        })
        .collect();
    assert!(fixtures.len() > 100, "the fixtures are not whole");
    fixtures
}

/// Encodes with every instruction set and window.
fn encoded(name: &str, json: &str, options: ToonOptions) -> String {
    let mut first: Option<String> = None;
    for isa in Isa::available() {
        for window in [1, 100, 1 << 14] {
            let mut encoder = Encoder::new(options).with_isa(isa).with_window(window);
            let mut out = b"KEEP".to_vec();
            encoder.encode(json.as_bytes(), &mut out).unwrap_or_else(|e| panic!("{name}: {e}"));
            let text = String::from_utf8(out).expect("output is UTF-8");
            let text = text.strip_prefix("KEEP").expect("what was in the buffer").to_owned();
            assert_eq!(first.get_or_insert_with(|| text.clone()), &text, "{name}: {isa:?}");
        }
    }
    first.expect("an instruction set")
}

fn run(version: &str, profile: Profile) {
    let fixtures = fixtures(version);
    let mut failed = Vec::new();
    for Fixture { name, input, expected, options } in &fixtures {
        let deviation = DEVIATIONS.iter().find(|deviation| deviation.0 == name);
        let expected = deviation.map_or(expected.as_str(), |deviation| deviation.1);
        let got = encoded(name, input.get(), options.options(profile));
        if got != expected {
            failed.push(format!("{name}\nexpected:\n{expected}\nwritten:\n{got}\n"));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn version_4_0() {
    run("v4", Profile::Toon4);
}

#[test]
fn version_3_3() {
    run("v3.3", Profile::Toon3);
}
