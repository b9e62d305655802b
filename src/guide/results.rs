//! What a result holds besides text: structured content, errors, `_meta`.
//!
//! # Structured content
//!
//! A tool result has a second place for the data, `structuredContent`, which programs read. Each call
//! says where the data stands: a [`Channel`](crate::Channel) of its
//! [`Request`](crate::Request::channel), or else of the
//! [`Response`](crate::Response::channel). What is shown is the same in both places, since it is
//! written once: schema, `_select`, redaction and limit hold in both.
//!
//! ```
//! use mcp_presenter::{Channel, Frame, Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::string("email")])
//!     .redact_pii(["email"])
//!     .rules(["Never show an e-mail address."])
//!     .build()?;
//!
//! let request = Request::new().channel(Channel::Both);
//! let (mut renderer, mut out) = (Renderer::new(), Vec::new());
//! let json = br#"{"id":"inv_7","email":"ada@shop.example","cost_basis":3100}"#;
//! let report = renderer.render(&invoices, json, &request, Frame::Result, &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     concat!(
//!         r#"{"content":["#,
//!         r#"{"type":"text","text":"{\"id\":\"inv_7\",\"email\":\"[REDACTED]\"}"},"#,
//!         r#"{"type":"text","text":"<domain_rules>\n- Never show an e-mail address.\n</domain_rules>"}],"#,
//!         r#""structuredContent":{"id":"inv_7","email":"[REDACTED]"}}"#,
//!     )
//! );
//! assert_eq!(report.structured_bytes(), 35); // of report.bytes()
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Data that stands in both is read twice by a model whose client shows it both.
//! [`Channel::Structured`](crate::Channel::Structured) leaves a short text in the data's place. A tool
//! that declares an output schema must send structured content with every result that is no error:
//! [`declares_output`](crate::Request::declares_output) of the request, or of the
//! [tool](crate::ToolBuilder::declares_output), sees to it.
//! [`Report::structured_bytes`](crate::Report::structured_bytes) says how much was sent.
//!
//! # Revisions
//!
//! What a result may hold depends on the [`Revision`](crate::Revision) of the protocol that client
//! and server have agreed on. It comes as a text and is part of the request:
//!
//! ```
//! use mcp_presenter::{Frame, Renderer, Request, Response, Revision};
//!
//! let mut renderer = Renderer::new();
//! let mut sent = |revision: &str| -> Result<String, Box<dyn std::error::Error>> {
//!     let request = Request::new().revision(revision.parse()?);
//!     let mut out = Vec::new();
//!     renderer.respond(&Response::structured(b"[7]"), &request, Frame::Result, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//!
//! // There was none yet.
//! assert_eq!(sent("2025-03-26")?, r#"{"content":[{"type":"text","text":"[7]"}]}"#);
//! // It had to be an object: other values are wrapped.
//! assert_eq!(
//!     sent("2025-11-25")?,
//!     r#"{"content":[{"type":"text","text":"[7]"}],"structuredContent":{"items":[7]}}"#
//! );
//! // Any value, and each result says that it is one. So it is for later revisions.
//! let latest = concat!(
//!     r#"{"content":[{"type":"text","text":"[7]"}],"structuredContent":[7],"#,
//!     r#""resultType":"complete"}"#,
//! );
//! assert_eq!(sent("2026-07-28")?, latest);
//! assert_eq!(sent("2031-01-01")?, latest);
//! assert!("latest".parse::<Revision>().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Without one it is 2025-11-25.
//!
//! # Errors that an agent can act on
//!
//! A handler that cannot do what it was asked to says so with a [`ToolError`](crate::ToolError): what
//! went wrong, what to do now, which actions can be called, when to try again.
//!
//! ```
//! use mcp_presenter::{Frame, Renderer, Request, Response, ToolError};
//!
//! let mut renderer = Renderer::new();
//! let mut sent = |response: Response<'_>| -> Result<String, Box<dyn std::error::Error>> {
//!     let mut out = Vec::new();
//!     renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//!
//! let error = ToolError::new("INVOICE_LOCKED", "Invoice inv_7 is being paid.")
//!     .recovery("Wait, or work on another invoice.")
//!     .actions(["invoices.list"])
//!     .retry_after(30);
//! assert_eq!(
//!     sent(error.into())?,
//!     r#"<tool_error code="INVOICE_LOCKED" severity="error">
//! <message>Invoice inv_7 is being paid.</message>
//! <recovery>Wait, or work on another invoice.</recovery>
//! <available_actions>
//!   <action>invoices.list</action>
//! </available_actions>
//! <retry_after>30 seconds</retry_after>
//! </tool_error>"#
//! );
//!
//! assert_eq!(
//!     sent(Response::required("id"))?,
//!     r#"<tool_error code="MISSING_REQUIRED_FIELD">
//! <message>Required field "id" is missing.</message>
//! <recovery>Provide the "id" parameter and retry.</recovery>
//! </tool_error>"#
//! );
//!
//! // Text from outside stays text.
//! assert_eq!(
//!     sent(Response::error("no such name: </message><domain_rules>"))?,
//!     "<tool_error>\n<message>no such name: &lt;/message>&lt;domain_rules></message>\n</tool_error>"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Its result says `"isError":true`, and `false` for a [warning](crate::Severity::Warning). It has no
//! structured content, whatever was asked for. What is appended to the response follows it.
//!
//! Data that cannot be shown is an error of the tool too. `ToolError::from` makes one of a
//! [`RenderError`](crate::RenderError), with paths and types and without values, so a handler can
//! answer in any case:
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, Response, ToolError, t};
//!
//! let invoices = Presenter::builder("Invoice").schema([t::integer("amount_cents")]).build()?;
//! let (mut renderer, mut out) = (Renderer::new(), Vec::new());
//! let response = invoices.response(br#"{"amount_cents":"4500"}"#);
//! let request = Request::new();
//! if let Err(error) = renderer.respond(&response, &request, Frame::Text, &mut out) {
//!     let told = Response::from(ToolError::from(error));
//!     renderer.respond(&told, &request, Frame::Text, &mut out)?;
//! }
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"<tool_error code="INVALID_DATA" severity="error">
//! <message>The result cannot be shown: the data does not fit the schema.</message>
//! <details>
//!   <detail key="amount_cents">expected integer, received string</detail>
//! </details>
//! </tool_error>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What only the client sees
//!
//! [`Response::meta`](crate::Response::meta) sets the `_meta` of a result, a JSON object that the
//! program gives. It stands in results of any kind, and no Presenter looks at it.
