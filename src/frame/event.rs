//! A server-sent event, for streamable HTTP.

use std::fmt;

use super::RequestId;

/// A server-sent event whose data is the JSON-RPC response, as streamable HTTP answers a call with
/// (WHATWG HTML, 9.2 Server-sent events).
///
/// ```
/// use mcp_presenter::{Event, Frame, Presenter, Renderer, Request, RequestId};
///
/// let everything = Presenter::builder("Any").allow_everything().build()?;
/// let event = Event::new(RequestId::Number(7)).id("stream-1/42")?;
/// let mut out = Vec::new();
/// Renderer::new().render(&everything, b"[]", &Request::new(), Frame::Event(event), &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     concat!(
///         "event: message\n",
///         "id: stream-1/42\n",
///         r#"data: {"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"[]"}]}}"#,
///         "\n\n",
///     )
/// );
/// assert!(Event::new(RequestId::Number(7)).id("two\nlines").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    pub(super) request: RequestId<'a>,
    id: Option<&'a str>,
}

impl<'a> Event<'a> {
    /// The event that answers this request, of the type `message`.
    #[must_use]
    pub fn new(request: RequestId<'a>) -> Self {
        Self { request, id: None }
    }

    /// Gives the event an id of its own, which a client sends as `Last-Event-ID` to go on behind it.
    ///
    /// # Errors
    ///
    /// A text with a line end, which would end the field, or a NUL, for which clients ignore it.
    pub fn id(self, id: &'a str) -> Result<Self, EventIdError> {
        match id.contains(['\n', '\r', '\0']) {
            true => Err(EventIdError),
            false => Ok(Self { id: Some(id), ..self }),
        }
    }

    /// Writes what stands before the data.
    pub(super) fn begin(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"event: message\n");
        if let Some(id) = self.id {
            out.extend_from_slice(b"id: ");
            out.extend_from_slice(id.as_bytes());
            out.push(b'\n');
        }
        out.extend_from_slice(b"data: ");
    }
}

/// The id of an event that holds a line end or a NUL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventIdError;

impl fmt::Display for EventIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the id of an event holds a line end or a NUL")
    }
}

impl std::error::Error for EventIdError {}
