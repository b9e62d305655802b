//! Embedded Presenters: the blocks of each child, for each item that has one.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::hook::environment::{Environment, ItemTape};
use crate::hook::items::{ItemOwner, Items};
use crate::hook::view::View;
use crate::plan::Kind;
use crate::plan::censor::ValueKind;
use crate::presenter::Inner;
use crate::presenter::hooks::Embed;
use crate::scan::tape::TokenKind;
use crate::walk::bind::last_member;
use crate::walk::owners::Owner;

use super::{Data, Layers, Seen};

/// Data as it came in, in which children are found whatever the schema keeps.
pub(super) enum Raw<'a> {
    /// An item, and the token of the value in it.
    Document(Arc<ItemTape>, usize),
    /// Items that are read again.
    Collection(Items<'a>),
}

impl<'a> Raw<'a> {
    /// The value that a view stands on.
    pub(super) fn of(view: &View<'a>) -> Option<Self> {
        let (item, at, _) = view.place()?;
        Some(Self::Document(Arc::clone(item), at))
    }
}

/// An item in which children are looked for: as it came in, and as it is shown.
struct Parent<'a, 'p> {
    item: &'p Arc<ItemTape>,
    at: usize,
    wire: Option<&'p View<'a>>,
}

impl<'a> Layers<'a> {
    /// The blocks of the embedded Presenters, item by item, each in the order of declaration.
    pub(super) fn embeds(&mut self, presenter: &'a Inner, data: &Data<'a>, shows_ui: bool) {
        let embeds = &presenter.surroundings.embeds;
        if embeds.is_empty() {
            return;
        }
        match &data.raw {
            None => {}
            Some(Raw::Document(item, at)) => {
                let wire = match &data.wire {
                    Some(Seen::Document(view)) => Some(view),
                    _ => None,
                };
                for embed in embeds {
                    self.child(presenter, embed, &Parent { item, at: *at, wire }, shows_ui);
                }
            }
            Some(Raw::Collection(items)) => {
                let dedups = std::mem::replace(&mut self.output.children.dedups, true);
                self.children_of_items(presenter, items, data.wire.as_ref(), shows_ui);
                self.output.children.dedups = dedups;
            }
        }
    }

    fn children_of_items(
        &mut self,
        presenter: &'a Inner,
        items: &Items<'a>,
        wire: Option<&Seen<'a>>,
        shows_ui: bool,
    ) {
        let embeds = &presenter.surroundings.embeds;
        // A child shows its user interface once, for the first item that has the child.
        let mut is_shown: SmallVec<[bool; 8]> = SmallVec::from_elem(false, embeds.len());
        let mut walk = items.walk();
        let mut shown = match wire {
            Some(Seen::Collection(shown)) => Some(shown.iter()),
            _ => None,
        };
        while let Some(item) = walk.next(Owner::Nobody) {
            let view = shown.as_mut().and_then(Iterator::next);
            let parent = Parent { item: &item, at: 0, wire: view.as_ref() };
            for (embed, is_shown) in embeds.iter().zip(&mut is_shown) {
                let shows_child = shows_ui && !*is_shown;
                *is_shown |= self.child(presenter, embed, &parent, shows_child);
            }
        }
    }

    /// The blocks of one child, if the item has it: says whether it has.
    fn child(
        &mut self,
        presenter: &'a Inner,
        embed: &'a Embed,
        parent: &Parent<'a, '_>,
        shows_ui: bool,
    ) -> bool {
        let tokens = &parent.item.tape.tokens;
        let bytes = &self.environment.render.input[parent.item.base..];
        let value = last_member(bytes, tokens, parent.at, embed.source.as_bytes());
        let Some(value) = value else { return false };
        if tokens[value].kind == TokenKind::Null {
            return false;
        }
        let child: &'a Inner = &embed.presenter.0;
        let redacts = presenter.surroundings.redact_hooks || self.redacts;
        let Some(data) = self.child_data(child, parent, &embed.key, value, redacts) else {
            debug_assert!(false, "the value was checked before");
            self.environment.render.is_cut.set(true);
            return false;
        };
        let redacts = std::mem::replace(&mut self.redacts, redacts);
        self.output.children.level += 1;
        self.write_all(child, &data, None, shows_ui);
        self.output.children.level -= 1;
        self.redacts = redacts;
        true
    }

    /// The data of a child as it came in, and as it is shown if that is asked for.
    fn child_data(
        &self,
        child: &'a Inner,
        parent: &Parent<'a, '_>,
        key: &str,
        value: usize,
        redacts: bool,
    ) -> Option<Data<'a>> {
        let environment = Environment { plan: &child.plan, ..self.environment };
        let surroundings = &child.surroundings;
        let item = parent.item;
        let token = item.tape.tokens[value];
        let is_collection = token.kind == TokenKind::Array;
        let (shown, hidden) = if is_collection {
            let count = count(item, value);
            let shown = child.plan.limit.map_or(count, |limit| limit.min(count));
            (shown, count - shown)
        } else {
            (1, 0)
        };
        let needs_wire = redacts || surroundings.has_redacted_hooks;
        let wire = needs_wire.then(|| {
            let view = parent.wire.and_then(|parent| parent.member(key));
            self.on_the_wire(view, is_collection, shown)
        });
        let sees_wire = redacts || surroundings.redact_hooks;
        let (hooks, raw) = if is_collection {
            let owner = ItemOwner::Root(Owner::Node(child.plan.own_item));
            let items = Items::new(environment, owner, item.base + token.start as usize, shown);
            (Seen::Collection(items.clone()), Raw::Collection(items))
        } else {
            let owner = Owner::Node(child.plan.own_document);
            let part = environment.part(item, value, owner)?;
            let view = View::whole(environment, Arc::clone(&part), owner, false, None);
            (Seen::Document(view), Raw::Document(part, 0))
        };
        let hooks = match &wire {
            Some(wire) if sees_wire => wire.clone(),
            _ => hooks,
        };
        let (hooks, raw) = (Some(hooks), Some(raw));
        Some(Data { hooks, values: None, hidden, shown, array_cells: None, raw, wire })
    }

    /// What is shown of a child: nothing, if its value is not there.
    fn on_the_wire(
        &self,
        view: Option<View<'a>>,
        is_collection: bool,
        mut shown: usize,
    ) -> Seen<'a> {
        if !is_collection {
            return Seen::Document(view.unwrap_or_else(|| View::null(self.shown)));
        }
        let items = view.filter(|view| view.kind() == ValueKind::Array).and_then(|view| {
            let (item, at, owner) = view.place()?;
            let plan = self.shown.plan;
            let owner = match owner {
                Owner::Nobody => return None,
                Owner::Data(state) => ItemOwner::Data(state),
                Owner::Node(id) => match &plan.node(id).kind {
                    Kind::Array(elements) => {
                        // Another Presenter at the same key may show fewer.
                        shown = elements.limit.map_or(shown, |limit| shown.min(limit));
                        ItemOwner::Declared(elements)
                    }
                    _ => ItemOwner::Data(plan.node(id).state),
                },
            };
            let bracket = item.base + item.tape.tokens[at].start as usize;
            Some(Items::new(self.shown, owner, bracket, shown).of(&view))
        });
        Seen::Collection(items.unwrap_or_else(|| Items::nothing(self.shown)))
    }
}

/// How many elements the array at token `at` has.
fn count(item: &ItemTape, at: usize) -> usize {
    let tokens = &item.tape.tokens;
    let end = tokens[at].next as usize;
    let (mut element, mut count) = (at + 1, 0);
    while element < end {
        element = tokens[element].next as usize;
        count += 1;
    }
    count
}
