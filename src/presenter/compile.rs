//! From the declaration to the plan: every mistake found, schema and paths merged.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::emit::context::Render;
use crate::emit::string::Label;
use crate::error::{BuildError, Warning};
use crate::plan::automaton::{Builder, CensorId, State};
use crate::plan::censor::Censor;
use crate::plan::keys::KeyTable;
use crate::plan::path::push_key;
use crate::plan::{
    Absent, Choice, Constant, Elements, EmbeddedPlan, Field as PlanField, Kind as PlanKind, Node,
    NodeId, Object, Origin, Plan, Record, Undeclared,
};
use crate::scan::strict;
use crate::scan::tape::{Tape, TokenKind};
use crate::text::string::Decoder;

use super::builder::PresenterBuilder;
use super::declaration::Declaration;
use super::defaults::{PendingDefault, fill_defaults};
use super::hooks::Embed;
use super::merge::Occurrence;
use super::patterns::{redactions, warn_of_paths};
use super::types::{self, Field, Kind, Mode, Type};
use super::union;

/// The deepest nesting that a Presenter may allow: the walk keeps a frame for each level.
pub(crate) const DEEPEST: usize = 1024;

/// More nodes than this come from a schema multiplied by paths with many indices.
const MOST_NODES: usize = 1 << 20;

#[derive(Default)]
pub(super) struct Compiled {
    /// Absent if a mistake stands in the way of one; the error is in the list then.
    pub(super) plan: Option<(Plan, Declaration)>,
    pub(super) warnings: Vec<Warning>,
    /// The redaction paths, each with its censor.
    pub(super) paths: Vec<(String, CensorId)>,
    /// In words what each censor does.
    pub(super) censors: Vec<String>,
}

pub(super) fn compile(
    builder: &PresenterBuilder,
    root: Type,
    errors: &mut Vec<BuildError>,
) -> Compiled {
    if !(1..=DEEPEST).contains(&builder.max_depth) {
        errors.push(BuildError::new("max_depth", format!("not between 1 and {DEEPEST}")));
    }
    let mut compiled = Compiled::default();
    let (patterns, censors) = redactions(builder, &mut compiled, errors);
    let declaration = Declaration {
        root,
        patterns,
        censors,
        limit: builder.limit,
        embeds: builder.declared.embeds.clone(),
    };
    let mut compiler = Compiler::new(&declaration, errors);
    let (own_document, own_item) = compiler.roots(&declaration.root);
    let (document, item) = match declaration.embeds.is_empty() {
        true => (own_document, own_item),
        false => compiler.merged_roots(),
    };
    let Compiler { automaton, nodes, descriptions, .. } = compiler;
    let Compiler { defaults, reached, censors, is_lenient, .. } = compiler;
    let is_too_large = nodes.len() > MOST_NODES;
    let automaton = match automaton.finish() {
        Ok(automaton) if !is_too_large => automaton,
        Ok(_) => {
            errors.push(BuildError::new("redact", "the paths name too many indices and keys"));
            return compiled;
        }
        Err(message) => {
            errors.push(BuildError::new("redact", message));
            return compiled;
        }
    };
    warn_of_paths(&declaration.patterns, &reached, &mut compiled.warnings);
    let (mut kept, mut origins) = (Vec::new(), Vec::new());
    for (censor, origin, words) in censors {
        kept.push(censor);
        origins.push(origin);
        compiled.censors.push(words);
    }
    let children = declaration.embeds.iter();
    let mut plan = Plan {
        nodes,
        asks_for_paths: kept.iter().any(Censor::asks_for_path),
        censors: kept,
        origins,
        document,
        item,
        own_document,
        own_item,
        children: children
            .map(|Embed { key, source, presenter }| EmbeddedPlan {
                key: key.as_str().into(),
                source: source.as_str().into(),
                plan: Arc::clone(&presenter.0.plan),
            })
            .collect(),
        is_lenient,
        automaton,
        root_is_array: matches!(declaration.root.kind, Kind::Array(_)),
        limit: builder.limit,
        max_depth: builder.max_depth,
        strict_text: builder.strict_text,
        nested_select: builder.nested_select,
        paths: declaration.patterns.len(),
        descriptions,
        id: next_id(),
    };
    fill_defaults(&mut plan, defaults, errors);
    compiled.plan = Some((plan, declaration));
    compiled
}

fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

pub(super) struct Compiler<'a> {
    pub(super) automaton: Builder,
    pub(super) nodes: Vec<Node>,
    pub(super) defaults: Vec<PendingDefault>,
    /// For each path, whether a value can be on it.
    reached: Vec<bool>,
    pub(super) errors: &'a mut Vec<BuildError>,
    place: String,
    /// Off while a type is compiled again for another state: its mistakes are known.
    pub(super) reporting: bool,
    /// Each with the Presenter that declared it, and what it does in words.
    pub(super) censors: Vec<(Censor, Origin, String)>,
    /// The Presenter, and each that is embedded in it, for each place where it is.
    pub(super) occurrences: Vec<Occurrence<'a>>,
    pub(super) is_lenient: bool,
    descriptions: HashMap<NodeId, Arc<str>>,
    /// Each text once, however many nodes it describes.
    texts: HashSet<Arc<str>>,
}

