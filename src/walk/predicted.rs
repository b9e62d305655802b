//! Matching an item against a predicted shape, by its structural index alone.

use crate::plan::automaton::State;
use crate::plan::{Elements, Kind, NodeId, Plan, ScalarKinds};
use crate::scan::vector::{LANE, Vector};
use crate::text::number;

use super::drive::Bound;
use super::owners::{Owner, Owners};
use super::shape::{Class, MOST_LEAVES, Shape};

/// A shape, ready to be compared with items, and what the plan asks of its values.
#[derive(Debug)]
pub(crate) struct Predicted {
    pub(crate) leaves: Vec<PredictedLeaf>,
    segments: Vec<Segment>,
    comparisons: Vec<Comparison>,
    /// The leaves that are checked after the text, by kind of check.
    numbers: Vec<(u16, bool)>,
    booleans: Vec<u16>,
    nullable: Vec<(u16, Class, bool)>,
    choices: Vec<(u16, NodeId)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PredictedLeaf {
    /// Bytes of the text before the value.
    before: u32,
    pub(crate) class: Class,
}

/// Leaves whose text stands at fixed places of the index, up to an array.
#[derive(Debug)]
struct Segment {
    /// Its comparisons, up to this one.
    comparisons_end: usize,
    /// How many positions of the index it reaches over.
    entries: usize,
    /// The array that ends it, if it is not the last, and which position its bracket is.
    array: Option<(u16, usize)>,
}

/// Up to 32 bytes of text before a leaf.
#[derive(Debug)]
#[repr(C, align(32))]
struct Comparison {
    template: [u8; LANE],
    mask: [u8; LANE],
    /// The position of the index where the text of the leaf begins, within its segment.
    entry: usize,
    /// How far into that text this comparison lies.
    shift: usize,
    /// The leaf. Each has a text before it, if only a comma or a bracket.
    leaf: u16,
}

/// Where the values of a matched item stand.
#[derive(Debug)]
pub(crate) struct Places {
    /// Where the text before each leaf begins.
    starts: [u32; MOST_LEAVES],
    /// For an array, the positions of the index from its first bracket to its last.
    arrays: [(u32, u32); MOST_LEAVES],
}

impl Default for Places {
    fn default() -> Self {
        Self { starts: [0; MOST_LEAVES], arrays: [(0, 0); MOST_LEAVES] }
    }
}

/// A matched item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    /// The byte behind it.
    pub(crate) end: usize,
    /// The first position of the index behind it.
    pub(crate) entry: usize,
}

