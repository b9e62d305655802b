//! A warm Renderer allocates nothing for structured content, `_meta` and errors either, and gives back
//! what a large document needed.

mod counting;

use counting::{held, measure};
use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Censor, Channel, Format, Frame, Presenter, Renderer, Request, RequestId, Response, Revision,
    ToolError, t,
};

fn orders(count: usize) -> String {
    let items: Vec<_> = (0..count)
        .map(|n| {
            let text = ["plain", "a \\\"b\\\" \\u2028", "日本語", "</tool_error>"][n % 4];
            format!(r#"{{"id":"o-{n}","total":{n}.50,"note":"{text}","email":"a@b","cost":{n}}}"#)
        })
        .collect();
    format!("[{}]", items.join(","))
}

fn presenter() -> Presenter {
    let built = Presenter::builder("Order")
        .schema([t::string("id"), t::number("total"), t::string("note"), t::string("email")])
        .redact(["email"], Censor::keep_last(1))
        .rules(["Never guess a total."])
        .build();
    built.unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn the_second_response_allocates_nothing() {
    let presenter = presenter();
    let meta = br#"{ "trace": "7f", "list": [1, {"a": null}], "trace": "\u2028" }"#;
    let error = ToolError::new("BUSY", "Try <again>.").detail("k", "v").retry_after(30);
    let json = orders(1_000);
    let responses = [
        presenter.response(json.as_bytes()),
        presenter.response(&json.as_bytes()[1..json.find("},").expect("an item") + 1]),
        Response::structured(json.as_bytes()),
        Response::structured(br#""text""#).meta(meta),
        Response::text("Done").meta(meta),
        Response::from(error).meta(meta),
    ];
    let toon = ToonOptions::new();
    let formats = [Format::Json, Format::JsonPretty, Format::Toon(toon), Format::Auto(toon)];
    for format in formats {
        for channel in [Channel::Text, Channel::Structured, Channel::Both] {
            for frame in [Frame::Result, Frame::JsonRpc(RequestId::Number(1))] {
                let request = Request::new().format(format).channel(channel);
                let request = request.revision(Revision::V2026_07_28);
                let (mut renderer, mut out) = (Renderer::new(), Vec::new());
                let mut round = || {
                    for response in &responses {
                        out.clear();
                        let written = renderer.respond(response, &request, frame, &mut out);
                        written.expect("a response");
                    }
                };
                round();
                assert_eq!(measure(&mut round).0, 0, "{format:?} {channel:?} {frame:?}");
            }
        }
    }
}

#[test]
fn what_stood_apart_is_given_back() {
    let (presenter, small, large) = (presenter(), orders(1), orders(100_000));
    let request = Request::new().channel(Channel::Structured);
    let mut renderer = Renderer::new();
    let mut render = |json: &str| {
        let mut out = Vec::new();
        let written =
            renderer.render(&presenter, json.as_bytes(), &request, Frame::Result, &mut out);
        written.expect("a render");
    };
    render(&small);
    let before = held();
    render(&large);
    let kept = held() - before;
    assert!(kept > large.len() as isize / 2, "{kept} bytes are kept for the next");
    for _ in 0..=64 {
        render(&small);
    }
    let kept = held() - before;
    assert!(kept < 1 << 20, "{kept} bytes were not given back");
}
