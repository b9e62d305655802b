//! What stands on the wire, block by block: data, user interface, the blocks of an embedded
//! Presenter, directives, rules, suggestions.
//!
//! `cargo run --example block_sequence` writes `examples/block_sequence.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{
    BuildErrors, Frame, Presenter, Renderer, Request, RequestId, Response, Type, Width, t,
};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let invoices = invoices()?;
    let mut renderer = Renderer::new();

    // What the handler says for this call goes into the layers that it belongs to.
    let response = invoices
        .response(INVOICE.as_bytes())
        .directive("Amounts in the answer have a currency sign.")
        .suggest("billing.void", "Cancel it");

    writeln!(to, "== Every block, and the layer it belongs to")?;
    for (layer, text) in renderer.response_blocks(&response, &Request::new())?.iter() {
        writeln!(to, "-- {layer:?}\n{text}")?;
    }

    // The selection narrows the data block. All that stands around it is the same, and sees all of
    // the invoice.
    writeln!(to, "== The data block with _select")?;
    let request = Request::new().select(["status", "id"]);
    for (_, text) in renderer.response_blocks(&response, &request)?.iter().take(1) {
        writeln!(to, "{text}")?;
    }

    // A handler that has only a text, or nothing, to say.
    writeln!(to, "== Without a Presenter")?;
    let frame = Frame::JsonRpc(RequestId::Number(1));
    for text in ["Deleted.", ""] {
        let mut line = Vec::new();
        renderer.respond(&Response::text(text), &Request::new(), frame, &mut line)?;
        line.push(b'\n');
        to.write_all(&line)?;
    }
    Ok(())
}

fn invoices() -> Result<Presenter, BuildErrors> {
    let line = [t::string("sku"), t::integer("quantity"), t::integer("unit_cents")];
    let lines = Presenter::builder("InvoiceLine")
        .schema(line)
        .rules(["unit_cents is for one piece."])
        .collection_ui(|lines, ui| {
            ui.title("Lines").table(
                ["Sku", "Quantity"],
                lines.iter().map(|line| [line.get("sku"), line.get("quantity")]),
            );
        })
        .limit(2)
        .build()?;

    Presenter::builder("Invoice")
        .schema([
            t::string("id"),
            t::integer("amount_cents"),
            t::one_of("status", ["draft", "paid", "overdue"]),
            t::array("lines", Type::any()),
            t::array("paid_by_month", Type::number()),
        ])
        .ui(|invoice, ui| {
            ui.title("Revenue by month").width(Width::Full).priority(1).echarts(|chart| {
                chart.object(|chart| {
                    chart.member("series").array(|series| {
                        series.next().object(|bars| {
                            bars.set("type", "bar");
                            bars.set("data", invoice.get("paid_by_month"));
                        });
                    });
                });
            });
        })
        .embed("lines", &lines)
        .directives(["Answer in the customer's language."])
        .rules(["amount_cents is in CENTS. Divide by 100."])
        .suggest(|invoice, next| {
            if invoice.text("status") == "overdue" {
                next.suggest("billing.remind", "Send a payment reminder");
            }
        })
        .build()
}

const INVOICE: &str = r#"{
    "id": "inv_7",
    "amount_cents": 4550,
    "status": "overdue",
    "paid_by_month": [1200, 0.0, 1300],
    "lines": [
        {"sku": "a-1", "quantity": 2, "unit_cents": 1000, "margin": 0.4},
        {"sku": "b-2", "quantity": 1, "unit_cents": 2500, "margin": 0.1},
        {"sku": "c-3", "quantity": 1, "unit_cents": 50, "margin": 0.2}
    ],
    "internal_notes": "pays late, always pays"
}"#;
