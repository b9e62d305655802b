//! What a tool answers when it cannot do what it was asked to: a block that an agent can act on.

#![forbid(unsafe_code)]

mod from;
mod write;

use std::borrow::Cow;
use std::fmt;

/// A text of the program, which may be a constant.
type Text = Cow<'static, str>;

/// An error as an agent is told of it: what went wrong, how bad that is, and what to do now. One
/// pointer wide.
///
/// It becomes a [`Response`](crate::Response) (`Response::from`), whose data block is a `<tool_error>`
/// and whose result says `"isError":true`; a [`Severity::Warning`] says `"isError":false`. What a
/// handler appends to that response follows it as ever, and so does its
/// [`meta`](crate::Response::meta); structured content an error never has.
///
/// Texts may be of any origin: in elements `&` and `<` are escaped, in attributes also `>`, both
/// quotes and controls, so nothing breaks out. But they are sent to the agent as they are. What a
/// data base says of a failure, for one, may quote data that a Presenter would not show.
///
/// ```
/// use mcp_presenter::{Frame, Renderer, Request, Response, Severity, ToolError};
///
/// let error = ToolError::new("NOT_FOUND", "There is no order o-7.")
///     .recovery("List the orders first.")
///     .actions(["orders.list", "orders.find"])
///     .detail("order", "o-7");
/// let response = Response::from(error);
/// let (mut renderer, mut out) = (Renderer::new(), Vec::new());
/// renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     r#"<tool_error code="NOT_FOUND" severity="error">
/// <message>There is no order o-7.</message>
/// <recovery>List the orders first.</recovery>
/// <available_actions>
///   <action>orders.list</action>
///   <action>orders.find</action>
/// </available_actions>
/// <details>
///   <detail key="order">o-7</detail>
/// </details>
/// </tool_error>"#
/// );
///
/// let old = ToolError::new("DEPRECATED", "Use orders.find.").severity(Severity::Warning);
/// let mut out = Vec::new();
/// renderer.respond(&old.into(), &Request::new(), Frame::Result, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     concat!(
///         r#"{"content":[{"type":"text","text":"<tool_error code=\"DEPRECATED\" "#,
///         r#"severity=\"warning\">\n<message>Use orders.find.</message>\n</tool_error>"}],"#,
///         r#""isError":false}"#,
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct ToolError(Box<Told>);

/// What an agent is told.
#[derive(Clone, PartialEq, Eq)]
struct Told {
    code: Option<Text>,
    /// Nothing for one that does not say it.
    severity: Option<Severity>,
    message: Text,
    /// Empty if there is none.
    recovery: Text,
    actions: Vec<Text>,
    details: Vec<(Text, Text)>,
    /// In seconds; 0 says nothing.
    retry_after: u64,
}

/// How bad it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// `warning`: it was done, and something should be known about it. No error result.
    Warning,
    /// `error`: it was not done.
    #[default]
    Error,
    /// `critical`: it was not done, and trying again will not help.
    Critical,
    /// Another word. It makes an error result.
    Other(Cow<'static, str>),
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Other(word) => word,
        }
    }
}

