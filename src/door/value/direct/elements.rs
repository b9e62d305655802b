//! Arrays: those of fields, and the collection at the root.

use serde::Serialize;
use serde::ser::{SerializeSeq, SerializeTuple, SerializeTupleStruct};

use super::super::super::json::Root;
use super::super::fault::Fault;
use super::layout::{Accepts, Content, Node};
use super::scalars::Value;
use super::writer::Writer;

/// An array that is open.
pub(super) struct Elements<'v, 'w> {
    writer: &'v mut Writer<'w>,
    /// Of the elements.
    node: &'w Node,
    is_first: bool,
    end: End<'w>,
}

/// What the end of an array means.
enum End<'w> {
    Plain,
    /// The array is checked, and this node's text takes the place of what is written from here on.
    Hidden(usize, &'w Node),
    /// It is the collection: how many items came, and how many of them are shown at most.
    Collection(usize, usize),
}

impl<'v, 'w> Elements<'v, 'w> {
    pub(super) fn new(value: Value<'v, 'w>) -> Result<Self, Fault> {
        let Value { writer, node: array } = value;
        let node = match &array.content {
            Content::Array(element) if array.accepts.covers(Accepts::ARRAY) => &**element,
            Content::Any => array,
            _ => return Err(writer.miss()),
        };
        let is_censored = array.censor.is_some();
        writer.open()?;
        let end = match is_censored {
            true => End::Hidden(writer.out.len(), array),
            false => End::Plain,
        };
        if is_censored {
            writer.mute();
        }
        writer.out.push(b'[');
        Ok(Self { writer, node, is_first: true, end })
    }

    /// The collection at the root.
    pub(super) fn items(writer: &'v mut Writer<'w>) -> Result<Self, Fault> {
        let Some(node) = &writer.layout.item else { return Err(writer.miss()) };
        writer.open()?;
        writer.out.push(b'[');
        let end = End::Collection(0, writer.plan.limit.unwrap_or(usize::MAX));
        Ok(Self { writer, node, is_first: true, end })
    }

    #[inline(always)]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        if let End::Collection(count, limit) = &mut self.end {
            *count += 1;
            if *count > *limit {
                return Ok(());
            }
        }
        if !std::mem::replace(&mut self.is_first, false) {
            self.writer.out.push(b',');
        }
        self.writer.value(value, self.node)
    }

    #[inline(always)]
    fn close(self) -> Result<(), Fault> {
        let Self { writer, end, .. } = self;
        writer.out.push(b']');
        writer.close();
        match end {
            End::Plain => {}
            End::Hidden(start, array) => {
                writer.show_again(start);
                writer.hide(array, false);
            }
            End::Collection(count, _) => {
                writer.ended(Root::collection(0, count, writer.plan.limit));
            }
        }
        Ok(())
    }
}

macro_rules! elements {
    ($($trait:ident: $function:ident),*) => {$(
        impl $trait for Elements<'_, '_> {
            type Ok = ();
            type Error = Fault;

            #[inline(always)]
            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
                self.element(value)
            }

            #[inline(always)]
            fn end(self) -> Result<(), Fault> {
                self.close()
            }
        }
    )*};
}
elements! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field
}
