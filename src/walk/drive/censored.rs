//! Values that a censor replaces.

use std::borrow::Cow;

use crate::plan::Kind;
use crate::plan::automaton::{CensorId, State};
use crate::plan::censor::{Censor, Censored, Function};
use crate::scan::tape::{Token, TokenKind};
use crate::text::number::canonical;
use crate::text::string::decode;
use crate::walk::censor::{Indices, Uncensored, censor, own_steps, write_path};
use crate::walk::duplicates::body;
use crate::walk::events::Sink;
use crate::walk::owners::Owner;

use super::{Driver, ValuePath, container_text};

impl<S: Sink> Driver<'_, '_, S> {
    pub(super) fn censor(&mut self, id: CensorId, owner: Owner, state: State, at: usize) {
        let plan = self.plan;
        self.tally.censored(&plan.automaton.verdict(state).paths);
        match &plan.censors[usize::from(id)] {
            Censor::Function(function) => self.call(function, id, owner, at),
            other => {
                let token = self.own_scalar(id, owner, at);
                let text = token.map(|token| self.bound.text(&token));
                let value = match (token, &text) {
                    (Some(token), Some(text)) => self.bound.uncensored(&token, text),
                    _ => Uncensored::Opaque,
                };
                censor(self.sink, other, value, own_steps(plan, id, &self.steps));
            }
        }
    }

    /// The value for a censor: a scalar is what the censor's own Presenter makes of it, and nothing
    /// if that does not say.
    fn own_scalar(&mut self, id: CensorId, owner: Owner, at: usize) -> Option<Token> {
        let token = *self.token(at);
        let has_several = matches!(owner, Owner::Node(node)
            if matches!(self.plan.node(node).kind, Kind::Each(_)));
        let is_own = !(token.is_converted() || has_several) || self.plan.children.is_empty();
        // Without the way to it, the censor asks for its characters alone, and those are the same.
        if is_own || !self.keeps_steps {
            return Some(token);
        }
        let Self { plan, bound, steps, places, root_depth, .. } = self;
        let path = ValuePath { steps, places, root_depth: *root_depth };
        self.own.scalar(plan, id, *bound, path, at)
    }

    /// Sends what `function` makes of the value.
    #[cold]
    fn call(&mut self, function: &Function, id: CensorId, owner: Owner, at: usize) {
        if !self.sink.takes_computed() {
            return;
        }
        let Some(token) = self.own_scalar(id, owner, at) else {
            return self.sink.characters("[REDACTED]".chars());
        };
        let token = &token;
        let text = match token.kind {
            TokenKind::Key | TokenKind::String => decode(body(self.bound.bytes, token)),
            TokenKind::Number => Cow::Owned(canonical(&self.bound.text(token)).into_owned()),
            TokenKind::True | TokenKind::False | TokenKind::Null => {
                Cow::Owned(String::from_utf8_lossy(&self.bound.text(token)).into_owned())
            }
            // What the function's own Presenter keeps of it.
            TokenKind::Array | TokenKind::Object if !self.plan.children.is_empty() => {
                let Self { plan, bound, steps, places, root_depth, .. } = self;
                let path = ValuePath { steps, places, root_depth: *root_depth };
                let Some(text) = self.own.text(plan, id, *bound, path, at) else {
                    // Not what its own schema says, which is an error that comes later.
                    return self.sink.characters("[REDACTED]".chars());
                };
                Cow::Owned(text)
            }
            TokenKind::Array | TokenKind::Object => {
                Cow::Owned(container_text(self.plan, owner, self.bound, at))
            }
        };
        let mut path = String::new();
        let written =
            write_path(&mut path, own_steps(self.plan, id, &self.steps), Indices::Numbered);
        debug_assert!(written.is_ok(), "a string takes any text");
        let shown = function.call(&Censored::new(token.kind.into(), text), &path);
        self.sink.characters(shown.chars());
    }

    /// A path ends on a null and leaves it: it has matched all the same.
    pub(super) fn spare(&mut self, state: State) {
        self.tally.mark(&self.plan.automaton.verdict(state).paths);
    }
}
