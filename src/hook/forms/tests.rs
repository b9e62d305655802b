//! Items read by their form, beside the same items read the general way.

use std::cell::Cell;

use bumpalo::Bump;

use crate::hook::environment::{Environment, HookMemory, HookRender, ItemTape};
use crate::hook::items::{ItemOwner, Items};
use crate::scan::Isa;
use crate::scan::dispatch::Level;
use crate::walk::owners::Owner;
use crate::{Mode, Presenter, PresenterBuilder, Type, t};

/// The tokens of an item, counted from the start of the input, and its slots.
fn content(item: &ItemTape) -> (Vec<String>, Vec<u32>) {
    let mut tokens = item.tape.tokens.clone();
    for token in &mut tokens {
        token.start += item.base as u32;
        token.end += item.base as u32;
    }
    let tokens = tokens.iter().map(|token| format!("{token:?}")).collect();
    (tokens, item.bind.slots.clone())
}

/// Walks over the items twice: with memory of the forms met, and with none. Gives how many
/// items were read by their form.
fn matches(presenter: &PresenterBuilder, items: &[&str], isa: Isa, window: usize) -> usize {
    let presenter: Presenter = presenter.clone().build().expect("a Presenter");
    let plan = &presenter.0.plan;
    let input = format!("[{}]", items.join(","));
    let (arena, memory) = (Bump::new(), HookMemory::default());
    let (saw, is_cut) = (Cell::new(false), Cell::new(false));
    let render = HookRender {
        input: input.as_bytes(),
        depth: plan.max_depth,
        level: Level::of(isa),
        window,
        arena: &arena,
        memory: &memory,
        saw_redacted: &saw,
        is_cut: &is_cut,
    };
    let environment = Environment { plan, shown: None, render: &render };
    let owner = Owner::Node(plan.own_item);
    let root = ItemOwner::Root(owner);
    let mut walk = Items::new(environment, root, 0, items.len()).walk();
    for (index, text) in items.iter().enumerate() {
        let by_form = walk.next(owner).expect("an item");
        let fresh = HookMemory::default();
        let render = HookRender { memory: &fresh, ..render };
        let environment = Environment { render: &render, ..environment };
        let mut again = Items::new(environment, root, 0, items.len()).walk();
        (0..index).for_each(|_| drop(again.next(Owner::Nobody)));
        assert_eq!(fresh.forms.borrow().matches(owner), 0);
        let general = again.next(owner).expect("an item");
        assert_eq!(content(&by_form), content(&general), "{text} is item {index}");
    }
    assert!(!is_cut.get());
    memory.forms.borrow().matches(owner)
}

impl super::Forms {
    fn matches(&self, owner: Owner) -> usize {
        let of_owner = self.kinds.iter().filter(|kind| kind.owner == owner);
        of_owner.map(|kind| kind.matches).sum()
    }
}

fn check(presenter: &PresenterBuilder, items: &[&str], expected: usize) {
    for isa in Isa::available() {
        for window in [64, 256, 16 << 10] {
            let found = matches(presenter, items, isa, window);
            let fits = if window > 1000 { found == expected } else { found <= expected };
            assert!(fits, "{found} of {expected} with a window of {window}, {isa:?}");
        }
    }
}

#[test]
fn an_item_read_by_its_form_is_the_same() {
    let declared = Presenter::builder("P").schema([
        t::string("name").nullable(),
        t::integer("count"),
        t::array("tags", Type::string()),
        t::object("place", [t::string("city"), t::object("at", [t::number("x")])]),
        t::boolean("is_gift").optional(),
    ]);
    let items = [
        r#"{"other":{},"name":"a","tags":["x","y"],"count":1,"place":{"z":[],"city":"c","at":{"x":1.5}},"is_gift":true}"#,
        r#"{"other":{},"name":"\"<","tags":[],"count":-20,"place":{"z":[],"city":"","at":{"x":0}},"is_gift":false}"#,
        r#"{"other":{},"name":"aé","tags":["\u0041"],"count":1e2,"place":{"z":["q"],"city":"c","at":{"x":-3e4}},"is_gift":true}"#,
        // A null where there was a string widens the form.
        r#"{"other":{},"name":null,"tags":["<"],"count":3,"place":{"z":[],"city":"c","at":{"x":1}},"is_gift":true}"#,
        r#"{"other":{},"name":"b","tags":["s","t","u"],"count":3,"place":{"z":[],"city":"c","at":{"x":1}},"is_gift":true}"#,
        r#"{"other":{},"name":null,"tags":[],"count":3,"place":{"z":[],"city":"c","at":{"x":1}},"is_gift":false}"#,
        // Another order, then the first again.
        r#"{"count":3,"name":"b","tags":["s"],"place":{"at":{"x":1},"city":"c"}}"#,
        r#"{"count":4,"name":"b","tags":[],"place":{"at":{"x":1},"city":"c"}}"#,
        r#"{"other":{},"name":"b","tags":["s"],"count":3,"place":{"z":[],"city":"c","at":{"x":1}},"is_gift":true}"#,
    ];
    check(&declared, &items, 6);
}

#[test]
fn members_that_no_schema_declares() {
    let kept = Presenter::builder("P").schema([t::integer("id")]).mode(Mode::Passthrough);
    let items = [
        r#"{"a":{"b":"x","c":{}},"id":1,"d":null,"e":[]}"#,
        r#"{"a":{"b":"y","c":{}},"id":2,"d":null,"e":["f","g"]}"#,
        r#"{"a":{"b":"","c":{}},"id":3,"d":null,"e":["f"]}"#,
    ];
    check(&kept, &items, 2);
    let everything = Presenter::builder("P").allow_everything();
    check(&everything, &items, 2);
}

#[test]
fn keys_that_occur_twice_are_read_the_general_way() {
    let kept = Presenter::builder("P").schema([t::integer("id")]).mode(Mode::Passthrough);
    check(&kept, &[r#"{"a":1,"id":1,"a":2}"#, r#"{"a":3,"id":2,"a":4}"#], 0);
    let declared = Presenter::builder("P").schema([t::integer("id")]);
    check(&declared, &[r#"{"id":1,"a":1,"id":2}"#, r#"{"id":3,"a":1,"id":4}"#], 1);
    let union = Presenter::builder("P").schema([t::union("id", [Type::string(), Type::integer()])]);
    check(&union, &[r#"{"id":1}"#, r#"{"id":"x"}"#, r#"{"id":2}"#], 0);
}
