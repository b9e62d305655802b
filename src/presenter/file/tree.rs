//! A presenter file as a tree of values, each with its place: the same for JSON and TOML.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::presenter::types::Constant;
use crate::text::string::quote;

/// What is wrong, and the byte of the text where it begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) place: usize,
    pub(super) message: String,
}

impl Fault {
    #[cold]
    pub(super) fn new(place: usize, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

pub(super) type Read<T> = Result<T, Fault>;

/// A value of the file and the byte where it begins.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) place: usize,
    pub(super) value: Value<'t>,
}

#[derive(Debug)]
pub(super) enum Value<'t> {
    Null,
    Boolean(bool),
    /// In the grammar of JSON, with all its digits.
    Number(Cow<'t, str>),
    String(String),
    Array(Vec<Node<'t>>),
    /// In the file's order. A key may come twice: see [`Node::members`].
    Object(Vec<Member<'t>>),
}

/// A member of an object, with the place of its key.
#[derive(Debug)]
pub(super) struct Member<'t> {
    pub(super) key: String,
    pub(super) place: usize,
    pub(super) value: Node<'t>,
}

impl<'t> Node<'t> {
    /// The fault that this is not `what`.
    #[cold]
    pub(super) fn expected(&self, what: &str) -> Fault {
        let found = match self.value {
            Value::Null => "null",
            Value::Boolean(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        };
        Fault::new(self.place, format!("expected {what}, found {found}"))
    }

    pub(super) fn string(&self) -> Read<&str> {
        self.string_as("a string")
    }

    /// The text of a string that is called `what` in a fault.
    pub(super) fn string_as(&self, what: &str) -> Read<&str> {
        match &self.value {
            Value::String(text) => Ok(text),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn boolean(&self) -> Read<bool> {
        match self.value {
            Value::Boolean(value) => Ok(value),
            _ => Err(self.expected("a boolean")),
        }
    }

    /// A number of things.
    pub(super) fn count(&self) -> Read<usize> {
        let what = "a non-negative integer";
        let Value::Number(text) = &self.value else { return Err(self.expected(what)) };
        text.parse().map_err(|_| Fault::new(self.place, format!("expected {what}, found {text}")))
    }

    pub(super) fn array(&self, what: &str) -> Read<&[Node<'t>]> {
        match &self.value {
            Value::Array(elements) => Ok(elements),
            _ => Err(self.expected(what)),
        }
    }

    /// The elements of an array, each read by `read`.
    pub(super) fn each<'n, T>(
        &'n self,
        what: &str,
        read: impl FnMut(&'n Node<'t>) -> Read<T>,
    ) -> Read<Vec<T>> {
        self.array(what)?.iter().map(read).collect()
    }

    /// The texts of an array of strings.
    pub(super) fn strings(&self) -> Read<Vec<String>> {
        self.each("an array of strings", |node| Ok(node.string()?.to_owned()))
    }

    /// The members of an object, each key once.
    pub(super) fn members(&self, what: &str) -> Read<&[Member<'t>]> {
        let Value::Object(members) = &self.value else { return Err(self.expected(what)) };
        let mut seen = HashSet::with_capacity(members.len());
        match members.iter().find(|member| !seen.insert(member.key.as_str())) {
            Some(again) => {
                Err(Fault::new(again.place, format!("member {:?} is given twice", again.key)))
            }
            None => Ok(members),
        }
    }

    /// The value as a constant: compact JSON, numbers with their text.
    pub(super) fn constant(&self) -> Constant {
        let mut json = String::new();
        self.write(&mut json);
        Constant::json(json)
    }

    fn write(&self, json: &mut String) {
        match &self.value {
            Value::Null => json.push_str("null"),
            Value::Boolean(value) => json.push_str(if *value { "true" } else { "false" }),
            Value::Number(text) => json.push_str(text),
            Value::String(text) => json.push_str(&quote(text)),
            Value::Array(elements) => {
                json.push('[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        json.push(',');
                    }
                    element.write(json);
                }
                json.push(']');
            }
            Value::Object(members) => {
                json.push('{');
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        json.push(',');
                    }
                    json.push_str(&quote(&member.key));
                    json.push(':');
                    member.value.write(json);
                }
                json.push('}');
            }
        }
    }
}

/// The line and the column in bytes, both counted from 1, of a byte of `text`.
pub(super) fn line_and_column(text: &str, place: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..place.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    (line + 1, before.len() - start + 1)
}

#[cfg(test)]
mod tests {
    use super::line_and_column;

    #[test]
    fn lines_and_columns_count_from_one() {
        let text = "ab\n\ncé\n";
        for (place, expected) in [
            (0, (1, 1)),
            (1, (1, 2)),
            (2, (1, 3)),
            (3, (2, 1)),
            (4, (3, 1)),
            (7, (3, 4)),
            (8, (4, 1)),
            (99, (4, 1)),
        ] {
            assert_eq!(line_and_column(text, place), expected, "{place}");
        }
        assert_eq!(line_and_column("", 0), (1, 1));
    }
}
