//! Looking at a collection: its items are read again, one by one, as a hook walks them.

use std::fmt;
use std::sync::Arc;

use crate::plan::automaton::State;
use crate::plan::{Elements, Plan};
use crate::scan::strict::skip_space;
use crate::scan::window::{Window, WindowScratch};
use crate::walk::failures::Step;
use crate::walk::owners::Owner;
use crate::walk::select::Branch;

use super::environment::{Environment, ItemTape};
use super::page::ItemPlace;
use super::view::{Trail, View};

/// The items of a collection as a hook sees them: those that are shown, up to the limit.
///
/// Of a page, the first 64 small items, what is read is kept for the next walk. All others are read
/// again through a window: walking over them costs what reading them costs, and as much memory as
/// the views that are held at a time, with the texts that had to be decoded for them. A view that
/// is written as it is, in a cell say, needs none for its text.
///
/// ```
/// use mcp_presenter::{Presenter, Renderer, Request, t};
///
/// let orders = Presenter::builder("Order")
///     .schema([t::string("id"), t::integer("cents")])
///     .collection_ui(|orders, ui| {
///         ui.table(["Id", "Cents"], orders.iter().map(|order| [order.get("id"), order.get("cents")]));
///         let total: i64 = orders.iter().filter_map(|order| order.i64("cents")).sum();
///         ui.summary(format_args!("{} orders, {total} cents", orders.len()));
///     })
///     .build()?;
/// let json = br#"[{"id":"a","cents":450},{"id":"b","cents":50}]"#;
/// let blocks = Renderer::new().blocks(&orders, json, &Request::new())?;
/// let summary = blocks.iter().nth(2).expect("a block").1;
/// assert!(summary.contains("2 orders, 500 cents"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Items<'a> {
    environment: Environment<'a>,
    owner: ItemOwner<'a>,
    /// Where the first item starts in the input.
    start: usize,
    count: usize,
    /// The steps to the array, if it is not the root.
    trail: Option<&'a Trail<'a>>,
    /// What is selected of each item, if it is not the root's and not shown whole.
    branch: Option<Branch>,
}

/// What decides about the items.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ItemOwner<'a> {
    /// About all of them the same: they are items of the root array.
    Root(Owner),
    /// They are elements of an array that the schema declares.
    Declared(&'a Elements),
    /// They are elements of an array without a schema.
    Data(State),
}

impl ItemOwner<'_> {
    fn at(&self, plan: &Plan, index: usize) -> Owner {
        match self {
            Self::Root(owner) => *owner,
            Self::Declared(elements) => Owner::Node(elements.at(index)),
            Self::Data(state) => Owner::Data(plan.automaton.index(*state, index)),
        }
    }
}

impl fmt::Debug for Items<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").field("len", &self.count).finish_non_exhaustive()
    }
}

impl<'a> Items<'a> {
    /// A collection that shows nothing.
    pub(crate) fn nothing(environment: Environment<'a>) -> Self {
        let owner = ItemOwner::Root(Owner::Nobody);
        Self { environment, owner, start: 0, count: 0, trail: None, branch: None }
    }

    /// The first `count` items of the array whose bracket stands at `bracket` of the input.
    pub(crate) fn new(
        environment: Environment<'a>,
        owner: ItemOwner<'a>,
        bracket: usize,
        count: usize,
    ) -> Self {
        let start = skip_space(environment.render.input, bracket + 1);
        Self { environment, owner, start, count, trail: None, branch: None }
    }

    /// The same items, of the array that a view stands on.
    pub(crate) fn of(self, array: &View<'a>) -> Self {
        Self { trail: array.trail(), branch: array.branch(), ..self }
    }

    /// How many items are shown.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The items in order. Linear in the bytes of the input up to the last item that is asked for.
    pub fn iter(&self) -> ItemIter<'a> {
        let Self { owner, trail, branch, .. } = *self;
        ItemIter { walk: self.walk(), owner, trail, branch }
    }

    /// Reads the items in order.
    pub(crate) fn walk(&self) -> ItemWalk<'a> {
        ItemWalk {
            environment: self.environment,
            window: Window::new(self.environment.render.window),
            scratch: Some(self.environment.render.memory.window()),
            first: self.start,
            at: self.start,
            index: 0,
            count: self.count,
        }
    }

    /// The first item.
    #[must_use]
    pub fn first(&self) -> Option<View<'a>> {
        self.iter().next()
    }
}

impl<'a> IntoIterator for &Items<'a> {
    type Item = View<'a>;
    type IntoIter = ItemIter<'a>;

    fn into_iter(self) -> ItemIter<'a> {
        self.iter()
    }
}

/// The items of a collection; made by [`Items::iter`].
#[derive(Debug)]
#[must_use]
pub struct ItemIter<'a> {
    walk: ItemWalk<'a>,
    owner: ItemOwner<'a>,
    trail: Option<&'a Trail<'a>>,
    branch: Option<Branch>,
}

impl<'a> Iterator for ItemIter<'a> {
    type Item = View<'a>;

    fn next(&mut self) -> Option<View<'a>> {
        let environment = self.walk.environment;
        let index = self.walk.index;
        let owner = self.owner.at(environment.plan, index);
        let item = self.walk.next(owner)?;
        let is_root = matches!(self.owner, ItemOwner::Root(_));
        // Paths count from the items of a root array.
        let trail = match is_root {
            true => None,
            false => Trail::extend(&environment, self.trail, Step::Index(index), 0),
        };
        let view = View::whole(environment, item, owner, is_root, trail);
        Some(if is_root { view } else { view.selected(self.branch) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.walk.count - self.walk.index;
        (0, Some(left))
    }
}

/// Reads the items of an array, one after the other.
#[derive(Debug)]
pub(crate) struct ItemWalk<'a> {
    environment: Environment<'a>,
    window: Window,
    /// Memory that goes back when this ends.
    scratch: Option<WindowScratch>,
    first: usize,
    at: usize,
    index: usize,
    count: usize,
}

impl ItemWalk<'_> {
    /// The next item, bound to `owner`.
    pub(crate) fn next(&mut self, owner: Owner) -> Option<Arc<ItemTape>> {
        if self.index == self.count {
            return None;
        }
        let place = ItemPlace { first: self.first, index: self.index };
        self.index += 1;
        let scratch = self.scratch.as_mut()?;
        let window = &mut self.window;
        let read = self.environment.item(window, scratch, self.at, owner, place);
        let Some((item, end)) = read else {
            // There is no way behind it.
            self.index = self.count;
            return None;
        };
        let input = self.environment.render.input;
        // The comma, and the white space around it.
        self.at = skip_space(input, skip_space(input, end) + 1);
        Some(item)
    }
}

impl Drop for ItemWalk<'_> {
    fn drop(&mut self) {
        if let Some(scratch) = self.scratch.take() {
            self.environment.render.memory.give_back_window(scratch);
        }
    }
}
