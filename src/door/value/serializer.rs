//! The serializer: what a value says of itself becomes events.

use std::fmt::{Display, Write};

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use crate::scan::USUAL_DEPTH;
use crate::text::number::with_shortest;
use crate::text::string::quote;
use crate::walk::drive::NOWHERE;
use crate::walk::duplicates::key_word;
use crate::walk::events::{Sink, StringText};
use crate::walk::failures::Step;

use super::compound::{Elements, Fields, Members};
use super::fault::Fault;
use super::foreign::Foreign;
use super::place::Place;
use crate::value_error::ValueErrorKind as Kind;

/// How many options and newtypes may be within each other along one path. They write nothing, so no
/// container bounds them; a type may be recursive through them alone.
pub(super) const MOST_WRAPPERS: usize = 512;

/// Drives a sink with the events of a value.
///
/// Values are the program's, and their `Serialize` may be anybody's. It may drop an error or catch a
/// panic and go on, or give keys without values; what has been sent is then worth nothing, which
/// [`run`](Self::run) says.
pub(super) struct Drive<'s, S> {
    pub(super) sink: &'s mut S,
    /// Of the value that comes next.
    pub(super) place: Place<'s>,
    /// How many containers are open.
    containers: usize,
    /// How many options and newtypes the value at hand is within.
    wrappers: usize,
    /// A word for each key of the objects that are open, equal for equal keys.
    key_words: SmallVec<[u64; 32]>,
    /// Two keys of an object have the same word.
    repeats_keys: bool,
    /// How many values and keys were begun and are not done: those that failed or panicked stay.
    unfinished: usize,
}

impl<'s, S: Sink> Drive<'s, S> {
    pub(super) fn new(sink: &'s mut S, place: Place<'s>) -> Self {
        Self {
            sink,
            place,
            containers: 0,
            wrappers: 0,
            key_words: SmallVec::new(),
            repeats_keys: false,
            unfinished: 0,
        }
    }

    /// Sends a value, and says whether an object in it may have a key twice.
    pub(super) fn run<T: Serialize + ?Sized>(mut self, value: &T) -> Result<bool, Fault> {
        value.serialize(&mut self)?;
        match self.unfinished {
            0 => Ok(self.repeats_keys),
            _ => Err(Fault::new(Kind::Failed)),
        }
    }

    /// How many more containers may be opened.
    pub(super) fn depth_left(&self) -> usize {
        USUAL_DEPTH - self.containers
    }

    fn open(&mut self) -> Result<(), Fault> {
        if self.depth_left() == 0 {
            return Err(Fault::new(Kind::TooDeep));
        }
        self.containers += 1;
        Ok(())
    }

    fn begin_array(&mut self) -> Result<(), Fault> {
        self.open()?;
        self.sink.begin_array(NOWHERE);
        Ok(())
    }

    pub(super) fn end_array(&mut self) {
        self.sink.end_array();
        self.containers -= 1;
    }

    /// Gives where the words of the object's keys begin.
    fn begin_object(&mut self) -> Result<usize, Fault> {
        self.open()?;
        self.sink.begin_object();
        Ok(self.key_words.len())
    }

    pub(super) fn end_object(&mut self, first_word: usize) {
        self.sink.end_object();
        self.containers -= 1;
        let words = &mut self.key_words[first_word..];
        words.sort_unstable();
        self.repeats_keys |= words.windows(2).any(|pair| pair[0] == pair[1]);
        self.key_words.truncate(first_word);
    }

    /// Begins the object around a variant with content, and goes to the content's place.
    fn begin_variant(&mut self, variant: &'static str) -> Result<(), Fault> {
        let first_word = self.begin_object()?;
        self.place = self.place.member(variant).unwrap_or(Place::Anywhere);
        self.key(variant);
        // It has no other.
        self.key_words.truncate(first_word);
        Ok(())
    }

    pub(super) fn end_variant(&mut self) {
        self.sink.end_object();
        self.containers -= 1;
    }

    pub(super) fn key(&mut self, key: &str) {
        self.key_words.push(key_word(key.as_bytes()));
        if is_canonical(key) {
            return self.sink.data_key(canonical(key));
        }
        let quoted = quote(key);
        let raw = &quoted.as_bytes()[1..quoted.len() - 1];
        self.sink.data_key(StringText { raw, special: true, offset: NOWHERE });
    }

    /// Sends null in place of a value that nobody sees, and which is not asked what it is.
    pub(super) fn unseen(&mut self) {
        self.scalar(b"null");
    }

