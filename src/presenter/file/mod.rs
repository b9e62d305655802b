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
mod fill;
mod format;
mod from_json;
mod from_toml;
mod hooks;
mod members;
mod model;
mod redact;
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
    /// Only `name` is required. Without `schema`, `model` and `root` the Presenter allows everything, and
    /// says so in [`warnings`](Presenter::warnings).
    ///
    /// | member | what it says |
    /// |---|---|
    /// | `name` | the Presenter's name |
    /// | `schema` | the fields, in the order in which they are shown: `[[key, type, options?], …]` or `{key: type, …}` |
    /// | `mode` | what the schema does with other fields: `"strip"` (default), `"passthrough"`, `"strict"` |
    /// | `model`, `fields` | an entity, instead of a schema: [below](#models); the fields of it that are shown, if not all |
    /// | `root`, `root_opts` | a type, and its options, for data that is not an object with fields |
    /// | `rules` | lines of the rules block: `[text or {text, when?, tpl?}, …]` |
    /// | `auto_rules` | whether `describe` of a root field becomes a rule; default `true` |
    /// | `directives` | lines of the directives block: `[text, …]` |
    /// | `ui` | blocks of user interface for a document |
    /// | `suggest` | what may be done next: `[{tool, reason, when?, tpl?}, …]` |
    /// | `collection_rules`, `collection_ui`, `collection_suggest` | the same for a collection as a whole |
    /// | `embeds` | `[{key, presenter}, …]`: members that another presenter shows, which stands there or is named |
    /// | `presenters` | presenters that the embeds of the file may name; only at the top of a file |
    /// | `redact` | `{"paths": […]}`, with at most one of `"censor": text`, `"remove": true`, `"keep_last": n`, `"hash": {"key_env": name}`; or an array of these |
    /// | `redact_hooks` | whether entries see only what the agent sees of the data; default `false` |
    /// | `redact_nulls` | whether a plain path replaces null as well; default `false` |
    /// | `limit`, `notice` | how many items of a collection are shown; a text of your own for the notice, with `{max}` and `{omitted}` |
    /// | `format` | the form of the data unless the request says otherwise: `"json"` (default), `"json_pretty"`, `"toon"`, `"toon3"`, `"auto"`; or `{"name": one of these, …}` with options of TOON: `"delimiter"`: `"\|"`, `","` or `"\t"`, `"indent"`: spaces a level, `"fill_nulls"`: whether absent optional fields are null, `"array_cells"`: the character by which arrays are joined into [cells](crate::toon::ToonOptions::array_cells), and for `"auto"` `"profile"`: `"toon4"` or `"toon3"` |
    /// | `pretty` | `true` is `"format": "json_pretty"`, `false` is `"json"` |
    /// | `strict_text` | whether a lone surrogate is an error; default `false` |
    /// | `nested_select` | whether the names of `_select` are paths into the data; default `false` |
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
    /// # Models
    ///
    /// `model` is an object with the members of a [`ModelBuilder`](crate::ModelBuilder): `name`,
    /// `casts`: `[[field, {"type": …}], …]` or `{field: type or {"type": …}, …}`, `timestamps`,
    /// `hidden`, `guarded`, `fillable`: `{operation: [field, …], …}`, `parameters`. The type of a cast is
    /// `"string"`, `"text"`, `"number"`, `"boolean"`, `"date"`, `"timestamp"`, `"uuid"`, `"id"`,
    /// `"enum"` with `values`, `"object"` with a `shape`, or `"list"`, of objects with a `shape` or
    /// of scalars without one; a shape holds casts. A cast may have `label`, `default` and `alias`.
    /// What they say is told at [`cast`](crate::cast) and [`Cast`](crate::Cast).
    ///
    /// ```
    /// # mcp_presenter::Presenter::from_json(r#"
    /// {
    ///     "name": "Invoice",
    ///     "model": {
    ///         "name": "Invoice",
    ///         "casts": {
    ///             "id": "id",
    ///             "amount_cents": {"type": "number", "label": "CENTS", "alias": "amount"},
    ///             "lines": {"type": "list", "shape": {"sku": "string", "count": "number"}}
    ///         },
    ///         "hidden": ["internal_notes"],
    ///         "fillable": {"create": ["amount_cents"]}
    ///     },
    ///     "fields": ["id", "amount_cents"]
    /// }
    /// # "#)?;
    /// # Ok::<(), mcp_presenter::PresenterFileError>(())
    /// ```
    ///
    /// # Entries
    ///
    /// A rule that is a text is always sent. A rule that is an object, a block and a suggestion look
    /// at the data: at the document, or at the first item of a collection. Each may have
    ///
    /// * `when`: `{"field": path, "eq": value}`. The entry is left out unless the field has that
    ///   value; numbers compare by value, and a field that is absent has none. A path is dotted keys
    ///   and goes into objects alone.
    /// * `tpl`: with `true`, each `{path}` in the entry's strings is the text of that field, and
    ///   nothing if it is absent. It is as safe as a hook's text in Rust: what the data holds is
    ///   escaped for its place, and is not looked at for places again.
    ///
    /// Entries for a collection have no fields to name: there `{length}` is the number of items that
    /// are shown, any other place is empty, and a `when` never holds.
    ///
    /// Entries see values that are redacted for the agent, as hooks do, unless `redact_hooks` is on.
    ///
    /// A block is one of the following, and may have `meta`: `{title, width, priority}`, with the
    /// width `"full"`, `"half"` or `"third"`. Cells, items and configurations are any JSON.
    ///
    /// | `kind` | members |
    /// |---|---|
    /// | `markdown`, `summary`, `mermaid` | `text` |
    /// | `code_block` | `lang`, `text` |
    /// | `table` | `headers`: `[cell, …]`, `rows`: `[[cell, …], …]` |
    /// | `list` | `items` |
    /// | `json` | `value` |
    /// | `echarts` | `config` |
    /// | `raw` | `type`, `content` |
    /// | `null` | none: nothing is sent |
    ///
    /// ```
    /// # use mcp_presenter::{Presenter, Renderer, Request};
    /// let invoices = Presenter::from_json(
    ///     r#"{
    ///         "name": "Invoice",
    ///         "schema": {"id": "string", "status": {"enum": ["paid", "overdue"]}, "customer": "any"},
    ///         "ui": [{"kind": "markdown", "text": "**{id}** for {customer.name}", "tpl": true}],
    ///         "suggest": [{"tool": "billing.remind", "reason": "Send a reminder",
    ///             "when": {"field": "status", "eq": "overdue"}}],
    ///         "embeds": [{"key": "customer", "presenter": "Customer"}],
    ///         "presenters": [{
    ///             "name": "Customer",
    ///             "schema": {"name": "string", "email": "string"},
    ///             "rules": ["Never show an e-mail address."],
    ///             "redact": {"paths": ["email"]}
    ///         }]
    ///     }"#,
    /// )?;
    /// let json = br#"{"id": "i-7", "status": "overdue", "customer": {"name": "*Ada*", "email": "-"}}"#;
    /// let blocks = Renderer::new().blocks(&invoices, json, &Request::new())?;
    /// let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
    /// assert_eq!(
    ///     texts[1..],
    ///     [
    ///         "<ui_passthrough type=\"markdown\">\n**i-7** for *Ada*\n</ui_passthrough>",
    ///         "<domain_rules>\n- Never show an e-mail address.\n</domain_rules>",
    ///         "<action_suggestions>\n- billing.remind: Send a reminder\n</action_suggestions>",
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Keys
    ///
    /// A `hash` names the environment variable that holds its key, 16 bytes or more, because a key
    /// is a secret and a file is none. It is read once, here. Functions as censors are for Rust:
    /// [`Censor::function`](crate::Censor::function). The one that a file can name,
    /// `"censor_fn": "last4"`, is for test vectors: `***` and the last four characters of the value's
    /// text, of short values all.
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
    /// [`PresenterFileError::Build`] for declarations that cannot be built, the mistakes of all
    /// presenters of the file together, and for presenters that embed each other in a circle.
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
    /// in which the document first names them. Entries are `[[rules]]`, `[[ui]]`, `[[embeds]]`.
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
    let names = Names::of(&file).map_err(|unresolved| match unresolved {
        Unresolved::Fault(wrong) => fault(wrong),
        Unresolved::Circle(circle) => {
            let message = format!("presenters embed each other in a circle: {circle}");
            let errors = vec![BuildError::new("embeds", message)];
            let name = file.name.clone();
            PresenterFileError::Build(BuildErrors::of_presenter(name, errors, Vec::new()))
        }
    })?;
    build::build(&file, &names).map_err(fault)?.map_err(PresenterFileError::Build)
}
