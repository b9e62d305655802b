//! How streams end: what is refused, what a failure leaves, what limits and hooks see.

mod counting;

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Censor, Channel, Format, Frame, Input, Presenter, PresenterBuilder, RenderErrorKind, Renderer,
    Report, Request, RequestId, StreamError, StreamErrorKind, ToolError, t,
};

const FRAMES: [Frame<'_>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(7))];

fn builder() -> PresenterBuilder {
    Presenter::builder("T").schema([t::integer("a"), t::string("b").optional()])
}

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().expect("it is right")
}

fn items(count: usize) -> String {
    vec!["{\"a\":1}"; count].join(",")
}

fn stream<R: Read>(
    presenter: &Presenter,
    input: Input<R>,
    request: &Request,
    frame: Frame<'_>,
) -> (Result<Report, StreamError>, String) {
    let mut out = Vec::new();
    let streamed = Renderer::new().stream(presenter, input, request, frame, &mut out);
    (streamed, String::from_utf8(out).expect("UTF-8"))
}

/// What a render of the whole gives.
fn whole(presenter: &Presenter, json: &str, request: &Request, frame: Frame<'_>) -> String {
    let mut out = Vec::new();
    Renderer::new().render(presenter, json.as_bytes(), request, frame, &mut out).expect("a render");
    String::from_utf8(out).expect("UTF-8")
}

/// A reader that gives what it has and then fails.
struct Breaks<'a>(&'a [u8], ErrorKind);

impl Read for Breaks<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self.0.read(room) {
            Ok(0) => Err(io::Error::new(self.1, "SECRET 4111")),
            read => read,
        }
    }
}

/// A reader that nobody may read.
struct Untouched;

impl Read for Untouched {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("nothing is read");
    }
}

const TOLD: &str = concat!(
    "<tool_error code=\"INVALID_DATA\" severity=\"error\">\n",
    "<message>The result cannot be shown: the data does not fit the schema.</message>\n",
    "<recovery>The data above is cut off. Do not take it for the whole.</recovery>\n",
    "<details>\n  <detail key=\"[30].a\">expected integer, received string</detail>\n</details>\n",
    "</tool_error>",
);

/// What stands in a frame's string.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[test]
fn a_failure_behind_the_first_chunk_closes_the_frame_and_not_the_document() {
    let json = format!("[{},{{\"a\":\"4111\"}},{}]", items(30), items(5));
    let presenter = build(builder().rules(["R"]));
    for frame in FRAMES {
        let input = Input::json(json.as_bytes()).read_chunk(64).write_chunk(50);
        let mut out = Vec::new();
        let mut renderer = Renderer::new().with_window(64);
        let error = renderer
            .stream(&presenter, input, &Request::new(), frame, &mut out)
            .expect_err("a string");
        let out = String::from_utf8(out).expect("UTF-8");
        let written = error.items_written();
        assert!((1..=30).contains(&written) && error.bytes_written() == out.len(), "{error}");
        let fault = error.render_error().expect("it is the data");
        assert_eq!((fault.kind(), fault.item()), (RenderErrorKind::Validation, Some(30)));
        assert!(!format!("{error}{error:?}{out}").contains("4111"));
        let cut = format!("[{}", items(written));
        let (begin, middle, end) = match frame {
            Frame::Text => ("", "\n\n", ""),
            Frame::Blocks => ("[\"", "\",\"", "\"]"),
            _ => (
                "{\"content\":[{\"type\":\"text\",\"text\":\"",
                "\"},{\"type\":\"text\",\"text\":\"",
                "\"}],\"isError\":true}",
            ),
        };
        let text = |text: &str| match frame {
            Frame::Text => text.to_owned(),
            _ => escaped(text),
        };
        let expected = format!("{begin}{}{middle}{}{end}", text(&cut), text(TOLD));
        match frame {
            Frame::JsonRpc(_) => {
                let expected = format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{expected}}}");
                assert_eq!(out, expected);
            }
            _ => assert_eq!(out, expected),
        }
    }
}

