//! The places that text is written to, and what each of them asks for.

use super::number;
use super::write::Out;

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

/// What ends a line for some reader; CRLF is one of them.
const BREAKS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// An entry of a list: one line.
pub fn entry(text: &str) -> String {
    guarded(&text.replace("\r\n", "\n").replace(BREAKS, " "))
}

/// A cell of a table.
pub fn cell(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        match c {
            '|' if before == Some('\\') => out.push_str("&#124;"),
            '|' => out.push_str("\\|"),
            '<' if begins_tag(&text[at..]) => out.push_str("&lt;"),
            _ if BREAKS.contains(&c) => out.push_str("<br>"),
            _ => out.push(c),
        }
        before = Some(c);
    }
    out
}

/// The value of an attribute.
pub fn attribute(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            _ if c.is_control() => out.push('\u{FFFD}'),
            _ => out.push(c),
        }
    }
    out
}

/// A fenced block. The body is written already.
pub fn fence(language: &str, body: &str) -> String {
    let kept = |c: &char| c.is_ascii_alphanumeric() || "_+.#-".contains(*c);
    let info: String = language.chars().filter(kept).take(32).collect();
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat((longest + 1).max(3));
    format!("{ticks}{info}\n{body}\n{ticks}")
}

/// What a value looks like in text.
pub fn plain(value: &Out) -> String {
    match value {
        Out::Null => "null".into(),
        Out::Bool(b) => b.to_string(),
        Out::Number(text) => number::canonical(text),
        Out::String(text) => text.clone(),
        Out::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(or_nothing).collect();
            elements.join(",")
        }
        Out::Object(_) => canonical(value).text(false),
    }
}

/// The same, but of null nothing: in a cell and inside an array.
pub fn or_nothing(value: &Out) -> String {
    match value {
        Out::Null => String::new(),
        other => plain(other),
    }
}

/// The tree with its numbers as text shows them.
fn canonical(value: &Out) -> Out {
    match value {
        Out::Number(text) => Out::Number(number::canonical(text)),
        Out::Array(elements) => Out::Array(elements.iter().map(canonical).collect()),
        Out::Object(members) => {
            Out::Object(members.iter().map(|(key, v)| (key.clone(), canonical(v))).collect())
        }
        other => other.clone(),
    }
}

const RESERVED: [&str; 5] =
    ["ui_passthrough", "llm_directives", "domain_rules", "action_suggestions", "tool_error"];

/// Whether `text`, which starts with `<`, is a reserved tag for a lenient reader.
pub fn begins_tag(text: &str) -> bool {
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
