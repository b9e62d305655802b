//! Turns the JSON that a tool handler has into what an AI agent may see.
//!
//! A [`struct@Presenter`] declares once what an agent may see of an entity: the fields that exist for it,
//! the values that are redacted, how many items are shown, and what stands around the data: user
//! interface, rules, suggestions. A [`Renderer`] takes JSON bytes and writes the finished tool
//! result of the Model Context Protocol into your buffer: validated, filtered, redacted, escaped
//! for its frame. What a schema does not declare reaches no byte of output and no error, and what
//! is redacted none but those that [hooks](#what-hooks-see) of your own write.
//!
//! The [`guide`] goes from the first Presenter to embedded ones, step by step; this page is the
//! reference of what holds everywhere.
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
//! | [`struct@Presenter`] | declared, compiled, immutable; cheap to clone, `Send` and `Sync`. Made by a [`PresenterBuilder`], or from a file's text by `Presenter::from_json` and `Presenter::from_toml` (feature `presenter-file`, on by default) |
//! | `Present`, `Entity` | a type that has a schema, and one that has a Presenter: both by `#[derive(Presenter)]` (feature `derive`) |
//! | [`Type`], [`Field`], [`t`] | the schema language. An object keeps the declared fields, in the declared order, and drops the rest, unless its [`Mode`] says otherwise |
//! | [`Censor`], [`RedactionList`] | what stands in the place of a redacted value; paths and censors that Presenters share |
//! | document, collection, item | the data; data that is an array; an element of it |
//! | hook | a closure of the Presenter that looks at the data and writes around it |
//! | [`View`], [`Items`] | a value, and a collection, as a hook sees them |
//! | [`Ui`], [`Rules`], [`Suggestions`] | sinks: where a hook writes |
//! | [`Content`], [`Row`], [`JsonValue`] | what a sink takes |
//! | [`Response`] | what a handler answers: data, its Presenter if it has one, and what this call alone adds |
//! | [`IntoResponse`] | what a handler may return instead: a text, JSON, nothing, an error, with the feature `serde` any value |
//! | [`ToolError`], [`Severity`] | what a handler answers that cannot do what it was asked to |
//! | [`Request`] | what one call asks for: the `_select` list, the [`Format`], the [`Channel`]; and the protocol's [`Revision`] |
//! | [`Frame`] | what surrounds the blocks |
//! | [`Renderer`] | memory for the work, one for each worker |
//! | [`Blocks`], [`Structured`] | a response block by block, and as values, for tests |
//! | [`Report`] | counts: items, dropped members, redacted values, names and paths that met nothing |
//! | [`Tool`], [`Action`] | what an agent chooses from; described to it by [`Tool::toon_description`], [`Tool::input_schema`] and [`Tool::select_parameter`] |
//! | [`OutputSchema`] | the JSON Schema of what a Presenter sends |
//! | [`BuildErrors`], [`RenderError`] | a declaration that is wrong; data that cannot be shown |
//!
//! A response is a sequence of text blocks, each of a [`Layer`], always in this order: the data,
//! user interface, embeds, directives, rules, suggestions. An empty layer gives no block.
//! [`Renderer::blocks`] gives the blocks by themselves.
//!
//! # All or nothing
//!
//! [`Renderer::render`], [`Renderer::respond`] and `render_value` append to the buffer, or fail and leave it as it
//! was. What is wrong with the *text* (syntax, UTF-8, depth) comes before what is wrong with the
//! *data*: one fault of the text, the first, or else every field that does not fit the schema. Both
//! hold everywhere in the input, also in members that are not shown; items beyond the limit are
//! checked as text only. An error says where, and what was expected, and never holds a value; a key
//! that the schema does not declare is data as well and is written `{key}`.
//!
//! Hooks run when all of the data, that of embedded Presenters too, has been checked and written:
//! data that does not fit the schema reaches no hook, and a hook cannot fail. It can panic, and so
//! can a [function](Censor::function) that is a censor. The panic goes on to the caller; the buffer
//! is as it was, and the Renderer can be used again. What a hook did elsewhere is not undone.
//!
//! # What hooks see
//!
//! A hook sees what its own Presenter's schema keeps of the items that are shown, checked, with
//! defaults in their places. It sees that **before `_select` and before redaction**, because a page
//! for a person may show real values. So a hook can put a redacted value into the response, as text
//! of a block, and whether the model reads that block is up to the client: take every value that a
//! hook writes as one that the model has seen.
//!
//! * [`redact_hooks`](PresenterBuilder::redact_hooks) lets the hooks of a Presenter and of those
//!   that it embeds see what the data block shows, and no more. A member that is removed or not
//!   selected is absent there, a removed element is null, and any other redacted value is a string.
//! * The hooks of a Presenter that embeds another see the member as its own schema says. With
//!   [`any`](t::any), and under [`allow_everything`](PresenterBuilder::allow_everything), that is
//!   all of it: also what the embedded Presenter drops and redacts.
//! * Rules, directives and suggestions are where the model looks for what to do. A hook that quotes
//!   there what an outsider wrote lets the outsider speak in that place. No escape helps against a
//!   plain sentence; ids, numbers and enums are safe.
//! * The hooks of a `TypedPresenter` (feature `serde`) get the Rust values themselves, of the items
//!   that are shown: also fields that the schema drops. Nothing can be kept from them, so
//!   `redact_hooks` beside them is a [`BuildErrors`]. What they write is kept out of the `Debug` form
//!   of a [`Structured`], whatever it is.
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
//! * **Depth**: 128 nested containers, settable ([`max_depth`](PresenterBuilder::max_depth)).
//! * **Reserved tags** in data, such as `<domain_rules>` in any spelling, lose their bracket: see
//!   [Text that cannot break out](#text-that-cannot-break-out).
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
//! replaced only by a path with a wildcard, unless [`redact_nulls`](PresenterBuilder::redact_nulls)
//! says otherwise. Nothing that is absent is created. Where several censors meet on one value,
//! [removing](Censor::remove) wins over a [text](Censor::text), that over a [hash](Censor::hash),
//! that over [`keep_last`](Censor::keep_last) and that over a [function](Censor::function); among
//! equals the first declared. A censor of the Presenter that embeds another wins over those of the
//! other. Types are checked before anything is redacted, and defaults are redacted like data. A
//! path that is not of this form makes no Presenter; one that the schema can never reach is a
//! [warning](Presenter::warnings).
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
//! # Text that cannot break out
//!
//! What comes from data, and what hooks and handlers write, stands in places that it could break
//! out of, or forge what surrounds it. Each place has its escapes, and what is not named here is
//! left as it is:
//!
//! | place | what is escaped |
//! |---|---|
//! | a JSON string: the data block, [`Ui::json`], [`Ui::echarts`] | as `JSON.stringify` does; a `<` that begins a reserved tag is `\u003c` |
//! | a key or a string of [TOON](toon) | where it could be taken for something else it is quoted; so it is if a reserved tag begins in it, and the `<` is `\u003c` |
//! | an attribute: title and type of a block | `& < > " '` as entities; line feed, carriage return and tab as `&#10;`, `&#13;`, `&#9;`; other controls become U+FFFD |
//! | an entry: rules, directives, suggestions, the items of [`Ui::list`] | a line break is one space; a `<` that begins a reserved tag is `&lt;` |
//! | a cell of [`Ui::table`] | a pipe is `\|`, behind a backslash `&#124;`; a line break is `<br>`; a `<` that begins a reserved tag is `&lt;` |
//! | a fence: [`Ui::code_block`], [`Ui::mermaid`], and JSON | it is longer than every row of backticks in it; behind it stand at most 32 ASCII letters, digits and `_+.#-`; outside JSON a `<` that begins a reserved tag is `&lt;` |
//! | a [`ToolError`] | in elements `&` and `<` as entities; its attributes as others |
//! | other text: [`Ui::markdown`], [`Ui::summary`], [`Ui::raw`], the notice, data that is a string | a `<` that begins a reserved tag is `&lt;` |
//! | [`Response::raw`] | nothing: it is for text of the program, never for data |
//!
//! Over all of this the frame escapes once more, where a block is a JSON string.
//!
//! The reserved tags are `ui_passthrough`, `llm_directives`, `domain_rules`, `action_suggestions`
//! and `tool_error`: opening or closing, in any ASCII case, with white space, `/` or invisible
//! characters anywhere between `<` and the name's end, with anything behind it, and also where a
//! hook makes the text of several pieces. Line breaks are LF, CR, CR LF, VT, FF, NEL, U+2028 and
//! U+2029.
//!
//! Markup that stays inside its place stays as it is: emphasis, links and images in Markdown and in
//! cells, HTML, the language of a diagram. Clients must treat it as what it is, text of strangers.
//!
//! `````
//! use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
//!
//! let names = Presenter::builder("Name")
//!     .schema([t::string("name")])
//!     .ui(|data, ui| {
//!         let name = data.text("name");
//!         ui.title(name).list([name]);
//!         ui.table(["Name"], [[name]]);
//!         ui.code_block("text", name);
//!         ui.json(|json| json.value(name));
//!     })
//!     .suggest(|data, next| next.suggest("names.get", data.text("name")))
//!     .build()?;
//! let json = br#"{"name": "a|b ```\n</UI_passthrough>"}"#;
//! let mut out = Vec::new();
//! Renderer::new().render(&names, json, &Request::new(), Frame::Text, &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     r#"{"name":"a|b ```\n\u003c/UI_passthrough>"}
//!
//! <ui_passthrough type="markdown" title="a|b ```&#10;&lt;/UI_passthrough&gt;">
//! - a|b ``` &lt;/UI_passthrough>
//! </ui_passthrough>
//!
//! <ui_passthrough type="markdown">
//! | Name |
//! | --- |
//! | a\|b ```<br>&lt;/UI_passthrough> |
//! </ui_passthrough>
//!
//! <ui_passthrough type="text">
//! ````text
//! a|b ```
//! &lt;/UI_passthrough>
//! ````
//! </ui_passthrough>
//!
//! <ui_passthrough type="json">
//! ````json
//! "a|b ```\n\u003c/UI_passthrough>"
//! ````
//! </ui_passthrough>
//!
//! <action_suggestions>
//! - names.get: a|b ``` &lt;/UI_passthrough>
//! </action_suggestions>"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! `````
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
//! A [stream](Renderer::stream) holds a chunk of input and one of output, and what is needed grows with
//! its largest item alone. An item that its chunk cuts off is read again, so a
//! [function](Censor::function) that is a censor may be called again for a value in a large one.
//!
//! Hooks and embedded Presenters read again what they look at: a document, and a collection with
//! each walk through its [`Items`]. They read a document, and each item of a collection, whole, so
//! what is needed grows with it, whether the hook looks at all of it or not; more than 4 GiB are an
//! error. Text that a [`View`] has to make (a string with escapes, a number as text, an array or an
//! object as text, [`View::format`]) lies in an arena to the end of the render.
//!
//! As [TOON](toon) items, and documents that are no collection, are read whole, and a collection is
//! read a second time from its start where an item fits into no row. The events of an item are sent
//! more than once, so a [function](Censor::function) that is a censor may be called again for a value
//! that it was called for; so it may where [structured content](Channel) stands beside anything but
//! JSON without white space. [`Format::Auto`] takes the time of JSON and of TOON, and room for both in
//! the output buffer.
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
//! # Features
//!
//! | feature | |
//! |---|---|
//! | `derive` | `#[derive(Presenter)]`: a Presenter that is declared with its type; switches `serde` on |
//! | `presenter-file` | Presenters from files, JSON and TOML; on by default |
//! | `serde` | Rust values: `Renderer::render_value`, `write_json`, `TypedPresenter`, whose hooks get the values, and `Serialized` for what a handler returns |
//! | `bytes` | a `bytes::BytesMut` as buffer: `append_to_bytes` |
//! | `simd-json` | a tape of simd-json as a Rust value: `SimdTape` |
//! | `tokio` | [streams](Renderer::stream) in async code: `Renderer::stream_async` |
//! | `tracing` | a [span for each render](guide::practice#logs), with counts and no value |
//!
//! # In this version
//!
//! JSON bytes in, whole or as a [stream](Renderer::stream); JSON out, compact or indented, or [TOON](toon), or the smaller of both; as text,
//! blocks, a tool result, a JSON-RPC line or a server-sent event; structured content, error results and `_meta`; schemas,
//! models, `_select` on root keys or on paths, redaction, the limit with its notice; user interface,
//! rules, suggestions, directives, embedded Presenters, what a handler appends; presenter files in
//! JSON and TOML; the description of a tool and JSON Schemas of what it takes and sends; Rust values
//! (feature `serde`), with a Presenter that their type derives (feature `derive`).
//!
//! Not there: budgets in bytes and tokens.
//! Vector instructions are used on x86-64 with AVX2; everything else runs portable code.

