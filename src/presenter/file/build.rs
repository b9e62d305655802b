//! From the declaration that a file holds to the builder of the Presenter.

use super::declaration::Declaration;
use super::entries::Rule;
use super::redact::{Censoring, Redaction};
use super::tree::{Fault, Node, Read, Value};
use crate::presenter::{Censor, Presenter, PresenterBuilder};

/// Members whose hooks this version does not have. A file that asks for them must not be served
/// without them.
const NOT_YET: [&str; 9] = [
    "directives",
    "collection_rules",
    "ui",
    "collection_ui",
    "suggest",
    "collection_suggest",
    "embeds",
    "presenters",
    "redact_hooks",
];

/// Refuses what is read and cannot be built yet.
pub(super) fn refuse_unbuildable(node: &Node<'_>) -> Read<()> {
    for member in node.members("a presenter")? {
        let key = member.key.as_str();
        if NOT_YET.contains(&key) {
            let message = format!("member {key:?} of a presenter is not supported by this version");
            return Err(Fault::new(member.place, message));
        }
        if let ("rules", Value::Array(rules)) = (key, &member.value.value)
            && let Some(rule) = rules.iter().find(|rule| matches!(rule.value, Value::Object(_)))
        {
            let message = "a rule that is an object (\"text\", \"when\", \"tpl\") is not supported \
                           by this version";
            return Err(Fault::new(rule.place, message));
        }
        if key == "redact" {
            refuse_censors(&member.value)?;
        }
    }
    Ok(())
}

fn refuse_censors(node: &Node<'_>) -> Read<()> {
    match &node.value {
        Value::Array(elements) => elements.iter().try_for_each(refuse_censors),
        Value::Object(members) => {
            let found = members.iter().find(|member| ["hash", "censor_fn"].contains(&&*member.key));
            found.map_or(Ok(()), |member| {
                let message = format!(
                    "member {:?} of \"redact\" is not supported by this version",
                    member.key
                );
                Err(Fault::new(member.place, message))
            })
        }
        _ => Ok(()),
    }
}

impl Declaration {
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
        for rule in self.rules {
            if let Rule::Fixed(text) = rule {
                builder = builder.rules([text]);
            }
        }
        if let Some(limit) = self.limit {
            builder = builder.limit(limit);
        }
        if let Some(notice) = self.notice {
            builder = builder.notice(notice);
        }
        for Redaction { paths, censor } in self.redact {
            builder = match censor {
                Censoring::Text(text) => builder.redact(paths, Censor::text(text)),
                Censoring::Remove => builder.redact(paths, Censor::remove()),
                Censoring::KeepLast(count) => builder.redact(paths, Censor::keep_last(count)),
                Censoring::Default | Censoring::Hash { .. } | Censoring::LastFour => {
                    builder.redact_pii(paths)
                }
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
