//! What serde's attributes do to the JSON they do to the schema: without redaction a derived
//! Presenter shows exactly what `serde_json` writes.

#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::num::NonZero;
use std::sync::atomic::AtomicU8;
use std::time::Duration;

use mcp_presenter::{Entity, Frame, Presenter, Renderer, Request};
use serde::Serialize;

/// Shows the value, and a collection of it, as `serde_json` has them.
fn assert_as_json<T: Serialize + Entity>(values: &[T]) {
    let presenter = T::builder().auto_rules(false).build().expect("a declaration");
    assert!(presenter.warnings().is_empty(), "{:?}", presenter.warnings());
    let mut renderer = Renderer::new();
    let mut show = |value: &dyn Fn(&mut Renderer, &mut Vec<u8>)| {
        let mut out = Vec::new();
        value(&mut renderer, &mut out);
        String::from_utf8(out).expect("text")
    };
    let request = Request::new();
    for value in values {
        let shown = show(&|renderer, out| {
            renderer
                .render_value(&presenter, value, &request, Frame::Text, out)
                .unwrap_or_else(|error| panic!("{}: {error}", presenter.name()));
        });
        // A document that is a string is shown as the text it is.
        let json = serde_json::to_string(value).expect("JSON");
        let text = serde_json::from_str::<String>(&json);
        assert_eq!(shown, text.unwrap_or(json), "{}", presenter.name());
    }
    let shown = show(&|renderer, out| {
        renderer
            .render_value(&presenter, values, &request, Frame::Text, out)
            .expect("a collection");
    });
    assert_eq!(shown, serde_json::to_string(values).expect("JSON"));
}

#[test]
fn types_of_the_standard_library() {
    #[derive(Serialize, Presenter)]
    struct Everything<'a> {
        text: String,
        borrowed: &'a str,
        cow: Cow<'a, str>,
        character: char,
        truth: bool,
        small: i8,
        large: u128,
        negative: i128,
        nonzero: NonZero<u16>,
        atomic: AtomicU8,
        finite: f64,
        half: f32,
        no_number: f64,
        no_limit: f32,
        unit: (),
        some: Option<u8>,
        none: Option<u8>,
        nested: Option<Option<u8>>,
        list: Vec<u8>,
        array: [bool; 2],
        queue: VecDeque<u8>,
        ordered: BTreeSet<String>,
        set: HashSet<u8>,
        map: BTreeMap<String, u8>,
        numbered: BTreeMap<i32, Option<u8>>,
        truths: BTreeMap<bool, char>,
        one: (u8,),
        pair: (u8, String),
        triple: (u8, u8, f64),
        boxed: Box<[u8]>,
        duration: Duration,
        address: std::net::IpAddr,
        path: std::path::PathBuf,
        cell: std::cell::Cell<u8>,
        lock: std::sync::Mutex<u8>,
        r#type: u8,
    }
    assert_as_json(&[Everything {
        text: "a\"\u{e9}".to_owned(),
        borrowed: "b",
        cow: "c".into(),
        character: 'd',
        truth: true,
        small: -1,
        large: u128::MAX,
        negative: i128::MIN,
        nonzero: NonZero::new(5).expect("not zero"),
        atomic: AtomicU8::new(3),
        finite: 1.5,
        half: 0.1,
        no_number: f64::NAN,
        no_limit: f32::NEG_INFINITY,
        unit: (),
        some: Some(1),
        none: None,
        nested: Some(None),
        list: vec![1, 2],
        array: [true, false],
        queue: VecDeque::from([1]),
        ordered: BTreeSet::from(["x".to_owned()]),
        set: HashSet::from([9]),
        map: BTreeMap::from([("k".to_owned(), 1)]),
        numbered: BTreeMap::from([(-1, None), (2, Some(3))]),
        truths: BTreeMap::from([(true, 'y')]),
        one: (1,),
        pair: (1, "x".to_owned()),
        triple: (1, 2, f64::INFINITY),
        boxed: Box::new([1]),
        duration: Duration::new(1, 2),
        address: [127, 0, 0, 1].into(),
        path: "/tmp".into(),
        cell: 4.into(),
        lock: 5.into(),
        r#type: 6,
    }]);
}

