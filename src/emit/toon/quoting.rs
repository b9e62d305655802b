//! Which texts stand without quotes: the one place that decides it, for keys and for values.

use crate::scan::vector::{LANE, Vector};
use crate::text::tag;

use super::options::Delimiter;

/// Whether a string that is a value may stand without quotes between delimiters of this kind (TOON
/// 4.0, section 7.2). `text` is the decoded string.
///
/// Quoted besides what the specification asks for: what begins with `+`, what has white space of
/// Unicode or a byte order mark at an edge, since other versions' readers would not give it back;
/// and text in which a reserved tag begins.
pub(super) fn is_bare_value(text: &[u8], delimiter: Delimiter) -> bool {
    let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
    let may_begin = match first {
        b' ' | b'-' | b'#' | b'+' => false,
        b'0'..=b'9' => !is_number(text),
        b't' | b'f' | b'n' => !matches!(text, b"true" | b"false" | b"null"),
        0x80.. => !is_invisible(first_character(text)),
        _ => true,
    };
    let may_end = match last {
        b' ' => false,
        0x80.. => !is_invisible(last_character(text)),
        _ => true,
    };
    may_begin && may_end && !has_structure(text, delimiter)
}

/// The same for the first `length` bytes of `text`, which stood as they are between the quotes of a
/// JSON string: without escapes, and so without control characters. Fastest for usual texts of at
/// most 31 bytes, if `text` has 32.
#[inline(always)]
pub(super) fn is_bare_raw<V: Vector>(
    vector: V,
    text: &[u8],
    length: usize,
    delimiter: Delimiter,
) -> bool {
    match text.first_chunk::<LANE>() {
        Some(lane) if (1..LANE).contains(&length) && has_usual_edges(lane, length) => {
            let all = (1_u32 << length) - 1;
            // A `|` that is no delimiter is a mark too; whoever asks more exactly will know.
            vector.marks(lane, delimiter.byte()) & all == 0
                || (delimiter != Delimiter::Pipe && is_bare_value(&text[..length], delimiter))
        }
        _ => is_bare_value(text.get(..length).unwrap_or_default(), delimiter),
    }
}

/// Whether a text needs no quotes for what it begins or ends with. No means that it may all the same.
#[inline(always)]
fn has_usual_edges(lane: &[u8; LANE], length: usize) -> bool {
    let (first, last) = (lane[0], lane[(length - 1) % LANE]);
    USUAL_FIRST[usize::from(first)] & USUAL_LAST[usize::from(last)]
}

/// Bytes that no number, word, mark or invisible character begins with.
static USUAL_FIRST: [bool; 256] = all_but(b" -#+0123456789tfn\xC2\xE1\xE2\xE3\xEF");

/// Bytes that no invisible character ends with.
static USUAL_LAST: [bool; 256] =
    all_but(b" \x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x9F\xA0\xA8\xA9\xAF\xBF");

const fn all_but(bytes: &[u8]) -> [bool; 256] {
    let mut table = [true; 256];
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = false;
        at += 1;
    }
    table
}

/// Whether a key may stand without quotes (TOON 4.0, section 7.3). No delimiter is part of one, and
/// no tag.
pub(super) fn is_bare_key(key: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    match key {
        [first, rest @ ..] => {
            (first.is_ascii_alphabetic() || *first == b'_') && rest.iter().all(is_word)
        }
        [] => false,
    }
}

/// Whether a text begins a reserved tag somewhere.
#[cold]
pub(super) fn holds_tag(text: &str) -> bool {
    memchr::memchr_iter(b'<', text.as_bytes()).any(|at| tag::begins(text[at + 1..].chars()))
}

