//! Tokens: quoted and unquoted texts, values, cells (sections 4, 7, 11.2).

use crate::emit::string::write_unicode_escape;
use crate::text::number::is_number;
use crate::text::string::short_escape;

use super::error::{Fault, ToonErrorKind};

/// A stretch of the document, or of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }

    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Without spaces at either end: U+0020 and nothing else (section 12).
    pub(super) fn trim(self, text: &[u8]) -> Self {
        let bytes = self.of(text);
        let is_content = |byte: &u8| *byte != b' ';
        let Some(first) = bytes.iter().position(is_content) else {
            return Self { start: self.end, end: self.end };
        };
        let last = bytes.iter().rposition(is_content).unwrap_or(first);
        Self { start: self.start + first, end: self.start + last + 1 }
    }
}

/// The quote that closes the text whose opening quote stands at `open`, if there is one before
/// `end`.
pub(super) fn closing_quote(text: &[u8], open: usize, end: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..end)?)?;
        if text[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// The first `wanted` in `span` that stands outside quotes.
pub(super) fn find_unquoted(text: &[u8], span: Span, wanted: u8) -> Option<usize> {
    let mut at = span.start;
    loop {
        at += memchr::memchr2(b'"', wanted, text.get(at..span.end)?)?;
        if text[at] == wanted {
            return Some(at);
        }
        at = closing_quote(text, at, span.end)? + 1;
    }
}

/// Splits `span` at each `delimiter` outside quotes into `cells`, without spaces around them.
///
/// One cell more than there are delimiters. Linear in the span.
pub(super) fn split(text: &[u8], span: Span, delimiter: u8, cells: &mut Vec<Span>) {
    cells.clear();
    let mut start = span.start;
    while let Some(end) = find_unquoted(text, Span { start, end: span.end }, delimiter) {
        cells.push(Span { start, end }.trim(text));
        start = end + 1;
    }
    cells.push(Span { start, end: span.end }.trim(text));
}

/// Writes the value that a token stands for, which has no spaces around it. An empty token is the
/// empty string.
pub(super) fn write_value(
    text: &[u8],
    token: Span,
    strict: bool,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    match token.of(text) {
        word @ (b"true" | b"false" | b"null") => out.extend_from_slice(word),
        number @ [b'-' | b'0'..=b'9', ..] if is_number(number) => {
            out.extend_from_slice(without_sign_of_zero(number));
        }
        _ => return write_key(text, token, strict, out),
    }
    Ok(())
}

/// Writes the string that a key or a field name stands for.
pub(super) fn write_key(
    text: &[u8],
    token: Span,
    strict: bool,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    match token.of(text) {
        [b'"', ..] => write_quoted(text, token, strict, out),
        bytes => {
            write_string(bytes, out);
            Ok(())
        }
    }
}

/// `0` and `-0` are one number (section 4); the text is kept otherwise.
fn without_sign_of_zero(number: &[u8]) -> &[u8] {
    match number {
        [b'-', unsigned @ ..] if is_zero(unsigned) => unsigned,
        _ => number,
    }
}

fn is_zero(unsigned: &[u8]) -> bool {
    let mut mantissa = unsigned.iter().take_while(|byte| !matches!(byte, b'e' | b'E'));
    mantissa.all(|byte| matches!(byte, b'0' | b'.'))
}

/// Writes the JSON string of these bytes, which stand for themselves.
fn write_string(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    write_plain(bytes, out);
    out.push(b'"');
}

/// Copies bytes, with what JSON asks to be escaped escaped.
fn write_plain(mut bytes: &[u8], out: &mut Vec<u8>) {
    let is_special = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
    while let Some(at) = bytes.iter().position(is_special) {
        out.extend_from_slice(&bytes[..at]);
        write_character(char::from(bytes[at]), out);
        bytes = &bytes[at + 1..];
    }
    out.extend_from_slice(bytes);
}

fn write_character(character: char, out: &mut Vec<u8>) {
    if let Some(letter) = short_escape(character) {
        out.extend([b'\\', letter as u8]);
    } else if character < ' ' {
        out.push(b'\\');
        write_unicode_escape(out, character);
    } else {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Writes the JSON string that a quoted token stands for (section 7.1).
fn write_quoted(text: &[u8], token: Span, strict: bool, out: &mut Vec<u8>) -> Result<(), Fault> {
    let Some(close) = closing_quote(text, token.start, token.end) else {
        return Err(Fault::new(ToonErrorKind::UnterminatedString, token.start));
    };
    if close + 1 < token.end {
        return Err(Fault::new(ToonErrorKind::TextAfterQuote, close + 1));
    }
    let body = Span { start: token.start + 1, end: close };
    if strict && let Some(at) = body.of(text).iter().position(|byte| *byte < b' ' && *byte != b'\t')
    {
        return Err(Fault::new(ToonErrorKind::ControlCharacter, body.start + at));
    }
    out.push(b'"');
    let mut at = body.start;
    while let Some(length) = memchr::memchr(b'\\', &text[at..close]) {
        write_plain(&text[at..at + length], out);
        at += length;
        let (character, length) = unescape(&text[at..close])
            .ok_or_else(|| Fault::new(ToonErrorKind::InvalidEscape, at))?;
        write_character(character, out);
        at += length;
    }
    write_plain(&text[at..close], out);
    out.push(b'"');
    Ok(())
}

/// The character of the escape that `text` begins with, and how many bytes it takes. Escapes of
/// surrogates are none, alone or in pairs.
fn unescape(text: &[u8]) -> Option<(char, usize)> {
    let character = match text.get(1)? {
        b'\\' => '\\',
        b'"' => '"',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let mut code = 0;
            for digit in text.get(2..6)? {
                code = code * 16 + char::from(*digit).to_digit(16)?;
            }
            return Some((char::from_u32(code)?, 6));
        }
        _ => return None,
    };
    Some((character, 2))
}

#[cfg(test)]
mod tests {
    use super::{Span, find_unquoted, split, write_value};
    use crate::toon::decode::error::ToonErrorKind;

    fn value(token: &str) -> Result<String, ToonErrorKind> {
        let mut out = Vec::new();
        let span = Span { start: 0, end: token.len() };
        write_value(token.as_bytes(), span, true, &mut out).map_err(|fault| fault.kind)?;
        Ok(String::from_utf8(out).expect("JSON is UTF-8"))
    }

    #[test]
    fn numbers_keep_their_text_and_zeros_have_no_sign() {
        for (token, json) in [
            ("1.5000", "1.5000"),
            ("-1E+03", "-1E+03"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1e400", "1e400"),
            ("-0", "0"),
            ("-0.0", "0.0"),
            ("-0e1", "0e1"),
            ("-0.01", "-0.01"),
            ("-10", "-10"),
        ] {
            assert_eq!(value(token).as_deref(), Ok(json));
        }
        for token in ["05", "-05", "+1", ".5", "1.", "0x10", "1_000", "Infinity", "-", "1e", "True"]
        {
            assert_eq!(value(token), Ok(format!("\"{token}\"")));
        }
    }

    #[test]
    fn quoted_texts_are_read_and_written_as_json() {
        for (token, json) in [
            (r#""""#, r#""""#),
            (r#""\\\"\n\r\t""#, r#""\\\"\n\r\t""#),
            (r#""\u0041\u00Ab\u0008\u0001""#, r#""A«\b\u0001""#),
            ("\"a\tb\"", r#""a\tb""#),
            ("a\\b\"c", r#""a\\b\"c""#),
            ("a\u{1}b", r#""a\u0001b""#),
            ("", r#""""#),
        ] {
            assert_eq!(value(token).as_deref(), Ok(json), "{token}");
        }
        for (token, kind) in [
            (r#"""#, ToonErrorKind::UnterminatedString),
            (r#""a\""#, ToonErrorKind::UnterminatedString),
            (r#""a\"#, ToonErrorKind::UnterminatedString),
            (r#""a"b"#, ToonErrorKind::TextAfterQuote),
            (r#""\x""#, ToonErrorKind::InvalidEscape),
            (r#""\u12""#, ToonErrorKind::InvalidEscape),
            (r#""\u12é""#, ToonErrorKind::InvalidEscape),
            (r#""\ud83d\ude00""#, ToonErrorKind::InvalidEscape),
            ("\"a\u{1}\"", ToonErrorKind::ControlCharacter),
        ] {
            assert_eq!(value(token), Err(kind), "{token}");
        }
    }

    #[test]
    fn quotes_hide_what_they_hold() {
        let text = br#""a:\"b" : c:d"#;
        assert_eq!(find_unquoted(text, Span { start: 0, end: text.len() }, b':'), Some(8));
        let text = br#"a , "b,\",", ,c"d,e"#;
        let mut cells = Vec::new();
        split(text, Span { start: 0, end: text.len() }, b',', &mut cells);
        let cells: Vec<_> = cells.iter().map(|cell| cell.of(text)).collect();
        assert_eq!(cells, [&b"a"[..], br#""b,\",""#, b"", br#"c"d,e"#]);
    }
}
