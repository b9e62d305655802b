//! Defaults as the data would have them: what is declared calls fields by their own keys, what is
//! read calls some by an alias.

use crate::presenter::compile::DEEPEST;
use crate::presenter::types::{Constant, Field, Kind, Type};
use crate::scan::strict;
use crate::scan::tape::{Tape, TokenKind};
use crate::text::string::{decode, quote};

/// The field with the defaults in it, and its own, under the keys of the data.
pub(super) fn under_data_keys(mut field: Field) -> Field {
    field.ty = with_defaults(field.ty);
    field
}

fn with_defaults(mut ty: Type) -> Type {
    ty.default = ty.default.as_ref().map(|default| renamed(&ty, default));
    ty.kind = match ty.kind {
        Kind::Object(fields, mode) => {
            Kind::Object(fields.into_iter().map(under_data_keys).collect(), mode)
        }
        Kind::Array(item) => Kind::Array(Box::new(with_defaults(*item))),
        other => other,
    };
    ty
}

/// The default under the keys of the data, and without members that are no fields. What is no JSON
/// stays as it is, to be found by the compiler.
fn renamed(ty: &Type, default: &Constant) -> Constant {
    let text = default.json.trim_ascii();
    let mut tape = Tape::default();
    if strict::parse(text.as_bytes(), 0, DEEPEST, &mut tape) != Ok(text.len()) {
        return default.clone();
    }
    let mut json = String::new();
    write(ty, text, &tape, 0, &mut json);
    Constant::json(json)
}

/// Writes the value at token `at`; of an object the members that are fields, under their aliases.
fn write(ty: &Type, text: &str, tape: &Tape, at: usize, json: &mut String) {
    let token = &tape.tokens[at];
    let end = token.next as usize;
    let mut below = at + 1;
    match (&ty.kind, token.kind) {
        (Kind::Object(fields, _), TokenKind::Object) => {
            json.push('{');
            while below < end {
                let key = decode(tape.tokens[below].body(text.as_bytes()));
                if let Some(field) = fields.iter().find(|field| field.key == key) {
                    separate(json, '{');
                    json.push_str(&quote(field.source()));
                    json.push(':');
                    write(&field.ty, text, tape, below + 1, json);
                }
                below = tape.tokens[below + 1].next as usize;
            }
            json.push('}');
        }
        (Kind::Array(item), TokenKind::Array) => {
            json.push('[');
            while below < end {
                separate(json, '[');
                write(item, text, tape, below, json);
                below = tape.tokens[below].next as usize;
            }
            json.push(']');
        }
        _ => json.push_str(&text[token.start as usize..token.end as usize]),
    }
}

fn separate(json: &mut String, bracket: char) {
    if !json.ends_with(bracket) {
        json.push(',');
    }
}
