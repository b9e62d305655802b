//! Blocks of user interface: what kinds there are, and that they are for people. They show the data
//! as it is before `_select` and before redaction, by design; `redact_hooks` is for a client that
//! hands them to the model.
//!
//! `cargo run --example user_interface` writes `examples/user_interface.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{
    BuildErrors, Frame, Layer, Presenter, PresenterBuilder, Renderer, Request, Ui, View, Width, t,
};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut renderer = Renderer::new();

    writeln!(to, "== Every kind of block")?;
    let kinds = Presenter::builder("Invoice").schema(schema()).ui(every_kind).build()?;
    for (layer, text) in renderer.blocks(&kinds, INVOICE.as_bytes(), &Request::new())?.iter() {
        if layer == Layer::Ui {
            writeln!(to, "{text}")?;
        }
    }

    for (what, presenter) in
        [("For a person", contact().build()?), ("For the model, too", safe_contact()?)]
    {
        writeln!(to, "== {what}")?;
        let mut out = Vec::new();
        let (data, request) = (INVOICE.as_bytes(), Request::new());
        renderer.render(&presenter, data, &request, Frame::Text, &mut out)?;
        out.push(b'\n');
        to.write_all(&out)?;
    }
    Ok(())
}

fn every_kind(invoice: &View<'_>, ui: &mut Ui<'_>) {
    ui.title("A table")
        .width(Width::Half)
        .table(["Field", "Value"], [("Invoice", invoice.get("id")), ("Paid", invoice.get("paid"))]);
    ui.title("A list").priority(2).list([invoice.get("id"), invoice.get("email")]);
    ui.json(|json| json.value(invoice.get("paid")));
    ui.echarts(|chart| chart.object(|chart| chart.set("data", invoice.get("paid"))));
    ui.mermaid("graph LR; draft --> paid");
    ui.code_block("sql", "select * from invoices");
    ui.markdown("*overdue*");
    ui.summary("two payments");
}

fn schema() -> [mcp_presenter::Field; 3] {
    [t::string("id"), t::string("email"), t::array("paid", mcp_presenter::Type::integer())]
}

fn contact() -> PresenterBuilder {
    Presenter::builder("Invoice")
        .schema(schema())
        .redact_pii(["email"])
        .ui(|invoice, ui| ui.title("Contact").list([invoice.get("email")]))
}

fn safe_contact() -> Result<Presenter, BuildErrors> {
    contact().redact_hooks(true).build()
}

const INVOICE: &str = r#"{"id": "inv_7", "email": "ada@shop.example", "paid": [1200, 1300]}"#;
