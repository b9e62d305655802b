//! Embedded Presenters in the plan: values that have several types at once, of which a field is
//! shown if all of them keep it.
//!
//! The merged nodes accept what all types accept. Where that cannot be said by a node, they accept
//! more and [`Plan::is_lenient`](crate::plan::Plan) makes the walk ask each Presenter by itself.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::emit::context::Render;
use crate::emit::string::Label;
use crate::error::BuildError;
use crate::plan::automaton::{Pattern, Start, State};
use crate::plan::keys::KeyTable;
use crate::plan::{
    Absent, Child, Elements, Embedded, Field as PlanField, Kind as PlanKind, NodeId, Object,
    Origin, Record, Undeclared,
};

use super::built::Presenter;
use super::compile::{Compiler, names};
use super::declaration::Declaration;
use super::defaults::PendingDefault;
use super::hooks::Embed;
use super::sides::{
    Say, Side, are_several_casts, combine, declared_keys, element, merged_scalar, names_of,
    record_value, say, takes_null, undeclared,
};
use super::types::{Kind, Type};

/// A Presenter at a place of the data: the response's own, or one that is embedded there.
#[derive(Debug)]
pub(super) struct Occurrence<'a> {
    declaration: &'a Declaration,
    /// How many Presenters deep it is.
    level: u16,
    /// Its paths in the automaton.
    patterns: Range<u32>,
    /// Its embeds, as far as they were met.
    children: Vec<Option<OccurrenceId>>,
}

/// An occurrence by its place in the compiler's list.
pub(super) type OccurrenceId = usize;

impl<'a> Occurrence<'a> {
    pub(super) fn root(declaration: &'a Declaration) -> Self {
        Self {
            declaration,
            level: 0,
            patterns: 0..declaration.patterns.len() as u32,
            children: vec![None; declaration.embeds.len()],
        }
    }
}

impl<'a> Compiler<'a> {
    /// The nodes of a document and of an item, with everything that is embedded.
    pub(super) fn merged_roots(&mut self) -> (NodeId, NodeId) {
        self.reporting = false;
        let root: &'a Type = &self.occurrences[0].declaration.root;
        self.roots_with(root, |compiler, ty, state| {
            compiler.merged(vec![Side { ty, root: Some(0) }], state)
        })
    }

    /// Whether a Presenter that is the root of one of the types embeds another one.
    fn embeds(&self, side: &Side<'_>) -> bool {
        side.root.is_some_and(|id| !self.occurrences[id].declaration.embeds.is_empty())
    }

    /// A value that has all these types. The outermost that is described describes it.
    fn merged(&mut self, sides: Vec<Side<'a>>, state: State) -> NodeId {
        let description = sides.iter().find_map(|side| side.ty.describe.as_deref());
        let node = self.merged_sides(sides, state);
        self.describe(node, description);
        node
    }

    fn merged_sides(&mut self, mut sides: Vec<Side<'a>>, state: State) -> NodeId {
        if self.is_full() {
            return 0;
        }
        let nullable = sides.iter().all(|side| takes_null(side.ty));
        sides.retain(|side| !matches!(side.ty.kind, Kind::Any) || self.embeds(side));
        match sides.as_slice() {
            [] => return self.push(PlanKind::Any, nullable, state),
            [side] if !self.embeds(side) => return self.node(side.ty, state),
            _ => {}
        }
        let mut combinations = self.combinations(&sides);
        if let [one] = combinations.as_mut_slice() {
            return self.merged_members(std::mem::take(one), nullable, state);
        }
        let members = combinations
            .into_iter()
            .map(|combination| self.merged_members(combination, false, state))
            .collect();
        self.push(PlanKind::Union(members), nullable, state)
    }

