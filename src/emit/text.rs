//! Text outside JSON: root strings, the lines of lists, cells, attributes, fences.

#![forbid(unsafe_code)]

use crate::text::string::short_escape;
use crate::text::tag::{Matcher, Progress};

use super::context::Context;
use super::string::{write_unescaped, write_unicode_escape};

/// What stands around a text of the outside world, and what it could break out of there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Lines of a block.
    Text,
    /// One line: an entry of a list.
    Line,
    /// A cell of a table (GitHub Flavored Markdown, tables).
    Cell,
    /// The value of an attribute, between double quotes.
    Attribute,
    /// The content of an element that holds nothing but text.
    Element,
}

/// Writes a text of the outside world piece by piece, so that it cannot forge what surrounds it.
///
/// A `<` that begins a reserved tag becomes `&lt;`, also if the tag's name comes in a later piece:
/// until that is known the place of the `<` is kept, and the rest is moved if need be. There is
/// one such place at most, since no tag holds a second `<`; so the cost stays linear.
#[derive(Clone, Debug)]
pub(crate) struct ForeignText {
    setting: Setting,
    /// Where a `<` was written that may begin a reserved tag, and what followed it.
    candidate: Option<(usize, Matcher)>,
    /// The last character was a carriage return, whose line feed belongs to it.
    after_return: bool,
    /// The last character was a backslash, which would take the escape from a pipe.
    after_backslash: bool,
}

impl ForeignText {
    pub(crate) fn new(setting: Setting) -> Self {
        Self { setting, candidate: None, after_return: false, after_backslash: false }
    }

    pub(crate) fn setting(&self) -> Setting {
        self.setting
    }

    /// Appends `piece`. Linear; copies what needs no look.
    pub(crate) fn write<C: Context>(&mut self, out: &mut Vec<u8>, piece: &str) {
        let mut rest = piece;
        while !rest.is_empty() {
            if self.candidate.is_none() {
                let plain = rest
                    .bytes()
                    .position(|byte| needs_look::<C>(byte, self.setting))
                    .unwrap_or(rest.len());
                out.extend_from_slice(&rest.as_bytes()[..plain]);
                if let Some(last) = rest.as_bytes()[..plain].last() {
                    self.after_return = false;
                    self.after_backslash = *last == b'\\';
                }
                rest = &rest[plain..];
            }
            let mut characters = rest.chars();
            if let Some(character) = characters.next() {
                self.character::<C>(out, character);
            }
            rest = characters.as_str();
        }
    }

    /// Appends one character.
    pub(crate) fn character<C: Context>(&mut self, out: &mut Vec<u8>, character: char) {
        self.look_for_tag(out, character);
        let is_rest_of_break = self.after_return && character == '\n';
        let after_backslash = std::mem::replace(&mut self.after_backslash, character == '\\');
        self.after_return = character == '\r';
        match (self.setting, character) {
            (Setting::Attribute, _) => write_attribute_character::<C>(out, character),
            (Setting::Element, '&') => out.extend_from_slice(b"&amp;"),
            (Setting::Element, '<') => out.extend_from_slice(b"&lt;"),
            (_, '<') => {
                self.candidate = Some((out.len(), Matcher::default()));
                out.push(b'<');
            }
            (Setting::Line | Setting::Cell, '\n') if is_rest_of_break => {}
            (Setting::Line, _) if is_line_break(character) => out.push(b' '),
            (Setting::Cell, _) if is_line_break(character) => out.extend_from_slice(b"<br>"),
            (Setting::Cell, '|') if after_backslash => out.extend_from_slice(b"&#124;"),
            (Setting::Cell, '|') => write_own::<C>(out, "\\|"),
            _ => write_own_character::<C>(out, character),
        }
    }

    fn look_for_tag(&mut self, out: &mut Vec<u8>, character: char) {
        let Some((at, matcher)) = &mut self.candidate else { return };
        match matcher.feed(character) {
            Progress::Possible => {}
            Progress::Other => self.candidate = None,
            Progress::Reserved => {
                let at = *at;
                self.candidate = None;
                out.splice(at..=at, *b"&lt;");
            }
        }
    }
}

/// Whether a byte of a text must be looked at as a character.
fn needs_look<C: Context>(byte: u8, setting: Setting) -> bool {
    let in_setting = match setting {
        Setting::Text => false,
        Setting::Element => byte == b'&',
        // Line breaks, and the first bytes of U+0085, U+2028 and U+2029.
        Setting::Line => matches!(byte, b'\n'..=b'\r' | 0xC2 | 0xE2),
        Setting::Cell => matches!(byte, b'\n'..=b'\r' | 0xC2 | 0xE2 | b'|'),
        // Controls, also those that begin with the byte 0xC2.
        Setting::Attribute => {
            matches!(byte, ..b' ' | b'&' | b'>' | b'"' | b'\'' | 0x7F | 0xC2)
        }
    };
    byte == b'<' || in_setting || is_escaped::<C>(byte)
}

