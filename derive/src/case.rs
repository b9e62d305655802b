//! The case styles of `#[serde(rename_all = "…")]`, as serde applies them: it takes fields to be in
//! snake case and variants in Pascal case, and looks at ASCII letters alone.

use syn::{Error, LitStr};

/// How names are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// The case that serde calls so.
    pub(crate) fn parse(name: &LitStr) -> syn::Result<Self> {
        let value = name.value();
        let found = CASES.iter().find(|(known, _)| *known == value);
        found.map(|(_, case)| *case).ok_or_else(|| {
            let known: Vec<_> = CASES.iter().map(|(known, _)| format!("\"{known}\"")).collect();
            Error::new(name.span(), format!("no case style; they are {}", known.join(", ")))
        })
    }

    /// The key of a field.
    pub(crate) fn of_field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => with_small_initial(&pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a variant.
    pub(crate) fn of_variant(self, name: &str) -> String {
        match self {
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Pascal => name.to_owned(),
            Self::Camel => with_small_initial(name),
            Self::Snake => words(name),
            Self::ScreamingSnake => words(name).to_ascii_uppercase(),
            Self::Kebab => words(name).replace('_', "-"),
            Self::ScreamingKebab => words(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// `amount_cents` as `AmountCents`.
fn pascal(name: &str) -> String {
    name.split('_').map(|word| with_initial(word, |initial| initial.to_ascii_uppercase())).collect()
}

fn with_small_initial(name: &str) -> String {
    with_initial(name, |initial| initial.to_ascii_lowercase())
}

fn with_initial(word: &str, change: impl FnOnce(char) -> char) -> String {
    let mut characters = word.chars();
    characters.next().map(change).into_iter().chain(characters).collect()
}

/// `AmountCents` as `amount_cents`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for (at, character) in name.char_indices() {
        if at > 0 && character.is_uppercase() {
            words.push('_');
        }
        words.push(character.to_ascii_lowercase());
    }
    words
}
