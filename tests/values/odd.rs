//! Rust values that come in ways nobody writes on purpose, as they are shown: what their JSON says is
//! shown and counted, or nothing is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_presenter::{
    Censor, Frame, Presenter, PresenterBuilder, RenderErrorKind, Renderer, Request, Type,
    ValueErrorKind, t, write_json,
};
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::depth::{Endless, on_a_stack_of};

const CANARY: &str = "4111-1111-1111-1111";

fn built(builder: PresenterBuilder) -> Presenter {
    builder.build().expect("a Presenter")
}

/// Renders the value and its JSON, and sees that both are shown, counted or refused alike.
fn assert_same<T: Serialize + ?Sized>(presenter: &Presenter, value: &T, request: &Request) {
    let mut json = Vec::new();
    write_json(value, &mut json).expect("a value with JSON");
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    let mut renderer = Renderer::new();
    let of_value = renderer.render_value(presenter, value, request, Frame::Text, &mut found);
    let of_json = renderer.render(presenter, &json, request, Frame::Text, &mut expected);
    assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected));
    let (of_value, of_json) =
        (of_value.map_err(|error| error.kind()), of_json.map_err(|error| error.kind()));
    assert_eq!(format!("{of_value:?}"), format!("{of_json:?}"));
}

/// Sends these keys.
struct Sends(Vec<&'static str>);

impl Serialize for Sends {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Sends", self.0.len())?;
        self.0.iter().try_for_each(|key| fields.serialize_field(key, &1))?;
        fields.end()
    }
}

/// Undeclared keys that come twice count once, whatever the struct before has sent.
#[test]
fn repeated_keys_are_noticed_behind_any_other_struct() {
    let presenter = built(Presenter::builder("P").schema([t::integer("a").optional()]));
    let keys = ["a", "u", "v", "w"];
    let structs: Vec<Vec<&'static str>> = (0..4_usize.pow(3))
        .map(|number| [number / 16, number / 4, number].map(|at| keys[at % 4]).to_vec())
        .flat_map(|three| [three[..2].to_vec(), three])
        .collect();
    for first in &structs {
        for second in &structs {
            let items = [first, second, first, second].map(|keys| Sends(keys.clone()));
            assert_same(&presenter, &items, &Request::new());
        }
    }
    let items = ["uvw", "vw", "vwv", "wv", "uvw", "vwv", "w", "wvw"].map(|item| {
        let key = |letter: char| *keys.iter().find(|key| key.contains(letter)).expect("one");
        Sends(item.chars().map(key).collect())
    });
    assert_same(&presenter, &items, &Request::new());
}

#[test]
fn repeated_keys_are_noticed_in_wide_structs() {
    let presenter = built(Presenter::builder("P").schema([t::integer("a").optional()]));
    let names = (0..600).map(|number| &*String::leak(format!("field_{number}")));
    let names: Vec<&'static str> = names.collect();
    for (first, second) in [(0, 1), (0, 599), (126, 127), (127, 128), (300, 599)] {
        let mut keys = names.clone();
        keys[second] = keys[first];
        assert_same(&presenter, &[Sends(keys)], &Request::new());
    }
}

/// Goes on when what is in it panics.
struct Catches<T>(T);

struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        std::panic::resume_unwind(Box::new("half-way"));
    }
}

impl<T: Serialize> Serialize for Catches<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Catches", 2)?;
        let field = || fields.serialize_field("secret", &self.0);
        let _ = catch_unwind(AssertUnwindSafe(field));
        fields.serialize_field("a", "shown")?;
        fields.end()
    }
}

#[derive(Serialize)]
struct HalfWay {
    card: &'static str,
    rest: Panics,
}

fn half_way() -> HalfWay {
    HalfWay { card: CANARY, rest: Panics }
}

/// A map or a sequence with this in it.
enum Around {
    Sequence,
    Key,
    Value,
}

impl Serialize for Around {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let caught = |run: &mut dyn FnMut()| {
            let _ = catch_unwind(AssertUnwindSafe(run));
        };
        if let Self::Sequence = self {
            let mut elements = serializer.serialize_seq(None)?;
            caught(&mut || drop(elements.serialize_element(&half_way())));
            elements.serialize_element(&1)?;
            return elements.end();
        }
        let mut members = serializer.serialize_map(None)?;
        if let Self::Value = self {
            members.serialize_key("a")?;
            caught(&mut || drop(members.serialize_value(&half_way())));
        } else {
            caught(&mut || drop(members.serialize_key(&Panics)));
            let _ = members.serialize_value(&1);
        }
        members.serialize_entry("b", &1)?;
        members.end()
    }
}

