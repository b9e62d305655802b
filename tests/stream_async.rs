//! Streams in async code: what comes in pieces, with waits between them, is written as without waits.

#![cfg(feature = "tokio")]

use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use mcp_presenter::{
    Censor, Frame, Input, Presenter, Renderer, Report, Request, RequestId, StreamError,
    StreamErrorKind, t,
};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Gives so many bytes at a time, and waits before each.
struct Slow<'a> {
    bytes: &'a [u8],
    step: usize,
    waits: bool,
    /// How it ends.
    end: fn() -> io::Result<()>,
}

impl<'a> Slow<'a> {
    fn new(bytes: &'a [u8], step: usize) -> Self {
        Self { bytes, step, waits: true, end: || Ok(()) }
    }
}

impl AsyncRead for Slow<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.waits = !self.waits;
        if !self.waits {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.bytes.is_empty() {
            return Poll::Ready((self.end)());
        }
        let length = self.step.min(self.bytes.len()).min(room.remaining());
        room.put_slice(&self.bytes[..length]);
        self.bytes = &self.bytes[length..];
        Poll::Ready(Ok(()))
    }
}

/// Takes so many bytes at a time, and waits before each; fails behind so many.
struct Narrow {
    bytes: Vec<u8>,
    step: usize,
    waits: bool,
    most: usize,
}

