//! Random data for a type: mostly right, in many spellings.
//!
//! Two sources of chance: one decides the shape (which keys, their order, kinds, lengths), the other
//! the scalars. Items that start from the same shape seed are alike, as real records are.

use super::rng::Rng;
use super::types::{Field, Shape, Style, Type};
use super::words::{self, Unit};

#[derive(Clone, Debug)]
pub enum Node {
    /// `null`, `true`, `false` or a number's text.
    Raw(String),
    String(Vec<Unit>),
    Array(Vec<Node>),
    Object(Vec<(Vec<Unit>, Node)>),
}

/// How far the data of a case strays, each in percent.
#[derive(Clone, Debug)]
pub struct Habits {
    wrong: usize,
    missing: usize,
    null: usize,
    /// Null comes and goes from item to item, in items that are otherwise alike.
    null_varies: bool,
    duplicate: usize,
    undeclared: usize,
    shuffle: usize,
    lone: bool,
    /// Items that do not look like the others.
    deviant: usize,
    /// How deep values may be nested that no schema describes.
    any_depth: usize,
    /// Bytes of the document after which arrays and objects stay short.
    budget: usize,
    /// Collections of more items than a response has room for blocks of embedded presenters.
    many: bool,
    /// Values that a cast converts.
    converted: usize,
    /// Strings that are the text of something else, where nobody asks for it.
    says: usize,
}

impl Habits {
    pub fn random(rng: &mut Rng, style: Style) -> Self {
        Self {
            any_depth: if style == Style::Tame && rng.chance(80) { 0 } else { 3 },
            wrong: [0, 0, 0, 0, 0, 1, 10][rng.below(7)],
            missing: [0, 0, 0, 2, 10][rng.below(5)],
            null: [0, 10, 40][rng.below(3)],
            null_varies: rng.chance(50),
            duplicate: [0, 0, 0, 0, 8, 40][rng.below(6)],
            undeclared: [0, 10, 60, 90][rng.below(4)],
            shuffle: [0, 0, 10, 100][rng.below(4)],
            lone: rng.chance(25),
            deviant: match style {
                Style::Wild => [0, 5, 5, 30, 100][rng.below(5)],
                Style::Tame => [0, 0, 3, 8, 40][rng.below(5)],
            },
            budget: [200, 2_000, 2_000, 12_000][rng.below(4)],
            many: false,
            converted: 0,
            says: 0,
        }
    }

    pub fn converting(self, rng: &mut Rng) -> Self {
        let converted = [0, 0, 3, 40, 100][rng.below(5)];
        Self { converted, says: [0, 0, 10, 60][rng.below(4)], ..self }
    }

    pub fn many(self) -> Self {
        Self { many: true, budget: 40_000, wrong: 0, missing: 0, ..self }
    }
}

pub struct Maker<'a> {
    pub habits: Habits,
    pub pool: &'a [String],
    shape: Rng,
    scalar: Rng,
    spent: usize,
}

impl<'a> Maker<'a> {
    pub fn new(rng: &mut Rng, habits: Habits, pool: &'a [String]) -> Self {
        Self { habits, pool, shape: Rng::new(rng.next()), scalar: Rng::new(rng.next()), spent: 0 }
    }

    /// The data of a whole case.
    pub fn document(&mut self, root: &Type) -> Node {
        if self.shape.chance(self.habits.wrong) {
            return self.any(2);
        }
        let as_root = matches!(root.shape, Shape::Array(_));
        let collection = as_root || self.habits.many || self.shape.chance(60);
        if !collection || self.shape.chance(4) {
            return self.value(root);
        }
        let count = match self.shape.weighted(&[30, 40, 25, 5]) {
            _ if self.habits.many => self.shape.within(66, 140),
            0 => self.shape.below(4),
            1 => self.shape.within(4, 12),
            2 => self.shape.within(12, 40),
            _ => self.shape.within(40, 200),
        };
        match &root.shape {
            Shape::Array(element) => Node::Array(self.alike(element, count)),
            _ => Node::Array(self.alike(root, count)),
        }
    }

    /// Values of one type that mostly look alike.
    fn alike(&mut self, ty: &Type, count: usize) -> Vec<Node> {
        let seed = self.shape.next();
        let mut after = Rng::new(self.shape.next());
        let mut values = Vec::new();
        for _ in 0..count {
            if self.spent > self.habits.budget {
                break;
            }
            let other = after.chance(self.habits.deviant);
            self.shape = Rng::new(if other { after.next() } else { seed });
            values.push(self.value(ty));
        }
        self.shape = after;
        values
    }

