//! The schema of arguments: an object with declared fields.

use std::collections::{HashMap, HashSet};

use crate::emit::context::Plain;
use crate::emit::json::JsonSink;
use crate::plan::Constant;
use crate::presenter::{DEEPEST, Field, Kind, Mode, Type, scalar};
use crate::text::string::quote;
use crate::walk::drive::drive_json;

use super::annotations::Annotations;
use super::keywords::{ObjectKeywords, array_keywords, list};
use super::values::{Types, Values};

/// The schema of an object that has these fields and no others: what a caller may send.
///
/// A field without `optional` and without a default is required. Nested objects take undeclared
/// members only in the mode `passthrough`: such a member would be dropped or refused.
pub(crate) fn input_schema<'f>(fields: impl IntoIterator<Item = &'f Field>) -> String {
    let mut properties = InputProperties::default();
    properties.add(fields);
    properties.schema()
}

/// The schema of strings that are one of `texts`, of which there is at least one.
pub(crate) fn strings_schema<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut seen = HashSet::new();
    let texts = texts.into_iter().filter(|text| seen.insert(*text)).map(quote);
    format!("{{\"type\":\"string\",\"enum\":{}}}", list(&texts.collect::<Vec<_>>()))
}

/// The properties of an input that has several sets of fields, of which one is given in each call.
#[derive(Debug, Default)]
pub(crate) struct InputProperties {
    properties: Vec<Property>,
    /// Where in the list each key stands.
    places: HashMap<String, usize>,
    /// How many sets of fields were added.
    sets: usize,
}

#[derive(Debug)]
struct Property {
    key: String,
    /// What the sets say of it, each text once.
    schemas: Vec<String>,
    demand: Demand,
}

/// Whether a property can be left out.
#[derive(Clone, Copy, Debug)]
enum Demand {
    Offered,
    Required,
    /// By so many of the sets.
    RequiredBy(usize),
}

impl InputProperties {
    /// Adds a set of fields. What all sets require is required.
    pub(crate) fn add<'f>(&mut self, fields: impl IntoIterator<Item = &'f Field>) {
        self.sets += 1;
        for field in fields {
            let schema = schema(&field.ty);
            let property = self.property(&field.key, Demand::RequiredBy(0));
            if !property.schemas.contains(&schema) {
                property.schemas.push(schema);
            }
            if let Demand::RequiredBy(sets) = &mut property.demand
                && is_required(&field.ty)
            {
                *sets += 1;
            }
        }
    }

    /// Adds a property that every call has.
    pub(crate) fn require(&mut self, key: &str, schema: String) {
        self.property(key, Demand::Required).schemas.push(schema);
    }

    /// Adds a property that any call may have.
    pub(crate) fn offer(&mut self, key: &str, schema: String) {
        self.property(key, Demand::Offered).schemas.push(schema);
    }

    fn property(&mut self, key: &str, demand: Demand) -> &mut Property {
        let place = *self.places.entry(key.to_owned()).or_insert_with(|| {
            self.properties.push(Property { key: key.to_owned(), schemas: Vec::new(), demand });
            self.properties.len() - 1
        });
        &mut self.properties[place]
    }

    /// The schema of the whole input.
    pub(crate) fn schema(&self) -> String {
        let mut keywords = ObjectKeywords::default();
        for Property { key, schemas, demand } in &self.properties {
            match schemas.as_slice() {
                [one] => keywords.property(key, one),
                several => keywords.property(key, &format!("{{\"anyOf\":{}}}", list(several))),
            }
            match demand {
                Demand::Offered => {}
                Demand::RequiredBy(sets) if *sets < self.sets => {}
                Demand::RequiredBy(_) | Demand::Required => keywords.require(key),
            }
        }
        Values::described(Types::OBJECT, Types::OBJECT, keywords.finish("false"))
            .schema(&Annotations::default())
    }
}

fn is_required(ty: &Type) -> bool {
    !ty.optional && ty.default.is_none()
}

fn schema(ty: &Type) -> String {
    let default = ty.default.as_ref().and_then(|constant| compact(&constant.json));
    let annotations =
        Annotations { description: ty.describe.as_deref(), default, ..Annotations::default() };
    values(ty).schema(&annotations)
}

fn values(ty: &Type) -> Values {
    let own: Values = match &ty.kind {
        Kind::String => Types::STRING.into(),
        Kind::Number => Types::NUMBER.into(),
        Kind::Integer => Types::INTEGER.into(),
        Kind::Boolean => Types::BOOLEAN.into(),
        Kind::Scalar(kinds) => Types::of_scalars(*kinds).into(),
        Kind::Any => Types::ALL.into(),
        Kind::Enum(constants) => constants_of(constants.iter().map(|own| own.json.as_str())),
        Kind::Literal(constant) => constants_of([constant.json.as_str()]),
        Kind::Array(item) => {
            let keywords = array_keywords(&[], &schema(item), None);
            Values::described(Types::ARRAY, Types::ARRAY, keywords)
        }
        Kind::Object(fields, mode) => object(fields, *mode),
        Kind::Record(value) => {
            let keywords = ObjectKeywords::default().finish(&schema(value));
            Values::described(Types::OBJECT, Types::OBJECT, keywords)
        }
        Kind::Union(members) => {
            members.iter().fold(Values::default(), |all, member| all.or(values(member)))
        }
    };
    if ty.nullable { own.or(Types::NULL.into()) } else { own }
}

fn object(fields: &[Field], mode: Mode) -> Values {
    let mut keywords = ObjectKeywords::default();
    for field in fields {
        keywords.property(&field.key, &schema(&field.ty));
        if is_required(&field.ty) {
            keywords.require(&field.key);
        }
    }
    let others = if mode == Mode::Passthrough { "true" } else { "false" };
    Values::described(Types::OBJECT, Types::OBJECT, keywords.finish(others))
}

fn constants_of<'c>(texts: impl IntoIterator<Item = &'c str>) -> Values {
    let constants: Vec<Constant> = texts.into_iter().filter_map(scalar).collect();
    Values::constants(constants)
}

/// One JSON value without white space; nothing for any other text.
fn compact(json: &str) -> Option<String> {
    let mut out = Vec::new();
    let is_one = drive_json(json, DEEPEST, &mut JsonSink::<Plain>::new(&mut out, false));
    if is_one { String::from_utf8(out).ok() } else { None }
}
