//! What a stream reads.

use std::fmt;

use crate::door::stream::StreamForm;

/// Bytes that are read at a time, and gathered before they are written, unless a program says
/// otherwise. With half of it a pipe costs a tenth more.
const USUAL_CHUNK: usize = 256 << 10;

/// What [`Renderer::stream`](crate::Renderer::stream) reads, and how it is to be understood.
///
/// ```
/// use mcp_presenter::Input;
///
/// let lines = Input::nd_json(std::io::stdin().lock()).write_chunk(1 << 20);
/// # let _ = lines;
/// ```
pub struct Input<R> {
    source: R,
    plan: InputPlan,
}

/// How an input is to be understood and gone through.
#[derive(Clone, Copy, Debug)]
pub(super) struct InputPlan {
    pub(super) form: StreamForm,
    pub(super) items: Option<usize>,
    pub(super) read_chunk: usize,
    pub(super) write_chunk: usize,
}

impl<R> fmt::Debug for Input<R> {
    /// Says how it is understood; what it holds is data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InputPlan { form, items, read_chunk, write_chunk } = &self.plan;
        f.debug_struct("Input")
            .field("form", form)
            .field("items", items)
            .field("read_chunk", read_chunk)
            .field("write_chunk", write_chunk)
            .finish_non_exhaustive()
    }
}

impl<R> Input<R> {
    /// One JSON document, as [`render`](crate::Renderer::render) takes it: an array is read item by
    /// item, any other value as a whole.
    #[must_use]
    pub fn json(source: R) -> Self {
        Self::new(source, StreamForm::Document)
    }

    fn new(source: R, form: StreamForm) -> Self {
        let (read_chunk, write_chunk) = (USUAL_CHUNK, USUAL_CHUNK);
        Self { source, plan: InputPlan { form, items: None, read_chunk, write_chunk } }
    }

    pub(super) fn split(self) -> (R, InputPlan) {
        (self.source, self.plan)
    }

    /// Lines of JSON (NDJSON, JSON Lines), each one item: what they show is what the array of them
    /// shows, so none at all is an empty collection.
    ///
    /// A line ends with LF or CRLF, the last one also with the input. Lines of nothing but white
    /// space are no items. A line that holds half a value, or two, is an error.
    #[must_use]
    pub fn nd_json(source: R) -> Self {
        Self::new(source, StreamForm::Lines)
    }

    /// How many items there are, beyond a limit too. [TOON](crate::Format::Toon) says this before
    /// the first item, so it has to be known; another number is then
    /// [`WrongCount`](crate::StreamErrorKind::WrongCount), for any format.
    #[must_use]
    pub fn items(mut self, count: usize) -> Self {
        self.plan.items = Some(count);
        self
    }

    /// How many bytes are read before anything is made of them, or for a larger item twice as many as
    /// it has; 256 KiB unless it is given. The output never depends on it.
    #[must_use]
    pub fn read_chunk(mut self, bytes: usize) -> Self {
        self.plan.read_chunk = bytes.max(1);
        self
    }

    /// How many bytes of the result are gathered before they are written; 256 KiB unless it is given. A
    /// result that is smaller is written as a whole or not at all.
    #[must_use]
    pub fn write_chunk(mut self, bytes: usize) -> Self {
        self.plan.write_chunk = bytes.max(1);
        self
    }
}
