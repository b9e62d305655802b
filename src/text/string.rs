//! Strings by their characters: reading the text between two quotes, and writing it again.

use std::borrow::Cow;

use super::tag;

/// U+FFFD, which stands for a lone surrogate.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// Reads the characters of a JSON string from the raw text between its quotes.
///
/// The text must have been checked: UTF-8, escapes of the grammar. Unchecked text gives wrong
/// characters and nothing worse.
#[derive(Clone)]
pub(crate) struct Decoder<'a> {
    raw: &'a [u8],
    at: usize,
    /// How many lone surrogates were replaced so far.
    pub(crate) replaced: usize,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(raw: &'a [u8]) -> Self {
        Self { raw, at: 0, replaced: 0 }
    }

    /// Where in the raw text the next character starts.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes on at `position`, which must be the start of a character or an escape.
    pub(crate) fn seek(&mut self, position: usize) {
        self.at = position;
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.raw.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn hex(&self, ahead: usize) -> u32 {
        (0..4).fold(0, |value, i| {
            value * 16 + char::from(self.byte(ahead + i)).to_digit(16).unwrap_or(0)
        })
    }

    fn escape(&mut self) -> char {
        let letter = self.byte(1);
        if letter != b'u' {
            self.at += 2;
            return match letter {
                b'b' => '\u{8}',
                b'f' => '\u{c}',
                b'n' => '\n',
                b'r' => '\r',
                b't' => '\t',
                other => char::from(other),
            };
        }
        let unit = self.hex(2);
        self.at += 6;
        match unit {
            0xD800..0xDC00 if self.byte(0) == b'\\' && self.byte(1) == b'u' => {
                let low = self.hex(2);
                if (0xDC00..0xE000).contains(&low) {
                    self.at += 6;
                    let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                    return char::from_u32(code).unwrap_or(REPLACEMENT);
                }
                self.replaced += 1;
                REPLACEMENT
            }
            _ => char::from_u32(unit).unwrap_or_else(|| {
                self.replaced += 1;
                REPLACEMENT
            }),
        }
    }

    fn multibyte(&mut self, first: u8) -> char {
        let continuation = |ahead: usize| u32::from(self.byte(ahead) & 0x3f);
        let (length, code) = match first {
            0xF0.. => (
                4,
                u32::from(first & 7) << 18
                    | continuation(1) << 12
                    | continuation(2) << 6
                    | continuation(3),
            ),
            0xE0.. => (3, u32::from(first & 15) << 12 | continuation(1) << 6 | continuation(2)),
            _ => (2, u32::from(first & 31) << 6 | continuation(1)),
        };
        self.at += length;
        char::from_u32(code).unwrap_or(REPLACEMENT)
    }
}

impl Iterator for Decoder<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let first = *self.raw.get(self.at)?;
        Some(match first {
            b'\\' => self.escape(),
            0x80.. => self.multibyte(first),
            ascii => {
                self.at += 1;
                char::from(ascii)
            }
        })
    }
}

/// Whether two raw texts are the same string, escapes read.
pub(crate) fn same(left: &[u8], right: &[u8]) -> bool {
    left == right
        || (memchr::memchr(b'\\', left).or_else(|| memchr::memchr(b'\\', right)).is_some()
            && Decoder::new(left).eq(Decoder::new(right)))
}

/// The short escape of `character` as `JSON.stringify` writes it, if it has one.
pub(crate) fn short_escape(character: char) -> Option<char> {
    Some(match character {
        '"' => '"',
        '\\' => '\\',
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        _ => return None,
    })
}

/// The text of the JSON string with this raw text, borrowed if it has no escapes.
pub(crate) fn decode(raw: &[u8]) -> Cow<'_, str> {
    match memchr::memchr(b'\\', raw) {
        None => String::from_utf8_lossy(raw),
        Some(_) => Decoder::new(raw).collect::<String>().into(),
    }
}

