//! What `Renderer::progress` says of a render.

use std::thread;

use mcp_presenter::{Frame, Presenter, Progress, RenderError, Renderer, Request, t};

/// Bytes of a window here.
const WINDOW: usize = 4096;

fn numbers() -> Presenter {
    let builder = Presenter::builder("Numbers").schema([t::integer("a")]);
    builder.limit(3).build().expect("it is right")
}

fn render(renderer: &mut Renderer, json: &str) -> Result<Vec<u8>, RenderError> {
    let mut out = Vec::new();
    renderer.render(&numbers(), json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
    Ok(out)
}

fn items(count: usize) -> String {
    format!("[{}{{\"a\":1}}]", "{\"a\":1},".repeat(count - 1))
}

#[test]
fn it_ends_with_the_input() {
    let mut renderer = Renderer::new();
    let progress = renderer.progress();
    assert_eq!(progress.bytes(), 0);
    // Outlined, and read a second time.
    let large = format!("{{\"list\":{},\"a\":1}}", items(50_000));
    for json in [&*items(1), &items(100_000), &large, " {\"a\":1} ", "\u{feff}{\"a\":1}\n"] {
        render(&mut renderer, json).expect("a render");
        assert_eq!(progress.bytes(), json.len());
    }
}

#[test]
fn it_stays_where_an_error_was_met() {
    let mut renderer = Renderer::new().with_window(WINDOW);
    let progress = renderer.progress();
    let json = items(10_000);
    let broken = format!("{},:{}", &json[..40_008], &json[40_008..]);
    let error = render(&mut renderer, &broken).expect_err("a colon between items");
    let met = error.offset().expect("a place");
    let at = progress.bytes();
    assert!(at <= met && met - at < 2 * WINDOW, "{at} of {met}");
    // The next render begins anew, even one that reads nothing.
    render(&mut renderer, " ").expect_err("no document");
    assert_eq!(progress.bytes(), 0);
}

#[test]
fn all_handles_say_the_same_and_outlive_the_renderer() {
    let mut renderer = Renderer::new();
    let handles: [Progress; 2] = [renderer.progress(), renderer.progress().clone()];
    let json = items(5);
    render(&mut renderer, &json).expect("a render");
    drop(renderer);
    assert_eq!(handles.each_ref().map(Progress::bytes), [json.len(); 2]);
    assert_eq!(format!("{:?}", handles[0]), format!("Progress {{ bytes: {} }}", json.len()));
}

#[test]
fn another_thread_sees_it_move() {
    let json = items(500_000);
    let mut renderer = Renderer::new().with_window(64);
    let progress = renderer.progress();
    let mut seen = vec![0];
    thread::scope(|scope| {
        let json = &json;
        let rendering = scope.spawn(move || render(&mut renderer, json).expect("a render"));
        while !rendering.is_finished() {
            seen.push(progress.bytes());
            thread::yield_now();
        }
    });
    // How often this thread looked is chance; what it saw is not.
    assert!(seen.is_sorted() && seen.iter().all(|at| *at <= json.len()), "{seen:?}");
    assert_eq!(progress.bytes(), json.len());
}

#[test]
fn what_is_written_does_not_depend_on_it() {
    let json = items(1_000);
    let mut watched = Renderer::new();
    let progress = watched.progress();
    assert_eq!(render(&mut watched, &json), render(&mut Renderer::new(), &json));
    assert_eq!(progress.bytes(), json.len());
}
