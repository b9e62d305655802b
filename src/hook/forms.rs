//! The forms of the items that hooks have read: the next item of a form needs no general reading
//! and no binding, only its values put in the places of another's.

use crate::plan::{Kind, NodeId, Plan};
use crate::scan::index::Index;
use crate::scan::tape::{Tape, TokenKind};
use crate::scan::vector::Vector;
use crate::scan::window::{Window, WindowScratch};
use crate::walk::bind::ABSENT;
use crate::walk::drive::Bound;
use crate::walk::duplicates::HIDDEN;
use crate::walk::owners::{Owner, Owners};
use crate::walk::predicted::{Match, Places, Predicted};
use crate::walk::shape::{self, Class, Leaf, Shape};

use super::environment::ItemTape;

/// Forms that are kept for the items of one owner.
const MOST_FORMS: usize = 4;

/// Owners whose items are remembered.
const MOST_KINDS: usize = 16;

/// Items that may be learned from, for one owner; each form counts once.
const LESSONS: usize = 64;

/// Misses in one render that are borne before forms are no longer tried, beyond as many as there
/// are matches.
const MISSES_BORNE: usize = 64;

/// After this many renders items may be learned from anew: the data may have changed.
const RENDERS_A_TERM: u32 = 4096;

/// What is known of the items of each owner.
#[derive(Debug, Default)]
pub(super) struct Forms {
    kinds: Vec<Items>,
    renders: u32,
    /// Which of them is to make room for a new one.
    oldest: usize,
    places: Box<Places>,
}

/// Items of one owner.
#[derive(Debug)]
struct Items {
    plan: u64,
    owner: Owner,
    /// The one that matched last in front.
    forms: Vec<Form>,
    /// The forms that were learned from, whatever came of it.
    lessons: Vec<u64>,
    matches: usize,
    misses: usize,
}

/// A form: its text between the values, and the tokens and slots of an item that has it.
#[derive(Debug)]
struct Form {
    shape: Shape,
    predicted: Predicted,
    steps: Vec<Step>,
    slots: Vec<u32>,
}

/// What becomes of a token of the item that was learned from, in the order of the tape.
#[derive(Clone, Copy, Debug)]
struct Step {
    what: What,
    /// The leaf that it is, or in the text before which it stands.
    leaf: u16,
    /// How far into that text.
    offset: u32,
    /// The slot that points to it, if one does.
    slot: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Key {
        length: u32,
        special: bool,
        is_hidden: bool,
    },
    /// The start of an object, with the place of its slots if it is bound.
    Object(Option<u32>),
    /// The end of the innermost object.
    End,
    Value,
}

/// A window of the input that an item stands in.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) index: &'a Index,
}

impl<'a> Source<'a> {
    #[inline(always)]
    pub(super) fn new(window: &Window, input: &'a [u8], scratch: &'a WindowScratch) -> Self {
        Self { bytes: window.padded(input, scratch), index: &scratch.index }
    }
}

impl Forms {
    /// Prepares for a render.
    pub(super) fn begin(&mut self) {
        self.renders = (self.renders + 1) % RENDERS_A_TERM;
        for kind in &mut self.kinds {
            (kind.matches, kind.misses) = (0, 0);
            if self.renders == 0 {
                kind.lessons.clear();
            }
        }
    }

    /// Bytes of memory held, about.
    pub(super) fn capacity(&self) -> usize {
        self.kinds.iter().flat_map(|kind| &kind.forms).map(Form::weight).sum()
    }

    fn kind(&mut self, plan: &Plan, owner: Owner) -> Option<&mut Items> {
        self.kinds.iter_mut().find(|kind| kind.plan == plan.id && kind.owner == owner)
    }

    /// Reads the item that begins at `start` of the window, which should be position `entry` of
    /// its index, if it has a form that is known.
    ///
    /// That it fits the plan was found out before; so was that it does not nest too deep.
    #[inline(always)]
    pub(super) fn read<V: Vector>(
        &mut self,
        vector: V,
        (plan, owner): (&Plan, Owner),
        source: Source<'_>,
        place: (usize, usize),
        item: &mut ItemTape,
    ) -> Option<Match> {
        let at = self.kinds.iter().position(|kind| kind.plan == plan.id && kind.owner == owner)?;
        let (kind, places) = (&mut self.kinds[at], &mut *self.places);
        if kind.misses > MISSES_BORNE + kind.matches {
            return None;
        }
        let positions = source.index.positions();
        // A loop, not an adapter: a closure that is not inlined would be compiled without the
        // vector's instructions.
        for rank in 0..kind.forms.len() {
            let predicted = &kind.forms[rank].predicted;
            if let Some(found) =
                predicted.find(vector, plan, source.bytes, positions, place, places)
            {
                kind.matches += 1;
                kind.forms.swap(0, rank);
                kind.forms[0].put(places, source, item);
                return Some(found);
            }
        }
        kind.misses += 1;
        None
    }

