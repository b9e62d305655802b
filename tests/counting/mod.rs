//! A counting allocator: what a piece of work asks for.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a count for each thread: tests run side by side.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(grown: usize, shrunk: usize) {
    // A thread that ends gives its memory back after its counters are gone.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + usize::from(grown > 0)));
    let _ = HELD.try_with(|held| {
        held.set(held.get() + grown as isize - shrunk as isize);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is handed to the system's allocator as it came; counting touches thread-local
// cells with constant initial values, which allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller's promise is the one that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as above; `place` came from `System`.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new may be held at once.
        count(size, 0);
        count(0, layout.size());
        // SAFETY: as above; `place` came from `System`.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many times `work` asks for memory, and the most that it holds at once.
pub fn measure(work: impl FnOnce()) -> (usize, usize) {
    let (before, held) = (ALLOCATIONS.get(), HELD.get());
    PEAK.set(held);
    work();
    (ALLOCATIONS.get() - before, usize::try_from(PEAK.get() - held).expect("a peak"))
}

/// Bytes that this thread holds.
pub fn held() -> isize {
    HELD.get()
}

#[test]
fn the_counter_counts() {
    let (allocations, peak) = measure(|| drop(std::hint::black_box(vec![0_u8; 1000])));
    assert_eq!((allocations, peak), (1, 1000));
    assert_eq!(measure(|| ()), (0, 0));
}
