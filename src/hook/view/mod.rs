//! Looking at the data: a cursor over what was read and bound, through the plan.

mod children;
mod value;

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::plan::automaton::{CensorId, as_index};
use crate::plan::censor::{Censor, ValueKind};
use crate::plan::{Absent, Kind, Object, Parsed};
use crate::scan::tape::{Token, TokenKind};
use crate::text::string::decode;
use crate::walk::bind::{ABSENT, with_key};
use crate::walk::drive::Bound;
use crate::walk::duplicates::{HIDDEN, body};
use crate::walk::failures::Step;
use crate::walk::owners::{Owner, child_owner, settled, with_step};
use crate::walk::select::{Branch, Chosen, SelectList};

pub use children::{Elements, Members};

use super::environment::{Environment, ItemTape};

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
    /// It is the root of the data.
    is_root: bool,
    /// What is selected of it, if it is not shown whole.
    branch: Option<Branch>,
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
    /// The token that the step leads to, among those that it belongs to.
    at: u32,
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
        at: u32,
    ) -> Option<&'a Self> {
        let is_asked_for = environment.plan.asks_for_paths && environment.shown.is_some();
        is_asked_for.then(|| &*environment.render.arena.alloc(Self { step, at, before }))
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
            branch: environment.shown.filter(|_| is_root).and_then(SelectList::root),
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
            branch: None,
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
        settled(self.environment.plan, self.owner, &self.token())
    }

    /// What the plan puts in the value's place on the wire.
    fn censor(&self) -> Option<CensorId> {
        self.owner.censor(self.environment.plan, self.token().kind == TokenKind::Null)
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

    /// Whether an embedded Presenter has its data at one of these keys. What it drops and redacts is
    /// not in this Presenter's own plan, so all of its data counts as redacted.
    fn embeds_redacted(&self, is_key: impl Fn(&str) -> bool) -> bool {
        let embeds = self.environment.plan.children.iter();
        self.is_root && embeds.into_iter().any(|embed| is_key(&embed.key))
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
                let is_null = self.token_at(at).kind == TokenKind::Null;
                let censor = owner.censor(self.environment.plan, is_null);
                censor.is_some_and(|id| self.is_removal(id))
            }
            None => false,
        };
        (!removed).then(|| Self {
            environment: self.environment,
            item: self.item.clone(),
            owner,
            at,
            is_root: false,
            branch: self.branch_below(step),
            is_inside_redacted: self.is_inside_redacted
                || self.censor().is_some()
                || self.embeds_redacted(|key| is_key(step, key)),
            trail: Trail::extend(&self.environment, self.trail, step, at),
            root_depth: self.root_depth,
        })
    }

    /// The steps to it, if a censor asks for them.
    pub(crate) fn trail(&self) -> Option<&'a Trail<'a>> {
        self.trail
    }

    /// The steps from the item to the value, if a censor asks for them, and the tokens that they
    /// lead to.
    fn steps(&self) -> (SmallVec<[Step<'a>; 16]>, SmallVec<[u32; 16]>) {
        let trail = std::iter::successors(self.trail, |trail| trail.before);
        let (mut steps, mut places): (SmallVec<_>, SmallVec<_>) =
            trail.map(|trail| (trail.step, trail.at)).unzip();
        steps.reverse();
        places.reverse();
        (steps, places)
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
            ValueKind::Array => self.element(as_index(step)?),
            _ => self.member(step),
        }
    }

    /// The member of an object with exactly this key.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<View<'a>> {
        if self.kind() != ValueKind::Object || !self.is_selected(key.as_bytes()) {
            return None;
        }
        if let Some(object) = self.object()
            && let Some(field) = object.named(key.as_bytes())
        {
            return self.field(object, field);
        }
        let owner = self.child_owner(Step::Field(key))?;
        let (raw, at) = self.find(key)?;
        self.below(owner, at, Step::Hidden(raw))
    }

    /// What decides about the child that `step` leads to; nothing if it is not kept.
    fn child_owner(&self, step: Step<'_>) -> Option<Owner> {
        child_owner(self.environment.plan, self.owner, Some(&self.token()), step)
    }

    /// The same value, of which no more is shown than the branch says.
    pub(crate) fn selected(self, branch: Option<Branch>) -> Self {
        Self { branch, ..self }
    }

    /// What is selected of the value, if it is not shown whole.
    pub(crate) fn branch(&self) -> Option<Branch> {
        self.branch
    }

    /// The key as it is selected, if a selection holds here.
    fn chosen(&self, key: &[u8]) -> Option<Option<Chosen>> {
        let (list, branch) = self.environment.shown.zip(self.branch)?;
        Some(list.find(self.environment.plan.nested_select, branch, key))
    }

    /// Whether a selection, if one holds here, has the key.
    fn is_selected(&self, key: &[u8]) -> bool {
        self.chosen(key).is_none_or(|chosen| chosen.is_some())
    }

    /// What is selected of the child that `step` leads to.
    fn branch_below(&self, step: Step<'_>) -> Option<Branch> {
        self.branch?;
        match step {
            Step::Index(_) => self.branch.filter(|_| self.environment.plan.nested_select),
            key => with_step(key, |key| self.chosen(key)).flatten()?.below,
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

    fn object(&self) -> Option<&'a Object> {
        let Owner::Node(id) = self.owner() else { return None };
        match &self.environment.plan.node(id).kind {
            Kind::Object(object) if self.token().kind == TokenKind::Object => Some(object),
            _ => None,
        }
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
