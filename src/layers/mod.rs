//! Everything around the data, layer by layer: what hooks write, what Presenters embed, what is
//! always sent, what a handler appends.

#![forbid(unsafe_code)]

mod embeds;
pub(crate) mod fixed;

use std::cell::Cell;

use crate::blocks::output::Output;
use crate::door::json::Root;
use crate::emit::toon::cells::ArrayCells;
use crate::hook::environment::Environment;
use crate::hook::items::{ItemOwner, Items};
use crate::hook::lists::{Rules, Suggestions};
use crate::hook::ui::Ui;
use crate::hook::view::View;
use crate::presenter::Inner;
use crate::presenter::hooks::ReadyRule;
use crate::response::Appended;
use crate::scan::window::Window;
use crate::walk::owners::Owner;

use embeds::Raw;

/// A response whose data has been written.
pub(crate) struct Layers<'a> {
    pub(crate) output: &'a mut Output,
    /// The data, as the hooks of the response's own Presenter look at it.
    pub(crate) environment: Environment<'a>,
    /// The data as it is shown, for hooks that may see no more than that.
    pub(crate) shown: Environment<'a>,
    /// A Presenter around the one at hand lets hooks see only what is shown.
    pub(crate) redacts: bool,
}

/// The data of one Presenter: of the response, or of one that is embedded.
struct Data<'a> {
    hooks: Seen<'a>,
    /// Items beyond the limit.
    hidden: usize,
    shown: usize,
    /// How arrays stand in cells of the response's own data block.
    array_cells: Option<ArrayCells>,
    raw: Raw<'a>,
    /// The same data as it is shown, if hooks here or deeper may see no more than that.
    wire: Option<Seen<'a>>,
}

