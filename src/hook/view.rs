//! Looking at the data: a cursor over what was read and bound, through the plan.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::plan::automaton::CensorId;
use crate::plan::censor::{Censor, ValueKind};
use crate::plan::{Absent, Kind, Object, Parsed, Undeclared};
use crate::scan::tape::{Token, TokenKind};
use crate::text::string::{Decoder, decode, write_decoded};
use crate::walk::bind::{ABSENT, with_key};
use crate::walk::drive::{Bound, Redaction};
use crate::walk::duplicates::{HIDDEN, body};
use crate::walk::failures::Step;
use crate::walk::owners::{Owner, undeclared_owner};

use super::content::Writer;
use super::environment::{Environment, ItemTape};
use super::text::{self, HookValue};

/// A value of the data as a hook sees it: a cursor, cheap to clone, that copies nothing.
///
/// It shows what the schema declares, checked, with defaults in their places, before `_select` and
/// redaction: what a page for a person may show. Under
/// [`redact_hooks`](crate::PresenterBuilder::redact_hooks) it shows what the agent sees of the data
/// and nothing else.
///
/// Members are found by path (`"customer.name"`, `"lines.0.sku"`); what is absent, or of another
/// type than asked for, is `None`. Finding a declared field costs one look-up, any other member
/// as much as the object has members. Text with escapes is decoded into memory that the
/// [`Renderer`](crate::Renderer) keeps and that lasts to the end of the render; everything else is
/// a slice of the input.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
///
/// let orders = Presenter::builder("Order")
///     .schema([
///         t::string("id"),
///         t::object("customer", [t::string("name")]),
///         t::array("lines", mcp_presenter::Type::object([t::integer("cents")])),
///     ])
///     .ui(|order, ui| {
///         let cents: i64 = order
///             .get("lines")
///             .into_iter()
///             .flat_map(|lines| lines.elements())
///             .filter_map(|line| line.i64("cents"))
///             .sum();
///         ui.summary(format_args!("{} owes {cents} cents", order.text("customer.name")));
///     })
///     .build()?;
///
/// let json = br#"{"id":"o-1","customer":{"name":"Ada"},"lines":[{"cents":450},{"cents":50}]}"#;
/// let blocks = Renderer::new().blocks(&orders, json, &Request::new())?;
/// let ui = blocks.iter().nth(1).expect("a block").1;
/// assert!(ui.contains("Ada owes 500 cents"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Neither a view nor a text of it outlives the call of its hook:
///
/// ```compile_fail,E0521
/// # use std::cell::RefCell;
/// # use mcp_presenter::{Presenter, View};
/// thread_local! {
///     static KEPT: RefCell<Option<View<'static>>> = const { RefCell::new(None) };
/// }
/// let builder = Presenter::builder("P").ui(|view, _| KEPT.set(Some(view.clone())));
/// ```
///
/// ```compile_fail,E0521
/// # use std::sync::Mutex;
/// # use mcp_presenter::Presenter;
/// static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
/// let builder = Presenter::builder("P").ui(|view, _| KEPT.lock().unwrap().push(view.text("a")));
/// ```
#[derive(Clone)]
pub struct View<'a> {
    environment: Environment<'a>,
    item: Item<'a>,
    owner: Owner,
    at: u32,
    /// It is the root of the data, to which a selection applies.
    is_root: bool,
    /// Something around it is redacted.
    is_inside_redacted: bool,
    /// The steps to it from the item, if a censor asks for them.
    trail: Option<&'a Trail<'a>>,
    /// How many of them lead to what its tokens belong to.
    root_depth: u32,
}

/// The last step to a value, and those before it.
#[derive(Debug)]
pub(crate) struct Trail<'a> {
    step: Step<'a>,
    before: Option<&'a Trail<'a>>,
}

impl<'a> Trail<'a> {
    fn length(trail: Option<&Self>) -> u32 {
        std::iter::successors(trail, |trail| trail.before).count() as u32
    }

    /// One step further.
    pub(super) fn extend(
        environment: &Environment<'a>,
        before: Option<&'a Self>,
        step: Step<'a>,
    ) -> Option<&'a Self> {
        let is_asked_for = environment.plan.asks_for_paths && environment.shown.is_some();
        is_asked_for.then(|| &*environment.render.arena.alloc(Self { step, before }))
    }
}

/// What the tokens of a view belong to.
#[derive(Clone)]
enum Item<'a> {
    Data(Arc<ItemTape>),
    /// A default of the schema, or a null.
    Ours(&'a Parsed),
}

