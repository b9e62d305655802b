//! What stands behind the blocks of a result.

use std::fmt;
use std::ops::Range;

use crate::emit::unframe;

use super::Revision;

/// What stands behind the blocks of a result, in this order.
#[derive(Debug, Default)]
pub(crate) struct Tail<'t> {
    pub(crate) structured: Option<FramedJson<'t>>,
    pub(crate) is_error: Option<bool>,
    pub(crate) meta: Option<FramedJson<'t>>,
    pub(crate) revision: Revision,
}

/// JSON without white space, escaped as the text of a block in the same frame.
pub(crate) enum FramedJson<'t> {
    /// It is a block's text: a range of the output.
    Block(Range<usize>),
    Apart(&'t [u8]),
}

impl fmt::Debug for FramedJson<'_> {
    /// Says how much there is, and nothing of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block(range) => write!(f, "Block({} bytes)", range.len()),
            Self::Apart(json) => write!(f, "Apart({} bytes)", json.len()),
        }
    }
}

impl FramedJson<'_> {
    fn first_byte(&self, out: &[u8]) -> Option<u8> {
        match self {
            Self::Block(range) => out.get(range.start).copied(),
            Self::Apart(json) => json.first().copied(),
        }
    }

    /// Appends the JSON itself.
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Block(range) => unframe::append_block(out, range.clone()),
            Self::Apart(json) => unframe::append(out, json),
        }
    }
}

impl Tail<'_> {
    /// Whether nothing stands there.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let Self { structured, is_error, meta, revision } = self;
        structured.is_none() && is_error.is_none() && meta.is_none() && !revision.has_result_type()
    }

    /// Writes the members, each with the comma before it; gives the length of the structured
    /// content.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> usize {
        let structured_bytes = self.write_structured(out);
        if let Some(is_error) = self.is_error {
            out.extend_from_slice(b",\"isError\":");
            out.extend_from_slice(if is_error { b"true" } else { b"false" });
        }
        if let Some(meta) = &self.meta {
            out.extend_from_slice(b",\"_meta\":");
            meta.write(out);
        }
        if self.revision.has_result_type() {
            out.extend_from_slice(b",\"resultType\":\"complete\"");
        }
        structured_bytes
    }

    fn write_structured(&self, out: &mut Vec<u8>) -> usize {
        let Some(json) = &self.structured else { return 0 };
        out.extend_from_slice(b",\"structuredContent\":");
        let start = out.len();
        let is_wrapped = self.revision.wraps() && json.first_byte(out) != Some(b'{');
        if is_wrapped {
            out.extend_from_slice(b"{\"items\":");
        }
        json.write(out);
        if is_wrapped {
            out.push(b'}');
        }
        out.len() - start
    }
}
