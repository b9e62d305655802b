//! Presenters whose hooks get the Rust values themselves.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::blocks::output::Output;
use crate::error::{BuildError, BuildErrors};
use crate::hook::lists::{Rules, Suggestions};
use crate::hook::ui::Ui;
use crate::hook::values::ValueHooks;

use super::builder::PresenterBuilder;
use super::built::Presenter;
use super::hooks::Hook;

/// What a [`TypedPresenter`] shows values of. Of the feature `serde`.
///
/// Every `Serialize` type that borrows nothing is one, and is its own [`Value`](Self::Value). For a
/// type that borrows, a type that stands for all its lifetimes says so:
///
/// ```
/// use mcp_presenter::{Typed, Frame, Presenter, Renderer, Request, t};
///
/// #[derive(serde::Serialize)]
/// struct Order<'a> {
///     id: &'a str,
/// }
///
/// struct Orders;
///
/// impl Typed for Orders {
///     type Value<'v> = Order<'v>;
/// }
///
/// let orders = Presenter::builder("Order")
///     .schema([t::string("id")])
///     .typed::<Orders>()
///     .ui(|order, ui| ui.summary(order.id))
///     .build()?;
/// let row = String::from("o-1");
/// let mut out = Vec::new();
/// let order = Order { id: &row };
/// Renderer::new().render_typed(&orders, &order, &Request::new(), Frame::Text, &mut out)?;
/// assert!(String::from_utf8(out)?.contains("**Summary**: o-1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Typed: 'static {
    /// The value, which hooks get.
    type Value<'v>: Serialize;
}

impl<T: Serialize + 'static> Typed for T {
    type Value<'v> = T;
}

