//! What the hooks of a Presenter and a handler write: made from bytes, rendered in every frame, read
//! back and compared.

use std::sync::Arc;

use mcp_presenter::{
    Frame, Json, JsonValue, Presenter, PresenterBuilder, Renderer, Request, RequestId, Response,
    Rules, Suggestions, Ui, View, Width,
};
use serde_json::{Map, Value, json};

use super::text::{same_cell, same_line, same_text};
use super::{Source, Text};
use crate::reader::{self, Block, Part};

/// Where the Presenter stands whose hooks run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    #[default]
    Document,
    /// The first of two items, of which one is shown.
    Collection,
    /// In another Presenter.
    Child,
}

/// Everything that one response says.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub place: Place,
    /// Texts that are read through a [`View`].
    pub data: Vec<String>,
    /// Keys and values that are only shown.
    pub members: Vec<(String, String)>,
    pub notice: Option<String>,
    pub ui: Vec<Shown>,
    pub directives: Vec<String>,
    pub fixed_rules: Vec<String>,
    pub rules: Vec<Text>,
    pub suggestions: Vec<(Text, Text)>,
    pub appended: Appended,
}

/// What the handler adds.
#[derive(Clone, Debug, Default)]
pub struct Appended {
    pub ui: Vec<Shown>,
    pub raw: Option<&'static str>,
    pub directives: Vec<String>,
    pub rules: Vec<String>,
    pub suggestions: Vec<(String, String)>,
}

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

impl Script {
    /// What these bytes say.
    pub fn read(source: &mut Source<'_>) -> Self {
        let place = [Place::Document, Place::Collection, Place::Child][source.below(3)];
        let mut data = Vec::new();
        let entries = |source: &mut Source<'_>| {
            source.list(2, |source| source.list(3, Source::piece).concat())
        };
        let pair = |source: &mut Source<'_>| (source.piece(), source.piece());
        Self {
            place,
            ui: source.list(4, |source| Shown::read(source, &mut data)),
            rules: source.list(3, |source| Text::read(source, &mut data)),
            suggestions: source
                .list(3, |source| (Text::read(source, &mut data), Text::read(source, &mut data))),
            members: source.list(3, pair),
            notice: source.flag().then(|| format!("{}{{max}}{}", source.piece(), source.piece())),
            directives: entries(source),
            fixed_rules: entries(source),
            appended: Appended {
                ui: source.list(1, |source| Shown::read(source, &mut Vec::new()).without_views()),
                raw: source.flag().then_some("RAW <b>block</b>\n```"),
                directives: entries(source),
                rules: entries(source),
                suggestions: source.list(2, pair),
            },
            data,
        }
    }

    fn builder(self: &Arc<Self>) -> PresenterBuilder {
        let script = || Arc::clone(self);
        let (first, second, third, fourth) = (script(), script(), script(), script());
        let mut builder = Presenter::builder("hostile")
            .allow_everything()
            .limit(1)
            .directives(&self.directives)
            .rules(&self.fixed_rules)
            .ui(move |view, ui| first.write_ui(view, ui))
            .collection_ui(move |items, ui| {
                second.write_ui(&items.first().expect("an item"), ui);
            })
            .dynamic_rules(move |view, rules| third.write_rules(view, rules))
            .suggest(move |view, next| fourth.write_suggestions(view, next));
        if let Some(notice) = &self.notice {
            builder = builder.notice(notice);
        }
        builder
    }

    fn write_ui(&self, view: &View<'_>, ui: &mut Ui<'_>) {
        self.ui.iter().for_each(|shown| shown.write(Some(view), ui));
    }

    fn write_rules(&self, view: &View<'_>, rules: &mut Rules<'_>) {
        self.rules.iter().for_each(|text| text.give(Some(view), |text| rules.rule(text)));
    }

    fn write_suggestions(&self, view: &View<'_>, next: &mut Suggestions<'_>) {
        for (tool, reason) in &self.suggestions {
            tool.give(Some(view), |tool| {
                reason.give(Some(view), |reason| next.suggest(tool, reason));
            });
        }
    }

    fn presenter(self: &Arc<Self>) -> Presenter {
        let own = self.builder().build().expect("a presenter");
        if self.place != Place::Child {
            return own;
        }
        let outer = Presenter::builder("outer").allow_everything().embed("child", &own);
        outer.build().expect("a presenter")
    }

    /// The input, with lone surrogates spelled for U+FFFD.
    fn json(&self) -> String {
        let members = self.members.iter().enumerate();
        let mut item: Map<String, Value> = members
            .map(|(at, (key, value))| (format!("{key}{at}"), value.as_str().into()))
            .collect();
        item.insert("t".into(), Text::data(&self.data));
        let value = match self.place {
            Place::Document => Value::from(item),
            Place::Collection => json!([item, {}]),
            Place::Child => json!({"child": item}),
        };
        value.to_string().replace('\u{fffd}', "\\ud83d")
    }

    /// Renders in every frame, checks what can be checked without knowing how text is escaped, and
    /// gives the blocks of user interface.
    pub fn check(&self, renderer: &mut Renderer) -> Vec<Written<'_>> {
        let script = Arc::new(self.clone());
        let presenter = script.presenter();
        let json = self.json();
        let response = self.appended.append(presenter.response(json.as_bytes()));
        let texts = texts(renderer, &response);
        let mut blocks = texts.iter().map(|text| {
            let parts = reader::parts(text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
            let [part] = <[_; 1]>::try_from(parts).unwrap_or_else(|parts| panic!("{parts:?}"));
            part
        });
        let data = match blocks.next() {
            Some(Part::Free(data)) => data,
            other => panic!("no data: {other:?}"),
        };
        let shown: Value = serde_json::from_str(data).expect("JSON");
        let whole: Value =
            serde_json::from_str(&json.replace("\\ud83d", "\u{fffd}")).expect("JSON");
        match self.place {
            Place::Collection => assert_eq!(shown, json!([whole[0]])),
            _ => assert_eq!(shown, whole),
        }
        let written = self.check_layers(&mut blocks);
        if let Some(more) = blocks.next() {
            panic!("a block too many: {more:?}");
        }
        written
    }

    fn check_layers<'t>(&self, blocks: &mut impl Iterator<Item = Part<'t>>) -> Vec<Written<'_>> {
        let mut block = || match blocks.next() {
            Some(Part::Block(block)) => block,
            other => panic!("no block: {other:?}"),
        };
        let mut written = Vec::new();
        if self.place == Place::Collection {
            let notice = block();
            assert_eq!(notice.attributes, [("type", "summary".to_owned())]);
            if let Some(text) = &self.notice {
                let text = format!(
                    "📊 **Summary**: {}",
                    text.replace("{max}", "1").replace("{omitted}", "1")
                );
                assert!(same_text(notice.content, &text), "{notice:?}");
            }
        }
        let is_child = self.place == Place::Child;
        let (own, appended): (&[Shown], _) = (&self.ui, &self.appended);
        let (before, behind) = if is_child { (&[][..], own) } else { (own, &[][..]) };
        for shown in before.iter().chain(&appended.ui) {
            written.push(shown.check(&block()));
        }
        let rules: Vec<String> = self
            .fixed_rules
            .iter()
            .cloned()
            .chain(self.rules.iter().map(|r| r.shown(false)))
            .collect();
        let line = |(tool, reason): &(Text, Text)| {
            format!("{}: {}", tool.shown(false), reason.shown(false))
        };
        let suggestions: Vec<String> = self.suggestions.iter().map(line).collect();
        if is_child {
            for shown in behind {
                written.push(shown.check(&block()));
            }
            check_list(&mut block, "llm_directives", &[&self.directives]);
            check_list(&mut block, "domain_rules", &[&rules]);
            check_list(&mut block, "action_suggestions", &[&suggestions]);
        }
        let own = |list| if is_child { &[][..] } else { list };
        let (directives, rules, suggestions) =
            (own(&self.directives[..]), own(&rules[..]), own(&suggestions[..]));
        if let Some(raw) = appended.raw {
            match blocks.next() {
                Some(Part::Free(text)) => assert_eq!(text, raw),
                other => panic!("no raw block: {other:?}"),
            }
        }
        let mut block = || match blocks.next() {
            Some(Part::Block(block)) => block,
            other => panic!("no block: {other:?}"),
        };
        check_list(&mut block, "llm_directives", &[directives, &appended.directives]);
        check_list(&mut block, "domain_rules", &[rules, &appended.rules]);
        let more = appended.suggestions.iter();
        let more: Vec<String> = more.map(|(tool, reason)| format!("{tool}: {reason}")).collect();
        check_list(&mut block, "action_suggestions", &[suggestions, &more]);
        written
    }
}

