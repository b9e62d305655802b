//! TOON, by the letter of the specification: recursive, with everything decided anew where it is
//! asked for.

use super::number;
use super::text::begins_tag;
use super::write::Out;

/// How it is written.
#[derive(Clone, Copy, Debug)]
pub struct Toon {
    /// Version 4.0; otherwise 3.3.
    pub folds: bool,
    pub delimiter: char,
    pub indent: usize,
    /// Arrays of primitive values are cells of tables, joined by this.
    pub joined_by: Option<char>,
    /// Optional fields that are absent are null: for those who make the tree that is written.
    pub fills: bool,
}

/// A column of a table: a name, and the columns of objects.
struct Column {
    key: String,
    below: Vec<Column>,
}

/// Where a value stands.
#[derive(Clone, Copy)]
enum Place {
    Root,
    /// Behind a key, or as the first of a list item: depth of its line.
    Member(usize),
    /// Behind a hyphen.
    Element(usize),
}

struct Writer {
    toon: Toon,
    out: String,
    has_lists: bool,
}

impl Toon {
    /// The text of a whole document.
    pub fn text(self, value: &Out) -> String {
        self.write(value).0
    }

    /// The text of a whole document, and what its reader has to be told.
    pub fn write(self, value: &Out) -> (String, Option<String>) {
        let mut writer = Writer { toon: self, out: String::new(), has_lists: false };
        writer.value(value, Place::Root);
        let rule = |separator| {
            format!("Lists in table cells are joined by \"{separator}\"; an empty list is \"\".")
        };
        (writer.out, self.joined_by.filter(|_| writer.has_lists).map(rule))
    }

    /// Whether a column with these values holds lists: each is one that a reader can take apart, or
    /// null.
    fn is_list_column(self, values: &[&Out]) -> bool {
        let Some(separator) = self.joined_by else { return false };
        values.iter().all(|value| match value {
            Out::Null => true,
            Out::Array(elements) if elements.iter().all(is_primitive) => {
                let texts: Vec<String> = elements.iter().map(plain).collect();
                let cell = texts.join(&separator.to_string());
                let read: Vec<&str> = match &*cell {
                    "" => Vec::new(),
                    cell => cell.split(separator).collect(),
                };
                read == texts
            }
            _ => false,
        })
    }

    /// The columns that all these objects have, if they can stand in a table (section 9.3).
    fn columns(self, objects: &[&Out]) -> Option<Vec<Column>> {
        let all: Option<Vec<_>> = objects.iter().map(|object| members(object)).collect();
        let all = all?;
        let first = *all.first()?;
        if first.is_empty() || all.iter().any(|members| members.len() != first.len()) {
            return None;
        }
        let column = |key: &String| {
            let values: Option<Vec<_>> = objects.iter().map(|object| object.get(key)).collect();
            let values = values?;
            let is_cell = values.iter().all(|value| is_primitive(value));
            let below = if is_cell || self.is_list_column(&values) {
                Vec::new()
            } else if self.folds {
                self.columns(&values)?
            } else {
                return None;
            };
            Some(Column { key: key.clone(), below })
        };
        first.iter().map(|(key, _)| column(key)).collect()
    }
}

fn members(value: &Out) -> Option<&[(String, Out)]> {
    match value {
        Out::Object(members) => Some(members),
        _ => None,
    }
}

/// A primitive value as an element of a cell, before that is quoted.
fn plain(value: &Out) -> String {
    match value {
        Out::Null => "null".into(),
        Out::Bool(b) => b.to_string(),
        Out::Number(text) => number::canonical(text),
        Out::String(text) => text.clone(),
        Out::Array(_) | Out::Object(_) => panic!("a primitive value"),
    }
}

fn is_primitive(value: &Out) -> bool {
    !matches!(value, Out::Array(_) | Out::Object(_))
}

