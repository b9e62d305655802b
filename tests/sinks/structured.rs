//! `Debug` of the structured view shows nothing that a redaction keeps from the agent.

use mcp_presenter::{Censor, Presenter, PresenterBuilder, Renderer, Request, Structured};

fn structured(builder: PresenterBuilder, json: &str) -> Structured {
    let presenter = builder.build().expect("a presenter");
    let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &Request::new());
    blocks.expect("blocks").structured()
}

fn any() -> PresenterBuilder {
    Presenter::builder("P").allow_everything()
}

/// What a hook wrote is in the view, and `Debug` keeps it back or not.
fn check(builder: PresenterBuilder, json: &str, secret: &str, is_shown: bool) {
    let structured = structured(builder, json);
    assert!(structured.ui_blocks[0].content.contains(secret), "{:?}", structured.ui_blocks);
    assert_eq!(format!("{structured:?}").contains(secret), is_shown, "{structured:?}");
}

#[test]
fn keys_of_what_is_redacted() {
    let json = r#"{"a":{"secret":{"deeper":1}},"b":{"plain":1}}"#;
    let builder = || any().redact_pii(["a"]);
    check(
        builder().ui(|view, ui| ui.list(view.get("a").unwrap().members().map(|(key, _)| key))),
        json,
        "secret",
        false,
    );
    check(
        builder().ui(|view, ui| {
            let inside = view.get("a.secret").expect("a member");
            ui.list(inside.members().map(|(key, _)| key));
        }),
        json,
        "deeper",
        false,
    );
    check(
        builder().ui(|view, ui| ui.list(view.get("b").unwrap().members().map(|(key, _)| key))),
        json,
        "plain",
        true,
    );
    check(builder().ui(|view, ui| ui.list(view.members().map(|(key, _)| key))), json, "b", true);
}

#[test]
fn keys_of_what_is_removed() {
    let json = r#"{"a":{"secret":1},"b":{"plain":1}}"#;
    let keys = |path: &'static str| {
        move |view: &mcp_presenter::View<'_>, ui: &mut mcp_presenter::Ui<'_>| {
            ui.list(view.get(path).expect("an object").members().map(|(key, _)| key));
        }
    };
    let builder = || any().redact(["a.*"], Censor::remove()).redact_pii(["b.*"]);
    check(builder().ui(keys("a")), json, "secret", false);
    // Where values are replaced, their keys are on the wire.
    check(builder().ui(keys("b")), json, "plain", true);
}

#[test]
fn what_an_embedded_presenter_redacts() {
    let child = any().redact_pii(["mail"]).build().expect("a presenter");
    let outer = any().embed("by", &child).build().expect("a presenter");
    let near = r#"{"id":"o-1","by":{"mail":"secret"}}"#;
    let deep = r#"{"id":"o-1","by":{"mail":"plain","by":{"mail":"secret"}}}"#;
    for (presenter, path, json) in [(&child, "by.mail", near), (&outer, "by.by.mail", deep)] {
        let builder = || any().embed("by", presenter);
        check(builder().ui(move |view, ui| ui.markdown(view.text(path))), json, "secret", false);
        check(builder().ui(|view, ui| ui.markdown(view)), json, "secret", false);
        check(
            builder().ui(|view, ui| ui.json(|json| json.value(view.get("by")))),
            json,
            "secret",
            false,
        );
        check(builder().ui(|view, ui| ui.markdown(view.get("id"))), json, "o-1", true);
        let items = format!("[{json}]");
        let all = builder().collection_ui(|items, ui| ui.list(items.iter().map(|i| i.get("by"))));
        check(all, &items, "secret", false);
        let ids = builder().collection_ui(|items, ui| ui.list(items.iter().map(|i| i.get("id"))));
        check(ids, &items, "o-1", true);
    }
    let plain = any().build().expect("a presenter");
    check(any().embed("by", &plain).ui(|view, ui| ui.markdown(view)), near, "secret", true);
}
