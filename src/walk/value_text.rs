//! A value as the text that hooks and functions of the program see.

use crate::plan::Rendered;
use crate::text::number::write_canonical;
use crate::text::string::{Decoder, push_guarded, write_decoded};

use super::events::{Sink, StringText};

/// Writes the events of a value as its text: strings by their characters, numbers in canonical
/// form, the elements of arrays joined by `,` with null as nothing, objects as compact JSON.
#[derive(Debug, Default)]
pub(crate) struct ValueText {
    text: String,
    /// How many containers are open, from the outermost object on: what is in them is JSON.
    json_depth: usize,
    /// How many arrays are open around that.
    arrays: usize,
    /// Something stands already in the innermost container.
    follows: bool,
}

impl ValueText {
    /// Appends to a text that is there.
    pub(crate) fn new(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn is_json(&self) -> bool {
        self.json_depth > 0
    }

    fn separate(&mut self) {
        if std::mem::replace(&mut self.follows, true) {
            self.text.push(',');
        }
    }

    fn begin(&mut self, bracket: char) {
        self.text.push(bracket);
        self.json_depth += 1;
        self.follows = false;
    }

    fn end(&mut self, bracket: char) {
        self.text.push(bracket);
        self.json_depth -= 1;
        self.follows = true;
    }

    fn key(&mut self, characters: impl Iterator<Item = char> + Clone) {
        self.separate();
        push_guarded(&mut self.text, characters);
        self.text.push(':');
    }
}

impl Sink for ValueText {
    fn begin_object(&mut self) {
        self.begin('{');
    }

    fn end_object(&mut self) {
        self.end('}');
    }

    fn begin_array(&mut self, _: usize) {
        if self.is_json() {
            self.begin('[');
        } else {
            self.arrays += 1;
            self.follows = false;
        }
    }

    fn end_array(&mut self) {
        if self.is_json() {
            self.end(']');
        } else {
            self.arrays -= 1;
            self.follows = true;
        }
    }

    fn element(&mut self) {
        self.separate();
    }

    fn declared_key(&mut self, label: &Rendered) {
        self.separate();
        self.text.push_str(&String::from_utf8_lossy(&label.plain));
    }

    fn data_key(&mut self, text: StringText<'_>) {
        self.key(Decoder::new(text.raw));
    }

    fn string(&mut self, text: StringText<'_>) {
        if self.is_json() {
            push_guarded(&mut self.text, Decoder::new(text.raw));
        } else {
            write_decoded(text.raw, |piece| push_utf8(&mut self.text, piece));
        }
    }

    fn scalar(&mut self, text: &[u8], _: usize) {
        match text.first() {
            Some(b'-' | b'0'..=b'9') => {
                write_canonical(text, |piece| push_utf8(&mut self.text, piece));
            }
            Some(b'n') if self.arrays > 0 && !self.is_json() => {}
            _ => push_utf8(&mut self.text, text),
        }
    }

    fn rendered(&mut self, text: &Rendered) {
        if self.is_json() {
            return self.text.push_str(&String::from_utf8_lossy(&text.plain));
        }
        // A JSON string, without its quotes.
        let raw = text.plain.get(1..text.plain.len().saturating_sub(1)).unwrap_or_default();
        write_decoded(raw, |piece| push_utf8(&mut self.text, piece));
    }

    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone) {
        if self.is_json() {
            push_guarded(&mut self.text, characters);
        } else {
            self.text.extend(characters);
        }
    }
}

/// Appends a piece of checked text.
fn push_utf8(text: &mut String, piece: &[u8]) {
    text.push_str(std::str::from_utf8(piece).unwrap_or_default());
}
