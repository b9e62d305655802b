//! The presenter file: a Presenter in its declarative form, as JSON or TOML.
//!
//! Both syntaxes become one tree, whose values know their places, and one reader reads it.
//!
//! Reading is strict. A member that the form does not have, or that this version cannot honour, is
//! an error with its place in the text: a file that is half understood would show data that its
//! author meant to keep back.

mod build;
mod declaration;
mod embeds;
mod entries;
mod from_json;
mod from_toml;
mod members;
mod redact;
#[cfg_attr(not(test), expect(dead_code, reason = "the hooks that they become are being written"))]
mod template;
mod tree;
mod types;

use std::fmt;

use self::declaration::Declaration;
use self::embeds::{Names, Unresolved};
use self::tree::{Fault, Node, Read};
use super::Presenter;
use crate::error::{BuildError, BuildErrors};

impl Presenter {
    /// A Presenter from its declarative form in JSON, as presenter files hold it.
    ///
    /// Only `name` is required. Without `schema` and `root` the Presenter allows everything, and
    /// says so in [`warnings`](Presenter::warnings).
    ///
    /// | member | what it says |
    /// |---|---|
    /// | `name` | the Presenter's name |
    /// | `schema` | the fields, in the order in which they are shown: `[[key, type, options?], …]` or `{key: type, …}` |
    /// | `mode` | what the schema does with other fields: `"strip"` (default), `"passthrough"`, `"strict"` |
    /// | `root`, `root_opts` | a type, and its options, for data that is not an object with fields |
    /// | `rules` | texts for the rules block |
    /// | `auto_rules` | whether `describe` of a root field becomes a rule; default `true` |
    /// | `redact` | `{"paths": […]}`, with at most one of `"censor": text`, `"remove": true`, `"keep_last": n`; or an array of these |
    /// | `redact_nulls` | whether a plain path replaces null as well; default `false` |
    /// | `limit`, `notice` | how many items of a collection are shown; a text of your own for the notice, with `{max}` and `{omitted}` |
    /// | `pretty` | whether JSON is indented unless the request says otherwise; default `false` |
    /// | `strict_text` | whether a lone surrogate is an error; default `false` |
    /// | `max_depth` | how deep containers may be nested; default 128 |
    ///
    /// A type is `"string"`, `"number"`, `"boolean"`, `"any"`, `"unknown"`, `"int"`,
    /// `{"enum": [value, …]}`, `{"array": type}`, `{"object": fields, "mode": …}`,
    /// `{"record": type}`, `{"union": [type, …]}` or `{"literal": value}`. Inside `array`, `record`
    /// and `union`, `[type, options]` is a type as well. Options are `optional`, `nullable`,
    /// `default`, `describe` and, with the same meaning, `describe_outer`. Numbers keep their text:
    /// a default of `1.0` is shown as `1.0`.
    ///
    /// # Fields as a table
    ///
    /// Where `schema` or `object` is an object, its members are fields. There, and in the types of
    /// these fields, a type may also be
    ///
    /// * `[type, options]`;
    /// * a type with its options beside its kind: `{"enum": ["draft", "paid"], "default": "draft"}`;
    /// * a table of fields, for an object: `{"name": "string", "email": "string"}`.
    ///
    /// An object of the file is a type if one of its members is called `enum`, `array`, `object`,
    /// `record`, `union` or `literal`, and a table of fields if none is. So an object with a mode or
    /// options, or with a field of such a name, has its fields in `object`, where every member is a
    /// field:
    ///
    /// ```
    /// # mcp_presenter::Presenter::from_json(r#"
    /// {
    ///     "name": "Invoice",
    ///     "schema": {
    ///         "id": "string",
    ///         "customer": {"name": "string", "email": ["string", {"nullable": true}]},
    ///         "filter": {
    ///             "object": {"record": "string", "mode": "string"},
    ///             "mode": "strict",
    ///             "optional": true
    ///         }
    ///     }
    /// }
    /// # "#)?;
    /// # Ok::<(), mcp_presenter::PresenterFileError>(())
    /// ```
    ///
    /// A table that mixes both is an error that says so.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request};
    ///
    /// let invoices = Presenter::from_json(
    ///     r#"{
    ///         "name": "Invoice",
    ///         "schema": [
    ///             ["id", "string"],
    ///             ["amount_cents", "int", {"describe": "CENTS, divide by 100"}],
    ///             ["customer", {"object": [["name", "string"], ["email", "string"]]}]
    ///         ],
    ///         "redact": {"paths": ["customer.email"]}
    ///     }"#,
    /// )?;
    ///
    /// let json = br#"{"id": "i-7", "amount_cents": 4500, "internal_note": "do not show",
    ///     "customer": {"name": "Ada", "email": "ada@shop.example"}}"#;
    /// let mut out = Vec::new();
    /// Renderer::new().render(&invoices, json, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     r#"{"id":"i-7","amount_cents":4500,"customer":{"name":"Ada","email":"[REDACTED]"}}"#
    ///         .to_owned()
    ///         + "\n\n<domain_rules>\n- amount_cents: CENTS, divide by 100\n</domain_rules>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PresenterFileError::Syntax`] for text that is not this form, with line and column;
    /// [`PresenterFileError::Build`] for a declaration that cannot be built.
    ///
    /// ```
    /// use mcp_presenter::Presenter;
    ///
    /// let error = Presenter::from_json("{\n  \"name\": \"Invoice\",\n  \"shema\": []\n}").unwrap_err();
    /// assert!(error.to_string().starts_with("line 3, column 3: unknown member \"shema\""));
    /// ```
    pub fn from_json(text: &str) -> Result<Self, PresenterFileError> {
        presenter(text, from_json::read)
    }

