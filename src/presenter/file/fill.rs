//! Filling the texts of a file's entries with the data, and asking their conditions.

use std::borrow::Cow;

use super::entries::Condition;
use super::template::{FieldPath, JsonTree, Piece, Template};
use crate::emit::context::Plain;
use crate::emit::string::write_characters;
use crate::hook::content::Writer;
use crate::hook::content::sealed::{Content, Row};
use crate::hook::items::Items;
use crate::hook::view::View;
use crate::plan::censor::ValueKind;
use crate::text::number::{Decimal, canonical};

/// What the texts of an entry are filled with.
#[derive(Clone, Copy)]
pub(super) enum Seen<'s, 'a> {
    Item(&'s View<'a>),
    /// A collection, by the number of its items.
    Collection(usize),
}

impl<'s, 'a> Seen<'s, 'a> {
    pub(super) fn items(items: &Items<'_>) -> Self {
        Self::Collection(items.len())
    }

    pub(super) fn holds(self, when: Option<&Condition>) -> bool {
        let Some(Condition { field, equals }) = when else { return true };
        match self {
            Self::Item(view) => field.find(view).is_some_and(|value| is_same(&value, equals)),
            Self::Collection(_) => false,
        }
    }

    pub(super) fn fill(self, template: &'s Template) -> Filled<'s, 'a> {
        Filled { template, seen: self }
    }

    pub(super) fn cell(self, tree: &'s JsonTree<Template>) -> Cell<'s, 'a> {
        Cell { tree, seen: self }
    }
}

impl FieldPath {
    fn find<'a>(&self, view: &View<'a>) -> Option<View<'a>> {
        let (first, rest) = self.keys.split_first()?;
        rest.iter().try_fold(view.member(first)?, |value, key| value.member(key))
    }
}

/// Whether a value is equal to a constant; numbers compare by value.
fn is_same(view: &View<'_>, constant: &JsonTree<String>) -> bool {
    match constant {
        JsonTree::Null => view.is_null(),
        JsonTree::Boolean(value) => view.as_bool() == Some(*value),
        JsonTree::Number(number) => view
            .as_number()
            .is_some_and(|own| Decimal::of(own.as_bytes()) == Decimal::of(number.as_bytes())),
        JsonTree::String(text) => view.as_str() == Some(text),
        JsonTree::Array(elements) => {
            view.kind() == ValueKind::Array
                && view.len() == elements.len()
                && view.elements().zip(elements).all(|(own, element)| is_same(&own, element))
        }
        JsonTree::Object(members) => {
            view.kind() == ValueKind::Object
                && view.len() == members.len()
                && members
                    .iter()
                    .all(|(key, value)| view.member(key).is_some_and(|own| is_same(&own, value)))
        }
    }
}

/// A template with its places filled.
pub(super) struct Filled<'s, 'a> {
    template: &'s Template,
    seen: Seen<'s, 'a>,
}

impl Content for Filled<'_, '_> {
    fn write(&self, to: &mut Writer<'_>) {
        for piece in &self.template.pieces {
            match (piece, self.seen) {
                (Piece::Text(text), _) => to.piece(text),
                (Piece::Field(path), Seen::Item(view)) => {
                    if let Some(value) = path.find(view) {
                        to.piece(value.to_text());
                    }
                }
                (Piece::Length, Seen::Collection(count)) => count.write(to),
                // Templates are cut for what they are filled with.
                (Piece::Field(_), Seen::Collection(_)) | (Piece::Length, Seen::Item(_)) => {}
            }
        }
    }
}

impl Filled<'_, '_> {
    pub(super) fn text(&self) -> Cow<'_, str> {
        if let Some(text) = self.template.as_text() {
            return Cow::Borrowed(text);
        }
        let mut text = String::new();
        self.write(&mut Writer::keeping(&mut text));
        Cow::Owned(text)
    }
}

/// A value of the file where a text stands: a cell, an item of a list.
pub(super) struct Cell<'s, 'a> {
    tree: &'s JsonTree<Template>,
    seen: Seen<'s, 'a>,
}

impl Content for Cell<'_, '_> {
    fn write(&self, to: &mut Writer<'_>) {
        match self.tree {
            JsonTree::Null => None::<&str>.write(to),
            JsonTree::Boolean(value) => value.write(to),
            JsonTree::Number(text) => to.piece(&canonical(text.as_bytes())),
            JsonTree::String(template) => self.seen.fill(template).write(to),
            JsonTree::Array(_) | JsonTree::Object(_) => {
                let mut text = Vec::new();
                write_text(self.tree, self.seen, &mut text);
                to.piece(&String::from_utf8_lossy(&text));
            }
        }
    }
}

/// The cells of a row.
pub(super) struct Cells<'s, 'a>(pub(super) &'s [JsonTree<Template>], pub(super) Seen<'s, 'a>);

impl Row for Cells<'_, '_> {
    fn for_each(&self, cell: &mut dyn FnMut(&dyn Content)) {
        self.0.iter().for_each(|tree| cell(&self.1.cell(tree)));
    }
}

/// Elements joined by commas, nothing for a null; objects as compact JSON.
fn write_text(tree: &JsonTree<Template>, seen: Seen<'_, '_>, out: &mut Vec<u8>) {
    match tree {
        JsonTree::Null => {}
        JsonTree::Boolean(_) | JsonTree::Number(_) | JsonTree::Object(_) => {
            write_json(tree, seen, out);
        }
        JsonTree::String(template) => out.extend(seen.fill(template).text().bytes()),
        JsonTree::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_text(element, seen, out);
            }
        }
    }
}

/// Compact JSON with numbers in canonical form.
fn write_json(tree: &JsonTree<Template>, seen: Seen<'_, '_>, out: &mut Vec<u8>) {
    match tree {
        JsonTree::Null => out.extend(b"null"),
        JsonTree::Boolean(value) => out.extend(value.to_string().bytes()),
        JsonTree::Number(text) => out.extend(canonical(text.as_bytes()).bytes()),
        JsonTree::String(template) => {
            write_characters::<Plain>(out, seen.fill(template).text().chars());
        }
        JsonTree::Array(elements) => {
            out.push(b'[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_json(element, seen, out);
            }
            out.push(b']');
        }
        JsonTree::Object(members) => {
            out.push(b'{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_characters::<Plain>(out, key.chars());
                out.push(b':');
                write_json(value, seen, out);
            }
            out.push(b'}');
        }
    }
}
