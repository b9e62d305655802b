//! The `redact` member: which paths are censored, and how.

use super::members::{Form, list};
use super::tree::{Fault, Node, Read, Value};
use crate::presenter::Censor;

const REDACTION: Form = Form {
    what: "\"redact\"",
    known: &["paths", "censor", "remove", "keep_last"],
    unsupported: &["censor_fn", "hash"],
};

const CENSORS: &[&str] = &["censor", "remove", "keep_last"];

/// Paths that share a censor.
pub(super) struct Redaction {
    pub(super) paths: Vec<String>,
    /// None is the Presenter's own default.
    pub(super) censor: Option<Censor>,
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
            "censor" => Censor::text(value.string()?),
            "remove" if value.boolean()? => Censor::remove(),
            "remove" => return Err(Fault::new(value.place, "expected true, found false")),
            "keep_last" => Censor::keep_last(value.count()?),
            _ => return Err(REDACTION.refuse(member)),
        };
        if censor.replace(given).is_some() {
            let message = format!("\"redact\" has at most one of {}", list(CENSORS, "and"));
            return Err(Fault::new(member.place, message));
        }
    }
    match paths {
        Some(paths) => Ok(Redaction { paths, censor }),
        None => Err(Fault::new(node.place, "\"redact\" needs \"paths\"")),
    }
}
