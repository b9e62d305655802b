//! JSON, compact and pretty.

#![forbid(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;

use crate::plan::Rendered;
use crate::walk::drive::NOWHERE;
use crate::walk::events::{Sink, StringText};

use super::context::Context;
use super::string;

/// Writes a document's events as JSON at the end of a buffer.
///
/// Pretty is two spaces a level, with empty containers inline, as `JSON.stringify(value, null, 2)`.
pub(crate) struct JsonSink<'a, C> {
    pub(crate) out: &'a mut Vec<u8>,
    pretty: bool,
    depth: usize,
    /// Nothing stands yet in the innermost container.
    fresh: bool,
    pub(crate) surrogates: Surrogates,
    context: PhantomData<C>,
}

impl<C> fmt::Debug for JsonSink<'_, C> {
    /// Says how much is written, and nothing of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonSink").field("bytes", &self.out.len()).finish_non_exhaustive()
    }
}

/// The lone surrogates met so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surrogates {
    pub(crate) count: u64,
    /// Where the first string with one starts in the input.
    pub(crate) first: Option<usize>,
}

impl Surrogates {
    pub(crate) fn add(&mut self, count: u64, offset: usize) {
        // Those of our own texts are no fault of the data.
        if count > 0 && offset < NOWHERE {
            self.count += count;
            self.first.get_or_insert(offset);
        }
    }

    /// The first one stands `base` bytes farther on, unless it was known `before`.
    pub(crate) fn place(&mut self, before: Self, base: usize) {
        if before.first.is_none() {
            self.first = self.first.map(|at| at + base);
        }
    }
}

/// How far a document is written, to go on with it in another buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonState {
    pretty: bool,
    depth: usize,
    fresh: bool,
    pub(crate) surrogates: Surrogates,
}

impl JsonState {
    /// Nothing is written.
    pub(crate) fn new(pretty: bool) -> Self {
        Self { pretty, depth: 0, fresh: true, surrogates: Surrogates::default() }
    }
}

impl<'a, C: Context> JsonSink<'a, C> {
    pub(crate) fn new(out: &'a mut Vec<u8>, pretty: bool) -> Self {
        Self::resume(out, JsonState::new(pretty))
    }

    /// Goes on with a document at the end of `out`.
    pub(crate) fn resume(out: &'a mut Vec<u8>, state: JsonState) -> Self {
        let JsonState { pretty, depth, fresh, surrogates } = state;
        Self { out, pretty, depth, fresh, surrogates, context: PhantomData }
    }

    pub(crate) fn state(&self) -> JsonState {
        let Self { pretty, depth, fresh, surrogates, .. } = *self;
        JsonState { pretty, depth, fresh, surrogates }
    }

    /// Takes back what was written since the buffer was `length` bytes long and the document in this
    /// state.
    pub(crate) fn rewind(&mut self, length: usize, state: JsonState) {
        self.out.truncate(length);
        (self.depth, self.fresh, self.surrogates) = (state.depth, state.fresh, state.surrogates);
    }

    /// Whether nothing stands yet in the innermost container.
    #[inline(always)]
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Somebody else wrote a value, and the comma before it.
    #[inline(always)]
    pub(crate) fn wrote(&mut self) {
        self.fresh = false;
    }

    /// What stands before a member or an element.
    #[inline]
    fn separate(&mut self) {
        if !std::mem::replace(&mut self.fresh, false) {
            self.out.push(b',');
        }
        if self.pretty {
            self.line_break();
        }
    }

    fn line_break(&mut self) {
        self.out.extend_from_slice(if C::FRAMED { b"\\n" } else { b"\n" });
        self.out.resize(self.out.len() + 2 * self.depth, b' ');
    }

    #[inline]
    fn begin(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.depth += 1;
        self.fresh = true;
    }

    #[inline]
    fn end(&mut self, bracket: u8) {
        self.depth -= 1;
        if self.pretty && !self.fresh {
            self.line_break();
        }
        self.out.push(bracket);
        self.fresh = false;
    }

    #[inline]
    fn write_string(&mut self, text: StringText<'_>) {
        let replaced = string::write::<C>(self.out, text.raw, text.special);
        self.surrogates.add(replaced, text.offset);
    }

    /// A key that is no JSON text yet.
    pub(crate) fn key_characters(&mut self, key: &str) {
        self.separate();
        string::write_characters::<C>(self.out, key.chars());
        self.out.push(b':');
        self.space_after_colon();
    }

    fn space_after_colon(&mut self) {
        if self.pretty {
            self.out.push(b' ');
        }
    }
}

impl<C: Context> Sink for JsonSink<'_, C> {
    #[inline]
    fn begin_object(&mut self) {
        self.begin(b'{');
    }

    #[inline]
    fn end_object(&mut self) {
        self.end(b'}');
    }

    #[inline]
    fn begin_array(&mut self, _: usize) {
        self.begin(b'[');
    }

    #[inline]
    fn end_array(&mut self) {
        self.end(b']');
    }

    #[inline]
    fn element(&mut self) {
        self.separate();
    }

    #[inline]
    fn declared_key(&mut self, label: &Rendered) {
        self.separate();
        self.out.extend_from_slice(C::of(label));
        self.space_after_colon();
    }

    #[inline]
    fn data_key(&mut self, text: StringText<'_>) {
        self.separate();
        self.write_string(text);
        self.out.push(b':');
        self.space_after_colon();
    }

    #[inline]
    fn string(&mut self, text: StringText<'_>) {
        self.write_string(text);
    }

    #[inline]
    fn scalar(&mut self, text: &[u8], _: usize) {
        self.out.extend_from_slice(text);
    }

    fn rendered(&mut self, text: &Rendered) {
        self.out.extend_from_slice(C::of(text));
    }

    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone) {
        string::write_characters::<C>(self.out, characters);
    }
}
