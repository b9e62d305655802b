//! `_select`, the guillotine: the agent names the keys that it wants, and the data block holds no
//! others. All that stands around the data still sees the whole of it.
//!
//! `cargo run --example select` writes `examples/select.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{Action, BuildErrors, Frame, Presenter, Renderer, Request, Tool, t};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (invoices, customers) = (invoices()?, customers()?);

    // What a tool offers is what the Presenters of all its actions have at their root.
    let billing = Tool::builder("billing")
        .enable_select()
        .action(Action::new("invoice").input([t::string("id")]).returns(&invoices))
        .action(Action::new("customer").input([t::string("id")]).returns(&customers))
        .build()?;
    writeln!(to, "== The schema of _select, over both actions")?;
    writeln!(to, "{}", billing.select_parameter().ok_or("there are keys")?)?;

    // Arguments as the agent has sent them. Its order counts; `plan` is of a customer.
    for arguments in
        [r#"{"id": "inv_7", "_select": ["status", "id", "plan"]}"#, r#"{"id": "inv_7"}"#]
    {
        writeln!(to, "== {arguments}")?;
        let mut out = Vec::new();
        let request = Request::new().arguments(arguments.as_bytes())?;
        let data = INVOICE.as_bytes();
        let report = Renderer::new().render(&invoices, data, &request, Frame::Text, &mut out)?;
        to.write_all(&out)?;
        writeln!(to, "\n-- unknown here: {:?}", Vec::from_iter(report.unknown_select()))?;
    }

    // What is no array of strings is refused, before any data is read.
    let arguments = r#"{"id": "inv_7", "_select": "status"}"#;
    writeln!(to, "== {arguments}")?;
    writeln!(to, "{}", Request::new().arguments(arguments.as_bytes()).unwrap_err())?;
    Ok(())
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([
            t::string("id"),
            t::string("customer"),
            t::integer("amount_cents"),
            t::string("due_date"),
            t::one_of("status", ["draft", "paid", "overdue"]),
        ])
        .rules(["amount_cents is in CENTS. Divide by 100."])
        .ui(|invoice, ui| {
            ui.table(["Customer", "Due"], [[invoice.get("customer"), invoice.get("due_date")]]);
        })
        .suggest(|invoice, next| {
            if invoice.text("status") == "overdue" {
                next.suggest("billing.remind", "Send a payment reminder");
            }
        })
        .build()
}

fn customers() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Customer")
        .schema([t::string("id"), t::string("name"), t::one_of("plan", ["free", "team"])])
        .build()
}

const INVOICE: &str = r#"{
    "id": "inv_7",
    "customer": "Ada",
    "amount_cents": 4550,
    "due_date": "2026-03-01",
    "status": "overdue",
    "internal_notes": "pays late, always pays"
}"#;
