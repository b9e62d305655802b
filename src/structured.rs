//! The structured view of a response: its data, rules, user interface and suggestions as values,
//! for tests and for programs that look at what an agent is told.

#![forbid(unsafe_code)]

use std::fmt;
use std::ops::{Deref, Index, Range};

use crate::blocks::Layer;
use crate::blocks::output::{Entry, KeptBlock, KeptUi, Parts};
use crate::scan::strict;
use crate::scan::tape::{Tape, TokenKind};
use crate::text::number::Decimal;
use crate::text::string::{Decoder, quote};
use crate::toon::{DecodeOptions, Profile, ToonOptions, decode};
use crate::walk::duplicates::body;

/// What a response says, as values: made by [`Blocks::structured`](crate::Blocks::structured).
///
/// No tag, bullet or fence is read to make it: where the parts of each block stand was noted while
/// they were written. The data is the JSON of the data block. It has the response's own layers; what
/// embedded Presenters have around their data is left out, and so are blocks that a handler appended
/// as they are.
///
/// `Debug` shows the data, which is what the agent sees, and every line and block but those of hooks
/// that have read a redacted value.
///
/// ```
/// use mcp_presenter::{Presenter, Renderer, Request, t};
///
/// let invoices = Presenter::builder("Invoice")
///     .schema([t::string("id"), t::number("amount_cents").describe("CENTS")])
///     .ui(|invoice, ui| ui.summary(invoice.text("id")))
///     .suggest(|_, next| next.suggest("billing.remind", "Send a reminder"))
///     .build()?;
/// let blocks =
///     Renderer::new().blocks(&invoices, br#"{"id":"i-7","amount_cents":450}"#, &Request::new())?;
/// let response = blocks.structured();
/// assert_eq!(response.data["id"], "i-7");
/// assert_eq!(response.data["amount_cents"], 450);
/// assert_eq!(response.system_rules, ["amount_cents: CENTS"]);
/// assert_eq!(response.ui_blocks[0].kind, "summary");
/// assert_eq!(response.ui_blocks[0].content, "📊 **Summary**: i-7");
/// assert_eq!(response.suggestions[0].tool, "billing.remind");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Structured {
    /// The data as the agent sees it.
    pub data: Value,
    /// The lines of the `<llm_directives>` block.
    pub directives: Vec<ResponseText>,
    /// The lines of the `<domain_rules>` block.
    pub system_rules: Vec<ResponseText>,
    /// The blocks of user interface.
    pub ui_blocks: Vec<UiBlock>,
    /// The lines of the `<action_suggestions>` block.
    pub suggestions: Vec<Suggestion>,
}

/// A text of a response. It is a `str`, and is compared with one; its `Debug` form keeps it back if a
/// hook has written it that has seen a redacted value.
#[derive(Clone)]
pub struct ResponseText {
    text: String,
    may_show_redacted: bool,
}

impl ResponseText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl Deref for ResponseText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for ResponseText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.may_show_redacted {
            true => f.write_str("(may show redacted values)"),
            false => self.text.fmt(f),
        }
    }
}

impl PartialEq for ResponseText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for ResponseText {}

impl PartialEq<str> for ResponseText {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for ResponseText {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

/// A block of user interface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UiBlock {
    /// Its type: `markdown`, `echarts`, `summary`, …
    pub kind: ResponseText,
    /// What stands between its tags.
    pub content: ResponseText,
    /// Its title, if it has one.
    pub title: Option<ResponseText>,
    /// Its width, `full`, `half` or `third`, if it says so.
    pub width: Option<&'static str>,
    /// Its priority, as the number is written, if it has one.
    pub priority: Option<ResponseText>,
}

/// Something the agent may do next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggestion {
    /// The tool to call.
    pub tool: ResponseText,
    /// Why.
    pub reason: ResponseText,
}

impl Structured {
    pub(crate) fn new(text: &str, blocks: &[KeptBlock], form: DataForm) -> Self {
        let mut view = Self {
            data: Value::Null,
            directives: Vec::new(),
            system_rules: Vec::new(),
            ui_blocks: Vec::new(),
            suggestions: Vec::new(),
        };
        for block in blocks {
            match (&block.parts, block.layer) {
                (Parts::Whole, Layer::Data) => {
                    let data = &text[block.range.clone()];
                    view.data = match form {
                        DataForm::Text => Value::String(data.into()),
                        DataForm::Json => Value::parse(data),
                        DataForm::Toon(options) => Value::parse_toon(data, options),
                    };
                }
                (Parts::Whole, _) => {}
                (Parts::Ui { kept, content, may_show_redacted }, _) => {
                    let content = &text[content.clone()];
                    view.ui_blocks.push(UiBlock::new(kept, content, *may_show_redacted));
                }
                (Parts::List(entries), layer) => view.list(text, layer, entries),
            }
        }
        view
    }

    fn list(&mut self, text: &str, layer: Layer, entries: &[Entry]) {
        for Entry { range, tool_end, may_show_redacted } in entries {
            let part = |range: Range<usize>| ResponseText {
                text: text[range].into(),
                may_show_redacted: *may_show_redacted,
            };
            match layer {
                Layer::Rules => self.system_rules.push(part(range.clone())),
                Layer::Suggestions => {
                    let reason = (tool_end + ": ".len()).min(range.end);
                    self.suggestions.push(Suggestion {
                        tool: part(range.start..*tool_end),
                        reason: part(reason..range.end),
                    });
                }
                _ => self.directives.push(part(range.clone())),
            }
        }
    }
}

