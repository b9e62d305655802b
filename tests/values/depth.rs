//! No recursion without a bound, on stacks that are small.

use mcp_presenter::ValueErrorKind;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::{json, refuse};

/// Runs `test` on a stack of so many KiB, such as a server's worker may have.
pub(crate) fn on_a_stack_of(kib: usize, test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(kib << 10).spawn(test);
    thread.expect("a thread").join().expect("the test passes");
}

/// What goes on for ever, and through what.
#[derive(Clone, Copy)]
pub(crate) enum Endless {
    Sequence,
    Map,
    Some,
    Newtype,
    Variant,
    All(u8),
}

impl Endless {
    pub(crate) const ALL: [Self; 6] =
        [Self::Sequence, Self::Map, Self::Some, Self::Newtype, Self::Variant, Self::All(0)];
}

impl Serialize for Endless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Sequence => {
                let mut elements = serializer.serialize_seq(Some(1))?;
                elements.serialize_element(self)?;
                elements.end()
            }
            Self::Map => {
                let mut members = serializer.serialize_map(None)?;
                members.serialize_entry("key", self)?;
                members.end()
            }
            Self::Some => serializer.serialize_some(self),
            Self::Newtype => serializer.serialize_newtype_struct("N", self),
            Self::Variant => serializer.serialize_newtype_variant("E", 0, "Variant", self),
            Self::All(turn) => {
                let next = Self::All((turn + 1) % 5);
                match turn {
                    0 => serializer.collect_seq([next]),
                    1 => serializer.collect_map([("key", next)]),
                    2 => serializer.serialize_some(&next),
                    3 => serializer.serialize_newtype_struct("N", &next),
                    _ => serializer.serialize_newtype_variant("E", 0, "Variant", &next),
                }
            }
        }
    }
}

#[test]
fn l003_a_value_that_never_ends_is_refused() {
    on_a_stack_of(768, || {
        for endless in Endless::ALL {
            assert_eq!(refuse(&endless).kind(), ValueErrorKind::TooDeep);
        }
        assert_eq!(refuse(&Endless::Sequence).path(), "[0]".repeat(128));
        assert_eq!(refuse(&[(Endless::Some, 1)]).path(), "[0][0]");
        // As a key, too.
        let keyed = Keyed(Endless::Some);
        assert_eq!(refuse(&keyed).kind(), ValueErrorKind::TooDeep);
    });
}

struct Keyed(Endless);

impl Serialize for Keyed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, 1)])
    }
}

fn nested(depth: usize) -> serde_json::Value {
    (0..depth).fold(serde_json::Value::Null, |inner, _| serde_json::Value::Array(vec![inner]))
}

#[test]
fn l003_128_containers_are_written() {
    on_a_stack_of(768, || {
        assert_eq!(json(&nested(128)), format!("{}null{}", "[".repeat(128), "]".repeat(128)));
        assert_eq!(refuse(&nested(129)).kind(), ValueErrorKind::TooDeep);
        let deep = nested(100_000);
        assert_eq!(refuse(&deep).kind(), ValueErrorKind::TooDeep);
        // To drop it would take the stack.
        std::mem::forget(deep);
    });
}

#[test]
fn json_text_inside_counts_from_where_it_stands() {
    let text = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let raw = serde_json::value::RawValue::from_string(text).expect("JSON");
    let within = |depth| {
        (0..depth).fold(Nested::Raw(raw.clone()), |inner, _| Nested::Array([Box::new(inner)]))
    };
    assert_eq!(json(&within(28)).len(), 257);
    assert_eq!(refuse(&within(29)).kind(), ValueErrorKind::TooDeep);
}

#[derive(Serialize)]
#[serde(untagged)]
enum Nested {
    Raw(Box<serde_json::value::RawValue>),
    Array([Box<Nested>; 1]),
}
