//! A small, immutable set of keys with constant-time look-up by bytes.

/// Keys in the order of their declaration, each found by its bytes.
///
/// Open addressing over a table at least twice as large as the set; the hash reads the length and
/// the outer eight bytes, every hit compares the whole key. The set comes from a Presenter, so
/// nobody who only sends data can make its chains long.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyTable {
    keys: Box<[Box<str>]>,
    /// One more than an index into `keys`; zero is free.
    table: Box<[u32]>,
    shift: u32,
}

impl KeyTable {
    /// The keys must differ.
    pub(crate) fn new<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        Self::of_some(keys.map(|key| (key, true)))
    }

    /// The key at this place.
    pub(crate) fn key(&self, index: usize) -> &str {
        &self.keys[index]
    }

    /// A table that finds those of the keys that are marked, which must differ.
    pub(crate) fn of_some<'a>(keys: impl Iterator<Item = (&'a str, bool)>) -> Self {
        let (keys, is_found): (Vec<Box<str>>, Vec<bool>) =
            keys.map(|(key, is_found)| (Box::from(key), is_found)).unzip();
        let keys: Box<[Box<str>]> = keys.into();
        if keys.is_empty() {
            return Self::default();
        }
        let slots = (keys.len() * 2).next_power_of_two().max(4);
        let mut new =
            Self { table: vec![0; slots].into(), shift: 64 - slots.trailing_zeros(), keys };
        for index in (0..new.keys.len()).filter(|index| is_found[*index]) {
            let mut slot = new.slot(new.keys[index].as_bytes());
            while new.table[slot] != 0 {
                slot = (slot + 1) % slots;
            }
            new.table[slot] = index as u32 + 1;
        }
        new
    }

    fn slot(&self, key: &[u8]) -> usize {
        (hash(key) >> self.shift) as usize
    }

    /// The index of `key` in the order of declaration.
    #[inline]
    pub(crate) fn find(&self, key: &[u8]) -> Option<usize> {
        if self.table.is_empty() {
            return None;
        }
        let mut slot = self.slot(key);
        loop {
            let index = self.table[slot].checked_sub(1)? as usize;
            if self.keys[index].as_bytes() == key {
                return Some(index);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|key| &**key)
    }
}

#[inline]
fn hash(key: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let (first, last) = match (key.first_chunk::<8>(), key.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (key.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), 0),
    };
    let mixed = (first ^ last.rotate_left(29) ^ (key.len() as u64) << 56).wrapping_mul(ODD);
    (mixed ^ mixed >> 32).wrapping_mul(ODD)
}

#[cfg(test)]
mod tests {
    use super::KeyTable;

    #[test]
    fn finds_each_key_and_no_other() {
        let names: Vec<String> = (0..300).map(|i| format!("{}{i}", "k".repeat(i % 40))).collect();
        let table = KeyTable::new(names.iter().map(String::as_str));
        for (i, name) in names.iter().enumerate() {
            assert_eq!(table.find(name.as_bytes()), Some(i));
            assert_eq!(table.find(format!("{name}x").as_bytes()), None);
        }
        assert_eq!(KeyTable::default().find(b""), None);
        assert_eq!(KeyTable::new([""].into_iter()).find(b""), Some(0));
    }
}