#[test]
fn a_failure_before_that_writes_nothing_and_tells_everything() {
    let json = "[{\"a\":\"x\"},{\"a\":1},{\"b\":\"y\"}]";
    let (streamed, out) =
        stream(&build(builder()), Input::json(json.as_bytes()), &Request::new(), Frame::Result);
    let error = streamed.expect_err("a string");
    assert_eq!((&*out, error.bytes_written(), error.items_written()), ("", 0, 0));
    assert_eq!(error.render_error().expect("the data").failures().len(), 2);
    assert_eq!(error.to_string(), error.render_error().expect("the data").to_string());
    let told = ToolError::from(error).to_string();
    assert!(told.starts_with("INVALID_DATA: "), "{told}");
}

#[test]
fn a_panic_ends_the_message_and_goes_on() {
    let censor = Censor::function(|value, _| match value.text() {
        "2" => panic!("a censor's own fault"),
        other => other.to_owned(),
    });
    let presenter = build(builder().redact(["a"], censor));
    let good = items(30);
    for (count, begins) in [(30, true), (1, false)] {
        let json = format!("[{},{{\"a\":2}},{good}]", items(count));
        let mut out = Vec::new();
        let mut renderer = Renderer::new().with_window(64);
        let run = AssertUnwindSafe(|| {
            let input = Input::json(json.as_bytes()).read_chunk(64).write_chunk(120);
            renderer.stream(&presenter, input, &Request::new(), Frame::Result, &mut out)
        });
        assert!(catch_unwind(run).is_err(), "no panic");
        let out = String::from_utf8(out).expect("UTF-8");
        assert_eq!(!out.is_empty(), begins, "{out}");
        if begins {
            assert!(out.contains("INCOMPLETE_DATA") && out.ends_with("\"isError\":true}"), "{out}");
            serde_json::from_str::<serde_json::Value>(&out).expect("valid JSON");
        }
        // The Renderer is as good as new.
        let whole = whole(&presenter, "[{\"a\":1}]", &Request::new(), Frame::Text);
        let mut out = Vec::new();
        renderer
            .render(&presenter, b"[{\"a\":1}]", &Request::new(), Frame::Text, &mut out)
            .expect("a render");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), whole);
    }
}

#[test]
fn a_reader_that_fails_is_a_failure_of_the_same_kind() {
    let presenter = build(builder());
    let json = format!("[{},", items(300));
    let input = Input::json(Breaks(json.as_bytes(), ErrorKind::ConnectionReset)).write_chunk(100);
    let (streamed, out) = stream(&presenter, input.read_chunk(256), &Request::new(), Frame::Result);
    let error = streamed.expect_err("a reset");
    assert_eq!(error.kind(), StreamErrorKind::Read);
    assert_eq!(error.io_error().map(io::Error::kind), Some(ErrorKind::ConnectionReset));
    assert!(!format!("{error}{error:?}{out}").contains("SECRET"), "{error}");
    // Nothing was begun with a window of the usual size: 300 items are less than that.
    assert_eq!((error.bytes_written(), &*out), (0, ""));

    let json = format!("[{},", items(9_000));
    let input = Input::json(Breaks(json.as_bytes(), ErrorKind::ConnectionReset)).write_chunk(100);
    let (streamed, out) = stream(&presenter, input.read_chunk(256), &Request::new(), Frame::Result);
    let error = streamed.expect_err("a reset");
    assert!(error.items_written() > 1_000 && error.bytes_written() == out.len(), "{error}");
    assert!(out.contains("INCOMPLETE_DATA") && out.ends_with("\"isError\":true}"));
    assert!(!out.contains("SECRET"));
}

