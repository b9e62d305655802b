//! Hooks that panic, values that do not fit, and what is said of data.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mcp_presenter::{
    BuildErrors, Frame, Presenter, Renderer, Request, Typed, TypedData, TypedPresenterBuilder,
};
use serde::Serialize;

use super::{BEFORE, CANARY, FRAMES, Order, blocks, built, order, orders, plain};

fn burst() -> ! {
    resume_unwind(Box::new("burst"))
}

#[test]
fn a_hook_that_panics_leaves_nothing() {
    let typed = || plain().typed::<Order>().ui(|_, ui| ui.markdown("before"));
    let one = order("o-1", 5);
    let many = orders(2);
    let (one, many) = (TypedData::Item(&one), TypedData::Collection(&many));
    let scenes: [(TypedPresenterBuilder<Order>, TypedData<'_, Order>); 8] = [
        (typed().ui(|_, _| burst()), one),
        (typed().collection_ui(|_, _| burst()), many),
        (
            typed().dynamic_rules(|_, rules| {
                rules.rule("half");
                burst()
            }),
            one,
        ),
        (typed().dynamic_rules(|_, _| burst()), many),
        (typed().collection_rules(|_, _| burst()), many),
        (
            typed().suggest(|_, next| {
                next.suggest("half", "x");
                burst()
            }),
            one,
        ),
        (typed().suggest(|_, _| burst()), many),
        (typed().collection_suggest(|_, _| burst()), many),
    ];
    let calm = built(typed());
    for (builder, data) in scenes {
        let presenter = built(builder);
        for frame in FRAMES {
            let (mut renderer, mut out) = (Renderer::new(), BEFORE.to_vec());
            let render =
                || renderer.render_typed(&presenter, data, &Request::new(), frame, &mut out);
            assert!(catch_unwind(AssertUnwindSafe(render)).is_err());
            assert_eq!(out, BEFORE);
            let shown = renderer.typed_blocks(&calm, data, &Request::new()).expect("blocks");
            assert!(shown.iter().eq(blocks(&calm, data).iter()));
        }
    }
}

#[test]
fn data_that_does_not_fit_runs_no_hook() {
    #[derive(Serialize)]
    struct Wrong {
        cents: &'static str,
    }
    let presenter = built(
        plain()
            .typed::<Wrong>()
            .ui(|_, _| panic!("the data does not fit"))
            .collection_ui(|_, _| panic!("the data does not fit")),
    );
    let wrong = Wrong { cents: CANARY };
    let mut out = BEFORE.to_vec();
    for data in [TypedData::Item(&wrong), TypedData::Collection(std::slice::from_ref(&wrong))] {
        let refused =
            Renderer::new().render_typed(&presenter, data, &Request::new(), Frame::Text, &mut out);
        let error = refused.expect_err("a text is no integer");
        assert!(!format!("{error} {error:?}").contains(CANARY));
        assert_eq!(out, BEFORE);
    }
}

#[test]
fn nothing_that_is_printed_shows_data() {
    let builder = plain()
        .typed::<Order>()
        .ui(|order, ui| ui.title(order.secret.as_str()).markdown(order.secret.as_str()))
        .collection_ui(|orders, ui| ui.list(orders.iter().map(|order| order.secret.as_str())))
        .dynamic_rules(|order, rules| rules.rule(order.secret.as_str()))
        .collection_rules(|orders, rules| rules.rule(orders[0].secret.as_str()))
        .suggest(|order, next| next.suggest(order.secret.as_str(), order.secret.as_str()));
    let presenter = built(builder.clone());
    assert_eq!(format!("{presenter:?}"), r#"TypedPresenter { name: "Order", .. }"#);
    let (one, many) = (order("o-1", 5), orders(2));
    let data = [TypedData::Item(&one), TypedData::Collection(&many)];
    assert_eq!(format!("{data:?}"), "[Item, Collection(2 items)]");
    assert!(!format!("{builder:?}").contains(CANARY));
    for data in data {
        let blocks = blocks(&presenter, data);
        // It is in the text: hooks are trusted. It is not where the response is printed.
        assert!(blocks.iter().any(|(_, text)| text.contains(CANARY)));
        assert!(!format!("{:?} {blocks:?}", blocks.structured()).contains(CANARY));
    }
}

#[test]
fn hooks_that_see_everything_cannot_be_redacted() {
    fn refused<T: Typed>(builder: TypedPresenterBuilder<T>) -> BuildErrors {
        builder.build().map(drop).expect_err("values cannot be kept from hooks")
    }
    let typed = || plain().redact_hooks(true).typed::<Order>();
    for builder in [
        typed().ui(|_, _| {}),
        typed().collection_ui(|_, _| {}),
        typed().dynamic_rules(|_, _| {}),
        typed().collection_rules(|_, _| {}),
        typed().suggest(|_, _| {}),
        typed().collection_suggest(|_, _| {}),
    ] {
        let errors = refused(builder);
        assert_eq!(errors.errors().len(), 1);
        assert_eq!(errors.errors()[0].place(), "redact_hooks");
    }
    // With the other mistakes, not instead of them.
    let wrong = Presenter::builder("P").redact_hooks(true).redact_pii(["a..b"]);
    assert!(refused(wrong.typed::<Order>().ui(|_, _| {})).errors().len() > 1);
    typed().build().expect("no hook that gets a value");
}
