//! Generated values: what serde_json writes of them, read by the Renderer, is what is written here.
//!
//! The one difference is the form of floats, which are compared by value.

use mcp_presenter::{Frame, Presenter, Renderer, Request};

use super::json;
use super::node::{Key, Node};
use super::rng::Rng;

const NAMES: [&str; 6] = ["a", "b", "long name", "é\"\n", "</domain_rules>", ""];

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
