//! Where in a result the data stands.

/// Where in a result the data stands: in the text of the first block, in `structuredContent`, or in
/// both.
///
/// A [`Request`](crate::Request::channel) asks for one, or else a
/// [`Response`](crate::Response::channel). Whatever is asked for, only [`Frame::Result`],
/// [`Frame::JsonRpc`] and [`Frame::Event`] have a place for structured content, and only since the revision
/// [`V2025_06_18`](crate::Revision::V2025_06_18); elsewhere the data stands in the text. So it does
/// where it is a text itself ([`Response::text`](crate::Response::text)), and an error has no data.
///
/// Structured content is the JSON of what is shown, without white space: it is selected, redacted
/// and limited like the text, since it is the text. Where the text is that JSON, it is copied from
/// there. Where it is another format, the data is walked once more, and a
/// [function](crate::Censor::function) that is a censor is called again.
///
/// Where structured content is asked for, a document that is a string is quoted in the text too: the
/// text is JSON then, or TOON, and not the string's characters.
///
/// ```
/// use mcp_presenter::{Channel, Frame, Presenter, Renderer, Request, t};
///
/// let orders = Presenter::builder("Order").schema([t::string("id")]).build()?;
/// let mut renderer = Renderer::new();
/// let mut show = |channel| -> Result<String, Box<dyn std::error::Error>> {
///     let (json, request) = (br#"{"id":"o-1","cost":9}"#, Request::new().channel(channel));
///     let mut out = Vec::new();
///     renderer.render(&orders, json, &request, Frame::Result, &mut out)?;
///     Ok(String::from_utf8(out)?)
/// };
/// assert_eq!(
///     show(Channel::Both)?,
///     concat!(
///         r#"{"content":[{"type":"text","text":"{\"id\":\"o-1\"}"}],"#,
///         r#""structuredContent":{"id":"o-1"}}"#,
///     )
/// );
/// assert_eq!(
///     show(Channel::Structured)?,
///     concat!(
///         r#"{"content":[{"type":"text","text":"The data is in structuredContent."}],"#,
///         r#""structuredContent":{"id":"o-1"}}"#,
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Frame::Result`]: crate::Frame::Result
/// [`Frame::JsonRpc`]: crate::Frame::JsonRpc
/// [`Frame::Event`]: crate::Frame::Event
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Channel {
    /// In the text.
    #[default]
    Text,
    /// In `structuredContent`. The first block is there all the same, with a short text that says
    /// where the data is: clients look for it. What stands around the data follows as ever.
    Structured,
    /// In both.
    Both,
}
