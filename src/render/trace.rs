//! One span of `tracing` for each render: counts, and no value.
//!
//! Without the feature all of this is nothing.

use crate::error::RenderError;
use crate::presenter::Presenter;
use crate::report::Report;

#[cfg(not(feature = "tracing"))]
pub(super) use without::Trace;

#[cfg(not(feature = "tracing"))]
mod without {
    use super::{Presenter, RenderError, Report};

    /// The span of a render, which nobody looks at.
    pub(in crate::render) struct Trace;

    impl Trace {
        #[inline(always)]
        pub(in crate::render) fn begin(_: &Presenter, _: &'static str) -> Self {
            Self
        }

        #[inline(always)]
        pub(in crate::render) fn end(self, _: Result<&Report, &RenderError>) {}
    }
}

#[cfg(feature = "tracing")]
pub(super) use with::Trace;

#[cfg(feature = "tracing")]
mod with {
    use std::time::Instant;

    use tracing::field::{Empty, debug};
    use tracing::span::EnteredSpan;

    use super::{Presenter, RenderError, Report};

    /// The span of a render, from its begin to its end. What hooks log stands in it.
    pub(in crate::render) struct Trace {
        span: EnteredSpan,
        /// Nothing if nobody is interested.
        begin: Option<Instant>,
    }

    impl Trace {
        #[inline]
        pub(in crate::render) fn begin(presenter: &Presenter, frame: &'static str) -> Self {
            // No field may hold a value, a key or a path of the data, nor a name of a select list.
            let span = tracing::debug_span!(
                target: "mcp_presenter",
                "render",
                presenter = presenter.name(),
                frame,
                items = Empty,
                hidden = Empty,
                dropped = Empty,
                redacted = Empty,
                bytes = Empty,
                duration_us = Empty,
                error = Empty,
            );
            let begin = (!span.is_disabled()).then(Instant::now);
            Self { span: span.entered(), begin }
        }

        /// Says what came of it. A render that panics says nothing more.
        #[inline]
        pub(in crate::render) fn end(self, rendered: Result<&Report, &RenderError>) {
            if let Some(begin) = self.begin {
                self.record(begin, rendered);
            }
        }

        #[cold]
        fn record(&self, begin: Instant, rendered: Result<&Report, &RenderError>) {
            let micros = u64::try_from(begin.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.span.record("duration_us", micros);
            match rendered {
                Ok(report) => {
                    self.span.record("items", report.items());
                    self.span.record("hidden", report.hidden());
                    self.span.record("dropped", report.dropped());
                    self.span.record("redacted", report.redacted());
                    self.span.record("bytes", report.bytes());
                }
                Err(error) => {
                    self.span.record("error", debug(error.kind()));
                }
            }
        }
    }
}
