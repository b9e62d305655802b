//! The paths that a `_select` list may name.

use std::collections::HashSet;

use crate::plan::path::push_key;

use super::types::{Kind, Type};

/// The path of every field that `root` declares, each before those inside it, in the order in which
/// a union's members first declare them.
///
/// Deeper than `depth` objects there is no data.
pub(super) fn of(root: &Type, depth: usize) -> Vec<String> {
    let mut paths = Paths::default();
    paths.add(root, "", depth);
    paths.found
}

#[derive(Default)]
struct Paths {
    found: Vec<String>,
    seen: HashSet<String>,
}

impl Paths {
    /// Adds the fields of what stands at `place`.
    fn add(&mut self, ty: &Type, place: &str, depth: usize) {
        match &ty.kind {
            Kind::Array(element) => self.add(element, place, depth),
            Kind::Union(members) => {
                members.iter().for_each(|member| self.add(member, place, depth));
            }
            Kind::Object(fields, _) if depth > 0 => {
                for field in fields {
                    let mut path = place.to_owned();
                    push_key(&mut path, &field.key);
                    if self.seen.insert(path.clone()) {
                        self.found.push(path.clone());
                    }
                    self.add(&field.ty, &path, depth - 1);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::presenter::types::{Type, t};

    #[test]
    fn every_declared_field_once() {
        let address = || Type::object([t::string("street"), t::string("zip code")]);
        let root = Type::array(Type::object([
            t::string("a.b"),
            t::string(""),
            t::array("lines", Type::array(Type::object([t::integer("cents")]))),
            t::record("by_name", address()),
            t::any("anything"),
            t::union("to", [address(), Type::object([t::string("street"), t::string("box")])]),
        ]));
        let expected = [
            "[\"a.b\"]",
            "[\"\"]",
            "lines",
            "lines.cents",
            "by_name",
            "anything",
            "to",
            "to.street",
            "to[\"zip code\"]",
            "to.box",
        ];
        assert_eq!(super::of(&root, 128), expected);
        assert_eq!(super::of(&root, 1).len(), 6);
        for path in expected {
            assert!(crate::plan::path::keys(path).is_some(), "{path}");
        }
    }
}
