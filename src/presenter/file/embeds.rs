//! Children of a presenter: written in their place, or shared by name.

use std::collections::HashMap;

use super::declaration::Declaration;
use super::members::{Form, list};
use super::tree::{Fault, Node, Read, Value};

/// How many presenters may be embedded in each other. Each takes a level of the data as well.
const DEEPEST: usize = 128;

const EMBED: Form = Form { what: "an embed", known: &["key", "presenter"] };

/// A child and the key under which its data stands.
#[derive(Debug)]
pub(super) struct Embed {
    pub(super) key: String,
    pub(super) child: Child,
}

#[derive(Debug)]
pub(super) enum Child {
    Inline(Box<Declaration>),
    /// One of the file's own presenters, and where it is named.
    Named(String, usize),
}

/// Why the children of a file cannot be found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unresolved {
    Fault(Fault),
    /// Presenters that embed each other in a circle: `Order > Customer > Order`.
    Circle(String),
}

impl From<Fault> for Unresolved {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

pub(super) fn embeds(node: &Node<'_>) -> Read<Vec<Embed>> {
    node.each("an array of embeds", |node| {
        let (mut key, mut child) = (None, None);
        for member in node.members("an embed: {\"key\": …, \"presenter\": …}")? {
            let value = &member.value;
            match member.key.as_str() {
                "key" => key = Some(value.string()?.to_owned()),
                "presenter" => {
                    child = Some(match &value.value {
                        Value::String(name) => Child::Named(name.clone(), value.place),
                        Value::Object(_) => Child::Inline(Box::new(Declaration::read(value)?)),
                        _ => return Err(value.expected("a presenter or the name of one")),
                    });
                }
                _ => return Err(EMBED.refuse(member)),
            }
        }
        match (key, child) {
            (Some(key), Some(child)) => Ok(Embed { key, child }),
            _ => Err(Fault::new(node.place, "an embed needs \"key\" and \"presenter\"")),
        }
    })
}

/// The presenters that a file can name: itself, and those that its member `presenters` holds.
pub(super) struct Names<'d>(HashMap<&'d str, &'d Declaration>);

impl<'d> Names<'d> {
    /// Finds every name of the file, and sees to it that nothing embeds itself.
    pub(super) fn of(file: &'d Declaration) -> Result<Self, Unresolved> {
        let mut names = Self(HashMap::new());
        for declaration in std::iter::once(file).chain(&file.presenters) {
            if names.0.insert(&declaration.name, declaration).is_some() {
                let message = format!("there are two presenters {:?}", declaration.name);
                return Err(Fault::new(declaration.name_place, message).into());
            }
        }
        let mut walk = Walk { names: &names, heights: HashMap::new(), path: Vec::new() };
        walk.named(file)?;
        for declaration in &file.presenters {
            walk.named(declaration)?;
        }
        Ok(names)
    }

    /// The presenter of an embed.
    pub(super) fn find(&self, child: &'d Child) -> Read<&'d Declaration> {
        match child {
            Child::Inline(declaration) => Ok(declaration),
            Child::Named(name, place) => self.0.get(name.as_str()).copied().ok_or_else(|| {
                let mut known: Vec<_> = self.0.keys().copied().collect();
                known.sort_unstable();
                let known = list(&known, "and");
                Fault::new(*place, format!("unknown presenter {name:?}; the file has {known}"))
            }),
        }
    }
}

struct Walk<'n, 'd> {
    names: &'n Names<'d>,
    /// How many levels the presenters with a name have, once that is known.
    heights: HashMap<&'d str, usize>,
    /// The presenters from the file down to the one at hand.
    path: Vec<&'d Declaration>,
}

impl<'d> Walk<'_, 'd> {
    fn named(&mut self, declaration: &'d Declaration) -> Result<usize, Unresolved> {
        if let Some(height) = self.heights.get(declaration.name.as_str()) {
            return Ok(*height);
        }
        if let Some(start) = self.path.iter().position(|open| std::ptr::eq(*open, declaration)) {
            let circle = self.path[start..].iter().map(|open| open.name.as_str());
            let circle: Vec<_> = circle.chain([declaration.name.as_str()]).collect();
            return Err(Unresolved::Circle(circle.join(" > ")));
        }
        let height = self.enter(declaration)?;
        self.heights.insert(&declaration.name, height);
        Ok(height)
    }

    /// Follows the embeds of a presenter; gives the number of levels it has, itself included.
    fn enter(&mut self, declaration: &'d Declaration) -> Result<usize, Unresolved> {
        self.path.push(declaration);
        let mut height = 1;
        for embed in &declaration.embeds {
            let child = self.names.find(&embed.child)?;
            let below = match &embed.child {
                _ if self.path.len() >= DEEPEST => DEEPEST,
                Child::Inline(_) => self.enter(child)?,
                Child::Named(..) => self.named(child)?,
            };
            height = height.max(below + 1);
            if height > DEEPEST {
                let message = format!("more than {DEEPEST} presenters embedded in each other");
                return Err(Fault::new(child.name_place, message).into());
            }
        }
        self.path.pop();
        Ok(height)
    }
}

#[cfg(test)]
mod tests {
    use super::super::declaration::Declaration;
    use super::super::from_json;
    use super::{Fault, Names, Unresolved};

