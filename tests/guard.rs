//! No byte beyond the input is read: inputs lie against pages that cannot be read, so that one read
//! too far ends the process; and what lies behind an input that can be read changes nothing.

#![cfg(unix)]

use std::ptr::NonNull;

use mcp_presenter::{Censor, Frame, Isa, Presenter, RenderErrorKind, Renderer, Request, Type, t};

/// Some readable pages between two that cannot be read.
struct Guarded {
    start: NonNull<u8>,
    page: usize,
    pages: usize,
}

impl Guarded {
    fn new(length: usize) -> Self {
        // SAFETY: asks for a number, has no conditions.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let page = usize::try_from(page).expect("a page size");
        let pages = length.div_ceil(page).max(1);
        // SAFETY: a new private mapping at a place of the system's choice touches no other memory.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                (pages + 2) * page,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        assert_ne!(start, libc::MAP_FAILED, "no memory");
        let guarded = Self { start: NonNull::new(start.cast()).expect("a place"), page, pages };
        // SAFETY: the range is the mapping without its first and last page.
        let changed = unsafe {
            libc::mprotect(
                guarded.readable().as_ptr().cast(),
                pages * page,
                libc::PROT_READ | libc::PROT_WRITE,
            )
        };
        assert_eq!(changed, 0, "pages that stay unreadable");
        guarded
    }

    /// Where the readable pages begin.
    fn readable(&self) -> NonNull<u8> {
        // SAFETY: the mapping has `pages + 2` pages, so the second one is inside.
        unsafe { self.start.add(self.page) }
    }

    /// `bytes` with an unreadable page right behind them.
    fn at_end(&mut self, bytes: &[u8]) -> &[u8] {
        let room = self.pages * self.page;
        assert!(bytes.len() <= room);
        self.copy(bytes, room - bytes.len())
    }

    /// `bytes` with an unreadable page right before them.
    fn at_start(&mut self, bytes: &[u8]) -> &[u8] {
        assert!(bytes.len() <= self.pages * self.page);
        self.copy(bytes, 0)
    }

    fn copy(&mut self, bytes: &[u8], offset: usize) -> &[u8] {
        // SAFETY: both callers have checked that `offset + bytes.len()` is inside the readable
        // pages.
        let place = unsafe { self.readable().add(offset) };
        // SAFETY: the place is writable for `bytes.len()` bytes and lies in a mapping of our own,
        // which `bytes`, borrowed from elsewhere, does not overlap.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place.as_ptr(), bytes.len()) };
        // SAFETY: just written; borrowed from `self`, which keeps the mapping and cannot write to
        // it meanwhile.
        unsafe { std::slice::from_raw_parts(place.as_ptr(), bytes.len()) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the whole mapping, which nothing borrows any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), (self.pages + 2) * self.page) };
    }
}

fn presenters() -> [Presenter; 3] {
    [
        Presenter::builder("Any").allow_everything().redact_pii(["**.pw"]),
        Presenter::builder("Declared").schema([
            t::string("id"),
            t::number("n").optional(),
            t::any("x").optional(),
            t::object("o", [t::boolean("b")]).optional(),
        ]),
        Presenter::builder("Limited")
            .schema([t::string("id")])
            .redact(["id"], Censor::keep_last(4))
            .limit(1),
    ]
    .map(|builder| builder.build().expect("a presenter"))
}

