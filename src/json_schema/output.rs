//! The schema of what a Presenter sends.

use std::fmt;
use std::sync::Arc;

use crate::frame::Revision;
use crate::plan::Plan;
use crate::presenter::Presenter;

use super::annotations::Annotations;
use super::keywords::{ObjectKeywords, array_keywords};
use super::node::Describer;
use super::values::{Types, Values};

/// The JSON Schema (draft 2020-12) of what a Presenter sends as `structuredContent`; made by
/// [`Presenter::output_schema`].
///
/// It is made from what the Presenter was compiled to, so it says what is sent, not what comes in:
/// fields in the order and with the types of the schema, with `additionalProperties: false` where
/// undeclared fields are left out, those with a default always there, what is redacted a string or
/// not there, no more items than the limit. Of a field, `describe` is its `description`, and a
/// default is its `default` unless a redaction reaches it. The text of a schema is the same in every
/// process.
///
/// What is sent is never refused. Some of what is not sent is accepted: numbers are compared as the
/// validator reads them; a censor's text is any string; where embedded Presenters or many paths meet,
/// and beyond 65,536 values and states of redaction paths, the schema is wider than the Presenter.
///
/// `$schema` is left out: MCP takes a schema without it for one of this draft, and validators that
/// know only their own draft refuse others by name.
///
/// ```
/// use mcp_presenter::{Presenter, t};
///
/// let invoices = Presenter::builder("Invoice")
///     .schema([t::string("id"), t::integer("cents"), t::string("note").optional()])
///     .redact_pii(["cents"])
///     .build()?;
/// assert_eq!(
///     invoices.output_schema().document().to_json(),
///     concat!(
///         r#"{"type":"object","properties":{"id":{"type":"string"},"cents":{"type":"string"},"#,
///         r#""note":{"type":"string"}},"required":["id","cents"],"additionalProperties":false}"#,
///     )
/// );
/// # Ok::<(), mcp_presenter::BuildErrors>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct OutputSchema {
    plan: Arc<Plan>,
    returns: Returns,
    selectable: bool,
    wrapped: bool,
}

/// What a handler answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Returns {
    Either,
    Document,
    Collection,
}

impl Presenter {
    /// The JSON Schema of what this Presenter sends as `structuredContent`.
    pub fn output_schema(&self) -> OutputSchema {
        OutputSchema {
            plan: Arc::clone(&self.0.plan),
            returns: Returns::Either,
            selectable: false,
            wrapped: true,
        }
    }
}

impl OutputSchema {
    /// Whether the tool offers `_select`: if it does, any root field may be missing, and any field at
    /// all where a list holds [paths](crate::PresenterBuilder::nested_select). Off unless set.
    pub fn selectable(mut self, on: bool) -> Self {
        self.selectable = on;
        self
    }

    /// The data is always one document, never an array. A Presenter whose root type is an array has
    /// no such data, but for null if that is allowed.
    pub fn document(mut self) -> Self {
        self.returns = Returns::Document;
        self
    }

    /// The data is always an array, each of whose elements is an item.
    pub fn collection(mut self) -> Self {
        self.returns = Returns::Collection;
        self
    }

    /// Whether what is no object is sent as `{"items": …}`, as protocol revisions before 2026-07-28
    /// ask for. The schema is then of type `object`. On unless set.
    pub fn wrapped(mut self, on: bool) -> Self {
        self.wrapped = on;
        self
    }

    /// What is sent in this revision of the protocol; see [`wrapped`](Self::wrapped).
    pub fn revision(self, revision: Revision) -> Self {
        self.wrapped(revision.wraps())
    }

    /// The schema as compact JSON.
    ///
    /// Takes time in proportion to the Presenter's schema and allocates the text and its parts: make
    /// it once, when the tool is registered.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut describer = Describer::new(&self.plan, self.selectable);
        let mut root = Root::of(&mut describer, self.returns);
        let mut definitions = root.share();
        definitions.extend(describer.definitions());
        // Of a collection it is said of the items, unless the root type is an array.
        let is_said = self.returns != Returns::Collection || self.plan.root_is_array;
        let description = self.plan.description(self.plan.document).filter(|_| is_said);
        let values = root.join(&describer);
        let (values, says_object) = match self.wrapped {
            true => (wrap(values), true),
            false => (values, false),
        };
        let definitions = &definitions;
        values.schema(&Annotations { description, says_object, definitions, default: None })
    }
}

impl fmt::Display for OutputSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

impl fmt::Debug for OutputSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { returns, selectable, wrapped, .. } = self;
        f.debug_struct("OutputSchema")
            .field("returns", returns)
            .field("selectable", selectable)
            .field("wrapped", wrapped)
            .finish_non_exhaustive()
    }
}

/// What may be sent: documents that are no arrays, and items of collections.
struct Root {
    document: Values,
    /// Nothing if there are no collections.
    item: Option<Values>,
}

/// Shorter texts are written twice.
const SHORTEST_SHARED: usize = 64;

impl Root {
    fn of(describer: &mut Describer<'_>, returns: Returns) -> Self {
        let plan = describer.plan;
        let document = match returns {
            Returns::Collection => Values::default(),
            // An array is a collection, whatever the type of a document may be.
            _ => describer.value(plan.document, true).without(Types::ARRAY),
        };
        let item = (returns != Returns::Document).then(|| describer.value(plan.item, true));
        Self { document, item }
    }

    /// Names what documents and items have in common, and refers to it.
    fn share(&mut self) -> Vec<(String, String)> {
        let mut definitions = Vec::new();
        let items = self.item.iter_mut().flat_map(|item| &mut item.alternatives);
        for item in items.filter(|item| item.keywords.len() >= SHORTEST_SHARED) {
            let mut documents = self.document.alternatives.iter_mut();
            let Some(document) = documents.find(|document| *document == item) else { continue };
            let name = match definitions.len() {
                0 => "item".to_owned(),
                more => format!("item-{}", more + 1),
            };
            let reference = format!("\"$ref\":\"#/$defs/{name}\"");
            let keywords = std::mem::replace(&mut item.keywords, reference.clone());
            document.keywords = reference;
            definitions.push((name, format!("{{{keywords}}}")));
        }
        definitions
    }

    /// All that may be sent.
    fn join(self, describer: &Describer<'_>) -> Values {
        let Self { document, item } = self;
        let Some(item) = item else { return document };
        let plan = describer.plan;
        let items = describer.schema(plan.item, item, None);
        let keywords = array_keywords(&[], &items, plan.limit);
        document.or(Values::described(Types::ARRAY, Types::ARRAY, keywords))
    }
}

/// The same, with everything but objects as the only member of one.
fn wrap(values: Values) -> Values {
    let others = values.clone().without(Types::OBJECT);
    if others.is_none() {
        return values;
    }
    let mut keywords = ObjectKeywords::default();
    keywords.property("items", &others.schema(&Annotations::default()));
    keywords.require("items");
    let wrapper = Values::described(Types::OBJECT, Types::OBJECT, keywords.finish("false"));
    values.only(Types::OBJECT).or(wrapper)
}
