//! A presenter's own layers, and the blocks of the presenters embedded in it.

use std::collections::HashSet;

use super::hooks::{Entry, Rule, Seen, Suggestion, list};
use super::parse::{Data, Value};
use super::presenter::Presenter;
use super::ui::{self, UiBlock};
use super::walk::Walk;
use super::write::Out;

/// How many distinct blocks of embedded presenters a response has.
const MOST_CHILD_BLOCKS: usize = 64;

/// The blocks of embedded presenters, so far.
#[derive(Debug, Default)]
pub struct ChildBlocks {
    distinct: HashSet<String>,
    pub sent: Vec<String>,
    /// Blocks that were one too many.
    pub omitted: usize,
}

impl ChildBlocks {
    /// `repeated`: the presenter is one of a collection's, where equal blocks are sent once.
    fn send(&mut self, text: String, repeated: bool) {
        if self.distinct.contains(&text) {
            if !repeated {
                self.sent.push(text);
            }
        } else if self.distinct.len() == MOST_CHILD_BLOCKS {
            self.omitted += 1;
        } else {
            self.distinct.insert(text.clone());
            self.sent.push(text);
        }
    }
}

/// Where a presenter stands in a response.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Hooks see what the data block shows.
    pub redacted: bool,
    /// What the data block shows of the presenter's value.
    pub wire: Option<&'a Out>,
    /// It is embedded in an item of a collection, at any depth.
    pub repeated: bool,
    /// Its UI, and all UI below it, is sent.
    pub ui: bool,
}

/// What a presenter itself adds to its data, as it is sent.
#[derive(Clone, Debug, Default)]
pub struct Own {
    pub ui: Vec<UiBlock>,
    pub directives: Vec<String>,
    pub rules: Vec<String>,
    pub suggestions: Vec<Suggestion>,
}

impl Own {
    /// Directives, rules and suggestions, each a block unless it is empty.
    pub fn lists(&self) -> [Option<String>; 3] {
        let suggestions: Vec<String> =
            self.suggestions.iter().map(|s| format!("{}: {}", s.tool, s.reason)).collect();
        [
            list("llm_directives", &self.directives),
            list("domain_rules", &self.rules),
            list("action_suggestions", &suggestions),
        ]
    }
}

impl Presenter {
    pub(super) fn own(&self, data: &Value, around: Around<'_>) -> Own {
        let mut own = Own::default();
        let directives = self.directives.iter().cloned().map(Rule::fixed);
        own.directives = directives.filter_map(|d| d.line(Seen::Many(0))).collect();

        let Data::Array(all) = &data.data else {
            let view = self.view(data, around.wire, around);
            let one = Seen::One(&view);
            if around.ui {
                own.ui = ui::blocks(&self.ui, one);
            }
            own.rules = lines(&self.rules, Some(one));
            own.suggestions = suggestions(&self.suggest, one);
            return own;
        };
        let items = self.shown(all);
        let wires = around.wire.map_or(&[][..], Out::elements);
        let count = if around.redacted { wires.len() } else { items.len() };
        let many = Seen::Many(count);
        if around.ui {
            let hidden = all.len() - items.len();
            if hidden > 0 {
                own.ui.push(UiBlock::notice(self.notice.as_deref(), items.len(), hidden));
            }
            own.ui.extend(ui::blocks(&self.collection_ui, many));
        }
        // Items' hooks look at the first.
        let first = items.first().filter(|_| count > 0);
        let first = first.map(|item| self.view(item, wires.first(), around));
        own.rules = lines(&self.rules, first.as_ref().map(Seen::One));
        own.rules.extend(lines(&self.collection_rules, Some(many)));
        if let Some(first) = &first {
            own.suggestions = if self.collection_suggest.is_empty() {
                suggestions(&self.suggest, Seen::One(first))
            } else {
                suggestions(&self.collection_suggest, many)
            };
        }
        own
    }

    /// What hooks see of the data or an item.
    fn view(&self, item: &Value, wire: Option<&Out>, around: Around<'_>) -> Out {
        if around.redacted { wire.cloned().unwrap_or(Out::Null) } else { Walk::bare(self, item) }
    }

    /// The blocks of all embedded presenters, item by item.
    pub(super) fn children(&self, data: &Value, around: Around<'_>, blocks: &mut ChildBlocks) {
        let Data::Array(items) = &data.data else {
            let mut met = vec![false; self.embeds.len()];
            return self.item_children(data, around, &mut met, blocks);
        };
        let wires = around.wire.map_or(&[][..], Out::elements);
        let mut met = vec![false; self.embeds.len()];
        for (i, item) in self.shown(items).iter().enumerate() {
            let around = Around { wire: wires.get(i), repeated: true, ..around };
            self.item_children(item, around, &mut met, blocks);
        }
    }

    /// `met` says of each embed whether an item before this one had a child.
    fn item_children(
        &self,
        item: &Value,
        around: Around<'_>,
        met: &mut [bool],
        blocks: &mut ChildBlocks,
    ) {
        for (embed, met) in self.embeds.iter().zip(met) {
            let Some(child) = embed.child(item) else { continue };
            let around = Around {
                redacted: around.redacted || embed.presenter.redact_hooks,
                wire: around.wire.and_then(|wire| wire.get(&embed.key)),
                repeated: around.repeated,
                ui: around.ui && !*met,
            };
            *met = true;
            let own = embed.presenter.own(child, around);
            for block in &own.ui {
                blocks.send(block.text.clone(), around.repeated);
            }
            embed.presenter.children(child, around, blocks);
            for block in own.lists().into_iter().flatten() {
                blocks.send(block, around.repeated);
            }
        }
    }
}

/// Rules that do not look at the data, and with something to see the others.
fn lines(rules: &[Rule], seen: Option<Seen<'_>>) -> Vec<String> {
    let line = |rule: &Rule| match seen {
        Some(seen) => rule.line(seen),
        None if rule.dynamic => None,
        None => rule.line(Seen::Many(0)),
    };
    rules.iter().filter_map(line).collect()
}

fn suggestions(entries: &[Entry<Suggestion>], seen: Seen<'_>) -> Vec<Suggestion> {
    entries.iter().filter_map(|entry| entry.suggestion(seen)).collect()
}
