//! Tests, errors, logs and panics, presenter files, a tool's description and schemas, audiences, memory.
//!
//! # Testing what an agent is told
//!
//! [`Renderer::blocks`](crate::Renderer::blocks) keeps what it knows of each block while it writes.
//! [`Blocks::structured`](crate::Blocks::structured) gives that as values, so that no test has to
//! find tags and bullets again.
//!
//! ```
//! use mcp_presenter::{Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::integer("amount_cents").describe("in cents"),
//!         t::string("email"),
//!     ])
//!     .redact_pii(["email"])
//!     .ui(|invoice, ui| ui.title("Contact").markdown(invoice.text("email")))
//!     .suggest(|_, next| next.suggest("billing.remind", "Send a reminder"))
//!     .build()?;
//!
//! let json = br#"{"id":"inv_7","amount_cents":4500,"email":"ada@shop.example"}"#;
//! let blocks = Renderer::new().blocks(&invoices, json, &Request::new())?;
//! let told = blocks.structured();
//!
//! assert_eq!(told.data["id"], "inv_7");
//! assert_eq!(told.data["amount_cents"], 4500);
//! assert_eq!(told.data["email"], "[REDACTED]");
//! assert_eq!(told.system_rules, ["amount_cents: in cents"]);
//! assert_eq!(told.ui_blocks[0].kind, "markdown");
//! assert_eq!(told.ui_blocks[0].content, "ada@shop.example");
//! assert_eq!(told.suggestions[0].tool, "billing.remind");
//! assert_eq!(blocks.report().redacted(), 1);
//!
//! // An assertion about all of it prints this form, which leaves out what a hook wrote that has
//! // read a redacted value.
//! assert_eq!(
//!     format!("{told:?}"),
//!     concat!(
//!         r#"Structured { data: {"id": "inv_7", "amount_cents": 4500, "email": "[REDACTED]"}, "#,
//!         r#"directives: [], system_rules: ["amount_cents: in cents"], "#,
//!         r#"ui_blocks: [UiBlock { kind: (may show redacted values), "#,
//!         r#"content: (may show redacted values), title: Some((may show redacted values)), "#,
//!         r#"width: None, priority: None }], "#,
//!         r#"suggestions: [Suggestion { tool: "billing.remind", reason: "Send a reminder" }] }"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! So does an assertion about one of the texts ([`ResponseText`](crate::ResponseText)). Blocks of
//! embedded Presenters are not in this view; [`Blocks::iter`](crate::Blocks::iter) gives every block
//! with its [`Layer`](crate::Layer).
//!
//! # Errors
//!
//! A declaration that is wrong makes no Presenter. All mistakes are reported together:
//!
//! ```
//! use mcp_presenter::{Presenter, t};
//!
//! let errors = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::one_of("status", ["draft", "paid"]).default("void")])
//!     .redact_pii(["customer..email"])
//!     .build()
//!     .unwrap_err();
//! assert_eq!(
//!     errors.to_string(),
//!     "presenter \"Invoice\": \
//!      redact \"customer..email\": expected a segment at byte 9; \
//!      schema.status: default: the data does not fit the schema: \
//!      the root: expected one of \"draft\", \"paid\", received string"
//! );
//! ```
//!
//! Data that does not fit is reported with places and types, never with a value. The buffer is as
//! it was:
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::integer("amount_cents")])
//!     .build()?;
//! let mut renderer = Renderer::new();
//! let mut out = b"before".to_vec();
//! let mut fail = |json: &str| {
//!     let (request, frame) = (Request::new(), Frame::Text);
//!     renderer.render(&invoices, json.as_bytes(), &request, frame, &mut out).unwrap_err()
//! };
//!
//! assert_eq!(
//!     fail(r#"[{"id": "a", "amount_cents": "4500"}, {"amount_cents": 1.5}]"#).to_string(),
//!     "the data does not fit the schema: \
//!      [0].amount_cents: expected integer, received string; \
//!      [1].id: expected string, received nothing; \
//!      [1].amount_cents: expected integer, received number"
//! );
//! assert_eq!(
//!     fail(r#"[{"id": "a" "#).to_string(),
//!     "the input ends inside a value at byte 12 (item 0)"
//! );
//! assert_eq!(out, b"before");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Logs
//!
//! With the feature `tracing` each render is one span of the crate of that name, `render` of the
//! target `mcp_presenter` at the level debug. What hooks log stands in it. Its fields are known when
//! it ends:
//!
//! | field | |
//! |---|---|
//! | `presenter` | its name; `response` for a response without one |
//! | `frame` | `text`, `blocks`, `result` or `json_rpc`; `none` for [`Renderer::blocks`](crate::Renderer::blocks) |
//! | `items`, `hidden`, `dropped`, `redacted`, `bytes` | as in the [`Report`](crate::Report) |
//! | `duration_us` | microseconds |
//! | `error` | the [kind](crate::RenderErrorKind) of the error, instead of the counts |
//!
//! No value is in it, nor a key or a path of the data, nor a name that somebody selects. Without the
//! feature nothing of this is compiled; with it, and nobody interested, a render looks at one
//! number more.
//!
//! # Panics
//!
//! A hook, or a function that is a censor, may panic. That panic is the render's: it is not caught,
//! nothing is written, and the Renderer can be used again.
//!
//! ```
//! use std::panic::{AssertUnwindSafe, catch_unwind};
//!
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id")])
//!     .ui(|invoice, ui| ui.summary(invoice.text("id").strip_prefix("inv_").expect("an id")))
//!     .build()?;
//! let (mut renderer, mut out) = (Renderer::new(), b"before".to_vec());
//! let mut render = |json: &[u8]| {
//!     renderer.render(&invoices, json, &Request::new(), Frame::Text, &mut out).map(drop)
//! };
//!
//! assert!(catch_unwind(AssertUnwindSafe(|| render(br#"{"id":"7"}"#))).is_err());
//! render(br#"{"id":"inv_7"}"#)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"before{"id":"inv_7"}
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: 7
//! </ui_passthrough>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A panic's message is the hook's own affair: one that quotes data puts it into the server's log.
//!
//! # Presenter files
//!
//! A Presenter without code is a file, in JSON (`Presenter::from_json`) or TOML
//! (`Presenter::from_toml`); both are of the feature `presenter-file`, which is on by default.
//! Entries with a condition (`when`) and with places (`tpl`) are what hooks are in Rust, with the
//! same escapes.
//!
//! ```
//! # #[cfg(feature = "presenter-file")]
//! # {
//! use mcp_presenter::Presenter;
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text(presenter: &Presenter, json: &str) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! let invoices = Presenter::from_toml(
//!     r#"
//!     name = "Invoice"
//!     limit = 50
//!     rules = ["An invoice is not an offer."]
//!     redact = { paths = ["customer.email"] }
//!
//!     [schema]
//!     id = "string"
//!     amount_cents = ["int", { describe = "in cents" }]
//!     status = { enum = ["draft", "paid", "overdue"] }
//!
//!     [schema.customer]
//!     name = "string"
//!     email = "string"
//!
//!     [[ui]]
//!     kind = "table"
//!     headers = ["Field", "Value"]
//!     rows = [["Invoice", "{id}"], ["Customer", "{customer.name}"]]
//!     tpl = true
//!
//!     [[suggest]]
//!     tool = "billing.remind"
//!     reason = "Send a payment reminder"
//!     when = { field = "status", eq = "overdue" }
//!     "#,
//! )?;
//!
//! assert_eq!(
//!     text(
//!         &invoices,
//!         r#"{"id": "inv_7", "amount_cents": 4500, "status": "overdue",
//!             "customer": {"name": "Ada", "email": "ada@shop.example"}}"#
//!     )?,
//!     concat!(
//!         r#"{"id":"inv_7","amount_cents":4500,"status":"overdue","#,
//!         r#""customer":{"name":"Ada","email":"[REDACTED]"}}
//!
//! <ui_passthrough type="markdown">
//! | Field | Value |
//! | --- | --- |
//! | Invoice | inv_7 |
//! | Customer | Ada |
//! </ui_passthrough>
//!
//! <domain_rules>
//! - amount_cents: in cents
//! - An invoice is not an offer.
//! </domain_rules>
//!
//! <action_suggestions>
//! - billing.remind: Send a payment reminder
//! </action_suggestions>"#,
//!     )
//! );
//!
//! // What is not understood is refused, with its place.
//! let error = Presenter::from_json("{\n  \"name\": \"Invoice\",\n  \"limits\": 50\n}").unwrap_err();
//! assert!(error.to_string().starts_with("line 3, column 3: unknown member \"limits\""));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Describing a tool
//!
//! Before an agent sees any data it reads what the tool does. [`Tool`](crate::Tool) makes that text
//! of the actions that the server has, as a table where they are alike:
//!
//! ```
//! use mcp_presenter::toon::ToonOptions;
//! use mcp_presenter::{Action, Tool, t};
//!
//! let billing = Tool::builder("billing")
//!     .describe("Invoices of the customer")
//!     .action(Action::new("list").describe("All invoices, newest first"))
//!     .action(
//!         Action::new("remind")
//!             .describe("Send a payment reminder")
//!             .input([t::string("id"), t::string("text").optional()]),
//!     )
//!     .build()?;
//! assert_eq!(
//!     billing.toon_description(ToonOptions::new()),
//!     "Invoices of the customer. Select operation via the `action` parameter.\n\
//!      \n\
//!      [2|]{action|desc|required}:\n  \
//!        list|All invoices, newest first|\"\"\n  \
//!        remind|Send a payment reminder|id"
//! );
//! # Ok::<(), mcp_presenter::BuildErrors>(())
//! ```
//!
//! # The schemas of a tool
//!
//! What a tool takes, and what it answers with as structured content, a server announces as JSON
//! Schema. Both come from what is declared already. The schema of an output is that of what is sent,
//! not of what comes in: here `email` is any string, whatever the schema of the Presenter says of it.
//!
//! ```
//! use mcp_presenter::{Action, Presenter, Request, Tool, t};
//!
//! let customers = Presenter::builder("Customer")
//!     .schema([t::integer("id"), t::string("email"), t::integer("credit_cents").nullable()])
//!     .redact_pii(["email"])
//!     .build()?;
//! let tool = Tool::builder("customers")
//!     .enable_select()
//!     .action(Action::new("get").input([t::integer("id")]).returns(&customers))
//!     .build()?;
//!
//! assert_eq!(
//!     tool.input_schema(),
//!     concat!(
//!         r#"{"type":"object","properties":{"action":{"type":"string","enum":["get"]},"#,
//!         r#""id":{"type":"integer"},"_select":{"type":"array","description":"#,
//!         r#""⚡ Context optimization: select only the response fields you need. "#,
//!         r#"Omit to receive all fields.","items":{"type":"string","#,
//!         r#""enum":["credit_cents","email","id"]}}},"required":["action","id"],"#,
//!         r#""additionalProperties":false}"#,
//!     )
//! );
//! // With `_select` any root field may be missing.
//! assert_eq!(
//!     customers.output_schema().document().selectable(true).to_json(),
//!     concat!(
//!         r#"{"type":"object","properties":{"id":{"type":"integer"},"email":{"type":"string"},"#,
//!         r#""credit_cents":{"type":["integer","null"]}},"additionalProperties":false}"#,
//!     )
//! );
//!
//! // Of a call: what the tool does not offer it does not look at.
//! let request: Request = tool.request(br#"{"action":"get","id":7,"_select":["id"]}"#)?;
//! # let _ = request;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whoever sees another Presenter is offered other keys: [`Tool::for_audience`](
//! crate::Tool::for_audience) is the same tool with those. A tool whose actions always answer with a
//! list says so with [`collection`](crate::OutputSchema::collection); before protocol revision
//! 2026-07-28 a list is sent as `{"items": […]}`, and so the schema has it unless
//! [`wrapped`](crate::OutputSchema::wrapped) is off.
//!
//! # Audiences
//!
//! What an administrator may see, a support agent may not. That is two Presenters of one entity, and
//! the server takes one by the caller's role or tenant. A Presenter is one pointer to what was built
//! at the start, so the choice costs nothing, and the handler does not know of it.
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! #[derive(Clone, Copy)]
//! enum Role {
//!     Admin,
//!     Support,
//! }
//!
//! let status = || t::one_of("status", ["draft", "paid", "overdue"]);
//! let admin = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::string("customer"), status()])
//!     .build()?;
//! let support =
//!     Presenter::builder("Invoice").schema([t::string("id"), status()]).limit(10).build()?;
//!
//! let mut renderer = Renderer::new();
//! let mut call = |role| -> Result<String, Box<dyn std::error::Error>> {
//!     let presenter = match role { Role::Admin => &admin, Role::Support => &support };
//!     let json = br#"[{"id":"inv_7","customer":"Ada","status":"paid"}]"#;
//!     let mut out = Vec::new();
//!     renderer.render(presenter, json, &Request::new(), Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//! assert_eq!(call(Role::Admin)?, r#"[{"id":"inv_7","customer":"Ada","status":"paid"}]"#);
//! assert_eq!(call(Role::Support)?, r#"[{"id":"inv_7","status":"paid"}]"#);
//! assert_eq!(size_of::<Presenter>(), size_of::<usize>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Memory
//!
//! A Presenter is shared by all workers; a clone is a pointer. Each worker has a Renderer and a
//! buffer, and keeps both: once warm, a render allocates nothing but room in the buffer, and what
//! the hooks allocate themselves.
//!
//! ```
//! use std::thread;
//!
//! use mcp_presenter::{Frame, Presenter, RenderError, Renderer, Request, RequestId, t};
//!
//! let invoices = Presenter::builder("Invoice").schema([t::string("id")]).build()?;
//! let calls = [[r#"{"id":"a"}"#, r#"{"id":"b"}"#], [r#"{"id":"c"}"#, r#"{"id":"d"}"#]];
//! let workers = calls.map(|calls| {
//!     let invoices = invoices.clone();
//!     thread::spawn(move || -> Result<String, RenderError> {
//!         let (mut renderer, mut line, mut sent) = (Renderer::new(), Vec::new(), String::new());
//!         for (id, json) in (1..).zip(calls) {
//!             line.clear(); // keeps its room
//!             let frame = Frame::JsonRpc(RequestId::Number(id));
//!             renderer.render(&invoices, json.as_bytes(), &Request::new(), frame, &mut line)?;
//!             line.push(b'\n');
//!             sent.push_str(&String::from_utf8_lossy(&line));
//!         }
//!         Ok(sent)
//!     })
//! });
//! let [first, second] = workers.map(|worker| worker.join().expect("no panic"));
//!
//! let line = |call, id| {
//!     format!(
//!         concat!(
//!             r#"{{"jsonrpc":"2.0","id":{},"result":{{"content":["#,
//!             r#"{{"type":"text","text":"{{\"id\":\"{}\"}}"}}]}}}}"#,
//!             "\n",
//!         ),
//!         call, id
//!     )
//! };
//! assert_eq!(first?, line(1, "a") + &line(2, "b"));
//! assert_eq!(second?, line(1, "c") + &line(2, "d"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Text that a hook needs more than once, [`View::format`](crate::View::format) makes in memory that
//! the Renderer keeps; `format_args!` needs none at all.
//!
//! # Streams
//!
//! What is too large to be held is shown while it is read: an array, or lines of JSON, from any
//! `Read` to any `Write`. The bytes are those of [`Renderer::render`](crate::Renderer::render).
//!
//! ```
//! use mcp_presenter::{Frame, Input, Presenter, Renderer, Request, StreamErrorKind, t};
//!
//! let events = Presenter::builder("Event").schema([t::string("at")]).build()?;
//! let log = b"{\"at\":\"09:00\",\"user\":\"ada\"}\n{\"at\":\"09:05\",\"user\":\"bo\"}\n";
//! let (mut renderer, mut out) = (Renderer::new(), Vec::new());
//! let input = Input::nd_json(&log[..]);
//! renderer.stream(&events, input, &Request::new(), Frame::Text, &mut out)?;
//! assert_eq!(out, br#"[{"at":"09:00"},{"at":"09:05"}]"#);
//!
//! // Half a line, and nothing was written yet.
//! let input = Input::nd_json(&log[..40]);
//! let error = renderer
//!     .stream(&events, input, &Request::new(), Frame::Text, &mut out)
//!     .unwrap_err();
//! assert_eq!((error.kind(), error.bytes_written()), (StreamErrorKind::Render, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If something is wrong when a part was written already, the message ends as one that failed: the
//! data stays cut, a `<tool_error>` follows, and the result says `"isError":true`. Who would rather
//! send nothing gathers more before the first write, with
//! [`Input::write_chunk`](crate::Input::write_chunk).
