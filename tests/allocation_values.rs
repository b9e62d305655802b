//! A warm Renderer allocates nothing for Rust values either, whichever way they go, and what it needs
//! for them does not grow with their number where they are written field by field.

#![cfg(feature = "serde")]

mod counting;

use counting::measure;
use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Channel, Format, Frame, Presenter, PresenterBuilder, Renderer, Request, RequestId, Type, t,
};
use serde::Serialize;

#[derive(Serialize)]
struct Order {
    cost: f64,
    total: f64,
    note: Option<&'static str>,
    lines: Vec<Line>,
    id: String,
}

#[derive(Serialize)]
struct Line {
    sku: &'static str,
    count: u32,
}

fn orders(count: usize) -> Vec<Order> {
    let order = |n: usize| Order {
        cost: 0.1,
        total: n as f64 + 0.25,
        note: [None, Some("a \"b\"\u{2028}"), Some("</tool_error>"), Some("日本語")][n % 4],
        lines: (0..n % 3).map(|count| Line { sku: "x", count: count as u32 }).collect(),
        id: format!("o-{n}"),
    };
    (0..count).map(order).collect()
}

fn builder() -> PresenterBuilder {
    Presenter::builder("Order")
        .schema([
            t::string("id"),
            t::number("total"),
            t::string("note").nullable(),
            t::array("lines", Type::object([t::string("sku"), t::integer("count")])),
        ])
        .redact_pii(["note"])
        .limit(900)
}

#[test]
fn the_second_render_allocates_nothing() {
    let field_by_field = builder().build().expect("a Presenter");
    let through_json = builder().ui(|_, _| {}).build().expect("a Presenter");
    let orders = orders(1_000);
    let toon = ToonOptions::new();
    for presenter in [&field_by_field, &through_json] {
        for format in [Format::Json, Format::JsonPretty, Format::Toon(toon)] {
            for channel in [Channel::Text, Channel::Structured, Channel::Both] {
                let (mut renderer, mut out) = (Renderer::new(), Vec::new());
                let requests = [
                    Request::new().format(format).channel(channel),
                    Request::new().format(format).channel(channel).select(["total", "id"]),
                ];
                let mut round = || {
                    for request in &requests {
                        for frame in [Frame::Result, Frame::JsonRpc(RequestId::Number(1))] {
                            out.clear();
                            renderer
                                .render_value(presenter, &orders, request, frame, &mut out)
                                .expect("orders that fit");
                            out.clear();
                            renderer
                                .render_value(presenter, &orders[5], request, frame, &mut out)
                                .expect("an order that fits");
                        }
                    }
                };
                (0..3).for_each(|_| round());
                assert_eq!(measure(round), (0, 0), "{format:?} {channel:?}");
            }
        }
    }
}

#[test]
fn values_that_are_written_field_by_field_are_not_kept() {
    let presenter = builder().limit(1_000_000).build().expect("a Presenter");
    let mut out = Vec::with_capacity(32 << 20);
    let orders = orders(100_000);
    let request = Request::new();
    let (_, peak) = measure(|| {
        let mut renderer = Renderer::new();
        let frame = Frame::Result;
        renderer.render_value(&presenter, &orders, &request, frame, &mut out).expect("orders");
    });
    assert!(out.len() > 5 << 20);
    assert!(peak < 64 << 10, "{peak} bytes");
}
