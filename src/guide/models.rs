//! An entity declared once: types that convert, what is hidden, what an agent may write.
//!
//! # One declaration, several Presenters
//!
//! A [`Model`](crate::Model) declares the fields of an entity and what holds of them everywhere. Its
//! fields are casts: where the data has a value of another type that says the same, the value is
//! converted while it is read, and where it would lose something, it does not fit.
//!
//! ```
//! use mcp_presenter::{Model, Presenter, cast};
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text(presenter: &Presenter, json: &str) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! let order = Model::builder("Order")
//!     .casts([
//!         cast::id("id"), // a string or a number, and always there
//!         cast::number("total"),
//!         cast::boolean("paid"),
//!         cast::string("zip").alias("postal_code"), // the data calls it so
//!         cast::list("lines", [cast::string("sku"), cast::number("quantity")]),
//!         cast::values("tags"), // strings, numbers, booleans
//!     ])
//!     .hidden(["margin"])
//!     .build()?;
//!
//! let row = r#"{"id":7,"total":"45.50","paid":1,"postal_code":10115,
//!     "lines":[{"sku":"a-1","quantity":"2","supplier":"x"}],"tags":["gift"],"margin":0.4}"#;
//! let orders = Presenter::builder("Order").model(&order).build()?;
//! assert_eq!(
//!     text(&orders, row)?,
//!     concat!(
//!         r#"{"id":7,"total":45.50,"paid":true,"zip":"10115","#,
//!         r#""lines":[{"sku":"a-1","quantity":2}],"tags":["gift"]}"#,
//!     )
//! );
//!
//! // For others, fewer of the fields, in an order of their own.
//! let desk = Presenter::builder("Desk").model(&order).fields(["zip", "id"]).build()?;
//! assert_eq!(text(&desk, row)?, r#"{"zip":"10115","id":7}"#);
//!
//! assert!(text(&orders, r#"{"id":7,"total":"4,50"}"#).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The four conversions are listed at [`cast`](crate::cast). Hooks and censors see what a value has
//! become. The agent knows a field with an [`alias`](crate::Cast::alias) by its own key alone, in the
//! data, in `_select` and in errors; a redaction path may name it by either.
//!
//! # What is hidden
//!
//! [`hidden`](crate::ModelBuilder::hidden) fields exist nowhere: not in the data, not in `_select`
//! lists, schemas, rules, errors, nor debug output. A Presenter of the Model that names one, or embeds
//! another Presenter there, is not built, and the error tells the place and not the name. Hidden or
//! not, what no cast declares is not shown.
//!
//! # What an agent may write
//!
//! [`fillable`](crate::ModelBuilder::fillable) lists for each operation the only fields that an agent
//! may write; [`guarded`](crate::ModelBuilder::guarded) ones can be on no list.
//! [`accept`](crate::Model::accept) checks the arguments of a call and gives back what the operation
//! may use, or an error that is ready to be sent, with every problem and the names of what is
//! accepted. [`input_schema`](crate::Model::input_schema) announces the same as JSON Schema.
//!
//! ```
//! use mcp_presenter::{IntoResponse, Model, Response, cast};
//!
//! let order = Model::builder("Order")
//!     .casts([
//!         cast::string("customer_id"),
//!         cast::number("total"),
//!         cast::one_of("status", ["draft", "paid"]).default("draft"),
//!     ])
//!     .guarded(["id"])
//!     .fillable("create", ["customer_id", "total", "status"])
//!     .fillable("update", ["status"])
//!     .parameters(["action"]) // the tool's own
//!     .build()?;
//!
//! let create = |arguments: &[u8]| -> Response<'static> {
//!     order.accept("create", arguments).map(|order| order.into_json().into_bytes()).into_response()
//! };
//! # let show = |response: &Response<'_>| -> Result<String, mcp_presenter::RenderError> {
//! #     use mcp_presenter::{Frame, Renderer, Request};
//! #     let mut out = Vec::new();
//! #     Renderer::new().respond(response, &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8_lossy(&out).into_owned())
//! # };
//! assert_eq!(
//!     show(&create(br#"{"action":"create","customer_id":"c-1","total":"45.50"}"#))?,
//!     r#"{"customer_id":"c-1","total":45.50,"status":"draft"}"#
//! );
//! let refused = show(&create(br#"{"id":"o-9","total":"much"}"#))?;
//! assert!(refused.contains("<recovery>Accepted fields: customer_id, total, status.</recovery>"));
//! assert!(refused.contains(r#"<detail key="total">expected number or null, received string"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/model.rs` has it as a program. In a presenter file a Model is the member `model`;
//! [`Presenter::model`](crate::Presenter::model) gives it back.
