//! What a file says around the data: rules, user interface, suggestions.

use super::members::Form;
use super::template::{FieldPath, JsonTree, Scope, Template};
use super::tree::{Fault, Member, Node, Read, Value};
use crate::hook::ui::Width;

/// Whose entries a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Item,
    Collection,
}

/// An entry is sent only where a field has this value. In a collection no field has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) field: FieldPath,
    pub(super) equals: JsonTree<String>,
}

/// A line of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Always sent.
    Fixed(String),
    /// Sent if there is an item, or for a collection.
    Dynamic { text: Template, when: Option<Condition> },
}

/// A line of the suggestions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suggestion {
    pub(super) tool: Template,
    pub(super) reason: Template,
    pub(super) when: Option<Condition>,
}

/// A block of user interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UiBlock {
    pub(super) content: UiContent,
    pub(super) title: Option<Template>,
    pub(super) width: Option<Width>,
    /// A number in the grammar of JSON, not longer than [`LONGEST_PRIORITY`].
    pub(super) priority: Option<String>,
    pub(super) when: Option<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UiContent {
    Echarts(JsonTree<Template>),
    Mermaid(Template),
    Markdown(Template),
    CodeBlock {
        language: Template,
        code: Template,
    },
    Table {
        headers: Vec<JsonTree<Template>>,
        rows: Vec<Vec<JsonTree<Template>>>,
    },
    List(Vec<JsonTree<Template>>),
    Json(JsonTree<Template>),
    Summary(Template),
    Raw {
        kind: Template,
        content: Template,
    },
    /// Nothing is sent.
    Null,
}

const RULE: Form = Form { what: "a rule", known: &["text", "when", "tpl"] };

const SUGGESTION: Form = Form { what: "a suggestion", known: &["tool", "reason", "when", "tpl"] };

const CONDITION: Form = Form { what: "\"when\"", known: &["field", "eq"] };

const META: Form = Form { what: "\"meta\"", known: &["title", "width", "priority"] };

/// The kinds of user interface and the members that each must have, besides `kind` and those that
/// any may have.
const KINDS: [(&str, Form); 10] = [
    ("echarts", block("\"echarts\"", &["kind", "config", "meta", "when", "tpl"])),
    ("mermaid", block("\"mermaid\"", &["kind", "text", "meta", "when", "tpl"])),
    ("markdown", block("\"markdown\"", &["kind", "text", "meta", "when", "tpl"])),
    ("code_block", block("\"code_block\"", &["kind", "lang", "text", "meta", "when", "tpl"])),
    ("table", block("\"table\"", &["kind", "headers", "rows", "meta", "when", "tpl"])),
    ("list", block("\"list\"", &["kind", "items", "meta", "when", "tpl"])),
    ("json", block("\"json\"", &["kind", "value", "meta", "when", "tpl"])),
    ("summary", block("\"summary\"", &["kind", "text", "meta", "when", "tpl"])),
    ("raw", block("\"raw\"", &["kind", "type", "content", "meta", "when", "tpl"])),
    ("null", block("\"null\"", &["kind", "meta", "when", "tpl"])),
];

const fn block(what: &'static str, known: &'static [&'static str]) -> Form {
    Form { what, known }
}

/// The rules of an item or of a collection.
pub(super) fn rules(node: &Node<'_>, subject: Subject) -> Read<Vec<Rule>> {
    node.each("an array of rules", |node| match &node.value {
        Value::String(text) => Ok(Rule::Fixed(text.clone())),
        _ => {
            let entry = Entry::read(node, "a rule: a text or {\"text\": …}", &RULE, subject)?;
            Ok(Rule::Dynamic { text: entry.template("text")?, when: entry.when()? })
        }
    })
}

/// The suggestions of an item or of a collection.
pub(super) fn suggestions(node: &Node<'_>, subject: Subject) -> Read<Vec<Suggestion>> {
    node.each("an array of suggestions", |node| {
        let what = "a suggestion: {\"tool\": …, \"reason\": …}";
        let entry = Entry::read(node, what, &SUGGESTION, subject)?;
        Ok(Suggestion {
            tool: entry.template("tool")?,
            reason: entry.template("reason")?,
            when: entry.when()?,
        })
    })
}

/// The user interface of an item or of a collection.
pub(super) fn ui(node: &Node<'_>, subject: Subject) -> Read<Vec<UiBlock>> {
    node.each("an array of blocks", |node| {
        let what = "a block, such as {\"kind\": \"markdown\", \"text\": …}";
        let members = node.members(what)?;
        let Some(kind) = members.iter().find(|member| member.key == "kind") else {
            return Err(Fault::new(node.place, "a block needs a \"kind\""));
        };
        let name = kind.value.string()?;
        let Some((_, form)) = KINDS.iter().find(|(known, _)| *known == name) else {
            let names = super::members::list(&KINDS.map(|(known, _)| known), "or");
            let message = format!("unknown kind {name:?}; a block is {names}");
            return Err(Fault::new(kind.value.place, message));
        };
        Entry::of(node.place, members, form, subject)?.block(name)
    })
}

/// The members of an entry, all of them known.
struct Entry<'n, 't> {
    place: usize,
    what: &'static str,
    members: &'n [Member<'t>],
    /// What its templates can name.
    scope: Scope,
}