    /// Learns from an item that was read and bound the general way.
    #[cold]
    #[inline(never)]
    pub(super) fn learn(&mut self, plan: &Plan, owner: Owner, source: Source<'_>, item: Bound<'_>) {
        if item.tokens.first().is_none_or(|token| token.kind != TokenKind::Object) {
            return;
        }
        if self.kind(plan, owner).is_none() {
            self.add_kind(plan.id, owner);
        }
        let Some(kind) = self.kind(plan, owner) else { return };
        if kind.lessons.len() >= LESSONS {
            return;
        }
        let form = shape::form(item.bytes, item.tokens);
        if kind.lessons.contains(&form) {
            return;
        }
        kind.lessons.push(form);
        let Some(learned) = Shape::learn(source.bytes, source.index, item.tokens) else { return };
        let form_of = |shape| Form::new(plan, owner, shape, item);
        for form in &mut kind.forms {
            if let Some(wider) = form.shape.merge(&learned).and_then(form_of) {
                *form = wider;
                return;
            }
        }
        if kind.forms.len() < MOST_FORMS {
            kind.forms.extend(form_of(learned));
        }
    }

    fn add_kind(&mut self, plan: u64, owner: Owner) {
        let forms = Vec::with_capacity(MOST_FORMS);
        let lessons = Vec::with_capacity(LESSONS);
        let kind = Items { plan, owner, forms, lessons, matches: 0, misses: 0 };
        if self.kinds.len() < MOST_KINDS {
            self.kinds.push(kind);
        } else {
            self.kinds[self.oldest] = kind;
            self.oldest = (self.oldest + 1) % MOST_KINDS;
        }
    }
}

impl Form {
    /// None if only the general way reads it.
    fn new(plan: &Plan, owner: Owner, shape: Shape, item: Bound<'_>) -> Option<Self> {
        let predicted = Predicted::new(plan, owner, &shape, item)?;
        let owners = Owners::of(plan, owner, item)?;
        let mut builder = Builder { shape: &shape, item, steps: Vec::new(), leaf: 0 };
        let mut slot_of = vec![None; item.tokens.len()];
        let mut ends: Vec<(usize, u32)> = Vec::new();
        let mut at = 0;
        loop {
            while let Some((_, end)) = ends.pop_if(|(next, _)| *next == at) {
                builder.step(What::End, end, None)?;
            }
            let Some(token) = item.tokens.get(at) else { break };
            match token.kind {
                TokenKind::Key => {
                    let is_hidden = token.link == HIDDEN;
                    if !is_hidden && token.link as usize != at + 1 {
                        // It stands for the value of another, which has the same key.
                        return None;
                    }
                    let (length, special) = (token.end - token.start, token.is_special());
                    builder.step(What::Key { length, special, is_hidden }, token.start, None)?;
                }
                TokenKind::Object => {
                    let slots = match owners.of_token(at) {
                        Owner::Node(id) => note_slots(plan, id, item, at, &mut slot_of),
                        Owner::Data(_) | Owner::Nobody => None,
                    };
                    builder.step(What::Object(slots), token.start, slot_of[at])?;
                    ends.push((token.next as usize, token.end));
                }
                _ => {
                    builder.value(slot_of[at]);
                    at = token.next as usize;
                    continue;
                }
            }
            at += 1;
        }
        let steps = builder.steps;
        Some(Self { shape, predicted, steps, slots: item.slots.to_vec() })
    }

    /// Bytes of memory that it holds, about.
    fn weight(&self) -> usize {
        self.shape.weight()
            + self.predicted.weight()
            + self.steps.capacity() * size_of::<Step>()
            + self.slots.capacity() * size_of::<u32>()
    }

