//! What the hooks of one render share: the data, the plan, and memory that is kept.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use bumpalo::Bump;

use crate::plan::Plan;
use crate::scan::dispatch::{Level, VectorJob, dispatch};
use crate::scan::tape::Tape;
use crate::scan::vector::Vector;
use crate::scan::window::{Window, WindowScratch};
use crate::walk::Failures;
use crate::walk::bind::{BindScratch, Site, bind};
use crate::walk::drive::Bound;
use crate::walk::owners::Owner;
use crate::walk::select::SelectList;

use super::forms::{Forms, Source};
use super::page::{ItemPlace, Page};

/// How hooks of one Presenter look at the data.
#[derive(Clone, Copy)]
pub(crate) struct Environment<'a> {
    pub(crate) plan: &'a Plan,
    /// Hooks see what is shown, with this selection, instead of what came in.
    pub(crate) shown: Option<&'a SelectList>,
    pub(crate) render: &'a HookRender<'a>,
}

/// What all hooks of a render have in common. Behind a reference, since each View holds it.
#[derive(Clone, Copy)]
pub(crate) struct HookRender<'a> {
    pub(crate) input: &'a [u8],
    /// How deep an item may nest.
    pub(crate) depth: usize,
    pub(crate) level: Level,
    /// Bytes of input that are indexed at a time.
    pub(crate) window: usize,
    /// Text that hooks build.
    pub(crate) arena: &'a Bump,
    pub(crate) memory: &'a HookMemory,
    /// A hook has read a value that is not shown as it is.
    pub(crate) saw_redacted: &'a Cell<bool>,
    /// A value could not be read again, so that hooks have not seen all.
    pub(crate) is_cut: &'a Cell<bool>,
}

impl fmt::Debug for Environment<'_> {
    /// Says nothing of the data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("input", &self.render.input.len())
            .finish_non_exhaustive()
    }
}

/// An item of the data, read and bound.
#[derive(Debug, Default)]
pub(crate) struct ItemTape {
    pub(crate) tape: Tape,
    pub(crate) bind: BindScratch,
    /// Where in the input its tokens count from.
    pub(crate) base: usize,
}

/// Memory for hooks, which a Renderer keeps.
#[derive(Default)]
pub(crate) struct HookMemory {
    page: RefCell<Page>,
    pub(super) forms: RefCell<Forms>,
    /// Items; one that nobody else holds is free. Empty is the place of one that is being filled.
    tapes: RefCell<Vec<Option<Arc<ItemTape>>>>,
    /// Where to look for a free one behind the first.
    next: Cell<usize>,
    windows: RefCell<Vec<WindowScratch>>,
    texts: RefCell<Vec<String>>,
}

impl ItemTape {
    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.tape.capacity() + self.bind.capacity()
    }
}

impl fmt::Debug for HookMemory {
    /// Says nothing of the data that it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HookMemory")
    }
}

/// Items that are always asked first, in order, so that a render that is like the last finds the
/// memory that fits: few hooks hold more views at a time.
const FIRST: usize = 8;

/// How many others are asked whether they are free before memory for another is made.
const ASKED: usize = 4;

/// Items whose memory is kept for the next render.
const KEPT_TAPES: usize = 64;

impl HookMemory {
    /// An item to be filled, and its place. [`give_back`](Self::give_back) is to be called with
    /// both.
    fn tape(&self) -> (Arc<ItemTape>, usize) {
        let mut tapes = self.tapes.borrow_mut();
        let count = tapes.len();
        let is_free = |tape: &mut Option<Arc<ItemTape>>| match tape {
            Some(tape) => Arc::get_mut(tape).is_some(),
            None => true,
        };
        let mut found = tapes.iter_mut().take(FIRST).position(is_free);
        for _ in 0..count.saturating_sub(FIRST).min(ASKED) {
            if found.is_some() {
                break;
            }
            let at = FIRST + self.next.get() % (count - FIRST);
            found = is_free(&mut tapes[at]).then_some(at);
            self.next.set(at + 1 - FIRST);
        }
        let at = found.unwrap_or_else(|| {
            tapes.push(None);
            count
        });
        (tapes[at].take().unwrap_or_default(), at)
    }

    fn give_back(&self, tape: Arc<ItemTape>, place: usize) {
        if let Some(free) = self.tapes.borrow_mut().get_mut(place) {
            *free = Some(tape);
        }
    }

    pub(crate) fn window(&self) -> WindowScratch {
        let mut window = self.windows.borrow_mut().pop().unwrap_or_default();
        window.begin();
        window
    }

    pub(crate) fn give_back_window(&self, window: WindowScratch) {
        self.windows.borrow_mut().push(window);
    }

    /// An empty text.
    pub(crate) fn text(&self) -> String {
        let mut text = self.texts.borrow_mut().pop().unwrap_or_default();
        text.clear();
        text
    }

    pub(crate) fn give_back_text(&self, text: String) {
        self.texts.borrow_mut().push(text);
    }

    /// Forgets what was read, and items beyond those that are worth keeping.
    pub(crate) fn end(&mut self) {
        self.page.get_mut().clear();
        self.forms.get_mut().begin();
        self.tapes.get_mut().truncate(KEPT_TAPES);
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&mut self) -> usize {
        let list = self.tapes.get_mut().capacity() * size_of::<Option<Arc<ItemTape>>>();
        let tapes = self.tapes.get_mut().iter().flatten().map(|item| item.capacity());
        let windows = self.windows.get_mut().iter().map(|window| window.index.capacity());
        let texts = self.texts.get_mut().iter().map(String::capacity);
        let (page, forms) = (self.page.get_mut().capacity(), self.forms.get_mut().capacity());
        list + tapes.chain(windows).chain(texts).sum::<usize>() + page + forms
    }
}

