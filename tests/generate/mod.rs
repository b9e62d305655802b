//! Random cases: a presenter file, data that mostly fits it, a request. All from one number.

// Each test takes what it needs of it.
#![allow(dead_code, unused_imports, unreachable_pub)]

mod data;
mod embed;
mod few_words;
mod hooks;
mod lists;
mod models;
mod presenter;
mod redact;
mod rng;
mod select;
mod spell;
mod types;
mod unions;
mod values;
mod words;

pub use presenter::{Extras, Presenter};
pub use rng::Rng;

/// One render to try.
#[derive(Clone, Debug)]
pub struct Case {
    pub presenter: String,
    pub data: Vec<u8>,
    pub select: Vec<String>,
    pub pretty: Option<bool>,
}

/// A presenter file and several renders with it. The data of one is often made of another's, so
/// that what a renderer has learned meets something like it.
pub fn cases(seed: u64, renders: usize) -> Vec<Case> {
    cases_with(seed, renders, Extras::NONE)
}

/// The same with presenters that have more to say.
pub fn cases_with(seed: u64, renders: usize, extras: Extras) -> Vec<Case> {
    let mut rng = Rng::new(seed);
    let pool = words::key_pool(&mut rng);
    let presenter = presenter::random(&mut rng, &pool, extras);
    let mut pool = pool;
    if extras.models {
        pool.extend(models::NAMES.map(String::from));
    }
    let mut last = None;
    let mut names = Vec::new();
    let mut cases = Vec::new();
    for _ in 0..renders {
        let node = match last {
            Some(node) if rng.chance(40) => data::relative(&mut rng, node),
            _ => tree(&mut rng, &presenter, &pool, extras),
        };
        if cases.is_empty() || rng.chance(40) {
            names = select::list(&mut rng, &presenter, &pool);
        }
        cases.push(Case {
            presenter: presenter.file.clone(),
            data: bytes(&mut rng, &node),
            select: names.clone(),
            pretty: [None, Some(false), Some(true)][rng.weighted(&[60, 25, 15])],
        });
        last = Some(node);
    }
    cases
}

/// JSON of few keys and few strings: objects are alike, and tags come in pieces.
pub fn few_words(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let depth = rng.within(1, 5);
    let node = few_words::value(&mut rng, depth);
    spell::document(&mut rng, &node)
}

/// JSON of rows with lists in them.
pub fn lists(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let node = lists::value(&mut rng);
    spell::document(&mut rng, &node)
}

/// JSON of every form, with keys, strings and numbers that could be taken for something else.
pub fn value(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let node = values::document(&mut rng);
    spell::document(&mut rng, &node)
}

/// A presenter file alone.
pub fn presenter_file(seed: u64) -> String {
    presenter_file_with(seed, Extras::NONE)
}

pub fn presenter_file_with(seed: u64, extras: Extras) -> String {
    let mut rng = Rng::new(seed);
    let pool = words::key_pool(&mut rng);
    presenter::random(&mut rng, &pool, extras).file
}

fn tree(rng: &mut Rng, presenter: &Presenter, pool: &[String], extras: Extras) -> data::Node {
    if rng.chance(3) {
        let depth = presenter.max_depth + rng.below(3);
        return data::nested(rng, depth.saturating_sub(1));
    }
    let mut habits = data::Habits::random(rng, presenter.style);
    if extras.embeds && rng.chance(4) {
        habits = habits.many();
    }
    if extras.models {
        habits = habits.converting(rng);
    }
    data::Maker::new(rng, habits, pool).document(&presenter.data)
}

fn bytes(rng: &mut Rng, node: &data::Node) -> Vec<u8> {
    if rng.chance(1) {
        let nothing = [&b""[..], b" \n", b"\xEF\xBB\xBF", b"\xEF\xBB\xBF ", b"\xEF\xBB"];
        return rng.pick(&nothing).to_vec();
    }
    let mut bytes = spell::document(rng, node);
    if rng.chance(25) {
        spell::damage(rng, &mut bytes);
    }
    bytes
}
