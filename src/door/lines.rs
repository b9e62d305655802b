//! Items that are lines.

use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::scan::strict::{self, skip_space};

use super::reader::Reader;

/// The lines of an input whose line ends were overwritten by commas, so that it reads like the items
/// of an array.
///
/// That is safe because an item must end where its line does: what a comma has joined is found out
/// behind it, and then the line is read by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'a> {
    /// Where the line ends stood, ascending. The last byte of the input is one.
    pub(super) ends: &'a [usize],
    /// The end of the line at hand.
    pub(super) next: usize,
}

impl Reader<'_> {
    /// Moves to the first line that is not blank, and says whether there is one.
    pub(super) fn skip_blank_lines(&mut self) -> bool {
        let Some(lines) = &mut self.lines else { return false };
        self.at = skip_space(self.input, self.at);
        while lines.ends.get(lines.next) == Some(&self.at) {
            lines.next += 1;
            self.at = skip_space(self.input, self.at + 1);
        }
        self.at < self.input.len()
    }

    /// Behind an item: whether another line comes.
    #[inline]
    pub(super) fn end_of_line(&mut self) -> Result<bool, RenderError> {
        self.at = skip_space(self.input, self.at);
        match self.lines {
            Some(lines) if lines.ends.get(lines.next) == Some(&self.at) => {
                Ok(self.skip_blank_lines())
            }
            _ => Err(self.unexpected(None)),
        }
    }

    /// What is wrong with the line at hand, which was not read to its end or beyond it.
    #[cold]
    pub(super) fn line_fault(&mut self, found: RenderError) -> RenderError {
        let Some(Lines { ends, next }) = self.lines else { return found };
        let Some(end) = ends.get(next).copied() else { return found };
        if found.kind() == Kind::TooLarge {
            return found;
        }
        let line = next.checked_sub(1).map_or(0, |before| ends[before] + 1);
        let start = skip_space(&self.input[..end], line);
        let line = &self.input[start..end];
        match strict::parse(line, 0, self.plan.max_depth - 1, &mut self.scratch.tape) {
            Err((kind, at)) => RenderError::new(kind, Some(start + at), self.item),
            Ok(behind) => match skip_space(line, behind) {
                at if at < line.len() => {
                    RenderError::new(Kind::UnexpectedByte, Some(start + at), None)
                }
                _ => found,
            },
        }
    }
}