/// Small documents of every kind of value, and larger ones of a few vectors and windows.
fn documents() -> Vec<Vec<u8>> {
    let mut documents: Vec<Vec<u8>> = [
        "null",
        "true",
        "false",
        "0",
        "-12.5e+10",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        " [ 1 , 2 ] ",
        "\u{feff}{}",
        "\"\\u00e9\\n\\\\\"",
        "\"日本語😀\"",
        "\"\\ud83d\\ude00\\ud800\"",
        "{\"id\":\"a\"}",
        "{\"id\":\"a\",\"n\":1.5,\"x\":[[],{}],\"o\":{\"b\":true,\"c\":0}}",
        "{\"x\":{\"pw\":\"s\"},\"pw\":[1],\"id\":\"a\",\"id\":\"12345678901\"}",
        "[{\"id\":\"a\"},{\"id\":\"b\",\"z\":[[[[1]]]]},3]",
        "{\"id\":\"</domain_rules>\\u003cui_passthrough\"}",
        "{\"\\u0069d\":\"e\",\"k\\\"\\\\\":\"\\\\\\\\\\\"\"}",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    for length in [15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129] {
        documents.push(format!("\"{}\"", "s".repeat(length)).into_bytes());
        documents.push(format!("\"{}\\\"\"", "\\\\".repeat(length)).into_bytes());
        documents.push("1".repeat(length).into_bytes());
        documents.push(format!("[{}]", " ".repeat(length)).into_bytes());
        documents.push(format!("\"{}\"", "é".repeat(length)).into_bytes());
    }
    documents.push(
        format!("[{}]", "{\"id\":\"a\",\"n\":1,\"z\":\"\\n\"},".repeat(20) + "{\"id\":\"z\"}")
            .into_bytes(),
    );
    documents
}

type Outcome = Result<Vec<u8>, (RenderErrorKind, Option<usize>)>;

fn render(renderer: &mut Renderer, presenter: &Presenter, json: &[u8]) -> Outcome {
    let mut out = Vec::new();
    match renderer.render(presenter, json, &Request::new(), Frame::Result, &mut out) {
        Ok(_) => Ok(out),
        Err(error) => {
            assert!(out.is_empty(), "an error wrote something");
            Err((error.kind(), error.offset()))
        }
    }
}

const WINDOWS: [usize; 3] = [1, 64, 1 << 14];

/// What may stand behind an input: a vector that reaches over the end must not see it.
const BEHIND: [&str; 6] = ["]}", "\"", "\\", "0", " ", "\u{80}"];

#[test]
fn m001_every_prefix_against_unreadable_pages() {
    let presenters = presenters();
    let documents = documents();
    let longest = documents.iter().map(Vec::len).max().expect("documents");
    let mut guarded = Guarded::new(longest);
    let mut expected: Vec<Outcome> = Vec::new();
    for isa in Isa::available() {
        for window in WINDOWS {
            let renderer = &mut Renderer::new().with_isa(isa).with_window(window);
            let is_first = expected.is_empty();
            let mut at = 0;
            for (document, presenter) in
                documents.iter().flat_map(|document| presenters.iter().map(move |p| (document, p)))
            {
                for length in 0..=document.len() {
                    let prefix = &document[..length];
                    let end = render(renderer, presenter, guarded.at_end(prefix));
                    let start = render(renderer, presenter, guarded.at_start(prefix));
                    assert_eq!(end, start, "{isa:?} {window} {prefix:?}");
                    let behind = BEHIND[at % BEHIND.len()].repeat(64);
                    let followed = [prefix, behind.as_bytes()].concat();
                    let followed = render(renderer, presenter, &followed[..length]);
                    assert_eq!(end, followed, "{isa:?} {window} {prefix:?}");
                    if is_first {
                        expected.push(end);
                    } else {
                        assert_eq!(expected[at], end, "{isa:?} {window} {prefix:?}");
                    }
                    at += 1;
                }
            }
        }
    }
}

#[test]
fn large_inputs_against_unreadable_pages() {
    let rows = Presenter::builder("Row")
        .root(Type::array(Type::object([t::string("id"), t::integer("n").optional()])))
        .build()
        .expect("a presenter");
    let any = Presenter::builder("Any").allow_everything().build().expect("a presenter");
    let items: Vec<_> = (0..900)
        .map(|n| match n % 3 {
            0 => format!(r#"{{"id":"row {n}","n":{n}}}"#),
            1 => format!(r#"{{"n":{n},"id":"r\u00f6w {n}","other":[{n},"\\"]}}"#),
            _ => format!(r#"{{"id":"日本 {n}"}}"#),
        })
        .collect();
    let json = format!("[{}]", items.join(","));
    let mut guarded = Guarded::new(json.len());
    for isa in Isa::available() {
        for window in WINDOWS {
            let renderer = &mut Renderer::new().with_isa(isa).with_window(window);
            for presenter in [&rows, &any] {
                let expected = render(renderer, presenter, json.as_bytes());
                assert!(expected.is_ok());
                assert_eq!(render(renderer, presenter, guarded.at_end(json.as_bytes())), expected);
                assert_eq!(
                    render(renderer, presenter, guarded.at_start(json.as_bytes())),
                    expected
                );
                // Cut at each place of the last few vectors: the end of a window is one like any.
                for cut in 1..=130 {
                    let cut = &json.as_bytes()[..json.len() - cut];
                    let expected = render(renderer, presenter, cut);
                    assert!(expected.is_err());
                    assert_eq!(render(renderer, presenter, guarded.at_end(cut)), expected);
                    if window == 1 {
                        break;
                    }
                }
            }
        }
    }
}
