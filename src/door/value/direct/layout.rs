//! A plan for values that come field by field: what each may be, where it stands, and what stands
//! before it, ready to be copied.

use crate::emit::context::{Context, ContextId};
use crate::emit::lane::{Literal, Quoting};
use crate::plan::automaton::{CensorId, State};
use crate::plan::censor::Censor;
use crate::plan::{self, Absent, Kind, NodeId, Object, Plan, ScalarKinds, Undeclared};
use crate::walk::select::{Branch, SelectList};

/// Fields of one object beyond which it is not laid out.
const MOST_FIELDS: usize = 64 * FieldSet::WORDS;

/// How many fields of a struct are foreseen: twice as many as are declared, and no less than this.
const LEAST_EXPECTED: usize = 128;

/// A plan with a context and a select list, if all of it can be written value by value.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) quoting: Quoting,
    /// The root of a document that is an object.
    pub(super) document: Option<Node>,
    /// An item of a collection, if items are objects.
    pub(super) item: Option<Node>,
    /// How many fields of structs are foreseen, of all objects.
    foreseen: usize,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) accepts: Accepts,
    /// The plan's node with the constants that a scalar must be one of.
    pub(super) choice: Option<NodeId>,
    pub(super) content: Content,
    pub(super) censor: Option<Hiding>,
    pub(super) null_censor: Option<Hiding>,
    pub(super) state: State,
}

/// What stands in the place of a value.
#[derive(Debug)]
pub(super) enum Hiding {
    Text(Literal),
    /// The member is left out.
    Remove,
}

#[derive(Debug)]
pub(super) enum Content {
    Scalar,
    Any,
    /// The elements.
    Array(Box<Node>),
    /// The members.
    Record(Box<Node>),
    Object(Fields),
}

/// The declared fields of an object.
#[derive(Debug)]
pub(super) struct Fields {
    /// The plan's node.
    pub(super) id: NodeId,
    /// In the order of the schema.
    pub(super) declared: Box<[Field]>,
    /// Those that must come, since nothing else can be written without them.
    pub(super) required: FieldSet,
    /// Where what is expected of a struct begins, and for how many of its fields.
    expected: usize,
    room: usize,
}

#[derive(Debug)]
pub(super) struct Field {
    pub(super) node: Node,
    /// The place among the members that are shown, if it is.
    pub(super) rank: Option<u32>,
    /// A comma, the key, a colon.
    pub(super) label: Literal,
}

/// Some of the declared fields of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FieldSet([u64; FieldSet::WORDS]);

impl FieldSet {
    const WORDS: usize = 4;

    /// All fields before this one.
    pub(super) fn before(field: u32) -> Self {
        let mut set = Self::default();
        for field in 0..field {
            set.insert(field);
        }
        set
    }

    /// Adds the field, and says whether it is new.
    pub(super) fn insert(&mut self, field: u32) -> bool {
        let Some(word) = self.0.get_mut(field as usize / 64) else { return false };
        let is_new = *word >> (field % 64) & 1 == 0;
        *word |= 1 << (field % 64);
        is_new
    }

    pub(super) fn has_all_of(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & other == *other)
    }
}

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accepts(u8);

impl Accepts {
    pub(super) const STRING: Self = Self(1);
    pub(super) const INTEGER: Self = Self(2);
    /// Of whatever value.
    pub(super) const NUMBER: Self = Self(4 | 2);
    pub(super) const BOOLEAN: Self = Self(8);
    pub(super) const NULL: Self = Self(16);
    pub(super) const ARRAY: Self = Self(32);
    pub(super) const OBJECT: Self = Self(64);
    const ANY: Self = Self(127);

    fn or_if(self, holds: bool, other: Self) -> Self {
        Self(if holds { self.0 | other.0 } else { self.0 })
    }

    #[inline(always)]
    pub(super) fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Which of the declared fields a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Declared(u32),
    Undeclared,
    /// It is not declared, and the struct may have sent it before.
    Again,
}

