//! The buffers of the crate bytes.

use bytes::{Bytes, BytesMut};

/// Lets `render` append to a [`BytesMut`], as to a `Vec`. Of the feature `bytes`.
///
/// The memory of the buffer is lent, not copied, if nobody shares it; if somebody does, say a `Bytes`
/// split off before, what stands in the buffer is copied to memory of its own. One small allocation,
/// besides what `render` asks for. Whatever `render` does, fail or panic, what stood in the buffer
/// stands there afterwards.
///
/// ```
/// use bytes::BytesMut;
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, append_to_bytes};
///
/// let everything = Presenter::builder("Any").allow_everything().build()?;
/// let (mut renderer, mut buffer) = (Renderer::new(), BytesMut::new());
/// append_to_bytes(&mut buffer, |out| {
///     renderer.render(&everything, b"[1, 2]", &Request::new(), Frame::Text, out)
/// })?;
/// let body = buffer.split().freeze(); // for hyper, axum or tonic
/// assert_eq!(body, "[1,2]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn append_to_bytes<T>(buffer: &mut BytesMut, render: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    let bytes = Vec::from(std::mem::take(buffer));
    let mut lent = Lent { buffer, bytes };
    render(&mut lent.bytes)
}

/// The memory of a buffer, which gets it back in any case.
struct Lent<'b> {
    buffer: &'b mut BytesMut,
    bytes: Vec<u8>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        *self.buffer = BytesMut::from(Bytes::from(bytes));
    }
}
