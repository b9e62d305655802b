//! A description of a Presenter for people.

use crate::emit::format::Format;
use crate::plan::automaton::CensorId;
use crate::plan::path::push_key;
use crate::plan::{Kind, Node, NodeId, Plan, Undeclared};

/// What a Presenter keeps, in the order in which it is written, and what it redacts.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    fields: Vec<OutlineField>,
    redactions: Vec<(String, String)>,
    censors: Vec<String>,
    limit: Option<usize>,
    rules: Vec<String>,
    everything: bool,
    format: Format,
}

/// A field of an [`Outline`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutlineField {
    /// Where it stands: `customer.email`, `lines[*].cost`.
    pub path: String,
    /// What it may be, in words.
    pub ty: String,
    /// It may be absent, or a default takes its place.
    pub optional: bool,
    /// It may be null.
    pub nullable: bool,
    /// Values of other types that say the same are converted.
    pub casts: bool,
    /// The key that the data has it under, if that is another one.
    pub alias: Option<String>,
    /// What a redaction does to it, in words.
    pub redacted: Option<String>,
}

impl OutlineField {
    /// Takes in what holds of the same field if the data is one document, not a collection.
    fn merge_document(&mut self, document: Self) {
        let parts: Vec<String> =
            [("in a document", document.redacted), ("in a collection", self.redacted.take())]
                .into_iter()
                .filter_map(|(place, words)| Some((place, words?)))
                .map(|(place, words)| format!("{words} {place}"))
                .collect();
        self.redacted = match parts.as_slice() {
            [] => None,
            [one, other] => {
                let words = |part: &str, place| part.strip_suffix(place).map(str::to_owned);
                let both = words(one, " in a document");
                if both.is_some() && both == words(other, " in a collection") {
                    both
                } else {
                    Some(parts.join(", "))
                }
            }
            _ => Some(parts.join(", ")),
        };
    }
}

impl Outline {
    pub(super) fn of(
        plan: &Plan,
        everything: bool,
        format: Format,
        rules: Vec<String>,
        paths: &[(String, CensorId)],
        censors: Vec<String>,
    ) -> Self {
        let mut outline = Self {
            fields: Vec::new(),
            redactions: paths
                .iter()
                .map(|(path, censor)| (path.clone(), censors[usize::from(*censor)].clone()))
                .collect(),
            censors,
            limit: plan.limit,
            rules,
            everything,
            format,
        };
        outline.fields = outline.collect(plan, plan.item);
        if !plan.root_is_array {
            let of_document = outline.collect(plan, plan.document);
            for (field, document) in outline.fields.iter_mut().zip(of_document) {
                field.merge_document(document);
            }
        }
        outline
    }

    /// The declared fields, each before those in it, in the order in which they are written.
    pub fn fields(&self) -> impl Iterator<Item = &OutlineField> {
        self.fields.iter()
    }

    /// The redaction paths as declared, each with what it does in words.
    pub fn redactions(&self) -> impl Iterator<Item = (&str, &str)> {
        self.redactions.iter().map(|(path, words)| (&**path, &**words))
    }

    /// The most items of a collection that are shown.
    #[must_use]
    pub fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// The form of the data, if no request asks for another.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The rules that every response carries.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(String::as_str)
    }

    /// Whether the Presenter has no schema and shows data whole.
    #[must_use]
    pub fn allows_everything(&self) -> bool {
        self.everything
    }

    fn collect(&self, plan: &Plan, root: NodeId) -> Vec<OutlineField> {
        let mut fields = Vec::new();
        self.collect_below(plan, root, &mut String::new(), &mut fields);
        fields
    }

    fn collect_below(
        &self,
        plan: &Plan,
        id: NodeId,
        path: &mut String,
        fields: &mut Vec<OutlineField>,
    ) {
        let length = path.len();
        match &plan.node(id).kind {
            Kind::Object(object) => {
                for (field, source) in object.fields.iter().zip(object.keys.iter()) {
                    if !field.is_shown {
                        continue;
                    }
                    push_key(path, &field.key);
                    let node = plan.node(field.node);
                    fields.push(OutlineField {
                        path: path.clone(),
                        ty: words(plan, node),
                        optional: !matches!(field.absent, crate::plan::Absent::Refuse),
                        nullable: node.nullable,
                        casts: node.casts || matches!(node.kind, Kind::Each(_)),
                        alias: (*source != *field.key).then(|| source.to_owned()),
                        redacted: node
                            .censor
                            .map(|censor| self.censors[usize::from(censor)].clone()),
                    });
                    self.collect_below(plan, field.node, path, fields);
                    path.truncate(length);
                }
            }
            Kind::Array(elements) => {
                path.push_str("[*]");
                self.collect_below(plan, elements.any, path, fields);
            }
            Kind::Record(record) => {
                path.push_str(".*");
                self.collect_below(plan, record.any, path, fields);
            }
            Kind::Child(child) => self.collect_below(plan, child.document, path, fields),
            Kind::Union(members) => {
                for member in members {
                    self.collect_below(plan, *member, path, fields);
                }
            }
            _ => {}
        }
        path.truncate(length);
    }
}

/// The type in words, with what tells one object or array from another.
fn words(plan: &Plan, node: &Node) -> String {
    match &node.kind {
        Kind::Array(elements) => format!("array of {}", words(plan, plan.node(elements.any))),
        Kind::Record(record) => format!("record of {}", words(plan, plan.node(record.any))),
        Kind::Object(object) => match object.undeclared {
            Undeclared::Strip => "object".into(),
            Undeclared::Keep => "object, undeclared fields kept".into(),
            Undeclared::Refuse => "object, undeclared fields refused".into(),
        },
        Kind::Child(child) => words(plan, plan.node(child.document)),
        Kind::Union(members) if members.is_empty() => "nothing".into(),
        Kind::Union(members) => {
            let members: Vec<String> =
                members.iter().map(|member| words(plan, plan.node(*member))).collect();
            members.join(" or ")
        }
        Kind::Each(nodes) => {
            let nodes = || nodes.iter().map(|id| plan.node(*id));
            // What is written.
            let shown = nodes().find(|node| node.casts).or_else(|| nodes().next());
            shown.map_or_else(String::new, |node| words(plan, node))
        }
        _ => {
            let text = node.expected();
            text.strip_suffix(" or null").unwrap_or(&text).to_owned()
        }
    }
}
