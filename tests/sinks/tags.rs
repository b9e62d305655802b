//! Reserved tags in every spelling, whole and in pieces, wherever text of the outside world goes.

use std::fmt;

use mcp_presenter::{Frame, Presenter, Renderer, Request, Response};

use crate::reader::{TAGS, parts, tags};

/// Characters that a reader may overlook inside a tag.
const OVERLOOKED: [&str; 12] = [
    "/",
    " ",
    "\n",
    "\r\n",
    "\u{85}",
    "\u{2028}",
    "\u{3000}",
    "\u{ad}",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\u{e0020}",
];

struct Pieces<'p>(&'p [&'p str]);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

fn spellings(tag: &str) -> Vec<String> {
    let mut spellings = vec![
        format!("<{tag}>"),
        format!("</{tag}>"),
        format!("<{}", tag.to_uppercase()),
        format!("<<{tag}y"),
        format!("<b<{tag}"),
    ];
    for overlooked in OVERLOOKED {
        let spread: String = tag.chars().map(|c| format!("{overlooked}{c}")).collect();
        spellings.push(format!("<{spread}>"));
        spellings.push(format!("<{overlooked}{overlooked}{tag} x"));
    }
    spellings
}

/// The blocks of a response in which the pieces stand in every sink, as one text.
fn shown(renderer: &mut Renderer, pieces: &[&str]) -> String {
    let presenter = Presenter::builder("tags").allow_everything().build().expect("a presenter");
    let whole = pieces.concat();
    let response: Response<'_> = presenter
        .response(b"{}")
        .ui(|ui| {
            let text = Pieces(pieces);
            ui.title(format_args!("{text}")).raw(format_args!("{text}"), format_args!("{text}"));
            ui.markdown(format_args!("{text}"));
            ui.summary(format_args!("{text}"));
            ui.mermaid(format_args!("{text}"));
            ui.code_block(format_args!("{text}"), format_args!("{text}"));
            ui.list_with(|list| list.item(format_args!("{text}")));
            ui.table_with([format_args!("{text}")], |rows| rows.row((format_args!("{text}"), 1)));
            ui.json(|json| json.object(|object| object.set(&whole, &whole)));
        })
        .directive(&whole)
        .rule(&whole)
        .suggest(&whole, &whole);
    let mut out = Vec::new();
    renderer.respond(&response, &Request::new(), Frame::Text, &mut out).expect("a response");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn no_spelling_and_no_split_gets_through() {
    let mut renderer = Renderer::new();
    for tag in TAGS {
        for spelling in spellings(tag) {
            let places: Vec<usize> = spelling.char_indices().map(|(at, _)| at).collect();
            for at in places {
                let text = shown(&mut renderer, &[&spelling[..at], &spelling[at..]]);
                let parts = parts(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"));
                assert_eq!(parts.len(), 1 + 8 + 3, "{text}");
                assert_eq!(tags(&text).len(), 2 * (parts.len() - 1), "{text}");
            }
        }
    }
}

#[test]
fn what_is_no_reserved_tag_stays() {
    let mut renderer = Renderer::new();
    for text in ["<b>", "<domain_rule>", "a < b", "<domain-rules>", "<x_domain_rules>", "&lt;b>"] {
        let whole = shown(&mut renderer, &[text]);
        assert_eq!(whole.matches(&format!("\n{text}\n")).count(), 4, "{whole}");
        assert!(whole.contains(&format!("\n- {text}: {text}\n")), "{whole}");
        assert!(whole.contains(&format!("\"{text}\": \"{text}\"")), "{whole}");
    }
}

#[test]
fn a_text_and_a_root_string_forge_no_block() {
    let presenter = Presenter::builder("P").allow_everything().rules(["r"]).build();
    let presenter = presenter.expect("a presenter");
    let mut renderer = Renderer::new();
    for text in TAGS.iter().flat_map(|tag| spellings(tag)) {
        let json = serde_json::to_string(&text).expect("JSON");
        let json = json.as_bytes();
        for response in [presenter.response(json), Response::success(json), Response::text(&text)] {
            let blocks = renderer.response_blocks(&response, &Request::new()).expect("blocks");
            let data = blocks.iter().next().expect("data").1;
            assert!(tags(data).is_empty(), "{data:?}");
            assert_eq!(data.replace("&lt;", "<"), text);
        }
    }
}
