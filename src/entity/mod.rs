//! Types that say themselves how they are shown: what `#[derive(Presenter)]` writes.

#![forbid(unsafe_code)]

mod nesting;
mod schema;
mod standard;

use crate::error::BuildErrors;
use crate::presenter::{Presenter, PresenterBuilder};

pub use nesting::Nesting;
pub use schema::Schema;

/// A type whose values have a schema: that of what [`serde::Serialize`] makes of them. Of the feature
/// `derive`.
///
/// [`#[derive(Presenter)]`](derive@crate::Presenter) implements it; it is there for
///
/// | type | its schema |
/// |---|---|
/// | `String`, `str`, `char`, `Path`, `PathBuf`, addresses of `std::net` | a string |
/// | `bool` | a boolean |
/// | integers of every width, `NonZero`, atomics | an integer |
/// | `f32`, `f64` | a number, or null: `NaN` and infinity have no JSON, and are written so |
/// | `()`, `PhantomData` | null |
/// | `Duration` | an object with `secs` and `nanos` |
/// | `Option<T>` | that of `T`, or null |
/// | `Vec`, slices, arrays, sets, queues | an array |
/// | tuples | an array: of one type if all parts have the same, else of their union |
/// | `HashMap`, `BTreeMap` | a record |
/// | references, `Box`, `Rc`, `Arc`, `Cow`, `Cell`, `Mutex` and others around a value | that of the value |
///
/// A type of another crate has none. A field of it says so with an attribute of its own, `schema` or
/// `any`. A type of yours is given one by hand like this:
///
/// ```
/// use mcp_presenter::{Nesting, Present, Schema, Type};
///
/// /// Written as `"12.50 EUR"`.
/// struct Money {
///     cents: i64,
/// }
///
/// impl serde::Serialize for Money {
///     fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         let Self { cents } = self;
///         serializer.collect_str(&format_args!("{}.{:02} EUR", cents / 100, cents % 100))
///     }
/// }
///
/// impl Present for Money {
///     fn schema(_: &mut Nesting) -> Schema {
///         Type::string().into()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema",
    label = "what an agent may see of this type is not known",
    note = "derive `Presenter` for it, or give the field `#[presenter(schema = …)]`, \
            `#[presenter(any)]` to show all of it, or `#[presenter(hidden)]`"
)]
pub trait Present {
    /// The schema, with what is redacted in it. Those of the types in it are asked of `nesting`,
    /// which finds out if a type holds itself.
    fn schema(nesting: &mut Nesting) -> Schema;
}

/// A type that has a [`Presenter`]. Of the feature `derive`.
///
/// [`#[derive(Presenter)]`](derive@crate::Presenter) implements it, and has an example. That of an
/// `Option`, a `Vec`, a slice, an array, a reference, a `Box`, an `Rc`, an `Arc` or a `Cow` is that
/// of the value in it: a Presenter takes single values and collections.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Presenter",
    label = "only types that derive `Presenter`, and what holds them, have one"
)]
pub trait Entity: Present {
    /// The declaration, of which [`builder`](Self::builder) is the outermost.
    fn declare(nesting: &mut Nesting) -> PresenterBuilder;

    /// What is declared with the type, to go on from: hooks, for one, stand in no attribute.
    fn builder() -> PresenterBuilder {
        Self::declare(&mut Nesting::default())
    }

    /// The Presenter of the type, if there is nothing to add.
    ///
    /// # Errors
    ///
    /// As [`PresenterBuilder::build`]: what the attributes say together with the types of the
    /// fields, which a macro does not see. A type that holds itself is such a mistake, and a map that
    /// is flattened.
    fn presenter() -> Result<Presenter, BuildErrors> {
        Self::builder().build()
    }
}
