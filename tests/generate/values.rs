//! Values of every form, and text that a notation with few brackets could take for something else.

use super::data::Node;
use super::few_words::shuffle;
use super::rng::Rng;
use super::words::{self, Unit, units};

/// A document, mostly small, now and then deep or long.
pub fn document(rng: &mut Rng) -> Node {
    let keys = (0..rng.within(3, 9)).map(|_| key(rng)).collect();
    let depth = rng.within(0, 4);
    let mut maker = Maker { rng, keys };
    let node = maker.value(depth);
    if maker.rng.chance(3) { maker.wrapped(node) } else { node }
}

/// What a row of a table is made of.
enum Layout {
    Cell,
    Members(Vec<(Vec<Unit>, Layout)>),
}

struct Maker<'a> {
    rng: &'a mut Rng,
    /// Few, so that they meet.
    keys: Vec<Vec<Unit>>,
}

impl Maker<'_> {
    /// A value with some `depth` containers within each other.
    fn value(&mut self, depth: usize) -> Node {
        let kinds: &[usize] =
            if depth == 0 { &[80, 10, 0, 0, 5, 2, 3] } else { &[20, 15, 20, 20, 15, 8, 2] };
        match self.rng.weighted(kinds) {
            0 => self.scalar(),
            1 => {
                let count = self.count();
                Node::Array((0..count).map(|_| self.scalar()).collect())
            }
            2 => {
                let count = self.rng.below(5);
                Node::Array((0..count).map(|_| self.value(depth - 1)).collect())
            }
            3 => {
                let count = self.rng.below(6);
                Node::Object((0..count).map(|_| (self.key(), self.value(depth - 1))).collect())
            }
            4 => {
                let count = self.count();
                Node::Array(self.rows(count))
            }
            5 => {
                let count = self.count();
                let rows = self.rows(count);
                let members = rows.into_iter().enumerate().map(|(at, row)| (self.row_key(at), row));
                Node::Object(members.collect())
            }
            _ => Node::Raw(self.rng.pick(&EMPTY).to_owned()),
        }
    }

    fn count(&mut self) -> usize {
        match self.rng.weighted(&[60, 38, 2]) {
            0 => self.rng.within(1, 3),
            1 => self.rng.below(8),
            _ => self.rng.within(9, 101),
        }
    }

    /// A key of the pool; a member may so come twice.
    fn key(&mut self) -> Vec<Unit> {
        self.rng.pick(&self.keys)
    }

    /// A key of a row in a table of an object.
    fn row_key(&mut self, at: usize) -> Vec<Unit> {
        if self.rng.chance(30) { self.key() } else { units(&format!("r{at}")) }
    }

    /// Objects that are alike, but for their order; now and then there is one that is not.
    fn rows(&mut self, count: usize) -> Vec<Node> {
        let layout = self.members(3);
        let mut rows: Vec<_> = (0..count).map(|_| self.row(&layout)).collect();
        if self.rng.chance(30) {
            rows.iter_mut().for_each(|row| shuffle(self.rng, row));
        }
        if count > 0 && self.rng.chance(20) {
            let at = if self.rng.chance(50) { count - 1 } else { self.rng.below(count) };
            self.deviate(&mut rows[at]);
        }
        rows
    }

    fn members(&mut self, depth: usize) -> Layout {
        let count = self.rng.within(1, 4);
        let members = (0..count).map(|_| {
            let folds = depth > 0 && self.rng.chance(20);
            (self.key(), if folds { self.members(depth - 1) } else { Layout::Cell })
        });
        Layout::Members(members.collect())
    }

    fn row(&mut self, layout: &Layout) -> Node {
        match layout {
            Layout::Cell => self.scalar(),
            Layout::Members(members) => {
                let members = members.iter().map(|(key, below)| (key.clone(), self.row(below)));
                Node::Object(members.collect())
            }
        }
    }

    /// Makes a row one that fits into no table, or only by the last of equal keys.
    fn deviate(&mut self, row: &mut Node) {
        let Node::Object(members) = row else { return };
        let at = self.rng.below(members.len());
        match self.rng.below(5) {
            0 => _ = members.remove(at),
            1 => members.push((self.key(), self.scalar())),
            2 => members[at].0 = self.key(),
            3 => members[at].1 = self.value(1),
            _ => *row = self.value(1),
        }
    }

    /// `node` deep within others, with something beside it here and there.
    fn wrapped(&mut self, mut node: Node) -> Node {
        for _ in 0..self.rng.within(5, 110) {
            node = match self.rng.below(5) {
                0 => Node::Array(vec![node]),
                1 => Node::Array(vec![node, self.scalar()]),
                2 => Node::Object(vec![(self.key(), node)]),
                3 => Node::Object(vec![(units("first"), node), (units("z"), self.scalar())]),
                _ => Node::Object(vec![(units("a"), self.scalar()), (units("last"), node)]),
            };
        }
        node
    }

    fn scalar(&mut self) -> Node {
        match self.rng.weighted(&[60, 25, 15]) {
            0 => Node::String(string(self.rng)),
            1 => Node::Raw(number(self.rng)),
            _ => Node::Raw(self.rng.pick(&["null", "true", "false"]).to_owned()),
        }
    }
}

