//! Values as text: what templates, cells and lists show of them.

use std::str::FromStr;

use crate::plan::Plan;
use crate::text::number;
use crate::walk::drive::{Bound, Redaction, ValuePath, drive_part};
use crate::walk::events::Sink;
use crate::walk::owners::Owner;
use crate::walk::select::{Branch, SelectList};
use crate::walk::value_text::ValueText;

use super::content::Digits;

/// The value of a number without a fraction, if the type has room for it.
pub(super) fn integer<T: FromStr>(number: &str) -> Option<T> {
    if let Ok(integer) = number.parse() {
        return Some(integer);
    }
    if !number::is_integer(number.as_bytes()) {
        return None;
    }
    Digits::canonical(number)?.as_str().parse().ok()
}

/// A value as a hook sees it.
pub(super) struct HookValue<'v> {
    /// What decides about it, and its token.
    pub(super) value: (Owner, u32),
    pub(super) bound: Bound<'v>,
    pub(super) path: ValuePath<'v>,
    pub(super) redaction: Redaction<'v>,
    pub(super) select: Option<(&'v SelectList, Branch)>,
}

/// Appends the text of a value: a string's characters, numbers in canonical form, elements joined
/// by commas, objects as compact JSON.
pub(super) fn write(text: String, plan: &Plan, hook: HookValue<'_>) -> String {
    let mut sink = ValueText::new(text);
    drive(&mut sink, plan, hook);
    sink.finish()
}

/// Sends a value, as far as it is selected.
pub(super) fn drive<S: Sink>(sink: &mut S, plan: &Plan, hook: HookValue<'_>) {
    let HookValue { value: (owner, at), bound, path, redaction, select } = hook;
    drive_part(plan, (owner, at as usize), bound, path, redaction, select, sink);
}
