//! Where in a plan a value stands: whether anybody will see it.

use crate::plan::{Kind, NodeId, Object, Plan, Undeclared};

/// The place of the value at hand.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    /// Nothing says that it is not shown.
    Anywhere,
    Root(&'p Plan),
    Node(&'p Plan, NodeId),
}

impl<'p> Place<'p> {
    /// The root of a document. What embedded Presenters look at, the plan does not tell by itself.
    pub(super) fn root(plan: &'p Plan) -> Self {
        match plan.children.is_empty() && !plan.is_lenient {
            true => Self::Root(plan),
            false => Self::Anywhere,
        }
    }

    fn node(self) -> Option<(&'p Plan, NodeId)> {
        match self {
            Self::Anywhere => None,
            Self::Root(plan) => Some((plan, plan.document)),
            Self::Node(plan, node) => Some((plan, node)),
        }
    }

    /// The place of the elements of an array here, and how many of them are shown at most.
    pub(super) fn elements(self) -> (Self, usize) {
        match self {
            Self::Root(plan) if !plan.root_is_array => {
                (Self::Node(plan, plan.item), plan.limit.unwrap_or(usize::MAX))
            }
            _ => match self.node().map(|(plan, node)| (plan, &plan.node(node).kind)) {
                Some((plan, Kind::Array(elements))) => (Self::Node(plan, elements.any), usize::MAX),
                _ => (Self::Anywhere, usize::MAX),
            },
        }
    }

    /// The place of a member of an object here; nothing if nobody sees it.
    pub(super) fn member(self, key: &str) -> Option<Self> {
        let Some((plan, node)) = self.node() else { return Some(Self::Anywhere) };
        match &plan.node(node).kind {
            Kind::Object(object) => match object.keys.find(key.as_bytes()) {
                Some(at) => Some(Self::Node(plan, object.fields[at].node)),
                None if strips(object) => None,
                None => Some(Self::Anywhere),
            },
            Kind::Record(record) => Some(Self::Node(plan, record.at(key.as_bytes()))),
            _ => Some(Self::Anywhere),
        }
    }
}

/// Whether members that are not declared are dropped, whatever they are.
fn strips(object: &Object) -> bool {
    object.undeclared == Undeclared::Strip
        && object.embedded.is_none()
        && object.others.is_none()
        && !object.is_open
}
