//! Presenters and data in which every value and every key of the data says who may see it.

// Each target and the test that replays them take what they need of it.
#![allow(dead_code, unreachable_pub)]

use mcp_presenter::{Censor, Field, Mode, Presenter, PresenterBuilder, Type};

use crate::hostile::Source;

/// Who may see a canary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Everybody: it is on the wire.
    Wire,
    /// Hooks of both Presenters; a redaction keeps it from the agent.
    Both,
    /// Hooks of the outer Presenter; a redaction of it, or one around it, keeps it from the agent.
    Outer,
    /// Hooks of the embedded Presenter.
    Inner,
    /// Hooks of the outer Presenter; it is not redacted, but the embedded Presenter leaves it out.
    Open,
    /// Hooks; it was not asked for.
    Unselected,
    Nobody,
}

use Mark::{Both, Inner, Nobody, Open, Outer, Unselected, Wire};

const MARKS: [Mark; 7] = [Wire, Both, Outer, Inner, Open, Unselected, Nobody];

/// The marks of all canaries in a text, and where they are.
pub fn canaries(text: &str) -> Vec<(Mark, usize)> {
    let mark = |digit: &str| MARKS.get(digit.parse::<usize>().ok()?).copied();
    let strings =
        text.match_indices("zq").filter_map(|(at, _)| Some((mark(text.get(at + 2..at + 3)?)?, at)));
    let numbers = text.match_indices("70707").filter_map(|(at, _)| {
        let rest = text.get(at + 5..at + 14)?;
        let is_ours = rest.bytes().all(|byte| byte.is_ascii_digit()) && rest.ends_with("070");
        if is_ours { Some((mark(&rest[..1])?, at)) } else { None }
    });
    strings.chain(numbers).collect()
}

/// What becomes of values, seen from one Presenter.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    pub shown: Mark,
    pub redacted: Mark,
    pub undeclared: Mark,
}

impl Marks {
    /// Of the response's own Presenter.
    pub const OWN: Self = Self { shown: Wire, redacted: Outer, undeclared: Nobody };

    fn redacted(self) -> Self {
        Self { shown: self.redacted, ..self }
    }

    fn undeclared(self) -> Self {
        Self { shown: self.undeclared, redacted: self.undeclared, ..self }
    }

    pub fn unselected(mut self) -> Self {
        for mark in [&mut self.shown, &mut self.redacted, &mut self.undeclared] {
            if *mark == Wire {
                *mark = Unselected;
            }
        }
        self
    }
}

/// A part of a schema, and what is redacted there.
#[derive(Clone, Debug)]
pub struct Node {
    shape: Shape,
    redacted: Redacted,
    is_optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Redacted {
    No,
    Whole,
    /// What is in it, but not its keys.
    Below,
    /// What is in it, with its keys.
    Removed,
}

#[derive(Clone, Debug)]
enum Shape {
    String,
    Number,
    Any,
    Object(Vec<(String, Node)>, Mode),
    Array(Box<Node>),
    Record(Box<Node>),
    /// Objects that a field `kind` tells apart.
    Union(Vec<Vec<(String, Node)>>),
}

/// Makes schemas, redactions and data.
#[derive(Debug)]
pub struct Maker<'s, 'b> {
    pub source: &'s mut Source<'b>,
    count: usize,
    /// The keys that schemas declare.
    pub keys: Vec<String>,
    /// The redactions declared since they were last taken.
    redactions: Vec<(String, Censor)>,
    /// Some value is of the wrong type.
    breaks: bool,
    /// Values are such as fit into the rows of a table.
    is_flat: bool,
}

impl<'s, 'b> Maker<'s, 'b> {
    pub fn new(source: &'s mut Source<'b>) -> Self {
        let breaks = source.below(4) == 0;
        let is_flat = source.flag();
        Self { source, count: 0, keys: Vec::new(), redactions: Vec::new(), breaks, is_flat }
    }

    /// The root object of a Presenter.
    pub fn root(&mut self) -> Node {
        let shape = self.object("", 3);
        Node { shape, redacted: Redacted::No, is_optional: false }
    }

    /// A Presenter of this type, with the redactions that were declared.
    pub fn builder(&mut self, name: &str, ty: Type, limit: usize) -> PresenterBuilder {
        let mut builder = Presenter::builder(name).root(ty).limit(limit);
        for (path, censor) in self.redactions.drain(..) {
            builder = builder.redact([path], censor);
        }
        builder
    }

