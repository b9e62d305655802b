//! The `redact` member: which paths are censored, and how.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::Count;
use super::members::{Form, Members, list};
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

/// One redaction, or an array of them.
pub(super) struct Redactions(pub(super) Vec<Redaction>);

impl<'de> Deserialize<'de> for Redactions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMore;
        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Redactions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("{\"paths\": […]} or an array of these")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Redactions, A::Error> {
                let redaction = Redaction::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Redactions(vec![redaction]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Redactions, A::Error> {
                let mut redactions = Vec::new();
                while let Some(redaction) = seq.next_element()? {
                    redactions.push(redaction);
                }
                Ok(Redactions(redactions))
            }
        }
        deserializer.deserialize_any(OneOrMore)
    }
}

impl<'de> Deserialize<'de> for Redaction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Redaction;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("{\"paths\": […]} with at most one censor")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Redaction, A::Error> {
                let mut members = Members::new(map);
                let mut paths = None;
                let mut censor = None;
                while let Some(name) = members.name()? {
                    let given = match name.as_str() {
                        "paths" => {
                            paths = Some(members.value()?);
                            continue;
                        }
                        "censor" => Censor::text(members.value::<String>()?),
                        "remove" => {
                            if !members.value::<bool>()? {
                                let unexpected = Unexpected::Bool(false);
                                return Err(A::Error::invalid_value(unexpected, &"true"));
                            }
                            Censor::remove()
                        }
                        "keep_last" => Censor::keep_last(members.value::<Count>()?.0),
                        other => return Err(REDACTION.refuse(other)),
                    };
                    if censor.replace(given).is_some() {
                        return Err(A::Error::custom(format_args!(
                            "\"redact\" has at most one of {}",
                            list(CENSORS, "and")
                        )));
                    }
                }
                let Some(paths) = paths else {
                    return Err(A::Error::custom("\"redact\" needs \"paths\""));
                };
                Ok(Redaction { paths, censor })
            }
        }
        deserializer.deserialize_map(Object)
    }
}
