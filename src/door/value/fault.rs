//! What a serializer's functions return: an error on its way from where it was found to the root.

use std::fmt;

use serde::ser;

use crate::walk::failures::{Step, path_text};

use crate::value_error::{ValueError, ValueErrorKind};

/// One pointer wide, since every function of a serializer returns it.
pub(super) struct Fault(Box<Inner>);

struct Inner {
    kind: ValueErrorKind,
    /// The way to it, the last step first.
    steps: Vec<Step<'static>>,
}

impl Fault {
    #[cold]
    pub(super) fn new(kind: ValueErrorKind) -> Self {
        Self(Box::new(Inner { kind, steps: Vec::new() }))
    }

    /// The same, seen from a container of the value.
    #[cold]
    pub(super) fn within(mut self, step: Step<'static>) -> Self {
        self.0.steps.push(step);
        self
    }
}

impl From<Fault> for ValueError {
    fn from(fault: Fault) -> Self {
        let Inner { kind, mut steps } = *fault.0;
        steps.reverse();
        Self { kind, path: path_text(None, &steps) }
    }
}

impl ser::Error for Fault {
    /// The message may quote the value, and is dropped.
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::new(ValueErrorKind::Failed)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value could not be serialized")
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fault").field(&self.0.kind).finish()
    }
}

impl std::error::Error for Fault {}