    /// Makes the tokens and slots of the item that was found at these places.
    fn put(&self, places: &Places, source: Source<'_>, item: &mut ItemTape) {
        let ItemTape { tape, bind, .. } = item;
        tape.clear();
        bind.slots.clear();
        bind.slots.extend_from_slice(&self.slots);
        for step in &self.steps {
            let leaf = usize::from(step.leaf);
            let at = self.predicted.start(leaf, places) + step.offset as usize;
            if let Some(slot) = step.slot {
                bind.slots[slot as usize] = tape.tokens.len() as u32;
            }
            match step.what {
                What::Key { length, special, is_hidden } => {
                    tape.scalar(TokenKind::Key, at, at + length as usize, special);
                    if is_hidden && let Some(key) = tape.tokens.last_mut() {
                        key.link = HIDDEN;
                    }
                }
                What::Object(slots) => {
                    tape.open(TokenKind::Object, at);
                    if let Some(slots) = slots
                        && let Some(object) = tape.tokens.last_mut()
                    {
                        object.link = slots;
                    }
                }
                What::End => {
                    tape.close(at);
                }
                What::Value => self.put_value(leaf, places, source, tape),
            }
        }
    }

    #[inline]
    fn put_value(&self, leaf: usize, places: &Places, source: Source<'_>, tape: &mut Tape) {
        let Source { bytes, index } = source;
        let (start, end) = self.predicted.span(leaf, places);
        let first = bytes.get(start).copied().unwrap_or_default();
        let kind = match (self.predicted.leaves[leaf].class, first) {
            (Class::String, _) => {
                let special = index.has_special(start, end);
                return tape.scalar(TokenKind::String, start - 1, end + 1, special);
            }
            (Class::StringOrNull, b'"') => {
                let special = index.has_special(start + 1, end - 1);
                return tape.scalar(TokenKind::String, start, end, special);
            }
            (Class::Strings, _) => return self.put_strings(leaf, places, source, tape),
            (Class::Boolean, b't') => TokenKind::True,
            (Class::Boolean, _) => TokenKind::False,
            (Class::NumberOrNull | Class::Null | Class::StringOrNull, b'n') => TokenKind::Null,
            _ => TokenKind::Number,
        };
        tape.scalar(kind, start, end, false);
    }

    fn put_strings(&self, leaf: usize, places: &Places, source: Source<'_>, tape: &mut Tape) {
        let Source { bytes, index } = source;
        let (open, close) = self.predicted.array(leaf, places);
        let positions = index.positions().get(open..=close).unwrap_or_default();
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return };
        tape.open(TokenKind::Array, *first as usize);
        if last - first > 1 {
            for bounds in positions.windows(2) {
                let (start, end) = (bounds[0] as usize + 1, bounds[1] as usize);
                debug_assert_eq!(bytes.get(start), Some(&b'"'), "they are strings");
                let special = index.has_special(start + 1, end - 1);
                tape.scalar(TokenKind::String, start, end, special);
            }
        }
        tape.close(*last as usize + 1);
    }
}

/// Notes which slots point to which tokens for the object at token `at`, if the node binds it:
/// gives the place of its slots.
fn note_slots(
    plan: &Plan,
    node: NodeId,
    item: Bound<'_>,
    at: usize,
    slot_of: &mut [Option<u32>],
) -> Option<u32> {
    let Kind::Object(object) = &plan.node(node).kind else { return None };
    let base = item.tokens[at].link;
    for (slot, _) in (base + 1..).zip(&object.fields) {
        let value = *item.slots.get(slot as usize)?;
        if value != ABSENT {
            *slot_of.get_mut(value as usize)? = Some(slot);
        }
    }
    Some(base)
}

/// Collects the steps of a form.
struct Builder<'b> {
    shape: &'b Shape,
    item: Bound<'b>,
    steps: Vec<Step>,
    /// The next leaf.
    leaf: usize,
}

impl Builder<'_> {
    /// Something that stands at byte `at` of the item's text, before the next leaf.
    fn step(&mut self, what: What, at: u32, slot: Option<u32>) -> Option<()> {
        let Leaf { before, class, token, .. } = self.shape.leaves.get(self.leaf)?;
        let token = &self.item.tokens[*token as usize];
        let value = match class {
            Class::End => token.end,
            Class::String | Class::Strings => token.start + 1,
            _ => token.start,
        };
        let text = value - before.len() as u32;
        let offset = at.checked_sub(text)?;
        self.steps.push(Step { what, leaf: self.leaf as u16, offset, slot });
        Some(())
    }

    fn value(&mut self, slot: Option<u32>) {
        self.steps.push(Step { what: What::Value, leaf: self.leaf as u16, offset: 0, slot });
        self.leaf += 1;
    }
}

#[cfg(test)]
mod tests;
