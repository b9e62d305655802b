//! What may be given to a typed Presenter.

use std::borrow::Cow;

use mcp_presenter::{
    Frame, Presenter, RenderErrorKind, Renderer, Request, Type, Typed, TypedData, t,
};
use serde::Serialize;

use super::{BEFORE, Order, blocks, built, order, orders, plain, same};

#[derive(Clone, Serialize)]
struct Line<'a> {
    sku: &'a str,
    note: Cow<'a, str>,
}

/// For all lifetimes.
struct Lines;

impl Typed for Lines {
    type Value<'v> = Line<'v>;
}

#[test]
fn values_that_borrow_are_shown_by_a_presenter_that_outlives_them() {
    let presenter = built(
        Presenter::builder("Line")
            .schema([t::string("sku")])
            .typed::<Lines>()
            .ui(|line, ui| ui.summary(format_args!("{} {}", line.sku, line.note)))
            .collection_ui(|lines, ui| ui.list(lines.iter().map(|line| line.sku))),
    );
    for row in ["a", "b"].map(String::from) {
        let line = Line { sku: &row, note: Cow::Owned(format!("note of {row}")) };
        let shown = blocks(&presenter, &line).structured();
        assert!(shown.ui_blocks[0].content.ends_with(&format!("{row} note of {row}")));
        let shown = blocks(&presenter, &[line.clone(), line]).structured();
        assert_eq!(&*shown.ui_blocks[0].content, format!("- {row}\n- {row}"));
    }
}

#[test]
fn one_value_that_is_a_sequence_is_refused() {
    let presenter = built(
        Presenter::builder("Tags")
            .root(Type::string())
            .typed::<Vec<String>>()
            .ui(|_, _| panic!("not for a collection")),
    );
    let tags = vec!["a".to_owned()];
    for frame in super::FRAMES {
        let mut out = BEFORE.to_vec();
        let item = TypedData::Item(&tags);
        let refused =
            Renderer::new().render_typed(&presenter, item, &Request::new(), frame, &mut out);
        let error = refused.expect_err("a sequence is no item");
        assert_eq!(error.kind(), RenderErrorKind::SequenceAsItem);
        assert_eq!(out, BEFORE);
    }
}

#[test]
fn an_iterator_is_a_collection() {
    let presenter = built(
        plain()
            .typed::<Order>()
            .ui(|_, _| panic!("not for a collection"))
            .dynamic_rules(|order, rules| rules.rule(format_args!("first {}", order.id)))
            .suggest(|order, next| next.suggest("orders.get", order.id.as_str())),
    );
    for count in [0, 1, 5] {
        let data = orders(count);
        let mut expected = Vec::new();
        Renderer::new()
            .render_typed(&presenter, &data, &Request::new(), Frame::Result, &mut expected)
            .expect("a slice");
        let mut out = Vec::new();
        let by_reference = data.iter();
        Renderer::new()
            .render_typed_iter(&presenter, by_reference, &Request::new(), Frame::Result, &mut out)
            .expect("an iterator");
        assert_eq!(out, expected);
        let by_value = (0..count as usize).map(|at| data[at].clone());
        out.clear();
        Renderer::new()
            .render_typed_iter(&presenter, by_value, &Request::new(), Frame::Result, &mut out)
            .expect("an iterator");
        assert_eq!(out, expected);
    }
}

#[test]
fn an_iterator_is_no_slice_for_hooks() {
    let typed = || plain().typed::<Order>();
    let unread = std::iter::repeat_with(|| -> Order { panic!("nothing is read") });
    let unread = unread.take(1);
    for builder in [
        typed().collection_ui(|_, _| {}),
        typed().collection_rules(|_, _| {}),
        typed().collection_suggest(|_, _| {}),
    ] {
        let mut out = BEFORE.to_vec();
        let refused = Renderer::new().render_typed_iter(
            &built(builder),
            unread.clone(),
            &Request::new(),
            Frame::Text,
            &mut out,
        );
        let error = refused.expect_err("a hook wants a slice");
        assert_eq!(error.kind(), RenderErrorKind::CollectionHooks);
        assert_eq!(out, BEFORE);
    }
}

#[test]
fn the_presenter_by_itself_has_no_hooks_for_values() {
    let typed = built(plain().typed::<Order>().ui(|_, ui| ui.markdown("value")));
    let blocks = Renderer::new().blocks(
        typed.presenter(),
        br#"{"cents":1,"id":"a","secret":"b"}"#,
        &Request::new(),
    );
    assert!(blocks.expect("blocks").structured().ui_blocks.is_empty());
    // And without hooks for values a typed one is the Presenter by itself.
    let typed = built(plain().redact_hooks(true).typed::<Order>());
    same(&typed, typed.presenter(), &order("o-1", 1), &Request::new());
    same(&typed, typed.presenter(), &orders(5), &Request::new());
}