/// Whether a byte of a text is a control character, the delimiter, or means something to a reader.
#[inline]
fn has_structure(text: &[u8], delimiter: Delimiter) -> bool {
    // Without branches within sixteen bytes, so that they are looked at together.
    let any = |bytes: &[u8; 16]| {
        bytes.iter().fold(false, |any, byte| any | is_structure(*byte, delimiter.byte()))
    };
    let (chunks, rest) = text.as_chunks::<16>();
    if chunks.iter().any(any) {
        return true;
    }
    match text.last_chunk::<16>() {
        Some(last) => any(last),
        None => {
            let table = match delimiter {
                Delimiter::Pipe => &PIPE,
                Delimiter::Comma => &COMMA,
                Delimiter::Tab => &TAB,
            };
            rest.iter().any(|byte| table[usize::from(*byte)])
        }
    }
}

/// Both brackets and the backslash, which stands between them in ASCII, take one comparison.
const fn is_structure(byte: u8, delimiter: u8) -> bool {
    (byte < b' ')
        | (byte == delimiter)
        | (byte == b':')
        | (byte == b'"')
        | (byte.wrapping_sub(b'[') <= b']' - b'[')
        | (byte == b'{')
        | (byte == b'}')
}

/// The same for each byte, with the delimiter that it is named after.
static PIPE: [bool; 256] = structure(b'|');
static COMMA: [bool; 256] = structure(b',');
static TAB: [bool; 256] = structure(b'\t');

const fn structure(delimiter: u8) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = is_structure(byte as u8, delimiter);
        byte += 1;
    }
    table
}

/// Whether a text that begins with a digit could be read as a number, by this version's readers or
/// others: `42`, `05`, `1.50`, `1E-6`.
fn is_number(text: &[u8]) -> bool {
    let Some(mut rest) = after_digits(text) else { return false };
    if let [b'.', fraction @ ..] = rest {
        let Some(after) = after_digits(fraction) else { return false };
        rest = after;
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let unsigned = match exponent {
            [b'+' | b'-', unsigned @ ..] => unsigned,
            unsigned => unsigned,
        };
        let Some(after) = after_digits(unsigned) else { return false };
        rest = after;
    }
    rest.is_empty()
}

/// What follows the digits that a text begins with, if there are any.
fn after_digits(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then_some(&text[digits..])
}

