//! Random presenters and data as streams: in pieces of any size the answer is that of the whole.
//!
//! `MCP_PRESENTER_SEED=n` starts elsewhere, `MCP_PRESENTER_SEEDS=n` runs more or fewer seeds.

mod compare;
mod generate;
mod oracle;

use compare::stream::Pieces;
use compare::{Answer, Pair, Try, renderers, text};
use generate::{Case, Extras, Rng, cases_with};
use mcp_presenter::{Presenter, RenderErrorKind, Renderer};
use oracle::toon::Toon;
use oracle::{Fault, FaultKind, Frame};

const SEEDS: u64 = 1_200;
const WINDOWS: [Option<usize>; 3] = [None, Some(1), Some(200)];

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

fn frame(rng: &mut Rng) -> Frame {
    match rng.below(5) {
        0 => Frame::Blocks,
        1 => Frame::Text,
        2 | 3 => Frame::Result,
        _ => Frame::JsonRpcText("a\u{2028}".into()),
    }
}

fn toon(rng: &mut Rng) -> Toon {
    Toon {
        folds: rng.chance(70),
        delimiter: rng.pick(&['|', ',', '\t']),
        indent: 2,
        joined_by: rng.pick(&[None, Some(';')]),
        fills: rng.chance(70),
    }
}

fn pieces(rng: &mut Rng, length: usize) -> Pieces {
    Pieces {
        lines: false,
        source: 1 + rng.below(length + 9),
        read: 1 + rng.below(length + 9),
        write: if rng.chance(70) { usize::MAX } else { 1 + rng.below(200) },
        items: None,
    }
}

/// How many items there are said to be: as many as there are, if that is known.
fn items(expected: &Answer) -> usize {
    expected.as_ref().map_or(1_000_000, |(_, report)| report.items + report.hidden)
}

/// All renders of a seed; the text of the first difference.
fn run(seed: u64, extras: Extras, used: &mut [(String, Renderer)]) -> Result<(), String> {
    let mut rng = Rng::new(!seed);
    let cases = cases_with(seed, 4, extras);
    let file = &cases[0].presenter;
    let pair = Pair::read(file).map_err(|error| format!("seed {seed}: {error}\n{file}"))?;
    for Case { data, select, pretty, .. } in &cases {
        let toon = rng.chance(30).then(|| toon(&mut rng));
        let (data, select, frame) = (data.clone(), select.clone(), frame(&mut rng));
        let attempt = Try { data, select, pretty: *pretty, toon, auto: false, frame };
        let expected = pair.expected(&attempt);
        for (name, renderer) in used.iter_mut() {
            for _ in 0..3 {
                let pieces = pieces(&mut rng, attempt.data.len());
                let items = attempt.toon.map(|_| items(&expected));
                let pieces = Pieces { items, ..pieces };
                if let Some(found) = pair.stream_difference(renderer, &attempt, pieces, &expected) {
                    let data = text(&attempt.data);
                    return Err(format!(
                        "seed {seed}, {name}, {pieces:?}\n  presenter {file}\n  data {data}\n  \
                         select {:?}, style {:?} {:?}, {:?}\n  {found}",
                        attempt.select, attempt.pretty, attempt.toon, attempt.frame
                    ));
                }
            }
        }
    }
    Ok(())
}

/// What the lines are to be shown as: the array of them, with places of the lines.
fn expected_of_lines(pair: &Pair, attempt: &Try, lines: &[Vec<u8>], depth: usize) -> Answer {
    let everything = format!("{{\"name\":\"P\",\"max_depth\":{depth}}}");
    let everything = Presenter::from_json(&everything).expect("a presenter");
    let (mut starts, mut at, mut item) = (Vec::new(), 0, 0);
    let mut array = b"[".to_vec();
    for line in lines {
        let content = line.trim_ascii();
        if !content.is_empty() {
            let (request, mut out) = (mcp_presenter::Request::new(), Vec::new());
            let frame = mcp_presenter::Frame::Text;
            if let Err(error) = Renderer::new().render(&everything, line, &request, frame, &mut out)
            {
                let found = compare::read_error(&error);
                let is_second = error.kind() == RenderErrorKind::TrailingBytes;
                return Err(Fault {
                    kind: if is_second { FaultKind::UnexpectedByte } else { found.kind },
                    offset: found.offset.map(|offset| offset + at),
                    item: (!is_second).then_some(item),
                    ..found
                });
            }
            if array.len() > 1 {
                array.push(b',');
            }
            starts.push((array.len(), at));
            array.extend_from_slice(line);
            item += 1;
        }
        at += line.len() + 1;
    }
    array.push(b']');
    let place = |offset: usize| {
        let line = starts.partition_point(|(start, _)| *start <= offset) - 1;
        offset - starts[line].0 + starts[line].1
    };
    let mut answer = pair.expected(&Try { data: array, ..attempt.clone() });
    if let Err(fault) = &mut answer {
        fault.offset = fault.offset.map(place);
        fault.failures.iter_mut().for_each(|failure| failure.offset = place(failure.offset));
    }
    answer
}

