//! What a value says of itself becomes text.

use std::fmt::{Display, Write};

use serde::ser::Impossible;
use serde::{Serialize, Serializer};

use super::super::fault::Fault;
use super::super::foreign::Foreign;
use super::elements::Elements;
use super::map::Compound;
use super::scalars::{RootValue, Value};

macro_rules! scalars {
    ($($function:ident: $type:ty => $write:ident),*) => {$(
        #[inline(always)]
        fn $function(self, value: $type) -> Result<(), Fault> {
            self.$write(value)
        }
    )*};
}

/// What the root and every other value have in common: what their parts are, and that a variant with
/// content goes the long way. It is an object around the content that no struct announces.
macro_rules! parts {
    () => {
        type Ok = ();
        type Error = Fault;
        type SerializeSeq = Elements<'v, 'w>;
        type SerializeTuple = Elements<'v, 'w>;
        type SerializeTupleStruct = Elements<'v, 'w>;
        type SerializeTupleVariant = Impossible<(), Fault>;
        type SerializeMap = Compound<'v, 'w>;
        type SerializeStruct = Compound<'v, 'w>;
        type SerializeStructVariant = Impossible<(), Fault>;

        #[inline(always)]
        fn serialize_newtype_struct<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<(), Fault> {
            self.serialize_some(value)
        }

        /// How long it says it is does not matter, and may be wrong.
        #[inline(always)]
        fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Fault> {
            self.serialize_seq(None)
        }

        fn serialize_tuple_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleStruct, Fault> {
            self.serialize_seq(None)
        }

        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<(), Fault> {
            Err(self.writer.miss())
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant, Fault> {
            Err(self.writer.miss())
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant, Fault> {
            Err(self.writer.miss())
        }
    };
}

impl<'v, 'w> Serializer for Value<'v, 'w> {
    parts!();

    scalars! {
        serialize_bool: bool => boolean, serialize_str: &str => text,
        serialize_i8: i8 => integer, serialize_i16: i16 => integer, serialize_i32: i32 => integer,
        serialize_i64: i64 => integer, serialize_i128: i128 => integer,
        serialize_u8: u8 => integer, serialize_u16: u16 => integer, serialize_u32: u32 => integer,
        serialize_u64: u64 => integer, serialize_u128: u128 => integer
    }

    #[inline(always)]
    fn serialize_f32(self, value: f32) -> Result<(), Fault> {
        if value.is_finite() { self.float(value) } else { self.null() }
    }

    #[inline(always)]
    fn serialize_f64(self, value: f64) -> Result<(), Fault> {
        if value.is_finite() { self.float(value) } else { self.null() }
    }

    fn serialize_char(self, value: char) -> Result<(), Fault> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    /// A `Display` that fails is an error here, not the panic that `to_string` makes of it.
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Fault> {
        let mut text = String::new();
        match write!(text, "{value}") {
            Ok(()) => self.text(&text),
            Err(_) => Err(self.writer.miss()),
        }
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Fault> {
        Err(self.writer.miss())
    }

    #[inline(always)]
    fn serialize_none(self) -> Result<(), Fault> {
        self.null()
    }

    #[inline(always)]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        let Self { writer, node } = self;
        writer.unwrap()?;
        value.serialize(Value { writer, node })?;
        writer.wrap();
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit(self) -> Result<(), Fault> {
        self.null()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Fault> {
        self.null()
    }

    #[inline(always)]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Fault> {
        self.text(variant)
    }

    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Fault> {
        Elements::new(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        Compound::new(self)
    }

    #[inline(always)]
    fn serialize_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, Fault> {
        match Foreign::of(name) {
            Some(_) => Err(self.writer.miss()),
            None => Compound::new(self),
        }
    }
}

macro_rules! misses {
    ($($function:ident: $type:ty),*) => {$(
        fn $function(self, _: $type) -> Result<(), Fault> {
            Err(self.writer.miss())
        }
    )*};
}

/// The root is a collection or an object. A scalar there goes the long way.
impl<'v, 'w> Serializer for RootValue<'v, 'w> {
    parts!();

    misses! {
        serialize_bool: bool, serialize_str: &str, serialize_i8: i8, serialize_i16: i16,
        serialize_i32: i32, serialize_i64: i64, serialize_i128: i128, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128,
        serialize_f32: f32, serialize_f64: f64, serialize_char: char, serialize_bytes: &[u8],
        serialize_unit_struct: &'static str
    }

    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Result<(), Fault> {
        Err(self.writer.miss())
    }

    fn serialize_none(self) -> Result<(), Fault> {
        Err(self.writer.miss())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        let Self { writer } = self;
        writer.unwrap()?;
        value.serialize(RootValue { writer })?;
        writer.wrap();
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Fault> {
        Err(self.writer.miss())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Fault> {
        Err(self.writer.miss())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Fault> {
        Elements::items(self.writer)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        Compound::document(self.writer)
    }

    fn serialize_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, Fault> {
        match Foreign::of(name) {
            Some(_) => Err(self.writer.miss()),
            None => Compound::document(self.writer),
        }
    }
}
