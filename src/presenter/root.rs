//! The root of the data: the one type that a declaration gives it, and the fields that it has.

use std::collections::HashSet;

use crate::error::BuildError;

use super::builder::PresenterBuilder;
use super::types::{Field, Kind, Mode, Type};

impl PresenterBuilder {
    /// Finds under which keys the data of embedded Presenters comes in, and is shown.
    pub(super) fn find_embeds(&mut self, root: &Type, errors: &mut Vec<BuildError>) {
        // A field that is not among those that are shown has its keys all the same.
        let fields = match &self.model {
            Some(model) => model.declared().iter().collect(),
            None => root_fields(root),
        };
        for (at, embed) in self.declared.embeds.iter_mut().enumerate() {
            if self.model.as_ref().is_some_and(|model| model.hides(&embed.key)) {
                // Without the key: a hidden field has no name.
                let place = format!("embeds[{at}]");
                errors.push(BuildError::new(place, "the model hides this field"));
            }
            let named = fields.iter().find(|field| field.key == embed.key);
            let field = named.or_else(|| fields.iter().find(|field| field.source() == embed.key));
            if let Some(field) = field {
                embed.source = field.source().to_owned();
                embed.key = field.key.clone();
            }
        }
    }

    /// The one type that the data must have.
    pub(super) fn root_type(&self, errors: &mut Vec<BuildError>) -> Type {
        if self.mode.is_some() && self.schema.is_none() {
            errors.push(BuildError::new(
                "mode",
                "belongs to a schema; an object type has a mode of its own",
            ));
        }
        if self.hides_fields && self.mode == Some(Mode::Passthrough) {
            errors.push(BuildError::new("mode", "would show the fields that the type hides"));
        }
        if self.fields.is_some() && self.model.is_none() {
            errors.push(BuildError::new("fields", "chooses fields of a model, and there is none"));
        }
        match (&self.schema, &self.model, &self.root, self.everything) {
            (Some(fields), None, None, false) => {
                Kind::Object(fields.clone(), self.mode.unwrap_or_default()).into()
            }
            (None, Some(model), None, false) => model.entity(self.fields.as_deref(), errors),
            (None, None, Some(root), false) => root.clone(),
            (None, None, None, true) => Type::any(),
            (None, None, None, false) => {
                errors.push(BuildError::new(
                    "schema",
                    "nothing is declared: give a schema, a model or a root type, or allow \
                     everything",
                ));
                Type::any()
            }
            _ => {
                errors.push(BuildError::new(
                    "schema",
                    "only one of schema, model, root type and allowing everything can hold",
                ));
                Type::any()
            }
        }
    }
}

/// The fields that the data, or an item of it, has at its root.
pub(super) fn root_fields(root: &Type) -> Vec<&Field> {
    fn collect<'a>(ty: &'a Type, fields: &mut Vec<&'a Field>) {
        match &ty.kind {
            Kind::Object(own, _) => fields.extend(own),
            Kind::Union(members) => members.iter().for_each(|member| collect(member, fields)),
            _ => {}
        }
    }
    let mut fields = Vec::new();
    match &root.kind {
        Kind::Array(item) => collect(item, &mut fields),
        _ => collect(root, &mut fields),
    }
    let mut seen = HashSet::new();
    fields.retain(|field| seen.insert(field.key.as_str()));
    fields
}

/// The rules that come from the descriptions of these fields.
pub(super) fn described_rules(root: &Type) -> Vec<String> {
    root_fields(root)
        .into_iter()
        .filter_map(|field| Some(format!("{}: {}", field.key, field.ty.describe.as_ref()?)))
        .collect()
}