/// Writes that text piece by piece, without a copy of the whole.
pub(crate) fn write_decoded(raw: &[u8], mut write: impl FnMut(&[u8])) {
    let mut decoder = Decoder::new(raw);
    let mut buffer = [0; 4];
    loop {
        let at = decoder.position();
        let rest = &raw[at..];
        let clean = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        write(&rest[..clean]);
        decoder.seek(at + clean);
        let Some(character) = decoder.next() else { return };
        write(character.encode_utf8(&mut buffer).as_bytes());
    }
}

/// `text` as a JSON string with its quotes, as `JSON.stringify` writes it.
pub(crate) fn quote(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    text.chars().for_each(|character| push_character(&mut json, character));
    json.push('"');
    json
}

/// Appends the JSON string of these characters, in which a `<` that begins a reserved tag is
/// escaped.
pub(crate) fn push_guarded(json: &mut String, mut characters: impl Iterator<Item = char> + Clone) {
    json.push('"');
    while let Some(character) = characters.next() {
        if character == '<' && tag::begins(characters.clone()) {
            json.push_str("\\u003c");
        } else {
            push_character(json, character);
        }
    }
    json.push('"');
}

fn push_character(json: &mut String, character: char) {
    match short_escape(character) {
        Some(letter) => json.extend(['\\', letter]),
        None if character < ' ' => {
            json.push_str(&format!("\\u{:04x}", u32::from(character)));
        }
        None => json.push(character),
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoder, decode, push_guarded, quote, same, write_decoded};

    fn read(raw: &str) -> (String, usize) {
        let mut decoder = Decoder::new(raw.as_bytes());
        let text: String = decoder.by_ref().collect();
        let mut pieces = Vec::new();
        write_decoded(raw.as_bytes(), |piece| pieces.extend_from_slice(piece));
        assert_eq!(String::from_utf8_lossy(&pieces), text);
        assert_eq!(decode(raw.as_bytes()), text);
        (text, decoder.replaced)
    }

    #[test]
    fn escapes_become_characters() {
        assert_eq!(read(r#"a\"\\\/\b\f\n\r\tz"#).0, "a\"\\/\u{8}\u{c}\n\r\tz");
        assert_eq!(read(r"\u0041\u00e9\ud83d\ude00é日🚚").0, "Aé😀é日🚚");
    }

    #[test]
    fn lone_surrogates_are_replaced_one_by_one() {
        assert_eq!(read(r"\ud800").0, "\u{fffd}");
        assert_eq!(read(r"\ud800\ud800"), ("\u{fffd}\u{fffd}".into(), 2));
        assert_eq!(read(r"\ude00\ud83d"), ("\u{fffd}\u{fffd}".into(), 2));
        assert_eq!(read(r"\ud800\n\udc00x"), ("\u{fffd}\n\u{fffd}x".into(), 2));
        assert_eq!(read(r"\ud83d\ud83d\ude00"), ("\u{fffd}😀".into(), 1));
    }

    #[test]
    fn equality_is_on_characters() {
        assert!(same(br"p\u0061ss", b"pass") && !same(br"p\u0061ss", b"past"));
        assert!(same(br"\u00e9", "é".as_bytes()) && same(br"\ud800", br"\udfff"));
        assert!(!same(br"\u00e9", b"e") && same(b"ab", b"ab") && !same(b"ab", b"abc"));
    }

    #[test]
    fn quoting_is_canonical() {
        assert_eq!(quote("a\"\\/\u{8}\n\u{1}é\u{2028}"), "\"a\\\"\\\\/\\b\\n\\u0001é\u{2028}\"");
    }

    #[test]
    fn guarded_strings_forge_no_tag() {
        let mut json = String::new();
        push_guarded(&mut json, "<b> </Tool_Error>\n".chars());
        assert_eq!(json, "\"<b> \\u003c/Tool_Error>\\n\"");
    }
}
