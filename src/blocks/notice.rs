//! The block that says how many items a limit hides.

use crate::emit::context::{Context, Render};
use crate::emit::text;
use crate::plan::Rendered;

/// The block that says how many items a limit hides.
#[derive(Debug)]
pub(crate) struct Notice {
    pieces: Vec<Piece>,
}

#[derive(Debug)]
enum Piece {
    Text(Rendered),
    Shown,
    Hidden,
}

/// What the notice says unless a Presenter says otherwise.
pub(crate) const DEFAULT_NOTICE: &str =
    "⚠️ Dataset truncated. {max} shown, {omitted} hidden. Use filters to narrow results.";

/// What a block of type `summary` begins with.
pub(crate) const SUMMARY: &str = "📊 **Summary**: ";

impl Notice {
    /// A notice of this text, in which `{max}` and `{omitted}` stand for the numbers.
    pub(crate) fn new(template: &str) -> Self {
        let mut notice = Self { pieces: Vec::new() };
        notice.own(SUMMARY);
        let mut rest = template;
        while let Some(at) = rest.find('{') {
            let (piece, length) = if rest[at..].starts_with("{max}") {
                (Some(Piece::Shown), "{max}".len())
            } else if rest[at..].starts_with("{omitted}") {
                (Some(Piece::Hidden), "{omitted}".len())
            } else {
                (None, 1)
            };
            let text_end = if piece.is_some() { at } else { at + length };
            notice.foreign(&rest[..text_end]);
            notice.pieces.extend(piece);
            rest = &rest[at + length..];
        }
        notice.foreign(rest);
        notice
    }

    fn own(&mut self, text: &str) {
        self.pieces.push(Piece::Text(Own(text).rendered()));
    }

    fn foreign(&mut self, text: &str) {
        self.pieces.push(Piece::Text(Foreign(text).rendered()));
    }

    /// Writes the content of the block.
    pub(crate) fn write<C: Context>(&self, out: &mut Vec<u8>, shown: usize, hidden: usize) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(C::of(text)),
                Piece::Shown => write_number(out, shown as u64),
                Piece::Hidden => write_number(out, hidden as u64),
            }
        }
    }
}

/// Markup of ours.
struct Own<'a>(&'a str);

impl Render for Own<'_> {
    fn render<C: Context>(&self, out: &mut Vec<u8>) {
        text::write_own::<C>(out, self.0);
    }
}

/// Text that may not forge markup.
struct Foreign<'a>(&'a str);

impl Render for Foreign<'_> {
    fn render<C: Context>(&self, out: &mut Vec<u8>) {
        text::write_foreign::<C>(out, self.0.chars());
    }
}

/// Writes a number in decimal.
pub(crate) fn write_number(out: &mut Vec<u8>, number: u64) {
    use std::io::Write;
    // Writing to a Vec cannot fail.
    let _ = write!(out, "{number}");
}
