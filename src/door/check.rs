//! Items in which Presenters are embedded: each Presenter is asked by itself what is wrong.

use crate::scan::strict;
use crate::walk::Failures;
use crate::walk::bind::{Site, bind, check};
use crate::walk::owners::Owner;

use super::reader::Reader;
use super::scratch::Scratch;

impl Reader<'_> {
    /// Binds an item in which Presenters are embedded. What is wrong is said by each Presenter.
    pub(super) fn bind_root(&mut self, owner: Owner, base: usize) {
        let (plan, input, item) = (self.plan, self.input, self.item);
        let Scratch { tape, bind: scratch, failures, .. } = &mut *self.scratch;
        let (bytes, tokens, before) = (&input[base..], &mut tape.tokens, failures.count());
        let mut run = |checks: bool, failures: &mut Failures| {
            let site = Site { failures, item, within: &[], offset: base };
            if checks {
                check(plan, item.is_some(), bytes, tokens, scratch, site);
            } else {
                bind(plan, owner, bytes, tokens, scratch, site);
            }
        };
        if plan.is_lenient {
            run(true, failures);
            if failures.count() > before {
                return;
            }
        }
        run(false, failures);
        if failures.count() > before && !plan.is_lenient {
            let found = failures.clone();
            failures.rewind(before);
            run(true, failures);
            if failures.count() == before {
                debug_assert!(false, "what all schemas accept is accepted");
                *failures = found;
            }
        }
    }

    /// Looks once more at a large item in which Presenters are embedded, as [`Self::bind_root`]
    /// does: it stands at `start`, and there were `before` failures before it.
    #[cold]
    pub(super) fn check_large(&mut self, start: usize, before: usize) {
        let plan = self.plan;
        if !plan.is_lenient && self.scratch.failures.count() == before {
            return;
        }
        let (input, item) = (self.input, self.item);
        let Scratch { tape, bind: scratch, failures, .. } = &mut *self.scratch;
        let bytes = &input[start..self.at];
        if strict::parse(bytes, 0, plan.max_depth, tape).is_err() {
            // Too large to be read at once: what was found has to do.
            return;
        }
        let found = failures.clone();
        failures.rewind(before);
        let site = Site { failures, item, within: &[], offset: start };
        check(plan, item.is_some(), bytes, &mut tape.tokens, scratch, site);
        if failures.count() == before && found.count() > before {
            debug_assert!(false, "what all schemas accept is accepted");
            *failures = found;
        }
    }
}