impl<'a> Environment<'a> {
    /// Reads an item of a collection, as [`read`](Self::read) does, unless it was read before and
    /// is still there.
    pub(super) fn item(
        &self,
        window: &mut Window,
        scratch: &mut WindowScratch,
        start: usize,
        owner: Owner,
        place: ItemPlace,
    ) -> Option<(Arc<ItemTape>, usize)> {
        let page = &self.render.memory.page;
        let plan = self.plan.id;
        if let Some(known) = page.borrow().find(plan, owner, place) {
            return Some(known);
        }
        if !page.borrow_mut().awaits(plan, owner, place) {
            return self.read(window, scratch, start, owner);
        }
        let spare = page.borrow_mut().spare();
        let mut item = spare.unwrap_or_default();
        let end = self.fill(&mut item, window, scratch, start, owner)?;
        page.borrow_mut().add(Arc::clone(&item), end, owner);
        Some((item, end))
    }

    /// Reads the value that begins at `start` of the input and binds it to its owner. Gives where
    /// it ends, too.
    pub(crate) fn read(
        &self,
        window: &mut Window,
        scratch: &mut WindowScratch,
        start: usize,
        owner: Owner,
    ) -> Option<(Arc<ItemTape>, usize)> {
        let (mut item, place) = self.render.memory.tape();
        let end = self.fill(&mut item, window, scratch, start, owner)?;
        self.render.memory.give_back(Arc::clone(&item), place);
        Some((item, end))
    }

    /// Reads a value into an item that nobody else holds, and gives where it ends.
    ///
    /// The whole input was read before, and found to be well formed and to fit: `None`, which
    /// [`is_cut`](HookRender::is_cut) keeps, is for what is too large to be addressed.
    fn fill(
        &self,
        item: &mut Arc<ItemTape>,
        window: &mut Window,
        scratch: &mut WindowScratch,
        start: usize,
        owner: Owner,
    ) -> Option<usize> {
        let end = self.fill_bound(item, window, scratch, start, owner);
        self.render.is_cut.set(self.render.is_cut.get() | end.is_none());
        end
    }

    fn fill_bound(
        &self,
        item: &mut Arc<ItemTape>,
        window: &mut Window,
        scratch: &mut WindowScratch,
        start: usize,
        owner: Owner,
    ) -> Option<usize> {
        let item = Arc::get_mut(item)?;
        let (plan, HookRender { input, depth, level, .. }) = (self.plan, *self.render);
        let forms = &mut *self.render.memory.forms.borrow_mut();
        let whose = (plan, owner);
        let read = ReadValue { window, scratch, input, start, depth, whose, forms, item };
        let (end, is_bound) = dispatch(level, read)?;
        if !is_bound {
            self.bind(item, owner)?;
            if window.is_compact() && window.start == item.base {
                let source = Source::new(window, input, scratch);
                forms.learn(plan, owner, source, self.bound(item));
            }
        }
        Some(end)
    }

    /// The value at token `at` of an item, by itself, bound to its owner.
    pub(crate) fn part(&self, whole: &ItemTape, at: usize, owner: Owner) -> Option<Arc<ItemTape>> {
        let (mut item, place) = self.render.memory.tape();
        let filled = Arc::get_mut(&mut item)?;
        filled.tape.copy_value(&whole.tape.tokens, at);
        filled.base = whole.base;
        self.bind(filled, owner)?;
        self.render.memory.give_back(Arc::clone(&item), place);
        Some(item)
    }

    fn bind(&self, item: &mut ItemTape, owner: Owner) -> Option<()> {
        let mut failures = Failures::default();
        let site = Site { failures: &mut failures, item: None, within: &[], offset: item.base };
        let bytes = &self.render.input[item.base..];
        bind(self.plan, owner, bytes, &mut item.tape.tokens, &mut item.bind, site);
        failures.is_empty().then_some(())
    }

    pub(crate) fn bound<'t>(&'t self, item: &'t ItemTape) -> Bound<'t> {
        Bound {
            bytes: &self.render.input[item.base..],
            tokens: &item.tape.tokens,
            slots: &item.bind.slots,
            offset: item.base,
        }
    }
}

/// Reads one value of a well-formed input, whatever its size.
struct ReadValue<'r> {
    window: &'r mut Window,
    scratch: &'r mut WindowScratch,
    input: &'r [u8],
    start: usize,
    depth: usize,
    whose: (&'r Plan, Owner),
    forms: &'r mut Forms,
    item: &'r mut ItemTape,
}

impl VectorJob for ReadValue<'_> {
    /// Where the value ends, and whether it is bound to its owner.
    type Output = Option<(usize, bool)>;

    #[inline(always)]
    fn run<V: Vector>(self, vector: V) -> Self::Output {
        let Self { window, scratch, input, start, depth, whose, forms, item } = self;
        if !window.covers(start) {
            window.open(vector, input, start, 0, scratch);
        }
        if window.is_compact() {
            window.seek(start, &scratch.index);
            let source = Source::new(window, input, scratch);
            let place = (start - window.start, window.entry);
            if let Some(found) = forms.read(vector, whose, source, place, item) {
                item.base = window.start;
                window.entry = found.entry;
                return Some((window.start + found.end, true));
            }
        }
        let tape = &mut item.tape;
        let (base, end) = window.read_whole(vector, input, start, depth, tape, scratch).ok()?;
        item.base = base;
        Some((end, false))
    }
}
