//! Tools that are described with hostile text: what is said of them is what was declared.

use mcp_presenter::toon::{DecodeOptions, ToonOptions, decode};
use mcp_presenter::{Action, Tool, t};
use serde_json::{Map, Value, json};

use super::{Source, same_text};
use crate::reader::tags;

/// A tool, and how its actions are written.
#[derive(Clone, Debug)]
pub struct Described {
    options: ToonOptions,
    indent: u8,
    name: String,
    about: String,
    is_grouped: bool,
    actions: Vec<Declared>,
}

#[derive(Clone, Debug)]
struct Declared {
    name: String,
    about: String,
    group: String,
    arguments: Vec<String>,
    is_destructive: bool,
}

impl Described {
    /// What these bytes say.
    pub fn read(source: &mut Source<'_>) -> Self {
        let groups =
            ["_ungrouped".to_owned(), format!("g{}", source.piece()), source.piece() + "g"];
        let mut at = 0;
        let mut action = |source: &mut Source<'_>| {
            at += 1;
            let front = if source.flag() { "x" } else { "" };
            Declared {
                name: format!("{front}{}{at}", source.piece()),
                about: source.piece(),
                group: groups[source.below(3)].clone(),
                arguments: source.list(3, |source| source.piece() + "x"),
                is_destructive: source.flag(),
            }
        };
        let indent = source.indent();
        Self {
            options: source.toon_with(None, indent),
            indent,
            name: source.piece() + "tool",
            about: source.piece(),
            is_grouped: source.flag(),
            actions: (0..1 + source.below(5)).map(|_| action(source)).collect(),
        }
    }

    fn tool(&self) -> Tool {
        let actions = self.actions.iter().map(|declared| {
            let arguments = declared.distinct().into_iter().map(t::string);
            let action = Action::new(&declared.name)
                .describe(&declared.about)
                .input(arguments)
                .destructive(declared.is_destructive);
            match declared.group.as_str() {
                "_ungrouped" => action,
                group => action.group(group),
            }
        });
        let tool = Tool::builder(&self.name).describe(&self.about).grouped(self.is_grouped);
        tool.actions(actions).build().unwrap_or_else(|errors| panic!("{errors}"))
    }

    /// The actions, as they are to be read.
    fn expected(&self) -> Value {
        if !self.is_grouped {
            return self.actions.iter().map(Declared::expected).collect();
        }
        let mut groups: Map<String, Value> = Map::new();
        for action in &self.actions {
            let group = groups.entry(action.group.clone()).or_insert_with(|| json!([]));
            group.as_array_mut().expect("actions").push(action.expected());
        }
        groups.into()
    }

    /// No text makes a tag, and the table holds the actions that were declared.
    pub fn check(&self) {
        let text = self.tool().toon_description(self.options);
        assert_eq!(tags(&text), [0_usize; 0], "{text:?}");
        let about = if self.about.is_empty() { &self.name } else { &self.about };
        let sentence = format!("{about}. Select operation via the `action` parameter.");
        if !self.is_grouped && self.actions.len() == 1 {
            assert!(same_text(&text, &sentence), "{text:?} of {sentence:?}");
            return;
        }
        let mut ends = text.match_indices("\n\n").map(|(at, _)| at);
        let end = ends.find(|at| same_text(&text[..*at], &sentence));
        let end = end.unwrap_or_else(|| panic!("{text:?} of {sentence:?}"));
        let (toon, mut json) = (&text[end + 2..], Vec::new());
        let options = DecodeOptions::new().indent(self.indent.into());
        decode(toon.as_bytes(), &options, &mut json)
            .unwrap_or_else(|error| panic!("{error}: {toon:?}"));
        let read: Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!(read, self.expected(), "{toon}");
    }
}

impl Declared {
    fn distinct(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in &self.arguments {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    fn expected(&self) -> Value {
        let required = self.distinct().join(",");
        let mut action = json!({"action": self.name, "desc": self.about, "required": required});
        if self.is_destructive {
            action["destructive"] = true.into();
        }
        action
    }
}
