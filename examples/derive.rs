//! A Presenter that a type declares itself: what is redacted or hidden stands beside the field, and
//! goes with the type wherever it is a part of another one.
//!
//! `cargo run --features derive --example derive` writes `examples/derive.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{Entity, Frame, Presenter, Renderer, Request};
use serde::Serialize;

#[derive(Serialize, Presenter)]
#[presenter(rules("Ask before you propose to cancel an invoice."), limit = 2)]
#[serde(rename_all = "camelCase")]
struct Invoice {
    id: &'static str,
    /// In cents, divide by 100.
    ///
    /// This is for developers: amounts are never negative.
    amount_cents: u64,
    #[presenter(embed)]
    customer: Customer,
    payment: Payment,
    #[serde(skip_serializing_if = "Option::is_none")]
    due_date: Option<&'static str>,
    #[presenter(hidden)]
    cost_basis: u64,
}

#[derive(Serialize, Presenter)]
#[presenter(rules("Call customers by their name."))]
struct Customer {
    name: &'static str,
    #[presenter(redact)]
    email: &'static str,
    #[serde(flatten)]
    address: Address,
}

#[derive(Serialize, Presenter)]
struct Address {
    city: &'static str,
    #[presenter(redact = "remove")]
    street: &'static str,
}

#[derive(Serialize, Presenter)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Payment {
    Card {
        #[presenter(redact = "keep_last(4)")]
        number: &'static str,
    },
    Cash,
}

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // What stands in no attribute is added to what the type declares.
    let presenter = Invoice::builder()
        .suggest(|invoice, next| {
            next.suggest("invoices.remind", format_args!("Remind of {}", invoice.text("id")));
        })
        .build()?;
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());

    writeln!(to, "== An invoice")?;
    renderer.render_value(
        &presenter,
        &invoice("inv_7", card()),
        &Request::new(),
        Frame::Text,
        &mut out,
    )?;
    to.write_all(&out)?;

    writeln!(to, "\n\n== Three invoices, of which two are shown")?;
    out.clear();
    let invoices = [("inv_7", card()), ("inv_8", Payment::Cash), ("inv_9", card())];
    let invoices = invoices.map(|(id, payment)| invoice(id, payment));
    let request = Request::new().select(["id", "payment"]);
    renderer.render_value(&presenter, &invoices, &request, Frame::Text, &mut out)?;
    to.write_all(&out)?;

    writeln!(to, "\n\n== What the Presenter keeps")?;
    for field in presenter.outline().fields() {
        let redacted = field.redacted.as_deref().unwrap_or("shown");
        writeln!(to, "{}: {}, {redacted}", field.path, field.ty)?;
    }
    Ok(())
}

fn card() -> Payment {
    Payment::Card { number: "4111111111111111" }
}

fn invoice(id: &'static str, payment: Payment) -> Invoice {
    let address = Address { city: "Besançon", street: "Grande Rue 1" };
    Invoice {
        id,
        amount_cents: 4550,
        customer: Customer { name: "Ada", email: "ada@shop.example", address },
        due_date: matches!(payment, Payment::Card { .. }).then_some("2026-12-24"),
        payment,
        cost_basis: 3100,
    }
}
