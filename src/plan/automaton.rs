//! All redaction paths of a Presenter as one deterministic automaton over keys and indices.
//!
//! A state stands for a value in the data: it knows what the paths say of the value itself and
//! where each key or index below it leads. Built by subset construction (Rabin and Scott 1959);
//! walking costs one look-up a step, however many paths there are.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::keys::KeyTable;
use super::path::{Path, Segment};

/// A state of the [`Automaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State(u32);

impl State {
    /// Below here no path can match any more.
    pub(crate) const DEAD: Self = Self(0);
}

/// Which censor replaces a value: an index into the Presenter's list of them.
pub(crate) type CensorId = u16;

/// What the paths say of a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// What replaces the value if it is not null.
    pub(crate) censor: Option<CensorId>,
    /// What replaces it if it is null.
    pub(crate) null_censor: Option<CensorId>,
    /// The paths that end here, by their place in the declaration.
    pub(crate) paths: Box<[u32]>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    verdict: Verdict,
    /// Where the keys lead that some path names here.
    keys: KeyTable,
    key_targets: Box<[State]>,
    /// The same for those of the keys that are indices, in ascending order.
    indices: Box<[(usize, State)]>,
    other: Option<State>,
}

/// One path with its censor.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) path: Path,
    pub(crate) censor: CensorId,
    /// How much the censor hides: of several on one value the greatest rank wins, then the first.
    pub(crate) rank: u8,
    /// How many Presenters deep the path was declared: before all else, the outermost wins.
    pub(crate) level: u16,
    /// It replaces a null as well.
    pub(crate) covers_null: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    nodes: Vec<Node>,
    /// The state of the root of a document that is no collection.
    pub(crate) document: State,
    /// The state of an item of a collection.
    pub(crate) item: State,
}

/// More states than this come from paths that nobody writes by hand (`**` before many wildcards
/// doubles them with each), and would cost memory in every Presenter.
const MOST_STATES: usize = 1 << 14;

/// A place in a pattern, after `position` of its segments.
type Place = (u32, u32);

/// A value in whose place paths begin to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// A document.
    Document,
    /// An item of a collection.
    Item,
}

impl Automaton {
    fn node(&self, state: State) -> &Node {
        &self.nodes[state.0 as usize]
    }

    pub(crate) fn verdict(&self, state: State) -> &Verdict {
        &self.node(state).verdict
    }

    /// The state of the member with this key, given decoded.
    pub(crate) fn key(&self, state: State, key: &[u8]) -> State {
        let node = self.node(state);
        match node.keys.find(key) {
            Some(at) => node.key_targets[at],
            None => node.other.unwrap_or(State::DEAD),
        }
    }

    /// The state of the element with this index.
    pub(crate) fn index(&self, state: State, index: usize) -> State {
        let node = self.node(state);
        match node.indices.binary_search_by_key(&index, |(at, _)| *at) {
            Ok(at) => node.indices[at].1,
            Err(_) => node.other.unwrap_or(State::DEAD),
        }
    }

    /// The state of every child that [`named`](Self::named) does not name.
    pub(crate) fn other(&self, state: State) -> State {
        self.node(state).other.unwrap_or(State::DEAD)
    }

    /// The keys that some path names below `state`, and where they lead.
    pub(crate) fn named(&self, state: State) -> impl Iterator<Item = (&str, State)> {
        let node = self.node(state);
        node.keys.iter().zip(node.key_targets.iter().copied())
    }

    /// The indices that some path names below `state`, and where they lead.
    pub(crate) fn named_indices(&self, state: State) -> &[(usize, State)] {
        &self.node(state).indices
    }

    /// Calls `seen` for each path that can match at `state` or anywhere below it.
    pub(crate) fn reachable(&self, state: State, seen: &mut impl FnMut(u32)) {
        let mut visited = vec![false; self.nodes.len()];
        let mut pending = vec![state];
        while let Some(state) = pending.pop() {
            if std::mem::replace(&mut visited[state.0 as usize], true) {
                continue;
            }
            let node = self.node(state);
            node.verdict.paths.iter().for_each(|path| seen(*path));
            pending.extend(node.key_targets.iter().chain(&node.other));
        }
    }
}

