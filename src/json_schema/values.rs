//! A set of JSON values, and the schema that describes it.

use std::collections::HashSet;
use std::ops::BitOr;

use crate::plan::{Constant, ScalarKinds};
use crate::text::number;

use super::annotations::Annotations;
use super::keywords::list;

/// Some of the types of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NONE: Self = Self(0);
    pub(super) const OBJECT: Self = Self(1);
    pub(super) const ARRAY: Self = Self(1 << 1);
    pub(super) const STRING: Self = Self(1 << 2);
    /// Every number; [`INTEGER`](Self::INTEGER) beside it says nothing.
    pub(super) const NUMBER: Self = Self(1 << 3);
    pub(super) const INTEGER: Self = Self(1 << 4);
    pub(super) const BOOLEAN: Self = Self(1 << 5);
    pub(super) const NULL: Self = Self(1 << 6);
    pub(super) const ALL: Self = Self(0x7F);

    /// In the order in which they are written.
    const NAMES: [(Self, &str); 7] = [
        (Self::OBJECT, "object"),
        (Self::ARRAY, "array"),
        (Self::STRING, "string"),
        (Self::NUMBER, "number"),
        (Self::INTEGER, "integer"),
        (Self::BOOLEAN, "boolean"),
        (Self::NULL, "null"),
    ];

    pub(super) fn without(self, types: Self) -> Self {
        Self(self.0 & !types.0)
    }

    fn meets(self, types: Self) -> bool {
        self.0 & types.0 != 0
    }

    /// Whether every value of `types` is of one of these.
    fn covers(self, types: Self) -> bool {
        let implied = if self.meets(Self::NUMBER) { self | Self::INTEGER } else { self };
        types.without(implied) == Self::NONE
    }

    /// The types of scalars of these kinds.
    pub(super) fn of_scalars(kinds: ScalarKinds) -> Self {
        let types = [
            (ScalarKinds::STRING, Self::STRING),
            (ScalarKinds::NUMBER, Self::NUMBER),
            (ScalarKinds::BOOLEAN, Self::BOOLEAN),
            (ScalarKinds::NULL, Self::NULL),
        ];
        let own = types.into_iter().filter(|(kind, _)| kinds.covers(*kind));
        own.fold(Self::NONE, |all, (_, types)| all | types)
    }

    fn of(constant: &Constant) -> Self {
        match constant {
            Constant::String(_) => Self::STRING,
            Constant::Number(_) => Self::NUMBER,
            Constant::True | Constant::False => Self::BOOLEAN,
            Constant::Null => Self::NULL,
        }
    }

    /// The member `type` with its value; nothing where all values are meant.
    fn keyword(self) -> Option<String> {
        if self.covers(Self::ALL) {
            return None;
        }
        let implied = if self.meets(Self::NUMBER) { Self::INTEGER } else { Self::NONE };
        let own = self.without(implied);
        let names: Vec<String> = Self::NAMES
            .iter()
            .filter(|(types, _)| own.meets(*types))
            .map(|(_, name)| format!("\"{name}\""))
            .collect();
        Some(match names.as_slice() {
            [one] => format!("\"type\":{one}"),
            _ => format!("\"type\":{}", list(&names)),
        })
    }
}

impl BitOr for Types {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Values of some types, with keywords that say more of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    pub(super) types: Types,
    /// The types that the keywords speak of; they leave values of all others alone.
    pub(super) about: Types,
    /// Members of a schema, without the braces around them; empty if there is nothing more to say.
    pub(super) keywords: String,
}

impl Alternative {
    /// Takes in `other`, if one list of keywords can then say the same as two.
    fn join(&mut self, other: &Self) -> bool {
        let apart = !self.about.meets(other.types) && !other.about.meets(self.types);
        if apart {
            self.types = self.types | other.types;
            self.about = self.about | other.about;
            if !self.keywords.is_empty() && !other.keywords.is_empty() {
                self.keywords.push(',');
            }
            self.keywords.push_str(&other.keywords);
        }
        apart
    }
}

/// A set of JSON values: those of any alternative, and the constants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) alternatives: Vec<Alternative>,
    constants: Vec<Constant>,
}

impl From<Types> for Values {
    fn from(types: Types) -> Self {
        Self::described(types, Types::NONE, String::new())
    }
}

impl Values {
    pub(super) fn described(types: Types, about: Types, keywords: String) -> Self {
        let alternatives = vec![Alternative { types, about, keywords }];
        Self { alternatives, constants: Vec::new() }
    }

    pub(super) fn constants(constants: impl IntoIterator<Item = Constant>) -> Self {
        Self { alternatives: Vec::new(), constants: constants.into_iter().collect() }
    }

    pub(super) fn is_none(&self) -> bool {
        self.alternatives.is_empty() && self.constants.is_empty()
    }

    pub(super) fn or(mut self, other: Self) -> Self {
        self.alternatives.extend(other.alternatives);
        self.constants.extend(other.constants);
        self
    }

    /// Those that are of none of these types.
    pub(super) fn without(mut self, types: Types) -> Self {
        for alternative in &mut self.alternatives {
            alternative.types = alternative.types.without(types);
        }
        self.alternatives.retain(|alternative| alternative.types != Types::NONE);
        self.constants.retain(|constant| !Types::of(constant).meets(types));
        self
    }

    pub(super) fn only(self, types: Types) -> Self {
        self.without(Types::ALL.without(types))
    }

