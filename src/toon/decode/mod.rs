//! TOON text to JSON bytes.
//!
//! One pass over the lines with a stack of open containers: [`lines`] gives lines with their depth,
//! [`header`] and [`fields`] read what a header declares, [`token`] reads strings, numbers and
//! cells, [`scopes`] holds what is open, and [`document`] decides what a line is where it stands.
//! [`members`] and [`edits`] see to duplicate keys. No recursion anywhere.

mod document;
mod edits;
mod error;
mod fields;
mod header;
mod lines;
mod members;
mod options;
mod scopes;
mod token;

pub use error::{ToonError, ToonErrorKind};
pub use options::DecodeOptions;

use document::Document;
use error::Fault;

/// Appends the value of a TOON document to `out`, as JSON without white space.
///
/// Reads both versions that are in use, 4.0 with its nested field groups, keyed tables and comment
/// lines, and 3.3, for which [`DecodeOptions::comments`] should be off. Numbers keep their text
/// (`1.50` stays `1.50`), only a zero loses its sign; whatever is not a number of the JSON grammar
/// is a string. Keys stay in the order of the document. An empty document is `{}`.
///
/// Strict by default: counts, widths, indentation and blank lines must be as the specification
/// says. [`DecodeOptions::lenient`] forgives some of it and never drops data: what has no place in
/// the value is an error there too. Unlike blocks that a Presenter writes, the JSON is plain data;
/// reserved tags in it are not escaped.
///
/// ```
/// use mcp_presenter::toon::{DecodeOptions, ToonErrorKind, decode};
///
/// let mut json = Vec::new();
/// let toon = b"orders[2]{id,customer{name},total}:\n  1,Ada,9.50\n  2,Bob,12";
/// decode(toon, &DecodeOptions::new(), &mut json)?;
/// assert_eq!(
///     String::from_utf8(json)?,
///     concat!(
///         r#"{"orders":[{"id":1,"customer":{"name":"Ada"},"total":9.50},"#,
///         r#"{"id":2,"customer":{"name":"Bob"},"total":12}]}"#,
///     )
/// );
///
/// let mut out = b"before".to_vec();
/// let error = decode(b"tags[3]: a,b", &DecodeOptions::new(), &mut out).unwrap_err();
/// assert_eq!(error.kind(), ToonErrorKind::CountMismatch);
/// assert_eq!(error.to_string(), "line 1, column 5: 3 values are declared and 2 found");
/// assert_eq!(out, b"before");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first fault that is met, with its line and column; ill-formed UTF-8 comes first. `out` is
/// left as it was.
///
/// # Cost
///
/// Linear in the document and what it stands for; not recursive, whatever the nesting. Allocates
/// for the containers that are open and the keys of open objects. The value of a table can be much
/// longer than its text, since each row repeats the keys: see [`DecodeOptions::max_bytes`].
///
/// Source: TOON specification 4.0, sections 4 to 12 and 14.
pub fn decode(toon: &[u8], options: &DecodeOptions, out: &mut Vec<u8>) -> Result<(), ToonError> {
    let start = out.len();
    read(toon, options, out).map_err(|fault| {
        out.truncate(start);
        ToonError::new(toon, fault)
    })
}

fn read(toon: &[u8], options: &DecodeOptions, out: &mut Vec<u8>) -> Result<(), Fault> {
    if let Err(error) = core::str::from_utf8(toon) {
        return Err(Fault::new(ToonErrorKind::InvalidUtf8, error.valid_up_to()));
    }
    Document::new(toon, options, out).read()
}
