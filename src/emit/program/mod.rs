//! A predicted item as a list of copies: literals of ours, values of the data.
//!
//! Each format has programs of its own ([`json`], and rows in `toon`), recorded from the events of
//! one item and run for every other of its shape.

#![forbid(unsafe_code)]

pub(crate) mod json;

use crate::scan::index::Index;
use crate::scan::vector::{LANE, Vector};
use crate::walk::drive::NOWHERE;
use crate::walk::events::Events;
use crate::walk::predicted::{Match, Places, Predicted};

use super::context::Context;

/// How to write an item of one shape in one format.
pub(crate) trait Program: Sized + std::fmt::Debug {
    /// What decides, besides the plan and what is selected, how an item is written.
    type Settings: Clone + PartialEq + std::fmt::Debug;

    /// Where items go.
    type Output<'o>;

    /// The program for items of this shape, from the events of one of them.
    ///
    /// None if anything of the data would be written that is not the text of a leaf: what is
    /// recorded besides is written again for every item.
    fn record<C: Context>(
        settings: &Self::Settings,
        predicted: &Predicted,
        leaves: Leaves<'_>,
        item: &mut impl Events,
    ) -> Option<Self>;

    /// Writes a matched item; or nothing, and says so, if it has to be written the general way.
    fn run<V: Vector, C: Context>(
        &self,
        vector: V,
        item: Item<'_>,
        source: Source<'_>,
        output: Self::Output<'_>,
    ) -> bool;

    /// Bytes of memory that it holds, about.
    fn weight(&self) -> usize;

    /// Bytes of memory that the settings hold, about.
    fn weight_of(settings: &Self::Settings) -> usize;
}

/// The leaves of the recorded item by the place of their values in the input: of the opening quote
/// of a string, of the bracket of an array. Ascending.
#[derive(Clone, Copy)]
pub(crate) struct Leaves<'a>(pub(crate) &'a [(usize, u16)]);

/// What a value of the recorded item is.
pub(crate) enum Origin {
    /// A text of ours, which is in no input.
    Ours,
    /// A leaf.
    Leaf(u16),
    /// Something of the data that is no leaf.
    Other,
}

impl Leaves<'_> {
    pub(crate) fn origin(self, offset: usize) -> Origin {
        if offset >= NOWHERE {
            return Origin::Ours;
        }
        let at = self.0.binary_search_by_key(&offset, |(start, _)| *start);
        at.map_or(Origin::Other, |at| Origin::Leaf(self.0[at].1))
    }
}

/// The window that an item was matched in.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// Its bytes, and some beyond.
    pub(crate) bytes: &'a [u8],
    pub(crate) index: &'a Index,
    /// Where it starts in the input.
    pub(crate) offset: usize,
}

impl<'a> Source<'a> {
    /// The bytes from `start` on.
    #[inline(always)]
    pub(crate) fn from(self, start: usize) -> &'a [u8] {
        self.bytes.get(start..).unwrap_or_default()
    }

    /// The bytes of a range.
    #[inline(always)]
    pub(crate) fn text(self, start: usize, end: usize) -> &'a [u8] {
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// Whether the raw text of a string is canonical as it stands.
    #[inline(always)]
    pub(crate) fn is_canonical<C: Context>(self, start: usize, end: usize) -> bool {
        start == end
            || (!self.index.has_special(start, end)
                && (!C::LINE || memchr::memchr(0xE2, self.text(start, end)).is_none()))
    }
}

/// A matched item.
#[derive(Clone, Copy)]
pub(crate) struct Item<'a> {
    pub(crate) predicted: &'a Predicted,
    pub(crate) places: &'a Places,
    /// Where it starts in the window.
    pub(crate) start: usize,
    pub(crate) found: Match,
}

impl Item<'_> {
    /// The bytes of the value of a leaf, without the quotes of a string.
    #[inline(always)]
    pub(crate) fn span(&self, leaf: u16) -> (usize, usize) {
        self.predicted.span(usize::from(leaf), self.places)
    }

    /// Whether the whole item, as most do, holds no escape and no `<`, nor what a line frame asks
    /// to escape.
    #[inline(always)]
    pub(crate) fn is_canonical<C: Context>(&self, source: Source<'_>) -> bool {
        !source.index.has_special(self.start, self.found.end) && !C::LINE
    }

    /// The most bytes that its values become.
    #[inline(always)]
    pub(crate) fn most_bytes(&self) -> usize {
        2 * (self.found.end - self.start)
    }
}

/// A literal, then a value of the item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<V> {
    /// Where the literal starts, and its length.
    literal: u32,
    pub(crate) length: u32,
    pub(crate) value: V,
}

/// The pieces of a program in order.
#[derive(Debug)]
pub(crate) struct Pieces<V> {
    pub(crate) list: Vec<Piece<V>>,
    /// The text of all literals, with a lane behind it.
    literals: Vec<u8>,
    /// Bytes that an item needs beyond those of its values.
    pub(crate) reserve: usize,
}

impl<V> Pieces<V> {
    /// The literal of a piece, and what is behind it.
    #[inline(always)]
    pub(crate) fn literal(&self, piece: &Piece<V>) -> &[u8] {
        self.literals.get(piece.literal as usize..).unwrap_or_default()
    }

    /// Bytes of memory held, about.
    pub(crate) fn weight(&self) -> usize {
        self.literals.len() + self.list.len() * size_of::<Piece<V>>()
    }
}

/// Pieces that are being recorded.
#[derive(Debug)]
pub(crate) struct Recording<V> {
    list: Vec<Piece<V>>,
    literals: Vec<u8>,
    is_void: bool,
}

impl<V> Recording<V> {
    pub(crate) fn new() -> Self {
        Self { list: Vec::new(), literals: Vec::new(), is_void: false }
    }

    /// There is something of the data that is not the text of a leaf.
    pub(crate) fn make_void(&mut self) {
        self.is_void = true;
    }

    /// A value of the item follows on this literal, of which nothing is left.
    pub(crate) fn value(&mut self, literal: &mut Vec<u8>, value: V) {
        let (start, length) = (self.literals.len() as u32, literal.len() as u32);
        self.list.push(Piece { literal: start, length, value });
        self.literals.append(literal);
    }

    /// Ends with this literal and a value that is nothing. None if the recording is void.
    pub(crate) fn finish(mut self, literal: &mut Vec<u8>, nothing: V) -> Option<Pieces<V>> {
        self.value(literal, nothing);
        let reserve = self.literals.len() + (self.list.len() + 1) * LANE;
        self.literals.resize(self.literals.len() + LANE, 0);
        let Self { list, literals, is_void } = self;
        (!is_void).then_some(Pieces { list, literals, reserve })
    }
}