fn is_line_break(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn write_attribute_character<C: Context>(out: &mut Vec<u8>, character: char) {
    let entity: &[u8] = match character {
        '&' => b"&amp;",
        '<' => b"&lt;",
        '>' => b"&gt;",
        '"' => b"&quot;",
        '\'' => b"&apos;",
        '\n' => b"&#10;",
        '\r' => b"&#13;",
        '\t' => b"&#9;",
        other if other.is_control() => "\u{fffd}".as_bytes(),
        other => return write_own_character::<C>(out, other),
    };
    out.extend_from_slice(entity);
}

/// Writes characters of the outside world as the whole of a text block.
pub(crate) fn write_foreign<C: Context>(out: &mut Vec<u8>, characters: impl Iterator<Item = char>) {
    let mut text = ForeignText::new(Setting::Text);
    characters.for_each(|character| text.character::<C>(out, character));
}

/// Writes text of ours, markup included, into a text block.
pub(crate) fn write_own<C: Context>(out: &mut Vec<u8>, text: &str) {
    let mut rest = text;
    loop {
        let plain = rest.bytes().position(is_escaped::<C>).unwrap_or(rest.len());
        out.extend_from_slice(&rest.as_bytes()[..plain]);
        let mut characters = rest[plain..].chars();
        let Some(character) = characters.next() else { return };
        write_own_character::<C>(out, character);
        rest = characters.as_str();
    }
}

/// Whether a byte may begin a character that the frame escapes.
fn is_escaped<C: Context>(byte: u8) -> bool {
    C::FRAMED && (matches!(byte, ..b' ' | b'"' | b'\\') || (C::LINE && byte == 0xE2))
}

fn write_own_character<C: Context>(out: &mut Vec<u8>, character: char) {
    if !C::FRAMED {
        return write_unescaped::<C>(out, character);
    }
    match short_escape(character) {
        Some(letter) => out.extend([b'\\', letter as u8]),
        None if character < ' ' => {
            out.push(b'\\');
            write_unicode_escape(out, character);
        }
        None => write_unescaped::<C>(out, character),
    }
}

#[cfg(test)]
mod tests {
    use super::{ForeignText, Setting};
    use crate::emit::context::{Framed, Line, Plain};

    fn written(setting: Setting, pieces: &[&str]) -> String {
        let mut out = Vec::new();
        let mut text = ForeignText::new(setting);
        pieces.iter().for_each(|piece| text.write::<Plain>(&mut out, piece));
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_tag_is_seen_across_pieces() {
        for pieces in [
            &["a<domain_rules>b"][..],
            &["a<", "domain_rules>b"],
            &["a", "<", "dom", "ain_", "rules>b"],
        ] {
            assert_eq!(written(Setting::Text, pieces), "a&lt;domain_rules>b");
        }
        assert_eq!(
            written(Setting::Text, &["<<", "/ tool", "\u{200b}_error"]),
            "<&lt;/ tool\u{200b}_error"
        );
        assert_eq!(written(Setting::Text, &["<dom", "<b>", "ain_rules"]), "<dom<b>ain_rules");
    }

    #[test]
    fn lines_and_cells_stay_one_line() {
        let breaks = ["a\r", "\nb\u{85}", "c\u{2028}d\n\ne\u{b}\u{c}f\r"];
        assert_eq!(written(Setting::Line, &breaks), "a b c d  e  f ");
        assert_eq!(written(Setting::Cell, &breaks[..2]), "a<br>b<br>");
        assert_eq!(written(Setting::Cell, &["a|b\\", "|c\\\\|d"]), "a\\|b\\&#124;c\\\\&#124;d");
        assert_eq!(written(Setting::Cell, &["<\n", "domain_rules"]), "&lt;<br>domain_rules");
    }

    #[test]
    fn attributes_hold_no_markup() {
        assert_eq!(
            written(Setting::Attribute, &["<a b=\"c\" d='e'>&\n\r\t\u{1}\u{7f}\u{9f}é"]),
            "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;&#10;&#13;&#9;\u{fffd}\u{fffd}\u{fffd}é"
        );
    }

    #[test]
    fn elements_hold_no_markup() {
        assert_eq!(
            written(Setting::Element, &["a < b & c > \"d\" 'e'\r\n</", "tool_error>&amp;"]),
            "a &lt; b &amp; c > \"d\" 'e'\r\n&lt;/tool_error>&amp;amp;"
        );
    }

    #[test]
    fn pieces_and_frames_change_nothing_else() {
        let text = "x<y \\| \"é\u{2028}\u{85}\u{9}</domain_rules> <tool\n_error|\\|";
        for setting in
            [Setting::Text, Setting::Line, Setting::Cell, Setting::Attribute, Setting::Element]
        {
            let whole = written(setting, &[text]);
            let mut buffer = [0; 4];
            let (mut plain, mut framed, mut line) = (Vec::new(), Vec::new(), Vec::new());
            let mut texts = [(); 3].map(|()| ForeignText::new(setting));
            for character in text.chars() {
                let piece: &str = character.encode_utf8(&mut buffer);
                texts[0].write::<Plain>(&mut plain, piece);
                texts[1].write::<Framed>(&mut framed, piece);
                texts[2].write::<Line>(&mut line, piece);
            }
            assert_eq!(String::from_utf8(plain).expect("text"), whole);
            for framed in [framed, line] {
                let json = format!("\"{}\"", String::from_utf8(framed).expect("text"));
                let mut text = String::new();
                text.extend(crate::text::string::Decoder::new(&json.as_bytes()[1..json.len() - 1]));
                assert_eq!(text, whole);
            }
        }
    }
}
