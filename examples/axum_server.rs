//! The same in axum: a call comes as a POST, and its answer goes back as one JSON message, or as a
//! server-sent event where the client takes that.
//!
//! Rendering is work for the processor and waits for nothing. A page of items takes microseconds and is
//! done where the handler is, with a Renderer of the thread. What takes milliseconds goes to a thread
//! that may be busy, with a Renderer out of a pool.
//!
//! `cargo run --features serde,bytes --example axum_server` starts the server, calls it as a client
//! would and writes `examples/axum_server.txt`.

use std::cell::RefCell;
use std::error::Error;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use bytes::BytesMut;
use mcp_presenter::{
    BuildErrors, Event, Frame, Presenter, RenderError, Renderer, Request, RequestId, ToolError,
    append_to_bytes, t,
};
use serde::{Deserialize, Serialize};

/// What all calls share. A Presenter is shared as it is.
#[derive(Clone)]
struct Shared {
    orders: Presenter,
    pool: Arc<Pool>,
}

/// Renderers that nobody uses right now.
#[derive(Default)]
struct Pool(Mutex<Vec<Renderer>>);

impl Pool {
    /// Lends a Renderer. If the work panics it is not given back, and the next one is new.
    fn with<T>(&self, work: impl FnOnce(&mut Renderer) -> T) -> T {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut renderer = idle().pop().unwrap_or_default();
        let result = work(&mut renderer);
        idle().push(renderer);
        result
    }
}

thread_local! {
    /// Of this thread, with the buffer that its responses are split off.
    static RENDERING: RefCell<(Renderer, BytesMut)> = RefCell::default();
}

/// More items than this are rendered elsewhere.
const FEW: usize = 1_000;

#[derive(Deserialize)]
struct Message {
    id: i64,
    params: Params,
}

#[derive(Deserialize)]
struct Params {
    arguments: Arguments,
}

#[derive(Deserialize)]
struct Arguments {
    count: usize,
    #[serde(default, rename = "_select")]
    select: Vec<String>,
}

#[derive(Serialize)]
struct Order {
    id: usize,
    email: &'static str,
    margin: f64,
}

fn routes() -> Result<Router, BuildErrors> {
    let orders = Presenter::builder("Order")
        .schema([t::integer("id"), t::string("email")])
        .redact_pii(["email"])
        .build()?;
    let shared = Shared { orders, pool: Arc::default() };
    Ok(Router::new().route("/mcp", post(call)).with_state(shared))
}

async fn call(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    let Ok(message) = serde_json::from_slice::<Message>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let orders = find(message.params.arguments.count).await;
    let request = Request::new().select(message.params.arguments.select);
    let takes_events = headers.get(ACCEPT).is_some_and(|types| types == "text/event-stream");
    let id = RequestId::Number(message.id);
    let (frame, content) = match takes_events {
        true => (Frame::Event(Event::new(id)), "text/event-stream"),
        false => (Frame::JsonRpc(id), "application/json"),
    };
    let body = if orders.len() <= FEW {
        // From here to the end of the block nothing is awaited, so no other call of this thread can
        // come in between.
        RENDERING.with_borrow_mut(|(renderer, buffer)| {
            append_to_bytes(buffer, |out| {
                answer(renderer, &shared.orders, &orders, &request, frame, out)
            });
            buffer.split().freeze()
        })
    } else {
        let work = move || {
            shared.pool.with(|renderer| {
                let mut out = Vec::new();
                answer(renderer, &shared.orders, &orders, &request, frame, &mut out);
                Bytes::from(out)
            })
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(body) => body,
            Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    ([(CONTENT_TYPE, content)], Body::from(body)).into_response()
}

/// What the agent sees of the orders, or that there was an error.
fn answer(
    renderer: &mut Renderer,
    presenter: &Presenter,
    orders: &[Order],
    request: &Request,
    frame: Frame<'_>,
    out: &mut Vec<u8>,
) {
    let told = |error: RenderError| mcp_presenter::Response::from(ToolError::from(error));
    if let Err(error) = renderer.render_value(presenter, orders, request, frame, out) {
        let response = told(error);
        let written = renderer.respond(&response, &Request::new(), frame, out);
        debug_assert!(written.is_ok(), "a text of our own can be written");
    }
}

/// Stands for a database.
async fn find(count: usize) -> Vec<Order> {
    (0..count).map(|id| Order { id, email: "ada@shop.example", margin: 0.3 }).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    print(&mut io::stdout())
}

pub(crate) fn print(to: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let routes = routes()?;
    std::thread::spawn(move || {
        runtime.block_on(async { axum::serve(listener, routes).await }).map_err(drop)
    });
    let call = |arguments: &str, accept: &str| post_message(address, arguments, accept);
    writeln!(to, "== A page, as JSON")?;
    writeln!(to, "{}", call(r#"{"count":2,"_select":["email","id"]}"#, "application/json")?)?;
    writeln!(to, "== The same as an event")?;
    writeln!(to, "{}", call(r#"{"count":2}"#, "text/event-stream")?.trim_end())?;
    writeln!(to, "== Many orders, rendered elsewhere")?;
    let many = call(r#"{"count":5000,"_select":["id"]}"#, "application/json")?;
    writeln!(to, "{} bytes, {}…", many.len(), &many[..110])?;
    Ok(())
}

/// Posts a call as a client would, and gives the body of the answer.
fn post_message(address: SocketAddr, arguments: &str, accept: &str) -> io::Result<String> {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"orders","arguments":{arguments}}}}}"#
    );
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\naccept: {accept}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{message}",
        message.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    Ok(body.to_owned())
}
