//! Redaction paths, matched the slow way: every value's own path against every pattern.

use super::parse::{Data, Value};
use super::schema::{array, boolean, count, object, string};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    /// `*`, `.*`.
    Star,
    /// `[*]`: the same step, but a leading one is the collection's.
    BracketStar,
    /// `**`.
    Deep,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Censor {
    Remove,
    Text(String),
    KeepLast(usize),
}

/// One path and what happens to the values that it matches.
#[derive(Clone, Debug)]
pub struct Redaction {
    pub path: String,
    steps: Vec<Step>,
    pub censor: Censor,
}

impl Redaction {
    /// The `redact` member of a presenter file: one group or an array of groups.
    pub fn read_all(value: &Value) -> Result<Vec<Self>, String> {
        let groups = match &value.data {
            Data::Array(groups) => groups.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut all = Vec::new();
        for group in groups {
            let mut paths: &[Value] = &[];
            let mut censor = Censor::Text("[REDACTED]".into());
            for member in object(group)? {
                match member.key.text.as_str() {
                    "paths" => paths = array(&member.value)?,
                    "censor" => censor = Censor::Text(string(&member.value)?.to_owned()),
                    "remove" if boolean(&member.value)? => censor = Censor::Remove,
                    "remove" => {}
                    "keep_last" => censor = Censor::KeepLast(count(&member.value)?),
                    other => return Err(format!("unknown member redact.{other}")),
                }
            }
            for path in paths {
                let path = string(path)?.to_owned();
                let steps = read_path(&path).ok_or_else(|| format!("invalid path {path:?}"))?;
                all.push(Self { path, steps, censor: censor.clone() });
            }
        }
        Ok(all)
    }

    /// Whether the path reaches the value at `place`, counted from the root object or the item.
    pub fn matches(&self, place: &[String], collection: bool) -> bool {
        let steps = &self.steps[..];
        if !collection {
            return !place.is_empty() && reaches(steps, place);
        }
        match steps {
            [Step::BracketStar, rest @ ..] => reaches(rest, place),
            [Step::Star, rest @ ..] if !rest.is_empty() => {
                reaches(rest, place) || reaches(steps, place)
            }
            _ => !place.is_empty() && reaches(steps, place),
        }
    }

    /// A path without any wildcard leaves null as it is.
    pub fn is_plain(&self) -> bool {
        self.steps.iter().all(|step| matches!(step, Step::Key(_)))
    }
}

fn reaches(steps: &[Step], place: &[String]) -> bool {
    match (steps, place) {
        ([], []) => true,
        ([Step::Deep], _) => !place.is_empty(),
        ([Step::Deep, rest @ ..], _) => {
            reaches(rest, place) || (!place.is_empty() && reaches(steps, &place[1..]))
        }
        ([Step::Key(key), rest @ ..], [first, place @ ..]) => key == first && reaches(rest, place),
        ([Step::Star | Step::BracketStar, rest @ ..], [_, place @ ..]) => reaches(rest, place),
        _ => false,
    }
}

/// What a value under a censor becomes; `None` if it goes.
pub fn censored(censor: &Censor, value: &Value) -> Option<String> {
    let shown = match censor {
        Censor::Remove => return None,
        Censor::Text(text) => return Some(text.clone()),
        Censor::KeepLast(shown) => *shown,
    };
    let text = match &value.data {
        Data::String(text) => text.text.as_str(),
        Data::Number(text) => text,
        Data::Bool(_) | Data::Null | Data::Array(_) | Data::Object(_) => "",
    };
    let characters: Vec<char> = text.chars().collect();
    if characters.len() < 8 {
        return Some("****".into());
    }
    let hidden = characters.len() - shown.min(characters.len() / 2);
    Some("*".repeat(hidden) + &characters[hidden..].iter().collect::<String>())
}

/// `a.b`, `a["b"]`, `a[0]`, `a[*].b`, `*.b`, `**.b`; `None` for anything else.
fn read_path(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        if let Some(inner) = rest.strip_prefix('[') {
            let (step, after) = read_bracket(inner)?;
            steps.push(step);
            rest = after;
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            steps.push(read_bare(&rest[..end])?);
            rest = &rest[end..];
        }
        if rest.is_empty() {
            return Some(steps);
        }
        if !rest.starts_with('[') {
            rest = rest.strip_prefix('.')?;
            if rest.starts_with('[') {
                return None;
            }
        }
    }
}

fn read_bare(segment: &str) -> Option<Step> {
    let odd = |c: char| "]*\"'".contains(c) || c.is_whitespace() || c.is_control();
    match segment {
        "*" => Some(Step::Star),
        "**" => Some(Step::Deep),
        _ if segment.is_empty() || segment.contains(odd) => None,
        _ => Some(Step::Key(segment.to_owned())),
    }
}

/// What stands after a `[`, and what follows its `]`.
fn read_bracket(inner: &str) -> Option<(Step, &str)> {
    if let Some(after) = inner.strip_prefix("*]") {
        return Some((Step::BracketStar, after));
    }
    if let Some(quoted) = inner.strip_prefix('\'') {
        let (key, after) = quoted.split_once('\'')?;
        return Some((Step::Key(key.to_owned()), after.strip_prefix(']')?));
    }
    if inner.starts_with('"') {
        // A JSON string: the first prefix that parses as one.
        let ends = inner.match_indices('"').skip(1).map(|(at, _)| at + 1);
        for end in ends {
            if let Ok(Value { data: Data::String(key), .. }) =
                super::parse::parse(&inner.as_bytes()[..end], 1)
            {
                return Some((Step::Key(key.text), inner[end..].strip_prefix(']')?));
            }
        }
        return None;
    }
    let (digits, after) = inner.split_once(']')?;
    let number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    number.then(|| (Step::Key(digits.to_owned()), after))
}
