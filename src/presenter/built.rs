//! A Presenter that is built.

use std::sync::Arc;

use crate::blocks::notice::Notice;
use crate::emit::format::Format;
use crate::error::Warning;
use crate::plan::Plan;
use crate::scan::USUAL_DEPTH;

use super::builder::PresenterBuilder;
use super::declaration::Declaration;
use super::hooks::{Declared, Surroundings};
use super::model::Model;
use super::outline::Outline;

/// What an agent may see of an entity, declared once, compiled, immutable.
///
/// Cheap to clone, `Send` and `Sync`: share one between all workers.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
///
/// let invoices = Presenter::builder("Invoice")
///     .schema([
///         t::string("id"),
///         t::integer("amount_cents").describe("CENTS, divide by 100"),
///         t::one_of("status", ["draft", "paid", "overdue"]),
///     ])
///     .redact_pii(["id"])
///     .limit(50)
///     .build()?;
///
/// let json = br#"[{"id":"inv-1","amount_cents":4500,"status":"paid","cost_basis":17}]"#;
/// let mut out = Vec::new();
/// Renderer::new().render(&invoices, json, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(
///     String::from_utf8_lossy(&out),
///     concat!(
///         r#"[{"id":"[REDACTED]","amount_cents":4500,"status":"paid"}]"#,
///         "\n\n<domain_rules>\n- amount_cents: CENTS, divide by 100\n</domain_rules>",
///     )
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Presenter(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) name: String,
    pub(crate) plan: Arc<Plan>,
    /// Of the data block, if no request asks for another.
    pub(crate) format: Format,
    pub(super) declaration: Declaration,
    pub(crate) notice: Notice,
    pub(crate) surroundings: Surroundings,
    /// Every redaction path as declared, by its number.
    pub(crate) paths: Vec<String>,
    pub(crate) model: Option<Model>,
    pub(crate) select_keys: Vec<String>,
    pub(crate) select_paths: Vec<String>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) outline: Outline,
}

impl std::fmt::Debug for Presenter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Presenter").field("name", &self.0.name).finish_non_exhaustive()
    }
}

impl Presenter {
    /// Starts the declaration of a Presenter for the entity `name`.
    pub fn builder(name: impl Into<String>) -> PresenterBuilder {
        PresenterBuilder {
            name: name.into(),
            schema: None,
            mode: None,
            model: None,
            fields: None,
            root: None,
            everything: false,
            declared: Declared::default(),
            redactions: Vec::new(),
            limit: None,
            notice: None,
            auto_rules: true,
            format: Format::default(),
            redact_nulls: false,
            strict_text: false,
            nested_select: false,
            max_depth: USUAL_DEPTH,
            deny_warnings: false,
            warnings: Vec::new(),
            faults: Vec::new(),
            hides_fields: false,
        }
    }

    /// The entity's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The model that its fields are of, if they are of one.
    #[must_use]
    pub fn model(&self) -> Option<&Model> {
        self.0.model.as_ref()
    }

    /// What in the declaration is allowed and probably not meant.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.0.warnings
    }

    /// The root keys of the schema, which `_select` may name, in schema order.
    pub fn select_keys(&self) -> impl Iterator<Item = &str> {
        self.0.select_keys.iter().map(String::as_str)
    }

    /// The paths that `_select` may name, as an agent is to write them: every field that the schema
    /// declares, in schema order, each before those inside it. Arrays are gone through; what keys a
    /// record has, or a value of any type, is not known. Without
    /// [`nested_select`](PresenterBuilder::nested_select) there are none, and names are
    /// [root keys](Self::select_keys).
    ///
    /// ```
    /// use mcp_presenter::{Presenter, Type, t};
    ///
    /// let orders = Presenter::builder("Order")
    ///     .schema([
    ///         t::string("id"),
    ///         t::array("lines", Type::object([t::string("sku"), t::number("unit.price")])),
    ///     ])
    ///     .nested_select(true)
    ///     .build()?;
    /// assert!(orders.select_paths().eq(["id", "lines", "lines.sku", "lines[\"unit.price\"]"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn select_paths(&self) -> impl Iterator<Item = &str> {
        self.0.select_paths.iter().map(String::as_str)
    }

    /// What a `_select` list may hold.
    pub(crate) fn selectable(&self) -> impl Iterator<Item = &str> {
        let Inner { plan, select_keys, select_paths, .. } = &*self.0;
        let offered = if plan.nested_select { select_paths } else { select_keys };
        offered.iter().map(String::as_str)
    }

    /// A description of the Presenter: what it keeps, in order, and what it redacts.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.0.outline
    }
}
