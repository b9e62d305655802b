//! What a handler returns and appends, and Presenters in Presenters.
//!
//! # What a handler returns
//!
//! Most handlers have data and nothing to add. They return it, and the server wraps what comes
//! ([`IntoResponse`](crate::IntoResponse)): data goes through the tool's Presenter if it has one,
//! nothing becomes `OK`, errors become error results. So a tool gets a Presenter without a change to
//! its handler.
//!
//! ```
//! use mcp_presenter::{Frame, IntoResponse, Presenter, Renderer, Request, ToolError, t};
//!
//! // Handlers, which know of no Presenter.
//! fn find(id: &str) -> Option<&'static [u8]> {
//!     (id == "inv_7").then_some(br#"{"id":"inv_7","cost_basis":3100}"#)
//! }
//! fn remind(id: &str) -> Result<(), ToolError> {
//!     let paid = ToolError::new("PAID", "The invoice is paid.");
//!     if id == "inv_7" { Ok(()) } else { Err(paid) }
//! }
//!
//! let invoices = Presenter::builder("Invoice").schema([t::string("id")]).build()?;
//! let mut renderer = Renderer::new();
//! let mut text = |response| -> Result<String, Box<dyn std::error::Error>> {
//!     let mut out = Vec::new();
//!     renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//!
//! assert_eq!(text(invoices.wrap(find("inv_7")))?, r#"{"id":"inv_7"}"#);
//! assert_eq!(text(find("inv_7").into_response())?, r#"{"id":"inv_7","cost_basis":3100}"#);
//! assert_eq!(text(find("inv_8").into_response())?, "OK");
//! assert_eq!(text(remind("inv_7").into_response())?, "OK");
//! assert_eq!(
//!     text(remind("inv_8").into_response())?,
//!     "<tool_error code=\"PAID\" severity=\"error\">\n\
//!      <message>The invoice is paid.</message>\n</tool_error>"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Under a Presenter nothing is data too: `invoices.wrap(find("inv_8"))` would be refused, since
//! `null` is no invoice.
//!
//! With the feature `serde`, a handler returns a `Serialized` with any value that serde can write:
//!
//! ```
//! # #[cfg(feature = "serde")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, Serialized, t};
//!
//! #[derive(serde::Serialize)]
//! struct Invoice {
//!     cost_basis: u32,
//!     id: &'static str,
//! }
//!
//! let invoices = Presenter::builder("Invoice").schema([t::string("id")]).build()?;
//! let response = invoices.wrap(Serialized(Invoice { cost_basis: 3100, id: "inv_7" }));
//! let mut out = Vec::new();
//! Renderer::new().respond(&response, &Request::new(), Frame::Text, &mut out)?;
//! assert_eq!(out, br#"{"id":"inv_7"}"#);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "serde"))]
//! # fn main() {}
//! ```
//!
//! # Responses
//!
//! A Presenter says what holds for each invoice. What holds for this call alone, the handler
//! appends to the [`Response`](crate::Response). Each piece goes into its layer, behind the
//! Presenter's own.
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::integer("amount_cents").describe("in cents")])
//!     .ui(|invoice, ui| ui.summary(invoice.text("id")))
//!     .build()?;
//!
//! let response = invoices
//!     .response(br#"{"id":"inv_7","amount_cents":4500,"cost_basis":3100}"#)
//!     .ui(|ui| ui.markdown("The archive is read-only today."))
//!     .directive("Answer in one sentence.")
//!     .rule("Invoices older than a year come from the archive.")
//!     .suggest("archive.restore", "Make it editable");
//!
//! let (mut renderer, mut out) = (Renderer::new(), Vec::new());
//! renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"{"id":"inv_7","amount_cents":4500}
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: inv_7
//! </ui_passthrough>
//!
//! <ui_passthrough type="markdown">
//! The archive is read-only today.
//! </ui_passthrough>
//!
//! <llm_directives>
//! - Answer in one sentence.
//! </llm_directives>
//!
//! <domain_rules>
//! - amount_cents: in cents
//! - Invoices older than a year come from the archive.
//! </domain_rules>
//!
//! <action_suggestions>
//! - archive.restore: Make it editable
//! </action_suggestions>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is appended is escaped like anything that hooks write, but for
//! [`Response::raw`](crate::Response::raw), which sends a block as it is and is not for data.
//!
//! A response without a Presenter shows its JSON whole, as JSON or as TOON, or is a text. An empty
//! text is `OK`.
//!
//! ```
//! use mcp_presenter::toon::ToonOptions;
//! use mcp_presenter::{Frame, Renderer, Request, Response};
//!
//! let mut renderer = Renderer::new();
//! let mut sent = |response: Response<'_>| -> Result<String, Box<dyn std::error::Error>> {
//!     let mut out = Vec::new();
//!     renderer.respond(&response, &Request::new(), Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//! assert_eq!(sent(Response::success(br#"{"deleted": 3}"#))?, r#"{"deleted":3}"#);
//! let rows = br#"[{"id":1,"ok":true},{"id":2,"ok":false}]"#;
//! let toon = Response::toon(rows, ToonOptions::new());
//! assert_eq!(sent(toon)?, "[2|]{id|ok}:\n  1|true\n  2|false");
//! assert_eq!(sent(Response::text("Deleted."))?, "Deleted.");
//! assert_eq!(sent(Response::text(""))?, "OK");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Embedded Presenters
//!
//! A graph of entities is a tree of Presenters: each has its schema, its redaction, its limit, and
//! what stands around its data. The one that embeds names the member.
//!
//! ```
//! use mcp_presenter::{Presenter, Type, t};
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text(presenter: &Presenter, json: &str) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! let customers = Presenter::builder("Customer")
//!     .schema([t::string("name"), t::string("email")])
//!     .redact_pii(["email"])
//!     .rules(["Call customers by their name."])
//!     .build()?;
//! let lines = Presenter::builder("InvoiceLine")
//!     .schema([t::string("sku"), t::integer("cents").describe("in cents")])
//!     .limit(2)
//!     .collection_ui(|lines, ui| {
//!         ui.table(["Sku", "Cents"], lines.iter().map(|line| [line.get("sku"), line.get("cents")]));
//!     })
//!     .build()?;
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::any("customer"), t::array("lines", Type::any())])
//!     .rules(["An invoice is not an offer."])
//!     .ui(|invoice, ui| ui.summary(invoice.text("id")))
//!     .embed("customer", &customers)
//!     .embed("lines", &lines)
//!     .build()?;
//!
//! assert_eq!(
//!     text(
//!         &invoices,
//!         r#"{
//!             "id": "inv_7",
//!             "customer": {"name": "Ada", "email": "ada@shop.example", "risk": "low"},
//!             "lines": [
//!                 {"sku": "a-1", "cents": 450, "margin": 0.4},
//!                 {"sku": "b-2", "cents": 50, "margin": 0.1},
//!                 {"sku": "c-3", "cents": 7, "margin": 0.2}
//!             ]
//!         }"#
//!     )?,
//!     concat!(
//!         r#"{"id":"inv_7","customer":{"name":"Ada","email":"[REDACTED]"},"#,
//!         r#""lines":[{"sku":"a-1","cents":450},{"sku":"b-2","cents":50}]}
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: inv_7
//! </ui_passthrough>
//!
//! <domain_rules>
//! - Call customers by their name.
//! </domain_rules>
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: ⚠️ Dataset truncated. 2 shown, 1 hidden. Use filters to narrow results.
//! </ui_passthrough>
//!
//! <ui_passthrough type="markdown">
//! | Sku | Cents |
//! | --- | --- |
//! | a-1 | 450 |
//! | b-2 | 50 |
//! </ui_passthrough>
//!
//! <domain_rules>
//! - cents: in cents
//! </domain_rules>
//!
//! <domain_rules>
//! - An invoice is not an offer.
//! </domain_rules>"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * **The data block** shows what both schemas keep: `customer` is [`any`](crate::t::any) here, so
//!   the embedded schema alone decides. Both redactions hold, and the limit of the embedded
//!   Presenter. Data that fits one schema and not the other is an error.
//! * **A member that the embedding schema leaves out** is not in the data block. Its blocks are sent
//!   all the same, and it is checked like any other.
//! * **Order**: the own user interface and what a handler appends to it, then the blocks of the
//!   embedded Presenters in the order of declaration, each with its user interface, what it embeds
//!   itself, directives, rules, suggestions; then the own directives, rules and suggestions.
//! * **A member that is absent or null** has no blocks.
//! * **An array** is a collection of the embedded Presenter, as `lines` is above: its limit counts
//!   the elements, and its collection hooks see them.
//! * **Hooks** of the embedding Presenter see the member by its schema alone: with `any` that is the
//!   whole value, also what the embedded one drops and redacts. See
//!   [What hooks see](super::around#what-hooks-see).
//!
//! # Embedded in each item
//!
//! In a collection each item has its member. The user interface of an embedded Presenter is shown
//! for the first item that has one, and a block that an embedded Presenter has sent before is not
//! sent again.
//!
//! ```
//! use mcp_presenter::{Presenter, t};
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text(presenter: &Presenter, json: &str) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! let customers = Presenter::builder("Customer")
//!     .schema([t::string("name")])
//!     .ui(|customer, ui| ui.summary(customer.text("name")))
//!     .rules(["Call customers by their name."])
//!     .suggest(|customer, next| {
//!         next.suggest("customers.get", format_args!("Open {}", customer.text("name")));
//!     })
//!     .build()?;
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::string("id"), t::any("customer").optional()])
//!     .embed("customer", &customers)
//!     .build()?;
//!
//! assert_eq!(
//!     text(
//!         &invoices,
//!         r#"[
//!             {"id": "a"},
//!             {"id": "b", "customer": {"name": "Ada"}},
//!             {"id": "c", "customer": {"name": "Bo"}},
//!             {"id": "d", "customer": {"name": "Ada"}}
//!         ]"#
//!     )?,
//!     concat!(
//!         r#"[{"id":"a"},{"id":"b","customer":{"name":"Ada"}},"#,
//!         r#"{"id":"c","customer":{"name":"Bo"}},{"id":"d","customer":{"name":"Ada"}}]
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: Ada
//! </ui_passthrough>
//!
//! <domain_rules>
//! - Call customers by their name.
//! </domain_rules>
//!
//! <action_suggestions>
//! - customers.get: Open Ada
//! </action_suggestions>
//!
//! <action_suggestions>
//! - customers.get: Open Bo
//! </action_suggestions>"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! (Names stand in the suggestions to keep the example short; where customers choose them, an id
//! belongs there.)
//!
//! A response holds at most 64 different blocks of embedded Presenters. The report counts those
//! that were left out:
//!
//! ```
//! use mcp_presenter::{Presenter, Renderer, Request, t};
//!
//! let customers = Presenter::builder("Customer")
//!     .schema([t::string("id")])
//!     .suggest(|customer, next| next.suggest("customers.get", customer.text("id")))
//!     .build()?;
//! let invoices = Presenter::builder("Invoice")
//!     .schema([t::any("customer")])
//!     .embed("customer", &customers)
//!     .build()?;
//! let items: Vec<String> =
//!     (0..100).map(|id| format!(r#"{{"customer":{{"id":"c-{id}"}}}}"#)).collect();
//! let json = format!("[{}]", items.join(","));
//!
//! let blocks = Renderer::new().blocks(&invoices, json.as_bytes(), &Request::new())?;
//! assert_eq!(blocks.len(), 1 + 64); // the data first
//! assert_eq!(blocks.report().omitted_blocks(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
