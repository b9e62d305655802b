//! A `BytesMut` as the buffer of a render.

#![cfg(feature = "bytes")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::BytesMut;
use mcp_presenter::{Frame, Presenter, Renderer, Request, append_to_bytes};

#[test]
fn what_is_rendered_is_appended() {
    let everything = Presenter::builder("P").allow_everything().build().expect("a Presenter");
    let mut renderer = Renderer::new();
    let mut buffer = BytesMut::from(&b"KEEP"[..]);
    let mut render = |json: &[u8], buffer: &mut BytesMut| {
        let request = Request::new();
        append_to_bytes(buffer, |out| {
            renderer.render(&everything, json, &request, Frame::Text, out).is_ok()
        })
    };
    assert!(render(b"[1]", &mut buffer));
    assert_eq!(buffer, "KEEP[1]");
    assert!(!render(b"[1", &mut buffer));
    assert_eq!(buffer, "KEEP[1]");
    // Shared with what was split off before.
    let first = buffer.split_to(5);
    assert!(render(b"{}", &mut buffer));
    assert_eq!((&first[..], &buffer[..]), (&b"KEEP["[..], &b"1]{}"[..]));
    let body = buffer.split().freeze();
    assert!(render(b"null", &mut buffer));
    assert_eq!((&body[..], &buffer[..]), (&b"1]{}"[..], &b"null"[..]));
}

#[test]
fn memory_that_nobody_shares_stays() {
    let mut buffer = BytesMut::with_capacity(10_000);
    buffer.extend_from_slice(b"KEEP");
    let place = buffer.as_ptr();
    append_to_bytes(&mut buffer, |out| {
        assert_eq!(out.as_ptr(), place);
        out.extend_from_slice(b"more");
    });
    assert_eq!((buffer.as_ptr(), buffer.capacity()), (place, 10_000));
    assert_eq!(buffer, "KEEPmore");
}

#[test]
fn a_panic_leaves_the_buffer_as_it_was() {
    let panics = Presenter::builder("P")
        .allow_everything()
        .ui(|_, _| std::panic::panic_any("in a hook"))
        .build()
        .expect("a Presenter");
    let mut buffer = BytesMut::from(&b"KEEP"[..]);
    let caught = catch_unwind(AssertUnwindSafe(|| {
        append_to_bytes(&mut buffer, |out| {
            Renderer::new().render(&panics, b"{}", &Request::new(), Frame::Text, out)
        })
    }));
    assert!(caught.is_err());
    assert_eq!(buffer, "KEEP");
}
