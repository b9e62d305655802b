//! Rust values as data.

use serde::Serialize;

use crate::door::write_json;
use crate::error::RenderError;
use crate::frame::Frame;
use crate::presenter::Presenter;
use crate::report::Report;
use crate::request::Request;

use super::Renderer;
use super::job::Job;

impl Renderer {
    /// Appends to `out` what `presenter` shows of a Rust value, in `frame`. Of the feature `serde`.
    ///
    /// The bytes are those that [`render`](Self::render) writes for the JSON of the value, as
    /// [`write_json`] has it. A sequence (a slice, a `Vec`) at the root is a collection.
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
        let mut json = std::mem::take(&mut self.scratch.kept.value);
        json.clear();
        let rendered = match write_json(value, &mut json) {
            Ok(()) => self.run(Job::data(presenter, &json, request), frame, out),
            Err(error) => Err(RenderError::invalid_value(error)),
        };
        self.scratch.kept.value = json;
        rendered
    }
}
