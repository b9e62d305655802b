//! The members of the file's objects: each known, each once.

use serde::de::{Error, MapAccess};

/// What an object of the file may hold.
pub(super) struct Form {
    /// What the object is, for messages: `a presenter`.
    pub(super) what: &'static str,
    /// The members that this version reads.
    pub(super) known: &'static [&'static str],
    /// Members of the same form that other versions read. They are refused by name: a file that
    /// asks for them must not be served without them.
    pub(super) unsupported: &'static [&'static str],
}

impl Form {
    /// The error for a member that is not known.
    #[cold]
    pub(super) fn refuse<E: Error>(&self, name: &str) -> E {
        if self.unsupported.contains(&name) {
            return E::custom(format_args!(
                "member {name:?} of {} is not supported by this version",
                self.what
            ));
        }
        E::custom(format_args!(
            "unknown member {name:?}; {} has {}",
            self.what,
            list(self.known, "and")
        ))
    }
}

/// `"a", "b" and "c"`.
pub(super) fn list(names: &[&str], last: &str) -> String {
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            text.push_str(if i + 1 == names.len() { " " } else { ", " });
            if i + 1 == names.len() {
                text.push_str(last);
                text.push(' ');
            }
        }
        text.push('"');
        text.push_str(name);
        text.push('"');
    }
    text
}

/// The members of one object, in the file's order; one that comes again is an error.
pub(super) struct Members<A> {
    map: A,
    seen: Vec<String>,
}

impl<'de, A: MapAccess<'de>> Members<A> {
    pub(super) fn new(map: A) -> Self {
        Self { map, seen: Vec::new() }
    }

    /// The next member's name, unescaped.
    pub(super) fn name(&mut self) -> Result<Option<String>, A::Error> {
        let Some(name) = self.map.next_key::<String>()? else { return Ok(None) };
        // Linear: callers stop at the first unknown name, so the list is as short as the form's.
        if self.seen.contains(&name) {
            return Err(A::Error::custom(format_args!("member {name:?} is given twice")));
        }
        self.seen.push(name.clone());
        Ok(Some(name))
    }

    /// The value of the member just named.
    pub(super) fn value<T: serde::Deserialize<'de>>(&mut self) -> Result<T, A::Error> {
        self.map.next_value()
    }
}
