//! The members of a presenter file, read from its tree, and the builder they make.

use super::embeds::{self, Embed};
use super::entries::{self, Rule, Subject, Suggestion, UiBlock};
use super::format;
use super::members::Form;
use super::model;
use super::redact::{self, Redaction};
use super::tree::{Fault, Node, Read};
use super::types;
use crate::emit::format::Format;
use crate::presenter::model::ModelBuilder;
use crate::presenter::types::{Field, Mode, Type};

const PRESENTER: Form = Form {
    what: "a presenter",
    known: &[
        "name",
        "schema",
        "mode",
        "model",
        "fields",
        "root",
        "root_opts",
        "directives",
        "rules",
        "collection_rules",
        "ui",
        "collection_ui",
        "suggest",
        "collection_suggest",
        "embeds",
        "presenters",
        "limit",
        "notice",
        "redact",
        "redact_nulls",
        "redact_hooks",
        "auto_rules",
        "format",
        "pretty",
        "strict_text",
        "nested_select",
        "max_depth",
    ],
};

/// The file as read, before it is built.
#[derive(Debug, Default)]
pub(super) struct Declaration {
    pub(super) name: String,
    /// Where the name stands.
    pub(super) name_place: usize,
    pub(super) schema: Option<Vec<Field>>,
    pub(super) mode: Option<Mode>,
    pub(super) model: Option<ModelBuilder>,
    pub(super) fields: Option<Vec<String>>,
    pub(super) root: Option<Type>,
    pub(super) directives: Vec<String>,
    pub(super) rules: Vec<Rule>,
    pub(super) collection_rules: Vec<Rule>,
    pub(super) ui: Vec<UiBlock>,
    pub(super) collection_ui: Vec<UiBlock>,
    pub(super) suggest: Vec<Suggestion>,
    pub(super) collection_suggest: Vec<Suggestion>,
    pub(super) embeds: Vec<Embed>,
    /// Presenters that embeds may name; of a file, not of a presenter in it.
    pub(super) presenters: Vec<Declaration>,
    pub(super) limit: Option<usize>,
    pub(super) notice: Option<String>,
    pub(super) redact: Vec<Redaction>,
    pub(super) redact_nulls: Option<bool>,
    pub(super) redact_hooks: Option<bool>,
    pub(super) auto_rules: Option<bool>,
    pub(super) format: Option<Format>,
    pub(super) strict_text: Option<bool>,
    pub(super) nested_select: Option<bool>,
    pub(super) max_depth: Option<usize>,
}

impl Declaration {
    /// Reads a whole file.
    pub(super) fn file(node: &Node<'_>) -> Read<Self> {
        Self::read_with(node, true)
    }

    /// Reads a presenter in a file.
    pub(super) fn read(node: &Node<'_>) -> Read<Self> {
        Self::read_with(node, false)
    }

    fn read_with(node: &Node<'_>, is_file: bool) -> Read<Self> {
        let members = node.members("a presenter, an object with a \"name\" at least")?;
        let mut file = Self::default();
        let mut named = false;
        let mut root_options = None;
        for member in members {
            let value = &member.value;
            match member.key.as_str() {
                "name" => {
                    file.name = value.string()?.to_owned();
                    file.name_place = value.place;
                    named = true;
                }
                "schema" => file.schema = Some(types::schema(value)?),
                "mode" => file.mode = Some(types::mode(value)?),
                "model" => file.model = Some(model::model(value)?),
                "fields" => file.fields = Some(value.strings()?),
                "root" => file.root = Some(types::root(value)?),
                "root_opts" => root_options = Some((member, types::options(value)?)),
                "directives" => file.directives = value.strings()?,
                "rules" => file.rules = entries::rules(value, Subject::Item)?,
                "collection_rules" => {
                    file.collection_rules = entries::rules(value, Subject::Collection)?;
                }
                "ui" => file.ui = entries::ui(value, Subject::Item)?,
                "collection_ui" => file.collection_ui = entries::ui(value, Subject::Collection)?,
                "suggest" => file.suggest = entries::suggestions(value, Subject::Item)?,
                "collection_suggest" => {
                    file.collection_suggest = entries::suggestions(value, Subject::Collection)?;
                }
                "embeds" => file.embeds = embeds::embeds(value)?,
                "presenters" if is_file => {
                    file.presenters = value.each("an array of presenters", Self::read)?;
                }
                "presenters" => {
                    let message = "\"presenters\" stands at the top of a file, for all in it";
                    return Err(Fault::new(member.place, message));
                }
                "limit" => file.limit = Some(value.count()?),
                "notice" => file.notice = Some(value.string()?.to_owned()),
                "redact" => file.redact = redact::redactions(value)?,
                "redact_nulls" => file.redact_nulls = Some(value.boolean()?),
                "redact_hooks" => file.redact_hooks = Some(value.boolean()?),
                "auto_rules" => file.auto_rules = Some(value.boolean()?),
                "format" | "pretty" if file.format.is_some() => {
                    let message = "only one of \"format\" and \"pretty\" can hold";
                    return Err(Fault::new(member.place, message));
                }
                "format" => file.format = Some(format::format(value)?),
                "pretty" if value.boolean()? => file.format = Some(Format::JsonPretty),
                "pretty" => file.format = Some(Format::Json),
                "strict_text" => file.strict_text = Some(value.boolean()?),
                "nested_select" => file.nested_select = Some(value.boolean()?),
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
}