impl AsyncWrite for Narrow {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.waits = !self.waits;
        if !self.waits {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let length = self.step.min(bytes.len()).min(self.most - self.bytes.len());
        if length == 0 {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        self.bytes.extend_from_slice(&bytes[..length]);
        Poll::Ready(Ok(length))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

fn narrow(most: usize) -> Narrow {
    Narrow { bytes: Vec::new(), step: 50, waits: true, most }
}

fn orders() -> Presenter {
    let built = Presenter::builder("Order")
        .schema([t::integer("id"), t::string("email")])
        .redact_pii(["email"])
        .limit(40)
        .build();
    built.expect("a Presenter")
}

fn lines(count: usize) -> String {
    (0..count).map(|id| format!("{{\"email\":\"a@b\",\"id\":{id},\"cost\":7}}\n")).collect()
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(future)
}

type Streamed = Result<Report, StreamError>;

/// What comes of a stream without waits, and with them.
fn both(json: &str, chunk: usize, step: usize) -> (Streamed, Vec<u8>, Streamed, Vec<u8>) {
    let (presenter, request) = (orders(), Request::new());
    let frame = Frame::JsonRpc(RequestId::Number(7));
    let mut expected = Vec::new();
    let input = Input::nd_json(json.as_bytes()).read_chunk(chunk).write_chunk(300);
    let of_sync = Renderer::new().stream(&presenter, input, &request, frame, &mut expected);
    let mut writer = narrow(usize::MAX);
    let input = Input::nd_json(Slow::new(json.as_bytes(), step)).read_chunk(chunk).write_chunk(300);
    let of_async = block_on(async {
        Renderer::new().stream_async(&presenter, input, &request, frame, &mut writer).await
    });
    (of_sync, expected, of_async, writer.bytes)
}

#[test]
fn the_bytes_are_those_without_waits() {
    for count in [0, 1, 3, 60] {
        for (chunk, step) in [(1, 1), (10, 3), (64, 64), (1 << 16, 7)] {
            let (of_sync, expected, of_async, out) = both(&lines(count), chunk, step);
            assert_eq!(String::from_utf8(out), String::from_utf8(expected));
            let (of_sync, of_async) = (of_sync.expect("orders"), of_async.expect("orders"));
            assert_eq!(format!("{of_sync:?}"), format!("{of_async:?}"));
        }
    }
}

#[test]
fn errors_are_those_without_waits() {
    for wrong in ["{\"id\":\"x\"}\n", "{", "[1,2]\n3 4"] {
        for before in [0, 30] {
            let json = lines(before) + wrong;
            let (of_sync, expected, of_async, out) = both(&json, 64, 20);
            assert_eq!(String::from_utf8(out), String::from_utf8(expected));
            let (of_sync, of_async) = (of_sync.unwrap_err(), of_async.unwrap_err());
            assert_eq!(format!("{of_sync:?}"), format!("{of_async:?}"));
        }
    }
}

#[test]
fn a_reader_that_fails_ends_the_message() {
    let (presenter, request, json) = (orders(), Request::new(), lines(30));
    let end = || Err(io::Error::other("4111-1111"));
    let reader = Slow { end, ..Slow::new(json.as_bytes(), 100) };
    let input = Input::nd_json(reader).read_chunk(100).write_chunk(100);
    let mut out = Vec::new();
    let error = block_on(async {
        Renderer::new().stream_async(&presenter, input, &request, Frame::Result, &mut out).await
    })
    .unwrap_err();
    assert_eq!((error.kind(), error.bytes_written()), (StreamErrorKind::Read, out.len()));
    let result: Value = serde_json::from_slice(&out).expect("a message that is closed");
    assert_eq!(result["isError"], true);
    assert!(!format!("{error:?}{result}").contains("4111"));
}

#[test]
fn a_writer_that_fails_has_what_it_took() {
    let (presenter, request, json) = (orders(), Request::new(), lines(30));
    let mut writer = narrow(500);
    let error = block_on(async {
        let input = Input::nd_json(json.as_bytes()).read_chunk(100).write_chunk(100);
        Renderer::new().stream_async(&presenter, input, &request, Frame::Result, &mut writer).await
    })
    .unwrap_err();
    assert_eq!((error.kind(), error.bytes_written()), (StreamErrorKind::Write, 500));
}

#[test]
fn a_panic_ends_the_message() {
    let panics = Presenter::builder("P")
        .schema([t::integer("id")])
        .redact(
            ["id"],
            Censor::function(|value, _| {
                assert!(value.text() != "25", "the twenty-fifth");
                "x".to_owned()
            }),
        )
        .build()
        .expect("a Presenter");
    let (json, request, mut out) = (lines(30), Request::new(), Vec::new());
    let caught = catch_unwind(AssertUnwindSafe(|| {
        block_on(async {
            let input = Input::nd_json(json.as_bytes()).read_chunk(100).write_chunk(100);
            Renderer::new().stream_async(&panics, input, &request, Frame::Result, &mut out).await
        })
    }));
    assert!(caught.is_err());
    let result: Value = serde_json::from_slice(&out).expect("a message that is closed");
    assert_eq!(result["isError"], true);
}

#[test]
fn a_future_that_is_dropped_leaves_the_renderer_usable() {
    let (presenter, request, json) = (orders(), Request::new(), lines(60));
    let mut renderer = Renderer::new();
    let mut out = Vec::new();
    {
        let input =
            Input::nd_json(Slow::new(json.as_bytes(), 100)).read_chunk(100).write_chunk(100);
        let stream = renderer.stream_async(&presenter, input, &request, Frame::Result, &mut out);
        let mut stream = std::pin::pin!(stream);
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..20 {
            assert!(stream.as_mut().poll(&mut context).is_pending());
        }
    }
    assert!(!out.is_empty());
    out.clear();
    let report = renderer.render(
        &presenter,
        b"[{\"id\":1,\"email\":\"x\"}]",
        &request,
        Frame::Text,
        &mut out,
    );
    assert_eq!(report.expect("an order").items(), 1);
    assert_eq!(String::from_utf8_lossy(&out), r#"[{"id":1,"email":"[REDACTED]"}]"#);
}

#[test]
fn the_future_may_go_to_another_thread() {
    fn sends<T: Send>(value: T) -> T {
        value
    }
    let (presenter, request) = (orders(), Request::new());
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    let input = Input::nd_json(&b""[..]);
    let stream = renderer.stream_async(&presenter, input, &request, Frame::Text, &mut out);
    assert_eq!(block_on(sends(stream)).expect("no orders").items(), 0);
}
