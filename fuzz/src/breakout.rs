//! Whatever hooks and handlers write, and whatever the data holds: the blocks of a response are those
//! that were written, with the content that was written.

// Each target and the test that replays them take what they need of it.
#![allow(dead_code, unreachable_pub)]

use std::cell::RefCell;

use mcp_presenter::Renderer;

use crate::hostile::{FRAMES, Script, Source};

thread_local! {
    /// Used again and again, so that what one input leaves behind meets the next.
    static RENDERER: RefCell<Renderer> = RefCell::new(Renderer::new());
}

pub fn breakout(input: &[u8]) {
    let script = Script::read(&mut Source::new(input));
    let frames = &FRAMES[input.len() % FRAMES.len()..][..1];
    RENDERER.with_borrow_mut(|renderer| script.check(renderer, frames));
}
