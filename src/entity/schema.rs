//! A type with what is redacted in it, from the inside to the outside.

use std::fmt;

use crate::error::BuildError;
use crate::plan::path::push_key;
use crate::presenter::{Censor, Field, Kind, Presenter, PresenterBuilder, Type};

use super::nesting::Nesting;

/// A [`Type`] together with the redactions in it, which go with it wherever it stands: in a field, in
/// a list, in a map. Of the feature `derive`.
///
/// Made of a `Type`, or of the schemas of its parts.
///
/// ```
/// use mcp_presenter::{Censor, Schema, Type};
///
/// let address = Schema::object()
///     .field("city", Type::string().into())
///     .field("street", Schema::from(Type::string()).redact(Censor::remove()));
/// let customers = Schema::array(Schema::object().field("address", address.optional()));
/// # let _ = customers;
/// ```
#[derive(Clone)]
#[must_use]
pub struct Schema {
    ty: Type,
    redactions: Vec<Redaction>,
    /// Presenters of members of the object that this is.
    embeds: Vec<Embed>,
    faults: Vec<BuildError>,
    /// Keys that values have and that are never shown, of the object that this is.
    hidden: Vec<String>,
}

/// A value in the type that is censored.
#[derive(Clone, Debug)]
struct Redaction {
    /// The way to it, the last step first: what is around a type is known last.
    steps: Vec<Step>,
    censor: Censor,
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    /// Every member of a map.
    Member,
    /// Every element of an array.
    Element,
    Index(usize),
}

#[derive(Clone)]
struct Embed {
    key: String,
    declare: fn(&mut Nesting) -> PresenterBuilder,
}

impl From<Type> for Schema {
    fn from(ty: Type) -> Self {
        Self {
            ty,
            redactions: Vec::new(),
            embeds: Vec::new(),
            faults: Vec::new(),
            hidden: Vec::new(),
        }
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schema")
            .field("type", &self.ty)
            .field("redactions", &self.redactions)
            .finish_non_exhaustive()
    }
}

impl Schema {
    /// An object without a field yet.
    pub fn object() -> Self {
        Type::object([]).into()
    }

    /// An array of such elements.
    pub fn array(element: Self) -> Self {
        element.within(&Step::Element, Type::array)
    }

    /// An object with any keys and such values.
    pub fn record(value: Self) -> Self {
        value.within(&Step::Member, Type::record)
    }

