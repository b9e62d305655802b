//! What is written as TOON is read back as the same value: 100,000 generated values, each in both
//! profiles and with all three delimiters.
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere (or runs one failing seed again with
//! `MCP_PRESENTER_SEEDS=1`), `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

#[path = "toon/documents.rs"]
mod documents;
mod generate;
mod oracle;
mod toon;

use std::collections::HashMap;

use generate::Rng;
use mcp_presenter::toon::{DecodeOptions, Delimiter, Encoder, Profile, ToonOptions};
use toon::reads_back;

/// Each seed gives one value.
const SEEDS: u64 = 100_000;

const PROFILES: [Profile; 2] = [Profile::Toon4, Profile::Toon3];
const DELIMITERS: [Delimiter; 3] = [Delimiter::Pipe, Delimiter::Comma, Delimiter::Tab];
const INDENTS: [u8; 5] = [2, 2, 1, 3, 8];

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// How many texts had each of the forms.
#[derive(Debug, Default)]
struct Met {
    tables: u64,
    keyed: u64,
    folded: u64,
    lists: u64,
}

impl Met {
    fn note(&mut self, toon: &[u8]) {
        let has = |form: &[u8]| u64::from(memchr::memmem::find(toon, form).is_some());
        self.tables += has(b"]{");
        self.keyed += has(b":]{") | has(b":|]{") | has(b":\t]{");
        self.folded += has(b"}}:");
        self.lists += has(b"\n- ") | has(b" - ");
    }
}

#[test]
fn values_come_back() {
    let (first, count) = (setting("MCP_PRESENTER_SEED", 0), setting("MCP_PRESENTER_SEEDS", SEEDS));
    let mut encoders: HashMap<ToonOptions, Encoder> = HashMap::new();
    let (mut met, mut out) = (Met::default(), Vec::new());
    for seed in first..first + count {
        let mut rng = Rng::new(!seed);
        let (json, value) = documents::generated(seed);
        for (profile, delimiter) in
            PROFILES.iter().flat_map(|&profile| DELIMITERS.map(|delimiter| (profile, delimiter)))
        {
            let indent = rng.pick(&INDENTS);
            let options = ToonOptions::new().profile(profile).delimiter(delimiter).indent(indent);
            let encoder = encoders.entry(options).or_insert_with(|| Encoder::new(options));
            out.clear();
            let written = encoder.encode(&json, &mut out);
            written.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            met.note(&out);
            // No text begins a line as a comment does, so readers of 3.x and of 4.x see the same.
            let reading = DecodeOptions::new().indent(indent.into()).comments(rng.chance(50));
            reads_back(&value, &out, &reading).unwrap_or_else(|difference| {
                let (json, toon) = (String::from_utf8_lossy(&json), String::from_utf8_lossy(&out));
                panic!("seed {seed}, {options:?}, {reading:?}: {difference}\n{json}\n{toon}")
            });
        }
    }
    let least = met.tables.min(met.keyed).min(met.folded).min(met.lists);
    assert!(count < 1_000 || 6 * count < 100 * least, "few of a form in {count} values: {met:?}");
}
