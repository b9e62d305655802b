//! The rules of each context, byte for byte.

use std::fmt;

use mcp_presenter::{Content, Presenter, Renderer, Request, Ui};

/// The blocks of user interface that `write` writes.
fn blocks(write: impl Fn(&mut Ui<'_>) + Send) -> Vec<String> {
    let presenter = Presenter::builder("P").allow_everything().build().expect("a presenter");
    let response = presenter.response(b"{}").ui(write);
    let blocks = Renderer::new().response_blocks(&response, &Request::new()).expect("blocks");
    blocks.iter().skip(1).map(|(_, text)| text.to_owned()).collect()
}

fn block(write: impl Fn(&mut Ui<'_>) + Send) -> String {
    let [block] = <[String; 1]>::try_from(blocks(write)).expect("one block");
    block
}

/// The lines of `<domain_rules>` that these make.
fn rule(text: impl Content + Copy + Send + Sync + 'static) -> String {
    let presenter = Presenter::builder("P")
        .allow_everything()
        .dynamic_rules(move |_, rules| rules.rule(text))
        .build()
        .expect("a presenter");
    let blocks = Renderer::new().blocks(&presenter, b"{}", &Request::new()).expect("blocks");
    let [rule] = &blocks.structured().system_rules[..] else { panic!("one rule") };
    rule.to_string()
}

#[derive(Clone, Copy)]
struct Pieces(&'static [&'static str]);

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

#[test]
fn attributes() {
    let title = "Q\"3 <x> & y' priority=\"0\n\r\t\u{0}\u{1f}\u{7f}\u{9f}\u{2028}\u{202e}é";
    let expected = "Q&quot;3 &lt;x&gt; &amp; y&apos; priority=&quot;0&#10;&#13;&#9;\
                    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{2028}\u{202e}é";
    assert_eq!(
        block(|ui| ui.title(title).raw(title, "x")),
        format!("<ui_passthrough type=\"{expected}\" title=\"{expected}\">\nx\n</ui_passthrough>")
    );
    // An entity of the data is text.
    assert!(block(|ui| ui.title("&quot;&#10;").markdown("")).contains("\"&amp;quot;&amp;#10;\""));
}

#[test]
fn attributes_are_of_the_next_block_alone() {
    let blocks = blocks(|ui| {
        ui.title("first").title("T").width(mcp_presenter::Width::Half).priority(2);
        ui.markdown("a");
        ui.markdown("b");
        ui.title("lost");
    });
    assert_eq!(
        blocks,
        [
            "<ui_passthrough type=\"markdown\" title=\"T\" width=\"half\" priority=\"2\">\na\n</ui_passthrough>",
            "<ui_passthrough type=\"markdown\">\nb\n</ui_passthrough>",
        ]
    );
}

#[test]
fn fences_are_longer_than_what_they_hold() {
    for run in 0..=40 {
        let ticks = "`".repeat(run);
        let fence = "`".repeat((run + 1).max(3));
        for body in [
            ticks.clone(),
            format!("{ticks}\n"),
            format!("a{ticks}b\n{ticks}\n`"),
            format!("\n   {ticks}rust\nx\n{ticks}"),
            format!("~~~\n{ticks}"),
        ] {
            let expected = format!(">\n{fence}rust\n{body}\n{fence}\n</ui_passthrough>");
            let body = body.as_str();
            assert!(block(|ui| ui.code_block("rust", body)).ends_with(&expected) || run == 0);
            let shown = block(|ui| ui.json(|json| json.value(body)));
            assert!(shown.contains(&format!(">\n{fence}json\n")) || run == 0, "{shown}");
        }
    }
    // A run in two pieces is one run.
    let split = block(|ui| ui.mermaid(format_args!("{}", Pieces(&["``", "```", "`"]))));
    assert!(split.contains("\n```````mermaid\n``````\n```````\n"), "{split}");
}

#[test]
fn labels_of_fences() {
    for (language, label) in [
        ("json\n```\n# owned", "json#owned".to_owned()),
        ("c++", "c++".into()),
        ("a`b~c|d\\e", "abcde".into()),
        ("x y\u{a0}é\u{ff41}z", "xyz".into()),
        ("C#_1.2-x", "C#_1.2-x".into()),
        ("", String::new()),
        ("</ui_passthrough>", "ui_passthrough".into()),
    ] {
        let shown = block(|ui| ui.code_block(language, "x"));
        assert!(shown.contains(&format!(">\n```{label}\nx\n```\n<")), "{shown}");
    }
    let long = "é1".repeat(100);
    let shown = block(|ui| ui.code_block(&long, "x"));
    assert!(shown.contains(&format!("\n```{}\nx", "1".repeat(32))), "{shown}");
    let split = block(|ui| ui.code_block(format_args!("{}{}", "a".repeat(31), "bcd"), "x"));
    assert!(split.contains(&format!("\n```{}b\nx", "a".repeat(31))), "{split}");
}

#[test]
fn line_breaks_in_entries_and_cells() {
    for line_break in ["\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let text = format!("a{line_break}{line_break}- b{line_break}");
        let list = block(|ui| ui.list([&text]));
        assert!(list.contains("\n- a  - b \n<"), "{list}");
        let table = block(|ui| ui.table([&text], [[&text]]));
        assert!(
            table.contains("\n| a<br><br>- b<br> |\n| --- |\n| a<br><br>- b<br> |\n<"),
            "{table}"
        );
    }
    // A carriage return at the end of a piece, a line feed at the start of the next.
    let pieces = Pieces(&["a\r", "\nb", "\r", "", "\n", "\n", "\r"]);
    let list = block(|ui| ui.list([format_args!("{pieces}")]));
    assert!(list.contains("\n- a b   \n<"), "{list}");
    let table = block(|ui| ui.table(["h"], [[format_args!("{pieces}")]]));
    assert!(table.contains("\n| a<br>b<br><br><br> |\n<"), "{table}");
    // Two texts are two texts.
    let list = block(|ui| ui.list(["a\r", "\nb"]));
    assert!(list.contains("\n- a \n-  b\n<"), "{list}");
    assert_eq!(rule("a\r\nb\u{2029}c"), "a b c");
}

#[test]
fn json_keys_and_strings() {
    let text = "</Domain_Rules>\n\"\\`<b>\u{2028}\u{7f}\u{1}";
    let shown = block(|ui| ui.json(|json| json.object(|object| object.set(text, text))));
    let string = "\"\\u003c/Domain_Rules>\\n\\\"\\\\`<b>\u{2028}\u{7f}\\u0001\"";
    assert!(shown.contains(&format!("\n```json\n{{\n  {string}: {string}\n}}\n```\n")), "{shown}");
    // A text that is no JSON is a string; one that is JSON is read and written again.
    for (json, expected) in [
        ("{\"a\":</domain_rules>}", "\"{\\\"a\\\":\\u003c/domain_rules>}\""),
        ("[1.50,\n\"\\u003c/domain_rules>\"]", "[\n  1.50,\n  \"\\u003c/domain_rules>\"\n]"),
        ("1 2", "\"1 2\""),
        ("", "\"\""),
        ("{\"a\":1,\"a\":2}", "{\n  \"a\": 2\n}"),
    ] {
        let shown = block(|ui| ui.echarts(|chart| chart.text(json)));
        assert!(shown.contains(&format!("\n```echarts\n{expected}\n```\n")), "{shown}");
    }
    // What nobody writes is null.
    let shown = block(|ui| {
        ui.json(|json| {
            json.array(|array| {
                array.next();
                array.push(None::<&str>);
                array.push(f64::NAN);
                array.next().object(|object| drop(object.member("k")));
            });
        });
    });
    assert!(
        shown.contains("[\n  null,\n  null,\n  null,\n  {\n    \"k\": null\n  }\n]"),
        "{shown}"
    );
    assert!(block(|ui| ui.json(|_| {})).contains("\nnull\n"));
}

#[test]
fn suggestions_are_one_line_each() {
    let presenter = Presenter::builder("P")
        .allow_everything()
        .suggest(|view, next| {
            next.suggest("a\nb: c", "d\u{85}- e: f");
            next.suggest(view.get("tool"), format_args!("{}<", view.text("tool")));
            next.suggest(None::<&str>, 1);
        })
        .build()
        .expect("a presenter");
    let response = presenter.response(br#"{"tool":"<domain\n_rules"}"#).suggest("x\r\n", "\u{c}y");
    let blocks = Renderer::new().response_blocks(&response, &Request::new()).expect("blocks");
    let text = blocks.iter().last().expect("suggestions").1;
    assert_eq!(
        text,
        "<action_suggestions>\n- a b: c: d - e: f\n- &lt;domain _rules: &lt;domain _rules<\n\
         - null: 1\n- x :  y\n</action_suggestions>"
    );
    let suggestions = blocks.structured().suggestions;
    assert_eq!((&*suggestions[0].tool, &*suggestions[0].reason), ("a b: c", "d - e: f"));
    assert_eq!((&*suggestions[3].tool, &*suggestions[3].reason), ("x ", " y"));
}

#[test]
fn the_notice_is_of_the_program_and_still_guarded() {
    let presenter = Presenter::builder("P")
        .allow_everything()
        .limit(1)
        .notice("{max}<dom{x}ain_rules> </Domain_{max}rules> <domain_rules>{omitted}{")
        .build()
        .expect("a presenter");
    let blocks = Renderer::new().blocks(&presenter, b"[1,2,3]", &Request::new()).expect("blocks");
    assert_eq!(
        blocks.iter().nth(1).expect("the notice").1,
        "<ui_passthrough type=\"summary\">\n📊 **Summary**: 1<dom{x}ain_rules> \
         </Domain_1rules> &lt;domain_rules>2{\n</ui_passthrough>"
    );
}
