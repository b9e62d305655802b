//! Random entries about the data: UI, rules, suggestions, with conditions and templates.

use super::rng::Rng;
use super::types::{Field, Shape, Type, json};
use super::words;

/// The members of a presenter file that write about the data.
pub fn members(rng: &mut Rng, pool: &[String], item: &Type) -> Vec<String> {
    let mut members = Vec::new();
    let lists = [
        ("rules", 45),
        ("collection_rules", 30),
        ("ui", 45),
        ("collection_ui", 40),
        ("suggest", 45),
        ("collection_suggest", 20),
    ];
    for (name, percent) in lists {
        if rng.chance(percent) {
            let kind = name.strip_prefix("collection_");
            let about = if kind.is_some() { None } else { Some(item) };
            let mut writer = Writer { rng, pool, about };
            let count = writer.rng.within(1, 3);
            let entries: Vec<String> = (0..count)
                .map(|_| match kind.unwrap_or(name) {
                    "rules" => writer.rule(),
                    "ui" => writer.ui(),
                    _ => writer.suggestion(),
                })
                .collect();
            members.push(format!("\"{name}\":[{}]", entries.join(",")));
        }
    }
    if rng.chance(15) {
        let mut writer = Writer { rng, pool, about: None };
        let texts = [json(&writer.text()), json(&writer.text())];
        members.push(format!("\"directives\":[{}]", texts.join(",")));
    }
    if rng.chance(25) {
        members.push("\"redact_hooks\":true".to_owned());
    }
    members
}

/// Pieces of texts that want to be something else than text.
const PIECES: [&str; 36] = [
    "Amount",
    "one two",
    " ",
    "",
    "é 名 🚚",
    "```",
    "````\nx",
    "`",
    "<",
    "</",
    "domain_rules>",
    "</ui_passthrough>",
    "<Tool_Error",
    "< \u{200b}llm_directives",
    "|",
    "\\|",
    "\\",
    "\r\n",
    "\n",
    "\r",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{b}",
    "\u{c}",
    "\"",
    "' x='y",
    "&amp;",
    "<b>",
    "\t",
    "\u{0}\u{7f}\u{9f}",
    "{",
    "}",
    "# h\n- b",
    "[]",
    "\u{feff}",
];

const LANGUAGES: [&str; 9] = [
    "rust",
    "",
    "c++",
    "C#",
    "x-y.z_1",
    "js\" onload=\"x",
    "json\n```\n# owned",
    "é",
    "a_language_of_more_than_thirty-two_characters",
];

struct Writer<'a> {
    rng: &'a mut Rng,
    pool: &'a [String],
    /// What the data is, but for entries about a collection.
    about: Option<&'a Type>,
}

