//! The hooks that a file's entries become: each looks at the data and writes what it says.

use super::declaration::Declaration;
use super::entries::{Rule, Suggestion, UiBlock, UiContent};
use super::fill::{Cells, Seen};
use super::template::{JsonTree, Template};
use crate::hook::json::{Json, sealed::JsonValue};
use crate::hook::lists::{Rules, Suggestions};
use crate::hook::ui::Ui;
use crate::presenter::PresenterBuilder;

/// The JSON of a block.
struct Body<'s, 'a> {
    tree: &'s JsonTree<Template>,
    seen: Seen<'s, 'a>,
}

impl JsonValue for Body<'_, '_> {
    fn write(&self, to: Json<'_>) {
        let seen = self.seen;
        match self.tree {
            JsonTree::Null => to.value(None::<bool>),
            JsonTree::Boolean(value) => to.value(*value),
            // As it stands in the file.
            JsonTree::Number(text) => to.text(text),
            JsonTree::String(template) => to.value(&*seen.fill(template).text()),
            JsonTree::Array(elements) => to.array(|array| {
                elements.iter().for_each(|tree| array.push(Body { tree, seen }));
            }),
            JsonTree::Object(members) => to.object(|object| {
                members.iter().for_each(|(key, tree)| object.set(key, Body { tree, seen }));
            }),
        }
    }
}

impl UiBlock {
    fn write(&self, seen: Seen<'_, '_>, ui: &mut Ui<'_>) {
        if matches!(self.content, UiContent::Null) || !seen.holds(self.when.as_ref()) {
            return;
        }
        if let Some(title) = &self.title {
            ui.title(seen.fill(title));
        }
        if let Some(width) = self.width {
            ui.width(width);
        }
        if let Some(priority) = &self.priority {
            ui.priority_text(priority);
        }
        match &self.content {
            UiContent::Echarts(tree) => ui.echarts(|json| json.value(Body { tree, seen })),
            UiContent::Json(tree) => ui.json(|json| json.value(Body { tree, seen })),
            UiContent::Mermaid(text) => ui.mermaid(seen.fill(text)),
            UiContent::Markdown(text) => ui.markdown(seen.fill(text)),
            UiContent::Summary(text) => ui.summary(seen.fill(text)),
            UiContent::CodeBlock { language, code } => {
                ui.code_block(seen.fill(language), seen.fill(code));
            }
            UiContent::Raw { kind, content } => ui.raw(seen.fill(kind), seen.fill(content)),
            UiContent::List(items) => ui.list(items.iter().map(|tree| seen.cell(tree))),
            UiContent::Table { headers, rows } => {
                let headers = headers.iter().map(|tree| seen.cell(tree));
                ui.table(headers, rows.iter().map(|row| Cells(row, seen)));
            }
            UiContent::Null => {}
        }
    }
}

impl Rule {
    fn write(&self, seen: Seen<'_, '_>, rules: &mut Rules<'_>) {
        match self {
            Self::Fixed(text) => rules.rule(text),
            Self::Dynamic { text, when } if seen.holds(when.as_ref()) => {
                rules.rule(seen.fill(text));
            }
            Self::Dynamic { .. } => {}
        }
    }
}

impl Suggestion {
    fn write(&self, seen: Seen<'_, '_>, next: &mut Suggestions<'_>) {
        if seen.holds(self.when.as_ref()) {
            next.suggest(seen.fill(&self.tool), seen.fill(&self.reason));
        }
    }
}

impl Declaration {
    /// Gives `builder` what the declaration says around the data.
    pub(super) fn add_hooks(&self, mut builder: PresenterBuilder) -> PresenterBuilder {
        builder = builder.directives(&self.directives);
        for rule in &self.rules {
            builder = match rule.clone() {
                Rule::Fixed(text) => builder.rules([text]),
                rule => {
                    builder.dynamic_rules(move |view, rules| rule.write(Seen::Item(view), rules))
                }
            };
        }
        if let Some(list) = filled(&self.collection_rules) {
            builder = builder.collection_rules(move |items, rules| {
                list.iter().for_each(|rule| rule.write(Seen::items(items), rules));
            });
        }
        if let Some(list) = filled(&self.ui) {
            builder = builder.ui(move |view, ui| {
                list.iter().for_each(|block| block.write(Seen::Item(view), ui))
            });
        }
        if let Some(list) = filled(&self.collection_ui) {
            builder = builder.collection_ui(move |items, ui| {
                list.iter().for_each(|block| block.write(Seen::items(items), ui));
            });
        }
        if let Some(list) = filled(&self.suggest) {
            builder = builder.suggest(move |view, next| {
                list.iter().for_each(|entry| entry.write(Seen::Item(view), next));
            });
        }
        if let Some(list) = filled(&self.collection_suggest) {
            builder = builder.collection_suggest(move |items, next| {
                list.iter().for_each(|entry| entry.write(Seen::items(items), next));
            });
        }
        builder
    }
}

/// The list, if there is anything in it: a hook that writes nothing costs all the same.
fn filled<T: Clone>(list: &[T]) -> Option<Box<[T]>> {
    (!list.is_empty()).then(|| list.into())
}
