//! What a handler returns, as a response.

#![forbid(unsafe_code)]

#[cfg(feature = "serde")]
mod serialized;

use std::borrow::Cow;

use crate::presenter::Presenter;
use crate::response::Response;
use crate::scan::strict::{skip_space, value_start};
use crate::text::string::quote;
use crate::tool_error::ToolError;

#[cfg(feature = "serde")]
pub use serialized::Serialized;

/// What a tool handler may return. A server calls the handler and wraps what comes, so that no
/// handler has to make a response, nor change when its tool gets a [`Presenter`].
///
/// | returned | without a Presenter | under a Presenter |
/// |---|---|---|
/// | [`Response`], [`ToolError`], `Err(…)` | as it is | as it is |
/// | `&str`, `String`, `Cow<str>` | the text; an empty one is `OK` | data, a JSON string |
/// | JSON bytes: `&[u8]`, `Vec<u8>`, `Cow<[u8]>` | [`success`](Response::success), which sends a JSON string as its text; `null` is `OK` | data |
/// | `Serialized`, any value of serde (feature `serde`) | its JSON, as bytes are | data |
/// | `()`, `None` | `OK` | data, `null` |
/// | `Some(…)`, `Ok(…)` | what it holds | what it holds |
///
/// Only a [`Response`] is a finished one. Data that merely looks like a response, with `content` and
/// all, is data, and goes through the Presenter.
///
/// # Example
///
/// A tool whose handler knows nothing of what shows its data:
///
/// ```
/// use mcp_presenter::{Frame, IntoResponse, Presenter, Renderer, Request, ToolError, t};
///
/// fn find(id: &str) -> Result<Vec<u8>, ToolError> {
///     match id {
///         "o-1" => Ok(br#"{"id":"o-1","margin":0.4}"#.to_vec()),
///         _ => Err(ToolError::new("NOT_FOUND", "There is no such order.")),
///     }
/// }
///
/// let mut renderer = Renderer::new();
/// let mut call = |id, presenter: Option<&Presenter>| -> Result<String, Box<dyn std::error::Error>> {
///     let mut out = Vec::new();
///     let response = find(id).wrap(presenter);
///     renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
///     Ok(String::from_utf8(out)?)
/// };
/// let orders = Presenter::builder("Order").schema([t::string("id")]).build()?;
///
/// assert_eq!(call("o-1", None)?, r#"{"id":"o-1","margin":0.4}"#);
/// assert_eq!(call("o-1", Some(&orders))?, r#"{"id":"o-1"}"#);
/// assert_eq!(
///     call("o-2", Some(&orders))?,
///     "<tool_error code=\"NOT_FOUND\" severity=\"error\">\n\
///      <message>There is no such order.</message>\n</tool_error>"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A type of the server's own says which of these it is:
///
/// ```
/// use mcp_presenter::{Frame, IntoResponse, Presenter, Renderer, Request, Response};
///
/// enum Outcome {
///     Found(String),
///     Deleted,
/// }
///
/// impl<'r> IntoResponse<'r> for Outcome {
///     fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
///         match self {
///             Self::Found(json) => json.into_bytes().wrap(presenter),
///             Self::Deleted => Response::text("Deleted."),
///         }
///     }
/// }
///
/// let mut out = Vec::new();
/// let mut renderer = Renderer::new();
/// for outcome in [Outcome::Found("[1, 2]".into()), Outcome::Deleted] {
///     renderer.respond(&outcome.into_response(), &Request::new(), Frame::Blocks, &mut out)?;
/// }
/// assert_eq!(out, br#"["[1,2]"]["Deleted."]"#);
/// # Ok::<(), mcp_presenter::RenderError>(())
/// ```
pub trait IntoResponse<'r> {
    /// The response that the returned value stands for, under the tool's Presenter if it has one.
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r>;

    /// The response that the returned value stands for where nothing presents it.
    fn into_response(self) -> Response<'r>
    where
        Self: Sized,
    {
        self.wrap(None)
    }
}

impl Presenter {
    /// The response that a handler's return value stands for: data as this Presenter shows it, or a
    /// finished response as it is. See [`IntoResponse`].
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, Response};
    ///
    /// let names = Presenter::builder("Name").allow_everything().rules(["A name."]).build()?;
    /// let mut out = Vec::new();
    /// let mut renderer = Renderer::new();
    /// for response in [names.wrap("Ada"), names.wrap(Response::text("Deleted."))] {
    ///     renderer.respond(&response, &Request::new(), Frame::Blocks, &mut out)?;
    /// }
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"["Ada","<domain_rules>\n- A name.\n</domain_rules>"]"#,
    ///         r#"["Deleted."]"#,
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wrap<'r>(&self, returned: impl IntoResponse<'r>) -> Response<'r> {
        returned.wrap(Some(self))
    }
}

impl<'r> IntoResponse<'r> for Response<'r> {
    fn wrap(self, _: Option<&Presenter>) -> Self {
        self
    }
}

impl<'r> IntoResponse<'r> for ToolError {
    fn wrap(self, _: Option<&Presenter>) -> Response<'r> {
        self.into()
    }
}

impl<'r, T: IntoResponse<'r>, E: Into<ToolError>> IntoResponse<'r> for Result<T, E> {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        match self {
            Ok(returned) => returned.wrap(presenter),
            Err(error) => error.into().into(),
        }
    }
}

impl<'r, T: IntoResponse<'r>> IntoResponse<'r> for Option<T> {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        match self {
            Some(returned) => returned.wrap(presenter),
            None => ().wrap(presenter),
        }
    }
}

impl<'r> IntoResponse<'r> for () {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        wrap_json(Cow::Borrowed(b"null"), presenter)
    }
}

impl<'r> IntoResponse<'r> for Cow<'r, str> {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        match presenter {
            Some(presenter) => presenter.response(quote(&self).into_bytes()),
            None => Response::text(self),
        }
    }
}

impl<'r> IntoResponse<'r> for &'r str {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        Cow::Borrowed(self).wrap(presenter)
    }
}

impl<'r> IntoResponse<'r> for String {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        Cow::<str>::Owned(self).wrap(presenter)
    }
}

impl<'r> IntoResponse<'r> for Cow<'r, [u8]> {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        wrap_json(self, presenter)
    }
}

impl<'r> IntoResponse<'r> for &'r [u8] {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        wrap_json(Cow::Borrowed(self), presenter)
    }
}

impl<'r, const N: usize> IntoResponse<'r> for &'r [u8; N] {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        wrap_json(Cow::Borrowed(self), presenter)
    }
}

impl<'r> IntoResponse<'r> for Vec<u8> {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        wrap_json(Cow::Owned(self), presenter)
    }
}

fn wrap_json<'r>(json: Cow<'r, [u8]>, presenter: Option<&Presenter>) -> Response<'r> {
    match presenter {
        Some(presenter) => presenter.response(json),
        // An empty text is what a response says `OK` for.
        None if is_null(&json) => Response::text(""),
        None => Response::success(json),
    }
}

/// Whether the JSON text is `null`.
fn is_null(json: &[u8]) -> bool {
    let value = &json[value_start(json)..];
    value.strip_prefix(b"null").is_some_and(|rest| skip_space(rest, 0) == rest.len())
}
