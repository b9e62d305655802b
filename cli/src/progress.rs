//! Progress bars at a terminal, for input that takes a while.

use std::io::{self, Read};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use mcp_presenter::Renderer;

use crate::console::Console;

/// Input above this many bytes is worth a bar: 64 MB.
const LARGE: u64 = 64_000_000;

/// How often the bar of a render moves.
const INTERVAL: Duration = Duration::from_millis(100);

/// A bar on standard error; gone from the screen when it is dropped. The length may be unknown.
fn bar(what: &'static str, length: Option<u64>) -> ProgressBar {
    let template = match length {
        Some(_) => "{msg} [{wide_bar}] {decimal_bytes}/{decimal_total_bytes}, {eta} left",
        None => "{msg} {decimal_bytes}",
    };
    // A wrong template would be a wrong line above; the default one is good enough then.
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ");
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr())
        .with_style(style)
        .with_message(what)
        .with_finish(ProgressFinish::AndClear)
}

/// Reads `source`, which holds `length` bytes if that is known, to its end.
pub(crate) fn read(
    mut source: impl Read,
    length: Option<u64>,
    console: &Console,
) -> io::Result<Vec<u8>> {
    const CHUNK: u64 = 1 << 20;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length.and_then(|length| length.try_into().ok()).unwrap_or(0))?;
    if !console.is_terminal() {
        source.read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    let mut shown = None;
    // Less than a chunk is the end. A person who types would have to end the input once more for
    // another read.
    while source.by_ref().take(CHUNK).read_to_end(&mut bytes)? as u64 == CHUNK {
        let at = bytes.len() as u64;
        if length.unwrap_or(at) > LARGE {
            shown.get_or_insert_with(|| bar("reading", length)).set_position(at);
        }
    }
    Ok(bytes)
}

/// Lets `render` run with `renderer` over `length` bytes of input, if that is known.
pub(crate) fn watch<T>(
    renderer: &mut Renderer,
    length: Option<u64>,
    console: &Console,
    render: impl FnOnce(&mut Renderer) -> T,
) -> T {
    if !console.is_terminal() || length.is_some_and(|length| length <= LARGE) {
        return render(renderer);
    }
    let progress = renderer.progress();
    // Never sends: dropping it, in a panic too, is the sign that the render is over.
    let (running, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            // Of a length that is known, it is worth a bar at once.
            let mut shown = length.map(|_| bar("rendering", length));
            if let Some(bar) = &shown {
                bar.tick();
            }
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let at = progress.bytes() as u64;
                if length.unwrap_or(at) > LARGE {
                    shown.get_or_insert_with(|| bar("rendering", length)).set_position(at);
                }
            }
        });
        let rendered = render(renderer);
        drop(running);
        rendered
    })
}
