//! What the hooks of a Presenter and a handler write: made from bytes, rendered in every frame, read
//! back and compared.

use std::sync::Arc;

use mcp_presenter::{
    Channel, Frame, Presenter, PresenterBuilder, Renderer, Request, RequestId, Response, Revision,
    Rules, Suggestions, Ui, View,
};
use serde_json::{Map, Value, json};

use super::text::{same_line, same_text};
use super::{Shown, Source, Text, Written};
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
    pub channel: Channel,
    pub revision: Revision,
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
            channel: [Channel::Text, Channel::Both, Channel::Structured][source.below(3)],
            revision: REVISIONS[source.below(3)],
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

    /// Its Presenter and its data.
    pub fn presented(&self) -> (Presenter, String) {
        (Arc::new(self.clone()).presenter(), self.json())
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

    /// Renders in these frames, checks what can be checked without knowing how text is escaped, and
    /// gives the blocks of user interface.
    pub fn check(&self, renderer: &mut Renderer, frames: &[Frame<'_>]) -> Vec<Written<'_>> {
        let (presenter, json) = self.presented();
        let response = self.appended.append(presenter.response(json.as_bytes()));
        let texts = texts(renderer, &response, frames);
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
        for frame in frames.iter().filter(|f| matches!(f, Frame::Result | Frame::JsonRpc(_))) {
            let request = Request::new().channel(self.channel).revision(self.revision);
            let mut out = Vec::new();
            let report = renderer.respond(&response, &request, *frame, &mut out).expect("a result");
            let out = String::from_utf8(out).expect("UTF-8");
            let is_structured = self.check_result(&out, &texts, &shown);
            assert_eq!(report.structured_bytes() > 0, is_structured, "{out:?}");
        }
        let written = self.check_layers(&mut blocks);
        if let Some(more) = blocks.next() {
            panic!("a block too many: {more:?}");
        }
        written
    }

    fn check_layers<'t>(&self, blocks: &mut impl Iterator<Item = Part<'t>>) -> Vec<Written<'_>> {
        let mut written = Vec::new();
        if self.place == Place::Collection {
            self.check_notice(&block(blocks));
        }
        let shown = self.rules.iter().map(|rule| rule.shown(false));
        let rules: Vec<String> = self.fixed_rules.iter().cloned().chain(shown).collect();
        let line = |(tool, reason): &(Text, Text)| {
            format!("{}: {}", tool.shown(false), reason.shown(false))
        };
        let suggestions: Vec<String> = self.suggestions.iter().map(line).collect();
        let own = [&self.directives, &rules, &suggestions];
        let is_child = self.place == Place::Child;
        let ui = |shown: &'_ [Shown], blocks: &mut _| -> Vec<String> {
            shown.iter().map(|shown| shown.check(&block(blocks))).collect()
        };
        let mut note = |shown, contents: Vec<String>| written.extend(Written::of(shown, contents));
        if !is_child {
            note(&self.ui, ui(&self.ui, blocks));
        }
        note(&self.appended.ui, ui(&self.appended.ui, blocks));
        if is_child {
            note(&self.ui, ui(&self.ui, blocks));
            for (tag, lines) in LISTS.into_iter().zip(own) {
                check_list(blocks, tag, lines.clone());
            }
        }
        if let Some(raw) = self.appended.raw {
            match blocks.next() {
                Some(Part::Free(text)) => assert_eq!(text, raw),
                other => panic!("no raw block: {other:?}"),
            }
        }
        let more = self.appended.suggestions.iter();
        let more: Vec<String> = more.map(|(tool, reason)| format!("{tool}: {reason}")).collect();
        let appended = [&self.appended.directives, &self.appended.rules, &more];
        for ((tag, own), appended) in LISTS.into_iter().zip(own).zip(appended) {
            let own = if is_child { &[][..] } else { &own[..] };
            check_list(blocks, tag, [own, appended].concat());
        }
        written
    }

    /// A result has these texts, and the data as structured content if it should: says whether it should.
    fn check_result(&self, out: &str, texts: &[String], shown: &Value) -> bool {
        let mut result: Value = serde_json::from_str(out).expect("JSON");
        if let Some(within) = result.get_mut("result") {
            assert!(!out.contains(['\n', '\r', '\u{2028}', '\u{2029}']), "{out:?}");
            result = within.take();
        }
        let is_latest = self.revision == Revision::V2026_07_28;
        let expected = match (self.channel, shown) {
            (Channel::Text, _) => None,
            _ if self.revision < Revision::V2025_06_18 => None,
            (_, Value::Array(_)) if !is_latest => Some(json!({"items": shown})),
            _ => Some(shown.clone()),
        };
        let content = result["content"].as_array().expect("content");
        let own = content.iter().map(|block| block["text"].as_str().expect("a text"));
        let is_elsewhere = self.channel == Channel::Structured && expected.is_some();
        let first = usize::from(is_elsewhere);
        assert!(own.skip(first).eq(texts[first..].iter().map(String::as_str)), "{out:?}");
        assert_eq!(content.len(), texts.len());
        assert_eq!(result.get("structuredContent"), expected.as_ref(), "{out:?}");
        let result_type = is_latest.then(|| json!("complete"));
        assert_eq!(result.get("resultType"), result_type.as_ref());
        let members = 1 + usize::from(expected.is_some()) + usize::from(is_latest);
        assert_eq!(result.as_object().map(Map::len), Some(members), "{out:?}");
        expected.is_some()
    }

    fn check_notice(&self, notice: &Block<'_>) {
        assert_eq!(notice.attributes, [("type", "summary".to_owned())]);
        if let Some(text) = &self.notice {
            let text = text.replace("{max}", "1").replace("{omitted}", "1");
            let text = format!("📊 **Summary**: {text}");
            assert!(same_text(notice.content, &text), "{notice:?}");
        }
    }
}

