//! What hooks may write: texts, numbers and values of the data, piece by piece.

use std::borrow::Cow;
use std::fmt;

use crate::blocks::output::Output;
use crate::emit::text::{ForeignText, Setting};
use crate::text::number;

use super::view::View;

/// Something that a sink can write: a text, a number, a boolean, a [`View`], what
/// `format_args!` makes, an `Option` of these. `None` is written as null is: empty in a cell,
/// `null` elsewhere.
///
/// Whatever it holds, it is text of the outside world and
/// [cannot break out of its place](crate#text-that-cannot-break-out). Numbers are written in one
/// form, whatever their spelling: `4500.50` of the data is `4500.5`. Values of other types are
/// written with `format_args!("{value}")`, which needs no memory of its own.
pub trait Content: sealed::Content {}

impl<T: sealed::Content + ?Sized> Content for T {}

/// A row of a table: an array, a slice, a `Vec` or a tuple of [`Content`].
pub trait Row: sealed::Row {}

impl<T: sealed::Row + ?Sized> Row for T {}

pub(crate) mod sealed {
    use super::Writer;

    pub trait Content {
        fn write(&self, to: &mut Writer<'_>);
    }

    pub trait Row {
        fn for_each(&self, cell: &mut dyn FnMut(&dyn Content));
    }
}

/// One place for text of the outside world: a cell, an entry, the content of a block.
#[expect(missing_debug_implementations, reason = "nobody outside sees one")]
pub struct Writer<'w>(Target<'w>);

enum Target<'w> {
    Output(&'w mut Output, ForeignText),
    /// The text is kept, to be written later or to be looked at.
    Kept(&'w mut dyn fmt::Write),
}

impl<'w> Writer<'w> {
    pub(crate) fn new(output: &'w mut Output, setting: Setting) -> Self {
        Self(Target::Output(output, ForeignText::new(setting)))
    }

    pub(crate) fn keeping(text: &'w mut dyn fmt::Write) -> Self {
        Self(Target::Kept(text))
    }

    /// Appends a piece. Reserved tags are seen across pieces.
    pub(crate) fn piece(&mut self, piece: &str) {
        match &mut self.0 {
            Target::Output(output, text) => output.foreign(text, piece),
            Target::Kept(text) => {
                // Who has no room for more does not want it.
                let _ = text.write_str(piece);
            }
        }
    }

    /// A null of the data, or nothing of the program.
    pub(super) fn null(&mut self) {
        match &self.0 {
            Target::Output(_, text) if text.setting() == Setting::Cell => {}
            Target::Kept(_) => {}
            Target::Output(..) => self.piece("null"),
        }
    }

    /// A number, from its text in JSON.
    pub(super) fn number(&mut self, json: &str) {
        number::write_canonical(json.as_bytes(), |piece| {
            self.piece(std::str::from_utf8(piece).unwrap_or_default());
        });
    }
}

/// Writes one content to one place.
pub(crate) fn write(output: &mut Output, setting: Setting, content: &dyn sealed::Content) {
    content.write(&mut Writer::new(output, setting));
}

impl fmt::Write for Writer<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.piece(piece);
        Ok(())
    }
}

impl sealed::Content for str {
    fn write(&self, to: &mut Writer<'_>) {
        to.piece(self);
    }
}

impl sealed::Content for String {
    fn write(&self, to: &mut Writer<'_>) {
        to.piece(self);
    }
}

impl sealed::Content for Cow<'_, str> {
    fn write(&self, to: &mut Writer<'_>) {
        to.piece(self);
    }
}

impl sealed::Content for char {
    fn write(&self, to: &mut Writer<'_>) {
        to.piece(self.encode_utf8(&mut [0; 4]));
    }
}

impl sealed::Content for bool {
    fn write(&self, to: &mut Writer<'_>) {
        to.piece(if *self { "true" } else { "false" });
    }
}

