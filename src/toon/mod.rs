//! TOON, Token-Oriented Object Notation: JSON's data model in lines, with the keys of uniform
//! objects written once.
//!
//! [`encode`] writes any JSON text as TOON, [`Encoder`] does so again and again with memory that is
//! kept. Both profiles are written: version 4.0 of the specification and version 3.3
//! ([`Profile`]). [`decode`] reads either as JSON. What a Presenter shows is TOON by
//! [`Format::Toon`](crate::Format::Toon) or [`Format::Auto`](crate::Format::Auto), a response without
//! one by [`Response::toon`](crate::Response::toon).
//!
//! ```
//! use mcp_presenter::toon::{self, ToonOptions};
//!
//! let json = br#"{"total":2,"rows":[{"id":1,"by":{"name":"Ada"}},{"id":2,"by":{"name":"a|b"}}]}"#;
//! let mut out = Vec::new();
//! toon::encode(json, &ToonOptions::new(), &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     "total: 2\n\
//!      rows[2|]{id|by{name}}:\n  \
//!        1|Ada\n  \
//!        2|\"a|b\""
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it saves
//!
//! The same collection in both formats; tokens are those of the encoding o200k_base, counted by
//! `mcp-presenter compare`:
//!
//! ```
//! use mcp_presenter::toon::ToonOptions;
//! use mcp_presenter::{Format, Frame, Presenter, Renderer, Request};
//!
//! let orders = Presenter::builder("Order").allow_everything().build()?;
//! let columns = ["id", "customer_name", "status", "currency", "amount_cents"];
//! let json = std::fs::read("examples/orders.json")?;
//! let show = |format| -> Result<String, Box<dyn std::error::Error>> {
//!     let request = Request::new().select(columns).format(format);
//!     let mut out = Vec::new();
//!     Renderer::new().render(&orders, &json, &request, Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//!
//! let compact = show(Format::Json)?; // 180 tokens
//! assert_eq!(compact.len(), 578);
//! assert!(compact.starts_with(concat!(
//!     r#"[{"id":"ord_000000_3d7f88","customer_name":"José Rao","status":"draft","#,
//!     r#""currency":"GBP","amount_cents":1173087},{"id":"ord_000001_7ed03c","#,
//! )));
//!
//! let table = show(Format::Toon(ToonOptions::new()))?; // 135 tokens
//! assert_eq!(table.len(), 309);
//! assert_eq!(
//!     table,
//!     "[5|]{id|customer_name|status|currency|amount_cents}:\n  \
//!        ord_000000_3d7f88|José Rao|draft|GBP|1173087\n  \
//!        ord_000001_7ed03c|Nguyễn Brown|void|BRL|2848160\n  \
//!        ord_000002_f8726d|Maya 田中|void|BRL|2974020\n  \
//!        ord_000003_a878cd|지훈 田中|draft|GBP|281475\n  \
//!        ord_000004_bcf2b9|Иван García|overdue|EUR|3868424"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The more rows, the more it saves: ten thousand orders with six columns take 0.43 of the bytes and
//! 0.64 of the tokens. It saves nothing where rows hold arrays, unless these are
//! [cells](#arrays-in-cells).
//!
//! # What is written
//!
//! | value | form |
//! |---|---|
//! | array of strings, numbers, booleans, nulls | on one line: `tags[2\|]: a\|b` |
//! | array of objects with the same keys, in any order, and no arrays in them but [those that are cells](#arrays-in-cells) | a table: a header with the keys of the first, then a row each. Objects in the objects fold into the header, if they are alike as well; in [`Profile::Toon3`] there may be none |
//! | object of two or more such objects | a table whose rows have keys; not in [`Profile::Toon3`] |
//! | any other array | a list, a hyphen for each element |
//! | any other object | a line for each member, those of inner ones indented |
//!
//! Nothing is lost: reading the text back gives the same value, but for the order of keys in rows,
//! and for arrays in cells where they are asked for.
//!
//! * **Numbers** are written in canonical form by their digits, never through a float: `1.50` is
//!   `1.5`, `1e2` is `100`, `5e-324` and integers of forty digits stay as they are. Plain from 1e-6
//!   up to 1e21 and for integers that are written without an exponent, else `d.ddde±x`; with an
//!   exponent of more than 36 digits as they came.
//! * **Strings** are quoted where a reader could take them for something else, and besides what the
//!   specification asks for where they begin with `+` or have white space of Unicode or a byte order
//!   mark at an edge: readers of other versions would not give those back.
//! * **Reserved tags** (see the [crate](crate#text-that-cannot-break-out)) lose their bracket: the
//!   string is quoted, and the `<` is `\u003c`. Where a tag would come together from two strings with
//!   only white space between them, the second is quoted.
//!
//! # Arrays in cells
//!
//! An array in an object keeps it out of every table, and a list says each key again in each element.
//! [`ToonOptions::array_cells`] is for readers that can do without the types of the elements: an
//! array of strings, numbers, booleans and nulls is then one cell of the row.
//!
//! ```
//! use mcp_presenter::toon::{self, ArrayCells, ToonOptions};
//!
//! let json = br#"[{"id":1,"tags":["new","a|b"]},{"id":2,"tags":[]},{"id":3,"tags":null}]"#;
//! let cells = ArrayCells::joined_by(',')?;
//! let mut out = Vec::new();
//! toon::encode(json, &ToonOptions::new().array_cells(cells), &mut out)?;
//! assert_eq!(String::from_utf8(out)?, "[3|]{id|tags}:\n  1|\"new,a|b\"\n  2|\"\"\n  3|null");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing in the text says that such a cell is a list. A response says it in its rules; who calls
//! [`encode`] has to say it, with what [`ArrayCells`] displays as.
//!
//! Source: the TOON specification 4.0, sections 2 and 6 to 12, and its version 3.3.

#![forbid(unsafe_code)]

mod decode;
mod encode;

pub use crate::emit::toon::cells::{ArrayCells, SeparatorError};
pub use crate::emit::toon::options::{Delimiter, Profile, ToonOptions};
pub use decode::{DecodeOptions, ToonError, ToonErrorKind, decode};
pub use encode::{Encoder, encode};
