//! What embedded Presenters may cost: combinations of unions, functions, blocks.

use std::time::Duration;

use mcp_presenter::{
    Censor, Field, Frame, Mode, Presenter, PresenterBuilder, Renderer, Request, Type, t,
};

use crate::clock::{check_linear, running_time};
use crate::show::{build, check, child, parent};

/// A member of a union which `tag` tells apart from the others.
fn tagged(number: usize, tag: &str, more: &str) -> Type {
    Type::object([t::literal(tag, format!("k{number}")), t::string(more).optional()])
        .mode(Mode::Passthrough)
}

/// A union of `outer` members around one of `inner`; the parent's last member has the field that is
/// redacted.
fn product(outer: usize, inner: usize) -> PresenterBuilder {
    let member = |at| tagged(at, "a", if at == outer - 1 { "ssn" } else { "name" });
    let around = Type::union((0..outer).map(member));
    let inside = Type::union((0..inner).map(|at| tagged(at, "b", "other")));
    let child = build(child().schema([Field::new("x", inside)]));
    parent()
        .schema([t::object("who", [Field::new("x", around)])])
        .redact_pii(["who.x.ssn"])
        .embed("who", &child)
}

#[test]
fn the_last_of_many_combinations_is_not_taken_for_another() {
    // More than a byte can count, and not a power of two.
    let (outer, inner) = (23, 29);
    let presenter = build(product(outer, inner));
    let (a, b) = (outer - 1, inner - 1);
    check(
        &presenter,
        &format!(r#"{{"who":{{"x":{{"a":"k{a}","b":"k{b}","ssn":"secret","c":1}}}}}}"#),
        &format!(r#"{{"who":{{"x":{{"a":"k{a}","ssn":"[REDACTED]","b":"k{b}","c":1}}}}}}"#),
    );
}

#[test]
fn more_combinations_than_can_be_told_apart_are_refused() {
    let errors = product(257, 257).build().expect_err("too many").to_string();
    assert!(errors.contains("more than 65,535 combinations"), "{errors}");
}

#[test]
fn combinations_are_counted_before_they_are_made() {
    let member = |at: usize| Type::object([t::literal("t", at.to_string())]);
    let child = build(child().root(Type::union((0..12).map(member))));
    let cost = |embeds: usize| {
        let mut builder = parent().allow_everything();
        for _ in 0..embeds {
            builder = builder.embed("k", &child);
        }
        let start = running_time();
        let is_refused = builder.build().is_err();
        (running_time() - start, is_refused)
    };
    // 1,728 are made; made before they are counted, three million would take thousands of times as
    // long.
    let (made, is_refused) = cost(3);
    assert!(!is_refused);
    let (refused, is_refused) = cost(6);
    assert!(is_refused);
    assert!(refused < made * 50, "made: {made:?}, refused: {refused:?}");
}

#[test]
fn functions_cost_what_the_item_is_long() {
    let child = build(child().allow_everything());
    let object = Type::object([]).mode(Mode::Passthrough);
    let presenter = build(
        parent()
            .root(Type::union([object, Type::string()]))
            .embed("who", &child)
            .redact(["k[*].x"], Censor::function(|_, _| "f".into())),
    );
    check_linear("values that a function is asked for", |count| {
        let values = vec![r#"{"x":{"a":1}}"#; count].join(",");
        cost(&presenter, &format!(r#"{{"who":{{}},"k":[{values}]}}"#))
    });
}

/// The shortest of a few renders.
fn cost(presenter: &Presenter, json: &str) -> Duration {
    let mut renderer = Renderer::new();
    let mut out = Vec::new();
    let mut render = || {
        out.clear();
        let start = running_time();
        renderer
            .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
            .expect("a render");
        running_time() - start
    };
    (0..3).map(|_| render()).min().expect("a few")
}

#[test]
fn blocks_beyond_the_sixty_four_are_counted_each_as_often_as_it_came() {
    let child =
        build(child().allow_everything().dynamic_rules(|view, rules| rules.rule(view.get("x"))));
    let presenter = build(parent().allow_everything().embed("k", &child));
    let item = |text: &str| format!(r#"{{"k":{{"x":"{text}"}}}}"#);
    let count = |items: &[String]| {
        let json = format!("[{}]", items.join(","));
        let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &Request::new());
        let blocks = blocks.expect("blocks");
        (blocks.len(), blocks.report().omitted_blocks())
    };
    let mut items: Vec<String> = (0..100).map(|at| item(&at.to_string())).collect();
    // The data block is one more.
    assert_eq!(count(&items), (65, 36));
    items.truncate(64);
    assert_eq!(count(&items), (65, 0));
    // One block over and over, behind the 64 others; and one of those.
    items.extend((0..10).map(|_| item("same")));
    items.push(item("63"));
    assert_eq!(count(&items), (65, 10));
}
