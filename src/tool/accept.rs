//! What an agent may write: the arguments of a call, checked against a Model.

use std::fmt;

use crate::error::{RenderError, RenderErrorKind, UNDECLARED};
use crate::frame::Frame;
use crate::json_schema::input_schema;
use crate::presenter::{Model, Operation};
use crate::render::Renderer;
use crate::request::Request;
use crate::scan::strict::value_start;
use crate::structured::Value;
use crate::tool_error::ToolError;

/// The arguments of a call, as [`Model::accept`] has accepted them.
///
/// They hold fields of the operation and nothing else, in the order in which these are declared,
/// each of its type.
#[derive(Clone, PartialEq, Eq)]
pub struct Accepted {
    json: String,
}

impl Accepted {
    /// The fields as compact JSON, for whatever reads JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The same, to be kept.
    #[must_use]
    pub fn into_json(self) -> String {
        self.json
    }

    /// The fields as a value. Reads the JSON each time.
    #[must_use]
    pub fn value(&self) -> Value {
        Value::parse(&self.json)
    }
}

impl fmt::Debug for Accepted {
    /// Says how much there is. What it is came from outside.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accepted({} bytes)", self.json.len())
    }
}

impl Model {
    /// Checks the arguments of a call, a JSON object, against what an agent may write in this
    /// operation.
    ///
    /// Only [fillable](crate::ModelBuilder::fillable) fields are accepted, under their own keys. Their
    /// values are checked, and converted where a [cast](crate::cast) does; an object in them has no
    /// fields but those of its shape. A `create` gets the defaults of the fields that it lacks, at any
    /// depth, and no other operation gets any. `_select` and the
    /// [parameters](crate::ModelBuilder::parameters) of the tool itself are passed over. Of equal
    /// keys the last counts.
    ///
    /// Allocates; linear in the arguments.
    ///
    /// # Errors
    ///
    /// A [`ToolError`] that is ready to be sent and holds no value: with the code
    /// [`INVALID_ARGUMENTS`](ToolError::INVALID_ARGUMENTS) every problem at once, each with its path,
    /// and the names of the fields that are accepted, or what is wrong with text that is no JSON;
    /// [`UNKNOWN_OPERATION`](ToolError::UNKNOWN_OPERATION) for an operation that is not declared.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Model, Renderer, Request, cast};
    ///
    /// let invoice = Model::builder("Invoice")
    ///     .casts([
    ///         cast::number("amount_cents"),
    ///         cast::one_of("status", ["draft", "paid"]).default("draft"),
    ///     ])
    ///     .guarded(["id"])
    ///     .fillable("create", ["amount_cents", "status"])
    ///     .build()?;
    ///
    /// let accepted = invoice.accept("create", br#"{"amount_cents":"4500"}"#)?;
    /// assert_eq!(accepted.json(), r#"{"amount_cents":4500,"status":"draft"}"#);
    /// assert_eq!(accepted.value()["amount_cents"], 4500);
    ///
    /// let arguments = br#"{"id":7,"amount_cents":[],"status":"void"}"#;
    /// let error = invoice.accept("create", arguments).unwrap_err();
    /// let mut out = Vec::new();
    /// Renderer::new().respond(&error.into(), &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     r#"<tool_error code="INVALID_ARGUMENTS" severity="error">
    /// <message>The arguments of "create" are not accepted.</message>
    /// <recovery>Accepted fields: amount_cents, status.</recovery>
    /// <details>
    ///   <detail key="amount_cents">expected number or null, received array</detail>
    ///   <detail key="status">expected one of "draft", "paid" or null, received string</detail>
    ///   <detail key="{key}">no accepted field</detail>
    /// </details>
    /// </tool_error>"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn accept(&self, operation: &str, arguments: &[u8]) -> Result<Accepted, ToolError> {
        let Some(operation) = self.operation(operation) else {
            let names: Vec<&str> = self.operations().collect();
            let message = "There is no such operation.";
            return Err(ToolError::new(ToolError::UNKNOWN_OPERATION, message)
                .recovery(listed("Operations", &names)));
        };
        // An array would be a collection, each item of which fits.
        if arguments.get(value_start(arguments)).is_some_and(|first| *first != b'{') {
            let message = "The arguments are not an object.";
            return Err(ToolError::new(ToolError::INVALID_ARGUMENTS, message)
                .recovery(accepted_fields(operation)));
        }
        let mut json = Vec::new();
        let shown = Renderer::new().render(
            &operation.acceptor,
            arguments,
            &Request::new(),
            Frame::Text,
            &mut json,
        );
        match shown {
            // What is written is UTF-8; if it were not, nothing would be accepted.
            Ok(_) => Ok(Accepted { json: String::from_utf8(json).unwrap_or_default() }),
            Err(error) => Err(refusal(operation, &error)),
        }
    }

    /// The JSON Schema (draft 2020-12) of what an agent may write in this operation, as compact JSON:
    /// the fields that [`accept`](Self::accept) accepts and no others. Nothing for an operation that
    /// is not declared.
    ///
    /// A label is a field's description, with the form of dates and UUIDs behind it. The schema names
    /// the types that values are to be of; `accept` also takes what a cast converts to them.
    ///
    /// ```
    /// use mcp_presenter::{Model, cast};
    ///
    /// let invoice = Model::builder("Invoice")
    ///     .casts([cast::date("due_date").label("When it is to be paid")])
    ///     .fillable("update", ["due_date"])
    ///     .build()?;
    /// assert_eq!(
    ///     invoice.input_schema("update").as_deref(),
    ///     Some(concat!(
    ///         r#"{"type":"object","properties":{"due_date":{"#,
    ///         r#""description":"When it is to be paid (date, YYYY-MM-DD)","#,
    ///         r#""type":["string","null"]}},"additionalProperties":false}"#,
    ///     ))
    /// );
    /// # Ok::<(), mcp_presenter::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn input_schema(&self, operation: &str) -> Option<String> {
        Some(input_schema(&self.operation(operation)?.fields))
    }
}

/// What is wrong with the arguments, and what would be right.
fn refusal(operation: &Operation, error: &RenderError) -> ToolError {
    let code = ToolError::INVALID_ARGUMENTS;
    if error.kind() != RenderErrorKind::Validation {
        let message = format!("The arguments cannot be read: {}.", error.kind().text());
        let told = ToolError::new(code, message);
        return match error.offset() {
            Some(at) => told.detail("byte", at.to_string()),
            None => told,
        };
    }
    let message = format!("The arguments of \"{}\" are not accepted.", operation.name);
    let wrong = error.failures().iter().map(|failure| {
        let what = match failure.expected() {
            UNDECLARED => "no accepted field".to_owned(),
            expected => format!("expected {expected}, received {}", failure.received()),
        };
        (failure.path(), what)
    });
    ToolError::new(code, message)
        .recovery(accepted_fields(operation))
        .list(wrong, error.unlisted_failures())
}

fn accepted_fields(operation: &Operation) -> String {
    let names: Vec<&str> = operation.fields.iter().map(|field| &*field.key).collect();
    listed("Accepted fields", &names)
}

fn listed(what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        format!("{what}: none.")
    } else {
        format!("{what}: {}.", names.join(", "))
    }
}
