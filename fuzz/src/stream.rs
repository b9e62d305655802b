//! The body of the fuzz target `stream`; `tests/fuzz_seeds.rs` replays the seeds through it.
//!
//! An input is three bytes for the pieces (how many bytes the source has at a time, how many are read
//! and written at a time, what kind of stream it is) and then an input of `targets`.

// Each target takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use crate::compare::Try;
use crate::compare::stream::Pieces;
use crate::oracle::Frame;
use crate::targets;

/// Any pieces of any input give the same bytes or the same error as the whole.
pub fn stream(input: &[u8]) {
    let [source, chunks, kind, rest @ ..] = input else { return };
    let Some((pair, mut attempt)) = targets::read(rest) else { return };
    attempt.auto = false;
    let pieces = Pieces {
        lines: false,
        source: 1 + usize::from(*source),
        read: 1 << (chunks & 15),
        write: match chunks >> 4 {
            small @ 0..8 => 1 << small,
            _ => usize::MAX,
        },
        items: None,
    };
    targets::with_renderer(usize::from(*kind), |renderer| {
        let expected = targets::answer(&pair, renderer, &attempt);
        let items = expected.as_ref().map_or(1 << 20, |(_, report)| report.items + report.hidden);
        let pieces = Pieces { items: attempt.toon.map(|_| items), ..pieces };
        let found = pair.stream_difference(&mut renderer.1, &attempt, pieces, &expected);
        assert_eq!(found, None, "{}: {pieces:?}", renderer.0);
        if *kind >= 128 {
            lines(&pair, renderer, &attempt, pieces);
        }
    });
}

/// As lines, in small pieces and in large ones, with line ends of both kinds.
fn lines(
    pair: &crate::compare::Pair,
    renderer: &mut (String, mcp_presenter::Renderer),
    attempt: &Try,
    pieces: Pieces,
) {
    let attempt = Try { toon: None, frame: Frame::Result, ..attempt.clone() };
    let whole = usize::MAX >> 1;
    let whole = Pieces { source: whole, read: 1 << 20, write: usize::MAX, ..pieces };
    let [whole, pieces] =
        [whole, pieces].map(|pieces| Pieces { lines: true, items: None, ..pieces });
    let Ok(crate::compare::stream::Streamed::Answer(expected)) =
        pair.streamed(&mut renderer.1, &attempt, whole)
    else {
        return;
    };
    let found = pair.stream_difference(&mut renderer.1, &attempt, pieces, &expected);
    assert_eq!(found, None, "{}: lines, {pieces:?}", renderer.0);
}
