//! The documents that what is written as TOON is tried with.

// A module of tests.
#![allow(unreachable_pub)]

use crate::generate;
use crate::oracle::parse::{Value, parse};

/// A generated document, and what the oracle reads in it.
pub fn generated(seed: u64) -> (Vec<u8>, Value) {
    let json = match seed % 10 {
        0 => return of_a_presenter(seed),
        1..4 => generate::few_words(seed),
        _ => generate::value(seed),
    };
    let value = parse(&json, 128).unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
    (json, value)
}

/// The first document of a Presenter's that is JSON in spite of its damage.
fn of_a_presenter(seed: u64) -> (Vec<u8>, Value) {
    let mut cases = (0..).flat_map(|again| generate::cases(seed + (again << 32), 1));
    let whole = cases.find_map(|case| Some((parse(&case.data, 128).ok()?, case.data)));
    let (value, json) = whole.expect("a case that is JSON");
    (json, value)
}
