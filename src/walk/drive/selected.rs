//! The root object as far as it is selected, in the order asked for.

use crate::plan::{Kind, NodeId, Undeclared};
use crate::walk::events::Sink;
use crate::walk::select::{Picked, Selection};

use super::Driver;

impl<S: Sink> Driver<'_, '_, S> {
    /// The root object, as far as it is selected and in that order.
    pub(super) fn selected(&mut self, mut id: NodeId, selection: &mut Selection) {
        let plan = self.plan;
        while let Kind::Union(members) = &plan.node(id).kind {
            id = members[usize::from(self.token(0).member)];
        }
        let node = plan.node(id);
        let base = self.token(0).link as usize;
        match &node.kind {
            Kind::Object(object) => {
                self.count_dropped(base);
                selection.pick_fields(id, object);
                if object.undeclared == Undeclared::Keep {
                    self.pick_members(selection);
                }
            }
            _ => {
                selection.pick_nothing();
                self.pick_members(selection);
            }
        }
        self.sink.begin_object();
        for pick in selection.picks() {
            match (pick.what, &node.kind) {
                (Picked::Field(at), Kind::Object(object)) => self.field(object, base, at as usize),
                (Picked::Member(key, value), Kind::Record(record)) => {
                    self.record_member(record, key as usize, value as usize);
                }
                (Picked::Member(key, value), Kind::Object(object)) => {
                    self.kept_member(object, node.state, key as usize, value as usize);
                }
                (Picked::Member(key, value), _) => {
                    self.data_member(node.state, key as usize, value as usize);
                }
                (Picked::Field(_), _) => {}
            }
        }
        self.sink.end_object();
    }

    fn pick_members(&mut self, selection: &mut Selection) {
        self.members(0, |driver, key, value| {
            driver.with_key(key, |name| selection.pick_member(name, key, value));
        });
    }
}
