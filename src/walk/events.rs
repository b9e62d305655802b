//! The seam between deciding and writing: what the walk says, and what a format hears.

use crate::plan::Rendered;

/// Hears the events of one document in order and writes them in its format.
///
/// Between the beginning and the end of an object, each member is a key and then one value; in an
/// array, each element is [`element`](Sink::element) and then one value.
pub(crate) trait Sink {
    fn begin_object(&mut self);
    fn end_object(&mut self);
    /// The array's bracket stands at this place of the input.
    fn begin_array(&mut self, offset: usize);
    fn end_array(&mut self);
    fn element(&mut self);
    /// A key of the schema.
    fn declared_key(&mut self, label: &Rendered);
    /// A key of the data, raw as between its quotes.
    fn data_key(&mut self, text: StringText<'_>);
    /// A string, raw as between its quotes.
    fn string(&mut self, text: StringText<'_>);
    /// A number, `true`, `false` or `null`: its JSON text, and where that stands in the input.
    fn scalar(&mut self, text: &[u8], offset: usize);
    /// A fixed text of ours, as a string.
    fn rendered(&mut self, text: &Rendered);
    /// Whether a string that is made of this very value, and not for the first time, is wanted
    /// next. Nothing is made, and nothing sent, for a sink that says no.
    fn takes_computed(&mut self) -> bool {
        true
    }
    /// Whether a field that is absent, and may be, is wanted as null.
    fn fills_absent(&self) -> bool {
        false
    }
    /// A string given by its characters.
    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone);
}

/// Something whose events can be sent more than once, and are then the same.
pub(crate) trait Events {
    fn send<S: Sink>(&mut self, sink: &mut S);
}

/// The text of a checked JSON string between its quotes.
#[derive(Clone, Copy)]
pub(crate) struct StringText<'a> {
    pub(crate) raw: &'a [u8],
    /// The text may hold a backslash or a `<`; without either it is canonical as it stands.
    pub(crate) special: bool,
    /// Where the string's opening quote stands in the input, for errors.
    pub(crate) offset: usize,
}
