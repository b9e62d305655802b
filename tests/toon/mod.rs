//! What the tests and the fuzz targets of TOON share: decoding with what must always hold, and
//! values that are compared as JSON's data model does.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;
use std::sync::LazyLock;

use mcp_presenter::toon::{DecodeOptions, ToonError, decode};
use mcp_presenter::{Frame, Presenter, Renderer, Request};

use crate::oracle::number::Decimal;
use crate::oracle::parse::{Data, Member, Value, parse};

/// What stands in the buffer before anything is decoded.
const BEFORE: &[u8] = b"[{before";

/// Shows any JSON, and refuses what is none.
pub static EVERYTHING: LazyLock<Presenter> = LazyLock::new(|| {
    Presenter::builder("Everything").allow_everything().build().expect("a presenter")
});

/// Decodes, and checks what holds for every input: an error leaves the buffer as it was and names a
/// place in the input; what is written is JSON, for the crate and for the oracle, and says no key
/// twice.
pub fn decoded(toon: &[u8], options: &DecodeOptions) -> Result<Value, ToonError> {
    let mut out = BEFORE.to_vec();
    let result = decode(toon, options, &mut out);
    let (before, json) = out.split_at(BEFORE.len());
    assert_eq!(before, BEFORE);
    if let Err(error) = result {
        assert!(json.is_empty(), "an error wrote something");
        assert!(error.offset() <= toon.len(), "{error}: beyond the end");
        let lines = toon.iter().filter(|byte| **byte == b'\n').count() + 1;
        assert!((1..=lines).contains(&error.line()) && error.column() >= 1, "{error}");
        return Err(error);
    }
    Renderer::new()
        .render(&EVERYTHING, json, &Request::new(), Frame::Result, &mut Vec::new())
        .expect("what is decoded is JSON");
    let value = parse(json, 128).expect("what is decoded is JSON");
    assert_keys_differ(&value);
    Ok(value)
}

fn assert_keys_differ(value: &Value) {
    match &value.data {
        Data::Array(elements) => elements.iter().for_each(assert_keys_differ),
        Data::Object(members) => {
            assert_eq!(by_key(members).len(), members.len(), "a key is there twice");
            members.iter().for_each(|member| assert_keys_differ(&member.value));
        }
        _ => {}
    }
}

fn by_key(members: &[Member]) -> HashMap<&str, &Value> {
    members.iter().map(|member| (member.key.text.as_str(), &member.value)).collect()
}

/// Whether the order of keys is part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyOrder {
    Kept,
    /// Tables put keys into the order of their header (section 2).
    Free,
}

/// Where two values differ first, by the data model of TOON: numbers compare by value, the last of
/// equal keys counts.
pub fn difference(left: &Value, right: &Value, order: KeyOrder) -> Option<String> {
    let differ = |what: &str| Some(format!(": {what}"));
    match (&left.data, &right.data) {
        (Data::Null, Data::Null) => None,
        (Data::Bool(left), Data::Bool(right)) if left == right => None,
        (Data::Number(left), Data::Number(right)) if Decimal::of(left) == Decimal::of(right) => {
            None
        }
        (Data::String(left), Data::String(right)) if left.text == right.text => None,
        (Data::Array(left), Data::Array(right)) => {
            if left.len() != right.len() {
                return differ("lengths");
            }
            left.iter().zip(right).enumerate().find_map(|(at, (left, right))| {
                difference(left, right, order).map(|place| format!("[{at}]{place}"))
            })
        }
        (Data::Object(left), Data::Object(right)) => {
            let keys = |members: &[Member]| -> Vec<String> {
                let distinct = crate::oracle::parse::distinct(members);
                distinct.iter().map(|(key, _)| key.text.clone()).collect()
            };
            let (mut left_keys, mut right_keys) = (keys(left), keys(right));
            if order == KeyOrder::Free {
                left_keys.sort();
                right_keys.sort();
            }
            if left_keys != right_keys {
                return differ("keys");
            }
            let (left, right) = (by_key(left), by_key(right));
            left_keys.iter().find_map(|key| {
                difference(left[key.as_str()], right[key.as_str()], order)
                    .map(|place| format!("[{key:?}]{place}"))
            })
        }
        _ => differ("values"),
    }
}

/// Checks that `toon` was written of `value` and stands for it.
pub fn reads_back(value: &Value, toon: &[u8], options: &DecodeOptions) -> Result<(), String> {
    let read = decoded(toon, options).map_err(|error| error.to_string())?;
    match difference(value, &read, KeyOrder::Free) {
        Some(place) => Err(format!("differs at {place}")),
        None => Ok(()),
    }
}
