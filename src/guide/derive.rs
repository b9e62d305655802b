//! A Presenter that is declared with its type: `#[derive(Presenter)]`, of the feature `derive`.
//!
//! # Beside the fields
//!
//! A handler that returns structs has their types. [`#[derive(Presenter)]`](derive@crate::Presenter)
//! makes the schema of the fields, and takes what else there is to say from attributes beside them:
//!
//! ```
//! use mcp_presenter::{Entity, Presenter};
//! use serde::Serialize;
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text<T: Serialize>(presenter: &Presenter, value: &T) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render_value(presenter, value, &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! #[derive(Serialize, Presenter)]
//! #[serde(rename_all = "camelCase")]
//! struct Order {
//!     id: u32,
//!     /// In cents, divide by 100.
//!     amount_cents: i64,
//!     buyer: Person,
//!     watchers: Vec<Person>,
//!     #[presenter(redact = "keep_last(4)")]
//!     card: Option<String>,
//!     #[presenter(hidden)]
//!     margin: f64,
//! }
//!
//! #[derive(Serialize, Presenter)]
//! struct Person {
//!     name: &'static str,
//!     #[presenter(redact)]
//!     email: &'static str,
//! }
//!
//! let orders = Order::presenter()?;
//! let order = Order {
//!     id: 7,
//!     amount_cents: 4550,
//!     buyer: Person { name: "Ada", email: "ada@shop.example" },
//!     watchers: vec![Person { name: "Bo", email: "bo@shop.example" }],
//!     card: Some("4111111111111111".to_owned()),
//!     margin: 0.31,
//! };
//! assert_eq!(
//!     text(&orders, &order)?,
//!     r#"{"id":7,"amountCents":4550,"buyer":{"name":"Ada","email":"[REDACTED]"},"watchers":[{"name":"Bo","email":"[REDACTED]"}],"card":"************1111"}
//!
//! <domain_rules>
//! - amountCents: In cents, divide by 100.
//! </domain_rules>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * **What is redacted goes with its type.** `Person` says it once, and it holds for the buyer and
//!   for each watcher.
//! * **serde's attributes hold**: the key is `amountCents`, because that is what is written. A field
//!   that serde skips is not in the schema.
//! * **A doc comment is a description**, its first paragraph alone. What developers should know and
//!   agents should not belongs into a later one, or the type says `#[presenter(docs = false)]`.
//! * **A new field is shown.** A schema that is written by hand keeps it out until somebody adds it;
//!   here the type is the schema. Where that is too much, declare the schema by hand, or a
//!   [`Model`](crate::Model).
//!
//! # Rules, limit, embedded types
//!
//! Attributes of the type are of its Presenter: they hold where that is asked, at the root and where
//! a field says `embed`. Hooks are added to [`Entity::builder`](crate::Entity::builder).
//!
//! ```
//! use mcp_presenter::{Entity, Presenter};
//! use serde::Serialize;
//! # use mcp_presenter::{Frame, Renderer, Request};
//! # fn text<T: Serialize>(presenter: &Presenter, value: &T) -> Result<String, Box<dyn std::error::Error>> {
//! #     let mut out = Vec::new();
//! #     Renderer::new().render_value(presenter, value, &Request::new(), Frame::Text, &mut out)?;
//! #     Ok(String::from_utf8(out)?)
//! # }
//!
//! #[derive(Serialize, Presenter)]
//! #[presenter(rules("Times are in UTC."))]
//! struct Job {
//!     id: u32,
//!     #[presenter(embed)]
//!     runs: Vec<Run>,
//! }
//!
//! #[derive(Serialize, Presenter)]
//! #[presenter(limit = 1, rules("A run that failed is run again at night."))]
//! struct Run {
//!     #[serde(flatten)]
//!     outcome: Outcome,
//!     at: &'static str,
//! }
//!
//! #[derive(Serialize, Presenter)]
//! struct Outcome {
//!     ok: bool,
//! }
//!
//! let jobs = Job::builder()
//!     .suggest(|job, next| next.suggest("jobs.logs", job.text("id")))
//!     .build()?;
//! let run = |at| Run { outcome: Outcome { ok: false }, at };
//! let job = Job { id: 7, runs: vec![run("02:00"), run("03:00")] };
//! let text = text(&jobs, &job)?;
//! assert!(text.starts_with(r#"{"id":7,"runs":[{"ok":false,"at":"02:00"}]}"#));
//! assert!(text.contains("- A run that failed is run again at night."));
//! assert!(text.ends_with("- jobs.logs: 7\n</action_suggestions>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types without a schema
//!
//! The standard library's types have one ([`Present`](crate::Present) lists them), and types of yours
//! derive or implement it. A field of a foreign type gets a schema of its own, is shown whole with
//! `any`, or is `hidden`; without any of these it does not compile.
//!
//! ```
//! use mcp_presenter::{Entity, Presenter, Type};
//! use serde::Serialize;
//!
//! #[derive(Serialize, Presenter)]
//! struct Event {
//!     #[presenter(schema = Type::string())] // of a crate for dates, say
//!     at: serde_json::Value,
//!     #[presenter(any)]
//!     payload: serde_json::Value,
//! }
//!
//! let events = Event::presenter()?;
//! assert!(events.select_keys().eq(["at", "payload"]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An enum without data is a choice of names, one with `#[serde(tag = "…")]` a union of objects. Other
//! enums have no schema: the compiler says so, and what to do.
