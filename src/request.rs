//! What one call asks for.

#![forbid(unsafe_code)]

use crate::emit::format::Format;
use crate::error::{RenderError, RenderErrorKind};
use crate::frame::{Channel, Revision};
use crate::scan::tape::{Tape, TokenKind};
use crate::scan::{USUAL_DEPTH, strict};
use crate::text::string::Decoder;
use crate::walk::bind::last_member;
use crate::walk::duplicates::body;
use crate::walk::select::{SELECT, SelectList};

/// What one call asks for.
///
/// ```
/// use mcp_presenter::{Format, Request};
///
/// let request = Request::new().select(["id", "status"]).format(Format::JsonPretty);
/// let from_arguments = Request::new().select_json(br#"["id","status"]"#)?;
/// # let _ = (request, from_arguments);
/// # Ok::<(), mcp_presenter::RenderError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub(crate) select: SelectList,
    pub(crate) format: Option<Format>,
    pub(crate) revision: Revision,
    pub(crate) channel: Option<Channel>,
    pub(crate) declares_output: bool,
}

impl Request {
    /// Everything, in the Presenter's own format.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Only these root keys, in this order. Unknown names are ignored and reported; no name at
    /// all selects everything. Where the Presenter has
    /// [`nested_select`](crate::PresenterBuilder::nested_select), names are paths.
    #[must_use]
    pub fn select<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.select = SelectList::new(names.into_iter().map(Into::into));
        self
    }

    /// [`select`](Self::select) with the JSON value of a tool's `_select` argument: an array of
    /// strings, or `null` for everything.
    ///
    /// # Errors
    ///
    /// [`RenderErrorKind::InvalidSelect`] for any other value and for text that is no JSON.
    pub fn select_json(self, json: &[u8]) -> Result<Self, RenderError> {
        let invalid = |at| RenderError::new(RenderErrorKind::InvalidSelect, Some(at), None);
        let mut tape = Tape::default();
        let start = strict::skip_space(json, 0);
        let end = strict::parse(json, start, 1, &mut tape).map_err(|(_, at)| invalid(at))?;
        if strict::skip_space(json, end) < json.len() {
            return Err(invalid(end));
        }
        self.selected(json, &tape, 0)
    }

    /// [`select_json`](Self::select_json) with the member `_select` of the arguments of a tool's
    /// call, a JSON object. Without such a member everything is selected; of several the last counts.
    ///
    /// Other members are not looked at. For a tool that may not offer the parameter see
    /// [`Tool::request`](crate::Tool::request).
    ///
    /// ```
    /// use mcp_presenter::{RenderErrorKind, Request};
    ///
    /// let request = Request::new().arguments(br#"{"id":"inv-1","_select":["status","id"]}"#)?;
    /// let error = Request::new().arguments(br#"{"id":"inv-1","_select":["status",7]}"#).unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (RenderErrorKind::InvalidSelect, Some(34)));
    /// # let _ = request;
    /// # Ok::<(), mcp_presenter::RenderError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// With the byte of the arguments where it is: [`RenderErrorKind::InvalidSelect`] if the member
    /// is neither null nor an array of strings, [`RenderErrorKind::InvalidArguments`] if the
    /// arguments are no object, and what is wrong with text that is no JSON.
    pub fn arguments(self, json: &[u8]) -> Result<Self, RenderError> {
        let fault = |kind, at| RenderError::new(kind, Some(at), None);
        let mut tape = Tape::default();
        let start = strict::value_start(json);
        if start == json.len() {
            return Err(fault(RenderErrorKind::Empty, start));
        }
        let end = strict::parse(json, start, USUAL_DEPTH, &mut tape)
            .map_err(|(kind, at)| fault(kind, at))?;
        let rest = strict::skip_space(json, end);
        if rest < json.len() {
            return Err(fault(RenderErrorKind::TrailingBytes, rest));
        }
        if tape.tokens[0].kind != TokenKind::Object {
            return Err(fault(RenderErrorKind::InvalidArguments, start));
        }
        match last_member(json, &tape.tokens, 0, SELECT.as_bytes()) {
            Some(at) => self.selected(json, &tape, at),
            None => Ok(self.select::<String>([])),
        }
    }

    /// Only the root keys that the value at token `at` lists.
    fn selected(self, json: &[u8], tape: &Tape, at: usize) -> Result<Self, RenderError> {
        let invalid = |at| RenderError::new(RenderErrorKind::InvalidSelect, Some(at), None);
        let list = tape.tokens[at];
        match list.kind {
            TokenKind::Null => Ok(self.select::<String>([])),
            TokenKind::Array => {
                // Up to the first that is a container these are the elements.
                let names = &tape.tokens[at + 1..list.next as usize];
                if let Some(other) = names.iter().find(|name| name.kind != TokenKind::String) {
                    return Err(invalid(other.start as usize));
                }
                let decode = |name| Decoder::new(body(json, name)).collect::<String>();
                Ok(self.select(names.iter().map(decode)))
            }
            _ => Err(invalid(list.start as usize)),
        }
    }

    /// The revision of the protocol that the peer speaks. It decides what a result may hold; see
    /// [`Revision`]. 2025-11-25 unless it is given.
    ///
    /// ```
    /// use mcp_presenter::{Channel, Frame, Renderer, Request, Response, Revision};
    ///
    /// let mut renderer = Renderer::new();
    /// let mut show = |revision: &str| -> Result<String, Box<dyn std::error::Error>> {
    ///     let request = Request::new().revision(revision.parse()?).channel(Channel::Both);
    ///     let mut out = Vec::new();
    ///     renderer.respond(&Response::success(b"[1,2]"), &request, Frame::Result, &mut out)?;
    ///     Ok(String::from_utf8(out)?)
    /// };
    /// assert_eq!(show("2025-03-26")?, r#"{"content":[{"type":"text","text":"[1,2]"}]}"#);
    /// assert_eq!(
    ///     show("2025-11-25")?,
    ///     r#"{"content":[{"type":"text","text":"[1,2]"}],"structuredContent":{"items":[1,2]}}"#
    /// );
    /// assert_eq!(
    ///     show("2026-07-28")?,
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"[1,2]"}],"structuredContent":[1,2],"#,
    ///         r#""resultType":"complete"}"#,
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Where the data stands, instead of what the response says; [`Channel::Text`] if neither says
    /// anything.
    #[must_use]
    pub fn channel(mut self, channel: Channel) -> Self {
        self.channel = Some(channel);
        self
    }

    /// Whether the tool that was called has declared an output schema
    /// ([`Presenter::output_schema`](crate::Presenter::output_schema)). Off unless set.
    ///
    /// If it has, the protocol asks for structured content in every result that is no error, and
    /// clients refuse others. So the data stands in both places where nothing else is asked for, and a
    /// result that would have no structured content is an error,
    /// [`RenderErrorKind::NoStructuredContent`]: a text, a warning, data in the text alone. It is not
    /// asked of [`Frame::Text`](crate::Frame::Text) and [`Frame::Blocks`](crate::Frame::Blocks), nor in
    /// [revisions](Self::revision) that have no structured content.
    ///
    /// ```
    /// use mcp_presenter::{Channel, Frame, RenderErrorKind, Renderer, Request, Response};
    ///
    /// let (request, mut out) = (Request::new().declares_output(true), Vec::new());
    /// let mut renderer = Renderer::new();
    /// renderer.respond(&Response::success(b"{}"), &request, Frame::Result, &mut out)?;
    /// assert_eq!(out, br#"{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}"#);
    ///
    /// let error = renderer
    ///     .respond(&Response::text("Done"), &request, Frame::Result, &mut out)
    ///     .unwrap_err();
    /// assert_eq!(error.kind(), RenderErrorKind::NoStructuredContent);
    /// # Ok::<(), mcp_presenter::RenderError>(())
    /// ```
    #[must_use]
    pub fn declares_output(mut self, on: bool) -> Self {
        self.declares_output = on;
        self
    }

    /// The form of the data block, instead of the Presenter's own.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }
}
