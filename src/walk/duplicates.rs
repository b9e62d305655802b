//! Duplicate keys: the last value, in the first one's place.

use crate::scan::tape::{Token, TokenKind};
use crate::text::string;

/// In [`Token::link`] of a key: the member is not shown.
pub(crate) const HIDDEN: u32 = u32::MAX;

/// Up to this many members each key is compared with each; beyond, they are sorted.
const FEW: usize = 12;

/// A key of an object: what it sorts by, and its token.
pub(crate) type SortKey = (u64, u32);

/// The raw text between the quotes of a string token.
#[inline]
pub(crate) fn body<'a>(bytes: &'a [u8], token: &Token) -> &'a [u8] {
    token.body(bytes)
}

/// Sets the link of every key of the object at `object`: to the token of the value it stands
/// for, which is its last, or to [`HIDDEN`] if the same key came before it.
///
/// `n log n` in the number of members, whatever the keys are: equal hashes are sorted by text.
pub(crate) fn resolve(
    bytes: &[u8],
    tokens: &mut [Token],
    object: usize,
    scratch: &mut Vec<SortKey>,
) {
    let end = tokens[object].next as usize;
    scratch.clear();
    let mut key = object + 1;
    while key < end {
        tokens[key].link = key as u32 + 1;
        scratch.push((sort_word(bytes, &tokens[key]), key as u32));
        key = tokens[key + 1].next as usize;
    }
    if scratch.len() <= FEW {
        resolve_few(bytes, tokens, scratch);
    } else {
        resolve_many(bytes, tokens, scratch);
    }
}

/// The same for every object on the tape.
pub(crate) fn resolve_all(bytes: &[u8], tokens: &mut [Token], scratch: &mut Vec<SortKey>) {
    for at in 0..tokens.len() {
        if tokens[at].kind == TokenKind::Object {
            resolve(bytes, tokens, at, scratch);
        }
    }
}

fn resolve_few(bytes: &[u8], tokens: &mut [Token], keys: &[SortKey]) {
    for (at, &(word, later)) in keys.iter().enumerate().skip(1) {
        for &(other, earlier) in &keys[..at] {
            if other == word && same_key(bytes, tokens, earlier, later) {
                supersede(tokens, earlier, later);
                break;
            }
        }
    }
}

fn resolve_many(bytes: &[u8], tokens: &mut [Token], keys: &mut [SortKey]) {
    keys.sort_unstable();
    let mut run = 0;
    while run < keys.len() {
        let length = keys[run..].iter().take_while(|key| key.0 == keys[run].0).count();
        resolve_run(bytes, tokens, &mut keys[run..run + length]);
        run += length;
    }
}

/// Keys with one sort word, which are few unless somebody made them so.
fn resolve_run(bytes: &[u8], tokens: &mut [Token], keys: &mut [SortKey]) {
    if keys.len() <= FEW {
        return resolve_few(bytes, tokens, keys);
    }
    let text = |key: &SortKey| string::Decoder::new(body(bytes, &tokens[key.1 as usize]));
    keys.sort_unstable_by(|left, right| text(left).cmp(text(right)).then(left.1.cmp(&right.1)));
    let mut first = 0;
    for at in 1..keys.len() {
        if same_key(bytes, tokens, keys[first].1, keys[at].1) {
            supersede(tokens, keys[first].1, keys[at].1);
        } else {
            first = at;
        }
    }
}

fn same_key(bytes: &[u8], tokens: &[Token], left: u32, right: u32) -> bool {
    let (left, right) = (&tokens[left as usize], &tokens[right as usize]);
    string::same(body(bytes, left), body(bytes, right))
}

/// The value of `later` takes the place of `earlier`, the first of its key.
fn supersede(tokens: &mut [Token], earlier: u32, later: u32) {
    tokens[earlier as usize].link = later + 1;
    tokens[later as usize].link = HIDDEN;
}