    /// All ways to choose a member of each union, the first union's first.
    fn combinations(&mut self, sides: &[Side<'a>]) -> Vec<Vec<Side<'a>>> {
        let combinations = combine(sides);
        if combinations.is_none() {
            let error = BuildError::new(
                "embed",
                "unions of the presenter and of those embedded in it have more than 65,535 \
                 combinations of members",
            );
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
        combinations.unwrap_or_default()
    }

    /// The same for types that are no unions.
    fn merged_members(&mut self, sides: Vec<Side<'a>>, nullable: bool, state: State) -> NodeId {
        let is_array = |side: &Side<'_>| matches!(side.ty.kind, Kind::Array(_));
        let takes_objects = |side: &Side<'_>| {
            matches!(side.ty.kind, Kind::Object(..) | Kind::Record(_) | Kind::Any)
        };
        if sides.iter().all(takes_objects) {
            return self.merged_object(&sides, nullable, state);
        }
        // What is no object has no members to be embedded.
        let typed: Vec<_> =
            sides.into_iter().filter(|side| !matches!(side.ty.kind, Kind::Any)).collect();
        if typed.iter().all(is_array) {
            let elements = typed.iter().filter_map(|side| element(side.ty));
            let elements: Vec<_> = elements.map(Side::inner).collect();
            let kind = self.merged_array(&elements, state);
            return self.push(kind, nullable, state);
        }
        let types: Vec<&Type> = typed.iter().map(|side| side.ty).collect();
        if are_several_casts(&types) {
            // Its own censors are those of the whole.
            let each = types.into_iter().map(|ty| self.node(ty, State::DEAD)).collect();
            return self.push(PlanKind::Each(each), nullable, state);
        }
        let Some(kind) = merged_scalar(&types) else { return self.never(nullable, state) };
        let node = self.push(kind, nullable, state);
        // If one casts, all do.
        self.nodes[node as usize].casts = types.iter().any(|ty| ty.casts);
        node
    }

    /// A node that accepts nothing, but for null.
    fn never(&mut self, nullable: bool, state: State) -> NodeId {
        self.push(PlanKind::Union(Box::default()), nullable, state)
    }

    fn merged_array(&mut self, sides: &[Side<'a>], state: State) -> PlanKind {
        let any = self.merged(sides.to_vec(), self.automaton.other(state));
        let named: Vec<(usize, State)> = self.automaton.named_indices(state).to_vec();
        let named = named
            .into_iter()
            .map(|(index, state)| (index, self.merged(sides.to_vec(), state)))
            .collect();
        PlanKind::Array(Elements { any, named, limit: None, beyond: None })
    }

    /// An object. If all types take anything, values that are no objects are accepted too.
    fn merged_object(&mut self, sides: &[Side<'a>], nullable: bool, state: State) -> NodeId {
        let records: Vec<Side<'a>> = sides.iter().filter_map(record_value).collect();
        let declared = declared_keys(sides);
        if declared.is_empty() && records.len() == sides.len() {
            let kind = self.merged_record(sides, &records, state);
            return self.push(kind, nullable, state);
        }
        let undeclared = undeclared(sides);
        let mut object = ObjectFields::default();
        for key in &declared {
            self.merged_field(sides, key, state, &mut object);
        }
        let mut embedded: Vec<(String, NodeId)> = Vec::new();
        for key in self.embedded_keys(sides) {
            if declared.contains(&key) {
                continue;
            }
            if undeclared == Undeclared::Keep {
                let node = self.merged_member(sides, key, state);
                embedded.push((key.to_owned(), node));
            } else {
                self.merged_field(sides, key, state, &mut object);
            }
        }
        let (mut any, mut others) = (None, None);
        if !records.is_empty() {
            if undeclared == Undeclared::Keep {
                any = Some(self.merged(records.clone(), self.automaton.other(state)));
                let named: Vec<(String, State)> = self
                    .automaton
                    .named(state)
                    .map(|(key, state)| (key.to_owned(), state))
                    .filter(|(key, _)| !declared.contains(&key.as_str()))
                    .filter(|(key, _)| !embedded.iter().any(|(own, _)| own == key))
                    .collect();
                for (key, state) in named {
                    let node = self.merged(records.clone(), state);
                    embedded.push((key, node));
                }
            } else {
                // What the one type strips, the other wants to be of its own type.
                others = Some(self.merged(records, State::DEAD));
            }
        }
        let keeps_some = any.is_some() || !embedded.is_empty();
        let sources = object.sources.iter().map(String::as_str);
        let names = names(&object.fields, sources.clone());
        self.refuse_equal_keys(&object.fields);
        let kind = PlanKind::Object(Object {
            keys: KeyTable::new(sources),
            names,
            fields: object.fields.into(),
            undeclared,
            embedded: keeps_some.then(|| Embedded {
                keys: KeyTable::new(embedded.iter().map(|(key, _)| key.as_str())),
                nodes: embedded.iter().map(|(_, node)| *node).collect(),
                any,
            }),
            others,
            is_open: sides.iter().all(|side| matches!(side.ty.kind, Kind::Any)),
        });
        let node = self.push(kind, nullable, state);
        for (field, constants) in object.defaults {
            self.defaults.push(PendingDefault {
                object: node,
                field,
                constants,
                place: String::new(),
                is_merged: true,
            });
        }
        node
    }

    fn merged_record(
        &mut self,
        sides: &[Side<'a>],
        records: &[Side<'a>],
        state: State,
    ) -> PlanKind {
        let any = self.merged(records.to_vec(), self.automaton.other(state));
        let mut keys: Vec<String> =
            self.automaton.named(state).map(|(key, _)| key.to_owned()).collect();
        for key in self.embedded_keys(sides) {
            if !keys.iter().any(|own| own == key) {
                keys.push(key.to_owned());
            }
        }
        let named = keys.iter().map(|key| self.merged_member(sides, key, state)).collect();
        PlanKind::Record(Record {
            any,
            keys: KeyTable::new(keys.iter().map(String::as_str)),
            named,
        })
    }

    /// The member with this key: what its types are, and what is embedded in it.
    fn merged_member(&mut self, sides: &[Side<'a>], key: &str, state: State) -> NodeId {
        let state = self.automaton.any_key(state, names_of(sides, key));
        let own = sides.iter().filter_map(|side| match say(side.ty, key) {
            Say::Has(ty, _) => Some(Side::inner(ty)),
            _ => None,
        });
        let own: Vec<_> = own.collect();
        let children = self.children(sides, key);
        if children.is_empty() {
            self.merged(own, state)
        } else {
            self.child(own, &children, state)
        }
    }

    /// A field of an object that one of the types declares or one of the Presenters embeds.
    fn merged_field(
        &mut self,
        sides: &[Side<'a>],
        key: &str,
        state: State,
        object: &mut ObjectFields,
    ) {
        let says: Vec<Say<'a>> = sides.iter().map(|side| say(side.ty, key)).collect();
        let is_refused = says.iter().any(|say| matches!(say, Say::Refuses));
        let is_shown = !is_refused && !says.iter().any(|say| matches!(say, Say::Drops));
        let node = match is_refused {
            true => self.never(false, State::DEAD),
            false => self.merged_member(sides, key, state),
        };
        let may_be_absent = says.iter().all(|say| match say {
            Say::Has(ty, is_field) => !is_field || ty.optional || ty.default.is_some(),
            _ => true,
        });
        let defaults: Vec<_> = says
            .iter()
            .filter_map(|say| match say {
                Say::Has(ty, true) => ty.default.clone(),
                _ => None,
            })
            .collect();
        if is_shown && may_be_absent && !defaults.is_empty() {
            object.defaults.push((object.fields.len(), defaults));
        }
        let own_key = names_of(sides, key).next().unwrap_or(key);
        object.sources.push(key.to_owned());
        object.fields.push(PlanField {
            key: own_key.into(),
            label: Label(own_key).rendered(),
            node,
            absent: if may_be_absent { Absent::Skip } else { Absent::Refuse },
            is_shown,
        });
    }

    /// Two fields that come in under different keys must not be shown under the same one.
    fn refuse_equal_keys(&mut self, fields: &[PlanField]) {
        let mut seen = HashSet::new();
        for field in fields.iter().filter(|field| field.is_shown) {
            if !seen.insert(&*field.key) {
                let message = "would show two fields of the data under the same key";
                let error = BuildError::new(format!("embed \"{}\"", field.key), message);
                if !self.errors.contains(&error) {
                    self.errors.push(error);
                }
            }
        }
    }

    /// The keys of embedded data, each once.
    fn embedded_keys(&self, sides: &[Side<'a>]) -> Vec<&'a str> {
        let mut seen = HashSet::new();
        sides
            .iter()
            .filter_map(|side| side.root)
            .flat_map(|id| &self.occurrences[id].declaration.embeds)
            .map(|embed| embed.source.as_str())
            .filter(|key| seen.insert(*key))
            .collect()
    }

    /// The Presenters that are embedded at this key.
    fn children(&mut self, sides: &[Side<'a>], key: &str) -> Vec<OccurrenceId> {
        let mut children = Vec::new();
        for id in sides.iter().filter_map(|side| side.root) {
            let declaration = self.occurrences[id].declaration;
            let embeds = declaration.embeds.iter().enumerate();
            for (at, Embed { presenter: child, .. }) in embeds.filter(|(_, own)| own.source == key)
            {
                children.push(match self.occurrences[id].children[at] {
                    Some(known) => known,
                    None => self.occur(id, at, child),
                });
            }
        }
        children
    }

    fn occur(&mut self, parent: OccurrenceId, embed: usize, child: &'a Presenter) -> OccurrenceId {
        let declaration = &child.0.declaration;
        let level = self.occurrences[parent].level.saturating_add(1);
        let first = self.censors.len();
        let censors = declaration.censors.iter().cloned();
        let origin = Origin { level, plan: Some(Arc::clone(&child.0.plan)) };
        self.censors.extend(censors.map(|(censor, words)| (censor, origin.clone(), words)));
        if self.censors.len() > usize::from(u16::MAX) {
            self.errors.push(BuildError::new(
                "embed",
                "the presenters have more than 65,535 censors together",
            ));
        }
        let patterns = self.automaton.add(declaration.patterns.iter().map(|pattern| Pattern {
            censor: pattern.censor.saturating_add(first.min(usize::from(u16::MAX)) as u16),
            level,
            ..pattern.clone()
        }));
        let id = self.occurrences.len();
        self.occurrences.push(Occurrence {
            declaration,
            level,
            patterns,
            children: vec![None; declaration.embeds.len()],
        });
        self.occurrences[parent].children[embed] = Some(id);
        id
    }

    /// The data of embedded Presenters, which is of the types `own` around them, too.
    ///
    /// Unions among these are multiplied out below, with those of the Presenters: on the way to a
    /// value there is one union at most, since a token has room for one member.
    fn child(&mut self, own: Vec<Side<'a>>, children: &[OccurrenceId], state: State) -> NodeId {
        let description = own.iter().find_map(|side| side.ty.describe.as_deref());
        let null = self.merged(own.clone(), state);
        let collection = self.child_collection(&own, children, state);
        let document = self.child_document(own, children, state);
        let child = PlanKind::Child(Child { document, collection, null });
        let node = self.push(child, false, state);
        self.describe(node, description);
        node
    }

    fn child_document(
        &mut self,
        mut sides: Vec<Side<'a>>,
        children: &[OccurrenceId],
        mut state: State,
    ) -> NodeId {
        for id in children {
            let Occurrence { declaration, patterns, .. } = &self.occurrences[*id];
            let (root, patterns) = (&declaration.root, patterns.clone());
            sides.push(Side { ty: root, root: Some(*id) });
            state = self.automaton.join(state, patterns, Start::Document);
        }
        self.merged(sides, state)
    }

    fn child_collection(
        &mut self,
        own: &[Side<'a>],
        children: &[OccurrenceId],
        state: State,
    ) -> NodeId {
        let mut arrays = Vec::new();
        for combination in self.combinations(own) {
            // Nothing where a type around it takes no arrays.
            let typed = combination.iter().filter(|side| !matches!(side.ty.kind, Kind::Any));
            let around = typed.map(|side| element(side.ty).map(Side::inner));
            if let Some(around) = around.collect::<Option<Vec<_>>>() {
                arrays.push(self.child_array(around, children, state));
            }
        }
        match arrays.as_slice() {
            [] => self.never(false, state),
            [one] => *one,
            _ => self.push(PlanKind::Union(arrays.into()), false, state),
        }
    }

    fn child_array(
        &mut self,
        around: Vec<Side<'a>>,
        children: &[OccurrenceId],
        state: State,
    ) -> NodeId {
        let mut sides = around.clone();
        let mut limits = Vec::new();
        for id in children {
            let declaration = self.occurrences[*id].declaration;
            let root = &declaration.root;
            sides.push(Side { ty: element(root).unwrap_or(root), root: Some(*id) });
            limits.extend(declaration.limit);
        }
        let limit = limits.iter().copied().min();
        if limits.iter().any(|own| Some(*own) != limit) || limits.len() < children.len() {
            // Items that one Presenter shows and another one does not are still checked.
            self.is_lenient |= children.len() > 1;
        }
        let any = self.automaton.other(state);
        let any = self.child_item(&sides, children, any);
        let named: Vec<(usize, State)> = self.automaton.named_indices(state).to_vec();
        let named = named
            .into_iter()
            .map(|(index, state)| (index, self.child_item(&sides, children, state)))
            .collect();
        let beyond =
            (limit.is_some() && !around.is_empty()).then(|| self.merged(around, State::DEAD));
        self.push(PlanKind::Array(Elements { any, named, limit, beyond }), false, state)
    }

    fn child_item(
        &mut self,
        sides: &[Side<'a>],
        children: &[OccurrenceId],
        mut state: State,
    ) -> NodeId {
        for id in children {
            let patterns = self.occurrences[*id].patterns.clone();
            state = self.automaton.join(state, patterns, Start::Item);
        }
        self.merged(sides.to_vec(), state)
    }
}

/// The fields of a merged object, and the defaults that may fit them.
#[derive(Default)]
struct ObjectFields {
    fields: Vec<PlanField>,
    /// The key that the data has each of them under.
    sources: Vec<String>,
    defaults: Vec<(usize, Vec<super::types::Constant>)>,
}