/// Values with nothing in them, and with nothing else.
const EMPTY: [&str; 12] = [
    "[]",
    "{}",
    "\"\"",
    "[[]]",
    "[{}]",
    "[[],[]]",
    "[{},{}]",
    "[\"\"]",
    "[null]",
    "{\"\":{}}",
    "{\"a\":[],\"b\":{}}",
    "[[[]],{\"a\":[[]]}]",
];

/// Texts that look like something else: numbers, literals, headers, items, keys, comments.
const LOOK_ALIKES: [&str; 68] = [
    "true",
    "false",
    "null",
    "True",
    "NULL",
    "nullx",
    "-",
    "--",
    "---",
    "- a",
    "-a",
    "#",
    "# a",
    "#1",
    "+",
    "+1",
    "+a",
    "0",
    "-0",
    "00",
    "05",
    "-05",
    "1.",
    ".5",
    "1.5",
    "1e",
    "e5",
    "1e5",
    "1E-7",
    "+1e+5",
    "1e5x",
    "0x1F",
    "1_000",
    "1,5",
    "NaN",
    "Infinity",
    "-Infinity",
    "1-",
    "1 2",
    "[]",
    "[0]",
    "[0]:",
    "[]:",
    "[2]: a,b",
    "[2|]{a|b}:",
    "k[2]: x",
    "k[1]{a}:",
    "{}",
    "{a}:",
    "a:",
    "a: b",
    ":",
    ": a",
    "\"",
    "\"a\"",
    "'a'",
    "\\",
    "\\n",
    "a\\",
    "a,b",
    "a|b",
    "a\tb",
    "|",
    ",",
    "~",
    "٣",
    "−1",
    "1",
];

/// What text may begin and end with.
const EDGES: [&str; 19] = [
    " ", "  ", "\t", "\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{85}", "\u{a0}", "\u{1680}",
    "\u{2003}", "\u{2028}", "\u{202f}", "\u{3000}", "\u{feff}", "\u{200b}", "\0", "\u{7f}",
];

/// Characters of the notation.
const MARKS: &[u8] = b" -#+.0123456789eE:,|\t\n\r\"\\[]{}<>/tfnu_a\x00\x1b\x7f";

fn string(rng: &mut Rng) -> Vec<Unit> {
    match rng.weighted(&[25, 20, 20, 20, 12, 1, 2]) {
        0 => units(rng.pick(&LOOK_ALIKES)),
        1 => (0..rng.within(1, 6)).map(|_| Unit::Char(rng.pick(MARKS) as char)).collect(),
        2 => words::string(rng, true),
        3 => units(rng.pick(&["a", "Ada", "two words", "draft", "2024-01-31", "x@y.example"])),
        4 => {
            let inner = rng.pick(&["", "a", "a b", "1"]);
            let (before, after) = (rng.pick(&EDGES), rng.pick(&EDGES));
            units(&match rng.below(3) {
                0 => format!("{before}{inner}"),
                1 => format!("{inner}{after}"),
                _ => format!("{before}{inner}{after}"),
            })
        }
        5 => {
            let mut long =
                vec![Unit::Char(rng.pick(&['a', 'é', ' ', '7'])); rng.within(200, 6000)];
            let at = rng.below(long.len());
            long[at] = Unit::Char(rng.pick(MARKS) as char);
            long
        }
        _ => vec![Unit::Lone(0xD800 + rng.below(0x800) as u16)],
    }
}

fn key(rng: &mut Rng) -> Vec<Unit> {
    match rng.weighted(&[70, 10, 8, 8, 4]) {
        0 => units(rng.pick(&["id", "name", "a", "b", "c", "x_1", "at.x", "_", "A.b.C", "tags"])),
        1 => units(rng.pick(&["", " ", "a b", "a-b", "1", "é", "名", "🚚", "a.", ".a", "k[0]"])),
        2 => units(rng.pick(&LOOK_ALIKES)),
        3 => string(rng),
        _ => vec![Unit::Char('k'), Unit::Lone(0xD800 + rng.below(0x800) as u16)],
    }
}

/// A number, mostly in a spelling that nobody would choose.
fn number(rng: &mut Rng) -> String {
    if rng.chance(50) {
        return words::number(rng);
    }
    let longest = [3, 45][rng.weighted(&[95, 5])];
    let mut digits = |most: usize| -> String {
        let from = rng.pick(&["0", "9", "0123456789", "0000001"]).as_bytes();
        (0..rng.within(1, most)).map(|_| rng.pick(from) as char).collect()
    };
    let (whole, fraction, exponent) = (digits(25), digits(25), digits(longest));
    let whole = whole.trim_start_matches('0');
    let mut text = rng.pick(&["", "-"]).to_owned();
    text.push_str(if whole.is_empty() { "0" } else { whole });
    if rng.chance(60) {
        text.push('.');
        text.push_str(&fraction);
    }
    if rng.chance(50) {
        text.push_str(rng.pick(&["e", "E", "e-", "E+"]));
        text.push_str(&exponent);
    }
    text
}
