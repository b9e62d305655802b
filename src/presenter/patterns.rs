//! Redaction paths, from what is declared to patterns: what is wrong with them, what is odd.

use crate::emit::context::Render;
use crate::emit::string::JsonString;
use crate::error::{BuildError, Warning};
use crate::plan::automaton::Pattern;
use crate::plan::censor::{Censor, SHORTEST_KEY};
use crate::plan::path::{Path, Segment};

use super::builder::PresenterBuilder;
use super::compile::Compiled;
use super::redact::CensorKind;

/// The redaction paths with their censors, as they are declared.
pub(super) fn redactions(
    builder: &PresenterBuilder,
    compiled: &mut Compiled,
    errors: &mut Vec<BuildError>,
) -> (Vec<Pattern>, Vec<(Censor, String)>) {
    let (mut patterns, mut censors) = (Vec::new(), Vec::new());
    for (paths, censor) in &builder.redactions {
        let id = u16::try_from(censors.len()).unwrap_or_else(|_| {
            errors.push(BuildError::new("redact", "more than 65,536 different censors"));
            0
        });
        // The more a censor hides, the higher its rank.
        let (censor, rank, words) = match &censor.0 {
            CensorKind::Function(function) => (
                Censor::Function(function.clone()),
                0,
                "replaced by what a function makes of it".into(),
            ),
            CensorKind::KeepLast(count) => {
                (Censor::KeepLast(*count), 1, format!("keeps at most the last {count}"))
            }
            CensorKind::Hash(Some(hash)) => {
                let opaque = JsonString("[REDACTED]").rendered();
                (Censor::Hash(hash.clone(), opaque), 2, "replaced by a keyed hash".into())
            }
            CensorKind::Hash(None) => {
                let message = format!("the key of a hash has fewer than {SHORTEST_KEY} bytes");
                errors.push(BuildError::new("redact", message));
                (Censor::Remove, 4, String::new())
            }
            CensorKind::Text(text) => {
                (Censor::Text(JsonString(text).rendered()), 3, format!("replaced by \"{text}\""))
            }
            CensorKind::Remove => (Censor::Remove, 4, "removed".into()),
        };
        censors.push((censor, words));
        for text in paths {
            match Path::parse(text) {
                Ok(path) if is_of_hidden(builder, &path) => {
                    // Without the path: a hidden field has no name.
                    let message = "a path leads to a field that the model hides anyway";
                    compiled.warnings.push(Warning::new("redact", message));
                }
                Ok(path) => {
                    let covers_null = builder.redact_nulls || path.has_wildcard();
                    patterns.push(Pattern { path, censor: id, rank, level: 0, covers_null });
                    compiled.paths.push((text.clone(), id));
                }
                Err(message) => {
                    errors.push(BuildError::new(
                        format!("redact \"{}\"", text.escape_debug()),
                        message,
                    ));
                }
            }
        }
    }
    (patterns, censors)
}

/// Whether the path begins with a field that the model hides, so that it leads to nothing.
fn is_of_hidden(builder: &PresenterBuilder, path: &Path) -> bool {
    // Behind a `[*]` it may be a field of something else: in a document that is no step of its own.
    let Some(Segment::Key(key)) = path.segments.first() else { return false };
    builder.model.as_ref().is_some_and(|model| model.hides(key))
}

pub(super) fn warn_of_paths(patterns: &[Pattern], reached: &[bool], warnings: &mut Vec<Warning>) {
    for (Pattern { path, .. }, reached) in patterns.iter().zip(reached) {
        let place = || format!("redact \"{}\"", path.text);
        if !reached {
            warnings.push(Warning::new(place(), "the schema has nothing at this path"));
        }
        let starts_with_star = path.segments[0] == Segment::Every && !path.starts_with_bracket;
        if starts_with_star && path.segments.len() > 1 {
            warnings.push(Warning::new(
                place(),
                format!("a leading `*` misses the root level; `*{}` covers it", path.text),
            ));
        }
    }
}
