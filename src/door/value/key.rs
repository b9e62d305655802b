//! The key of a map as a string.

use std::fmt::Display;

use serde::ser::Impossible;
use serde::{Serialize, Serializer};

use crate::scan::USUAL_DEPTH;
use crate::text::number::shortest;

use super::fault::Fault;
use crate::value_error::ValueErrorKind as Kind;

/// The text of a key: of strings, characters, finite numbers, booleans and variants without content.
///
/// Floats are written as values are.
pub(super) fn key_of<T: Serialize + ?Sized>(key: &T) -> Result<String, Fault> {
    key.serialize(KeySerializer { wrappers_left: USUAL_DEPTH })
}

struct KeySerializer {
    /// How many more options and newtypes the key may be within.
    wrappers_left: usize,
}

impl KeySerializer {
    fn wrapped<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Fault> {
        match self.wrappers_left.checked_sub(1) {
            Some(wrappers_left) => value.serialize(Self { wrappers_left }),
            None => Err(Fault::new(Kind::TooDeep)),
        }
    }
}

fn invalid<T>() -> Result<T, Fault> {
    Err(Fault::new(Kind::InvalidKey))
}

macro_rules! displayed {
    ($($function:ident: $type:ty),*) => {$(
        fn $function(self, value: $type) -> Result<String, Fault> {
            Ok(value.to_string())
        }
    )*};
}

impl Serializer for KeySerializer {
    type Ok = String;
    type Error = Fault;
    type SerializeSeq = Impossible<String, Fault>;
    type SerializeTuple = Impossible<String, Fault>;
    type SerializeTupleStruct = Impossible<String, Fault>;
    type SerializeTupleVariant = Impossible<String, Fault>;
    type SerializeMap = Impossible<String, Fault>;
    type SerializeStruct = Impossible<String, Fault>;
    type SerializeStructVariant = Impossible<String, Fault>;

    displayed! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_i128: i128, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_u128: u128, serialize_char: char,
        serialize_str: &str
    }

    fn serialize_f32(self, value: f32) -> Result<String, Fault> {
        if value.is_finite() { Ok(shortest(value)) } else { invalid() }
    }

    fn serialize_f64(self, value: f64) -> Result<String, Fault> {
        if value.is_finite() { Ok(shortest(value)) } else { invalid() }
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<String, Fault> {
        use std::fmt::Write;
        let mut text = String::new();
        write!(text, "{value}").map_err(|_| Fault::new(Kind::Failed))?;
        Ok(text)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, Fault> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, Fault> {
        self.wrapped(value)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Fault> {
        self.wrapped(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<String, Fault> {
        invalid()
    }

    fn serialize_none(self) -> Result<String, Fault> {
        invalid()
    }

    fn serialize_unit(self) -> Result<String, Fault> {
        invalid()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<String, Fault> {
        invalid()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, Fault> {
        invalid()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Fault> {
        invalid()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Fault> {
        invalid()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Fault> {
        invalid()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        invalid()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        invalid()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Fault> {
        invalid()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        invalid()
    }
}