/// Makes an [`Automaton`], and lets further paths begin in the middle of it: those of a Presenter
/// that is embedded there.
#[derive(Debug)]
pub(crate) struct Builder {
    patterns: Vec<Pattern>,
    states: HashMap<Vec<Place>, State>,
    /// The places that each state stands for.
    places: Vec<Vec<Place>>,
    pending: Vec<State>,
    automaton: Automaton,
    is_too_large: bool,
}

impl std::ops::Deref for Builder {
    type Target = Automaton;

    /// What there is so far.
    fn deref(&self) -> &Automaton {
        &self.automaton
    }
}

impl Builder {
    /// Compiles the paths that count from the document, or from each item.
    pub(crate) fn new(patterns: Vec<Pattern>) -> Self {
        let mut builder = Self {
            patterns,
            states: HashMap::from([(Vec::new(), State::DEAD)]),
            places: vec![Vec::new()],
            pending: Vec::new(),
            automaton: Automaton {
                nodes: vec![Node::default()],
                document: State::DEAD,
                item: State::DEAD,
            },
            is_too_large: false,
        };
        let all = 0..builder.patterns.len() as u32;
        builder.automaton.document = builder.join(State::DEAD, all.clone(), Start::Document);
        builder.automaton.item = builder.join(State::DEAD, all, Start::Item);
        builder
    }

    /// Adds paths, which begin nowhere yet, and gives their numbers.
    pub(crate) fn add(&mut self, patterns: impl IntoIterator<Item = Pattern>) -> Range<u32> {
        let first = self.patterns.len() as u32;
        self.patterns.extend(patterns);
        first..self.patterns.len() as u32
    }

    /// The state of a value at `state` from which these paths count as well.
    pub(crate) fn join(&mut self, state: State, patterns: Range<u32>, start: Start) -> State {
        let mut places = self.places[state.0 as usize].clone();
        match start {
            Start::Document => places.extend(patterns.map(|pattern| (pattern, 0))),
            Start::Item => self.item_start(patterns, &mut places),
        }
        self.reach(places)
    }

