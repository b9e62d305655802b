//! Blocks of `- entry` lines: directives, rules, suggestions.

use crate::emit::context::{Context, Render};
use crate::emit::text::{self, ForeignText, Setting};
use crate::plan::Rendered;

use super::Layer;

/// Which list a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    Directives,
    Rules,
    Suggestions,
}

impl ListKind {
    pub(crate) fn layer(self) -> Layer {
        match self {
            Self::Directives => Layer::Directives,
            Self::Rules => Layer::Rules,
            Self::Suggestions => Layer::Suggestions,
        }
    }

    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Directives => "llm_directives",
            Self::Rules => "domain_rules",
            Self::Suggestions => "action_suggestions",
        }
    }
}

/// An entry that is always the same, rendered as one line without its bullet.
pub(crate) fn entry(text: &str) -> Rendered {
    struct Entry<'a>(&'a str);
    impl Render for Entry<'_> {
        fn render<C: Context>(&self, out: &mut Vec<u8>) {
            ForeignText::new(Setting::Line).write::<C>(out, self.0);
        }
    }
    Entry(text).rendered()
}

/// A whole block of entries that are always the same, or nothing if there are none.
pub(crate) fn block<'a>(
    kind: ListKind,
    entries: impl Iterator<Item = &'a str> + Clone,
) -> Option<Rendered> {
    struct List<I>(ListKind, I);
    impl<'a, I: Iterator<Item = &'a str> + Clone> Render for List<I> {
        fn render<C: Context>(&self, out: &mut Vec<u8>) {
            text::write_own::<C>(out, &format!("<{}>\n", self.0.tag()));
            for entry in self.1.clone() {
                text::write_own::<C>(out, "- ");
                ForeignText::new(Setting::Line).write::<C>(out, entry);
                text::write_own::<C>(out, "\n");
            }
            text::write_own::<C>(out, &format!("</{}>", self.0.tag()));
        }
    }
    entries.clone().next()?;
    Some(List(kind, entries).rendered())
}
