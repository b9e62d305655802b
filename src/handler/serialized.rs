//! Rust values that a handler returns.

use std::borrow::Cow;

use crate::door::write_json;
use crate::presenter::Presenter;
use crate::response::Response;
use crate::tool_error::ToolError;
use crate::value_error::ValueError;

use super::{IntoResponse, wrap_json};

/// A value of serde that a handler returns. Of the feature `serde`.
///
/// It is written as JSON ([`write_json`]), and that is what is returned. A value that cannot be
/// written becomes a [`ToolError`], which names fields and never a value.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, Serialized, t};
///
/// #[derive(serde::Serialize)]
/// struct Order {
///     id: &'static str,
///     margin: f32,
///     total: u32,
/// }
///
/// fn latest() -> Serialized<Vec<Order>> {
///     Serialized(vec![Order { id: "o-1", margin: 0.4, total: 12 }])
/// }
///
/// let schema = [t::integer("total"), t::string("id")];
/// let orders = Presenter::builder("Order").schema(schema).build()?;
/// let mut out = Vec::new();
/// let response = orders.wrap(latest());
/// Renderer::new().respond(&response, &Request::new(), Frame::Text, &mut out)?;
/// assert_eq!(out, br#"[{"total":12,"id":"o-1"}]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Serialized<T>(pub T);

impl<T> std::fmt::Debug for Serialized<T> {
    /// Says the type. What it holds is data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Serialized<{}>", std::any::type_name::<T>())
    }
}

impl<'r, T: serde::Serialize> IntoResponse<'r> for Serialized<T> {
    fn wrap(self, presenter: Option<&Presenter>) -> Response<'r> {
        let mut json = Vec::new();
        match write_json(&self.0, &mut json) {
            Ok(()) => wrap_json(Cow::Owned(json), presenter),
            Err(error) => ToolError::from(error).into(),
        }
    }
}

impl ToolError {
    /// The code of a [`ValueError`], of a value that cannot be written as JSON:
    /// `UNSERIALIZABLE_DATA`. Of the feature `serde`.
    pub const UNSERIALIZABLE_DATA: &'static str = "UNSERIALIZABLE_DATA";
}

/// With the code [`UNSERIALIZABLE_DATA`](ToolError::UNSERIALIZABLE_DATA), and as its one detail
/// the place in the value and what is wrong there.
impl From<ValueError> for ToolError {
    fn from(error: ValueError) -> Self {
        let place = if error.path().is_empty() { "the root" } else { error.path() };
        Self::new(Self::UNSERIALIZABLE_DATA, "The result cannot be written as JSON.")
            .detail(place.to_owned(), error.kind().text())
    }
}
