//! Rows with lists in them: columns of lists, of other values, of nulls, some in objects.

use super::data::Node;
use super::few_words::shuffle;
use super::rng::Rng;
use super::words::units;

const STRINGS: [&str; 7] =
    ["\"a\"", "\"\"", "\"<\"", "\"tool_error\"", "\"\\n\\\"\"", "\"a|b\"", "\"null\""];

const OTHERS: [&str; 4] = ["1.50", "-0", "true", "null"];

/// Elements with which a list may not be taken apart again, or is none of primitive values.
const STRANGE: [&str; 7] = ["\"a;b\"", "\"\\u003b\"", "\"a,\"", "\"|\"", "\"\"", "[]", "{}"];

/// How often, in percent, a value is of another kind than its column, or null.
#[derive(Clone, Copy)]
struct Odds {
    strange: usize,
    nulls: usize,
}

/// A table of such rows, or a value that holds some.
pub fn value(rng: &mut Rng) -> Node {
    let columns = rng.next();
    let odds = Odds { strange: rng.pick(&[0, 0, 1, 5]), nulls: rng.pick(&[0, 10, 60]) };
    let rows: Vec<Node> = (0..rng.within(1, 6))
        .map(|_| {
            let mut row = row(&mut Rng::new(columns), rng, 2, odds);
            if rng.chance(40) {
                shuffle(rng, &mut row);
            }
            row
        })
        .collect();
    let table = if rng.chance(30) {
        let keys = (0..rows.len()).map(|at| units(&format!("k{at}")));
        Node::Object(keys.zip(rows).collect())
    } else {
        Node::Array(rows)
    };
    match rng.below(4) {
        0 | 1 => table,
        2 => {
            let other = Node::Array(vec![Node::Raw("1".to_owned())]);
            Node::Object(vec![(units("a"), table), (units("b"), other)])
        }
        _ => Node::Array(vec![table.clone(), table]),
    }
}

/// An object with the members that `columns` says.
fn row(columns: &mut Rng, rng: &mut Rng, depth: usize, odds: Odds) -> Node {
    let members = (0..columns.within(1, 4)).map(|at| {
        let kind = columns.below(4);
        let value = match kind {
            _ if rng.chance(odds.nulls) && (kind < 3 || depth == 0) => raw("null"),
            3 if depth > 0 => row(columns, rng, depth - 1, odds),
            kind if (kind > 1) != rng.chance(odds.strange) => list(rng, odds),
            _ => raw(rng.pick(&STRINGS)),
        };
        (units(&format!("c{at}")), value)
    });
    Node::Object(members.collect())
}

fn list(rng: &mut Rng, odds: Odds) -> Node {
    let usual = [STRINGS.as_slice(), &OTHERS].concat();
    let elements = if rng.chance(odds.strange) { &STRANGE[..] } else { &usual };
    Node::Array((0..rng.below(4)).map(|_| raw(rng.pick(elements))).collect())
}

fn raw(text: &str) -> Node {
    Node::Raw(text.to_owned())
}
