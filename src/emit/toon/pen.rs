//! The pieces of TOON: lines, keys, cells, counts, escaped for the place of the block.

use std::marker::PhantomData;

use crate::emit::context::Context;
use crate::emit::json::Surrogates;
use crate::emit::string::{write_unescaped, write_unicode_escape};
use crate::plan::Rendered;
use crate::text::number::write_canonical;
use crate::text::string::Decoder;
use crate::text::tag;
use crate::walk::drive::NOWHERE;
use crate::walk::events::StringText;

use super::guard::Guard;
use super::layout::Layouts;
use super::options::{Delimiter, ToonOptions};
use super::quoting::{holds_tag, is_bare_key, is_bare_value};

/// What a pen remembers from one piece to the next.
#[derive(Debug, Default)]
pub(super) struct Ink {
    pub(super) guard: Guard,
    pub(super) surrogates: Surrogates,
    /// An array was written as a cell.
    pub(super) has_joined: bool,
    /// A string whose escapes were read.
    decoded: Vec<u8>,
}

/// What is taken back with what was written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InkMark(Guard, Surrogates, bool);

impl Ink {
    pub(super) fn begin(&mut self) {
        self.rewind(InkMark::default());
    }

    pub(super) fn mark(&self) -> InkMark {
        InkMark(self.guard, self.surrogates, self.has_joined)
    }

    pub(super) fn rewind(&mut self, mark: InkMark) {
        InkMark(self.guard, self.surrogates, self.has_joined) = mark;
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.decoded.capacity()
    }
}

/// Writes the pieces of TOON at the end of a buffer.
#[derive(Debug)]
pub(super) struct Pen<'a, C> {
    pub(super) out: &'a mut Vec<u8>,
    pub(super) ink: &'a mut Ink,
    options: ToonOptions,
    /// What the strings are that are values.
    role: Role,
    context: PhantomData<C>,
}

/// What a string is.
#[derive(Clone, Copy, Debug)]
enum Role {
    Key,
    Value,
    /// A part of a cell that is quoted as a whole.
    Element,
}

impl<'a, C: Context> Pen<'a, C> {
    pub(super) fn new(out: &'a mut Vec<u8>, ink: &'a mut Ink, options: ToonOptions) -> Self {
        Self { out, ink, options, role: Role::Value, context: PhantomData }
    }

    pub(super) fn fills_absent(&self) -> bool {
        self.options.fill_nulls
    }

    /// Ends the line and indents the next.
    #[inline]
    pub(super) fn line(&mut self, depth: u32) {
        self.out.extend_from_slice(if C::FRAMED { b"\\n" } else { b"\n" });
        let spaces = depth as usize * usize::from(self.options.indent);
        self.out.resize(self.out.len() + spaces, b' ');
    }

    /// Text of the notation itself that is no white space.
    #[inline]
    pub(super) fn mark(&mut self, mark: &[u8]) {
        self.out.extend_from_slice(mark);
        self.ink.guard.close();
    }

    /// What stands between two cells.
    #[inline]
    pub(super) fn delimiter(&mut self) {
        match self.options.delimiter {
            Delimiter::Tab => self.tab(),
            Delimiter::Pipe => self.mark(b"|"),
            Delimiter::Comma => self.mark(b","),
        }
    }

    fn tab(&mut self) {
        self.out.extend_from_slice(if C::FRAMED { b"\\t" } else { b"\t" });
    }

    /// The brackets with the number of elements, and what separates them unless it is a comma.
    pub(super) fn count(&mut self, count: usize, is_keyed: bool) {
        self.known_count(count);
        self.end_count(is_keyed);
    }

    /// What stands before the number; gives the number's place.
    pub(super) fn begin_count(&mut self) -> usize {
        self.mark(b"[");
        self.out.len()
    }

    /// The same with the number; gives the place behind it.
    pub(super) fn known_count(&mut self, count: usize) -> usize {
        self.begin_count();
        write_count(self.out, count);
        self.out.len()
    }

    /// What stands behind the number.
    pub(super) fn end_count(&mut self, is_keyed: bool) {
        if is_keyed {
            self.out.push(b':');
        }
        match self.options.delimiter {
            Delimiter::Comma => {}
            Delimiter::Pipe => self.out.push(b'|'),
            Delimiter::Tab => self.tab(),
        }
        self.out.push(b']');
    }