    /// An array with a part for each place. A schema knows nothing of places, so each may hold what
    /// any of the parts may; what is redacted is so at its own place.
    pub fn tuple(parts: impl IntoIterator<Item = Self>) -> Self {
        let (mut tuple, mut types) = (Self::object(), Vec::new());
        for (at, part) in parts.into_iter().enumerate() {
            let ty = tuple.take_in(part.below(&Step::Index(at)));
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        tuple.map(|_| Type::array(one_or_union(types)))
    }

    /// A value of the first of these types that takes it. What is redacted in one of them is so in
    /// all. Objects must be told apart, as in [`Type::union`].
    pub fn union(members: impl IntoIterator<Item = Self>) -> Self {
        let mut union = Self::object();
        let types = members.into_iter().map(|member| union.take_in(member)).collect();
        union.map(|_| one_or_union(types))
    }

    /// Adds a field to an object.
    pub fn field(mut self, key: impl Into<String>, schema: Self) -> Self {
        let key = key.into();
        let ty = self.take_in(schema.below(&Step::Key(key.clone())));
        self.push(Field::new(key, ty));
        self
    }

    /// Adds a field whose value is shown as the Presenter of its type does: with its rules and hooks
    /// too. `declare` is [`Entity::declare`](super::Entity::declare) of the type.
    ///
    /// Where this object itself stands in another one, its own Presenter, of which the embedded one
    /// is a part, is not asked: schema and redactions hold, and nothing else.
    pub fn embed(
        mut self,
        key: impl Into<String>,
        schema: Self,
        declare: fn(&mut Nesting) -> PresenterBuilder,
    ) -> Self {
        let key = key.into();
        let is_no_item = |item: &Type| item.nullable || matches!(item.kind, Kind::Array(_));
        if matches!(&schema.ty.kind, Kind::Array(item) if is_no_item(item)) {
            let message = "a Presenter takes a value or a list of values: no list in a list, and no \
                           list with null in it";
            self.faults.push(BuildError::new(format!("embed {key:?}"), message));
        }
        self.embeds.push(Embed { key: key.clone(), declare });
        self.field(key, schema)
    }

    /// Adds the fields of an object in place of one field, as `#[serde(flatten)]` does; `name` is
    /// that of the field, for errors. If the object may be null, its fields may be absent.
    ///
    /// What is no object with fields of its own makes no Presenter: its keys are not declared.
    pub fn flatten(mut self, name: &str, inner: Self) -> Self {
        let may_be_absent = inner.ty.nullable || inner.ty.optional;
        let Kind::Object(fields, _) = inner.ty.kind else {
            let message = "only an object with declared fields can stand in place of one field: \
                           what keys a map or a union has is not known";
            self.faults.push(BuildError::new(format!("schema, flattened `{name}`"), message));
            return self;
        };
        for Redaction { steps, censor } in inner.redactions {
            if steps.is_empty() {
                // Of the object, which is not there as a whole: so of each of its fields.
                self.redactions.extend(fields.iter().map(|field| Redaction {
                    steps: vec![Step::Key(field.key.clone())],
                    censor: censor.clone(),
                }));
            } else {
                self.redactions.push(Redaction { steps, censor });
            }
        }
        for field in fields {
            self.push(if may_be_absent { field.optional() } else { field });
        }
        self.embeds.extend(inner.embeds);
        self.faults.extend(inner.faults);
        inner.hidden.into_iter().fold(self, Self::hide)
    }

    /// Says of an object that its values have this key too, and that it is never shown: not even by
    /// [`Mode::Passthrough`](crate::Mode::Passthrough), nor as the value of a field with the same key.
    pub fn hide(mut self, key: impl Into<String>) -> Self {
        self.hidden.push(key.into());
        self
    }

    /// The value may be absent.
    pub fn optional(self) -> Self {
        self.map(Type::optional)
    }

    /// The value may be null.
    pub fn nullable(self) -> Self {
        self.map(Type::nullable)
    }

    /// What the agent should know about the value.
    pub fn describe(self, text: impl Into<String>) -> Self {
        self.map(|ty| ty.describe(text))
    }

    /// Redacts the value, wherever it stands.
    pub fn redact(mut self, censor: Censor) -> Self {
        self.redactions.push(Redaction { steps: Vec::new(), censor });
        self
    }

    /// A builder with all of this, and with what is embedded.
    pub(super) fn into_builder(mut self, name: &str, nesting: &mut Nesting) -> PresenterBuilder {
        self.refuse_hidden_keys();
        let mut faults = self.faults;
        let hides_fields = !self.hidden.is_empty();
        let mut builder = Presenter::builder(name);
        for Redaction { steps, censor } in self.redactions {
            match path(&steps) {
                Some(path) => builder = builder.redact([path], censor),
                None => {
                    faults.push(BuildError::new("redact", "nothing of the value would be shown"))
                }
            }
        }
        for Embed { key, declare } in self.embeds {
            match declare(nesting).build() {
                Ok(presenter) => builder = builder.embed(key, &presenter),
                Err(wrong) => faults.extend(wrong.errors),
            }
        }
        builder = match self.ty {
            Type { kind: Kind::Object(fields, _), nullable: false, .. } => builder.schema(fields),
            ty => builder.root(ty),
        };
        builder.with_faults(faults).hides_fields(hides_fields)
    }

    fn map(self, change: impl FnOnce(Type) -> Type) -> Self {
        Self { ty: change(self.ty), ..self }
    }

    fn push(&mut self, field: Field) {
        match &mut self.ty.kind {
            Kind::Object(fields, _) => fields.push(field),
            _ => self.faults.push(BuildError::new("schema", "a field of what is no object")),
        }
    }

    /// What this is the only part of.
    fn within(self, step: &Step, around: impl FnOnce(Type) -> Type) -> Self {
        let mut outer = Self::object();
        let inner = outer.take_in(self.below(step));
        outer.map(|_| around(inner))
    }

    /// What goes with the type where it stands a step deeper.
    fn below(mut self, step: &Step) -> Self {
        for redaction in &mut self.redactions {
            redaction.steps.push(step.clone());
        }
        self
    }

    /// Takes over what goes with a part, and gives back its type. Presenters that are embedded in
    /// the part are not asked, see [`embed`](Self::embed).
    fn take_in(&mut self, mut part: Self) -> Type {
        part.refuse_hidden_keys();
        self.redactions.extend(part.redactions);
        self.faults.extend(part.faults);
        part.ty
    }

    /// Finds fields with a key that is hidden as well: the last of two values with one key is shown,
    /// which may be the hidden one.
    fn refuse_hidden_keys(&mut self) {
        let Kind::Object(fields, _) = &self.ty.kind else { return };
        for field in fields.iter().filter(|field| self.hidden.contains(&field.key)) {
            let mut place = String::from("schema");
            push_key(&mut place, &field.key);
            let message = "a hidden field is written under the same key";
            self.faults.push(BuildError::new(place, message));
        }
    }
}

/// The type, if there is one alone.
fn one_or_union(mut types: Vec<Type>) -> Type {
    match types.len() {
        1 => types.remove(0),
        _ => Type::union(types),
    }
}

/// The redaction path of a value in the data; none for the data itself.
fn path(steps: &[Step]) -> Option<String> {
    let mut path = String::new();
    for step in steps.iter().rev() {
        match step {
            Step::Key(key) => push_key(&mut path, key),
            // The first step may be one into an item of a collection. `*` is the item's own members,
            // `[*]` the item.
            Step::Member if path.is_empty() => path.push('*'),
            // An array is a collection, whose items no path tells apart.
            Step::Index(at) if !path.is_empty() => {
                path.push('[');
                path.push_str(&at.to_string());
                path.push(']');
            }
            Step::Member | Step::Element | Step::Index(_) => path.push_str("[*]"),
        }
    }
    (!steps.is_empty()).then_some(path)
}
