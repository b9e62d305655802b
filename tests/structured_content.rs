//! Random presenters and data: structured content is the JSON of the text, byte for byte, whatever
//! the format, the frame and the revision; and nothing else of a response depends on it.
//!
//! `MCP_PRESENTER_SEED` and `MCP_PRESENTER_SEEDS` are as in `tests/property.rs`.

mod generate;

use std::collections::BTreeMap;

use generate::{Case, Extras, Rng, cases_with};
use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Channel, Format, Frame, Presenter, RenderError, Renderer, Report, Request, RequestId, Revision,
};
use serde_json::value::RawValue;

const RENDERS: usize = 4;
const SEEDS: u64 = 2_000;

const REVISIONS: [Revision; 5] = [
    Revision::V2024_11_05,
    Revision::V2025_03_26,
    Revision::V2025_06_18,
    Revision::V2025_11_25,
    Revision::V2026_07_28,
];

const LINE: Frame<'static> = Frame::JsonRpc(RequestId::Number(1));

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

fn render(
    renderer: &mut Renderer,
    presenter: &Presenter,
    data: &[u8],
    request: &Request,
    frame: Frame<'_>,
) -> Result<(String, Report), RenderError> {
    let mut out = b"KEEP".to_vec();
    match renderer.render(presenter, data, request, frame, &mut out) {
        Ok(report) => {
            assert_eq!(report.bytes(), out.len() - 4);
            let text = String::from_utf8(out).expect("UTF-8");
            Ok((text.strip_prefix("KEEP").expect("what was there").to_owned(), report))
        }
        Err(error) => {
            assert_eq!(out, b"KEEP");
            Err(error)
        }
    }
}

/// A result and what stands around it.
fn split(frame: Frame<'_>, written: &str) -> (String, &'static str) {
    let (before, end) = match frame {
        Frame::Result => ("", "}"),
        _ => (r#"{"jsonrpc":"2.0","id":1,"result":"#, "}}"),
    };
    assert!(written.starts_with(before));
    (written.strip_suffix(end).expect("an end").to_owned(), end)
}

/// What structured content of this JSON looks like.
fn structured(json: &str, frame: Frame<'_>, revision: Revision) -> String {
    let json = match frame {
        Frame::Result => json.to_owned(),
        _ => json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029"),
    };
    match json.starts_with('{') || revision == Revision::V2026_07_28 {
        true => json,
        false => format!(r#"{{"items":{json}}}"#),
    }
}

/// The first text of a result, and the text of its structured content.
fn parts(written: &str) -> (String, Option<String>) {
    let mut members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(written).expect("JSON");
    if let Some(result) = members.remove("result") {
        members = serde_json::from_str(result.get()).expect("a result");
    }
    let blocks: Vec<BTreeMap<String, String>> =
        serde_json::from_str(members["content"].get()).expect("blocks");
    let structured = members.get("structuredContent").map(|json| json.get().to_owned());
    (blocks[0]["text"].clone(), structured)
}

fn check(case: &Case, presenter: &Presenter, rng: &mut Rng, renderer: &mut Renderer) {
    let frame = rng.pick(&[Frame::Result, LINE]);
    let revision = rng.pick(&REVISIONS);
    let toon = ToonOptions::new();
    let format =
        rng.pick(&[Format::Json, Format::JsonPretty, Format::Toon(toon), Format::Auto(toon)]);
    let plain = Request::new().select(case.select.clone()).revision(revision);
    let request = plain.clone().format(format);
    let text = render(renderer, presenter, &case.data, &request, frame);
    let channel = rng.pick(&[Channel::Both, Channel::Structured]);
    let request = request.channel(channel);
    let got = render(renderer, presenter, &case.data, &request, frame);
    let (text, got) = match (text, got) {
        (Err(expected), Err(got)) => return assert_eq!(expected, got),
        (text, got) => (text.expect("an answer"), got.expect("an answer")),
    };
    let counts = |report: &Report| {
        let unmatched: Vec<String> = report.unmatched_paths().map(str::to_owned).collect();
        let unknown: Vec<String> = report.unknown_select().map(str::to_owned).collect();
        (report.items(), report.dropped(), report.redacted(), report.hidden(), unmatched, unknown)
    };
    assert_eq!(counts(&text.1), counts(&got.1));
    assert_eq!(text.1.replaced_surrogates(), got.1.replaced_surrogates());
    let (data, json) = parts(&got.0);
    assert_eq!(got.1.structured_bytes(), json.as_deref().map_or(0, str::len));
    // Of the data as JSON, read from a render that knows nothing of frames.
    let is_text = is_text(&case.data);
    let compact = plain.format(Format::Json);
    let blocks = renderer.blocks(presenter, &case.data, &compact).expect("blocks");
    let compact = match is_text {
        // It is JSON only where structured content is asked for.
        true => {
            let both = Request::new().channel(Channel::Both);
            let both = render(renderer, presenter, &case.data, &both, Frame::Text).expect("text");
            let blocks = blocks.iter().skip(1).map(|(_, text)| text);
            let rest: String = blocks.map(|text| format!("\n\n{text}")).collect();
            both.0.strip_suffix(&rest).expect("the same blocks").to_owned()
        }
        false => blocks.iter().next().expect("data").1.to_owned(),
    };
    if revision < Revision::V2025_06_18 {
        assert_eq!(json, None);
        if !is_text {
            assert_eq!(got.0, text.0);
        }
        return;
    }
    let json = json.expect("structured content");
    assert_eq!(json, structured(&compact, frame, revision));
    if channel == Channel::Both && !is_text {
        // Byte for byte what it would be without, and what stands behind the blocks.
        let tail =
            if revision == Revision::V2026_07_28 { r#","resultType":"complete""# } else { "" };
        let (mut expected, end) = split(frame, &text.0);
        assert!(expected.ends_with(&format!("]{tail}")), "{expected}");
        expected.truncate(expected.len() - tail.len());
        assert_eq!(got.0, format!(r#"{expected},"structuredContent":{json}{tail}{end}"#));
    }
    if channel == Channel::Both && matches!(format, Format::Json) {
        assert_eq!(data, compact);
    }
    if channel == Channel::Structured {
        assert_eq!(data, "The data is in structuredContent.");
    }
}

/// The document is a string.
fn is_text(data: &[u8]) -> bool {
    let data = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data);
    data.trim_ascii_start().starts_with(b"\"")
}

#[test]
fn structured_content_is_the_json_of_the_text() {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let seeds = setting("MCP_PRESENTER_SEEDS", SEEDS);
    let mut renderer = Renderer::new();
    let mut shown = 0;
    for seed in first..first + seeds {
        let mut rng = Rng::new(!seed);
        if rng.chance(20) {
            renderer = Renderer::new().with_window(rng.pick(&[1, 64, 4096, 1 << 14]));
        }
        let extras = [Extras::NONE, Extras::ALL, Extras::MODELS][rng.below(3)];
        let cases = cases_with(seed, RENDERS, extras);
        let presenter = Presenter::from_json(&cases[0].presenter).expect("a presenter");
        for case in &cases {
            let before = format!("seed {seed}, {}", String::from_utf8_lossy(&case.data));
            let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                check(case, &presenter, &mut rng, &mut renderer);
            }));
            assert!(checked.is_ok(), "{before}\npresenter {}", case.presenter);
            shown += 1;
        }
    }
    assert_eq!(shown, seeds * RENDERS as u64);
}
