//! Where a Renderer lives in a server: one thread, many, async code, streams.
//!
//! A [`Presenter`](struct@crate::Presenter) is declared when the server starts and shared as it is: it is
//! immutable, `Send + Sync`, and a clone counts a reference. A [`Renderer`](crate::Renderer) is memory
//! for the work and wants to be used again, by one call at a time. What lives long is therefore a
//! Renderer and a buffer for each *worker*, whatever a worker is:
//!
//! | server | the Renderer lives | program |
//! |---|---|---|
//! | one connection, standard input and output | beside the loop that reads | `examples/json_rpc_server.rs` |
//! | threads of its own | in the thread | |
//! | async, small results | in a thread local | `examples/axum_server.rs` |
//! | async, results of milliseconds | in a pool, for `spawn_blocking` | `examples/axum_server.rs` |
//! | results that never are in memory | in a pool, for as long as the stream takes | `examples/stream.rs` |
//!
//! # JSON-RPC by hand
//!
//! [`Frame::JsonRpc`](crate::Frame::JsonRpc) writes the whole line but for its end. Nothing has to be
//! serialized around it:
//!
//! ```
//! use std::io::Write;
//!
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, RequestId, Response, ToolError, t};
//!
//! /// What a connection keeps.
//! struct Connection {
//!     renderer: Renderer,
//!     line: Vec<u8>,
//! }
//!
//! impl Connection {
//!     /// Answers a call for which the handler has found `json`.
//!     fn answer(
//!         &mut self,
//!         presenter: &Presenter,
//!         json: &[u8],
//!         arguments: &[u8],
//!         id: i64,
//!         to: &mut impl Write,
//!     ) -> Result<(), Box<dyn std::error::Error>> {
//!         let Self { renderer, line } = self;
//!         let frame = Frame::JsonRpc(RequestId::Number(id));
//!         line.clear();
//!         let request = Request::new().arguments(arguments);
//!         let shown = request.and_then(|request| renderer.render(presenter, json, &request, frame, line));
//!         if let Err(error) = shown {
//!             // The buffer is as it was, and the error holds no value of the data.
//!             renderer.respond(&Response::from(ToolError::from(error)), &Request::new(), frame, line)?;
//!         }
//!         line.push(b'\n');
//!         to.write_all(line)?;
//!         Ok(to.flush()?)
//!     }
//! }
//!
//! let users = Presenter::builder("User").schema([t::string("name"), t::integer("id")]).build()?;
//! let mut connection = Connection { renderer: Renderer::new(), line: Vec::new() };
//! let mut sent = Vec::new();
//! connection.answer(&users, br#"{"id":1,"name":"Ada"}"#, br#"{"_select":["name"]}"#, 7, &mut sent)?;
//! connection.answer(&users, br#"{"id":1}"#, b"{}", 8, &mut sent)?;
//! assert_eq!(
//!     String::from_utf8(sent)?,
//!     concat!(
//!         r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"name\":\"Ada\"}"}]}}"#,
//!         "\n",
//!         r#"{"jsonrpc":"2.0","id":8,"result":{"content":[{"type":"text","text":"#,
//!         r#""<tool_error code=\"INVALID_DATA\" severity=\"error\">\n"#,
//!         r#"<message>The result cannot be shown: the data does not fit the schema.</message>\n"#,
//!         r#"<details>\n  <detail key=\"name\">expected string, received nothing</detail>\n</details>\n"#,
//!         r#"</tool_error>"}],"isError":true}}"#,
//!         "\n",
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many threads, async code
//!
//! Rendering is work for the processor and waits for nothing. A page of items takes tens of
//! microseconds, and is done where the handler is. A Renderer of the thread is borrowed for that, and
//! given back before anything is awaited, since the task may go on in another thread:
//!
//! ```
//! use std::cell::RefCell;
//!
//! use mcp_presenter::{Frame, Presenter, RenderError, Renderer, Request};
//!
//! thread_local! {
//!     static RENDERER: RefCell<Renderer> = RefCell::default();
//! }
//!
//! /// A function, not an `async fn`: nothing can be awaited while the Renderer is borrowed.
//! fn shown(presenter: &Presenter, json: &[u8], request: &Request) -> Result<Vec<u8>, RenderError> {
//!     RENDERER.with_borrow_mut(|renderer| {
//!         let mut out = Vec::new();
//!         renderer.render(presenter, json, request, Frame::Result, &mut out)?;
//!         Ok(out)
//!     })
//! }
//! # let everything = Presenter::builder("Any").allow_everything().build()?;
//! # assert!(shown(&everything, b"[]", &Request::new()).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A hook or a censor that renders something of its own would borrow the same Renderer again, which
//! panics: give it one of its own.
//!
//! From about a megabyte a render takes so long that other tasks of the thread would wait for it. Then it goes to
//! a thread that may be busy (`tokio::task::spawn_blocking`, a pool of rayon) with a Renderer out of a
//! pool, which remembers the shapes of the data whichever thread it is in:
//!
//! ```
//! use std::sync::{Mutex, PoisonError};
//!
//! use mcp_presenter::Renderer;
//!
//! /// Renderers that nobody uses right now.
//! #[derive(Default)]
//! struct Pool(Mutex<Vec<Renderer>>);
//!
//! impl Pool {
//!     /// Lends a Renderer. If the work panics it is not given back, and the next one is new.
//!     fn with<T>(&self, work: impl FnOnce(&mut Renderer) -> T) -> T {
//!         let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
//!         let mut renderer = idle().pop().unwrap_or_default();
//!         let result = work(&mut renderer);
//!         idle().push(renderer);
//!         result
//!     }
//! }
//! # let pool = Pool::default();
//! # pool.with(|_| ());
//! # assert_eq!(pool.0.lock().map_or(0, |idle| idle.len()), 1);
//! ```
//!
//! The lock is held for a push or a pop. There are never more Renderers than renders at one time, and each
//! gives back [what a large document needed](crate::Renderer).
//!
//! # Buffers
//!
//! A `Vec<u8>` that is cleared and used again is written without an allocation once it has grown. Where
//! the response must own its bytes, as in hyper and axum, `append_to_bytes` (feature `bytes`) writes to
//! the memory of a `BytesMut`, off which the body is split without a copy.
//!
//! # Events
//!
//! [`Frame::Event`](crate::Frame::Event) is the JSON-RPC line as the data of a server-sent event, for
//! clients of streamable HTTP that accept `text/event-stream`.
//!
//! # Streams
//!
//! [`Renderer::stream`](crate::Renderer::stream) goes from a reader to a writer, `stream_values`
//! (feature `serde`) from an iterator of values, a cursor of a database say. `stream_async` (feature
//! `tokio`) does the first over the traits of tokio, and renders a chunk between two waits. The future
//! borrows its Renderer to the end: take it out of the pool before, and put it back after. A message of
//! which something was sent and that then fails is closed, and says that it failed: no client takes it for
//! the whole.
