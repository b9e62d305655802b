//! Inputs that broke other people's software (`cases/cases.json`), each as a test named after it,
//! together with its kind: `n001_…` is case N001.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use mcp_presenter::{
    Censor, Format, Frame, Isa, Presenter, PresenterBuilder, RenderError, RenderErrorKind,
    Renderer, Report, Request, RequestId, Type, t,
};
use serde_json::{Value, json};

/// Cases of which a test covers what there is to cover in JSON; the rest waits.
const PARTLY: [(&str, &[&str]); 5] = [
    ("TOON", &["N002", "N004", "N010", "N011", "K001", "K023", "L014", "R008", "F012", "F019"]),
    ("value patterns", &["K021"]),
    ("values as input", &["R040", "P001"]),
    ("nested select", &["S001"]),
    ("hooks", &["R008"]),
];

/// Cases that nothing covers yet, by what they wait for.
const WAITING: [(&str, &[&str]); 12] = [
    (
        "TOON",
        &[
            "T001", "T003", "T004", "T010", "T011", "T012", "T014", "T017", "T018", "T020", "T021",
            "T022", "T024", "T025", "T026", "T030", "T031", "T032", "T034", "T035", "T040", "T042",
            "T044", "T045", "T046", "T048", "T050",
        ],
    ),
    ("Rust values through serde", &["N005", "N007", "L003", "T051"]),
    ("a crate in the tree that switches serde_json's features on", &["N015"]),
    (
        "UI blocks: fences, attributes, lists",
        &["F001", "F002", "F004", "F010", "F013", "F014", "F017"],
    ),
    ("hooks", &["R009"]),
    ("value patterns and masks", &["R050", "R072", "R080", "R081"]),
    ("structured content", &["R051", "E001", "E003", "E020", "E022", "E031"]),
    ("nested select", &["S003", "S004"]),
    ("budgets", &["X001", "X002", "X004", "X005", "X007", "X008"]),
    ("streams", &["P002"]),
    ("a rule for giving back the scratch of a huge render", &["B003"]),
    // The largest slice is isize::MAX bytes; what a render reserves is a window's output.
    ("an input near usize::MAX / 6 bytes, which no test can make", &["M004"]),
];

/// The sources in which a case's test may stand.
const SOURCES: [&str; 4] = [
    include_str!("cases.rs"),
    include_str!("allocation.rs"),
    include_str!("guard.rs"),
    include_str!("../src/render.rs"),
];

#[test]
fn every_case_is_somewhere() {
    for case in cases() {
        let id = case["id"].as_str().expect("an id");
        let name = format!("fn {}_", id.to_lowercase());
        let tests: usize = SOURCES.iter().map(|source| source.matches(&name).count()).sum();
        let waiting = WAITING.iter().filter(|entry| entry.1.contains(&id)).count();
        assert_eq!(tests + waiting, 1, "{id}: {tests} tests, waiting in {waiting} places");
        if PARTLY.iter().any(|entry| entry.1.contains(&id)) {
            assert_eq!(tests, 1, "{id} is covered in part, and has no test");
        }
    }
    let known = |id: &&str| cases().iter().any(|case| case["id"] == **id);
    for (reason, ids) in PARTLY.iter().chain(&WAITING) {
        assert!(ids.iter().all(known), "{reason} names a case that there is not");
    }
}

fn cases() -> &'static [Value] {
    static CASES: OnceLock<Vec<Value>> = OnceLock::new();
    CASES.get_or_init(|| serde_json::from_str(include_str!("cases/cases.json")).expect("cases"))
}

fn case(id: &str) -> &'static Value {
    cases().iter().find(|case| case["id"] == id).expect("a case")
}

/// The case's input text.
fn input(id: &str) -> &'static str {
    case(id)["input"]["json"].as_str().expect("JSON text")
}

/// The case's expected text.
fn exact(id: &str) -> &'static str {
    case(id)["expected"]["exact"].as_str().expect("exact text")
}

fn build(builder: PresenterBuilder) -> Presenter {
    match builder.build() {
        Ok(presenter) => presenter,
        Err(errors) => panic!("{errors}"),
    }
}

fn any() -> PresenterBuilder {
    Presenter::builder("Any").allow_everything()
}

fn everything() -> Presenter {
    build(any())
}

/// Everything, with `paths` censored to `#`.
fn censoring<const N: usize>(paths: [&str; N]) -> Presenter {
    build(any().redact(paths, Censor::text("#")))
}

const WINDOWS: [usize; 3] = [1, 100, 1 << 14];

const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(1))];

/// Renders as text at every instruction set and some windows; all must agree.
fn try_show(
    presenter: &Presenter,
    request: &Request,
    json: &[u8],
) -> Result<(String, Report), RenderError> {
    let mut first: Option<Result<(String, Report), RenderError>> = None;
    for isa in Isa::available() {
        for window in WINDOWS {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            let mut out = b"KEEP".to_vec();
            let got = match renderer.render(presenter, json, request, Frame::Text, &mut out) {
                Ok(report) => {
                    let text = String::from_utf8(out).expect("output is UTF-8");
                    Ok((text.strip_prefix("KEEP").expect("the old content").to_owned(), report))
                }
                Err(error) => {
                    assert_eq!(out, b"KEEP", "an error left something");
                    Err(error)
                }
            };
            match &first {
                None => first = Some(got),
                Some(Ok((text, _))) => {
                    let got = got.map(|got| got.0);
                    assert_eq!(got.as_ref(), Ok(text), "{isa:?}, window {window}");
                }
                Some(Err(error)) => {
                    let got = got.map(|got| got.0);
                    assert_eq!(got.as_ref(), Err(error), "{isa:?}, window {window}");
                }
            }
        }
    }
    first.expect("an instruction set")
}

fn report(presenter: &Presenter, request: &Request, json: &str) -> Report {
    try_show(presenter, request, json.as_bytes()).unwrap_or_else(|e| panic!("{json}: {e}")).1
}

fn show_with(presenter: &Presenter, request: &Request, json: &str) -> String {
    try_show(presenter, request, json.as_bytes()).unwrap_or_else(|e| panic!("{json}: {e}")).0
}