impl Predicted {
    /// Prepares `shape`, learned from this item, which is bound to its owner.
    ///
    /// None if the plan asks something of a value that is not checked here.
    pub(crate) fn new(plan: &Plan, owner: Owner, shape: &Shape, bound: Bound<'_>) -> Option<Self> {
        let mut predicted = Self {
            leaves: Vec::new(),
            segments: Vec::new(),
            comparisons: Vec::new(),
            numbers: Vec::new(),
            booleans: Vec::new(),
            nullable: Vec::new(),
            choices: Vec::new(),
        };
        predicted.lay_out(shape);
        let owners = Owners::of(plan, owner, bound)?;
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let owner = match leaf.class {
                Class::End => Owner::Nobody,
                _ => owners.of_token(leaf.token as usize),
            };
            predicted.ask(plan, at as u16, leaf.class, owner)?;
        }
        Some(predicted)
    }

    /// Bytes of memory that it holds, about.
    pub(crate) fn weight(&self) -> usize {
        self.comparisons.len() * size_of::<Comparison>()
            + self.leaves.len() * 2 * size_of::<PredictedLeaf>()
    }

    fn lay_out(&mut self, shape: &Shape) {
        let mut entry = 0;
        for (at, leaf) in shape.leaves.iter().enumerate() {
            for (i, text) in leaf.before.chunks(LANE).enumerate() {
                let (mut template, mut mask) = ([0; LANE], [0; LANE]);
                template[..text.len()].copy_from_slice(text);
                mask[..text.len()].fill(0xFF);
                let shift = i * LANE;
                let leaf = at as u16;
                self.comparisons.push(Comparison { template, mask, entry, shift, leaf });
            }
            self.leaves.push(PredictedLeaf { before: leaf.before.len() as u32, class: leaf.class });
            entry += leaf.entries;
            let is_array = leaf.class == Class::Strings;
            if is_array || leaf.class == Class::End {
                self.segments.push(Segment {
                    comparisons_end: self.comparisons.len(),
                    entries: entry,
                    array: is_array.then_some((at as u16, entry - 1)),
                });
                entry = 0;
            }
        }
    }

    /// Notes what has to be checked at a leaf.
    ///
    /// Bound items fit their nodes. A class wider than one kind fits if both kinds do, and what
    /// was recorded of one is written for both, so it must be written as it came.
    fn ask(&mut self, plan: &Plan, leaf: u16, class: Class, owner: Owner) -> Option<()> {
        let is_wide = matches!(class, Class::StringOrNull | Class::NumberOrNull);
        let mut integer = false;
        match owner {
            Owner::Nobody => {}
            Owner::Data(state) => {
                let is_censored = plan.automaton.verdict(state).censor.is_some();
                // Paths may reach the elements of an array.
                let reaches_in = class == Class::Strings && state != State::DEAD && !is_censored;
                if (is_wide && is_censored) || reaches_in {
                    return None;
                }
            }
            Owner::Node(id) => {
                let node = plan.node(id);
                if is_wide && (node.censor.is_some() || !node.nullable) {
                    return None;
                }
                integer = self.ask_node(plan, leaf, class, id)?;
            }
        }
        match class {
            Class::Number => self.numbers.push((leaf, integer)),
            Class::NumberOrNull | Class::StringOrNull | Class::Null => {
                self.nullable.push((leaf, class, integer));
            }
            Class::Boolean => self.booleans.push(leaf),
            Class::String | Class::Strings | Class::End => {}
        }
        Some(())
    }

    /// Notes what a node asks of a leaf of this class, and says whether it must be an integer;
    /// nothing if not every value of the class could be of the node as it stands.
    fn ask_node(&mut self, plan: &Plan, leaf: u16, class: Class, id: NodeId) -> Option<bool> {
        match (&plan.node(id).kind, class) {
            (_, Class::Null)
            | (Kind::String, Class::String | Class::StringOrNull)
            | (Kind::Number, Class::Number | Class::NumberOrNull)
            | (Kind::Boolean, Class::Boolean) => {}
            (Kind::Integer, Class::Number | Class::NumberOrNull) => return Some(true),
            (Kind::Scalar(kinds), Class::String | Class::StringOrNull)
                if kinds.covers(ScalarKinds::STRING) => {}
            (Kind::Scalar(kinds), Class::Number | Class::NumberOrNull)
                if kinds.covers(ScalarKinds::NUMBER) => {}
            (Kind::Scalar(kinds), Class::Boolean) if kinds.covers(ScalarKinds::BOOLEAN) => {}
            (Kind::Enum(choice), Class::String) if choice.is_plain() => {
                self.choices.push((leaf, id));
            }
            (Kind::Array(elements), Class::Strings) if takes_plain_strings(plan, elements) => {}
            // What all take as it stands is written like that, whichever of them casts.
            (Kind::Each(nodes), _) => {
                return nodes.iter().try_fold(false, |integer, id| {
                    Some(integer | self.ask_node(plan, leaf, class, *id)?)
                });
            }
            _ => return None,
        }
        Some(false)
    }

    /// Compares the item that begins at `start`, which should be position `entry` of the index.
    /// Positions count from the start of `bytes`, which should reach 32 bytes beyond the item.
    ///
    /// A match fits the plan and is well formed; the scan has seen to what is between structural
    /// bytes being at most one scalar each. No match says nothing.
    #[inline(always)]
    pub(crate) fn find<V: Vector>(
        &self,
        vector: V,
        plan: &Plan,
        bytes: &[u8],
        positions: &[u32],
        (start, entry): (usize, usize),
        places: &mut Places,
    ) -> Option<Match> {
        // Something else may stand before the first structural byte.
        if *positions.get(entry)? as usize != start {
            return None;
        }
        let mut difference = vector.no_difference();
        let mut base = entry;
        let mut comparisons = self.comparisons.as_slice();
        let mut compared = 0;
        for segment in &self.segments {
            let entries = positions.get(base..base + segment.entries)?;
            let (own, rest) = comparisons.split_at(segment.comparisons_end - compared);
            (comparisons, compared) = (rest, segment.comparisons_end);
            for comparison in own {
                let start = *entries.get(comparison.entry)?;
                let at = start as usize + comparison.shift;
                let text = bytes.get(at..at + LANE)?.first_chunk()?;
                vector.compare(text, &comparison.template, &comparison.mask, &mut difference);
                places.starts[usize::from(comparison.leaf) % MOST_LEAVES] = start;
            }
            if let Some((leaf, bracket)) = segment.array {
                let open = base + bracket;
                base = array_end(bytes, positions, open)?;
                *places.arrays.get_mut(usize::from(leaf))? = (open as u32, base as u32);
            } else {
                base += segment.entries;
            }
        }
        if !vector.is_none(difference) || !self.values_fit(vector, plan, bytes, places) {
            return None;
        }
        let last = self.leaves.len() - 1;
        let end = (places.starts[last] + self.leaves[last].before) as usize;
        Some(Match { end, entry: base })
    }

    /// Where the text before a leaf begins.
    #[inline(always)]
    pub(crate) fn start(&self, leaf: usize, places: &Places) -> usize {
        places.starts[leaf % MOST_LEAVES] as usize
    }

    /// The bytes of a value, without the quotes of a string.
    #[inline(always)]
    pub(crate) fn span(&self, leaf: usize, places: &Places) -> (usize, usize) {
        let PredictedLeaf { before, class } = self.leaves[leaf];
        let start = places.starts[leaf % MOST_LEAVES] + before;
        let end = places.starts[(leaf + 1) % MOST_LEAVES] - u32::from(class.is_quoted());
        (start as usize, end as usize)
    }

    /// The positions of the index from the first bracket of an array to its last.
    #[inline(always)]
    pub(crate) fn array(&self, leaf: usize, places: &Places) -> (usize, usize) {
        let (open, close) = places.arrays[leaf % MOST_LEAVES];
        (open as usize, close as usize)
    }

    #[inline(always)]
    fn values_fit<V: Vector>(&self, vector: V, plan: &Plan, bytes: &[u8], places: &Places) -> bool {
        for (leaf, integer) in &self.numbers {
            let (start, end) = self.span(usize::from(*leaf), places);
            if !is_number(vector, bytes, start, end, *integer) {
                return false;
            }
        }
        for (leaf, class, integer) in &self.nullable {
            let (start, end) = self.span(usize::from(*leaf), places);
            let text = bytes.get(start..end).unwrap_or_default();
            let fits = match class {
                // A scalar that begins with a quote is a whole string: the scan says so.
                Class::StringOrNull => text == b"null" || text.first() == Some(&b'"'),
                Class::NumberOrNull => {
                    text == b"null" || is_number(vector, bytes, start, end, *integer)
                }
                _ => text == b"null",
            };
            if !fits {
                return false;
            }
        }
        for leaf in &self.booleans {
            let (start, end) = self.span(usize::from(*leaf), places);
            if !matches!(bytes.get(start..end), Some(b"true" | b"false")) {
                return false;
            }
        }
        for (leaf, node) in &self.choices {
            let (start, end) = self.span(usize::from(*leaf), places);
            let Kind::Enum(choice) = &plan.node(*node).kind else { return false };
            let text = bytes.get(start..end).unwrap_or_default();
            if !choice.has_plain(text) {
                return false;
            }
        }
        true
    }
}

