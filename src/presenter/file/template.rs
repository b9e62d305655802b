//! Texts with places for values of the data, and JSON made of such texts.

use super::tree::{Node, Read, Value};

/// What the places of an entry's texts can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Nothing: a brace is a brace.
    Plain,
    /// The fields of the item.
    Item,
    /// The number of items that are shown, as `length`. No field: there are many items.
    Collection,
}

/// A text, cut at the places where values of the data go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text of the file, never empty.
    Text(String),
    /// The text of the value at a path, nothing if it is absent.
    Field(FieldPath),
    /// The number of items that are shown.
    Length,
}

/// A dotted path of keys, which counts from the item and goes into objects alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldPath {
    pub(super) keys: Vec<String>,
}

impl FieldPath {
    pub(super) fn new(text: &str) -> Self {
        Self { keys: text.split('.').map(str::to_owned).collect() }
    }
}

impl Template {
    /// Cuts `text` where `{path}` stands: from a brace to the next closing one. A brace that none
    /// closes is text.
    pub(super) fn new(text: &str, scope: Scope) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text;
        let push_text = |pieces: &mut Vec<Piece>, text: &str| match pieces.last_mut() {
            _ if text.is_empty() => {}
            // The place before it was empty.
            Some(Piece::Text(before)) => before.push_str(text),
            _ => pieces.push(Piece::Text(text.to_owned())),
        };
        while scope != Scope::Plain
            && let Some((before, path, behind)) = next_place(rest)
        {
            push_text(&mut pieces, before);
            match scope {
                Scope::Collection if path == "length" => pieces.push(Piece::Length),
                Scope::Collection | Scope::Plain => {}
                Scope::Item => pieces.push(Piece::Field(FieldPath::new(path))),
            }
            rest = behind;
        }
        push_text(&mut pieces, rest);
        Self { pieces }
    }

    pub(super) fn read(node: &Node<'_>, scope: Scope) -> Read<Self> {
        Ok(Self::new(node.string()?, scope))
    }

    /// The text of a template without places.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }
}

/// The first `{path}` of `text`, with what is before and behind it.
fn next_place(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (path, behind) = rest.split_once('}')?;
    Some((before, path, behind))
}

/// JSON whose strings are `S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JsonTree<S> {
    Null,
    Boolean(bool),
    /// In the grammar of JSON.
    Number(String),
    String(S),
    Array(Vec<JsonTree<S>>),
    /// In the file's order, each key once.
    Object(Vec<(String, JsonTree<S>)>),
}

impl JsonTree<String> {
    /// Reads a constant.
    pub(super) fn constant(node: &Node<'_>) -> Read<Self> {
        Self::read_with(node, &str::to_owned)
    }
}

impl JsonTree<Template> {
    /// Reads JSON whose strings, but not its keys, are templates.
    pub(super) fn read(node: &Node<'_>, scope: Scope) -> Read<Self> {
        Self::read_with(node, &|text| Template::new(text, scope))
    }
}

impl<S> JsonTree<S> {
    fn read_with(node: &Node<'_>, string: &impl Fn(&str) -> S) -> Read<Self> {
        Ok(match &node.value {
            Value::Null => Self::Null,
            Value::Boolean(value) => Self::Boolean(*value),
            Value::Number(text) => Self::Number(text.clone().into_owned()),
            Value::String(text) => Self::String(string(text)),
            Value::Array(elements) => {
                let read = |element| Self::read_with(element, string);
                Self::Array(elements.iter().map(read).collect::<Read<_>>()?)
            }
            Value::Object(_) => {
                let members = node.members("an object")?.iter();
                let read = members.map(|member| {
                    Ok((member.key.clone(), Self::read_with(&member.value, string)?))
                });
                Self::Object(read.collect::<Read<_>>()?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::from_json;
    use super::{FieldPath, JsonTree, Piece, Scope, Template};

    /// The pieces in one line: fields in `<>`, the length as `#`.
    fn pieces(text: &str, scope: Scope) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Text(text) => format!("'{text}'"),
            Piece::Field(path) => format!("<{}>", path.keys.join("|")),
            Piece::Length => "#".to_owned(),
        };
        Template::new(text, scope).pieces.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_text_is_cut_at_its_places() {
        for (text, expected) in [
            ("", ""),
            ("plain", "'plain'"),
            ("{a}", "<a>"),
            ("{a.b}", "<a|b>"),
            ("x{a}y{b}{c}z", "'x' <a> 'y' <b> <c> 'z'"),
            ("{first name}, {é}", "<first name> ', ' <é>"),
            ("{a..b.}", "<a||b|>"),
            ("{length}", "<length>"),
            ("{}", "<>"),
            ("{{a}}", "<{a> '}'"),
            // Braces that are text.
            ("{a", "'{a'"),
            ("a}", "'a}'"),
            ("}{a}{", "'}' <a> '{'"),
            ("{a}{{b", "<a> '{{b'"),
        ] {
            assert_eq!(pieces(text, Scope::Item), expected, "{text}");
        }
    }

    #[test]
    fn in_a_collection_there_is_a_length_and_nothing_else() {
        assert_eq!(pieces("n={length}", Scope::Collection), "'n=' #");
        assert_eq!(pieces("a{id}b{length}{x}c", Scope::Collection), "'ab' # 'c'");
        assert_eq!(pieces("{id}", Scope::Collection), "");
        assert_eq!(Template::new("{id}", Scope::Collection).as_text(), Some(""));
    }

    #[test]
    fn without_tpl_a_brace_is_a_brace() {
        assert_eq!(pieces("{a}{length}", Scope::Plain), "'{a}{length}'");
        assert_eq!(Template::new("{a}", Scope::Plain).as_text(), Some("{a}"));
        assert_eq!(Template::new("{a}", Scope::Item).as_text(), None);
    }

    #[test]
    fn strings_of_a_tree_are_templates_and_keys_are_not() {
        let node = from_json::read(r#"{"{k}": ["{a}", 1.0, true, null, {}]}"#).expect("JSON");
        let field = Template { pieces: vec![Piece::Field(FieldPath { keys: vec!["a".into()] })] };
        let elements = vec![
            JsonTree::String(field),
            JsonTree::Number("1.0".into()),
            JsonTree::Boolean(true),
            JsonTree::Null,
            JsonTree::Object(vec![]),
        ];
        let expected = JsonTree::Object(vec![("{k}".into(), JsonTree::Array(elements))]);
        assert_eq!(JsonTree::read(&node, Scope::Item), Ok(expected));
        let twice = from_json::read(r#"{"a": {"b": 1, "b": 2}}"#).expect("JSON");
        assert_eq!(JsonTree::constant(&twice).unwrap_err().place, 15);
    }
}
