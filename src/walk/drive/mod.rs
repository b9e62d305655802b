//! Driving a sink over a bound item: selected, redacted, in order.

mod bound;
mod censored;
mod data;
mod selected;
mod text;

use std::cell::Cell;

use smallvec::SmallVec;

use crate::plan::automaton::{CensorId, State};
use crate::plan::censor::Censor;
use crate::plan::{
    Absent, Field, Kind, Node, NodeId, Object, Parsed, Plan, Record, Rendered, Undeclared,
};
use crate::scan::tape::{Token, TokenKind};

use super::bind::{ABSENT, with_key};
use super::duplicates::HIDDEN;
use super::events::Sink;
use super::failures::Step;
use super::own_text::OwnValues;
use super::owners::Owner;
use super::select::{Branch, SelectList, Selection};
use super::tally::Tally;
use super::value_text::ValueText;

use selected::{Part, Selectable, Whole};

pub(crate) use super::own_text::ValuePath;
pub(crate) use bound::{Bound, NOWHERE};
pub(crate) use text::{drive_json, drive_text};

/// Whether values are censored on their way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Redaction<'a> {
    Applied,
    /// They are sent as they are, for a hook; that one of them would be censored is noted.
    Noted(&'a Cell<bool>),
}

/// Sends the value, bound to its owner, to `sink`. `within` leads to it from the item.
pub(crate) fn drive<'a, S: Sink>(
    plan: &'a Plan,
    owner: Owner,
    bound: Bound<'a>,
    within: &[Step<'a>],
    tally: &mut Tally,
    sink: &mut S,
) {
    Driver::new(plan, bound, within, tally, sink).owned(owner, 0, Whole);
}

/// Sends the value, bound to its owner, as far as `selection` has it at the branch.
pub(crate) fn drive_selected<'a, S: Sink>(
    plan: &'a Plan,
    (owner, branch): (Owner, Branch),
    bound: Bound<'a>,
    within: &[Step<'a>],
    selection: &mut Selection,
    tally: &mut Tally,
    sink: &mut S,
) {
    let Some(token) = bound.tokens.first() else { return };
    let branch = selection.narrows(branch, token.kind);
    let driver = Driver::new(plan, bound, within, tally, sink);
    Driver { selection: Some(selection), ..driver }.part(owner, 0, branch);
}

/// Sends the value at token `at` of something bound, as a hook sees it.
pub(crate) fn drive_part<'a, S: Sink>(
    plan: &'a Plan,
    (owner, at): (Owner, usize),
    bound: Bound<'a>,
    path: ValuePath<'a>,
    redaction: Redaction<'_>,
    select: Option<(&SelectList, Branch)>,
    sink: &mut S,
) {
    let (mut tally, mut selection) = (Tally::default(), None);
    let mut branch = None;
    if let Some((list, selected)) = select {
        branch = list.narrows(plan.nested_select, selected, bound.tokens[at].kind);
        selection = Some(Selection::unnoted(list, plan.nested_select));
    }
    let driver = Driver::new(plan, bound, path.steps, &mut tally, sink);
    let root_depth = path.root_depth;
    let mut driver = Driver { redaction, root_depth, selection: selection.as_mut(), ..driver };
    if driver.keeps_steps {
        driver.places.clear();
        driver.places.extend_from_slice(path.places);
    }
    match owner {
        Owner::Nobody => driver.scalar(&bound.tokens[at]),
        owner => driver.part(owner, at, branch),
    }
}