impl UiBlock {
    fn new(kept: &KeptUi, content: &str, may_show_redacted: bool) -> Self {
        let text = |text: &str| ResponseText { text: text.into(), may_show_redacted };
        let given = |part: &str| (!part.is_empty()).then(|| text(part));
        Self {
            kind: text(&kept.kind),
            content: text(content),
            title: given(&kept.title),
            width: (!kept.width.is_empty()).then_some(kept.width),
            priority: given(&kept.priority),
        }
    }
}

/// How the data block holds the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataForm {
    /// The data is a string, and the block the characters of it.
    Text,
    Json,
    Toon(ToonOptions),
}

/// A JSON value. Numbers are their text; members keep their order.
///
/// ```
/// use mcp_presenter::Value;
///
/// # use mcp_presenter::{Presenter, Renderer, Request};
/// # let any = Presenter::builder("Any").allow_everything().build()?;
/// let blocks = Renderer::new().blocks(&any, br#"{"a":[1.50,"x"]}"#, &Request::new())?;
/// let data = blocks.structured().data;
/// assert_eq!(data["a"][0], 1.5);
/// assert_eq!(data["a"][1], "x");
/// assert_eq!(data["b"], Value::Null);
/// assert_eq!(format!("{data:?}"), r#"{"a": [1.50, "x"]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number as it is written.
    Number(String),
    /// A string, without escapes.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Vec<(String, Value)>),
}

static NULL: Value = Value::Null;

impl Value {
    /// The value of a JSON text that this crate has written.
    pub(crate) fn parse(json: &str) -> Self {
        let mut tape = Tape::default();
        match strict::parse(json.as_bytes(), 0, usize::MAX, &mut tape) {
            Ok(_) => Self::of(json, &tape, 0),
            Err(_) => Self::Null,
        }
    }

    fn parse_toon(toon: &str, options: ToonOptions) -> Self {
        let reading = DecodeOptions::new()
            .indent(options.indent.into())
            .comments(options.profile == Profile::Toon4)
            .max_depth(usize::MAX)
            .max_bytes(usize::MAX);
        let mut json = Vec::new();
        let decoded = decode(toon.as_bytes(), &reading, &mut json);
        decoded.map_or(Self::Null, |()| Self::parse(&String::from_utf8_lossy(&json)))
    }

    fn of(json: &str, tape: &Tape, at: usize) -> Self {
        let token = &tape.tokens[at];
        let decoded = |at: usize| -> String {
            Decoder::new(body(json.as_bytes(), &tape.tokens[at])).collect()
        };
        let mut below = at + 1;
        let end = token.next as usize;
        match token.kind {
            TokenKind::Null => Self::Null,
            TokenKind::True => Self::Boolean(true),
            TokenKind::False => Self::Boolean(false),
            TokenKind::Number => {
                Self::Number(json[token.start as usize..token.end as usize].into())
            }
            TokenKind::String | TokenKind::Key => Self::String(decoded(at)),
            TokenKind::Array => {
                let mut elements = Vec::new();
                while below < end {
                    elements.push(Self::of(json, tape, below));
                    below = tape.tokens[below].next as usize;
                }
                Self::Array(elements)
            }
            TokenKind::Object => {
                let mut members = Vec::new();
                while below < end {
                    members.push((decoded(below), Self::of(json, tape, below + 1)));
                    below = tape.tokens[below + 1].next as usize;
                }
                Self::Object(members)
            }
        }
    }

    /// The member with this key, if it is an object that has one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Object(members) => {
                members.iter().find(|(own, _)| own == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The keys of an object, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let members = match self {
            Self::Object(members) => members.as_slice(),
            _ => &[],
        };
        members.iter().map(|(key, _)| key.as_str())
    }

    /// The elements of an array, or nothing.
    #[must_use]
    pub fn elements(&self) -> &[Value] {
        match self {
            Self::Array(elements) => elements,
            _ => &[],
        }
    }
}

impl Index<&str> for Value {
    type Output = Value;

    /// The member with this key, or null.
    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NULL)
    }
}

impl Index<usize> for Value {
    type Output = Value;

    /// The element with this index, or null.
    fn index(&self, index: usize) -> &Value {
        self.elements().get(index).unwrap_or(&NULL)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Number(text) => f.write_str(text),
            Self::String(text) => f.write_str(&quote(text)),
            Self::Array(elements) => f.debug_list().entries(elements).finish(),
            Self::Object(members) => {
                f.debug_map().entries(members.iter().map(|(key, value)| (key, value))).finish()
            }
        }
    }
}

/// Numbers by value, members in order.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Boolean(left), Self::Boolean(right)) => left == right,
            (Self::Number(left), Self::Number(right)) => {
                Decimal::of(left.as_bytes()) == Decimal::of(right.as_bytes())
            }
            (Self::String(left), Self::String(right)) => left == right,
            (Self::Array(left), Self::Array(right)) => left == right,
            (Self::Object(left), Self::Object(right)) => left == right,
            _ => false,
        }
    }
}

impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        matches!(self, Self::String(text) if text == other)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        matches!(self, Self::Boolean(value) if value == other)
    }
}

macro_rules! equals_numbers {
    ($($number:ty),*) => {$(
        impl PartialEq<$number> for Value {
            fn eq(&self, other: &$number) -> bool {
                let other = format!("{other:e}");
                matches!(self, Self::Number(text)
                    if Decimal::of(text.as_bytes()) == Decimal::of(other.as_bytes()))
            }
        }
    )*};
}
equals_numbers!(i32, i64, u64, usize, f64);
