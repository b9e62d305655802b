//! Blocks of user interface: what a hook writes, and what must be read of it.

use mcp_presenter::{Json, JsonValue, TableRows, Ui, View, Width};
use serde_json::{Value, json};

use super::text::{same_cell, same_line, same_text};
use super::{Source, Text, Way};
use crate::reader::{self, Block};

/// A block of user interface.
#[derive(Clone, Debug)]
pub struct Shown {
    pub title: Option<Text>,
    pub width: Option<Width>,
    pub priority: Option<f64>,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    Markdown(Text),
    Summary(Text),
    Mermaid(Text),
    Code(Text, Text),
    List(Vec<Text>),
    /// Up to three headers, and rows of up to three cells.
    Table(Vec<Text>, Vec<Vec<Text>>),
    Json(Tree),
    Echarts(Tree),
    Raw(Text, Text),
}

/// A JSON value that a hook builds.
#[derive(Clone, Debug)]
pub enum Tree {
    Leaf(Text),
    Bool(bool),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
    /// Text that is JSON, or begins as none can.
    Text(String),
}

/// A block of user interface as it was written.
#[derive(Debug)]
pub struct Written<'s> {
    pub shown: &'s Shown,
    pub content: String,
}

const PRIORITIES: [(f64, Option<&str>); 6] = [
    (0.0, Some("0")),
    (-1.5, Some("-1.5")),
    (1e21, Some("1e+21")),
    (1e-7, Some("1e-7")),
    (f64::NAN, None),
    (f64::INFINITY, None),
];

impl<'s> Written<'s> {
    pub fn of(shown: &'s [Shown], contents: Vec<String>) -> impl Iterator<Item = Self> {
        shown.iter().zip(contents).map(|(shown, content)| Self { shown, content })
    }
}

impl Shown {
    pub fn read(source: &mut Source<'_>, data: &mut Vec<String>) -> Self {
        Self {
            title: source.flag().then(|| Text::read(source, data)),
            width: [None, Some(Width::Full), Some(Width::Half), Some(Width::Third)]
                [source.below(4)],
            priority: match source.below(12) {
                at @ 0..=5 => Some(PRIORITIES[at].0),
                _ => None,
            },
            what: What::read(source, data),
        }
    }

    /// The texts of a handler are its own.
    pub fn without_views(mut self) -> Self {
        let mut texts: Vec<&mut Text> = self.title.iter_mut().collect();
        self.what.texts(&mut texts);
        texts.into_iter().for_each(Text::take_from_nobody);
        self
    }

    pub fn write(&self, view: Option<&View<'_>>, ui: &mut Ui<'_>) {
        if let Some(title) = &self.title {
            title.give(view, |title| {
                ui.title(title);
            });
        }
        if let Some(width) = self.width {
            ui.width(width);
        }
        if let Some(priority) = self.priority {
            ui.priority(priority);
        }
        self.what.write(view, ui);
    }

    /// Checks a block that it was written to, and gives its content.
    pub fn check(&self, block: &Block<'_>) -> String {
        assert_eq!(block.tag, "ui_passthrough");
        let replaced = |text: &str| -> String {
            let kept =
                |c: char| if "\n\r\t".contains(c) || !c.is_control() { c } else { '\u{fffd}' };
            text.chars().map(kept).collect()
        };
        let title = self.title.as_ref().map(|title| title.shown(true)).filter(|t| !t.is_empty());
        let width = self.width.map(|width| format!("{width:?}").to_lowercase());
        let priority = self.priority.and_then(|own| {
            let same = |other: f64| other.to_bits() == own.to_bits();
            PRIORITIES.iter().find(|(number, _)| same(*number))?.1.map(str::to_owned)
        });
        let expected: Vec<(&str, String)> = [
            ("type", Some(replaced(&self.what.kind()))),
            ("title", title.map(|title| replaced(&title))),
            ("width", width),
            ("priority", priority),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
        let is_same = |(own, (name, value)): (&(&str, String), &(&str, String))| {
            own.0 == *name && same_text(&own.1, value)
        };
        assert_eq!(block.attributes.len(), expected.len(), "{block:?}");
        assert!(block.attributes.iter().zip(&expected).all(is_same), "{block:?}, {expected:?}");
        self.what.check(block.content).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        block.content.to_owned()
    }
}

impl What {
    fn read(source: &mut Source<'_>, data: &mut Vec<String>) -> Self {
        let what = source.below(9);
        let mut text = |source: &mut Source<'_>| Text::read(source, data);
        match what {
            0 => Self::Markdown(text(source)),
            1 => Self::Summary(text(source)),
            2 => Self::Mermaid(text(source)),
            3 => Self::Code(text(source), text(source)),
            4 => Self::List(source.list(5, text)),
            5 => {
                let headers = 1 + source.below(3);
                let headers = (0..headers).map(|_| text(source)).collect();
                Self::Table(headers, source.list(4, |source| source.list(3, &mut text)))
            }
            6 => Self::Json(Tree::read(source, data, 3)),
            7 => Self::Echarts(Tree::read(source, data, 3)),
            _ => Self::Raw(text(source), text(source)),
        }
    }

