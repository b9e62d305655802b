//! A server written by hand: JSON-RPC, one message a line, as on standard input and output. The
//! Renderer and the buffers live as long as the connection, so a call that is like one before allocates
//! nothing but what its handler does.
//!
//! `cargo run --features serde --example json_rpc_server` answers the lines of `REQUESTS` and writes
//! `examples/json_rpc_server.txt`.

use std::error::Error;
use std::io::{self, BufRead, Write};

use mcp_presenter::{
    BuildErrors, Frame, Presenter, Renderer, Request, RequestId, Response, ToolError, t,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

const REQUESTS: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"invoices","arguments":{"_select":["id"]}}}
{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"invoices","arguments":{}}}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"orders","arguments":{}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":4,"method":"tools/forget"}
"#;

/// What comes in; what is not of interest stays text.
#[derive(Deserialize)]
struct Message<'a> {
    id: Option<Id>,
    method: String,
    #[serde(borrow)]
    params: Option<Call<'a>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
struct Call<'a> {
    name: String,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

#[derive(Serialize)]
struct Invoice {
    id: &'static str,
    amount_cents: u64,
    cost_basis: u64,
}

struct Server {
    invoices: Presenter,
    renderer: Renderer,
    out: Vec<u8>,
}

impl Server {
    fn new() -> Result<Self, BuildErrors> {
        let invoices = Presenter::builder("Invoice")
            .schema([t::string("id"), t::integer("amount_cents")])
            .build()?;
        Ok(Self { invoices, renderer: Renderer::new(), out: Vec::new() })
    }

    /// Answers every line of `input`.
    fn serve(&mut self, input: impl BufRead, to: &mut impl Write) -> Result<(), Box<dyn Error>> {
        for line in input.lines() {
            let line = line?;
            self.out.clear();
            self.answer(&line)?;
            if !self.out.is_empty() {
                self.out.push(b'\n');
                to.write_all(&self.out)?;
                to.flush()?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        let Ok(message) = serde_json::from_str::<Message<'_>>(line) else {
            return self.refuse("null", -32700, "no message of JSON-RPC");
        };
        // A notification has no answer.
        let Some(id) = message.id else { return Ok(()) };
        let frame = Frame::JsonRpc(match &id {
            Id::Number(number) => RequestId::Number(*number),
            Id::Text(text) => RequestId::Text(text),
        });
        match (message.method.as_str(), message.params) {
            ("tools/call", Some(call)) => self.call(&call, frame),
            _ => self.refuse(&id_text(&id)?, -32601, "no such method"),
        }
    }

    /// The handler, and what the agent sees of what it returns.
    fn call(&mut self, call: &Call<'_>, frame: Frame<'_>) -> Result<(), Box<dyn Error>> {
        let Self { invoices, renderer, out } = self;
        let request = Request::new();
        if call.name != "invoices" {
            let error = ToolError::new("UNKNOWN_TOOL", "There is no such tool.");
            renderer.respond(&Response::from(error), &request, frame, out)?;
            return Ok(());
        }
        let data = [Invoice { id: "inv_7", amount_cents: 4500, cost_basis: 3100 }];
        let shown = request
            .arguments(call.arguments.get().as_bytes())
            .and_then(|request| renderer.render_value(invoices, &data, &request, frame, out));
        if let Err(error) = shown {
            // Nothing of the data stands in the buffer, and nothing of it in the error.
            let response = Response::from(ToolError::from(error));
            renderer.respond(&response, &Request::new(), frame, out)?;
        }
        Ok(())
    }

    /// An error of the protocol, which has no result.
    fn refuse(&mut self, id: &str, code: i32, message: &str) -> Result<(), Box<dyn Error>> {
        let Self { out, .. } = self;
        write!(
            out,
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{message}"}}}}"#
        )?;
        Ok(())
    }
}

fn id_text(id: &Id) -> serde_json::Result<String> {
    match id {
        Id::Number(number) => Ok(number.to_string()),
        Id::Text(text) => serde_json::to_string(text),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    Server::new()?.serve(REQUESTS.as_bytes(), to)
}