    /// A file whose presenters embed others: `"Order: customer lines; Line: product"`, the first of
    /// them the file itself.
    fn file(text: &str) -> String {
        let mut presenters = text.split(';').map(|presenter| {
            let (name, children) = presenter.split_once(':').expect("a name");
            let embeds: Vec<_> = children
                .split_whitespace()
                .map(|child| format!(r#"{{"key": "k", "presenter": {child}}}"#))
                .collect();
            format!(r#"{{"name": "{}", "embeds": [{}]}}"#, name.trim(), embeds.join(", "))
        });
        let first = presenters.next().expect("a presenter");
        let others: Vec<_> = presenters.collect();
        let body = first.strip_suffix('}').expect("an object");
        format!("{body}, \"presenters\": [{}]}}", others.join(", "))
    }

    fn resolve(text: &str) -> Result<(), Unresolved> {
        let node = from_json::read(text).expect("JSON");
        Names::of(&Declaration::file(&node)?).map(|_| ())
    }

    #[test]
    fn names_are_found_wherever_they_stand() {
        for text in [
            "A:",
            r#"A: "B"; B:"#,
            r#"A: "B" "B" "C"; B: "C"; C:"#,
            r#"A: "C" {"name":"I","embeds":[{"key":"k","presenter":"B"}]}; B: "C"; C:"#,
            // An inline presenter has no name that others could use.
            r#"A: {"name":"A"} {"name":"B"}; B:"#,
        ] {
            assert_eq!(resolve(&file(text)), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_circle_is_named() {
        for (text, circle) in [
            (r#"A: "A""#, "A > A"),
            (r#"Order: "Customer"; Customer: "Order""#, "Order > Customer > Order"),
            (r#"A: "B"; B: "C"; C: "D"; D: "B""#, "B > C > D > B"),
            (r#"A: {"name":"I","embeds":[{"key":"k","presenter":"A"}]}"#, "A > I > A"),
            // Of presenters that nothing uses.
            (r#"A: ; B: "C"; C: "B""#, "B > C > B"),
        ] {
            assert_eq!(resolve(&file(text)), Err(Unresolved::Circle(circle.into())), "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        let wrong = |text: &str| {
            let text = file(text);
            match resolve(&text) {
                Err(Unresolved::Fault(Fault { place, message })) => {
                    (text[place..].to_owned(), message)
                }
                other => panic!("{text}: {other:?}"),
            }
        };
        let (rest, message) = wrong(r#"A: "B" "X"; B:"#);
        assert!(rest.starts_with("\"X\""), "{rest}");
        assert_eq!(message, "unknown presenter \"X\"; the file has \"A\" and \"B\"");
        let (rest, message) = wrong("A: ; B: ; B:");
        assert!(rest.starts_with("\"B\", \"embeds\": []}]}"), "{rest}");
        assert_eq!(message, "there are two presenters \"B\"");
        assert_eq!(wrong("A: ; A:").1, "there are two presenters \"A\"");
        for (child, part) in [
            ("1", "expected a presenter or the name of one"),
            (r#"{"name":"B","presenters":[]}"#, "\"presenters\" stands at the top of a file"),
            (r#"{"name":"B","shema":[]}"#, "unknown member \"shema\""),
            (r#"{}"#, "needs a \"name\""),
        ] {
            let message = wrong(&format!("A: {child}")).1;
            assert!(message.contains(part), "{child}: {message}");
        }
    }

    #[test]
    fn what_is_embedded_too_deep_is_refused() {
        let chain = |names: &[usize]| {
            let presenter = |(at, name): (usize, &usize)| match names.get(at + 1) {
                Some(next) => format!("P{name}: \"P{next}\""),
                None => format!("P{name}:"),
            };
            names.iter().enumerate().map(presenter).collect::<Vec<_>>()
        };
        for (length, fits) in [(128, true), (129, false), (10_000, false)] {
            let mut presenters = chain(&(0..length).collect::<Vec<_>>());
            assert_eq!(resolve(&file(&presenters.join("; "))).is_ok(), fits, "{length}");
            // From the last to the first, so that each step down is known before.
            presenters[1..].reverse();
            presenters[0] = "P0:".to_owned();
            assert_eq!(resolve(&file(&presenters.join("; "))).is_ok(), length <= 129, "{length}");
        }
        // Two ways down from each are not twice the work each.
        let ladder: Vec<_> =
            (0..100).map(|at| format!("P{at}: \"P{0}\" \"P{0}\"", at + 1)).collect();
        assert_eq!(resolve(&file(&format!("{}; P100:", ladder.join("; ")))), Ok(()));
    }
}
