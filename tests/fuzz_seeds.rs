//! The seeds of the fuzz targets, and what once broke them, without a fuzzer.

#[path = "../fuzz/src/breakout.rs"]
mod breakout;
#[path = "../fuzz/src/canary.rs"]
mod canary;
mod compare;
mod generate;
mod hostile;
#[path = "../fuzz/src/no_leak.rs"]
mod no_leak;
mod oracle;
mod reader;
#[path = "../fuzz/src/stateful.rs"]
mod stateful;
#[path = "../fuzz/src/stream.rs"]
mod stream_target;
#[path = "../fuzz/src/targets.rs"]
mod targets;
mod toon;
#[path = "../fuzz/src/toon_roundtrip.rs"]
mod toon_roundtrip;
#[path = "../fuzz/src/toon.rs"]
mod toon_targets;

use std::path::Path;

fn replay(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{target}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no seeds for {target}");
    let mut failed = Vec::new();
    for path in paths {
        let input = std::fs::read(&path).expect("a readable seed");
        if std::panic::catch_unwind(|| body(&input)).is_err() {
            failed.push(path.file_name().expect("a name").to_owned());
        }
    }
    assert!(failed.is_empty(), "{target}: {failed:?}");
}

#[test]
fn raw() {
    replay("raw", targets::raw);
}

#[test]
fn render_diff() {
    replay("render_diff", targets::render_diff);
}

#[test]
fn isa() {
    replay("isa", targets::isa);
}

#[test]
fn breakout() {
    replay("breakout", breakout::breakout);
}

#[test]
fn no_leak() {
    replay("no_leak", no_leak::no_leak);
}

#[test]
fn stream() {
    replay("stream", stream_target::stream);
}

/// The seeds of the whole, in pieces.
#[test]
fn streams_of_other_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/isa");
    for (at, entry) in std::fs::read_dir(folder).expect("seeds").enumerate() {
        let seed = std::fs::read(entry.expect("an entry").path()).expect("a readable seed");
        for round in 0..24 {
            let mut rng = generate::Rng::new((at * 24 + round) as u64);
            let mut input: Vec<u8> = (0..3).map(|_| rng.next() as u8).collect();
            input.extend_from_slice(&seed);
            stream_target::stream(&input);
        }
    }
}

#[test]
fn stateful() {
    replay("stateful", stateful::stateful);
}

/// Inputs from a generator, without a fuzzer.
fn random(target: &str, count: u64, body: fn(&[u8])) {
    for seed in 0..count {
        let mut rng = generate::Rng::new(seed);
        let length = 30 + rng.below(600);
        let input: Vec<u8> = (0..length).map(|_| rng.next() as u8).collect();
        let run = std::panic::catch_unwind(|| body(&input));
        assert!(run.is_ok(), "{target}: seed {seed}");
    }
}

#[test]
fn random_breakouts() {
    random("breakout", 300, breakout::breakout);
}

#[test]
fn random_leaks() {
    random("no_leak", 2_000, no_leak::no_leak);
}

#[test]
fn random_states() {
    random("stateful", 400, stateful::stateful);
}

#[test]
fn toon_decode() {
    replay("toon_decode", toon_targets::toon_decode);
}

#[test]
fn toon_roundtrip() {
    replay("toon_roundtrip", toon_roundtrip::toon_roundtrip);
}
