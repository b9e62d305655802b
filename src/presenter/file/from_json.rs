//! JSON text to a tree.
//!
//! The crate's own strict parser reads it: it knows the place of every token, and keeps numbers as
//! text.

use std::borrow::Cow;

use super::tree::{Fault, Member, Node, Read, Value};
use crate::error::RenderErrorKind;
use crate::scan::strict;
use crate::scan::tape::{Tape, TokenKind};
use crate::text::string::Decoder;

/// How deep containers may be nested in a file.
pub(super) const DEEPEST: usize = 128;

/// Reads the one value of `text`.
pub(super) fn read(text: &str) -> Read<Node<'_>> {
    if u32::try_from(text.len()).is_err() {
        return Err(Fault::new(0, "the file is larger than 4 GiB"));
    }
    let bytes = text.as_bytes();
    let start = strict::skip_space(bytes, 0);
    if start == bytes.len() {
        return Err(Fault::new(start, "the file is empty"));
    }
    let mut tape = Tape::default();
    let end = strict::parse(bytes, start, DEEPEST, &mut tape)
        .map_err(|(kind, at)| Fault::new(at, describe(kind)))?;
    let rest = strict::skip_space(bytes, end);
    if rest < bytes.len() {
        return Err(Fault::new(rest, describe(RenderErrorKind::TrailingBytes)));
    }
    Reader { text, tape: &tape }.node(0)
}

fn describe(kind: RenderErrorKind) -> String {
    match kind {
        RenderErrorKind::UnexpectedEnd => "the file ends inside a value".to_owned(),
        RenderErrorKind::UnexpectedByte => "no JSON: unexpected character".to_owned(),
        other => format!("no JSON: {}", other.text()),
    }
}

struct Reader<'t, 'a> {
    text: &'t str,
    tape: &'a Tape,
}

impl<'t> Reader<'t, '_> {
    /// The value at `token`. As deep as the parser let the containers be.
    fn node(&self, token: usize) -> Read<Node<'t>> {
        let this = &self.tape.tokens[token];
        let (place, next) = (this.start as usize, this.next as usize);
        let value = match this.kind {
            TokenKind::Null => Value::Null,
            TokenKind::True => Value::Boolean(true),
            TokenKind::False => Value::Boolean(false),
            TokenKind::Number => Value::Number(Cow::Borrowed(&self.text[place..this.end as usize])),
            TokenKind::Key | TokenKind::String => Value::String(self.string(token)?),
            TokenKind::Array => {
                let mut elements = Vec::new();
                let mut at = token + 1;
                while at < next {
                    elements.push(self.node(at)?);
                    at = self.tape.tokens[at].next as usize;
                }
                Value::Array(elements)
            }
            TokenKind::Object => {
                let mut members = Vec::new();
                let mut at = token + 1;
                while at < next {
                    let place = self.tape.tokens[at].start as usize;
                    let key = self.string(at)?;
                    members.push(Member { key, place, value: self.node(at + 1)? });
                    at = self.tape.tokens[at + 1].next as usize;
                }
                Value::Object(members)
            }
        };
        Ok(Node { place, value })
    }

    fn string(&self, token: usize) -> Read<String> {
        let token = &self.tape.tokens[token];
        let raw = &self.text.as_bytes()[token.start as usize + 1..token.end as usize - 1];
        let mut characters = Decoder::new(raw);
        let text = characters.by_ref().collect();
        if characters.replaced > 0 {
            let message = describe(RenderErrorKind::LoneSurrogate);
            return Err(Fault::new(token.start as usize, message));
        }
        Ok(text)
    }
}
