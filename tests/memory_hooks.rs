//! Memory that hooks needed for something large is given back as `Renderer` says: after 64 renders
//! without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use mcp_presenter::{Frame, Presenter, PresenterBuilder, Renderer, Request, View};

/// The system's allocator, with a count for each thread of the bytes that it holds.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

fn count(grown: usize, shrunk: usize) {
    // A thread that ends gives its memory back after its counter is gone.
    let _ = HELD.try_with(|held| held.set(held.get() + grown as isize - shrunk as isize));
}

// SAFETY: every call is handed to the system's allocator as it came; counting touches a thread-local
// cell with a constant initial value, which allocates nothing. What the trait does by itself,
// zeroing and growing, comes down to these two.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller's promise is the one that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as above; `place` came from `System`.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many renders without anything large `Renderer` speaks of.
const RENDERS: usize = 64;

/// What is always kept of each kind of memory, and a little for what is no scratch.
const KEPT: isize = 2 << 20;

fn any() -> PresenterBuilder {
    Presenter::builder("P").allow_everything()
}

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

fn render(renderer: &mut Renderer, presenter: &Presenter, json: &str) -> usize {
    let mut out = Vec::new();
    renderer
        .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
        .expect("a render");
    out.len()
}

/// Renders something large, of which more than `spike` bytes are kept for a while, and then small
/// things: with other hooks, and with the same.
fn check_given_back(presenter: &Presenter, large: &str, spike: isize) {
    let plain = build(any());
    for small in [&plain, presenter] {
        let before = HELD.get();
        let mut renderer = Renderer::new();
        let held = || HELD.get() - before;
        render(&mut renderer, presenter, large);
        assert!(held() > spike, "{} bytes are kept of something large only", held());
        // The last of these finds that there were enough before it.
        for _ in 0..=RENDERS {
            render(&mut renderer, small, r#"{"a":"t"}"#);
        }
        assert!(held() <= KEPT, "{} bytes are still kept", held());
        drop(renderer);
        assert_eq!(held(), 0);
    }
}

#[test]
fn a_title_of_fifty_megabytes_is_given_back() {
    let size = 50 << 20;
    let presenter = build(any().ui(|view, ui| {
        ui.title(view.get("a")).markdown("m");
    }));
    let large = format!(r#"{{"a":"{}"}}"#, "x".repeat(size));
    check_given_back(&presenter, &large, size as isize);
}

#[test]
fn views_of_two_hundred_thousand_items_are_given_back() {
    let presenter = build(any().collection_ui(|items, ui| {
        let views: Vec<View<'_>> = items.iter().collect();
        ui.markdown(views.len());
    }));
    let large = format!("[{}1]", "1,".repeat(200_000));
    check_given_back(&presenter, &large, 0);
}

#[test]
fn a_text_of_fifty_megabytes_that_a_hook_formats_is_given_back() {
    let size = 50 << 20;
    let presenter = build(any().ui(|view, ui| {
        let text = view.format(format_args!("<{}>", view.text("a")));
        ui.markdown(text.len());
    }));
    let large = format!(r#"{{"a":"{}"}}"#, "x".repeat(size));
    check_given_back(&presenter, &large, size as isize);
}
