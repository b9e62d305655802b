//! What a schema says besides which values it accepts.

use crate::text::string::quote;

/// What stands in a schema around the keywords that accept or refuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Annotations<'a> {
    pub(super) description: Option<&'a str>,
    /// JSON text.
    pub(super) default: Option<String>,
    /// Every alternative is an object, and the schema's `type` must say so at its root.
    pub(super) says_object: bool,
    /// Named schemas, with their JSON text, that others refer to.
    pub(super) definitions: &'a [(String, String)],
}

impl Annotations<'_> {
    /// Members that stand before the keywords.
    pub(super) fn before(&self) -> Vec<String> {
        let description = self.description.map(|text| format!("\"description\":{}", quote(text)));
        description.into_iter().collect()
    }

    /// Members that stand behind them.
    pub(super) fn after(&self) -> Vec<String> {
        let mut members = Vec::new();
        members.extend(self.default.as_ref().map(|json| format!("\"default\":{json}")));
        if !self.definitions.is_empty() {
            let definitions: Vec<String> = self
                .definitions
                .iter()
                .map(|(name, schema)| format!("{}:{schema}", quote(name)))
                .collect();
            members.push(format!("\"$defs\":{{{}}}", definitions.join(",")));
        }
        members
    }

    /// The `type` of a schema whose alternatives are listed.
    pub(super) fn type_keyword(&self) -> Option<String> {
        self.says_object.then(|| "\"type\":\"object\"".to_owned())
    }

    /// A schema that accepts nothing.
    pub(super) fn nothing(&self) -> String {
        match self.says_object {
            true => r#"{"type":"object","not":{}}"#.to_owned(),
            false => "false".to_owned(),
        }
    }
}
