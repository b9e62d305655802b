//! What surrounds the blocks: plain text, a JSON array, a tool result, a JSON-RPC line, an event.

#![forbid(unsafe_code)]

mod channel;
mod event;
mod revision;
mod tail;

use crate::emit::context::{ContextId, Line};

pub use channel::Channel;
pub use event::{Event, EventIdError};
pub use revision::{Revision, RevisionError};
pub(crate) use tail::{FramedJson, Tail};

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame<'a> {
    /// The text of the blocks with an empty line between two.
    Text,
    /// A JSON array of the blocks' texts.
    Blocks,
    /// A `CallToolResult`: `{"content":[{"type":"text","text":"…"}]}`.
    Result,
    /// A JSON-RPC response with the result in it, as one physical line without a line end. U+2028
    /// and U+2029 are escaped, for readers that break lines there.
    JsonRpc(RequestId<'a>),
    /// The same line as the data of a server-sent event, with the empty line that ends it.
    Event(Event<'a>),
}

/// The `id` of the JSON-RPC request that is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestId<'a> {
    /// A number.
    Number(i64),
    /// A string.
    Text(&'a str),
}

impl Frame<'_> {
    /// Where the blocks stand in it.
    pub(crate) fn context(&self) -> ContextId {
        match self {
            Self::Text => ContextId::Plain,
            Self::Blocks | Self::Result => ContextId::Framed,
            Self::JsonRpc(_) | Self::Event(_) => ContextId::Line,
        }
    }

    /// Begins the frame and its first block.
    pub(crate) fn begin(&self, out: &mut Vec<u8>) {
        match self {
            Self::Text => {}
            Self::Blocks => out.extend_from_slice(b"[\""),
            Self::Result => out.extend_from_slice(b"{\"content\":[{\"type\":\"text\",\"text\":\""),
            Self::Event(event) => {
                event.begin(out);
                Frame::JsonRpc(event.request).begin(out);
            }
            Self::JsonRpc(id) => {
                out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
                match id {
                    RequestId::Number(number) => {
                        use std::io::Write;
                        // Writing to a Vec cannot fail.
                        let _ = write!(out, "{number}");
                    }
                    RequestId::Text(text) => write_id(out, text),
                }
                out.extend_from_slice(b",\"result\":");
                Frame::Result.begin(out);
            }
        }
    }

    /// What ends a block and begins the next.
    pub(crate) fn separator(&self) -> &'static [u8] {
        match self {
            Self::Text => b"\n\n",
            Self::Blocks => b"\",\"",
            Self::Result | Self::JsonRpc(_) | Self::Event(_) => {
                b"\"},{\"type\":\"text\",\"text\":\""
            }
        }
    }

    /// A word for it, for logs.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Blocks => "blocks",
            Self::Result => "result",
            Self::JsonRpc(_) => "json_rpc",
            Self::Event(_) => "event",
        }
    }

    /// Whether there is a result, with a place for more than blocks.
    pub(crate) fn has_result(&self) -> bool {
        matches!(self, Self::Result | Self::JsonRpc(_) | Self::Event(_))
    }

    /// Ends the last block and the frame, with what stands behind the blocks if there is a place for
    /// it; gives the length of the structured content.
    #[inline]
    pub(crate) fn end(&self, out: &mut Vec<u8>, tail: &Tail<'_>) -> usize {
        let end: &[u8] = match self {
            Self::Text => b"",
            Self::Blocks => b"\"]",
            Self::Result if tail.is_empty() => b"\"}]}",
            Self::JsonRpc(_) if tail.is_empty() => b"\"}]}}",
            Self::Event(_) if tail.is_empty() => b"\"}]}}\n\n",
            Self::Result => return Self::end_with(out, tail, b"}"),
            Self::JsonRpc(_) => return Self::end_with(out, tail, b"}}"),
            Self::Event(_) => return Self::end_with(out, tail, b"}}\n\n"),
        };
        out.extend_from_slice(end);
        0
    }

    #[inline(never)]
    fn end_with(out: &mut Vec<u8>, tail: &Tail<'_>, end: &[u8]) -> usize {
        out.extend_from_slice(b"\"}]");
        let structured_bytes = tail.write(out);
        out.extend_from_slice(end);
        structured_bytes
    }
}

/// Writes the text of an id as a JSON string of the frame itself.
fn write_id(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    crate::emit::text::write_own::<Line>(out, text);
    out.push(b'"');
}