/// What a reader may trim away: `White_Space`, and the byte order mark.
fn is_invisible(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

fn first_character(text: &[u8]) -> char {
    let length = 1 + text[1..].iter().take_while(|byte| is_continuation(**byte)).count();
    only_character(&text[..length])
}

fn last_character(text: &[u8]) -> char {
    let continued = text.iter().rev().take_while(|byte| is_continuation(**byte)).count();
    only_character(&text[text.len().saturating_sub(continued + 1)..])
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The character of a text that is one; text that is no UTF-8 counts as a space, to be quoted.
fn only_character(text: &[u8]) -> char {
    std::str::from_utf8(text).ok().and_then(|text| text.chars().next()).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::Delimiter::{self, Comma, Pipe, Tab};
    use super::{LANE, holds_tag, is_bare_key, is_bare_raw, is_bare_value};
    use crate::scan::Isa;
    use crate::scan::dispatch::{Level, VectorJob, dispatch};
    use crate::scan::vector::Vector;

    /// [`is_bare_raw`] of the text, which has something behind it.
    struct BareRaw<'t>(&'t [u8], usize, Delimiter);

    impl VectorJob for BareRaw<'_> {
        type Output = bool;

        #[inline(always)]
        fn run<V: Vector>(self, vector: V) -> bool {
            is_bare_raw(vector, self.0, self.1, self.2)
        }
    }

    /// The same on every instruction set, with something behind it that would be quoted.
    fn is_bare_in_lane(text: &str, delimiter: Delimiter) -> bool {
        let mut lane = text.as_bytes().to_vec();
        lane.resize(text.len() + LANE, b':');
        let bare = |isa| dispatch(Level::of(isa), BareRaw(&lane, text.len(), delimiter));
        let is_bare = bare(Isa::Portable);
        assert!(Isa::available().all(|isa| bare(isa) == is_bare), "{text:?}");
        is_bare
    }

    /// Whether a JSON string may hold the text without an escape.
    fn is_raw(text: &str) -> bool {
        text.chars().all(|character| character >= ' ' && !matches!(character, '"' | '\\'))
    }

    #[test]
    fn values_that_must_be_quoted() {
        for text in [
            "",
            " ",
            " a",
            "a ",
            "true",
            "false",
            "null",
            "0",
            "42",
            "05",
            "-",
            "-a",
            "-1",
            "+1",
            "+a",
            "#",
            "#a",
            "1.5",
            "1.50",
            "1e5",
            "1E5",
            "1e+5",
            "1e-5",
            "1.5e5",
            "a:b",
            "a\"b",
            "a\\b",
            "[",
            "a]",
            "{",
            "a}",
            "a\nb",
            "a\u{1f}",
            "\u{85}a",
            "a\u{85}",
            "a\u{a0}",
            "\u{a0}",
            "\u{2003}a",
            "a\u{2028}",
            "\u{3000}",
            "\u{feff}a",
            "a\u{feff}",
            "a|b",
            "0123456789abcdef|",
            "0123456789abcdef0123456789abcdef{",
            "0123456789|abcdefghi",
        ] {
            assert!(!is_bare_value(text.as_bytes(), Pipe), "{text:?}");
            assert!(!is_raw(text) || !is_bare_in_lane(text, Pipe), "{text:?}");
        }
        assert!(!is_bare_value(b"a,b", Comma) && !is_bare_value(b"a\tb", Tab));
    }

    #[test]
    fn values_that_stand_bare() {
        for text in [
            "a",
            "a b",
            "a,b",
            "a-b",
            "a#b",
            "a+b",
            "True",
            "nulls",
            "1.",
            ".5",
            "1.2.3",
            "1e",
            "1e+",
            "0x1f",
            "007x",
            "NaN",
            "Infinity",
            "5 apples",
            "1_000",
            "é",
            "日本",
            "🚚",
            "a\u{2028}b",
            "a\u{a0}b",
            "\u{200b}",
            "\u{7f}",
            "a'b",
            "<b>",
            "(a)",
            "a/b",
            "~",
            "0123456789abcdef0123456789abcdef",
            "٣",
            "2024-01-02",
        ] {
            assert!(is_bare_value(text.as_bytes(), Pipe), "{text:?}");
            assert!(is_bare_in_lane(text, Pipe), "{text:?}");
        }
        assert!(is_bare_value(b"a|b", Comma) && is_bare_value(b"a,b|c", Tab));
    }

    #[test]
    fn usual_edges_are_those_of_bare_values() {
        for character in '\0'..=char::MAX {
            for text in [format!("{character}x"), format!("x{character}"), format!("{character}")] {
                for delimiter in [Pipe, Comma, Tab] {
                    let is_bare = is_bare_in_lane(&text, delimiter);
                    let expected = is_bare_value(text.as_bytes(), delimiter);
                    assert!(!is_raw(&text) || is_bare == expected, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn keys() {
        for key in ["a", "_", "a.b", "A9", "a_b", "__proto__", "true", "a."] {
            assert!(is_bare_key(key.as_bytes()), "{key:?}");
        }
        for key in ["", "1a", "42", ".a", "a-b", "a b", " a", "é", "a:", "a|b", "-", "$", "#"] {
            assert!(!is_bare_key(key.as_bytes()), "{key:?}");
        }
    }

    #[test]
    fn tags() {
        for text in ["<domain_rules>", "a < b <\n/Tool_Error", "<<ui_passthrough"] {
            assert!(holds_tag(text), "{text:?}");
        }
        for text in ["<", "<b>", "domain_rules", "<domain", "<é domain_rules"] {
            assert!(!holds_tag(text), "{text:?}");
        }
    }
}
