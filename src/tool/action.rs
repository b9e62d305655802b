//! One thing that a tool does.

use crate::json_schema::input_schema;
use crate::presenter::{Field, Kind, Presenter};

/// One thing that a [`Tool`](crate::Tool) does.
///
/// ```
/// use mcp_presenter::{Action, t};
///
/// let cancel = Action::new("cancel")
///     .describe("Cancel a loan")
///     .input([t::string("id"), t::string("reason").optional()])
///     .destructive(true)
///     .group("loans");
/// # let _ = cancel;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Action {
    pub(super) name: String,
    pub(super) describe: String,
    pub(super) group: Option<String>,
    pub(super) is_destructive: bool,
    pub(super) input: Vec<Field>,
    pub(super) returns: Option<Presenter>,
}

impl Action {
    /// An action that asks for nothing and destroys nothing. `name` is what the agent sends.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            describe: String::new(),
            group: None,
            is_destructive: false,
            input: Vec::new(),
            returns: None,
        }
    }

    /// What the action does, in a few words.
    pub fn describe(mut self, text: impl Into<String>) -> Self {
        self.describe = text.into();
        self
    }

    /// The arguments that the action takes.
    pub fn input(mut self, fields: impl IntoIterator<Item = Field>) -> Self {
        self.input = fields.into_iter().collect();
        self
    }

    /// What shows the data that the action answers with: its root keys are those that `_select` may
    /// name. Without one, the action adds none to that list.
    pub fn returns(mut self, presenter: &Presenter) -> Self {
        self.returns = Some(presenter.clone());
        self
    }

    /// Whether the action destroys something. The description says so of those that do, and nothing
    /// of the others.
    pub fn destructive(mut self, on: bool) -> Self {
        self.is_destructive = on;
        self
    }

    /// The group that the action is listed in, if the tool is
    /// [`grouped`](crate::ToolBuilder::grouped).
    pub fn group(mut self, name: impl Into<String>) -> Self {
        self.group = Some(name.into());
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What shows the data that the action answers with.
    #[must_use]
    pub fn presenter(&self) -> Option<&Presenter> {
        self.returns.as_ref()
    }

    /// The JSON Schema (draft 2020-12) of the action's arguments alone, as compact JSON: for a server
    /// that offers each action as a tool of its own.
    ///
    /// A field without `optional` and without a default is required, no others are taken;
    /// descriptions and defaults are those of the fields. Text that is no JSON where a constant
    /// should be is left out: [`ToolBuilder::build`](crate::ToolBuilder::build) refuses it.
    ///
    /// ```
    /// use mcp_presenter::{Action, t};
    ///
    /// let list = Action::new("list").input([
    ///     t::string("customer_id").describe("As in customers.get"),
    ///     t::integer("page").default(1),
    /// ]);
    /// assert_eq!(
    ///     list.input_schema(),
    ///     concat!(
    ///         r#"{"type":"object","properties":{"#,
    ///         r#""customer_id":{"description":"As in customers.get","type":"string"},"#,
    ///         r#""page":{"type":"integer","default":1}},"#,
    ///         r#""required":["customer_id"],"additionalProperties":false}"#,
    ///     )
    /// );
    /// ```
    #[must_use]
    pub fn input_schema(&self) -> String {
        input_schema(&self.input)
    }

    /// The arguments that cannot be left out. A value of any type may be nothing.
    pub(super) fn required(&self) -> impl Iterator<Item = &str> + Clone {
        let required = self.input.iter().filter(|field| {
            let ty = &field.ty;
            !ty.optional && ty.default.is_none() && !matches!(ty.kind, Kind::Any)
        });
        required.map(|field| field.key.as_str())
    }
}
