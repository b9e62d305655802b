//! Whatever hooks and handlers write, and whatever the data holds: the blocks of a response are those
//! that were written, with the content that was written; the rows of a table and the actions of a
//! tool, too.

// Each target and the test that replays them take what they need of it.
#![allow(dead_code, unreachable_pub)]

use std::cell::RefCell;

use mcp_presenter::Renderer;

use crate::hostile::{Described, FRAMES, Rows, Script, Source};

thread_local! {
    /// Used again and again, so that what one input leaves behind meets the next.
    static RENDERER: RefCell<Renderer> = RefCell::new(Renderer::new());
}

pub fn breakout(input: &[u8]) {
    let mut source = Source::new(input);
    let frames = &FRAMES[input.len() % FRAMES.len()..][..1];
    RENDERER.with_borrow_mut(|renderer| match source.below(8) {
        0..=3 => _ = Script::read(&mut source).check(renderer, frames),
        4..=6 => Rows::read(&mut source).check(renderer, frames),
        _ => Described::read(&mut source).check(),
    });
}