type ItemUi<T> = dyn Fn(&<T as Typed>::Value<'_>, &mut Ui<'_>) + Send + Sync;
type CollectionUi<T> = dyn Fn(&[<T as Typed>::Value<'_>], &mut Ui<'_>) + Send + Sync;
type ItemRules<T> = dyn Fn(&<T as Typed>::Value<'_>, &mut Rules<'_>) + Send + Sync;
type CollectionRules<T> = dyn Fn(&[<T as Typed>::Value<'_>], &mut Rules<'_>) + Send + Sync;
type ItemSuggestions<T> = dyn Fn(&<T as Typed>::Value<'_>, &mut Suggestions<'_>) + Send + Sync;
type CollectionSuggestions<T> =
    dyn Fn(&[<T as Typed>::Value<'_>], &mut Suggestions<'_>) + Send + Sync;

/// Hooks that get values, in the order of declaration.
struct Hooks<T: Typed> {
    ui: Vec<Hook<ItemUi<T>>>,
    collection_ui: Vec<Hook<CollectionUi<T>>>,
    rules: Vec<Hook<ItemRules<T>>>,
    collection_rules: Vec<Hook<CollectionRules<T>>>,
    suggestions: Vec<Hook<ItemSuggestions<T>>>,
    collection_suggestions: Vec<Hook<CollectionSuggestions<T>>>,
}

// Derived ones would ask for a `T` that is the same.
impl<T: Typed> Default for Hooks<T> {
    fn default() -> Self {
        Self {
            ui: Vec::new(),
            collection_ui: Vec::new(),
            rules: Vec::new(),
            collection_rules: Vec::new(),
            suggestions: Vec::new(),
            collection_suggestions: Vec::new(),
        }
    }
}

impl<T: Typed> Clone for Hooks<T> {
    fn clone(&self) -> Self {
        Self {
            ui: self.ui.clone(),
            collection_ui: self.collection_ui.clone(),
            rules: self.rules.clone(),
            collection_rules: self.collection_rules.clone(),
            suggestions: self.suggestions.clone(),
            collection_suggestions: self.collection_suggestions.clone(),
        }
    }
}

impl<T: Typed> Hooks<T> {
    /// Something looks at a collection as a whole.
    fn look_at_collections(&self) -> bool {
        !(self.collection_ui.is_empty()
            && self.collection_rules.is_empty()
            && self.collection_suggestions.is_empty())
    }

    fn is_empty(&self) -> bool {
        self.ui.is_empty()
            && self.rules.is_empty()
            && self.suggestions.is_empty()
            && !self.look_at_collections()
    }
}

/// Declares a [`TypedPresenter`]; made by [`PresenterBuilder::typed`]. Of the feature `serde`.
#[must_use]
pub struct TypedPresenterBuilder<T: Typed> {
    builder: PresenterBuilder,
    hooks: Hooks<T>,
}

impl<T: Typed> Clone for TypedPresenterBuilder<T> {
    fn clone(&self) -> Self {
        Self { builder: self.builder.clone(), hooks: self.hooks.clone() }
    }
}

impl<T: Typed> fmt::Debug for TypedPresenterBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedPresenterBuilder")
            .field("builder", &self.builder)
            .finish_non_exhaustive()
    }
}

impl PresenterBuilder {
    /// A Presenter for values of `T` whose hooks get those values: `&T`, and of a collection `&[T]`.
    /// Everything but these hooks is declared before this call. Of the feature `serde`.
    ///
    /// Hooks that were declared here get a [`View`](crate::View) as ever, and what they write stands
    /// before what the others write in the same place. With one of them, or with an embedded
    /// Presenter, the value has to become JSON, for them to look at; without, it does not.
    ///
    /// [`TypedPresenter`] has an example.
    pub fn typed<T: Typed>(self) -> TypedPresenterBuilder<T> {
        TypedPresenterBuilder { builder: self, hooks: Hooks::default() }
    }
}

impl<T: Typed> TypedPresenterBuilder<T> {
    /// User interface for one value, as [`PresenterBuilder::ui`] is for a document: not for a
    /// collection, nor for its items.
    ///
    /// # Panics
    ///
    /// If this hook or any other does, the render does. The buffer is then as it was, and the
    /// Renderer can be used again.
    pub fn ui(mut self, hook: impl Fn(&T::Value<'_>, &mut Ui<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.ui.push(Hook::new(Arc::new(hook)));
        self
    }

    /// User interface for a collection as a whole, an empty one too. Like all hooks of collections
    /// it gets the items that are shown, up to the limit.
    pub fn collection_ui(
        mut self,
        hook: impl Fn(&[T::Value<'_>], &mut Ui<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.hooks.collection_ui.push(Hook::new(Arc::new(hook)));
        self
    }

    /// Rules that look at a value, or at the first item of a collection (none for an empty one).
    /// They follow the rules that were declared before [`typed`](PresenterBuilder::typed).
    pub fn dynamic_rules(
        mut self,
        hook: impl Fn(&T::Value<'_>, &mut Rules<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.hooks.rules.push(Hook::new(Arc::new(hook)));
        self
    }

    /// Rules for a collection, an empty one too; they follow all others.
    pub fn collection_rules(
        mut self,
        hook: impl Fn(&[T::Value<'_>], &mut Rules<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.hooks.collection_rules.push(Hook::new(Arc::new(hook)));
        self
    }

    /// What the agent may do next with a value, or with the first item of a collection.
    pub fn suggest(
        mut self,
        hook: impl Fn(&T::Value<'_>, &mut Suggestions<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.hooks.suggestions.push(Hook::new(Arc::new(hook)));
        self
    }

    /// What the agent may do next with a collection; takes the place of [`suggest`](Self::suggest)
    /// there, also if it suggests nothing. Not for an empty one.
    pub fn collection_suggest(
        mut self,
        hook: impl Fn(&[T::Value<'_>], &mut Suggestions<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.hooks.collection_suggestions.push(Hook::new(Arc::new(hook)));
        self
    }

    /// Checks the declaration and compiles it.
    ///
    /// # Errors
    ///
    /// All mistakes at once, as [`PresenterBuilder::build`]; and
    /// [`redact_hooks`](PresenterBuilder::redact_hooks) with a hook that gets values, since nothing
    /// can be kept from it.
    pub fn build(mut self) -> Result<TypedPresenter<T>, BuildErrors> {
        if self.builder.declared.redact_hooks && !self.hooks.is_empty() {
            let message = "hooks that get Rust values see all of them";
            self.builder.faults.push(BuildError::new("redact_hooks", message));
        }
        let presenter = self.builder.build()?;
        Ok(TypedPresenter { presenter, hooks: Arc::new(self.hooks) })
    }
}

/// A [`Presenter`] for Rust values of one type, whose hooks get the values themselves.
/// Cheap to clone, `Send` and `Sync`. Of the feature `serde`.
///
/// [`Renderer::render_typed`](crate::Renderer::render_typed) shows a value, or a slice of them.
///
/// # Its hooks are trusted
///
/// They see the value as the program has it, before the schema, `_select` and redaction: also
/// fields that the schema drops, and what serde is told to skip. Nothing is kept from them, so
/// [`redact_hooks`](PresenterBuilder::redact_hooks) beside them is a mistake in the declaration.
/// What they write of a value is shown, escaped for its place; take every value that a hook writes
/// as one that the model has seen.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
///
/// #[derive(serde::Serialize)]
/// struct Order {
///     id: String,
///     cents: i64,
///     cost_cents: i64,
/// }
///
/// let orders = Presenter::builder("Order")
///     .schema([t::string("id"), t::integer("cents")])
///     .limit(2)
///     .typed::<Order>()
///     .collection_ui(|orders, ui| {
///         let cents: i64 = orders.iter().map(|order| order.cents).sum();
///         ui.summary(format_args!("{} orders, {cents} cents", orders.len()));
///     })
///     .dynamic_rules(|order, rules| {
///         if order.cents < order.cost_cents {
///             rules.rule("It was sold at a loss: offer no discount.");
///         }
///     })
///     .build()?;
///
/// let order = |id: &str, cents| Order { id: id.to_owned(), cents, cost_cents: 100 };
/// let mut renderer = Renderer::new();
/// let mut out = Vec::new();
/// let data = [order("o-1", 90), order("o-2", 400)];
/// renderer.render_typed(&orders, &data, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     r#"[{"id":"o-1","cents":90},{"id":"o-2","cents":400}]
///
/// <ui_passthrough type="summary">
/// 📊 **Summary**: 2 orders, 490 cents
/// </ui_passthrough>
///
/// <domain_rules>
/// - It was sold at a loss: offer no discount.
/// </domain_rules>"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TypedPresenter<T: Typed> {
    presenter: Presenter,
    hooks: Arc<Hooks<T>>,
}

impl<T: Typed> Clone for TypedPresenter<T> {
    fn clone(&self) -> Self {
        Self { presenter: self.presenter.clone(), hooks: Arc::clone(&self.hooks) }
    }
}

impl<T: Typed> fmt::Debug for TypedPresenter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedPresenter")
            .field("name", &self.presenter.name())
            .finish_non_exhaustive()
    }
}

impl<T: Typed> TypedPresenter<T> {
    /// The Presenter without the hooks that get values: what it shows, for tools, schemas and
    /// descriptions, and for the same data where it comes as JSON.
    #[must_use]
    pub fn presenter(&self) -> &Presenter {
        &self.presenter
    }

    /// The hooks with the value that they get.
    pub(crate) fn hooks_of<'p, 'v>(
        &'p self,
        data: TypedData<'p, T::Value<'v>>,
    ) -> Given<'p, 'v, T> {
        let hooks = &*self.hooks;
        match data {
            TypedData::Item(item) => Given { hooks, is_item: true, first: Some(item), items: None },
            TypedData::Collection(items) => {
                Given { hooks, is_item: false, first: items.first(), items: Some(items) }
            }
        }
    }

    /// Whether a hook gets the first item of a collection.
    pub(crate) fn looks_at_first(&self) -> bool {
        !(self.hooks.rules.is_empty() && self.hooks.suggestions.is_empty())
    }

    /// The hooks with the first item of a collection, if none of them gets all of it.
    pub(crate) fn hooks_of_first<'p, 'v>(
        &'p self,
        first: Option<&'p T::Value<'v>>,
    ) -> Option<Given<'p, 'v, T>> {
        let hooks = &*self.hooks;
        let is_enough = !hooks.look_at_collections();
        is_enough.then_some(Given { hooks, is_item: false, first, items: None })
    }
}

/// What a [`TypedPresenter`] is to show: one value, or several that are a collection. Of the feature
/// `serde`.
#[non_exhaustive]
pub enum TypedData<'d, V> {
    /// One value.
    Item(&'d V),
    /// A collection.
    Collection(&'d [V]),
}

impl<V> Clone for TypedData<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for TypedData<'_, V> {}

impl<V> fmt::Debug for TypedData<'_, V> {
    /// Says how much there is. What it is may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(_) => f.write_str("Item"),
            Self::Collection(items) => write!(f, "Collection({} items)", items.len()),
        }
    }
}

impl<'d, V> From<&'d V> for TypedData<'d, V> {
    fn from(item: &'d V) -> Self {
        Self::Item(item)
    }
}

impl<'d, V> From<&'d [V]> for TypedData<'d, V> {
    fn from(items: &'d [V]) -> Self {
        Self::Collection(items)
    }
}

impl<'d, V, const N: usize> From<&'d [V; N]> for TypedData<'d, V> {
    fn from(items: &'d [V; N]) -> Self {
        Self::Collection(items)
    }
}

impl<'d, V> From<&'d Vec<V>> for TypedData<'d, V> {
    fn from(items: &'d Vec<V>) -> Self {
        Self::Collection(items)
    }
}

impl<V: Serialize> Serialize for TypedData<'_, V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Item(item) => item.serialize(serializer),
            Self::Collection(items) => items.serialize(serializer),
        }
    }
}

