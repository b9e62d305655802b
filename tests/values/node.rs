//! Values that say of themselves what a test has them say.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant};
use serde::ser::{SerializeTuple, SerializeTupleStruct, SerializeTupleVariant};
use serde::{Serialize, Serializer};

/// One for each function of a `Serializer`.
#[derive(Debug)]
pub enum Node {
    Bool(bool),
    Small(i8),
    Signed(i64),
    Unsigned(u64),
    Wide(i128),
    WideUnsigned(u128),
    Single(f32),
    Double(f64),
    Character(char),
    Text(String),
    /// By its `Display`.
    Displayed(String),
    Bytes(Vec<u8>),
    Nothing,
    Some(Box<Node>),
    Unit,
    UnitStruct,
    UnitVariant(&'static str),
    Newtype(Box<Node>),
    NewtypeVariant(&'static str, Box<Node>),
    Sequence(Option<usize>, Vec<Node>),
    Tuple(Vec<Node>),
    TupleStruct(Vec<Node>),
    TupleVariant(&'static str, Vec<Node>),
    Map(Vec<(Key, Node)>),
    Struct(Vec<(&'static str, Node)>),
    StructVariant(&'static str, Vec<(&'static str, Node)>),
}

#[derive(Debug)]
pub enum Key {
    Text(String),
    Character(char),
    Number(i32),
    Bool(bool),
    Variant(&'static str),
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Character(character) => serializer.serialize_char(*character),
            Self::Number(number) => serializer.serialize_i32(*number),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Variant(name) => serializer.serialize_unit_variant("E", 0, name),
        }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Small(value) => serializer.serialize_i8(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Wide(value) => serializer.serialize_i128(*value),
            Self::WideUnsigned(value) => serializer.serialize_u128(*value),
            Self::Single(value) => serializer.serialize_f32(*value),
            Self::Double(value) => serializer.serialize_f64(*value),
            Self::Character(value) => serializer.serialize_char(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::Displayed(text) => serializer.collect_str(&format_args!("{text}")),
            Self::Bytes(value) => serializer.serialize_bytes(value),
            Self::Nothing => serializer.serialize_none(),
            Self::Some(value) => serializer.serialize_some(value),
            Self::Unit => serializer.serialize_unit(),
            Self::UnitStruct => serializer.serialize_unit_struct("U"),
            Self::UnitVariant(name) => serializer.serialize_unit_variant("E", 0, name),
            Self::Newtype(value) => serializer.serialize_newtype_struct("N", value),
            Self::NewtypeVariant(name, value) => {
                serializer.serialize_newtype_variant("E", 0, name, value)
            }
            Self::Sequence(said, nodes) => {
                let mut to = serializer.serialize_seq(*said)?;
                nodes.iter().try_for_each(|node| to.serialize_element(node))?;
                to.end()
            }
            Self::Tuple(nodes) => {
                let mut to = serializer.serialize_tuple(nodes.len())?;
                nodes.iter().try_for_each(|node| to.serialize_element(node))?;
                to.end()
            }
            Self::TupleStruct(nodes) => {
                let mut to = serializer.serialize_tuple_struct("T", nodes.len())?;
                nodes.iter().try_for_each(|node| to.serialize_field(node))?;
                to.end()
            }
            Self::TupleVariant(name, nodes) => {
                let mut to = serializer.serialize_tuple_variant("E", 0, name, nodes.len())?;
                nodes.iter().try_for_each(|node| to.serialize_field(node))?;
                to.end()
            }
            Self::Map(members) => {
                let mut to = serializer.serialize_map(None)?;
                members.iter().try_for_each(|(key, node)| to.serialize_entry(key, node))?;
                to.end()
            }
            Self::Struct(fields) => {
                let mut to = serializer.serialize_struct("S", fields.len())?;
                fields.iter().try_for_each(|(name, node)| to.serialize_field(name, node))?;
                to.end()
            }
            Self::StructVariant(name, fields) => {
                let mut to = serializer.serialize_struct_variant("E", 0, name, fields.len())?;
                fields.iter().try_for_each(|(name, node)| to.serialize_field(name, node))?;
                to.end()
            }
        }
    }
}