impl Writer {
    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.push_str(&" ".repeat(depth * self.toon.indent));
    }

    fn value(&mut self, value: &Out, place: Place) {
        match value {
            Out::Object(members) => self.object(members, place),
            Out::Array(elements) => self.array(elements, place),
            primitive => {
                match place {
                    Place::Root => {}
                    Place::Member(_) => self.out.push_str(": "),
                    Place::Element(_) => self.out.push(' '),
                }
                self.primitive(primitive);
            }
        }
    }

    fn object(&mut self, members: &[(String, Out)], place: Place) {
        let entries: Vec<&Out> = members.iter().map(|member| &member.1).collect();
        if self.toon.folds
            && members.len() > 1
            && !matches!(place, Place::Element(_))
            && let Some(columns) = self.toon.columns(&entries)
        {
            let depth = self.header(members.len(), true, &columns, place);
            for (key, value) in members {
                self.line(depth);
                self.key(key);
                self.out.push_str(": ");
                self.cells(value, &columns, &mut false);
            }
            return;
        }
        let depth = match place {
            Place::Root => 0,
            Place::Member(depth) => {
                self.out.push(':');
                depth + 1
            }
            Place::Element(depth) => {
                self.out.push_str(if members.is_empty() { "" } else { " " });
                depth + 1
            }
        };
        for (at, (key, value)) in members.iter().enumerate() {
            if at > 0 || matches!(place, Place::Member(_)) {
                self.line(depth);
            }
            self.key(key);
            self.value(value, Place::Member(depth));
        }
    }

    fn array(&mut self, elements: &[Out], place: Place) {
        let all: Vec<&Out> = elements.iter().collect();
        if elements.is_empty() && !matches!(place, Place::Element(_)) {
            self.out.push_str(if matches!(place, Place::Root) { "[]" } else { ": []" });
        } else if elements.iter().all(is_primitive) {
            self.header(elements.len(), false, &[], place);
            for (at, element) in elements.iter().enumerate() {
                if at == 0 {
                    self.out.push(' ');
                } else {
                    self.out.push(self.toon.delimiter);
                }
                self.primitive(element);
            }
        } else if !matches!(place, Place::Element(_))
            && let Some(columns) = self.toon.columns(&all)
        {
            let depth = self.header(elements.len(), false, &columns, place);
            for element in elements {
                self.line(depth);
                self.cells(element, &columns, &mut false);
            }
        } else {
            let depth = self.header(elements.len(), false, &[], place);
            for element in elements {
                self.line(depth);
                self.out.push('-');
                self.value(element, Place::Element(depth));
            }
        }
    }

    /// Gives the depth of what follows.
    fn header(&mut self, count: usize, is_keyed: bool, columns: &[Column], place: Place) -> usize {
        let depth = match place {
            Place::Root => 1,
            Place::Member(depth) => depth + 1,
            Place::Element(depth) => {
                self.out.push(' ');
                depth + 1
            }
        };
        self.out.push_str(&format!("[{count}"));
        if is_keyed {
            self.out.push(':');
        }
        if self.toon.delimiter != ',' {
            self.out.push(self.toon.delimiter);
        }
        self.out.push(']');
        self.columns(columns);
        self.out.push(':');
        depth
    }

    fn columns(&mut self, columns: &[Column]) {
        if columns.is_empty() {
            return;
        }
        self.out.push('{');
        for (at, column) in columns.iter().enumerate() {
            if at > 0 {
                self.out.push(self.toon.delimiter);
            }
            self.key(&column.key);
            self.columns(&column.below);
        }
        self.out.push('}');
    }

    fn cells(&mut self, object: &Out, columns: &[Column], follows: &mut bool) {
        for column in columns {
            let value = object.get(&column.key).expect("a cell");
            if !column.below.is_empty() {
                self.cells(value, &column.below, follows);
                continue;
            }
            if std::mem::replace(follows, true) {
                self.out.push(self.toon.delimiter);
            }
            match (value, self.toon.joined_by) {
                (Out::Array(elements), Some(separator)) => {
                    let texts: Vec<String> = elements.iter().map(plain).collect();
                    self.out.push_str(&quoted(&texts.join(&separator.to_string())));
                    self.has_lists = true;
                }
                _ => self.primitive(value),
            }
        }
    }

    fn primitive(&mut self, value: &Out) {
        match value {
            Out::String(text) => {
                let must = must_quote(text, self.toon.delimiter);
                self.string(text, must);
            }
            other => self.out.push_str(&plain(other)),
        }
    }

    /// Section 7.3.
    fn key(&mut self, key: &str) {
        let is_bare = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        self.string(key, !is_bare);
    }

    fn string(&mut self, text: &str, must: bool) {
        // What stands before it and the text by itself may be a tag together.
        let completes = self.out.rfind('<').is_some_and(|at| {
            let together = format!("{}{text}", &self.out[at..]);
            begins_tag(&together)
        });
        if must || completes {
            self.out.push_str(&quoted(text));
        } else {
            self.out.push_str(text);
        }
    }
}

/// Section 7.2, and what we quote besides.
fn must_quote(text: &str, delimiter: char) -> bool {
    let is_edge = |c: char| c.is_whitespace() || c == '\u{feff}';
    text.is_empty()
        || text.starts_with(is_edge)
        || text.ends_with(is_edge)
        || ["true", "false", "null"].contains(&text)
        || is_numeric(text)
        || text.contains([':', '"', '\\', '[', ']', '{', '}', delimiter])
        || text.contains(|c| c < ' ')
        || text.starts_with(['-', '#', '+'])
        || text.char_indices().any(|(at, c)| c == '<' && begins_tag(&text[at..]))
}

/// `^[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$`, in either case.
fn is_numeric(text: &str) -> bool {
    let signless = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let is_digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let text = signless(text).to_ascii_lowercase();
    let (mantissa, exponent) = match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (&*text, None),
    };
    let (integer, fraction) = match mantissa.split_once('.') {
        Some((integer, fraction)) => (integer, Some(fraction)),
        None => (mantissa, None),
    };
    is_digits(integer)
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(|exponent| is_digits(&signless(exponent)))
}

/// Section 7.1, and the brackets of reserved tags.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for (at, c) in text.char_indices() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            '<' if begins_tag(&text[at..]) => out.push_str("\\u003c"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