    fn value(&mut self, ty: &Type) -> Node {
        if self.shape.chance(self.habits.wrong) {
            return self.any(1);
        }
        if ty.nullable {
            let chance = if self.habits.null_varies { &mut self.scalar } else { &mut self.shape };
            if chance.chance(self.habits.null) {
                return self.raw("null");
            }
        }
        if let Some(cast) = ty.cast
            && let Some(node) = self.converted(cast)
        {
            return node;
        }
        match &ty.shape {
            Shape::String => self.string(),
            Shape::Number => {
                let text = words::number(&mut self.scalar);
                self.raw(&text)
            }
            Shape::Integer => {
                let text = words::integer(&mut self.scalar);
                self.raw(&text)
            }
            Shape::Boolean => {
                let text = self.scalar.pick(&["true", "false"]);
                self.raw(text)
            }
            Shape::Any => self.any(self.habits.any_depth),
            Shape::OneOf(values) => {
                let text = self.scalar.pick(values);
                self.constant(&text)
            }
            Shape::Literal(value) => self.constant(value),
            Shape::Array(element) => {
                let count = self.count();
                Node::Array(self.alike(element, count))
            }
            Shape::Record(each) => {
                let count = self.count();
                let values = self.alike(each, count);
                Node::Object(values.into_iter().map(|value| (self.some_key(), value)).collect())
            }
            Shape::Object(fields, mode) => self.object(fields, mode),
            Shape::Union(members) => {
                let member = self.shape.choose(members);
                self.value(member)
            }
        }
    }

    /// A value that becomes one of the cast's type, or nearly does.
    fn converted(&mut self, cast: &str) -> Option<Node> {
        if self.habits.converted == 0 || !self.scalar.chance(self.habits.converted) {
            return None;
        }
        let is_wrong = self.scalar.chance(self.habits.wrong);
        match cast {
            "number" => {
                let text = match is_wrong {
                    true => self.scalar.pick(&["+1", "1 ", "01", "", "NaN", ".5"]).to_owned(),
                    false => words::number(&mut self.scalar),
                };
                Some(Node::String(words::units(&text)))
            }
            "string" | "text" => {
                let text = match is_wrong {
                    true => self.scalar.pick(&["true", "false", "[]"]).to_owned(),
                    false => words::number(&mut self.scalar),
                };
                Some(self.raw(&text))
            }
            "boolean" => {
                let text = match is_wrong {
                    true => self.scalar.pick(&["2", "\"1\"", "\"TRUE\"", "null"]),
                    false => {
                        let texts =
                            ["1", "0", "1.0", "-0", "10e-1", "0e9", "\"true\"", "\"false\""];
                        self.scalar.pick(&texts)
                    }
                };
                match text.strip_prefix('"') {
                    Some(text) => Some(Node::String(words::units(text.trim_end_matches('"')))),
                    None => Some(self.raw(text)),
                }
            }
            _ => None,
        }
    }

    fn count(&mut self) -> usize {
        match self.shape.weighted(&[70, 25, 5]) {
            0 => self.shape.below(4),
            1 => self.shape.below(12),
            _ => self.shape.below(70),
        }
    }

    fn object(&mut self, fields: &[Field], mode: &str) -> Node {
        let mut members = Vec::new();
        for Field { key, ty } in fields {
            let spare = ty.optional || ty.default.is_some();
            let absent = if spare { 35 } else { self.habits.missing };
            if !self.shape.chance(absent) {
                members.push((words::units(key), self.value(ty)));
            }
        }
        // A strict object refuses them all, so there they are as rare as wrong types.
        let undeclared = if mode == "strict" { self.habits.wrong } else { self.habits.undeclared };
        if self.shape.chance(undeclared) {
            for _ in 0..self.shape.within(1, 5) {
                let at = self.shape.below(members.len() + 1);
                let key = self.some_key();
                let clash = fields.iter().any(|f| words::units(&f.key) == key);
                if !clash || self.shape.chance(self.habits.duplicate) {
                    let value = self.any(self.habits.any_depth.min(2));
                    members.insert(at, (key, value));
                }
            }
        }
        if !members.is_empty() && self.shape.chance(self.habits.duplicate) {
            self.duplicate(&mut members);
        }
        if self.shape.chance(self.habits.shuffle) {
            self.shape.shuffle(&mut members);
        }
        Node::Object(members)
    }

