//! An entity declared once for several audiences, and what an agent may write of it.
//!
//! `cargo run --example model` writes `examples/model.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{BuildErrors, Frame, Model, Presenter, Renderer, Request, Response, cast};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let invoice = invoice()?;
    let staff = Presenter::builder("Invoice").model(&invoice).build()?;
    let support = Presenter::builder("Invoice").model(&invoice).fields(["id", "status"]).build()?;
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());

    for (whom, presenter) in [("staff", &staff), ("support", &support)] {
        out.clear();
        renderer.render(presenter, ROW.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
        writeln!(to, "== For {whom}\n{}", String::from_utf8_lossy(&out))?;
    }

    writeln!(to, "== What create takes")?;
    writeln!(to, "{}", invoice.input_schema("create").unwrap_or_default())?;

    for arguments in [WELL_MEANT, OVERREACHING] {
        writeln!(to, "== create {arguments}")?;
        match invoice.accept("create", arguments.as_bytes()) {
            Ok(accepted) => writeln!(to, "{}", accepted.json())?,
            Err(error) => {
                out.clear();
                let response = Response::from(error);
                renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
                writeln!(to, "{}", String::from_utf8_lossy(&out))?;
            }
        }
    }
    Ok(())
}

fn invoice() -> Result<Model, BuildErrors> {
    Model::builder("Invoice")
        .casts([
            cast::id("id"),
            cast::string("customer_id"),
            cast::number("amount_cents").label("CENTS, divide by 100"),
            cast::one_of("status", ["draft", "paid", "overdue"]).default("draft"),
            cast::date("due_date"),
        ])
        .timestamps(true)
        .hidden(["internal_notes", "cost_basis"])
        .guarded(["id", "created_at"])
        .fillable("create", ["customer_id", "amount_cents", "due_date"])
        .fillable("update", ["status"])
        .build()
}

/// As a database driver gives it: decimals are strings, numbers are ids, and there is more than
/// anybody should see.
const ROW: &str = r#"{
    "id": 7,
    "customer_id": 41,
    "amount_cents": "4550",
    "due_date": "2026-12-24",
    "created_at": "2026-11-30T09:30:00Z",
    "internal_notes": "pays late, always pays",
    "cost_basis": "3100"
}"#;

const WELL_MEANT: &str = r#"{"amount_cents":"4550","customer_id":41}"#;

const OVERREACHING: &str = r#"{"id":8,"amount_cents":"a lot","cost_basis":0}"#;
