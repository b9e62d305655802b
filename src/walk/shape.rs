//! The shape of an item: its text with the values taken out.
//!
//! Items of one collection mostly differ in their values alone. A shape is learned from one item
//! and says, for the next, which bytes must stand where between the values.

use crate::scan::index::Index;
use crate::scan::tape::{Token, TokenKind};

/// A value of the item, and the text before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// From the first structural byte behind the value before up to this value, the opening quote
    /// of a string and the opening bracket of an array included.
    pub(crate) before: Vec<u8>,
    /// How many structural bytes that text has.
    pub(crate) entries: usize,
    pub(crate) class: Class,
    /// The token of the value, in the tape that the shape was learned from.
    pub(crate) token: u32,
}

/// What stands at a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    String,
    Number,
    Boolean,
    Null,
    /// An array of strings, possibly empty.
    Strings,
    StringOrNull,
    NumberOrNull,
    /// Nothing: the item's end.
    End,
}

impl Class {
    /// The class of a leaf that was `self` in one item and `other` in another.
    fn merge(self, other: Self) -> Option<Self> {
        use Class::{Null, Number, NumberOrNull, String, StringOrNull};
        Some(match (self, other) {
            (left, right) if left == right => left,
            (String | StringOrNull, Null | StringOrNull)
            | (Null | StringOrNull, String)
            | (Null, StringOrNull) => StringOrNull,
            (Number | NumberOrNull, Null | NumberOrNull)
            | (Null | NumberOrNull, Number)
            | (Null, NumberOrNull) => NumberOrNull,
            _ => return None,
        })
    }

    /// Whether the opening quote of the value belongs to the text before it.
    pub(crate) fn is_quoted(self) -> bool {
        self == Self::String
    }
}

/// The leaves of an item in text order; the last is [`Class::End`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) leaves: Vec<Leaf>,
    /// How many containers are nested in it, itself included.
    pub(crate) depth: usize,
}

/// Items with more values are left to the general walk.
pub(crate) const MOST_LEAVES: usize = 256;

/// Bytes of text between values that a shape may have. Shapes are kept; data may not make them
/// large.
const MOST_TEXT: usize = 8 << 10;

impl Shape {
    /// The shape of the object on `tokens`, which stands in the compact window `bytes`.
    ///
    /// None if it has something that shapes cannot say: arrays of anything but strings, and values
    /// that a cast has made of another kind.
    pub(crate) fn learn(bytes: &[u8], index: &Index, tokens: &[Token]) -> Option<Self> {
        let root = tokens.first().filter(|token| token.kind == TokenKind::Object)?;
        let mut leaves: Vec<Leaf> = Vec::new();
        let positions = index.positions();
        let mut behind = root.start as usize;
        let mut entry = positions.partition_point(|position| (*position as usize) < behind);
        let mut text = 0;
        let mut push = |class, token: u32, value: usize, value_end: usize| {
            text += value - behind;
            if text > MOST_TEXT || leaves.len() == MOST_LEAVES {
                return None;
            }
            let next = positions[entry..]
                .iter()
                .take_while(|position| (**position as usize) < value)
                .count();
            leaves.push(Leaf {
                before: bytes.get(behind..value)?.to_vec(),
                entries: next,
                class,
                token,
            });
            entry = positions.partition_point(|position| (*position as usize) < value_end);
            behind = value_end;
            Some(())
        };
        let mut at = 0;
        while at < root.next as usize {
            let token = &tokens[at];
            if token.is_converted() {
                // Its text is that of another kind.
                return None;
            }
            let (start, end) = (token.start as usize, token.end as usize);
            match token.kind {
                TokenKind::Key | TokenKind::Object => {}
                TokenKind::Array => {
                    let elements = &tokens[at + 1..token.next as usize];
                    let is_plain = |element: &Token| {
                        element.kind == TokenKind::String && !element.is_converted()
                    };
                    if !elements.iter().all(is_plain) {
                        return None;
                    }
                    push(Class::Strings, at as u32, start + 1, end - 1)?;
                    at = token.next as usize;
                    continue;
                }
                TokenKind::String => push(Class::String, at as u32, start + 1, end)?,
                TokenKind::Number => push(Class::Number, at as u32, start, end)?,
                TokenKind::True | TokenKind::False => {
                    push(Class::Boolean, at as u32, start, end)?;
                }
                TokenKind::Null => push(Class::Null, at as u32, start, end)?,
            }
            at += 1;
        }
        let end = root.end as usize;
        push(Class::End, 0, end, end)?;
        Some(Self { leaves, depth: nesting(tokens) })
    }

    /// Bytes of memory that it holds, about.
    pub(crate) fn weight(&self) -> usize {
        let text: usize = self.leaves.iter().map(|leaf| leaf.before.len()).sum();
        text + self.leaves.len() * size_of::<Leaf>()
    }

    /// Widens this shape so that it fits items of `other` too, if only classes differ.
    pub(crate) fn merge(&self, other: &Self) -> Option<Self> {
        if self.leaves.len() != other.leaves.len() {
            return None;
        }
        let leaves = self.leaves.iter().zip(&other.leaves).map(|(left, right)| {
            let class = left.class.merge(right.class)?;
            // Where a value may be null, its quote no longer belongs to the text before it.
            let plain = |leaf: &Leaf| {
                let quoted = leaf.class.is_quoted() && !class.is_quoted();
                leaf.before[..leaf.before.len() - usize::from(quoted)].to_vec()
            };
            let before = plain(left);
            (before == plain(right)).then(|| Leaf { before, class, ..right.clone() })
        });
        let leaves = leaves.collect::<Option<_>>()?;
        // The same text between the values nests them in the same way.
        (self.depth == other.depth).then_some(Self { leaves, depth: self.depth })
    }
}

/// How many containers are nested in the value on `tokens`.
fn nesting(tokens: &[Token]) -> usize {
    let (mut open, mut deepest) = (Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        while open.last().is_some_and(|end| *end as usize <= at) {
            open.pop();
        }
        if matches!(token.kind, TokenKind::Object | TokenKind::Array) {
            open.push(token.next);
            deepest = deepest.max(open.len());
        }
    }
    deepest
}

/// A number that is the same for items with the same keys and the same kinds of values in the same
/// order, and different for nearly all others.
pub(crate) fn form(bytes: &[u8], tokens: &[Token]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut mix = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    for token in tokens {
        mix(token.kind as u8);
        if token.is_converted() {
            mix(u8::MAX);
        }
        if token.kind == TokenKind::Key {
            let key = bytes.get(token.start as usize..token.end as usize).unwrap_or_default();
            key.iter().copied().for_each(&mut mix);
        }
    }
    hash
}
