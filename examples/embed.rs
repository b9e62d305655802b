//! A graph of entities is a tree of Presenters: an invoice, its lines, the product of a line. Each
//! has its own schema, redactions, limit and rules, and they hold wherever it is embedded.
//!
//! `cargo run --example embed` writes `examples/embed.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{BuildErrors, Censor, Presenter, Renderer, Request, Type, t};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let invoices = invoices()?;
    for (layer, text) in
        Renderer::new().blocks(&invoices, INVOICE.as_bytes(), &Request::new())?.iter()
    {
        writeln!(to, "-- {layer:?}\n{text}")?;
    }
    Ok(())
}

fn products() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Product")
        .schema([t::string("sku"), t::string("supplier")])
        .redact(["supplier"], Censor::remove())
        .rules(["A sku that begins with x is discontinued."])
        .build()
}

fn lines() -> Result<Presenter, BuildErrors> {
    Presenter::builder("InvoiceLine")
        .schema([t::any("product"), t::integer("quantity")])
        .embed("product", &products()?)
        .rules(["quantity counts pieces."])
        .limit(2)
        .build()
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([t::string("id"), t::array("lines", Type::any())])
        .embed("lines", &lines()?)
        .rules(["An invoice is not an offer."])
        .build()
}

const INVOICE: &str = r#"{
    "id": "inv_7",
    "lines": [
        {"product": {"sku": "a-1", "supplier": "Acme", "cost": 310}, "quantity": 2, "margin": 0.4},
        {"product": {"sku": "x-2", "supplier": "Acme", "cost": 120}, "quantity": 1, "margin": 0.1},
        {"product": {"sku": "c-3", "supplier": "Bolt", "cost": 90}, "quantity": 1, "margin": 0.2}
    ],
    "cost_basis": 740
}"#;