/// The same fields and variants in every case style.
macro_rules! case_styles {
    ($($style:literal)+) => {{$(
        {
            #[derive(Serialize, Presenter)]
            #[serde(rename_all = $style)]
            #[allow(non_snake_case, reason = "serde takes names as they come")]
            struct Fields {
                id: u8,
                amount_cents: u8,
                a_b_c: u8,
                line2_of_3: u8,
                _leading: u8,
                trailing_: u8,
                double__underscore: u8,
                alreadyCamel: u8,
                SHOUTED: u8,
                #[serde(rename = "as it is")]
                renamed: u8,
            }
            assert_as_json(&[Fields {
                id: 1,
                amount_cents: 2,
                a_b_c: 3,
                line2_of_3: 4,
                _leading: 5,
                trailing_: 6,
                double__underscore: 7,
                alreadyCamel: 8,
                SHOUTED: 9,
                renamed: 10,
            }]);

            #[derive(Serialize, Presenter)]
            #[serde(rename_all = $style)]
            #[allow(non_camel_case_types, reason = "serde takes names as they come")]
            enum Names {
                Draft,
                OverDue,
                HTTPError,
                V2Beta,
                snake_name,
                #[serde(rename = "as it is")]
                Renamed,
            }
            use Names::{Draft, HTTPError, OverDue, Renamed, V2Beta, snake_name};
            assert_as_json(&[Draft, OverDue, HTTPError, V2Beta, snake_name, Renamed]);

            #[derive(Serialize, Presenter)]
            #[serde(tag = "the_tag", rename_all = $style, rename_all_fields = $style)]
            enum Tagged {
                FirstOne { first_field: u8 },
                #[serde(rename_all = "UPPERCASE")]
                SecondCase { first_field: u8 },
                ThirdVariant,
            }
            assert_as_json(&[
                Tagged::FirstOne { first_field: 1 },
                Tagged::SecondCase { first_field: 2 },
                Tagged::ThirdVariant,
            ]);
        }
    )+}};
}

#[test]
fn case_styles() {
    case_styles! {
        "lowercase" "UPPERCASE" "PascalCase" "camelCase" "snake_case" "SCREAMING_SNAKE_CASE"
        "kebab-case" "SCREAMING-KEBAB-CASE"
    }
}

#[test]
fn names_for_one_direction() {
    #[derive(Serialize, Presenter)]
    #[serde(rename_all(serialize = "camelCase"))]
    #[serde(rename_all(deserialize = "kebab-case"))]
    struct Directions {
        first_name: u8,
        #[serde(rename(serialize = "out", deserialize = "in"))]
        both: u8,
        #[serde(rename(serialize = "one"), alias = "uno")]
        #[serde(rename(deserialize = "two"))]
        in_parts: u8,
        #[serde(rename(deserialize = "in_only"))]
        only_in: u8,
        #[serde(alias = "other")]
        aliased_one: u8,
    }
    assert_as_json(&[Directions {
        first_name: 1,
        both: 2,
        in_parts: 5,
        only_in: 3,
        aliased_one: 4,
    }]);

    #[derive(Serialize, Presenter)]
    #[serde(rename_all(deserialize = "camelCase"))]
    struct Untouched {
        first_name: u8,
    }
    assert_as_json(&[Untouched { first_name: 1 }]);

    #[derive(Serialize, Presenter)]
    #[serde(rename_all_fields(serialize = "camelCase", deserialize = "UPPERCASE"), tag = "t")]
    enum Variants {
        #[serde(rename(serialize = "one", deserialize = "two"))]
        One { some_field: u8 },
        #[serde(rename_all(serialize = "kebab-case"))]
        Two { some_field: u8 },
    }
    assert_as_json(&[Variants::One { some_field: 1 }, Variants::Two { some_field: 2 }]);
}

#[test]
fn skipped_fields() {
    fn is_zero(number: &u8) -> bool {
        *number == 0
    }

    #[derive(Serialize, Presenter)]
    struct Skips {
        shown: u8,
        #[serde(skip)]
        _skipped: std::thread::ThreadId,
        #[serde(skip_serializing)]
        _not_written: u8,
        #[serde(skip_deserializing)]
        not_read: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        maybe: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        defaulted: Option<Option<u8>>,
        #[serde(default, skip_serializing_if = "is_zero")]
        zero: u8,
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        list: Vec<u8>,
    }
    let empty = || Skips {
        shown: 1,
        _skipped: std::thread::current().id(),
        _not_written: 2,
        not_read: 3,
        maybe: None,
        defaulted: None,
        zero: 0,
        list: Vec::new(),
    };
    assert_as_json(&[
        empty(),
        Skips { maybe: Some(1), defaulted: Some(Some(2)), zero: 3, list: vec![4], ..empty() },
        Skips { defaulted: Some(None), ..empty() },
    ]);
}