/// A writer that takes so many bytes, and few at a time.
struct Full(Vec<u8>, usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() == self.1 {
            return Err(ErrorKind::StorageFull.into());
        }
        let taken = bytes.len().min(7).min(self.1 - self.0.len());
        self.0.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_ends_it() {
    let (presenter, json) = (build(builder()), format!("[{}]", items(100)));
    let whole = whole(&presenter, &json, &Request::new(), Frame::Result);
    for room in [0, 1, 100, whole.len() - 1, whole.len()] {
        let mut writer = Full(Vec::new(), room);
        let input = Input::json(json.as_bytes());
        let streamed =
            Renderer::new().stream(&presenter, input, &Request::new(), Frame::Result, &mut writer);
        assert_eq!(writer.0, &whole.as_bytes()[..room]);
        match streamed {
            Ok(report) => assert_eq!((room, report.bytes()), (whole.len(), whole.len())),
            Err(error) => {
                assert_eq!((error.kind(), error.bytes_written()), (StreamErrorKind::Write, room));
                assert_eq!(error.items_written(), 0);
            }
        }
    }
}

#[test]
fn the_limit_counts_over_the_stream() {
    let presenter = build(builder().limit(70).rules(["R"]));
    let json = format!("[{},{{\"a\":\"not checked\"}}]", items(500));
    let expected = whole(&presenter, &json, &Request::new(), Frame::Result);
    for chunk in [64, 100, 1_000, 100_000] {
        let mut out = Vec::new();
        let input = Input::json(json.as_bytes()).read_chunk(chunk).write_chunk(chunk);
        let report = Renderer::new()
            .with_window(64)
            .stream(&presenter, input, &Request::new(), Frame::Result, &mut out)
            .expect("a stream");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
        assert_eq!((report.items(), report.hidden(), report.bytes()), (70, 431, expected.len()));
    }
    let broken = format!("[{},{{\"a\":}}]", items(500));
    let (streamed, _) =
        stream(&presenter, Input::json(broken.as_bytes()), &Request::new(), Frame::Text);
    let error = streamed.expect_err("half a member");
    let fault = error.render_error().expect("the data");
    assert_eq!((fault.kind(), fault.item()), (RenderErrorKind::UnexpectedByte, Some(500)));
    assert_eq!(fault.offset(), Some(broken.len() - 2));
}

#[test]
fn item_hooks_see_the_first_item() {
    let presenter = build(
        builder()
            .dynamic_rules(|item, rules| {
                rules.rule(format!("a is {:?}", item.i64("a")));
            })
            .suggest(|item, next| {
                next.suggest("tool", format!("{:?}", item.get("b").map(|b| b.kind())));
            }),
    );
    for (json, lines) in [
        (" [ {\"a\":7,\"b\":\"x,]\"} , {\"a\":8}]", "\n{\"a\":7,\"b\":\"x,]\"} \r\n\n{\"a\":8}"),
        ("[]", " \n"),
    ] {
        let expected = whole(&presenter, json, &Request::new(), Frame::Text);
        let input = Input::json(json.as_bytes()).read_chunk(1);
        assert_eq!(stream(&presenter, input, &Request::new(), Frame::Text).1, expected);
        let input = Input::nd_json(lines.as_bytes()).read_chunk(1);
        assert_eq!(stream(&presenter, input, &Request::new(), Frame::Text).1, expected);
    }
    let document = "\u{feff} {\"a\":9}\n";
    let expected = whole(&presenter, document, &Request::new(), Frame::Text);
    let input = Input::json(document.as_bytes()).read_chunk(1);
    assert_eq!(stream(&presenter, input, &Request::new(), Frame::Text).1, expected);
}

#[test]
fn what_needs_the_whole_is_refused_before_a_byte_is_read() {
    let child = build(Presenter::builder("C").schema([t::integer("x")]));
    let open = build(Presenter::builder("T").allow_everything());
    let toon = Request::new().format(Format::Toon(ToonOptions::new()));
    let plain = Request::new();
    let auto = Request::new().format(Format::Auto(ToonOptions::new()));
    let both = Request::new().channel(Channel::Both);
    let output = Request::new().declares_output(true);
    let ui = build(builder().collection_ui(|_, _| {}));
    let rules = build(builder().collection_rules(|_, _| {}));
    let embeds = build(builder().embed("c", &child));
    let usual = build(builder());
    use StreamErrorKind as Kind;
    for (presenter, request, count, kind) in [
        (&ui, &plain, None, Kind::CollectionHooks),
        (&rules, &plain, None, Kind::CollectionHooks),
        (&embeds, &plain, None, Kind::Embeds),
        (&usual, &auto, Some(1), Kind::ChoiceOfFormat),
        (&usual, &both, None, Kind::StructuredContent),
        (&usual, &output, None, Kind::StructuredContent),
        (&usual, &toon, None, Kind::CountNeeded),
        (&usual, &toon, Some(1), Kind::Columns),
        (&open, &toon, Some(1), Kind::Columns),
    ] {
        let input = Input::json(Untouched);
        let input = count.into_iter().fold(input, Input::items);
        let (streamed, out) = stream(presenter, input, request, Frame::Result);
        let error = streamed.expect_err("it needs the whole");
        assert_eq!((error.kind(), error.bytes_written(), &*out), (kind, 0, ""));
    }
    let none = Request::new().declares_output(true).channel(Channel::Text);
    let (streamed, _) = stream(&usual, Input::json(Untouched), &none, Frame::Result);
    let error = streamed.expect_err("no structured content");
    let kind = error.render_error().map(mcp_presenter::RenderError::kind);
    assert_eq!(kind, Some(RenderErrorKind::NoStructuredContent));
}

#[test]
fn a_table_says_how_many_rows_it_has_before_the_first() {
    let presenter = build(Presenter::builder("T").schema([t::integer("a"), t::string("b")]));
    let request = Request::new().format(Format::Toon(ToonOptions::new()));
    let json = r#"[{"a":1,"b":"x"},{"b":"y","a":2},{"a":3,"b":"z"}]"#;
    let expected = whole(&presenter, json, &request, Frame::Text);
    assert_eq!(expected, "[3|]{a|b}:\n  1|x\n  2|y\n  3|z");
    for chunk in [1, 30, 1_000] {
        let input = |count| Input::json(json.as_bytes()).read_chunk(chunk).items(count);
        assert_eq!(stream(&presenter, input(3), &request, Frame::Text).1, expected);
        for count in [0, 1, 2, 4] {
            let (streamed, out) = stream(&presenter, input(count), &request, Frame::Text);
            let error = streamed.expect_err("another count");
            assert_eq!((error.kind(), &*out), (StreamErrorKind::WrongCount, ""));
        }
        let (streamed, out) = stream(&presenter, input(4).write_chunk(1), &request, Frame::Result);
        streamed.expect_err("another count");
        assert!(out.contains("[4|]") && out.ends_with("\"isError\":true}"), "{out}");
    }
    let limited = build(Presenter::builder("T").schema([t::integer("a")]).limit(2));
    let expected = whole(&limited, json, &request, Frame::Text);
    assert!(expected.starts_with("[2|]{a}:\n  1\n  2\n\n"), "{expected}");
    let input = Input::json(json.as_bytes()).items(3);
    assert_eq!(stream(&limited, input, &request, Frame::Text).1, expected);
    let empty = Input::json(&b"[]"[..]).items(0);
    assert_eq!(stream(&limited, empty, &request, Frame::Text).1, "[]");
}

/// A reader of so many items, of which none is in memory.
struct Many {
    left: usize,
    item: &'static [u8],
    at: usize,
}

impl Read for Many {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        let length = room.len().min(self.item.len() - self.at);
        room[..length].copy_from_slice(&self.item[self.at..self.at + length]);
        self.at = (self.at + length) % self.item.len();
        self.left -= usize::from(self.at == 0);
        Ok(length)
    }
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    let presenter = build(builder());
    let peak = |count| {
        let item =
            b"{\"a\":1,\"b\":\"a line of some length, of which there are many\",\"c\":[1,2]}\n";
        let input = Input::nd_json(Many { left: count, item, at: 0 });
        let (_, peak) = counting::measure(|| {
            let report = Renderer::new()
                .stream(&presenter, input, &Request::new(), Frame::Result, io::sink())
                .expect("a stream");
            assert_eq!(report.items(), count);
        });
        peak
    };
    let (few, many) = (peak(10_000), peak(400_000));
    assert!(many <= few + 1_000 && many < 2 << 20, "{few} and {many} bytes");
}

#[test]
fn a_large_item_makes_room_for_itself_alone() {
    let presenter = build(builder());
    let long = "x".repeat(3 << 20);
    let json = format!("[{},{{\"a\":1,\"b\":\"{long}\"}},{}]", items(9_000), items(90_000));
    let expected = whole(&presenter, &json, &Request::new(), Frame::Result);
    let (streamed, out) =
        stream(&presenter, Input::json(json.as_bytes()), &Request::new(), Frame::Result);
    assert_eq!(streamed.expect("a stream").bytes(), expected.len());
    assert!(out == expected, "the bytes of the whole");
}
