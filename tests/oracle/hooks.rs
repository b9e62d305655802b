//! What is written about the data: rules and suggestions, conditions, templates.

use super::parse::{Member, Value};
use super::schema::{boolean, object, string};
use super::text;
use super::write::Out;

/// What a hook sees.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// The data, or an item.
    One(&'a Out),
    /// The items of a collection: how many are shown.
    Many(usize),
}

impl<'a> Seen<'a> {
    /// The value at a dotted path of own keys.
    fn value(self, path: &str) -> Option<&'a Out> {
        let Self::One(root) = self else { return None };
        path.split('.').try_fold(root, |value, key| value.get(key))
    }

    fn text(self, path: &str) -> String {
        match self {
            Self::Many(count) if path == "length" => count.to_string(),
            _ => self.value(path).map(text::plain).unwrap_or_default(),
        }
    }
}

/// An entry of `rules`, `ui`, `suggest` and so on.
#[derive(Clone, Debug)]
pub struct Entry<T> {
    pub what: T,
    /// A field and what it has to be.
    when: Option<(String, Out)>,
    tpl: bool,
    /// It looks at the data, if only by being declared as an object.
    pub dynamic: bool,
}

impl<T> Entry<T> {
    /// The members of an object that every entry may have; the others are given to `rest`, which
    /// says whether it knows them.
    pub fn read(
        value: &Value,
        what: T,
        mut rest: impl FnMut(&mut T, &str, &Value) -> Result<bool, String>,
    ) -> Result<Self, String> {
        let mut entry = Self { what, when: None, tpl: false, dynamic: true };
        for Member { key, value } in object(value)? {
            match key.text.as_str() {
                "when" => entry.when = Some(read_condition(value)?),
                "tpl" => entry.tpl = boolean(value)?,
                key if rest(&mut entry.what, key, value)? => {}
                other => return Err(format!("unknown member {other}")),
            }
        }
        Ok(entry)
    }

    pub fn holds(&self, seen: Seen<'_>) -> bool {
        match &self.when {
            None => true,
            Some((field, equal)) => seen.value(field).is_some_and(|value| value.same(equal)),
        }
    }

    /// A string of the entry, with the data in it.
    pub fn fill(&self, text: &str, seen: Seen<'_>) -> String {
        if !self.tpl {
            return text.to_owned();
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{')
            && let Some(close) = rest[open..].find('}')
        {
            out.push_str(&rest[..open]);
            out.push_str(&seen.text(&rest[open + 1..open + close]));
            rest = &rest[open + close + 1..];
        }
        out + rest
    }

    /// Every string of a tree of the entry; keys stay as they are.
    pub fn fill_all(&self, tree: &Out, seen: Seen<'_>) -> Out {
        match tree {
            Out::String(text) => Out::String(self.fill(text, seen)),
            Out::Array(elements) => {
                Out::Array(elements.iter().map(|element| self.fill_all(element, seen)).collect())
            }
            Out::Object(members) => {
                let filled =
                    |(key, value): &(String, Out)| (key.clone(), self.fill_all(value, seen));
                Out::Object(members.iter().map(filled).collect())
            }
            other => other.clone(),
        }
    }
}

fn read_condition(value: &Value) -> Result<(String, Out), String> {
    let (mut field, mut equal) = (None, None);
    for Member { key, value } in object(value)? {
        match key.text.as_str() {
            "field" => field = Some(string(value)?.to_owned()),
            "eq" => equal = Some(Out::of(value)),
            other => return Err(format!("unknown member when.{other}")),
        }
    }
    field.zip(equal).ok_or_else(|| "a condition has field and eq".into())
}

/// A text of the rules.
pub type Rule = Entry<String>;

impl Rule {
    /// A rule that is always sent.
    pub fn fixed(text: String) -> Self {
        Self { what: text, when: None, tpl: false, dynamic: false }
    }

    /// `text` or `{text, when?, tpl?}`.
    pub fn read_rule(value: &Value) -> Result<Self, String> {
        if let Ok(text) = string(value) {
            return Ok(Self::fixed(text.to_owned()));
        }
        Self::read(value, String::new(), |rule, key, value| {
            if key != "text" {
                return Ok(false);
            }
            string(value)?.clone_into(rule);
            Ok(true)
        })
    }

    /// As it stands in its list.
    pub fn line(&self, seen: Seen<'_>) -> Option<String> {
        self.holds(seen).then(|| text::entry(&self.fill(&self.what, seen)))
    }
}

/// What could be done next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestion {
    pub tool: String,
    pub reason: String,
}

impl Entry<Suggestion> {
    /// `{tool, reason, when?, tpl?}`.
    pub fn read_suggestion(value: &Value) -> Result<Self, String> {
        Self::read(value, Suggestion::default(), |suggestion, key, value| {
            match key {
                "tool" => string(value)?.clone_into(&mut suggestion.tool),
                "reason" => string(value)?.clone_into(&mut suggestion.reason),
                _ => return Ok(false),
            }
            Ok(true)
        })
    }

    /// As it stands in its list.
    pub fn suggestion(&self, seen: Seen<'_>) -> Option<Suggestion> {
        let written = |text: &str| text::entry(&self.fill(text, seen));
        let Suggestion { tool, reason } = &self.what;
        self.holds(seen).then(|| Suggestion { tool: written(tool), reason: written(reason) })
    }
}

/// A layer that is one list; nothing if the list is empty.
pub fn list(tag: &str, lines: &[String]) -> Option<String> {
    let entries: String = lines.iter().map(|line| format!("- {line}\n")).collect();
    (!lines.is_empty()).then(|| format!("<{tag}>\n{entries}</{tag}>"))
}
