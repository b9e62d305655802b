//! Declaring a Model.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::error::{BuildError, BuildErrors, Warning};
use crate::plan::path::push_key;
use crate::presenter::types::{Field, Mode, Type};
use crate::presenter::{Censor, Presenter};
use crate::walk::select::SELECT;

use super::defaults::under_data_keys;
use super::fields::{Cast, CastKind, cast};
use super::{Inner, Model, Operation};

/// The operation whose arguments are filled up with defaults.
const CREATE: &str = "create";

/// Declares a [`Model`]; made by [`Model::builder`].
#[derive(Clone)]
#[must_use]
pub struct ModelBuilder {
    name: String,
    casts: Vec<Cast>,
    timestamps: bool,
    hidden: Vec<String>,
    guarded: Vec<String>,
    fillable: Vec<(String, Vec<String>)>,
    parameters: Vec<String>,
}

impl std::fmt::Debug for ModelBuilder {
    /// Says what it is of. Some of the fields may be hidden.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModelBuilder").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ModelBuilder {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            casts: Vec::new(),
            timestamps: false,
            hidden: Vec::new(),
            guarded: Vec::new(),
            fillable: Vec::new(),
            parameters: vec![SELECT.to_owned()],
        }
    }

    /// The fields of the entity, in the order in which they are shown. Nothing else exists for the
    /// agent.
    ///
    /// May be called more than once.
    pub fn casts(mut self, casts: impl IntoIterator<Item = Cast>) -> Self {
        self.casts.extend(casts);
        self
    }

    /// Adds the timestamps `created_at` and `updated_at` at the end, unless they are declared.
    pub fn timestamps(mut self, on: bool) -> Self {
        self.timestamps = on;
        self
    }

    /// Fields that never leave the server: they are in no data, list, schema, rule, error or debug
    /// output. They need not be declared, nor be in the data.
    pub fn hidden<S: Into<String>>(mut self, keys: impl IntoIterator<Item = S>) -> Self {
        self.hidden.extend(keys.into_iter().map(Into::into));
        self
    }

    /// Fields that an agent may never write.
    pub fn guarded<S: Into<String>>(mut self, keys: impl IntoIterator<Item = S>) -> Self {
        self.guarded.extend(keys.into_iter().map(Into::into));
        self
    }

    /// The only fields that an agent may write in this operation, in the order in which they are
    /// accepted. One that is not declared by a cast may have any value.
    pub fn fillable<S: Into<String>>(
        mut self,
        operation: impl Into<String>,
        keys: impl IntoIterator<Item = S>,
    ) -> Self {
        self.fillable.push((operation.into(), keys.into_iter().map(Into::into).collect()));
        self
    }

    /// Arguments of a call that are the tool's own and no fields, as the one that names the action:
    /// they are passed over where arguments are [accepted](Model::accept), unless a field has the
    /// name. `_select` always is one.
    pub fn parameters<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.parameters.extend(names.into_iter().map(Into::into));
        self
    }

    /// Checks the declaration.
    ///
    /// # Errors
    ///
    /// All mistakes at once: a field declared twice, a default that does not fit its type, an
    /// operation that may write a guarded or a hidden field, and so on.
    pub fn build(mut self) -> Result<Model, BuildErrors> {
        let (mut errors, mut warnings) = (Vec::new(), Vec::new());
        if self.timestamps {
            self.add_timestamps();
        }
        self.warn_of_shapes(&mut warnings);
        let shown_warnings = warnings.len();
        let hidden: HashSet<String> = self.hidden.iter().cloned().collect();
        let is_hidden = |cast: &&Cast| hidden.contains(&cast.field.key);
        let hidden_casts = self.casts.iter().filter(is_hidden);
        let hidden_aliases =
            hidden_casts.filter_map(|cast| cast.field.alias.clone()).collect::<HashSet<_>>();
        let shown = self.casts.iter().filter(|cast| !is_hidden(cast));
        let fields: Vec<Field> = shown.map(|cast| under_data_keys(cast.field.clone())).collect();
        for field in &fields {
            let source = field.source();
            if hidden.contains(source) || hidden_aliases.contains(source) {
                let place = place_of(&field.key);
                // Without the key that it reads: a hidden field has no name.
                errors.push(BuildError::new(place, "reads a field that the model hides"));
            }
        }
        // The compiler finds what is wrong with the fields.
        if let Err(wrong) = Presenter::builder(&self.name).schema(fields.iter().cloned()).build() {
            errors.extend(wrong.errors.into_iter().map(as_cast));
        }
        let operations = self.operations(&hidden, &mut errors, &mut warnings);
        if !errors.is_empty() {
            return Err(BuildErrors::of_model(self.name, errors, warnings));
        }
        let name = self.name;
        Ok(Model(Arc::new(Inner {
            name,
            fields,
            hidden,
            hidden_aliases,
            operations,
            warnings,
            shown_warnings,
        })))
    }

    fn add_timestamps(&mut self) {
        for key in ["created_at", "updated_at"] {
            if !self.casts.iter().any(|cast| cast.field.key == key) {
                self.casts.push(cast::timestamp(key));
            }
        }
    }

    fn warn_of_shapes(&self, warnings: &mut Vec<Warning>) {
        for cast in self.casts.iter().filter(|cast| cast.kind == CastKind::Shapeless) {
            if !self.hidden.contains(&cast.field.key) {
                let place = place_of(&cast.field.key);
                warnings.push(Warning::new(place, "its shape has no fields, so none is shown"));
            }
        }
    }

    fn operations(
        &self,
        hidden: &HashSet<String>,
        errors: &mut Vec<BuildError>,
        warnings: &mut Vec<Warning>,
    ) -> Vec<Operation> {
        let (mut operations, mut names) = (Vec::new(), HashSet::new());
        for (name, keys) in &self.fillable {
            if !names.insert(name) {
                errors.push(BuildError::new(format!("fillable {name:?}"), "declared twice"));
                continue;
            }
            let (mut fields, mut seen) = (Vec::new(), HashSet::new());
            for (at, key) in keys.iter().enumerate() {
                let wrong = |message| BuildError::new(format!("fillable {name:?}[{at}]"), message);
                let own_key = self.own_key(key);
                if hidden.contains(key) || hidden.contains(own_key) {
                    // Without its name: a hidden field has none.
                    errors.push(wrong("a hidden field".into()));
                } else if self.guarded.iter().any(|guarded| self.own_key(guarded) == own_key) {
                    errors.push(wrong(format!("{key:?} is guarded")));
                } else if !seen.insert(key) {
                    errors.push(wrong(format!("{key:?} is named twice")));
                } else {
                    fields.push(self.input_field(name, key, warnings));
                }
            }
            let is_parameter = |name: &&String| fields.iter().all(|field| field.key != **name);
            let parameters: BTreeSet<&String> =
                self.parameters.iter().filter(is_parameter).collect();
            let passed_over =
                parameters.iter().map(|name| Field::new(name.as_str(), Type::any().optional()));
            let acceptor = Presenter::builder(&self.name)
                .schema(fields.iter().cloned().chain(passed_over))
                .redact(parameters.iter().map(|name| path_of(name)), Censor::remove())
                .redact_nulls(true)
                .mode(Mode::Strict)
                .auto_rules(false)
                .strict_text(true)
                .build();
            match acceptor {
                Ok(acceptor) => operations.push(Operation { name: name.clone(), fields, acceptor }),
                // The mistake is one of the fields, or of those that may be shown.
                Err(wrong) => {
                    let wrong = wrong.errors.into_iter().map(as_cast);
                    let new: Vec<_> = wrong.filter(|error| !errors.contains(error)).collect();
                    errors.extend(new);
                }
            }
        }
        operations
    }

    /// The key of the field that is called so, or that the data has under this key.
    fn own_key<'s>(&'s self, key: &'s str) -> &'s str {
        let mut fields = self.casts.iter().map(|cast| &cast.field);
        let named = fields.clone().find(|field| field.key == key);
        named.or_else(|| fields.find(|field| field.source() == key)).map_or(key, |field| &field.key)
    }

    /// A field as an agent writes it, with defaults only where an entity is made.
    fn input_field(&self, operation: &str, key: &str, warnings: &mut Vec<Warning>) -> Field {
        let Some(cast) = self.casts.iter().find(|cast| cast.field.key == key) else {
            let place = format!("fillable {operation:?}");
            let message = format!("no cast declares {key:?}, so any value is accepted");
            warnings.push(Warning::new(place, message));
            return Field::new(key, Type::any().optional());
        };
        let mut field = under_data_keys(cast.field.clone().into_input(operation == CREATE));
        if let Some(hint) = cast.kind.hint() {
            field.ty.describe = Some(match field.ty.describe {
                Some(label) => format!("{label} ({hint})"),
                None => hint.to_owned(),
            });
        }
        field
    }
}

/// The redaction path of a root field.
fn path_of(key: &str) -> String {
    let mut path = String::new();
    push_key(&mut path, key);
    path
}

/// Where a cast stands in the declaration.
fn place_of(key: &str) -> String {
    let mut place = String::from("casts");
    push_key(&mut place, key);
    place
}

/// A mistake of a schema, as one of the casts.
fn as_cast(error: BuildError) -> BuildError {
    match error.place.strip_prefix("schema") {
        Some(rest) => BuildError::new(format!("casts{rest}"), error.message),
        None => error,
    }
}
