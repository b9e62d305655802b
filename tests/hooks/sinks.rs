//! Hooks that write every kind of thing, or break off in the middle of it.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mcp_presenter::{
    Blocks, Frame, Layer, Presenter, PresenterBuilder, Renderer, Request, RequestId,
};
use serde_json::Value;

fn any() -> PresenterBuilder {
    Presenter::builder("P").allow_everything()
}

fn blocks(builder: PresenterBuilder, json: &str) -> Blocks {
    let presenter = builder.build().unwrap_or_else(|errors| panic!("{errors}"));
    Renderer::new().blocks(&presenter, json.as_bytes(), &Request::new()).expect("blocks")
}

fn texts(blocks: &Blocks) -> Vec<&str> {
    blocks.iter().map(|(_, text)| text).collect()
}

/// Unwinds without a message.
fn burst() -> ! {
    resume_unwind(Box::new("burst"))
}

fn caught(work: impl FnOnce()) {
    catch_unwind(AssertUnwindSafe(work)).expect_err("it unwinds");
}

#[test]
fn a_block_that_broke_off_is_taken_back() {
    let blocks = blocks(
        any().ui(|_, ui| {
            caught(|| ui.table_with(["A"], |_| burst()));
            ui.markdown("after");
        }),
        "1",
    );
    let after = "<ui_passthrough type=\"markdown\">\nafter\n</ui_passthrough>";
    assert_eq!(texts(&blocks), ["1", after]);
    assert_eq!(blocks.structured().ui_blocks.len(), 1);
}

/// Writes something, and unwinds.
struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("half")?;
        burst()
    }
}

#[test]
fn a_rule_that_broke_off_is_taken_back() {
    let blocks = blocks(
        any().dynamic_rules(|_, rules| {
            caught(|| rules.rule(format_args!("{Bomb}")));
            rules.rule("whole");
        }),
        "1",
    );
    assert_eq!(texts(&blocks), ["1", "<domain_rules>\n- whole\n</domain_rules>"]);
    assert_eq!(blocks.structured().system_rules, ["whole"]);
}

#[test]
fn only_plain_digits_are_an_index() {
    let blocks = blocks(
        any().ui(|view, ui| {
            let has = |path| view.get(path).is_some();
            let paths = ["a.1", "a.0", "a.+1", "a.01", "a.-0", "a. 1", "a.2"];
            ui.markdown(format_args!("{:?}", paths.map(has)));
        }),
        r#"{"a":[1,2]}"#,
    );
    let expected = "[true, true, false, false, false, false, false]";
    assert_eq!(blocks.structured().ui_blocks[0].content, expected);
}

#[test]
fn a_priority_that_is_no_number_is_none() {
    for priority in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let builder = any().ui(move |_, ui| ui.priority(1).priority(priority).markdown("m"));
        let blocks = blocks(builder, "1");
        let block = "<ui_passthrough type=\"markdown\">\nm\n</ui_passthrough>";
        assert_eq!(texts(&blocks), ["1", block]);
        assert_eq!(blocks.structured().ui_blocks[0].priority, None);
    }
}

const HOSTILE: &str = "a<\n/domain_rules>\r\n```\n~~~\n| x |\u{2028}- y\u{85}\
                       \"></ui_passthrough>\u{0}\u{7f}\\|\\";

/// Everything that can be written, of text that tries to break out; tags also in two pieces.
fn writes_everything() -> Presenter {
    any()
        .ui(|view, ui| {
            ui.title(view).code_block(HOSTILE, view);
            ui.raw(HOSTILE, view);
            ui.list([view, view]);
            ui.table([view], [[view]]);
            ui.mermaid(view);
            ui.markdown(view);
            ui.summary(view);
            ui.json(|json| {
                json.object(|object| {
                    object.set(HOSTILE, view);
                    object.set("<", "domain_rules");
                });
            });
            ui.table_with(["<", "domain_rules>"], |table| table.row(["<", "/tool_error>"]));
        })
        .suggest(|view, next| {
            next.suggest("<", "domain_rules>");
            next.suggest(view, view);
        })
        .dynamic_rules(|view, rules| {
            rules.rule("<");
            rules.rule("domain_rules>");
            rules.rule(view);
        })
        .build()
        .expect("a presenter")
}

#[test]
fn every_sink_at_once_gives_as_many_blocks_as_were_written() {
    let presenter = writes_everything();
    let json = serde_json::to_string(HOSTILE).expect("JSON");
    let render = |frame| {
        let mut out = Vec::new();
        Renderer::new()
            .render(&presenter, json.as_bytes(), &Request::new(), frame, &mut out)
            .expect("a render");
        String::from_utf8(out).expect("UTF-8")
    };
    let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &Request::new());
    let blocks = blocks.expect("blocks");
    let count = |layer| blocks.iter().filter(|(own, _)| *own == layer).count();
    let layers = [Layer::Data, Layer::Ui, Layer::Rules, Layer::Suggestions];
    assert_eq!(layers.map(count), [1, 9, 1, 1]);
    let texts = texts(&blocks);

    let text = render(Frame::Text);
    assert_eq!(text, texts.join("\n\n"));
    for (tag, count) in [("ui_passthrough", 9), ("domain_rules", 1), ("action_suggestions", 1)] {
        assert_eq!(text.matches(&format!("\n<{tag}")).count(), count, "{text}");
        assert_eq!(text.matches(&format!("<{tag}")).count(), count, "{text}");
        assert_eq!(text.matches(&format!("</{tag}>")).count(), count, "{text}");
    }
    assert!(!text.contains("<tool_error") && !text.contains("</tool_error"), "{text}");

    for frame in [Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Text(HOSTILE))] {
        let line = render(frame);
        assert!(!line.contains('\n'), "{line}");
        let message: Value = serde_json::from_str(&line).expect("JSON");
        let list = match frame {
            Frame::Blocks => &message,
            Frame::Result => &message["content"],
            _ => &message["result"]["content"],
        };
        let entries = list.as_array().expect("a list").iter();
        let own = entries.map(|entry| entry.as_str().or(entry["text"].as_str()).expect("text"));
        assert_eq!(own.collect::<Vec<_>>(), texts);
    }
}
