//! Few keys and few strings, so that objects are alike, nested, shuffled, and tags come in pieces.

use super::data::Node;
use super::rng::Rng;
use super::words::units;

const SCALARS: [&str; 24] = [
    "1",
    "-0.0",
    "1.50",
    "true",
    "null",
    "\"\"",
    "\"a\"",
    "\"a b\"",
    "\"<\"",
    "\"</\"",
    "\"domain_\"",
    "\"rules\"",
    "\"domain_rules x\"",
    "\"x <tool\"",
    "\"_error\"",
    "\"a|b\"",
    "\"a,b\"",
    "\"a\\tb\"",
    "\"42\"",
    "\"- a\"",
    "\"\\u003ctool_error>\"",
    "\"<b\"",
    "\"5 <\"",
    "\"<\\u2028\"",
];

/// A value with at most `depth` containers within each other.
pub fn value(rng: &mut Rng, depth: usize) -> Node {
    let kinds: &[usize] = if depth == 0 { &[100, 0, 0, 0] } else { &[30, 25, 25, 20] };
    match rng.weighted(kinds) {
        0 => Node::Raw(rng.pick(&SCALARS).to_owned()),
        1 => {
            let count = rng.below(4);
            Node::Array((0..count).map(|_| value(rng, depth - 1)).collect())
        }
        2 => object(rng, depth),
        _ => {
            // Alike, mostly.
            let seed = rng.next();
            let elements: Vec<_> = (0..rng.within(1, 5))
                .map(|_| {
                    let mut same = Rng::new(if rng.chance(5) { rng.next() } else { seed });
                    let mut element = object(&mut same, depth);
                    if rng.chance(40) {
                        shuffle(rng, &mut element);
                    }
                    element
                })
                .collect();
            if rng.chance(50) {
                return Node::Array(elements);
            }
            let keys = ["e", "tool_error", "rules", "k 1", "f", "g"];
            Node::Object(keys.iter().map(|key| units(key)).zip(elements).collect())
        }
    }
}

fn object(rng: &mut Rng, depth: usize) -> Node {
    let mut keys = ["a", "b", "c", "domain_rules", "a b", "", "x.y", "_error"];
    rng.shuffle(&mut keys);
    let count = rng.below(5);
    let members = keys[..count].iter().map(|key| {
        let below = if rng.chance(70) { 0 } else { depth - 1 };
        (units(key), value(rng, below))
    });
    Node::Object(members.collect())
}

/// Puts the members into another order, at every depth.
pub fn shuffle(rng: &mut Rng, node: &mut Node) {
    match node {
        Node::Object(members) => {
            rng.shuffle(members);
            members.iter_mut().for_each(|member| shuffle(rng, &mut member.1));
        }
        Node::Array(elements) => elements.iter_mut().for_each(|element| shuffle(rng, element)),
        Node::Raw(_) | Node::String(_) => {}
    }
}
