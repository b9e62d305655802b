//! The JSON parsing test suite, read in place: `y_` files are accepted, `n_` files refused, and
//! what happens to an `i_` file is decided in [`CHOICES`].
//!
//! Each file is tried as a whole document, and as a member that is not shown: a grammar that holds
//! for shown values only would let nonsense pass wherever the schema looks away.

#![expect(clippy::print_stdout, reason = "says when the suite is not there")]

use std::path::Path;

use mcp_presenter::{Censor, Frame, Isa, Presenter, RenderErrorKind, Renderer, Request, Type, t};
use serde_json::Value;

/// What is decided for a file on which the suite leaves the decision to the parser.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// Accepted; numbers are text and have no size.
    Kept,
    /// Accepted, with so many lone surrogates shown as U+FFFD.
    Replaced(u64),
    /// Refused.
    Refused(RenderErrorKind),
}

use Choice::{Kept, Refused, Replaced};
use RenderErrorKind::{InvalidUtf8, TooDeep, UnexpectedByte};

const CHOICES: [(&str, Choice); 35] = [
    ("i_number_double_huge_neg_exp", Kept),
    ("i_number_huge_exp", Kept),
    ("i_number_neg_int_huge_exp", Kept),
    ("i_number_pos_double_huge_exp", Kept),
    ("i_number_real_neg_overflow", Kept),
    ("i_number_real_pos_overflow", Kept),
    ("i_number_real_underflow", Kept),
    ("i_number_too_big_neg_int", Kept),
    ("i_number_too_big_pos_int", Kept),
    ("i_number_very_big_negative_int", Kept),
    ("i_object_key_lone_2nd_surrogate", Replaced(1)),
    ("i_string_1st_surrogate_but_2nd_missing", Replaced(1)),
    ("i_string_1st_valid_surrogate_2nd_invalid", Replaced(1)),
    ("i_string_incomplete_surrogate_and_escape_valid", Replaced(1)),
    ("i_string_incomplete_surrogate_pair", Replaced(1)),
    ("i_string_incomplete_surrogates_escape_valid", Replaced(2)),
    ("i_string_invalid_lonely_surrogate", Replaced(1)),
    ("i_string_invalid_surrogate", Replaced(1)),
    ("i_string_inverted_surrogates_U+1D11E", Replaced(2)),
    ("i_string_lone_second_surrogate", Replaced(1)),
    ("i_string_UTF-8_invalid_sequence", Refused(InvalidUtf8)),
    ("i_string_UTF8_surrogate_U+D800", Refused(InvalidUtf8)),
    ("i_string_invalid_utf-8", Refused(InvalidUtf8)),
    ("i_string_iso_latin_1", Refused(InvalidUtf8)),
    ("i_string_lone_utf8_continuation_byte", Refused(InvalidUtf8)),
    ("i_string_not_in_unicode_range", Refused(InvalidUtf8)),
    ("i_string_overlong_sequence_2_bytes", Refused(InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes", Refused(InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes_null", Refused(InvalidUtf8)),
    ("i_string_truncated-utf-8", Refused(InvalidUtf8)),
    ("i_string_UTF-16LE_with_BOM", Refused(UnexpectedByte)),
    ("i_string_utf16BE_no_BOM", Refused(UnexpectedByte)),
    ("i_string_utf16LE_no_BOM", Refused(UnexpectedByte)),
    ("i_structure_500_nested_arrays", Refused(TooDeep)),
    // Skipped at the start of a document, and nowhere else.
    (BYTE_ORDER_MARK, Kept),
];

const BYTE_ORDER_MARK: &str = "i_structure_UTF-8_BOM_empty_object";

const WINDOWS: [usize; 5] = [1, 64, 100, 1000, 1 << 14];

struct File {
    name: String,
    bytes: Vec<u8>,
}

/// The suite's files in the order of their names; none if it is not there.
fn suite() -> Vec<File> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/json-test-suite/test_parsing");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(std::env::var_os("CI").is_none(), "the JSON test suite is not there");
        println!("the JSON test suite is not there: nothing was tested");
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("a folder's entry").path();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            File { name, bytes: std::fs::read(path).expect("a readable file") }
        })
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(files.len() > 300, "the JSON test suite is not whole");
    files
}

