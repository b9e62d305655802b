//! The strict parser: one value of RFC 8259, byte by byte, to a tape or to the first fault.
//!
//! The reference for every faster way of reading, and the only one that names faults.

#![forbid(unsafe_code)]

use crate::error::RenderErrorKind;
use crate::text::{behind_mark, number};

use super::tape::{Tape, TokenKind};

/// A fault and the byte where it stands.
pub(crate) type Fault = (RenderErrorKind, usize);

/// Skips the white space of JSON from `at`.
#[inline]
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
    }
    at
}

/// Where the value of a document begins, which may be its end.
pub(crate) fn value_start(document: &[u8]) -> usize {
    skip_space(document, behind_mark(document))
}

/// Parses the value that starts at `start` into `tape` and gives the byte after it.
///
/// Token positions count from the start of `bytes`. No white space may stand at `start`. At most
/// `depth` containers may be nested. Linear in the bytes read, iterative, allocates for the tape
/// alone.
///
/// # Errors
///
/// The first fault in byte order.
pub(crate) fn parse(
    bytes: &[u8],
    start: usize,
    depth: usize,
    tape: &mut Tape,
) -> Result<usize, Fault> {
    tape.clear();
    let mut parser = Parser { bytes, at: start, depth, tape };
    parser.value()?;
    while let Some(container) = parser.tape.innermost() {
        parser.step(container)?;
    }
    Ok(parser.at)
}

/// Parses the key at `start`; gives the byte behind it, and whether it may hold a backslash or
/// a `<`.
pub(crate) fn parse_key(bytes: &[u8], start: usize) -> Result<(usize, bool), Fault> {
    match bytes.get(start) {
        Some(b'"') => string_end(bytes, start),
        Some(_) => Err((RenderErrorKind::UnexpectedByte, start)),
        None => Err((RenderErrorKind::UnexpectedEnd, start)),
    }
}

/// Checks the string whose opening quote stands at `start`, as [`parse_key`].
fn string_end(bytes: &[u8], start: usize) -> Result<(usize, bool), Fault> {
    let (end, fault) = scan_string(bytes, start + 1);
    // What is wrong with the text before the fault comes first.
    let body = &bytes[start + 1..end];
    if let Err(error) = core::str::from_utf8(body) {
        // A sequence that the input's end cuts off has no better place than its start.
        return Err((RenderErrorKind::InvalidUtf8, start + 1 + error.valid_up_to()));
    }
    if let Some(fault) = fault {
        return Err((fault, end));
    }
    Ok((end + 1, memchr::memchr2(b'\\', b'<', body).is_some()))
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    tape: &'a mut Tape,
}

impl Parser<'_> {
    fn skip_space(&mut self) {
        self.at = skip_space(self.bytes, self.at);
    }

    /// What is wrong with the byte at hand, where any other was expected.
    fn unexpected(&self) -> Fault {
        match self.bytes.get(self.at) {
            Some(_) => (RenderErrorKind::UnexpectedByte, self.at),
            None => (RenderErrorKind::UnexpectedEnd, self.at),
        }
    }

    /// After a value in `container`: a comma and what follows it, or the end of the container.
    fn step(&mut self, container: TokenKind) -> Result<(), Fault> {
        self.skip_space();
        match (self.bytes.get(self.at), container) {
            (Some(b','), TokenKind::Object) => {
                self.at += 1;
                self.skip_space();
                self.member()
            }
            (Some(b','), _) => {
                self.at += 1;
                self.skip_space();
                self.value()
            }
            (Some(b'}'), TokenKind::Object) | (Some(b']'), TokenKind::Array) => {
                self.at += 1;
                self.tape.close(self.at);
                Ok(())
            }
            _ => Err(self.unexpected()),
        }
    }

    fn member(&mut self) -> Result<(), Fault> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.unexpected());
        }
        self.string(TokenKind::Key)?;
        self.skip_space();
        if self.bytes.get(self.at) != Some(&b':') {
            return Err(self.unexpected());
        }
        self.at += 1;
        self.skip_space();
        self.value()
    }

    /// A scalar, or the opening of a container up to its first value.
    fn value(&mut self) -> Result<(), Fault> {
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => return self.string(TokenKind::String),
                Some(b'-' | b'0'..=b'9') => return self.number(),
                Some(b't') => return self.word(b"true", TokenKind::True),
                Some(b'f') => return self.word(b"false", TokenKind::False),
                Some(b'n') => return self.word(b"null", TokenKind::Null),
                Some(b'{') => {
                    if self.open(TokenKind::Object, b'}')? {
                        return Ok(());
                    }
                    return self.member();
                }
                Some(b'[') => {
                    if self.open(TokenKind::Array, b']')? {
                        return Ok(());
                    }
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// Opens a container, and closes it if it is empty.
    fn open(&mut self, kind: TokenKind, closer: u8) -> Result<bool, Fault> {
        if self.tape.depth() >= self.depth {
            return Err((RenderErrorKind::TooDeep, self.at));
        }
        self.tape.open(kind, self.at);
        self.at += 1;
        self.skip_space();
        let empty = self.bytes.get(self.at) == Some(&closer);
        if empty {
            self.at += 1;
            self.tape.close(self.at);
        }
        Ok(empty)
    }

    fn word(&mut self, word: &[u8], kind: TokenKind) -> Result<(), Fault> {
        if !self.bytes[self.at..].starts_with(word) {
            return Err((RenderErrorKind::UnexpectedByte, self.at));
        }
        self.tape.scalar(kind, self.at, self.at + word.len(), false);
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'))
            .count();
        if !number::is_number(&rest[..length]) {
            return Err((RenderErrorKind::InvalidNumber, self.at));
        }
        self.tape.scalar(TokenKind::Number, self.at, self.at + length, false);
        self.at += length;
        Ok(())
    }

    fn string(&mut self, kind: TokenKind) -> Result<(), Fault> {
        let start = self.at;
        let (end, special) = string_end(self.bytes, start)?;
        self.at = end;
        self.tape.scalar(kind, start, end, special);
        Ok(())
    }
}

/// Reads on from the byte after an opening quote: where the closing quote or the first fault of
/// the grammar stands, and the fault.
fn scan_string(bytes: &[u8], mut at: usize) -> (usize, Option<RenderErrorKind>) {
    loop {
        match bytes.get(at) {
            None => return (at, Some(RenderErrorKind::UnexpectedEnd)),
            Some(b'"') => return (at, None),
            Some(0..0x20) => return (at, Some(RenderErrorKind::ControlCharacter)),
            Some(b'\\') => match escape_length(&bytes[at..]) {
                Ok(length) => at += length,
                Err(RenderErrorKind::UnexpectedEnd) => {
                    return (at + 1, Some(RenderErrorKind::UnexpectedEnd));
                }
                Err(kind) => return (at, Some(kind)),
            },
            Some(_) => at += 1,
        }
    }
}

/// The length of the escape that starts `text`.
pub(crate) fn escape_length(text: &[u8]) -> Result<usize, RenderErrorKind> {
    match text.get(1) {
        None => Err(RenderErrorKind::UnexpectedEnd),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(2),
        Some(b'u') if text.get(2..6).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) => {
            Ok(6)
        }
        Some(_) => Err(RenderErrorKind::InvalidEscape),
    }
}

