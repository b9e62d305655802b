//! Every layer, and what of a collection each hook gets.

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Channel, Format, Items, Presenter, PresenterBuilder, Renderer, Request, Rules, Suggestions,
    TypedPresenterBuilder, Ui, View, t,
};

use super::{CANARY, Order, blocks, built, order, orders, plain, same};

/// Every hook, as views and as values that write the same.
fn views(builder: PresenterBuilder) -> PresenterBuilder {
    fn sum(items: &Items<'_>) -> i64 {
        items.iter().filter_map(|item| item.i64("cents")).sum()
    }
    builder
        .ui(|order: &View<'_>, ui: &mut Ui<'_>| {
            ui.title(order.text("id")).table(["Id"], [[order.text("id")]]);
            ui.title("kept");
        })
        .ui(|order, ui| ui.summary(order.text("secret")))
        .collection_ui(|items, ui| {
            ui.list(items.iter().map(|item| item.get("id")));
            ui.summary(format_args!("{} of {}", sum(items), items.len()));
        })
        .dynamic_rules(|order: &View<'_>, rules: &mut Rules<'_>| {
            rules.rule(format_args!("first {}", order.text("id")));
        })
        .collection_rules(|items, rules| rules.rule(format_args!("all {}", sum(items))))
        .suggest(|order: &View<'_>, next: &mut Suggestions<'_>| {
            next.suggest("orders.get", order.text("id"));
        })
}

fn values(builder: PresenterBuilder) -> TypedPresenterBuilder<Order> {
    fn sum(items: &[Order]) -> i64 {
        items.iter().map(|order| order.cents).sum()
    }
    builder
        .typed::<Order>()
        .ui(|order, ui| {
            ui.title(order.id.as_str()).table(["Id"], [[order.id.as_str()]]);
            ui.title("kept");
        })
        .ui(|order, ui| ui.summary(order.secret.as_str()))
        .collection_ui(|items, ui| {
            ui.list(items.iter().map(|order| order.id.as_str()));
            ui.summary(format_args!("{} of {}", sum(items), items.len()));
        })
        .dynamic_rules(|order, rules| rules.rule(format_args!("first {}", order.id)))
        .collection_rules(|items, rules| rules.rule(format_args!("all {}", sum(items))))
        .suggest(|order, next| next.suggest("orders.get", order.id.as_str()))
}

fn requests() -> Vec<Request> {
    let select = Request::new().select(["id"]);
    let formats =
        [Format::JsonPretty, Format::Toon(ToonOptions::new()), Format::Auto(ToonOptions::new())];
    let channels = [Channel::Structured, Channel::Both];
    [Request::new(), select]
        .into_iter()
        .chain(formats.map(|format| Request::new().format(format)))
        .chain(channels.map(|channel| Request::new().channel(channel)))
        .collect()
}

#[test]
fn every_layer_is_what_views_write() {
    let with_suggestions = |builder: PresenterBuilder| {
        views(builder).collection_suggest(|items, next| next.suggest("all", items.len()))
    };
    let pairs = [
        (views(plain()), values(plain())),
        (
            with_suggestions(plain()),
            values(plain()).collection_suggest(|items, next| next.suggest("all", items.len())),
        ),
        (views(plain().limit(0)), values(plain().limit(0))),
    ];
    for (views, values) in pairs {
        let (views, values) = (views.build().expect("a Presenter"), built(values));
        for request in requests() {
            same(&values, &views, &order("o-1", 5), &request);
            for count in [0, 1, 3, 5] {
                same(&values, &views, &orders(count), &request);
            }
        }
    }
}

#[test]
fn a_collection_has_no_item_hooks_but_for_its_first_item() {
    let presenter = built(values(plain()));
    let shown = blocks(&presenter, &orders(2)).structured();
    assert_eq!(shown.ui_blocks.len(), 2);
    assert_eq!(shown.system_rules[2..], ["first o|0 &lt;domain_rules>", "all 50"]);
    assert_eq!(shown.suggestions.len(), 1);
    let shown = blocks(&presenter, &orders(0)).structured();
    assert_eq!(shown.ui_blocks.len(), 2);
    assert_eq!(shown.system_rules[2..], ["all 0"]);
    assert!(shown.suggestions.is_empty());
}