    /// A second occurrence of a key: mostly a copy, so that the last one is of the right type.
    fn duplicate(&mut self, members: &mut Vec<(Vec<Unit>, Node)>) {
        let from = self.shape.below(members.len());
        let (key, value) = members[from].clone();
        let to = self.shape.below(members.len() + 1);
        if to <= from || self.shape.chance(20) {
            let other = self.any(1);
            members.insert(to, (key, other));
        } else {
            members.insert(to, (key, value));
        }
    }

    fn some_key(&mut self) -> Vec<Unit> {
        if self.habits.lone && self.shape.chance(10) {
            return vec![Unit::Char('k'), Unit::Lone(0xD83D)];
        }
        if self.shape.chance(10) {
            return words::units(&format!("extra_{}", self.shape.below(30)));
        }
        let key = self.shape.choose(self.pool);
        words::units(key)
    }

    /// A value of any type; `depth` is how many containers may still be nested in it.
    fn any(&mut self, depth: usize) -> Node {
        let deep = if depth > 0 && self.spent < self.habits.budget { 12 } else { 0 };
        match self.shape.weighted(&[30, 20, 8, 8, deep, deep]) {
            0 => self.string(),
            1 => {
                let text = words::number(&mut self.scalar);
                self.raw(&text)
            }
            2 => self.raw("null"),
            3 => {
                let text = self.shape.pick(&["true", "false"]);
                self.raw(text)
            }
            4 => {
                let count = self.shape.below(5);
                Node::Array((0..count).map(|_| self.any(depth - 1)).collect())
            }
            _ => {
                let count = self.shape.below(5);
                let mut members = Vec::new();
                for _ in 0..count {
                    members.push((self.some_key(), self.any(depth - 1)));
                }
                if count > 0 && self.shape.chance(self.habits.duplicate) {
                    self.duplicate(&mut members);
                }
                Node::Object(members)
            }
        }
    }

    fn string(&mut self) -> Node {
        if self.habits.says > 0 && self.scalar.chance(self.habits.says) {
            let text = match self.scalar.below(4) {
                0 => self.scalar.pick(&["true", "false", "1.0", "0"]).to_owned(),
                _ => words::number(&mut self.scalar),
            };
            return Node::String(words::units(&text));
        }
        let text = words::string(&mut self.scalar, self.habits.lone);
        self.spent += text.len() + 2;
        Node::String(text)
    }

    fn raw(&mut self, text: &str) -> Node {
        self.spent += text.len() + 1;
        Node::Raw(text.to_owned())
    }

    /// A constant of the schema, a number in any spelling of its value.
    fn constant(&mut self, text: &str) -> Node {
        if let Some(inner) = text.strip_prefix('"') {
            // The constants here have no escapes but of quote and backslash.
            let inner = inner.strip_suffix('"').unwrap_or(inner);
            return Node::String(words::units(&inner.replace("\\\"", "\"").replace("\\\\", "\\")));
        }
        let spellings: &[&str] = match text {
            "1" => &["1", "1.0", "1e0", "10e-1", "0.1E+1"],
            "2.50" => &["2.50", "2.5", "25e-1"],
            "1e2" => &["1e2", "100", "100.0"],
            "-7" => &["-7", "-7.0"],
            "0" => &["0", "-0", "0.00", "0e9"],
            _ => return self.raw(text),
        };
        let spelling = self.scalar.pick(spellings);
        self.raw(spelling)
    }
}

/// Another document of the same pieces: an item alone, an array of one thing, items again.
pub fn relative(rng: &mut Rng, node: Node) -> Node {
    match node {
        Node::Array(mut items) if !items.is_empty() => {
            if rng.chance(40) {
                return items.swap_remove(rng.below(items.len()));
            }
            rng.shuffle(&mut items);
            if items.len() < 20 {
                items.extend_from_within(..);
            }
            Node::Array(items)
        }
        other => Node::Array(vec![other; rng.within(1, 4)]),
    }
}

/// A value nested in `depth` containers.
pub fn nested(rng: &mut Rng, depth: usize) -> Node {
    let mut node = Node::Raw("1".into());
    for _ in 0..depth {
        node = if rng.chance(50) {
            Node::Array(vec![node])
        } else {
            Node::Object(vec![(words::units("a"), node)])
        };
    }
    node
}
