//! JSON text and number text that serde_json dresses as structs of one field.
//!
//! Its `RawValue` always is one, its `Number` and with it `Value` where any crate in the tree has
//! switched on `arbitrary_precision`. Other serializers would write the dress.

use serde::Serialize;

use crate::error::RenderErrorKind;
use crate::scan::strict::{parse, skip_space};
use crate::scan::tape::Tape;
use crate::text::number::is_number;
use crate::walk::drive::drive_text;
use crate::walk::duplicates::resolve_all;
use crate::walk::events::Sink;

use super::fault::Fault;
use super::key::key_of;
use super::serializer::Drive;
use crate::value_error::ValueErrorKind as Kind;

/// What such a struct holds.
#[derive(Clone, Copy)]
pub(super) enum Foreign {
    Json,
    Number,
}

impl Foreign {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "$serde_json::private::RawValue" => Some(Self::Json),
            "$serde_json::private::Number" => Some(Self::Number),
            _ => None,
        }
    }

    /// Sends what its one field holds.
    pub(super) fn send<T: Serialize + ?Sized, S: Sink>(
        self,
        field: &T,
        drive: &mut Drive<'_, S>,
    ) -> Result<(), Fault> {
        let text = key_of(field).map_err(|_| Fault::new(Kind::InvalidJson))?;
        match self {
            Self::Json => {
                let depth = drive.depth_left();
                send_json(text.as_bytes(), depth, drive.sink).map_err(Fault::new)
            }
            Self::Number if is_number(text.as_bytes()) => {
                drive.scalar(text.as_bytes());
                Ok(())
            }
            Self::Number => Err(Fault::new(Kind::InvalidJson)),
        }
    }
}

/// Sends the value of a JSON text, the last of equal keys in the first one's place.
pub(super) fn send_json<S: Sink>(json: &[u8], depth: usize, sink: &mut S) -> Result<(), Kind> {
    let mut tape = Tape::default();
    let start = skip_space(json, 0);
    let end = parse(json, start, depth, &mut tape).map_err(|(kind, _)| match kind {
        RenderErrorKind::TooDeep => Kind::TooDeep,
        RenderErrorKind::TooLarge => Kind::TooLarge,
        _ => Kind::InvalidJson,
    })?;
    if skip_space(json, end) < json.len() {
        return Err(Kind::InvalidJson);
    }
    resolve_all(json, &mut tape.tokens, &mut Vec::new());
    drive_text(json, &tape.tokens, 0, sink);
    Ok(())
}