    /// Sends a value inside this one.
    pub(super) fn child<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        step: impl FnOnce() -> Step<'static>,
    ) -> Result<(), Fault> {
        self.whole(|drive| value.serialize(drive)).map_err(|fault| fault.within(step()))
    }

    /// Runs what the value is worth nothing without, in case that whoever is told of an error or of a
    /// panic does not care.
    pub(super) fn whole<R>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        self.unfinished += 1;
        let done = run(self)?;
        self.unfinished -= 1;
        Ok(done)
    }

    fn wrapped<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        if self.wrappers == MOST_WRAPPERS {
            return Err(Fault::new(Kind::TooDeep));
        }
        self.wrappers += 1;
        let sent = value.serialize(&mut *self);
        self.wrappers -= 1;
        sent
    }

    fn text(&mut self, text: &str) {
        if is_canonical(text) {
            self.sink.string(canonical(text));
        } else {
            self.sink.characters(text.chars());
        }
    }

    pub(super) fn scalar(&mut self, text: &[u8]) {
        self.sink.scalar(text, NOWHERE);
    }

    fn number(&mut self, number: impl Display) -> Result<(), Fault> {
        let mut digits = Digits::default();
        write!(digits, "{number}").map_err(|_| Fault::new(Kind::Failed))?;
        self.scalar(&digits.0);
        Ok(())
    }
}

/// Whether the JSON string of `text` is the text itself between quotes, with nothing in it that a
/// sink has to look at.
fn is_canonical(text: &str) -> bool {
    let looks = |byte: u8| byte < b' ' || matches!(byte, b'"' | b'\\' | b'<');
    !text.bytes().fold(false, |any, byte| any | looks(byte))
}

fn canonical(text: &str) -> StringText<'_> {
    StringText { raw: text.as_bytes(), special: false, offset: NOWHERE }
}

/// The text of an integer, of 40 bytes at most.
#[derive(Default)]
struct Digits(SmallVec<[u8; 64]>);

impl Write for Digits {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

macro_rules! integers {
    ($($function:ident: $type:ty),*) => {$(
        fn $function(self, value: $type) -> Result<(), Fault> {
            self.number(value)
        }
    )*};
}

impl<'d, 's, S: Sink> Serializer for &'d mut Drive<'s, S> {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Elements<'d, 's, S>;
    type SerializeTuple = Elements<'d, 's, S>;
    type SerializeTupleStruct = Elements<'d, 's, S>;
    type SerializeTupleVariant = Elements<'d, 's, S>;
    type SerializeMap = Members<'d, 's, S>;
    type SerializeStruct = Fields<'d, 's, S>;
    type SerializeStructVariant = Fields<'d, 's, S>;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_u128: u128
    }

    fn serialize_bool(self, value: bool) -> Result<(), Fault> {
        self.scalar(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Fault> {
        match value.is_finite() {
            true => with_shortest(value, |text| self.scalar(text.as_bytes())),
            false => self.scalar(b"null"),
        }
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Fault> {
        match value.is_finite() {
            true => with_shortest(value, |text| self.scalar(text.as_bytes())),
            false => self.scalar(b"null"),
        }
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Fault> {
        self.text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Fault> {
        self.text(value);
        Ok(())
    }

    /// A `Display` that fails is an error here, not the panic that `to_string` makes of it.
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Fault> {
        let mut text = String::new();
        write!(text, "{value}").map_err(|_| Fault::new(Kind::Failed))?;
        self.text(&text);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Fault> {
        self.begin_array()?;
        for byte in value {
            self.sink.element();
            self.number(byte)?;
        }
        self.end_array();
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Fault> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        self.wrapped(value)
    }

    fn serialize_unit(self) -> Result<(), Fault> {
        self.scalar(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Fault> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Fault> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        self.wrapped(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        self.begin_variant(variant)?;
        self.child(value, || Step::Field(variant))?;
        self.end_variant();
        Ok(())
    }

    /// How long it says it is does not matter, and may be wrong.
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Fault> {
        self.begin_array()?;
        Ok(Elements::new(self, None))
    }

    fn serialize_tuple(self, length: usize) -> Result<Self::SerializeTuple, Fault> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleStruct, Fault> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        self.begin_variant(variant)?;
        self.begin_array().map_err(|fault| fault.within(Step::Field(variant)))?;
        Ok(Elements::new(self, Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Fault> {
        let first_word = self.begin_object()?;
        Ok(Members::new(self, first_word))
    }

    fn serialize_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, Fault> {
        if let Some(foreign) = Foreign::of(name) {
            return Ok(Fields::foreign(self, foreign));
        }
        let first_word = self.begin_object()?;
        Ok(Fields::new(self, first_word, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        self.begin_variant(variant)?;
        let first_word = self.begin_object().map_err(|fault| fault.within(Step::Field(variant)))?;
        Ok(Fields::new(self, first_word, Some(variant)))
    }
}
