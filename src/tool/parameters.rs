//! The parameters that a tool takes, and what they ask for.

use std::collections::HashSet;

use crate::error::RenderError;
use crate::json_schema::{InputProperties, strings_schema};
use crate::presenter::Presenter;
use crate::request::Request;
use crate::text::string::quote;
use crate::walk::select::SELECT;

use super::action::Action;
use super::builder::Tool;

/// What an agent is told about `_select`.
const ABOUT_SELECT: &str = "⚡ Context optimization: select only the response fields you need. Omit \
                            to receive all fields.";

impl Tool {
    /// The JSON Schema of the parameter `_select`: the root keys of what the actions
    /// [return](Action::returns), each once, sorted by their UTF-16 code units; with
    /// [`nested_select`](crate::PresenterBuilder::nested_select) the paths below them as well.
    ///
    /// Nothing if the tool does not [offer](crate::ToolBuilder::enable_select) it, or no action
    /// returns anything that has keys.
    ///
    /// ```
    /// use mcp_presenter::{Action, Presenter, Tool, t};
    ///
    /// let invoice = Presenter::builder("Invoice").schema([t::string("id"), t::integer("cents")]);
    /// let billing = Tool::builder("billing")
    ///     .enable_select()
    ///     .action(Action::new("get").returns(&invoice.build()?))
    ///     .build()?;
    /// let schema = billing.select_parameter().expect("there are keys");
    /// assert!(schema.ends_with(r#""items":{"type":"string","enum":["cents","id"]}}"#));
    /// # Ok::<(), mcp_presenter::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn select_parameter(&self) -> Option<String> {
        if !self.0.offers_select {
            return None;
        }
        let presenters = self.actions().filter_map(Action::presenter);
        // Actions mostly share keys, and what is compared is each key once.
        let keys: HashSet<&str> = presenters.flat_map(Presenter::selectable).collect();
        if keys.is_empty() {
            return None;
        }
        let mut keys: Vec<&str> = keys.into_iter().collect();
        // As ECMAScript sorts.
        keys.sort_unstable_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
        let items = strings_schema(keys);
        let about = quote(ABOUT_SELECT);
        Some(format!("{{\"type\":\"array\",\"description\":{about},\"items\":{items}}}"))
    }

    /// The same tool as one audience sees it: each action returns what `presenter` gives for it, or
    /// nothing that has keys. So nobody is offered keys that are not shown to him.
    ///
    /// Make one for each audience when the server starts.
    ///
    /// ```
    /// use mcp_presenter::{Action, Presenter, Tool, t};
    ///
    /// let fields = [t::string("id"), t::string("status"), t::integer("margin_cents")];
    /// let admin = Presenter::builder("Order").schema(fields.clone()).build()?;
    /// let support = Presenter::builder("Order").schema(fields.into_iter().take(2)).build()?;
    /// let orders = Tool::builder("orders")
    ///     .enable_select()
    ///     .actions([Action::new("get").returns(&admin), Action::new("audit").returns(&admin)])
    ///     .build()?;
    ///
    /// let for_support = orders.for_audience(|action| match action.name() {
    ///     "get" => Some(&support),
    ///     _ => None,
    /// });
    /// assert!(orders.select_parameter().is_some_and(|schema| schema.contains("margin_cents")));
    /// assert!(for_support.select_parameter().is_some_and(|schema| !schema.contains("margin_cents")));
    /// # Ok::<(), mcp_presenter::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn for_audience<'p>(
        &self,
        mut presenter: impl FnMut(&Action) -> Option<&'p Presenter>,
    ) -> Self {
        let mut inner = (*self.0).clone();
        for action in &mut inner.actions {
            action.returns = presenter(action).cloned();
        }
        Self(inner.into())
    }

    /// The JSON Schema (draft 2020-12) of all that the tool takes, its `inputSchema` in MCP, as
    /// compact JSON: the discriminator with the names of the actions, their arguments in the order
    /// in which they are first declared, and `_select` if there is [one](Self::select_parameter).
    ///
    /// The arguments of all actions stand side by side, since many clients and models take no
    /// alternatives at the root: what some actions declare and others not is not required, and
    /// neither is what only some require. An argument that actions declare differently has
    /// alternatives. The [description](Self::toon_description) says which action requires what.
    ///
    /// ```
    /// use mcp_presenter::{Action, Tool, t};
    ///
    /// let loans = Tool::builder("loans")
    ///     .action(Action::new("list"))
    ///     .action(Action::new("get").input([t::string("id")]))
    ///     .build()?;
    /// assert_eq!(
    ///     loans.input_schema(),
    ///     concat!(
    ///         r#"{"type":"object","properties":{"action":{"type":"string","enum":["list","get"]},"#,
    ///         r#""id":{"type":"string"}},"required":["action"],"additionalProperties":false}"#,
    ///     )
    /// );
    /// # Ok::<(), mcp_presenter::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn input_schema(&self) -> String {
        let mut properties = InputProperties::default();
        let names = strings_schema(self.actions().map(Action::name));
        properties.require(&self.0.discriminator, names);
        for action in self.actions() {
            properties.add(&action.input);
        }
        if let Some(select) = self.select_parameter() {
            properties.offer(SELECT, select);
        }
        properties.schema()
    }

    /// What the arguments of a call ask for: what [`Request::arguments`] reads, if the tool offers
    /// `_select`. A tool that does not offer it does not look at it, and not at the arguments.
    ///
    /// # Errors
    ///
    /// Those of [`Request::arguments`], if the tool offers `_select`.
    pub fn request(&self, arguments: &[u8]) -> Result<Request, RenderError> {
        let request = Request::new().declares_output(self.0.declares_output);
        match self.0.offers_select {
            true => request.arguments(arguments),
            false => Ok(request),
        }
    }
}
