//! Remembering the shapes of items, and writing the next item by them.

use crate::emit::context::{Context, ContextId};
use crate::emit::program::{Item, Leaves, Program, Source};
use crate::plan::Plan;
use crate::scan::vector::Vector;
use crate::walk::drive::{Bound, drive_selected};
use crate::walk::events::{Events, Sink};
use crate::walk::owners::Owner;
use crate::walk::predicted::{Match, Places, Predicted};
use crate::walk::select::{Branch, SelectList, Selection};
use crate::walk::shape::{self, Class, Shape};
use crate::walk::tally::Tally;

/// Shapes that are kept for one kind of render.
const MOST_SHAPES: usize = 4;

/// Kinds of render that are remembered.
const MOST_KINDS: usize = 64;

/// Items that one kind of render may learn from; each form of item counts once.
const LESSONS: usize = 64;

/// With longer select lists items are not foreseen: what is remembered lasts, and long lists from
/// outside do not.
const MOST_NAMES: usize = 64;

/// Bytes of names and settings that a kind may have to be foreseen, for the same reason: a header is
/// made of the data's keys, and neither they nor names have a length of their own.
const MOST_KEY: usize = 8 << 10;

/// After this many renders of a kind it may learn anew: the data may have changed.
const RENDERS_A_TERM: u32 = 4096;

/// Misses in one render that are borne before shapes are no longer tried in it, beyond as many
/// as there are matches.
const MISSES_BORNE: usize = 64;

/// What a Renderer remembers of the shapes that it has met, and how to write them in one format.
#[derive(Debug)]
pub(crate) struct Predictor<P: Program> {
    kinds: Vec<RenderKind<P>>,
    /// The kind of the values at hand, if they are predicted.
    current: Option<usize>,
    places: Box<Places>,
    /// Counts the renders.
    render: u64,
    matches: usize,
    misses: usize,
}

/// Renders whose items are written alike.
#[derive(Debug)]
struct RenderKind<P: Program> {
    key: Key<P::Settings>,
    /// The one that matched last in front.
    predictions: Vec<Prediction<P>>,
    /// The forms of item that were learned from, whatever came of it.
    lessons: Vec<u64>,
    renders: u32,
    /// The last render of the kind.
    used_in: u64,
}

/// A shape, and what to do with the items that have it.
#[derive(Debug)]
struct Prediction<P> {
    shape: Shape,
    predicted: Predicted,
    program: P,
    /// What each item adds to the counts, and the paths and selected names that it has.
    tally: Tally,
    selection: Selection,
    /// Bytes of memory that it holds, about.
    weight: usize,
    /// The last render that counted the paths and names.
    counted_in: u64,
}

/// What predictions hold for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key<S> {
    plan: u64,
    owner: Owner,
    context: ContextId,
    select: SelectList,
    /// What of the list is selected of the values.
    branch: Branch,
    settings: S,
}

/// Bytes of memory that a kind with these holds for them, about.
fn key_weight<P: Program>(select: &SelectList, settings: &P::Settings) -> usize {
    select.weight() + P::weight_of(settings)
}

impl<P: Program> Default for Predictor<P> {
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            current: None,
            places: Box::default(),
            render: 0,
            matches: 0,
            misses: 0,
        }
    }
}

impl<P: Program> Predictor<P> {
    /// Bytes of memory held, about.
    pub(crate) fn capacity(&self) -> usize {
        let weight = |kind: &RenderKind<P>| {
            let predictions = kind.predictions.iter().map(|prediction| prediction.weight);
            key_weight::<P>(&kind.key.select, &kind.key.settings) + predictions.sum::<usize>()
        };
        self.kinds.iter().map(weight).sum()
    }

    /// Forgets everything.
    pub(crate) fn shrink(&mut self) {
        self.kinds = Vec::new();
        self.current = None;
    }

    /// Prepares for a render.
    pub(crate) fn begin(&mut self) {
        self.render += 1;
        (self.matches, self.misses) = (0, 0);
    }

    /// The values that follow are not predicted.
    pub(crate) fn turn_away(&mut self) {
        self.current = None;
    }

    /// Prepares for values of this owner, of which `select` shows what it has at the branch.
    pub(crate) fn turn_to<C: Context>(
        &mut self,
        plan: &Plan,
        owner: Owner,
        (select, branch): (&SelectList, Branch),
        settings: &P::Settings,
    ) {
        let is_long = select.names().len() > MOST_NAMES;
        if is_long || key_weight::<P>(select, settings) > MOST_KEY {
            return self.turn_away();
        }
        let context = ContextId::of::<C>();
        let found = self.kinds.iter().position(|kind| {
            let key = &kind.key;
            key.plan == plan.id
                && key.owner == owner
                && key.context == context
                && key.branch == branch
                && key.select == *select
                && key.settings == *settings
        });
        let current = found.unwrap_or_else(|| {
            let (select, settings) = (select.clone(), settings.clone());
            self.add_kind(Key { plan: plan.id, owner, context, select, branch, settings })
        });
        self.current = Some(current);
        let kind = &mut self.kinds[current];
        kind.used_in = self.render;
        kind.renders += 1;
        if kind.renders >= RENDERS_A_TERM {
            kind.renders = 0;
            kind.lessons.clear();
        }
    }

    #[cold]
    fn add_kind(&mut self, key: Key<P::Settings>) -> usize {
        let kind = RenderKind {
            key,
            predictions: Vec::with_capacity(MOST_SHAPES),
            lessons: Vec::with_capacity(LESSONS),
            renders: 0,
            used_in: 0,
        };
        if self.kinds.len() < MOST_KINDS {
            self.kinds.push(kind);
            return self.kinds.len() - 1;
        }
        let oldest = (0..self.kinds.len()).min_by_key(|at| self.kinds[*at].used_in).unwrap_or(0);
        self.kinds[oldest] = kind;
        oldest
    }

