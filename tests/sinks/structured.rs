//! `Debug` of the structured view shows nothing that a redaction keeps from the agent.

use mcp_presenter::{Censor, Presenter, PresenterBuilder, Renderer, Request, Structured, t};

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
    // What it leaves out is as little for others as what it redacts.
    let plain = Presenter::builder("P").schema([t::any("plain").optional()]).build();
    let builder = any().embed("by", &plain.expect("a presenter"));
    check(builder.ui(|view, ui| ui.markdown(view)), near, "secret", false);
}

#[test]
fn parts_by_themselves() {
    let json = r#"{"a":"secret"}"#;
    let builder = any()
        .redact_pii(["a"])
        .ui(|view, ui| ui.title(view.get("a")).raw(view.get("a"), view.get("a")))
        .dynamic_rules(|view, rules| rules.rule(view.get("a")))
        .suggest(|view, next| next.suggest(view.get("a"), view.get("a")));
    let view = structured(builder, json);
    let (ui, next) = (&view.ui_blocks[0], &view.suggestions[0]);
    let title = ui.title.as_ref().expect("a title");
    for text in [&ui.kind, &ui.content, title, &view.system_rules[0], &next.tool, &next.reason] {
        assert_eq!(*text, "secret");
        assert!(!format!("{text:?}").contains("secret"), "{text:?}");
    }
    let said = format!("{ui:?} {next:?} {:#?}", view.system_rules);
    assert!(!said.contains("secret"), "{said}");
}
