//! What a value is: typed, and as text.

use std::borrow::Cow;
use std::fmt;

use crate::plan::censor::ValueKind;
use crate::scan::tape::TokenKind;
use crate::text::string::{Decoder, write_decoded};
use crate::walk::drive::{Redaction, ValuePath};
use crate::walk::duplicates::body;
use crate::walk::failures::Step;

use super::super::content::Writer;
use super::super::text::{self, HookValue};
use super::View;

impl<'a> View<'a> {
    /// The text of a string, without escapes.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        self.read();
        if self.kind() != ValueKind::String {
            return None;
        }
        if self.replaced().is_some() {
            return Some(self.rendered());
        }
        let (bytes, token) = (self.bytes(), self.token());
        let raw = body(bytes, &token);
        if token.is_special() && memchr::memchr(b'\\', raw).is_some() {
            return Some(self.decoded(raw));
        }
        std::str::from_utf8(raw).ok()
    }

    pub(super) fn decoded(&self, raw: &[u8]) -> &'a str {
        let arena = self.environment.render.arena;
        let mut text = bumpalo::collections::String::with_capacity_in(raw.len(), arena);
        text.extend(Decoder::new(raw));
        text.into_bump_str()
    }

    /// The value of a boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        self.read();
        match self.token().kind {
            _ if self.replaced().is_some() => None,
            TokenKind::True => Some(true),
            TokenKind::False => Some(false),
            _ => None,
        }
    }

    /// The text of a number, as it came.
    #[must_use]
    pub fn as_number(&self) -> Option<&'a str> {
        self.read();
        if self.kind() != ValueKind::Number {
            return None;
        }
        match self.token().text(self.bytes()) {
            Cow::Borrowed(text) => std::str::from_utf8(text).ok(),
            Cow::Owned(text) => {
                let arena = self.environment.render.arena;
                Some(arena.alloc_str(std::str::from_utf8(&text).ok()?))
            }
        }
    }

    /// The value of a number without a fraction, if it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        text::integer(self.as_number()?)
    }

    /// The value of a number without a fraction and not below zero, if it fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        text::integer(self.as_number()?)
    }

    /// The number as the nearest float; infinite if it is too large for one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.parse().ok()
    }

    /// The text of any value: a string's characters, a number in its plain form (`1.50` is
    /// `1.5`), `true`, `false`, `null`, an array's elements joined by commas, an object as JSON.
    #[must_use]
    pub fn to_text(&self) -> &'a str {
        match self.as_str() {
            Some(text) => text,
            None => self.rendered(),
        }
    }

    /// Writes the same text to a place, without memory for it that lasts longer.
    pub(in super::super) fn write_to(&self, to: &mut Writer<'_>) {
        self.read();
        let (bytes, token) = (self.bytes(), self.token());
        match token.kind {
            _ if self.kind() == ValueKind::Null => to.null(),
            TokenKind::String if self.replaced().is_none() && token.is_special() => {
                write_decoded(body(bytes, &token), |piece| {
                    to.piece(std::str::from_utf8(piece).unwrap_or_default());
                });
            }
            TokenKind::String if self.replaced().is_none() => {
                to.piece(std::str::from_utf8(body(bytes, &token)).unwrap_or_default());
            }
            TokenKind::Number if self.replaced().is_none() => {
                to.number(self.as_number().unwrap_or_default());
            }
            _ => {
                let text = self.render();
                to.piece(&text);
                self.environment.render.memory.give_back_text(text);
            }
        }
    }

    fn rendered(&self) -> &'a str {
        let text = self.render();
        let kept = self.environment.render.arena.alloc_str(&text);
        self.environment.render.memory.give_back_text(text);
        kept
    }

    /// The text in memory that is to be given back.
    fn render(&self) -> String {
        let text = self.environment.render.memory.text();
        let (steps, places) = self.steps();
        text::write(text, self.environment.plan, self.hook_value(&steps, &places))
    }

    /// The value for those who write it, which is reading all that is in it.
    fn hook_value<'v>(&'v self, steps: &'v [Step<'v>], places: &'v [u32]) -> HookValue<'v> {
        self.read_whole();
        let redaction = match self.environment.shown {
            Some(_) => Redaction::Applied,
            None => Redaction::Noted(self.environment.render.saw_redacted),
        };
        HookValue {
            value: (self.owner, self.at),
            bound: self.bound(),
            path: ValuePath { steps, places, root_depth: self.root_depth as usize },
            redaction,
            select: self.environment.shown.zip(self.branch),
        }
    }

    /// Sends the value to a writer of JSON, as the hook sees it.
    pub(in super::super) fn write_json<C: crate::emit::context::Context>(
        &self,
        sink: &mut crate::emit::json::JsonSink<'_, C>,
    ) {
        let (steps, places) = self.steps();
        text::drive(sink, self.environment.plan, self.hook_value(&steps, &places));
    }

    /// The text of the value at `path` as [`to_text`](Self::to_text) gives it; empty if it is
    /// absent or null.
    #[must_use]
    pub fn text(&self, path: &str) -> &'a str {
        match self.get(path) {
            Some(value) if !value.is_null() => value.to_text(),
            _ => "",
        }
    }

    /// The boolean at `path`.
    #[must_use]
    pub fn bool(&self, path: &str) -> Option<bool> {
        self.get(path)?.as_bool()
    }

    /// The number at `path`, as [`as_i64`](Self::as_i64) gives it.
    #[must_use]
    pub fn i64(&self, path: &str) -> Option<i64> {
        self.get(path)?.as_i64()
    }

    /// The number at `path`, as [`as_u64`](Self::as_u64) gives it.
    #[must_use]
    pub fn u64(&self, path: &str) -> Option<u64> {
        self.get(path)?.as_u64()
    }

    /// The number at `path`, as [`as_f64`](Self::as_f64) gives it.
    #[must_use]
    pub fn f64(&self, path: &str) -> Option<f64> {
        self.get(path)?.as_f64()
    }

    /// A text in memory that the Renderer keeps and that lasts to the end of the render, for hooks
    /// that need one more than once.
    #[must_use]
    pub fn format(&self, arguments: fmt::Arguments<'_>) -> &'a str {
        let arena = self.environment.render.arena;
        let mut text = bumpalo::collections::String::new_in(arena);
        // Writing to memory cannot fail; what a value of the program refuses to print stays out.
        let _ = fmt::Write::write_fmt(&mut text, arguments);
        text.into_bump_str()
    }
}