    /// The same set with as few alternatives as can be had simply.
    fn simplified(self) -> Self {
        let is_plain = |alternative: &Alternative| alternative.keywords.is_empty();
        let (plain, shaped): (Vec<_>, Vec<_>) = self.alternatives.into_iter().partition(is_plain);
        let plain = plain.iter().fold(Types::NONE, |types, alternative| types | alternative.types);
        let mut alternatives: Vec<Alternative> = Vec::new();
        for alternative in shaped {
            let is_known = plain.covers(alternative.types) || alternatives.contains(&alternative);
            if !is_known && !alternatives.iter_mut().any(|own| own.join(&alternative)) {
                alternatives.push(alternative);
            }
        }
        if plain != Types::NONE {
            let plain = Alternative { types: plain, about: Types::NONE, keywords: String::new() };
            if alternatives.len() != 1 || !alternatives[0].join(&plain) {
                alternatives.push(plain);
            }
        }
        let mut seen = HashSet::new();
        let mut constants = self.constants;
        constants.retain(|constant| {
            !plain.covers(Types::of(constant)) && seen.insert(by_value(constant))
        });
        Self { alternatives, constants }
    }

    /// The schema that accepts these values.
    pub(super) fn schema(self, annotations: &Annotations<'_>) -> String {
        let Self { mut alternatives, mut constants } = self.simplified();
        if let [Alternative { types: Types::NULL, .. }] = alternatives.as_slice()
            && !constants.is_empty()
        {
            constants.push(Constant::Null);
            alternatives.clear();
        }
        if alternatives.is_empty() && constants.is_empty() {
            return annotations.nothing();
        }
        let mut members = annotations.before();
        match alternatives.as_slice() {
            [] => members.extend(constants_keywords(&constants)),
            [one] if constants.is_empty() => members.extend(keywords(one)),
            _ => {
                members.extend(annotations.type_keyword());
                let braced = |keywords: Vec<String>| format!("{{{}}}", keywords.join(","));
                let mut schemas: Vec<String> =
                    alternatives.iter().map(|one| braced(keywords(one))).collect();
                if !constants.is_empty() {
                    schemas.push(braced(constants_keywords(&constants)));
                }
                members.push(format!("\"anyOf\":{}", list(&schemas)));
            }
        }
        members.extend(annotations.after());
        if members.is_empty() { "true".to_owned() } else { format!("{{{}}}", members.join(",")) }
    }
}

fn keywords(alternative: &Alternative) -> Vec<String> {
    let mut keywords: Vec<String> = alternative.types.keyword().into_iter().collect();
    if !alternative.keywords.is_empty() {
        keywords.push(alternative.keywords.clone());
    }
    keywords
}

fn constants_keywords(constants: &[Constant]) -> Vec<String> {
    let types = constants.iter().fold(Types::NONE, |types, one| types | Types::of(one));
    let texts: Vec<String> = constants.iter().map(Constant::to_json).collect();
    let mut keywords: Vec<String> = types.keyword().into_iter().collect();
    keywords.push(match texts.as_slice() {
        [one] => format!("\"const\":{one}"),
        _ => format!("\"enum\":{}", list(&texts)),
    });
    keywords
}

/// A text that equal constants share.
fn by_value(constant: &Constant) -> String {
    match constant {
        Constant::Number(text) => number::canonical(text.as_bytes()).into_owned(),
        other => other.to_json(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Constant, Types, Values};
    use crate::json_schema::annotations::Annotations;

    fn schema(values: Values) -> String {
        values.schema(&Annotations::default())
    }

    fn object(keywords: &str) -> Values {
        Values::described(Types::OBJECT, Types::OBJECT, keywords.to_owned())
    }

    #[test]
    fn types_are_joined() {
        assert_eq!(schema(Types::STRING.into()), r#"{"type":"string"}"#);
        let values = Values::from(Types::NULL).or(Types::INTEGER.into()).or(Types::NUMBER.into());
        assert_eq!(schema(values), r#"{"type":["number","null"]}"#);
        assert_eq!(schema(Types::ALL.into()), "true");
        assert_eq!(schema(Values::default()), "false");
        let all = Values::from(Types::ALL).without(Types::NULL).or(Types::NULL.into());
        assert_eq!(schema(all), "true");
    }

    #[test]
    fn keywords_are_joined_where_they_leave_each_other_alone() {
        let array = Values::described(Types::ARRAY, Types::ARRAY, "\"maxItems\":2".to_owned());
        assert_eq!(
            schema(object("\"minProperties\":1").or(Types::NULL.into()).or(array)),
            r#"{"type":["object","array","null"],"minProperties":1,"maxItems":2}"#
        );
        assert_eq!(
            schema(object("\"a\":1").or(object("\"b\":1")).or(Types::NULL.into())),
            r#"{"anyOf":[{"type":"object","a":1},{"type":"object","b":1},{"type":"null"}]}"#
        );
        assert_eq!(schema(object("\"a\":1").or(Types::OBJECT.into())), r#"{"type":"object"}"#);
        assert_eq!(schema(object("\"a\":1").or(object("\"a\":1"))), r#"{"type":"object","a":1}"#);
    }

    #[test]
    fn constants_are_values_once() {
        let number = |text: &str| Constant::Number(text.into());
        let values = Values::constants([number("1.0"), number("1"), number("2")]);
        assert_eq!(schema(values), r#"{"type":"number","enum":[1.0,2]}"#);
        let paid = Values::constants([Constant::String("paid".into())]);
        assert_eq!(schema(paid.clone()), r#"{"type":"string","const":"paid"}"#);
        assert_eq!(
            schema(paid.clone().or(Types::NULL.into())),
            r#"{"type":["string","null"],"enum":["paid",null]}"#
        );
        assert_eq!(schema(paid.clone().or(Types::STRING.into())), r#"{"type":"string"}"#);
        assert_eq!(
            schema(paid.or(Types::BOOLEAN.into())),
            r#"{"anyOf":[{"type":"boolean"},{"type":"string","const":"paid"}]}"#
        );
    }
}