    fn texts<'t>(&'t mut self, texts: &mut Vec<&'t mut Text>) {
        match self {
            Self::Markdown(text) | Self::Summary(text) | Self::Mermaid(text) => texts.push(text),
            Self::Code(first, second) | Self::Raw(first, second) => texts.extend([first, second]),
            Self::List(items) => texts.extend(items),
            Self::Table(headers, rows) => {
                texts.extend(headers.iter_mut().chain(rows.iter_mut().flatten()))
            }
            Self::Json(tree) | Self::Echarts(tree) => tree.texts(texts),
        }
    }

    fn kind(&self) -> String {
        match self {
            Self::Markdown(_) | Self::List(_) | Self::Table(..) => "markdown".into(),
            Self::Summary(_) => "summary".into(),
            Self::Mermaid(_) => "mermaid".into(),
            Self::Json(_) => "json".into(),
            Self::Echarts(_) => "echarts".into(),
            Self::Code(kind, _) | Self::Raw(kind, _) => kind.shown(false),
        }
    }

    fn write(&self, view: Option<&View<'_>>, ui: &mut Ui<'_>) {
        match self {
            Self::Markdown(text) => text.give(view, |text| ui.markdown(text)),
            Self::Summary(text) => text.give(view, |text| ui.summary(text)),
            Self::Mermaid(text) => text.give(view, |text| ui.mermaid(text)),
            Self::Code(kind, text) => {
                kind.give(view, |kind| text.give(view, |text| ui.code_block(kind, text)));
            }
            Self::Raw(kind, text) => {
                kind.give(view, |kind| text.give(view, |text| ui.raw(kind, text)));
            }
            Self::List(items) => ui.list_with(|list| {
                items.iter().for_each(|item| item.give(view, |item| list.item(item)));
            }),
            Self::Table(headers, rows) => {
                let rows = |to: &mut TableRows<'_>| {
                    for row in rows {
                        match &row[..] {
                            [] => to.row(&[] as &[&str]),
                            [a] => a.give(view, |a| to.row((a,))),
                            [a, b] => a.give(view, |a| b.give(view, |b| to.row(vec![a, b]))),
                            [a, b, c, ..] => a.give(view, |a| {
                                b.give(view, |b| c.give(view, |c| to.row([a, b, c])));
                            }),
                        }
                    }
                };
                match &headers[..] {
                    [] => panic!("a table has headers"),
                    [a] => a.give(view, |a| ui.table_with([a], rows)),
                    [a, b] => a.give(view, |a| b.give(view, |b| ui.table_with([a, b], rows))),
                    [a, b, c, ..] => a.give(view, |a| {
                        b.give(view, |b| c.give(view, |c| ui.table_with([a, b, c], rows)));
                    }),
                }
            }
            Self::Json(tree) => ui.json(|json| tree.write(view, json)),
            Self::Echarts(tree) => ui.echarts(|json| tree.write(view, json)),
        }
    }

    fn check(&self, content: &str) -> Result<(), String> {
        let same = |is: bool, written: &str, text: &str| {
            is.then_some(()).ok_or_else(|| format!("{written:?} for {text:?}"))
        };
        let same_body = |text: &Text, info: &str| {
            let (label, body) = reader::fence(content)?;
            let text = text.shown(false);
            // What escapes a bracket is made of letters.
            same(label == info || label.contains("u003c"), label, info)?;
            same(same_text(body, &text), body, &text)
        };
        match self {
            Self::Markdown(text) | Self::Raw(_, text) => {
                let text = text.shown(false);
                same(same_text(content, &text), content, &text)
            }
            Self::Summary(text) => {
                let text = format!("📊 **Summary**: {}", text.shown(false));
                same(same_text(content, &text), content, &text)
            }
            Self::Mermaid(text) => same_body(text, "mermaid"),
            Self::Code(kind, text) => {
                let kind = if kind.is_nothing() { String::new() } else { kind.shown(false) };
                let label = |c: &char| c.is_ascii_alphanumeric() || "_+.#-".contains(*c);
                same_body(text, &kind.chars().filter(label).take(32).collect::<String>())
            }
            Self::List(items) if items.is_empty() => same(content.is_empty(), content, ""),
            Self::List(items) => {
                let entries = reader::entries(content)?;
                same(entries.len() == items.len(), content, &format!("{items:?}"))?;
                entries.iter().zip(items).try_for_each(|(entry, item)| {
                    let item = item.shown(false);
                    same(same_line(entry, &item), entry, &item)
                })
            }
            Self::Table(headers, rows) => {
                let (written, lines) = reader::table(content)?;
                let check_row = |written: &[&str], row: &[Text]| {
                    // A row without cells is a row with an empty one.
                    let empty = [Text::new(&[], Way::Slice)];
                    let row = if row.is_empty() { &empty } else { row };
                    same(written.len() == row.len(), content, &format!("{row:?}"))?;
                    written.iter().zip(row).try_for_each(|(cell, text)| {
                        let text = text.shown(true);
                        same(same_cell(cell, &text), cell, &text)
                    })
                };
                check_row(&written, headers)?;
                same(lines.len() == rows.len(), content, &format!("{rows:?}"))?;
                lines.iter().zip(rows).try_for_each(|(line, row)| check_row(line, row))
            }
            Self::Json(tree) | Self::Echarts(tree) => {
                let (info, body) = reader::fence(content)?;
                same(info == self.kind(), info, &self.kind())?;
                let value: Value =
                    serde_json::from_str(body).map_err(|e| format!("{e}: {body}"))?;
                let expected = tree.value();
                same(value == expected, body, &expected.to_string())
            }
        }
    }
}

