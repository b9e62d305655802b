//! Turns the JSON that a tool handler has into what an AI agent may see.
//!
//! A [`Presenter`] declares once what an agent may see of an entity: the fields that exist for it,
//! the values that are redacted, how many items are shown, the rules that go with the data. A
//! [`Renderer`] takes JSON bytes and writes the finished tool result of the Model Context Protocol
//! into your buffer, in one pass: validated, filtered, redacted, escaped for its frame. What the
//! Presenter does not keep reaches no byte of output and no error.
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! // Once, at the start. Every mistake in the declaration is reported here.
//! let users = Presenter::builder("User")
//!     .schema([
//!         t::string("name"),
//!         t::string("email"),
//!         t::integer("balance_cents").describe("in cents"),
//!     ])
//!     .redact_pii(["email"])
//!     .rules(["Never show an e-mail address."])
//!     .build()?;
//!
//! // For each call. The Renderer and the buffer keep their memory.
//! let mut renderer = Renderer::new();
//! let mut out = Vec::new();
//! let json = br#"{"password_hash":"x","balance_cents":450,"name":"Ada","email":"a@b.example"}"#;
//! let report = renderer.render(&users, json, &Request::new(), Frame::Text, &mut out)?;
//!
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"{"name":"Ada","email":"[REDACTED]","balance_cents":450}
//!
//! <domain_rules>
//! - balance_cents: in cents
//! - Never show an e-mail address.
//! </domain_rules>"#
//! );
//! assert_eq!((report.dropped(), report.redacted()), (1, 1)); // the hash; the address
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Frame::Result`] and [`Frame::JsonRpc`] give the same blocks as a `CallToolResult` and as a
//! whole JSON-RPC line.
//!
//! # What is declared, what is asked, what comes out
//!
//! | | |
//! |---|---|
//! | [`Presenter`] | declared, compiled, immutable; cheap to clone, `Send` and `Sync`. Made by a [`PresenterBuilder`], or from a file's text by `Presenter::from_json` and `Presenter::from_toml` (feature `presenter-file`, on by default) |
//! | [`Type`], [`Field`], [`t`] | the schema language. An object keeps the declared fields, in the declared order, and drops the rest, unless its [`Mode`] says otherwise |
//! | [`Censor`] | what stands in the place of a redacted value |
//! | [`Request`] | what one call asks for: the `_select` list, the [`Format`] |
//! | [`Frame`] | what surrounds the blocks |
//! | [`Renderer`] | memory for the work, one for each worker |
//! | [`Report`] | counts: items, dropped members, redacted values, names and paths that met nothing |
//! | [`BuildErrors`], [`RenderError`] | a declaration that is wrong; data that cannot be shown |
//!
//! A response is a sequence of text blocks, each of a [`Layer`], always in this order: the data,
//! user interface, embeds, directives, rules, suggestions. An empty layer gives no block.
//! [`Renderer::blocks`] gives the blocks by themselves.
//!
//! # All or nothing
//!
//! [`Renderer::render`] appends to the buffer, or fails and leaves it as it was. What is wrong with
//! the *text* (syntax, UTF-8, depth) comes before what is wrong with the *data*: one fault of the
//! text, the first, or else every field that does not fit the schema. Both hold everywhere in the
//! input, also in members that are not shown; items beyond the limit are checked as text only. An
//! error says where, and what was expected, and never holds a value; a key that the schema does not
//! declare is data as well and is written `{key}`.
//!
//! # Rules for data
//!
//! * **Numbers are text** and are written as they came: `1.0`, `1e400`, forty digits. Nothing
//!   passes through a float. An integer is a number without a fraction (`3.0` and `1e2` are), and
//!   constants compare by value.
//! * **Strings** are written as `JSON.stringify` writes them, whatever escapes the input used.
//! * **Duplicate keys**: the last value counts, at the place that the schema gives it or, without a
//!   schema, at the first one's place. Keys are compared with their escapes read. Redaction and
//!   `_select` cannot be got round by repeating or escaping a key.
//! * **Lone surrogates** (`"\ud800"`) become U+FFFD and are counted, or are an error under
//!   [`strict_text`](PresenterBuilder::strict_text).
//! * **A byte order mark** at the start is skipped and still counted in offsets.
//! * **Depth**: 128 nested containers, settable
//!   ([`max_depth`](PresenterBuilder::max_depth)).
//! * **Reserved tags** in data, such as `<domain_rules>` in any spelling, lose their bracket:
//!   `\u003c` in JSON, `&lt;` in a string that is the whole data.
//! * **A root array** is a collection: each element is an item with the schema of its own, and a
//!   [`limit`](PresenterBuilder::limit) counts them.
//!
//! ```
//! use mcp_presenter::{Frame, Presenter, RenderErrorKind, Renderer, Request, t};
//!
//! let everything = Presenter::builder("Any").allow_everything().build()?;
//! let mut renderer = Renderer::new();
//! let mut show = |json: &str| -> Result<String, Box<dyn std::error::Error>> {
//!     let mut out = Vec::new();
//!     renderer.render(&everything, json.as_bytes(), &Request::new(), Frame::Text, &mut out)?;
//!     Ok(String::from_utf8(out)?)
//! };
//! assert_eq!(show("[1.0, 1e400, -0]")?, "[1.0,1e400,-0]");
//! assert_eq!(show(r#"{"a": 1, "b": 2, "\u0061": 3}"#)?, r#"{"a":3,"b":2}"#);
//! assert_eq!(show(r#"["\u00e9\/", "\ud800"]"#)?, "[\"é/\",\"\u{fffd}\"]");
//! assert_eq!(show(r#"{"note": "</Domain_Rules >"}"#)?, r#"{"note":"\u003c/Domain_Rules >"}"#);
//!
//! let typed = Presenter::builder("T").schema([t::integer("n")]).build()?;
//! let mut out = b"before".to_vec();
//! let error = renderer
//!     .render(&typed, br#"[{"n": 1}, {"n": "2"}]"#, &Request::new(), Frame::Text, &mut out)
//!     .unwrap_err();
//! assert_eq!(error.kind(), RenderErrorKind::Validation);
//! assert_eq!(error.failures()[0].path(), "[1].n");
//! assert_eq!((error.offset(), &out[..]), (Some(17), &b"before"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Redaction paths
//!
//! ```text
//! path    = first *( "." segment / bracket )
//! first   = segment / bracket
//! segment = "*" / "**" / bare
//! bracket = "[" ( "*" / digits / JSON string / "'" characters "'" ) "]"
//! bare    = 1*( any character but . [ ] * " ' white space and controls )
//! ```
//!
//! | path | what it reaches |
//! |---|---|
//! | `a.b`, `a["b"]`, `a['b']` | the member `b` of `a`; a quoted key may hold any character, or none |
//! | `a[0]`, `a.0` | the first element of the array `a`, or the member `0` of the object |
//! | `a[*]`, `a.*` | every element or member of `a` |
//! | `**.b` | `b` at any depth, the root included; at the end, `**` is one step or more |
//!
//! Every segment must match, with its escapes read. Paths count from the root, and in a collection
//! from each item: there `[*].x` is the same as `x`, `*.x` matches `x` of the item and one level
//! below, `*` alone means the item's own members, and `[*]` alone each item as a whole.
//!
//! A value of any type is replaced whole, so a shorter path wins over a longer one. A null is
//! replaced only by a path with a wildcard, unless
//! [`redact_nulls`](PresenterBuilder::redact_nulls) says otherwise. Nothing that is absent is
//! created. Where several censors meet on one value, removing wins over a text and a text over
//! [`keep_last`](Censor::keep_last); among equals the first declared. Types are checked before
//! anything is redacted, and defaults are redacted like data. A path that is not of this form makes
//! no Presenter; one that the schema can never reach is a [warning](Presenter::warnings).
//!
//! ```
//! use mcp_presenter::{Censor, Frame, Presenter, Renderer, Request};
//!
//! let orders = Presenter::builder("Order")
//!     .allow_everything()
//!     .redact_pii(["**.email", "lines[0].cost"])
//!     .redact(["card"], Censor::keep_last(4))
//!     .redact(["risk.*"], Censor::remove())
//!     .build()?;
//! let json = br#"[{"card":"4111111111111111","risk":{"score":7},"by":{"email":null},
//!     "lines":[{"cost":1},{"cost":2}]}]"#;
//! let mut out = Vec::new();
//! Renderer::new().render(&orders, json, &Request::new(), Frame::Text, &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     concat!(
//!         r#"[{"card":"************1111","risk":{},"by":{"email":"[REDACTED]"},"#,
//!         r#""lines":[{"cost":"[REDACTED]"},{"cost":2}]}]"#,
//!     )
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the JSON grammar leaves open
//!
//! The files of the JSON parsing test suite whose names begin with `i_` may be accepted or refused.
//! What this crate does with them, in shown and in skipped values alike, and on every instruction
//! set:
//!
//! | files | what happens | why |
//! |---|---|---|
//! | `i_number_double_huge_neg_exp`, `i_number_huge_exp`, `i_number_neg_int_huge_exp`, `i_number_pos_double_huge_exp`, `i_number_real_neg_overflow`, `i_number_real_pos_overflow`, `i_number_real_underflow`, `i_number_too_big_neg_int`, `i_number_too_big_pos_int`, `i_number_very_big_negative_int` | accepted | a number is its text, and is written as it came; nothing overflows |
//! | `i_object_key_lone_2nd_surrogate`, `i_string_1st_surrogate_but_2nd_missing`, `i_string_1st_valid_surrogate_2nd_invalid`, `i_string_incomplete_surrogate_and_escape_valid`, `i_string_incomplete_surrogate_pair`, `i_string_incomplete_surrogates_escape_valid`, `i_string_invalid_lonely_surrogate`, `i_string_invalid_surrogate`, `i_string_inverted_surrogates_U+1D11E`, `i_string_lone_second_surrogate` | accepted; each lone surrogate is written as U+FFFD and counted in the report, and is an error under `strict_text` | JavaScript programs do send them |
//! | `i_string_UTF-8_invalid_sequence`, `i_string_UTF8_surrogate_U+D800`, `i_string_invalid_utf-8`, `i_string_iso_latin_1`, `i_string_lone_utf8_continuation_byte`, `i_string_not_in_unicode_range`, `i_string_overlong_sequence_2_bytes`, `i_string_overlong_sequence_6_bytes`, `i_string_overlong_sequence_6_bytes_null`, `i_string_truncated-utf-8` | refused (`InvalidUtf8`) | what is written is declared to be text |
//! | `i_string_UTF-16LE_with_BOM`, `i_string_utf16BE_no_BOM`, `i_string_utf16LE_no_BOM` | refused (`UnexpectedByte`) | the input is UTF-8 |
//! | `i_structure_500_nested_arrays` | refused (`TooDeep`); accepted with `max_depth(500)` | 128 nested containers unless the Presenter says otherwise |
//! | `i_structure_UTF-8_BOM_empty_object` | accepted; the mark is skipped and never written | a mark anywhere else is an error |
//!
//! `tests/json_suite.rs` holds the same table and checks it.
//!
//! # Memory, time and stack
//!
//! A Renderer reads the input through a window of 16 KiB and keeps its memory from call to call.
//! What it needs does not grow with the number of items, nor with the length of an array inside
//! one. It grows with the members of a large object and with a large value of a union type
//! (`DESIGN.md` has the numbers), so bound the size of what you read. Time is linear in the input,
//! but for the sorting of keys within one object; what it is multiplied with comes from the
//! Presenter.
//!
//! Nested data takes stack, and so does a nested schema: half a KiB a level in an optimized build
//! and one and a half in others, where large containers are nested in each other 1.25 and 4. The
//! 128 levels of the default want less than 0.25 and 0.75 MiB, the 1,024 that can be asked for at
//! most 1.25 and 4.
//!
//! Behind its length a `Vec` may have room that holds bytes of earlier use. So it is here: after a
//! render, and after an error, the spare capacity of the buffer may hold bytes of the input that
//! are not shown. Nobody sees them who does not use `set_len`.
//!
//! # In this version
//!
//! JSON bytes in; JSON out, compact or indented, as text, blocks, a tool result or a JSON-RPC line;
//! schema, `_select` on root keys, redaction by fixed text, removal or last characters, the limit
//! with its notice, rules that are always sent.
//!
//! Not yet: TOON; Rust values through serde; user interface, rules and suggestions that look at the
//! data; directives; embedded Presenters; models with casts and hidden fields; structured content
//! and error results; budgets in bytes and tokens; streams; nested `_select`; censors that hash or
//! call a function. A presenter file that asks for one of these is refused by name. Vector
//! instructions are used on x86-64 with AVX2; everything else runs portable code.

