//! The smaller of two formats: which it is, and that the second walk leaves no trace.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_presenter::toon::{ArrayCells, Profile, ToonOptions};
use mcp_presenter::{
    Censor, Format, Frame, Presenter, PresenterBuilder, Renderer, Report, Request, RequestId,
    Response, t,
};

const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Text("7"))];

/// As text JSON is the smaller one; in a frame the escapes of its quotes make it the larger one.
const NESTED: &str = r#"{"a":{"b":{"c":{"d":{"e":1}}}}}"#;

fn auto() -> Request {
    Request::new().format(Format::Auto(ToonOptions::new()))
}

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

fn everything() -> Presenter {
    build(Presenter::builder("Any").allow_everything())
}

fn render(
    presenter: &Presenter,
    request: &Request,
    frame: Frame<'_>,
    json: &str,
) -> (String, Report) {
    let mut out = b"KEEP".to_vec();
    let report = Renderer::new()
        .render(presenter, json.as_bytes(), request, frame, &mut out)
        .unwrap_or_else(|error| panic!("{json}: {error}"));
    let text = String::from_utf8(out).expect("output is UTF-8");
    (text.strip_prefix("KEEP").expect("the old content").to_owned(), report)
}

/// Everything that a walk counts.
fn counts(report: &Report) -> String {
    format!(
        "items {} and {}, dropped {}, redacted {}, surrogates {}, unknown {:?}, unmatched {:?}",
        report.items(),
        report.hidden(),
        report.dropped(),
        report.redacted(),
        report.replaced_surrogates(),
        report.unknown_select().collect::<Vec<_>>(),
        report.unmatched_paths().collect::<Vec<_>>(),
    )
}

#[test]
fn the_smaller_one_in_the_frame() {
    let json = NESTED;
    for frame in FRAMES {
        let (text, report) = render(&everything(), &auto(), frame, json);
        let choice = report.choice().expect("a choice");
        let format = |format| render(&everything(), &Request::new().format(format), frame, json).0;
        let (as_json, as_toon) = (format(Format::Json), format(Format::Toon(ToonOptions::new())));
        let difference = choice.json_bytes as isize - choice.toon_bytes as isize;
        assert_eq!(as_json.len() as isize - as_toon.len() as isize, difference, "{frame:?}");
        assert_eq!(text, if difference > 0 { as_toon } else { as_json });
        assert_eq!(difference > 0, frame != Frame::Text);
        assert_eq!(report.bytes(), text.len());
    }
}

#[test]
fn a_tie_is_json() {
    let (text, report) = render(&everything(), &auto(), Frame::Text, "17");
    let choice = report.choice().expect("a choice");
    assert_eq!(choice.format, Format::Json);
    assert_eq!((choice.json_bytes, choice.toon_bytes), (2, 2));
    assert_eq!(text, "17");
}

