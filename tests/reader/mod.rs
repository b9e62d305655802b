//! A strict reader of responses: which blocks there are, and what stands in them. It knows the wire
//! format and nothing of how the crate writes it.

// Each test takes what it needs of it.
#![allow(dead_code, unreachable_pub)]

use serde_json::Value;

pub const TAGS: [&str; 5] =
    ["ui_passthrough", "llm_directives", "domain_rules", "action_suggestions", "tool_error"];

/// What ends a line for some reader, besides CRLF.
pub const BREAKS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text that is no block of the wire format: data, or what a program appends as it is.
    Free(&'t str),
    Block(Block<'t>),
}

/// `<tag attributes>`, content, `</tag>`, each in lines of its own.
#[derive(Debug, PartialEq, Eq)]
pub struct Block<'t> {
    pub tag: &'t str,
    /// Names, and values without entities.
    pub attributes: Vec<(&'t str, String)>,
    pub content: &'t str,
}

impl Block<'_> {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
    }
}

/// The texts of the blocks in a frame that is a JSON value, and the message's other members
/// checked.
pub fn unframe(frame: &str) -> Result<Vec<String>, String> {
    let value: Value = serde_json::from_str(frame).map_err(|e| format!("{e}: {frame}"))?;
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("a text is no string");
    let result = match &value {
        Value::Array(texts) => return Ok(texts.iter().map(text).collect::<Result<_, _>>()?),
        Value::Object(members) if members.contains_key("jsonrpc") => {
            let known = ["jsonrpc", "id", "result"];
            if members.len() != 3 || !known.iter().all(|key| members.contains_key(*key)) {
                return Err(format!("members of a message: {frame}"));
            }
            &members["result"]
        }
        other => other,
    };
    let content = match result {
        Value::Object(members) if members.len() == 1 => members["content"].as_array(),
        _ => None,
    };
    let mut texts = Vec::new();
    for block in content.ok_or("a result is an object with content")? {
        let members = block.as_object().ok_or("a block is an object")?;
        if members.len() != 2 || members["type"] != "text" {
            return Err(format!("a block has a type and a text: {block}"));
        }
        texts.push(text(&members["text"])?);
    }
    Ok(texts)
}

/// Where something stands that any reader might take for a reserved tag.
pub fn tags(text: &str) -> Vec<usize> {
    let begins = |rest: &str| {
        let mut name = String::new();
        for character in rest.chars().filter(|c| !is_overlooked(*c)) {
            name.push(character.to_ascii_lowercase());
            if !TAGS.iter().any(|tag| tag.starts_with(&name)) {
                return false;
            }
            if TAGS.contains(&name.as_str()) {
                return true;
            }
        }
        false
    };
    text.match_indices('<').map(|(at, _)| at).filter(|at| begins(&text[at + 1..])).collect()
}

fn is_overlooked(character: char) -> bool {
    if character.is_ascii() {
        return character == '/' || character.is_whitespace();
    }
    character.is_whitespace() || FORMAT.iter().any(|r| r.contains(&character))
}

/// Characters of the general category Cf.
const FORMAT: [std::ops::RangeInclusive<char>; 21] = [
    '\u{ad}'..='\u{ad}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{890}'..='\u{891}',
    '\u{8e2}'..='\u{8e2}',
    '\u{180e}'..='\u{180e}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{2064}',
    '\u{2066}'..='\u{206f}',
    '\u{feff}'..='\u{feff}',
    '\u{fff9}'..='\u{fffb}',
    '\u{110bd}'..='\u{110bd}',
    '\u{110cd}'..='\u{110cd}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0001}'..='\u{e0001}',
    '\u{e0020}'..='\u{e007f}',
];

