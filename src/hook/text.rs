//! Values as text: what templates, cells and lists show of them.

use std::fmt::Write;
use std::str::FromStr;

use crate::emit::context::Plain;
use crate::emit::json::JsonSink;
use crate::plan::{Plan, Rendered};
use crate::text::number;
use crate::text::string::Decoder;
use crate::walk::drive::{Bound, Redaction, drive_part};
use crate::walk::events::{Sink, StringText};
use crate::walk::owners::Owner;
use crate::walk::select::SelectList;

use super::content::Digits;

/// The value of a number without a fraction, if the type has room for it.
pub(super) fn integer<T: FromStr>(number: &str) -> Option<T> {
    if let Ok(integer) = number.parse() {
        return Some(integer);
    }
    if !number::is_integer(number.as_bytes()) {
        return None;
    }
    let mut digits = Digits::default();
    let mut fits = true;
    number::write_canonical(number.as_bytes(), |piece| {
        let piece = std::str::from_utf8(piece).unwrap_or_default();
        fits &= digits.write_str(piece).is_ok();
    });
    if fits { digits.as_str().parse().ok() } else { None }
}

/// Writes the text of the value at a token: a string's characters, numbers in canonical form,
/// elements joined by commas, objects as compact JSON.
pub(super) fn write(
    text: &mut Vec<u8>,
    plan: &Plan,
    value: (Owner, u32),
    bound: Bound<'_>,
    redaction: Redaction<'_>,
    select: Option<&SelectList>,
) {
    let mut sink =
        TextSink { json: JsonSink::new(text, false), objects: 0, arrays: 0, is_fresh: true };
    drive(&mut sink, plan, value, bound, redaction, select);
}

/// Sends the value at a token, as far as it is selected.
pub(super) fn drive<S: Sink>(
    sink: &mut S,
    plan: &Plan,
    (owner, at): (Owner, u32),
    bound: Bound<'_>,
    redaction: Redaction<'_>,
    select: Option<&SelectList>,
) {
    drive_part(plan, owner, at as usize, bound, redaction, select, sink);
}

/// Hears a value and writes its text.
struct TextSink<'t> {
    json: JsonSink<'t, Plain>,
    /// How many objects are open, and how many arrays outside them.
    objects: usize,
    arrays: usize,
    /// Nothing stands yet in the innermost array.
    is_fresh: bool,
}

impl TextSink<'_> {
    fn is_json(&self) -> bool {
        self.objects > 0
    }
}

impl Sink for TextSink<'_> {
    fn begin_object(&mut self) {
        self.objects += 1;
        self.json.begin_object();
    }

    fn end_object(&mut self) {
        self.json.end_object();
        self.objects -= 1;
    }

    fn begin_array(&mut self, offset: usize) {
        if self.is_json() {
            self.objects += 1;
            return self.json.begin_array(offset);
        }
        self.arrays += 1;
        self.is_fresh = true;
    }

    fn end_array(&mut self) {
        if self.is_json() {
            self.objects -= 1;
            return self.json.end_array();
        }
        self.arrays -= 1;
        self.is_fresh = false;
    }

    fn element(&mut self) {
        if self.is_json() {
            return self.json.element();
        }
        if !std::mem::replace(&mut self.is_fresh, false) {
            self.json.out.push(b',');
        }
    }

    fn declared_key(&mut self, label: &Rendered) {
        self.json.declared_key(label);
    }

    fn data_key(&mut self, text: StringText<'_>) {
        self.json.data_key(text);
    }

    fn string(&mut self, text: StringText<'_>) {
        if self.is_json() {
            return self.json.string(text);
        }
        push_characters(self.json.out, Decoder::new(text.raw));
    }

    fn scalar(&mut self, text: &[u8], _: usize) {
        match text {
            b"null" if !self.is_json() && self.arrays > 0 => {}
            [b'-' | b'0'..=b'9', ..] => {
                let out = &mut *self.json.out;
                number::write_canonical(text, |piece| out.extend_from_slice(piece));
            }
            word => self.json.out.extend_from_slice(word),
        }
    }

    fn rendered(&mut self, text: &Rendered) {
        if self.is_json() {
            return self.json.rendered(text);
        }
        let quoted = &text.plain;
        let raw = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        push_characters(self.json.out, Decoder::new(raw));
    }

    fn characters(&mut self, characters: impl Iterator<Item = char> + Clone) {
        if self.is_json() {
            return self.json.characters(characters);
        }
        push_characters(self.json.out, characters);
    }
}

fn push_characters(out: &mut Vec<u8>, characters: impl Iterator<Item = char>) {
    for character in characters {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}