fn show(presenter: &Presenter, json: &str) -> String {
    show_with(presenter, &Request::new(), json)
}

fn refuse(presenter: &Presenter, json: impl AsRef<[u8]>) -> RenderError {
    let json = json.as_ref();
    match try_show(presenter, &Request::new(), json) {
        Err(error) => error,
        Ok((text, _)) => panic!("{}: shown as {text}", String::from_utf8_lossy(json)),
    }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The case's input, censored, equals what the case expects.
fn censored<const N: usize>(id: &str, paths: [&str; N]) {
    let shown = show(&censoring(paths), input(id));
    assert_eq!(parse(&shown), case(id)["expected"]["json_equal"], "{id}");
}

// Numbers.

#[test]
fn n001_integers_keep_all_digits() {
    assert_eq!(show(&everything(), input("N001")), exact("N001"));
    let declared = build(Presenter::builder("P").schema([t::integer("id"), t::number("n")]));
    assert_eq!(show(&declared, input("N001")), exact("N001"));
}

#[test]
fn n002_integers_of_every_size() {
    assert_eq!(show(&everything(), input("N002")), input("N002"));
    let fields = ["seed", "max", "min"].map(t::integer);
    assert_eq!(show(&build(Presenter::builder("P").schema(fields)), input("N002")), input("N002"));
}

#[test]
fn n004_integers_beyond_every_machine_type() {
    assert_eq!(show(&everything(), input("N004")), input("N004"));
    let declared = build(Presenter::builder("P").schema([t::integer("a")]));
    assert_eq!(show(&declared, input("N004")), input("N004"));
    let long = format!(r#"{{"a":{}}}"#, "1234567890".repeat(1000));
    assert_eq!(show(&declared, &long), long);
}

#[test]
fn n009_number_text_is_copied() {
    assert_eq!(show(&everything(), input("N009")), exact("N009"));
    let fields = ["price", "qty", "e", "z", "zz"].map(t::number);
    assert_eq!(show(&build(Presenter::builder("P").schema(fields)), input("N009")), exact("N009"));
}

#[test]
fn n010_number_text_is_not_made_canonical_in_json() {
    let json = "[1.0,1e6,-0.0,0.000001,1.5000,123456789012345680000,2.5e-6,1E2,-1e-3]";
    assert_eq!(show(&everything(), json), json);
    let numbers = build(Presenter::builder("P").root(Type::array(Type::number())));
    assert_eq!(show(&numbers, json), json);
}

#[test]
fn n011_number_text_does_not_grow() {
    assert_eq!(show(&everything(), input("N011")), input("N011"));
    assert_eq!(show(&everything(), "[1e999999999,-1e-999999999]"), "[1e999999999,-1e-999999999]");
}

#[test]
fn n013_numbers_are_not_read_as_floats() {
    assert_eq!(show(&everything(), input("N013")), input("N013"));
}

// Keys.

#[test]
fn k001_keys_that_mean_something_elsewhere() {
    let json = r#"{"__proto__":{"x":1},"constructor":2,"prototype":3,"a":4}"#;
    assert_eq!(json, input("K001"));
    assert_eq!(show(&everything(), json), json);
    let select = Request::new().select(["constructor", "__proto__", "toString"]);
    assert_eq!(show_with(&everything(), &select, json), r#"{"constructor":2,"__proto__":{"x":1}}"#);
    assert_eq!(
        show(&censoring(["__proto__.x", "prototype"]), json),
        r##"{"__proto__":{"x":"#"},"constructor":2,"prototype":"#","a":4}"##
    );
    let declared = build(Presenter::builder("P").schema([t::integer("a"), t::any("__proto__")]));
    assert_eq!(show(&declared, json), r#"{"a":4,"__proto__":{"x":1}}"#);
}

#[test]
fn k003_paths_match_unescaped_keys() {
    assert_eq!(
        show(&censoring(["password"]), input("K003")),
        r##"{"password":"#","password2":"ok"}"##
    );
    // Every spelling of the same key, one character at a time.
    let name = "password";
    for (at, byte) in name.bytes().enumerate() {
        for escape in [format!("\\u{byte:04x}"), format!("\\u{byte:04X}")] {
            let key = format!("{}{escape}{}", &name[..at], &name[at + 1..]);
            let json = format!(r#"{{"{key}":"s3","b":{{"{key}":"s3"}}}}"#);
            assert_eq!(
                show(&censoring(["password", "b.password"]), &json),
                r##"{"password":"#","b":{"password":"#"}}"##
            );
        }
    }
}

#[test]
fn k004_select_and_schema_match_unescaped_keys() {
    let select = Request::new().select(["id"]);
    let shown = show_with(&everything(), &select, input("K004"));
    assert_eq!(parse(&shown), case("K004")["expected"]["json_equal"]);
    let declared = build(Presenter::builder("P").schema([t::integer("id")]));
    assert_eq!(show(&declared, input("K004")), r#"{"id":7}"#);
    assert_eq!(show_with(&declared, &select, input("K004")), r#"{"id":7}"#);
    // An escaped key is a second occurrence of the same one.
    assert_eq!(show(&declared, r#"{"id":1,"\u0069d":2}"#), r#"{"id":2}"#);
    assert_eq!(show(&everything(), r#"{"id":1,"x":0,"i\u0064":2}"#), r#"{"id":2,"x":0}"#);
}

#[test]
fn k006_the_empty_key_is_a_key() {
    censored("K006", ["[\"\"].c", "a[\"\"]"]);
    assert_eq!(show(&censoring(["['']"]), r#"{"":1,"a":2}"#), r##"{"":"#","a":2}"##);
    let declared = build(Presenter::builder("P").schema([t::integer("")]));
    assert_eq!(show(&declared, r#"{"a":2,"":1}"#), r#"{"":1}"#);
    let select = Request::new().select([""]);
    assert_eq!(show_with(&everything(), &select, r#"{"a":2,"":1}"#), r#"{"":1}"#);
}

#[test]
fn k007_quoted_keys_hold_any_character() {
    censored("K007", ["a[\"b.c\"]", "[\"x-key\"]", "[\"we\\\"ird]\"]"]);
    assert_eq!(
        show(&censoring(["['b.c']['d\\']", "[\"\\u00e9\\n\"]"]), r#"{"b.c":{"d\\":1},"é\n":2}"#),
        r##"{"b.c":{"d\\":"#"},"é\n":"#"}"##
    );
}

#[test]
fn k008_no_path_is_silently_ignored() {
    assert_eq!(show(&censoring(["x-key"]), r#"{"x-key":1}"#), r##"{"x-key":"#"}"##);
    for path in case("K008")["input"]["config"]["paths"].as_array().expect("paths") {
        let path = path.as_str().expect("a path");
        if path == "x-key" {
            continue;
        }
        let errors = any().redact_pii(["ok", path]).build().expect_err(path);
        assert_eq!(errors.errors().len(), 1, "{errors}");
    }
    // All that is wrong is said at once.
    let paths = [
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "a[",
        "a[b]",
        "a]",
        "a.b*",
        "*a",
        "a b",
        "a\tb",
        "a\u{0}b",
        "a\u{a0}b",
        "a\"b",
        "a'b",
        "[\"a",
        "['a",
        "[\"a\\x\"]",
        "[]",
        "[*",
        "a[-1]",
        "a[1.5]",
        "$..a",
        "***",
        "[\"\\ud800\"]",
    ];
    let errors = any().redact_pii(paths).build().expect_err("bad paths");
    for (path, error) in paths.iter().zip(errors.errors()) {
        names_its_path(path, error.place());
    }
    assert_eq!(errors.errors().len(), paths.len(), "{errors}");
}

/// A path's error names the path.
fn names_its_path(path: &str, place: &str) {
    let quoted = format!("{path:?}");
    let json = serde_json::to_string(path).expect("JSON");
    assert!(
        place.contains(path) || place.contains(&quoted) || place.contains(&json),
        "{path:?} is reported as {place:?}"
    );
}

#[test]
fn k020_the_last_of_duplicate_keys() {
    assert_eq!(show(&everything(), input("K020")), r#"{"a":2}"#);
    let json = r#"{"a":{"b":1,"c":2,"b":3},"d":0,"a":{"x":[{"k":1,"k":{"k":2,"k":3}}]}}"#;
    assert_eq!(show(&everything(), json), r#"{"a":{"x":[{"k":{"k":3}}]},"d":0}"#);
    let declared =
        build(Presenter::builder("P").schema([t::integer("d"), t::object("a", [t::integer("b")])]));
    // The value that counts is the one that is validated; the other need only be JSON.
    assert_eq!(
        show(&declared, r#"{"d":"x","a":5,"d":1,"a":{"b":[],"b":2}}"#),
        r#"{"d":1,"a":{"b":2}}"#
    );
    let error = refuse(&declared, r#"{"d":1,"a":{"b":1},"d":"x"}"#);
    assert_eq!(error.kind(), RenderErrorKind::Validation);
    refuse(&declared, r#"{"d":1,"d":01,"a":{"b":1},"d":2}"#);
}

#[test]
fn k021_every_occurrence_is_redacted() {
    let shown = show(&censoring(["pw"]), input("K021"));
    assert_eq!(shown, r##"{"note":"safe","pw":"#"}"##);
    for redaction in [Censor::text("#"), Censor::remove(), Censor::keep_last(4)] {
        let presenter = build(any().redact(["**.pw"], redaction));
        let shown = show(
            &presenter,
            r#"{"pw":"CANARY","a":[{"pw":{"x":"CANARY"},"\u0070w":["CANARY"],"pw":"CANARY"}],"pw":null}"#,
        );
        assert!(!shown.contains("NARY"), "{shown}");
    }
}

#[test]
fn k023_duplicates_in_a_row() {
    assert_eq!(show(&everything(), input("K023")), r#"[{"a":2},{"a":3}]"#);
    let declared = build(Presenter::builder("P").schema([t::integer("a")]));
    assert_eq!(show(&declared, input("K023")), r#"[{"a":2},{"a":3}]"#);
}

// Input.

/// A document of which only `keep` is shown, with `odd` in a place that is not.
fn skipping(odd: &[u8]) -> [Vec<u8>; 3] {
    [
        [b"{\"keep\":1,\"odd\":", odd, b"}"].concat(),
        [b"{\"odd\":[{\"x\":", odd, b"}],\"keep\":1}"].concat(),
        [b"[{\"keep\":1},{\"keep\":2,\"odd\":", odd, b"},{\"keep\":3}]"].concat(),
    ]
}

fn keep() -> Presenter {
    build(Presenter::builder("Keep").schema([t::integer("keep")]))
}

#[test]
fn i001_invalid_utf8_is_an_error_everywhere() {
    let json = b"\"a\xffb\"";
    let hex: String = json.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(case("I001")["input"]["bytes_hex"], hex.as_str());
    let error = refuse(&everything(), json);
    assert_eq!((error.kind(), error.offset()), (RenderErrorKind::InvalidUtf8, Some(2)));
    for sequence in [
        &b"\xff"[..],
        b"\x80",
        b"\xc0\xaf",
        b"\xe0\x80\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc3",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xc3\x28",
        b"\xf0\x9f\x98\x22",
    ] {
        // Wherever it falls in a vector or a window.
        for before in (0..140).chain([16_380, 16_384, 40_000]) {
            let text = [b"\"", &b"x".repeat(before)[..], sequence, b"\""].concat();
            for json in [text.clone()].into_iter().chain(skipping(&text)) {
                let presenter = if json == text { everything() } else { keep() };
                let mut out = Vec::new();
                for isa in Isa::available() {
                    let error = Renderer::new()
                        .with_isa(isa)
                        .render(&presenter, &json, &Request::new(), Frame::Result, &mut out)
                        .expect_err("invalid UTF-8");
                    assert_eq!(error.kind(), RenderErrorKind::InvalidUtf8, "{isa:?} {sequence:x?}");
                    let place = json.windows(sequence.len()).position(|part| part == sequence);
                    assert_eq!(error.offset(), place, "{isa:?} {sequence:x?} after {before}");
                    assert!(out.is_empty());
                }
            }
        }
    }
    // In keys, and in items that the limit hides.
    refuse(&everything(), b"{\"a\xff\":1}");
    refuse(&keep(), b"{\"keep\":1,\"a\xff\":1}");
    refuse(&build(any().limit(1)), b"[1,2,\"\xff\"]");
}

#[test]
fn i003_lone_surrogates() {
    assert_eq!(show(&everything(), input("I003")), exact("I003"));
    assert_eq!(report(&everything(), &Request::new(), input("I003")).replaced_surrogates(), 5);
    let strict = build(any().strict_text(true));
    let error = refuse(&strict, input("I003"));
    assert_eq!((error.kind(), error.offset()), (RenderErrorKind::LoneSurrogate, Some(1)));
    assert_eq!(show(&strict, r#"["\ud83d\ude00"]"#), "[\"😀\"]");
    // In keys as well; keys that become equal by it are duplicates.
    assert_eq!(show(&everything(), r#"{"\ud800":1,"a":2,"\udfff":3}"#), "{\"\u{fffd}\":3,\"a\":2}");
    refuse(&strict, r#"{"\ud800":1}"#);
    // What is not shown is not text that leaves.
    let declared = build(Presenter::builder("P").schema([t::integer("a")]).strict_text(true));
    assert_eq!(show(&declared, r#"{"a":1,"b":"\ud800"}"#), r#"{"a":1}"#);
}

#[test]
fn i005_malformed_input_writes_nothing() {
    for json in case("I005")["input"]["json_list"].as_array().expect("a list") {
        let json = json.as_str().expect("JSON text");
        let error = refuse(&everything(), json);
        assert!(error.failures().is_empty(), "{json}: {error}");
        let mut renderer = Renderer::new();
        for frame in FRAMES {
            let mut out = Vec::new();
            let got =
                renderer.render(&everything(), json.as_bytes(), &Request::new(), frame, &mut out);
            assert!(got.is_err() && out.is_empty(), "{json}");
        }
        for json in skipping(json.as_bytes()) {
            refuse(&keep(), json);
        }
    }
}

#[test]
fn i007_a_byte_order_mark_is_skipped() {
    let json = "\u{feff}{\"a\":1}";
    let hex: String = json.bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(case("I007")["input"]["bytes_hex"], hex.as_str());
    assert_eq!(show(&everything(), json), r#"{"a":1}"#);
    assert_eq!(show(&everything(), "\u{feff} [ 1 ] "), "[1]");
    // Offsets count it, and it is no value, nor allowed elsewhere.
    assert_eq!(refuse(&everything(), "\u{feff}[x]").offset(), Some(4));
    assert_eq!(refuse(&everything(), "\u{feff}").kind(), RenderErrorKind::Empty);
    refuse(&everything(), "\u{feff}\u{feff}1");
    refuse(&everything(), "[\u{feff}]");
    refuse(&everything(), "1\u{feff}");
    refuse(&everything(), b"\xef\xbb1");
    assert_eq!(show(&everything(), "\"\u{feff}\""), "\u{feff}");
}

// Limits.

/// Runs `test` on the stack that a worker of a server may have.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(test);
    thread.expect("a thread").join().expect("the test passes");
}

fn nest(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn l001_depth_is_limited() {
    on_a_small_stack(|| {
        for json in [
            nest("[", "", "]", 100_000),
            nest("[", "", "", 100_000),
            nest("{\"a\":", "1", "}", 100_000),
            nest("[{\"a\":", "", "", 100_000),
        ] {
            let error = refuse(&everything(), &json);
            assert_eq!(error.kind(), RenderErrorKind::TooDeep);
            let brackets = json.match_indices(['[', '{']);
            assert_eq!(error.offset(), brackets.map(|bracket| bracket.0).nth(128));
        }
    });
}

#[test]
fn l002_depth_is_limited_where_nothing_is_shown() {
    on_a_small_stack(|| {
        let deep = nest("[", "", "]", 100_000);
        let json = format!("{{\"ignored\":{deep},\"wanted\":1}}");
        let select = Request::new().select(["wanted"]);
        let error = try_show(&everything(), &select, json.as_bytes()).expect_err("too deep");
        assert_eq!(error.kind(), RenderErrorKind::TooDeep);
        assert_eq!(error.offset(), Some("{\"ignored\":".len() + 127));
        let wanted = build(Presenter::builder("P").schema([t::integer("wanted")]));
        assert_eq!(refuse(&wanted, &json), error);
        let hidden = build(any().limit(1));
        assert_eq!(refuse(&hidden, format!("[1,{deep}]")).kind(), RenderErrorKind::TooDeep);
        let removed = build(any().redact(["ignored"], Censor::remove()));
        assert_eq!(refuse(&removed, &json), error);
    });
}

#[test]
fn l005_the_depth_limit_is_settable() {
    for (open, inner, close) in [("[", "", "]"), ("{\"a\":", "1", "}")] {
        let json = |depth| nest(open, inner, close, depth);
        assert_eq!(show(&everything(), &json(128)), json(128));
        refuse(&everything(), json(129));
        let deeper = build(any().max_depth(200));
        assert_eq!(show(&deeper, &json(200)), json(200));
        assert_eq!(refuse(&deeper, json(201)).kind(), RenderErrorKind::TooDeep);
        let flat = build(any().max_depth(1));
        assert_eq!(show(&flat, &json(1)), json(1));
        refuse(&flat, json(2));
        for hidden in [127, 128] {
            let json = format!("{{\"keep\":1,\"x\":{}}}", json(hidden));
            assert_eq!(try_show(&keep(), &Request::new(), json.as_bytes()).is_ok(), hidden == 127);
        }
    }
    on_a_small_stack(|| {
        let json = nest("[", "", "]", 10_000);
        let deeper = build(any().max_depth(10_000).redact_pii(["**.x"]));
        assert_eq!(show(&deeper, &json), json);
    });
}

#[test]
fn l011_paths_that_do_not_match_cost_nothing() {
    let object = |value: &str| {
        let members: Vec<_> = (0..2000).map(|n| format!("\"k{n}\":{value}")).collect();
        format!("{{{}}}", members.join(","))
    };
    let json = object("{\"a\":{\"b\":1},\"c\":[2]}");
    let time = |count: usize| {
        let paths: Vec<_> = (0..count).map(|n| format!("*.*.f{n}")).collect();
        let presenter = build(any().redact(paths, Censor::text("#")));
        assert_eq!(show(&presenter, &json), json);
        let mut renderer = Renderer::new();
        let mut out = Vec::new();
        let mut best = Duration::MAX;
        for _ in 0..10 {
            out.clear();
            let start = Instant::now();
            renderer
                .render(&presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
                .expect("a render");
            best = best.min(start.elapsed());
        }
        best
    };
    let (few, many) = (time(1), time(200));
    assert!(many < few * 10, "1 path: {few:?}, 200 paths: {many:?}");
}

// Redaction.

#[test]
fn r001_any_number_of_wildcards() {
    censored("R001", ["*.*.*.pan"]);
    let deep = r#"{"a":{"b":{"c":{"d":{"pan":1}}}}}"#;
    assert_eq!(show(&censoring(["*.*.*.pan"]), deep), deep);
    assert!(show(&censoring(["*.*.*.*.pan"]), deep).contains(r##"{"pan":"#"}"##));
}

#[test]
fn r002_any_depth() {
    let shown = show(&censoring(["**.pan"]), input("R002"));
    assert_eq!(shown, r##"{"pan":"#","x":{"pan":"#"},"y":[{"z":{"pan":"#"}},[[{"pan":"#"}]]]}"##);
    let inner = show(&censoring(["x.**.pan"]), r#"{"pan":1,"x":{"pan":2,"a":{"pan":3}}}"#);
    assert_eq!(inner, r##"{"pan":1,"x":{"pan":"#","a":{"pan":"#"}}}"##);
    let end = show(&censoring(["x.**"]), r#"{"x":{"a":1,"b":[2]},"y":3}"#);
    assert_eq!(end, r##"{"x":{"a":"#","b":"#"},"y":3}"##);
}

#[test]
fn r003_a_leading_star_misses_the_root() {
    censored("R003", ["*.token"]);
    assert_eq!(everything().warnings(), []);
    assert_eq!(censoring(["**.token"]).warnings(), []);
    assert_eq!(censoring(["*.token"]).warnings().len(), 1);
    any().redact_pii(["*.token"]).deny_warnings(true).build().expect_err("a warning");
}

#[test]
fn r004_every_segment_matches() {
    censored("R004", ["cards[*].tokens[*].v"]);
}

#[test]
fn r005_paths_of_a_collection() {
    censored("R005", ["[*].p"]);
    let json = r#"[{"p":1,"a":{"p":2,"b":{"p":3}}},4,null]"#;
    assert_eq!(show(&censoring(["p"]), json), r##"[{"p":"#","a":{"p":2,"b":{"p":3}}},4,null]"##);
    assert_eq!(
        show(&censoring(["*.p"]), json),
        r##"[{"p":"#","a":{"p":"#","b":{"p":3}}},4,null]"##
    );
    assert_eq!(show(&censoring(["*"]), json), r##"[{"p":"#","a":"#"},4,null]"##);
    assert_eq!(show(&censoring(["[*]"]), json), r##"["#","#","#"]"##);
    assert_eq!(
        show(&censoring(["**.p"]), json),
        r##"[{"p":"#","a":{"p":"#","b":{"p":"#"}}},4,null]"##
    );
}

#[test]
fn r006_a_path_that_matches_nothing_is_reported() {
    let presenter = censoring(["pw"]);
    assert_eq!(show(&presenter, input("R006")), r#"{"pw":"S1"}"#);
    let signal = report(&presenter, &Request::new(), input("R006"));
    assert!(signal.unmatched_paths().eq(["pw"]));
    assert_eq!(signal.redacted(), 0);
    let signal = report(&presenter, &Request::new(), r#"{"pw":1}"#);
    assert_eq!(signal.unmatched_paths().count(), 0);
    assert_eq!(signal.redacted(), 1);
}

#[test]
fn r008_one_redaction_for_every_frame() {
    let presenter = censoring(["**.password", "[\"db.password\"]", "authToken"]);
    let mut renderer = Renderer::new();
    for frame in FRAMES {
        for format in [Format::Json, Format::JsonPretty] {
            let mut out = Vec::new();
            let request = Request::new().format(format);
            renderer
                .render(&presenter, input("R008").as_bytes(), &request, frame, &mut out)
                .expect("a render");
            let out = String::from_utf8(out).expect("UTF-8");
            for secret in ["S1", "S2", "S3"] {
                assert!(!out.contains(secret), "{out}");
            }
        }
    }
    // No error holds a value either.
    let strict =
        build(Presenter::builder("P").schema([t::integer("authToken"), t::integer("db.password")]));
    let error = refuse(&strict, input("R008"));
    let said = format!("{error} {error:?} {:?}", error.failures());
    for secret in ["S1", "S2", "S3"] {
        assert!(!said.contains(secret), "{said}");
    }
}

#[test]
fn r020_a_path_matches_whole() {
    censored("R020", ["*.a.x"]);
}

#[test]
fn r022_values_of_every_type_are_replaced_whole() {
    censored("R022", ["Cookie", "Auth", "[\"X-Key\"]"]);
    for value in
        ["0", "-1.5e9", "true", "false", "\"\"", "\"a\\\"b\"", "{}", "[]", "[[{\"a\":[]}]]"]
    {
        let json = format!(r#"{{"a":{value},"tail":[{value}]}}"#);
        assert_eq!(show(&censoring(["a", "tail[0]"]), &json), r##"{"a":"#","tail":["#"]}"##);
    }
}

#[test]
fn r030_null_is_left_by_plain_paths() {
    censored("R030", ["a.b", "c.b"]);
    let nulls = build(any().redact(["a.b", "c.b"], Censor::text("#")).redact_nulls(true));
    let expected = &case("R030")["expected"]["with_option_redact_nulls"];
    assert_eq!(parse(&show(&nulls, input("R030"))), *expected);
    assert_eq!(show(&censoring(["a.*"]), r#"{"a":{"b":null}}"#), r##"{"a":{"b":"#"}}"##);
}

#[test]
fn r031_nothing_is_created() {
    let presenter = censoring(["o.foo", "p.q.r"]);
    assert_eq!(show(&presenter, input("R031")), exact("R031"));
    let signal = report(&presenter, &Request::new(), input("R031"));
    assert!(signal.unmatched_paths().eq(["o.foo", "p.q.r"]));
}

#[test]
fn r033_removing() {
    let remove = |paths: &[&str]| build(any().redact(paths.iter().copied(), Censor::remove()));
    let shown = show(&remove(&["a[0].b", "c.d"]), input("R033"));
    assert_eq!(parse(&shown), case("R033")["expected"]["json_equal"]);
    for (path, expected) in [
        ("a", r#"{"b":2,"c":3}"#),
        ("b", r#"{"a":1,"c":3}"#),
        ("c", r#"{"a":1,"b":2}"#),
        ("*", "{}"),
    ] {
        assert_eq!(show(&remove(&[path]), r#"{"a":1,"b":2,"c":3}"#), expected);
    }
    // Elements keep their places.
    assert_eq!(show(&remove(&["a[0]", "a[2]"]), r#"{"a":[1,2,3]}"#), r#"{"a":[null,2,null]}"#);
    assert_eq!(show(&remove(&["[*]"]), r#"[1,{"a":2}]"#), "[null,null]");
}

#[test]
fn r034_the_order_of_paths_does_not_matter() {
    for paths in [["a[*].b", "a[*]"], ["a[*]", "a[*].b"]] {
        censored("R034", paths);
    }
    // Nor does the order of censors that differ.
    for [first, second] in [[0, 1], [1, 0]] {
        let parts = [("a", Censor::keep_last(2)), ("a.b", Censor::remove())];
        let presenter = build(
            any()
                .redact([parts[first].0], parts[first].1.clone())
                .redact([parts[second].0], parts[second].1.clone()),
        );
        assert_eq!(show(&presenter, r#"{"a":{"b":"secret"},"c":1}"#), r#"{"a":"****","c":1}"#);
    }
}

#[test]
fn r040_renders_are_independent() {
    let json = r#"{"a":"S1","b":"S2"}"#.to_owned();
    let before = json.clone();
    let mut renderer = Renderer::new();
    let (first, second) = (censoring(["a"]), censoring(["b"]));
    for _ in 0..3 {
        for (presenter, expected) in
            [(&first, r##"{"a":"#","b":"S2"}"##), (&second, r##"{"a":"S1","b":"#"}"##)]
        {
            let mut out = Vec::new();
            renderer
                .render(presenter, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
                .expect("a render");
            assert_eq!(out, expected.as_bytes());
            renderer
                .render(presenter, b"{\"a\":", &Request::new(), Frame::Text, &mut out)
                .expect_err("an error in between");
        }
    }
    assert_eq!(json, before);
}

#[test]
fn r060_a_bad_path_makes_no_presenter() {
    let errors = any().redact_pii(["ok", "a["]).build().expect_err("a bad path");
    assert_eq!(errors.errors().len(), 1, "{errors}");
    let errors = any().redact_pii(["a["]).redact(["b["], Censor::remove()).build();
    assert_eq!(errors.expect_err("two bad paths").errors().len(), 2);
}

#[test]
fn r070_a_mask_hides_at_least_half() {
    let mask = |n: usize, json: &str| {
        let presenter = build(any().redact(["v"], Censor::keep_last(n)));
        let shown = parse(&show(&presenter, &format!("{{\"v\":{json}}}")));
        shown["v"].as_str().expect("a string").to_owned()
    };
    let values = case("R070")["input"]["values"].as_array().expect("values");
    let expected = case("R070")["expected"]["exact_list"].as_array().expect("a list");
    for (value, expected) in values.iter().zip(expected) {
        assert_eq!(mask(4, &value.to_string()), *expected);
    }
    let letters = "abcdefghijklmnopqrstuvwxyzäöü";
    for length in 0..=29 {
        let value: String = letters.chars().take(length).collect();
        for n in [0, 1, 3, 4, 7, 8, 100, usize::MAX] {
            let masked = mask(n, &format!("{value:?}"));
            let shown: String = masked.trim_start_matches('*').to_owned();
            let hidden = masked.chars().filter(|&c| c == '*').count();
            assert!(value.ends_with(&shown));
            if length < 8 {
                assert_eq!(masked, "****");
            } else {
                assert_eq!(shown.chars().count(), n.min(length / 2));
                assert_eq!(hidden + shown.chars().count(), length);
            }
        }
    }
    assert_eq!(mask(4, "12345678"), "****5678");
    assert_eq!(mask(4, "-1.50000e10"), "*******0e10");
    assert_eq!(mask(4, "true"), "****");
    assert_eq!(mask(4, "{\"a\":\"secret text\"}"), "****");
    assert_eq!(mask(4, "[\"secret text\"]"), "****");
    // Characters, not bytes and not escapes.
    assert_eq!(mask(4, "\"\\u0061bcd\\n\\ud83d\\ude00gh\""), "****\n😀gh");
}

// Whitelist.

#[test]
fn w002_size_changes_nothing() {
    let id = build(Presenter::builder("P").schema([t::integer("id")]));
    let rows: Vec<_> = (0..30_000).map(|n| format!(r#"{{"id":{n},"secret":"S"}}"#)).collect();
    let expected: Vec<_> = (0..30_000).map(|n| format!(r#"{{"id":{n}}}"#)).collect();
    let mut renderer = Renderer::new();
    let mut out = Vec::new();
    let json = format!("[{}]", rows.join(","));
    let report = renderer
        .render(&id, json.as_bytes(), &Request::new(), Frame::Text, &mut out)
        .expect("a render");
    assert_eq!(String::from_utf8(out).expect("UTF-8"), format!("[{}]", expected.join(",")));
    assert_eq!((report.items(), report.dropped()), (30_000, 30_000));
}

#[test]
fn w003_the_whitelist_holds_at_every_level() {
    let inner = || Type::object([t::integer("keep")]);
    let declared = || {
        Presenter::builder("P").schema([
            t::object("a", [t::integer("keep")]),
            t::array("l", inner()),
            t::record("m", inner()),
            t::object("n", [t::integer("keep")]).nullable(),
        ])
    };
    let shown = show(&build(declared()), input("W003"));
    let mut expected = case("W003")["expected"]["json_equal"].clone();
    expected.as_object_mut().expect("an object").remove("o");
    assert_eq!(parse(&shown), expected);
    // A scalar is not an object, and an object is not a scalar.
    let o = build(Presenter::builder("P").schema([t::object("o", [t::integer("keep")])]));
    assert_eq!(refuse(&o, input("W003")).kind(), RenderErrorKind::Validation);
    for field in [t::string("a"), t::number("a"), t::boolean("a"), t::one_of("a", ["S"])] {
        let scalar = build(Presenter::builder("P").schema([field]));
        let error = refuse(&scalar, input("W003"));
        assert_eq!(error.failures().len(), 1);
        assert_eq!((error.failures()[0].path(), error.failures()[0].received()), ("a", "object"));
    }
}

// Select.

#[test]
fn s001_unknown_names_never_widen() {
    let names = ["name", "account.name", "nope", "nope.deep"];
    let select = Request::new().select(names);
    assert_eq!(show_with(&everything(), &select, input("S001")), r#"{"name":"n"}"#);
    let signal = report(&everything(), &select, input("S001"));
    assert!(signal.unknown_select().eq(names[1..].iter().copied()));
    let only = Request::new().select(["nope"]);
    assert_eq!(show_with(&everything(), &only, input("S001")), "{}");
    // Names are names: a dot in one is a dot.
    let dotted = Request::new().select(["docs.count"]);
    assert_eq!(show_with(&everything(), &dotted, input("S004")), r#"{"docs.count":5}"#);
    for bad in
        ["\"id\"", "[1]", "[null]", "{}", "[[\"id\"]]", "0", "true", "[\"id\"", "[\"a\",]", ""]
    {
        let error = Request::new().select_json(bad.as_bytes()).expect_err(bad);
        assert_eq!(error.kind(), RenderErrorKind::InvalidSelect, "{bad}");
    }
    for all in ["null", "[]", " [ ] "] {
        let all = Request::new().select_json(all.as_bytes()).expect("everything");
        assert_eq!(parse(&show_with(&everything(), &all, input("S001"))), parse(input("S001")));
    }
}

#[test]
fn s006_select_undoes_no_redaction() {
    let presenter = censoring(["**.pw"]);
    let select = Request::new().select(["pw", "a"]);
    let shown = show_with(&presenter, &select, input("S006"));
    assert_eq!(parse(&shown), case("S006")["expected"]["json_equal"]);
    let declared = build(
        Presenter::builder("P").schema([t::integer("id"), t::string("pw")]).redact_pii(["pw"]),
    );
    assert_eq!(show_with(&declared, &select, input("S006")), r#"{"pw":"[REDACTED]"}"#);
}

// Tags and invisible characters.

const TAGS: [&str; 5] =
    ["ui_passthrough", "llm_directives", "domain_rules", "action_suggestions", "tool_error"];

#[test]
fn f012_data_forges_no_block() {
    let presenter = build(any().rules(["r1"]));
    let shown = show(&presenter, input("F012"));
    assert_eq!(shown.matches("<domain_rules").count(), 1, "{shown}");
    for tag in TAGS {
        let upper = tag.to_uppercase();
        let spread: String = tag.chars().flat_map(|c| [c, '\u{200b}']).collect();
        for text in [
            format!("<{tag}>"),
            format!("</{tag}>"),
            format!("<{upper} x"),
            format!("< / {tag}s"),
            format!("<\u{2003}\t\u{200d}/{spread}"),
        ] {
            let string = serde_json::to_string(&text).expect("JSON");
            // With the `<` spelled out, too.
            for string in
                [string.clone(), string.replace('<', "\\u003c"), string.replace('<', "\\u003C")]
            {
                let json = format!("{{{string}:[{string}]}}");
                let shown = show(&everything(), &json);
                assert!(!shown.contains('<'), "{shown}");
                assert_eq!(parse(&shown), json!({ text.as_str(): [text.as_str()] }));
                let root = show(&everything(), &string);
                assert_eq!(root, text.replace('<', "&lt;"));
            }
        }
        for benign in [format!("< {}", &tag[1..]), format!("<b>{tag}"), format!("<x{tag}>")] {
            let json = json!([benign]).to_string();
            assert_eq!(show(&everything(), &json), json);
        }
    }
}

#[test]
fn f019_controls_stay_escaped() {
    assert_eq!(show(&everything(), input("F019")), exact("F019"));
    let all: String = (0..0x20).map(|c| format!("\\u{c:04X}")).collect();
    let shown = show(&everything(), &format!("[\"{all}\"]"));
    let text: String = (0..0x20).map(|c| char::from(c as u8)).collect();
    assert_eq!(shown, json!([text]).to_string());
}

// The envelope and frames.

fn frame(presenter: &Presenter, json: &str, frame: Frame<'_>, format: Format) -> String {
    let mut out = Vec::new();
    let request = Request::new().format(format);
    let got = Renderer::new().render(presenter, json.as_bytes(), &request, frame, &mut out);
    got.unwrap_or_else(|error| panic!("{json}: {error}"));
    String::from_utf8(out).expect("output is UTF-8")
}

#[test]
fn e010_one_level_of_escaping() {
    let expected = case("E010")["expected"]["exact_frame"].as_str().expect("a frame");
    assert_eq!(frame(&everything(), input("E010"), Frame::Result, Format::Json), expected);
}

#[test]
fn e011_nothing_is_escaped_without_need() {
    assert_eq!(show(&everything(), input("E011")), exact("E011"));
    let spelled = "[\"\\u4e2d\\/\\u0027\\u003c\\u007f\\u00e9\\u2028\"]";
    assert_eq!(show(&everything(), spelled), "[\"中/'<\u{7f}é\u{2028}\"]");
}

#[test]
fn e012_white_space_is_not_copied() {
    assert_eq!(show(&everything(), input("E012")), exact("E012"));
    let spaced = "\r\n\t { \"a b\" :\t[ 1 ,\n{ } , [ ] , \" \" ] } \n";
    assert_eq!(show(&everything(), spaced), r#"{"a b":[1,{},[]," "]}"#);
}

#[test]
fn e030_there_is_always_one_data_block() {
    let texts = ["null", "[]", "{}", "", "0", "false"];
    let list = case("E030")["input"]["json_list"].as_array().expect("a list");
    for (json, text) in list.iter().zip(texts) {
        let json = json.as_str().expect("JSON text");
        assert_eq!(show(&everything(), json), text);
        let result = parse(&frame(&everything(), json, Frame::Result, Format::Json));
        assert_eq!(result, json!({"content": [{"type": "text", "text": text}]}));
        let mut renderer = Renderer::new();
        let presenter = everything();
        let blocks = renderer.blocks(&presenter, json.as_bytes(), &Request::new()).expect("blocks");
        assert!(blocks.iter().map(|block| block.1).eq([text]));
    }
}

#[test]
fn e040_a_message_is_one_line() {
    let line = frame(
        &build(any().rules(["a\u{2028}b"])),
        input("E040"),
        Frame::JsonRpc(RequestId::Text("x\u{2029}\n")),
        Format::JsonPretty,
    );
    assert!(!line.contains(['\n', '\r', '\u{2028}', '\u{2029}']), "{line}");
    let message = parse(&line);
    assert_eq!(message["id"], "x\u{2029}\n");
    let text = message["result"]["content"][0]["text"].as_str().expect("a text");
    assert_eq!(parse(text), json!({"t": "a\u{2028}b\u{2029}c\u{85}d"}));
}

#[test]
fn e041_pretty_input_is_one_line() {
    for format in [Format::Json, Format::JsonPretty] {
        let id = Frame::JsonRpc(RequestId::Number(-9));
        let line = frame(&everything(), input("E041"), id, format);
        assert_eq!(line.lines().count(), 1);
        let message = parse(&line);
        assert_eq!(message["id"], -9);
        let text = message["result"]["content"][0]["text"].as_str().expect("a text");
        assert_eq!(parse(text), json!({"a": "x\ny"}));
    }
}

// Output and input buffers.

#[test]
fn p001_a_failure_leaves_the_buffer_as_it_was() {
    let declared = build(Presenter::builder("T").schema([t::integer("a")]).rules(["R"]));
    let good = "{\"a\":1},".repeat(5000);
    let mut renderer = Renderer::new();
    for frame in FRAMES {
        for bad in ["{\"a\":\"x\"}", "{}", "{\"a\":1", "{\"a\":1}}", "\"\u{1}\"", "{\"a\":1} ,"] {
            let mut out = b"KEEP".to_vec();
            let json = format!("[{good}{bad}]");
            renderer
                .render(&declared, json.as_bytes(), &Request::new(), frame, &mut out)
                .expect_err(bad);
            assert_eq!(out, b"KEEP", "{bad}");
        }
    }
}

#[test]
fn m002_the_input_is_not_changed() {
    let json = input("K003").as_bytes().to_vec();
    let copy = json.clone();
    show(&censoring(["password"]), std::str::from_utf8(&json).expect("UTF-8"));
    refuse(&everything(), &json[..json.len() - 1]);
    assert_eq!(json, copy);
}

#[test]
fn m005_every_place_in_a_vector() {
    let declared = build(Presenter::builder("P").schema([t::string("k")]));
    let any = everything();
    for isa in Isa::available() {
        let mut renderer = Renderer::new().with_isa(isa);
        let mut out = Vec::new();
        let mut check = |presenter: &Presenter, json: &str, expected: Result<&str, usize>| {
            for frame in [Frame::Text, Frame::Blocks] {
                out.clear();
                let got =
                    renderer.render(presenter, json.as_bytes(), &Request::new(), frame, &mut out);
                match (expected, got) {
                    (Ok(text), Ok(_)) if matches!(frame, Frame::Text) => {
                        assert_eq!(out, text.as_bytes(), "{isa:?} {json}");
                    }
                    (Ok(text), Ok(_)) => {
                        let array = serde_json::to_string(&[text]).expect("JSON");
                        assert_eq!(out, array.as_bytes(), "{isa:?} {json}");
                    }
                    (Err(offset), Err(error)) => {
                        assert_eq!(error.kind(), RenderErrorKind::ControlCharacter, "{json}");
                        assert_eq!(error.offset(), Some(offset), "{isa:?} {json}");
                    }
                    (expected, got) => panic!("{isa:?} {json}: {got:?}, expected {expected:?}"),
                }
            }
        };
        for length in 0..=130 {
            for place in 0..=length {
                let (before, after) = ("x".repeat(place), "y".repeat(length - place));
                for (input, output) in [
                    ("\\n", "\\n"),
                    ("\\\"", "\\\""),
                    ("\\\\", "\\\\"),
                    ("\\u0041", "A"),
                    ("\\ud83d\\ude00", "😀"),
                    ("😀", "😀"),
                    ("é", "é"),
                ] {
                    let json = format!(r#"{{"k":"{before}{input}{after}"}}"#);
                    let shown = format!(r#"{{"k":"{before}{output}{after}"}}"#);
                    check(&declared, &json, Ok(&shown));
                    let json = format!(r#"{{"{before}{input}{after}":1}}"#);
                    let shown = format!(r#"{{"{before}{output}{after}":1}}"#);
                    check(&any, &json, Ok(&shown));
                }
                let json = format!("{{\"k\":\"{before}\u{1f}{after}\"}}");
                check(&declared, &json, Err("{\"k\":\"".len() + place));
                let json = format!("{{\"{before}\u{0}{after}\":1}}");
                check(&declared, &json, Err("{\"".len() + place));
            }
        }
    }
}

#[test]
fn z003_keys_keep_their_order() {
    assert_eq!(show(&everything(), input("Z003")), exact("Z003"));
    let passthrough = build(
        Presenter::builder("P").schema([t::integer("m2")]).mode(mcp_presenter::Mode::Passthrough),
    );
    assert_eq!(
        show(&passthrough, r#"{"z":1,"10":3,"m2":2,"9":4,"a":5}"#),
        r#"{"m2":2,"z":1,"10":3,"9":4,"a":5}"#
    );
    let declared = build(Presenter::builder("P").schema(["z", "a", "b"].map(t::any)));
    assert_eq!(show(&declared, r#"{"a":1,"b":2,"z":3}"#), r#"{"z":3,"a":1,"b":2}"#);
}
