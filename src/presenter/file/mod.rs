//! The presenter file: a Presenter in its declarative form, as JSON.
//!
//! Reading is strict. A member that the form does not have, or that this version cannot honour, is
//! an error with its place in the text: a file that is half understood would show data that its
//! author meant to keep back.

mod members;
mod redact;
mod types;

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};

use self::members::{Form, Members};
use self::redact::{Redaction, Redactions};
use self::types::{Fields, ModeForm, Options, TypeForm};
use super::types::{Field, Mode, Type};
use super::{Presenter, PresenterBuilder};
use crate::error::BuildErrors;

const PRESENTER: Form = Form {
    what: "a presenter",
    known: &[
        "name",
        "schema",
        "mode",
        "root",
        "root_opts",
        "rules",
        "limit",
        "notice",
        "redact",
        "redact_nulls",
        "auto_rules",
        "pretty",
        "strict_text",
        "max_depth",
    ],
    unsupported: &[
        "collection_rules",
        "ui",
        "collection_ui",
        "suggest",
        "collection_suggest",
        "embeds",
        "model",
    ],
};

impl Presenter {
    /// A Presenter from its declarative form: JSON text, as presenter files hold it.
    ///
    /// Only `name` is required. Without `schema` and `root` the Presenter allows everything, and
    /// says so in [`warnings`](Presenter::warnings).
    ///
    /// | member | what it says |
    /// |---|---|
    /// | `name` | the Presenter's name |
    /// | `schema` | the fields, in the order in which they are shown: `[[key, type, options?], …]` |
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
    /// `{"enum": [value, …]}`, `{"array": type}`, `{"object": [[key, type, options?], …], "mode": …}`,
    /// `{"record": type}`, `{"union": [type, …]}` or `{"literal": value}`. Inside `array`, `record`
    /// and `union`, `[type, options]` is a type as well. Options are `optional`, `nullable`,
    /// `default`, `describe` and, with the same meaning, `describe_outer`. Values keep their text:
    /// a default of `1.0` is shown as `1.0`.
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
    /// assert!(error.to_string().starts_with("line 3, column 9: unknown member \"shema\""));
    /// ```
    pub fn from_json(text: &str) -> Result<Self, PresenterFileError> {
        // Editors put a byte order mark there; it is no part of the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: File = serde_json::from_str(text).map_err(PresenterFileError::syntax)?;
        file.builder().build().map_err(PresenterFileError::Build)
    }
}

/// A presenter file that no Presenter can be made of.
///
/// `Display` gives one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PresenterFileError {
    /// The text is not a presenter: no JSON, a member that there is not, a value of another type.
    #[non_exhaustive]
    Syntax {
        /// The line of the text, counted from 1.
        line: usize,
        /// The column in bytes: how much of the line had been read, so usually the last byte of
        /// what is wrong.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The text was read, and what it declares cannot be built.
    Build(BuildErrors),
}

