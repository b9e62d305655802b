//! What is written for a value of the plan, as a set of values: the same questions in the same order
//! as [`drive`](crate::walk::drive), asked of all data at once.

use std::collections::HashMap;

use crate::emit::context::Plain;
use crate::emit::json::JsonSink;
use crate::plan::automaton::{CensorId, State};
use crate::plan::censor::Censor;
use crate::plan::{
    Absent, Constant, Elements, Embedded, Field, Kind, NodeId, Object, Parsed, Plan, Record,
    Undeclared,
};
use crate::scan::tape::TokenKind;
use crate::walk::drive::{Bound, drive};
use crate::walk::owners::Owner;
use crate::walk::tally::Tally;

use super::annotations::Annotations;
use super::keywords::{ObjectKeywords, array_keywords};
use super::values::{Types, Values};

/// More nodes and states than this are not described: what is left is any value. A Presenter may
/// hold a million, and nobody reads such a schema.
const MOST_NODES: usize = 1 << 16;

/// How much text may be spent on elements between those that paths name.
const LONGEST_FILLING: usize = 4096;

/// Describes values of a plan.
#[derive(Debug)]
pub(super) struct Describer<'p> {
    pub(super) plan: &'p Plan,
    /// Any of the root's members may be missing, where paths are selected any field.
    pub(super) selectable: bool,
    pub(super) remaining: usize,
    /// The states below which data has no schema, by their place in `states`.
    pub(super) numbers: HashMap<State, usize>,
    pub(super) states: Vec<State>,
}

/// A member of an object: what may stand there, and whether it may be missing though it is in the
/// data.
pub(super) struct Member {
    pub(super) values: Values,
    pub(super) may_vanish: bool,
}

/// What a censor writes. Of what is removed, nothing is left where a member can be left out, and
/// null elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Kept,
    Text,
    Removed,
}

impl<'p> Describer<'p> {
    pub(super) fn new(plan: &'p Plan, selectable: bool) -> Self {
        let (numbers, states) = (HashMap::new(), Vec::new());
        Self { plan, selectable, remaining: MOST_NODES, numbers, states }
    }

    /// Whether there is room for one node more.
    pub(super) fn takes_one(&mut self) -> bool {
        let has_room = self.remaining > 0;
        self.remaining = self.remaining.saturating_sub(1);
        has_room
    }

    pub(super) fn effect(&self, censor: Option<CensorId>) -> Effect {
        match censor.map(|id| &self.plan.censors[usize::from(id)]) {
            None => Effect::Kept,
            Some(Censor::Remove) => Effect::Removed,
            Some(
                Censor::Text(_) | Censor::Hash(..) | Censor::KeepLast(_) | Censor::Function(_),
            ) => Effect::Text,
        }
    }

    /// A value that is no member of an object.
    pub(super) fn value(&mut self, id: NodeId, is_root: bool) -> Values {
        let node = self.plan.node(id);
        let present = match self.effect(node.censor) {
            Effect::Kept => self.content(id, is_root),
            Effect::Text => Types::STRING.into(),
            Effect::Removed => Types::NULL.into(),
        };
        present.or(self.null(id))
    }

    /// A member of an object.
    fn member(&mut self, id: NodeId) -> Member {
        let node = self.plan.node(id);
        let (own, of_null) = (self.effect(node.censor), self.effect(node.null_censor));
        let present = match own {
            Effect::Kept => self.content(id, false),
            Effect::Text => Types::STRING.into(),
            Effect::Removed => Values::default(),
        };
        let null_vanishes = of_null == Effect::Removed && self.takes_null(id);
        let null = if null_vanishes { Values::default() } else { self.null(id) };
        let may_vanish = own == Effect::Removed || null_vanishes;
        Member { values: present.or(null), may_vanish }
    }

    /// What is written for null, where it may stand in the data.
    fn null(&self, id: NodeId) -> Values {
        let node = self.plan.node(id);
        match (self.takes_null(id), self.effect(node.null_censor), &node.kind) {
            (false, ..) => Values::default(),
            (true, Effect::Kept, Kind::Child(child)) => self.null(child.null),
            (true, Effect::Kept | Effect::Removed, _) => Types::NULL.into(),
            (true, Effect::Text, _) => Types::STRING.into(),
        }
    }

    fn takes_null(&self, id: NodeId) -> bool {
        let node = self.plan.node(id);
        node.nullable
            || match &node.kind {
                Kind::Any => true,
                Kind::Scalar(kinds) => kinds.has(TokenKind::Null),
                Kind::Enum(choice) => choice.constants.contains(&Constant::Null),
                Kind::Object(object) => object.is_open,
                Kind::Union(members) => members.iter().any(|member| self.takes_null(*member)),
                Kind::Child(child) => self.takes_null(child.null),
                _ => false,
            }
    }

    /// What is written for a value that is not null and not censored itself.
    fn content(&mut self, id: NodeId, is_root: bool) -> Values {
        if !self.takes_one() {
            return Types::ALL.into();
        }
        let plan = self.plan;
        let node = plan.node(id);
        match &node.kind {
            Kind::String => Types::STRING.into(),
            Kind::Number => Types::NUMBER.into(),
            Kind::Integer => Types::INTEGER.into(),
            Kind::Boolean => Types::BOOLEAN.into(),
            Kind::Scalar(kinds) => Values::from(Types::of_scalars(*kinds)).without(Types::NULL),
            Kind::Any => self.any(node.state).without(Types::NULL),
            Kind::Enum(choice) => {
                Values::constants(choice.constants.iter().cloned()).without(Types::NULL)
            }
            Kind::Array(elements) => self.array(elements),
            Kind::Object(object) => {
                let own = self.object(object, node.state, is_root);
                if object.is_open {
                    own.or(self.any(node.state).without(Types::OBJECT | Types::NULL))
                } else {
                    own
                }
            }
            Kind::Record(record) => self.record(record),
            Kind::Union(members) => members.iter().fold(Values::default(), |values, member| {
                values.or(self.content(*member, is_root))
            }),
            // What the first that casts makes of it.
            Kind::Each(nodes) => match nodes.iter().find(|node| plan.node(**node).casts) {
                Some(cast) => self.content(*cast, false),
                None => Types::ALL.into(),
            },
            Kind::Child(child) => {
                let document = self.value(child.document, false);
                let collection = self.value(child.collection, false);
                document.without(Types::ARRAY | Types::NULL).or(collection)
            }
        }
    }

