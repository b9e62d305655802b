//! Objects with declared fields.

use serde::Serialize;

use crate::emit::members::OpenObject;

use super::super::super::json::Root;
use super::super::fault::Fault;
use super::layout::{Content, FieldSet, Fields, Found, Node};
use super::scalars::Value;
use super::writer::Writer;

/// An object that is open.
pub(super) struct Object<'v, 'w> {
    pub(super) writer: &'v mut Writer<'w>,
    fields: &'w Fields,
    /// How many fields came.
    place: usize,
    declared: Declared,
    open: OpenObject,
    end: End<'w>,
}

/// Which of the declared fields came. Most structs have them in the order of the schema, and then one
/// number tells.
enum Declared {
    /// All before this one, and no other.
    Before(u32),
    Some(FieldSet),
}

impl Declared {
    /// Adds the field, and says whether it is new.
    #[inline(always)]
    fn insert(&mut self, field: u32) -> bool {
        match self {
            Self::Before(next) if *next == field => {
                *next += 1;
                true
            }
            _ => self.insert_any(field),
        }
    }

    #[inline(never)]
    fn insert_any(&mut self, field: u32) -> bool {
        let mut set = self.set();
        let is_new = set.insert(field);
        *self = Self::Some(set);
        is_new
    }

    fn set(&self) -> FieldSet {
        match self {
            Self::Before(next) => FieldSet::before(*next),
            Self::Some(set) => *set,
        }
    }

    #[inline(always)]
    fn has_all_of(&self, fields: &Fields) -> bool {
        match self {
            Self::Before(next) if *next as usize == fields.declared.len() => true,
            _ => self.set().has_all_of(&fields.required),
        }
    }
}

/// What the end of an object means.
#[derive(Clone, Copy)]
enum End<'w> {
    Plain,
    /// The object is checked, and this node's text takes the place of what is written from here on.
    Hidden(usize, &'w Node),
    /// It is the document.
    Document,
}

impl<'v, 'w> Object<'v, 'w> {
    #[inline(always)]
    pub(super) fn new(value: Value<'v, 'w>, fields: &'w Fields) -> Result<Self, Fault> {
        let Value { writer, node } = value;
        let end = match node.censor.is_some() {
            true => {
                writer.mute();
                End::Hidden(writer.out.len(), node)
            }
            false => End::Plain,
        };
        Self::begin(writer, fields, end)
    }

    /// The object at the root.
    pub(super) fn document(writer: &'v mut Writer<'w>) -> Result<Self, Fault> {
        match &writer.layout.document {
            // What is censored as a whole goes the long way.
            Some(Node { content: Content::Object(fields), censor: None, .. }) => {
                Self::begin(writer, fields, End::Document)
            }
            _ => Err(writer.miss()),
        }
    }

    #[inline(always)]
    fn begin(writer: &'v mut Writer<'w>, fields: &'w Fields, end: End<'w>) -> Result<Self, Fault> {
        writer.open()?;
        let open = writer.members.open(writer.out);
        Ok(Self { writer, fields, place: 0, declared: Declared::Before(0), open, end })
    }

    /// A field of a struct.
    #[inline(always)]
    pub(super) fn field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        let place = self.place;
        self.place += 1;
        let Self { writer, fields, .. } = self;
        let found = writer.expected.find((writer.plan, fields), place, key);
        self.member(found, value)
    }

    /// Which of the declared fields has this key.
    pub(super) fn find(&self, key: &str) -> Found {
        self.fields.find(self.writer.plan, key)
    }

    #[inline(always)]
    pub(super) fn member<T: Serialize + ?Sized>(
        &mut self,
        found: Found,
        value: &T,
    ) -> Result<(), Fault> {
        let Self { writer, fields, declared, open, .. } = self;
        let at = match found {
            Found::Declared(at) => at,
            Found::Undeclared => {
                writer.dropped();
                return Ok(());
            }
            // Of equal keys one counts.
            Found::Again => return Err(writer.miss()),
        };
        let is_new = declared.insert(at);
        // The last of equal keys counts, and the one before it has been written.
        let Some(field) = fields.declared.get(at as usize).filter(|_| is_new) else {
            return Err(writer.miss());
        };
        let start = writer.out.len();
        let Some(rank) = field.rank else {
            writer.mute();
            let written = writer.value(value, &field.node);
            writer.show_again(start);
            return written;
        };
        field.label.append(writer.out);
        let written = writer.value(value, &field.node);
        if writer.take_removed() {
            writer.out.truncate(start);
        } else {
            writer.members.wrote(open, (rank, start), writer.out);
        }
        written
    }

    #[inline(always)]
    pub(super) fn close(self) -> Result<(), Fault> {
        let Self { writer, fields, declared, open, end, .. } = self;
        if !declared.has_all_of(fields) {
            return Err(writer.miss());
        }
        writer.members.close(open, writer.out);
        writer.close();
        match end {
            End::Plain => {}
            End::Hidden(start, node) => {
                writer.show_again(start);
                writer.hide(node, false);
            }
            End::Document => writer.ended(Root { shown: 1, ..Root::default() }),
        }
        Ok(())
    }
}
