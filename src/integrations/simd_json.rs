//! The tapes of simd-json.

use std::fmt;

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use simd_json::prelude::ValueAsScalar;
use simd_json::{Node, StaticNode, Tape};

/// A document that simd-json has parsed onto a tape, as a value of serde. Of the feature `simd-json`.
///
/// For [`Renderer::render_value`](crate::Renderer::render_value), which asks of it what the Presenter
/// shows and skips the rest at once. simd-json's own values, owned and borrowed, are values of serde
/// already, with its feature `serde_impl`. What simd-json made of the text is what is shown: its numbers have lost the text that they had
/// there.
///
/// A key that comes twice counts as anywhere else. A tape that was put together by hand and is none gives
/// an error, as does one that is nested too deep.
///
/// ```
/// use mcp_presenter::{Frame, Presenter, Renderer, Request, SimdTape, t};
///
/// let mut json = br#"[{"name":"Ada","key":1}]"#.to_vec();
/// let tape = simd_json::to_tape(&mut json)?;
/// let users = Presenter::builder("User").schema([t::string("name")]).build()?;
/// let mut out = Vec::new();
/// let (request, frame) = (Request::new(), Frame::Text);
/// Renderer::new().render_value(&users, &SimdTape(&tape), &request, frame, &mut out)?;
/// assert_eq!(out, br#"[{"name":"Ada"}]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct SimdTape<'t, 'input>(pub &'t Tape<'input>);

impl fmt::Debug for SimdTape<'_, '_> {
    /// Says how long it is. What it holds is data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SimdTape({} nodes)", self.0.0.len())
    }
}

impl Serialize for SimdTape<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Nodes(&self.0.0).serialize(serializer)
    }
}

/// A value, with whatever stands behind it.
struct Nodes<'t, 'input>(&'t [Node<'input>]);

/// What is said of a tape that is none.
const TORN: &str = "no tape";

impl<'t, 'input> Nodes<'t, 'input> {
    /// What stands behind the value.
    fn behind(&self) -> Option<Self> {
        let count = match self.0.first()? {
            Node::Object { count, .. } | Node::Array { count, .. } => *count,
            Node::String(_) | Node::Static(_) => 0,
        };
        self.0.get(count.checked_add(1)?..).map(Self)
    }
}

impl Serialize for Nodes<'_, '_> {
    /// As deep as the serializer lets it, which bounds the containers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let torn = || S::Error::custom(TORN);
        let (first, rest) = self.0.split_first().ok_or_else(torn)?;
        let mut rest = Nodes(rest);
        match first {
            Node::String(text) => serializer.serialize_str(text),
            Node::Static(scalar) => serialize_scalar(*scalar, serializer),
            Node::Array { len, .. } => {
                let mut elements = serializer.serialize_seq(Some(*len))?;
                for _ in 0..*len {
                    elements.serialize_element(&rest)?;
                    rest = rest.behind().ok_or_else(torn)?;
                }
                elements.end()
            }
            Node::Object { len, .. } => {
                let mut members = serializer.serialize_map(Some(*len))?;
                for _ in 0..*len {
                    let Some((Node::String(key), value)) = rest.0.split_first() else {
                        return Err(torn());
                    };
                    let value = Nodes(value);
                    members.serialize_entry(key, &value)?;
                    rest = value.behind().ok_or_else(torn)?;
                }
                members.end()
            }
        }
    }
}

/// Asks, and does not match: which kinds there are depends on features of simd-json that any crate may
/// switch on.
fn serialize_scalar<S: Serializer>(scalar: StaticNode, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(value) = scalar.as_bool() {
        serializer.serialize_bool(value)
    } else if let Some(value) = scalar.as_i128() {
        serializer.serialize_i128(value)
    } else if let Some(value) = scalar.as_u128() {
        serializer.serialize_u128(value)
    } else if let Some(value) = scalar.as_f64() {
        serializer.serialize_f64(value)
    } else {
        serializer.serialize_unit()
    }
}