    /// The schema of these values, as those of a node.
    pub(super) fn schema(&self, id: NodeId, values: Values, default: Option<String>) -> String {
        let description = self.plan.description(id);
        values.schema(&Annotations { description, default, ..Annotations::default() })
    }

    fn array(&mut self, elements: &Elements) -> Values {
        let mut others = self.value(elements.any, false);
        let mut items = self.schema(elements.any, others.clone(), None);
        let mut first = Vec::new();
        let is_shown = |(index, _): &&(usize, NodeId)| !elements.is_beyond(*index);
        let named: Vec<_> = elements.named.iter().filter(is_shown).copied().collect();
        let last = named.last().map_or(0, |(index, _)| index.saturating_add(1));
        let has_places = (last - named.len()).saturating_mul(items.len()) <= LONGEST_FILLING;
        for (index, id) in named {
            let values = self.value(id, false);
            if has_places {
                first.resize(index, items.clone());
                first.push(self.schema(id, values, None));
            } else {
                // Where it stands is not said.
                others = others.or(values);
            }
        }
        if !has_places {
            items = self.schema(elements.any, others, None);
        }
        let keywords = array_keywords(&first, &items, elements.limit);
        Values::described(Types::ARRAY, Types::ARRAY, keywords)
    }

    fn record(&mut self, record: &Record) -> Values {
        let mut keywords = ObjectKeywords::default();
        for (key, id) in record.keys.iter().zip(&record.named) {
            keywords.property(key, &self.member_schema(*id));
        }
        let others = self.member_schema(record.any);
        Values::described(Types::OBJECT, Types::OBJECT, keywords.finish(&others))
    }

    /// A member that need not be there.
    fn member_schema(&mut self, id: NodeId) -> String {
        let values = self.member(id).values;
        self.schema(id, values, None)
    }

    fn object(&mut self, object: &Object, state: State, is_root: bool) -> Values {
        let mut keywords = ObjectKeywords::default();
        for field in &object.fields {
            self.field(object, field, is_root, &mut keywords);
        }
        let others = match object.undeclared {
            Undeclared::Strip | Undeclared::Refuse => "false".to_owned(),
            Undeclared::Keep => self.kept(object, state, &mut keywords),
        };
        Values::described(Types::OBJECT, Types::OBJECT, keywords.finish(&others))
    }

    fn field(
        &mut self,
        object: &Object,
        field: &Field,
        is_root: bool,
        keywords: &mut ObjectKeywords,
    ) {
        let is_closed = object.undeclared != Undeclared::Keep;
        let (values, may_vanish) = match field.is_shown {
            true => {
                let Member { values, may_vanish } = self.member(field.node);
                (values, may_vanish)
            }
            false => (Values::default(), true),
        };
        if values.is_none() && may_vanish && is_closed {
            // It is refused like any other that is not declared.
            return;
        }
        let default = match &field.absent {
            Absent::Default(parsed) => self.default(field.node, parsed),
            Absent::Skip | Absent::Refuse => None,
        };
        keywords.property(&field.key, &self.schema(field.node, values, default));
        let may_be_absent = matches!(field.absent, Absent::Skip);
        let is_selected = self.selectable && (is_root || self.plan.nested_select);
        if !may_be_absent && !may_vanish && !is_selected {
            keywords.require(&field.key);
        }
    }

    /// The default as it is written, if no path leads to it or into it: what is computed of a value
    /// has no place in a schema.
    fn default(&self, id: NodeId, parsed: &Parsed) -> Option<String> {
        let node = self.plan.node(id);
        let is_container = matches!(parsed.json.as_bytes().first(), Some(b'{' | b'['));
        let is_censored = node.censor.is_some() || node.null_censor.is_some();
        if is_censored
            || (is_container && (node.state != State::DEAD || !self.plan.children.is_empty()))
        {
            return None;
        }
        let (mut json, mut tally) = (Vec::new(), Tally::default());
        let mut sink = JsonSink::<Plain>::new(&mut json, false);
        let bound = Bound::from(parsed);
        drive(self.plan, Owner::Node(id), bound, &[], &mut tally, &mut sink);
        String::from_utf8(json).ok()
    }

    /// Members that the schema of an object does not declare and that it keeps; gives what is said of
    /// those that nothing names.
    fn kept(&mut self, object: &Object, state: State, keywords: &mut ObjectKeywords) -> String {
        let is_declared = |key: &str| object.keys.find(key.as_bytes()).is_some();
        let embedded = object.embedded.as_ref();
        for (key, id) in embedded.into_iter().flat_map(Embedded::named) {
            if !is_declared(key) {
                keywords.property(key, &self.member_schema(id));
            }
        }
        if let Some(id) = embedded.and_then(|embedded| embedded.any) {
            return self.member_schema(id);
        }
        let is_embedded = |key: &str| embedded.is_some_and(|own| own.at(key.as_bytes()).is_some());
        self.data_members(state, |key| is_declared(key) || is_embedded(key), keywords)
    }
}
