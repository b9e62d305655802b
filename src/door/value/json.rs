//! A value as JSON text.

use serde::Serialize;

use crate::emit::context::Plain;
use crate::emit::json::JsonSink;
use crate::plan::Plan;
use crate::scan::USUAL_DEPTH;

use super::fault::Fault;
use super::foreign::send_json;
use super::place::Place;
use super::serializer::Drive;
use crate::value_error::ValueError;

/// Appends `value` to `out` as JSON without white space. Of the feature `serde`.
///
/// * **Numbers** are the shortest text that reads back to the same value of their own type, an
///   `f32` as `f32`, with exponents as ECMAScript prints them: `1`, `0.1`, `1e+21`. What is no number
///   (NaN, infinities) is null. Integers have all their digits, up to 128 bits.
/// * **Strings** are as `JSON.stringify` writes them, and guarded against
///   [reserved tags](crate#text-that-cannot-break-out).
/// * **Keys** of maps may be strings, characters, finite numbers, booleans and variants without
///   content. Of equal keys the last value counts, at the first one's place; that goes for fields
///   that a flattened member repeats as well.
/// * **Enums** are as serde says, and as serde_json has them; bytes are an array of numbers, unit and
///   `None` are null, newtypes are what they hold. How long a sequence says it is does not matter.
/// * **Depth**: 128 containers, and 512 options and newtypes, along one path. So a type that is
///   recursive cannot take the stack, unless its `Serialize` calls itself without a word to serde.
///
/// Linear in what is written, but for the sorting of keys within one object. Where two keys of an
/// object may be equal, the text is read once more. Allocates for `out`, for keys and floats.
///
/// # Errors
///
/// A value that is nested too deep, a key that cannot be one, or a `Serialize` that gives up. `out`
/// is then as it was; so it is if the `Serialize` panics, and the panic goes on to the caller.
///
/// # Example
///
/// ```
/// use mcp_presenter::write_json;
///
/// #[derive(serde::Serialize)]
/// struct Order<'a> {
///     id: u128,
///     customer: &'a str,
///     weight: f32,
///     note: Option<&'a str>,
/// }
///
/// let order = Order { id: u128::MAX, customer: "Ada", weight: 5.55, note: None };
/// let mut out = Vec::new();
/// write_json(&order, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     r#"{"id":340282366920938463463374607431768211455,"customer":"Ada","weight":5.55,"note":null}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_json<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), ValueError> {
    write(value, Place::Anywhere, out)
}

/// The same of what may be shown by a plan: what certainly is not, is not asked what it is, and null
/// stands in its place.
pub(crate) fn write_json_for<T: Serialize + ?Sized>(
    plan: &Plan,
    value: &T,
    out: &mut Vec<u8>,
) -> Result<(), ValueError> {
    write(value, Place::root(plan), out)
}

/// The same of an item of a collection.
pub(crate) fn write_item_for<T: Serialize + ?Sized>(
    plan: &Plan,
    item: &T,
    out: &mut Vec<u8>,
) -> Result<(), ValueError> {
    write(item, Place::root(plan).elements().0, out)
}

fn write<T: Serialize + ?Sized>(
    value: &T,
    place: Place<'_>,
    out: &mut Vec<u8>,
) -> Result<(), ValueError> {
    let start = out.len();
    let mut rollback = Rollback { out, start };
    let mut sink = JsonSink::<Plain>::new(rollback.out, false);
    let repeats_keys = Drive::new(&mut sink, place).run(value)?;
    if repeats_keys {
        let text = rollback.out.split_off(start);
        let mut sink = JsonSink::<Plain>::new(rollback.out, false);
        send_json(&text, USUAL_DEPTH, &mut sink).map_err(Fault::new)?;
    }
    rollback.start = rollback.out.len();
    Ok(())
}

/// Cuts a buffer back to where it stood, on an error and if something panics.
struct Rollback<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
}

impl Drop for Rollback<'_> {
    fn drop(&mut self) {
        self.out.truncate(self.start);
    }
}
