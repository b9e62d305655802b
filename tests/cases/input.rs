//! Input that is not what it should be.

use mcp_presenter::{Frame, Isa, Presenter, RenderErrorKind, Renderer, Request, t};

use crate::show::{
    FRAMES, any, build, case, everything, exact, input, keep, refuse, report, show, skipping,
};

#[test]
fn i001_invalid_utf8_is_an_error_everywhere() {
    let json = b"\"a\xffb\"";
    let hex: String = json.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(case("I001")["input"]["bytes_hex"], hex.as_str());
    let error = refuse(&everything(), json);
    assert_eq!((error.kind(), error.offset()), (RenderErrorKind::InvalidUtf8, Some(2)));
    for sequence in [
        &b"\xff"[..],
        b"\x80",
        b"\xc0\xaf",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc3",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xc3\x28",
        b"\xf0\x9f\x98\x22",
    ] {
        // Wherever it falls in a vector or a window.
        for before in (0..140).chain([16_380, 16_384, 40_000]) {
            let text = [b"\"", &b"x".repeat(before)[..], sequence, b"\""].concat();
            for json in [text.clone()].into_iter().chain(skipping(&text)) {
                let presenter = if json == text { everything() } else { keep() };
                let mut out = Vec::new();
                for isa in Isa::available() {
                    let error = Renderer::new()
                        .with_isa(isa)
                        .render(&presenter, &json, &Request::new(), Frame::Result, &mut out)
                        .expect_err("invalid UTF-8");
                    assert_eq!(error.kind(), RenderErrorKind::InvalidUtf8, "{isa:?} {sequence:x?}");
                    let place = json.windows(sequence.len()).position(|part| part == sequence);
                    assert_eq!(error.offset(), place, "{isa:?} {sequence:x?} after {before}");
                    assert!(out.is_empty());
                }
            }
        }
    }
    // In keys, and in items that the limit hides.
    refuse(&everything(), b"{\"a\xff\":1}");
    refuse(&keep(), b"{\"keep\":1,\"a\xff\":1}");
    refuse(&build(any().limit(1)), b"[1,2,\"\xff\"]");
}

#[test]
fn i003_lone_surrogates() {
    assert_eq!(show(&everything(), input("I003")), exact("I003"));
    assert_eq!(report(&everything(), &Request::new(), input("I003")).replaced_surrogates(), 5);
    let strict = build(any().strict_text(true));
    let error = refuse(&strict, input("I003"));
    assert_eq!((error.kind(), error.offset()), (RenderErrorKind::LoneSurrogate, Some(1)));
    assert_eq!(show(&strict, r#"["\ud83d\ude00"]"#), "[\"😀\"]");
    // In keys as well; keys that become equal by it are duplicates.
    assert_eq!(show(&everything(), r#"{"\ud800":1,"a":2,"\udfff":3}"#), "{\"\u{fffd}\":3,\"a\":2}");
    refuse(&strict, r#"{"\ud800":1}"#);
    // What is not shown is not text that leaves.
    let declared = build(Presenter::builder("P").schema([t::integer("a")]).strict_text(true));
    assert_eq!(show(&declared, r#"{"a":1,"b":"\ud800"}"#), r#"{"a":1}"#);
}

#[test]
fn i005_malformed_input_writes_nothing() {
    for json in case("I005")["input"]["json_list"].as_array().expect("a list") {
        let json = json.as_str().expect("JSON text");
        let error = refuse(&everything(), json);
        assert!(error.failures().is_empty(), "{json}: {error}");
        let mut renderer = Renderer::new();
        for frame in FRAMES {
            let mut out = Vec::new();
            let got =
                renderer.render(&everything(), json.as_bytes(), &Request::new(), frame, &mut out);
            assert!(got.is_err() && out.is_empty(), "{json}");
        }
        for json in skipping(json.as_bytes()) {
            refuse(&keep(), json);
        }
    }
}

#[test]
fn i007_a_byte_order_mark_is_skipped() {
    let json = "\u{feff}{\"a\":1}";
    let hex: String = json.bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(case("I007")["input"]["bytes_hex"], hex.as_str());
    assert_eq!(show(&everything(), json), r#"{"a":1}"#);
    assert_eq!(show(&everything(), "\u{feff} [ 1 ] "), "[1]");
    // Offsets count it, and it is no value, nor allowed elsewhere.
    assert_eq!(refuse(&everything(), "\u{feff}[x]").offset(), Some(4));
    assert_eq!(refuse(&everything(), "\u{feff}").kind(), RenderErrorKind::Empty);
    refuse(&everything(), "\u{feff}\u{feff}1");
    refuse(&everything(), "[\u{feff}]");
    refuse(&everything(), "1\u{feff}");
    refuse(&everything(), b"\xef\xbb1");
    assert_eq!(show(&everything(), "\"\u{feff}\""), "\u{feff}");
}
