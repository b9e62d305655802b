//! A select list whose names are paths: the tree of their keys.

use std::collections::HashMap;
use std::ops::Range;

use smallvec::SmallVec;

use crate::plan::path;

/// What is selected of a value: a place in the tree of a list. Of a list whose names are no paths
/// there is the root alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Branch(u32);

impl Branch {
    /// What is selected of the root.
    pub(crate) const ROOT: Self = Self(0);

    fn at(self) -> usize {
        self.0 as usize
    }
}

/// A key that is selected of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// Its place among the keys that are selected there.
    pub(crate) rank: u32,
    /// What is selected of its value, if that is not shown whole.
    pub(crate) below: Option<Branch>,
}

/// The tree. It is as large as the list: a path costs an entry for each of its keys, and no step
/// through it is recursive, however long a path is.
#[derive(Debug)]
pub(super) struct Paths {
    /// In the order in which the list mentions them first, so that a branch is its own rank.
    branches: Box<[Keys]>,
    /// The keys of all branches, those of each together and in the order of their bytes.
    keys: Box<[(Box<str>, Branch)]>,
    /// Where each name of the list ends, or the first of its keys that another name shows whole.
    ends: Box<[Branch]>,
}

/// The keys that are selected of an object.
#[derive(Clone, Debug, Default)]
struct Keys {
    range: Range<u32>,
    /// The branch around it, and where its key stands.
    parent: Branch,
    key: u32,
    /// The value is shown whole, whatever else the list says of it: nobody asks what is below.
    is_whole: bool,
}

impl Paths {
    /// Reads each name as a path of keys; one that is none is a key.
    pub(super) fn new(names: &[Box<str>]) -> Self {
        let mut growth = Growth::new();
        let ways: Vec<Vec<u32>> = names.iter().map(|name| growth.add(keys_of(name))).collect();
        let Growth { mut branches, index } = growth;
        let is_whole = |at: &&u32| branches[**at as usize].is_whole;
        let end = |way: &Vec<u32>| Branch(way.iter().find(is_whole).copied().unwrap_or(0));
        let ends = ways.iter().map(end).collect();
        let mut all: Vec<((u32, String), u32)> = index.into_iter().collect();
        all.sort_unstable();
        let mut start = 0;
        for keys in all.chunk_by(|((left, _), _), ((right, _), _)| left == right) {
            let end = start + keys.len() as u32;
            branches[keys[0].0.0 as usize].range = start..end;
            start = end;
        }
        for (at, ((parent, _), branch)) in (0..).zip(&all) {
            let own = &mut branches[*branch as usize];
            (own.parent, own.key) = (Branch(*parent), at);
        }
        let keys = all.into_iter().map(|((_, key), branch)| (key.into(), Branch(branch))).collect();
        Self { branches: branches.into(), keys, ends }
    }

    /// How many ranks there are.
    pub(super) fn ranks(&self) -> usize {
        self.branches.len()
    }

    /// Bytes of memory that it holds, about.
    pub(super) fn weight(&self) -> usize {
        let keys: usize = self.keys.iter().map(|(key, _)| key.len()).sum();
        keys + size_of_val(&*self.branches) + size_of_val(&*self.keys) + size_of_val(&*self.ends)
    }

    /// The key, given decoded, if it is selected. Costs the logarithm of the keys there.
    pub(super) fn find(&self, branch: Branch, key: &[u8]) -> Option<Chosen> {
        let Range { start, end } = self.branches.get(branch.at())?.range;
        let keys = self.keys.get(start as usize..end as usize)?;
        let at = keys.binary_search_by(|(own, _)| own.as_bytes().cmp(key)).ok()?;
        let below = keys[at].1;
        let is_whole = self.branches[below.at()].is_whole;
        Some(Chosen { rank: below.0, below: (!is_whole).then_some(below) })
    }

    /// Which rank says whether the name at this place of the list was found.
    pub(super) fn rank_of(&self, name: usize) -> usize {
        self.ends[name].at()
    }

