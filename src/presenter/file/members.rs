//! The members that an object of the file may have.

use super::tree::{Fault, Member};

/// What an object of the file may hold.
pub(super) struct Form {
    /// What the object is, for messages: `a presenter`.
    pub(super) what: &'static str,
    /// The members that this version reads.
    pub(super) known: &'static [&'static str],
}

impl Form {
    /// The fault that the object has no such member.
    #[cold]
    pub(super) fn refuse(&self, member: &Member<'_>) -> Fault {
        let name = member.key.as_str();
        let known = list(self.known, "and");
        let message = format!("unknown member {name:?}; {} has {known}", self.what);
        Fault::new(member.place, message)
    }
}

/// `"a", "b" and "c"`.
pub(super) fn list(names: &[&str], last: &str) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
