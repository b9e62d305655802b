//! Inputs that broke other people's software (`cases.json`), each as a test named after it,
//! together with its kind: `n001_…` is case N001.

mod around;
mod buffer;
#[path = "../clock/mod.rs"]
mod clock;
mod envelope;
mod frame;
mod hostile;
mod input;
mod key;
mod limits;
mod narrow;
mod number;
mod redact;
mod select;
mod show;
mod toon;
#[cfg(feature = "serde")]
mod values;

use show::cases;

/// Cases of which a test covers what there is to cover in JSON; the rest waits.
const PARTLY: [(&str, &[&str]); 4] = [
    ("TOON", &["L014", "R008"]),
    ("value patterns", &["K021"]),
    ("values as input", &["R040", "P001"]),
    ("budgets, and blocks that are no text", &["E003"]),
];

/// Cases that nothing covers yet, by what they wait for.
const WAITING: [(&str, &[&str]); 3] = [
    ("value patterns and masks", &["R050", "R072", "R080", "R081"]),
    ("budgets", &["X001", "X002", "X004", "X005", "X007", "X008"]),
    // The largest slice is isize::MAX bytes; what a render reserves is a window's output.
    ("an input near usize::MAX / 6 bytes, which no test can make", &["M004"]),
];

/// The sources in which a case's test may stand.
const SOURCES: [&str; 18] = [
    include_str!("around.rs"),
    include_str!("buffer.rs"),
    include_str!("envelope.rs"),
    include_str!("frame.rs"),
    include_str!("hostile.rs"),
    include_str!("input.rs"),
    include_str!("key.rs"),
    include_str!("limits.rs"),
    include_str!("narrow.rs"),
    include_str!("number.rs"),
    include_str!("redact.rs"),
    include_str!("select.rs"),
    include_str!("toon.rs"),
    include_str!("values.rs"),
    include_str!("../allocation.rs"),
    include_str!("../guard.rs"),
    // A crate of its own, which runs these cases once more.
    include_str!("../foreign_features/tests/numbers.rs"),
    include_str!("../../src/render/mod.rs"),
];

#[test]
fn every_case_is_somewhere() {
    for case in cases() {
        let id = case["id"].as_str().expect("an id");
        let name = format!("fn {}_", id.to_lowercase());
        let tests: usize = SOURCES.iter().map(|source| source.matches(&name).count()).sum();
        let waiting = WAITING.iter().filter(|entry| entry.1.contains(&id)).count();
        assert_eq!(tests + waiting, 1, "{id}: {tests} tests, waiting in {waiting} places");
        if PARTLY.iter().any(|entry| entry.1.contains(&id)) {
            assert_eq!(tests, 1, "{id} is covered in part, and has no test");
        }
    }
    let known = |id: &&str| cases().iter().any(|case| case["id"] == **id);
    for (reason, ids) in PARTLY.iter().chain(&WAITING) {
        assert!(ids.iter().all(known), "{reason} names a case that there is not");
    }
}
