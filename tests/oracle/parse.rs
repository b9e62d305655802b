//! JSON text to a tree that loses nothing: number text, every occurrence of a duplicate key, the
//! count of lone surrogates, the byte where each value starts. One byte at a time.

use super::{Fault, FaultKind};

/// A value, the byte where it starts and the byte after its end.
#[derive(Clone, Debug)]
pub struct Value {
    pub offset: usize,
    pub end: usize,
    pub data: Data,
}

#[derive(Clone, Debug)]
pub enum Data {
    Null,
    Bool(bool),
    /// The text as it came.
    Number(String),
    String(Text),
    Array(Vec<Value>),
    /// Every occurrence, in input order.
    Object(Vec<Member>),
}

#[derive(Clone, Debug)]
pub struct Member {
    pub key: Text,
    pub value: Value,
}

/// A decoded string. Lone surrogates are U+FFFD in `text` and counted in `lone`.
#[derive(Clone, Debug)]
pub struct Text {
    pub offset: usize,
    pub text: String,
    pub lone: usize,
}

impl Value {
    /// The JSON type, as failures name it.
    pub fn type_name(&self) -> &'static str {
        match self.data {
            Data::Null => "null",
            Data::Bool(_) => "boolean",
            Data::Number(_) => "number",
            Data::String(_) => "string",
            Data::Array(_) => "array",
            Data::Object(_) => "object",
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self.data, Data::Null)
    }
}

/// The value that counts for `key`: the last one.
pub fn last<'a>(members: &'a [Member], key: &str) -> Option<&'a Value> {
    members.iter().rfind(|m| m.key.text == key).map(|m| &m.value)
}

/// Each key once, at its first place, with its last value.
pub fn distinct(members: &[Member]) -> Vec<(&Text, &Value)> {
    let mut seen = std::collections::HashMap::new();
    let mut found: Vec<(&Text, &Value)> = Vec::new();
    for member in members {
        match seen.get(member.key.text.as_str()) {
            Some(&at) => {
                let (_, value): &mut (&Text, &Value) = &mut found[at];
                *value = &member.value;
            }
            None => {
                seen.insert(member.key.text.as_str(), found.len());
                found.push((&member.key, &member.value));
            }
        }
    }
    found
}

/// Parses one JSON value. A byte order mark in front is skipped.
pub fn parse(input: &[u8], max_depth: usize) -> Result<Value, Fault> {
    let at = if input.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut parser = Parser { input, at, depth: 0, max_depth, collection: false, item: None };
    parser.skip_space();
    if parser.at == input.len() {
        return Err(parser.fault(FaultKind::Empty, parser.at));
    }
    parser.collection = parser.peek() == Some(b'[');
    let value = parser.value()?;
    parser.skip_space();
    if parser.at < input.len() {
        return Err(parser.fault(FaultKind::TrailingBytes, parser.at));
    }
    Ok(value)
}

struct Parser<'a> {
    input: &'a [u8],
    at: usize,
    depth: usize,
    max_depth: usize,
    /// The root is an array.
    collection: bool,
    /// The element of the root array that is being read.
    item: Option<usize>,
}

