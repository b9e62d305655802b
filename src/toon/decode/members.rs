//! The keys of an object that is being written: is this one there already (section 14.3)?

use std::collections::HashMap;
use std::hash::BuildHasher;

use smallvec::SmallVec;

use super::edits::{Edit, Edits};
use super::token::Span;

/// Up to this many keys each is compared with each; beyond, they are hashed.
const FEW: usize = 12;

/// Different texts, each a stretch of one buffer, in the order in which they came.
///
/// The hash is a random one: whoever writes the document does not choose what collides.
#[derive(Debug, Default)]
pub(super) struct Keys {
    spans: Vec<Span>,
    /// The places in `spans` of the texts with a hash. Empty as long as there are few.
    places: HashMap<u64, SmallVec<[usize; 1]>>,
}

impl Keys {
    /// Adds the text at `span`, and gives its place; the place of an equal one if there is one.
    pub(super) fn insert(&mut self, buffer: &[u8], span: Span) -> Result<usize, usize> {
        let text = span.of(buffer);
        let place = self.spans.len();
        if place < FEW {
            if let Some(equal) = self.spans.iter().position(|other| other.of(buffer) == text) {
                return Err(equal);
            }
        } else {
            if self.places.is_empty() {
                for (place, other) in self.spans.iter().enumerate() {
                    let hash = self.places.hasher().hash_one(other.of(buffer));
                    self.places.entry(hash).or_default().push(place);
                }
            }
            let hash = self.places.hasher().hash_one(text);
            let places = self.places.entry(hash).or_default();
            for equal in places.iter() {
                if self.spans[*equal].of(buffer) == text {
                    return Err(*equal);
                }
            }
            places.push(place);
        }
        self.spans.push(span);
        Ok(place)
    }

    pub(super) fn clear(&mut self) {
        self.spans.clear();
        if !self.places.is_empty() {
            // Emptying a table costs its size, and the next object may be small.
            self.places = HashMap::new();
        }
    }
}

/// The members of an open object: their keys, and where their values stand in the output.
///
/// Everything is written in the order of the document. Where a key comes again, which only lenient
/// documents do, an edit is noted that puts the last value into the first one's place.
#[derive(Debug, Default)]
pub(super) struct Members {
    keys: Keys,
    values: Vec<Value>,
    repeated: Option<Repeated>,
}

#[derive(Debug)]
struct Value {
    span: Span,
    /// The edit that replaces it.
    edit: Option<usize>,
}

/// A member whose key was there already, while its value is being written.
#[derive(Debug)]
struct Repeated {
    /// The place of the first member with the key.
    first: usize,
    /// Where the member begins, with its comma.
    start: usize,
    value: usize,
}

impl Members {
    /// Takes in the member whose key stands at `key` in the output and whose value comes next;
    /// the member itself begins at `start`, with the comma before it. Says whether its key is new.
    pub(super) fn insert(&mut self, out: &[u8], start: usize, key: Span) -> bool {
        let value = out.len();
        match self.keys.insert(out, key) {
            Ok(_) => {
                self.values.push(Value { span: Span { start: value, end: value }, edit: None });
                true
            }
            Err(first) => {
                self.repeated = Some(Repeated { first, start, value });
                false
            }
        }
    }

    /// The value of the last member ends at `end`.
    pub(super) fn settle(&mut self, end: usize, edits: &mut Edits) {
        if let Some(Repeated { first, start, value }) = self.repeated.take() {
            edits.push(Edit { cut: Span { start, end }, insert: None });
            let source = Span { start: value, end };
            let first = &mut self.values[first];
            match first.edit {
                Some(edit) => edits.replace_source(edit, source),
                None => {
                    first.edit = Some(edits.push(Edit { cut: first.span, insert: Some(source) }));
                }
            }
        } else if let Some(last) = self.values.last_mut().filter(|last| last.is_open()) {
            last.span.end = end;
        }
    }

    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
        self.repeated = None;
    }
}

impl Value {
    fn is_open(&self) -> bool {
        self.span.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Keys};
    use crate::toon::decode::token::Span;

    #[test]
    fn keys_are_found_again_however_many_there_are() {
        let mut buffer = Vec::new();
        let mut keys = Keys::default();
        for count in 0..5 * FEW {
            let start = buffer.len();
            buffer.extend_from_slice(format!("\"{count}\"").as_bytes());
            assert_eq!(keys.insert(&buffer, Span { start, end: buffer.len() }), Ok(count));
        }
        let old = buffer.len();
        for count in 0..5 * FEW {
            buffer.truncate(old);
            buffer.extend_from_slice(format!("\"{count}\"").as_bytes());
            assert_eq!(keys.insert(&buffer, Span { start: old, end: buffer.len() }), Err(count));
        }
        keys.clear();
        assert_eq!(keys.insert(&buffer, Span { start: old, end: buffer.len() }), Ok(0));
    }
}
