//! Values with values in them: sequences, maps, structs, and variants that hold them.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use crate::walk::events::Sink;
use crate::walk::failures::Step;

use super::fault::Fault;
use super::foreign::Foreign;
use super::key::key_of;
use super::place::Place;
use super::serializer::Drive;
use crate::value_error::ValueErrorKind as Kind;

/// The step to the value of a map's key, which is data.
const MEMBER: Step<'static> = Step::Hidden(&[]);

/// An array that is open.
pub(super) struct Elements<'d, 's, S> {
    drive: &'d mut Drive<'s, S>,
    /// Of the elements, and how many of them are seen.
    place: Place<'s>,
    limit: usize,
    /// How many elements were sent.
    count: usize,
    /// The variant that it is the content of.
    variant: Option<&'static str>,
}

impl<'d, 's, S: Sink> Elements<'d, 's, S> {
    pub(super) fn new(drive: &'d mut Drive<'s, S>, variant: Option<&'static str>) -> Self {
        let (place, limit) = drive.place.elements();
        Self { drive, place, limit, count: 0, variant }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        let (count, variant) = (self.count, self.variant);
        self.count += 1;
        self.drive.sink.element();
        if count >= self.limit {
            self.drive.unseen();
            return Ok(());
        }
        self.drive.place = self.place;
        let sent = self.drive.child(value, || Step::Index(count));
        sent.map_err(|fault| within_variant(fault, variant))
    }

    fn close(self) -> Result<(), Fault> {
        self.drive.end_array();
        if self.variant.is_some() {
            self.drive.end_variant();
        }
        Ok(())
    }
}

fn within_variant(fault: Fault, variant: Option<&'static str>) -> Fault {
    match variant {
        Some(variant) => fault.within(Step::Field(variant)),
        None => fault,
    }
}

macro_rules! elements {
    ($($trait:ident: $function:ident),*) => {$(
        impl<S: Sink> $trait for Elements<'_, '_, S> {
            type Ok = ();
            type Error = Fault;

            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
                self.element(value)
            }

            fn end(self) -> Result<(), Fault> {
                self.close()
            }
        }
    )*};
}
elements! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

/// An object whose keys are data.
pub(super) struct Members<'d, 's, S> {
    drive: &'d mut Drive<'s, S>,
    place: Place<'s>,
    /// Of the value that comes next; nothing if nobody sees it.
    next: Option<Place<'s>>,
    first_word: usize,
    /// A key was sent, and not yet its value.
    awaits_value: bool,
}

impl<'d, 's, S: Sink> Members<'d, 's, S> {
    pub(super) fn new(drive: &'d mut Drive<'s, S>, first_word: usize) -> Self {
        let place = drive.place;
        Self { drive, place, next: None, first_word, awaits_value: false }
    }

    /// Says no where a key or a value comes out of its turn.
    fn turn(&mut self, of_value: bool) -> Result<(), Fault> {
        if self.awaits_value != of_value {
            return self.drive.whole(|_| Err(Fault::new(Kind::UnpairedKey)));
        }
        self.awaits_value = !of_value;
        Ok(())
    }
}

impl<S: Sink> SerializeMap for Members<'_, '_, S> {
    type Ok = ();
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        self.turn(false)?;
        let key = self.drive.whole(|_| key_of(key)).map_err(|fault| fault.within(MEMBER))?;
        self.drive.key(&key);
        self.next = self.place.member(&key);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        self.turn(true)?;
        let Some(place) = self.next else {
            self.drive.unseen();
            return Ok(());
        };
        self.drive.place = place;
        self.drive.child(value, || MEMBER)
    }

    fn end(mut self) -> Result<(), Fault> {
        self.turn(false)?;
        self.drive.end_object(self.first_word);
        Ok(())
    }
}

/// An object whose keys are names of fields.
pub(super) struct Fields<'d, 's, S> {
    drive: &'d mut Drive<'s, S>,
    place: Place<'s>,
    form: Form,
}

enum Form {
    Object {
        first_word: usize,
        /// The variant that it is the content of.
        variant: Option<&'static str>,
    },
    /// No object, but a text that another crate dresses as one; whether it came.
    Foreign(Foreign, bool),
}

impl<'d, 's, S: Sink> Fields<'d, 's, S> {
    pub(super) fn new(
        drive: &'d mut Drive<'s, S>,
        first_word: usize,
        variant: Option<&'static str>,
    ) -> Self {
        let place = drive.place;
        Self { drive, place, form: Form::Object { first_word, variant } }
    }

    pub(super) fn foreign(drive: &'d mut Drive<'s, S>, foreign: Foreign) -> Self {
        let place = drive.place;
        Self { drive, place, form: Form::Foreign(foreign, false) }
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Fault> {
        match &mut self.form {
            Form::Object { variant, .. } => {
                let variant = *variant;
                self.drive.key(key);
                let Some(place) = self.place.member(key) else {
                    self.drive.unseen();
                    return Ok(());
                };
                self.drive.place = place;
                let sent = self.drive.child(value, || Step::Field(key));
                sent.map_err(|fault| within_variant(fault, variant))
            }
            Form::Foreign(foreign, has_come) => {
                let has_come = std::mem::replace(has_come, true);
                self.drive.whole(|drive| match has_come {
                    true => Err(Fault::new(Kind::InvalidJson)),
                    false => foreign.send(value, drive),
                })
            }
        }
    }

    fn close(self) -> Result<(), Fault> {
        match self.form {
            Form::Object { first_word, variant } => {
                self.drive.end_object(first_word);
                if variant.is_some() {
                    self.drive.end_variant();
                }
            }
            Form::Foreign(_, true) => {}
            Form::Foreign(_, false) => return Err(Fault::new(Kind::InvalidJson)),
        }
        Ok(())
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {$(
        impl<S: Sink> $trait for Fields<'_, '_, S> {
            type Ok = ();
            type Error = Fault;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Fault> {
                self.field(key, value)
            }

            fn end(self) -> Result<(), Fault> {
                self.close()
            }
        }
    )*};
}
fields! { SerializeStruct, SerializeStructVariant }
