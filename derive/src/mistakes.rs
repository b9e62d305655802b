//! What is wrong with a declaration.

use std::fmt::Display;

use proc_macro2::Span;
use syn::Error;

/// The mistakes of a declaration, each at its place, so that all of them are reported at once.
#[derive(Debug, Default)]
pub(crate) struct Mistakes(Option<Error>);

impl Mistakes {
    pub(crate) fn push(&mut self, mistake: Error) {
        match &mut self.0 {
            Some(mistakes) => mistakes.combine(mistake),
            None => self.0 = Some(mistake),
        }
    }

    pub(crate) fn at(&mut self, place: Span, message: impl Display) {
        self.push(Error::new(place, message));
    }

    /// What was read, if there was no mistake in it.
    pub(crate) fn keep<T>(&mut self, read: syn::Result<T>) -> Option<T> {
        read.map_err(|mistake| self.push(mistake)).ok()
    }

    /// The value, unless there was a mistake.
    pub(crate) fn or<T>(self, value: T) -> syn::Result<T> {
        self.0.map_or(Ok(value), Err)
    }
}