#[test]
fn a_string_is_its_text() {
    for frame in FRAMES {
        let (text, report) = render(&everything(), &auto(), frame, r#" "a\u0022: \ud800""#);
        assert_eq!(report.choice(), None);
        assert_eq!(report.replaced_surrogates(), 1);
        assert_eq!(text, render(&everything(), &Request::new(), frame, r#""a\": \ud800""#).0);
    }
    let mut out = Vec::new();
    let report = Renderer::new()
        .respond(&Response::success(&b"\"\""[..]), &auto(), Frame::Text, &mut out)
        .expect("a response");
    assert_eq!((out.as_slice(), report.choice()), (&b"OK"[..], None));
}

#[test]
fn other_formats_are_no_choice() {
    for format in [Format::Json, Format::JsonPretty, Format::Toon(ToonOptions::new())] {
        let request = Request::new().format(format);
        assert_eq!(render(&everything(), &request, Frame::Text, "[]").1.choice(), None);
    }
}

#[test]
fn counts_are_those_of_one_walk() {
    let presenter = build(
        Presenter::builder("User")
            .schema([
                t::integer("id"),
                t::string("name"),
                t::string("mail").nullable(),
                t::string("nick").optional(),
            ])
            .redact_pii(["mail", "**.mail", "nobody"])
            .redact(["name"], Censor::keep_last(2))
            .limit(2),
    );
    let rows = r#"[{"id":1,"name":"Ada Lovelace","mail":null,"x":{"y":1}},
        {"id":2,"name":"Bo","mail":"b","z":1,"nick":"\udc00"},{}]"#;
    // The second item ends a table, so TOON walks the first one twice.
    let list = r#"[{"id":1,"name":"a","mail":"a"},{"id":2,"name":"b","mail":"b","nick":"x"}]"#;
    let request = auto().select(["name", "mail", "nothing", "nick"]);
    for json in [rows, list, "[]"] {
        for window in [64, 1 << 14] {
            let mut renderer = Renderer::new().with_window(window);
            let mut report = |request: &Request| {
                let mut out = Vec::new();
                let json = json.as_bytes();
                renderer.render(&presenter, json, request, Frame::Result, &mut out).expect("valid")
            };
            let plain = request.clone().format(Format::Json);
            assert_eq!(counts(&report(&request)), counts(&report(&plain)), "{json}");
        }
    }
}

#[test]
fn hooks_run_once_and_functions_in_both_walks() {
    let (hooks, functions) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (hook, function) = (Arc::clone(&hooks), Arc::clone(&functions));
    let presenter = build(
        Presenter::builder("User")
            .allow_everything()
            .redact(
                ["mail"],
                Censor::function(move |_, _| {
                    function.fetch_add(1, Ordering::Relaxed);
                    "gone".into()
                }),
            )
            .collection_rules(move |users, rules| {
                hook.fetch_add(1, Ordering::Relaxed);
                rules.rule(users.len());
            }),
    );
    let json = r#"[{"id":1,"mail":"a"},{"id":2,"mail":"b"}]"#;
    let (text, _) = render(&presenter, &auto(), Frame::Text, json);
    assert!(
        text.starts_with("[2|]{id|mail}:\n  1|gone\n  2|gone\n\n<domain_rules>\n- 2\n"),
        "{text}"
    );
    assert_eq!((hooks.load(Ordering::Relaxed), functions.load(Ordering::Relaxed)), (1, 4));
}

#[test]
fn the_view_reads_what_was_written() {
    let rows = r#"[{"id":1,"on":true},{"id":2,"on":null}]"#;
    for (json, takes_toon) in [(rows, true), (NESTED, false)] {
        for profile in [Profile::Toon4, Profile::Toon3] {
            let request = Request::new().format(Format::Auto(ToonOptions::new().profile(profile)));
            let mut renderer = Renderer::new();
            let blocks = renderer.blocks(&everything(), json.as_bytes(), &request).expect("JSON");
            let choice = blocks.report().choice().expect("a choice");
            assert_eq!(matches!(choice.format, Format::Toon(_)), takes_toon);
            let plain = Request::new();
            let other = renderer.blocks(&everything(), json.as_bytes(), &plain).expect("JSON");
            assert_eq!(blocks.structured().data, other.structured().data);
        }
    }
}

#[test]
fn errors_and_panics_leave_nothing() {
    let presenter = build(Presenter::builder("User").schema([t::integer("id")]).strict_text(true));
    for json in ["[{\"id\":1},{\"id\":\"x\"}]", "[{\"id\":1},{\"id\":2}", "[{\"id\":1}] x", ""] {
        let mut out = b"KEEP".to_vec();
        let mut render = |request: &Request| {
            let json = json.as_bytes();
            Renderer::new().render(&presenter, json, request, Frame::Result, &mut out)
        };
        let (error, plain) = (render(&auto()).unwrap_err(), render(&Request::new()).unwrap_err());
        assert_eq!(error, plain);
        assert_eq!(out, b"KEEP");
    }
    // In the second walk, behind all of the JSON.
    let calls = AtomicUsize::new(0);
    let presenter = build(Presenter::builder("User").allow_everything().redact(
        ["id"],
        Censor::function(move |_, _| {
            assert!(calls.fetch_add(1, Ordering::Relaxed) != 3, "the fourth call");
            "x".into()
        }),
    ));
    let (mut renderer, mut out) = (Renderer::new(), b"KEEP".to_vec());
    let json = br#"[{"id":1},{"id":2}]"#;
    let burst = catch_unwind(AssertUnwindSafe(|| {
        renderer.render(&presenter, json, &auto(), Frame::Result, &mut out)
    }));
    assert!(burst.is_err());
    assert_eq!(out, b"KEEP");
    out.clear();
    renderer.render(&presenter, json, &auto(), Frame::Text, &mut out).expect("a render");
    assert_eq!(out, b"[2|]{id}:\n  x\n  x");
}

#[test]
fn the_rule_that_explains_arrays_in_cells_counts() {
    let options = ToonOptions::new().array_cells(ArrayCells::default());
    let (auto, json) = (Request::new().format(Format::Auto(options)), Request::new());
    let mut chosen = Vec::new();
    for rows in 1..40 {
        let row = |n| format!(r#"{{"id":{n},"tags":["a","b{n}"]}}"#);
        let data = (0..rows).map(row).collect::<Vec<_>>().join(",");
        for frame in FRAMES {
            let data = format!("[{data}]");
            let (smaller, report) = render(&everything(), &auto, frame, &data);
            assert!(smaller.len() <= render(&everything(), &json, frame, &data).0.len());
            let choice = report.choice().expect("a choice");
            assert_eq!(smaller.contains("domain_rules"), choice.format != Format::Json);
            chosen.push(choice.format);
        }
    }
    assert_eq!((chosen[0], chosen[chosen.len() - 1]), (Format::Json, Format::Toon(options)));
}
