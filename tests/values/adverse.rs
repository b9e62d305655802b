//! Values whose `Serialize` fails, panics, or keeps to no rule.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_presenter::{ValueErrorKind, write_json};
use serde::ser::{Error, SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::{json, refuse};

const CANARY: &str = "4111-1111-1111-1111";

/// Writes something, then fails.
struct Fails;

impl Serialize for Fails {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(format!("card {CANARY} is bad")))
    }
}

#[derive(Serialize)]
enum Kind {
    New(Fails),
    Pair(u8, Fails),
    Fields { b: Fails },
}

#[derive(Serialize)]
struct Item<T> {
    a: &'static str,
    b: T,
}

#[test]
fn p001_a_failure_leaves_nothing_and_repeats_no_message() {
    fn failed<T: Serialize>(value: T, path: &str) {
        let error = refuse(&value);
        assert_eq!((error.kind(), error.path()), (ValueErrorKind::Failed, path));
        assert!(!format!("{error} {error:?}").contains(CANARY));
    }
    failed(Fails, "");
    failed([Item { a: CANARY, b: Fails }], "[0].b");
    failed((1, Some(Item { a: "x", b: vec![Fails] })), "[1].b[0]");
    failed(Kind::New(Fails), "New");
    failed(Kind::Pair(1, Fails), "Pair[1]");
    failed([Kind::Fields { b: Fails }], "[0].Fields.b");
    failed(std::collections::BTreeMap::from([(CANARY, Fails)]), "{key}");
}

struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        std::panic::panic_any("half-way");
    }
}

#[test]
fn p001_a_panic_leaves_nothing() {
    let mut out = b"KEEP".to_vec();
    let value = vec![Item { a: "x", b: Panics }];
    let caught = catch_unwind(AssertUnwindSafe(|| write_json(&value, &mut out)));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"half-way"));
    assert_eq!(out, b"KEEP");
}

/// Drops errors and goes on.
struct Careless;

impl Serialize for Careless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(Some(1))?;
        let _ = elements.serialize_element(&Item { a: "x", b: Fails });
        elements.serialize_element(&1)?;
        elements.end()
    }
}

#[test]
fn an_error_that_is_dropped_is_an_error_all_the_same() {
    assert_eq!(refuse(&Careless).kind(), ValueErrorKind::Failed);
    assert_eq!(refuse(&[(Careless, 1)]).kind(), ValueErrorKind::Failed);
}

/// Calls a map's functions in this order: `k` and `v`, and `K` for a key that cannot be one. Errors
/// are dropped.
struct Calls(&'static str);

impl Serialize for Calls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(Some(2))?;
        for call in self.0.chars() {
            let _ = match call {
                'k' => members.serialize_key(CANARY),
                'K' => members.serialize_key(&[1]),
                _ => members.serialize_value(CANARY),
            };
        }
        members.end()
    }
}

#[test]
fn keys_and_values_come_in_pairs() {
    assert_eq!(json(&Calls("")), "{}");
    assert_eq!(json(&Calls("kv")), format!(r#"{{"{CANARY}":"{CANARY}"}}"#));
    for calls in ["k", "v", "kk", "vk", "kvv", "kkv", "kvk", "K", "Kv", "kvKv"] {
        let error = refuse(&Calls(calls));
        assert!(matches!(error.kind(), ValueErrorKind::Failed | ValueErrorKind::UnpairedKey));
        assert!(!format!("{error:?}").contains(CANARY));
    }
    assert_eq!(refuse(&Calls("k")).kind(), ValueErrorKind::UnpairedKey);
}

/// Says another length than it has.
struct Misjudged(Option<usize>, usize);

impl Serialize for Misjudged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(self.0)?;
        (0..self.1).try_for_each(|number| elements.serialize_element(&number))?;
        elements.end()
    }
}

#[test]
fn a_length_may_be_unknown_or_wrong() {
    for said in [None, Some(0), Some(1), Some(3), Some(usize::MAX)] {
        assert_eq!(json(&Misjudged(said, 0)), "[]");
        assert_eq!(json(&Misjudged(said, 3)), "[0,1,2]");
    }
}

/// A `Display` that fails, which `to_string` would panic of.
struct Undisplayed;

impl std::fmt::Display for Undisplayed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(CANARY)?;
        Err(std::fmt::Error)
    }
}

impl Serialize for Undisplayed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[test]
fn a_display_that_fails_is_an_error() {
    assert_eq!(refuse(&[Undisplayed]).kind(), ValueErrorKind::Failed);
    let map = Pair(Undisplayed);
    assert_eq!(refuse(&map).kind(), ValueErrorKind::Failed);
}

struct Pair<K>(K);

impl<K: Serialize> Serialize for Pair<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(&self.0, 1)])
    }
}

/// Dressed as JSON text, with these fields.
struct Dressed(&'static [&'static str]);

impl Serialize for Dressed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = "$serde_json::private::RawValue";
        let mut dress = serializer.serialize_struct(name, self.0.len())?;
        self.0.iter().try_for_each(|text| dress.serialize_field(name, text))?;
        dress.end()
    }
}

#[test]
fn text_that_is_said_to_be_json_is_checked() {
    assert_eq!(json(&[Dressed(&[" [1 , 2] "])]), "[[1,2]]");
    for fields in [&[][..], &[""], &["1", "2"], &["1 2"], &["],["], &["1,2"], &["{\"a\":}"], &[" "]]
    {
        let error = refuse(&[Dressed(fields)]);
        assert_eq!(error.kind(), ValueErrorKind::InvalidJson);
    }
}