#![deny(unsafe_code)]

mod error;
#[cfg(feature = "serde")]
mod value_error;
// For the order of the rooms, from the data's first byte to the last, see DESIGN.md.
mod blocks;
mod door;
mod emit;
#[cfg(feature = "derive")]
mod entity;
mod frame;
mod handler;
mod hook;
#[cfg(any(feature = "bytes", feature = "simd-json"))]
mod integrations;
mod json_schema;
mod layers;
mod plan;
mod presenter;
mod render;
mod report;
mod request;
mod response;
mod scan;
mod structured;
mod text;
mod tool;
mod tool_error;
pub mod toon;
mod walk;

pub use blocks::Layer;
pub use door::Progress;
#[cfg(feature = "serde")]
pub use door::write_json;
pub use emit::format::{Format, FormatChoice};
#[cfg(feature = "derive")]
pub use entity::{Entity, Nesting, Present, Schema};
pub use error::{BuildError, BuildErrors, Failure, RenderError, RenderErrorKind, Warning};
pub use frame::{Channel, Event, EventIdError, Frame, RequestId, Revision, RevisionError};
pub use handler::IntoResponse;
#[cfg(feature = "serde")]
pub use handler::Serialized;
pub use hook::content::{Content, Row};
pub use hook::items::{ItemIter, Items};
pub use hook::json::{Json, JsonElements, JsonMembers, JsonValue};
pub use hook::lists::{Rules, Suggestions};
pub use hook::ui::{ListItems, TableRows, Ui, Width};
pub use hook::view::{Elements, Members, View};
#[cfg(feature = "simd-json")]
pub use integrations::SimdTape;
#[cfg(feature = "bytes")]
pub use integrations::append_to_bytes;
pub use json_schema::OutputSchema;
#[cfg(feature = "derive")]
pub use mcp_presenter_derive::Presenter;
pub use plan::censor::{Censored, ValueKind};
#[cfg(feature = "presenter-file")]
pub use presenter::PresenterFileError;
pub use presenter::{
    Cast, Censor, Constant, Field, Mode, Model, ModelBuilder, Outline, OutlineField, Presenter,
    PresenterBuilder, RedactionList, Type, cast, t,
};
#[cfg(feature = "serde")]
pub use presenter::{Typed, TypedData, TypedPresenter, TypedPresenterBuilder};
pub use render::Renderer;
pub use render::stream::{Input, StreamError, StreamErrorKind};
pub use report::{Blocks, Report};
pub use request::Request;
pub use response::Response;
pub use scan::Isa;
pub use structured::{ResponseText, Structured, Suggestion, UiBlock, Value};
pub use tool::{Accepted, Action, Tool, ToolBuilder};
pub use tool_error::{Severity, ToolError};
#[cfg(feature = "serde")]
pub use value_error::{ValueError, ValueErrorKind};

#[cfg(any(doc, doctest))]
pub mod guide;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
