//! Equal sequences to equal numbers.

use std::hash::{BuildHasher, Hash, RandomState};

/// How many sequences are tried before anything is hashed.
const RECENT: usize = 64;

/// The least number of slots.
const FEWEST_SLOTS: usize = 64;

/// Numbers sequences from 0 in the order in which they are first met, and keeps their content.
///
/// Most of what is asked for was asked for shortly before, and is found by a hint without hashing.
/// The hash has a random key: data does not choose what collides. Memory is kept when it is
/// cleared.
#[derive(Debug)]
pub(super) struct Interner<T> {
    items: Vec<T>,
    /// Where each sequence ends in `items`.
    ends: Vec<usize>,
    hashes: Vec<u64>,
    /// Open addressing: a number and 1, or 0 where nothing is. At most half of them are taken.
    slots: Vec<u32>,
    recent: [u32; RECENT],
    state: RandomState,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
            slots: Vec::new(),
            recent: [0; RECENT],
            state: RandomState::new(),
        }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The sequence of this number.
    pub(super) fn get(&self, id: u32) -> &[T] {
        let at = id as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[at]]
    }

    /// The number of `items`. `hint` is the same for equal sequences and mostly another for others.
    #[inline]
    pub(super) fn intern(&mut self, items: &[T], hint: usize) -> u32 {
        let recent = self.recent[hint % RECENT];
        // It may be of another time: what counts is what stands there now.
        if (recent as usize) < self.len() && self.get(recent) == items {
            return recent;
        }
        let id = self.find_or_add(items);
        self.recent[hint % RECENT] = id;
        id
    }

    #[inline(never)]
    fn find_or_add(&mut self, items: &[T]) -> u32 {
        if self.slots.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let hash = self.state.hash_one(items);
        let mut slot = self.first_slot(hash);
        while self.slots[slot] != 0 {
            let id = self.slots[slot] - 1;
            if self.hashes[id as usize] == hash && self.get(id) == items {
                return id;
            }
            slot = self.next_slot(slot);
        }
        self.items.extend_from_slice(items);
        self.ends.push(self.items.len());
        self.hashes.push(hash);
        self.slots[slot] = self.len() as u32;
        self.len() as u32 - 1
    }

    fn first_slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn next_slot(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(FEWEST_SLOTS);
        self.slots.clear();
        self.slots.resize(length, 0);
        for id in 0..self.len() {
            let mut slot = self.first_slot(self.hashes[id]);
            while self.slots[slot] != 0 {
                slot = self.next_slot(slot);
            }
            self.slots[slot] = id as u32 + 1;
        }
    }

    /// Forgets all but the first `length` sequences, in a time that belongs to those forgotten.
    ///
    /// No other sequence's way through the slots leads over one that came later, so the last is
    /// taken out first and nothing has to be moved.
    pub(super) fn rewind(&mut self, length: usize) {
        for id in (length..self.len()).rev() {
            let mut slot = self.first_slot(self.hashes[id]);
            while self.slots[slot] != id as u32 + 1 {
                slot = self.next_slot(slot);
            }
            self.slots[slot] = 0;
        }
        if length < self.len() {
            self.items.truncate(length.checked_sub(1).map_or(0, |last| self.ends[last]));
            self.ends.truncate(length);
            self.hashes.truncate(length);
        }
    }

    /// Bytes of memory in use, about.
    pub(super) fn size(&self) -> usize {
        size_of_val(&*self.items) + self.len() * size_of::<u64>() * 3
    }

    /// Bytes of memory held.
    pub(super) fn capacity(&self) -> usize {
        self.items.capacity() * size_of::<T>()
            + self.ends.capacity() * size_of::<usize>()
            + self.hashes.capacity() * size_of::<u64>()
            + self.slots.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;

    fn key(at: usize) -> Vec<u8> {
        format!("key{at}").into_bytes()
    }

    #[test]
    fn equal_sequences_have_one_number() {
        let mut interner = Interner::default();
        for _ in 0..2 {
            for at in 0..500 {
                assert_eq!(interner.intern(&key(at), at % 7), at as u32);
            }
        }
        assert_eq!(interner.get(499), key(499));
        assert_eq!(interner.intern(b"", 0), 500);
        assert_eq!(interner.get(500), b"");
    }

    #[test]
    fn what_is_forgotten_is_numbered_anew() {
        let mut interner = Interner::default();
        for length in [0, 3, 40, 300] {
            (0..400).for_each(|at| assert_eq!(interner.intern(&key(at), at), at as u32));
            interner.rewind(length);
            assert_eq!(interner.len(), length);
            for at in (length..400).rev() {
                assert_eq!(interner.intern(&key(at), at), (length + 399 - at) as u32);
            }
            (0..length).for_each(|at| assert_eq!(interner.intern(&key(at), at), at as u32));
            interner.rewind(0);
            assert_eq!((interner.len(), interner.items.len()), (0, 0));
        }
    }
}
