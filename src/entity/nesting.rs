//! Types in types, on the way to a declaration.

use std::any::type_name;

use crate::error::BuildError;
use crate::presenter::{Presenter, PresenterBuilder, Type};

use super::schema::Schema;
use super::{Entity, Present};

/// The types around the one whose schema is asked for, so that a type which holds itself is a mistake
/// and no endless loop. Of the feature `derive`.
#[derive(Debug, Default)]
pub struct Nesting {
    open: Vec<&'static str>,
    faults: Vec<BuildError>,
}

impl Nesting {
    /// The schema of a type that is a part of the one that asks.
    pub fn schema<T: Present + ?Sized>(&mut self) -> Schema {
        self.within::<T, _>(|nesting| T::schema(nesting))
            // Never shown: the fault stands in the way of the Presenter.
            .unwrap_or_else(|| Type::any().into())
    }

    /// A builder with the schema and the redactions of the type, and with the Presenters that are
    /// embedded in it.
    pub fn builder<T: Entity + ?Sized>(&mut self, name: impl Into<String>) -> PresenterBuilder {
        let name = name.into();
        let builder = self.within::<T, _>(|nesting| {
            let schema = T::schema(nesting);
            schema.into_builder(&name, nesting)
        });
        let builder = builder.unwrap_or_else(|| Presenter::builder(&name).root(Type::any()));
        builder.with_faults(std::mem::take(&mut self.faults))
    }

    /// What `schema` makes of the type, unless it is being made already.
    fn within<T: ?Sized, R>(&mut self, schema: impl FnOnce(&mut Self) -> R) -> Option<R> {
        // Types with equal names would be taken for one that holds itself, which is a mistake more
        // and no leak. `TypeId` would ask that nothing is borrowed.
        let name = type_name::<T>();
        if self.open.contains(&name) {
            let message = format!("{name} holds itself, and a schema ends somewhere");
            let fault = BuildError::new("schema", message);
            if !self.faults.contains(&fault) {
                self.faults.push(fault);
            }
            return None;
        }
        self.open.push(name);
        let made = schema(self);
        self.open.pop();
        Some(made)
    }
}
