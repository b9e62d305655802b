//! What a function of the program sees of a container where Presenters are embedded: what the
//! Presenter that declared it keeps, and not what all of them together keep.

use crate::plan::Plan;
use crate::plan::automaton::CensorId;
use crate::scan::tape::{Tape, Token, TokenKind};

use super::Failures;
use super::bind::{BindScratch, Site, bind, with_key};
use super::censor::own_steps;
use super::drive::{Bound, container_text};
use super::failures::Step;
use super::owners::{Owner, child_owner, with_step};

/// The text of the value that `steps` lead to, of which the first `root_depth` lead to the value
/// that is bound.
///
/// The value is bound again, to the plan of the Presenter that declared the censor. This costs as
/// much as the item is large, for each container that a function is asked for.
#[cold]
pub(super) fn own_text(
    plan: &Plan,
    id: CensorId,
    bound: Bound<'_>,
    steps: &[Step<'_>],
    root_depth: usize,
) -> String {
    let own = plan.origins[usize::from(id)].plan.as_deref().unwrap_or(plan);
    let outer = steps.len() - own_steps(plan, id, steps).len();
    let mut owner = Owner::Node(own.own_item);
    let mut at = 0;
    if outer <= root_depth {
        // No union is on the way to something that is bound by itself.
        for step in &steps[outer..root_depth] {
            owner = child_owner(own, owner, None, *step).unwrap_or(Owner::Nobody);
        }
    } else {
        for step in &steps[root_depth..outer] {
            at = child(bound.bytes, bound.tokens, at, *step).unwrap_or(at);
        }
    }
    let mut tape = Tape::default();
    tape.copy_value(bound.tokens, at);
    let (mut scratch, mut failures) = (BindScratch::default(), Failures::default());
    let site = Site { failures: &mut failures, item: None, within: &[], offset: 0 };
    bind(own, owner, bound.bytes, &mut tape.tokens, &mut scratch, site);
    let mut at = 0;
    for step in &steps[outer.max(root_depth)..] {
        let found = child(bound.bytes, &tape.tokens, at, *step);
        owner = child_owner(own, owner, tape.tokens.get(at), *step).unwrap_or(Owner::Nobody);
        at = found.unwrap_or(at);
    }
    let bound = Bound { tokens: &tape.tokens, slots: &scratch.slots, ..bound };
    container_text(own, owner, bound, at)
}

/// The token of the child that a step leads to: of equal keys the last.
fn child(bytes: &[u8], tokens: &[Token], at: usize, step: Step<'_>) -> Option<usize> {
    let end = tokens[at].next as usize;
    if let Step::Index(index) = step {
        let mut element = at + 1;
        for _ in 0..index {
            element = tokens.get(element)?.next as usize;
        }
        return (element < end).then_some(element);
    }
    if tokens[at].kind != TokenKind::Object {
        return None;
    }
    let (mut member, mut found) = (at + 1, None);
    while member < end {
        let is_it = with_step(step, |key| with_key(bytes, &tokens[member], |own| own == key));
        if is_it {
            found = Some(member + 1);
        }
        member = tokens[member + 1].next as usize;
    }
    found
}