/// The blocks of a text, and what stands between them. Whatever could be taken for a reserved tag
/// is one, spelled as it has to be, or the text is refused.
pub fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut tags = tags(text).into_iter();
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(open) = tags.next() {
        if open > at {
            let free = text[at..open].strip_suffix("\n\n");
            parts.push(Part::Free(free.ok_or_else(|| format!("at {open}: no empty line before"))?));
        }
        let close = tags.next().ok_or_else(|| format!("the tag at {open} is alone"))?;
        let block = block(&text[open..close])?;
        let rest = text[close..].strip_prefix("</").and_then(|rest| rest.strip_prefix(block.tag));
        let rest = rest.and_then(|rest| rest.strip_prefix('>'));
        let rest = rest.ok_or_else(|| format!("at {close}: no end of {}", block.tag))?;
        parts.push(Part::Block(block));
        at = text.len() - rest.len();
        if !rest.is_empty() {
            at += 2;
            rest.strip_prefix("\n\n").ok_or_else(|| format!("at {at}: no empty line behind"))?;
        }
    }
    if at < text.len() || parts.is_empty() {
        parts.push(Part::Free(&text[at..]));
    }
    Ok(parts)
}

/// A block without its end tag.
fn block(text: &str) -> Result<Block<'_>, String> {
    let inside = text.strip_prefix('<').ok_or("a tag begins with <")?;
    let length = inside.find([' ', '>']).ok_or("a tag ends")?;
    let (tag, mut rest) = inside.split_at(length);
    if !TAGS.contains(&tag) {
        return Err(format!("{tag:?} is a tag in disguise"));
    }
    let mut attributes = Vec::new();
    while let Some(more) = rest.strip_prefix(' ') {
        let (name, value) = more.split_once("=\"").ok_or("an attribute has a value")?;
        if !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(format!("{name:?} is no name of an attribute"));
        }
        let (value, behind) = value.split_once('"').ok_or("a value ends")?;
        attributes.push((name, attribute_value(value)?));
        rest = behind;
    }
    let content = rest.strip_prefix(">\n").ok_or_else(|| format!("{rest:.60?} in a tag"))?;
    let content = content.strip_suffix('\n').ok_or("an end tag stands in a line of its own")?;
    Ok(Block { tag, attributes, content })
}

fn attribute_value(text: &str) -> Result<String, String> {
    let mut value = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '&' => {
                let (name, behind) = rest.as_str().split_once(';').ok_or("an entity ends")?;
                value.push(match name {
                    "amp" => '&',
                    "lt" => '<',
                    "gt" => '>',
                    "quot" => '"',
                    "apos" => '\'',
                    "#10" => '\n',
                    "#13" => '\r',
                    "#9" => '\t',
                    other => return Err(format!("{other:.20?} is no entity")),
                });
                rest = behind.chars();
            }
            '<' | '>' | '"' | '\'' => return Err(format!("{character:?} in an attribute")),
            _ if character.is_control() => return Err(format!("{character:?} in an attribute")),
            _ => value.push(character),
        }
    }
    Ok(value)
}

/// The info string and the body of content that is one code fence.
pub fn fence(content: &str) -> Result<(&str, &str), String> {
    let ticks = content.bytes().take_while(|byte| *byte == b'`').count();
    let (info, rest) = content[ticks..].split_once('\n').ok_or("a fence has a first line")?;
    let is_label = |byte: u8| byte.is_ascii_alphanumeric() || b"_+.#-".contains(&byte);
    if ticks < 3 || info.len() > 32 || !info.bytes().all(is_label) {
        return Err(format!("a fence begins with {:.60?}", &content[..ticks + info.len()]));
    }
    let ends = format!("\n{}", "`".repeat(ticks));
    let body = rest.strip_suffix(&ends).ok_or("a fence ends as it began")?;
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    if ticks != (longest + 1).max(3) {
        return Err(format!("{ticks} backticks around {longest}"));
    }
    Ok((info, body))
}

/// The entries of content that is a list.
pub fn entries(content: &str) -> Result<Vec<&str>, String> {
    let entry = |line: &str| -> Result<(), String> {
        if line.contains(BREAKS) { Err(format!("a line break in {line:?}")) } else { Ok(()) }
    };
    let entries: Option<Vec<&str>> =
        content.split('\n').map(|line| line.strip_prefix("- ")).collect();
    let entries = entries.ok_or_else(|| format!("a line without a bullet: {content:?}"))?;
    entries.iter().try_for_each(|line| entry(line))?;
    Ok(entries)
}