    /// A Presenter from its declarative form in TOML.
    ///
    /// The members are those of [`from_json`](Presenter::from_json), and so is their meaning.
    /// Fields read best as tables, `[schema]` and `[schema.customer]`; they are shown in the order
    /// in which the document first names them.
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request};
    ///
    /// let invoices = Presenter::from_toml(
    ///     r#"
    ///     name = "Invoice"
    ///     limit = 50
    ///     rules = ["Never show an e-mail address."]
    ///     redact = { paths = ["customer.email"] }
    ///
    ///     [schema]
    ///     id = "string"
    ///     amount_cents = ["int", { describe = "in cents" }]
    ///     status = { enum = ["draft", "paid"], default = "draft" }
    ///
    ///     [schema.customer]
    ///     name = "string"
    ///     email = ["string", { nullable = true }]
    ///
    ///     [schema.lines]
    ///     optional = true
    ///     [schema.lines.array]
    ///     sku = "string"
    ///     count = "int"
    ///     "#,
    /// )?;
    ///
    /// let json = br#"{"id": "i-7", "amount_cents": 4500, "lines": [{"sku": "a", "count": 2}],
    ///     "customer": {"name": "Ada", "email": "ada@shop.example"}}"#;
    /// let mut out = Vec::new();
    /// Renderer::new().render(&invoices, json, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?.lines().next(),
    ///     Some(concat!(
    ///         r#"{"id":"i-7","amount_cents":4500,"status":"draft","#,
    ///         r#""customer":{"name":"Ada","email":"[REDACTED]"},"lines":[{"sku":"a","count":2}]}"#,
    ///     ))
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Numbers keep their digits, without a leading `+`, underscores and other bases than ten.
    /// Dates, `inf` and `nan` have no form in JSON and are refused. TOML has no null: a constant
    /// that is null needs a JSON file.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Presenter::from_json), with lines and columns of the TOML text.
    ///
    /// ```
    /// use mcp_presenter::Presenter;
    ///
    /// let error = Presenter::from_toml("name = \"Invoice\"\n[schema]\nid = \"text\"\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 3, column 6: unknown type \"text\""));
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, PresenterFileError> {
        presenter(text, from_toml::read)
    }
}

/// A presenter file that no Presenter can be made of.
///
/// `Display` gives one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresenterFileError {
    /// The text is not a presenter: no JSON or TOML, a member that there is not, a value of
    /// another type.
    #[non_exhaustive]
    Syntax {
        /// The line of the text where what is wrong begins, counted from 1.
        line: usize,
        /// The column in bytes, counted from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The text was read, and what it declares cannot be built.
    Build(BuildErrors),
}

impl fmt::Display for PresenterFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, column, message } => {
                write!(f, "line {line}, column {column}: {message}")
            }
            Self::Build(errors) => errors.fmt(f),
        }
    }
}

impl std::error::Error for PresenterFileError {}

/// Makes a Presenter of `text`, which `parse` turns into a tree.
fn presenter(
    text: &str,
    parse: impl for<'t> FnOnce(&'t str) -> Read<Node<'t>>,
) -> Result<Presenter, PresenterFileError> {
    // Editors put a byte order mark there; it is no part of the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fault = |Fault { place, message }| {
        let (line, column) = tree::line_and_column(text, place);
        // A message of another crate, and a name of the file, may hold line breaks.
        let message = message.replace(['\n', '\r'], " ");
        PresenterFileError::Syntax { line, column, message }
    };
    let tree = parse(text).map_err(fault)?;
    let file = Declaration::file(&tree).map_err(fault)?;
    build::refuse_unbuildable(&tree).map_err(fault)?;
    Names::of(&file).map_err(|unresolved| match unresolved {
        Unresolved::Fault(wrong) => fault(wrong),
        Unresolved::Circle(circle) => {
            let message = format!("presenters embed each other in a circle: {circle}");
            PresenterFileError::Build(BuildErrors {
                presenter: file.name.clone(),
                errors: vec![BuildError::new("embeds", message)],
                warnings: Vec::new(),
            })
        }
    })?;
    file.builder().build().map_err(PresenterFileError::Build)
}
