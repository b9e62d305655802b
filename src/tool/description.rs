//! A tool's description: a sentence, and its actions as TOON.

use std::collections::HashMap;

use crate::emit::context::Plain;
use crate::emit::text::write_foreign;
use crate::emit::toon::options::ToonOptions;
use crate::emit::toon::{ToonMemory, write_document};
use crate::text::string::quote;
use crate::walk::drive::NOWHERE;
use crate::walk::events::{Events, Sink, StringText};

use super::action::Action;
use super::builder::{Inner, Tool};

impl Tool {
    /// What an agent reads about the tool before it calls it: what the tool is for, the parameter
    /// that selects an action, and the actions, each with its description and the arguments that it
    /// cannot do without.
    ///
    /// The actions are written like data: TOON decides whether they are a table, and every text is
    /// quoted and loses reserved tags as it would [there](crate::toon). Where some actions of a
    /// group are [destructive](Action::destructive) and others not, their keys differ and the group
    /// is a list. A tool with one action that is not [grouped](crate::ToolBuilder::grouped) has
    /// nothing to choose from, and only the sentence is written. Groups stand in the order of their
    /// first actions.
    ///
    /// Linear in the declaration; allocates the text, a list of the groups and scratch for a row.
    ///
    /// ```
    /// use mcp_presenter::toon::ToonOptions;
    /// use mcp_presenter::{Action, Tool, t};
    ///
    /// let desk = Tool::builder("desk")
    ///     .grouped(true)
    ///     .discriminator("op")
    ///     .action(Action::new("list").describe("List loans: all").group("loans"))
    ///     .action(Action::new("drop").input([t::string("id")]).destructive(true).group("members"))
    ///     .build()?;
    /// assert_eq!(
    ///     desk.toon_description(ToonOptions::new()),
    ///     "desk. Select operation via the `op` parameter.\n\
    ///      \n\
    ///      loans[1|]{action|desc|required}:\n  \
    ///        list|\"List loans: all\"|\"\"\n\
    ///      members[1|]{action|desc|required|destructive}:\n  \
    ///        drop|\"\"|id|true"
    /// );
    /// # Ok::<(), mcp_presenter::BuildErrors>(())
    /// ```
    #[must_use]
    pub fn toon_description(&self, options: ToonOptions) -> String {
        let tool = &*self.0;
        let about = tool.describe.as_ref().filter(|text| !text.is_empty()).unwrap_or(&tool.name);
        let selector = &tool.discriminator;
        let sentence = format!("{about}. Select operation via the `{selector}` parameter.");
        let mut out = Vec::new();
        write_foreign::<Plain>(&mut out, sentence.chars());
        if tool.is_grouped || tool.actions.len() > 1 {
            out.extend_from_slice(b"\n\n");
            let mut memory = ToonMemory::default();
            memory.begin();
            write_document::<Plain>(&mut Actions::of(tool), options, &mut memory, &mut out);
        }
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// The actions as a value: an array of them, or an object of arrays, one for each group.
enum Actions<'t> {
    Ungrouped(&'t [Action]),
    /// With its name each, in the order of their first actions.
    Groups(Vec<(&'t str, Vec<&'t Action>)>),
}

impl<'t> Actions<'t> {
    fn of(tool: &'t Inner) -> Self {
        if !tool.is_grouped {
            return Self::Ungrouped(&tool.actions);
        }
        let (mut places, mut groups) = (HashMap::new(), Vec::new());
        for action in &tool.actions {
            let name = action.group_name();
            let place = *places.entry(name).or_insert_with(|| {
                groups.push((name, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(action);
        }
        Self::Groups(groups)
    }
}

impl Events for Actions<'_> {
    fn send<S: Sink>(&mut self, sink: &mut S) {
        match self {
            Self::Ungrouped(actions) => send_array(actions.iter(), sink),
            Self::Groups(groups) => {
                sink.begin_object();
                for (name, actions) in groups {
                    let quoted = quote(name);
                    let inner = &quoted.as_bytes()[1..quoted.len() - 1];
                    sink.data_key(StringText { raw: inner, special: true, offset: NOWHERE });
                    send_array(actions.iter().copied(), sink);
                }
                sink.end_object();
            }
        }
    }
}

fn send_array<'t>(actions: impl Iterator<Item = &'t Action>, sink: &mut impl Sink) {
    sink.begin_array(NOWHERE);
    for action in actions {
        sink.element();
        sink.begin_object();
        send_text("action", action.name.chars(), sink);
        send_text("desc", action.describe.chars(), sink);
        send_text("required", joined(action), sink);
        if action.is_destructive {
            send_key("destructive", sink);
            sink.scalar(b"true", NOWHERE);
        }
        sink.end_object();
    }
    sink.end_array();
}

/// The characters of what an action requires, with a comma between two.
fn joined(action: &Action) -> impl Iterator<Item = char> + Clone {
    let names = action.required().enumerate();
    names.flat_map(|(at, name)| if at == 0 { "" } else { "," }.chars().chain(name.chars()))
}

fn send_text(key: &str, text: impl Iterator<Item = char> + Clone, sink: &mut impl Sink) {
    send_key(key, sink);
    sink.characters(text);
}

/// Sends a key of ours, which needs no escape.
fn send_key(key: &str, sink: &mut impl Sink) {
    sink.data_key(StringText { raw: key.as_bytes(), special: false, offset: NOWHERE });
}
