//! What is shown of the data: schema, descriptions, redaction, limit, `_select`, formats.
//!
//! # Schema
//!
//! A schema is a whitelist, at every level. Fields are written in the order in which it names them.
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
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::one_of("status", ["draft", "paid", "overdue"]),
//!         t::string("currency").default("EUR"), // written where it is absent
//!         t::string("note").optional(),         // may be absent, but not null
//!         t::string("paid_at").nullable(),      // may be null, but not absent
//!         t::object("customer", [t::string("name")]),
//!         t::array("lines", Type::object([t::string("sku"), t::integer("quantity")])),
//!         t::record("labels", Type::string()), // any keys, values of one type
//!     ])
//!     .build()?;
//!
//! assert_eq!(
//!     text(
//!         &invoices,
//!         r#"{
//!             "labels": {"team": "north"},
//!             "lines": [{"quantity": 2, "sku": "a-1", "margin": 0.4}],
//!             "customer": {"name": "Ada", "risk": "low"},
//!             "paid_at": null,
//!             "status": "draft",
//!             "id": "inv_7",
//!             "internal_notes": "call before noon"
//!         }"#
//!     )?,
//!     concat!(
//!         r#"{"id":"inv_7","status":"draft","currency":"EUR","paid_at":null,"#,
//!         r#""customer":{"name":"Ada"},"lines":[{"sku":"a-1","quantity":2}],"#,
//!         r#""labels":{"team":"north"}}"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Mode`](crate::Mode) says what happens to fields that are not declared: they are left out, kept
//! behind the declared ones, or refused. Data that is not an object has a
//! [`root`](crate::PresenterBuilder::root) type instead of a schema. A Presenter that is to show
//! everything says so:
//! [`allow_everything`](crate::PresenterBuilder::allow_everything); without any of the three, it is
//! not built.
//!
//! # Descriptions and rules
//!
//! What an agent should know about a field is told with the field. Descriptions of root fields come
//! first, then the rules in the order of declaration.
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
//! let invoices = Presenter::builder("Invoice")
//!     .rules(["An overdue invoice is not cancelled: ask first."])
//!     .schema([
//!         t::string("id"),
//!         t::integer("amount_cents").describe("CENTS, divide by 100"),
//!         t::string("due_at").describe("a day, in UTC"),
//!     ])
//!     .rules(["Times are in UTC."])
//!     .build()?;
//!
//! assert_eq!(
//!     text(&invoices, r#"{"id":"inv_7","amount_cents":4500,"due_at":"2025-03-01"}"#)?,
//!     r#"{"id":"inv_7","amount_cents":4500,"due_at":"2025-03-01"}
//!
//! <domain_rules>
//! - amount_cents: CENTS, divide by 100
//! - due_at: a day, in UTC
//! - An overdue invoice is not cancelled: ask first.
//! - Times are in UTC.
//! </domain_rules>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`auto_rules(false)`](crate::PresenterBuilder::auto_rules) keeps descriptions out of the rules.
//! Rules that depend on the data are in the
//! [next chapter](super::around#rules-that-look-at-the-data).
//!
//! # Redaction
//!
//! A redacted field exists for the agent, its value does not. What stands in its place is a
//! [`Censor`](crate::Censor):
//!
//! ```
//! use mcp_presenter::{Censor, Presenter, Type, t};
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text(presenter: &Presenter, json: &str) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! let key = b"thirty-two random, secret bytes!"; // from where the server keeps its secrets
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::object(
//!             "customer",
//!             [t::string("name"), t::string("email"), t::string("ssn"), t::string("account")],
//!         ),
//!         t::array("cards", Type::string()),
//!         t::integer("score"),
//!     ])
//!     .redact_pii(["customer.email"])
//!     .redact(["customer.ssn"], Censor::remove())
//!     .redact(["customer.account"], Censor::hash(key))
//!     .redact(["cards[*]"], Censor::keep_last(4))
//!     .redact(["score"], Censor::text("(not for agents)"))
//!     .build()?;
//!
//! assert_eq!(
//!     text(
//!         &invoices,
//!         r#"{"id": "inv_7", "score": 640, "cards": ["4111111111111111"], "customer": {
//!             "name": "Ada", "email": "ada@shop.example", "ssn": "078-05-1120", "account": "A-1"}}"#
//!     )?,
//!     concat!(
//!         r#"{"id":"inv_7","#,
//!         r#""customer":{"name":"Ada","email":"[REDACTED]","#,
//!         r#""account":"5a2c184e2978a2135b8301d546f944b6"},"#,
//!         r#""cards":["************1111"],"score":"(not for agents)"}"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A hash lets an agent see that two invoices are of the same account without seeing which. A
//! [`function`](crate::Censor::function) can do what none of these does. The grammar of paths, and
//! which censor wins where several meet, are [on the first page](crate#redaction-paths).
//!
//! Paths that many Presenters share are declared once, in a
//! [`RedactionList`](crate::RedactionList):
//!
//! ```
//! use mcp_presenter::{Presenter, RedactionList, t};
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text(presenter: &Presenter, json: &str) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! let personal = RedactionList::new().redact_pii(["**.email", "**.phone"]);
//! let users = Presenter::builder("User")
//!     .schema([t::string("name"), t::string("email")])
//!     .redactions(&personal)
//!     .build()?;
//! let logs = Presenter::builder("Log").allow_everything().redactions(&personal).build()?;
//!
//! assert_eq!(
//!     text(&users, r#"{"name":"Ada","email":"ada@shop.example"}"#)?,
//!     r#"{"name":"Ada","email":"[REDACTED]"}"#
//! );
//! assert_eq!(
//!     text(&logs, r#"[{"by":{"phone":"555-0100"},"at":12}]"#)?,
//!     r#"[{"by":{"phone":"[REDACTED]"},"at":12}]"#
//! );
//! // The schema has no phone, so that path reaches nothing: a warning, not an error.
//! assert_eq!(users.warnings()[0].place(), "redact \"**.phone\"");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`deny_warnings`](crate::PresenterBuilder::deny_warnings) makes such a warning an error of the
//! build.
//!
//! # Limit and notice
//!
//! An array is a collection: each element is an item with the schema of its own. A limit counts
//! them. Items beyond it are parsed, so that text that is no JSON is found, and otherwise neither
//! validated nor written.
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
//! let json = r#"[{"id":"a"},{"id":"b"},{"id":"c"}]"#;
//! let invoices = Presenter::builder("Invoice").schema([t::string("id")]).limit(2);
//!
//! assert_eq!(
//!     text(&invoices.clone().build()?, json)?,
//!     r#"[{"id":"a"},{"id":"b"}]
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: ⚠️ Dataset truncated. 2 shown, 1 hidden. Use filters to narrow results.
//! </ui_passthrough>"#
//! );
//! assert_eq!(
//!     text(&invoices.notice("{omitted} more; ask for a month.").build()?, json)?,
//!     r#"[{"id":"a"},{"id":"b"}]
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: 1 more; ask for a month.
//! </ui_passthrough>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # `_select`
//!
//! A call may ask for less. It cannot ask for more: a name that the Presenter does not keep is
//! ignored, and reported. What stands around the data stays as it is. How a tool offers the
//! parameter is in [a later chapter](super::practice#the-schemas-of-a-tool).
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::integer("amount_cents").describe("in cents"),
//!         t::string("status"),
//!     ])
//!     .build()?;
//! let arguments = br#"{"id": "inv_7", "_select": ["status", "id", "cost_basis"]}"#;
//! let request = Request::new().arguments(arguments)?;
//!
//! let json = br#"{"id":"inv_7","amount_cents":4500,"status":"paid","cost_basis":3100}"#;
//! let mut out = Vec::new();
//! let report = Renderer::new().render(&invoices, json, &request, Frame::Text, &mut out)?;
//!
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"{"status":"paid","id":"inv_7"}
//!
//! <domain_rules>
//! - amount_cents: in cents
//! </domain_rules>"#
//! );
//! assert!(report.unknown_select().eq(["cost_basis"]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Names are root keys, whatever characters they have. With
//! [`nested_select`](crate::PresenterBuilder::nested_select) they are paths, and what is inside a
//! value can be asked for: `customer.name`, `lines.sku` through an array, `["unit.price"]` for a key
//! with a point. Everything that holds of root keys holds of them.
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, Type, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::object("customer", [t::string("name"), t::string("email")]),
//!         t::array("lines", Type::object([t::string("sku"), t::integer("cents")])),
//!     ])
//!     .nested_select(true)
//!     .build()?;
//! assert!(invoices.select_paths().any(|path| path == "lines.cents"));
//!
//! let json = br#"{"id":"inv_7","customer":{"name":"Ada","email":"ada@shop.example"},
//!     "lines":[{"sku":"a","cents":450},{"sku":"b","cents":50}]}"#;
//! let request = Request::new().select(["customer.name", "lines.cents"]);
//! let mut out = Vec::new();
//! Renderer::new().render(&invoices, json, &request, Frame::Text, &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"{"customer":{"name":"Ada"},"lines":[{"cents":450},{"cents":50}]}"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Formats
//!
//! The data is JSON without white space unless the Presenter says otherwise, or the request, which
//! has the last word. [TOON](crate::toon) names the columns of a collection once.
//! [`Format::Auto`](crate::Format::Auto) writes both and keeps the one that has fewer bytes where it
//! stands, so in a frame what the frame escapes counts as well; it takes the time of both.
//!
//! ```
//! use mcp_presenter::toon::ToonOptions;
//! use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, Type, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::integer("amount_cents"),
//!         t::array("tags", Type::string()).optional(),
//!     ])
//!     .format(Format::Auto(ToonOptions::new()))
//!     .build()?;
//! let mut renderer = Renderer::new();
//! let mut show = |json: &str, request: &Request| -> Result<_, Box<dyn std::error::Error>> {
//!     let mut out = Vec::new();
//!     let report = renderer.render(&invoices, json.as_bytes(), request, Frame::Text, &mut out)?;
//!     Ok((String::from_utf8(out)?, report))
//! };
//!
//! let rows = r#"[{"id":"inv_7","amount_cents":4500},{"id":"inv_8","amount_cents":1200}]"#;
//! let (text, report) = show(rows, &Request::new())?;
//! assert_eq!(text, "[2|]{id|amount_cents}:\n  inv_7|4500\n  inv_8|1200");
//! let choice = report.choice().ok_or("a choice")?;
//! assert_eq!((choice.json_bytes, choice.toon_bytes), (71, 48));
//!
//! // A list in each item leaves no columns.
//! let lists = concat!(
//!     r#"[{"id":"inv_7","amount_cents":1,"tags":["a"]},"#,
//!     r#"{"id":"inv_8","amount_cents":2,"tags":[]}]"#,
//! );
//! let (text, report) = show(lists, &Request::new())?;
//! assert_eq!(text, lists);
//! assert_eq!(report.choice().ok_or("a choice")?.format, Format::Json);
//!
//! let json = Request::new().format(Format::Json);
//! assert_eq!(show(rows, &json)?.0, rows);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tables
//!
//! As [TOON](crate::toon), a collection is a table: the keys are written once. An array in an item
//! has no place in a row, so the whole collection would be a list; [`array_cells`] writes it as one
//! cell. Readers do not know that from the table, so the rules begin with a line that says it.
//!
//! ```
//! use mcp_presenter::toon::{ArrayCells, ToonOptions};
//! use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, Type, t};
//!
//! let invoices = Presenter::builder("Invoice")
//!     .schema([
//!         t::string("id"),
//!         t::integer("amount_cents").describe("in cents"),
//!         t::array("labels", Type::string()),
//!     ])
//!     .build()?;
//! let json = br#"[{"id":"inv_7","amount_cents":4500,"labels":["late","second reminder"]},
//!                 {"id":"inv_8","amount_cents":1200,"labels":[]}]"#;
//! let show = |options| -> Result<String, Box<dyn std::error::Error>> {
//!     let (request, mut out) = (Request::new().format(Format::Toon(options)), Vec::new());
//!     Renderer::new().render(&invoices, json, &request, Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//!
//! assert_eq!(
//!     show(ToonOptions::new())?,
//!     r#"[2|]:
//!   - id: inv_7
//!     amount_cents: 4500
//!     labels[2|]: late|second reminder
//!   - id: inv_8
//!     amount_cents: 1200
//!     labels: []
//!
//! <domain_rules>
//! - amount_cents: in cents
//! </domain_rules>"#
//! );
//! assert_eq!(
//!     show(ToonOptions::new().array_cells(ArrayCells::default()))?,
//!     r#"[2|]{id|amount_cents|labels}:
//!   inv_7|4500|"late;second reminder"
//!   inv_8|1200|""
//!
//! <domain_rules>
//! - Lists in table cells are joined by ";"; an empty list is "".
//! - amount_cents: in cents
//! </domain_rules>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`array_cells`]: crate::toon::ToonOptions::array_cells