impl<'a> Compiler<'a> {
    fn new(declaration: &'a Declaration, errors: &'a mut Vec<BuildError>) -> Self {
        let patterns = declaration.patterns.clone();
        Self {
            reached: vec![false; patterns.len()],
            occurrences: vec![Occurrence::root(declaration)],
            automaton: Builder::new(patterns),
            nodes: Vec::new(),
            defaults: Vec::new(),
            errors,
            place: String::from("schema"),
            reporting: true,
            censors: declaration
                .censors
                .iter()
                .cloned()
                .map(|(censor, words)| (censor, Origin::default(), words))
                .collect(),
            is_lenient: false,
            descriptions: HashMap::new(),
            texts: HashSet::new(),
        }
    }

    /// Whether there is more than a Presenter may hold; the rest is not compiled.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() > MOST_NODES || self.automaton.is_too_large()
    }
}

impl Compiler<'_> {
    fn error(&mut self, message: impl Into<String>) {
        if self.reporting {
            self.errors.push(BuildError::new(self.place.clone(), message));
        }
    }

    fn roots(&mut self, root: &Type) -> (NodeId, NodeId) {
        self.roots_with(root, Self::node)
    }

    /// The nodes of a document and of an item, each made by `node`.
    pub(super) fn roots_with<'t>(
        &mut self,
        root: &'t Type,
        node: impl Fn(&mut Self, &'t Type, State) -> NodeId,
    ) -> (NodeId, NodeId) {
        let (document, item) = (self.automaton.document, self.automaton.item);
        if let Kind::Array(element) = &root.kind {
            let element = node(self, element, item);
            let array = PlanKind::Array(Elements {
                any: element,
                named: Box::default(),
                limit: None,
                beyond: None,
            });
            return (self.push(array, root.nullable, State::DEAD), element);
        }
        let document_node = node(self, root, document);
        if document == item {
            return (document_node, document_node);
        }
        self.reporting = false;
        (document_node, node(self, root, item))
    }

    pub(super) fn push(&mut self, kind: PlanKind, nullable: bool, state: State) -> NodeId {
        let verdict = self.automaton.verdict(state);
        self.nodes.push(Node {
            kind,
            nullable,
            casts: false,
            censor: verdict.censor,
            null_censor: verdict.null_censor,
            state,
        });
        self.nodes.len() as NodeId - 1
    }

    /// Compiles `ty` for values at `state`.
    pub(super) fn node(&mut self, ty: &Type, state: State) -> NodeId {
        let node = self.undescribed_node(ty, state);
        self.describe(node, ty.describe.as_deref());
        node
    }

    /// Notes what people are to know of the values of the node.
    pub(super) fn describe(&mut self, node: NodeId, description: Option<&str>) {
        let Some(description) = description else { return };
        let text = match self.texts.get(description) {
            Some(text) => Arc::clone(text),
            None => {
                let text: Arc<str> = description.into();
                self.texts.insert(Arc::clone(&text));
                text
            }
        };
        self.descriptions.insert(node, text);
    }

    fn undescribed_node(&mut self, ty: &Type, state: State) -> NodeId {
        for path in &*self.automaton.verdict(state).paths {
            if let Some(reached) = self.reached.get_mut(*path as usize) {
                *reached = true;
            }
        }
        if self.is_full() {
            return 0;
        }
        let kind = match &ty.kind {
            Kind::String => PlanKind::String,
            Kind::Number => PlanKind::Number,
            Kind::Integer => PlanKind::Integer,
            Kind::Boolean => PlanKind::Boolean,
            Kind::Scalar(kinds) => PlanKind::Scalar(*kinds),
            Kind::Any => {
                self.reach_all(state);
                PlanKind::Any
            }
            Kind::Enum(constants) => self.choice(constants, false),
            Kind::Literal(constant) => self.choice(std::slice::from_ref(constant), true),
            Kind::Array(item) => self.array(item, state),
            Kind::Object(fields, mode) => return self.object(ty, fields, *mode, state),
            Kind::Record(value) => self.record(value, state),
            Kind::Union(members) => {
                if let Err(message) = union::check(members) {
                    self.error(message);
                }
                let mut flat = Vec::new();
                let nullable = union::flatten(members, &mut flat);
                let members = flat.into_iter().map(|member| self.node(member, state)).collect();
                return self.push(PlanKind::Union(members), ty.nullable | nullable, state);
            }
        };
        let node = self.push(kind, ty.nullable, state);
        self.nodes[node as usize].casts = ty.casts;
        node
    }

    fn reach_all(&mut self, state: State) {
        let reached = &mut self.reached;
        self.automaton.reachable(state, &mut |path| {
            // Those of embedded Presenters were looked at when they were built.
            if let Some(reached) = reached.get_mut(path as usize) {
                *reached = true;
            }
        });
    }

    fn choice(&mut self, constants: &[types::Constant], is_literal: bool) -> PlanKind {
        if constants.is_empty() {
            self.error("an enum needs at least one value");
        }
        let constants = constants
            .iter()
            .filter_map(|constant| {
                let scalar = scalar(&constant.json);
                if scalar.is_none() {
                    self.error("an enum or literal value is not a JSON scalar");
                }
                scalar
            })
            .collect();
        PlanKind::Enum(Choice::new(constants, is_literal))
    }

    /// Compiles `ty` for a child that paths tell from its siblings.
    fn again(&mut self, ty: &Type, state: State) -> NodeId {
        let reporting = std::mem::replace(&mut self.reporting, false);
        let node = self.node(ty, state);
        self.reporting = reporting;
        node
    }

    fn array(&mut self, item: &Type, state: State) -> PlanKind {
        let length = self.place.len();
        self.place.push_str("[*]");
        let any = self.node(item, self.automaton.other(state));
        let named: Vec<(usize, State)> = self.automaton.named_indices(state).to_vec();
        let named =
            named.into_iter().map(|(index, state)| (index, self.again(item, state))).collect();
        self.place.truncate(length);
        PlanKind::Array(Elements { any, named, limit: None, beyond: None })
    }

    fn record(&mut self, value: &Type, state: State) -> PlanKind {
        let length = self.place.len();
        self.place.push_str(".*");
        let any = self.node(value, self.automaton.other(state));
        let keys = KeyTable::new(self.automaton.named(state).map(|(key, _)| key));
        let states: Vec<State> = self.automaton.named(state).map(|(_, state)| state).collect();
        let named = states.into_iter().map(|state| self.again(value, state)).collect();
        self.place.truncate(length);
        PlanKind::Record(Record { any, keys, named })
    }

    fn object(&mut self, ty: &Type, fields: &[Field], mode: Mode, state: State) -> NodeId {
        let mut compiled: Vec<PlanField> = Vec::with_capacity(fields.len());
        let (mut defaults, mut keys) = (Vec::new(), HashSet::new());
        let mut sources = HashSet::new();
        for field in fields {
            let length = self.place.len();
            push_key(&mut self.place, &field.key);
            if !keys.insert(field.key.as_str()) {
                self.error("declared twice");
            } else if !sources.insert(field.source()) {
                self.error("two fields read the same key of the data");
            } else {
                // A path may name the field by either of its keys.
                let below = self.automaton.any_key(state, [&*field.key, field.source()]);
                let node = self.node(&field.ty, below);
                if let Some(constant) = &field.ty.default {
                    let place = self.place.clone();
                    defaults.push((compiled.len(), constant.clone(), place));
                }
                compiled.push(PlanField {
                    key: field.key.as_str().into(),
                    label: Label(&field.key).rendered(),
                    node,
                    absent: if field.ty.optional { Absent::Skip } else { Absent::Refuse },
                    is_shown: true,
                });
            }
            self.place.truncate(length);
        }
        if mode == Mode::Passthrough {
            self.reach_all(state);
        }
        let sources = fields.iter().take(compiled.len()).map(Field::source);
        let names = names(&compiled, sources.clone());
        let object = Object {
            keys: KeyTable::new(sources),
            names,
            fields: compiled.into(),
            undeclared: match mode {
                Mode::Strip => Undeclared::Strip,
                Mode::Passthrough => Undeclared::Keep,
                Mode::Strict => Undeclared::Refuse,
            },
            embedded: None,
            others: None,
            is_open: false,
        };
        let node = self.push(PlanKind::Object(object), ty.nullable, state);
        self.defaults.extend(defaults.into_iter().map(|(field, constant, place)| PendingDefault {
            object: node,
            field,
            constants: vec![constant],
            place,
            is_merged: false,
        }));
        node
    }
}

/// The table of the keys that fields are shown under, if one comes in under another key.
pub(super) fn names<'a>(
    fields: &[PlanField],
    mut sources: impl Iterator<Item = &'a str>,
) -> Option<KeyTable> {
    let is_plain = fields.iter().all(|field| sources.next() == Some(&*field.key));
    let names = || fields.iter().map(|field| (&*field.key, field.is_shown));
    (!is_plain).then(|| KeyTable::of_some(names()))
}

/// The constant with this JSON text, if it is a scalar.
pub(crate) fn scalar(json: &str) -> Option<Constant> {
    let json = json.trim_ascii();
    let mut tape = Tape::default();
    let end = strict::parse(json.as_bytes(), 0, 1, &mut tape).ok()?;
    if end != json.len() {
        return None;
    }
    Some(match tape.tokens[0].kind {
        TokenKind::String => {
            let body = &json.as_bytes()[1..json.len() - 1];
            Constant::String(Decoder::new(body).collect::<String>().into())
        }
        TokenKind::Number => Constant::Number(json.into()),
        TokenKind::True => Constant::True,
        TokenKind::False => Constant::False,
        TokenKind::Null => Constant::Null,
        TokenKind::Key | TokenKind::Array | TokenKind::Object => return None,
    })
}
