//! Tags that would come together from texts that stand one behind the other.

use crate::text::tag::{Matcher, Progress};

/// Watches the texts that are written without quotes.
///
/// In JSON a quote ends each text. Here a cell may end with `<`, and where only white space follows
/// (a tab between cells, the end of a line) the next text could make a reserved tag of it. That one
/// is then quoted: a quote is no part of any tag.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guard {
    /// The text so far ends with what may become a tag.
    open: Option<Matcher>,
}

impl Guard {
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Something follows that is part of no tag.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// Takes the next text, which holds no tag by itself, and says whether it completes one.
    #[cold]
    pub(super) fn completes(&mut self, text: &str) -> bool {
        if let Some(matcher) = self.open.take() {
            match follow(matcher, text) {
                (Progress::Reserved, _) => return true,
                (Progress::Possible, matcher) => self.open = Some(matcher),
                (Progress::Other, _) => {}
            }
        }
        if let Some(at) = memchr::memrchr(b'<', text.as_bytes()) {
            let (progress, matcher) = follow(Matcher::default(), &text[at + 1..]);
            self.open = (progress == Progress::Possible).then_some(matcher);
        }
        false
    }
}

fn follow(mut matcher: Matcher, text: &str) -> (Progress, Matcher) {
    for character in text.chars() {
        let progress = matcher.feed(character);
        if progress != Progress::Possible {
            return (progress, matcher);
        }
    }
    (Progress::Possible, matcher)
}

#[cfg(test)]
mod tests {
    use super::Guard;

    /// For each text, whether it must be quoted, the others being written as they are.
    fn completes(texts: &[&str]) -> Vec<bool> {
        let mut guard = Guard::default();
        texts.iter().map(|text| guard.completes(text)).collect()
    }

    #[test]
    fn a_tag_may_come_in_pieces() {
        assert_eq!(completes(&["a <", "domain_rules"]), [false, true]);
        assert_eq!(completes(&["<", "dom", "ain_", "rules x", "rules"]), {
            [false, false, false, true, false]
        });
        assert_eq!(completes(&["</ tool", "_ERROR"]), [false, true]);
        assert_eq!(completes(&["<", "<", "tool_error"]), [false, false, true]);
        assert_eq!(completes(&["<b", "tool_error"]), [false, false]);
        assert_eq!(completes(&["<", "x", "tool_error"]), [false, false, false]);
        assert_eq!(completes(&["<", "a < b", "tool_error"]), [false, false, false]);
    }
}
