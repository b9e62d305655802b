//! Structs and maps, in the places of objects with declared fields, of records and of any values.

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct};

use crate::walk::duplicates::key_word;

use super::super::fault::Fault;
use super::super::key::key_of;
use super::layout::{Content, Found, Node};
use super::object::Object;
use super::scalars::Value;
use super::writer::Writer;

/// A struct or a map that is open.
pub(super) enum Compound<'v, 'w> {
    Declared(Object<'v, 'w>, Keys),
    Data(Members<'v, 'w>, Keys),
}

/// The keys of a map.
pub(super) struct Keys {
    first_word: usize,
    turn: Turn,
}

/// What comes next.
enum Turn {
    Key,
    /// The value of a key that was written.
    Value,
    /// The value of a declared field, or of none.
    Field(Found),
}

/// An object whose members are all shown, in their order.
pub(super) struct Members<'v, 'w> {
    writer: &'v mut Writer<'w>,
    /// Of the values.
    node: &'w Node,
    is_first: bool,
    /// The object is checked, and this node's text takes the place of what is written from there on.
    hidden: Option<(usize, &'w Node)>,
}

impl<'v, 'w> Compound<'v, 'w> {
    #[inline(always)]
    pub(super) fn new(value: Value<'v, 'w>) -> Result<Self, Fault> {
        let keys = Keys { first_word: value.writer.key_words.len(), turn: Turn::Key };
        match &value.node.content {
            Content::Object(fields) => Ok(Self::Declared(Object::new(value, fields)?, keys)),
            _ => Ok(Self::Data(Members::new(value)?, keys)),
        }
    }

    /// The document.
    pub(super) fn document(writer: &'v mut Writer<'w>) -> Result<Self, Fault> {
        let keys = Keys { first_word: writer.key_words.len(), turn: Turn::Key };
        Ok(Self::Declared(Object::document(writer)?, keys))
    }

    #[inline(always)]
    fn writer(&mut self) -> &mut Writer<'w> {
        match self {
            Self::Declared(object, _) => object.writer,
            Self::Data(members, _) => members.writer,
        }
    }

    fn keys(&mut self) -> &mut Keys {
        match self {
            Self::Declared(_, keys) | Self::Data(_, keys) => keys,
        }
    }

    #[inline(always)]
    fn close(self) -> Result<(), Fault> {
        match self {
            Self::Declared(object, _) => object.close(),
            Self::Data(members, _) => members.close(),
        }
    }
}

impl<'v, 'w> Members<'v, 'w> {
    fn new(value: Value<'v, 'w>) -> Result<Self, Fault> {
        let Value { writer, node: object } = value;
        let is_censored = object.censor.is_some();
        let node = match &object.content {
            Content::Record(member) => &**member,
            Content::Any => object,
            Content::Scalar | Content::Array(_) | Content::Object(_) => return Err(writer.miss()),
        };
        writer.open()?;
        let hidden = is_censored.then_some((writer.out.len(), object));
        if is_censored {
            writer.mute();
        }
        writer.out.push(b'{');
        Ok(Self { writer, node, is_first: true, hidden })
    }

    fn key(&mut self, key: &str) {
        let Self { writer, is_first, .. } = self;
        writer.key_words.push(key_word(key.as_bytes()));
        if !std::mem::replace(is_first, false) {
            writer.out.push(b',');
        }
        writer.layout.quoting.append(writer.out, key);
        writer.out.push(b':');
    }

    #[inline(always)]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.writer.value(value, self.node)
    }

    fn close(self) -> Result<(), Fault> {
        let Self { writer, hidden, .. } = self;
        writer.out.push(b'}');
        writer.close();
        if let Some((start, node)) = hidden {
            writer.show_again(start);
            writer.hide(node, false);
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// Says no to an object with a key that came twice: the last of them counts, at the first one's
    /// place.
    fn end_keys(&mut self, first_word: usize) -> Result<(), Fault> {
        let words = &mut self.key_words[first_word..];
        words.sort_unstable();
        let repeats = words.windows(2).any(|pair| pair[0] == pair[1]);
        self.key_words.truncate(first_word);
        if repeats { Err(self.miss()) } else { Ok(()) }
    }
}

impl SerializeStruct for Compound<'_, '_> {
    type Ok = ();
    type Error = Fault;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        match self {
            Self::Declared(object, _) => object.field(key, value),
            Self::Data(members, _) => {
                members.key(key);
                members.value(value)
            }
        }
    }

    #[inline(always)]
    fn end(mut self) -> Result<(), Fault> {
        if let Self::Data(members, keys) = &mut self {
            members.writer.end_keys(keys.first_word)?;
        }
        self.close()
    }
}

impl SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        let key = self.writer().whole(|_| key_of(key))?;
        let Turn::Key = &self.keys().turn else { return Err(self.writer().miss()) };
        match self {
            Self::Declared(object, keys) => {
                object.writer.key_words.push(key_word(key.as_bytes()));
                keys.turn = Turn::Field(object.find(&key));
            }
            Self::Data(members, keys) => {
                members.key(&key);
                keys.turn = Turn::Value;
            }
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        match (std::mem::replace(&mut self.keys().turn, Turn::Key), self) {
            (Turn::Field(found), Self::Declared(object, _)) => object.member(found, value),
            (Turn::Value, Self::Data(members, _)) => members.value(value),
            (_, compound) => Err(compound.writer().miss()),
        }
    }

    fn end(mut self) -> Result<(), Fault> {
        let Keys { first_word, turn } = self.keys();
        let (first_word, is_whole) = (*first_word, matches!(turn, Turn::Key));
        if !is_whole {
            return Err(self.writer().miss());
        }
        self.writer().end_keys(first_word)?;
        self.close()
    }
}
