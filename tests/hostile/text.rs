//! One text on its way into a response.

use std::fmt;

use mcp_presenter::{Content, View};
use serde_json::{Value, json};

use super::Source;
use crate::reader::BREAKS;

/// A text, and the way it takes.
#[derive(Clone, Debug)]
pub struct Text {
    pieces: Vec<String>,
    way: Way,
}

/// How a hook gives a text to a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Slice,
    Owned,
    /// Piece by piece, as `format_args!` does.
    Pieces,
    /// Character by character.
    Characters,
    Option,
    /// The texts of the data at this place: the text itself, in an array, in an object.
    View(usize),
    InArray(usize),
    InObject(usize),
    Nothing,
    Integer(i128),
}

/// Gives its pieces one by one.
struct Pieces<'p>(&'p [String]);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

struct Characters<'p>(&'p [String]);

impl fmt::Display for Characters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.0.iter().flat_map(|piece| piece.chars()).try_for_each(|c| f.write_char(c))
    }
}

impl Text {
    /// `data` takes the texts that are to be read through a [`View`].
    pub fn read(source: &mut Source<'_>, data: &mut Vec<String>) -> Self {
        let way = source.byte();
        let pieces = source.list(4, Source::piece);
        let mut in_data = || {
            data.push(pieces.concat());
            data.len() - 1
        };
        let way = match way % 12 {
            0 => Way::Slice,
            1 => Way::Owned,
            2 | 3 => Way::Pieces,
            4 => Way::Characters,
            5 => Way::Option,
            6 | 7 => Way::View(in_data()),
            8 => Way::InArray(in_data()),
            9 => Way::InObject(in_data()),
            10 if way < 128 => Way::Nothing,
            10 => Way::Integer(i128::from(way) - 200),
            _ => Way::Slice,
        };
        Self { pieces, way }
    }

    pub fn new(pieces: &[&str], way: Way) -> Self {
        Self { pieces: pieces.iter().map(|piece| (*piece).to_owned()).collect(), way }
    }

    /// What the data has to hold so that the text can be read from it.
    pub fn data(texts: &[String]) -> Value {
        texts
            .iter()
            .map(|text| json!({"s": text, "a": ["x", text, null], "o": {(text): text}}))
            .collect()
    }

    pub fn joined(&self) -> String {
        self.pieces.concat()
    }

    /// What is written of it, before anything is escaped.
    pub fn shown(&self, is_cell: bool) -> String {
        match self.way {
            Way::Nothing if is_cell => String::new(),
            Way::Nothing => "null".into(),
            Way::Integer(number) => number.to_string(),
            Way::InArray(_) => format!("x,{},", self.joined()),
            Way::InObject(_) => json!({self.joined(): self.joined()}).to_string(),
            _ => self.joined(),
        }
    }

    /// What it is as a JSON value.
    pub fn value(&self) -> Value {
        match self.way {
            Way::Nothing => Value::Null,
            Way::Integer(number) => json!(number as i64),
            Way::InArray(_) => json!(["x", self.joined(), null]),
            Way::InObject(_) => json!({self.joined(): self.joined()}),
            _ => self.joined().into(),
        }
    }

    fn path(&self) -> Option<String> {
        match self.way {
            Way::View(at) => Some(format!("t.{at}.s")),
            Way::InArray(at) => Some(format!("t.{at}.a")),
            Way::InObject(at) => Some(format!("t.{at}.o")),
            _ => None,
        }
    }

    /// The view that it is to be read from.
    pub fn view<'a>(&self, data: Option<&View<'a>>) -> Option<View<'a>> {
        let path = self.path()?;
        Some(data.and_then(|data| data.get(&path)).expect("the text in the data"))
    }

    /// Gives it to a sink. `data` is there for those who have a view.
    pub fn give<T>(&self, data: Option<&View<'_>>, sink: impl FnOnce(&dyn Content) -> T) -> T {
        if let Some(view) = self.view(data) {
            return sink(&view);
        }
        match self.way {
            Way::Owned => sink(&self.joined()),
            Way::Pieces => sink(&format_args!("{}", Pieces(&self.pieces))),
            Way::Characters => sink(&format_args!("{}", Characters(&self.pieces))),
            Way::Option => sink(&Some(self.joined())),
            Way::Nothing => sink(&None::<&str>),
            Way::Integer(number) => sink(&number),
            _ => sink(&self.joined().as_str()),
        }
    }

    /// Makes it a text that no view is needed for.
    pub fn take_from_nobody(&mut self) {
        if self.path().is_some() {
            self.way = Way::Pieces;
        }
    }

    pub fn is_nothing(&self) -> bool {
        self.way == Way::Nothing
    }

    pub fn integer(&self) -> Option<i64> {
        match self.way {
            Way::Integer(number) => Some(number as i64),
            _ => None,
        }
    }
}

/// The text as one line.
pub fn folded(text: &str, line_break: &str) -> String {
    text.replace("\r\n", "\n").replace(BREAKS, line_break)
}

/// What is left when brackets of tags may be escaped or not.
fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("\\u003c", "<")
}

/// Whether `written` is `text`, but for the brackets of tags.
pub fn same_text(written: &str, text: &str) -> bool {
    plain(written) == plain(text)
}

/// Whether it is `text` in one line.
pub fn same_line(written: &str, text: &str) -> bool {
    same_text(written, &folded(text, " "))
}

/// Whether it is `text` in a cell.
pub fn same_cell(written: &str, text: &str) -> bool {
    let pipes = |text: &str| text.replace("&#124;", "|").replace("\\|", "|");
    pipes(&plain(written)) == pipes(&plain(&folded(text, "<br>")))
}