    /// The state of a value that has all of these keys below `state`: its own, and the one that
    /// the data has it under.
    pub(crate) fn any_key<'k>(
        &mut self,
        state: State,
        keys: impl IntoIterator<Item = &'k str>,
    ) -> State {
        let mut states = keys.into_iter().map(|key| self.key(state, key.as_bytes()));
        let first = states.next().unwrap_or(State::DEAD);
        let others: Vec<State> = states.filter(|other| *other != first).collect();
        if others.is_empty() {
            return first;
        }
        let mut places = self.places[first.0 as usize].clone();
        for other in others {
            places.extend_from_slice(&self.places[other.0 as usize]);
        }
        self.reach(places)
    }

    /// The state of these places, with all that can be reached from it.
    fn reach(&mut self, places: Vec<Place>) -> State {
        let reached = self.state(places);
        while let Some(state) = self.pending.pop() {
            if self.automaton.nodes.len() > MOST_STATES {
                self.is_too_large = true;
                self.pending.clear();
            } else {
                self.expand(state);
            }
        }
        reached
    }

    /// # Errors
    ///
    /// The paths need more states than any sensible set of them.
    pub(crate) fn finish(self) -> Result<Automaton, String> {
        if self.is_too_large {
            return Err("the paths are too many kinds of wildcard at once".into());
        }
        Ok(self.automaton)
    }

    pub(crate) fn is_too_large(&self) -> bool {
        self.is_too_large
    }

    /// Paths count from each item. A leading `[*]` is the step from the collection to its items;
    /// a leading `*` may be that step or one inside the item, but never censors an item whole.
    fn item_start(&self, patterns: Range<u32>, places: &mut Vec<Place>) {
        for pattern in patterns {
            let path = &self.patterns[pattern as usize].path;
            let leading_star = path.segments[0] == Segment::Every;
            if leading_star && (path.starts_with_bracket || path.segments.len() > 1) {
                places.push((pattern, 1));
            }
            if !path.starts_with_bracket {
                places.push((pattern, 0));
            }
        }
    }

    fn segment(&self, (pattern, position): Place) -> Option<&Segment> {
        self.patterns[pattern as usize].path.segments.get(position as usize)
    }

    /// A `**` may stand for no step at all, except at the end.
    fn close(&self, places: &mut Vec<Place>) {
        let mut at = 0;
        while let Some(&(pattern, position)) = places.get(at) {
            let next = (pattern, position + 1);
            if self.segment((pattern, position)) == Some(&Segment::Deep)
                && self.segment(next).is_some()
            {
                places.push(next);
            }
            at += 1;
        }
        places.sort_unstable();
        places.dedup();
    }

    fn state(&mut self, mut places: Vec<Place>) -> State {
        self.close(&mut places);
        if let Some(state) = self.states.get(&places) {
            return *state;
        }
        let state = State(self.automaton.nodes.len() as u32);
        self.automaton.nodes.push(Node::default());
        self.states.insert(places.clone(), state);
        self.places.push(places);
        self.pending.push(state);
        state
    }

    fn expand(&mut self, state: State) {
        let places = &self.places[state.0 as usize].clone();
        let verdict = self.judge(places);
        let mut node = Node { verdict, ..Node::default() };
        // A plain path over null leaves it; everything else is replaced whole, so nothing below
        // a match is ever written.
        if node.verdict.censor.is_none() {
            let others = self.step(places, None);
            let mut named = BTreeMap::new();
            for place in places {
                if let Some(Segment::Key(key)) = self.segment(*place) {
                    named.entry(key.clone()).or_insert_with(Vec::new);
                }
            }
            for (key, targets) in &mut named {
                *targets = self.step(places, Some(key));
            }
            let other = self.state(others);
            let targets: Vec<State> =
                named.values().map(|places| self.state(places.clone())).collect();
            let mut indices: Vec<(usize, State)> = named
                .keys()
                .zip(&targets)
                .filter_map(|(key, target)| Some((as_index(key)?, *target)))
                .collect();
            indices.sort_unstable_by_key(|(index, _)| *index);
            node.keys = KeyTable::new(named.keys().map(String::as_str));
            node.key_targets = targets.into();
            node.indices = indices.into();
            node.other = (other != State::DEAD).then_some(other);
        }
        self.automaton.nodes[state.0 as usize] = node;
    }

    /// The places after one step: to the child named `key`, or to one that no path names.
    fn step(&self, places: &[Place], key: Option<&String>) -> Vec<Place> {
        let mut next = Vec::new();
        for &(pattern, position) in places {
            let after = (pattern, position + 1);
            match self.segment((pattern, position)) {
                Some(Segment::Key(named)) if Some(named) == key => next.push(after),
                Some(Segment::Every) => next.push(after),
                Some(Segment::Deep) => {
                    next.push((pattern, position));
                    if self.segment(after).is_none() {
                        next.push(after);
                    }
                }
                Some(Segment::Key(_)) | None => {}
            }
        }
        next
    }

    fn judge(&self, places: &[Place]) -> Verdict {
        let mut verdict = Verdict::default();
        let mut paths = Vec::new();
        // The outermost first, then the one that hides most.
        let (mut rank, mut null_rank) = (None, None);
        for &(number, position) in places {
            let pattern = &self.patterns[number as usize];
            if position as usize != pattern.path.segments.len() {
                continue;
            }
            paths.push(number);
            let own = Some((Reverse(pattern.level), pattern.rank));
            if own > rank {
                rank = own;
                verdict.censor = Some(pattern.censor);
            }
            if pattern.covers_null && own > null_rank {
                null_rank = own;
                verdict.null_censor = Some(pattern.censor);
            }
        }
        verdict.paths = paths.into();
        verdict
    }
}

