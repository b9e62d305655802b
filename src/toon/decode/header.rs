//! Headers of arrays and keyed tables: `key[N]:`, `key[N]{a,b}:`, `key[N:]{a,b}:` (section 6).

use super::error::{Fault, ToonErrorKind};
use super::fields::{self, Fields, Rules};
use super::options::DecodeOptions;
use super::token::{Span, closing_quote};

/// What a header declares.
#[derive(Debug)]
pub(super) struct Header {
    /// The key, with its quotes if it has any.
    pub(super) key: Option<Span>,
    /// How many values, items, rows or entries follow, and where that is said.
    pub(super) declared: Declared,
    pub(super) delimiter: u8,
    pub(super) kind: HeaderKind,
}

/// A number of parts as a header declares it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) count: usize,
    pub(super) offset: usize,
}

/// What follows a header.
#[derive(Debug)]
pub(super) enum HeaderKind {
    /// Values on the same line; without any, items on the next ones.
    Plain(Span),
    /// Rows.
    Table(Fields),
    /// Entries, each a key and a row.
    Keyed(Fields),
}

/// Reads a line as a header, if it is one; its first colon outside quotes stands at `colon`.
///
/// # Errors
///
/// A line that begins as a header does, and then is none.
pub(super) fn read(
    text: &[u8],
    line: Span,
    colon: usize,
    options: &DecodeOptions,
) -> Result<Option<Header>, Fault> {
    let Some((key, bracket)) = opening_bracket(text, line, colon) else { return Ok(None) };
    let invalid = |at| Fault::new(ToonErrorKind::InvalidHeader, at);
    let byte = |at: usize| if at < line.end { text.get(at).copied() } else { None };

    let Some((count, mut at)) = length(text, bracket + 1, line.end) else {
        return Err(invalid(bracket));
    };
    let declared = Declared { count, offset: bracket };
    let is_keyed = byte(at) == Some(b':');
    at += usize::from(is_keyed);
    let is_symbol = |byte: &u8| matches!(byte, b'\t' | b'|');
    let delimiter = byte(at).filter(is_symbol).unwrap_or(b',');
    at += usize::from(delimiter != b',');
    if byte(at) != Some(b']') {
        return Err(invalid(bracket));
    }
    at += 1;

    let fields = if byte(at) == Some(b'{') {
        let rules = Rules { delimiter, strict: options.strict, max_depth: options.max_depth };
        let (fields, end) = fields::read(text, Span { start: at, end: line.end }, rules)?;
        at = end;
        Some(fields)
    } else {
        None
    };
    if byte(at) != Some(b':') {
        return Err(invalid(at));
    }
    let rest = Span { start: at + 1, end: line.end }.trim(text);
    let kind = match (fields, is_keyed) {
        (Some(_), _) if !rest.is_empty() => {
            return Err(Fault::new(ToonErrorKind::ContentAfterHeader, rest.start));
        }
        (Some(fields), true) => HeaderKind::Keyed(fields),
        (Some(fields), false) => HeaderKind::Table(fields),
        (None, true) => return Err(invalid(at)),
        (None, false) => HeaderKind::Plain(rest),
    };
    Ok(Some(Header { key, declared, delimiter, kind }))
}

/// The bracket that begins what a header declares, and the key before it.
///
/// A key without quotes is one word here. The specification wants more of it, and of decoders that
/// they take what encoders should have quoted; `foo [2]: bar` is a key and its value for both.
fn opening_bracket(text: &[u8], line: Span, colon: usize) -> Option<(Option<Span>, usize)> {
    if text[line.start] == b'"' {
        let end = closing_quote(text, line.start, line.end)? + 1;
        let is_header = end < line.end && text[end] == b'[';
        return is_header.then_some((Some(Span { start: line.start, end }), end));
    }
    let before_colon = &text[line.start..colon];
    let end = line.start + memchr::memchr(b'[', before_colon)?;
    let key = Span { start: line.start, end };
    if key.is_empty() {
        return Some((None, end));
    }
    let is_of_word = |byte: &u8| {
        !matches!(byte, 0..=b' ' | b'"' | b'\\' | b',' | b'|' | b'{' | b'}' | b']' | 0x7F)
    };
    key.of(text).iter().all(is_of_word).then_some((Some(key), end))
}

/// The length at `at`: digits without a leading zero; and the byte behind it.
fn length(text: &[u8], at: usize, end: usize) -> Option<(usize, usize)> {
    let rest = text.get(at..end)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || (digits > 1 && rest[0] == b'0') {
        return None;
    }
    // More than can be counted is more than there is.
    let add = |count: usize, digit: &u8| {
        count.saturating_mul(10).saturating_add(usize::from(digit & 0xF))
    };
    Some((rest[..digits].iter().fold(0, add), at + digits))
}
