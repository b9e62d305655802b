//! A comparison for programs.

use std::io;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Comparison, Measure, Size, ratio};
use crate::console::write_exactly;
use crate::failure::Failure;
use crate::tokens::ENCODING;

/// Writes the comparison to standard output, a JSON object on one line.
pub(super) fn write(comparison: &Comparison) -> Result<(), Failure> {
    let report = comparison.report();
    let object = Object {
        encoding: ENCODING,
        is_collection: report.is_collection(),
        items: report.items(),
        hidden: report.hidden(),
        formats: Formats(comparison),
    };
    match serde_json::to_vec(&object) {
        Ok(json) => write_exactly(&json),
        Err(error) => Err(Failure::output("standard output", io::Error::from(error))),
    }
}

#[derive(Serialize)]
struct Object<'a> {
    encoding: &'static str,
    is_collection: bool,
    items: usize,
    hidden: usize,
    formats: Formats<'a>,
}

/// An object with a member for each format, in their order.
struct Formats<'a>(&'a Comparison);

#[derive(Serialize)]
struct Format {
    response: Cost,
    data: Cost,
}

#[derive(Serialize)]
struct Cost {
    bytes: usize,
    tokens: usize,
    bytes_ratio: Option<f64>,
    tokens_ratio: Option<f64>,
}

impl Serialize for Formats<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Comparison(measures) = self.0;
        let compact = self.0.compact();
        let mut map = serializer.serialize_map(Some(measures.len()))?;
        for measure in measures {
            map.serialize_entry(&measure.format, &Format::new(measure, compact))?;
        }
        map.end()
    }
}

impl Format {
    fn new(measure: &Measure, compact: &Measure) -> Self {
        Self {
            response: Cost::new(measure.response, compact.response),
            data: Cost::new(measure.data, compact.data),
        }
    }
}

impl Cost {
    fn new(size: Size, compact: Size) -> Self {
        let rounded = |ratio: f64| (ratio * 1e4).round() / 1e4;
        Self {
            bytes: size.bytes,
            tokens: size.tokens,
            bytes_ratio: ratio(size.bytes, compact.bytes).map(rounded),
            tokens_ratio: ratio(size.tokens, compact.tokens).map(rounded),
        }
    }
}