    /// The fields of a table's header, those of objects behind their names, and the colon.
    pub(super) fn header(&mut self, layouts: &Layouts, layout: u32) {
        self.fields(layouts, layout);
        self.mark(b":");
    }

    fn fields(&mut self, layouts: &Layouts, layout: u32) {
        self.mark(b"{");
        for (at, field) in layouts.fields(layout).iter().enumerate() {
            if at > 0 {
                self.delimiter();
            }
            self.text(layouts.key_text(field.key), Role::Key, true);
            if !field.is_cell() {
                self.fields(layouts, field.below);
            }
        }
        self.mark(b"}");
    }

    /// A number, `true`, `false` or `null`.
    #[inline]
    pub(super) fn scalar(&mut self, text: &[u8]) {
        match text.first() {
            Some(b'-' | b'0'..=b'9') => {
                write_canonical(text, |piece| self.out.extend_from_slice(piece));
            }
            _ => self.out.extend_from_slice(text),
        }
        self.ink.guard.close();
    }

    #[inline]
    pub(super) fn string(&mut self, text: StringText<'_>) {
        self.raw(text, self.role);
    }

    /// Begins the cell of an array. Until it ends, values are its elements.
    pub(super) fn begin_joined(&mut self) {
        self.quote();
        self.role = Role::Element;
    }

    /// What stands between two elements of a cell: a character that needs no escape anywhere and is
    /// part of no tag, so that each element is looked at by itself.
    pub(super) fn separator(&mut self) {
        let cells = self.options.array_cells.unwrap_or_default();
        self.out.push(cells.separator() as u8);
    }

    /// Ends the cell of an array.
    pub(super) fn end_joined(&mut self) {
        self.quote();
        self.role = Role::Value;
        self.ink.guard.close();
        self.ink.has_joined = true;
    }

    pub(super) fn data_key(&mut self, text: StringText<'_>) {
        self.raw(text, Role::Key);
    }

    pub(super) fn declared_key(&mut self, label: &Rendered) {
        self.raw(label_text(label), Role::Key);
    }

    /// A fixed text of ours.
    pub(super) fn rendered(&mut self, text: &Rendered) {
        self.raw(own_text(text), self.role);
    }

    pub(super) fn characters(&mut self, characters: impl Iterator<Item = char>) {
        let mut decoded = std::mem::take(&mut self.ink.decoded);
        decoded.clear();
        push_characters(&mut decoded, characters);
        self.text(&decoded, self.role, true);
        self.ink.decoded = decoded;
    }

    /// Counts the lone surrogates of a key that is not written, since the table's header has it.
    #[inline]
    pub(super) fn skip_key(&mut self, text: StringText<'_>) {
        if text.special {
            let mut decoder = Decoder::new(text.raw);
            decoder.by_ref().for_each(drop);
            self.ink.surrogates.add(decoder.replaced as u64, text.offset);
        }
    }

    #[inline]
    fn raw(&mut self, text: StringText<'_>, role: Role) {
        if text.special && memchr::memchr(b'\\', text.raw).is_some() {
            self.escaped(text, role);
        } else {
            self.text(text.raw, role, text.special);
        }
    }

    fn escaped(&mut self, text: StringText<'_>, role: Role) {
        let mut decoded = std::mem::take(&mut self.ink.decoded);
        decoded.clear();
        let mut decoder = Decoder::new(text.raw);
        push_characters(&mut decoded, decoder.by_ref());
        self.ink.surrogates.add(decoder.replaced as u64, text.offset);
        self.text(&decoded, role, true);
        self.ink.decoded = decoded;
    }

    /// A string, decoded. A text that is not `special` holds no `<`.
    #[inline]
    fn text(&mut self, text: &[u8], role: Role, special: bool) {
        let is_bare = match role {
            Role::Key => is_bare_key(text),
            Role::Value => is_bare_value(text, self.options.delimiter),
            Role::Element => return self.between_quotes(text),
        };
        if !is_bare {
            return self.quoted(text);
        }
        if self.ink.guard.is_open() || (special && memchr::memchr(b'<', text).is_some()) {
            return self.watched(text);
        }
        self.bare(text);
    }

    /// A text that would stand bare, unless there is a tag in it or it completes one.
    #[cold]
    fn watched(&mut self, text: &[u8]) {
        let characters = characters_of(text);
        if holds_tag(characters) || self.ink.guard.completes(characters) {
            self.quoted(text);
        } else {
            self.bare(text);
        }
    }