/// What is expected where nothing is known.
const UNKNOWN: (&str, Found) = ("", Found::Again);

/// What structs sent last, place by place: each entry holds behind those before it.
#[derive(Debug, Default)]
pub(super) struct Expected(Vec<(&'static str, Found)>);

impl Expected {
    /// Which of the declared fields has this key, that a struct sends as its `place`th.
    #[inline(always)]
    pub(super) fn find(
        &mut self,
        (plan, fields): (&Plan, &Fields),
        place: usize,
        key: &'static str,
    ) -> Found {
        if place >= fields.room {
            return match fields.find(plan, key) {
                // Nobody knows whether it has been sent before.
                Found::Undeclared => Found::Again,
                found => found,
            };
        }
        match self.0.get(fields.expected + place) {
            // The same text at the same place: no byte of it is to be compared.
            Some((expected, found)) if std::ptr::eq(*expected, key) => *found,
            _ => self.learn((plan, fields), place, key),
        }
    }

    #[cold]
    #[inline(never)]
    fn learn(
        &mut self,
        (plan, fields): (&Plan, &Fields),
        place: usize,
        key: &'static str,
    ) -> Found {
        let own = self.0.get_mut(fields.expected..).and_then(|own| own.get_mut(..fields.room));
        let Some((before, [entry, behind @ ..])) =
            own.and_then(|own| own.split_at_mut_checked(place))
        else {
            return Found::Again;
        };
        // Those before are what this very struct has sent.
        let found = match fields.find(plan, key) {
            Found::Undeclared if before.iter().any(|(other, _)| *other == key) => Found::Again,
            found => found,
        };
        *entry = (key, found);
        // Those behind were learned behind another one, and are learned anew one after the other.
        if let Some(next) = behind.first_mut() {
            *next = UNKNOWN;
        }
        found
    }
}

impl Fields {
    /// Which of the declared fields has this key.
    #[cold]
    #[inline(never)]
    pub(super) fn find(&self, plan: &Plan, key: &str) -> Found {
        match &plan.node(self.id).kind {
            Kind::Object(object) => match object.keys.find(key.as_bytes()) {
                Some(at) => Found::Declared(at as u32),
                None => Found::Undeclared,
            },
            _ => Found::Undeclared,
        }
    }
}

impl Layout {
    /// Nothing if the plan asks for more than what is laid out here: conversions, unions, embedded
    /// data, members that it does not declare, censors that look at the value.
    pub(super) fn new<C: Context>(plan: &Plan, select: &SelectList) -> Option<Self> {
        let is_nested = plan.nested_select && !select.is_empty();
        if is_nested || plan.is_lenient || !plan.children.is_empty() || plan.root_is_array {
            return None;
        }
        let quoting = Quoting::of::<C>();
        let mut layout = Self { quoting, document: None, item: None, foreseen: 0 };
        layout.document = layout.root::<C>(plan, plan.document, select)?;
        layout.item = layout.root::<C>(plan, plan.item, select)?;
        Some(layout)
    }

    /// Nothing is expected yet.
    fn expected(&self) -> Expected {
        Expected(vec![UNKNOWN; self.foreseen])
    }

    /// Bytes of memory held, about.
    fn weight(&self) -> usize {
        let nodes = [&self.document, &self.item];
        let nodes: usize = nodes.into_iter().flatten().map(Node::weight).sum();
        nodes + self.foreseen * size_of::<(&str, Found)>()
    }

    /// The root of a document or of an item, if it is an object.
    #[expect(clippy::option_option, reason = "no layout at all, or none for this root")]
    fn root<C: Context>(
        &mut self,
        plan: &Plan,
        id: NodeId,
        select: &SelectList,
    ) -> Option<Option<Node>> {
        let Kind::Object(object) = &plan.node(id).kind else { return Some(None) };
        let ranked = |at: usize, field: &plan::Field| match select.is_empty() {
            true => Some(at as u32),
            false => Some(select.find(false, Branch::ROOT, field.key.as_bytes())?.rank),
        };
        let content = self.object::<C>(plan, (id, object), ranked)?;
        Node::new::<C>(plan, id, content)?.staying().map(Some)
    }

    fn object<C: Context>(
        &mut self,
        plan: &Plan,
        (id, object): (NodeId, &Object),
        ranked: impl Fn(usize, &plan::Field) -> Option<u32>,
    ) -> Option<Content> {
        let is_plain = object.undeclared == Undeclared::Strip
            && object.embedded.is_none()
            && object.others.is_none()
            && !object.is_open
            && object.fields.len() <= MOST_FIELDS;
        if !is_plain {
            return None;
        }
        let mut required = FieldSet::default();
        let mut declared = Vec::with_capacity(object.fields.len());
        for (at, field) in object.fields.iter().enumerate() {
            if !matches!(field.absent, Absent::Skip) {
                required.insert(at as u32);
            }
            declared.push(Field {
                node: self.node::<C>(plan, field.node)?,
                rank: ranked(at, field).filter(|_| field.is_shown),
                label: Literal::new(&[b",", C::of(&field.label)].concat()),
            });
        }
        let (expected, room) = (self.foreseen, LEAST_EXPECTED.max(2 * declared.len()));
        self.foreseen += room;
        let declared = declared.into();
        Some(Content::Object(Fields { id, declared, required, expected, room }))
    }

    fn node<C: Context>(&mut self, plan: &Plan, id: NodeId) -> Option<Node> {
        let node = plan.node(id);
        let content = match &node.kind {
            Kind::Object(object) => {
                self.object::<C>(plan, (id, object), |at, _| Some(at as u32))?
            }
            Kind::Array(elements) => {
                let is_plain = elements.named.is_empty() && elements.limit.is_none();
                let element = self.node::<C>(plan, elements.any).filter(|_| is_plain)?;
                Content::Array(element.staying()?.into())
            }
            Kind::Record(record) => {
                let member =
                    self.node::<C>(plan, record.any).filter(|_| record.named.is_empty())?;
                Content::Record(member.staying()?.into())
            }
            Kind::Any if node.state == State::DEAD => Content::Any,
            Kind::Any | Kind::Union(_) | Kind::Each(_) | Kind::Child(_) => return None,
            Kind::String | Kind::Number | Kind::Integer | Kind::Boolean => Content::Scalar,
            Kind::Scalar(_) | Kind::Enum(_) => Content::Scalar,
        };
        Node::new::<C>(plan, id, content)
    }
}

impl Node {
    fn new<C: Context>(plan: &Plan, id: NodeId, content: Content) -> Option<Self> {
        let node = plan.node(id);
        if node.casts {
            return None;
        }
        let choice = matches!(node.kind, Kind::Enum(_)).then_some(id);
        let (censor, null_censor) = (node.censor, node.null_censor);
        Some(Self {
            accepts: accepts(node),
            choice,
            content,
            censor: hiding::<C>(plan, censor)?,
            null_censor: hiding::<C>(plan, null_censor)?,
            state: node.state,
        })
    }

    /// The node, unless values of it may be removed: elements stay, as nulls.
    fn staying(self) -> Option<Self> {
        let removes = |censor: &Option<Hiding>| matches!(censor, Some(Hiding::Remove));
        (!removes(&self.censor) && !removes(&self.null_censor)).then_some(self)
    }

    /// Bytes of memory held, about.
    fn weight(&self) -> usize {
        let censors = [&self.censor, &self.null_censor].into_iter().flatten();
        let hidden = censors.map(|censor| match censor {
            Hiding::Text(text) => text.weight(),
            Hiding::Remove => 0,
        });
        let inner = match &self.content {
            Content::Scalar | Content::Any => 0,
            Content::Array(node) | Content::Record(node) => node.weight(),
            Content::Object(fields) => {
                let weight = |field: &Field| field.label.weight() + field.node.weight();
                fields.declared.iter().map(weight).sum()
            }
        };
        size_of::<Self>() + hidden.sum::<usize>() + inner
    }
}

/// What a censor writes; nothing if that is no fixed text.
#[expect(clippy::option_option, reason = "no layout at all, or no censor")]
fn hiding<C: Context>(plan: &Plan, censor: Option<CensorId>) -> Option<Option<Hiding>> {
    let Some(censor) = censor else { return Some(None) };
    match &plan.censors[usize::from(censor)] {
        Censor::Text(text) => Some(Some(Hiding::Text(Literal::new(C::of(text))))),
        Censor::Remove => Some(Some(Hiding::Remove)),
        Censor::Hash(..) | Censor::KeepLast(_) | Censor::Function(_) => None,
    }
}

fn accepts(node: &plan::Node) -> Accepts {
    let kinds = match &node.kind {
        Kind::String => Accepts::STRING,
        Kind::Number => Accepts::NUMBER,
        Kind::Integer => Accepts::INTEGER,
        Kind::Boolean => Accepts::BOOLEAN,
        Kind::Scalar(kinds) => Accepts(0)
            .or_if(kinds.covers(ScalarKinds::STRING), Accepts::STRING)
            .or_if(kinds.covers(ScalarKinds::NUMBER), Accepts::NUMBER)
            .or_if(kinds.covers(ScalarKinds::BOOLEAN), Accepts::BOOLEAN)
            .or_if(kinds.covers(ScalarKinds::NULL), Accepts::NULL),
        Kind::Enum(choice) => Accepts::STRING
            .or_if(true, Accepts::NUMBER)
            .or_if(true, Accepts::BOOLEAN)
            .or_if(choice.has(b"null"), Accepts::NULL),
        Kind::Array(_) => Accepts::ARRAY,
        Kind::Object(_) | Kind::Record(_) => Accepts::OBJECT,
        Kind::Any => Accepts::ANY,
        Kind::Union(_) | Kind::Each(_) | Kind::Child(_) => Accepts(0),
    };
    kinds.or_if(node.nullable, Accepts::NULL)
}

/// Layouts that were asked for lately.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    /// The one that was asked for last in front.
    kept: Vec<(Key, Option<(Layout, Expected)>)>,
}

/// Layouts that are remembered.
const MOST_LAYOUTS: usize = 64;

/// With longer select lists there is no layout: what is remembered lasts, and long lists from outside
/// do not. The other bounds the bytes of the names.
const MOST_NAMES: usize = 64;
const MOST_KEY: usize = 8 << 10;

/// What a layout is for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    plan: u64,
    context: ContextId,
    select: SelectList,
}

