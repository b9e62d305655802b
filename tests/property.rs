//! Random presenters and data: the crate answers as the oracle does, at every dispatch level, with
//! windows of any size, plain and framed.
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere (or runs one failing seed again with
//! `MCP_PRESENTER_SEEDS=1`), `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

mod compare;
mod generate;
mod oracle;
mod shrink;

use compare::{Pair, Try, renderers, text};
use generate::{Case, Extras, Rng, cases_with};
use mcp_presenter::Renderer;
use oracle::Frame;
use oracle::toon::Toon;

/// Renders of one presenter.
const RENDERS: usize = 4;
const SEEDS: u64 = 5_500;
const WINDOWS: [Option<usize>; 5] = [None, Some(1), Some(64), Some(200), Some(4096)];

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

fn toon(rng: &mut Rng) -> Toon {
    Toon {
        folds: rng.chance(70),
        delimiter: rng.pick(&['|', '|', ',', '\t']),
        indent: rng.pick(&[2, 2, 1, 4]),
        joined_by: rng.pick(&[None, None, Some(';'), Some(';'), Some(','), Some('|'), Some('&')]),
        fills: rng.chance(50),
    }
}

fn frame(rng: &mut Rng) -> Frame {
    match rng.below(5) {
        0 => Frame::Blocks,
        1 | 2 => Frame::Result,
        3 => Frame::JsonRpcNumber(rng.next() as i64),
        _ => Frame::JsonRpcText(rng.pick(&["7", "", "a\"\u{2028}<tool_error>"]).into()),
    }
}

/// All renders of a seed; the text of the first difference.
fn run(seed: u64, extras: Extras, used: &mut Vec<(String, Renderer)>) -> Result<(), String> {
    let mut rng = Rng::new(!seed);
    let cases = cases_with(seed, RENDERS, extras);
    let file = cases[0].presenter.clone();
    let pair = Pair::read(&file).map_err(|error| format!("seed {seed}: {error}\n{file}"))?;
    // What the renderers have rendered with this presenter.
    let mut history = Vec::new();
    for (number, case) in cases.into_iter().enumerate() {
        for frame in [Frame::Text, frame(&mut rng)] {
            let Case { data, select, pretty, .. } = case.clone();
            let toon = rng.chance(40).then(|| toon(&mut rng));
            let auto = rng.chance(40);
            let attempt = Try { data, select, pretty, toon, auto, frame };
            let expected = pair.expected(&attempt);
            // A renderer that is used again must answer like a fresh one.
            if rng.chance(25) {
                *used = renderers(&WINDOWS);
                history.clear();
            }
            for (name, renderer) in used.iter_mut() {
                if let Some(difference) = pair.difference(renderer, &attempt, &expected) {
                    let place = format!("seed {seed}, case {number}, {name}");
                    history.push(attempt);
                    return Err(report(&place, name, &file, history, difference));
                }
            }
            if attempt.frame == Frame::Text {
                let (name, renderer) = &mut used[0];
                let blocks = pair.joined_blocks(renderer, &attempt).map(String::into_bytes);
                if blocks != expected.map(|(bytes, _)| bytes) {
                    return Err(format!("seed {seed}, case {number}, {name}: blocks differ"));
                }
            }
            history.push(attempt);
        }
    }
    Ok(())
}

/// What differs in the last of several renders, with a fresh renderer of that name.
fn differs(name: &str, file: &str, attempts: &[Try]) -> Option<String> {
    let pair = Pair::read(file).ok()?;
    let mut all = renderers(&WINDOWS);
    let (_, renderer) = all.iter_mut().find(|(own, _)| own == name)?;
    let (last, before) = attempts.split_last()?;
    for attempt in before {
        let _ = pair.actual(renderer, attempt).ok()?;
    }
    pair.difference(renderer, last, &pair.expected(last))
}

/// A failing case with what went before it, made smaller.
fn report(
    place: &str,
    name: &str,
    file: &str,
    mut attempts: Vec<Try>,
    mut difference: String,
) -> String {
    std::panic::set_hook(Box::new(|_| {}));
    let mut file = file.to_owned();
    let mut note = "not with a fresh renderer";
    if differs(name, &file, &attempts).is_some() {
        note = "shrunk";
        attempts = shrink::sequence(&attempts, |some| differs(name, &file, some).is_some());
        for at in (0..attempts.len()).rev() {
            let with = |change: &mut dyn FnMut(&mut Try)| {
                let mut attempts = attempts.clone();
                change(&mut attempts[at]);
                differs(name, &file, &attempts).is_some()
            };
            let Try { data, select, .. } = attempts[at].clone();
            let select = shrink::sequence(&select, |select| {
                with(&mut |attempt| attempt.select = select.to_vec())
            });
            let data = shrink::sequence(&data, |data| {
                with(&mut |attempt| {
                    attempt.data = data.to_vec();
                    attempt.select.clone_from(&select);
                })
            });
            attempts[at] = Try { data, select, ..attempts[at].clone() };
        }
        let text: Vec<char> = file.chars().collect();
        let text = shrink::sequence(&text, |text| {
            differs(name, &text.iter().collect::<String>(), &attempts).is_some()
        });
        file = text.into_iter().collect();
        if let Some(found) = differs(name, &file, &attempts) {
            difference = found;
        }
    }
    drop(std::panic::take_hook());
    let attempts: String = attempts
        .iter()
        .map(|Try { data, select, pretty, toon, auto, frame }| {
            let (data, style) = (text(data), (pretty, toon, auto));
            format!("  data {data}\n  select {select:?}, style {style:?}, frame {frame:?}\n")
        })
        .collect();
    format!("{place} ({note})\n  presenter {file}\n{attempts}  {difference}")
}

#[test]
fn answers_as_the_oracle_does() {
    answers(Extras::NONE);
}

#[test]
fn answers_with_paths_selected() {
    answers(Extras::PATHS);
}

#[test]
fn answers_with_everything_around_the_data() {
    answers(Extras::ALL);
}

#[test]
fn answers_with_models() {
    answers(Extras::MODELS);
}

fn answers(extras: Extras) {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let seeds = setting("MCP_PRESENTER_SEEDS", SEEDS);
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(8);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let work = |worker: u64| {
            let mut used = renderers(&WINDOWS);
            (first..first + seeds)
                .filter(|seed| seed % workers == worker)
                .filter_map(|seed| {
                    let answer = run(seed, extras, &mut used);
                    if answer.is_err() {
                        used = renderers(&WINDOWS);
                    }
                    answer.err()
                })
                .take(3)
                .collect::<Vec<String>>()
        };
        let handles: Vec<_> = (0..workers).map(|w| scope.spawn(move || work(w))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    });
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