impl fmt::Debug for View<'_> {
    /// Says what kind of value it is. What it holds is data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("kind", &self.kind()).finish_non_exhaustive()
    }
}

impl<'a> View<'a> {
    /// The whole of an item, which may be the document or stand in the root array.
    pub(crate) fn whole(
        environment: Environment<'a>,
        item: Arc<ItemTape>,
        owner: Owner,
        is_root: bool,
        trail: Option<&'a Trail<'a>>,
    ) -> Self {
        Self {
            environment,
            item: Item::Data(item),
            owner,
            at: 0,
            is_root,
            is_inside_redacted: false,
            root_depth: Trail::length(trail),
            trail,
        }
    }

    /// A value that shows nothing.
    pub(crate) fn null(environment: Environment<'a>) -> Self {
        let null = Parsed::null();
        Self {
            environment,
            item: Item::Ours(null),
            owner: Owner::Nobody,
            at: 0,
            is_root: false,
            is_inside_redacted: false,
            trail: None,
            root_depth: 0,
        }
    }

    /// Its place: the item, the token, and what decides about it.
    pub(crate) fn place(&self) -> Option<(&Arc<ItemTape>, usize, Owner)> {
        match &self.item {
            Item::Data(item) => Some((item, self.at as usize, self.owner())),
            Item::Ours(_) => None,
        }
    }

