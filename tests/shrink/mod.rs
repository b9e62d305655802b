//! A failing case made small: pieces are taken away as long as it still fails.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

/// How often a case is tried before it is small enough.
const TRIES: usize = 5_000;

/// The smallest sequence found for which `fails` still holds.
pub fn sequence<T: Clone>(items: &[T], mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut best = items.to_vec();
    let mut tries = 0;
    let mut size = best.len();
    while size > 0 && tries < TRIES {
        let mut at = 0;
        let mut shrunk = false;
        while at < best.len() && tries < TRIES {
            let end = (at + size).min(best.len());
            let less = [&best[..at], &best[end..]].concat();
            tries += 1;
            if fails(&less) {
                best = less;
                shrunk = true;
            } else {
                at += size;
            }
        }
        if !shrunk || size > best.len() {
            size = if size == 1 { 0 } else { size.div_ceil(2).min(best.len().max(1)) };
        }
    }
    best
}

#[test]
fn keeps_what_is_needed() {
    let all: Vec<u32> = (0..1000).collect();
    let kept = sequence(&all, |some| some.contains(&17) && some.contains(&800));
    assert_eq!(kept, [17, 800]);
}
