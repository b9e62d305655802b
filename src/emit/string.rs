//! Strings of a JSON document, canonical and guarded, in any context.

#![forbid(unsafe_code)]

use crate::text::string::{Decoder, short_escape};
use crate::text::tag;

use super::context::{Context, Render};

/// Writes the JSON string with this raw text, quotes included, and gives the number of lone
/// surrogates that became U+FFFD.
///
/// `special` says whether the raw text may hold a backslash or a `<`. Linear in the text.
#[inline]
pub(crate) fn write<C: Context>(out: &mut Vec<u8>, raw: &[u8], special: bool) -> u64 {
    quote::<C>(out);
    let mut replaced = 0;
    if special || (C::LINE && memchr::memchr(0xE2, raw).is_some()) {
        replaced = write_body::<C>(out, raw);
    } else {
        out.extend_from_slice(raw);
    }
    quote::<C>(out);
    replaced
}

/// Writes the string of these characters, quotes included.
pub(crate) fn write_characters<C: Context>(
    out: &mut Vec<u8>,
    mut characters: impl Iterator<Item = char> + Clone,
) {
    quote::<C>(out);
    while let Some(character) = characters.next() {
        if character == '<' && tag::begins(characters.clone()) {
            write_guarded_bracket::<C>(out);
        } else {
            write_character::<C>(out, character);
        }
    }
    quote::<C>(out);
}

/// A text of ours as a JSON string.
pub(crate) struct JsonString<'a>(pub(crate) &'a str);

impl Render for JsonString<'_> {
    fn render<C: Context>(&self, out: &mut Vec<u8>) {
        write_characters::<C>(out, self.0.chars());
    }
}

/// A declared key as it is written before its value.
pub(crate) struct Label<'a>(pub(crate) &'a str);

impl Render for Label<'_> {
    fn render<C: Context>(&self, out: &mut Vec<u8>) {
        write_characters::<C>(out, self.0.chars());
        out.push(b':');
    }
}

/// Writes the quote that begins or ends a string of the document.
#[inline]
fn quote<C: Context>(out: &mut Vec<u8>) {
    out.extend_from_slice(if C::FRAMED { b"\\\"" } else { b"\"" });
}

/// Writes the content of the JSON string with this raw text, without quotes, and gives the number
/// of lone surrogates that became U+FFFD.
///
/// Copies runs that are canonical as they stand, and decodes and writes anew what is between.
pub(crate) fn write_body<C: Context>(out: &mut Vec<u8>, raw: &[u8]) -> u64 {
    let mut decoder = Decoder::new(raw);
    loop {
        let at = decoder.position();
        let rest = &raw[at..];
        let clean = next_special::<C>(rest).unwrap_or(rest.len());
        out.extend_from_slice(&rest[..clean]);
        decoder.seek(at + clean);
        match decoder.next() {
            None => return decoder.replaced as u64,
            Some('<') if tag::begins(decoder.clone()) => write_guarded_bracket::<C>(out),
            Some(character) => write_character::<C>(out, character),
        }
    }
}

#[inline]
fn next_special<C: Context>(text: &[u8]) -> Option<usize> {
    if C::LINE {
        memchr::memchr3(b'\\', b'<', 0xE2, text)
    } else {
        memchr::memchr2(b'\\', b'<', text)
    }
}

/// The `<` of a reserved tag.
fn write_guarded_bracket<C: Context>(out: &mut Vec<u8>) {
    out.extend_from_slice(if C::FRAMED { b"\\\\u003c" } else { b"\\u003c" });
}

fn write_character<C: Context>(out: &mut Vec<u8>, character: char) {
    let backslash: &[u8] = if C::FRAMED { b"\\\\" } else { b"\\" };
    match short_escape(character) {
        Some('"') if C::FRAMED => out.extend_from_slice(b"\\\\\\\""),
        Some('\\') if C::FRAMED => out.extend_from_slice(b"\\\\\\\\"),
        Some(letter) => {
            out.extend_from_slice(backslash);
            out.push(letter as u8);
        }
        None if character < ' ' => {
            out.extend_from_slice(backslash);
            write_unicode_escape(out, character);
        }
        None => write_unescaped::<C>(out, character),
    }
}

/// A character that JSON does not ask to escape; a line frame may.
pub(crate) fn write_unescaped<C: Context>(out: &mut Vec<u8>, character: char) {
    if C::LINE && matches!(character, '\u{2028}' | '\u{2029}') {
        out.push(b'\\');
        return write_unicode_escape(out, character);
    }
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// `u` and four hexadecimal digits, lower case.
pub(crate) fn write_unicode_escape(out: &mut Vec<u8>, character: char) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let code = character as usize;
    out.push(b'u');
    out.extend([12, 8, 4, 0].map(|shift| DIGITS[code >> shift & 15]));
}
