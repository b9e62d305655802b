//! The same content read by a parser of CommonMark.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::hostile::{What, Written, folded, same_text};

/// What a parser finds at the top of a content.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Info string and body of each code block.
    pub(crate) code: Vec<(String, String)>,
    /// Columns of each table, and for each of its rows the texts of its cells.
    pub(crate) tables: Vec<(usize, Vec<Vec<String>>)>,
    /// Items of each list.
    pub(crate) lists: Vec<usize>,
    /// Anything else.
    pub(crate) others: usize,
}

/// Reads a content. Lists and code inside of others are not counted.
pub(crate) fn read(content: &str) -> Found {
    let mut found = Found::default();
    let mut depth = 0;
    let mut options = Options::empty();
    options.insert(Options::ENABLE_TABLES);
    for event in Parser::new_ext(content, options) {
        match event {
            Event::Start(tag) => {
                match (depth, tag) {
                    (0, Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                        found.code.push((info.into_string(), String::new()));
                    }
                    (0, Tag::Table(columns)) => found.tables.push((columns.len(), Vec::new())),
                    (0, Tag::List(None)) => found.lists.push(0),
                    (0, _) => found.others += 1,
                    (1, Tag::Item) => *found.lists.last_mut().expect("a list") += 1,
                    (1, Tag::TableHead | Tag::TableRow) => {
                        found.tables.last_mut().expect("a table").1.push(Vec::new());
                    }
                    (2, Tag::TableCell) => {
                        let (_, rows) = found.tables.last_mut().expect("a table");
                        rows.last_mut().expect("a row").push(String::new());
                    }
                    _ => {}
                }
                depth += 1;
            }
            Event::End(end) => {
                depth -= 1;
                assert!(depth > 0 || !matches!(end, TagEnd::Item | TagEnd::TableCell));
            }
            Event::Text(text) if depth == 1 && !found.code.is_empty() => {
                found.code.last_mut().expect("a code block").1.push_str(&text);
            }
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => {
                if let Some(cell) =
                    found.tables.last_mut().and_then(|(_, rows)| rows.last_mut()?.last_mut())
                {
                    cell.push_str(&text);
                }
            }
            Event::Rule if depth == 0 => found.others += 1,
            _ => {}
        }
    }
    found
}

/// Whether a list entry by itself is a line that CommonMark takes for a thematic break: `- --`.
pub(crate) fn is_rule(entry: &str) -> bool {
    let dashes = entry.bytes().filter(|byte| *byte == b'-').count();
    dashes >= 2 && entry.bytes().all(|byte| b"- \t".contains(&byte))
}

/// Reads what a hook has written and counts.
pub(crate) fn check(written: &Written<'_>) {
    let content = written.content.as_str();
    let found = read(content);
    let one_fence = |text: &str| {
        // The line break behind the text joins a carriage return at its end.
        let text = text.strip_suffix('\r').unwrap_or(text);
        let lines = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
        assert_eq!((found.code.len(), found.others), (1, 0), "{content:?}");
        let body = found.code[0].1.replace('\0', "\u{fffd}").replace('\r', "\n");
        assert!(same_text(&body, &format!("{lines}\n")), "{body:?} of {content:?}");
    };
    match &written.shown.what {
        What::Mermaid(text) | What::Code(_, text) => one_fence(&text.shown(false)),
        What::Json(_) | What::Echarts(_) => {
            assert_eq!((found.code.len(), found.others), (1, 0), "{content:?}");
        }
        What::List(items) if !items.is_empty() => {
            if items.iter().any(|item| is_rule(&folded(&item.shown(false), " "))) {
                return;
            }
            assert_eq!((&found.lists[..], found.others), (&[items.len()][..], 0), "{content:?}");
        }
        What::Table(headers, rows) => {
            let [(columns, lines)] = &found.tables[..] else { panic!("{content:?}") };
            assert_eq!(
                (*columns, lines.len(), found.others),
                (headers.len(), rows.len() + 1, 0),
                "{content:?}"
            );
        }
        What::Markdown(_) | What::Summary(_) | What::Raw(..) | What::List(_) => {}
    }
}
