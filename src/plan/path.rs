//! The grammar of redaction paths.
//!
//! ```text
//! path    = first *( "." segment / bracket )
//! first   = segment / bracket
//! segment = "*" / "**" / bare
//! bracket = "[" ( "*" / digits / JSON string / "'" characters "'" ) "]"
//! bare    = 1*( any character but . [ ] * " ' white space and controls )
//! ```

use std::fmt;

use crate::text::string::Decoder;

/// One step of a path, from a container to a child of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// The child with this key; if it reads as an index, the element there as well.
    Key(String),
    /// Every child.
    Every,
    /// Any number of steps; at the end of a path one or more.
    Deep,
}

/// A parsed path.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) segments: Vec<Segment>,
    /// The first segment is `[*]`, which in a collection stands for its items.
    pub(crate) starts_with_bracket: bool,
    /// As declared.
    pub(crate) text: String,
}

impl Path {
    pub(crate) fn has_wildcard(&self) -> bool {
        self.segments.iter().any(|segment| !matches!(segment, Segment::Key(_)))
    }

    /// Parses `text`; the error says what is wrong and at which byte.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { text, at: 0 };
        if text.is_empty() {
            return Err("a path needs at least one segment".into());
        }
        let mut segments = Vec::new();
        while parser.at < text.len() {
            segments.push(parser.next(segments.is_empty())?);
        }
        let starts_with_bracket = text.starts_with("[*]");
        Ok(Self { segments, starts_with_bracket, text: text.into() })
    }
}

/// The keys of a path of keys alone, bare or quoted; nothing for any other text.
pub(crate) fn keys(text: &str) -> Option<Vec<String>> {
    let (mut parser, mut keys) = (Parser { text, at: 0 }, Vec::new());
    while parser.at < text.len() {
        if parser.is_at_index() {
            return None;
        }
        let Ok(Segment::Key(key)) = parser.next(keys.is_empty()) else { return None };
        keys.push(key);
    }
    (!keys.is_empty()).then_some(keys)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, what: &str) -> String {
        format!("{what} at byte {}", self.at)
    }

    /// A digit in brackets, which is no key, comes next.
    fn is_at_index(&self) -> bool {
        let mut rest = self.rest().bytes();
        rest.next() == Some(b'[') && rest.next().is_some_and(|byte| byte.is_ascii_digit())
    }

    fn next(&mut self, is_first: bool) -> Result<Segment, String> {
        match self.peek() {
            Some('[') => self.bracket(),
            Some('.') if !is_first => {
                self.at += 1;
                self.segment()
            }
            _ if is_first => self.segment(),
            _ => Err(self.fault("expected `.` or `[`")),
        }
    }

    fn segment(&mut self) -> Result<Segment, String> {
        let rest = self.rest();
        let length = rest.find(|character| !is_bare(character)).unwrap_or(rest.len());
        if length > 0 {
            self.at += length;
            return Ok(Segment::Key(rest[..length].into()));
        }
        let stars = rest.len() - rest.trim_start_matches('*').len();
        self.at += stars;
        match stars {
            0 => Err(self.fault("expected a segment")),
            1 => Ok(Segment::Every),
            2 => Ok(Segment::Deep),
            _ => Err(self.fault("more than two `*`")),
        }
    }

    fn bracket(&mut self) -> Result<Segment, String> {
        self.at += 1;
        let segment = match self.peek() {
            Some('*') => {
                self.at += 1;
                Segment::Every
            }
            Some('"') => Segment::Key(self.json_string()?),
            Some('\'') => {
                let body = &self.rest()[1..];
                let end = body.find('\'').ok_or_else(|| self.fault("unclosed quote"))?;
                self.at += end + 2;
                Segment::Key(body[..end].into())
            }
            Some(digit) if digit.is_ascii_digit() => {
                let rest = self.rest();
                let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                self.at += length;
                Segment::Key(rest[..length].into())
            }
            _ => return Err(self.fault("expected `*`, an index or a quoted key")),
        };
        if self.peek() != Some(']') {
            return Err(self.fault("expected `]`"));
        }
        self.at += 1;
        Ok(segment)
    }

    fn json_string(&mut self) -> Result<String, String> {
        let body = &self.rest()[1..];
        let bytes = body.as_bytes();
        let mut end = 0;
        loop {
            match bytes.get(end) {
                None => return Err(self.fault("unclosed quote")),
                Some(b'"') => break,
                Some(0..0x20) => return Err(self.fault("control character in a quoted key")),
                Some(b'\\') => {
                    end += escape_length(&bytes[end..])
                        .ok_or_else(|| self.fault("invalid escape in a quoted key"))?;
                }
                Some(_) => end += 1,
            }
        }
        self.at += end + 2;
        Ok(Decoder::new(&bytes[..end]).collect())
    }
}