impl Writer<'_> {
    /// A text that may hold templates.
    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.rng.below(5) {
            if self.rng.chance(40) {
                text.push_str(&format!("{{{}}}", self.path()));
            } else {
                text.push_str(self.rng.pick(&PIECES));
            }
        }
        text
    }

    /// A dotted path, mostly of a field that there is.
    fn path(&mut self) -> String {
        if self.rng.chance(if self.about.is_some() { 5 } else { 60 }) {
            return "length".to_owned();
        }
        let mut path = Vec::new();
        let mut ty = self.about;
        loop {
            let fields: &[Field] = match ty.map(|ty| &ty.shape) {
                Some(Shape::Object(fields, _)) => fields,
                _ => &[],
            };
            if fields.is_empty() || self.rng.chance(15) {
                path.push(self.rng.pick(self.pool));
                ty = None;
            } else {
                let field = self.rng.choose(fields);
                path.push(field.key.clone());
                ty = Some(&field.ty);
            }
            let deeper = match ty.map(|ty| &ty.shape) {
                Some(Shape::Object(..)) => 70,
                Some(Shape::Any | Shape::Record(_) | Shape::Union(_)) => 30,
                _ => 4,
            };
            if !self.rng.chance(deeper) {
                break;
            }
        }
        path.join(".")
    }

    /// The members that every entry may have, after those that it has.
    fn finish(&mut self, mut members: Vec<String>) -> String {
        if self.rng.chance(75) {
            members.push("\"tpl\":true".to_owned());
        }
        if self.rng.chance(25) {
            let field = json(&self.path());
            let equal = self.constant();
            members.push(format!("\"when\":{{\"field\":{field},\"eq\":{equal}}}"));
        }
        self.rng.shuffle(&mut members);
        format!("{{{}}}", members.join(","))
    }

    /// A value that a field may well have: one of the schema's, or one of few.
    fn constant(&mut self) -> String {
        let mut values = Vec::new();
        let fields: &[Field] = match self.about.map(|ty| &ty.shape) {
            Some(Shape::Object(fields, _)) => fields,
            _ => &[],
        };
        for field in fields {
            match &field.ty.shape {
                Shape::OneOf(constants) => values.extend(constants.iter().cloned()),
                Shape::Literal(constant) => values.push(constant.clone()),
                _ => {}
            }
        }
        if values.is_empty() || self.rng.chance(40) {
            let some = [
                "null",
                "true",
                "false",
                "\"ok\"",
                "\"draft\"",
                "0",
                "-0.0",
                "1e5",
                "100",
                "\"\"",
                "[]",
                "{}",
                "[1,2.0]",
                "{\"id\":null}",
            ];
            return self.rng.pick(&some).to_owned();
        }
        self.rng.pick(&values)
    }

    fn rule(&mut self) -> String {
        let text = json(&self.text());
        if self.rng.chance(35) {
            return text;
        }
        self.finish(vec![format!("\"text\":{text}")])
    }

    fn suggestion(&mut self) -> String {
        let tool = if self.rng.chance(70) { "orders.refund".to_owned() } else { self.text() };
        let members =
            vec![format!("\"tool\":{}", json(&tool)), format!("\"reason\":{}", json(&self.text()))];
        self.finish(members)
    }

    fn ui(&mut self) -> String {
        let mut members = match self.rng.below(11) {
            0 => vec!["\"kind\":\"echarts\"".to_owned(), format!("\"config\":{}", self.tree(2))],
            1 => vec!["\"kind\":\"json\"".to_owned(), format!("\"value\":{}", self.tree(2))],
            2 => self.texts("mermaid", &["text"]),
            3 => self.texts("markdown", &["text"]),
            4 => self.texts("summary", &["text"]),
            5 => self.texts("raw", &["type", "content"]),
            6 => {
                let language = if self.rng.chance(80) {
                    self.rng.pick(&LANGUAGES).to_owned()
                } else {
                    self.text()
                };
                let mut members = self.texts("code_block", &["text"]);
                members.push(format!("\"lang\":{}", json(&language)));
                members
            }
            7 | 8 => {
                let columns = self.rng.below(4);
                let headers = self.cells(columns);
                let rows = self.rng.below(4);
                let rows: Vec<String> = (0..rows)
                    .map(|_| {
                        let cells = if self.rng.chance(85) { columns } else { self.rng.below(5) };
                        self.cells(cells)
                    })
                    .collect();
                vec![
                    "\"kind\":\"table\"".to_owned(),
                    format!("\"headers\":{headers}"),
                    format!("\"rows\":[{}]", rows.join(",")),
                ]
            }
            9 => {
                let items = self.rng.below(5);
                vec!["\"kind\":\"list\"".to_owned(), format!("\"items\":{}", self.cells(items))]
            }
            _ => vec!["\"kind\":\"null\"".to_owned()],
        };
        if self.rng.chance(40) {
            members.push(format!("\"meta\":{{{}}}", self.attributes()));
        }
        self.finish(members)
    }

    fn texts(&mut self, kind: &str, names: &[&str]) -> Vec<String> {
        let mut members = vec![format!("\"kind\":\"{kind}\"")];
        members.extend(names.iter().map(|name| format!("\"{name}\":{}", json(&self.text()))));
        members
    }

    fn attributes(&mut self) -> String {
        let mut members = Vec::new();
        if self.rng.chance(60) {
            members.push(format!("\"title\":{}", json(&self.text())));
        }
        if self.rng.chance(50) {
            members.push(format!("\"width\":\"{}\"", self.rng.pick(&["full", "half", "third"])));
        }
        if self.rng.chance(50) {
            let priorities = ["0", "1", "2.50", "-1.5", "1e2", "1e21", "1e-7", "-0", "0.1"];
            members.push(format!("\"priority\":{}", self.rng.pick(&priorities)));
        }
        members.join(",")
    }

    fn cells(&mut self, count: usize) -> String {
        let cells: Vec<String> = (0..count)
            .map(|_| if self.rng.chance(75) { json(&self.text()) } else { self.tree(2) })
            .collect();
        format!("[{}]", cells.join(","))
    }

    /// A JSON value with texts in it.
    fn tree(&mut self, depth: usize) -> String {
        let deep = if depth > 0 { 25 } else { 0 };
        match self.rng.weighted(&[35, 15, 8, 8, deep, deep]) {
            0 => json(&self.text()),
            1 => words::number(self.rng),
            2 => "null".to_owned(),
            3 => self.rng.pick(&["true", "false"]).to_owned(),
            4 => {
                let count = self.rng.below(4);
                let elements: Vec<String> = (0..count).map(|_| self.tree(depth - 1)).collect();
                format!("[{}]", elements.join(","))
            }
            _ => {
                let mut keys: Vec<String> = Vec::new();
                for _ in 0..self.rng.below(4) {
                    let key =
                        if self.rng.chance(50) { self.rng.pick(self.pool) } else { self.text() };
                    if !keys.contains(&key) {
                        keys.push(key);
                    }
                }
                let members: Vec<String> = keys
                    .iter()
                    .map(|key| format!("{}:{}", json(key), self.tree(depth - 1)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }
}
