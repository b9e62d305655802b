//! Which part of the plan each value of a bound item belongs to.

use crate::plan::automaton::{CensorId, State};
use crate::plan::{Kind, NodeId, Object, Plan, Undeclared};
use crate::scan::tape::{Token, TokenKind};
use crate::text::string::decode;

use super::bind::{ABSENT, with_key};
use super::drive::Bound;
use super::duplicates::HIDDEN;
use super::failures::Step;

/// What decides about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nothing: it is not shown, whatever it is.
    Nobody,
    /// A node of the schema.
    Node(NodeId),
    /// Paths alone, below a value that has no schema.
    Data(State),
}

impl Owner {
    /// Which redaction paths lead to the value, and on from it.
    pub(crate) fn state(self, plan: &Plan) -> State {
        match self {
            Self::Nobody => State::DEAD,
            Self::Node(id) => plan.node(id).state,
            Self::Data(state) => state,
        }
    }

    /// What the plan puts in the value's place.
    pub(crate) fn censor(self, plan: &Plan, is_null: bool) -> Option<CensorId> {
        let verdict = plan.automaton.verdict(self.state(plan));
        if is_null { verdict.null_censor } else { verdict.censor }
    }
}

/// What decides about a member that the schema of an object does not declare but keeps.
pub(crate) fn undeclared_owner(plan: &Plan, object: &Object, state: State, key: &[u8]) -> Owner {
    match object.embedded.as_ref().and_then(|embedded| embedded.at(key)) {
        Some(node) => Owner::Node(node),
        None => Owner::Data(plan.automaton.key(state, key)),
    }
}

/// What decides about a value that was bound: of a union, the member that accepts it; of what an
/// embedded Presenter's data may be, what it is.
pub(crate) fn settled(plan: &Plan, owner: Owner, token: &Token) -> Owner {
    let mut owner = owner;
    while let Owner::Node(id) = owner {
        owner = match &plan.node(id).kind {
            Kind::Union(members) => match members.get(usize::from(token.member)) {
                Some(member) => Owner::Node(*member),
                None => return Owner::Nobody,
            },
            Kind::Child(_) => Owner::Node(plan.settle(id, token.kind)),
            _ => return owner,
        };
    }
    owner
}

/// What decides about the child of a value that `step` leads to, by the plan's own name of it;
/// nothing if it is not kept. The value's token, if it was bound, says what the value is.
pub(crate) fn child_owner(
    plan: &Plan,
    owner: Owner,
    token: Option<&Token>,
    step: Step<'_>,
) -> Option<Owner> {
    let owner = token.map_or(owner, |token| settled(plan, owner, token));
    with_step(step, |key| owner_below(plan, owner, step, key, Object::named))
}

/// The same by the key that the data has it under.
pub(super) fn source_owner(
    plan: &Plan,
    owner: Owner,
    token: Option<&Token>,
    step: Step<'_>,
) -> Option<Owner> {
    let owner = token.map_or(owner, |token| settled(plan, owner, token));
    with_step(step, |key| owner_below(plan, owner, step, key, |object, key| object.keys.find(key)))
}

/// `key` is that of the step, which `find` looks for.
fn owner_below(
    plan: &Plan,
    owner: Owner,
    step: Step<'_>,
    key: &[u8],
    find: impl Fn(&Object, &[u8]) -> Option<usize>,
) -> Option<Owner> {
    let id = match owner {
        Owner::Nobody => return None,
        Owner::Data(state) => return Some(Owner::Data(below(plan, state, step))),
        Owner::Node(id) => only_way(plan, id, step)?,
    };
    let node = plan.node(id);
    match (&node.kind, step) {
        (Kind::Array(elements), Step::Index(index)) => Some(Owner::Node(elements.at(index))),
        (Kind::Object(object), Step::Field(_) | Step::Hidden(_)) => match find(object, key) {
            Some(field) => Some(Owner::Node(object.fields[field].node)),
            None if object.undeclared == Undeclared::Keep => {
                Some(undeclared_owner(plan, object, node.state, key))
            }
            None => None,
        },
        (Kind::Record(record), Step::Field(_) | Step::Hidden(_)) => {
            Some(Owner::Node(record.at(key)))
        }
        _ => Some(Owner::Data(below(plan, node.state, step))),
    }
}

/// The node that has the step in it: what is bound by itself has no union on the way to it, but for
/// one that leaves no choice.
fn only_way(plan: &Plan, id: NodeId, step: Step<'_>) -> Option<NodeId> {
    match &plan.node(id).kind {
        Kind::Union(members) => only_way(plan, only_member(plan, members, step)?, step),
        Kind::Child(_) => {
            let kind = match step {
                Step::Index(_) => TokenKind::Array,
                Step::Field(_) | Step::Hidden(_) => TokenKind::Object,
            };
            only_way(plan, plan.settle(id, kind), step)
        }
        _ => Some(id),
    }
}