impl File {
    /// Whether the document is accepted; `None` leaves the kind of the refusal open.
    fn expected(&self) -> Result<Option<Choice>, Option<RenderErrorKind>> {
        if self.name.starts_with("y_") {
            return Ok(None);
        }
        if self.name.starts_with("n_") {
            return Err(None);
        }
        let choice = CHOICES.iter().find(|choice| choice.0 == self.name);
        match choice.unwrap_or_else(|| panic!("{}: nothing is decided", self.name)).1 {
            Refused(kind) => Err(Some(kind)),
            choice => Ok(Some(choice)),
        }
    }

    /// The same once the file's text stands inside another document. A document without a value, or
    /// with two, is no value either; a byte order mark is one at the start of the input only.
    fn expected_inside(&self) -> Result<(), Option<RenderErrorKind>> {
        if self.name == BYTE_ORDER_MARK {
            return Err(Some(UnexpectedByte));
        }
        self.expected().map(drop)
    }
}

/// What was written and how many surrogates were replaced, or what was wrong and where.
type Outcome = Result<(String, u64), (RenderErrorKind, Option<usize>)>;

/// Renders at every instruction set and window; all must agree, and an error must write nothing.
fn outcome(what: &str, presenter: &Presenter, request: &Request, json: &[u8]) -> Outcome {
    let mut first: Option<Outcome> = None;
    for isa in Isa::available() {
        for window in WINDOWS {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            let mut out = Vec::new();
            let got = renderer.render(presenter, json, request, Frame::Blocks, &mut out);
            let got = match got {
                Ok(report) => {
                    let out = String::from_utf8(out).expect("output is UTF-8");
                    Ok((out, report.replaced_surrogates()))
                }
                Err(error) => {
                    assert!(out.is_empty(), "{what}: an error wrote something");
                    Err((error.kind(), error.offset()))
                }
            };
            match &first {
                None => first = Some(got),
                Some(first) => {
                    assert_eq!(first, &got, "{what}: {isa:?} with a window of {window}");
                }
            }
        }
    }
    first.expect("an instruction set")
}

/// The text of the one block that an array of blocks holds.
fn text(out: &str) -> String {
    let blocks: Vec<String> = serde_json::from_str(out).expect("an array of strings");
    let [text] = blocks.try_into().expect("one block");
    text
}

fn everything() -> Presenter {
    Presenter::builder("Everything").allow_everything().build().expect("a presenter")
}

#[test]
fn every_choice_is_of_a_file() {
    let files = suite();
    if files.is_empty() {
        return;
    }
    for (name, _) in CHOICES {
        assert!(files.iter().any(|file| file.name == name), "{name}");
    }
}

#[test]
fn whole_documents() {
    let presenter = everything();
    for file in suite() {
        let name = &file.name;
        let got = outcome(name, &presenter, &Request::new(), &file.bytes);
        match (file.expected(), got) {
            (Ok(choice), Ok((out, replaced))) => match choice {
                None => {
                    let expected: Value = serde_json::from_slice(&file.bytes).expect("JSON");
                    let text = text(&out);
                    // A string at the root is shown as itself.
                    let shown = if expected.is_string() {
                        Value::String(text)
                    } else {
                        serde_json::from_str(&text).expect("JSON")
                    };
                    assert_eq!(shown, expected, "{name}");
                    assert_eq!(replaced, 0, "{name}");
                }
                Some(Replaced(count)) => {
                    assert_eq!(replaced, count, "{name}");
                    assert_eq!(
                        text(&out).matches('\u{fffd}').count() as u64,
                        count,
                        "{name}: {out}"
                    );
                }
                Some(_) => {
                    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
                    assert_eq!(text(&out).as_bytes(), bytes, "{name}");
                }
            },
            (Err(kind), Err(got)) => {
                assert!(kind.is_none_or(|kind| kind == got.0), "{name}: {got:?}");
                assert!(got.1.is_some_and(|offset| offset <= file.bytes.len()), "{name}: {got:?}");
            }
            (expected, got) => panic!("{name}: {got:?}, expected {expected:?}"),
        }
    }
}

