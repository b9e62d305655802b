//! One entity, declared once: what an agent sees of an invoice, and what stands around it.
//!
//! `cargo run --example invoice` writes `examples/invoice.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{BuildErrors, Frame, Presenter, Renderer, Request, t};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let invoices = invoices()?;
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());

    for (what, json) in [("An invoice", OVERDUE), ("A list of invoices", SEVERAL)] {
        out.clear();
        renderer.render(&invoices, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
        out.push(b'\n');
        writeln!(to, "== {what}")?;
        to.write_all(&out)?;
    }
    Ok(())
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([
            t::string("id"),
            // An object, because two of its members are redacted: a path that the schema can never
            // reach would be a warning.
            t::object("customer", [t::string("name"), t::string("email"), t::string("ssn")]),
            t::integer("amount_cents").describe("CENTS, divide by 100"),
            t::one_of("status", ["draft", "paid", "overdue"]),
        ])
        .rules(["CRITICAL: amount_cents is in CENTS. Divide by 100."])
        .redact_pii(["customer.email", "customer.ssn"])
        .ui(|invoice, ui| {
            ui.table_with(["Field", "Value"], |rows| {
                rows.row(("Invoice", invoice.get("id")));
                rows.row(("Amount", invoice.f64("amount_cents").map(|cents| cents / 100.0)));
                rows.row(("Status", invoice.get("status")));
            });
        })
        .suggest(|invoice, next| {
            if invoice.text("status") == "overdue" {
                next.suggest("billing.remind", "Send a payment reminder");
            }
        })
        .limit(50)
        .build()
}

const OVERDUE: &str = r#"{
    "id": "inv_7",
    "customer": {"name": "Ada", "email": "ada@shop.example", "ssn": "078-05-1120"},
    "amount_cents": 4550,
    "status": "overdue",
    "internal_notes": "pays late, always pays",
    "cost_basis": 3100
}"#;

// Of a list there is no table: that one is for an invoice by itself. The suggestion looks at the
// first item.
const SEVERAL: &str = r#"[
    {
        "id": "inv_8",
        "customer": {"name": "Bo", "email": "bo@shop.example", "ssn": "219-09-9999"},
        "amount_cents": 100,
        "status": "paid"
    },
    {
        "id": "inv_7",
        "customer": {"name": "Ada", "email": "ada@shop.example", "ssn": "078-05-1120"},
        "amount_cents": 4550,
        "status": "overdue"
    }
]"#;
