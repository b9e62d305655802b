//! Models: an entity declared once, for several Presenters and for what an agent may write.

mod builder;
mod defaults;
mod fields;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::error::{BuildError, Warning};

use super::built::Presenter;
use super::types::{Field, Type};

pub use builder::ModelBuilder;
pub use fields::{Cast, cast};

/// An entity, declared once: its fields and their types, what never leaves the server, and what an
/// agent may write.
///
/// [`PresenterBuilder::model`](crate::PresenterBuilder::model) makes Presenters of it, as many as
/// there are audiences; [`Model::accept`] checks the arguments of a call. Immutable, cheap to clone,
/// `Send` and `Sync`.
///
/// ```
/// use mcp_presenter::{Frame, Model, Presenter, Renderer, Request, cast};
///
/// let invoice = Model::builder("Invoice")
///     .casts([
///         cast::id("id"),
///         cast::number("amount_cents").label("CENTS, divide by 100"),
///         cast::one_of("status", ["draft", "paid", "overdue"]).default("draft"),
///         cast::string("internal_notes"),
///     ])
///     .hidden(["internal_notes", "cost_basis"])
///     .guarded(["id", "created_at"])
///     .fillable("create", ["customer_id", "amount_cents"])
///     .fillable("update", ["status"])
///     .build()?;
///
/// let everything = Presenter::builder("Invoice").model(&invoice).build()?;
/// let support = Presenter::builder("Invoice").model(&invoice).fields(["id", "status"]).build()?;
///
/// // A database gives decimals as strings, and more than anybody should see.
/// let json = br#"{"id":7,"amount_cents":"4500","internal_notes":"do not show","cost_basis":1}"#;
/// let (mut renderer, mut out) = (Renderer::new(), Vec::new());
/// renderer.render(&everything, json, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     "{\"id\":7,\"amount_cents\":4500,\"status\":\"draft\"}\n\n\
///      <domain_rules>\n- amount_cents: CENTS, divide by 100\n</domain_rules>"
/// );
/// let mut out = Vec::new();
/// renderer.render(&support, json, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(out, br#"{"id":7,"status":"draft"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Model(Arc<Inner>);

struct Inner {
    name: String,
    /// The fields that may be shown, in order.
    fields: Vec<Field>,
    hidden: HashSet<String>,
    /// The keys that the data has hidden fields under, if those are others.
    hidden_aliases: HashSet<String>,
    operations: Vec<Operation>,
    warnings: Vec<Warning>,
    /// How many of these, the first, are about what is shown.
    shown_warnings: usize,
}

/// What an agent may write in one operation.
pub(crate) struct Operation {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
    /// Shows arguments that are accepted, and refuses others.
    pub(crate) acceptor: Presenter,
}

impl fmt::Debug for Model {
    /// Says what may be shown and written. What is hidden does not exist here either.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self.0.fields.iter().map(|field| &*field.key).collect();
        f.debug_struct("Model")
            .field("name", &self.0.name)
            .field("fields", &fields)
            .field("operations", &self.operations().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl Model {
    /// Starts the declaration of the entity `name`.
    pub fn builder(name: impl Into<String>) -> ModelBuilder {
        ModelBuilder::new(name.into())
    }

    /// The entity's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The keys of the fields that may be shown, in order.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.0.fields.iter().map(|field| field.key.as_str())
    }

    /// The operations in which an agent may write fields, in the order of their declaration.
    pub fn operations(&self) -> impl Iterator<Item = &str> {
        self.0.operations.iter().map(|operation| operation.name.as_str())
    }

    /// The fields that an agent may write in this operation, in order; none for an operation that is
    /// not declared.
    pub fn fillable(&self, operation: &str) -> impl Iterator<Item = &str> {
        let fields = self.operation(operation).map(|operation| operation.fields.as_slice());
        fields.unwrap_or_default().iter().map(|field| field.key.as_str())
    }

    /// What in the declaration is allowed and probably not meant.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.0.warnings
    }

    /// The same, as far as it is about what is shown.
    pub(super) fn shown_warnings(&self) -> impl Iterator<Item = &Warning> {
        self.0.warnings.iter().take(self.0.shown_warnings)
    }

    pub(crate) fn operation(&self, name: &str) -> Option<&Operation> {
        self.0.operations.iter().find(|operation| operation.name == name)
    }

    /// The fields that may be shown, in order.
    pub(super) fn declared(&self) -> &[Field] {
        &self.0.fields
    }

    /// Whether the field never leaves the server: by its own key or by the data's. A field that is
    /// shown may be called as the data calls a hidden one.
    pub(super) fn hides(&self, key: &str) -> bool {
        let is_hidden = self.0.hidden.contains(key) || self.0.hidden_aliases.contains(key);
        is_hidden && !self.0.fields.iter().any(|field| field.key == key)
    }

    /// The type of an entity of which these fields are shown, or all.
    pub(super) fn entity(&self, keys: Option<&[String]>, errors: &mut Vec<BuildError>) -> Type {
        let Some(keys) = keys else { return Type::object(self.0.fields.iter().cloned()) };
        let mut fields = Vec::with_capacity(keys.len());
        for (at, key) in keys.iter().enumerate() {
            // A hidden field has no name, not even in an error.
            let place = format!("fields[{at}]");
            match self.0.fields.iter().find(|field| field.key == *key) {
                Some(field) => fields.push(field.clone()),
                None if self.0.hidden.contains(key) => {
                    errors.push(BuildError::new(place, "the model hides this field"));
                }
                None => {
                    let message = format!("the model has no field {key:?}");
                    errors.push(BuildError::new(place, message));
                }
            }
        }
        Type::object(fields)
    }
}
