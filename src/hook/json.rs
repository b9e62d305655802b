//! Building the JSON of a block: `ui.json`, `ui.echarts`.

use std::borrow::Cow;

use crate::emit::context::{Context, ContextId, in_context};
use crate::emit::json::JsonSink;
use crate::emit::string;
use crate::scan::USUAL_DEPTH;
use crate::walk::drive::{NOWHERE, drive_json};
use crate::walk::events::Sink;

use super::content::Digits;
use super::view::View;

/// A JSON value to be written: exactly one of its methods is called, once. Not calling one writes
/// `null`.
///
/// ```
/// use mcp_presenter::{Presenter, Renderer, Request, t};
///
/// let sales = Presenter::builder("Sales")
///     .schema([t::array("months", mcp_presenter::Type::string()), t::number("total")])
///     .ui(|sales, ui| {
///         ui.echarts(|chart| {
///             chart.object(|chart| {
///                 chart.member("xAxis").object(|axis| axis.set("data", sales.get("months")));
///                 chart.member("series").array(|series| {
///                     series.next().object(|bar| {
///                         bar.set("type", "bar");
///                         bar.set("total", sales.get("total"));
///                     });
///                 });
///             });
///         });
///     })
///     .build()?;
/// let json = br#"{"months":["Jan"],"total":1.50}"#;
/// let blocks = Renderer::new().blocks(&sales, json, &Request::new())?;
/// let ui = blocks.iter().nth(1).expect("a block").1;
/// assert!(ui.contains("\"data\": [\n      \"Jan\"\n    ]"));
/// assert!(ui.contains("\"total\": 1.50"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Json<'j> {
    sink: &'j mut dyn Events,
    is_written: bool,
}

/// The members of a JSON object that is being written.
#[derive(Debug)]
pub struct JsonMembers<'j> {
    sink: &'j mut dyn Events,
}

/// The elements of a JSON array that is being written.
#[derive(Debug)]
pub struct JsonElements<'j> {
    sink: &'j mut dyn Events,
}

/// A writer of JSON in one of the contexts.
pub(crate) trait Events: std::fmt::Debug {
    fn begin_object(&mut self);
    fn end_object(&mut self);
    fn begin_array(&mut self);
    fn end_array(&mut self);
    fn element(&mut self);
    fn key(&mut self, key: &str);
    fn string(&mut self, text: &str);
    fn scalar(&mut self, text: &str);
    fn view(&mut self, view: &View<'_>);
    fn text(&mut self, json: &str) -> bool;
}

impl<C: Context + std::fmt::Debug> Events for JsonSink<'_, C> {
    fn begin_object(&mut self) {
        Sink::begin_object(self);
    }

    fn end_object(&mut self) {
        Sink::end_object(self);
    }

    fn begin_array(&mut self) {
        Sink::begin_array(self, NOWHERE);
    }

    fn end_array(&mut self) {
        Sink::end_array(self);
    }

    fn element(&mut self) {
        Sink::element(self);
    }

    fn key(&mut self, key: &str) {
        self.key_characters(key);
    }

    fn string(&mut self, text: &str) {
        string::write_characters::<C>(self.out, text.chars());
    }

    fn scalar(&mut self, text: &str) {
        Sink::scalar(self, text.as_bytes(), NOWHERE);
    }

    fn view(&mut self, view: &View<'_>) {
        view.write_json(self);
    }

    fn text(&mut self, json: &str) -> bool {
        drive_json(json, USUAL_DEPTH, self)
    }
}

/// A value of JSON: a text, a number, a boolean, a [`View`], an `Option` of these (`None` is
/// `null`).
pub trait JsonValue: sealed::JsonValue {}

impl<T: sealed::JsonValue + ?Sized> JsonValue for T {}

pub(crate) mod sealed {
    pub trait JsonValue {
        fn write(&self, to: super::Json<'_>);
    }
}

impl<'j> Json<'j> {
    fn new(sink: &'j mut dyn Events) -> Self {
        Self { sink, is_written: false }
    }

    fn sink(&mut self) -> &mut dyn Events {
        self.is_written = true;
        self.sink
    }