#[test]
fn a_panic_that_is_caught_inside_is_an_error() {
    fn refused<T: Serialize>(value: &T) {
        let mut out = b"KEEP".to_vec();
        let error = write_json(value, &mut out).expect_err("a value that is not whole");
        assert_eq!(error.kind(), ValueErrorKind::Failed);
        assert_eq!(out, b"KEEP");
        let inner = || t::object("secret", [t::string("card"), t::string("rest").optional()]);
        let schema = || [t::string("a").optional(), inner().optional(), t::any("b").optional()];
        let presenters = [
            Presenter::builder("P").schema(schema()).redact(["secret"], Censor::default()),
            Presenter::builder("P").schema(schema()).redact(["secret.card"], Censor::remove()),
            Presenter::builder("P").schema(schema()),
            Presenter::builder("P").root(Type::record(Type::any())),
            Presenter::builder("P").allow_everything(),
        ];
        for presenter in presenters.map(built) {
            for request in [Request::new(), Request::new().select(["a"])] {
                let result = Renderer::new().render_value(
                    &presenter,
                    value,
                    &request,
                    Frame::Text,
                    &mut out,
                );
                assert_eq!(out, b"KEEP", "{}", String::from_utf8_lossy(&out));
                let error = result.expect_err("a value that is not whole");
                assert_eq!(error.kind(), RenderErrorKind::InvalidValue);
            }
        }
    }
    refused(&Catches(half_way()));
    refused(&[Catches(half_way())]);
    refused(&Catches(Panics));
    refused(&Catches([Some(half_way())]));
    refused(&Around::Value);
    refused(&Around::Key);
    let within = |around| [std::collections::BTreeMap::from([("b", around)])];
    refused(&within(Around::Sequence));
    refused(&within(Around::Value));
    refused(&within(Around::Key));
}

#[derive(Clone, Serialize)]
struct Pair {
    a: Option<u8>,
    b: u8,
}

/// What was selected is known only where an object was shown.
#[test]
fn names_are_found_where_an_object_is_shown() {
    let item = || Type::object([t::integer("a").nullable(), t::integer("b")]).nullable();
    let builder = || Presenter::builder("P").root(item());
    let pair = || Some(Pair { a: None, b: 1 });
    let presenters = [
        builder(),
        builder().limit(0),
        builder().limit(1),
        builder().redact(["[*]"], Censor::default()),
        builder().redact(["*"], Censor::default()),
        builder().redact(["*"], Censor::remove()),
        builder().redact(["a", "b"], Censor::remove()).redact_nulls(true),
        builder().max_depth(1),
        builder().max_depth(2),
    ];
    for (number, presenter) in presenters.map(|builder| builder.build()).into_iter().enumerate() {
        let Ok(presenter) = presenter else { panic!("presenter {number}") };
        for select in [&[][..], &["b"], &["b", "x"], &["x"], &["b", "a"]] {
            let request = Request::new().select(select.iter().copied());
            assert_same(&presenter, &[None::<Pair>, None], &request);
            assert_same(&presenter, &[None, pair()], &request);
            assert_same(&presenter, &[pair(), None], &request);
            assert_same(&presenter, &[None::<Pair>; 0], &request);
            assert_same(&presenter, &pair(), &request);
            assert_same(&presenter, &None::<Pair>, &request);
        }
    }
}

#[test]
fn what_never_ends_is_refused_on_a_small_stack() {
    on_a_stack_of(768, || {
        let presenters = [
            Presenter::builder("P").schema([t::any("key").optional()]),
            Presenter::builder("P").root(Type::record(Type::any())),
            Presenter::builder("P").schema([t::array("key", Type::any()).optional()]),
            Presenter::builder("P").allow_everything(),
        ];
        for presenter in presenters.map(built) {
            for endless in Endless::ALL {
                let values = std::collections::BTreeMap::from([("key", [Some(endless)])]);
                let mut out = Vec::new();
                let result = Renderer::new().render_value(
                    &presenter,
                    &values,
                    &Request::new(),
                    Frame::Text,
                    &mut out,
                );
                let error = result.expect_err("a value that never ends");
                assert_eq!(error.kind(), RenderErrorKind::InvalidValue);
                assert_eq!(out, b"");
            }
        }
    });
}