fn escape_length(escape: &[u8]) -> Option<usize> {
    match escape.get(1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => escape.get(2..6)?.iter().all(u8::is_ascii_hexdigit).then_some(6),
        _ => None,
    }
}

/// Whether `character` may stand in a segment without quotes.
pub(crate) fn is_bare(character: char) -> bool {
    !matches!(character, '.' | '[' | ']' | '*' | '"' | '\'')
        && !character.is_whitespace()
        && !character.is_control()
}

/// Writes `key` as the next segment of `path`, quoted where it is not bare.
pub(crate) fn push_key(path: &mut String, key: &str) {
    let is_first = path.is_empty();
    let written = write_key(path, key, is_first);
    debug_assert!(written.is_ok(), "a string takes any text");
}

/// Writes `key` as a segment of a path, the first or one that follows others.
pub(crate) fn write_key(out: &mut impl fmt::Write, key: &str, is_first: bool) -> fmt::Result {
    if key.is_empty() || !key.chars().all(is_bare) {
        return write!(out, "[{}]", crate::text::string::quote(key));
    }
    if !is_first {
        out.write_char('.')?;
    }
    out.write_str(key)
}

#[cfg(test)]
mod tests {
    use super::{Path, Segment, keys};

    fn key(text: &str) -> Segment {
        Segment::Key(text.into())
    }

    #[test]
    fn valid_paths() {
        for (text, segments) in [
            ("a.b", vec![key("a"), key("b")]),
            ("a[\"b.c\"].d", vec![key("a"), key("b.c"), key("d")]),
            ("['x y'][0]", vec![key("x y"), key("0")]),
            ("*.**.[*]", vec![]),
            ("**.b[*]", vec![Segment::Deep, key("b"), Segment::Every]),
            ("[\"\"]", vec![key("")]),
            ("[\"a\\u0062\\\"\\n\"]", vec![key("ab\"\n")]),
            ("card-no;$", vec![key("card-no;$")]),
            ("名.姓", vec![key("名"), key("姓")]),
        ] {
            match Path::parse(text) {
                Ok(path) => assert_eq!(path.segments, segments, "{text}"),
                Err(_) => assert!(segments.is_empty(), "{text}"),
            }
        }
    }

    #[test]
    fn paths_of_keys_alone() {
        for (text, expected) in [
            ("a", &["a"][..]),
            ("a.0.b", &["a", "0", "b"]),
            ("a[\"b.c\"]['']", &["a", "b.c", ""]),
            ("[\"docs.count\"]", &["docs.count"]),
            ("['0'].x", &["0", "x"]),
        ] {
            assert_eq!(keys(text).unwrap_or_default(), expected, "{text}");
        }
        for text in ["", "*", "a.*", "a[*]", "**.a", "[0]", "a[0].b", "a b", "a.", "a[\"b]", "a..b"]
        {
            assert_eq!(keys(text), None, "{text}");
        }
    }

    #[test]
    fn invalid_paths() {
        for text in [
            "",
            ".",
            "a..b",
            "a.",
            ".a",
            "a.b*",
            "a[b]",
            "a[",
            "a\nb",
            " a",
            "a[-1]",
            "a.*b",
            "***",
            "$..a-b",
            "a]",
            "a[\"b]",
            "a['b",
            "a[\"\\x\"]",
            "a[*",
            "a[**]",
            "a[0]b",
            "a b",
            "a.[0]",
            "\"a\"",
            "a.'b'",
            "[]",
            "[ 0]",
        ] {
            assert!(Path::parse(text).is_err(), "{text}");
        }
    }
}
