//! What a censor sees of a value where Presenters are embedded: what the Presenter that declared it
//! reads and keeps, and not what all of them together do.

use crate::plan::Plan;
use crate::plan::automaton::CensorId;
use crate::scan::tape::{Tape, Token};

use super::Failures;
use super::bind::{BindScratch, Site, bind};
use super::censor::own_steps;
use super::drive::{Bound, container_text};
use super::duplicates::body;
use super::failures::Step;
use super::owners::{Owner, child_owner, source_owner, source_step};

/// The way to a value from the item.
#[derive(Clone, Copy)]
pub(crate) struct ValuePath<'p> {
    pub(crate) steps: &'p [Step<'p>],
    /// The token that each step leads to, behind the first `root_depth`.
    pub(crate) places: &'p [u32],
    /// How many of the steps lead to the value that is bound.
    pub(crate) root_depth: usize,
}

/// Values bound to the plans of the Presenters that declared functions: of each Presenter the one
/// that was asked for last, which is the item at hand.
#[derive(Debug, Default)]
pub(super) struct OwnValues {
    values: Vec<OwnValue>,
}

#[derive(Debug, Default)]
struct OwnValue {
    /// The plan, the text and the token that it was made of.
    key: (u64, usize, usize),
    tape: Tape,
    scratch: BindScratch,
    /// What decides about it; nothing if it does not fit.
    owner: Option<Owner>,
}

impl OwnValues {
    /// The text of the container at token `at`; nothing if its own schema does not accept it.
    ///
    /// The item is bound once to the plan of the Presenter that declared the censor. Each value costs
    /// as much as it is long, and as it lies deep.
    #[cold]
    pub(super) fn text(
        &mut self,
        plan: &Plan,
        id: CensorId,
        bound: Bound<'_>,
        path: ValuePath<'_>,
        at: usize,
    ) -> Option<String> {
        let own = own_plan(plan, id);
        let (value, root, outer) = self.value(plan, id, bound, path);
        let ValuePath { steps, places, root_depth } = path;
        let tokens = &value.tape.tokens;
        let mut owner = value.owner?;
        let mut parent = 0;
        for depth in outer.max(root_depth)..steps.len() {
            let at = places[depth] as usize - root;
            // The names of fields are those of other Presenters.
            let step = match steps[depth] {
                Step::Index(index) => Step::Index(index),
                Step::Field(_) | Step::Hidden(_) => {
                    Step::Hidden(body(bound.bytes, tokens.get(at.checked_sub(1)?)?))
                }
            };
            owner = source_owner(own, owner, tokens.get(parent), step)?;
            parent = at;
        }
        let bound = Bound { tokens, slots: &value.scratch.slots, ..bound };
        Some(container_text(own, owner, bound, at - root))
    }

    /// The scalar at token `at` as its own schema reads it, which may not be as others do; nothing if
    /// that does not accept it. Costs as much as [`text`](Self::text).
    #[cold]
    pub(super) fn scalar(
        &mut self,
        plan: &Plan,
        id: CensorId,
        bound: Bound<'_>,
        path: ValuePath<'_>,
        at: usize,
    ) -> Option<Token> {
        let (value, root, _) = self.value(plan, id, bound, path);
        value.owner?;
        value.tape.tokens.get(at - root).copied()
    }

    /// The data of the Presenter that declared the censor, bound to its plan; its token in what is
    /// bound here, and how many steps lead to it.
    fn value(
        &mut self,
        plan: &Plan,
        id: CensorId,
        bound: Bound<'_>,
        path: ValuePath<'_>,
    ) -> (&OwnValue, usize, usize) {
        let ValuePath { steps, places, root_depth } = path;
        let own = own_plan(plan, id);
        let outer = steps.len() - own_steps(plan, id, steps).len();
        let root = match outer.checked_sub(1) {
            Some(last) if outer > root_depth => places[last] as usize,
            _ => 0,
        };
        let key = (own.id, bound.bytes.as_ptr().addr(), root);
        let known = self.values.iter().position(|value| value.key.0 == own.id);
        let known = known.unwrap_or_else(|| {
            self.values.push(OwnValue::default());
            self.values.len() - 1
        });
        let value = &mut self.values[known];
        if value.key != key {
            value.owner = outside_owner(plan, own, outer, steps.get(..root_depth));
            value.bind(own, bound, root);
            value.key = key;
        }
        (value, root, outer)
    }
}

/// The plan of the Presenter that declared the censor.
fn own_plan(plan: &Plan, id: CensorId) -> &Plan {
    plan.origins[usize::from(id)].plan.as_deref().unwrap_or(plan)
}

/// What decides in a Presenter's own plan about the value that is bound; `steps` lead to it from the
/// item, those behind the first `outer` from the Presenter's own item.
fn outside_owner(
    plan: &Plan,
    own: &Plan,
    outer: usize,
    steps: Option<&[Step<'_>]>,
) -> Option<Owner> {
    // Nothing but the paths tells documents from items, and no path counts here.
    let (mut all, mut owner) = (Owner::Node(plan.item), Owner::Node(own.own_item));
    for (depth, step) in steps.unwrap_or_default().iter().enumerate() {
        if depth >= outer {
            // The names of fields are those of other Presenters.
            owner = source_owner(own, owner, None, source_step(plan, all, *step)?)?;
        }
        all = child_owner(plan, all, None, *step)?;
    }
    Some(owner)
}

impl OwnValue {
    /// Binds the value at token `root` to its owner.
    fn bind(&mut self, own: &Plan, bound: Bound<'_>, root: usize) {
        let Some(owner) = self.owner else { return };
        self.tape.copy_value(bound.tokens, root);
        let mut failures = Failures::default();
        let site = Site { failures: &mut failures, item: None, within: &[], offset: 0 };
        bind(own, owner, bound.bytes, &mut self.tape.tokens, &mut self.scratch, site);
        if !failures.is_empty() {
            self.owner = None;
        }
    }
}