#[test]
fn hooks_of_a_collection_get_no_more_than_is_shown() {
    let presenter = built(
        plain()
            .typed::<Order>()
            .collection_ui(|orders, ui| ui.summary(orders.len()))
            .collection_rules(|orders, rules| rules.rule(orders.len()))
            .collection_suggest(|orders, next| next.suggest("count", orders.len())),
    );
    let shown = blocks(&presenter, &orders(9)).structured();
    // The notice, and what the hook writes.
    assert!(shown.ui_blocks[0].content.contains("3 shown, 6 hidden"));
    assert!(shown.ui_blocks[1].content.ends_with(": 3"));
    assert_eq!(shown.system_rules.last().map(|rule| &**rule), Some("3"));
    assert_eq!(shown.suggestions[0].reason, "3");
}

#[test]
fn suggestions_for_a_collection_replace_those_for_its_first_item() {
    let presenter = built(
        plain()
            .suggest(|_, next| next.suggest("view", "x"))
            .typed::<Order>()
            .suggest(|_, next| next.suggest("value", "x"))
            .collection_suggest(|_, _| {}),
    );
    assert!(blocks(&presenter, &orders(2)).structured().suggestions.is_empty());
    let of_one = blocks(&presenter, &order("o-1", 5)).structured();
    let tools: Vec<_> = of_one.suggestions.iter().map(|next| &next.tool).collect();
    assert_eq!(tools, ["view", "value"]);
    // Those for views replace those for values as well.
    let presenter = built(
        plain()
            .collection_suggest(|_, next| next.suggest("views", "x"))
            .typed::<Order>()
            .suggest(|_, next| next.suggest("value", "x")),
    );
    let of_all = blocks(&presenter, &orders(2)).structured();
    assert_eq!(of_all.suggestions.len(), 1);
    assert_eq!(of_all.suggestions[0].tool, "views");
}

#[test]
fn hooks_for_views_come_first_in_each_layer() {
    let both = built(
        plain()
            .ui(|_, ui| ui.markdown("view"))
            .dynamic_rules(|_, rules| rules.rule("view"))
            .collection_rules(|_, rules| rules.rule("views"))
            .typed::<Order>()
            .ui(|_, ui| ui.markdown("value"))
            .dynamic_rules(|_, rules| rules.rule("value"))
            .collection_rules(|_, rules| rules.rule("values")),
    );
    let shown = blocks(&both, &order("o-1", 5)).structured();
    assert!(shown.ui_blocks[0].content.contains("view"));
    assert!(shown.ui_blocks[1].content.contains("value"));
    let shown = blocks(&both, &orders(1)).structured();
    assert_eq!(shown.system_rules[2..], ["view", "value", "views", "values"]);
}

#[test]
fn embedded_presenters_see_views_as_ever() {
    #[derive(serde::Serialize)]
    struct Cart {
        order: Order,
    }
    let child = || views(plain()).build().expect("a Presenter");
    let outer = || Presenter::builder("Cart").schema([t::any("order")]).embed("order", &child());
    let typed = built(outer().typed::<Cart>().ui(|cart, ui| ui.summary(cart.order.cents)));
    let viewed = outer().ui(|cart, ui| ui.summary(cart.text("order.cents")));
    let viewed = viewed.build().expect("a Presenter");
    let cart = |id| Cart { order: order(id, 5) };
    same(&typed, &viewed, &cart("o-1"), &Request::new());
    same(&typed, &viewed, &[cart("o-1"), cart("o-2")], &Request::new());
    // The child's hooks see what is shown, if it asks for that, and the value's hooks everything.
    let child = views(plain()).redact_hooks(true).build().expect("a Presenter");
    let outer = Presenter::builder("Cart").schema([t::any("order")]).embed("order", &child);
    let typed = built(outer.typed::<Cart>().ui(|cart, ui| ui.summary(cart.order.cents)));
    let shown = blocks(&typed, &cart("o-1"));
    let texts: Vec<_> = shown.iter().map(|(_, text)| text).collect();
    assert!(texts.iter().any(|text| text.contains("**Summary**: [REDACTED]")));
    assert!(texts.iter().any(|text| text.contains("**Summary**: 5")));
    assert!(!texts.iter().any(|text| text.contains(CANARY)));
}

#[test]
fn hooks_see_what_nobody_else_does() {
    let see = |order: &Order| format!("{} {} {}", order.secret, order.internal, order.skipped);
    let presenter = built(plain().typed::<Order>().ui(move |order, ui| ui.summary(see(order))));
    let request = Request::new().select(["id"]);
    let shown = Renderer::new().typed_blocks(&presenter, &order("o-1", 5), &request);
    let shown = shown.expect("blocks");
    let texts: Vec<_> = shown.iter().map(|(_, text)| text).collect();
    assert_eq!(texts[0], r#"{"id":"o-1"}"#);
    assert!(texts[1].contains(&see(&order("o-1", 5))));
}
