//! One thing that a tool does.

use crate::presenter::{Field, Kind};

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

    /// The arguments that cannot be left out. A value of any type may be nothing.
    pub(super) fn required(&self) -> impl Iterator<Item = &str> + Clone {
        let required = self.input.iter().filter(|field| {
            let ty = &field.ty;
            !ty.optional && ty.default.is_none() && !matches!(ty.kind, Kind::Any)
        });
        required.map(|field| field.key.as_str())
    }
}