/// A default is for reading: a field that has one may be absent, and nothing is written for it.
#[test]
fn fields_with_a_default_may_be_absent() {
    #[derive(Serialize, Presenter)]
    struct Some {
        id: u8,
        #[serde(default)]
        list: Vec<u8>,
    }
    #[derive(Default, Serialize, Presenter)]
    #[serde(default)]
    struct All {
        id: u8,
        name: String,
    }
    let show = |presenter: &Presenter, json: &str| {
        let mut out = Vec::new();
        Renderer::new()
            .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
            .map(|_| String::from_utf8(out).expect("text"))
    };
    let (some, all) = (Some::presenter().expect("valid"), All::presenter().expect("valid"));
    assert_eq!(show(&some, r#"{"id":1}"#).expect("fits"), r#"{"id":1}"#);
    assert!(show(&some, r#"{"list":[]}"#).is_err());
    assert_eq!(show(&all, r#"{"other":1}"#).expect("fits"), "{}");
    assert_as_json(&[Some { id: 1, list: Vec::new() }]);
    assert_as_json(&[All::default()]);
}

#[test]
fn flattened_fields() {
    #[derive(Serialize, Presenter)]
    #[serde(rename_all = "camelCase")]
    struct Inner {
        inner_one: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        inner_two: Option<u8>,
        #[serde(flatten)]
        deepest: Deepest,
    }
    #[derive(Serialize, Presenter)]
    struct Deepest {
        deep: bool,
    }
    #[derive(Serialize, Presenter)]
    struct Other {
        other: u8,
        optional: Option<u8>,
    }
    #[derive(Serialize, Presenter)]
    struct Outer<T> {
        first: u8,
        #[serde(flatten)]
        inner: Inner,
        middle: u8,
        #[serde(flatten)]
        maybe: Option<Other>,
        #[serde(flatten)]
        generic: Box<T>,
        last: u8,
    }
    #[derive(Serialize, Presenter)]
    struct Third {
        third: u8,
    }
    let outer = |inner_two, maybe| Outer {
        first: 1,
        inner: Inner { inner_one: 2, inner_two, deepest: Deepest { deep: true } },
        middle: 3,
        maybe,
        generic: Box::new(Third { third: 4 }),
        last: 5,
    };
    assert_as_json(&[outer(None, None), outer(Some(1), Some(Other { other: 2, optional: None }))]);
}

#[test]
fn structs_of_every_form() {
    #[derive(Serialize, Presenter)]
    struct Unit;
    assert_as_json(&[Unit, Unit]);
    #[derive(Serialize, Presenter)]
    struct Newtype(String);
    assert_as_json(&[Newtype("a".to_owned())]);
    #[derive(Serialize, Presenter)]
    #[serde(transparent)]
    struct Transparent {
        value: Newtype,
        _marker: std::marker::PhantomData<u8>,
        #[serde(skip)]
        _skipped: u8,
    }
    let (value, _marker) = (Newtype("b".to_owned()), std::marker::PhantomData);
    assert_as_json(&[Transparent { value, _marker, _skipped: 1 }]);
    #[derive(Serialize, Presenter)]
    struct Empty {}
    assert_as_json(&[Empty {}]);
    #[derive(Serialize, Presenter)]
    #[serde(tag = "type", rename = "as it is")]
    struct Tagged {
        id: u8,
    }
    assert_as_json(&[Tagged { id: 1 }]);
    #[derive(Serialize, Presenter)]
    #[serde(tag = "type")]
    struct TaggedByName {
        id: u8,
    }
    assert_as_json(&[TaggedByName { id: 1 }]);
    #[derive(Clone, Serialize, Presenter)]
    #[serde(into = "Newtype")]
    struct Into(u8);
    impl From<Into> for Newtype {
        fn from(value: Into) -> Self {
            Self(value.0.to_string())
        }
    }
    assert_as_json(&[Into(1), Into(2)]);
    #[derive(Serialize, Presenter)]
    struct Holder {
        unit: Unit,
        place: Place,
        nullable: Nullable,
    }
    #[derive(Serialize, Presenter)]
    struct Place(f64, #[serde(skip)] (), f64);
    #[derive(Serialize, Presenter)]
    struct Nullable(Option<u8>);
    assert_as_json(&[Holder { unit: Unit, place: Place(0.5, (), 2.5), nullable: Nullable(None) }]);
}

#[test]
fn enums_that_say_which_variant_they_are() {
    #[derive(Serialize, Presenter)]
    struct Person {
        name: String,
        #[serde(flatten)]
        more: More,
    }
    #[derive(Serialize, Presenter)]
    struct More {
        age: Option<u8>,
    }
    let person = || Person { name: "Ada".to_owned(), more: More { age: None } };

    #[derive(Serialize, Presenter)]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    enum Internal {
        NaturalPerson(Person),
        LegalPerson {
            name: String,
            r#type: u8,
        },
        NoPerson,
        #[serde(skip)]
        _Skipped(std::thread::ThreadId),
    }
    let internal = || {
        [
            Internal::NaturalPerson(person()),
            Internal::LegalPerson { name: "x".to_owned(), r#type: 1 },
            Internal::NoPerson,
        ]
    };
    assert_as_json(&internal());

    #[derive(Serialize, Presenter)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent<T> {
        Unit,
        Value(T),
        List(Vec<T>),
        Pair(u8, String),
        Named { value: Option<T> },
        Internal(Internal),
    }
    let [one, two, three] = internal().map(Adjacent::Internal);
    assert_as_json(&[
        Adjacent::Unit,
        Adjacent::Value(1.5),
        Adjacent::List(vec![1.5, f64::NAN]),
        Adjacent::Pair(1, "x".to_owned()),
        Adjacent::Named { value: None },
        one,
        two,
        three,
    ]);

    #[derive(Serialize, Presenter)]
    #[serde(tag = "only")]
    enum Names {
        First,
        Second,
    }
    assert_as_json(&[Names::First, Names::Second]);
}

/// Forms at the edge of what serde's attributes say.
#[test]
fn odd_forms() {
    #[derive(Serialize, Presenter)]
    struct Nothing {}
    #[derive(Serialize, Presenter)]
    struct Keys {
        #[serde(rename = "*")]
        star: u8,
        #[serde(rename = "**")]
        stars: u8,
        #[serde(rename = "")]
        empty: u8,
        #[serde(rename = "[0]")]
        index: u8,
        #[serde(rename = "a.b\"c")]
        dotted: u8,
        r#type: u8,
    }
    #[derive(Serialize, Presenter)]
    struct Part(u8, #[serde(skip)] (), u32);
    #[derive(Serialize, Presenter)]
    struct One(u8, #[serde(skip_serializing)] ());
    #[derive(Serialize, Presenter)]
    #[serde(tag = "kind", rename = "of its own", rename_all = "UPPERCASE")]
    struct Tagged {
        nothing: Nothing,
        #[serde(flatten)]
        one: Flat,
    }
    #[derive(Serialize, Presenter)]
    #[serde(rename_all(serialize = "SCREAMING-KEBAB-CASE", deserialize = "lowercase"))]
    struct Flat {
        some_part: Part,
        #[serde(rename(deserialize = "x"))]
        some_one: One,
    }
    #[derive(Serialize, Presenter)]
    #[serde(tag = "t", content = "c", rename_all = "kebab-case")]
    enum Adjacent {
        NoParts,
        OneUnit(()),
        #[serde(rename_all = "camelCase")]
        SomeFields {
            one_field: u8,
            #[serde(skip)]
            _other: u8,
        },
        Parts(u8, #[serde(skip)] ()),
        Maybe(Option<u8>),
    }
    assert_as_json(&[Nothing {}]);
    let keys = || Keys { star: 1, stars: 2, empty: 3, index: 4, dotted: 5, r#type: 6 };
    assert_as_json(&[keys(), keys()]);
    let flat = || Flat { some_part: Part(1, (), 3), some_one: One(1, ()) };
    assert_as_json(&[flat()]);
    assert_as_json(&[Tagged { nothing: Nothing {}, one: flat() }]);
    assert_as_json(&[
        Adjacent::NoParts,
        Adjacent::OneUnit(()),
        Adjacent::SomeFields { one_field: 1, _other: 2 },
        Adjacent::Parts(1, ()),
        Adjacent::Maybe(None),
    ]);
}
