//! The pipeline: limit, validate and strip, select, redact, write, frame; and what is no presenter's.

use super::embed::{Around, ChildBlocks, Own};
use super::hooks::{Entry, Rule, Seen};
use super::parse::{Data, Member, Value, parse};
use super::presenter::Presenter;
use super::schema::{Failures, Place, array, object, string};
use super::text::guarded;
use super::ui::{self, UiBlock};
use super::walk::Walk;
use super::write::{Frame, Out};
use super::{Fault, FaultKind, Report};

/// One call.
#[derive(Clone, Debug)]
pub struct Request {
    /// Empty: everything.
    pub select: Vec<String>,
    /// `None`: as the presenter says.
    pub pretty: Option<bool>,
    pub frame: Frame,
}

/// The layer of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    Data,
    Ui,
    Embed,
    Directives,
    Rules,
    Suggestions,
}

/// What a handler appends to a response.
#[derive(Clone, Debug, Default)]
pub struct After {
    own: Own,
    raw: Vec<String>,
}

/// Everything that is sent, and the structured view of it.
#[derive(Clone, Debug)]
pub struct Response {
    pub blocks: Vec<(Layer, String)>,
    /// The data as shown.
    pub data: Out,
    /// The presenter's own layers and what was appended to them, as sent; children left out.
    pub own: Own,
    pub report: Report,
    /// Blocks of embedded presenters that were one too many.
    pub omitted_blocks: usize,
}

impl Presenter {
    /// The whole job.
    pub fn render(&self, input: &[u8], request: &Request) -> Result<(String, Report), Fault> {
        let Request { select, pretty, frame } = request;
        let Response { blocks, mut report, .. } =
            self.present(input, select, *pretty, &After::default())?;
        let texts: Vec<String> = blocks.into_iter().map(|(_, text)| text).collect();
        let text = frame.wrap(&texts);
        report.bytes = text.len();
        Ok((text, report))
    }

    /// The blocks. The report counts no bytes yet.
    pub fn present(
        &self,
        input: &[u8],
        select: &[String],
        pretty: Option<bool>,
        after: &After,
    ) -> Result<Response, Fault> {
        let data = parse(input, self.max_depth)?;
        let mut failures = Failures::default();
        self.check(&data, &Place::default(), &mut failures);
        if let Some(first) = failures.listed.first() {
            return Err(Fault {
                kind: FaultKind::Validation,
                offset: Some(first.offset),
                item: first.item,
                uncounted: failures.total - failures.listed.len(),
                failures: failures.listed,
            });
        }

        let mut walk = Walk::new(self, select);
        let tree = walk.root(&data);
        if self.strict_text
            && let Some((offset, item)) = walk.lone_at
        {
            let kind = FaultKind::LoneSurrogate;
            let offset = Some(offset);
            return Err(Fault { kind, offset, item, failures: Vec::new(), uncounted: 0 });
        }
        let mut report = walk.report();
        (report.items, report.hidden) = match &data.data {
            Data::Array(items) => (self.shown(items).len(), items.len() - self.shown(items).len()),
            _ => (1, 0),
        };

        let text = match &tree {
            Out::String(text) if matches!(data.data, Data::String(_)) => guarded(text),
            tree => tree.text(pretty.unwrap_or(self.pretty)),
        };
        let around =
            Around { redacted: self.redact_hooks, wire: Some(&tree), repeated: false, ui: true };
        let mut own = self.own(&data, around);
        own.append(&after.own);
        let mut children = ChildBlocks::default();
        self.children(&data, around, &mut children);
        let ChildBlocks { mut sent, omitted, .. } = children;
        sent.extend_from_slice(&after.raw);

        let mut blocks = vec![(Layer::Data, text)];
        blocks.extend(own.ui.iter().map(|block| (Layer::Ui, block.text.clone())));
        blocks.extend(sent.into_iter().map(|text| (Layer::Embed, text)));
        let layers = [Layer::Directives, Layer::Rules, Layer::Suggestions];
        for (layer, list) in layers.into_iter().zip(own.lists()) {
            blocks.extend(list.map(|text| (layer, text)));
        }
        Ok(Response { blocks, data: tree, own, report, omitted_blocks: omitted })
    }

    /// Valid data as shown by a format that writes absent optional fields as null. Everything around
    /// the data is as without them.
    pub fn filled(&self, input: &[u8], select: &[String]) -> Result<Out, Fault> {
        let data = parse(input, self.max_depth)?;
        Ok(Walk::filling(self, select).root(&data))
    }
}

/// Data without a presenter, with what is appended to it.
pub fn respond(input: &[u8], pretty: bool, after: &After) -> Result<Response, Fault> {
    let mut response = Presenter::everything().present(input, &[], Some(pretty), after)?;
    if response.blocks[0].1.is_empty() {
        "OK".clone_into(&mut response.blocks[0].1);
    }
    Ok(response)
}

/// What a handler returned; `null` without a presenter is no data.
pub fn call(
    presenter: Option<&Presenter>,
    input: &[u8],
    select: &[String],
    pretty: bool,
) -> Result<Response, Fault> {
    match presenter {
        Some(presenter) => presenter.present(input, select, Some(pretty), &After::default()),
        None if parse(input, 128)?.is_null() => respond(b"\"\"", pretty, &After::default()),
        None => respond(input, pretty, &After::default()),
    }
}

impl Own {
    fn append(&mut self, more: &Self) {
        self.ui.extend_from_slice(&more.ui);
        self.directives.extend_from_slice(&more.directives);
        self.rules.extend_from_slice(&more.rules);
        self.suggestions.extend_from_slice(&more.suggestions);
    }
}

impl After {
    /// `{ui, hints, rules, suggest, raw}`.
    pub fn read(value: &Value) -> Result<Self, String> {
        let mut after = Self::default();
        // There is nothing to look at.
        let seen = Seen::Many(0);
        let texts = |value: &Value| -> Result<Vec<String>, String> {
            array(value)?.iter().map(|text| string(text).map(str::to_owned)).collect()
        };
        let lines = |value: &Value| -> Result<Vec<String>, String> {
            let texts = texts(value)?.into_iter();
            Ok(texts.filter_map(|text| Rule::fixed(text).line(seen)).collect())
        };
        for Member { key, value } in object(value)? {
            match key.text.as_str() {
                "ui" => after.own.ui = ui::blocks(&ui::read_all(value)?, seen),
                "hints" => after.own.directives = lines(value)?,
                "rules" => after.own.rules = lines(value)?,
                "suggest" => {
                    for suggestion in array(value)? {
                        let entry = Entry::read_suggestion(suggestion)?;
                        after.own.suggestions.extend(entry.suggestion(seen));
                    }
                }
                "raw" => after.raw = texts(value)?,
                other => return Err(format!("unknown member after.{other}")),
            }
        }
        Ok(after)
    }
}

/// The structured view: the data as shown, the rules, the UI blocks.
pub fn meta(response: &Response) -> Out {
    let text = |text: &String| Out::String(text.clone());
    let member = |key: &str, value: Out| (key.to_owned(), value);
    let block = |block: &UiBlock| {
        Out::Object(vec![
            member("type", text(&block.kind)),
            member("content", text(&block.content)),
        ])
    };
    let Own { ui, rules, .. } = &response.own;
    Out::Object(vec![
        member("data", response.data.clone()),
        member("systemRules", Out::Array(rules.iter().map(text).collect())),
        member("uiBlocks", Out::Array(ui.iter().map(block).collect())),
    ])
}
