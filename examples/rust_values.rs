//! A handler that returns structs, not JSON. What the struct has and the schema has not does not
//! leave, and a struct that gets a field later changes nothing.
//!
//! `cargo run --features serde --example rust_values` writes `examples/rust_values.txt`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{BuildErrors, Frame, Presenter, Renderer, Request, Serialized, t, write_json};
use serde::Serialize;

#[derive(Serialize)]
struct Invoice {
    internal_notes: &'static str,
    amount_cents: u64,
    discount: f32,
    status: Status,
    id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Paid,
    Overdue,
}

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let invoices = invoices()?;
    let mut out = Vec::new();

    writeln!(to, "== What the handler returns, as JSON")?;
    write_json(&latest().0, &mut out)?;
    to.write_all(&out)?;

    writeln!(to, "\n== What the agent sees of it")?;
    out.clear();
    let (response, request) = (invoices.wrap(latest()), Request::new());
    Renderer::new().respond(&response, &request, Frame::Text, &mut out)?;
    to.write_all(&out)?;

    writeln!(to, "\n== A value that has no JSON")?;
    let by_place = BTreeMap::from([((52, 13), "inv_7")]);
    writeln!(to, "{}", write_json(&[by_place], &mut Vec::new()).unwrap_err())?;
    Ok(())
}

fn latest() -> Serialized<[Invoice; 2]> {
    let internal_notes = "pays late, always pays";
    Serialized([
        Invoice {
            internal_notes,
            amount_cents: 4550,
            discount: 0.1,
            status: Status::Overdue,
            id: "inv_7",
        },
        Invoice {
            internal_notes,
            amount_cents: 100,
            discount: 0.0,
            status: Status::Paid,
            id: "inv_8",
        },
    ])
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([
            t::string("id"),
            t::integer("amount_cents"),
            t::number("discount"),
            t::one_of("status", ["draft", "paid", "overdue"]),
        ])
        .build()
}
