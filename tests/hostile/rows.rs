//! Collections of alike items with hostile text in keys and cells, shown as TOON and read back.

use mcp_presenter::toon::{ArrayCells, DecodeOptions, ToonOptions, decode};
use mcp_presenter::{Field, Format, Frame, Presenter, Renderer, Request, Response, Type};
use serde_json::{Map, Value, json};

use super::{Source, texts};
use crate::reader::{self, Part};

/// Texts that become a tag where one stands behind the other, with white space between them at most.
const HALVES: [&str; 6] = ["<", "x </ ", "domain_rules>", "tool_", "_error", "/UI_passthrough"];

/// What the Presenter says beside the data.
const RULE: &str = "a rule of its own";

/// A collection, and how it is shown.
#[derive(Clone, Debug)]
pub struct Rows {
    options: ToonOptions,
    cells: Option<ArrayCells>,
    indent: u8,
    way: Way,
    has_rule: bool,
    keys: Vec<String>,
    rows: Vec<Value>,
}

/// What shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A Presenter that shows everything.
    Passed,
    /// One that declares the keys.
    Declared,
    /// One that takes TOON or JSON.
    Smaller,
    /// [`Response::toon`].
    Bare,
}

/// What a column holds.
#[derive(Clone, Copy, Debug)]
enum Column {
    Text,
    TextOrNull,
    Number,
    Word,
    List,
    Group,
}

