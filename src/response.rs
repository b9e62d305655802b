//! What a handler returns: data, the Presenter that shows it, and what is appended to it.

#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt;

use crate::emit::toon::options::ToonOptions;
use crate::frame::Channel;
use crate::hook::ui::Ui;
use crate::presenter::Presenter;
use crate::tool_error::ToolError;

/// What a tool handler answers: data, or a [`ToolError`], and blocks and lines of its own.
///
/// [`Presenter::response`] makes one whose data the Presenter shows, [`Response::success`],
/// [`Response::structured`], [`Response::toon`] and [`Response::text`] one without a Presenter, and
/// [`Response::error`], [`Response::required`] or a [`ToolError`] one that says what went wrong. What
/// is appended stands in the layer it belongs to, behind the Presenter's own;
/// [`Renderer::respond`](crate::Renderer::respond) writes it.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, Response, t};
///
/// let orders = Presenter::builder("Order")
///     .schema([t::string("id")])
///     .rules(["Ids are case-sensitive."])
///     .build()?;
/// let response = orders
///     .response(br#"{"id":"o-1","secret":1}"#)
///     .rule("This order is on hold.")
///     .directive("Be brief.")
///     .suggest("orders.release", "Release it")
///     .ui(|ui| ui.summary("on hold"));
///
/// let (mut renderer, mut out) = (Renderer::new(), Vec::new());
/// renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     "{\"id\":\"o-1\"}\n\n\
///      <ui_passthrough type=\"summary\">\n📊 **Summary**: on hold\n</ui_passthrough>\n\n\
///      <llm_directives>\n- Be brief.\n</llm_directives>\n\n\
///      <domain_rules>\n- Ids are case-sensitive.\n- This order is on hold.\n</domain_rules>\n\n\
///      <action_suggestions>\n- orders.release: Release it\n</action_suggestions>"
/// );
///
/// let mut out = Vec::new();
/// renderer.respond(&Response::text("Done"), &Request::new(), Frame::Result, &mut out)?;
/// assert_eq!(out, br#"{"content":[{"type":"text","text":"Done"}]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Response<'r> {
    pub(crate) data: ResponseData<'r>,
    pub(crate) presenter: Option<Presenter>,
    pub(crate) appended: Appended<'r>,
    pub(crate) channel: Option<Channel>,
    pub(crate) meta: Option<Meta<'r>>,
}

/// The data of a response.
pub(crate) enum ResponseData<'r> {
    Json(Cow<'r, [u8]>),
    Toon(Cow<'r, [u8]>, ToonOptions),
    Text(Cow<'r, str>),
    Error(ToolError),
}

impl fmt::Debug for ResponseData<'_> {
    /// Says how much there is. What it is may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(json) => write!(f, "Json({} bytes)", json.len()),
            Self::Toon(json, _) => write!(f, "Toon({} bytes of JSON)", json.len()),
            Self::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Self::Error(error) => error.fmt(f),
        }
    }
}

/// The JSON of a result's `_meta`, as it was given.
pub(crate) struct Meta<'r>(pub(crate) Cow<'r, [u8]>);

impl fmt::Debug for Meta<'_> {
    /// Says how much there is. What it is may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meta({} bytes)", self.0.len())
    }
}

/// Writes user interface of a handler's own.
type AppendedUi<'r> = dyn Fn(&mut Ui<'_>) + Send + 'r;

/// What a handler appends to a response.
#[derive(Default)]
pub(crate) struct Appended<'r> {
    pub(crate) ui: Vec<Box<AppendedUi<'r>>>,
    pub(crate) raw: Vec<String>,
    pub(crate) directives: Vec<String>,
    pub(crate) rules: Vec<String>,
    pub(crate) suggestions: Vec<(String, String)>,
}

impl Appended<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.ui.is_empty()
            && self.raw.is_empty()
            && self.directives.is_empty()
            && self.rules.is_empty()
            && self.suggestions.is_empty()
    }
}

impl fmt::Debug for Appended<'_> {
    /// Says how much there is. What it is may be data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Appended")
            .field("ui", &self.ui.len())
            .field("raw", &self.raw.len())
            .field("directives", &self.directives.len())
            .field("rules", &self.rules.len())
            .field("suggestions", &self.suggestions.len())
            .finish()
    }
}

impl Presenter {
    /// A response with this data, as the Presenter shows it.
    ///
    /// The JSON may be borrowed, or be a `Vec` that the response keeps.
    pub fn response<'r>(&self, json: impl Into<Cow<'r, [u8]>>) -> Response<'r> {
        let response = Response::of(ResponseData::Json(json.into()));
        Response { presenter: Some(self.clone()), ..response }
    }
}

impl<'r> Response<'r> {
    fn of(data: ResponseData<'r>) -> Self {
        let appended = Appended::default();
        Self { data, presenter: None, appended, channel: None, meta: None }
    }

    /// A response with this JSON, shown whole. A JSON string is its text; an empty one is `OK`.
    pub fn success(json: impl Into<Cow<'r, [u8]>>) -> Self {
        Self::of(ResponseData::Json(json.into()))
    }

    /// A response with this JSON, shown whole, as text and as structured content: [`success`] on
    /// [`Channel::Both`]. The text of a JSON string is quoted.
    ///
    /// ```
    /// use mcp_presenter::{Frame, Renderer, Request, Response};
    ///
    /// let mut out = Vec::new();
    /// let response = Response::structured(br#"{"id": 1, "tags": []}"#);
    /// let report = Renderer::new().respond(&response, &Request::new(), Frame::Result, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"{\"id\":1,\"tags\":[]}"}],"#,
    ///         r#""structuredContent":{"id":1,"tags":[]}}"#,
    ///     )
    /// );
    /// assert_eq!(report.structured_bytes(), 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`success`]: Self::success
    pub fn structured(json: impl Into<Cow<'r, [u8]>>) -> Self {
        Self::success(json).channel(Channel::Both)
    }