    /// A single value.
    pub fn value(self, value: impl JsonValue) {
        value.write(self);
    }

    /// An object with the members that `write` gives it. The program sees to it that no key comes
    /// twice.
    pub fn object(mut self, write: impl FnOnce(&mut JsonMembers<'_>)) {
        self.sink().begin_object();
        write(&mut JsonMembers { sink: self.sink });
        self.sink.end_object();
    }

    /// An array with the elements that `write` gives it.
    pub fn array(mut self, write: impl FnOnce(&mut JsonElements<'_>)) {
        self.sink().begin_array();
        write(&mut JsonElements { sink: self.sink });
        self.sink.end_array();
    }

    /// A JSON text, which is read and written again. What is no JSON is written as a string, so
    /// that nothing is lost and nothing breaks out. Numbers keep their text. Reading it takes memory
    /// of its own.
    pub fn text(mut self, json: &str) {
        if !self.sink().text(json) {
            self.sink.string(json);
        }
    }
}

impl Drop for Json<'_> {
    fn drop(&mut self) {
        if !self.is_written {
            self.sink.scalar("null");
        }
    }
}

impl JsonMembers<'_> {
    /// Begins a member; its value follows.
    pub fn member(&mut self, key: &str) -> Json<'_> {
        self.sink.key(key);
        Json::new(self.sink)
    }

    /// A member with a single value.
    pub fn set(&mut self, key: &str, value: impl JsonValue) {
        self.member(key).value(value);
    }
}

impl JsonElements<'_> {
    /// Begins an element; its value follows.
    #[expect(clippy::should_implement_trait, reason = "it makes the next element")]
    pub fn next(&mut self) -> Json<'_> {
        self.sink.element();
        Json::new(self.sink)
    }

    /// An element with a single value.
    pub fn push(&mut self, value: impl JsonValue) {
        self.next().value(value);
    }
}

/// Writes what `build` makes, indented.
pub(crate) fn write(context: ContextId, out: &mut Vec<u8>, build: impl FnOnce(Json<'_>)) {
    in_context!(context, C => build(Json::new(&mut JsonSink::<C>::new(out, true))));
}

impl sealed::JsonValue for str {
    fn write(&self, mut to: Json<'_>) {
        to.sink().string(self);
    }
}

impl sealed::JsonValue for String {
    fn write(&self, to: Json<'_>) {
        self.as_str().write(to);
    }
}

impl sealed::JsonValue for Cow<'_, str> {
    fn write(&self, to: Json<'_>) {
        (**self).write(to);
    }
}

impl sealed::JsonValue for bool {
    fn write(&self, mut to: Json<'_>) {
        to.sink().scalar(if *self { "true" } else { "false" });
    }
}

impl sealed::JsonValue for View<'_> {
    fn write(&self, mut to: Json<'_>) {
        to.sink().view(self);
    }
}

impl<T: sealed::JsonValue> sealed::JsonValue for Option<T> {
    fn write(&self, to: Json<'_>) {
        if let Some(value) = self {
            value.write(to);
        }
    }
}

impl<T: sealed::JsonValue + ?Sized> sealed::JsonValue for &T {
    fn write(&self, to: Json<'_>) {
        (**self).write(to);
    }
}

macro_rules! integers {
    ($($number:ty),*) => {$(
        impl sealed::JsonValue for $number {
            fn write(&self, mut to: Json<'_>) {
                if let Some(digits) = Digits::of(format_args!("{self}")) {
                    to.sink().scalar(digits.as_str());
                }
            }
        }
    )*};
}
integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! floats {
    ($($number:ty),*) => {$(
        impl sealed::JsonValue for $number {
            /// In the shortest form that reads back; what is no number is null.
            fn write(&self, mut to: Json<'_>) {
                if self.is_finite()
                    && let Some(scientific) = Digits::of(format_args!("{self:e}"))
                    && let Some(digits) = Digits::canonical(scientific.as_str())
                {
                    to.sink().scalar(digits.as_str());
                }
            }
        }
    )*};
}
floats!(f32, f64);