/// Data as hooks see it.
#[derive(Clone)]
enum Seen<'a> {
    Document(View<'a>),
    Collection(Items<'a>),
}

impl<'a> Layers<'a> {
    /// Writes every layer behind the data, where some layer looks at it. If `is_cut` of the
    /// environment's render is set by then, something is missing.
    pub(crate) fn write(
        &mut self,
        presenter: &'a Inner,
        root: Root,
        appended: Option<&Appended<'_>>,
    ) {
        match self.root(presenter, root) {
            Some(data) => self.write_all(presenter, &data, appended, true),
            None => self.environment.render.is_cut.set(true),
        }
    }

    fn write_all(
        &mut self,
        presenter: &'a Inner,
        data: &Data<'a>,
        appended: Option<&Appended<'_>>,
        shows_ui: bool,
    ) {
        if shows_ui {
            fixed::notice(self.output, presenter, data.shown, data.hidden);
            self.ui(presenter, &data.hooks);
        }
        fixed::appended_ui(self.output, appended);
        self.embeds(presenter, data, shows_ui);
        fixed::appended_raw(self.output, appended);
        fixed::directives(self.output, presenter, appended);
        self.rules(presenter, data, appended);
        self.suggestions(presenter, &data.hooks, appended);
    }

    /// The data of the response's own Presenter.
    fn root(&self, presenter: &'a Inner, root: Root) -> Option<Data<'a>> {
        let surroundings = &presenter.surroundings;
        let wire = match surroundings.has_redacted_hooks {
            true => Some(self.seen(presenter, self.shown, root)?),
            false => None,
        };
        let hooks = match (&wire, surroundings.redact_hooks) {
            (Some(wire), true) => wire.clone(),
            _ => self.seen(presenter, self.environment, root)?,
        };
        let raw = match &hooks {
            Seen::Document(view) => Raw::of(view)?,
            Seen::Collection(items) => Raw::Collection(items.clone()),
        };
        let Root { hidden, shown, array_cells, .. } = root;
        Some(Data { hooks, hidden, shown, array_cells, raw, wire })
    }

    fn seen(
        &self,
        presenter: &'a Inner,
        environment: Environment<'a>,
        root: Root,
    ) -> Option<Seen<'a>> {
        let plan = &presenter.plan;
        let (document, item) = match environment.shown {
            Some(_) => (plan.document, plan.item),
            None => (plan.own_document, plan.own_item),
        };
        if root.is_collection {
            let owner = ItemOwner::Root(Owner::Node(item));
            return Some(Seen::Collection(Items::new(environment, owner, root.start, root.shown)));
        }
        let owner = Owner::Node(document);
        let mut window = Window::new(environment.render.window);
        let mut scratch = environment.render.memory.window();
        let read = environment.read(&mut window, &mut scratch, root.start, owner);
        environment.render.memory.give_back_window(scratch);
        Some(Seen::Document(View::whole(environment, read?.0, owner, true, None)))
    }

    fn ui(&mut self, presenter: &Inner, data: &Seen<'_>) {
        let surroundings = &presenter.surroundings;
        let saw = self.environment.render.saw_redacted;
        let output = &mut *self.output;
        match data {
            Seen::Document(view) => {
                for hook in &surroundings.ui {
                    noting(output, saw, |output| hook(view, &mut Ui::new(output)), |output| output);
                }
            }
            Seen::Collection(items) => {
                for hook in &surroundings.collection_ui {
                    noting(
                        output,
                        saw,
                        |output| hook(items, &mut Ui::new(output)),
                        |output| output,
                    );
                }
            }
        }
    }

    fn rules(&mut self, presenter: &Inner, data: &Data<'_>, appended: Option<&Appended<'_>>) {
        let Data { hooks: data, array_cells, .. } = data;
        let surroundings = &presenter.surroundings;
        if !surroundings.has_dynamic_rules() && surroundings.collection_rules.is_empty() {
            return fixed::rules(self.output, presenter, *array_cells, appended);
        }
        let appended = appended.map_or(&[][..], |appended| &appended.rules);
        let saw = self.environment.render.saw_redacted;
        let view = match data {
            Seen::Document(view) => Some(view.clone()),
            // Only if somebody asks for it.
            Seen::Collection(items) if surroundings.has_dynamic_rules() => items.first(),
            Seen::Collection(_) => None,
        };
        let mut rules = Rules::new(self.output);
        rules.list.array_cells(*array_cells);
        for rule in &surroundings.rules {
            match (rule, &view) {
                (ReadyRule::Text(text), _) => rules.list.rendered(text),
                (ReadyRule::Dynamic(hook), Some(view)) => {
                    noting(&mut rules, saw, |rules| hook(view, rules), |rules| rules.list.output);
                }
                (ReadyRule::Dynamic(_), None) => {}
            }
        }
        if let Seen::Collection(items) = data {
            for hook in &surroundings.collection_rules {
                noting(&mut rules, saw, |rules| hook(items, rules), |rules| rules.list.output);
            }
        }
        appended.iter().for_each(|text| rules.list.entry(text));
        rules.list.end();
    }

    fn suggestions(&mut self, presenter: &Inner, data: &Seen<'_>, appended: Option<&Appended<'_>>) {
        let surroundings = &presenter.surroundings;
        let saw = self.environment.render.saw_redacted;
        let mut next = Suggestions::new(self.output);
        let item = match data {
            Seen::Document(view) => Some(view.clone()),
            Seen::Collection(items) if items.is_empty() => None,
            Seen::Collection(items) if !surroundings.collection_suggestions.is_empty() => {
                for hook in &surroundings.collection_suggestions {
                    noting(&mut next, saw, |next| hook(items, next), |next| next.list.output);
                }
                None
            }
            Seen::Collection(items) if !surroundings.suggestions.is_empty() => items.first(),
            Seen::Collection(_) => None,
        };
        if let Some(view) = &item {
            for hook in &surroundings.suggestions {
                noting(&mut next, saw, |next| hook(view, next), |next| next.list.output);
            }
        }
        fixed::append_suggestions(&mut next, appended);
        next.list.end();
    }
}

/// Runs a hook that writes to a sink, and notes on what it writes whether it has seen redacted
/// values.
fn noting<T>(
    sink: &mut T,
    saw: &Cell<bool>,
    hook: impl FnOnce(&mut T),
    output: impl Fn(&mut T) -> &mut Output,
) {
    saw.set(false);
    let mark = output(sink).mark();
    hook(sink);
    if saw.get() {
        output(sink).taint_since(mark);
    }
}