impl sealed::Content for fmt::Arguments<'_> {
    fn write(&self, to: &mut Writer<'_>) {
        // The writer does not fail; what a value of the program refuses to print stays out.
        let _ = fmt::Write::write_fmt(to, *self);
    }
}

impl sealed::Content for View<'_> {
    fn write(&self, to: &mut Writer<'_>) {
        self.write_to(to);
    }
}

impl<T: sealed::Content> sealed::Content for Option<T> {
    fn write(&self, to: &mut Writer<'_>) {
        match self {
            Some(content) => content.write(to),
            None => to.null(),
        }
    }
}

impl<T: sealed::Content + ?Sized> sealed::Content for &T {
    fn write(&self, to: &mut Writer<'_>) {
        (**self).write(to);
    }
}

macro_rules! integers {
    ($($number:ty),*) => {$(
        impl sealed::Content for $number {
            fn write(&self, to: &mut Writer<'_>) {
                let _ = fmt::Write::write_fmt(to, format_args!("{self}"));
            }
        }
    )*};
}
integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! floats {
    ($($number:ty),*) => {$(
        impl sealed::Content for $number {
            /// In the shortest form that reads back; what is no number is null.
            fn write(&self, to: &mut Writer<'_>) {
                match Digits::of(format_args!("{self:e}")) {
                    Some(digits) if self.is_finite() => to.number(digits.as_str()),
                    _ => to.null(),
                }
            }
        }
    )*};
}
floats!(f32, f64);

/// Room for a number: the longest integer has 40 characters.
#[derive(Debug)]
pub(crate) struct Digits {
    bytes: [u8; 48],
    length: usize,
}

impl Default for Digits {
    fn default() -> Self {
        Self { bytes: [0; 48], length: 0 }
    }
}

impl Digits {
    /// What a number of the program prints, if there is room for it.
    pub(crate) fn of(number: fmt::Arguments<'_>) -> Option<Self> {
        let mut digits = Self::default();
        fmt::Write::write_fmt(&mut digits, number).ok()?;
        Some(digits)
    }

    /// The one form of a number of JSON, if there is room for it.
    pub(crate) fn canonical(json: &str) -> Option<Self> {
        let (mut digits, mut fits) = (Self::default(), true);
        number::write_canonical(json.as_bytes(), |piece| {
            let piece = std::str::from_utf8(piece).unwrap_or_default();
            fits &= fmt::Write::write_str(&mut digits, piece).is_ok();
        });
        fits.then_some(digits)
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl fmt::Write for Digits {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let end = self.length + piece.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(piece.as_bytes());
        self.length = end;
        Ok(())
    }
}

impl<T: sealed::Content> sealed::Row for [T] {
    fn for_each(&self, cell: &mut dyn FnMut(&dyn sealed::Content)) {
        self.iter().for_each(|content| cell(content));
    }
}

impl<T: sealed::Content, const N: usize> sealed::Row for [T; N] {
    fn for_each(&self, cell: &mut dyn FnMut(&dyn sealed::Content)) {
        self.as_slice().for_each(cell);
    }
}

impl<T: sealed::Content> sealed::Row for Vec<T> {
    fn for_each(&self, cell: &mut dyn FnMut(&dyn sealed::Content)) {
        self.as_slice().for_each(cell);
    }
}

impl<T: sealed::Row + ?Sized> sealed::Row for &T {
    fn for_each(&self, cell: &mut dyn FnMut(&dyn sealed::Content)) {
        (**self).for_each(cell);
    }
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),*)),*) => {$(
        impl<$($name: sealed::Content),*> sealed::Row for ($($name,)*) {
            fn for_each(&self, cell: &mut dyn FnMut(&dyn sealed::Content)) {
                $(cell(&self.$at);)*
            }
        }
    )*};
}
tuples!(
    (A 0),
    (A 0, B 1),
    (A 0, B 1, C 2),
    (A 0, B 1, C 2, D 3),
    (A 0, B 1, C 2, D 3, E 4),
    (A 0, B 1, C 2, D 3, E 4, F 5),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
);
