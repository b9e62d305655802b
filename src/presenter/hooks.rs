//! The hooks of a Presenter, and its lines that are always sent: everything around the data.

use std::fmt;
use std::ops::Deref;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use crate::blocks::list::{self, ListKind};
use crate::hook::items::Items;
use crate::hook::lists::{Rules, Suggestions};
use crate::hook::ui::Ui;
use crate::hook::view::View;
use crate::plan::Rendered;

use super::built::Presenter;

pub(crate) type ItemUi = dyn Fn(&View<'_>, &mut Ui<'_>) + Send + Sync;
pub(crate) type CollectionUi = dyn Fn(&Items<'_>, &mut Ui<'_>) + Send + Sync;
pub(crate) type ItemRules = dyn Fn(&View<'_>, &mut Rules<'_>) + Send + Sync;
pub(crate) type CollectionRules = dyn Fn(&Items<'_>, &mut Rules<'_>) + Send + Sync;
pub(crate) type ItemSuggestions = dyn Fn(&View<'_>, &mut Suggestions<'_>) + Send + Sync;
pub(crate) type CollectionSuggestions = dyn Fn(&Items<'_>, &mut Suggestions<'_>) + Send + Sync;

/// A closure of the program.
///
/// What it does to its own state when it panics is its own affair: a render that it ends leaves
/// nothing of this crate half done.
pub(crate) struct Hook<F: ?Sized>(AssertUnwindSafe<Arc<F>>);

impl<F: ?Sized> Hook<F> {
    pub(crate) fn new(hook: Arc<F>) -> Self {
        Self(AssertUnwindSafe(hook))
    }
}

impl<F: ?Sized> Clone for Hook<F> {
    fn clone(&self) -> Self {
        Self(AssertUnwindSafe(Arc::clone(&self.0)))
    }
}

impl<F: ?Sized> Deref for Hook<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.0
    }
}

impl<F: ?Sized> fmt::Debug for Hook<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hook")
    }
}

/// A rule as it is declared: a text, or something that looks at an item.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    Text(String),
    Dynamic(Hook<ItemRules>),
}

/// What stands around the data, as declared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    pub(crate) ui: Vec<Hook<ItemUi>>,
    pub(crate) collection_ui: Vec<Hook<CollectionUi>>,
    pub(crate) directives: Vec<String>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) collection_rules: Vec<Hook<CollectionRules>>,
    pub(crate) suggestions: Vec<Hook<ItemSuggestions>>,
    pub(crate) collection_suggestions: Vec<Hook<CollectionSuggestions>>,
    pub(crate) embeds: Vec<Embed>,
    pub(crate) redact_hooks: bool,
}

/// What stands around the data, ready to be written.
#[derive(Debug)]
pub(crate) struct Surroundings {
    pub(crate) ui: Box<[Hook<ItemUi>]>,
    pub(crate) collection_ui: Box<[Hook<CollectionUi>]>,
    pub(crate) directives: Box<[Rendered]>,
    pub(crate) rules: Box<[ReadyRule]>,
    pub(crate) collection_rules: Box<[Hook<CollectionRules>]>,
    pub(crate) suggestions: Box<[Hook<ItemSuggestions>]>,
    pub(crate) collection_suggestions: Box<[Hook<CollectionSuggestions>]>,
    pub(crate) embeds: Box<[Embed]>,
    /// The block of rules, if none of them looks at the data.
    pub(crate) rules_block: Option<Rendered>,
    pub(crate) directives_block: Option<Rendered>,
    /// Hooks see only what is shown.
    pub(crate) redact_hooks: bool,
    /// So do those of an embedded Presenter, at any depth.
    pub(crate) has_redacted_hooks: bool,
    /// Something looks at the data.
    pub(crate) has_hooks: bool,
}

/// A rule, ready to be written.
#[derive(Debug)]
pub(crate) enum ReadyRule {
    Text(Rendered),
    Dynamic(Hook<ItemRules>),
}

/// An embedded Presenter, and where its data stands.
#[derive(Clone, Debug)]
pub(crate) struct Embed {
    /// The key that the data is shown under, if it is shown.
    pub(crate) key: String,
    /// The key that it comes in under.
    pub(crate) source: String,
    pub(crate) presenter: Presenter,
}

impl Surroundings {
    /// Whether a hook gets the collection.
    pub(crate) fn looks_at_collections(&self) -> bool {
        !(self.collection_ui.is_empty()
            && self.collection_rules.is_empty()
            && self.collection_suggestions.is_empty())
    }

    /// Whether a rule looks at an item.
    pub(crate) fn has_dynamic_rules(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, ReadyRule::Dynamic(_)))
    }

    /// `described` are the rules that come from the descriptions of fields.
    pub(crate) fn new(declared: Declared, described: Vec<String>) -> Self {
        let rules: Vec<Rule> =
            described.into_iter().map(Rule::Text).chain(declared.rules).collect();
        let texts: Option<Vec<&str>> = rules
            .iter()
            .map(|rule| match rule {
                Rule::Text(text) => Some(text.as_str()),
                Rule::Dynamic(_) => None,
            })
            .collect();
        let rules_block = texts
            .filter(|_| declared.collection_rules.is_empty())
            .and_then(|texts| list::block(ListKind::Rules, texts.into_iter()));
        let directives = declared.directives.iter().map(String::as_str);
        let embeds: Box<[Embed]> = declared.embeds.into();
        let has_dynamic_rules = rules.iter().any(|rule| matches!(rule, Rule::Dynamic(_)));
        Self {
            has_hooks: has_dynamic_rules
                || !(declared.ui.is_empty()
                    && declared.collection_ui.is_empty()
                    && declared.collection_rules.is_empty()
                    && declared.suggestions.is_empty()
                    && declared.collection_suggestions.is_empty()
                    && embeds.is_empty()),
            has_redacted_hooks: declared.redact_hooks
                || embeds.iter().any(|embed| embed.presenter.0.surroundings.has_redacted_hooks),
            redact_hooks: declared.redact_hooks,
            directives_block: list::block(ListKind::Directives, directives.clone()),
            directives: directives.map(list::entry).collect(),
            rules: rules
                .into_iter()
                .map(|rule| match rule {
                    Rule::Text(text) => ReadyRule::Text(list::entry(&text)),
                    Rule::Dynamic(hook) => ReadyRule::Dynamic(hook),
                })
                .collect(),
            rules_block,
            ui: declared.ui.into(),
            collection_ui: declared.collection_ui.into(),
            collection_rules: declared.collection_rules.into(),
            suggestions: declared.suggestions.into(),
            collection_suggestions: declared.collection_suggestions.into(),
            embeds,
        }
    }
}