    /// An error with this message and nothing else: a [`ToolError::plain`].
    pub fn error(message: impl Into<Cow<'static, str>>) -> Self {
        ToolError::plain(message).into()
    }

    /// An error that says which field of a tool's arguments is missing: a [`ToolError::required`].
    ///
    /// ```
    /// use mcp_presenter::{Frame, Renderer, Request, Response};
    ///
    /// let mut out = Vec::new();
    /// let response = Response::required("id");
    /// Renderer::new().respond(&response, &Request::new(), Frame::Result, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"<tool_error code=\"MISSING_REQUIRED_FIELD\">"#,
    ///         r#"\n<message>Required field \"id\" is missing.</message>"#,
    ///         r#"\n<recovery>Provide the \"id\" parameter and retry.</recovery>"#,
    ///         r#"\n</tool_error>"}],"isError":true}"#,
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn required(field: &str) -> Self {
        ToolError::required(field).into()
    }

    /// A response with this JSON, shown whole as TOON, whatever format a request asks for.
    ///
    /// The data block holds what [`toon::encode`](crate::toon::encode) writes, escaped for its
    /// frame. So a JSON string is quoted where TOON asks for it, and an empty one is `""`.
    ///
    /// ```
    /// use mcp_presenter::toon::ToonOptions;
    /// use mcp_presenter::{Frame, Renderer, Request, Response};
    ///
    /// let json = br#"[{"id":1,"name":"Ada"},{"id":2,"name":"a|b"}]"#;
    /// let response = Response::toon(json, ToonOptions::new()).rule("Ids are stable.");
    /// let mut out = Vec::new();
    /// Renderer::new().respond(&response, &Request::new(), Frame::Blocks, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"["[2|]{id|name}:\n  1|Ada\n  2|\"a|b\"","#,
    ///         r#""<domain_rules>\n- Ids are stable.\n</domain_rules>"]"#,
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn toon(json: impl Into<Cow<'r, [u8]>>, options: ToonOptions) -> Self {
        Self::of(ResponseData::Toon(json.into(), options))
    }

    /// A response that is a text; an empty one is `OK`. A reserved tag in it loses its bracket.
    pub fn text(text: impl Into<Cow<'r, str>>) -> Self {
        Self::of(ResponseData::Text(text.into()))
    }

    /// Where the data stands, unless the request says where.
    pub fn channel(mut self, channel: Channel) -> Self {
        self.channel = Some(channel);
        self
    }

    /// Sets the `_meta` of the result: a JSON object of the program, for the client and not for the
    /// model. It is written without white space, duplicate keys once, also in the result of an
    /// error. [`Frame::Text`] and [`Frame::Blocks`] have no place for it.
    ///
    /// Nothing in it is selected or redacted. If it is not an object, the response cannot be
    /// rendered, in any frame: [`RenderErrorKind::InvalidMeta`].
    ///
    /// ```
    /// use mcp_presenter::{Frame, Renderer, Request, Response};
    ///
    /// let response = Response::text("Done").meta(br#"{"example.org/trace": "7f"}"#);
    /// let mut out = Vec::new();
    /// Renderer::new().respond(&response, &Request::new(), Frame::Result, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"{"content":[{"type":"text","text":"Done"}],"#,
    ///         r#""_meta":{"example.org/trace":"7f"}}"#,
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`Frame::Text`]: crate::Frame::Text
    /// [`Frame::Blocks`]: crate::Frame::Blocks
    /// [`RenderErrorKind::InvalidMeta`]: crate::RenderErrorKind::InvalidMeta
    pub fn meta(mut self, json: impl Into<Cow<'r, [u8]>>) -> Self {
        self.meta = Some(Meta(json.into()));
        self
    }

    /// Appends what `ui` writes to the user interface. It is called each time the response is
    /// rendered, once the data has been checked and written.
    pub fn ui(mut self, ui: impl Fn(&mut Ui<'_>) + Send + 'r) -> Self {
        self.appended.ui.push(Box::new(ui));
        self
    }

    /// Appends a line to the `<llm_directives>` block.
    pub fn directive(mut self, text: impl Into<String>) -> Self {
        self.appended.directives.push(text.into());
        self
    }

    /// Appends a line to the `<domain_rules>` block.
    pub fn rule(mut self, text: impl Into<String>) -> Self {
        self.appended.rules.push(text.into());
        self
    }

    /// Appends a line to the `<action_suggestions>` block: a tool, and why it may be called.
    pub fn suggest(mut self, tool: impl Into<String>, reason: impl Into<String>) -> Self {
        self.appended.suggestions.push((tool.into(), reason.into()));
        self
    }

    /// Appends a block that is sent as it is, behind those of embedded Presenters. Nothing in it is
    /// escaped but what the frame asks for: it is for text of the program, never for data.
    pub fn raw(mut self, block: impl Into<String>) -> Self {
        self.appended.raw.push(block.into());
        self
    }
}

impl From<ToolError> for Response<'_> {
    /// The error in the place of the data. What is appended follows it as it would follow data.
    fn from(error: ToolError) -> Self {
        Self::of(ResponseData::Error(error))
    }
}
