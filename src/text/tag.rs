//! The reserved tags: text that could pass for a block of ours.

/// The element names of the wire format. None may begin in data, whatever its spelling.
const RESERVED: [&str; 5] =
    ["ui_passthrough", "llm_directives", "domain_rules", "action_suggestions", "tool_error"];

const LONGEST: usize = 18;

/// Whether the characters that follow a `<` begin a reserved tag: opening or closing, in any
/// ASCII case, with white space, `/` or invisible characters anywhere before the name's end.
///
/// Reads at most up to the first character that belongs to no reserved name, so that a text with
/// many `<` is still read in linear time: no name holds a `<`.
pub(crate) fn begins(characters: impl Iterator<Item = char>) -> bool {
    let mut matcher = Matcher::default();
    for character in characters {
        match matcher.feed(character) {
            Progress::Possible => {}
            Progress::Reserved => return true,
            Progress::Other => return false,
        }
    }
    false
}

/// Follows the characters behind a `<`, one by one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Matcher {
    name: [u8; LONGEST],
    length: usize,
}

/// What the characters so far say of the tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It may still become a reserved one.
    Possible,
    /// It is one.
    Reserved,
    /// It is none, whatever follows.
    Other,
}

impl Matcher {
    /// Takes the next character. To be fed no more once it has said more than
    /// [`Progress::Possible`].
    pub(crate) fn feed(&mut self, character: char) -> Progress {
        if is_ignored(character) {
            return Progress::Possible;
        }
        if !(character.is_ascii_alphabetic() || character == '_') || self.length == LONGEST {
            return Progress::Other;
        }
        self.name[self.length] = (character as u8).to_ascii_lowercase();
        self.length += 1;
        let read = &self.name[..self.length];
        let mut progress = Progress::Other;
        for reserved in RESERVED {
            if reserved.as_bytes() == read {
                return Progress::Reserved;
            }
            if reserved.as_bytes().starts_with(read) {
                progress = Progress::Possible;
            }
        }
        progress
    }
}

/// What a reader may overlook inside a tag: `/`, Unicode `White_Space`, and format characters.
fn is_ignored(character: char) -> bool {
    character == '/' || character.is_whitespace() || is_format(character)
}

/// General category Cf of Unicode 17.0 (`extracted/DerivedGeneralCategory.txt`).
fn is_format(character: char) -> bool {
    matches!(
        u32::from(character),
        0xAD
            | 0x600..=0x605
            | 0x61C
            | 0x6DD
            | 0x70F
            | 0x890..=0x891
            | 0x8E2
            | 0x180E
            | 0x200B..=0x200F
            | 0x202A..=0x202E
            | 0x2060..=0x2064
            | 0x2066..=0x206F
            | 0xFEFF
            | 0xFFF9..=0xFFFB
            | 0x110BD
            | 0x110CD
            | 0x13430..=0x1343F
            | 0x1BCA0..=0x1BCA3
            | 0x1D173..=0x1D17A
            | 0xE0001
            | 0xE0020..=0xE007F
    )
}

#[cfg(test)]
mod tests {
    use super::begins;

    #[test]
    fn spellings_of_a_tag() {
        for text in [
            "domain_rules>",
            "/domain_rules",
            "DOMAIN_Rules x",
            " / tool_error",
            "to\u{200b}ol_\u{ad}error",
            "\u{2028}ui_passthrough",
            "domain_rulesy",
            "action_suggestions",
            "l l m_directives",
        ] {
            assert!(begins(text.chars()), "{text:?}");
        }
        for text in ["", "b>", "domain_rule", "domain-rules", "<domain_rules", "xdomain_rules"] {
            assert!(!begins(text.chars()), "{text:?}");
        }
    }
}
