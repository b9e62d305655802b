//! Casts: values of one kind that say the same as a value of another.

use crate::plan::Kind;
use crate::scan::tape::{Token, TokenKind};
use crate::text::number::{self, Decimal};
use crate::text::string::decode;

/// What the value becomes to be of the kind that its node asks for; nothing if it would lose or
/// gain something by that.
///
/// There are four conversions: a string that is the text of a JSON number becomes that number, as
/// it is written; a number becomes the string of its text; the numbers 1 and 0, and the strings
/// `true` and `false`, become a boolean.
pub(super) fn conversion(kind: &Kind, token: &Token, bytes: &[u8]) -> Option<TokenKind> {
    let is_boolean = |value| if value { TokenKind::True } else { TokenKind::False };
    match (kind, token.kind) {
        (Kind::String, TokenKind::Number) => Some(TokenKind::String),
        (Kind::Number, TokenKind::String) => {
            number::is_number(decode(token.body(bytes)).as_bytes()).then_some(TokenKind::Number)
        }
        (Kind::Boolean, TokenKind::Number) => {
            let text = token.text(bytes);
            let is = |constant: &[u8]| Decimal::of(&text) == Decimal::of(constant);
            if is(b"1") { Some(is_boolean(true)) } else { is(b"0").then(|| is_boolean(false)) }
        }
        (Kind::Boolean, TokenKind::String) => match &*decode(token.body(bytes)) {
            "true" => Some(is_boolean(true)),
            "false" => Some(is_boolean(false)),
            _ => None,
        },
        _ => None,
    }
}
