//! Arrays as cells of a table: what may stand between their elements, and which arrays a reader could
//! still take apart.

use std::fmt;

use crate::text::string::Decoder;
use crate::walk::events::StringText;

/// How an array of strings, numbers, booleans and nulls stands in one cell of a table: its elements
/// joined, as one quoted string.
///
/// A [`ToonOptions`](crate::toon::ToonOptions) that has none writes no such cells. What they are for,
/// what is lost and what is never lost, is told at
/// [`ToonOptions::array_cells`](crate::toon::ToonOptions::array_cells).
///
/// It displays as the sentence by which a reader knows what such a cell is:
///
/// ```
/// use mcp_presenter::toon::ArrayCells;
///
/// assert_eq!(
///     ArrayCells::default().to_string(),
///     r#"Lists in table cells are joined by ";"; an empty list is ""."#
/// );
/// assert_eq!(ArrayCells::joined_by(',')?.separator(), ',');
/// assert!(ArrayCells::joined_by('-').is_err());
/// # Ok::<(), mcp_presenter::toon::SeparatorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayCells {
    separator: u8,
}

impl Default for ArrayCells {
    /// Elements joined by `;`.
    fn default() -> Self {
        Self { separator: b';' }
    }
}

impl ArrayCells {
    /// What the rule that explains such cells takes at most in a response: a block of its own in a
    /// frame.
    pub(crate) const RULE_BYTES: usize = 144;

    /// Elements joined by this character. An array with an element that holds it does not fit into a
    /// cell, so it is best one that the data hardly has; it may be the delimiter of the cells, since
    /// joined ones are quoted.
    ///
    /// # Errors
    ///
    /// It is none of ``!#$%&'()*,:;=?@[]^`{|}~``. Letters, digits, `+`, `-` and `.` are what numbers,
    /// booleans and nulls consist of; `"` and `\` would be escaped; white space, `<`, `>`, `/` and
    /// `_` are parts of tags, and elements must not become one together.
    pub const fn joined_by(separator: char) -> Result<Self, SeparatorError> {
        let is_part_of_others =
            matches!(separator, '+' | '-' | '.' | '"' | '\\' | '<' | '>' | '/' | '_');
        if separator.is_ascii_punctuation() && !is_part_of_others {
            Ok(Self { separator: separator as u8 })
        } else {
            Err(SeparatorError(()))
        }
    }

    /// What stands between two elements.
    #[must_use]
    pub const fn separator(self) -> char {
        self.separator as char
    }
}

impl fmt::Display for ArrayCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Lists in table cells are joined by \"{}\"; an empty list is \"\".",
            self.separator()
        )
    }
}

/// A character that cannot separate the elements of an [`ArrayCells`] cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeparatorError(());

impl fmt::Display for SeparatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the elements of a cell can be joined by one of !#$%&'()*,:;=?@[]^`{|}~ only")
    }
}

impl std::error::Error for SeparatorError {}

/// Looks at the elements of an array, to say whether a reader can take them apart again once they are
/// joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements {
    separator: u8,
    count: u32,
    /// There is an empty string among them.
    is_blank: bool,
    /// One of them holds the separator.
    holds_separator: bool,
}

impl Elements {
    pub(super) fn new(cells: ArrayCells) -> Self {
        Self { separator: cells.separator, count: 0, is_blank: false, holds_separator: false }
    }

    /// Forgets them, for another array.
    pub(super) fn clear(&mut self) {
        (self.count, self.is_blank, self.holds_separator) = (0, false, false);
    }

    /// Whether no other elements would look the same once they are joined. By itself, an empty string
    /// would look like none.
    pub(super) fn can_be_told_apart(&self) -> bool {
        let looks_empty = self.is_blank && self.count == 1;
        !self.holds_separator && !looks_empty
    }

    /// Another element begins; says whether others stand before it.
    #[inline]
    pub(super) fn begin(&mut self) -> bool {
        self.count += 1;
        self.count > 1
    }

    /// The element is this string. Numbers, booleans and nulls hold no separator.
    #[inline]
    pub(super) fn string(&mut self, text: StringText<'_>) {
        self.is_blank |= text.raw.is_empty();
        if memchr::memchr(self.separator, text.raw).is_some() {
            self.holds_separator = true;
        } else if text.special && memchr::memchr(b'\\', text.raw).is_some() {
            self.characters(Decoder::new(text.raw));
        }
    }

    /// The element is the string of these characters.
    pub(super) fn characters(&mut self, characters: impl Iterator<Item = char>) {
        let (separator, mut is_blank) = (char::from(self.separator), true);
        for character in characters {
            is_blank = false;
            self.holds_separator |= character == separator;
        }
        self.is_blank |= is_blank;
    }
}

#[cfg(test)]
mod tests {
    use super::{ArrayCells, Elements};
    use crate::text::tag::{Matcher, Progress};
    use crate::walk::events::StringText;

    #[test]
    fn separators_end_whatever_may_become_a_tag() {
        let separators: Vec<char> =
            ('\0'..='\u{3000}').filter(|c| ArrayCells::joined_by(*c).is_ok()).collect();
        assert_eq!(separators.iter().collect::<String>(), "!#$%&'()*,:;=?@[]^`{|}~");
        for separator in separators {
            assert_eq!(Matcher::default().feed(separator), Progress::Other);
            assert!(!"-0.1e+5 true false null".contains(separator));
        }
    }

    #[test]
    fn what_can_be_told_apart() {
        let can = |texts: &[&str]| {
            let mut elements = Elements::new(ArrayCells::default());
            for text in texts {
                elements.begin();
                elements.string(StringText { raw: text.as_bytes(), special: true, offset: 0 });
            }
            elements.can_be_told_apart()
        };
        assert!(can(&[]) && can(&["a"]) && can(&["", ""]) && can(&["a", "", "\\u003a"]));
        assert!(!can(&[""]) && !can(&["a;b"]) && !can(&["a", "\\u003b", "b"]));
    }
}
