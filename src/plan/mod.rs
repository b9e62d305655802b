//! What may leave: schema and redaction paths merged into one tree, compiled once, immutable.

#![forbid(unsafe_code)]

pub(crate) mod automaton;
pub(crate) mod censor;
pub(crate) mod keys;
pub(crate) mod path;
mod scalar;

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

pub(crate) use scalar::{Choice, Constant, ScalarKinds};

use automaton::{Automaton, CensorId, State};
use censor::Censor;
use keys::KeyTable;
use smallvec::SmallVec;

use crate::scan::tape::{Tape, Token, TokenKind};

/// A node of the [`Plan`]: one place of the schema, with what the paths say of it.
pub(crate) type NodeId = u32;

/// Nodes that one step leads to: more than one where a union is on the way.
type Places = SmallVec<[NodeId; 8]>;

/// The compiled form of a Presenter's schema and redaction.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Node>,
    pub(crate) automaton: Automaton,
    pub(crate) censors: Vec<Censor>,
    /// For each censor, which Presenter declared it.
    pub(crate) origins: Vec<Origin>,
    /// Some censor asks for the path of the value that it replaces.
    pub(crate) asks_for_paths: bool,
    /// The root of a document that is no array, or whose root type is one.
    pub(crate) document: NodeId,
    /// An item of a root array.
    pub(crate) item: NodeId,
    /// The same without what embedded Presenters ask for: what hooks see, and what tells in words
    /// what is wrong.
    pub(crate) own_document: NodeId,
    pub(crate) own_item: NodeId,
    /// The embedded Presenters.
    pub(crate) children: Box<[EmbeddedPlan]>,
    /// The nodes accept a little more than all schemas together do: each is asked by itself.
    pub(crate) is_lenient: bool,
    /// The root type is an array: a document of any other type is an error.
    pub(crate) root_is_array: bool,
    pub(crate) limit: Option<usize>,
    pub(crate) max_depth: usize,
    pub(crate) strict_text: bool,
    /// The names of a `_select` list are paths.
    pub(crate) nested_select: bool,
    /// How many redaction paths there are.
    pub(crate) paths: usize,
    /// What people are to know of the values of a node.
    pub(crate) descriptions: HashMap<NodeId, Arc<str>>,
    /// Unlike any other plan's in this process.
    pub(crate) id: u64,
}

/// An embedded Presenter's plan, and where its data stands.
#[derive(Debug)]
pub(crate) struct EmbeddedPlan {
    /// The key that the data is shown under, if it is shown.
    pub(crate) key: Box<str>,
    /// The key that it comes in under.
    pub(crate) source: Box<str>,
    pub(crate) plan: Arc<Plan>,
}

impl Plan {
    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// What people are to know of the values of the node.
    pub(crate) fn description(&self, id: NodeId) -> Option<&str> {
        self.descriptions.get(&id).map(|text| &**text)
    }

    /// The node that decides about a value of this kind at `id`, if an embedded Presenter's data
    /// stands there.
    #[inline]
    pub(crate) fn settle(&self, id: NodeId, kind: TokenKind) -> NodeId {
        match &self.node(id).kind {
            Kind::Child(child) => match kind {
                TokenKind::Null => child.null,
                TokenKind::Array => child.collection,
                _ => child.document,
            },
            _ => id,
        }
    }

    /// Whether the Presenter's own schema declares what these keys lead to, from the root of the data
    /// or of an item.
    pub(crate) fn declares(&self, keys: &[impl AsRef<str>]) -> bool {
        let mut places = Places::from_slice(&[self.own_item]);
        for key in keys {
            let mut below = Places::new();
            places.iter().for_each(|place| self.add_fields(*place, key.as_ref(), &mut below));
            places = below;
        }
        !places.is_empty()
    }

    /// Adds the fields with this key that are declared at `id`, to which paths go on through arrays.
    fn add_fields(&self, id: NodeId, key: &str, fields: &mut Places) {
        match &self.node(id).kind {
            Kind::Object(object) => {
                let found = object.named(key.as_bytes()).map(|at| &object.fields[at]);
                fields.extend(found.filter(|field| field.is_shown).map(|field| field.node));
            }
            Kind::Union(members) => {
                members.iter().for_each(|member| self.add_fields(*member, key, fields));
            }
            Kind::Array(elements) if self.nested_select => {
                self.add_fields(elements.any, key, fields);
            }
            _ => {}
        }
    }
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    /// Values of other kinds are accepted if they say the same, and become one of this kind.
    pub(crate) casts: bool,
    /// What replaces a value here that is not null.
    pub(crate) censor: Option<CensorId>,
    /// What replaces a null here.
    pub(crate) null_censor: Option<CensorId>,
    /// Where the redaction automaton stands.
    pub(crate) state: State,
}

#[derive(Debug)]
pub(crate) enum Kind {
    String,
    Number,
    Integer,
    Boolean,
    /// A scalar of several kinds.
    Scalar(ScalarKinds),
    /// Anything; the automaton goes on below it key by key.
    Any,
    Enum(Choice),
    Array(Elements),
    Object(Object),
    Record(Record),
    Union(Box<[NodeId]>),
    /// A scalar that each of these nodes accepts as it came in. The first of them that casts says
    /// what it becomes.
    Each(Box<[NodeId]>),
    /// The data of an embedded Presenter, which may be a document or a collection.
    Child(Child),
}

/// The Presenter that declared a censor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    /// How many Presenters deep it is: its paths count from there.
    pub(crate) level: u16,
    /// Its own plan, if it is an embedded one.
    pub(crate) plan: Option<Arc<Plan>>,
}

