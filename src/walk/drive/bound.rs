//! A text with what binding has found out of it.

use std::borrow::Cow;

use crate::plan::Parsed;
use crate::scan::tape::{Token, TokenKind};
use crate::walk::censor::Uncensored;
use crate::walk::duplicates::body;
use crate::walk::events::StringText;

/// An offset that lies in no input: of a text of ours, and with room to count from.
pub(crate) const NOWHERE: usize = usize::MAX / 2;

/// A text with its tokens and slots: an item of the input, or a default of the schema.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) tokens: &'a [Token],
    pub(crate) slots: &'a [u32],
    /// What to add to a position to count from the start of the input.
    pub(crate) offset: usize,
}

impl<'a> Bound<'a> {
    pub(super) fn text(&self, token: &Token) -> Cow<'a, [u8]> {
        token.text(self.bytes)
    }

    pub(super) fn string(&self, token: &Token) -> StringText<'a> {
        StringText {
            raw: body(self.bytes, token),
            special: token.is_special(),
            offset: self.offset + token.start as usize,
        }
    }

    /// The value with this text.
    pub(super) fn uncensored<'t>(&self, token: &Token, text: &'t [u8]) -> Uncensored<'t>
    where
        'a: 't,
    {
        match token.kind {
            TokenKind::String => Uncensored::String(self.string(token)),
            TokenKind::Number => Uncensored::Number(text),
            TokenKind::True | TokenKind::False => Uncensored::Boolean(text),
            TokenKind::Key | TokenKind::Null | TokenKind::Array | TokenKind::Object => {
                Uncensored::Opaque
            }
        }
    }
}

impl<'a> From<&'a Parsed> for Bound<'a> {
    fn from(parsed: &'a Parsed) -> Self {
        Self {
            bytes: parsed.json.as_bytes(),
            tokens: &parsed.tokens,
            slots: &parsed.slots,
            offset: NOWHERE,
        }
    }
}
