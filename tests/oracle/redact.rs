//! Redaction paths, matched the slow way: every value's own path against every pattern.

use super::hash::hmac_sha256;
use super::number;
use super::parse::{Data, Member, Value};
use super::schema::{Place, array, boolean, count, object, string};
use super::text;
use super::write::Out;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    /// A number in brackets: a key or an index.
    Index(String),
    /// `*`, `.*`.
    Star,
    /// `[*]`: the same step, but a leading one is the collection's.
    BracketStar,
    /// `**`.
    Deep,
}

/// One step from a value to a value below it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The key, or the index in decimal.
    pub text: String,
    /// Other names of the key: those that the presenters around have for it, and the data's.
    pub also: Vec<String>,
    pub is_index: bool,
}

/// The strongest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Censor {
    Remove,
    Text(String),
    /// The key.
    Hash(String),
    KeepLast(usize),
    /// The one function that a presenter file can name.
    Last4,
}

impl Censor {
    pub fn rank(&self) -> usize {
        match self {
            Self::Remove => 0,
            Self::Text(_) => 1,
            Self::Hash(_) => 2,
            Self::KeepLast(_) => 3,
            Self::Last4 => 4,
        }
    }
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
                    "hash" => censor = Censor::Hash(read_key(&member.value)?),
                    "censor_fn" if string(&member.value)? == "last4" => censor = Censor::Last4,
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
    pub fn matches(&self, place: &[Part], collection: bool) -> bool {
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

    /// Whether the path begins with one of the keys.
    pub fn begins_with(&self, keys: &[String]) -> bool {
        matches!(self.steps.first(), Some(Step::Key(key)) if keys.contains(key))
    }

    /// A path without any wildcard leaves null as it is.
    pub fn is_plain(&self) -> bool {
        self.steps.iter().all(|step| matches!(step, Step::Key(_) | Step::Index(_)))
    }
}

fn reaches(steps: &[Step], place: &[Part]) -> bool {
    match (steps, place) {
        ([], []) => true,
        ([Step::Deep], _) => !place.is_empty(),
        ([Step::Deep, rest @ ..], _) => {
            reaches(rest, place) || (!place.is_empty() && reaches(steps, &place[1..]))
        }
        ([Step::Key(key) | Step::Index(key), rest @ ..], [first, place @ ..]) => {
            (*key == first.text || first.also.contains(key)) && reaches(rest, place)
        }
        ([Step::Star | Step::BracketStar, rest @ ..], [_, place @ ..]) => reaches(rest, place),
        _ => false,
    }
}

/// `{key_env}`: the environment variable that holds a key of at least 16 bytes.
fn read_key(value: &Value) -> Result<String, String> {
    let [Member { key, value }] = object(value)? else { return Err("hash has key_env".into()) };
    if key.text != "key_env" {
        return Err(format!("unknown member hash.{}", key.text));
    }
    let key = std::env::var(string(value)?).map_err(|error| error.to_string())?;
    if key.len() < 16 { Err("a short key".into()) } else { Ok(key) }
}

/// What a value under a censor becomes; `None` if it goes. `place` leads to it from its item;
/// `own` is the value as the censor's presenter reads it.
pub fn censored(
    censor: &Censor,
    value: &Value,
    place: &[Part],
    own: impl FnOnce() -> Out,
) -> Option<String> {
    Some(match censor {
        Censor::Remove => return None,
        Censor::Text(text) => text.clone(),
        Censor::Hash(key) => hashed(key, value, place),
        Censor::KeepLast(shown) => keep_last(*shown, value),
        Censor::Last4 => {
            let characters: Vec<char> = text::plain(&own()).chars().collect();
            let last = &characters[characters.len().saturating_sub(4)..];
            format!("***{}", last.iter().collect::<String>())
        }
    })
}

/// Half of an HMAC over where the value stands and what it is.
fn hashed(key: &str, value: &Value, place: &[Part]) -> String {
    let (tag, text) = match &value.data {
        Data::String(text) => ('s', text.text.clone()),
        Data::Number(text) => ('n', number::canonical(text)),
        Data::Bool(b) => ('b', b.to_string()),
        Data::Null | Data::Array(_) | Data::Object(_) => return "[REDACTED]".into(),
    };
    let mut path = Place::default();
    for part in place {
        path = if part.is_index { path.any_index() } else { path.key(&part.text) };
    }
    let message = format!("{}\0{tag}{text}", path.path());
    let hash = hmac_sha256(key.as_bytes(), message.as_bytes());
    hash[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn keep_last(shown: usize, value: &Value) -> String {
    let text = match &value.data {
        Data::String(text) => text.text.as_str(),
        Data::Number(text) => text,
        Data::Bool(_) | Data::Null | Data::Array(_) | Data::Object(_) => "",
    };
    let characters: Vec<char> = text.chars().collect();
    if characters.len() < 8 {
        return "****".into();
    }
    let hidden = characters.len() - shown.min(characters.len() / 2);
    "*".repeat(hidden) + &characters[hidden..].iter().collect::<String>()
}

/// The keys of a path that has nothing but keys.
pub fn path_of_keys(path: &str) -> Option<Vec<String>> {
    let key = |step| match step {
        Step::Key(key) => Some(key),
        _ => None,
    };
    read_path(path)?.into_iter().map(key).collect()
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
    number.then(|| (Step::Index(digits.to_owned()), after))
}