impl PresenterFileError {
    #[cold]
    fn syntax(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let mut message = error.to_string();
        // serde_json writes the place behind the message; it is kept as numbers here.
        let place = format!(" at line {line} column {column}");
        if let Some(bare) = message.strip_suffix(&place) {
            message.truncate(bare.len());
        }
        Self::Syntax { line, column, message }
    }
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

/// The file as read, before it is built.
#[derive(Default)]
struct File {
    name: String,
    schema: Option<Vec<Field>>,
    mode: Option<Mode>,
    root: Option<Type>,
    rules: Vec<String>,
    limit: Option<usize>,
    notice: Option<String>,
    redact: Vec<Redaction>,
    redact_nulls: Option<bool>,
    auto_rules: Option<bool>,
    pretty: Option<bool>,
    strict_text: Option<bool>,
    max_depth: Option<usize>,
}

impl File {
    fn builder(self) -> PresenterBuilder {
        let mut builder = Presenter::builder(self.name);
        if self.schema.is_none() && self.root.is_none() {
            builder = builder.allow_everything_by_omission();
        }
        if let Some(fields) = self.schema {
            builder = builder.schema(fields);
        }
        if let Some(mode) = self.mode {
            builder = builder.mode(mode);
        }
        if let Some(root) = self.root {
            builder = builder.root(root);
        }
        builder = builder.rules(self.rules);
        if let Some(limit) = self.limit {
            builder = builder.limit(limit);
        }
        if let Some(notice) = self.notice {
            builder = builder.notice(notice);
        }
        for redaction in self.redact {
            builder = match redaction.censor {
                Some(censor) => builder.redact(redaction.paths, censor),
                None => builder.redact_pii(redaction.paths),
            };
        }
        if let Some(on) = self.redact_nulls {
            builder = builder.redact_nulls(on);
        }
        if let Some(on) = self.auto_rules {
            builder = builder.auto_rules(on);
        }
        if let Some(on) = self.pretty {
            builder = builder.pretty(on);
        }
        if let Some(on) = self.strict_text {
            builder = builder.strict_text(on);
        }
        if let Some(depth) = self.max_depth {
            builder = builder.max_depth(depth);
        }
        builder
    }
}

impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = File;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a presenter, such as {\"name\": \"Invoice\", \"schema\": []}")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<File, A::Error> {
                let mut members = Members::new(map);
                let mut file = File::default();
                let mut named = false;
                let mut root_options = None;
                while let Some(name) = members.name()? {
                    match name.as_str() {
                        "name" => {
                            file.name = members.value()?;
                            named = true;
                        }
                        "schema" => file.schema = Some(members.value::<Fields>()?.0),
                        "mode" => file.mode = Some(members.value::<ModeForm>()?.0),
                        "root" => file.root = Some(members.value::<TypeForm>()?.0),
                        "root_opts" => root_options = Some(members.value::<Options>()?),
                        "rules" => {
                            let rules = members.value::<Vec<Rule>>()?;
                            file.rules = rules.into_iter().map(|rule| rule.0).collect();
                        }
                        "limit" => file.limit = Some(members.value::<Count>()?.0),
                        "notice" => file.notice = Some(members.value()?),
                        "redact" => file.redact = members.value::<Redactions>()?.0,
                        "redact_nulls" => file.redact_nulls = Some(members.value()?),
                        "auto_rules" => file.auto_rules = Some(members.value()?),
                        "pretty" => file.pretty = Some(members.value()?),
                        "strict_text" => file.strict_text = Some(members.value()?),
                        "max_depth" => file.max_depth = Some(members.value::<Count>()?.0),
                        other => return Err(PRESENTER.refuse(other)),
                    }
                }
                if !named {
                    return Err(A::Error::custom("a presenter needs a \"name\""));
                }
                // Taken as said and then ignored, it would show what it asks to refuse.
                if file.mode.is_some() && file.schema.is_none() {
                    return Err(A::Error::custom("\"mode\" without \"schema\""));
                }
                if let Some(options) = root_options {
                    let Some(root) = file.root else {
                        return Err(A::Error::custom("\"root_opts\" without \"root\""));
                    };
                    file.root = Some(options.apply(root));
                }
                Ok(file)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A rule that is always sent.
struct Rule(String);

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Rule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a rule's text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Rule, E> {
                Ok(Rule(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Rule, A::Error> {
                Err(A::Error::custom(
                    "a rule that is an object (\"text\", \"when\", \"tpl\") is not supported by \
                     this version",
                ))
            }
        }
        deserializer.deserialize_any(Form)
    }
}

/// A number of things.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Form;
        impl Visitor<'_> for Form {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a non-negative integer")
            }

            fn visit_u64<E: Error>(self, count: u64) -> Result<Count, E> {
                match usize::try_from(count) {
                    Ok(count) => Ok(Count(count)),
                    Err(_) => Err(E::invalid_value(Unexpected::Unsigned(count), &self)),
                }
            }
        }
        deserializer.deserialize_u64(Form)
    }
}