impl<'n, 't> Entry<'n, 't> {
    fn read(node: &'n Node<'t>, what: &str, form: &Form, subject: Subject) -> Read<Self> {
        Self::of(node.place, node.members(what)?, form, subject)
    }

    fn of(place: usize, members: &'n [Member<'t>], form: &Form, subject: Subject) -> Read<Self> {
        let unknown = members.iter().find(|member| !form.known.contains(&member.key.as_str()));
        if let Some(member) = unknown {
            return Err(form.refuse(member));
        }
        let mut entry = Self { place, what: form.what, members, scope: Scope::Plain };
        if let Some(tpl) = entry.find("tpl")
            && tpl.boolean()?
        {
            entry.scope = match subject {
                Subject::Item => Scope::Item,
                Subject::Collection => Scope::Collection,
            };
        }
        Ok(entry)
    }

    fn find(&self, name: &str) -> Option<&'n Node<'t>> {
        self.members.iter().find(|member| member.key == name).map(|member| &member.value)
    }

    fn need(&self, name: &str) -> Read<&'n Node<'t>> {
        self.find(name)
            .ok_or_else(|| Fault::new(self.place, format!("{} needs {name:?}", self.what)))
    }

    fn template(&self, name: &str) -> Read<Template> {
        Template::read(self.need(name)?, self.scope)
    }

    fn json(&self, name: &str) -> Read<JsonTree<Template>> {
        JsonTree::read(self.need(name)?, self.scope)
    }

    fn list(&self, node: &Node<'_>, what: &str) -> Read<Vec<JsonTree<Template>>> {
        node.each(what, |node| JsonTree::read(node, self.scope))
    }

    fn when(&self) -> Read<Option<Condition>> {
        let Some(node) = self.find("when") else { return Ok(None) };
        let what = "{\"field\": …, \"eq\": …}";
        let when = Entry::read(node, what, &CONDITION, Subject::Item)?;
        let field = FieldPath::new(when.need("field")?.string()?);
        Ok(Some(Condition { field, equals: JsonTree::constant(when.need("eq")?)? }))
    }

    fn block(&self, kind: &str) -> Read<UiBlock> {
        let content = match kind {
            "echarts" => UiContent::Echarts(self.json("config")?),
            "mermaid" => UiContent::Mermaid(self.template("text")?),
            "markdown" => UiContent::Markdown(self.template("text")?),
            "code_block" => UiContent::CodeBlock {
                language: self.template("lang")?,
                code: self.template("text")?,
            },
            "table" => UiContent::Table {
                headers: self.list(self.need("headers")?, "an array of headers")?,
                rows: self
                    .need("rows")?
                    .each("an array of rows", |row| self.list(row, "a row: an array of cells"))?,
            },
            "list" => UiContent::List(self.list(self.need("items")?, "an array of items")?),
            "json" => UiContent::Json(self.json("value")?),
            "summary" => UiContent::Summary(self.template("text")?),
            "raw" => {
                UiContent::Raw { kind: self.template("type")?, content: self.template("content")? }
            }
            _ => UiContent::Null,
        };
        let mut block =
            UiBlock { content, title: None, width: None, priority: None, when: self.when()? };
        if let Some(meta) = self.find("meta") {
            self.read_meta(meta, &mut block)?;
        }
        Ok(block)
    }

    fn read_meta(&self, meta: &Node<'_>, block: &mut UiBlock) -> Read<()> {
        for member in meta.members("{\"title\": …, \"width\": …, \"priority\": …}")? {
            let value = &member.value;
            match member.key.as_str() {
                "title" => block.title = Some(Template::read(value, self.scope)?),
                "width" => block.width = width(value)?,
                "priority" => block.priority = Some(priority(value)?),
                _ => return Err(META.refuse(member)),
            }
        }
        Ok(())
    }
}

