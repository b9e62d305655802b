//! The sink for user interface: blocks that a client shows to a person.

use std::fmt;

use crate::blocks::Layer;
use crate::blocks::notice::SUMMARY;
use crate::blocks::output::{KeptUi, Output};
use crate::emit::text::Setting;

use super::content::{Content, Digits, Row, Writer, sealed, write};
use super::json::{self, Json};

/// How wide a client shows a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// All of the width there is.
    Full,
    /// Half of it.
    Half,
    /// A third of it.
    Third,
}

impl Width {
    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Half => "half",
            Self::Third => "third",
        }
    }
}

/// Writes `<ui_passthrough>` blocks, in the order of the calls, straight into the response.
///
/// [`title`](Ui::title), [`width`](Ui::width) and [`priority`](Ui::priority) are of the block that
/// is written next, and of that one alone.
///
/// ```
/// use mcp_presenter::{Presenter, Renderer, Request, Width, t};
///
/// let invoices = Presenter::builder("Invoice")
///     .schema([t::string("id"), t::integer("cents")])
///     .ui(|invoice, ui| {
///         ui.title("Invoice").width(Width::Half).table(
///             ["Field", "Value"],
///             [["Id", invoice.text("id")], ["Cents", invoice.text("cents")]],
///         );
///         ui.summary(format_args!("Invoice {}", invoice.text("id")));
///     })
///     .build()?;
/// let blocks =
///     Renderer::new().blocks(&invoices, br#"{"id":"a|b","cents":4500}"#, &Request::new())?;
/// let blocks: Vec<_> = blocks.iter().map(|(_, text)| text).collect();
/// assert_eq!(
///     blocks[1..],
///     [
///         "<ui_passthrough type=\"markdown\" title=\"Invoice\" width=\"half\">\n\
///          | Field | Value |\n| --- | --- |\n| Id | a\\|b |\n| Cents | 4500 |\n\
///          </ui_passthrough>",
///         "<ui_passthrough type=\"summary\">\n📊 **Summary**: Invoice a|b\n</ui_passthrough>",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ui<'u> {
    output: &'u mut Output,
    attributes: Attributes,
}

/// The attributes of the next block, besides its title, which the output has room for.
#[derive(Debug, Default)]
struct Attributes {
    width: Option<Width>,
    priority: Digits,
}

impl<'u> Ui<'u> {
    pub(crate) fn new(output: &'u mut Output) -> Self {
        output.title.clear();
        Self { output, attributes: Attributes::default() }
    }

    /// The title of the next block; an empty one is left out.
    pub fn title(&mut self, title: impl Content) -> &mut Self {
        self.output.title.clear();
        title.write(&mut Writer::keeping(&mut self.output.title));
        self
    }

    /// The width of the next block.
    pub fn width(&mut self, width: Width) -> &mut Self {
        self.attributes.width = Some(width);
        self
    }

    /// The priority of the next block, which a client may sort by; blocks are sent in the order in
    /// which they are written. What is no finite number is left out.
    pub fn priority(&mut self, priority: impl Into<f64>) -> &mut Self {
        let priority = priority.into();
        match Digits::of(format_args!("{priority:e}")) {
            Some(digits) if priority.is_finite() => self.priority_text(digits.as_str()),
            _ => self.attributes.priority = Digits::default(),
        }
        self
    }

    /// The priority as a number of JSON. One with more digits than there is room for is none.
    pub(crate) fn priority_text(&mut self, number: &str) {
        self.attributes.priority = Digits::canonical(number).unwrap_or_default();
    }

    /// Markdown. Only reserved tags are changed in it: what it holds of the data may be any markup.
    pub fn markdown(&mut self, text: impl Content) {
        self.block(&"markdown", |output| write(output, Setting::Text, &text));
    }

    /// A short text with a mark that it is one.
    pub fn summary(&mut self, text: impl Content) {
        self.block(&"summary", |output| {
            output.own(SUMMARY);
            write(output, Setting::Text, &text);
        });
    }

    /// A Mermaid diagram.
    pub fn mermaid(&mut self, text: impl Content) {
        self.fenced(&"mermaid", |output| write(output, Setting::Text, &text));
    }

    /// Code in a language. The fence is longer than any row of backticks in the code.
    pub fn code_block(&mut self, language: impl Content, code: impl Content) {
        self.fenced(&language, |output| write(output, Setting::Text, &code));
    }

    /// A list of items, one line each.
    pub fn list<C: Content>(&mut self, items: impl IntoIterator<Item = C>) {
        self.list_with(|list| items.into_iter().for_each(|item| list.item(item)));
    }

