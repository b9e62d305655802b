//! A TOON table from Rust types: the rows written by hand into a buffer that is reused.

use std::borrow::Cow;
use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::contenders::Block;
use crate::jobs::TABLE;
use crate::typed::{Shape, Status};

pub(crate) struct Table;
impl Shape for Table {
    type Data<'de> = Vec<RowData<'de>>;

    const BLOCK: Block = Block::Lines;

    fn text(rows: &Self::Data<'_>, out: &mut Vec<u8>, _: impl FnOnce(&mut Vec<u8>)) {
        write!(out, "[{}|]{{{}}}:", rows.len(), TABLE.join("|")).expect(ROOM);
        for row in rows {
            out.extend_from_slice(b"\n  ");
            text(&row.id, out);
            write!(out, "|{}|", row.customer_id).expect(ROOM);
            text(&row.customer_name, out);
            out.push(b'|');
            out.extend_from_slice(row.status.name().as_bytes());
            out.push(b'|');
            text(&row.currency, out);
            write!(out, "|{}", row.amount_cents).expect(ROOM);
        }
    }
}

const ROOM: &str = "a Vec takes everything";

#[derive(Deserialize, Serialize)]
pub(crate) struct RowData<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    customer_id: i64,
    #[serde(borrow)]
    customer_name: Cow<'a, str>,
    status: Status,
    #[serde(borrow)]
    currency: Cow<'a, str>,
    amount_cents: i64,
}

/// Writes a text, between quotes where a reader needs them.
fn text(text: &str, out: &mut Vec<u8>) {
    if is_bare(text) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            ..b' ' => write!(out, "\\u{byte:04x}").expect(ROOM),
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

fn is_bare(text: &str) -> bool {
    let is_plain = |byte: u8| {
        byte >= b' ' && !matches!(byte, b':' | b'"' | b'\\' | b'[' | b']' | b'{' | b'}' | b'|')
    };
    let is_number = || text.parse::<f64>().is_ok_and(|_| !text.contains(char::is_alphabetic));
    !text.is_empty()
        && text.trim() == text
        && !text.starts_with(['-', '#', '+'])
        && !matches!(text, "true" | "false" | "null")
        && text.bytes().all(is_plain)
        && !is_number()
}
