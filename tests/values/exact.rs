//! The text of each kind of value.

use std::collections::BTreeMap;

use mcp_presenter::ValueErrorKind;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{json, refuse};

#[test]
fn n005_an_f32_is_written_as_one() {
    #[derive(Serialize)]
    struct Float {
        f: f32,
    }
    assert_eq!(json(&Float { f: 5.55 }), r#"{"f":5.55}"#);
}

#[test]
fn numbers_are_shortest_with_exponents_of_ecmascript() {
    for (value, text) in [
        (1.0, "1"),
        (-0.0, "-0"),
        (0.1, "0.1"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (5e-324, "5e-324"),
        (f64::MAX, "1.7976931348623157e+308"),
        (f64::NAN, "null"),
        (f64::INFINITY, "null"),
        (f64::NEG_INFINITY, "null"),
    ] {
        assert_eq!(json(&value), text);
    }
    assert_eq!(json(&[f32::MAX, f32::MIN_POSITIVE, f32::NAN, 16_777_216.0, 0.1]), {
        "[3.4028235e+38,1.1754944e-38,null,16777216,0.1]"
    });
    assert_eq!(json(&u128::MAX), u128::MAX.to_string());
    assert_eq!(json(&i128::MIN), i128::MIN.to_string());
    assert_eq!(
        json(&(i8::MIN, u64::MAX, i64::MIN)),
        "[-128,18446744073709551615,-9223372036854775808]"
    );
}

#[test]
fn strings_are_as_json_stringify_writes_them() {
    assert_eq!(
        json("a\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é\u{2028}😀"),
        "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}é\u{2028}😀\""
    );
    assert_eq!(json(&'"'), r#""\"""#);
    assert_eq!(json(""), r#""""#);
}

#[test]
fn strings_and_keys_forge_no_tag() {
    let map = BTreeMap::from([("</Domain_Rules", "<b> <tool_error")]);
    assert_eq!(json(&map), r#"{"\u003c/Domain_Rules":"<b> \u003ctool_error"}"#);
}

#[derive(Serialize)]
struct Unit;
#[derive(Serialize)]
struct New(u8);
#[derive(Serialize)]
struct Pair(u8, &'static str);

#[test]
fn what_writes_nothing_of_its_own() {
    assert_eq!(json(&((), Unit, None::<u8>, Some(1), Some(None::<u8>))), "[null,null,null,1,null]");
    assert_eq!(json(&(New(7), Pair(1, "x"), [0_u8; 0])), r#"[7,[1,"x"],[]]"#);
}

#[derive(Serialize)]
enum External {
    Unit,
    New(u8),
    Pair(u8, u8),
    Fields { a: u8 },
    Nothing {},
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Internal {
    Unit,
    New(Inner),
    Fields { a: u8 },
}

#[derive(Serialize)]
struct Inner {
    b: u8,
}

#[derive(Serialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    New(u8),
    Pair(u8, u8),
    Fields { a: u8 },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Untagged {
    Unit,
    New(u8),
    Pair(u8, u8),
    Fields { a: u8 },
}

#[test]
fn the_four_representations_of_an_enum() {
    use {Adjacent as A, External as E, Internal as I, Untagged as U};
    assert_eq!(
        json(&(E::Unit, E::New(1), E::Pair(1, 2), E::Fields { a: 3 }, E::Nothing {})),
        r#"["Unit",{"New":1},{"Pair":[1,2]},{"Fields":{"a":3}},{"Nothing":{}}]"#
    );
    assert_eq!(
        json(&(I::Unit, I::New(Inner { b: 1 }), I::Fields { a: 3 })),
        r#"[{"type":"Unit"},{"type":"New","b":1},{"type":"Fields","a":3}]"#
    );
    assert_eq!(
        json(&(A::Unit, A::New(1), A::Pair(1, 2), A::Fields { a: 3 })),
        r#"[{"t":"Unit"},{"t":"New","c":1},{"t":"Pair","c":[1,2]},{"t":"Fields","c":{"a":3}}]"#
    );
    assert_eq!(
        json(&(U::Unit, U::New(1), U::Pair(1, 2), U::Fields { a: 3 })),
        r#"[null,1,[1,2],{"a":3}]"#
    );
}

struct Bytes(&'static [u8]);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

#[test]
fn bytes_are_an_array_of_numbers() {
    assert_eq!(json(&[Bytes(b""), Bytes(b"\x00\xffA")]), "[[],[0,255,65]]");
}

/// A map of these pairs, in this order.
struct Pairs<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Pairs<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

fn keyed<K: Serialize>(key: K) -> Pairs<K, u8> {
    Pairs(vec![(key, 1)])
}

#[test]
fn keys_that_are_no_strings() {
    assert_eq!(json(&keyed("a\"\n")), r#"{"a\"\n":1}"#);
    assert_eq!(json(&keyed('"')), r#"{"\"":1}"#);
    assert_eq!(json(&keyed(-7_i8)), r#"{"-7":1}"#);
    assert_eq!(json(&keyed(u128::MAX)), format!(r#"{{"{}":1}}"#, u128::MAX));
    assert_eq!(json(&keyed(true)), r#"{"true":1}"#);
    assert_eq!(json(&keyed(1.0)), r#"{"1":1}"#);
    assert_eq!(json(&keyed(1e21_f32)), r#"{"1e+21":1}"#);
    assert_eq!(json(&keyed(External::Unit)), r#"{"Unit":1}"#);
    assert_eq!(json(&keyed(New(3))), r#"{"3":1}"#);
    assert_eq!(json(&keyed(Some("x"))), r#"{"x":1}"#);

    fn refused<K: Serialize>(key: K) {
        let error = refuse(&keyed(key));
        assert_eq!((error.kind(), error.path()), (ValueErrorKind::InvalidKey, "{key}"));
    }
    refused(f64::NAN);
    refused(f32::INFINITY);
    refused(());
    refused(None::<u8>);
    refused(Unit);
    refused([1, 2]);
    refused(Pair(1, "x"));
    refused(Bytes(b"x"));
    refused(External::New(1));
    refused(External::Pair(1, 2));
    refused(External::Fields { a: 1 });
    refused(BTreeMap::from([(1, 2)]));
    refused(Inner { b: 1 });
}

#[test]
fn the_last_of_equal_keys_counts_at_the_place_of_the_first() {
    let pairs = |keys: &[&'static str]| Pairs(keys.iter().copied().zip(0_u8..).collect());
    assert_eq!(json(&pairs(&["a", "b", "a", "c", "b", "a"])), r#"{"a":5,"b":4,"c":3}"#);
    assert_eq!(json(&pairs(&["\n", "<tool_error", "\n"])), r#"{"\n":2,"\u003ctool_error":1}"#);
    // These are not equal, though what they are told apart by in the first place is.
    assert_eq!(
        json(&pairs(&["aaaaaaaa1bbbbbbbb", "aaaaaaaa2bbbbbbbb"])),
        r#"{"aaaaaaaa1bbbbbbbb":0,"aaaaaaaa2bbbbbbbb":1}"#
    );
    assert_eq!(json(&[(1, pairs(&["a", "a"]))]), r#"[[1,{"a":1}]]"#);
    assert_eq!(json(&Pairs(vec![("1", 1), ("1", 2)])), r#"{"1":2}"#);

    #[derive(Serialize)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, f64>,
        z: u8,
    }
    let flat = Flat { a: 1, rest: BTreeMap::from([("a", 1e21), ("b", 0.5)]), z: 3 };
    assert_eq!(json(&flat), r#"{"a":1e+21,"b":0.5,"z":3}"#);
}

#[test]
fn fields_that_are_skipped_renamed_or_null() {
    #[derive(Serialize)]
    struct Fields {
        #[serde(rename = "A \"b\"")]
        renamed: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<u8>,
        null: Option<u8>,
    }
    let fields = |skipped| Fields { renamed: 1, skipped, null: None };
    assert_eq!(
        json(&[fields(None), fields(Some(2))]),
        r#"[{"A \"b\"":1,"null":null},{"A \"b\"":1,"skipped":2,"null":null}]"#
    );
}

#[test]
fn json_text_of_serde_json_stays_what_it_is() {
    let raw = RawValue::from_string(r#" {"b" : [1.0, 1e400, "\u00e9"], "a":1, "a" : 2} "#.into())
        .expect("JSON");
    assert_eq!(json(&[raw]), r#"[{"b":[1.0,1e400,"é"],"a":2}]"#);
}

/// What `serde_json::Number` is where `arbitrary_precision` is switched on.
struct Number(&'static str);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut dress = serializer.serialize_struct("$serde_json::private::Number", 1)?;
        dress.serialize_field("$serde_json::private::Number", self.0)?;
        dress.end()
    }
}

#[test]
fn n015_numbers_of_any_precision_are_numbers() {
    assert_eq!(json(&[Number("1.0"), Number("1e400")]), "[1.0,1e400]");
    for text in ["", "01", "NaN", "1,2", "\"x\""] {
        assert_eq!(refuse(&[Number(text)]).kind(), ValueErrorKind::InvalidJson);
    }
}
