//! `Debug` of what hooks and tests are given shows nothing that the agent does not see.

use std::sync::{Arc, Mutex};

use mcp_presenter::{Blocks, Presenter, PresenterBuilder, Renderer, Request, Structured, t};

const SECRET: &str = "CANARY";

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

fn blocks(presenter: &Presenter, json: &str) -> Blocks {
    Renderer::new().blocks(presenter, json.as_bytes(), &Request::new()).expect("blocks")
}

fn structured(builder: PresenterBuilder, json: &str) -> Structured {
    blocks(&build(builder), json).structured()
}

/// Asserts that neither the secret is shown nor its bytes as numbers.
#[track_caller]
fn check_hidden(shown: &str) {
    let numbers: Vec<String> = SECRET.bytes().map(|byte| byte.to_string()).collect();
    for secret in [SECRET, &numbers.join(", "), &numbers.join(",")] {
        assert!(!shown.contains(secret), "{shown}");
    }
    // Nor one byte in each line, as `{:#?}` prints them.
    let squeezed: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
    assert!(!squeezed.contains(&numbers.join(",")), "{shown}");
}

/// Where a hook leaves what it has seen.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Option<String>>>);

impl Seen {
    fn put(&self, shown: String) {
        *self.0.lock().expect("what was seen") = Some(shown);
    }

    fn take(&self) -> String {
        self.0.lock().expect("what was seen").take().expect("the hook has run")
    }
}

#[test]
fn items_and_their_iterator_show_no_input() {
    let seen = Seen::default();
    let by_hook = seen.clone();
    let presenter =
        build(Presenter::builder("P").schema([t::string("id")]).redact_hooks(true).collection_ui(
            move |items, ui| {
                by_hook.put(format!("{items:?} {:?} {:#?}", items.iter(), items.iter()));
                ui.summary("x");
            },
        ));
    blocks(&presenter, &format!(r#"[{{"id":"a","hidden":"{SECRET}"}}]"#));
    let shown = seen.take();
    assert!(shown.contains("ItemIter"), "{shown}");
    check_hidden(&shown);
}

#[test]
fn a_sink_shows_nothing_of_what_others_have_written() {
    let seen = Seen::default();
    let by_hook = seen.clone();
    let presenter = build(
        Presenter::builder("P")
            .schema([t::string("id")])
            .redact_pii(["id"])
            .ui(|view, ui| ui.markdown(view.text("id")))
            .ui(move |_, ui| by_hook.put(format!("{ui:?} {ui:#?}"))),
    );
    let blocks = blocks(&presenter, &format!(r#"{{"id":"{SECRET}"}}"#));
    assert_eq!(blocks.structured().ui_blocks[0].content, SECRET);
    let shown = seen.take();
    assert!(shown.contains("Ui"), "{shown}");
    check_hidden(&shown);
}

/// A parent that takes anything, and says in its UI what is at the path.
fn says(child: &Presenter, path: &'static str) -> PresenterBuilder {
    Presenter::builder("P")
        .schema([t::any("who")])
        .embed("who", child)
        .ui(move |view, ui| ui.markdown(view.text(path)))
}

#[test]
fn the_view_of_a_response_keeps_back_what_a_child_redacts() {
    let child = build(Presenter::builder("C").schema([t::string("ssn")]).redact_pii(["ssn"]));
    let view = structured(says(&child, "who.ssn"), &format!(r#"{{"who":{{"ssn":"{SECRET}"}}}}"#));
    assert_eq!(view.ui_blocks[0].content, SECRET);
    assert_eq!(view.data["who"]["ssn"], "[REDACTED]");
    check_hidden(&format!("{view:?}"));
}

#[test]
fn the_view_of_a_response_keeps_back_what_a_child_does_not_declare() {
    let child = build(Presenter::builder("C").schema([t::string("name")]));
    let json = format!(r#"{{"who":{{"name":"a","debt":"{SECRET}"}}}}"#);
    let view = structured(says(&child, "who.debt"), &json);
    assert_eq!(view.ui_blocks[0].content, SECRET);
    check_hidden(&format!("{view:?}"));
}

fn redacts() -> PresenterBuilder {
    Presenter::builder("P").allow_everything().redact_pii(["s"])
}

#[test]
fn the_view_of_a_response_keeps_back_keys_of_what_is_redacted() {
    let builder = redacts().ui(|view, ui| {
        for (key, _) in view.get("s").expect("a member").members() {
            ui.markdown(key);
        }
    });
    let view = structured(builder, &format!(r#"{{"s":{{"{SECRET}":1}}}}"#));
    assert_eq!(view.ui_blocks[0].content, SECRET);
    check_hidden(&format!("{view:?}"));
}

#[test]
fn the_view_of_a_response_keeps_back_lengths_of_what_is_redacted() {
    let builder = redacts().ui(|view, ui| {
        let length = view.get("s").expect("a member").len();
        ui.markdown(format_args!("n={length}"));
    });
    let view = structured(builder, r#"{"s":[1,2,3,4,5,6,7]}"#);
    assert_eq!(view.ui_blocks[0].content, "n=7");
    let shown = format!("{view:?}");
    assert!(!shown.contains("n=7"), "{shown}");
}

#[test]
fn the_view_of_a_response_keeps_it_back_when_blocks_are_taken_out() {
    let builder =
        redacts().ui(|_, ui| ui.markdown("public")).ui(|view, ui| ui.markdown(view.text("s")));
    let mut view = structured(builder, &format!(r#"{{"s":"{SECRET}"}}"#));
    let shown = format!("{view:?}");
    assert!(shown.contains("public"), "{shown}");
    check_hidden(&shown);
    view.ui_blocks.remove(0);
    check_hidden(&format!("{view:?}"));
}

#[test]
fn blocks_and_suggestions_by_themselves_keep_it_back() {
    let builder = redacts()
        .ui(|view, ui| ui.markdown(view.text("s")))
        .suggest(|view, next| next.suggest("tool", view.text("s")));
    let view = structured(builder, &format!(r#"{{"s":"{SECRET}"}}"#));
    assert_eq!(view.ui_blocks[0].content, SECRET);
    assert_eq!(view.suggestions[0].reason, SECRET);
    check_hidden(&format!("{:?} {:?}", view.ui_blocks, view.suggestions));
    check_hidden(&format!("{:?} {:?}", view.ui_blocks[0].content, view.suggestions[0].reason));
}

#[test]
fn numbers_of_the_view_are_finite() {
    let data = |json: &str| structured(redacts(), json).data;
    assert_eq!(data("0"), 0);
    assert_ne!(data("0"), f64::NAN);
    assert_ne!(data("0"), f64::INFINITY);
    // More than any f64, and not infinite.
    assert_ne!(data("1e400"), f64::INFINITY);
    assert_eq!(data("1e300"), 1e300);
}
