//! A guide, from the first Presenter to embedded ones.
//!
//! Each step is a program that is run as a test, and what it writes is there in full.
//!
//! | chapter | |
//! |---|---|
//! | this page | the first Presenter, frames |
//! | [`data`] | schema, descriptions, redaction, limit and notice, `_select`, formats |
//! | [`models`] | an entity declared once: types that convert, what is hidden, what an agent may write |
//! | `derive` | a Presenter that is declared with its type: `#[derive(Presenter)]`; with the feature `derive` |
//! | [`around`] | user interface, rules, suggestions, directives; what hooks see; hostile text |
//! | [`collections`] | what a list of items has around it |
//! | [`composition`] | what a handler returns, and what it appends; Presenters in Presenters |
//! | [`results`] | structured content, revisions, errors that an agent can act on, `_meta` |
//! | [`embedding`] | where a Renderer lives in a server: JSON-RPC by hand, threads, async code, streams |
//! | [`practice`] | tests, errors, logs and panics, presenter files, a tool's description and schemas, audiences, memory |
//!
//! `examples/` has the same as whole programs, with what they print; its `README.md` says which is
//! where.
//!
//! # The first Presenter
//!
//! A [`Presenter`](struct@crate::Presenter) is declared once, when the server starts. A
//! [`Renderer`](crate::Renderer) takes it, the JSON that a tool handler has and what the call asks
//! for, and appends the finished text to a buffer:
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::integer("amount_cents").describe("in cents")])
//!     .build()?;
//!
//! let json = br#"{"amount_cents": 4500, "cost_basis": 3100, "id": "inv_7"}"#;
//! let (mut renderer, mut out) = (Renderer::new(), Vec::new());
//! renderer.render(&invoices, json, &Request::new(), Frame::Text, &mut out)?;
//!
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"{"id":"inv_7","amount_cents":4500}
//!
//! <domain_rules>
//! - amount_cents: in cents
//! </domain_rules>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `cost_basis` is not declared, so it is not there. The order is that of the schema. The
//! description of the amount became a rule, in a block of its own.
//!
//! # Frames
//!
//! [`Frame::Text`](crate::Frame::Text) is for people and tests. A server sends the same blocks as a
//! tool result, or as the whole JSON-RPC line. They are escaped while they are written:
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, RequestId, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::integer("amount_cents").describe("in cents")])
//!     .build()?;
//! let mut renderer = Renderer::new();
//! let mut framed = |frame| -> Result<String, Box<dyn std::error::Error>> {
//!     let mut out = Vec::new();
//!     let json = br#"{"amount_cents": 4500, "id": "inv_7"}"#;
//!     renderer.render(&invoices, json, &Request::new(), frame, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//!
//! assert_eq!(
//!     framed(Frame::Blocks)?,
//!     concat!(
//!         r#"["{\"id\":\"inv_7\",\"amount_cents\":4500}","#,
//!         r#""<domain_rules>\n- amount_cents: in cents\n</domain_rules>"]"#,
//!     )
//! );
//! assert_eq!(
//!     framed(Frame::Result)?,
//!     concat!(
//!         r#"{"content":["#,
//!         r#"{"type":"text","text":"{\"id\":\"inv_7\",\"amount_cents\":4500}"},"#,
//!         r#"{"type":"text","text":"<domain_rules>\n- amount_cents: in cents\n</domain_rules>"}"#,
//!         r#"]}"#,
//!     )
//! );
//! assert_eq!(
//!     framed(Frame::JsonRpc(RequestId::Number(3)))?,
//!     concat!(
//!         r#"{"jsonrpc":"2.0","id":3,"result":{"content":["#,
//!         r#"{"type":"text","text":"{\"id\":\"inv_7\",\"amount_cents\":4500}"},"#,
//!         r#"{"type":"text","text":"<domain_rules>\n- amount_cents: in cents\n</domain_rules>"}"#,
//!         r#"]}}"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the chapters `text(&presenter, json)` stands for what the first example does: a render of the
//! JSON in [`Frame::Text`](crate::Frame::Text), as a `String`.

pub mod around;
pub mod collections;
pub mod composition;
pub mod data;
#[cfg(feature = "derive")]
pub mod derive;
pub mod embedding;
pub mod models;
pub mod practice;
pub mod results;