/// Whether any strings may be elements, written as they came.
fn takes_plain_strings(plan: &Plan, elements: &Elements) -> bool {
    let element = plan.node(elements.any);
    let takes_strings = match element.kind {
        Kind::String | Kind::Any => true,
        Kind::Scalar(kinds) => kinds.covers(ScalarKinds::STRING),
        _ => false,
    };
    takes_strings
        && elements.named.is_empty()
        && elements.limit.is_none()
        && element.censor.is_none()
}

/// The position of the index where the array of strings ends whose bracket is position `open`.
#[inline(always)]
fn array_end(bytes: &[u8], positions: &[u32], open: usize) -> Option<usize> {
    let mut at = open;
    loop {
        let first = *bytes.get(*positions.get(at)? as usize + 1)?;
        at += 1;
        let next = *positions.get(at)? as usize;
        let is_empty = first == b']' && at == open + 1;
        if first != b'"' && !is_empty {
            return None;
        }
        match bytes.get(next)? {
            b',' => {}
            b']' => return Some(at),
            _ => return None,
        }
    }
}

/// Whether the range is a number, and an integer where one is asked for.
#[inline(always)]
fn is_number<V: Vector>(vector: V, bytes: &[u8], start: usize, end: usize, integer: bool) -> bool {
    let length = end.wrapping_sub(start);
    if length < LANE
        && let Some(text) = bytes.get(start..).and_then(|text| text.first_chunk::<LANE>())
    {
        let sign = u32::from(text[0] == b'-');
        let all = (1_u32 << length) - 1;
        let digits = vector.digits(text) & all;
        let first = 1 << sign;
        let has_leading_zero = text[sign as usize] == b'0' && digits & (first << 1) != 0;
        let others = all & !digits & !sign;
        if digits & first != 0 && !has_leading_zero {
            if others == 0 {
                return true;
            }
            // One point between two digits.
            let is_single = others & (others - 1) == 0;
            let point = others.trailing_zeros() as usize;
            if !integer
                && is_single
                && text[point] == b'.'
                && digits & (others >> 1) != 0
                && digits & (others << 1) != 0
            {
                return true;
            }
        }
    }
    is_odd_number(bytes, start, end, integer)
}

/// The same for numbers with exponents, and for whatever is none.
#[cold]
#[inline(never)]
fn is_odd_number(bytes: &[u8], start: usize, end: usize, integer: bool) -> bool {
    let text = bytes.get(start..end).unwrap_or_default();
    number::is_number(text) && (!integer || number::is_integer(text))
}