fn width(node: &Node<'_>) -> Read<Option<Width>> {
    let what = "\"full\", \"half\" or \"third\"";
    Ok(Some(match node.string_as(what)? {
        // Left out, as an empty title is.
        "" => return Ok(None),
        "full" => Width::Full,
        "half" => Width::Half,
        "third" => Width::Third,
        other => return Err(Fault::new(node.place, format!("expected {what}, found {other:?}"))),
    }))
}

/// Bytes of a priority. Whatever its exponent, it then has few enough digits to be written plain.
const LONGEST_PRIORITY: usize = 24;

fn priority(node: &Node<'_>) -> Read<String> {
    match &node.value {
        Value::Number(text) if text.len() <= LONGEST_PRIORITY => Ok(text.clone().into_owned()),
        Value::Number(_) => Err(Fault::new(node.place, "too many digits for a priority")),
        _ => Err(node.expected("a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::from_json;
    use super::super::template::{FieldPath, JsonTree, Scope, Template};
    use super::super::tree::{Fault, Node, Read};
    use super::{Condition, Rule, Subject, Suggestion, UiBlock, UiContent, Width};
    use super::{rules, suggestions, ui};

    fn read<T>(
        json: &str,
        subject: Subject,
        read: fn(&Node<'_>, Subject) -> Read<Vec<T>>,
    ) -> Read<Vec<T>> {
        read(&from_json::read(json).expect("JSON"), subject)
    }

    fn item(text: &str) -> Template {
        Template::new(text, Scope::Item)
    }

    fn plain(text: &str) -> Template {
        Template::new(text, Scope::Plain)
    }

    fn cell(text: &str) -> JsonTree<Template> {
        JsonTree::String(item(text))
    }

    #[test]
    fn rules_are_fixed_or_dynamic() {
        let json = r#"["{a}", {"text": "{a}"}, {"text": "{a}", "tpl": true},
            {"text": "t", "tpl": false, "when": {"field": "a.b", "eq": [1.0, null]}}]"#;
        let condition = Condition {
            field: FieldPath { keys: vec!["a".into(), "b".into()] },
            equals: JsonTree::Array(vec![JsonTree::Number("1.0".into()), JsonTree::Null]),
        };
        assert_eq!(
            read(json, Subject::Item, rules).unwrap(),
            [
                Rule::Fixed("{a}".into()),
                Rule::Dynamic { text: plain("{a}"), when: None },
                Rule::Dynamic { text: item("{a}"), when: None },
                Rule::Dynamic { text: plain("t"), when: Some(condition) },
            ]
        );
        let json = r#"[{"text": "{length}", "tpl": true}]"#;
        let text = Template::new("{length}", Scope::Collection);
        assert_eq!(
            read(json, Subject::Collection, rules).unwrap(),
            [Rule::Dynamic { text, when: None }]
        );
    }

    #[test]
    fn suggestions_have_a_tool_and_a_reason() {
        let json = r#"[{"reason": "for {id}", "tool": "{t}.get", "tpl": true}]"#;
        let suggestion = Suggestion { tool: item("{t}.get"), reason: item("for {id}"), when: None };
        assert_eq!(read(json, Subject::Item, suggestions).unwrap(), [suggestion]);
    }

    #[test]
    fn blocks_of_every_kind() {
        use UiContent as C;
        for (members, content) in [
            (r#""kind": "echarts", "config": {"a": "{b}"}"#, {
                C::Echarts(JsonTree::Object(vec![("a".into(), cell("{b}"))]))
            }),
            (r#""kind": "mermaid", "text": "{a}""#, C::Mermaid(item("{a}"))),
            (r#""text": "{a}", "kind": "markdown""#, C::Markdown(item("{a}"))),
            (r#""kind": "code_block", "lang": "{l}", "text": "{a}""#, {
                C::CodeBlock { language: item("{l}"), code: item("{a}") }
            }),
            (r#""kind": "table", "headers": ["{h}"], "rows": [["{a}", 1.50], []]"#, {
                let row = vec![cell("{a}"), JsonTree::Number("1.50".into())];
                C::Table { headers: vec![cell("{h}")], rows: vec![row, vec![]] }
            }),
            (r#""kind": "list", "items": ["{a}", null]"#, {
                C::List(vec![cell("{a}"), JsonTree::Null])
            }),
            (r#""kind": "json", "value": true"#, C::Json(JsonTree::Boolean(true))),
            (r#""kind": "summary", "text": "{a}""#, C::Summary(item("{a}"))),
            (r#""kind": "raw", "type": "{t}", "content": "{c}""#, {
                C::Raw { kind: item("{t}"), content: item("{c}") }
            }),
            (r#""kind": "null""#, C::Null),
        ] {
            let json = format!(r#"[{{"tpl": true, {members}}}]"#);
            let blocks = read(&json, Subject::Item, ui).unwrap();
            assert_eq!(blocks.len(), 1);
            assert_eq!(blocks[0].content, content, "{json}");
        }
    }

    #[test]
    fn attributes_of_a_block() {
        let block = |meta: &str| -> UiBlock {
            let json = format!(r#"[{{"kind": "null", "meta": {meta}, "tpl": true}}]"#);
            read(&json, Subject::Item, ui).unwrap().remove(0)
        };
        let whole = block(r#"{"title": "{t}", "width": "half", "priority": -1.5}"#);
        assert_eq!(whole.title, Some(item("{t}")));
        assert_eq!((whole.width, whole.priority), (Some(Width::Half), Some("-1.5".into())));
        let none = block(r#"{"width": ""}"#);
        assert_eq!((none.title, none.width, none.priority), (None, None, None));
    }

    #[test]
    fn mistakes_have_their_place() {
        type Reader<T> = fn(&Node<'_>, Subject) -> Read<Vec<T>>;
        fn check<T: std::fmt::Debug>(reader: Reader<T>, cases: &[(&str, &str)]) {
            for (marked, part) in cases {
                let place = marked.find('§').expect("a mark");
                let json = marked.replace('§', "");
                let Fault { place: at, message } = read(&json, Subject::Item, reader).unwrap_err();
                assert_eq!(at, place, "{marked}: {message}");
                assert!(message.contains(part), "{marked}: {message}");
            }
        }
        check(
            rules,
            &[
                ("§{}", "expected an array of rules"),
                ("[§1]", "expected a rule: a text or {\"text\": …}"),
                ("[§{}]", "a rule needs \"text\""),
                (r#"[{"text": §1}]"#, "expected a string"),
                (r#"[{"text": "", §"txt": ""}]"#, "unknown member \"txt\"; a rule has"),
                (r#"[{"text": "", §"text": ""}]"#, "given twice"),
                (r#"[{"text": "", "tpl": §1}]"#, "expected a boolean"),
                (r#"[{"text": "", "when": §true}]"#, "expected {\"field\""),
                (r#"[{"text": "", "when": §{"field": "a"}}]"#, "\"when\" needs \"eq\""),
                (r#"[{"text": "", "when": {"eq": 1, §"ne": 1}}]"#, "unknown member \"ne\""),
                (r#"[{"text": "", "when": {"eq": {"a": 1, §"a": 1}, "field": ""}}]"#, "twice"),
            ],
        );
        check(suggestions, &[(r#"[§{"tool": "a"}]"#, "a suggestion needs \"reason\"")]);
        check(
            ui,
            &[
                ("[§1]", "expected a block"),
                ("[§{}]", "a block needs a \"kind\""),
                (r#"[{"kind": §1}]"#, "expected a string"),
                (r#"[{"text": "", "kind": §"html"}]"#, "unknown kind \"html\"; a block is"),
                (r#"[{"kind": "list", §"text": ""}]"#, "unknown member \"text\"; \"list\" has"),
                (r#"[§{"kind": "table", "rows": []}]"#, "\"table\" needs \"headers\""),
                (r#"[{"kind": "table", "headers": [], "rows": [§1]}]"#, "expected a row"),
                (r#"[{"kind": "null", "meta": {§"size": 1}}]"#, "unknown member \"size\""),
                (r#"[{"kind": "null", "meta": {"width": §"wide"}}]"#, "expected \"full\""),
                (r#"[{"kind": "null", "meta": {"priority": §"1"}}]"#, "expected a number"),
                (
                    r#"[{"kind": "null", "meta": {"priority": §1234567890.123456789012345}}]"#,
                    "too many digits",
                ),
            ],
        );
    }
}
