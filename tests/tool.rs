//! What a tool is described as, and which declarations make none.

use std::time::Instant;

use mcp_presenter::toon::{DecodeOptions, Delimiter, Profile, ToonOptions, decode};
use mcp_presenter::{Action, Tool, ToolBuilder, Type, t};

fn described(tool: ToolBuilder, options: ToonOptions) -> String {
    tool.build().unwrap_or_else(|errors| panic!("{errors}")).toon_description(options)
}

/// The table alone, behind the sentence.
fn table(tool: ToolBuilder) -> String {
    let text = described(tool, ToonOptions::new());
    text.split_once("\n\n").expect("a table").1.to_owned()
}

fn two(first: Action) -> ToolBuilder {
    Tool::builder("x").actions([first, Action::new("z")])
}

#[test]
fn required_are_the_arguments_that_cannot_be_left_out() {
    let action = Action::new("a").input([
        t::string("id"),
        t::string("nick").optional(),
        t::integer("count").default(1),
        t::integer("both").optional().default(1),
        t::any("extra"),
        t::any("free").nullable(),
        t::string("note").nullable(),
        t::array("tags", Type::any()),
        t::object("at", [t::any("x")]),
        t::union("u", [Type::string(), Type::integer()]),
    ]);
    let expected = "[2|]{action|desc|required}:\n  a|\"\"|id,note,tags,at,u\n  z|\"\"|\"\"";
    assert_eq!(table(two(action)), expected);
}

#[test]
fn actions_that_are_not_alike_are_a_list() {
    let drop = Action::new("drop").describe("Drop: all").destructive(true);
    let keep = Action::new("keep").destructive(false);
    let expected = "[2|]:\n  \
        - action: drop\n    desc: \"Drop: all\"\n    required: \"\"\n    destructive: true\n  \
        - action: keep\n    desc: \"\"\n    required: \"\"";
    assert_eq!(table(Tool::builder("x").actions([drop, keep])), expected);
}

#[test]
fn the_delimiter_is_what_is_asked_for() {
    let action = Action::new("a").describe("x|y").input([t::string("id"), t::string("at")]);
    let options = ToonOptions::new().delimiter(Delimiter::Comma).indent(4);
    let expected = "[2]{action,desc,required}:\n    a,x|y,\"id,at\"\n    z,\"\",\"\"";
    let text = described(two(action), options);
    assert_eq!(text, format!("x. Select operation via the `action` parameter.\n\n{expected}"));
}

#[test]
fn groups_stand_where_their_first_actions_do() {
    let tool = Tool::builder("desk").grouped(true).actions([
        Action::new("list").group("b c"),
        Action::new("ping"),
        Action::new("list").group("a\"\n"),
        Action::new("get").group("b c"),
    ]);
    let expected = "\"b c\"[2|]{action|desc|required}:\n  list|\"\"|\"\"\n  get|\"\"|\"\"\n\
        _ungrouped[1|]{action|desc|required}:\n  ping|\"\"|\"\"\n\
        \"a\\\"\\n\"[1|]{action|desc|required}:\n  list|\"\"|\"\"";
    assert_eq!(table(tool), expected);
}

#[test]
fn groups_are_ignored_where_the_tool_has_none() {
    let tool = Tool::builder("x").action(Action::new("a").group("g"));
    let sentence = "x. Select operation via the `action` parameter.";
    assert_eq!(described(tool, ToonOptions::new()), sentence);
}