impl Parser<'_> {
    fn fault(&self, kind: FaultKind, offset: usize) -> Fault {
        Fault { kind, offset: Some(offset), item: self.item, failures: Vec::new(), uncounted: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// The fault of a byte, or an end, that the grammar does not allow here.
    fn unexpected(&self) -> Fault {
        let end = self.at >= self.input.len();
        let kind = if end { FaultKind::UnexpectedEnd } else { FaultKind::UnexpectedByte };
        self.fault(kind, self.at)
    }

    fn value(&mut self) -> Result<Value, Fault> {
        let offset = self.at;
        let data = match self.peek() {
            Some(b'{') => Data::Object(self.container(Self::members)?),
            Some(b'[') => Data::Array(self.container(Self::elements)?),
            Some(b'"') => Data::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Data::Number(self.number()?),
            Some(b'n') => self.literal("null", Data::Null)?,
            Some(b't') => self.literal("true", Data::Bool(true))?,
            Some(b'f') => self.literal("false", Data::Bool(false))?,
            _ => return Err(self.unexpected()),
        };
        Ok(Value { offset, end: self.at, data })
    }

    fn literal(&mut self, word: &str, data: Data) -> Result<Data, Fault> {
        if !self.input[self.at..].starts_with(word.as_bytes()) {
            return Err(self.fault(FaultKind::UnexpectedByte, self.at));
        }
        self.at += word.len();
        Ok(data)
    }

    fn number(&mut self) -> Result<String, Fault> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')) {
            self.at += 1;
        }
        let text = std::str::from_utf8(&self.input[start..self.at]).expect("ASCII");
        if is_number(text) {
            Ok(text.to_owned())
        } else {
            Err(self.fault(FaultKind::InvalidNumber, start))
        }
    }

    fn container<T>(&mut self, inner: fn(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == self.max_depth {
            return Err(self.fault(FaultKind::TooDeep, self.at));
        }
        self.depth += 1;
        self.at += 1;
        self.skip_space();
        let found = inner(self)?;
        self.depth -= 1;
        Ok(found)
    }

    fn elements(&mut self) -> Result<Vec<Value>, Fault> {
        let mut elements = Vec::new();
        let items = self.collection && self.depth == 1;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(elements);
        }
        loop {
            if items {
                self.item = Some(elements.len());
            }
            elements.push(self.value()?);
            if items {
                self.item = None;
            }
            if !self.comma_or(b']')? {
                return Ok(elements);
            }
        }
    }

    fn members(&mut self) -> Result<Vec<Member>, Fault> {
        let mut members = Vec::new();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(members);
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.unexpected());
            }
            let key = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.unexpected());
            }
            self.at += 1;
            self.skip_space();
            let value = self.value()?;
            members.push(Member { key, value });
            if !self.comma_or(b'}')? {
                return Ok(members);
            }
        }
    }

    /// After a value in a container: whether another one follows.
    fn comma_or(&mut self, close: u8) -> Result<bool, Fault> {
        self.skip_space();
        let more = match self.peek() {
            Some(b',') => true,
            Some(byte) if byte == close => false,
            _ => return Err(self.unexpected()),
        };
        self.at += 1;
        if more {
            self.skip_space();
        }
        Ok(more)
    }

    fn string(&mut self) -> Result<Text, Fault> {
        let mut found = Text { offset: self.at, text: String::new(), lone: 0 };
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(self.unexpected()),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(found);
                }
                Some(b'\\') => self.escape(&mut found)?,
                Some(0..0x20) => return Err(self.fault(FaultKind::ControlCharacter, self.at)),
                Some(_) => {
                    let c = self.character()?;
                    found.text.push(c);
                }
            }
        }
    }

    /// One character in UTF-8: the shortest run of bytes that is one.
    fn character(&mut self) -> Result<char, Fault> {
        let rest = &self.input[self.at..];
        for length in 1..=rest.len().min(4) {
            if let Ok(text) = std::str::from_utf8(&rest[..length]) {
                self.at += length;
                return Ok(text.chars().next().expect("not empty"));
            }
        }
        Err(self.fault(FaultKind::InvalidUtf8, self.at))
    }

    fn escape(&mut self, found: &mut Text) -> Result<(), Fault> {
        let Some(&letter) = self.input.get(self.at + 1) else {
            return Err(self.fault(FaultKind::UnexpectedEnd, self.input.len()));
        };
        let plain = match letter {
            b'"' | b'\\' | b'/' => letter as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(found),
            _ => return Err(self.fault(FaultKind::InvalidEscape, self.at)),
        };
        self.at += 2;
        found.text.push(plain);
        Ok(())
    }

    fn unicode_escape(&mut self, found: &mut Text) -> Result<(), Fault> {
        let Some(unit) = self.unit(self.at) else {
            return Err(self.fault(FaultKind::InvalidEscape, self.at));
        };
        self.at += 6;
        let mut code = unit;
        if (0xD800..0xDC00).contains(&unit)
            && let Some(low @ 0xDC00..0xE000) = self.unit(self.at)
        {
            self.at += 6;
            code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        match char::from_u32(code) {
            Some(c) => found.text.push(c),
            None => {
                found.text.push('\u{FFFD}');
                found.lone += 1;
            }
        }
        Ok(())
    }

    /// The code unit of a whole `\uXXXX` at `at`.
    fn unit(&self, at: usize) -> Option<u32> {
        let hex = self.input.get(at..at + 6)?.strip_prefix(b"\\u")?;
        if !hex.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        u32::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()
    }
}

/// Whether `text` is a number of the JSON grammar.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}