impl Rows {
    /// What these bytes say.
    pub fn read(source: &mut Source<'_>) -> Self {
        let (cells, indent) = (source.array_cells(), source.indent());
        let options = source.toon_with(cells, indent);
        let way = [Way::Passed, Way::Declared, Way::Smaller, Way::Bare][source.below(4)];
        let has_rule = source.flag();
        let count = 3 + source.below(38);
        // Keys begin with an index in some, and end with one in others; they differ in either case.
        let keys: Vec<String> = (0..1 + source.below(5))
            .map(|at| match source.flag() {
                true => format!("{at}{}", source.piece()),
                false => format!("{}{at}", source.piece()),
            })
            .fold(Vec::new(), |mut keys, key| {
                if !keys.contains(&key) {
                    keys.push(key);
                }
                keys
            });
        let columns: Vec<Column> = keys.iter().map(|_| Column::read(source)).collect();
        let text = |source: &mut Source<'_>| match source.below(3) {
            0 => HALVES[source.below(HALVES.len())].to_owned(),
            _ => source.piece(),
        };
        let texts: Vec<String> = (0..2 + source.below(10)).map(|_| text(source)).collect();
        let mut at = 0;
        // Where the bytes end, one text follows the other.
        let mut text = |source: &mut Source<'_>| {
            at += 1 + usize::from(source.byte());
            texts[at % texts.len()].clone()
        };
        let rows = (0..count)
            .map(|_| {
                let cells = columns.iter().map(|column| column.value(source, &mut text));
                keys.iter().cloned().zip(cells).collect::<Map<_, _>>().into()
            })
            .collect();
        Self { options, cells, indent, way, has_rule, keys, rows }
    }

    fn presenter(&self) -> Presenter {
        let mut builder = match self.way {
            Way::Declared => {
                let fields = self.keys.iter().map(|key| Field::new(key, Type::any()));
                Presenter::builder("rows").schema(fields)
            }
            _ => Presenter::builder("rows").allow_everything(),
        };
        if self.has_rule {
            builder = builder.rules([RULE]);
        }
        let format = match self.way {
            Way::Smaller => Format::Auto(self.options),
            _ => Format::Toon(self.options),
        };
        builder.format(format).build().expect("a presenter")
    }

    /// Its Presenter and its data.
    pub fn presented(&self) -> (Presenter, String) {
        (self.presenter(), self.json())
    }

    /// The input, with lone surrogates spelled for U+FFFD.
    fn json(&self) -> String {
        json!(self.rows).to_string().replace('\u{fffd}', "\\ud83d")
    }

    /// Renders in these frames, and checks that there is one block of data, which reads back as what
    /// was given, with the rules that belong to it and nothing else.
    pub fn check(&self, renderer: &mut Renderer, frames: &[Frame<'_>]) {
        let (presenter, json) = self.presented();
        let response = match self.way {
            Way::Bare => Response::toon(json.as_bytes(), self.options),
            _ => presenter.response(json.as_bytes()),
        };
        if self.way != Way::Smaller {
            return self.check_texts(&texts(renderer, &response, frames));
        }
        // What is smaller depends on the frame.
        self.check_texts(&texts(renderer, &response, &[]));
        for frame in frames.iter().filter(|frame| **frame != Frame::Text) {
            let mut out = Vec::new();
            renderer.respond(&response, &Request::new(), *frame, &mut out).expect("a response");
            let texts = reader::unframe(&String::from_utf8(out).expect("UTF-8"));
            self.check_texts(&texts.unwrap_or_else(|error| panic!("{error}")));
        }
    }

    fn check_texts(&self, texts: &[String]) {
        let (data, others) = texts.split_first().expect("data");
        assert_eq!(reader::parts(data), Ok(vec![Part::Free(data)]));
        let has_lists = self.check_data(data);

        let rule = self.cells.filter(|_| has_lists).map(|cells| cells.to_string());
        let own = (self.has_rule && self.way != Way::Bare).then(|| RULE.to_owned());
        let rules: Vec<String> = rule.into_iter().chain(own).collect();
        match others {
            [] => assert!(rules.is_empty(), "without {rules:?}: {data}"),
            [text] => match reader::parts(text).as_deref() {
                Ok([Part::Block(block)]) => {
                    assert_eq!((block.tag, block.attributes.len()), ("domain_rules", 0));
                    let entries = reader::entries(block.content).expect("a list");
                    assert_eq!(entries, rules, "{data}");
                }
                other => panic!("no rules: {other:?}"),
            },
            more => panic!("a block too many: {more:?}"),
        }
    }

    /// Says whether there are lists in cells.
    fn check_data(&self, data: &str) -> bool {
        let rows = Value::from(self.rows.clone());
        if self.way == Way::Smaller
            && serde_json::from_str(data).is_ok_and(|json: Value| json == rows)
        {
            return false;
        }
        let mut json = Vec::new();
        let options = DecodeOptions::new().indent(self.indent.into());
        decode(data.as_bytes(), &options, &mut json).unwrap_or_else(|error| {
            panic!("{error}: {data:?}");
        });
        let read: Value = serde_json::from_slice(&json).expect("JSON");
        let mut has_lists = false;
        let is_same = self.is_same(&read, &rows, &mut has_lists);
        assert!(is_same, "{data}\n read as {read}\n instead of {rows}");
        has_lists
    }

    fn is_same(&self, read: &Value, given: &Value, has_lists: &mut bool) -> bool {
        match (read, given) {
            (Value::Array(read), Value::Array(given)) => {
                let mut pairs = read.iter().zip(given);
                read.len() == given.len()
                    && pairs.all(|(read, given)| self.is_same(read, given, has_lists))
            }
            (Value::Object(read), Value::Object(given)) => {
                let mut pairs = given.iter().map(|(key, given)| (read.get(key), given));
                read.len() == given.len()
                    && pairs.all(|(read, given)| {
                        read.is_some_and(|read| self.is_same(read, given, has_lists))
                    })
            }
            (Value::String(cell), Value::Array(given)) => {
                *has_lists = true;
                let elements: Vec<String> = given.iter().map(plain).collect();
                let separator = self.cells.map(ArrayCells::separator);
                separator.is_some_and(|separator| match cell.as_str() {
                    "" => elements.is_empty(),
                    cell => cell.split(separator).eq(elements.iter().map(String::as_str)),
                })
            }
            _ => read == given,
        }
    }
}

/// The text of an element.
fn plain(element: &Value) -> String {
    match element {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Column {
    fn read(source: &mut Source<'_>) -> Self {
        match source.below(8) {
            0..=2 => Self::Text,
            3 => Self::TextOrNull,
            4 => Self::Number,
            5 => Self::Word,
            6 => Self::List,
            _ => Self::Group,
        }
    }

    fn value<'b>(
        self,
        source: &mut Source<'b>,
        text: &mut impl FnMut(&mut Source<'b>) -> String,
    ) -> Value {
        match self {
            Self::Text => text(source).into(),
            Self::TextOrNull if source.flag() => Value::Null,
            Self::TextOrNull => text(source).into(),
            Self::Number => json!(i64::from(source.byte()) - 100),
            Self::Word => source.flag().into(),
            Self::List if source.below(8) == 1 => Value::Null,
            Self::List => source
                .list(3, |source| match source.below(8) {
                    1 => json!(17),
                    2 => Value::Null,
                    _ => text(source).into(),
                })
                .into(),
            Self::Group => json!({"<": text(source), "domain_rules>": text(source)}),
        }
    }
}
