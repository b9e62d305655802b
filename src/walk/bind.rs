//! Binding an item to the plan: every type checked, every declared field found.

use smallvec::SmallVec;

use crate::error::UNDECLARED;
use crate::plan::keys::KeyTable;
use crate::plan::{Absent, EmbeddedPlan, Kind, NodeId, Object, Plan, Record, Undeclared};
use crate::scan::tape::{Token, TokenKind};
use crate::text::{number, string};

use super::cast;
use super::duplicates::{self, HIDDEN, SortKey, body};
use super::failures::{Failures, Step};
use super::owners::Owner;

/// In a slot: the field is absent.
pub(crate) const ABSENT: u32 = u32::MAX;

/// Memory that binding needs and a Renderer keeps.
#[derive(Debug, Default)]
pub(crate) struct BindScratch {
    /// For each bound object: how many of its members are left out of what is shown, then for each
    /// declared field the token of its value, or [`ABSENT`].
    pub(crate) slots: Vec<u32>,
    sort: Vec<SortKey>,
}

impl BindScratch {
    /// Memory to sort keys in.
    pub(crate) fn sort(&mut self) -> &mut Vec<SortKey> {
        &mut self.sort
    }

    pub(crate) fn capacity(&self) -> usize {
        self.slots.capacity() * size_of::<u32>() + self.sort.capacity() * size_of::<SortKey>()
    }

    pub(crate) fn shrink(&mut self) {
        self.slots = Vec::new();
        self.sort = Vec::new();
    }
}

/// Checks the value on `tokens` against its owner, and links it:
///
/// * a bound object's link is the place of its slots,
/// * a key's link is the value to show for it, or [`HIDDEN`],
/// * a value under a union knows which member accepts it.
///
/// Failures go to `failures`; the links are complete only if there are none.
pub(crate) fn bind(
    plan: &Plan,
    owner: Owner,
    bytes: &[u8],
    tokens: &mut [Token],
    scratch: &mut BindScratch,
    site: Site<'_>,
) {
    scratch.slots.clear();
    let mut binder = Binder {
        plan,
        bytes,
        tokens,
        scratch,
        steps: SmallVec::from_slice(site.within),
        site,
        probing: false,
        refused: false,
        converts: true,
        converted: SmallVec::new(),
    };
    match owner {
        Owner::Nobody => {}
        Owner::Node(node) => binder.value(node, 0),
        Owner::Data(_) => binder.any(0),
    }
}

/// Checks a document or an item against the schema of its Presenter, and then against those of
/// the embedded ones, each by itself, as [`bind`] does: what is wrong is found in this order. What
/// is linked by it is of no use.
pub(crate) fn check(
    plan: &Plan,
    is_item: bool,
    bytes: &[u8],
    tokens: &mut [Token],
    scratch: &mut BindScratch,
    site: Site<'_>,
) {
    // It may have been bound before.
    tokens.iter_mut().for_each(Token::restore);
    let steps = SmallVec::from_slice(site.within);
    let mut binder = Binder {
        plan,
        bytes,
        tokens,
        scratch,
        steps,
        site,
        probing: false,
        refused: false,
        // Each Presenter is to find the data as it came in.
        converts: false,
        converted: SmallVec::new(),
    };
    binder.check(plan, is_item, 0);
}

/// Calls `look` with the bytes of the key that the token stands for, escapes read.
pub(crate) fn with_key<T>(bytes: &[u8], token: &Token, look: impl FnOnce(&[u8]) -> T) -> T {
    let raw = body(bytes, token);
    if token.is_special() && memchr::memchr(b'\\', raw).is_some() {
        return look(&decode_key(raw));
    }
    look(raw)
}

/// The value of the last member with this key, escapes read, of the object at token `at`; nothing
/// for any other value. Linear in the members.
pub(crate) fn last_member(bytes: &[u8], tokens: &[Token], at: usize, key: &[u8]) -> Option<usize> {
    let object = tokens.get(at).filter(|token| token.kind == TokenKind::Object)?;
    let (mut member, mut found) = (at + 1, None);
    while member < object.next as usize {
        if with_key(bytes, &tokens[member], |own| own == key) {
            found = Some(member + 1);
        }
        member = tokens[member + 1].next as usize;
    }
    found
}

