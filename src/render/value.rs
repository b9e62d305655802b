//! Rust values as data.

use serde::Serialize;

use crate::door::value::direct::Borrowed;
use crate::door::value::write_json_for;
use crate::error::RenderError;
use crate::frame::Frame;
use crate::hook::values::ValueHooks;
use crate::presenter::Presenter;
use crate::report::Report;
use crate::request::Request;

use super::Renderer;
use super::job::Job;
use super::trace::Trace;

impl Renderer {
    /// Appends to `out` what `presenter` shows of a Rust value, in `frame`. Of the feature `serde`.
    ///
    /// The bytes are those that [`render`](Self::render) writes for the JSON of the value, as
    /// [`write_json`](crate::write_json) has it. A sequence (a slice, a `Vec`) at the root is a
    /// collection. What nobody will see is not asked what it is: fields that an object's schema does not
    /// declare, and items beyond the limit.
    ///
    /// As JSON without white space, and for a Presenter without hooks, embedded Presenters, unions,
    /// conversions and censors that look at the value, every field is written when the value gives it,
    /// and nothing is kept of it. Otherwise, and where a value does not fit or a map gives a key twice,
    /// the value becomes JSON first, in memory that the Renderer keeps: its `Serialize` may run twice.
    ///
    /// # Errors
    ///
    /// As [`render`](Self::render); and [`InvalidValue`](crate::RenderErrorKind::InvalidValue) for a
    /// value that has no JSON. `out` is then as it was; so it is if the value's `Serialize` panics.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// #[derive(serde::Serialize)]
    /// struct User {
    ///     password: &'static str,
    ///     name: String,
    /// }
    ///
    /// let presenter = Presenter::builder("User").schema([t::string("name")]).build()?;
    /// let users = [User { password: "x", name: "Ada".to_owned() }];
    /// let mut out = Vec::new();
    /// Renderer::new().render_value(&presenter, &users, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(out, br#"[{"name":"Ada"}]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn render_value<T: Serialize + ?Sized>(
        &mut self,
        presenter: &Presenter,
        value: &T,
        request: &Request,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError> {
        let trace = Trace::begin(presenter, frame.kind());
        let rendered = self.serialized(presenter, value, None, request, |renderer, job| {
            renderer.run_untraced(job, frame, out)
        });
        trace.end(rendered.as_ref());
        rendered
    }

    /// Runs the job of showing a value: each field is written when the value gives it, if that can be
    /// done, and otherwise the value becomes JSON.
    pub(super) fn serialized<T: Serialize + ?Sized, R>(
        &mut self,
        presenter: &Presenter,
        value: &T,
        values: Option<&dyn ValueHooks>,
        request: &Request,
        mut run: impl FnMut(&mut Self, Job<'_>) -> Result<R, RenderError>,
    ) -> Result<R, RenderError> {
        let fields = Borrowed(value);
        if let Some(job) = Job::value(presenter, &fields, request) {
            // An error means no more than that: what is wrong, if anything is, the other way tells.
            if let Ok(rendered) = run(self, job.with_hooks_of(values)) {
                return Ok(rendered);
            }
        }
        let mut json = std::mem::take(&mut self.scratch.kept.value);
        json.clear();
        let rendered = match write_json_for(&presenter.0.plan, value, &mut json) {
            Ok(()) => run(self, Job::data(presenter, &json, request).with_hooks_of(values))
                .map_err(RenderError::without_offset),
            Err(error) => Err(RenderError::invalid_value(error)),
        };
        self.scratch.kept.value = json;
        rendered
    }
}
