//! The seeds of the fuzz targets, and what once broke them, without a fuzzer.

mod compare;
mod generate;
mod oracle;
#[path = "../fuzz/src/targets.rs"]
mod targets;
mod toon;
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
fn toon_decode() {
    replay("toon_decode", toon_targets::toon_decode);
}