/// The index that `key` spells, without leading zeros.
pub(crate) fn as_index(key: &str) -> Option<usize> {
    let canonical =
        key == "0" || (!key.starts_with('0') && key.bytes().all(|b| b.is_ascii_digit()));
    if canonical { key.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Automaton, Builder, Path, Pattern, Start, State};

    fn pattern(path: &str, censor: u16, level: u16) -> Pattern {
        let path = Path::parse(path).expect("valid");
        let covers_null = path.has_wildcard();
        Pattern { path, censor, rank: 0, level, covers_null }
    }

    fn automaton(paths: &[&str]) -> Automaton {
        let patterns = paths.iter().map(|path| pattern(path, 0, 0)).collect();
        Builder::new(patterns).finish().expect("small")
    }

    #[test]
    fn paths_may_begin_below_others() {
        let mut builder = Builder::new(vec![pattern("who.ssn", 0, 0), pattern("who.x", 0, 0)]);
        let own = builder.add([pattern("ssn", 1, 1), pattern("*", 1, 1), pattern("[*].y", 1, 1)]);
        let who = builder.key(builder.document, b"who");
        let document = builder.join(who, own.clone(), Start::Document);
        let item = builder.join(builder.index(who, 0), own, Start::Item);
        let automaton = builder.finish().expect("small");
        let verdict = |state, key: &str| automaton.verdict(automaton.key(state, key.as_bytes()));
        // The outer path wins, and leaves null to the inner one.
        assert_eq!(verdict(document, "ssn").censor, Some(0));
        assert_eq!(verdict(document, "ssn").null_censor, Some(1));
        assert_eq!(verdict(document, "z").censor, Some(1));
        assert_eq!(verdict(who, "z").censor, None);
        assert_eq!(verdict(item, "ssn").censor, Some(1));
        assert_eq!(verdict(item, "y").censor, Some(1));
    }

    fn matches(paths: &[&str], start: fn(&Automaton) -> State, keys: &[&str]) -> bool {
        let automaton = automaton(paths);
        let end =
            keys.iter().fold(start(&automaton), |state, key| automaton.key(state, key.as_bytes()));
        automaton.verdict(end).censor.is_some()
    }

    #[test]
    fn deep_means_any_number_of_steps() {
        let start: fn(&Automaton) -> State = |automaton| automaton.document;
        for keys in [&["b"][..], &["x", "b"], &["x", "y", "b"]] {
            assert!(matches(&["**.b"], start, keys));
        }
        assert!(matches(&["a.**.b"], start, &["a", "b"]));
        assert!(!matches(&["a.**"], start, &["a"]));
        assert!(matches(&["a.**"], start, &["a", "x"]));
    }

    #[test]
    fn items_of_a_collection() {
        let start: fn(&Automaton) -> State = |automaton| automaton.item;
        assert!(matches(&["[*].x"], start, &["x"]));
        assert!(!matches(&["[*].x"], start, &["a", "x"]));
        assert!(matches(&["*.x"], start, &["x"]) && matches(&["*.x"], start, &["a", "x"]));
        assert!(matches(&["*"], start, &["x"]) && !matches(&["*"], start, &[]));
        assert!(matches(&["[*]"], start, &[]));
    }

    #[test]
    fn indices_are_keys_in_canonical_form() {
        let automaton = automaton(&["a[0].b", "a[01].c"]);
        let a = automaton.key(automaton.document, b"a");
        let first = automaton.index(a, 0);
        assert!(automaton.verdict(automaton.key(first, b"b")).censor.is_some());
        assert_eq!(automaton.index(a, 1), State::DEAD);
        assert_ne!(automaton.key(a, b"01"), State::DEAD);
    }

    #[test]
    fn an_explosion_of_states_is_refused() {
        let path = format!("**.a{}", ".*".repeat(20));
        assert!(Builder::new(vec![pattern(&path, 0, 0)]).finish().is_err());
    }
}