/// What decides about the data of an embedded Presenter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) document: NodeId,
    pub(crate) collection: NodeId,
    /// A null is no data of it.
    pub(crate) null: NodeId,
}

/// The elements of an array. Only paths with indices tell one from another.
#[derive(Debug)]
pub(crate) struct Elements {
    pub(crate) any: NodeId,
    pub(crate) named: Box<[(usize, NodeId)]>,
    /// How many are shown, if the array is the collection of an embedded Presenter.
    pub(crate) limit: Option<usize>,
    /// What those beyond must be; anything if there is none.
    pub(crate) beyond: Option<NodeId>,
}

impl Elements {
    /// Whether the element with this index is beyond the limit.
    #[inline]
    pub(crate) fn is_beyond(&self, index: usize) -> bool {
        self.limit.is_some_and(|limit| index >= limit)
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> NodeId {
        if self.named.is_empty() {
            return self.any;
        }
        match self.named.binary_search_by_key(&index, |(at, _)| *at) {
            Ok(at) => self.named[at].1,
            Err(_) => self.any,
        }
    }
}

/// The values of a record. Only paths with keys tell one from another.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) any: NodeId,
    pub(crate) keys: KeyTable,
    pub(crate) named: Box<[NodeId]>,
}

impl Record {
    pub(crate) fn at(&self, key: &[u8]) -> NodeId {
        self.keys.find(key).map_or(self.any, |at| self.named[at])
    }
}

#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) fields: Box<[Field]>,
    /// Finds a field by the key that the data has it under; the same order as `fields`.
    pub(crate) keys: KeyTable,
    /// Finds a field that is shown by its own key, if one has another key in the data.
    pub(crate) names: Option<KeyTable>,
    pub(crate) undeclared: Undeclared,
    /// What decides about members that are not declared and that an embedded Presenter shows.
    pub(crate) embedded: Option<Embedded>,
    /// What members that are not declared must be, though they are not shown.
    pub(crate) others: Option<NodeId>,
    /// Values that are no objects are accepted too, and kept whole.
    pub(crate) is_open: bool,
}

impl Object {
    /// The place of the field that is shown under this key.
    #[inline]
    pub(crate) fn named(&self, key: &[u8]) -> Option<usize> {
        self.names.as_ref().unwrap_or(&self.keys).find(key)
    }
}

/// Undeclared members with nodes.
#[derive(Debug)]
pub(crate) struct Embedded {
    pub(crate) keys: KeyTable,
    pub(crate) nodes: Box<[NodeId]>,
    /// That of all others.
    pub(crate) any: Option<NodeId>,
}

impl Embedded {
    #[inline]
    pub(crate) fn at(&self, key: &[u8]) -> Option<NodeId> {
        self.keys.find(key).map(|at| self.nodes[at]).or(self.any)
    }

    /// Those with keys.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, NodeId)> {
        self.keys.iter().zip(self.nodes.iter().copied())
    }
}

/// What happens to members that the schema does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undeclared {
    Strip,
    Keep,
    Refuse,
}

/// Bytes of ours, ready for each context of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rendered {
    /// In a plain text block.
    pub(crate) plain: Box<[u8]>,
    /// In a text block that is a JSON string of the frame.
    pub(crate) framed: Box<[u8]>,
    /// In such a string of a frame that must be one line for every reader.
    pub(crate) line: Box<[u8]>,
}

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) key: Box<str>,
    /// The key as it is written, with its quotes and colon.
    pub(crate) label: Rendered,
    pub(crate) node: NodeId,
    pub(crate) absent: Absent,
    /// It is written; otherwise it is checked and left out.
    pub(crate) is_shown: bool,
}

/// What happens where a declared field is absent.
#[derive(Debug)]
pub(crate) enum Absent {
    Refuse,
    Skip,
    /// The field is written with this value, which fits the field's type.
    Default(Box<Parsed>),
}

/// A JSON text of the schema, parsed and bound to its node.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) json: Box<str>,
    pub(crate) tokens: Box<[Token]>,
    pub(crate) slots: Box<[u32]>,
}

impl Parsed {
    /// A null that belongs to no schema.
    pub(crate) fn null() -> &'static Self {
        static NULL: LazyLock<Parsed> = LazyLock::new(|| {
            let mut tape = Tape::default();
            tape.scalar(TokenKind::Null, 0, 4, false);
            Parsed { json: "null".into(), tokens: tape.tokens.into(), slots: Box::default() }
        });
        &NULL
    }
}

impl Node {
    /// What the schema asks for here, in words.
    pub(crate) fn expected(&self) -> String {
        let mut text = String::from(match &self.kind {
            Kind::String => "string",
            Kind::Number => "number",
            Kind::Integer => "integer",
            Kind::Boolean => "boolean",
            Kind::Scalar(kinds) if self.nullable => return kinds.or(ScalarKinds::NULL).words(),
            Kind::Scalar(kinds) => return kinds.words(),
            Kind::Any => "any value",
            Kind::Array(_) => "array",
            Kind::Object(_) | Kind::Record(_) => "object",
            Kind::Union(_) => "one of the union's types",
            Kind::Each(_) => "a scalar of several types",
            Kind::Child(_) => "data of an embedded presenter",
            Kind::Enum(choice) if choice.is_literal => "exactly ",
            Kind::Enum(_) => "one of ",
        });
        if let Kind::Enum(choice) = &self.kind {
            for (i, constant) in choice.constants.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { ", " });
                text.push_str(&constant.to_json());
            }
        }
        if self.nullable {
            let _ = write!(text, " or null");
        }
        text
    }
}
