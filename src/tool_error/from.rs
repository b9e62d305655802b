//! What the crate's own errors say to an agent: paths, types and places, never a value.

use crate::error::{BuildError, BuildErrors, FAILURES_LISTED, RenderError, RenderErrorKind};

use super::{Severity, ToolError};

/// With the code [`INVALID_SELECT`](ToolError::INVALID_SELECT),
/// [`INVALID_DATA`](ToolError::INVALID_DATA) or [`UNREADABLE_DATA`](ToolError::UNREADABLE_DATA). The
/// details of invalid data are the paths of the fields, each with the type that was expected and
/// the one that came, and under `unlisted` how many more there are. Other errors have the `byte`
/// and, in a collection, the `item`.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, Response, ToolError, t};
///
/// let orders = Presenter::builder("Order").schema([t::number("total")]).build()?;
/// let (mut renderer, mut out) = (Renderer::new(), Vec::new());
/// let json = br#"[{"total":1},{"total":"4111"}]"#;
/// let error = renderer
///     .render(&orders, json, &Request::new(), Frame::Text, &mut out)
///     .unwrap_err();
/// renderer.respond(&ToolError::from(error).into(), &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     r#"<tool_error code="INVALID_DATA" severity="error">
/// <message>The result cannot be shown: the data does not fit the schema.</message>
/// <details>
///   <detail key="[1].total">expected number, received string</detail>
/// </details>
/// </tool_error>"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<RenderError> for ToolError {
    fn from(error: RenderError) -> Self {
        let kind = error.kind();
        if kind == RenderErrorKind::InvalidSelect {
            return Self::new(Self::INVALID_SELECT, "_select is not an array of strings.")
                .recovery("Pass an array of field names as _select, or leave it out.");
        }
        if kind == RenderErrorKind::InvalidArguments {
            return Self::new(Self::INVALID_ARGUMENTS, "The arguments are not an object.");
        }
        let message = format!("The result cannot be shown: {}.", kind.text());
        if kind == RenderErrorKind::NoStructuredContent {
            return Self::new(Self::INVALID_DATA, message);
        }
        if kind == RenderErrorKind::Validation {
            let failures = error.failures().iter().map(|failure| {
                let types =
                    format!("expected {}, received {}", failure.expected(), failure.received());
                (failure.path(), types)
            });
            return Self::new(Self::INVALID_DATA, message)
                .list(failures, error.unlisted_failures());
        }
        let places = [("byte", error.offset()), ("item", error.item())];
        places.into_iter().fold(
            Self::new(Self::UNREADABLE_DATA, message),
            |told, place| match place {
                (key, Some(at)) => told.detail(key, at.to_string()),
                _ => told,
            },
        )
    }
}

/// Critical, with the code [`INVALID_DECLARATION`](ToolError::INVALID_DECLARATION). The details are the
/// places that are wrong and what is wrong there, the first twenty, and under `unlisted` how many
/// more there are. They name what was declared, also what the agent would never have been shown.
impl From<BuildErrors> for ToolError {
    fn from(errors: BuildErrors) -> Self {
        let errors = errors.errors();
        let listed = &errors[..errors.len().min(FAILURES_LISTED)];
        let mistakes = listed.iter().map(|error| (error.place(), error.message().to_owned()));
        Self::new(Self::INVALID_DECLARATION, "The tool is not declared correctly.")
            .severity(Severity::Critical)
            .list(mistakes, errors.len() - listed.len())
    }
}

/// As [`BuildErrors`] with one mistake.
impl From<BuildError> for ToolError {
    fn from(error: BuildError) -> Self {
        BuildErrors::of_presenter(String::new(), vec![error], Vec::new()).into()
    }
}

impl ToolError {
    /// Adds what is wrong, place by place, and how much more there is.
    pub(crate) fn list<'p>(
        mut self,
        wrong: impl Iterator<Item = (&'p str, String)>,
        unlisted: usize,
    ) -> Self {
        for (place, what) in wrong {
            let place = if place.is_empty() { "the root" } else { place };
            self = self.detail(place.to_owned(), what);
        }
        match unlisted {
            0 => self,
            more => self.detail("unlisted", more.to_string()),
        }
    }
}
