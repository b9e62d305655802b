//! Golden vectors of TOON: what is written for any value, byte by byte.

use std::path::Path;

use mcp_presenter::toon::{self, Delimiter, Profile, ToonOptions};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    op: String,
    profile: String,
    /// As text: numbers, duplicate keys and key order are part of a case.
    data: Option<Box<RawValue>>,
    data_json: Option<String>,
    #[serde(default)]
    options: CaseOptions,
    expected: Expected,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseOptions {
    delimiter: Option<String>,
    indent: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    content: [Block; 1],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    r#type: String,
    text: String,
}

impl Case {
    fn options(&self) -> ToonOptions {
        let profile = match self.profile.as_str() {
            "toon3" => Profile::Toon3,
            "toon4" => Profile::Toon4,
            other => panic!("{}: a profile of a new kind: {other}", self.id),
        };
        let delimiter = match self.options.delimiter.as_deref() {
            None | Some("|") => Delimiter::Pipe,
            Some(",") => Delimiter::Comma,
            Some("\t") => Delimiter::Tab,
            Some(other) => panic!("{}: a delimiter of a new kind: {other:?}", self.id),
        };
        let options = ToonOptions::new().profile(profile).delimiter(delimiter);
        self.options.indent.map_or(options, |indent| options.indent(indent))
    }

    fn json(&self) -> &str {
        match (&self.data, &self.data_json) {
            (Some(data), None) => data.get(),
            (None, Some(text)) => text,
            _ => panic!("{}: one input", self.id),
        }
    }
}

#[test]
fn any_value() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/toon.json");
    let text = std::fs::read_to_string(file).expect("a file of vectors");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("cases");
    assert!(cases.len() >= 28, "the vectors are not whole");
    for case in &cases {
        assert_eq!(case.op, "toon_success", "{}", case.id);
        let [Block { r#type, text }] = &case.expected.content;
        assert_eq!(r#type, "text", "{}", case.id);
        let mut out = Vec::new();
        toon::encode(case.json().as_bytes(), &case.options(), &mut out)
            .unwrap_or_else(|error| panic!("{}: {error}", case.id));
        assert_eq!(&String::from_utf8_lossy(&out), text, "{}", case.id);
    }
}
