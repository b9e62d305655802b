//! Values straight to JSON: the serializer knows the plan, and writes each field when it comes.
//!
//! Nothing of a value is kept. A field that is not declared is not even asked for what it is; what
//! stands in a redacted value's place is written instead of it. What a [`layout`] cannot say, and
//! what does not fit it, is a [`miss`](writer::Writer::miss): nothing of it counts, and the value
//! goes the long way, as JSON through the walk, which also tells what is wrong.

mod elements;
pub(crate) mod layout;
mod map;
mod object;
mod scalars;
mod serializer;
mod writer;

use serde::Serialize;

use crate::emit::context::Context;
use crate::plan::Plan;

use super::super::json::Root;
use super::super::scratch::Scratch;
use writer::Writer;

/// A value that can be written more than once.
pub(crate) trait Source {
    /// Writes what may be shown of the value, and says whether it could be done this way. If it could
    /// not, what was written and counted is worth nothing.
    fn write(&self, writer: &mut Writer<'_>) -> bool;
}

/// A value of serde.
pub(crate) struct Borrowed<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Serialize + ?Sized> Source for Borrowed<'_, T> {
    fn write(&self, writer: &mut Writer<'_>) -> bool {
        writer.run(self.0)
    }
}

/// Appends what may be shown of the value as JSON without white space; nothing, if that cannot be done
/// this way. Then `out` and the counts in `scratch` are worth nothing.
pub(crate) fn write<C: Context>(
    plan: &Plan,
    value: &dyn Source,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Option<Root> {
    scratch.largest = 0;
    let Scratch { layouts, members, selection, tally, .. } = scratch;
    let layout = layouts.of::<C>(plan, selection.list())?;
    let mut writer = Writer::new(plan, layout, (selection, tally), members, out);
    value.write(&mut writer).then(|| writer.root())
}