/// Hooks with the value that they get.
pub(crate) struct Given<'p, 'v, T: Typed> {
    hooks: &'p Hooks<T>,
    is_item: bool,
    /// The item, or the first one of a collection.
    first: Option<&'p T::Value<'v>>,
    /// All items of a collection, if a hook is to get them.
    items: Option<&'p [T::Value<'v>]>,
}

impl<'p, 'v, T: Typed> Given<'p, 'v, T> {
    /// The item, or the first one that is shown.
    fn first(&self, shown: usize) -> Option<&'p T::Value<'v>> {
        self.first.filter(|_| shown > 0)
    }

    /// The items that are shown, of a collection.
    fn items(&self, shown: usize) -> Option<&'p [T::Value<'v>]> {
        self.items.map(|items| &items[..shown.min(items.len())])
    }
}

impl<T: Typed> ValueHooks for Given<'_, '_, T> {
    fn is_item(&self) -> bool {
        self.is_item
    }

    fn has_rules(&self) -> bool {
        !(self.hooks.rules.is_empty() && self.hooks.collection_rules.is_empty())
    }

    fn has_collection_suggestions(&self) -> bool {
        !self.hooks.collection_suggestions.is_empty()
    }

    fn ui(&self, shown: usize, output: &mut Output) {
        if self.is_item {
            let Some(item) = self.first else { return };
            self.hooks.ui.iter().for_each(|hook| hook(item, &mut Ui::new(output)));
        } else if let Some(items) = self.items(shown) {
            self.hooks.collection_ui.iter().for_each(|hook| hook(items, &mut Ui::new(output)));
        }
    }

    fn item_rules(&self, shown: usize, rules: &mut Rules<'_>) {
        let Some(item) = self.first(shown) else { return };
        self.hooks.rules.iter().for_each(|hook| hook(item, rules));
    }

    fn collection_rules(&self, shown: usize, rules: &mut Rules<'_>) {
        let Some(items) = self.items(shown) else { return };
        self.hooks.collection_rules.iter().for_each(|hook| hook(items, rules));
    }

    fn item_suggestions(&self, shown: usize, next: &mut Suggestions<'_>) {
        let Some(item) = self.first(shown) else { return };
        self.hooks.suggestions.iter().for_each(|hook| hook(item, next));
    }

    fn collection_suggestions(&self, shown: usize, next: &mut Suggestions<'_>) {
        let Some(items) = self.items(shown).filter(|items| !items.is_empty()) else { return };
        self.hooks.collection_suggestions.iter().for_each(|hook| hook(items, next));
    }
}