    /// A list whose items are given one by one.
    pub fn list_with(&mut self, items: impl FnOnce(&mut ListItems<'_>)) {
        self.block(&"markdown", |output| items(&mut ListItems { output, is_fresh: true }));
    }

    /// A table. Rows may have more or fewer cells than there are headers.
    pub fn table<H: Content, R: Row>(
        &mut self,
        headers: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = R>,
    ) {
        self.table_with(headers, |table| rows.into_iter().for_each(|row| table.row(row)));
    }

    /// A table whose rows are given one by one, each of a type of its own:
    /// `rows.row(("Amount", 12.5))`.
    pub fn table_with<H: Content>(
        &mut self,
        headers: impl IntoIterator<Item = H>,
        rows: impl FnOnce(&mut TableRows<'_>),
    ) {
        self.block(&"markdown", |output| {
            let mut table = TableRows { output, has_rows: true };
            table.headers(headers);
            table.has_rows = false;
            rows(&mut table);
            if !table.has_rows {
                table.output.own("\n");
            }
        });
    }

    /// An Apache ECharts configuration.
    pub fn echarts(&mut self, config: impl FnOnce(Json<'_>)) {
        self.json_block(&"echarts", config);
    }

    /// A JSON value. A [`View`](crate::View) is written with `|json| json.value(view)`.
    pub fn json(&mut self, value: impl FnOnce(Json<'_>)) {
        self.json_block(&"json", value);
    }

    fn json_block(&mut self, kind: &dyn sealed::Content, value: impl FnOnce(Json<'_>)) {
        self.fenced(kind, |output| json::write(output.context(), &mut output.buffer, value));
    }

    /// A block of a type of your own, without a fence. Reserved tags in it lose their bracket; what
    /// is sent as it is, is [`Response::raw`](crate::Response::raw).
    pub fn raw(&mut self, kind: impl Content, content: impl Content) {
        self.block(&kind, |output| write(output, Setting::Text, &content));
    }

    /// Writes a block of type `kind` with what `content` writes.
    pub(crate) fn block(&mut self, kind: &dyn sealed::Content, content: impl FnOnce(&mut Output)) {
        let attributes = std::mem::take(&mut self.attributes);
        let output = &mut *self.output;
        output.begin(Layer::Ui);
        output.own("<ui_passthrough type=\"");
        write(output, Setting::Attribute, kind);
        output.own("\"");
        let title = attributes.write(output);
        output.own(">\n");
        let start = output.buffer.len();
        content(output);
        let kept = || KeptUi {
            kind: collect(kind),
            title,
            width: attributes.width.map_or("", Width::name),
            priority: attributes.priority.as_str().into(),
        };
        output.keep_ui(kept, start);
        output.own("\n</ui_passthrough>");
        output.end();
    }

    fn fenced(&mut self, kind: &dyn sealed::Content, content: impl FnOnce(&mut Output)) {
        self.block(kind, |output| {
            let fence = output.buffer.len();
            output.own("```");
            write_info(output, kind);
            output.own("\n");
            let body = output.buffer.len();
            content(output);
            let ticks = longest_run(&output.buffer[body..]) + 1;
            if ticks > SHORTEST_FENCE {
                let more = std::iter::repeat_n(b'`', ticks - SHORTEST_FENCE);
                output.buffer.splice(fence..fence, more);
            }
            output.own("\n");
            let length = output.buffer.len() + ticks.max(SHORTEST_FENCE);
            output.buffer.resize(length, b'`');
        });
    }
}

const SHORTEST_FENCE: usize = 3;

/// Characters of an info string behind a fence.
const LONGEST_INFO: usize = 32;

/// Writes what a fence may be called: of the text, letters, digits and `_+.#-`.
fn write_info(output: &mut Output, kind: &dyn sealed::Content) {
    struct Info<'i>(&'i mut Vec<u8>, usize);
    impl fmt::Write for Info<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            let room = LONGEST_INFO - (self.0.len() - self.1);
            let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+.#-".contains(byte);
            self.0.extend(piece.bytes().filter(allowed).take(room));
            Ok(())
        }
    }
    let start = output.buffer.len();
    kind.write(&mut Writer::keeping(&mut Info(&mut output.buffer, start)));
}

fn collect(content: &dyn sealed::Content) -> String {
    let mut text = String::new();
    content.write(&mut Writer::keeping(&mut text));
    text
}

/// The length of the longest row of backticks.
fn longest_run(text: &[u8]) -> usize {
    let (mut longest, mut run, mut behind) = (0, 0, usize::MAX);
    for at in memchr::memchr_iter(b'`', text) {
        run = if at == behind { run + 1 } else { 1 };
        behind = at + 1;
        longest = longest.max(run);
    }
    longest
}

impl Attributes {
    /// Gives the title, if it is to be kept.
    fn write(&self, output: &mut Output) -> String {
        let mut kept = String::new();
        if !output.title.is_empty() {
            let title = std::mem::take(&mut output.title);
            output.own(" title=\"");
            write(output, Setting::Attribute, &title);
            output.own("\"");
            if output.keeps() {
                kept.clone_from(&title);
            }
            output.title = title;
            output.title.clear();
        }
        if let Some(width) = self.width {
            output.own(" width=\"");
            output.own(width.name());
            output.own("\"");
        }
        if !self.priority.as_str().is_empty() {
            output.own(" priority=\"");
            output.own(self.priority.as_str());
            output.own("\"");
        }
        kept
    }
}

/// Takes the items of a list, one line each.
#[derive(Debug)]
pub struct ListItems<'l> {
    output: &'l mut Output,
    is_fresh: bool,
}

impl ListItems<'_> {
    /// Adds an item.
    pub fn item(&mut self, item: impl Content) {
        self.output.own(if std::mem::take(&mut self.is_fresh) { "- " } else { "\n- " });
        write(self.output, Setting::Line, &item);
    }
}

/// Takes the rows of a table.
#[derive(Debug)]
pub struct TableRows<'t> {
    output: &'t mut Output,
    has_rows: bool,
}

impl TableRows<'_> {
    fn headers<H: Content>(&mut self, headers: impl IntoIterator<Item = H>) {
        let mut count = 0;
        self.output.own("| ");
        for header in headers {
            self.output.own(if count > 0 { " | " } else { "" });
            write(self.output, Setting::Cell, &header);
            count += 1;
        }
        self.output.own(" |\n| ");
        for at in 0..count {
            self.output.own(if at > 0 { " | ---" } else { "---" });
        }
        self.output.own(" |");
    }

    /// Adds a row.
    pub fn row(&mut self, row: impl Row) {
        self.has_rows = true;
        self.output.own("\n| ");
        let mut is_first = true;
        row.for_each(&mut |cell| {
            self.output.own(if std::mem::take(&mut is_first) { "" } else { " | " });
            write(self.output, Setting::Cell, cell);
        });
        self.output.own(" |");
    }
}