    /// Whether it is worth asking.
    #[inline(always)]
    pub(crate) fn is_ready_for(&self, owner: Owner) -> bool {
        self.current().is_some_and(|kind| {
            kind.key.owner == owner
                && !kind.predictions.is_empty()
                && self.misses <= MISSES_BORNE + self.matches
        })
    }

    #[inline(always)]
    fn current(&self) -> Option<&RenderKind<P>> {
        self.kinds.get(self.current?)
    }

    /// Writes the item at `start` of the window, whose index it enters at `entry`, if it has a
    /// shape that is remembered.
    #[inline(always)]
    pub(crate) fn write<V: Vector, C: Context>(
        &mut self,
        vector: V,
        plan: &Plan,
        source: Source<'_>,
        (start, entry): (usize, usize),
        counts: ItemCounts<'_>,
        output: P::Output<'_>,
    ) -> Option<Match> {
        let RenderKind { key, predictions, .. } = self.kinds.get_mut(self.current?)?;
        let (places, positions) = (&mut *self.places, source.index.positions());
        // A loop, not an adapter: a closure that is not inlined would be compiled without the
        // vector's instructions.
        let mut found = None;
        for (rank, prediction) in predictions.iter().enumerate() {
            if prediction.shape.depth > counts.depth {
                continue;
            }
            let predicted = &prediction.predicted;
            let place = (start, entry);
            if let Some(item) = predicted.find(vector, plan, source.bytes, positions, place, places)
            {
                found = Some((rank, item));
                break;
            }
        }
        let Some((rank, found)) = found else {
            self.misses += 1;
            return None;
        };
        self.matches += 1;
        if rank > 0 {
            predictions.swap(0, rank);
        }
        if key.owner == Owner::Nobody {
            return Some(found);
        }
        let prediction = &mut predictions[0];
        let item = Item { predicted: &prediction.predicted, places, start, found };
        if !prediction.program.run::<V, C>(vector, item, source, output) {
            return None;
        }
        if prediction.counted_in != self.render {
            prediction.counted_in = self.render;
            counts.tally.merge_matched(&prediction.tally);
            counts.selection.merge_found(&prediction.selection);
        }
        counts.tally.dropped += prediction.tally.dropped;
        counts.tally.redacted += prediction.tally.redacted;
        Some(found)
    }

    /// Learns the shape of an item that was written the general way, unless an item of the same
    /// form was learned from before.
    #[cold]
    #[inline(never)]
    pub(crate) fn learn<C: Context>(
        &mut self,
        plan: &Plan,
        owner: Owner,
        bound: Bound<'_>,
        source: Source<'_>,
        selection: &Selection,
    ) {
        let Some(kind) = self.current.and_then(|at| self.kinds.get_mut(at)) else { return };
        if kind.key.owner != owner || kind.lessons.len() >= LESSONS {
            return;
        }
        let form = shape::form(bound.bytes, bound.tokens);
        if kind.lessons.contains(&form) {
            return;
        }
        kind.lessons.push(form);
        let Some(learned) = Shape::learn(source.bytes, source.index, bound.tokens) else { return };
        let selection = (!kind.key.select.is_empty()).then_some(selection);
        let (settings, part) = (&kind.key.settings, (selection, kind.key.branch));
        let predict = |shape| predict::<P, C>(plan, owner, shape, bound, part, settings);
        for prediction in &mut kind.predictions {
            if let Some(wider) = prediction.shape.merge(&learned).and_then(predict) {
                *prediction = wider;
                return;
            }
        }
        if kind.predictions.len() < MOST_SHAPES {
            kind.predictions.extend(predict(learned));
        }
    }
}

/// Prepares to write items of `shape`, which the bound item has.
fn predict<P: Program, C: Context>(
    plan: &Plan,
    owner: Owner,
    shape: Shape,
    bound: Bound<'_>,
    (selection, branch): (Option<&Selection>, Branch),
    settings: &P::Settings,
) -> Option<Prediction<P>> {
    let predicted = Predicted::new(plan, owner, &shape, bound)?;
    let mut leaves: Vec<(usize, u16)> = shape
        .leaves
        .iter()
        .zip(0..)
        .filter(|(leaf, _)| leaf.class != Class::End)
        .map(|(leaf, at)| (bound.offset + bound.tokens[leaf.token as usize].start as usize, at))
        .collect();
    leaves.sort_unstable();
    let selection = selection.map(Selection::again).unwrap_or_default();
    let mut lesson = Lesson { plan, owner, branch, bound, selection, tally: Tally::default() };
    let program = P::record::<C>(settings, &predicted, Leaves(&leaves), &mut lesson)?;
    Some(Prediction {
        weight: predicted.weight() + program.weight() + shape.weight(),
        shape,
        predicted,
        program,
        tally: lesson.tally,
        selection: lesson.selection,
        counted_in: 0,
    })
}

/// An item to be learned from.
struct Lesson<'a> {
    plan: &'a Plan,
    owner: Owner,
    branch: Branch,
    bound: Bound<'a>,
    selection: Selection,
    tally: Tally,
}

impl Events for Lesson<'_> {
    fn send<S: Sink>(&mut self, sink: &mut S) {
        let Self { plan, owner, branch, bound, selection, tally } = self;
        tally.reset(plan.paths);
        drive_selected(plan, (*owner, *branch), *bound, &[], selection, tally, sink);
    }
}

/// What is counted of an item, and how deep it may be.
pub(crate) struct ItemCounts<'a> {
    /// How many containers it may nest.
    pub(crate) depth: usize,
    pub(crate) tally: &'a mut Tally,
    pub(crate) selection: &'a mut Selection,
}
