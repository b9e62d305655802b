//! Generated values: what serde_json writes of them, read by the Renderer, is what is written here.
//!
//! The one difference is the form of floats, which are compared by value.

use mcp_presenter::{Frame, Presenter, Renderer, Request};
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant};
use serde::ser::{SerializeTuple, SerializeTupleStruct, SerializeTupleVariant};
use serde::{Serialize, Serializer};

use super::json;
use super::rng::Rng;

const NAMES: [&str; 6] = ["a", "b", "long name", "é\"\n", "</domain_rules>", ""];

/// One for each function of a `Serializer`.
#[derive(Debug)]
enum Node {
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    WideUnsigned(u128),
    Single(f32),
    Double(f64),
    Character(char),
    Text(String),
    Bytes(Vec<u8>),
    Nothing,
    Some(Box<Node>),
    UnitStruct,
    UnitVariant(&'static str),
    Newtype(Box<Node>),
    NewtypeVariant(&'static str, Box<Node>),
    Sequence(Option<usize>, Vec<Node>),
    Tuple(Vec<Node>),
    TupleStruct(Vec<Node>),
    TupleVariant(&'static str, Vec<Node>),
    Map(Vec<(Key, Node)>),
    Struct(Vec<(&'static str, Node)>),
    StructVariant(&'static str, Vec<(&'static str, Node)>),
}

#[derive(Debug)]
enum Key {
    Text(String),
    Character(char),
    Number(i32),
    Bool(bool),
    Variant(&'static str),
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Character(character) => serializer.serialize_char(*character),
            Self::Number(number) => serializer.serialize_i32(*number),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Variant(name) => serializer.serialize_unit_variant("E", 0, name),
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Wide(value) => serializer.serialize_i128(*value),
            Self::WideUnsigned(value) => serializer.serialize_u128(*value),
            Self::Single(value) => serializer.serialize_f32(*value),
            Self::Double(value) => serializer.serialize_f64(*value),
            Self::Character(value) => serializer.serialize_char(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Bytes(value) => serializer.serialize_bytes(value),
            Self::Nothing => serializer.serialize_none(),
            Self::Some(value) => serializer.serialize_some(value),
            Self::UnitStruct => serializer.serialize_unit_struct("U"),
            Self::UnitVariant(name) => serializer.serialize_unit_variant("E", 0, name),
            Self::Newtype(value) => serializer.serialize_newtype_struct("N", value),
            Self::NewtypeVariant(name, value) => {
                serializer.serialize_newtype_variant("E", 0, name, value)
            }
            Self::Sequence(said, nodes) => {
                let mut to = serializer.serialize_seq(*said)?;
                nodes.iter().try_for_each(|node| to.serialize_element(node))?;
                to.end()
            }
            Self::Tuple(nodes) => {
                let mut to = serializer.serialize_tuple(nodes.len())?;
                nodes.iter().try_for_each(|node| to.serialize_element(node))?;
                to.end()
            }
            Self::TupleStruct(nodes) => {
                let mut to = serializer.serialize_tuple_struct("T", nodes.len())?;
                nodes.iter().try_for_each(|node| to.serialize_field(node))?;
                to.end()
            }
            Self::TupleVariant(name, nodes) => {
                let mut to = serializer.serialize_tuple_variant("E", 0, name, nodes.len())?;
                nodes.iter().try_for_each(|node| to.serialize_field(node))?;
                to.end()
            }
            Self::Map(members) => {
                let mut to = serializer.serialize_map(None)?;
                members.iter().try_for_each(|(key, node)| to.serialize_entry(key, node))?;
                to.end()
            }
            Self::Struct(fields) => {
                let mut to = serializer.serialize_struct("S", fields.len())?;
                fields.iter().try_for_each(|(name, node)| to.serialize_field(name, node))?;
                to.end()
            }
            Self::StructVariant(name, fields) => {
                let mut to = serializer.serialize_struct_variant("E", 0, name, fields.len())?;
                fields.iter().try_for_each(|(name, node)| to.serialize_field(name, node))?;
                to.end()
            }
        }
    }
}

fn text(rng: &mut Rng) -> String {
    const PIECES: [&str; 12] = [
        "a",
        "<",
        "tool_error",
        "/",
        "\"",
        "\\",
        "\n",
        "\u{1}",
        "é",
        "\u{2028}",
        "😀",
        "plain text ",
    ];
    (0..rng.below(5)).map(|_| rng.pick(&PIECES)).collect()
}

fn key(rng: &mut Rng) -> Key {
    match rng.below(6) {
        0 => Key::Character(rng.pick(&['a', '"', '<', '1'])),
        1 => Key::Number(rng.below(3) as i32 - 1),
        2 => Key::Bool(rng.chance(50)),
        3 => Key::Variant(rng.pick(&NAMES)),
        _ => Key::Text(text(rng)),
    }
}

fn scalar(rng: &mut Rng, single: bool) -> Node {
    match rng.below(13) {
        0 => Node::Bool(rng.chance(50)),
        1 => Node::Signed(rng.next() as i64 >> rng.below(64)),
        2 => Node::Unsigned(rng.next() >> rng.below(64)),
        3 => Node::Wide(i128::from(rng.next() as i64) << rng.below(64)),
        4 => Node::WideUnsigned(u128::from(rng.next()) << rng.below(65)),
        5 | 6 if single => Node::Single(f32::from_bits(rng.next() as u32)),
        5 | 6 => Node::Double(f64::from_bits(rng.next())),
        7 if !single => {
            Node::Double(rng.below(1000) as f64 / 8.0 * 10_f64.powi(rng.below(50) as i32 - 25))
        }
        8 => Node::Character(rng.pick(&['x', '"', '<', '\n', '😀'])),
        9 => Node::Bytes((0..rng.below(4)).map(|_| rng.next() as u8).collect()),
        10 => Node::UnitVariant(rng.pick(&NAMES)),
        11 if rng.chance(50) => Node::Nothing,
        11 => Node::UnitStruct,
        _ => Node::Text(text(rng)),
    }
}

/// With floats of one width, `f32` or `f64`.
fn node(rng: &mut Rng, depth: usize, single: bool) -> Node {
    if depth == 0 || rng.chance(30) {
        return scalar(rng, single);
    }
    let inner = |rng: &mut Rng| Box::new(node(rng, depth - 1, single));
    match rng.below(10) {
        0 => Node::Some(inner(rng)),
        1 => Node::Newtype(inner(rng)),
        2 => Node::NewtypeVariant(rng.pick(&NAMES), inner(rng)),
        3 => {
            let said = rng.pick(&[None, Some(2)]);
            // To serde_json a length of none is a promise.
            Node::Sequence(said, nodes(rng, depth, single))
        }
        4 => Node::Tuple(nodes(rng, depth, single)),
        5 => Node::TupleStruct(nodes(rng, depth, single)),
        6 => Node::TupleVariant(rng.pick(&NAMES), nodes(rng, depth, single)),
        7 => Node::Struct(fields(rng, depth, single)),
        8 => Node::StructVariant(rng.pick(&NAMES), fields(rng, depth, single)),
        _ => {
            let count = rng.pick(&[0, 1, 3, 20]);
            Node::Map((0..count).map(|_| (key(rng), node(rng, depth - 1, single))).collect())
        }
    }
}

fn nodes(rng: &mut Rng, depth: usize, single: bool) -> Vec<Node> {
    (0..rng.below(4)).map(|_| node(rng, depth - 1, single)).collect()
}

/// Names may come more than once, as they may where a member is flattened.
fn fields(rng: &mut Rng, depth: usize, single: bool) -> Vec<(&'static str, Node)> {
    (0..rng.below(4)).map(|_| (rng.pick(&NAMES), node(rng, depth - 1, single))).collect()
}

/// Takes the numbers out of a JSON text and gives them.
fn without_numbers(json: &str) -> (String, Vec<String>) {
    let (mut rest, mut numbers) = (String::new(), Vec::new());
    let (mut in_string, mut after_backslash, mut in_number) = (false, false, false);
    for character in json.chars() {
        let is_number = !in_string
            && matches!(character, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')
            && (in_number || matches!(character, '0'..='9' | '-'));
        if is_number {
            if !in_number {
                numbers.push(String::new());
                rest.push('#');
            }
            numbers.last_mut().expect("a number").push(character);
        } else {
            rest.push(character);
            in_string ^= character == '"' && !after_backslash;
            after_backslash = character == '\\' && !after_backslash;
        }
        in_number = is_number;
    }
    (rest, numbers)
}

/// Whether both read back to one value. Of two that are as short and as near either may be written.
fn same_float(left: &str, right: &str, single: bool) -> bool {
    let digits = |text: &str| {
        let (mantissa, _) = text.split_once('e').unwrap_or((text, ""));
        let digits = mantissa.replace(['.', '-'], "");
        digits.trim_matches('0').len()
    };
    let of_singles = || left.parse::<f32>() == right.parse::<f32>();
    let of_doubles = || left.parse::<f64>() == right.parse::<f64>();
    digits(left) == digits(right) && if single { of_singles() } else { of_doubles() }
}

#[test]
fn generated_values_are_what_serde_json_writes_of_them() {
    let everything = Presenter::builder("P").allow_everything().build().expect("a presenter");
    let mut renderer = Renderer::new();
    let mut repeated = 0;
    for seed in 0..20_000 {
        let mut rng = Rng::new(seed);
        let single = seed % 2 == 0;
        let value = [node(&mut rng, 4, single)];
        let theirs = serde_json::to_vec(&value).expect("a value");
        let mut expected = Vec::new();
        renderer
            .render(&everything, &theirs, &Request::new(), Frame::Text, &mut expected)
            .expect("JSON");
        repeated += usize::from(expected.len() + 100 < theirs.len());
        let expected = String::from_utf8(expected).expect("UTF-8");
        let (ours, expected) = (without_numbers(&json(&value)), without_numbers(&expected));
        assert_eq!(ours.0, expected.0, "seed {seed}");
        assert_eq!(ours.1.len(), expected.1.len(), "seed {seed}");
        for (ours, theirs) in ours.1.iter().zip(&expected.1) {
            let is_float = theirs.contains(['.', 'e']);
            assert!(
                ours == theirs || is_float && same_float(ours, theirs, single),
                "{ours} {theirs}"
            );
        }
    }
    assert!(repeated > 100, "keys that come twice are generated: {repeated}");
}
