//! What a list of items has around it.
//!
//! An array as the root of the data is a collection. What belongs to one item would be repeated
//! for each, so a collection has hooks of its own, which see it as [`Items`](crate::Items):
//!
//! | | a document | a collection | `[]` |
//! |---|---|---|---|
//! | [`ui`](crate::PresenterBuilder::ui) | once | not called | not called |
//! | [`collection_ui`](crate::PresenterBuilder::collection_ui) | not called | once | once |
//! | [`rules`](crate::PresenterBuilder::rules), descriptions, [`directives`](crate::PresenterBuilder::directives) | sent | sent | sent |
//! | [`dynamic_rules`](crate::PresenterBuilder::dynamic_rules) | once | for the first item | not called |
//! | [`collection_rules`](crate::PresenterBuilder::collection_rules), behind all other rules | not called | once | once |
//! | [`suggest`](crate::PresenterBuilder::suggest) | once | for the first item, if there is no `collection_suggest` | not called |
//! | [`collection_suggest`](crate::PresenterBuilder::collection_suggest) | not called | once | not called |
//! | [`embed`](crate::PresenterBuilder::embed) | its member | the member of each item that is shown | nothing |
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
//!     .schema([t::string("id"), t::one_of("status", ["paid", "overdue"]), t::integer("cents")])
//!     .limit(2)
//!     .rules(["Amounts are in cents."])
//!     .ui(|invoice, ui| ui.summary(format_args!("{} cents", invoice.text("cents"))))
//!     .suggest(|_, next| next.suggest("invoices.get", "Open it"))
//!     .collection_ui(|invoices, ui| {
//!         ui.table(
//!             ["Id", "Cents"],
//!             invoices.iter().map(|invoice| [invoice.get("id"), invoice.get("cents")]),
//!         );
//!     })
//!     .collection_rules(|invoices, rules| {
//!         let overdue = invoices.iter().filter(|invoice| invoice.text("status") == "overdue");
//!         rules.rule(format_args!("Overdue: {} of {}.", overdue.count(), invoices.len()));
//!     })
//!     .collection_suggest(|_, next| next.suggest("invoices.remind_all", "Send reminders"))
//!     .build()?;
//!
//! assert_eq!(
//!     text(
//!         &invoices,
//!         r#"[
//!             {"id": "a", "status": "paid", "cents": 450},
//!             {"id": "b", "status": "overdue", "cents": 50},
//!             {"id": "c", "status": "overdue", "cents": 7}
//!         ]"#
//!     )?,
//!     r#"[{"id":"a","status":"paid","cents":450},{"id":"b","status":"overdue","cents":50}]
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: ⚠️ Dataset truncated. 2 shown, 1 hidden. Use filters to narrow results.
//! </ui_passthrough>
//!
//! <ui_passthrough type="markdown">
//! | Id | Cents |
//! | --- | --- |
//! | a | 450 |
//! | b | 50 |
//! </ui_passthrough>
//!
//! <domain_rules>
//! - Amounts are in cents.
//! - Overdue: 1 of 2.
//! </domain_rules>
//!
//! <action_suggestions>
//! - invoices.remind_all: Send reminders
//! </action_suggestions>"#
//! );
//! assert_eq!(
//!     text(&invoices, r#"{"id": "a", "status": "paid", "cents": 450}"#)?,
//!     r#"{"id":"a","status":"paid","cents":450}
//!
//! <ui_passthrough type="summary">
//! 📊 **Summary**: 450 cents
//! </ui_passthrough>
//!
//! <domain_rules>
//! - Amounts are in cents.
//! </domain_rules>
//!
//! <action_suggestions>
//! - invoices.get: Open it
//! </action_suggestions>"#
//! );
//! assert_eq!(
//!     text(&invoices, "[]")?,
//!     "[]
//!
//! <ui_passthrough type=\"markdown\">
//! | Id | Cents |
//! | --- | --- |
//!
//! </ui_passthrough>
//!
//! <domain_rules>
//! - Amounts are in cents.
//! - Overdue: 0 of 0.
//! </domain_rules>"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Items beyond the limit do not exist for hooks either: the third invoice is in no count.
//!
//! [`Items`](crate::Items) holds nothing of the collection. Each walk reads the items in the input
//! again, one at a time, so a loop that finds three numbers costs less than three loops that find
//! one each. What is held is the views that the hook keeps, and text that had to be made for it, to
//! the end of the render.
