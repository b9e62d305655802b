//! How far a render has come, for those who watch it from another thread.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How far a [`Renderer`](crate::Renderer) has come in its input: a handle for another thread,
/// made by [`Renderer::progress`](crate::Renderer::progress).
///
/// Cheap to clone; all clones say the same. It may outlive the Renderer, and says then what it
/// said last.
#[derive(Clone, Default)]
pub struct Progress(Arc<AtomicUsize>);

impl Progress {
    /// The bytes of the input before the place that is being read.
    ///
    /// Begins at 0 with every render, moves on by about 16 KiB at a time, and is the length of the
    /// input once the render succeeded. After an error it stays where the reading ended. An object
    /// that is larger than 64 KiB is read twice, first to find its members and then one member
    /// after the other, so there it goes back once. It also goes back once at an item that shows a
    /// collection to be no table in TOON, and at the end of the first walk of
    /// [`Format::Auto`](crate::Format::Auto).
    ///
    /// Takes one read of memory and never waits. It says nothing about what other threads may see
    /// of the output.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    #[inline(always)]
    pub(crate) fn set(&self, bytes: usize) {
        self.0.store(bytes, Ordering::Relaxed);
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("bytes", &self.bytes()).finish()
    }
}
