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
use generate::{Case, Rng, cases};
use mcp_presenter::Renderer;
use oracle::Frame;

/// Renders of one presenter.
const RENDERS: usize = 3;
const SEEDS: u64 = 7_000;
const WINDOWS: [Option<usize>; 5] = [None, Some(1), Some(64), Some(200), Some(4096)];

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
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
fn run(seed: u64, used: &mut Vec<(String, Renderer)>) -> Result<(), String> {
    let mut rng = Rng::new(!seed);
    for (number, case) in cases(seed, RENDERS).into_iter().enumerate() {
        let pair = Pair::read(&case.presenter)
            .map_err(|error| format!("seed {seed}: {error}\n{}", case.presenter))?;
        for frame in [Frame::Text, frame(&mut rng)] {
            let Case { data, select, pretty, .. } = case.clone();
            let attempt = Try { data, select, pretty, frame };
            let expected = pair.expected(&attempt);
            // A renderer that is used again must answer like a fresh one.
            if rng.chance(50) {
                *used = renderers(&WINDOWS);
            }
            for (name, renderer) in used.iter_mut() {
                if let Some(difference) = pair.difference(renderer, &attempt, &expected) {
                    let place = format!("seed {seed}, case {number}, {name}");
                    return Err(report(&place, name, &case.presenter, &attempt, &difference));
                }
            }
            if attempt.frame == Frame::Text {
                let (name, renderer) = &mut used[0];
                let blocks = pair.joined_blocks(renderer, &attempt).map(String::into_bytes);
                if blocks != expected.map(|(bytes, _)| bytes) {
                    return Err(format!("seed {seed}, case {number}, {name}: blocks differ"));
                }
            }
        }
    }
    Ok(())
}

/// A failing case, made smaller where it fails with a fresh renderer too.
fn report(place: &str, name: &str, file: &str, attempt: &Try, difference: &str) -> String {
    std::panic::set_hook(Box::new(|_| {}));
    let differs = |file: &str, attempt: &Try| -> Option<String> {
        let pair = Pair::read(file).ok()?;
        let mut all = renderers(&WINDOWS);
        let (_, renderer) = all.iter_mut().find(|(own, _)| own == name)?;
        pair.difference(renderer, attempt, &pair.expected(attempt))
    };
    let mut small = attempt.clone();
    let mut file = file.to_owned();
    let mut difference = difference.to_owned();
    let mut note = "with a used renderer only";
    if differs(&file, &small).is_some() {
        note = "shrunk";
        small.select = shrink::sequence(&small.select, |select| {
            differs(&file, &Try { select: select.to_vec(), ..small.clone() }).is_some()
        });
        small.data = shrink::sequence(&small.data, |data| {
            differs(&file, &Try { data: data.to_vec(), ..small.clone() }).is_some()
        });
        let text: Vec<char> = file.chars().collect();
        let text = shrink::sequence(&text, |text| {
            differs(&text.iter().collect::<String>(), &small).is_some()
        });
        file = text.into_iter().collect();
        small.data = shrink::sequence(&small.data, |data| {
            differs(&file, &Try { data: data.to_vec(), ..small.clone() }).is_some()
        });
        if let Some(found) = differs(&file, &small) {
            difference = found;
        }
    }
    drop(std::panic::take_hook());
    let Try { data, select, pretty, frame } = small;
    format!(
        "{place} ({note})\n  presenter {file}\n  data {}\n  select {select:?}, pretty {pretty:?}, \
         frame {frame:?}\n  {difference}",
        text(&data)
    )
}

#[test]
fn answers_as_the_oracle_does() {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let seeds = setting("MCP_PRESENTER_SEEDS", SEEDS);
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(8);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let work = |worker: u64| {
            let mut used = renderers(&WINDOWS);
            (first..first + seeds)
                .filter(|seed| seed % workers == worker)
                .filter_map(|seed| {
                    let answer = run(seed, &mut used);
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
