//! `_select`: which keys are shown, in the order asked for.

mod paths;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock, OnceLock};

use crate::plan::{NodeId, Object, Plan};
use crate::scan::tape::TokenKind;

use paths::Paths;
pub(crate) use paths::{Branch, Chosen};

/// The parameter by which an agent asks for root keys, or for paths.
pub(crate) const SELECT: &str = "_select";

/// A parsed `_select` list: the names asked for, each once.
///
/// It belongs to a request, which does not know how a Presenter reads names: as root keys, or as
/// paths. So whoever looks into it says which.
#[derive(Clone, Debug, Default)]
pub(crate) struct SelectList(Option<Arc<Names>>);

#[derive(Debug)]
struct Names {
    /// Tells most lists apart without a look at their names.
    hash: u64,
    names: Box<[Box<str>]>,
    /// Where each name stands. The names come from outside, and the standard library's hash is
    /// keyed at random: no list makes look-ups slow.
    ranks: HashMap<Box<[u8]>, u32>,
    /// The names as paths, if a Presenter has asked for that.
    paths: OnceLock<Paths>,
}

impl PartialEq for SelectList {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(left), Some(right)) => {
                Arc::ptr_eq(left, right) || (left.hash == right.hash && left.names == right.names)
            }
            _ => false,
        }
    }
}

impl Eq for SelectList {}

/// One random hash for all lists, so that their hashes can be compared.
fn shared_hasher() -> &'static RandomState {
    static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    &HASHER
}

impl SelectList {
    pub(crate) fn new(list: impl IntoIterator<Item = String>) -> Self {
        let (mut names, mut ranks) = (Vec::new(), HashMap::new());
        for name in list {
            ranks.entry(name.as_bytes().into()).or_insert_with(|| {
                names.push(Box::from(name));
                names.len() as u32 - 1
            });
        }
        let is_empty = names.is_empty();
        let hash = shared_hasher().hash_one(&names);
        let paths = OnceLock::new();
        Self((!is_empty).then(|| Arc::new(Names { hash, names: names.into(), ranks, paths })))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn names(&self) -> &[Box<str>] {
        self.0.as_deref().map_or(&[], |list| &list.names)
    }

    /// What is selected of the root; nothing if it is shown whole.
    pub(crate) fn root(&self) -> Option<Branch> {
        (!self.is_empty()).then_some(Branch::ROOT)
    }

    /// Bytes of memory that it holds, about, but for the table of its names.
    pub(crate) fn weight(&self) -> usize {
        let names: usize = self.names().iter().map(|name| name.len()).sum();
        let paths = self.0.as_deref().and_then(|list| list.paths.get());
        names + paths.map_or(0, Paths::weight)
    }

    /// The key of an object, given decoded, if it is selected there.
    pub(crate) fn find(&self, is_nested: bool, branch: Branch, key: &[u8]) -> Option<Chosen> {
        if let Some(paths) = self.paths_if(is_nested) {
            return paths.find(branch, key);
        }
        let rank = *self.0.as_deref()?.ranks.get(key)?;
        Some(Chosen { rank, below: None })
    }

    /// What is selected of a value of this kind where `branch` is selected; nothing if the value is
    /// shown whole. What is no object passes, but arrays are no obstacle on a path.
    pub(crate) fn narrows(
        &self,
        is_nested: bool,
        branch: Branch,
        kind: TokenKind,
    ) -> Option<Branch> {
        let narrows = is_nested || kind == TokenKind::Object;
        (narrows && !self.is_empty()).then_some(branch)
    }

    /// Whether the name at this place means something to the Presenter, even if no data has it.
    pub(crate) fn is_declared(&self, plan: &Plan, at: usize) -> bool {
        match self.paths_if(plan.nested_select) {
            Some(paths) => plan.declares(&paths.way(at)),
            None => plan.declares(&[&*self.names()[at]]),
        }
    }

    /// The tree of the names, if they are paths.
    fn paths_if(&self, is_nested: bool) -> Option<&Paths> {
        let list = self.0.as_deref().filter(|_| is_nested)?;
        Some(list.paths.get_or_init(|| Paths::new(&list.names)))
    }
}

/// A select list during one render: what of it was found so far, and the order of one item.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    list: SelectList,
    /// The names are paths.
    is_nested: bool,
    /// By rank; nothing where nobody asks for it.
    found: Vec<bool>,
    /// The selected fields of the root object's node that came last.
    fields: Vec<Pick>,
    fields_of: Option<NodeId>,
    /// Of the objects that are open, the outermost first.
    picks: Vec<Pick>,
}

/// Something of an object that is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pick {
    rank: u32,
    pub(crate) what: Picked,
    /// What is selected of it, if it is not shown whole.
    pub(crate) below: Option<Branch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Picked {
    /// A declared field, by its place in the schema.
    Field(u32),
    /// A member of the data: its key and its value, as tokens.
    Member(u32, u32),
}