impl Tree {
    fn read(source: &mut Source<'_>, data: &mut Vec<String>, depth: usize) -> Self {
        match source.below(if depth == 0 { 4 } else { 8 }) {
            0 => Self::Bool(source.flag()),
            1 => Self::Text(format!("x{}", source.piece())),
            2 => Self::Text(json!({source.piece(): [source.piece(), null]}).to_string()),
            3 => Self::Leaf(Text::read(source, data)),
            4 | 5 => Self::List(source.list(3, |source| Self::read(source, data, depth - 1))),
            _ => {
                let mut at = 0;
                Self::Object(source.list(3, |source| {
                    at += 1;
                    (format!("{}{at}", source.piece()), Self::read(source, data, depth - 1))
                }))
            }
        }
    }

    fn texts<'t>(&'t mut self, texts: &mut Vec<&'t mut Text>) {
        match self {
            Self::Leaf(text) => texts.push(text),
            Self::List(list) => list.iter_mut().for_each(|tree| tree.texts(texts)),
            Self::Object(members) => members.iter_mut().for_each(|(_, tree)| tree.texts(texts)),
            Self::Bool(_) | Self::Text(_) => {}
        }
    }

    fn write(&self, view: Option<&View<'_>>, json: Json<'_>) {
        match self {
            Self::Bool(value) => json.value(value),
            Self::Text(text) => json.text(text),
            Self::List(list) => json.array(|array| {
                list.iter().for_each(|tree| tree.write(view, array.next()));
            }),
            Self::Object(members) => json.object(|object| {
                members.iter().for_each(|(key, tree)| tree.write(view, object.member(key)));
            }),
            Self::Leaf(text) => {
                let joined = text.joined();
                let own = text.view(view);
                let integer = text.integer();
                let value: &dyn JsonValue = match (&own, &integer) {
                    (Some(view), _) => view,
                    (_, Some(number)) => number,
                    _ if text.is_nothing() => &None::<bool>,
                    _ => &joined,
                };
                json.value(value);
            }
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Bool(value) => (*value).into(),
            Self::Text(text) => serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into()),
            Self::List(list) => list.iter().map(Self::value).collect(),
            Self::Object(members) => {
                members.iter().map(|(key, tree)| (key.clone(), tree.value())).collect()
            }
            Self::Leaf(text) => text.value(),
        }
    }
}