#[cfg(test)]
mod tests {
    use super::{RenderErrorKind as Kind, Tape, parse};

    fn fault(text: &[u8]) -> Option<(Kind, usize)> {
        parse(text, 0, 3, &mut Tape::default()).err()
    }

    #[test]
    fn valid_values() {
        for text in ["{}", "[]", "[[[]]]", "{\"a\" : [1 , {\"b\":null}]}", "\"\\u00e9\\\"\"", "-0"]
        {
            assert_eq!(
                parse(text.as_bytes(), 0, 3, &mut Tape::default()),
                Ok(text.len()),
                "{text}"
            );
        }
    }

    #[test]
    fn faults_have_kind_and_place() {
        for (text, kind, at) in [
            (&b"[1,]"[..], Kind::UnexpectedByte, 3),
            (b"[1 2]", Kind::UnexpectedByte, 3),
            (b"{\"a\" 1}", Kind::UnexpectedByte, 5),
            (b"{\"a\":1,}", Kind::UnexpectedByte, 7),
            (b"[[[[", Kind::TooDeep, 3),
            (b"nul", Kind::UnexpectedByte, 0),
            (b"[01]", Kind::InvalidNumber, 1),
            (b"\"a\tb\"", Kind::ControlCharacter, 2),
            (b"\"a\\x\"", Kind::InvalidEscape, 2),
            (b"\"a\\u00g0\"", Kind::InvalidEscape, 2),
            (b"\"a\\", Kind::UnexpectedEnd, 3),
            (b"\"a\\u0", Kind::InvalidEscape, 2),
            (b"\"abc", Kind::UnexpectedEnd, 4),
            (b"[", Kind::UnexpectedEnd, 1),
            (b"\"a\xff\\x\"", Kind::InvalidUtf8, 2),
            (b"\"a\xe2\x82\"", Kind::InvalidUtf8, 2),
            (b"[\xff]", Kind::UnexpectedByte, 1),
            (b"[+1]", Kind::UnexpectedByte, 1),
        ] {
            assert_eq!(fault(text), Some((kind, at)), "{:?}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn tokens_link_past_their_content() {
        let mut tape = Tape::default();
        let text = br#"{"a":[1,2],"b":"x<"}"#;
        parse(text, 0, 9, &mut tape).expect("valid");
        let spans: Vec<_> = tape
            .tokens
            .iter()
            .map(|t| {
                (core::str::from_utf8(&text[t.start as usize..t.end as usize]).unwrap(), t.next)
            })
            .collect();
        assert_eq!(
            spans,
            [
                (r#"{"a":[1,2],"b":"x<"}"#, 7),
                ("\"a\"", 2),
                ("[1,2]", 5),
                ("1", 4),
                ("2", 5),
                ("\"b\"", 6),
                ("\"x<\"", 7)
            ]
        );
        assert!(tape.tokens[6].is_special() && !tape.tokens[5].is_special());
    }
}