    /// The keys that lead there.
    pub(super) fn way(&self, name: usize) -> SmallVec<[&str; 8]> {
        let mut way = SmallVec::new();
        let mut at = self.ends[name];
        while at != Branch::ROOT {
            let Keys { parent, key, .. } = self.branches[at.at()];
            way.push(&*self.keys[key as usize].0);
            at = parent;
        }
        way.reverse();
        way
    }
}

/// The keys that a name leads by.
fn keys_of(name: &str) -> Vec<String> {
    path::keys(name).unwrap_or_else(|| vec![name.to_owned()])
}

/// A tree that is being made.
struct Growth {
    branches: Vec<Keys>,
    /// By parent and key. The keys come from outside, and the hash is keyed at random.
    index: HashMap<(u32, String), u32>,
}

impl Growth {
    fn new() -> Self {
        Self { branches: vec![Keys::default()], index: HashMap::new() }
    }

    /// Adds a path, and gives the branches on its way.
    fn add(&mut self, keys: Vec<String>) -> Vec<u32> {
        let mut at = 0;
        let mut way = Vec::with_capacity(keys.len());
        for key in keys {
            let next = self.branches.len() as u32;
            at = *self.index.entry((at, key)).or_insert(next);
            if at == next {
                self.branches.push(Keys::default());
            }
            way.push(at);
        }
        self.branches[at as usize].is_whole = true;
        way
    }
}

#[cfg(test)]
mod tests {
    use super::{Branch, Chosen, Paths};

    fn paths<const N: usize>(names: [&str; N]) -> Paths {
        Paths::new(&names.map(Box::from))
    }

    fn find(paths: &Paths, branch: Branch, key: &str) -> Option<Chosen> {
        paths.find(branch, key.as_bytes())
    }

    /// What is selected below a key that is not shown whole.
    fn below(paths: &Paths, branch: Branch, key: &str) -> Branch {
        find(paths, branch, key).and_then(|chosen| chosen.below).expect("a branch")
    }

    #[test]
    fn the_first_mention_ranks() {
        let paths = paths(["b.y", "a", "b.x", "b[\"y\"]", "c.z"]);
        let rank = |branch, key| find(&paths, branch, key).expect("selected").rank;
        let root = Branch::ROOT;
        assert!(rank(root, "b") < rank(root, "a") && rank(root, "a") < rank(root, "c"));
        let inner = below(&paths, root, "b");
        assert!(rank(inner, "y") < rank(inner, "x"));
        assert_eq!(find(&paths, inner, "z"), None);
        assert_eq!(find(&paths, root, "y"), None);
        assert_eq!(paths.rank_of(0), paths.rank_of(3));
    }

    #[test]
    fn a_whole_value_wins_in_either_order() {
        for names in [["a", "a.b.c"], ["a.b.c", "a"]] {
            let paths = paths(names);
            let chosen = find(&paths, Branch::ROOT, "a").expect("selected");
            assert_eq!(chosen.below, None);
            // The longer one says nothing by itself, and counts as the other.
            assert_eq!(paths.rank_of(0), paths.rank_of(1));
            assert_eq!((&*paths.way(0), &*paths.way(1)), (&["a"][..], &["a"][..]));
        }
    }

    #[test]
    fn what_is_no_path_is_a_key() {
        let paths = paths(["a b", "x[0]", "*", "", "p.*.q", "[\"d.e\"]"]);
        for key in ["a b", "x[0]", "*", "", "p.*.q", "d.e"] {
            let chosen = find(&paths, Branch::ROOT, key);
            assert_eq!(chosen.expect("selected").below, None, "{key}");
        }
        for key in ["a", "x", "p", "d", "q"] {
            assert_eq!(find(&paths, Branch::ROOT, key), None, "{key}");
        }
    }

    #[test]
    fn a_long_path_costs_its_length() {
        let long = vec!["a"; 200_000].join(".");
        let paths = paths([&long, "b"]);
        assert_eq!(paths.ranks(), 200_002);
        assert!(paths.weight() < 100 * long.len());
        assert_eq!(paths.way(0).len(), 200_000);
    }
}
