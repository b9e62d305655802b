//! Text: canonical JSON, the guard of reserved tags, lists, frames.

use super::parse::{Data, Value};

/// A tree that is ready to be printed.
#[derive(Clone, Debug)]
pub enum Out {
    /// `null`, `true`, `false` or a number's text.
    Raw(String),
    String(String),
    Array(Vec<Out>),
    Object(Vec<(String, Out)>),
}

impl Out {
    pub fn text(&self, pretty: bool) -> String {
        let mut text = String::new();
        self.print(pretty.then_some(0), &mut text);
        text
    }

    /// `indent` is the depth of a pretty print.
    fn print(&self, indent: Option<usize>, out: &mut String) {
        let inner = indent.map(|depth| depth + 1);
        match self {
            Self::Raw(text) => out.push_str(text),
            Self::String(text) => out.push_str(&canonical(text, true)),
            Self::Array(elements) => {
                list('[', ']', indent, out, elements, |element, out| element.print(inner, out));
            }
            Self::Object(members) => {
                list('{', '}', indent, out, members, |(key, value), out| {
                    out.push_str(&canonical(key, true));
                    out.push_str(if indent.is_some() { ": " } else { ":" });
                    value.print(inner, out);
                });
            }
        }
    }
}

fn list<T>(
    open: char,
    close: char,
    indent: Option<usize>,
    out: &mut String,
    entries: &[T],
    mut print: impl FnMut(&T, &mut String),
) {
    let line = |out: &mut String, more: usize| {
        if let Some(depth) = indent
            && !entries.is_empty()
        {
            out.push('\n');
            out.push_str(&"  ".repeat(depth + more));
        }
    };
    out.push(open);
    for (i, entry) in entries.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        line(out, 1);
        print(entry, out);
    }
    line(out, 0);
    out.push(close);
}

/// A string as `JSON.stringify` prints it, with a reserved tag's `<` escaped if `guard`.
pub fn canonical(text: &str, guard: bool) -> String {
    let mut out = String::from("\"");
    for (at, c) in text.char_indices() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            '<' if guard && begins_tag(&text[at..]) => out.push_str("\\u003c"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A constant of the schema, as failures write it.
pub fn constant(value: &Value) -> String {
    match &value.data {
        Data::Null => "null".into(),
        Data::Bool(b) => b.to_string(),
        Data::Number(text) => text.clone(),
        Data::String(text) => canonical(&text.text, false),
        Data::Array(_) | Data::Object(_) => "a container".into(),
    }
}

/// Text outside JSON: a reserved tag's `<` is `&lt;`.
pub fn guarded(text: &str) -> String {
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        if c == '<' && begins_tag(&text[at..]) {
            out.push_str("&lt;");
        } else {
            out.push(c);
        }
    }
    out
}

/// An entry of a list: one line.
pub fn entry(text: &str) -> String {
    let breaks = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    guarded(&text.replace("\r\n", "\n").replace(breaks, " "))
}

const RESERVED: [&str; 5] =
    ["ui_passthrough", "llm_directives", "domain_rules", "action_suggestions", "tool_error"];

/// Whether `text`, which starts with `<`, is a reserved tag for a lenient reader.
fn begins_tag(text: &str) -> bool {
    let visible = text.chars().skip(1).filter(|&c| !is_ignored(c));
    let start: String = visible.take(20).map(|c| c.to_ascii_lowercase()).collect();
    RESERVED.iter().any(|name| start.starts_with(name))
}

/// White space, `/`, and the format characters (Unicode Cf).
fn is_ignored(c: char) -> bool {
    c == '/'
        || c.is_whitespace()
        || matches!(
            c,
            '\u{AD}'
                | '\u{600}'..='\u{605}'
                | '\u{61C}'
                | '\u{6DD}'
                | '\u{70F}'
                | '\u{890}'..='\u{891}'
                | '\u{8E2}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{2064}'
                | '\u{2066}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{110BD}'
                | '\u{110CD}'
                | '\u{13430}'..='\u{1343F}'
                | '\u{1BCA0}'..='\u{1BCA3}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0001}'
                | '\u{E0020}'..='\u{E007F}'
        )
}

/// What the blocks travel in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    Text,
    Blocks,
    Result,
    JsonRpcNumber(i64),
    JsonRpcText(String),
}

impl Frame {
    pub fn wrap(&self, blocks: &[String]) -> String {
        let quoted = |text: &String| canonical(text, false);
        let entries = || {
            let entries: Vec<String> = blocks
                .iter()
                .map(|block| format!("{{\"type\":\"text\",\"text\":{}}}", quoted(block)))
                .collect();
            format!("{{\"content\":[{}]}}", entries.join(","))
        };
        let line = |id: String| {
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{}}}", entries())
                .replace('\u{2028}', "\\u2028")
                .replace('\u{2029}', "\\u2029")
        };
        match self {
            Self::Text => blocks.join("\n\n"),
            Self::Blocks => {
                let blocks: Vec<String> = blocks.iter().map(quoted).collect();
                format!("[{}]", blocks.join(","))
            }
            Self::Result => entries(),
            Self::JsonRpcNumber(id) => line(id.to_string()),
            Self::JsonRpcText(id) => line(quoted(id)),
        }
    }
}
