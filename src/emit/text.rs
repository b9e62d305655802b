//! Text outside JSON: root strings and the lines of blocks.

#![forbid(unsafe_code)]

use crate::text::string::short_escape;
use crate::text::tag;

use super::context::Context;
use super::string::{write_unescaped, write_unicode_escape};

/// Writes text of the outside world into a text block. A `<` that begins a reserved tag becomes
/// `&lt;`; everything else stays what it is.
pub(crate) fn write_foreign<C: Context>(
    out: &mut Vec<u8>,
    mut characters: impl Iterator<Item = char> + Clone,
) {
    while let Some(character) = characters.next() {
        if character == '<' && tag::begins(characters.clone()) {
            out.extend_from_slice(b"&lt;");
        } else {
            write_own_character::<C>(out, character);
        }
    }
}

/// Writes text of the outside world as one line: every line break becomes one space.
pub(crate) fn write_line<C: Context>(out: &mut Vec<u8>, text: &str) {
    write_foreign::<C>(out, Folded { characters: text.chars() });
}

/// Writes text of ours, markup included, into a text block.
pub(crate) fn write_own<C: Context>(out: &mut Vec<u8>, text: &str) {
    text.chars().for_each(|character| write_own_character::<C>(out, character));
}

fn write_own_character<C: Context>(out: &mut Vec<u8>, character: char) {
    if !C::FRAMED {
        return write_unescaped::<C>(out, character);
    }
    match short_escape(character) {
        Some(letter) => out.extend([b'\\', letter as u8]),
        None if character < ' ' => {
            out.push(b'\\');
            write_unicode_escape(out, character);
        }
        None => write_unescaped::<C>(out, character),
    }
}

/// Characters with each line break (LF, CR, CRLF, VT, FF, NEL, U+2028, U+2029) as one space.
#[derive(Clone)]
struct Folded<'a> {
    characters: std::str::Chars<'a>,
}

impl Iterator for Folded<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let character = self.characters.next()?;
        if character == '\r' && self.characters.as_str().starts_with('\n') {
            self.characters.next();
        }
        Some(match character {
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
            other => other,
        })
    }
}
