//! Defaults: parsed and bound to their fields when the plan is whole.

use crate::error::BuildError;
use crate::plan::{Absent, Kind, NodeId, Parsed, Plan};
use crate::scan::strict;
use crate::scan::tape::Tape;
use crate::text::string::Decoder;
use crate::walk::Failures;
use crate::walk::bind::{BindScratch, Site, bind};
use crate::walk::duplicates::body;
use crate::walk::owners::Owner;

use super::compile::DEEPEST;
use super::types::Constant;

/// Defaults that wait for the plan to be whole: the field they belong to, and where it stands.
/// The first that fits is written.
pub(super) struct PendingDefault {
    pub(super) object: NodeId,
    pub(super) field: usize,
    pub(super) constants: Vec<Constant>,
    pub(super) place: String,
    /// That none fits is no mistake: each fits the type that it was declared with.
    pub(super) is_merged: bool,
}

/// Parses each default and binds it to its field's type.
pub(super) fn fill_defaults(
    plan: &mut Plan,
    defaults: Vec<PendingDefault>,
    errors: &mut Vec<BuildError>,
) {
    for PendingDefault { object, field, constants, place, is_merged } in defaults {
        for constant in constants {
            match parse_default(plan, object, field, &constant.json) {
                Ok(parsed) => {
                    if let Kind::Object(object) = &mut plan.nodes[object as usize].kind {
                        object.fields[field].absent = Absent::Default(Box::new(parsed));
                    }
                    break;
                }
                Err(_) if is_merged => {}
                Err(message) => {
                    let error = BuildError::new(&place, format!("default: {message}"));
                    if !errors.contains(&error) {
                        errors.push(error);
                    }
                }
            }
        }
    }
}

fn parse_default(plan: &Plan, object: NodeId, field: usize, json: &str) -> Result<Parsed, String> {
    let Kind::Object(object) = &plan.node(object).kind else {
        return Err("belongs to no object".into());
    };
    let json = json.trim_ascii();
    let mut tape = Tape::default();
    match strict::parse(json.as_bytes(), 0, DEEPEST, &mut tape) {
        Ok(end) if end == json.len() => {}
        _ => return Err("not one JSON value".into()),
    }
    let strings = tape.tokens.iter().filter(|token| token.kind.name() == "string");
    for string in strings {
        let mut decoder = Decoder::new(body(json.as_bytes(), string));
        decoder.by_ref().for_each(drop);
        if decoder.replaced > 0 {
            return Err("a lone surrogate, which is no character".into());
        }
    }
    let (mut scratch, mut failures) = (BindScratch::default(), Failures::default());
    let site = Site { failures: &mut failures, item: None, within: &[], offset: 0 };
    let node = object.fields[field].node;
    bind(plan, Owner::Node(node), json.as_bytes(), &mut tape.tokens, &mut scratch, site);
    if !failures.is_empty() {
        return Err(failures.take().to_string());
    }
    Ok(Parsed { json: json.into(), tokens: tape.tokens.into(), slots: scratch.slots.into() })
}
