//! A text by itself, in which no plan has a say.

use crate::scan::strict;
use crate::scan::tape::{Tape, Token, TokenKind};
use crate::walk::duplicates::{HIDDEN, resolve_all};
use crate::walk::events::Sink;

use super::{Bound, NOWHERE};

/// Sends a text that is one JSON value, nested no deeper than `depth`; sends nothing and gives false
/// for any other text.
pub(crate) fn drive_json<S: Sink>(json: &str, depth: usize, sink: &mut S) -> bool {
    let json = json.trim_ascii().as_bytes();
    let mut tape = Tape::default();
    let is_one = strict::parse(json, 0, depth, &mut tape).is_ok_and(|end| end == json.len());
    if is_one {
        resolve_all(json, &mut tape.tokens, &mut Vec::new());
        drive_text(json, &tape.tokens, 0, sink);
    }
    is_one
}

/// Sends the value at token `at` of a text whose keys are resolved.
pub(crate) fn drive_text<S: Sink>(bytes: &[u8], tokens: &[Token], at: usize, sink: &mut S) {
    let token = &tokens[at];
    let bound = Bound { bytes, tokens, slots: &[], offset: NOWHERE };
    match token.kind {
        TokenKind::Object => {
            sink.begin_object();
            let mut key = at + 1;
            while key < token.next as usize {
                let shown = tokens[key].link;
                if shown != HIDDEN {
                    sink.data_key(bound.string(&tokens[key]));
                    drive_text(bytes, tokens, shown as usize, sink);
                }
                key = tokens[key + 1].next as usize;
            }
            sink.end_object();
        }
        TokenKind::Array => {
            sink.begin_array(NOWHERE);
            let mut element = at + 1;
            while element < token.next as usize {
                sink.element();
                drive_text(bytes, tokens, element, sink);
                element = tokens[element].next as usize;
            }
            sink.end_array();
        }
        TokenKind::String | TokenKind::Key => sink.string(bound.string(token)),
        _ => sink.scalar(&bound.text(token), NOWHERE),
    }
}
