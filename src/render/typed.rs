//! Rust values for hooks that get them.

use std::borrow::Borrow;
use std::marker::PhantomData;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::error::{RenderError, RenderErrorKind};
use crate::frame::Frame;
use crate::presenter::{Typed, TypedData, TypedPresenter};
use crate::report::{Blocks, Report};
use crate::request::Request;

use super::Renderer;
use super::trace::Trace;

impl Renderer {
    /// Appends to `out` what `presenter` shows of a value (`&T`) or of a collection of them (`&[T]`,
    /// `&Vec<T>`, an array), in `frame`: as [`render_value`](Self::render_value), and hooks get the
    /// values. Of the feature `serde`.
    ///
    /// The bytes are those of a [`Presenter`](struct@crate::Presenter) whose hooks write the same. Without
    /// hooks that get a [`View`](crate::View) and without embedded Presenters, hooks are no reason for
    /// the value to become JSON.
    ///
    /// # Errors
    ///
    /// As [`render_value`](Self::render_value); and
    /// [`SequenceAsItem`](crate::RenderErrorKind::SequenceAsItem) for one value that serde is told is
    /// a sequence, since that is a collection of something else. `out` is then as it was.
    ///
    /// # Panics
    ///
    /// If a hook does, or the `Serialize` of a value. `out` is then as it was.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// #[derive(serde::Serialize)]
    /// struct User {
    ///     name: String,
    ///     phone: String,
    /// }
    ///
    /// let users = Presenter::builder("User")
    ///     .schema([t::string("name")])
    ///     .typed::<User>()
    ///     .suggest(|user, next| {
    ///         if user.phone.is_empty() {
    ///             next.suggest("users.ask_phone", "No number is known");
    ///         }
    ///     })
    ///     .build()?;
    /// let ada = User { name: "Ada".to_owned(), phone: String::new() };
    /// let mut out = Vec::new();
    /// Renderer::new().render_typed(&users, &ada, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     "{\"name\":\"Ada\"}\n\n\
    ///      <action_suggestions>\n- users.ask_phone: No number is known\n</action_suggestions>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn render_typed<'d, 'v, T: Typed>(
        &mut self,
        presenter: &'d TypedPresenter<T>,
        data: impl Into<TypedData<'d, T::Value<'v>>>,
        request: &Request,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError>
    where
        T::Value<'v>: 'd,
    {
        let data = data.into();
        let (hooks, presenter) = (presenter.hooks_of(data), presenter.presenter());
        let trace = Trace::begin(presenter, frame.kind());
        let rendered = self.serialized(presenter, &data, Some(&hooks), request, |renderer, job| {
            renderer.run_untraced(job, frame, out)
        });
        trace.end(rendered.as_ref());
        rendered
    }

    /// The same for a collection that an iterator gives, by value or by reference. It is cloned: for
    /// the items, again where they have to become JSON, and for the first of them, if a hook looks at
    /// it. Nothing is collected. Of the feature `serde`.
    ///
    /// # Errors
    ///
    /// As [`render_value`](Self::render_value); and
    /// [`CollectionHooks`](crate::RenderErrorKind::CollectionHooks) if the Presenter has a hook that
    /// gets a collection as a slice. `out` is then as it was.
    ///
    /// # Panics
    ///
    /// If a hook does, the iterator, or the `Serialize` of an item. `out` is then as it was.
    ///
    /// # Example
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// #[derive(serde::Serialize)]
    /// struct User {
    ///     name: String,
    /// }
    ///
    /// let users = Presenter::builder("User")
    ///     .schema([t::string("name")])
    ///     .typed::<User>()
    ///     .suggest(|user, next| next.suggest("users.get", format_args!("More of {}", user.name)))
    ///     .build()?;
    /// let names = ["Ada", "Bo"];
    /// let data = names.iter().map(|name| User { name: name.to_string() });
    /// let mut out = Vec::new();
    /// Renderer::new().render_typed_iter(&users, data, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     "[{\"name\":\"Ada\"},{\"name\":\"Bo\"}]\n\n\
    ///      <action_suggestions>\n- users.get: More of Ada\n</action_suggestions>"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn render_typed_iter<'v, T: Typed, I>(
        &mut self,
        presenter: &TypedPresenter<T>,
        items: I,
        request: &Request,
        frame: Frame<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Report, RenderError>
    where
        I: IntoIterator<Item: Borrow<T::Value<'v>>> + Clone,
    {
        let trace = Trace::begin(presenter.presenter(), frame.kind());
        let first = match presenter.looks_at_first() {
            true => items.clone().into_iter().next(),
            false => None,
        };
        let rendered = match presenter.hooks_of_first(first.as_ref().map(Borrow::borrow)) {
            Some(hooks) => {
                let (presenter, items) =
                    (presenter.presenter(), Sequence::<I, T::Value<'v>>::new(items));
                self.serialized(presenter, &items, Some(&hooks), request, |renderer, job| {
                    renderer.run_untraced(job, frame, out)
                })
            }
            None => Err(RenderError::new(RenderErrorKind::CollectionHooks, None, None)),
        };
        trace.end(rendered.as_ref());
        rendered
    }

    /// The blocks of the response by themselves, each with its layer. Of the feature `serde`.
    ///
    /// # Errors
    ///
    /// As [`render_typed`](Self::render_typed).
    pub fn typed_blocks<'d, 'v, T: Typed>(
        &mut self,
        presenter: &'d TypedPresenter<T>,
        data: impl Into<TypedData<'d, T::Value<'v>>>,
        request: &Request,
    ) -> Result<Blocks, RenderError>
    where
        T::Value<'v>: 'd,
    {
        let data = data.into();
        let (hooks, presenter) = (presenter.hooks_of(data), presenter.presenter());
        let trace = Trace::begin(presenter, "none");
        let rendered = self.serialized(presenter, &data, Some(&hooks), request, |renderer, job| {
            renderer.run_blocks_untraced(job)
        });
        trace.end(rendered.as_ref().map(Blocks::report));
        rendered
    }
}

/// What an iterator gives, as a sequence, each time anew.
struct Sequence<I, V> {
    items: I,
    values: PhantomData<fn() -> V>,
}

impl<I, V> Sequence<I, V> {
    fn new(items: I) -> Self {
        Self { items, values: PhantomData }
    }
}

impl<V: Serialize, I: IntoIterator<Item: Borrow<V>> + Clone> Serialize for Sequence<I, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        self.items
            .clone()
            .into_iter()
            .try_for_each(|item| sequence.serialize_element(item.borrow()))?;
        sequence.end()
    }
}
