//! Values too large to be read at once, from the outside in.
//!
//! An array is read element by element as it comes. Of an object the members are found first,
//! since the plan decides about their order and the last of equal keys counts; then each is read
//! again, on its own. No more memory is needed than for the members of the large objects and for
//! one small value at a time.

use crate::emit::context::{Context, Plain};
use crate::emit::json::JsonSink;
use crate::error::{RenderError, RenderErrorKind as Kind, UNDECLARED};
use crate::plan::automaton::State;
use crate::plan::censor::Censor;
use crate::plan::{Absent, Field, Kind as NodeKind, NodeId, Object, Record, Undeclared};
use crate::scan::strict::{self, parse_key, skip_space};
use crate::scan::tape::{Tape, Token, TokenKind};
use crate::walk::bind::{ABSENT, with_key};
use crate::walk::censor::{Uncensored, censor, own_steps};
use crate::walk::drive::drive_default;
use crate::walk::duplicates::{HIDDEN, body, resolve};
use crate::walk::events::{Sink, StringText};
use crate::walk::failures::Step;
use crate::walk::owners::{Owner, undeclared_owner};
use crate::walk::select::{Branch, Picked};

use super::members::{Member, Order};
use super::reader::{Place, Reader, Values};
use super::scratch::Scratch;

/// A large object that was outlined.
struct Members<'a> {
    outline: Tape,
    /// Where it starts in the input; tokens count from here.
    start: usize,
    kind: ObjectKind<'a>,
}

impl<'a> Members<'a> {
    fn declared(&self) -> Option<&'a Object> {
        match self.kind {
            ObjectKind::Declared(_, object, _) => Some(object),
            ObjectKind::Record(_) | ObjectKind::Data(_) => None,
        }
    }

    /// Nothing can be wrong with a member that the schema does not declare.
    fn takes_anything(&self) -> bool {
        match self.kind {
            ObjectKind::Record(_) => false,
            ObjectKind::Declared(_, object, _) => object.embedded.is_none(),
            ObjectKind::Data(_) => true,
        }
    }
}

