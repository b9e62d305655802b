//! Renders as text, with windows in which an item fits and ones in which it does not.

use mcp_presenter::{Frame, Presenter, PresenterBuilder, RenderError, Renderer, Request};

/// What a value is embedded in may lie in one window, or in many.
pub(crate) const WINDOWS: [usize; 3] = [64, 16 << 10, 1 << 20];

/// More bytes than the window of an ordinary Renderer has, several times.
pub(crate) const LARGE: usize = 80_000;

pub(crate) fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

pub(crate) fn parent() -> PresenterBuilder {
    Presenter::builder("Parent")
}

pub(crate) fn child() -> PresenterBuilder {
    Presenter::builder("Child")
}

pub(crate) fn try_show(
    presenter: &Presenter,
    json: &str,
    window: usize,
) -> Result<String, RenderError> {
    let mut renderer = Renderer::new().with_window(window);
    let mut out = Vec::new();
    renderer.render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

/// The response's text, which is the same whatever the window.
pub(crate) fn show(presenter: &Presenter, json: &str) -> String {
    let texts = WINDOWS.map(|window| {
        try_show(presenter, json, window).unwrap_or_else(|error| panic!("window {window}: {error}"))
    });
    for (text, window) in texts.iter().zip(WINDOWS) {
        assert!(*text == texts[0], "window {window}: {}\n{}", short(text), short(&texts[0]));
    }
    let [text, ..] = texts;
    text
}

/// Asserts what a presenter shows; long texts are not printed whole.
#[track_caller]
pub(crate) fn check(presenter: &Presenter, json: &str, shown: &str) {
    let text = show(presenter, json);
    assert!(text == shown, "{}\nis not\n{}", short(&text), short(shown));
}

fn short(text: &str) -> String {
    let count = text.chars().count();
    if count <= 1000 {
        return text.to_owned();
    }
    let start: String = text.chars().take(300).collect();
    let end: String = text.chars().skip(count - 300).collect();
    format!("{start} … {end}")
}

/// The first block of a response.
pub(crate) fn data_block(text: &str) -> &str {
    text.split("\n\n").next().unwrap_or_default()
}