impl Appended {
    fn append<'r>(&'r self, mut response: Response<'r>) -> Response<'r> {
        for shown in &self.ui {
            response = response.ui(|ui| shown.write(None, ui));
        }
        if let Some(raw) = self.raw {
            response = response.raw(raw);
        }
        for text in &self.directives {
            response = response.directive(text);
        }
        for text in &self.rules {
            response = response.rule(text);
        }
        for (tool, reason) in &self.suggestions {
            response = response.suggest(tool, reason);
        }
        response
    }
}

/// The texts of the blocks, which are the same in every frame.
pub fn texts(renderer: &mut Renderer, response: &Response<'_>) -> Vec<String> {
    let request = Request::new();
    let blocks = renderer.response_blocks(response, &request).expect("blocks");
    let texts: Vec<String> = blocks.iter().map(|(_, text)| text.to_owned()).collect();
    let id = "\u{2028}\"\\\n";
    for frame in [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Text(id))] {
        let mut out = Vec::new();
        renderer.respond(response, &request, frame, &mut out).expect("a response");
        let out = String::from_utf8(out).expect("UTF-8");
        if frame == Frame::Text {
            assert_eq!(out, texts.join("\n\n"));
            let whole = reader::parts(&out).unwrap_or_else(|error| panic!("{error}: {out:?}"));
            let blocks = whole.iter().filter(|part| matches!(part, Part::Block(_))).count();
            assert_eq!(blocks, texts.iter().filter(|text| !reader::tags(text).is_empty()).count());
            continue;
        }
        assert_eq!(reader::unframe(&out).as_ref(), Ok(&texts), "{frame:?}");
        if matches!(frame, Frame::JsonRpc(_)) {
            assert!(!out.contains(['\n', '\r', '\u{2028}', '\u{2029}']), "{out:?}");
        }
    }
    texts
}

fn check_list<'t>(block: &mut impl FnMut() -> Block<'t>, tag: &str, entries: &[&[String]]) {
    let expected = entries.concat();
    if expected.is_empty() {
        return;
    }
    let block = block();
    assert_eq!((block.tag, block.attributes.len()), (tag, 0), "{block:?}");
    let written = reader::entries(block.content).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written.len(), expected.len(), "{block:?}");
    for (written, expected) in written.iter().zip(&expected) {
        assert!(same_line(written, expected), "{written:?} of {expected:?}");
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
    fn without_views(mut self) -> Self {
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

    fn check(&self, block: &Block<'_>) -> Written<'_> {
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
        Written { shown: self, content: block.content.to_owned() }
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
                let rows = |to: &mut mcp_presenter::TableRows<'_>| {
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
                    let empty = [Text::new(&[], super::Way::Slice)];
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
