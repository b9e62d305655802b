//! UI blocks as a presenter file declares them.

use super::hooks::{Entry, Seen};
use super::number;
use super::parse::{Data, Member, Value};
use super::schema::{array, object, string};
use super::text::{attribute, cell, entry, fence, guarded, or_nothing, plain};
use super::write::Out;

/// A declared block.
#[derive(Clone, Debug, Default)]
pub struct Ui {
    kind: String,
    /// The members that its kind gives a meaning to.
    parts: Vec<(String, Out)>,
    title: String,
    width: String,
    priority: Option<String>,
}

/// A block as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UiBlock {
    pub kind: String,
    pub content: String,
    /// The whole block.
    pub text: String,
}

/// The kinds, and the members that each of them needs.
const KINDS: [(&str, &[&str]); 10] = [
    ("echarts", &["config"]),
    ("mermaid", &["text"]),
    ("markdown", &["text"]),
    ("code_block", &["lang", "text"]),
    ("table", &["headers", "rows"]),
    ("list", &["items"]),
    ("json", &["value"]),
    ("summary", &["text"]),
    ("raw", &["type", "content"]),
    ("null", &[]),
];

static NULL: Out = Out::Null;

impl Entry<Ui> {
    pub fn read_ui(value: &Value) -> Result<Self, String> {
        let entry = Self::read(value, Ui::default(), |ui, key, value| {
            match key {
                "kind" => string(value)?.clone_into(&mut ui.kind),
                "meta" => ui.read_attributes(value)?,
                _ => ui.parts.push((key.to_owned(), Out::of(value))),
            }
            Ok(true)
        })?;
        entry.what.check()?;
        Ok(entry)
    }

    /// The block; nothing if its condition does not hold.
    pub fn block(&self, seen: Seen<'_>) -> Option<UiBlock> {
        let ui = &self.what;
        if ui.kind == "null" || !self.holds(seen) {
            return None;
        }
        let part = |name| self.fill_all(ui.part(name), seen);
        let text = |name| guarded(&plain(&part(name)));
        let (kind, content) = match ui.kind.as_str() {
            "echarts" => ("echarts".into(), fence("echarts", &part("config").text(true))),
            "mermaid" => ("mermaid".into(), fence("mermaid", &text("text"))),
            "code_block" => {
                let language = plain(&part("lang"));
                let content = fence(&language, &text("text"));
                (language, content)
            }
            "json" => ("json".into(), fence("json", &part("value").text(true))),
            "markdown" => ("markdown".into(), text("text")),
            "table" => ("markdown".into(), table(&part("headers"), &part("rows"))),
            "list" => {
                let line = |item: &Out| format!("- {}", entry(&plain(item)));
                let lines: Vec<String> = part("items").elements().iter().map(line).collect();
                ("markdown".into(), lines.join("\n"))
            }
            "summary" => {
                return Some(self.finish("summary", &summary(&plain(&part("text"))), seen));
            }
            "raw" => (plain(&part("type")), text("content")),
            other => unreachable!("{other} was checked"),
        };
        Some(self.finish(&kind, &content, seen))
    }

    fn finish(&self, kind: &str, content: &str, seen: Seen<'_>) -> UiBlock {
        let Ui { title, width, priority, .. } = &self.what;
        let title = self.fill(title, seen);
        let priority = priority.clone().unwrap_or_default();
        let attributes = [("title", title), ("width", width.clone()), ("priority", priority)];
        UiBlock::new(kind, &attributes, content)
    }
}

impl Ui {
    fn read_attributes(&mut self, value: &Value) -> Result<(), String> {
        for Member { key, value } in object(value)? {
            match (key.text.as_str(), &value.data) {
                ("title", _) => string(value)?.clone_into(&mut self.title),
                ("width", _) => string(value)?.clone_into(&mut self.width),
                ("priority", Data::Number(text)) => self.priority = Some(number::canonical(text)),
                (other, _) => return Err(format!("unknown or wrong member meta.{other}")),
            }
        }
        match self.width.as_str() {
            "" | "full" | "half" | "third" => Ok(()),
            other => Err(format!("unknown width {other}")),
        }
    }

    /// Whether the parts are those of the kind, and of the right types.
    fn check(&self) -> Result<(), String> {
        let Some((_, needed)) = KINDS.iter().find(|(kind, _)| *kind == self.kind) else {
            return Err(format!("unknown kind {}", self.kind));
        };
        for (name, value) in &self.parts {
            let right = match (name.as_str(), value) {
                ("config" | "value", _) => true,
                ("headers" | "items", Out::Array(_)) => true,
                ("rows", Out::Array(rows)) => rows.iter().all(|row| matches!(row, Out::Array(_))),
                ("headers" | "items" | "rows", _) => false,
                (_, text) => matches!(text, Out::String(_)),
            };
            if !right || !needed.contains(&name.as_str()) {
                return Err(format!("unknown or wrong member {name} of {}", self.kind));
            }
        }
        match needed.iter().find(|name| !self.parts.iter().any(|part| part.0 == **name)) {
            Some(missing) => Err(format!("{} without {missing}", self.kind)),
            None => Ok(()),
        }
    }

    fn part(&self, name: &str) -> &Out {
        self.parts.iter().rfind(|part| part.0 == name).map_or(&NULL, |part| &part.1)
    }
}

impl UiBlock {
    /// Empty attributes are left out.
    fn new(kind: &str, attributes: &[(&str, String)], content: &str) -> Self {
        let mut tag = format!("<ui_passthrough type=\"{}\"", attribute(kind));
        for (name, value) in attributes {
            if !value.is_empty() {
                tag.push_str(&format!(" {name}=\"{}\"", attribute(value)));
            }
        }
        Self {
            kind: kind.to_owned(),
            content: content.to_owned(),
            text: format!("{tag}>\n{content}\n</ui_passthrough>"),
        }
    }

    /// What says that items are not shown.
    pub fn notice(custom: Option<&str>, shown: usize, hidden: usize) -> Self {
        let standard = "⚠️ Dataset truncated. {max} shown, {omitted} hidden. \
                        Use filters to narrow results.";
        let text = custom.unwrap_or(standard);
        let text =
            text.replace("{max}", &shown.to_string()).replace("{omitted}", &hidden.to_string());
        Self::new("summary", &[], &summary(&text))
    }
}

fn summary(text: &str) -> String {
    guarded(&format!("📊 **Summary**: {text}"))
}

fn table(headers: &Out, rows: &Out) -> String {
    let row = |cells: &Out| {
        let cells: Vec<String> = cells.elements().iter().map(|c| cell(&or_nothing(c))).collect();
        format!("| {} |", cells.join(" | "))
    };
    let rule = vec!["---"; headers.elements().len()].join(" | ");
    let rows: Vec<String> = rows.elements().iter().map(row).collect();
    format!("{}\n| {rule} |\n{}", row(headers), rows.join("\n"))
}

/// The blocks of a list of entries.
pub fn blocks(entries: &[Entry<Ui>], seen: Seen<'_>) -> Vec<UiBlock> {
    entries.iter().filter_map(|entry| entry.block(seen)).collect()
}

/// `[ui]` of a presenter file.
pub fn read_all(value: &Value) -> Result<Vec<Entry<Ui>>, String> {
    array(value)?.iter().map(Entry::read_ui).collect()
}
