//! The members of a presenter file, read from its tree, and the builder they make.

use super::members::Form;
use super::redact::{self, Redaction};
use super::tree::{Fault, Node, Read, Value};
use super::types;
use crate::presenter::types::{Field, Mode, Type};
use crate::presenter::{Presenter, PresenterBuilder};

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

/// The file as read, before it is built.
#[derive(Default)]
pub(super) struct Declaration {
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

impl Declaration {
    pub(super) fn read(node: &Node<'_>) -> Read<Self> {
        let members = node.members("a presenter, an object with a \"name\" at least")?;
        let mut file = Self::default();
        let mut named = false;
        let mut root_options = None;
        for member in members {
            let value = &member.value;
            match member.key.as_str() {
                "name" => {
                    file.name = value.string()?.to_owned();
                    named = true;
                }
                "schema" => file.schema = Some(types::schema(value)?),
                "mode" => file.mode = Some(types::mode(value)?),
                "root" => file.root = Some(types::root(value)?),
                "root_opts" => root_options = Some((member, types::options(value)?)),
                "rules" => file.rules = value.each("an array of rules", rule)?,
                "limit" => file.limit = Some(value.count()?),
                "notice" => file.notice = Some(value.string()?.to_owned()),
                "redact" => file.redact = redact::redactions(value)?,
                "redact_nulls" => file.redact_nulls = Some(value.boolean()?),
                "auto_rules" => file.auto_rules = Some(value.boolean()?),
                "pretty" => file.pretty = Some(value.boolean()?),
                "strict_text" => file.strict_text = Some(value.boolean()?),
                "max_depth" => file.max_depth = Some(value.count()?),
                _ => return Err(PRESENTER.refuse(member)),
            }
        }
        if !named {
            return Err(Fault::new(node.place, "a presenter needs a \"name\""));
        }
        // Taken as said and then ignored, it would show what it asks to refuse.
        if file.schema.is_none()
            && let Some(mode) = members.iter().find(|member| member.key == "mode")
        {
            return Err(Fault::new(mode.place, "\"mode\" without \"schema\""));
        }
        if let Some((member, options)) = root_options {
            let Some(root) = file.root else {
                return Err(Fault::new(member.place, "\"root_opts\" without \"root\""));
            };
            file.root = Some(options.apply(root));
        }
        Ok(file)
    }

    pub(super) fn builder(self) -> PresenterBuilder {
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

/// A rule that is always sent.
fn rule(node: &Node<'_>) -> Read<String> {
    if let Value::Object(_) = node.value {
        let message = "a rule that is an object (\"text\", \"when\", \"tpl\") is not supported by \
                       this version";
        return Err(Fault::new(node.place, message));
    }
    Ok(node.string_as("a rule's text")?.to_owned())
}
