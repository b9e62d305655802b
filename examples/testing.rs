//! The side door for tests: a response as values, as it was written. No test has to find tags and
//! bullets in it again, and nothing of the door is on the wire.
//!
//! `cargo run --example testing` writes `examples/testing.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{BuildErrors, Presenter, Renderer, Request, Value, t};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let json =
        br#"{"id":"inv_7","amount_cents":4550,"email":"ada@shop.example","cost_basis":3100}"#;
    let blocks = Renderer::new().blocks(&invoices()?, json, &Request::new())?;
    let view = blocks.structured();

    writeln!(to, "data: {:?}", view.data)?;
    writeln!(to, "rules: {:?}", view.system_rules)?;
    for block in &view.ui_blocks {
        writeln!(to, "block of type {:?}:\n{}", block.kind, block.content.as_str())?;
    }

    // What a test says of it.
    assert_eq!(view.data["amount_cents"], 4550);
    assert_eq!(view.data["email"], "[REDACTED]");
    assert_eq!(view.data["cost_basis"], Value::Null);
    assert_eq!(view.system_rules, ["amount_cents: CENTS, divide by 100"]);
    assert_eq!((view.ui_blocks.len(), view.suggestions.len()), (1, 0));
    Ok(())
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([
            t::string("id"),
            t::integer("amount_cents").describe("CENTS, divide by 100"),
            t::string("email"),
        ])
        .redact_pii(["email"])
        .ui(|invoice, ui| ui.list([invoice.get("id"), invoice.get("amount_cents")]))
        .build()
}