/// A word that is equal for equal keys: outer bytes and length, of the decoded key where the raw
/// one has escapes.
fn sort_word(bytes: &[u8], key: &Token) -> u64 {
    let raw = body(bytes, key);
    if key.is_special() && memchr::memchr(b'\\', raw).is_some() {
        let mut decoded = [0_u8; 64];
        let mut length = 0_usize;
        let mut word = Word::default();
        let mut buffer = [0_u8; 4];
        for character in string::Decoder::new(raw) {
            for byte in character.encode_utf8(&mut buffer).bytes() {
                word.push(byte);
                if let Some(slot) = decoded.get_mut(length) {
                    *slot = byte;
                }
                length += 1;
            }
        }
        return match decoded.get(..length) {
            Some(whole) => key_word(whole),
            None => word.finish(length),
        };
    }
    key_word(raw)
}

/// A word that is equal for equal keys, and mostly another for others. `key` has no escapes.
pub(crate) fn key_word(key: &[u8]) -> u64 {
    match (key.first_chunk::<8>(), key.last_chunk::<8>()) {
        (Some(first), Some(last)) => {
            mix(u64::from_le_bytes(*first), u64::from_le_bytes(*last), key.len())
        }
        _ => {
            let word = key.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            mix(word, 0, key.len())
        }
    }
}

fn mix(first: u64, last: u64, length: usize) -> u64 {
    (first ^ last.rotate_left(29) ^ (length as u64) << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The outer bytes of a text that comes byte by byte.
#[derive(Default)]
struct Word {
    first: u64,
    last: u64,
    seen: u32,
}

impl Word {
    fn push(&mut self, byte: u8) {
        if self.seen < 8 {
            self.first |= u64::from(byte) << (8 * self.seen);
            self.seen += 1;
        }
        self.last = self.last >> 8 | u64::from(byte) << 56;
    }

    fn finish(&self, length: usize) -> u64 {
        mix(self.first, self.last, length)
    }
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, resolve};
    use crate::scan::{strict, tape::Tape};

    /// The object's members as they would be shown.
    fn shown(text: &str) -> Vec<(String, String)> {
        let mut tape = Tape::default();
        strict::parse(text.as_bytes(), 0, 9, &mut tape).expect("valid");
        resolve(text.as_bytes(), &mut tape.tokens, 0, &mut Vec::new());
        let slice = |at: usize| {
            let token = tape.tokens[at];
            text[token.start as usize..token.end as usize].to_owned()
        };
        let mut members = Vec::new();
        let mut key = 1;
        while key < tape.tokens.len() {
            if tape.tokens[key].link != HIDDEN {
                members.push((slice(key), slice(tape.tokens[key].link as usize)));
            }
            key = tape.tokens[key + 1].next as usize;
        }
        members
    }

    #[test]
    fn last_value_at_the_first_place() {
        let text = r#"{"a":1,"b":2,"\u0061":3,"c":4,"a":5,"b":[{}]}"#;
        let expected = [("\"a\"", "5"), ("\"b\"", "[{}]"), ("\"c\"", "4")];
        assert_eq!(shown(text), expected.map(|(k, v)| (k.into(), v.into())));
    }

    #[test]
    fn many_keys_and_equal_words() {
        // The middle of these keys does not enter the sort word.
        let keys: Vec<String> = (0..40).map(|i| format!("aaaaaaaa{i:04}bbbbbbbb")).collect();
        let member = |key: &String, value: usize| format!("\"{key}\":{value}");
        let mut members: Vec<String> =
            keys.iter().enumerate().map(|(i, key)| member(key, i)).collect();
        members.push(member(&keys[7].replacen('a', "\\u0061", 1), 777));
        members.push(member(&keys[3], 333));
        let shown = shown(&format!("{{{}}}", members.join(",")));
        assert_eq!(shown.len(), 40);
        assert_eq!(shown[7], (format!("\"{}\"", keys[7]), "777".into()));
        assert_eq!(shown[3], (format!("\"{}\"", keys[3]), "333".into()));
        assert_eq!(shown[39].1, "39");
    }

    #[test]
    fn long_escaped_keys_meet_their_plain_form() {
        let key = "k".repeat(200);
        let escaped = key.replacen('k', "\\u006b", 1);
        let text = format!("{{\"{key}\":1,\"{escaped}\":2}}");
        assert_eq!(shown(&text), [(format!("\"{key}\""), "2".into())]);
    }
}
