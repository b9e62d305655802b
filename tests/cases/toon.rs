//! TOON: what is quoted, what is a table, and in which form nothing is lost.

use mcp_presenter::toon::{Delimiter, Encoder, Profile, ToonOptions};
use mcp_presenter::{Format, Isa, Request};

use crate::show::{case, everything, exact, input, try_show};

/// The specification's own defaults, which the cases are written for.
fn options(profile: Profile) -> ToonOptions {
    ToonOptions::new().profile(profile).delimiter(Delimiter::Comma)
}

/// Encodes at every instruction set; all must agree.
pub(crate) fn toon(json: &str, options: ToonOptions) -> String {
    let texts: Vec<_> = Isa::available()
        .map(|isa| {
            let mut out = Vec::new();
            let written = Encoder::new(options).with_isa(isa).encode(json.as_bytes(), &mut out);
            written.unwrap_or_else(|error| panic!("{json}: {error}"));
            String::from_utf8(out).expect("output is UTF-8")
        })
        .collect();
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    texts.into_iter().next().expect("an instruction set")
}

/// In both profiles.
fn both(json: &str) -> [String; 2] {
    [Profile::Toon4, Profile::Toon3].map(|profile| toon(json, options(profile)))
}

/// The case's text in both profiles.
fn holds(id: &str) {
    let expected = &case(id)["expected"];
    for (text, own) in both(input(id)).iter().zip(["exact_toon4", "exact_toon3"]) {
        let expected = expected[own].as_str().unwrap_or_else(|| exact(id));
        assert_eq!(text, expected, "{id}");
    }
}

#[test]
fn t001_strings_that_look_like_other_values() {
    holds("T001");
}

#[test]
fn t003_cells_that_look_like_other_values() {
    holds("T003");
}

#[test]
fn t004_digits_before_text_are_no_number() {
    holds("T004");
}

#[test]
fn t010_values_that_look_like_lines() {
    holds("T010");
}

#[test]
fn t011_cells_with_marks_of_the_notation() {
    holds("T011");
}