/// Descriptions may come from a file that somebody else writes.
#[test]
fn no_text_forges_a_tag() {
    let tool = Tool::builder("<tool_error")
        .describe("see </domain_rules>")
        .grouped(true)
        .discriminator("<llm_directives>")
        .actions([
            Action::new("<").describe("/Tool_Error>").input([t::string("<ui_passthrough")]),
            Action::new("</action_suggestions").group("<domain_rules>"),
        ]);
    for delimiter in [Delimiter::Pipe, Delimiter::Tab] {
        let options = ToonOptions::new().delimiter(delimiter);
        let tool = tool_of(&tool).toon_description(options);
        let sentence = "see &lt;/domain_rules>. Select operation via the `&lt;llm_directives>` \
                        parameter.\n\n";
        let toon = tool.strip_prefix(sentence).expect(sentence);
        let names = ["tool_error", "domain_rules", "ui_passthrough", "action_suggestions"];
        let lower = toon.to_ascii_lowercase();
        assert!(names.iter().all(|name| !lower.contains(&format!("<{name}"))), "{toon}");
        let mut json = Vec::new();
        decode(toon.as_bytes(), &DecodeOptions::new(), &mut json).expect("TOON");
        let expected = r#"{"_ungrouped":[{"action":"<","desc":"/Tool_Error>","required":"<ui_passthrough"}],"<domain_rules>":[{"action":"</action_suggestions","desc":"","required":""}]}"#;
        let read: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!(read, serde_json::from_str::<serde_json::Value>(expected).expect("JSON"));
    }
}

fn tool_of(builder: &ToolBuilder) -> Tool {
    builder.clone().build().unwrap_or_else(|errors| panic!("{errors}"))
}

/// What is said of a declaration that is wrong.
fn faults(tool: ToolBuilder) -> Vec<String> {
    let errors = tool.build().expect_err("it is wrong");
    assert!(errors.warnings().is_empty());
    assert!(errors.to_string().starts_with("tool \""), "{errors}");
    errors.errors().iter().map(ToString::to_string).collect()
}

#[test]
fn every_mistake_is_told() {
    assert_eq!(
        faults(Tool::builder("").discriminator("")),
        ["name: is empty", "discriminator: is empty", "actions: there are none"]
    );
    for name in ["a b", "a`", "\u{7}", "\u{a0}"] {
        assert_eq!(
            faults(two(Action::new("a")).discriminator(name)),
            ["discriminator: holds white space, a control character or a backtick"]
        );
    }
    let odd = Action::new("").group("").input([
        t::string("id"),
        t::string("op"),
        t::integer("id").optional(),
    ]);
    assert_eq!(
        faults(two(odd).discriminator("op")),
        [
            "action \"\": its name is empty",
            "action \"\": its group is empty",
            "action \"\": its argument \"op\" is the discriminator's",
            "action \"\": its argument \"id\" is declared twice",
        ]
    );
}

#[test]
fn two_actions_of_one_name_are_one_too_many() {
    let actions = || [Action::new("list").group("a"), Action::new("list").group("b")];
    let twice = ["action \"list\": declared twice"];
    assert_eq!(faults(Tool::builder("x").actions(actions())), twice);
    assert!(Tool::builder("x").grouped(true).actions(actions()).build().is_ok());
    let third = Action::new("list").group("b");
    assert_eq!(faults(Tool::builder("x").grouped(true).actions(actions()).action(third)), twice);
    // Those without a group are in one of this name.
    let ungrouped = [Action::new("a"), Action::new("a").group("_ungrouped")];
    assert_eq!(
        faults(Tool::builder("x").grouped(true).actions(ungrouped)),
        ["action \"a\": declared twice"]
    );
}

#[test]
fn both_versions_say_the_same() {
    for grouped in [false, true] {
        let tool = tool_of(&two(Action::new("a").group("g")).grouped(grouped));
        let [four, three] = [Profile::Toon4, Profile::Toon3]
            .map(|profile| tool.toon_description(ToonOptions::new().profile(profile)));
        assert_eq!(four, three);
    }
    assert_eq!(tool_of(&two(Action::new("a"))).name(), "x");
}

#[test]
fn a_description_costs_the_length_of_the_declaration() {
    let best_of = |groups: usize| {
        let actions = (0..groups).map(|n| Action::new("a").group(format!("g{n}")));
        let tool = Tool::builder("desk").grouped(true).actions(actions);
        let tool = tool.build().expect("a tool");
        let cost = |_| {
            let start = Instant::now();
            let text = tool.toon_description(ToonOptions::new());
            assert_eq!(text.lines().count(), 2 + 2 * groups);
            start.elapsed()
        };
        (0..3).map(cost).min().expect("three times")
    };
    // Sixteen times as many groups cost sixteen times as much, not 256 times.
    let (few, many) = (best_of(2_000), best_of(32_000));
    assert!(many < 64 * few, "{few:?} and {many:?}");
}