impl Layouts {
    /// The layout of the plan, if it has one.
    pub(super) fn of<C: Context>(
        &mut self,
        plan: &Plan,
        select: &SelectList,
    ) -> Option<(&Layout, &mut Expected)> {
        let context = ContextId::of::<C>();
        let is_it = |(key, _): &(Key, Option<(Layout, Expected)>)| {
            key.plan == plan.id && key.context == context && key.select == *select
        };
        match self.kept.iter().position(is_it) {
            Some(0) => {}
            Some(at) => self.kept.swap(0, at),
            None => {
                if select.names().len() > MOST_NAMES || select.weight() > MOST_KEY {
                    return None;
                }
                let layout = Layout::new::<C>(plan, select);
                self.kept.truncate(MOST_LAYOUTS - 1);
                let key = Key { plan: plan.id, context, select: select.clone() };
                let with_expected = |layout: Layout| {
                    let expected = layout.expected();
                    (layout, expected)
                };
                self.kept.insert(0, (key, layout.map(with_expected)));
            }
        }
        let (layout, expected) = self.kept.first_mut()?.1.as_mut()?;
        Some((layout, expected))
    }

    /// Bytes of memory held, about.
    pub(crate) fn capacity(&self) -> usize {
        let weight = |(key, kept): &(Key, Option<(Layout, _)>)| {
            key.select.weight() + kept.as_ref().map_or(0, |(layout, _)| layout.weight())
        };
        self.kept.iter().map(weight).sum()
    }
}
