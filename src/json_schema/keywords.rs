//! The keywords of objects and arrays.

use crate::text::string::quote;

/// A JSON array of JSON texts.
pub(super) fn list(texts: &[String]) -> String {
    format!("[{}]", texts.join(","))
}

/// A schema that any value fits says nothing, and is left out where leaving out means the same.
pub(super) fn says_something(schema: &str) -> bool {
    schema != "true"
}

/// The keywords of an object, put together member by member.
#[derive(Debug, Default)]
pub(super) struct ObjectKeywords {
    properties: Vec<String>,
    required: Vec<String>,
}

impl ObjectKeywords {
    /// A member with this key and a value that fits `schema`.
    pub(super) fn property(&mut self, key: &str, schema: &str) {
        self.properties.push(format!("{}:{schema}", quote(key)));
    }

    /// The member with this key is always there.
    pub(super) fn require(&mut self, key: &str) {
        self.required.push(quote(key));
    }

    /// All keywords, where members with other keys have values that fit `others`.
    pub(super) fn finish(self, others: &str) -> String {
        let mut keywords = Vec::new();
        if !self.properties.is_empty() {
            keywords.push(format!("\"properties\":{{{}}}", self.properties.join(",")));
        }
        if !self.required.is_empty() {
            keywords.push(format!("\"required\":{}", list(&self.required)));
        }
        if says_something(others) {
            keywords.push(format!("\"additionalProperties\":{others}"));
        }
        keywords.join(",")
    }
}

/// The keywords of an array whose first elements fit the schemas `first` and all others `items`.
pub(super) fn array_keywords(first: &[String], items: &str, limit: Option<usize>) -> String {
    let mut keywords = Vec::new();
    if !first.is_empty() {
        keywords.push(format!("\"prefixItems\":{}", list(first)));
    }
    if says_something(items) {
        keywords.push(format!("\"items\":{items}"));
    }
    if let Some(limit) = limit {
        keywords.push(format!("\"maxItems\":{limit}"));
    }
    keywords.join(",")
}
