//! The cases themselves, and renders that every instruction set must agree on.

use std::sync::OnceLock;

use mcp_presenter::{
    Censor, Frame, Isa, Presenter, PresenterBuilder, RenderError, Renderer, Report, Request,
    RequestId, t,
};
use serde_json::Value;

pub(crate) fn cases() -> &'static [Value] {
    static CASES: OnceLock<Vec<Value>> = OnceLock::new();
    CASES.get_or_init(|| serde_json::from_str(include_str!("cases.json")).expect("cases"))
}

pub(crate) fn case(id: &str) -> &'static Value {
    cases().iter().find(|case| case["id"] == id).expect("a case")
}

/// The case's input text.
pub(crate) fn input(id: &str) -> &'static str {
    case(id)["input"]["json"].as_str().expect("JSON text")
}

/// The case's expected text.
pub(crate) fn exact(id: &str) -> &'static str {
    case(id)["expected"]["exact"].as_str().expect("exact text")
}

pub(crate) fn build(builder: PresenterBuilder) -> Presenter {
    match builder.build() {
        Ok(presenter) => presenter,
        Err(errors) => panic!("{errors}"),
    }
}

pub(crate) fn any() -> PresenterBuilder {
    Presenter::builder("Any").allow_everything()
}

pub(crate) fn everything() -> Presenter {
    build(any())
}

/// Everything, with `paths` censored to `#`.
pub(crate) fn censoring<const N: usize>(paths: [&str; N]) -> Presenter {
    build(any().redact(paths, Censor::text("#")))
}

pub(crate) const WINDOWS: [usize; 3] = [1, 100, 1 << 14];

pub(crate) const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(1))];

/// Renders as text at every instruction set and some windows; all must agree.
pub(crate) fn try_show(
    presenter: &Presenter,
    request: &Request,
    json: &[u8],
) -> Result<(String, Report), RenderError> {
    let mut first: Option<Result<(String, Report), RenderError>> = None;
    for isa in Isa::available() {
        for window in WINDOWS {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            let mut out = b"KEEP".to_vec();
            let got = match renderer.render(presenter, json, request, Frame::Text, &mut out) {
                Ok(report) => {
                    let text = String::from_utf8(out).expect("output is UTF-8");
                    Ok((text.strip_prefix("KEEP").expect("the old content").to_owned(), report))
                }
                Err(error) => {
                    assert_eq!(out, b"KEEP", "an error left something");
                    Err(error)
                }
            };
            match &first {
                None => first = Some(got),
                Some(Ok((text, _))) => {
                    let got = got.map(|got| got.0);
                    assert_eq!(got.as_ref(), Ok(text), "{isa:?}, window {window}");
                }
                Some(Err(error)) => {
                    let got = got.map(|got| got.0);
                    assert_eq!(got.as_ref(), Err(error), "{isa:?}, window {window}");
                }
            }
        }
    }
    first.expect("an instruction set")
}

pub(crate) fn report(presenter: &Presenter, request: &Request, json: &str) -> Report {
    try_show(presenter, request, json.as_bytes()).unwrap_or_else(|e| panic!("{json}: {e}")).1
}

pub(crate) fn show_with(presenter: &Presenter, request: &Request, json: &str) -> String {
    try_show(presenter, request, json.as_bytes()).unwrap_or_else(|e| panic!("{json}: {e}")).0
}

pub(crate) fn show(presenter: &Presenter, json: &str) -> String {
    show_with(presenter, &Request::new(), json)
}

pub(crate) fn refuse(presenter: &Presenter, json: impl AsRef<[u8]>) -> RenderError {
    let json = json.as_ref();
    match try_show(presenter, &Request::new(), json) {
        Err(error) => error,
        Ok((text, _)) => panic!("{}: shown as {text}", String::from_utf8_lossy(json)),
    }
}

pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The case's input, censored, equals what the case expects.
pub(crate) fn censored<const N: usize>(id: &str, paths: [&str; N]) {
    let shown = show(&censoring(paths), input(id));
    assert_eq!(parse(&shown), case(id)["expected"]["json_equal"], "{id}");
}

/// A document of which only `keep` is shown, with `odd` in a place that is not.
pub(crate) fn skipping(odd: &[u8]) -> [Vec<u8>; 3] {
    [
        [b"{\"keep\":1,\"odd\":", odd, b"}"].concat(),
        [b"{\"odd\":[{\"x\":", odd, b"}],\"keep\":1}"].concat(),
        [b"[{\"keep\":1},{\"keep\":2,\"odd\":", odd, b"},{\"keep\":3}]"].concat(),
    ]
}

pub(crate) fn keep() -> Presenter {
    build(Presenter::builder("Keep").schema([t::integer("keep")]))
}
