//! Data without a schema, in which paths alone have a say: a named schema for each state of the
//! automaton, since data nests as it likes and the states do not.

use crate::plan::automaton::State;

use super::annotations::Annotations;
use super::keywords::{ObjectKeywords, array_keywords};
use super::node::{Describer, Effect, Member};
use super::values::{Types, Values};

/// The longest start of an array whose elements are told apart.
const LONGEST_START: usize = 64;

impl Describer<'_> {
    /// Any value whose content `state` decides about.
    pub(super) fn any(&mut self, state: State) -> Values {
        match self.number(state) {
            None => Types::ALL.into(),
            Some(number) => {
                let reference = format!("\"$ref\":\"#/$defs/{}\"", name(number));
                Values::described(Types::ALL, Types::OBJECT | Types::ARRAY, reference)
            }
        }
    }

    /// The schemas that [`any`](Self::any) refers to, and those that they refer to.
    pub(super) fn definitions(&mut self) -> Vec<(String, String)> {
        let mut definitions = Vec::new();
        while let Some(state) = self.states.get(definitions.len()) {
            let schema = self.below(*state);
            definitions.push((name(definitions.len()), schema));
        }
        definitions
    }

    /// The number of the state's schema; nothing if no path goes on below it.
    fn number(&mut self, state: State) -> Option<usize> {
        if state == State::DEAD {
            return None;
        }
        if let Some(number) = self.numbers.get(&state) {
            return Some(*number);
        }
        if !self.takes_one() {
            return None;
        }
        let number = self.states.len();
        self.numbers.insert(state, number);
        self.states.push(state);
        Some(number)
    }

    /// What is in an object or an array at `state`.
    fn below(&mut self, state: State) -> String {
        let mut object = ObjectKeywords::default();
        let others = self.data_members(state, |_| false, &mut object);
        let members = [object.finish(&others), self.data_elements(state)];
        let members = members.into_iter().filter(|keywords| !keywords.is_empty());
        let keywords = members.collect::<Vec<_>>().join(",");
        let about = Types::OBJECT | Types::ARRAY;
        Values::described(Types::ALL, about, keywords).schema(&Annotations::default())
    }

    /// The members of an object at `state`, but for those that are `known`; gives what is said of
    /// those that no path names.
    pub(super) fn data_members(
        &mut self,
        state: State,
        known: impl Fn(&str) -> bool,
        keywords: &mut ObjectKeywords,
    ) -> String {
        if state == State::DEAD {
            return "true".to_owned();
        }
        let plan = self.plan;
        for (key, state) in plan.automaton.named(state).filter(|(key, _)| !known(key)) {
            let schema = self.data_member(state).values.schema(&Annotations::default());
            keywords.property(key, &schema);
        }
        let others = self.data_member(plan.automaton.other(state));
        others.values.schema(&Annotations::default())
    }

    fn data_elements(&mut self, state: State) -> String {
        let plan = self.plan;
        let schema = |values: Values| values.schema(&Annotations::default());
        let mut others = self.data_element(plan.automaton.other(state));
        let filling = schema(others.clone());
        let mut first = Vec::new();
        for &(index, state) in plan.automaton.named_indices(state) {
            let values = self.data_element(state);
            if index < LONGEST_START {
                first.resize(index, filling.clone());
                first.push(schema(values));
            } else {
                // Where it stands is not said.
                others = others.or(values);
            }
        }
        array_keywords(&first, &schema(others), None)
    }

    fn data_member(&mut self, state: State) -> Member {
        let (own, of_null) = self.effects(state);
        let present = match own {
            Effect::Kept => self.any(state).without(Types::NULL),
            Effect::Text => Types::STRING.into(),
            Effect::Removed => Values::default(),
        };
        let null = match of_null {
            Effect::Kept => Types::NULL.into(),
            Effect::Text => Types::STRING.into(),
            Effect::Removed => Values::default(),
        };
        let may_vanish = own == Effect::Removed || of_null == Effect::Removed;
        Member { values: present.or(null), may_vanish }
    }

    fn data_element(&mut self, state: State) -> Values {
        let Member { values, may_vanish } = self.data_member(state);
        if may_vanish { values.or(Types::NULL.into()) } else { values }
    }

    fn effects(&self, state: State) -> (Effect, Effect) {
        let verdict = self.plan.automaton.verdict(state);
        (self.effect(verdict.censor), self.effect(verdict.null_censor))
    }
}

fn name(number: usize) -> String {
    format!("any-{}", number + 1)
}
