//! Collecting what does not fit the schema, with paths and without values.

use std::fmt::Write;

use crate::error::{FAILURES_LISTED, Failure, RenderError};
use crate::plan::path::push_key;

/// One step from a container to a child, for the path of a failure or of a censored value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    /// A declared field.
    Field(&'a str),
    /// An element of an array.
    Index(usize),
    /// A key that the schema does not declare, raw as between its quotes. It is data.
    Hidden(&'a [u8]),
}

/// The path that these steps make, from an item if there is one.
#[cold]
pub(crate) fn path_text(item: Option<usize>, steps: &[Step<'_>]) -> String {
    let mut path = String::new();
    if let Some(item) = item {
        let _ = write!(path, "[{item}]");
    }
    for step in steps {
        match step {
            Step::Field(key) => push_key(&mut path, key),
            Step::Index(index) => {
                let _ = write!(path, "[{index}]");
            }
            Step::Hidden(_) if path.is_empty() => path.push_str("{key}"),
            Step::Hidden(_) => path.push_str(".{key}"),
        }
    }
    path
}

/// The first failures of a render, and how many more there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures {
    listed: Vec<Failure>,
    more: usize,
}

impl Failures {
    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// How many there are, to come back to.
    pub(crate) fn count(&self) -> usize {
        self.listed.len() + self.more
    }

    /// Forgets all but the first `count`.
    #[cold]
    pub(crate) fn rewind(&mut self, count: usize) {
        self.listed.truncate(count);
        self.more = count - self.listed.len();
    }

    /// All but the first `count` stand `base` bytes farther on.
    pub(crate) fn move_since(&mut self, count: usize, base: usize) {
        self.listed.iter_mut().skip(count).for_each(|failure| failure.offset += base);
    }

    #[cold]
    pub(crate) fn add(
        &mut self,
        steps: &[Step<'_>],
        item: Option<usize>,
        offset: usize,
        expected: impl FnOnce() -> String,
        received: &'static str,
    ) {
        if self.listed.len() == FAILURES_LISTED {
            self.more += 1;
            return;
        }
        let path = path_text(item, steps);
        self.listed.push(Failure { path, item, offset, expected: expected(), received });
    }

    pub(crate) fn take(&mut self) -> RenderError {
        RenderError::validation(std::mem::take(&mut self.listed), std::mem::take(&mut self.more))
    }

    pub(crate) fn clear(&mut self) {
        self.listed.clear();
        self.more = 0;
    }
}
