//! The names of a `_select` list: root keys, or paths of keys.

use super::redact::path_of_keys;
use super::schema::{Shape, Type};

/// A name, or what is left of it below a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish<'a> {
    pub name: &'a str,
    pub keys: Vec<String>,
}

impl<'a> Wish<'a> {
    /// What a list asks for of the root; nothing is everything.
    pub fn all(names: &'a [String], nested: bool) -> Option<Vec<Self>> {
        let keys = |name: &String| match path_of_keys(name) {
            Some(keys) if nested => keys,
            _ => vec![name.clone()],
        };
        let all: Vec<Vec<String>> = names.iter().map(keys).collect();
        let shortest = |own: &Vec<String>| {
            let outer = all.iter().filter(|other| own.starts_with(other));
            outer.min_by_key(|other| other.len()).expect("at least itself").clone()
        };
        let wishes = names.iter().zip(&all).map(|(name, own)| Self { name, keys: shortest(own) });
        (!names.is_empty()).then(|| wishes.collect())
    }

    /// The first key of each wish, each once.
    pub fn heads(wishes: &[Self]) -> Vec<String> {
        let mut heads: Vec<String> = Vec::new();
        for wish in wishes {
            if !heads.contains(&wish.keys[0]) {
                heads.push(wish.keys[0].clone());
            }
        }
        heads
    }

    /// What is left of the wishes below a key; nothing is everything.
    pub fn below(wishes: &[Self], head: &str) -> Option<Vec<Self>> {
        let own = wishes.iter().filter(|wish| wish.keys[0] == head);
        let rest: Vec<Self> =
            own.map(|wish| Self { name: wish.name, keys: wish.keys[1..].to_vec() }).collect();
        rest.iter().all(|wish| !wish.keys.is_empty()).then_some(rest)
    }

    /// The names that end at the key.
    pub fn ending<'w>(wishes: &'w [Self], head: &'w str) -> impl Iterator<Item = &'a str> + 'w {
        wishes.iter().filter(move |wish| wish.keys == [head]).map(|wish| wish.name)
    }
}

/// Whether the type declares a field there.
pub fn declares(ty: &Type, keys: &[String], nested: bool) -> bool {
    match &ty.shape {
        Shape::Object(fields, _) => {
            let field = fields.iter().find(|field| field.key == keys[0]);
            field.is_some_and(|field| keys.len() == 1 || declares(&field.ty, &keys[1..], nested))
        }
        Shape::Union(members) => members.iter().any(|member| declares(member, keys, nested)),
        Shape::Array(element) => nested && declares(element, keys, nested),
        _ => false,
    }
}