    fn bound(&self) -> Bound<'_> {
        match &self.item {
            Item::Data(item) => self.environment.bound(item),
            Item::Ours(parsed) => Bound::from(*parsed),
        }
    }

    /// The bytes that its tokens count in, which outlive it.
    fn bytes(&self) -> &'a [u8] {
        match &self.item {
            Item::Data(item) => &self.environment.render.input[item.base..],
            Item::Ours(parsed) => parsed.json.as_bytes(),
        }
    }

    fn token_at(&self, at: u32) -> Token {
        match &self.item {
            Item::Data(item) => item.tape.tokens[at as usize],
            Item::Ours(parsed) => parsed.tokens[at as usize],
        }
    }

    fn token(&self) -> Token {
        self.token_at(self.at)
    }

    fn slot(&self, at: usize) -> u32 {
        match &self.item {
            Item::Data(item) => item.bind.slots[at],
            Item::Ours(parsed) => parsed.slots[at],
        }
    }

    /// What decides about the value: of a union, the member that accepts it.
    fn owner(&self) -> Owner {
        let mut owner = self.owner;
        while let Owner::Node(id) = owner {
            match &self.environment.plan.node(id).kind {
                Kind::Union(members) => {
                    owner = Owner::Node(members[usize::from(self.token().member)]);
                }
                Kind::Child(_) => {
                    owner = Owner::Node(self.environment.plan.settle(id, self.token().kind));
                }
                _ => break,
            }
        }
        owner
    }

    /// What the plan puts in the value's place on the wire.
    fn censor(&self) -> Option<CensorId> {
        self.censor_of(self.owner, self.token().kind)
    }

    fn censor_of(&self, owner: Owner, kind: TokenKind) -> Option<CensorId> {
        let (node, state) = match owner {
            Owner::Nobody => return None,
            Owner::Node(id) => {
                let node = self.environment.plan.node(id);
                (Some(node), node.state)
            }
            Owner::Data(state) => (None, state),
        };
        let verdict = self.environment.plan.automaton.verdict(state);
        let (censor, null_censor) = match node {
            Some(node) => (node.censor, node.null_censor),
            None => (verdict.censor, verdict.null_censor),
        };
        if kind == TokenKind::Null { null_censor } else { censor }
    }

    /// What stands in the value's place for this hook.
    fn replaced(&self) -> Option<CensorId> {
        self.environment.shown.and_then(|_| self.censor())
    }

    /// Notes that the hook has read the value.
    fn read(&self) {
        let shows_more = self.environment.shown.is_none();
        if shows_more && (self.is_inside_redacted || self.censor().is_some()) {
            self.environment.render.saw_redacted.set(true);
        }
    }

    /// Whether an embedded Presenter that redacts something has its data at one of these keys. Its
    /// paths are not in this Presenter's own plan, so all of its data counts as redacted.
    fn embeds_redacted(&self, is_key: impl Fn(&str) -> bool) -> bool {
        let embeds = self.environment.plan.children.iter();
        self.is_root
            && embeds.into_iter().any(|(key, plan)| !plan.censors.is_empty() && is_key(key))
    }

    /// Notes that the hook has read all that is in the value.
    fn read_whole(&self) {
        self.read();
        if self.environment.shown.is_none() && self.embeds_redacted(|_| true) {
            self.environment.render.saw_redacted.set(true);
        }
    }

    /// The value below this one at token `at`, which `step` leads to, if it may be seen.
    fn below(&self, owner: Owner, at: u32, step: Step<'a>) -> Option<Self> {
        let removed = match self.environment.shown {
            Some(_) => {
                self.censor_of(owner, self.token_at(at).kind).is_some_and(|id| self.is_removal(id))
            }
            None => false,
        };
        (!removed).then(|| Self {
            environment: self.environment,
            item: self.item.clone(),
            owner,
            at,
            is_root: false,
            is_inside_redacted: self.is_inside_redacted
                || self.censor().is_some()
                || self.embeds_redacted(|key| is_key(step, key)),
            trail: self.extend_trail(step),
            root_depth: self.root_depth,
        })
    }

    fn extend_trail(&self, step: Step<'a>) -> Option<&'a Trail<'a>> {
        Trail::extend(&self.environment, self.trail, step)
    }

    /// The steps to it, if a censor asks for them.
    pub(crate) fn trail(&self) -> Option<&'a Trail<'a>> {
        self.trail
    }

    /// The steps from the item to the value, if a censor asks for them.
    fn steps(&self) -> SmallVec<[Step<'a>; 16]> {
        let mut steps: SmallVec<_> = std::iter::successors(self.trail, |trail| trail.before)
            .map(|trail| trail.step)
            .collect();
        steps.reverse();
        steps
    }

    fn is_removal(&self, id: CensorId) -> bool {
        matches!(self.environment.plan.censors[usize::from(id)], Censor::Remove)
    }

    /// The type of the value.
    #[must_use]
    pub fn kind(&self) -> ValueKind {
        match self.replaced() {
            Some(id) if self.is_removal(id) => ValueKind::Null,
            Some(_) => ValueKind::String,
            None => self.token().kind.into(),
        }
    }

    /// Whether the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.read();
        self.kind() == ValueKind::Null
    }

    /// The value at a path of keys below this one, separated by points. In an array a number
    /// stands for the element with that index.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<View<'a>> {
        let Some(point) = memchr::memchr(b'.', path.as_bytes()) else { return self.step(path) };
        let mut value = self.step(&path[..point])?;
        for step in path[point + 1..].split('.') {
            value = value.step(step)?;
        }
        Some(value)
    }

    fn step(&self, step: &str) -> Option<View<'a>> {
        match self.kind() {
            ValueKind::Array => self.element(step.parse().ok()?),
            _ => self.member(step),
        }
    }

    /// The member of an object with exactly this key.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<View<'a>> {
        if self.kind() != ValueKind::Object || !self.is_selected(key) {
            return None;
        }
        if let Some(object) = self.object()
            && let Some(field) = object.keys.find(key.as_bytes())
        {
            return self.field(object, field);
        }
        let owner = self.member_owner(key.as_bytes())?;
        let (raw, at) = self.find(key)?;
        self.below(owner, at, Step::Hidden(raw))
    }

    /// What decides about a member that no schema declares.
    fn member_owner(&self, key: &[u8]) -> Option<Owner> {
        let plan = self.environment.plan;
        match self.owner() {
            Owner::Nobody => None,
            Owner::Data(state) => Some(Owner::Data(plan.automaton.key(state, key))),
            Owner::Node(id) => {
                let node = plan.node(id);
                match &node.kind {
                    Kind::Object(object) if object.undeclared == Undeclared::Keep => {
                        Some(undeclared_owner(plan, object, node.state, key))
                    }
                    Kind::Object(_) => None,
                    Kind::Record(record) => Some(Owner::Node(record.at(key))),
                    _ => Some(Owner::Data(plan.automaton.key(node.state, key))),
                }
            }
        }
    }

    /// Whether a selection, if one holds here, has the key.
    fn is_selected(&self, key: &str) -> bool {
        match self.environment.shown {
            Some(list) if self.is_root && !list.is_empty() => list.has(key.as_bytes()),
            _ => true,
        }
    }

    /// A declared field, by its place in the schema.
    fn field(&self, object: &'a Object, field: usize) -> Option<Self> {
        let declared = &object.fields[field];
        if !declared.is_shown {
            return None;
        }
        let base = self.token().link as usize;
        let step = Step::Field(&declared.key);
        match self.slot(base + 1 + field) {
            ABSENT => match &declared.absent {
                Absent::Default(parsed) => {
                    let default = Self { item: Item::Ours(parsed), at: 0, ..self.clone() };
                    let default = default.below(Owner::Node(declared.node), 0, step)?;
                    Some(Self { root_depth: Trail::length(default.trail), ..default })
                }
                Absent::Refuse | Absent::Skip => None,
            },
            at => self.below(Owner::Node(declared.node), at, step),
        }
    }

    /// The member with this key among those that the schema does not declare: its raw key, and the
    /// token of its value.
    fn find(&self, key: &str) -> Option<(&'a [u8], u32)> {
        let bytes = self.bytes();
        self.shown_members()
            .find(|(at, _)| with_key(bytes, &self.token_at(*at), |own| own == key.as_bytes()))
            .map(|(at, value)| (body(bytes, &self.token_at(at)), value))
    }

    /// Keys and values, as tokens, of the members that the plan finds by their keys.
    fn shown_members(&self) -> impl Iterator<Item = (u32, u32)> {
        let end = self.token().next;
        let mut key = self.at + 1;
        std::iter::from_fn(move || {
            while key < end {
                let (at, shown) = (key, self.token_at(key).link);
                key = self.token_at(key + 1).next;
                if shown != HIDDEN {
                    return Some((at, shown));
                }
            }
            None
        })
    }

    /// The element of an array with this index. Linear in it.
    #[must_use]
    pub fn element(&self, index: usize) -> Option<View<'a>> {
        self.elements().nth(index)
    }

    /// The elements of an array in order; nothing for any other value.
    pub fn elements(&self) -> Elements<'a> {
        let is_array = self.kind() == ValueKind::Array;
        let end = if is_array { self.token().next } else { 0 };
        Elements { array: self.clone(), at: self.at + 1, index: 0, end }
    }

    /// The elements of the array at `path`; nothing if there is none.
    ///
    /// ```
    /// use mcp_presenter::{Presenter, Renderer, Request};
    ///
    /// let orders = Presenter::builder("Order")
    ///     .allow_everything()
    ///     .ui(|order, ui| ui.list(order.each("lines").map(|line| line.get("sku"))))
    ///     .build()?;
    /// let json = br#"{"lines":[{"sku":"a-1"},{"sku":"b-2"}]}"#;
    /// let blocks = Renderer::new().blocks(&orders, json, &Request::new())?;
    /// assert_eq!(blocks.structured().ui_blocks[0].content, "- a-1\n- b-2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each(&self, path: &str) -> Elements<'a> {
        match self.get(path) {
            Some(value) => value.elements(),
            None => Elements { array: self.clone(), at: 0, index: 0, end: 0 },
        }
    }

    /// What decides about the element with this index; nothing if it is beyond a limit.
    fn element_owner(&self, index: usize) -> Option<Owner> {
        let plan = self.environment.plan;
        match self.owner() {
            Owner::Nobody => None,
            Owner::Data(state) => Some(Owner::Data(plan.automaton.index(state, index))),
            Owner::Node(id) => match &plan.node(id).kind {
                Kind::Array(elements) if elements.is_beyond(index) => None,
                Kind::Array(elements) => Some(Owner::Node(elements.at(index))),
                _ => Some(Owner::Data(plan.automaton.index(plan.node(id).state, index))),
            },
        }
    }

    /// The members of an object with their keys, in the order in which they are written; nothing
    /// for any other value.
    pub fn members(&self) -> Members<'a> {
        // Keys may be as secret as values.
        self.read();
        let is_object = self.kind() == ValueKind::Object;
        let end = if is_object { self.token().next } else { 0 };
        Members { object: self.clone(), field: 0, at: self.at + 1, end }
    }

    fn object(&self) -> Option<&'a Object> {
        let Owner::Node(id) = self.owner() else { return None };
        match &self.environment.plan.node(id).kind {
            Kind::Object(object) if self.token().kind == TokenKind::Object => Some(object),
            _ => None,
        }
    }

    /// How many elements or members there are; 0 for any other value. Linear in them.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "most values have no members at all")]
    pub fn len(&self) -> usize {
        match self.kind() {
            ValueKind::Array => self.elements().count(),
            ValueKind::Object => self.members().count(),
            _ => 0,
        }
    }

    /// The text of a string, without escapes.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        self.read();
        if self.kind() != ValueKind::String {
            return None;
        }
        if self.replaced().is_some() {
            return Some(self.rendered());
        }
        let (bytes, token) = (self.bytes(), self.token());
        let raw = body(bytes, &token);
        if token.special && memchr::memchr(b'\\', raw).is_some() {
            return Some(self.decoded(raw));
        }
        std::str::from_utf8(raw).ok()
    }

    fn decoded(&self, raw: &[u8]) -> &'a str {
        let arena = self.environment.render.arena;
        let mut text = bumpalo::collections::String::with_capacity_in(raw.len(), arena);
        text.extend(Decoder::new(raw));
        text.into_bump_str()
    }

    /// The value of a boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        self.read();
        match self.token().kind {
            _ if self.replaced().is_some() => None,
            TokenKind::True => Some(true),
            TokenKind::False => Some(false),
            _ => None,
        }
    }

    /// The text of a number, as it came.
    #[must_use]
    pub fn as_number(&self) -> Option<&'a str> {
        self.read();
        if self.kind() != ValueKind::Number {
            return None;
        }
        let (bytes, token) = (self.bytes(), self.token());
        std::str::from_utf8(bytes.get(token.start as usize..token.end as usize)?).ok()
    }

    /// The value of a number without a fraction, if it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        text::integer(self.as_number()?)
    }

    /// The value of a number without a fraction and not below zero, if it fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        text::integer(self.as_number()?)
    }

    /// The number as the nearest float; infinite if it is too large for one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.parse().ok()
    }

    /// The text of any value: a string's characters, a number in its plain form (`1.50` is
    /// `1.5`), `true`, `false`, `null`, an array's elements joined by commas, an object as JSON.
    #[must_use]
    pub fn to_text(&self) -> &'a str {
        match self.as_str() {
            Some(text) => text,
            None => self.rendered(),
        }
    }

    /// Writes the same text to a place, without memory for it that lasts longer.
    pub(super) fn write_to(&self, to: &mut Writer<'_>) {
        self.read();
        let (bytes, token) = (self.bytes(), self.token());
        match token.kind {
            _ if self.kind() == ValueKind::Null => to.null(),
            TokenKind::String if self.replaced().is_none() && token.special => {
                write_decoded(body(bytes, &token), |piece| {
                    to.piece(std::str::from_utf8(piece).unwrap_or_default());
                });
            }
            TokenKind::String if self.replaced().is_none() => {
                to.piece(std::str::from_utf8(body(bytes, &token)).unwrap_or_default());
            }
            TokenKind::Number if self.replaced().is_none() => {
                to.number(self.as_number().unwrap_or_default());
            }
            _ => {
                let text = self.render();
                to.piece(&text);
                self.environment.render.memory.give_back_text(text);
            }
        }
    }

    fn rendered(&self) -> &'a str {
        let text = self.render();
        let kept = self.environment.render.arena.alloc_str(&text);
        self.environment.render.memory.give_back_text(text);
        kept
    }

    /// The text in memory that is to be given back.
    fn render(&self) -> String {
        self.read_whole();
        let redaction = match self.environment.shown {
            Some(_) => Redaction::Applied,
            None => Redaction::Noted(self.environment.render.saw_redacted),
        };
        let select = self.environment.shown.filter(|_| self.is_root);
        let plan = self.environment.plan;
        let value = (self.owner, self.at);
        let steps = self.steps();
        let hook = HookValue {
            value,
            bound: self.bound(),
            steps: (&steps, self.root_depth as usize),
            redaction,
            select,
        };
        text::write(self.environment.render.memory.text(), plan, hook)
    }

    /// Sends the value to a writer of JSON, as the hook sees it.
    pub(super) fn write_json<C: crate::emit::context::Context>(
        &self,
        sink: &mut crate::emit::json::JsonSink<'_, C>,
    ) {
        self.read_whole();
        let redaction = match self.environment.shown {
            Some(_) => Redaction::Applied,
            None => Redaction::Noted(self.environment.render.saw_redacted),
        };
        let select = self.environment.shown.filter(|_| self.is_root);
        let plan = self.environment.plan;
        let (value, steps) = ((self.owner, self.at), self.steps());
        let hook = HookValue {
            value,
            bound: self.bound(),
            steps: (&steps, self.root_depth as usize),
            redaction,
            select,
        };
        text::drive(sink, plan, hook);
    }

    /// The text of the value at `path` as [`to_text`](Self::to_text) gives it; empty if it is
    /// absent or null.
    #[must_use]
    pub fn text(&self, path: &str) -> &'a str {
        match self.get(path) {
            Some(value) if !value.is_null() => value.to_text(),
            _ => "",
        }
    }

    /// The boolean at `path`.
    #[must_use]
    pub fn bool(&self, path: &str) -> Option<bool> {
        self.get(path)?.as_bool()
    }

    /// The number at `path`, as [`as_i64`](Self::as_i64) gives it.
    #[must_use]
    pub fn i64(&self, path: &str) -> Option<i64> {
        self.get(path)?.as_i64()
    }

    /// The number at `path`, as [`as_u64`](Self::as_u64) gives it.
    #[must_use]
    pub fn u64(&self, path: &str) -> Option<u64> {
        self.get(path)?.as_u64()
    }

    /// The number at `path`, as [`as_f64`](Self::as_f64) gives it.
    #[must_use]
    pub fn f64(&self, path: &str) -> Option<f64> {
        self.get(path)?.as_f64()
    }

    /// A text in memory that the Renderer keeps and that lasts to the end of the render, for hooks
    /// that need one more than once.
    #[must_use]
    pub fn format(&self, arguments: fmt::Arguments<'_>) -> &'a str {
        let arena = self.environment.render.arena;
        let mut text = bumpalo::collections::String::new_in(arena);
        // Writing to memory cannot fail; what a value of the program refuses to print stays out.
        let _ = fmt::Write::write_fmt(&mut text, arguments);
        text.into_bump_str()
    }
}

