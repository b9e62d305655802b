//! TOON, with half of the tokens: what the agent reads about a tool is layer one, what the tool
//! answers is layer two. In both the keys of alike rows stand once, in a header.
//!
//! `cargo run --example toon_description` writes `examples/toon_description.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Action, BuildErrors, Format, Frame, Presenter, Renderer, Request, Response, Tool, t,
};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let options = ToonOptions::new();
    writeln!(to, "== Layer one: the tool's description")?;
    writeln!(to, "{}", billing()?.toon_description(options))?;

    let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    writeln!(to, "== Layer two: any data, as it is")?;
    let any = Response::toon(STOCK.as_bytes(), options);
    renderer.respond(&any, &Request::new(), Frame::Text, &mut out)?;
    to.write_all(&out)?;

    writeln!(to, "\n== Layer two: what a Presenter shows")?;
    let orders = orders()?;
    let toon = Request::new().format(Format::Toon(options));
    let few = several_orders(3);
    out.clear();
    renderer.render(&orders, few.as_bytes(), &toon, Frame::Text, &mut out)?;
    to.write_all(&out)?;

    writeln!(to, "\n== The same of ten thousand orders")?;
    let many = several_orders(10_000);
    for (name, request) in [("JSON", Request::new()), ("TOON", toon)] {
        out.clear();
        renderer.render(&orders, many.as_bytes(), &request, Frame::Text, &mut out)?;
        writeln!(to, "{name}: {} bytes", out.len())?;
    }
    Ok(())
}

fn billing() -> Result<Tool, BuildErrors> {
    Tool::builder("billing")
        .describe("Invoices of the customer")
        .action(Action::new("list").describe("All invoices, newest first"))
        .action(Action::new("get").describe("One invoice").input([t::string("id")]))
        .action(
            Action::new("create")
                .describe("Draft an invoice")
                .input([t::string("customer_id"), t::integer("amount_cents")]),
        )
        .build()
}

fn orders() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Order")
        .schema([
            t::string("id"),
            t::one_of("status", ["draft", "paid", "overdue"]),
            t::integer("amount_cents"),
            t::string("currency"),
        ])
        .build()
}

const STOCK: &str = r#"[
    {"sku": "a-1", "name": "Bolt | M6", "stock": 120},
    {"sku": "b-2", "name": "Nut", "stock": 0}
]"#;

/// What a handler might have from its database, this many of it.
fn several_orders(count: usize) -> String {
    let order = |number: usize| {
        let status = ["draft", "paid", "overdue"][number % 3];
        let cents = 100 * number;
        format!(
            r#"{{"id":"ord_{number}","status":"{status}","amount_cents":{cents},"currency":"EUR","cost":1}}"#
        )
    };
    let orders: Vec<String> = (1..=count).map(order).collect();
    format!("[{}]", orders.join(","))
}