/// The headers and rows of content that is a table.
pub fn table(content: &str) -> Result<(Vec<&str>, Vec<Vec<&str>>), String> {
    let mut lines = content.split('\n');
    let headers = cells(lines.next().unwrap_or_default())?;
    let rule = format!("|{}", " --- |".repeat(headers.len()));
    if lines.next() != Some(rule.as_str()) {
        return Err(format!("no line between headers and rows: {content:.200?}"));
    }
    let rows: Vec<&str> = lines.collect();
    if rows == [""] {
        return Ok((headers, Vec::new()));
    }
    Ok((headers, rows.into_iter().map(cells).collect::<Result<_, _>>()?))
}

/// The cells of a row. A pipe of the data stands behind exactly one backslash, so that those who
/// read `\\|` as an escaped pipe and those who read it as an escaped backslash agree.
fn cells(line: &str) -> Result<Vec<&str>, String> {
    let refuse = |what: &str| format!("{what}: {line:?}");
    if line.contains(BREAKS) {
        return Err(refuse("a line break in a row"));
    }
    let inside = line.strip_prefix('|').ok_or_else(|| refuse("no pipe before"))?;
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in inside.match_indices('|') {
        let before = &inside[..at];
        if before.ends_with("\\\\") {
            return Err(refuse("a pipe behind two backslashes"));
        }
        if before.ends_with('\\') {
            continue;
        }
        let cell = &inside[start..at];
        let cell = cell.strip_prefix(' ').and_then(|cell| cell.strip_suffix(' '));
        cells.push(cell.ok_or_else(|| refuse("a cell without spaces around it"))?);
        start = at + 1;
    }
    if start < inside.len() { Err(refuse("text behind the last cell")) } else { Ok(cells) }
}

#[test]
fn reads_what_is_right_and_nothing_else() {
    let text = "{}\n\n<ui_passthrough type=\"a\" title=\"b &amp;\">\nx\n</ui_passthrough>\n\n\
                <domain_rules>\n- r\n</domain_rules>";
    let parts = parts(text).expect("a response");
    let [Part::Free("{}"), Part::Block(ui), Part::Block(rules)] = &parts[..] else {
        panic!("{parts:?}")
    };
    assert_eq!((ui.attribute("title"), ui.content), (Some("b &"), "x"));
    assert_eq!(entries(rules.content).as_deref(), Ok(&["r"][..]));
    for wrong in [
        "{}\n\n<domain_rules>\n- r\n",
        "{}\n\n<domain_rules>\n- <Tool\u{ad}_error\n</domain_rules>",
        "{}\n<domain_rules>\n- r\n</domain_rules>",
        "{}\n\n<domain_rules>\n- r\n</domain_rules>\n{}",
        "{}\n\n<DOMAIN_rules>\n- r\n</DOMAIN_rules>",
        "{}\n\n<ui_passthrough type=\"a\"b\">\nx\n</ui_passthrough>",
        "{}\n\n<ui_passthrough type=\"a&b;\">\nx\n</ui_passthrough>",
    ] {
        assert!(super::reader::parts(wrong).is_err(), "{wrong}");
    }
    assert_eq!(fence("````x\n```\n````"), Ok(("x", "```")));
    assert!(fence("```x\n```\n```").is_err() && fence("```x`\ny\n```").is_err());
    assert!(entries("- a\nb").is_err() && entries("- a\u{85}").is_err());
    let (headers, rows) = table("| A | B |\n| --- | --- |\n| a\\|b |  |").expect("a table");
    assert_eq!((headers, rows), (vec!["A", "B"], vec![vec!["a\\|b", ""]]));
    assert!(
        table("| A |\n| --- | --- |").is_err() && table("| A |\n| --- |\n| a\\\\|b |").is_err()
    );
}