/// Whether a step goes to the member with this key.
fn is_key(step: Step<'_>, key: &str) -> bool {
    match step {
        Step::Field(own) => own == key,
        Step::Hidden(raw) => decode(raw) == key,
        Step::Index(_) => false,
    }
}

/// The elements of an array; made by [`View::elements`].
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    array: View<'a>,
    at: u32,
    index: usize,
    end: u32,
}

impl<'a> Iterator for Elements<'a> {
    type Item = View<'a>;

    fn next(&mut self) -> Option<View<'a>> {
        if self.at >= self.end {
            return None;
        }
        let owner = self.array.element_owner(self.index)?;
        let (at, step) = (self.at, Step::Index(self.index));
        self.at = self.array.token_at(at).next;
        self.index += 1;
        // An element that is removed leaves a null.
        Some(
            self.array.below(owner, at, step).unwrap_or_else(|| View::null(self.array.environment)),
        )
    }
}

/// The members of an object; made by [`View::members`].
#[derive(Clone, Debug)]
pub struct Members<'a> {
    object: View<'a>,
    /// The next declared field.
    field: usize,
    /// The next key of the data.
    at: u32,
    end: u32,
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, View<'a>);

    fn next(&mut self) -> Option<(&'a str, View<'a>)> {
        if self.end == 0 {
            return None;
        }
        let declared = self.object.object();
        while let Some(object) = declared
            && self.field < object.fields.len()
        {
            let field = self.field;
            self.field += 1;
            let key: &'a str = &object.fields[field].key;
            if self.object.is_selected(key)
                && let Some(value) = self.object.field(object, field)
            {
                return Some((key, value));
            }
        }
        if declared.is_some_and(|object| object.undeclared != Undeclared::Keep) {
            return None;
        }
        while self.at < self.end {
            let (at, token) = (self.at, self.object.token_at(self.at));
            self.at = self.object.token_at(at + 1).next;
            if token.link == HIDDEN {
                continue;
            }
            if let Some(member) = self.data_member(&token) {
                return Some(member);
            }
        }
        None
    }
}

impl<'a> Members<'a> {
    fn data_member(&self, key: &Token) -> Option<(&'a str, View<'a>)> {
        let object = &self.object;
        let raw = body(object.bytes(), key);
        let is_escaped = key.special && memchr::memchr(b'\\', raw).is_some();
        let name = if is_escaped { object.decoded(raw) } else { std::str::from_utf8(raw).ok()? };
        if !object.is_selected(name) {
            return None;
        }
        let owner = object.member_owner(name.as_bytes())?;
        let value = object.below(owner, key.link, Step::Hidden(raw))?;
        if value.censor().is_some_and(|id| value.is_removal(id)) {
            // Where the value is removed, the key is, too.
            value.read();
        }
        Some((name, value))
    }
}
