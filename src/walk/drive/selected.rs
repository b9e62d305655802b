//! Objects as far as they are selected, in the order asked for.

use crate::plan::automaton::State;
use crate::plan::{NodeId, Object, Record, Undeclared};
use crate::walk::bind::with_key;
use crate::walk::events::Sink;
use crate::walk::select::{Branch, Picked};

use super::Driver;

/// How much of a value is sent. The walk is compiled for each kind by itself, so that nothing is
/// asked where everything is sent.
pub(super) trait Part: Copy {
    /// What is selected of an object here; nothing if it is sent whole. The elements of an array
    /// have the part of the array.
    fn branch(self) -> Option<Branch>;
}

/// All of it.
#[derive(Clone, Copy)]
pub(super) struct Whole;

impl Part for Whole {
    #[inline(always)]
    fn branch(self) -> Option<Branch> {
        None
    }
}

impl Part for Branch {
    #[inline(always)]
    fn branch(self) -> Option<Branch> {
        Some(self)
    }
}

/// What the plan says of an object of which a part is selected.
#[derive(Clone, Copy)]
pub(super) enum Selectable<'a> {
    Declared(NodeId, &'a Object, State),
    Record(&'a Record),
    Data(State),
}

impl Selectable<'_> {
    /// Members of the data are shown besides declared fields.
    fn keeps_members(self) -> bool {
        match self {
            Self::Declared(_, object, _) => object.undeclared == Undeclared::Keep,
            Self::Record(_) | Self::Data(_) => true,
        }
    }
}

impl<'a, S: Sink> Driver<'a, '_, S> {
    /// The object at token `at`, as far as it is selected at `branch`.
    pub(super) fn selected(&mut self, object: Selectable<'a>, at: usize, branch: Branch) {
        let start = self.pick(object, at, branch);
        self.sink.begin_object();
        for next in start.. {
            // What is picked inside comes and goes behind it.
            let Some(pick) = self.selection.as_deref().and_then(|own| own.pick(next)) else {
                break;
            };
            match pick.below {
                Some(below) => self.picked(object, at, pick.what, below),
                None => self.picked(object, at, pick.what, Whole),
            }
        }
        self.sink.end_object();
        if let Some(selection) = self.selection.as_deref_mut() {
            selection.end(start);
        }
    }

    /// Picks what is selected of the object, and gives where the picks begin.
    fn pick(&mut self, object: Selectable<'a>, at: usize, branch: Branch) -> usize {
        if let Selectable::Declared(..) = object {
            self.count_dropped(self.token(at).link as usize);
        }
        // Whoever has a branch has a selection. Without one, nothing would be sent.
        let Some(selection) = self.selection.as_deref_mut() else { return 0 };
        let start = selection.begin();
        if let Selectable::Declared(id, declared, _) = object {
            selection.pick_fields(branch, id, declared);
        }
        if object.keeps_members() {
            self.members(at, |driver, key, value| {
                let (bytes, token) = (driver.bound.bytes, driver.token(key));
                if let Some(selection) = driver.selection.as_deref_mut() {
                    with_key(bytes, token, |name| selection.pick_member(branch, name, key, value));
                }
            });
        }
        if let Some(selection) = self.selection.as_deref_mut() {
            selection.sort(start);
        }
        start
    }

    /// Something that was picked of the object at token `at`.
    fn picked<P: Part>(&mut self, object: Selectable<'a>, at: usize, what: Picked, part: P) {
        match (what, object) {
            (Picked::Field(field), Selectable::Declared(_, declared, _)) => {
                let base = self.token(at).link as usize;
                self.field(declared, base, field as usize, part);
            }
            (Picked::Member(key, value), Selectable::Declared(_, declared, state)) => {
                self.kept_member(declared, state, key as usize, value as usize, part);
            }
            (Picked::Member(key, value), Selectable::Record(record)) => {
                self.record_member(record, key as usize, value as usize, part);
            }
            (Picked::Member(key, value), Selectable::Data(state)) => {
                self.data_member(state, key as usize, value as usize, part);
            }
            (Picked::Field(_), Selectable::Record(_) | Selectable::Data(_)) => {}
        }
    }
}