    fn number(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    fn key(&mut self) -> String {
        let key = format!("k{}", self.number());
        self.keys.push(key.clone());
        key
    }

    fn fields(&mut self, path: &str, depth: usize) -> Vec<(String, Node)> {
        let count = 1 + self.source.below(4);
        let mut fields = Vec::new();
        for _ in 0..count {
            let key = self.key();
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let anywhere = format!("**.{key}");
            let mut node = self.node(&path, depth - 1);
            let redacted = [Redacted::Whole, Redacted::Below, Redacted::Removed];
            if let Some(redacted) = redacted.get(self.source.below(9)) {
                let own = if self.source.flag() { path } else { anywhere };
                let (path, censor) = match redacted {
                    Redacted::Removed => (format!("{own}.*"), Censor::remove()),
                    Redacted::Below => (format!("{own}[*]"), self.censor()),
                    _ => (own, if self.source.flag() { Censor::remove() } else { self.censor() }),
                };
                self.redactions.push((path, censor));
                // One that reaches further, too, is a case of its own.
                node.redacted = *redacted;
            }
            fields.push((key, node));
        }
        fields
    }

    fn censor(&mut self) -> Censor {
        match self.source.below(5) {
            0 => Censor::default(),
            1 => Censor::text(""),
            2 => Censor::keep_last(3),
            3 => Censor::hash(b"sixteen bytes or more"),
            _ => Censor::function(|value, _| {
                format!("{:?}, {} bytes", value.kind(), value.text().len())
            }),
        }
    }

    fn object(&mut self, path: &str, depth: usize) -> Shape {
        let mode =
            [Mode::Strip, Mode::Strip, Mode::Passthrough, Mode::Strict][self.source.below(4)];
        Shape::Object(self.fields(path, depth), mode)
    }

    fn node(&mut self, path: &str, depth: usize) -> Node {
        let chosen = self.source.below(if depth == 0 { 3 } else { 8 });
        let shape = match chosen {
            2 if self.is_flat => Shape::String,
            3 if self.is_flat => Shape::Array(Box::new(self.node(&format!("{path}[*]"), 0))),
            4 | 5 if self.is_flat => Shape::Number,
            0 => Shape::String,
            1 => Shape::Number,
            2 => Shape::Any,
            3 => Shape::Array(Box::new(self.node(&format!("{path}[*]"), depth - 1))),
            4 => Shape::Record(Box::new(self.node(&format!("{path}.*"), depth - 1))),
            5 => Shape::Union(vec![self.fields(path, depth), self.fields(path, depth)]),
            _ => self.object(path, depth),
        };
        Node { shape, redacted: Redacted::No, is_optional: self.source.below(4) == 1 }
    }

    /// The text of a string or a key.
    fn canary(&mut self, mark: Mark) -> String {
        let at = MARKS.iter().position(|own| *own == mark).unwrap_or_default();
        let text = format!("zq{at}x{}", self.number());
        self.quoted(&text)
    }

    /// Whether an oddity comes; seldom, where items are to be foreseen, and never at the end of the
    /// bytes.
    fn is_odd(&mut self, one_in: usize) -> bool {
        self.source.below(if self.is_flat { 24 } else { one_in }) == 1
    }

    fn quoted(&mut self, text: &str) -> String {
        match self.is_odd(4) {
            true => format!("\"\\u{:04x}{}\"", u32::from(text.as_bytes()[0]), &text[1..]),
            false => format!("\"{text}\""),
        }
    }

    fn scalar(&mut self, mark: Mark) -> String {
        if self.source.below(3) > 0 {
            return self.canary(mark);
        }
        let at = MARKS.iter().position(|own| *own == mark).unwrap_or_default();
        format!("70707{at}{:05}070", self.number() % 100_000)
    }

    /// A value of any type.
    fn tree(&mut self, mark: Mark, depth: usize) -> String {
        match self.source.below(if depth == 0 { 1 } else { 3 }) {
            0 => self.scalar(mark),
            1 => {
                let elements = self.list(2, |own| own.tree(mark, depth - 1));
                format!("[{}]", elements.join(","))
            }
            _ => {
                let members = self
                    .list(2, |own| format!("{}:{}", own.canary(mark), own.tree(mark, depth - 1)));
                format!("{{{}}}", members.join(if self.is_flat { "," } else { " ,\n" }))
            }
        }
    }

    fn list(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> String) -> Vec<String> {
        let count = 1 + self.source.below(most);
        (0..count).map(|_| make(self)).collect()
    }

    /// Data for a node.
    pub fn value(&mut self, node: &Node, marks: Marks) -> String {
        if self.breaks && self.source.below(12) == 0 {
            return self.tree(marks.shown, 2);
        }
        let marks = if node.redacted == Redacted::Whole { marks.redacted() } else { marks };
        let below = match node.redacted {
            Redacted::Below | Redacted::Removed => marks.redacted(),
            _ => marks,
        };
        let keys = if node.redacted == Redacted::Removed { marks.redacted } else { marks.shown };
        match &node.shape {
            Shape::String => self.canary(marks.shown),
            Shape::Number => {
                let at = MARKS.iter().position(|own| *own == marks.shown).unwrap_or_default();
                format!("70707{at}{:05}070", self.number() % 100_000)
            }
            Shape::Any => match self.source.below(3) {
                0 => self.scalar(marks.shown),
                1 => {
                    let elements = self.list(2, |own| own.tree(below.shown, 2));
                    format!("[{}]", elements.join(","))
                }
                _ => {
                    let members = self.list(2, |own| {
                        format!("{}:{}", own.canary(keys), own.tree(below.shown, 2))
                    });
                    format!("{{{}}}", members.join(","))
                }
            },
            Shape::Array(element) => {
                let elements = self.list(3, |own| own.value(element, below));
                format!("[{}]", elements.join(","))
            }
            Shape::Record(member) => {
                let members = self
                    .list(2, |own| format!("{}:{}", own.canary(keys), own.value(member, below)));
                format!("{{{}}}", members.join(","))
            }
            Shape::Object(fields, mode) => {
                // What is undeclared and passes is as much redacted as what is declared.
                let extra = match mode {
                    Mode::Passthrough => Some((keys, below.shown)),
                    Mode::Strict => None,
                    _ => Some((marks.undeclared, marks.undeclared)),
                };
                let members = self.members(fields, below, extra);
                format!("{{{}}}", members.join(","))
            }
            Shape::Union(kinds) => {
                let chosen = self.source.below(kinds.len());
                let extra = Some((marks.undeclared, marks.undeclared));
                let mut members = self.members(&kinds[chosen], below, extra);
                members.push(format!("\"kind\":\"kind {chosen}\""));
                // What another member declares is not declared here.
                for (at, other) in kinds.iter().enumerate() {
                    if let Some((key, node)) = other.first().filter(|_| at != chosen) {
                        let value = self.value(node, marks.undeclared());
                        members.push(format!("\"{key}\":{value}"));
                    }
                }
                format!("{{{}}}", members.join(","))
            }
        }
    }

    fn members(
        &mut self,
        fields: &[(String, Node)],
        marks: Marks,
        extra: Option<(Mark, Mark)>,
    ) -> Vec<String> {
        let mut members = Vec::new();
        for (key, node) in fields {
            if node.is_optional && self.source.flag() {
                continue;
            }
            if self.is_odd(6) {
                // The last of duplicate keys counts.
                let hidden = self.tree(Nobody, 1);
                members.push(format!("{}:{hidden}", self.quoted(key)));
            }
            if let Some((key, value)) = extra
                && self.source.below(3) == 0
            {
                members.push(format!("{}:{}", self.canary(key), self.tree(value, 2)));
            }
            let value = self.value(node, marks);
            members.push(format!("{}:{value}", self.quoted(key)));
        }
        members
    }

    /// Data for the root, of which only these keys are asked for, with a member of somebody else's.
    pub fn document(
        &mut self,
        root: &Node,
        marks: Marks,
        select: &[String],
        more: Option<String>,
    ) -> String {
        let Shape::Object(fields, mode) = &root.shape else { return "null".into() };
        let of = |is_selected| if is_selected { marks } else { marks.unselected() };
        let mut members = Vec::new();
        for field in fields {
            let marks = of(select.is_empty() || select.contains(&field.0));
            members.extend(self.members(std::slice::from_ref(field), marks, None));
        }
        let undeclared = match mode {
            Mode::Strict => None,
            Mode::Passthrough => Some(of(select.is_empty()).shown),
            _ => Some(marks.undeclared),
        };
        if let Some(mark) = undeclared {
            members.push(format!("{}:{}", self.canary(mark), self.tree(mark, 2)));
        }
        members.extend(more);
        format!("{{{}}}", members.join(","))
    }
}

impl Node {
    pub fn ty(&self) -> Type {
        let fields = |fields: &[(String, Node)]| -> Vec<Field> {
            fields.iter().map(|(key, node)| node.field(key)).collect()
        };
        match &self.shape {
            Shape::String => Type::string(),
            Shape::Number => Type::number(),
            Shape::Any => Type::any(),
            Shape::Object(own, mode) => Type::object(fields(own)).mode(*mode),
            Shape::Array(element) => Type::array(element.ty()),
            Shape::Record(member) => Type::record(member.ty()),
            Shape::Union(kinds) => Type::union(kinds.iter().enumerate().map(|(at, own)| {
                let kind = Field::new("kind", Type::literal(format!("kind {at}")));
                Type::object(std::iter::once(kind).chain(fields(own)))
            })),
        }
    }

    fn field(&self, key: &str) -> Field {
        let field = Field::new(key, self.ty());
        if self.is_optional { field.optional() } else { field }
    }

    /// The keys at the root.
    pub fn root_keys(&self) -> Vec<String> {
        match &self.shape {
            Shape::Object(fields, _) => fields.iter().map(|(key, _)| key.clone()).collect(),
            _ => Vec::new(),
        }
    }

    pub fn mode(&self) -> Mode {
        match &self.shape {
            Shape::Object(_, mode) => *mode,
            _ => Mode::Strip,
        }
    }

    /// The type with one more field.
    pub fn with(&self, key: &str, ty: Type) -> Type {
        let Shape::Object(fields, mode) = &self.shape else { return self.ty() };
        let fields = fields.iter().map(|(key, node)| node.field(key));
        Type::object(fields.chain([Field::new(key, ty).optional().nullable()])).mode(*mode)
    }
}
