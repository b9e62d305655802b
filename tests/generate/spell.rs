//! A tree to bytes: white space and escapes in every style, and then damage.

use super::data::Node;
use super::rng::Rng;
use super::words::Unit;

/// How a document is spelled.
#[derive(Clone, Copy, Debug)]
struct Style {
    space: Space,
    /// Percent of characters that are escaped without need.
    escape: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    None,
    /// Two spaces a level.
    Pretty,
    /// After commas and colons.
    Loose,
    /// Anywhere, any, now and then.
    Odd(usize),
}

/// The bytes of a document.
pub fn document(rng: &mut Rng, node: &Node) -> Vec<u8> {
    let space = match rng.weighted(&[60, 12, 12, 8, 8]) {
        0 => Space::None,
        1 => Space::Pretty,
        2 => Space::Loose,
        3 => Space::Odd(2),
        _ => Space::Odd(60),
    };
    let escape = [0, 0, 0, 0, 1, 1, 10, 100][rng.below(8)];
    let mut speller = Speller { style: Style { space, escape }, rng, out: Vec::new() };
    if speller.rng.chance(3) {
        speller.out.extend(b"\xEF\xBB\xBF");
    }
    speller.space();
    speller.node(node, 0);
    speller.space();
    speller.out
}

struct Speller<'a> {
    style: Style,
    rng: &'a mut Rng,
    out: Vec<u8>,
}

impl Speller<'_> {
    /// White space where any may stand.
    fn space(&mut self) {
        if let Space::Odd(percent) = self.style.space
            && self.rng.chance(percent)
        {
            let most = self.rng.pick(&[1, 1, 3, 80]);
            for _ in 0..self.rng.within(1, most) {
                self.out.push(self.rng.pick(b" \t\n\r"));
            }
        }
    }

    fn line(&mut self, depth: usize) {
        if self.style.space == Space::Pretty {
            self.out.push(b'\n');
            self.out.resize(self.out.len() + 2 * depth, b' ');
        }
        self.space();
    }

    fn node(&mut self, node: &Node, depth: usize) {
        match node {
            Node::Raw(text) => self.out.extend(text.bytes()),
            Node::String(units) => self.string(units),
            Node::Array(elements) => {
                self.list(b"[]", elements, depth, |speller, element| {
                    speller.node(element, depth + 1);
                });
            }
            Node::Object(members) => {
                self.list(b"{}", members, depth, |speller, (key, value)| {
                    speller.string(key);
                    speller.space();
                    speller.out.push(b':');
                    if matches!(speller.style.space, Space::Pretty | Space::Loose) {
                        speller.out.push(b' ');
                    }
                    speller.space();
                    speller.node(value, depth + 1);
                });
            }
        }
    }

    fn list<T>(
        &mut self,
        brackets: &[u8; 2],
        entries: &[T],
        depth: usize,
        mut spell: impl FnMut(&mut Self, &T),
    ) {
        self.out.push(brackets[0]);
        for (i, entry) in entries.iter().enumerate() {
            if i > 0 {
                self.out.push(b',');
                if self.style.space == Space::Loose {
                    self.out.push(b' ');
                }
            }
            self.line(depth + 1);
            spell(self, entry);
            self.space();
        }
        if entries.is_empty() {
            self.space();
        } else {
            self.line(depth);
        }
        self.out.push(brackets[1]);
    }

    fn string(&mut self, units: &[Unit]) {
        self.out.push(b'"');
        for (i, &unit) in units.iter().enumerate() {
            match unit {
                Unit::Char(c) => self.character(c),
                Unit::Lone(code) => {
                    // Two halves that meet would be a pair, which is a case of its own.
                    let after_high = i > 0
                        && matches!(units[i - 1], Unit::Lone(high) if high < 0xDC00)
                        && code >= 0xDC00;
                    if after_high {
                        self.out.push(b'-');
                    }
                    self.hex(code);
                }
            }
        }
        self.out.push(b'"');
    }

    fn character(&mut self, c: char) {
        let short = match c {
            '"' => Some("\\\""),
            '\\' => Some("\\\\"),
            '/' => Some("\\/"),
            '\u{8}' => Some("\\b"),
            '\u{c}' => Some("\\f"),
            '\n' => Some("\\n"),
            '\r' => Some("\\r"),
            '\t' => Some("\\t"),
            _ => None,
        };
        let must = c < ' ' || c == '"' || c == '\\';
        let escape = self.rng.chance(self.style.escape);
        match short {
            Some(short) if (must && !escape) || (escape && self.rng.chance(50)) => {
                self.out.extend(short.bytes());
            }
            _ if must || escape => {
                for &mut code in c.encode_utf16(&mut [0; 2]) {
                    self.hex(code);
                }
            }
            _ => self.out.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }

    fn hex(&mut self, code: u16) {
        let text =
            if self.rng.chance(50) { format!("\\u{code:04x}") } else { format!("\\u{code:04X}") };
        self.out.extend(text.bytes());
    }
}

/// Damages a document in one to three places.
pub fn damage(rng: &mut Rng, bytes: &mut Vec<u8>) {
    const TELLING: &[u8] =
        b"{}[],:\"\\ \n\t\r0123456789.eE+-tfnu/x\x00\x1f\x7f\x80\xbf\xc3\xe2\xed\xf0\xff";
    for _ in 0..rng.within(1, 3) {
        let at = rng.below(bytes.len() + 1);
        let one = rng.pick(TELLING);
        match rng.weighted(&[20, 25, 20, 15, 5, 5, 5, 5, 8]) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 if at < bytes.len() => bytes[at] = one,
            2 => bytes.insert(at, one),
            3 if at < bytes.len() => _ = bytes.remove(at),
            4 => bytes.truncate(at),
            5 => {
                let end = (at + rng.below(20)).min(bytes.len());
                bytes.drain(at..end);
            }
            6 => {
                let end = (at + rng.below(20)).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            7 => bytes.extend([b' ', one]),
            8 => bytes.truncate(bytes.len().saturating_sub(rng.within(1, 2))),
            _ => {}
        }
    }
}
