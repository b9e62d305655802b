//! What a handler returns is wrapped by one rule: a finished response passes untouched, all else is
//! data. So nobody writes `{"content": [...]}` by hand, and a tool gets a Presenter without a change
//! to its handler.
//!
//! `cargo run --example wrapping` writes `examples/wrapping.txt`.

use std::error::Error;
use std::io::{self, Write};

use mcp_presenter::{
    BuildErrors, Frame, IntoResponse, Presenter, Renderer, Request, Response, ToolError, t,
};

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for presenter in [None, Some(invoices()?)] {
        let presenter = presenter.as_ref();
        writeln!(to, "== {}", if presenter.is_some() { "Presenter" } else { "No Presenter" })?;
        say(to, "JSON", find().wrap(presenter))?;
        say(to, "a response look-alike", look_alike().wrap(presenter))?;
        say(to, "a finished response", archive().wrap(presenter))?;
        say(to, "an error", pay().wrap(presenter))?;
    }
    writeln!(to, "== Nothing to show")?;
    say(to, "a text", "Deleted.".into_response())?;
    say(to, "an empty text", "".into_response())?;
    say(to, "unit", ().into_response())?;
    say(to, "None", None::<Vec<u8>>.into_response())?;
    say(to, "null", b"null".into_response())
}

// Handlers. None of them knows whether a Presenter shows what it returns.

fn find() -> Option<&'static [u8]> {
    Some(br#"{"id":"inv_7","status":"overdue","cost_basis":3100}"#)
}

/// An entity that has a member `content`, by chance or on purpose.
fn look_alike() -> Vec<u8> {
    br#"{"id":"inv_8","status":"paid","content":[{"type":"text","text":"cost 3100"}]}"#.to_vec()
}

fn archive() -> Response<'static> {
    Response::text("Archived.").suggest("billing.restore", "Take it back")
}

fn pay() -> Result<String, Unpaid> {
    Err(Unpaid)
}

struct Unpaid;

impl From<Unpaid> for ToolError {
    fn from(_: Unpaid) -> Self {
        Self::new("CARD_DECLINED", "The bank has declined the card.")
            .recovery("Ask for another card.")
            .retry_after(60)
    }
}

fn invoices() -> Result<Presenter, BuildErrors> {
    Presenter::builder("Invoice")
        .schema([t::string("id"), t::one_of("status", ["draft", "paid", "overdue"])])
        .build()
}

fn say(to: &mut impl Write, what: &str, response: Response<'_>) -> Result<(), Box<dyn Error>> {
    let mut out = Vec::new();
    Renderer::new().respond(&response, &Request::new(), Frame::Result, &mut out)?;
    writeln!(to, "{what}: {}", String::from_utf8(out)?)?;
    Ok(())
}