/// One without structured content, one that wraps it and one that does not.
const REVISIONS: [Revision; 3] =
    [Revision::V2025_11_25, Revision::V2026_07_28, Revision::V2025_03_26];

/// The lists of a response, in their order.
const LISTS: [&str; 3] = ["llm_directives", "domain_rules", "action_suggestions"];

/// The next block.
fn block<'t>(blocks: &mut impl Iterator<Item = Part<'t>>) -> Block<'t> {
    match blocks.next() {
        Some(Part::Block(block)) => block,
        other => panic!("no block: {other:?}"),
    }
}

impl Appended {
    pub fn append<'r>(&'r self, mut response: Response<'r>) -> Response<'r> {
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

/// The frames of MCP, and the plain text.
pub const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Text("\u{2028}\"\\\n"))];

/// The texts of the blocks, which are the same in every frame.
pub fn texts(
    renderer: &mut Renderer,
    response: &Response<'_>,
    frames: &[Frame<'_>],
) -> Vec<String> {
    let request = Request::new();
    let blocks = renderer.response_blocks(response, &request).expect("blocks");
    let texts: Vec<String> = blocks.iter().map(|(_, text)| text.to_owned()).collect();
    for frame in frames {
        let mut out = Vec::new();
        renderer.respond(response, &request, *frame, &mut out).expect("a response");
        let out = String::from_utf8(out).expect("UTF-8");
        if *frame == Frame::Text {
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

/// The next block is a list of these lines, if there are any.
fn check_list<'t>(blocks: &mut impl Iterator<Item = Part<'t>>, tag: &str, lines: Vec<String>) {
    if lines.is_empty() {
        return;
    }
    let block = block(blocks);
    assert_eq!((block.tag, block.attributes.len()), (tag, 0), "{block:?}");
    let written = reader::entries(block.content).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written.len(), lines.len(), "{block:?}");
    for (written, line) in written.iter().zip(&lines) {
        assert!(same_line(written, line), "{written:?} of {line:?}");
    }
}