/// Checks `json`, which holds the file's text in a member that is not shown.
fn check_inside(file: &File, presenter: &Presenter, request: &Request, json: &[u8], shown: &str) {
    let name = &file.name;
    match (file.expected_inside(), outcome(name, presenter, request, json)) {
        (Ok(()), Ok((out, _))) => assert_eq!(text(&out), shown, "{name}"),
        (Err(kind), Err(got)) => {
            assert!(kind.is_none_or(|kind| kind == got.0), "{name}: {got:?}");
        }
        (expected, got) => panic!("{name}: {got:?}, expected {expected:?}"),
    }
}

/// `{"keep":1,"odd":…}`
fn item(file: &File) -> Vec<u8> {
    [b"{\"keep\":1,\"odd\":", &file.bytes[..], b"}"].concat()
}

#[test]
fn members_that_the_schema_leaves_out() {
    let presenter =
        Presenter::builder("Keep").schema([t::integer("keep")]).build().expect("a presenter");
    for file in suite() {
        check_inside(&file, &presenter, &Request::new(), &item(&file), "{\"keep\":1}");
        let first = [b"{\"odd\":", &file.bytes[..], b",\"keep\":1}"].concat();
        check_inside(&file, &presenter, &Request::new(), &first, "{\"keep\":1}");
    }
}

#[test]
fn members_of_items_that_the_schema_leaves_out() {
    let presenter =
        Presenter::builder("Keep").schema([t::integer("keep")]).build().expect("a presenter");
    const PLAIN: &[u8] = b"{\"keep\":1,\"more\":[true]}";
    let shown = format!("[{}]", vec!["{\"keep\":1}"; 21].join(","));
    for file in suite() {
        // First, among others and last: before a shape is known, against it, and at the end.
        for place in [0, 13, 20] {
            let mut items = vec![PLAIN; 20];
            let odd = item(&file);
            items.insert(place, &odd);
            let json = [b"[", &items.join(&b","[..])[..], b"]"].concat();
            check_inside(&file, &presenter, &Request::new(), &json, &shown);
        }
    }
}

#[test]
fn items_beyond_the_limit() {
    let presenter = Presenter::builder("Keep")
        .schema([t::integer("keep")])
        .limit(2)
        .notice("{omitted}")
        .build()
        .expect("a presenter");
    let mut renderer = Renderer::new();
    for file in suite() {
        let name = &file.name;
        let odd = &file.bytes[..];
        let json = [b"[{\"keep\":1},{\"keep\":2},", odd, b",{\"odd\":", odd, b"},3]"].concat();
        let mut out = Vec::new();
        let got = renderer
            .render(&presenter, &json, &Request::new(), Frame::Text, &mut out)
            .map(|r| r.hidden());
        match (file.expected_inside(), got) {
            (Ok(()), Ok(hidden)) => assert_eq!(hidden, 3, "{name}"),
            (Err(_), Err(_)) => {}
            // A file that holds more than one value is more than one item here.
            (expected, got) => panic!("{name}: {got:?}, expected {expected:?}"),
        }
    }
}

#[test]
fn members_that_are_not_selected_or_removed() {
    let select = Request::new().select(["keep"]);
    let redacted = Presenter::builder("Redacted")
        .schema([t::integer("keep"), t::any("odd")])
        .redact(["odd"], Censor::remove())
        .redact_nulls(true)
        .build()
        .expect("a presenter");
    let any = Presenter::builder("Any")
        .root(Type::object([t::integer("keep"), t::any("odd")]))
        .build()
        .expect("a presenter");
    for file in suite() {
        let json = item(&file);
        check_inside(&file, &everything(), &select, &json, "{\"keep\":1}");
        check_inside(&file, &any, &select, &json, "{\"keep\":1}");
        check_inside(&file, &redacted, &Request::new(), &json, "{\"keep\":1}");
    }
}
