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
use crate::hook::values::ValueHooks;
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
    /// Hooks of the response's own Presenter that look at the value itself.
    pub(crate) values: Option<&'a dyn ValueHooks>,
}

/// The data of one Presenter: of the response, or of one that is embedded.
struct Data<'a> {
    /// What hooks look at, and whether any do: then it is there, and so is `raw`.
    hooks: Option<Seen<'a>>,
    /// Hooks that look at the value itself, with it.
    values: Option<&'a dyn ValueHooks>,
    /// Items beyond the limit.
    hidden: usize,
    shown: usize,
    /// How arrays stand in cells of the response's own data block.
    array_cells: Option<ArrayCells>,
    raw: Option<Raw<'a>>,
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
            self.ui(presenter, data);
        }
        fixed::appended_ui(self.output, appended);
        self.embeds(presenter, data, shows_ui);
        fixed::appended_raw(self.output, appended);
        fixed::directives(self.output, presenter, appended);
        self.rules(presenter, data, appended);
        self.suggestions(presenter, data, appended);
    }

    /// The data of the response's own Presenter.
    fn root(&self, presenter: &'a Inner, root: Root) -> Option<Data<'a>> {
        let surroundings = &presenter.surroundings;
        let Root { hidden, shown, array_cells, .. } = root;
        let values = self.values;
        let unseen =
            Data { hooks: None, values, hidden, shown, array_cells, raw: None, wire: None };
        if !surroundings.has_hooks {
            return Some(unseen);
        }
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
        Some(Data { hooks: Some(hooks), raw: Some(raw), wire, ..unseen })
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

    fn ui(&mut self, presenter: &Inner, data: &Data<'_>) {
        let surroundings = &presenter.surroundings;
        let saw = self.environment.render.saw_redacted;
        let output = &mut *self.output;
        match &data.hooks {
            Some(Seen::Document(view)) => {
                for hook in &surroundings.ui {
                    noting(output, saw, |output| hook(view, &mut Ui::new(output)), |output| output);
                }
            }
            Some(Seen::Collection(items)) => {
                for hook in &surroundings.collection_ui {
                    noting(
                        output,
                        saw,
                        |output| hook(items, &mut Ui::new(output)),
                        |output| output,
                    );
                }
            }
            None => {}
        }
        if let Some(values) = data.values {
            trusting(output, |output| values.ui(data.shown, output), |output| output);
        }
    }

    fn rules(&mut self, presenter: &Inner, data: &Data<'_>, appended: Option<&Appended<'_>>) {
        let Data { hooks, array_cells, shown, .. } = data;
        let surroundings = &presenter.surroundings;
        let values = data.values.filter(|values| values.has_rules());
        let has_dynamic = surroundings.has_dynamic_rules();
        if !has_dynamic && surroundings.collection_rules.is_empty() && values.is_none() {
            return fixed::rules(self.output, presenter, *array_cells, appended);
        }
        let appended = appended.map_or(&[][..], |appended| &appended.rules);
        let saw = self.environment.render.saw_redacted;
        let view = match hooks {
            Some(Seen::Document(view)) => Some(view.clone()),
            // Only if somebody asks for it.
            Some(Seen::Collection(items)) if has_dynamic => items.first(),
            Some(Seen::Collection(_)) | None => None,
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
        if let Some(values) = values {
            trusting(
                &mut rules,
                |rules| values.item_rules(*shown, rules),
                |rules| rules.list.output,
            );
        }
        if let Some(Seen::Collection(items)) = hooks {
            for hook in &surroundings.collection_rules {
                noting(&mut rules, saw, |rules| hook(items, rules), |rules| rules.list.output);
            }
        }
        if let Some(values) = values {
            trusting(
                &mut rules,
                |rules| values.collection_rules(*shown, rules),
                |rules| rules.list.output,
            );
        }
        appended.iter().for_each(|text| rules.list.entry(text));
        rules.list.end();
    }

    fn suggestions(&mut self, presenter: &Inner, data: &Data<'_>, appended: Option<&Appended<'_>>) {
        let surroundings = &presenter.surroundings;
        let saw = self.environment.render.saw_redacted;
        let mut next = Suggestions::new(self.output);
        let of_values = data.values.is_some_and(ValueHooks::has_collection_suggestions);
        let of_collection = of_values || !surroundings.collection_suggestions.is_empty();
        let item = match &data.hooks {
            Some(Seen::Document(view)) => Some(view.clone()),
            Some(Seen::Collection(items)) if items.is_empty() => None,
            Some(Seen::Collection(items)) if of_collection => {
                for hook in &surroundings.collection_suggestions {
                    noting(&mut next, saw, |next| hook(items, next), |next| next.list.output);
                }
                None
            }
            Some(Seen::Collection(items)) if !surroundings.suggestions.is_empty() => items.first(),
            Some(Seen::Collection(_)) | None => None,
        };
        if let Some(view) = &item {
            for hook in &surroundings.suggestions {
                noting(&mut next, saw, |next| hook(view, next), |next| next.list.output);
            }
        }
        if let Some(values) = data.values {
            let suggest = |next: &mut Suggestions<'_>| match of_collection && !values.is_item() {
                true => values.collection_suggestions(data.shown, next),
                false => values.item_suggestions(data.shown, next),
            };
            trusting(&mut next, suggest, |next| next.list.output);
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

/// The same for hooks that see the value itself: all that they write may show redacted values.
fn trusting<T>(sink: &mut T, hooks: impl FnOnce(&mut T), output: impl Fn(&mut T) -> &mut Output) {
    let mark = output(sink).mark();
    hooks(sink);
    output(sink).taint_since(mark);
}