impl Selection {
    /// Begins a render by a plan that reads names as paths or not.
    pub(crate) fn reset(&mut self, list: &SelectList, is_nested: bool) {
        self.is_nested = is_nested;
        if list.is_empty() && self.list.is_empty() {
            // Most calls select nothing, and are small. Nothing is kept of one that did not, either.
            return;
        }
        self.list = list.clone();
        let paths = list.paths_if(is_nested);
        let ranks = paths.map_or(list.names().len(), Paths::ranks);
        self.found.clear();
        self.found.resize(ranks, false);
        self.fields_of = None;
        self.picks.clear();
    }

    /// A selection that does not keep what was found: it costs the same for any list.
    pub(crate) fn unnoted(list: &SelectList, is_nested: bool) -> Self {
        Self { list: list.clone(), is_nested, ..Self::default() }
    }

    fn note(&mut self, rank: u32) {
        if let Some(found) = self.found.get_mut(rank as usize) {
            *found = true;
        }
    }

    /// Bytes of memory held.
    pub(crate) fn capacity(&self) -> usize {
        self.found.capacity() + (self.fields.capacity() + self.picks.capacity()) * size_of::<Pick>()
    }

    pub(crate) fn shrink(&mut self) {
        *self = Self::default();
    }

    /// The same list, of which nothing was found yet.
    pub(crate) fn again(&self) -> Self {
        let mut again = Self::default();
        again.reset(&self.list, self.is_nested);
        again
    }

    /// Counts as found what the same list found elsewhere.
    pub(crate) fn merge_found(&mut self, other: &Self) {
        self.found.iter_mut().zip(&other.found).for_each(|(found, other)| *found |= other);
    }

    /// What is selected of the root; nothing if it is shown whole.
    pub(crate) fn root(&self) -> Option<Branch> {
        self.list.root()
    }

    pub(crate) fn list(&self) -> &SelectList {
        &self.list
    }

    /// As [`SelectList::narrows`].
    pub(crate) fn narrows(&self, branch: Branch, kind: TokenKind) -> Option<Branch> {
        self.list.narrows(self.is_nested, branch, kind)
    }

    /// Begins an object, and gives where its picks will stand. They are [taken](Self::end) away when
    /// all of it was sent.
    pub(crate) fn begin(&self) -> usize {
        self.picks.len()
    }

    /// Picks the fields that are selected at `branch` of those that `object`, the node `id`,
    /// declares.
    pub(crate) fn pick_fields(&mut self, branch: Branch, id: NodeId, object: &Object) {
        if branch != Branch::ROOT {
            let mut picks = std::mem::take(&mut self.picks);
            self.choose(branch, object, &mut picks);
            self.picks = picks;
            return;
        }
        if self.fields_of != Some(id) {
            self.fields_of = Some(id);
            let mut fields = std::mem::take(&mut self.fields);
            fields.clear();
            self.choose(branch, object, &mut fields);
            self.fields = fields;
        }
        self.picks.extend_from_slice(&self.fields);
    }

    fn choose(&mut self, branch: Branch, object: &Object, chosen: &mut Vec<Pick>) {
        for (at, field) in (0..).zip(&object.fields) {
            let found = self.list.find(self.is_nested, branch, field.key.as_bytes());
            if let Some(Chosen { rank, below }) = found
                && field.is_shown
            {
                self.note(rank);
                chosen.push(Pick { rank, what: Picked::Field(at), below });
            }
        }
    }

    /// Picks a member of the data, if its key, given decoded, is selected at `branch`.
    pub(crate) fn pick_member(&mut self, branch: Branch, name: &[u8], key: usize, value: usize) {
        if let Some(Chosen { rank, below }) = self.list.find(self.is_nested, branch, name) {
            self.note(rank);
            self.picks.push(Pick { rank, what: Picked::Member(key as u32, value as u32), below });
        }
    }

    /// Puts what was picked of the object whose picks begin at `start` into the order asked for.
    pub(crate) fn sort(&mut self, start: usize) {
        self.picks[start..].sort_unstable();
    }

    /// The picks of that object, which is the innermost.
    pub(crate) fn picks(&self, start: usize) -> &[Pick] {
        &self.picks[start..]
    }

    /// A pick of any object that is open.
    pub(crate) fn pick(&self, at: usize) -> Option<Pick> {
        self.picks.get(at).copied()
    }

    /// Ends the object whose picks begin at `start`.
    pub(crate) fn end(&mut self, start: usize) {
        self.picks.truncate(start);
    }

    /// The names, by their places in the list, of which nothing was found.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = usize> {
        let paths = self.list.paths_if(self.is_nested);
        let rank_of = move |name| paths.map_or(name, |paths| paths.rank_of(name));
        (0..self.list.names().len()).filter(move |name| !self.found[rank_of(*name)])
    }
}
