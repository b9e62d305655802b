//! What stands around a page of orders, from Rust types: texts in buffers that are reused.

use std::fmt::Write;

use crate::jobs::{COLUMNS, RULES, TOOL};
use crate::typed::{OrderData, Shape, Status};

pub(crate) struct Page;
impl Shape for Page {
    type Data<'de> = Vec<OrderData<'de>>;

    fn around(orders: &Self::Data<'_>, texts: &mut Vec<String>) {
        texts.resize_with(3, String::new);
        texts.iter_mut().for_each(String::clear);
        table(orders, &mut texts[0]);
        rules(&mut texts[1]);
        suggestion(orders, &mut texts[2]);
    }
}

fn table(orders: &[OrderData<'_>], out: &mut String) {
    out.push_str("<ui_passthrough type=\"markdown\">\n");
    out.push('|');
    for column in COLUMNS {
        out.push(' ');
        out.push_str(column);
        out.push_str(" |");
    }
    out.push_str("\n| --- | --- | --- | --- |");
    for order in orders {
        out.push_str("\n| ");
        cell(&order.id, out);
        out.push_str(" | ");
        cell(&order.customer_name, out);
        out.push_str(" | ");
        out.push_str(order.status.name());
        let cents = order.amount_cents;
        write!(out, " | {}.{:02} ", cents / 100, cents % 100).expect("a String takes everything");
        cell(&order.currency, out);
        out.push_str(" |");
    }
    out.push_str("\n</ui_passthrough>");
}

/// Writes a text that stays in its cell: pipes escaped, line breaks as markup.
fn cell(text: &str, out: &mut String) {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'|' => "\\|",
            b'\n' => "<br>",
            _ => continue,
        };
        out.push_str(&text[start..at]);
        out.push_str(escape);
        start = at + 1;
    }
    out.push_str(&text[start..]);
}

fn rules(out: &mut String) {
    out.push_str("<domain_rules>\n");
    for rule in RULES {
        out.push_str("- ");
        out.push_str(rule);
        out.push('\n');
    }
    out.push_str("</domain_rules>");
}

/// Nothing if there is nothing to suggest.
fn suggestion(orders: &[OrderData<'_>], out: &mut String) {
    let overdue = orders.iter().filter(|order| order.status == Status::Overdue).count();
    if overdue > 0 {
        let count = orders.len();
        write!(
            out,
            "<action_suggestions>\n- {TOOL}: {overdue} of {count} are overdue\n\
             </action_suggestions>"
        )
        .expect("a String takes everything");
    }
}
