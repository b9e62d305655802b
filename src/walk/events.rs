//! The seam between deciding and writing: what the walk says, and what a format hears.

use crate::plan::{Censor, Rendered};

use super::drive::NOWHERE;

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
    /// A string given by its characters.
    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone);
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

/// A value to be censored.
#[derive(Clone, Copy)]
pub(crate) enum Censored<'a> {
    String(StringText<'a>),
    /// A number, `true` or `false`.
    Scalar(&'a [u8]),
    /// A null or a container, of which nothing may show.
    Opaque,
}

/// Sends what `censor` leaves of `value`. The caller has dealt with [`Censor::Remove`] where a
/// member can be left out; an element becomes null.
pub(crate) fn censor<S: Sink>(sink: &mut S, censor: &Censor, value: Censored<'_>) {
    match censor {
        Censor::Text(text) => sink.rendered(text),
        Censor::Remove => sink.scalar(b"null", NOWHERE),
        Censor::KeepLast(most) => keep_last(sink, *most, value),
    }
}

/// Values shorter than this show nothing of themselves, not even their length.
const SHORTEST_SHOWN: usize = 8;

fn keep_last<S: Sink>(sink: &mut S, most: usize, value: Censored<'_>) {
    let decoder = || match value {
        Censored::String(text) => crate::text::string::Decoder::new(text.raw),
        Censored::Scalar(text) => crate::text::string::Decoder::new(text),
        Censored::Opaque => crate::text::string::Decoder::new(b""),
    };
    let count = decoder().count();
    if count < SHORTEST_SHOWN {
        return sink.characters("****".chars());
    }
    let hidden = count - most.min(count / 2);
    sink.characters(std::iter::repeat_n('*', hidden).chain(decoder().skip(hidden)));
}
