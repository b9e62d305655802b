//! The `redact` member: which paths are censored, and how.

use super::members::{Form, list};
use super::tree::{Fault, Node, Read, Value};
use crate::plan::censor::SHORTEST_KEY;
use crate::presenter::Censor;

const REDACTION: Form = Form {
    what: "\"redact\"",
    known: &["paths", "censor", "remove", "keep_last", "hash", "censor_fn"],
};

const CENSORS: &[&str] = &["censor", "remove", "keep_last", "hash", "censor_fn"];

const HASH: Form = Form { what: "\"hash\"", known: &["key_env"] };

/// Paths that share a censor.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Redaction {
    pub(super) paths: Vec<String>,
    pub(super) censor: Censoring,
}

/// What stands in the place of a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Censoring {
    /// What the builder takes for want of another.
    Default,
    Text(String),
    Remove,
    KeepLast(usize),
    /// A hash under the key that an environment variable holds. The key is a secret, and a file is
    /// none.
    Hash {
        variable: String,
        /// Where it is named.
        place: usize,
    },
    /// The function of the golden vectors: `***` and the last four characters.
    LastFour,
}

impl Redaction {
    pub(super) fn censor(&self) -> Read<Censor> {
        Ok(match &self.censor {
            Censoring::Default => Censor::default(),
            Censoring::Text(text) => Censor::text(text),
            Censoring::Remove => Censor::remove(),
            Censoring::KeepLast(count) => Censor::keep_last(*count),
            Censoring::Hash { variable, place } => Censor::hash(key(variable, *place)?),
            Censoring::LastFour => Censor::function(|value, _| {
                let text = value.text();
                let last = text.char_indices().nth_back(3).map_or(0, |(at, _)| at);
                format!("***{}", &text[last..])
            }),
        })
    }
}

/// The key that an environment variable holds.
fn key(variable: &str, place: usize) -> Read<Vec<u8>> {
    let Some(key) = std::env::var_os(variable) else {
        let message = format!("the environment variable {variable:?} with the key is not set");
        return Err(Fault::new(place, message));
    };
    let key = key.into_encoded_bytes();
    if key.len() < SHORTEST_KEY {
        let message = format!(
            "the key in the environment variable {variable:?} has fewer than {SHORTEST_KEY} bytes"
        );
        return Err(Fault::new(place, message));
    }
    Ok(key)
}

/// Reads one redaction, or an array of them.
pub(super) fn redactions(node: &Node<'_>) -> Read<Vec<Redaction>> {
    match &node.value {
        Value::Object(_) => Ok(vec![redaction(node)?]),
        _ => node.each("{\"paths\": […]} or an array of these", redaction),
    }
}

fn redaction(node: &Node<'_>) -> Read<Redaction> {
    let mut paths = None;
    let mut censor = None;
    for member in node.members("{\"paths\": […]} with at most one censor")? {
        let value = &member.value;
        let given = match member.key.as_str() {
            "paths" => {
                paths = Some(value.strings()?);
                continue;
            }
            "censor" => Censoring::Text(value.string()?.to_owned()),
            "remove" if value.boolean()? => Censoring::Remove,
            "remove" => return Err(Fault::new(value.place, "expected true, found false")),
            "keep_last" => Censoring::KeepLast(value.count()?),
            "hash" => hash(value)?,
            "censor_fn" if value.string()? == "last4" => Censoring::LastFour,
            "censor_fn" => {
                let message = "the only function that a file can name is \"last4\"; others are \
                               given in Rust, by Censor::function";
                return Err(Fault::new(value.place, message));
            }
            _ => return Err(REDACTION.refuse(member)),
        };
        if censor.replace(given).is_some() {
            let message = format!("\"redact\" has at most one of {}", list(CENSORS, "and"));
            return Err(Fault::new(member.place, message));
        }
    }
    match paths {
        Some(paths) => Ok(Redaction { paths, censor: censor.unwrap_or(Censoring::Default) }),
        None => Err(Fault::new(node.place, "\"redact\" needs \"paths\"")),
    }
}

fn hash(node: &Node<'_>) -> Read<Censoring> {
    let mut variable = None;
    for member in node.members("{\"key_env\": the name of an environment variable}")? {
        match member.key.as_str() {
            "key_env" => variable = Some(&member.value),
            "key" => {
                let message = "a key is a secret and does not belong into a file; name the \
                               environment variable that holds it with \"key_env\"";
                return Err(Fault::new(member.place, message));
            }
            _ => return Err(HASH.refuse(member)),
        }
    }
    let Some(variable) = variable else {
        return Err(Fault::new(node.place, "\"hash\" needs \"key_env\""));
    };
    let name = variable.string()?;
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(Fault::new(variable.place, "expected the name of an environment variable"));
    }
    Ok(Censoring::Hash { variable: name.to_owned(), place: variable.place })
}

#[cfg(test)]
mod tests {
    use super::super::from_json;
    use super::{Censoring, Redaction, redactions};

    #[test]
    fn censors_of_every_kind() {
        for (member, censor) in [
            (r#""x": 1"#, None),
            (r#""censor": "-""#, Some(Censoring::Text("-".into()))),
            (r#""remove": true"#, Some(Censoring::Remove)),
            (r#""keep_last": 4"#, Some(Censoring::KeepLast(4))),
            (r#""censor_fn": "last4""#, Some(Censoring::LastFour)),
            (r#""censor_fn": "last5""#, None),
            (r#""hash": {"key_env": "K"}"#, {
                Some(Censoring::Hash { variable: "K".into(), place: 37 })
            }),
            (r#""hash": {"key": "0123456789abcdef"}"#, None),
            (r#""hash": {"key_env": "A=B"}"#, None),
            (r#""hash": {}"#, None),
            (r#""hash": "K""#, None),
        ] {
            let text = format!(r#"{{"paths": ["a"], {member}}}"#);
            let read = redactions(&from_json::read(&text).expect("JSON"));
            let expected = censor.map(|censor| vec![Redaction { paths: vec!["a".into()], censor }]);
            assert_eq!(read.ok(), expected, "{text}");
        }
    }

    #[test]
    fn the_key_of_a_hash_is_not_in_the_message() {
        let text = r#"{"paths": [], "hash": {"key": "0123456789abcdef"}}"#;
        let fault = redactions(&from_json::read(text).expect("JSON")).unwrap_err();
        assert!(fault.message.contains("\"key_env\"") && !fault.message.contains("0123"));
    }
}
