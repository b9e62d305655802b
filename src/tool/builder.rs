//! Declaring a tool.

use std::collections::HashSet;
use std::sync::Arc;

use crate::error::{BuildError, BuildErrors};
use crate::presenter::Presenter;
use crate::walk::select::SELECT;

use super::action::Action;

/// A tool of a server: a name and the actions that an agent chooses from.
///
/// Immutable, cheap to clone, shared by all threads; made by a [`ToolBuilder`].
///
/// ```
/// use mcp_presenter::toon::ToonOptions;
/// use mcp_presenter::{Action, Tool, t};
///
/// let loans = Tool::builder("loans")
///     .describe("Loan desk")
///     .action(Action::new("list").describe("List loans"))
///     .action(
///         Action::new("get")
///             .describe("Get one loan")
///             .input([t::string("id"), t::boolean("deep").optional()]),
///     )
///     .build()?;
/// assert_eq!(
///     loans.toon_description(ToonOptions::new()),
///     "Loan desk. Select operation via the `action` parameter.\n\
///      \n\
///      [2|]{action|desc|required}:\n  \
///        list|List loans|\"\"\n  \
///        get|Get one loan|id"
/// );
/// # Ok::<(), mcp_presenter::BuildErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tool(pub(super) Arc<Inner>);

#[derive(Clone, Debug)]
pub(super) struct Inner {
    pub(super) name: String,
    pub(super) describe: Option<String>,
    pub(super) discriminator: String,
    pub(super) is_grouped: bool,
    pub(super) offers_select: bool,
    pub(super) declares_output: bool,
    pub(super) actions: Vec<Action>,
}

impl Tool {
    /// Begins the declaration of a tool.
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder(Inner {
            name: name.into(),
            describe: None,
            discriminator: "action".to_owned(),
            is_grouped: false,
            offers_select: false,
            declares_output: false,
            actions: Vec::new(),
        })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The actions, in the order of their declaration.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.0.actions.iter()
    }
}

/// Declares a [`Tool`]; made by [`Tool::builder`].
#[derive(Clone, Debug)]
#[must_use]
pub struct ToolBuilder(Inner);

impl ToolBuilder {
    /// What the tool is for, in a few words and without a full stop: the description goes on
    /// behind it. Without this the name stands there.
    pub fn describe(mut self, text: impl Into<String>) -> Self {
        self.0.describe = Some(text.into());
        self
    }

    /// One more action.
    pub fn action(mut self, action: Action) -> Self {
        self.0.actions.push(action);
        self
    }

    /// More actions, in this order.
    pub fn actions(mut self, actions: impl IntoIterator<Item = Action>) -> Self {
        self.0.actions.extend(actions);
        self
    }

    /// Lists the actions group by group, those without a group as `_ungrouped`. Off unless set.
    pub fn grouped(mut self, on: bool) -> Self {
        self.0.is_grouped = on;
        self
    }

    /// The parameter by which the agent selects an action: `action` unless set.
    pub fn discriminator(mut self, name: impl Into<String>) -> Self {
        self.0.discriminator = name.into();
        self
    }

    /// Offers `_select`: see [`Tool::select_parameter`].
    pub fn enable_select(mut self) -> Self {
        self.0.offers_select = true;
        self
    }

    /// Says that the server announces an output schema of the tool: the
    /// [requests](Tool::request) of its calls then ask for structured content, and results without it
    /// are errors. See [`Request::declares_output`](crate::Request::declares_output).
    pub fn declares_output(mut self) -> Self {
        self.0.declares_output = true;
        self
    }

    /// Checks the declaration.
    ///
    /// # Errors
    ///
    /// All mistakes at once: no actions; an empty name; two actions that an agent could not tell
    /// apart, of one name and, if the tool is grouped, of one group; an argument that is declared
    /// twice, named like the discriminator or, if that is offered, `_select`, or of a type that could
    /// not be a field of a [`Presenter`]; a discriminator with white space, control characters or a
    /// backtick in it, which the sentence that names it cannot quote.
    pub fn build(self) -> Result<Tool, BuildErrors> {
        let mut errors = Vec::new();
        let tool = self.0;
        tool.check_names(&mut errors);
        tool.check_actions(&mut errors);
        if errors.is_empty() {
            Ok(Tool(Arc::new(tool)))
        } else {
            Err(BuildErrors::of_tool(tool.name, errors))
        }
    }
}

impl Inner {
    fn check_names(&self, errors: &mut Vec<BuildError>) {
        if self.name.is_empty() {
            errors.push(BuildError::new("name", "is empty"));
        }
        let cannot_be_quoted = |c: char| c.is_whitespace() || c.is_control() || c == '`';
        if self.discriminator.is_empty() {
            errors.push(BuildError::new("discriminator", "is empty"));
        } else if self.discriminator.contains(cannot_be_quoted) {
            let message = "holds white space, a control character or a backtick";
            errors.push(BuildError::new("discriminator", message));
        }
        if self.actions.is_empty() {
            errors.push(BuildError::new("actions", "there are none"));
        }
    }

    fn check_actions(&self, errors: &mut Vec<BuildError>) {
        let mut seen = HashSet::new();
        for action in &self.actions {
            let place = format!("action {:?}", action.name);
            let mut wrong = |what: String| errors.push(BuildError::new(&place, what));
            if action.name.is_empty() {
                wrong("its name is empty".to_owned());
            }
            if action.group.as_deref() == Some("") {
                wrong("its group is empty".to_owned());
            }
            let group = self.is_grouped.then(|| action.group_name());
            if !seen.insert((group, &action.name)) {
                wrong("declared twice".to_owned());
            }
            if let Err(wrong_types) = action.check_types() {
                errors.extend(wrong_types.errors().iter().map(|error| {
                    let argument = error.place().trim_start_matches("schema.");
                    BuildError::new(format!("{place}, argument {argument}"), error.message())
                }));
            }
            let mut wrong = |what: String| errors.push(BuildError::new(&place, what));
            let mut keys = HashSet::new();
            for field in &action.input {
                if field.key == self.discriminator {
                    wrong(format!("its argument {:?} is the discriminator's", field.key));
                }
                if self.offers_select && field.key == SELECT {
                    wrong(format!("its argument {SELECT:?} is the parameter that selects"));
                }
                if !keys.insert(&field.key) {
                    wrong(format!("its argument {:?} is declared twice", field.key));
                }
            }
        }
    }
}

impl Action {
    /// Whether a Presenter could have the arguments as its fields; each key once, so that what is
    /// declared twice is said once.
    fn check_types(&self) -> Result<(), BuildErrors> {
        let mut keys = HashSet::new();
        let fields = self.input.iter().filter(|field| keys.insert(&field.key)).cloned();
        Presenter::builder(&*self.name).schema(fields).build().map(|_| ())
    }

    /// The group that it is listed in.
    pub(super) fn group_name(&self) -> &str {
        self.group.as_deref().unwrap_or("_ungrouped")
    }
}
