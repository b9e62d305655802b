//! JSON: a tree's text, strings, frames.

use super::number::Decimal;
use super::parse::{Data, Value, distinct};
use super::text::begins_tag;

/// A tree that is ready to be printed.
#[derive(Clone, Debug)]
pub enum Out {
    Null,
    Bool(bool),
    /// The text as it came.
    Number(String),
    String(String),
    Array(Vec<Out>),
    Object(Vec<(String, Out)>),
}

impl Out {
    /// A tree as its text says it: each key once, numbers as they are.
    pub fn of(value: &Value) -> Self {
        match &value.data {
            Data::Null => Self::Null,
            Data::Bool(b) => Self::Bool(*b),
            Data::Number(text) => Self::Number(text.clone()),
            Data::String(text) => Self::String(text.text.clone()),
            Data::Array(elements) => Self::Array(elements.iter().map(Self::of).collect()),
            Data::Object(members) => {
                let members = distinct(members).into_iter();
                Self::Object(members.map(|(key, v)| (key.text.clone(), Self::of(v))).collect())
            }
        }
    }

    /// A member's value.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|m| m.0 == key).map(|m| &m.1),
            _ => None,
        }
    }

    pub fn elements(&self) -> &[Self] {
        match self {
            Self::Array(elements) => elements,
            _ => &[],
        }
    }

    /// Whether two trees are the same JSON value: numbers by value, members in any order.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => Decimal::of(a) == Decimal::of(b),
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Self::Object(a), Self::Object(b)) => {
                let found = |(key, value): &(String, Self)| {
                    other.get(key).is_some_and(|other| value.same(other))
                };
                a.len() == b.len() && a.iter().all(found)
            }
            _ => false,
        }
    }

    pub fn text(&self, pretty: bool) -> String {
        let mut text = String::new();
        self.print(pretty.then_some(0), &mut text);
        text
    }

    /// `indent` is the depth of a pretty print.
    fn print(&self, indent: Option<usize>, out: &mut String) {
        let inner = indent.map(|depth| depth + 1);
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(b) => out.push_str(&b.to_string()),
            Self::Number(text) => out.push_str(text),
            Self::String(text) => out.push_str(&canonical(text, true)),
            Self::Array(elements) => {
                list('[', ']', indent, out, elements, |element, out| element.print(inner, out));
            }
            Self::Object(members) => {
                list('{', '}', indent, out, members, |(key, value), out| {
                    out.push_str(&canonical(key, true));
                    out.push_str(if indent.is_some() { ": " } else { ":" });
                    value.print(inner, out);
                });
            }
        }
    }
}

fn list<T>(
    open: char,
    close: char,
    indent: Option<usize>,
    out: &mut String,
    entries: &[T],
    mut print: impl FnMut(&T, &mut String),
) {
    let line = |out: &mut String, more: usize| {
        if let Some(depth) = indent
            && !entries.is_empty()
        {
            out.push('\n');
            out.push_str(&"  ".repeat(depth + more));
        }
    };
    out.push(open);
    for (i, entry) in entries.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        line(out, 1);
        print(entry, out);
    }
    line(out, 0);
    out.push(close);
}

/// A string as `JSON.stringify` prints it, with a reserved tag's `<` escaped if `guard`.
pub fn canonical(text: &str, guard: bool) -> String {
    let mut out = String::from("\"");
    for (at, c) in text.char_indices() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            '<' if guard && begins_tag(&text[at..]) => out.push_str("\\u003c"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A constant of the schema, as failures write it.
pub fn constant(value: &Value) -> String {
    match &value.data {
        Data::Null => "null".into(),
        Data::Bool(b) => b.to_string(),
        Data::Number(text) => text.clone(),
        Data::String(text) => canonical(&text.text, false),
        Data::Array(_) | Data::Object(_) => "a container".into(),
    }
}

/// What the blocks travel in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    Text,
    Blocks,
    Result,
    JsonRpcNumber(i64),
    JsonRpcText(String),
}

impl Frame {
    /// What a block of this text takes of the frame.
    pub fn bytes_of(&self, block: &str) -> usize {
        self.wrap(&[block.to_owned()]).len() - self.wrap(&[String::new()]).len()
    }

    pub fn wrap(&self, blocks: &[String]) -> String {
        let quoted = |text: &String| canonical(text, false);
        let entries = || {
            let entries: Vec<String> = blocks
                .iter()
                .map(|block| format!("{{\"type\":\"text\",\"text\":{}}}", quoted(block)))
                .collect();
            format!("{{\"content\":[{}]}}", entries.join(","))
        };
        let line = |id: String| {
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{}}}", entries())
                .replace('\u{2028}', "\\u2028")
                .replace('\u{2029}', "\\u2029")
        };
        match self {
            Self::Text => blocks.join("\n\n"),
            Self::Blocks => {
                let blocks: Vec<String> = blocks.iter().map(quoted).collect();
                format!("[{}]", blocks.join(","))
            }
            Self::Result => entries(),
            Self::JsonRpcNumber(id) => line(id.to_string()),
            Self::JsonRpcText(id) => line(quoted(id)),
        }
    }
}
