//! What a render counts, for its report.

use smallvec::SmallVec;

/// The counts of one render.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Members that the schema does not declare and that were left out.
    pub(crate) dropped: u64,
    /// Values that a censor replaced or removed.
    pub(crate) redacted: u64,
    /// Lone surrogates that became U+FFFD.
    pub(crate) replaced_surrogates: u64,
    /// A bit for each redaction path that matched.
    matched: SmallVec<[u64; 2]>,
}

/// The counts of a [`Tally`] that grow with each item that is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    dropped: u64,
    redacted: u64,
}

impl Tally {
    pub(crate) fn reset(&mut self, paths: usize) {
        self.dropped = 0;
        self.redacted = 0;
        self.replaced_surrogates = 0;
        self.matched.clear();
        self.matched.resize(paths.div_ceil(64), 0);
    }

    /// What was counted of items so far.
    pub(crate) fn counts(&self) -> Counts {
        Counts { dropped: self.dropped, redacted: self.redacted }
    }

    /// Takes back what was counted since, but for the paths that matched.
    pub(crate) fn set_counts(&mut self, counts: Counts) {
        (self.dropped, self.redacted) = (counts.dropped, counts.redacted);
    }

    /// Counts a censored value, on which these paths end.
    #[inline]
    pub(crate) fn censored(&mut self, paths: &[u32]) {
        self.redacted += 1;
        self.mark(paths);
    }

    pub(crate) fn mark(&mut self, paths: &[u32]) {
        for path in paths {
            if let Some(word) = self.matched.get_mut(*path as usize / 64) {
                *word |= 1 << (path % 64);
            }
        }
    }

    /// Counts as matched what matched elsewhere.
    pub(crate) fn merge_matched(&mut self, other: &Self) {
        self.matched.iter_mut().zip(&other.matched).for_each(|(word, other)| *word |= other);
    }

    pub(crate) fn has_matched(&self, path: usize) -> bool {
        self.matched.get(path / 64).is_some_and(|word| word >> (path % 64) & 1 == 1)
    }
}
