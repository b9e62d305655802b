//! What is to be cut out of what was written, and what to be put into its place.
//!
//! In a lenient document a key may come again, and its last value belongs where its first stands.
//! Moving bytes at once would move them again for every container around; so the edits are noted
//! and made together at the end.

use super::token::Span;

/// A stretch of the output that goes, and the stretch that comes instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit {
    pub(super) cut: Span,
    pub(super) insert: Option<Span>,
}

/// Edits in the order in which they were found. Of two stretches that are cut, one holds the other
/// or they are apart; a stretch that is inserted lies in one that is cut.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<Edit>);

impl Edits {
    /// Notes an edit and gives its number.
    pub(super) fn push(&mut self, edit: Edit) -> usize {
        self.0.push(edit);
        self.0.len() - 1
    }

    /// Edit `number` is to insert another stretch.
    pub(super) fn replace_source(&mut self, number: usize, source: Span) {
        self.0[number].insert = Some(source);
    }

    /// Makes the edits, all of which lie behind `start`.
    ///
    /// Each byte that stays is copied once; `n log n` in the edits.
    pub(super) fn apply(mut self, out: &mut Vec<u8>, start: usize) {
        if self.0.is_empty() {
            return;
        }
        self.0.sort_unstable_by_key(|edit| edit.cut.start);
        let mut edited = Vec::with_capacity(out.len() - start);
        let mut open = vec![Span { start, end: out.len() }];
        while let Some(span) = open.pop() {
            // The outermost edit comes first: it starts before those inside it.
            let next = self.0.partition_point(|edit| edit.cut.start < span.start);
            match self.0.get(next).filter(|edit| edit.cut.start < span.end) {
                None => edited.extend_from_slice(span.of(out)),
                Some(edit) => {
                    edited.extend_from_slice(&out[span.start..edit.cut.start]);
                    open.push(Span { start: edit.cut.end, end: span.end });
                    open.extend(edit.insert);
                }
            }
        }
        out.truncate(start);
        out.append(&mut edited);
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Edits, Span};

    #[test]
    fn inner_edits_are_made_where_the_outer_one_puts_them() {
        let mut out = b"..{a:1,b:2,a:{c:3,c:4}}".to_vec();
        let span = |start, end| Span { start, end };
        let mut edits = Edits::default();
        edits.push(Edit { cut: span(17, 21), insert: None });
        let first = edits.push(Edit { cut: span(16, 17), insert: Some(span(0, 0)) });
        edits.replace_source(first, span(20, 21));
        edits.push(Edit { cut: span(10, 22), insert: None });
        edits.push(Edit { cut: span(5, 6), insert: Some(span(13, 22)) });
        edits.apply(&mut out, 2);
        assert_eq!(out, b"..{a:{c:4},b:2}");
    }
}