/// What the plan says of a large object.
#[derive(Clone, Copy)]
enum ObjectKind<'a> {
    Declared(NodeId, &'a Object, State),
    Record(&'a Record),
    Data(State),
}

impl<'a> Reader<'a> {
    /// Reads the container at hand.
    pub(super) fn large<C: Context>(
        &mut self,
        owner: Owner,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let (plan, start) = (self.plan, self.at);
        if place.depth == 0 {
            return Err(RenderError::new(Kind::TooDeep, Some(start), self.item));
        }
        let kind = kind_of(self.input.get(start).copied());
        let owner = match owner {
            // The censors of both are those of the outer node.
            Owner::Node(id) => Owner::Node(plan.settle(id, kind)),
            other => other,
        };
        let owner = match owner {
            // Below a value without a schema the paths alone decide, and on itself as well.
            Owner::Node(id) if matches!(plan.node(id).kind, NodeKind::Any) => {
                Owner::Data(plan.node(id).state)
            }
            other => other,
        };
        let shows = place.shows && !self.censors(owner, sink);
        let branch = place.branch.and_then(|branch| self.scratch.selection.narrows(branch, kind));
        let inner = Place { depth: place.depth - 1, shows, is_root: false, branch, ..place };
        if self.input.get(start) == Some(&b'[') {
            let values = match owner {
                Owner::Nobody => Values::Elements(Owner::Nobody),
                Owner::Data(state) => Values::Data(state),
                Owner::Node(id) => match &plan.node(id).kind {
                    NodeKind::Array(elements) => Values::Declared(elements),
                    NodeKind::Object(object) if object.is_open => Values::Data(plan.node(id).state),
                    _ => return self.misplaced(id, "array", place, sink),
                },
            };
            let limit = match values {
                Values::Declared(elements) => elements.limit,
                _ => None,
            };
            return self.array(start, values, inner, limit, sink).map(drop);
        }
        let kind = match owner {
            Owner::Nobody => return self.skip_object(inner.depth),
            Owner::Data(state) => ObjectKind::Data(state),
            Owner::Node(id) => match &plan.node(id).kind {
                NodeKind::Object(object) => ObjectKind::Declared(id, object, plan.node(id).state),
                NodeKind::Record(record) => ObjectKind::Record(record),
                _ => return self.misplaced(id, "object", place, sink),
            },
        };
        self.object(kind, Place { is_root: place.is_root, ..inner }, sink)
    }

    /// A container where the schema asks for something else: it is still checked as text.
    #[cold]
    fn misplaced<C: Context>(
        &mut self,
        node: NodeId,
        received: &'static str,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let plan = self.plan;
        self.refuse(self.at, || plan.node(node).expected(), received);
        self.large(Owner::Nobody, Place { shows: false, ..place }, sink)
    }

    /// An object that nobody owns, at least not yet.
    fn skip_object(&mut self, depth: usize) -> Result<(), RenderError> {
        let start = self.at;
        let outline = self.outline(depth)?;
        let outlines = &mut self.scratch.outlines;
        // An outer object that is outlined will come back for it.
        if self.outlining > 0 {
            outlines.keep(start, outline);
        } else {
            outlines.drop_outline(outline);
        }
        Ok(())
    }

    /// Writes what stands for a shown container that is censored, if it is.
    fn censors<C: Context>(&mut self, owner: Owner, sink: &mut JsonSink<'_, C>) -> bool {
        let plan = self.plan;
        let Some(id) = owner.censor(plan, false) else { return false };
        self.scratch.tally.censored(&plan.automaton.verdict(owner.state(plan)).paths);
        let steps = own_steps(plan, id, &self.steps);
        censor(sink, &plan.censors[usize::from(id)], Uncensored::Opaque, steps);
        true
    }

    #[cold]
    fn refuse(&mut self, offset: usize, expected: impl FnOnce() -> String, received: &'static str) {
        self.scratch.failures.add(&self.steps, self.item, offset, expected, received);
    }

    /// Finds the members of the object at hand and moves behind it. `depth` is what its members
    /// may nest.
    fn outline(&mut self, depth: usize) -> Result<Tape, RenderError> {
        let start = self.at;
        let mut outline = self.scratch.outlines.blank();
        self.outlining += 1;
        outline.open(TokenKind::Object, 0);
        self.at = skip_space(self.input, start + 1);
        let mut goes_on = self.input.get(self.at) != Some(&b'}');
        if !goes_on {
            self.at += 1;
        }
        while goes_on {
            let key = self.at;
            let (key_end, special) = parse_key(self.input, key)
                .map_err(|(kind, at)| RenderError::new(kind, Some(at), self.item))?;
            self.at = skip_space(self.input, key_end);
            if self.input.get(self.at) != Some(&b':') {
                return Err(self.unexpected(self.item));
            }
            self.at = skip_space(self.input, self.at + 1);
            let value = self.at;
            self.skip_member(depth)?;
            if self.at - start > u32::MAX as usize {
                return Err(RenderError::new(Kind::TooLarge, Some(start), self.item));
            }
            outline.scalar(TokenKind::Key, key - start, key_end - start, special);
            let kind = kind_of(self.input.get(value).copied());
            outline.scalar(kind, value - start, self.at - start, false);
            self.at = skip_space(self.input, self.at);
            match self.input.get(self.at) {
                Some(b',') => self.at = skip_space(self.input, self.at + 1),
                Some(b'}') => {
                    self.at += 1;
                    goes_on = false;
                }
                _ => return Err(self.unexpected(self.item)),
            }
        }
        if self.at - start > u32::MAX as usize {
            return Err(RenderError::new(Kind::TooLarge, Some(start), self.item));
        }
        self.outlining -= 1;
        outline.close(self.at - start);
        self.scratch.largest = self.scratch.largest.max(self.at - start);
        Ok(outline)
    }

    /// Checks the value of a member that is outlined, and moves behind it.
    fn skip_member(&mut self, depth: usize) -> Result<(), RenderError> {
        const SHORT: usize = 64;
        let rest = &self.input[self.at..];
        let near = &rest[..rest.len().min(SHORT)];
        let is_short = match near.first() {
            Some(b'{' | b'[') => false,
            Some(b'"') => memchr::memchr(b'"', &near[1..]).is_some(),
            _ => true,
        };
        if is_short {
            // No window for a few bytes.
            let start = self.at;
            let tape = &mut self.scratch.tape;
            let length = strict::parse(rest, 0, depth, tape)
                .map_err(|(kind, at)| RenderError::new(kind, Some(start + at), self.item))?;
            self.at += length;
            return Ok(());
        }
        let place = Place::hidden(depth);
        let mut nowhere = Vec::new();
        let mut sink = JsonSink::<Plain>::new(&mut nowhere, false);
        self.values(Values::Single(Owner::Nobody), place, None, &mut sink).map(drop)
    }

    fn object<C: Context>(
        &mut self,
        kind: ObjectKind<'a>,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let start = self.at;
        let outline = match self.scratch.outlines.take(start) {
            Some(outline) => outline,
            None => self.outline(place.depth)?,
        };
        let end = start + outline.tokens.first().map_or(0, |object| object.end as usize);
        let mut members = Members { outline, start, kind };
        let mut order = self.scratch.outlines.blank_order();
        self.order(&mut members, &mut order);
        self.write_members(&members, &mut order, place, sink)?;
        self.scratch.outlines.give_back(members.outline, order);
        self.scratch.outlines.forget(start..end);
        self.at = end;
        Ok(())
    }

    fn write_members<C: Context>(
        &mut self,
        members: &Members<'a>,
        order: &mut Order,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let selected = place.branch.filter(|_| place.shows);
        let undeclared = order.undeclared.len() as u64;
        if place.shows {
            sink.begin_object();
            let strips =
                members.declared().is_some_and(|object| object.undeclared == Undeclared::Strip);
            let stripped = if strips { undeclared } else { 0 };
            self.scratch.tally.dropped += stripped + order.hidden;
        }
        // What is selected comes in an order of its own, after everything was checked.
        if selected.is_none() || !place.is_checked {
            let shows = place.shows && selected.is_none();
            let checked = Place { shows, branch: None, ..place };
            self.write_all(members, order, checked, sink)?;
        }
        if let Some(branch) = selected
            && self.scratch.failures.is_empty()
        {
            self.write_selected(members, order, (branch, place), sink)?;
        }
        if place.shows {
            sink.end_object();
        }
        Ok(())
    }

    /// Checks all members, and writes them if they are shown.
    fn write_all<C: Context>(
        &mut self,
        members: &Members<'a>,
        order: &Order,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        for member in &order.members {
            self.member(members, *member, place, sink)?;
        }
        if members.declared().is_some_and(|object| object.undeclared == Undeclared::Refuse) {
            for value in &order.undeclared {
                let token = members.outline.tokens[*value as usize];
                let key = &members.outline.tokens[*value as usize - 1];
                self.steps.push(Step::Hidden(body(&self.input[members.start..], key)));
                let offset = members.start + token.start as usize;
                self.refuse(offset, || UNDECLARED.into(), token.kind.name());
                self.steps.pop();
            }
        }
        Ok(())
    }

    /// The members in the order in which they are checked, and written if nothing is selected.
    fn order(&mut self, members: &mut Members<'a>, order: &mut Order) {
        let bytes = &self.input[members.start..];
        let declared = members.declared();
        let tokens = &mut members.outline.tokens;
        let keeps = declared.is_none_or(|object| object.undeclared == Undeclared::Keep);
        let others = declared.is_some_and(|object| object.others.is_some());
        if keeps || others {
            resolve(bytes, tokens, 0, self.scratch.bind.sort());
        }
        if let Some(object) = declared {
            let fields = 0..object.fields.len() as u32;
            order.members.extend(fields.map(|at| Member::Field(at, ABSENT)));
        }
        for key in (1..tokens.len()).step_by(2) {
            let found = declared
                .and_then(|object| with_key(bytes, &tokens[key], |key| object.keys.find(key)));
            let value = key as u32 + 1;
            match found {
                Some(at) => {
                    let is_shown = declared.is_none_or(|object| object.fields[at].is_shown);
                    order.hidden += u64::from(!is_shown);
                    if let Member::Field(_, slot) = &mut order.members[at] {
                        let before = std::mem::replace(slot, value);
                        if before != ABSENT {
                            self.forget(members.start, &tokens[before as usize]);
                        }
                    }
                }
                None if others && !keeps => {
                    order.undeclared.push(value);
                    let shown = tokens[key].link;
                    if shown != HIDDEN {
                        order.members.push(Member::Other(key as u32, shown));
                    }
                }
                None if !keeps => {
                    self.forget(members.start, &tokens[value as usize]);
                    order.undeclared.push(value);
                }
                None => {
                    let shown = tokens[key].link;
                    if shown != HIDDEN {
                        order.members.push(Member::Data(key as u32, shown));
                    }
                }
            }
        }
    }

    /// The value, of an object that starts at `start`, is not read again.
    fn forget(&mut self, start: usize, value: &Token) {
        let range = start + value.start as usize..start + value.end as usize;
        if matches!(value.kind, TokenKind::Object | TokenKind::Array) {
            self.scratch.outlines.forget(range);
        }
    }

    /// Checks a member, and writes it if it is shown.
    fn member<C: Context>(
        &mut self,
        members: &Members<'a>,
        member: Member,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let tokens = &members.outline.tokens;
        match member {
            Member::Field(at, value) => {
                let Some(field) = members.declared().map(|object| &object.fields[at as usize])
                else {
                    return Ok(());
                };
                let place = Place { shows: place.shows && field.is_shown, ..place };
                self.steps.push(Step::Field(&field.key));
                if value == ABSENT {
                    self.absent(field, members.start, place, sink);
                } else {
                    let owner = Owner::Node(field.node);
                    let key = |sink: &mut JsonSink<'_, C>| sink.declared_key(&field.label);
                    self.present(members, owner, value, key, place, sink)?;
                }
                self.steps.pop();
            }
            Member::Other(key, value) => {
                let others = members.declared().and_then(|object| object.others);
                let Some(others) = others else { return Ok(()) };
                let raw = body(&self.input[members.start..], &tokens[key as usize]);
                self.steps.push(Step::Hidden(raw));
                let place = Place { shows: false, ..place };
                self.present(members, Owner::Node(others), value, |_| {}, place, sink)?;
                self.steps.pop();
            }
            Member::Data(..) if !place.shows && members.takes_anything() => {}
            Member::Data(key, value) => {
                let token = &tokens[key as usize];
                let owner = self.owner_of(members, token);
                let text = StringText {
                    raw: body(&self.input[members.start..], token),
                    special: token.is_special(),
                    offset: members.start + token.start as usize,
                };
                self.steps.push(Step::Hidden(text.raw));
                let key = |sink: &mut JsonSink<'_, C>| sink.data_key(text);
                self.present(members, owner, value, key, place, sink)?;
                self.steps.pop();
            }
        }
        Ok(())
    }

    /// A member that is there: its key, unless a censor removes it, and its value.
    fn present<C: Context>(
        &mut self,
        members: &Members<'a>,
        owner: Owner,
        value: u32,
        key: impl FnOnce(&mut JsonSink<'_, C>),
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let plan = self.plan;
        let token = members.outline.tokens[value as usize];
        let censor = owner.censor(plan, token.kind == TokenKind::Null);
        let is_removed =
            censor.is_some_and(|id| matches!(plan.censors[usize::from(id)], Censor::Remove));
        if place.shows && is_removed {
            let verdict = plan.automaton.verdict(owner.state(plan));
            self.scratch.tally.censored(&verdict.paths);
        } else if place.shows {
            key(sink);
            self.note_surrogates(sink.surrogates);
        }
        let place = Place { shows: place.shows && !is_removed, is_root: false, ..place };
        if !matches!(token.kind, TokenKind::Object | TokenKind::Array) {
            self.write_scalar(members, token, owner, place, sink);
            return Ok(());
        }
        self.at = members.start + token.start as usize;
        // Members come in any order: no window may reach farther than the value.
        let input = self.input;
        self.input = &input[..members.start + token.end as usize];
        self.window.close();
        self.values(Values::Single(owner), place, None, sink)?;
        self.input = input;
        Ok(())
    }

    /// A member's value that is one token, checked when it was outlined.
    fn write_scalar<C: Context>(
        &mut self,
        members: &Members<'a>,
        token: Token,
        owner: Owner,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) {
        let (start, end) = (token.start as usize, token.end as usize);
        let text = &self.input[members.start + start..members.start + end];
        let special = memchr::memchr2(b'\\', b'<', text).is_some();
        let tape = &mut self.scratch.tape;
        tape.clear();
        tape.scalar(token.kind, start, end, special);
        self.write_parsed(owner, members.start, place, sink);
        self.note_surrogates(sink.surrogates);
    }

    /// A declared field that is not there.
    fn absent<C: Context>(
        &mut self,
        field: &Field,
        object: usize,
        place: Place,
        sink: &mut JsonSink<'_, C>,
    ) {
        let plan = self.plan;
        match &field.absent {
            Absent::Refuse => {
                self.refuse(object, || plan.node(field.node).expected(), "nothing");
            }
            Absent::Default(parsed) if place.shows => {
                let Scratch { tally, selection, .. } = &mut *self.scratch;
                let part = (place.branch, selection);
                drive_default(plan, (field, parsed), &self.steps, part, tally, sink);
            }
            Absent::Default(_) | Absent::Skip => {}
        }
    }

    fn owner_of(&self, members: &Members<'a>, key: &Token) -> Owner {
        let automaton = &self.plan.automaton;
        if let ObjectKind::Data(State::DEAD) = members.kind {
            return Owner::Data(State::DEAD);
        }
        with_key(&self.input[members.start..], key, |key| match members.kind {
            ObjectKind::Declared(_, object, state) => {
                undeclared_owner(self.plan, object, state, key)
            }
            ObjectKind::Data(state) => Owner::Data(automaton.key(state, key)),
            ObjectKind::Record(record) => Owner::Node(record.at(key)),
        })
    }

    /// Writes what is selected of an object that was checked before.
    fn write_selected<C: Context>(
        &mut self,
        members: &Members<'a>,
        order: &mut Order,
        (branch, place): (Branch, Place),
        sink: &mut JsonSink<'_, C>,
    ) -> Result<(), RenderError> {
        let selection = &mut self.scratch.selection;
        let start = selection.begin();
        if let ObjectKind::Declared(id, object, _) = members.kind {
            selection.pick_fields(branch, id, object);
        }
        for member in &order.members {
            if let Member::Data(key, value) = *member {
                let token = &members.outline.tokens[key as usize];
                with_key(&self.input[members.start..], token, |name| {
                    selection.pick_member(branch, name, key as usize, value as usize);
                });
            }
        }
        selection.sort(start);
        order.picks.extend_from_slice(selection.picks(start));
        selection.end(start);
        for pick in &order.picks {
            let place = Place { branch: pick.below, is_checked: true, ..place };
            let member = match pick.what {
                Picked::Field(at) => order.members[at as usize],
                Picked::Member(key, value) => Member::Data(key, value),
            };
            self.member(members, member, place, sink)?;
        }
        Ok(())
    }
}

/// The kind of the value that begins with this byte, which was parsed before.
fn kind_of(first: Option<u8>) -> TokenKind {
    match first {
        Some(b'{') => TokenKind::Object,
        Some(b'[') => TokenKind::Array,
        Some(b'"') => TokenKind::String,
        Some(b't') => TokenKind::True,
        Some(b'f') => TokenKind::False,
        Some(b'n') => TokenKind::Null,
        _ => TokenKind::Number,
    }
}