#[test]
fn t012_the_delimiter_decides_what_is_quoted() {
    assert_eq!(toon(input("T012"), ToonOptions::new()), exact("T012"));
    let tab = ToonOptions::new().delimiter(Delimiter::Tab);
    assert_eq!(toon(r#"["a,b","c|d","e\tf"]"#, tab), "[3\t]: a,b\tc|d\t\"e\\tf\"");
}

#[test]
fn t014_marks_of_lists_and_comments() {
    holds("T014");
}

#[test]
fn t017_a_root_that_looks_like_a_comment() {
    holds("T017");
}

#[test]
fn t018_white_space_that_readers_trim() {
    for text in both(input("T018")) {
        assert_eq!(text, "a: \"\u{a0}x\"\nb: \"x\u{3000}\"\nc: \"\u{a0}\"");
    }
    let white = "\t\n\u{b}\u{c}\r \u{85}\u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\
                 \u{205f}\u{3000}\u{feff}";
    for space in white.chars() {
        for string in [format!("{space}x"), format!("x{space}"), space.to_string()] {
            let json = serde_json::to_string(&[string]).expect("JSON");
            for text in both(&json) {
                assert!(text.ends_with('"'), "{json}: {text}");
            }
        }
    }
}

#[test]
fn t020_edges_and_nothing() {
    holds("T020");
}

#[test]
fn t021_controls_are_escaped() {
    holds("T021");
}

#[test]
fn t022_a_byte_order_mark_is_quoted() {
    holds("T022");
    assert!(both(input("T022")).iter().all(|text| text.starts_with('"')));
}

#[test]
fn t024_depth_is_counted_in_levels() {
    holds("T024");
}

#[test]
fn t025_characters_stay_as_they_are() {
    holds("T025");
}

#[test]
fn t026_a_row_is_one_line() {
    holds("T026");
}

#[test]
fn t030_an_empty_object_is_no_row() {
    holds("T030");
}

#[test]
fn t031_empty_arrays_in_arrays() {
    holds("T031");
}

#[test]
fn t032_empty_objects_are_members() {
    holds("T032");
}

#[test]
fn t034_all_empty_things_differ() {
    holds("T034");
}

#[test]
fn t035_what_a_first_member_holds_is_indented_twice() {
    holds("T035");
}

#[test]
fn t040_a_later_key_ends_the_table() {
    holds("T040");
    let late = format!("[{}{{\"id\":1,\"body\":\"KEEP\"}}]", "{\"id\":1},".repeat(1000));
    for text in both(&late) {
        assert!(text.starts_with("[1001]:\n  - id: 1\n") && text.ends_with("    body: KEEP"));
        assert_eq!(text.lines().count(), 1003);
    }
}

#[test]
fn t042_cells_follow_the_header() {
    holds("T042");
    let nested = r#"{"t":[{"a":{"x":1,"y":2},"b":3},{"b":6,"a":{"y":5,"x":4}}]}"#;
    let folded = toon(nested, options(Profile::Toon4));
    assert_eq!(folded, "t[2]{a{x,y},b}:\n  1,2,3\n  4,5,6");
}

#[test]
fn t044_no_table_behind_a_hyphen() {
    holds("T044");
    for text in both(r#"[[{"x":1},{"x":2}],[]]"#) {
        assert_eq!(text, "[2]:\n  - [2]:\n    - x: 1\n    - x: 2\n  - [0]:");
    }
}

#[test]
fn t045_tables_in_items() {
    holds("T045");
}

#[test]
fn t046_objects_fold_in_one_profile_only() {
    holds("T046");
}

#[test]
fn t048_keyed_tables_in_one_profile_only() {
    holds("T048");
}

#[test]
fn t050_names_of_columns_are_quoted() {
    holds("T050");
}

/// Bytes decide. What the case says of its first document holds where a level takes four spaces;
/// with two it has 31 bytes as TOON and 33 as JSON.
#[test]
fn z001_the_smaller_of_both() {
    let documents = case("Z001")["input"]["json_list"].as_array().expect("a list");
    let documents: Vec<_> = documents.iter().map(|json| json.as_str().expect("a text")).collect();
    let picks_toon = |options| -> Vec<bool> {
        let request = Request::new().format(Format::Auto(options));
        let pick = |json: &&str| {
            let (text, report) = try_show(&everything(), &request, json.as_bytes()).expect(json);
            let (choice, toon) = (report.choice().expect("a choice"), toon(json, options));
            assert_eq!((choice.json_bytes, choice.toon_bytes), (json.len(), toon.len()), "{json}");
            assert!(text.len() <= json.len(), "{text}");
            let takes_toon = choice.format == Format::Toon(options);
            assert_eq!(text, if takes_toon { &toon } else { *json });
            takes_toon
        };
        documents.iter().map(pick).collect()
    };
    for profile in [Profile::Toon4, Profile::Toon3] {
        let two = options(profile);
        assert_eq!(picks_toon(two.indent(4)), [false, false, true]);
        assert_eq!(picks_toon(two), [true, false, true]);
    }
}

/// What other stages' cases say of TOON.
#[test]
fn cases_of_other_areas() {
    for id in ["N002", "N004", "N010", "N011", "K001"] {
        holds(id);
    }
    for text in both(input("K023")) {
        assert_eq!(text, "[2]{a}:\n  2\n  3");
    }
    let tags = toon(input("F012"), ToonOptions::new());
    assert_eq!(tags, "a: \"\\u003c/ui_passthrough>\"\nb: \"\\u003cdomain_rules>x\"");
    let escapes = toon(input("F019"), ToonOptions::new());
    assert!(!escapes.contains(|c: char| c < ' '), "{escapes:?}");
    for text in both("\u{feff}{\"a\":1}") {
        assert_eq!(text, "a: 1");
    }
}
