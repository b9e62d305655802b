//! One span of `tracing` for each render: counts, and no value.
//!
//! Without the feature all of this is nothing.

use crate::error::RenderError;
use crate::presenter::Presenter;
use crate::report::Report;

#[cfg(all(not(feature = "tracing"), feature = "tokio"))]
pub(super) use without::Trace as WaitingTrace;
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

        #[cfg(feature = "tokio")]
        #[inline(always)]
        pub(in crate::render) fn within<T>(&self, work: impl FnOnce() -> T) -> T {
            work()
        }

        #[inline(always)]
        pub(in crate::render) fn end(self, _: Result<&Report, &RenderError>) {}
    }
}

#[cfg(feature = "tracing")]
pub(super) use with::Trace;
#[cfg(all(feature = "tracing", feature = "tokio"))]
pub(super) use with::WaitingTrace;

#[cfg(feature = "tracing")]
mod with {
    use std::time::Instant;

    use tracing::Span;
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
            let span = new(presenter, frame);
            let begin = (!span.is_disabled()).then(Instant::now);
            Self { span: span.entered(), begin }
        }

        /// Says what came of it. A render that panics says nothing more.
        #[inline]
        pub(in crate::render) fn end(self, rendered: Result<&Report, &RenderError>) {
            if let Some(begin) = self.begin {
                record(&self.span, begin, rendered);
            }
        }
    }

    /// The span of a render that waits: whoever runs in between is not in it.
    #[cfg(feature = "tokio")]
    pub(in crate::render) struct WaitingTrace {
        span: Span,
        begin: Option<Instant>,
    }

    #[cfg(feature = "tokio")]
    impl WaitingTrace {
        pub(in crate::render) fn begin(presenter: &Presenter, frame: &'static str) -> Self {
            let span = new(presenter, frame);
            let begin = (!span.is_disabled()).then(Instant::now);
            Self { span, begin }
        }

        /// Does work of the render.
        pub(in crate::render) fn within<T>(&self, work: impl FnOnce() -> T) -> T {
            self.span.in_scope(work)
        }

        pub(in crate::render) fn end(self, rendered: Result<&Report, &RenderError>) {
            if let Some(begin) = self.begin {
                record(&self.span, begin, rendered);
            }
        }
    }

    fn new(presenter: &Presenter, frame: &'static str) -> Span {
        // No field may hold a value, a key or a path of the data, nor a name of a select list.
        tracing::debug_span!(
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
        )
    }

    #[cold]
    fn record(span: &Span, begin: Instant, rendered: Result<&Report, &RenderError>) {
        let micros = u64::try_from(begin.elapsed().as_micros()).unwrap_or(u64::MAX);
        span.record("duration_us", micros);
        match rendered {
            Ok(report) => {
                span.record("items", report.items());
                span.record("hidden", report.hidden());
                span.record("dropped", report.dropped());
                span.record("redacted", report.redacted());
                span.record("bytes", report.bytes());
            }
            Err(error) => {
                span.record("error", debug(error.kind()));
            }
        }
    }
}