/// Where the item stands, and where its failures go.
pub(crate) struct Site<'a> {
    pub(crate) failures: &'a mut Failures,
    pub(crate) item: Option<usize>,
    /// The steps from the item to the value.
    pub(crate) within: &'a [Step<'a>],
    /// What to add to a position in the item's bytes to count from the start of the input.
    pub(crate) offset: usize,
}

struct Binder<'a> {
    plan: &'a Plan,
    bytes: &'a [u8],
    tokens: &'a mut [Token],
    scratch: &'a mut BindScratch,
    site: Site<'a>,
    steps: SmallVec<[Step<'a>; 64]>,
    /// Only whether the value is accepted counts, not why.
    probing: bool,
    refused: bool,
    /// Values of another kind than their node's become one of it, where nothing is lost.
    converts: bool,
    /// Those that did while a member of a union was probed.
    converted: SmallVec<[u32; 8]>,
}

impl<'a> Binder<'a> {
    /// The text of a value as it came in.
    fn text(&self, token: usize) -> &'a [u8] {
        let token = &self.tokens[token];
        &self.bytes[token.start as usize..token.end as usize]
    }

    /// Whether the value, of another kind than its node's, says the same as a value of that kind;
    /// it is that value from now on.
    #[cold]
    fn cast(&mut self, kind: &Kind, at: usize) -> bool {
        let token = &self.tokens[at];
        let Some(kind) = cast::conversion(kind, token, self.bytes) else { return false };
        if self.converts {
            if self.probing {
                self.converted.push(at as u32);
            }
            self.tokens[at].convert(kind);
        }
        true
    }

    #[cold]
    fn refuse(&mut self, expected: impl FnOnce() -> String, token: usize, received: &'static str) {
        self.refused = true;
        if !self.probing {
            let offset = self.site.offset + self.tokens[token].start as usize;
            let Site { failures, item, .. } = &mut self.site;
            failures.add(&self.steps, *item, offset, expected, received);
        }
    }

    fn check(&mut self, plan: &'a Plan, is_item: bool, token: usize) {
        self.plan = plan;
        self.scratch.slots.clear();
        self.value(if is_item { plan.own_item } else { plan.own_document }, token);
        for EmbeddedPlan { key, source, plan: child } in &plan.children {
            if let Some(value) = last_member(self.bytes, self.tokens, token, source.as_bytes()) {
                self.steps.push(Step::Field(key));
                self.check_child(child, value);
                self.steps.pop();
            }
        }
    }

    /// Checks the data of an embedded Presenter. Null is no data.
    fn check_child(&mut self, child: &'a Plan, value: usize) {
        match self.tokens[value].kind {
            TokenKind::Null => {}
            TokenKind::Array => {
                let (mut at, end) = (value + 1, self.tokens[value].next as usize);
                let mut index = 0;
                while at < end && child.limit.is_none_or(|limit| index < limit) {
                    self.steps.push(Step::Index(index));
                    self.check(child, true, at);
                    self.steps.pop();
                    index += 1;
                    at = self.tokens[at].next as usize;
                }
            }
            _ => self.check(child, false, value),
        }
    }

    fn value(&mut self, id: NodeId, token: usize) {
        if self.probing && self.refused {
            // The member is out; what else is wrong with it does not count.
            return;
        }
        let plan = self.plan;
        let node = plan.node(id);
        let kind = self.tokens[token].kind;
        if kind == TokenKind::Null && node.nullable {
            return;
        }
        let accepted = match (&node.kind, kind) {
            (Kind::Any, _) => return self.any(token),
            (Kind::Child(_), kind) => return self.value(plan.settle(id, kind), token),
            (Kind::Object(object), TokenKind::Object) => return self.object(object, token),
            (Kind::Object(object), _) if object.is_open => return self.any(token),
            (Kind::Array(elements), TokenKind::Array) => {
                let (mut at, end) = (token + 1, self.tokens[token].next as usize);
                let mut index = 0;
                while at < end {
                    let is_beyond = elements.is_beyond(index);
                    let element =
                        if is_beyond { elements.beyond } else { Some(elements.at(index)) };
                    let Some(element) = element else { break };
                    self.steps.push(Step::Index(index));
                    self.value(element, at);
                    self.steps.pop();
                    index += 1;
                    at = self.tokens[at].next as usize;
                }
                return;
            }
            (Kind::Record(record), TokenKind::Object) => return self.record(record, token),
            (Kind::Union(members), _) => self.union(members, token),
            (Kind::Each(nodes), _) => self.each(nodes, token),
            _ => self.is_scalar_of(&node.kind, token),
        };
        let accepted = accepted || (node.casts && self.cast(&node.kind, token));
        if !accepted {
            self.refuse(|| node.expected(), token, kind.name());
        }
    }

    /// Whether the value is a scalar of this kind as it stands.
    #[inline(always)]
    fn is_scalar_of(&self, kind: &Kind, token: usize) -> bool {
        match (kind, self.tokens[token].kind) {
            (Kind::String, TokenKind::String)
            | (Kind::Number, TokenKind::Number)
            | (Kind::Boolean, TokenKind::True | TokenKind::False) => true,
            (Kind::Integer, TokenKind::Number) => number::is_integer(self.text(token)),
            (Kind::Enum(choice), _) => choice.has(self.text(token)),
            (Kind::Scalar(kinds), kind) => kinds.has(kind),
            _ => false,
        }
    }

    /// Whether each node accepts the scalar as it came in. If so, it is from now on what the first
    /// one that casts makes of it.
    #[cold]
    fn each(&mut self, nodes: &[NodeId], at: usize) -> bool {
        let (plan, token) = (self.plan, self.tokens[at]);
        let is_of = |id: &NodeId| {
            let node = plan.node(*id);
            (token.kind == TokenKind::Null && node.nullable)
                || self.is_scalar_of(&node.kind, at)
                || (node.casts && cast::conversion(&node.kind, &token, self.bytes).is_some())
        };
        if !nodes.iter().all(is_of) {
            return false;
        }
        if let Some(cast) = nodes.iter().map(|id| plan.node(*id)).find(|node| node.casts) {
            self.cast(&cast.kind, at);
        }
        true
    }

    /// Below `any` only duplicate keys matter.
    fn any(&mut self, token: usize) {
        let end = self.tokens[token].next as usize;
        for at in token..end {
            if self.tokens[at].kind == TokenKind::Object {
                duplicates::resolve(self.bytes, self.tokens, at, &mut self.scratch.sort);
            }
        }
    }

    fn find(&self, keys: &KeyTable, key: usize) -> Option<usize> {
        with_key(self.bytes, &self.tokens[key], |key| keys.find(key))
    }

    fn object(&mut self, object: &'a Object, token: usize) {
        let base = self.scratch.slots.len();
        if u32::try_from(base).is_err() {
            return self.refuse(|| "fewer values".into(), token, "object");
        }
        self.scratch.slots.resize(base + 1 + object.fields.len(), ABSENT);
        self.tokens[token].link = base as u32;
        if object.undeclared == Undeclared::Keep || object.others.is_some() {
            duplicates::resolve(self.bytes, self.tokens, token, &mut self.scratch.sort);
        }
        let end = self.tokens[token].next as usize;
        let (mut undeclared, mut hidden) = (0, 0);
        let mut key = token + 1;
        while key < end {
            let after = self.tokens[key + 1].next as usize;
            match self.find(&object.keys, key) {
                Some(field) => {
                    self.scratch.slots[base + 1 + field] = key as u32 + 1;
                    self.tokens[key].link = HIDDEN;
                    hidden += u32::from(!object.fields[field].is_shown);
                }
                None if object.undeclared == Undeclared::Keep => {
                    let shown = self.tokens[key].link;
                    if shown != HIDDEN {
                        self.kept(object, key, shown as usize);
                    }
                }
                None => {
                    undeclared += 1;
                    if let Some(others) = object.others {
                        self.other(others, key);
                    }
                }
            }
            key = after;
        }
        let stripped = if object.undeclared == Undeclared::Strip { undeclared } else { 0 };
        self.scratch.slots[base] = stripped + hidden;
        self.fields(object, token, base + 1);
        if object.undeclared == Undeclared::Refuse && undeclared > 0 {
            self.refuse_undeclared(object, token);
        }
    }

    /// A member that is checked and not shown.
    fn other(&mut self, node: NodeId, key: usize) {
        let (token, value) = (self.tokens[key], self.tokens[key].link);
        if value != HIDDEN {
            self.steps.push(Step::Hidden(body(self.bytes, &token)));
            self.value(node, value as usize);
            self.steps.pop();
        }
    }

    /// A member that the schema does not declare but keeps.
    fn kept(&mut self, object: &'a Object, key: usize, value: usize) {
        let (bytes, token) = (self.bytes, self.tokens[key]);
        let embedded = object.embedded.as_ref();
        match embedded.and_then(|embedded| with_key(bytes, &token, |key| embedded.at(key))) {
            Some(node) => {
                self.steps.push(Step::Hidden(body(bytes, &token)));
                self.value(node, value);
                self.steps.pop();
            }
            None => self.any(value),
        }
    }

    fn fields(&mut self, object: &'a Object, token: usize, slots: usize) {
        for (at, field) in object.fields.iter().enumerate() {
            let value = self.scratch.slots[slots + at];
            self.steps.push(Step::Field(&field.key));
            if value != ABSENT {
                self.value(field.node, value as usize);
            } else if matches!(field.absent, Absent::Refuse) {
                let plan = self.plan;
                self.refuse(|| plan.node(field.node).expected(), token, "nothing");
            }
            self.steps.pop();
        }
    }

    #[cold]
    fn refuse_undeclared(&mut self, object: &Object, token: usize) {
        let end = self.tokens[token].next as usize;
        let mut key = token + 1;
        while key < end {
            if self.find(&object.keys, key).is_none() {
                self.steps.push(Step::Hidden(body(self.bytes, &self.tokens[key])));
                let received = self.tokens[key + 1].kind.name();
                self.refuse(|| UNDECLARED.into(), key + 1, received);
                self.steps.pop();
            }
            key = self.tokens[key + 1].next as usize;
        }
    }

    fn record(&mut self, record: &'a Record, token: usize) {
        duplicates::resolve(self.bytes, self.tokens, token, &mut self.scratch.sort);
        let end = self.tokens[token].next as usize;
        let mut key = token + 1;
        while key < end {
            let shown = self.tokens[key].link;
            if shown != HIDDEN {
                let node = match self.find(&record.keys, key) {
                    Some(at) => record.named[at],
                    None => record.any,
                };
                self.steps.push(Step::Hidden(body(self.bytes, &self.tokens[key])));
                self.value(node, shown as usize);
                self.steps.pop();
            }
            key = self.tokens[key + 1].next as usize;
        }
    }

    /// Finds the first member that accepts the value and leaves its links in place.
    fn union(&mut self, members: &'a [NodeId], token: usize) -> bool {
        let (slots, converted) = (self.scratch.slots.len(), self.converted.len());
        let (was_probing, was_refused) = (self.probing, self.refused);
        self.probing = true;
        let mut found = None;
        for (at, member) in members.iter().enumerate() {
            self.scratch.slots.truncate(slots);
            self.refused = false;
            self.value(*member, token);
            if !self.refused {
                found = Some(at);
                break;
            }
            for token in self.converted.drain(converted..) {
                self.tokens[token as usize].restore();
            }
        }
        (self.probing, self.refused) = (was_probing, was_refused);
        if let Some(at) = found {
            self.tokens[token].member = at as u16;
        }
        found.is_some()
    }
}

/// The bytes of a key with escapes.
fn decode_key(raw: &[u8]) -> SmallVec<[u8; 64]> {
    let mut key = SmallVec::new();
    let mut buffer = [0; 4];
    for character in string::Decoder::new(raw) {
        key.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
    }
    key
}