/// The step by the key that the data has the value under; `owner` is that of the value around it.
pub(super) fn source_step<'p>(plan: &'p Plan, owner: Owner, step: Step<'p>) -> Option<Step<'p>> {
    if let (Owner::Node(id), Step::Field(key)) = (owner, step)
        && let Kind::Object(object) = &plan.node(only_way(plan, id, step)?).kind
        && let Some(field) = object.named(key.as_bytes())
    {
        return Some(Step::Field(object.keys.key(field)));
    }
    Some(step)
}

/// The one member, or the one that has such a step in it.
fn only_member(plan: &Plan, members: &[NodeId], step: Step<'_>) -> Option<NodeId> {
    if let [one] = members {
        return Some(*one);
    }
    let has_step = |id: &&NodeId| match plan.node(**id).kind {
        Kind::Any => true,
        Kind::Array(_) => matches!(step, Step::Index(_)),
        Kind::Object(_) | Kind::Record(_) => !matches!(step, Step::Index(_)),
        _ => false,
    };
    let mut fitting = members.iter().filter(has_step);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

fn below(plan: &Plan, state: State, step: Step<'_>) -> State {
    match step {
        Step::Index(index) => plan.automaton.index(state, index),
        step => with_step(step, |key| plan.automaton.key(state, key)),
    }
}

/// Calls `look` with the key that a step leads by, escapes read.
pub(crate) fn with_step<T>(step: Step<'_>, look: impl FnOnce(&[u8]) -> T) -> T {
    match step {
        Step::Field(key) => look(key.as_bytes()),
        Step::Hidden(raw) => look(decode(raw).as_bytes()),
        Step::Index(_) => look(b""),
    }
}

/// The owners of the values on a tape.
#[derive(Debug)]
pub(crate) struct Owners {
    by_token: Vec<Owner>,
}

impl Owners {
    /// None if there is a union in it: which member accepts a value depends on the value.
    pub(crate) fn of(plan: &Plan, owner: Owner, bound: Bound<'_>) -> Option<Self> {
        let mut owners = Self { by_token: vec![Owner::Nobody; bound.tokens.len()] };
        match owner {
            Owner::Nobody => {}
            Owner::Node(node) => owners.node(plan, node, bound, 0)?,
            Owner::Data(state) => owners.data(plan, state, bound, 0),
        }
        Some(owners)
    }

    pub(crate) fn of_token(&self, token: usize) -> Owner {
        self.by_token[token]
    }

    fn node(&mut self, plan: &Plan, id: NodeId, bound: Bound<'_>, at: usize) -> Option<()> {
        let node = plan.node(id);
        self.by_token[at] = Owner::Node(id);
        match (&node.kind, bound.tokens[at].kind) {
            (Kind::Union(_), _) => return None,
            (Kind::Child(_), kind) => return self.node(plan, plan.settle(id, kind), bound, at),
            (Kind::Any, _) => self.data(plan, node.state, bound, at),
            // Members that are not shown have owners too.
            (Kind::Object(object), _) if object.others.is_some() => return None,
            (Kind::Object(object), TokenKind::Object) => {
                let base = bound.tokens[at].link as usize + 1;
                for (field, value) in object.fields.iter().zip(bound.slots.get(base..)?) {
                    if *value != ABSENT {
                        self.node(plan, field.node, bound, *value as usize)?;
                    }
                }
                if object.undeclared == Undeclared::Keep {
                    let mut has_unions = false;
                    members(bound, at, |key, value| {
                        match undeclared_owner(plan, object, node.state, key) {
                            Owner::Node(id) => {
                                has_unions |= self.node(plan, id, bound, value).is_none();
                            }
                            Owner::Data(state) => self.data(plan, state, bound, value),
                            Owner::Nobody => {}
                        }
                    });
                    return (!has_unions).then_some(());
                }
            }
            (Kind::Record(record), TokenKind::Object) => {
                let mut has_unions = false;
                members(bound, at, |key, value| {
                    has_unions |= self.node(plan, record.at(key), bound, value).is_none();
                });
                return (!has_unions).then_some(());
            }
            _ => {}
        }
        Some(())
    }

    fn data(&mut self, plan: &Plan, state: State, bound: Bound<'_>, at: usize) {
        self.by_token[at] = Owner::Data(state);
        if bound.tokens[at].kind == TokenKind::Object {
            members(bound, at, |key, value| {
                self.data(plan, plan.automaton.key(state, key), bound, value);
            });
        }
    }
}

/// Calls `each` with the decoded key and the value of each member that is shown.
fn members(bound: Bound<'_>, object: usize, mut each: impl FnMut(&[u8], usize)) {
    let end = bound.tokens[object].next as usize;
    let mut key = object + 1;
    while key < end {
        let shown = bound.tokens[key].link;
        if shown != HIDDEN {
            with_key(bound.bytes, &bound.tokens[key], |key| each(key, shown as usize));
        }
        key = bound.tokens[key + 1].next as usize;
    }
}
