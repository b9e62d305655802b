//! TOML text to a tree, the one that JSON gives.

use std::borrow::Cow;

use ::toml::de::{DeInteger, DeTable, DeValue};

use super::from_json::DEEPEST;
use super::tree::{Fault, Member, Node, Read, Value};
use crate::text::number;

/// Reads the document `text`.
pub(super) fn read(text: &str) -> Read<Node<'_>> {
    match DeTable::parse(text) {
        Ok(document) => Ok(table(document.into_inner(), 0, 1)?.0),
        Err(error) => {
            // An error that stands nowhere is about the document as a whole.
            let place = error.span().map_or(0, |span| span.start);
            Err(Fault::new(place, format!("no TOML: {}", error.message())))
        }
    }
}

/// A table as an object, and where the text first speaks of something in it.
///
/// The members stand in the order in which the document first names them. The parser keeps tables
/// sorted, and of a table that is named in several headers the place of its own header, so the
/// order is taken from the places of what is inside as well.
fn table<'t>(table: DeTable<'t>, place: usize, depth: usize) -> Read<(Node<'t>, usize)> {
    if depth > DEEPEST {
        return Err(Fault::new(place, "tables nested too deep"));
    }
    let mut members = Vec::with_capacity(table.len());
    for (key, value) in table {
        let place = key.span().start;
        let at = value.span().start;
        let (value, first) = node(value.into_inner(), at, depth)?;
        let key = key.into_inner().into_owned();
        members.push((place.min(first), Member { key, place, value }));
    }
    members.sort_by_key(|(first, _)| *first);
    let first = members.first().map_or(place, |(first, _)| place.min(*first));
    let members = members.into_iter().map(|(_, member)| member).collect();
    Ok((Node { place, value: Value::Object(members) }, first))
}

/// A value, and where the text first speaks of something in it.
fn node<'t>(value: DeValue<'t>, place: usize, depth: usize) -> Read<(Node<'t>, usize)> {
    let value = match value {
        DeValue::Boolean(value) => Value::Boolean(value),
        DeValue::String(text) => Value::String(text.into_owned()),
        DeValue::Integer(integer) => Value::Number(decimal(&integer, place)?),
        DeValue::Float(float) => {
            let text = unsigned_plus(float.as_str());
            if !number::is_number(text.as_bytes()) {
                return Err(Fault::new(place, format!("{text} is no number in JSON")));
            }
            Value::Number(Cow::Owned(text.to_owned()))
        }
        DeValue::Datetime(_) => {
            let message = "JSON has no dates; write it as a string, in quotes";
            return Err(Fault::new(place, message));
        }
        DeValue::Array(array) => {
            if depth >= DEEPEST {
                return Err(Fault::new(place, "arrays nested too deep"));
            }
            let mut elements = Vec::with_capacity(array.len());
            let mut first = place;
            for element in array {
                let at = element.span().start;
                let (element, named) = node(element.into_inner(), at, depth + 1)?;
                first = first.min(named);
                elements.push(element);
            }
            return Ok((Node { place, value: Value::Array(elements) }, first));
        }
        DeValue::Table(members) => return table(members, place, depth + 1),
    };
    Ok((Node { place, value }, place))
}

/// An integer as JSON writes it. Decimal ones keep all their digits.
fn decimal<'t>(integer: &DeInteger<'_>, place: usize) -> Read<Cow<'t, str>> {
    let text = unsigned_plus(integer.as_str());
    if integer.radix() == 10 {
        return Ok(Cow::Owned(text.to_owned()));
    }
    match u128::from_str_radix(text, integer.radix()) {
        Ok(value) => Ok(Cow::Owned(value.to_string())),
        Err(_) => {
            Err(Fault::new(place, "an integer of more than 128 bits has to be written in decimal"))
        }
    }
}

/// The number without the plus sign that JSON does not know.
fn unsigned_plus(text: &str) -> &str {
    text.strip_prefix('+').unwrap_or(text)
}