impl From<&str> for Severity {
    /// The severity that the word is for, in lower case.
    fn from(word: &str) -> Self {
        match word {
            "warning" => Self::Warning,
            "error" => Self::Error,
            "critical" => Self::Critical,
            other => Self::Other(other.to_owned().into()),
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl ToolError {
    /// The code of [`required`](Self::required): `MISSING_REQUIRED_FIELD`.
    pub const MISSING_REQUIRED_FIELD: &'static str = "MISSING_REQUIRED_FIELD";

    /// The code of a [`RenderError`](crate::RenderError) that is the caller's fault, a `_select` that
    /// is no array of strings: `INVALID_SELECT`.
    pub const INVALID_SELECT: &'static str = "INVALID_SELECT";

    /// The code of a [`RenderError`](crate::RenderError) of data that does not fit its schema:
    /// `INVALID_DATA`.
    pub const INVALID_DATA: &'static str = "INVALID_DATA";

    /// The code of arguments that are not those of the call: of [`Model::accept`](crate::Model::accept),
    /// and of a [`RenderError`](crate::RenderError) of arguments that are no object:
    /// `INVALID_ARGUMENTS`.
    pub const INVALID_ARGUMENTS: &'static str = "INVALID_ARGUMENTS";

    /// The code of [`Model::accept`](crate::Model::accept) for an operation that is not declared:
    /// `UNKNOWN_OPERATION`.
    pub const UNKNOWN_OPERATION: &'static str = "UNKNOWN_OPERATION";

    /// The code of any other [`RenderError`](crate::RenderError), of text that is not the JSON that
    /// was asked for: `UNREADABLE_DATA`.
    pub const UNREADABLE_DATA: &'static str = "UNREADABLE_DATA";

    /// The code of a [`StreamError`](crate::StreamError) that is not the data's fault:
    /// `INCOMPLETE_DATA`.
    pub const INCOMPLETE_DATA: &'static str = "INCOMPLETE_DATA";

    /// The code of [`BuildErrors`](crate::BuildErrors) and of a [`BuildError`](crate::BuildError):
    /// `INVALID_DECLARATION`.
    pub const INVALID_DECLARATION: &'static str = "INVALID_DECLARATION";

    /// A message and nothing else: neither code nor severity.
    pub fn plain(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Told {
            code: None,
            severity: None,
            message: message.into(),
            recovery: Text::default(),
            actions: Vec::new(),
            details: Vec::new(),
            retry_after: 0,
        }))
    }

    /// A field of a tool's arguments is missing.
    ///
    /// ```
    /// use mcp_presenter::ToolError;
    ///
    /// let error = ToolError::required("workspace_id");
    /// let text = r#"MISSING_REQUIRED_FIELD: Required field "workspace_id" is missing."#;
    /// assert_eq!(error.to_string(), text);
    /// ```
    pub fn required(field: &str) -> Self {
        Self::plain(format!("Required field \"{field}\" is missing."))
            .code(Self::MISSING_REQUIRED_FIELD)
            .recovery(format!("Provide the \"{field}\" parameter and retry."))
    }

    /// A code for programs and a message for readers, of severity [`Error`](Severity::Error).
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::plain(message).code(code).severity(Severity::Error)
    }

    /// A code for programs. An empty one is written too.
    pub fn code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.0.code = Some(code.into());
        self
    }

    /// How bad it is: a [`Severity`], or a word.
    pub fn severity(mut self, severity: impl Into<Severity>) -> Self {
        self.0.severity = Some(severity.into());
        self
    }

    /// What the agent should do. An empty text is left out.
    pub fn recovery(mut self, recovery: impl Into<Cow<'static, str>>) -> Self {
        self.0.recovery = recovery.into();
        self
    }

    /// Actions that can be called now, in this order, instead of those given before. None at all are
    /// left out.
    pub fn actions<T: Into<Cow<'static, str>>>(
        mut self,
        actions: impl IntoIterator<Item = T>,
    ) -> Self {
        self.0.actions = actions.into_iter().map(Into::into).collect();
        self
    }

    /// One detail more, behind those given before.
    pub fn detail(
        mut self,
        key: impl Into<Cow<'static, str>>,
        value: impl Into<Cow<'static, str>>,
    ) -> Self {
        self.0.details.push((key.into(), value.into()));
        self
    }

    /// After how many seconds trying again makes sense. 0 is left out.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = seconds;
        self
    }

    /// What a result says of it as `isError`: everything but a warning is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.0.severity.as_ref().is_none_or(|severity| severity.as_str() != "warning")
    }
}

/// The code, if there is one, and the message.
impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.code.as_deref() {
            Some(code) if !code.is_empty() => write!(f, "{code}: {}", self.0.message),
            _ => f.write_str(&self.0.message),
        }
    }
}

impl fmt::Debug for ToolError {
    /// Says what there is and how long it is. What it is may be data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("code", &self.0.code)
            .field("severity", &self.0.severity)
            .field("message", &format_args!("{} bytes", self.0.message.len()))
            .field("recovery", &format_args!("{} bytes", self.0.recovery.len()))
            .field("actions", &self.0.actions.len())
            .field("details", &self.0.details.len())
            .field("retry_after", &self.0.retry_after)
            .finish()
    }
}

impl std::error::Error for ToolError {}