    #[inline]
    fn bare(&mut self, text: &[u8]) {
        if C::LINE && memchr::memchr(0xE2, text).is_some() {
            for character in characters_of(text).chars() {
                write_unescaped::<C>(self.out, character);
            }
        } else {
            self.out.extend_from_slice(text);
        }
    }

    /// A string between quotes (TOON 4.0, section 7.1).
    fn quoted(&mut self, text: &[u8]) {
        self.quote();
        self.between_quotes(text);
        self.quote();
        self.ink.guard.close();
    }

    fn between_quotes(&mut self, text: &[u8]) {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|byte| needs_escape::<C>(*byte)) {
            self.out.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            // The others are one byte long.
            let length = if rest[0] == 0xE2 { rest.len().min(3) } else { 1 };
            let (special, behind) = rest.split_at(length);
            match special {
                [b'<'] => self.bracket(behind),
                [byte @ ..0x80] => self.escape(*byte),
                character => {
                    for character in characters_of(character).chars() {
                        write_unescaped::<C>(self.out, character);
                    }
                }
            }
            rest = behind;
        }
        self.out.extend_from_slice(rest);
    }

    fn quote(&mut self) {
        self.out.extend_from_slice(if C::FRAMED { b"\\\"" } else { b"\"" });
    }

    /// A `<`, and whether it begins a tag.
    fn bracket(&mut self, behind: &[u8]) {
        // No tag's name holds a `<`, so no character is looked at twice.
        let until = memchr::memchr(b'<', behind).unwrap_or(behind.len());
        if tag::begins(characters_of(&behind[..until]).chars()) {
            self.out.extend_from_slice(if C::FRAMED { b"\\\\u003c" } else { b"\\u003c" });
        } else {
            self.out.push(b'<');
        }
    }

    fn escape(&mut self, byte: u8) {
        let backslash: &[u8] = if C::FRAMED { b"\\\\" } else { b"\\" };
        self.out.extend_from_slice(backslash);
        match byte {
            b'\\' => self.out.extend_from_slice(backslash),
            b'"' => self.quote(),
            b'\n' => self.out.push(b'n'),
            b'\r' => self.out.push(b'r'),
            b'\t' => self.out.push(b't'),
            other => write_unicode_escape(self.out, char::from(other)),
        }
    }

    /// Writes a cell that was written before and taken back: as it was, unless it now completes a
    /// tag.
    pub(super) fn again(&mut self, cell: &[u8]) {
        match cell.first() {
            Some(b'"' | b'\\') => self.ink.guard.close(),
            _ if self.ink.guard.is_open() || memchr::memchr(b'<', cell).is_some() => {
                // The only backslashes in a bare cell are the frame's.
                let text: String = Decoder::new(cell).collect();
                if self.ink.guard.completes(&text) {
                    self.quote();
                    self.out.extend_from_slice(cell);
                    self.quote();
                    return self.ink.guard.close();
                }
            }
            _ => {}
        }
        self.out.extend_from_slice(cell);
    }
}

/// The text of a key of the schema, raw as between its quotes.
pub(super) fn label_text(label: &Rendered) -> StringText<'_> {
    inner_text(&label.plain, b"\":".len())
}

/// A fixed text of ours, raw as between its quotes.
pub(super) fn own_text(text: &Rendered) -> StringText<'_> {
    inner_text(&text.plain, b"\"".len())
}

/// What stands between the opening quote and the last bytes.
fn inner_text(json: &[u8], last: usize) -> StringText<'_> {
    let raw = json.get(1..json.len().saturating_sub(last)).unwrap_or_default();
    StringText { raw, special: memchr::memchr2(b'\\', b'<', raw).is_some(), offset: NOWHERE }
}

/// Appends the characters as UTF-8.
pub(super) fn push_characters(out: &mut Vec<u8>, characters: impl Iterator<Item = char>) {
    for character in characters {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// The characters of a text that was checked. If it were no UTF-8, nothing would be shown of it.
fn characters_of(text: &[u8]) -> &str {
    std::str::from_utf8(text).unwrap_or_default()
}

fn needs_escape<C: Context>(byte: u8) -> bool {
    byte < b' ' || matches!(byte, b'"' | b'\\' | b'<') || (C::LINE && byte == 0xE2)
}

/// Appends a count in decimal digits.
pub(super) fn write_count(out: &mut Vec<u8>, count: usize) {
    let (mut digits, mut first) = ([b'0'; 20], 20);
    let mut rest = count;
    while rest > 0 || first == digits.len() {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[first..]);
}