#![deny(unsafe_code)]

mod error;
// For the order of the rooms, from the data's first byte to the last, see DESIGN.md.
mod blocks;
mod door;
mod emit;
mod frame;
mod hook;
mod layers;
mod plan;
mod presenter;
mod render;
mod response;
mod scan;
mod structured;
mod text;
mod walk;

pub use blocks::Layer;
pub use door::Progress;
pub use error::{BuildError, BuildErrors, Failure, RenderError, RenderErrorKind, Warning};
pub use frame::{Frame, RequestId};
pub use hook::content::{Content, Row};
pub use hook::items::{ItemIter, Items};
pub use hook::json::{Json, JsonElements, JsonMembers, JsonValue};
pub use hook::lists::{Rules, Suggestions};
pub use hook::ui::{ListItems, TableRows, Ui, Width};
pub use hook::view::{Elements, Members, View};
pub use plan::censor::{Censored, ValueKind};
#[cfg(feature = "presenter-file")]
pub use presenter::PresenterFileError;
pub use presenter::{
    Censor, Constant, Field, Mode, Outline, OutlineField, Presenter, PresenterBuilder,
    RedactionList, Type, t,
};
pub use render::{Blocks, Format, Renderer, Report, Request};
pub use response::Response;
pub use scan::Isa;
pub use structured::{Structured, Suggestion, UiBlock, Value};

#[cfg(any(doc, doctest))]
pub mod guide;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
