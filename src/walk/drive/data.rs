//! Values that no schema describes: paths alone decide.

use crate::plan::Object;
use crate::plan::automaton::{CensorId, State};
use crate::scan::tape::{Token, TokenKind};
use crate::walk::events::Sink;
use crate::walk::failures::Step;
use crate::walk::owners::Owner;

use super::Driver;
use super::selected::{Part, Selectable, Whole};

impl<'a, S: Sink> Driver<'a, '_, S> {
    /// A member that the schema does not declare.
    pub(super) fn kept_member<P: Part>(
        &mut self,
        object: &'a Object,
        state: State,
        key: usize,
        value: usize,
        part: P,
    ) {
        let embedded = object.embedded.as_ref();
        match embedded.and_then(|embedded| self.with_key(key, |key| embedded.at(key))) {
            Some(node) => self.node_member(node, key, value, part),
            None => self.data_member(state, key, value, part),
        }
    }

    pub(super) fn data_member<P: Part>(&mut self, state: State, key: usize, value: usize, part: P) {
        let automaton = &self.plan.automaton;
        let state = if state == State::DEAD {
            state
        } else {
            self.with_key(key, |key| automaton.key(state, key))
        };
        if self.removes(self.data_censor(state, self.token(value))) {
            return self.remove(state);
        }
        let text = self.bound.string(self.token(key));
        self.sink.data_key(text);
        self.enter(Step::Hidden(text.raw), value);
        self.data_value(state, value, part);
        self.leave();
    }

    fn data_censor(&self, state: State, token: &Token) -> Option<CensorId> {
        if state == State::DEAD {
            return None;
        }
        let verdict = self.plan.automaton.verdict(state);
        let censor =
            if token.kind == TokenKind::Null { verdict.null_censor } else { verdict.censor };
        censor.filter(|_| self.applies())
    }

    pub(super) fn data_value<P: Part>(&mut self, state: State, at: usize, part: P) {
        let token = self.token(at);
        match self.data_censor(state, token) {
            Some(censor) => self.censor(censor, Owner::Data(state), state, at),
            None => {
                if state != State::DEAD && token.kind == TokenKind::Null {
                    self.spare(state);
                }
                self.any(state, at, part);
            }
        }
    }

    /// A value without a schema, itself not censored.
    pub(super) fn any<P: Part>(&mut self, state: State, at: usize, part: P) {
        let token = self.token(at);
        match (token.kind, part.branch()) {
            (TokenKind::Object, Some(branch)) => self.selected(Selectable::Data(state), at, branch),
            (TokenKind::Object, None) => {
                self.sink.begin_object();
                self.members(at, |driver, key, value| {
                    driver.data_member(state, key, value, Whole);
                });
                self.sink.end_object();
            }
            (TokenKind::Array, _) => {
                self.sink.begin_array(self.bound.offset + token.start as usize);
                let mut child = at + 1;
                let mut index = 0;
                while child < token.next as usize {
                    self.sink.element();
                    let below = if state == State::DEAD {
                        state
                    } else {
                        self.plan.automaton.index(state, index)
                    };
                    self.enter(Step::Index(index), child);
                    self.data_value(below, child, part);
                    self.leave();
                    index += 1;
                    child = self.token(child).next as usize;
                }
                self.sink.end_array();
            }
            _ => self.scalar(token),
        }
    }
}