/// Sends the default of a field, with its key, as far as `selection` has it at the branch; whole if
/// there is none. `within` leads to the field from the item.
pub(crate) fn drive_default<'a, S: Sink>(
    plan: &'a Plan,
    (field, parsed): (&Field, &'a Parsed),
    within: &[Step<'a>],
    (branch, selection): (Option<Branch>, &mut Selection),
    tally: &mut Tally,
    sink: &mut S,
) {
    let driver = Driver::new(plan, Bound::from(parsed), within, tally, sink);
    let mut driver = Driver { selection: Some(selection), ..driver };
    match branch {
        Some(branch) => driver.declared(&field.label, field.node, 0, branch),
        None => driver.declared(&field.label, field.node, 0, Whole),
    }
}

/// The text of a bound container: what the plan keeps of it, with nothing redacted.
pub(super) fn container_text(plan: &Plan, owner: Owner, bound: Bound<'_>, at: usize) -> String {
    let (mut tally, mut text, noted) = (Tally::default(), ValueText::default(), Cell::new(false));
    let driver = Driver::new(plan, bound, &[], &mut tally, &mut text);
    let mut driver = Driver { redaction: Redaction::Noted(&noted), ..driver };
    match owner {
        Owner::Nobody => {}
        Owner::Node(node) => driver.content(node, at, Whole),
        Owner::Data(state) => driver.any(state, at, Whole),
    }
    text.finish()
}

struct Driver<'a, 's, S> {
    plan: &'a Plan,
    bound: Bound<'a>,
    tally: &'s mut Tally,
    sink: &'s mut S,
    redaction: Redaction<'s>,
    /// What is selected, if not everything is.
    selection: Option<&'s mut Selection>,
    /// The steps from the item to the value at hand, if a censor may ask for them.
    steps: SmallVec<[Step<'a>; 16]>,
    /// The token that each step leads to, where it lies in what is bound.
    places: SmallVec<[u32; 16]>,
    keeps_steps: bool,
    /// How many of the steps lead to what is bound.
    root_depth: usize,
    /// What functions of embedded Presenters were asked about, bound to their own plans.
    own: OwnValues,
}

impl<'a, 's, S: Sink> Driver<'a, 's, S> {
    #[inline(always)]
    fn new(
        plan: &'a Plan,
        bound: Bound<'a>,
        within: &[Step<'a>],
        tally: &'s mut Tally,
        sink: &'s mut S,
    ) -> Self {
        let keeps_steps = plan.asks_for_paths;
        let mut steps = SmallVec::new();
        let mut places = SmallVec::new();
        if keeps_steps {
            steps.extend_from_slice(within);
            places.resize(within.len(), 0);
        }
        let (redaction, root_depth) = (Redaction::Applied, steps.len());
        Self {
            plan,
            bound,
            tally,
            sink,
            redaction,
            selection: None,
            steps,
            places,
            keeps_steps,
            root_depth,
            own: OwnValues::default(),
        }
    }
}

impl<'a, S: Sink> Driver<'a, '_, S> {
    fn token(&self, at: usize) -> &'a Token {
        &self.bound.tokens[at]
    }

    fn censor_of(&self, node: &Node, token: &Token) -> Option<CensorId> {
        let censor = if token.kind == TokenKind::Null { node.null_censor } else { node.censor };
        censor.filter(|_| self.applies())
    }

    /// Whether a value on which a path ends is censored.
    fn applies(&self) -> bool {
        match self.redaction {
            Redaction::Applied => true,
            Redaction::Noted(noted) => {
                noted.set(true);
                false
            }
        }
    }

    fn removes(&self, censor: Option<CensorId>) -> bool {
        censor.is_some_and(|id| matches!(self.plan.censors[usize::from(id)], Censor::Remove))
    }

    /// Goes on to the child at token `at`, until [`leave`](Self::leave).
    #[inline(always)]
    fn enter(&mut self, step: Step<'a>, at: usize) {
        if self.keeps_steps {
            self.steps.push(step);
            self.places.push(at as u32);
        }
    }

    #[inline(always)]
    fn leave(&mut self) {
        if self.keeps_steps {
            self.steps.pop();
            self.places.pop();
        }
    }

    /// The value at token `at`, as far as it is selected at the branch; whole if there is none.
    fn part(&mut self, owner: Owner, at: usize, branch: Option<Branch>) {
        match branch {
            Some(branch) => self.owned(owner, at, branch),
            None => self.owned(owner, at, Whole),
        }
    }

    fn owned<P: Part>(&mut self, owner: Owner, at: usize, part: P) {
        match owner {
            Owner::Nobody => {}
            Owner::Node(node) => self.value(node, at, part),
            Owner::Data(state) => self.data_value(state, at, part),
        }
    }

    fn value<P: Part>(&mut self, id: NodeId, at: usize, part: P) {
        let plan = self.plan;
        let (node, token) = (plan.node(id), self.token(at));
        if let Some(censor) = self.censor_of(node, token) {
            return self.censor(censor, Owner::Node(id), node.state, at);
        }
        if node.censor.is_some() {
            self.spare(node.state);
        }
        self.content(id, at, part);
    }

    /// A declared value, itself not censored.
    #[inline(always)]
    fn content<P: Part>(&mut self, id: NodeId, at: usize, part: P) {
        let plan = self.plan;
        let (node, token) = (plan.node(id), self.token(at));
        match (&node.kind, token.kind) {
            (Kind::Object(object), TokenKind::Object) => match part.branch() {
                Some(branch) => {
                    self.selected(Selectable::Declared(id, object, node.state), at, branch);
                }
                None => self.object(object, node.state, at),
            },
            (Kind::Array(elements), TokenKind::Array) => {
                self.sink.begin_array(self.bound.offset + token.start as usize);
                let mut child = at + 1;
                let mut index = 0;
                while child < token.next as usize && !elements.is_beyond(index) {
                    self.sink.element();
                    self.enter(Step::Index(index), child);
                    self.value(elements.at(index), child, part);
                    self.leave();
                    index += 1;
                    child = self.token(child).next as usize;
                }
                self.sink.end_array();
            }
            (Kind::Record(record), TokenKind::Object) => match part.branch() {
                Some(branch) => self.selected(Selectable::Record(record), at, branch),
                None => {
                    self.sink.begin_object();
                    self.members(at, |driver, key, value| {
                        driver.record_member(record, key, value, Whole);
                    });
                    self.sink.end_object();
                }
            },
            (Kind::Union(members), TokenKind::Object | TokenKind::Array) => {
                // By the member that accepts it; the censors were those of the union.
                self.content(members[usize::from(token.member)], at, part);
            }
            (Kind::Any, TokenKind::Object | TokenKind::Array) => self.any(node.state, at, part),
            (Kind::Child(_), kind) => self.value(plan.settle(id, kind), at, part),
            (Kind::Object(object), TokenKind::Array) if object.is_open => {
                self.any(node.state, at, part);
            }
            _ => self.scalar(token),
        }
    }

    fn scalar(&mut self, token: &Token) {
        match token.kind {
            TokenKind::String => self.sink.string(self.bound.string(token)),
            TokenKind::Number | TokenKind::True | TokenKind::False | TokenKind::Null => {
                let offset = self.bound.offset + token.start as usize;
                self.sink.scalar(&self.bound.text(token), offset);
            }
            TokenKind::Key | TokenKind::Array | TokenKind::Object => {
                debug_assert!(false, "a bound container belongs to a node that takes containers");
                self.sink.scalar(b"null", NOWHERE);
            }
        }
    }

    fn remove(&mut self, state: State) {
        self.tally.censored(&self.plan.automaton.verdict(state).paths);
    }

    fn object(&mut self, object: &'a Object, state: State, token: usize) {
        self.sink.begin_object();
        let base = self.token(token).link as usize;
        self.count_dropped(base);
        for at in 0..object.fields.len() {
            self.field(object, base, at, Whole);
        }
        if object.undeclared == Undeclared::Keep {
            self.members(token, |driver, key, value| {
                driver.kept_member(object, state, key, value, Whole);
            });
        }
        self.sink.end_object();
    }

    fn count_dropped(&mut self, base: usize) {
        self.tally.dropped += u64::from(self.bound.slots[base]);
    }

    /// A declared field, if it is there or has a default.
    fn field<P: Part>(&mut self, object: &'a Object, base: usize, at: usize, part: P) {
        let field = &object.fields[at];
        if !field.is_shown {
            return;
        }
        let value = self.bound.slots[base + 1 + at];
        self.enter(Step::Field(&field.key), value as usize);
        match value {
            ABSENT => match &field.absent {
                Absent::Default(parsed) => {
                    let data = std::mem::replace(&mut self.bound, Bound::from(&**parsed));
                    let root_depth = std::mem::replace(&mut self.root_depth, self.steps.len());
                    self.declared(&field.label, field.node, 0, part);
                    (self.bound, self.root_depth) = (data, root_depth);
                }
                Absent::Skip if self.sink.fills_absent() => self.fill(field),
                Absent::Skip | Absent::Refuse => {}
            },
            value => self.declared(&field.label, field.node, value as usize, part),
        }
        self.leave();
    }

    /// Sends null for a field that is not there, unless it would be removed if it were: as null, or
    /// as any other value, for which another Presenter's censor may be the one that counts.
    fn fill(&mut self, field: &Field) {
        let node = self.plan.node(field.node);
        if !self.removes(node.censor) && !self.removes(node.null_censor) {
            self.sink.declared_key(&field.label);
            self.sink.scalar(b"null", NOWHERE);
        }
    }

    fn declared<P: Part>(&mut self, label: &Rendered, id: NodeId, value: usize, part: P) {
        let node = self.plan.node(id);
        if self.removes(self.censor_of(node, self.token(value))) {
            return self.remove(node.state);
        }
        self.sink.declared_key(label);
        self.value(id, value, part);
    }

    /// Calls `each` with the key and the value of every member that is shown.
    fn members(&mut self, object: usize, mut each: impl FnMut(&mut Self, usize, usize)) {
        let end = self.token(object).next as usize;
        let mut key = object + 1;
        while key < end {
            let shown = self.token(key).link;
            if shown != HIDDEN {
                each(self, key, shown as usize);
            }
            key = self.token(key + 1).next as usize;
        }
    }

    fn with_key<T>(&self, key: usize, look: impl FnOnce(&[u8]) -> T) -> T {
        with_key(self.bound.bytes, self.token(key), look)
    }

    fn record_member<P: Part>(&mut self, record: &'a Record, key: usize, value: usize, part: P) {
        let id = self.with_key(key, |key| record.at(key));
        self.node_member(id, key, value, part);
    }

    fn node_member<P: Part>(&mut self, id: NodeId, key: usize, value: usize, part: P) {
        let node = self.plan.node(id);
        if self.removes(self.censor_of(node, self.token(value))) {
            return self.remove(node.state);
        }
        let text = self.bound.string(self.token(key));
        self.sink.data_key(text);
        self.enter(Step::Hidden(text.raw), value);
        self.value(id, value, part);
        self.leave();
    }
}