/// Lines made of the documents of some cases.
fn lines_of(rng: &mut Rng, cases: &[Case]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for case in cases {
        let data = case.data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&case.data);
        for _ in 0..rng.within(1, 3) {
            let breaks = |byte: &u8| if *byte == b'\n' { b' ' } else { *byte };
            lines.push(data.iter().map(breaks).collect());
            if rng.chance(20) {
                lines.push(rng.pick(&[&b""[..], b" ", b"\r", b"\t \r"]).to_vec());
            }
        }
    }
    if rng.chance(50) {
        lines.iter_mut().for_each(|line| line.push(b'\r'));
    }
    if rng.chance(20) {
        // A line break in the middle of a value.
        let at = rng.below(lines.len());
        let middle = rng.below(lines[at].len() + 1);
        let rest = lines[at].split_off(middle);
        lines.insert(at + 1, rest);
    }
    lines
}

/// What the file says of it; its numbers are not for everybody to read.
fn max_depth(file: &str) -> usize {
    let Some((_, rest)) = file.rsplit_once("\"max_depth\":") else { return 128 };
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().expect("a number")
}

#[test]
fn lines_answer_as_the_array_of_them() {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let mut used = renderers(&WINDOWS);
    for seed in first..first + setting("MCP_PRESENTER_SEEDS", SEEDS) {
        let mut rng = Rng::new(!seed);
        let cases = cases_with(seed, 3, Extras::NONE);
        let file = &cases[0].presenter;
        let depth = max_depth(file);
        if depth < 2 {
            continue;
        }
        let pair = Pair::read(file).expect("a presenter");
        let lines = lines_of(&mut rng, &cases);
        let mut data = lines.join(&b"\n"[..]);
        let (select, pretty) = (cases[0].select.clone(), cases[0].pretty);
        let attempt = Try {
            data: Vec::new(),
            select,
            pretty,
            toon: None,
            auto: false,
            frame: frame(&mut rng),
        };
        let expected = expected_of_lines(&pair, &attempt, &lines, depth - 1);
        if rng.chance(50) {
            data.push(b'\n');
        }
        let attempt = Try { data, ..attempt };
        for (name, renderer) in &mut used {
            let pieces = Pieces { lines: true, ..pieces(&mut rng, attempt.data.len()) };
            let found = pair.stream_difference(renderer, &attempt, pieces, &expected);
            let data = text(&attempt.data);
            assert_eq!(
                found, None,
                "seed {seed}, {name}, {pieces:?}\n  presenter {file}\n  {data}"
            );
        }
    }
}

/// Small documents with chunks of every size.
#[test]
fn every_size_of_chunk_answers_as_the_whole() {
    let mut used = renderers(&[Some(1)]);
    for seed in 0..60 {
        let case = &cases_with(seed, 1, Extras::NONE)[0];
        let pair = Pair::read(&case.presenter).expect("a presenter");
        let Case { data, select, pretty, .. } = case.clone();
        if data.len() > 400 {
            continue;
        }
        let frame = Frame::Result;
        let attempt = Try { data, select, pretty, toon: None, auto: false, frame };
        let expected = pair.expected(&attempt);
        for read in 1..=attempt.data.len() + 1 {
            for write in [usize::MAX, 1] {
                let pieces = Pieces { lines: false, source: read, read, write, items: None };
                let (_, renderer) = &mut used[seed as usize % 2];
                let found = pair.stream_difference(renderer, &attempt, pieces, &expected);
                assert_eq!(found, None, "seed {seed}, {pieces:?}\n  {case:?}");
            }
        }
    }
}

fn answers(extras: Extras) {
    let first = setting("MCP_PRESENTER_SEED", 0);
    let seeds = setting("MCP_PRESENTER_SEEDS", SEEDS);
    let mut used = renderers(&WINDOWS);
    let failed: Vec<String> = (first..first + seeds)
        .filter_map(|seed| run(seed, extras, &mut used).err())
        .take(3)
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

#[test]
fn pieces_answer_as_the_whole() {
    answers(Extras::NONE);
}

#[test]
fn pieces_answer_as_the_whole_with_paths_selected() {
    answers(Extras::PATHS);
}

#[test]
fn pieces_answer_as_the_whole_with_models() {
    answers(Extras::MODELS);
}

#[test]
fn pieces_answer_as_the_whole_with_hooks() {
    answers(Extras::ALL);
}
