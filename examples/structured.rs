//! `structuredContent`, for programs beside the text for the model: from any data, or from what a
//! Presenter shows. Both come from one walk, so what the text does not show is in neither.
//!
//! `cargo run --example structured` writes `examples/structured.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{
    BuildErrors, Channel, Frame, Presenter, Renderer, Request, Response, Revision, t,
};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let invoices = invoices()?;
    let newest = Request::new().revision(Revision::V2026_07_28);

    // The text is for clients that know nothing else.
    let total = || Response::structured(br#"{"open": 3, "total_cents": 13650}"#);
    say(to, "Any data", total(), &Request::new())?;

    // What the tool declares of it when it is registered.
    writeln!(
        to,
        "== The schema of what the Presenter sends\n{}",
        invoices.output_schema().to_json()
    )?;

    // A Presenter is for text, unless a call asks for more.
    let shown = || invoices.response(INVOICES.as_bytes());
    say(to, "A Presenter", shown(), &Request::new())?;
    say(to, "A Presenter, on both channels", shown(), &Request::new().channel(Channel::Both))?;
    let structured = newest.channel(Channel::Structured);
    say(to, "A Presenter, structured alone, to a newer peer", shown(), &structured)?;

    // A peer that does not know of it gets the text.
    let old = Request::new().revision(Revision::V2025_03_26);
    say(to, "Any data, to an older peer", total(), &old)?;
    say(to, "An error", Response::required("id"), &Request::new().channel(Channel::Both))
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([t::string("id"), t::string("email"), t::integer("amount_cents")])
        .redact_pii(["email"])
        .limit(1)
        .build()
}

const INVOICES: &str = r#"[
    {"id": "inv_7", "email": "ada@shop.example", "amount_cents": 4550, "cost_basis": 3100},
    {"id": "inv_8", "email": "bo@shop.example", "amount_cents": 100, "cost_basis": 70}
]"#;

fn say(
    to: &mut impl Write,
    what: &str,
    response: Response<'_>,
    request: &Request,
) -> Result<(), Box<dyn Error>> {
    let mut out = Vec::new();
    Renderer::new().respond(&response, request, Frame::Result, &mut out)?;
    writeln!(to, "== {what}\n{}", String::from_utf8(out)?)?;
    Ok(())
}
