//! TOON to JSON: the fixtures of the specification, versions 4.0 and 3.3, read in place; errors with
//! their places; what lenient reading forgives; damaged, hostile and large documents.

#![expect(clippy::print_stdout, reason = "says when the fixtures are not there")]

mod generate;
mod oracle;
mod toon;

use std::path::Path;

use generate::Rng;
use mcp_presenter::toon::{DecodeOptions, ToonErrorKind, decode};
use oracle::parse::{Data, Value, parse};
use toon::{KeyOrder, decoded, difference, reads_back};

use ToonErrorKind::{
    BlankLine, ContentAfterHeader, ControlCharacter, CountMismatch, DelimiterMismatch,
    DuplicateKey, ExpectedItem, ExpectedRow, Indentation, InvalidEscape, InvalidHeader,
    InvalidUtf8, MisplacedHeader, MissingColon, TabIndentation, TextAfterQuote, TooDeep,
    TooFarIndented, TooLong, TrailingContent, UnterminatedString, WidthMismatch,
};

/// The versions of the specification that there are fixtures of.
const VERSIONS: [&str; 2] = ["v4", "v3.3"];

/// A case of the specification.
struct Fixture {
    name: String,
    toon: String,
    /// What it stands for; nothing if it is to be refused.
    value: Option<Value>,
    options: DecodeOptions,
}

/// Which way round a fixture is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Decode,
    Encode,
}

fn get<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    let Data::Object(members) = &value.data else { panic!("not an object") };
    oracle::parse::last(members, key)
}

fn string(value: Option<&Value>) -> String {
    let Some(Value { data: Data::String(text), .. }) = value else { panic!("not a string") };
    text.text.clone()
}

fn is(value: Option<&Value>, expected: bool) -> bool {
    matches!(value, Some(Value { data: Data::Bool(value), .. }) if *value == expected)
}

/// The cases of a version in the order of their files; none if they are not there.
fn fixtures(version: &str, direction: Direction) -> Vec<Fixture> {
    let name = if direction == Direction::Decode { "decode" } else { "encode" };
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/toon-spec").join(version).join(name);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(std::env::var_os("CI").is_none(), "the TOON fixtures are not there");
        println!("the TOON fixtures are not there: nothing was tested");
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a folder's entry").path()).collect();
    paths.sort();
    let mut fixtures = Vec::new();
    for path in paths {
        let file = std::fs::read(&path).expect("a readable file");
        let file = parse(&file, 128).expect("a fixture file is JSON");
        let Some(Value { data: Data::Array(tests), .. }) = get(&file, "tests") else {
            panic!("{}: no tests", path.display());
        };
        let stem = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        fixtures.extend(tests.iter().map(|test| Fixture::read(version, stem, test, direction)));
    }
    assert!(fixtures.len() > 100, "the fixtures of {version} are not whole");
    fixtures
}

impl Fixture {
    fn read(version: &str, file: &str, test: &Value, direction: Direction) -> Self {
        let mut options = DecodeOptions::new().comments(version != "v3.3");
        if let Some(set) = get(test, "options") {
            if is(get(set, "strict"), false) {
                options = options.lenient();
            }
            let indent = get(set, "indentSize").or_else(|| get(set, "indent"));
            if let Some(Value { data: Data::Number(spaces), .. }) = indent {
                options = options.indent(spaces.parse().expect("a number of spaces"));
            }
        }
        let (toon, value) = match direction {
            Direction::Decode => ("input", "expected"),
            Direction::Encode => ("expected", "input"),
        };
        let is_refused = is(get(test, "shouldError"), true);
        Self {
            name: format!("{version}/{file}: {}", string(get(test, "name"))),
            toon: string(get(test, toon)),
            value: (!is_refused).then(|| get(test, value).expect("a value").clone()),
            options,
        }
    }

    fn check(&self) -> Result<(), String> {
        let outcome = match (&self.value, decoded(self.toon.as_bytes(), &self.options)) {
            (Some(expected), Ok(value)) => difference(expected, &value, KeyOrder::Kept),
            (Some(_), Err(error)) => Some(error.to_string()),
            (None, Ok(_)) => Some("is accepted".into()),
            (None, Err(_)) => None,
        };
        outcome.map_or(Ok(()), |outcome| Err(format!("{}: {outcome}", self.name)))
    }
}

#[test]
fn decode_fixtures() {
    for version in VERSIONS {
        let fixtures = fixtures(version, Direction::Decode);
        let failures: Vec<_> = fixtures.iter().filter_map(|one| one.check().err()).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

#[test]
fn encode_fixtures_read_back() {
    for version in VERSIONS {
        for Fixture { name, toon, value, options } in fixtures(version, Direction::Encode) {
            let value = value.expect("encoding refuses nothing");
            reads_back(&value, toon.as_bytes(), &options)
                .unwrap_or_else(|difference| panic!("{name}: {difference}"));
        }
    }
}

#[test]
fn cut_off_anywhere() {
    for version in VERSIONS {
        for fixture in fixtures(version, Direction::Decode) {
            for length in 0..fixture.toon.len() {
                let toon = &fixture.toon.as_bytes()[..length];
                let _ = decoded(toon, &fixture.options.clone().strict());
                let _ = decoded(toon, &fixture.options.clone().lenient());
            }
        }
    }
}

/// Changes a document as a careless hand would, or a malicious one.
fn mutate(rng: &mut Rng, toon: &mut Vec<u8>) {
    const BYTES: &[u8] = b" \n\t\r:,|\"\\[]{}-#019ea.u\0\x80\xC3\xEF";
    const TEXTS: [&str; 14] = [
        "  ",
        "\n\n",
        "\r\n",
        "- ",
        "[2]:",
        "[2]{a,b}:",
        "[1:|]{a{b}|c}:",
        "a: 1\n",
        "\n  - ",
        "\n    ",
        "\"\\u0041\"",
        "\"\\n",
        "[]",
        "\u{feff}",
    ];
    let at = rng.below(toon.len() + 1);
    match rng.below(6) {
        0 => toon.insert(at, rng.pick(BYTES)),
        1 if at < toon.len() => toon[at] = rng.pick(BYTES),
        2 if at < toon.len() => drop(toon.remove(at)),
        3 => drop(toon.splice(at..at, rng.pick(&TEXTS).bytes())),
        4 => {
            // A line, or more, once more.
            let lines: Vec<_> = toon.split_inclusive(|byte| *byte == b'\n').collect();
            let first = rng.below(lines.len().max(1));
            let last = rng.within(first, lines.len().max(1));
            let copy = lines.get(first..last).unwrap_or_default().concat();
            toon.splice(0..0, copy);
        }
        _ => toon.truncate(at),
    }
}

#[test]
fn damaged_anywhere() {
    let mut rng = Rng::new(4);
    for version in VERSIONS {
        let fixtures = fixtures(version, Direction::Decode);
        for fixture in &fixtures {
            for _ in 0..60 {
                let mut toon = fixture.toon.clone().into_bytes();
                for _ in 0..rng.within(1, 4) {
                    mutate(&mut rng, &mut toon);
                }
                let strict = decoded(&toon, &fixture.options.clone().strict());
                let lenient = decoded(&toon, &fixture.options.clone().lenient());
                // Where both read it they read the same, so lenient forgives and does not reinterpret.
                if let Ok(strict) = strict {
                    let lenient = lenient.expect("lenient accepts what strict does");
                    let place = difference(&strict, &lenient, KeyOrder::Kept);
                    assert_eq!(place, None, "{}", String::from_utf8_lossy(&toon));
                }
            }
        }
    }
}

#[test]
fn errors_have_their_place() {
    let strict = DecodeOptions::new();
    for (toon, kind, line, column) in [
        // Lines and their indentation.
        (&b"a: \xFF"[..], InvalidUtf8, 1, 4),
        (b"a:\n   b: 1", Indentation, 2, 4),
        (b"a:\n \tb: 1", TabIndentation, 2, 2),
        (b"  a: 1", TooFarIndented, 1, 3),
        (b"a: 1\n  b: 2", TooFarIndented, 2, 3),
        (b"a:\n    b: 2", TooFarIndented, 2, 5),
        (b"x[2]:\n  - a\n# c\n\n  - b", BlankLine, 4, 1),
        (b"x[1]:\n  - a: 1\n\n    b: 2", BlankLine, 3, 1),
        // Keys and values.
        (b"a: 1\nb", MissingColon, 2, 1),
        (b"hello\n\nworld", MissingColon, 1, 1),
        (b"\xEF\xBB\xBFhello\nworld: 1", MissingColon, 1, 1),
        (b"a:\n  b: 1\n  b: 2", DuplicateKey, 3, 3),
        (b"a: 1\n\"\\u0061\": 2", DuplicateKey, 2, 1),
        ("é: \"\\x\"".as_bytes(), InvalidEscape, 1, 5),
        (b"a: \"\\ud83d\\ude00\"", InvalidEscape, 1, 5),
        (b"a: \"x\0\"", ControlCharacter, 1, 6),
        (b"a: \"x", UnterminatedString, 1, 4),
        (b"\"a: 1\nb: 2", UnterminatedString, 1, 1),
        (b"a: 1\n\"b: 2", UnterminatedString, 2, 1),
        (b"a: \"x\" y", TextAfterQuote, 1, 7),
        (b"\"a\"b: 1", TextAfterQuote, 1, 4),
        // Headers.
        (b"a[03]: 1", InvalidHeader, 1, 2),
        (b"a[2,]: 1,2", InvalidHeader, 1, 2),
        (b"a[]: 1", InvalidHeader, 1, 2),
        (b"a[1] : 1", InvalidHeader, 1, 5),
        (b"a[1:]:", InvalidHeader, 1, 6),
        (b"a[1]{}:", InvalidHeader, 1, 6),
        (b"a[1]{b{}}:", InvalidHeader, 1, 8),
        (b"a[1]{b,,c}:", DelimiterMismatch, 1, 8),
        (b"a[1|]{b,c}:", DelimiterMismatch, 1, 8),
        (b"a[1]{b{c}{d}}:", InvalidHeader, 1, 10),
        (b"a[1]{b:", InvalidHeader, 1, 7),
        (b"a[1]{b}: 1", ContentAfterHeader, 1, 10),
        (b"a[1]{b,b}:", DuplicateKey, 1, 8),
        (b"a:\n  [1]: 1", MisplacedHeader, 2, 3),
        (b"a[1]:\n  - [1]{b}:\n    1", MisplacedHeader, 2, 5),
        // Arrays and tables.
        (b"a[2]: 1", CountMismatch, 1, 2),
        (b"a[1]: 1,2", CountMismatch, 1, 2),
        (b"a[2]:\n  - 1\nb: 2", CountMismatch, 1, 2),
        (b"a[1]:\n  - 1\n  - 2", CountMismatch, 3, 3),
        (b"a[1]{b}:\n  1\n  2", CountMismatch, 3, 3),
        (b"a[99999999999999999999999]{b}:\n  1", CountMismatch, 1, 2),
        (b"a[2:]{b}:\n  c: 1", CountMismatch, 1, 2),
        (b"a[1]{b,c}:\n  1", WidthMismatch, 2, 3),
        (b"a[1:]{b,c}:\n  d: 1,2,3", WidthMismatch, 2, 3),
        (b"a[1]:\n  b: 1", ExpectedItem, 2, 3),
        (b"a[1]:\n  -b", ExpectedItem, 2, 3),
        (b"a[1]{b,c}:\n  d: 1,2", ExpectedRow, 2, 4),
        (b"a[1:]{b}:\n  1", MissingColon, 2, 3),
        (b"a[2:]{b}:\n  c: 1\n  c: 2", DuplicateKey, 3, 3),
        (b"[1]: 1\nb: 2", TrailingContent, 2, 1),
        (b"[]\nb: 2", TrailingContent, 2, 1),
        (b"[1]{b}:\n  1\nb: 2", TrailingContent, 3, 1),
    ] {
        let error = decoded(toon, &strict).expect_err("an error");
        let place = (error.kind(), error.line(), error.column());
        assert_eq!(place, (kind, line, column), "{}", String::from_utf8_lossy(toon));
    }
}

#[test]
fn errors_say_what_to_do_and_no_value() {
    let say = |toon: &str| decoded(toon.as_bytes(), &DecodeOptions::new()).unwrap_err().to_string();
    assert_eq!(say("a[1]: 1,2"), "line 1, column 2: 1 value is declared and there are more");
    assert_eq!(say("a[2:]{b}:"), "line 1, column 2: 2 entries are declared and 0 found");
    assert_eq!(say("a[1]{b,c}:\n  1"), "line 2, column 3: 2 cells are declared and 1 found");
    assert_eq!(say("secret\nb: 1"), "line 1, column 1: the line has no key that a colon follows");
    let error = decoded(b"secret\nsecret", &DecodeOptions::new()).unwrap_err();
    assert!(!format!("{error:?} {error}").contains("secret"));
}

#[test]
fn lenient_reading_forgives_and_drops_nothing() {
    let lenient = DecodeOptions::new().lenient();
    for (toon, json) in [
        ("a[3]: 1,2", r#"{"a":[1,2]}"#),
        ("a[1]:\n  - 1\n\n  - 2", r#"{"a":[1,2]}"#),
        (
            "a[2]{b,c{d,e},f{g}}:\n  1,2\n  1,2,3,4",
            r#"{"a":[{"b":1,"c":{"d":2}},{"b":1,"c":{"d":2,"e":3},"f":{"g":4}}]}"#,
        ),
        ("a[1:]{b}:\n  c:", r#"{"a":{"c":{}}}"#),
        ("a:\n      b: 1\n   c: 2\nd: 3", r#"{"a":{"b":1,"c":2},"d":3}"#),
        ("  a: 1\n  b: 2\nc: 3", r#"{"a":1,"b":2,"c":3}"#),
        ("a:\n\tb:\n\t\tc: 1\n\t\n\td: 2", r#"{"a":{"b":{"c":1},"d":2}}"#),
        ("a[1]:\n      - b: 1\n        c: 2", r#"{"a":[{"b":1,"c":2}]}"#),
        ("a[1]{b}: 1", r#"{"a[1]{b}":1}"#),
        ("a: \"x\0y\"", r#"{"a":"x\u0000y"}"#),
        // The last value, at the first one's place, however often and however deep.
        ("a: 1\nb: 2\na: 3\nc: 4\na: 5", r#"{"a":5,"b":2,"c":4}"#),
        (
            "a:\n  b: 1\n  b: 2\nc: 0\na:\n  d:\n    e: 1\n    f: 2\n    e[2]: 3,4\n  d2: 5",
            r#"{"a":{"d":{"e":[3,4],"f":2},"d2":5},"c":0}"#,
        ),
        (
            "a[2]:\n  - b: 1\n    b: 2\n  - b: 3\n    c: 4\n    b:\n      x: 1\n      x: 2",
            r#"{"a":[{"b":2},{"b":{"x":2},"c":4}]}"#,
        ),
        ("a[2:]{b,b}:\n  c: 1,2\n  c: 3,4", r#"{"a":{"c":{"b":4}}}"#),
        (
            "a[1]{b{x,y,x},c,b,d{z},b{u{v,v}}}:\n  1,2,3,4,5,6,7,8",
            r#"{"a":[{"b":{"u":{"v":8}},"c":4,"d":{"z":6}}]}"#,
        ),
    ] {
        let mut out = Vec::new();
        decode(toon.as_bytes(), &lenient, &mut out)
            .unwrap_or_else(|error| panic!("{toon}: {error}"));
        assert_eq!(String::from_utf8(out).expect("JSON"), json, "{toon}");
        decoded(toon.as_bytes(), &lenient).expect("the same again");
    }
    for (toon, kind) in [
        ("a: 1\n  b: 2", TooFarIndented),
        ("a[1]{b}:\n  1,2", WidthMismatch),
        ("[1]: 1\nb: 2", TrailingContent),
        ("a\nb", MissingColon),
        ("a: \"\\x\"", InvalidEscape),
        ("a[1]{\"\\x\"}:", InvalidEscape),
        ("a[2]:\n- 1\n- 2", MissingColon),
    ] {
        assert_eq!(decoded(toon.as_bytes(), &lenient).unwrap_err().kind(), kind, "{toon}");
    }
}

#[test]
fn what_the_specification_leaves_to_a_reader() {
    for (toon, json) in [
        // Keys that an encoder would have quoted.
        ("a-b[2]: 1,2", r#"{"a-b":[1,2]}"#),
        ("é[1]{x-y,a b}:\n  1,2", r#"{"é":[{"x-y":1,"a b":2}]}"#),
        ("foo [2]: bar", r#"{"foo [2]":"bar"}"#),
        (": 1", r#"{"":1}"#),
        ("- a: 1", r#"{"- a":1}"#),
        // Quotes inside an unquoted text.
        ("a: 5\" x 3\"", r#"{"a":"5\" x 3\""}"#),
        // A hyphen alone, and fields below it.
        ("a[2]:\n  -\n    b: 1\n  - ", r#"{"a":[{"b":1},{}]}"#),
        ("a[1]:\n  - - b", r#"{"a":["- b"]}"#),
        ("\u{feff}a: 1\r\r\n", "{\"a\":\"1\\r\"}"),
        ("items[2]{id,name}", r#""items[2]{id,name}""#),
    ] {
        let mut out = Vec::new();
        decode(toon.as_bytes(), &DecodeOptions::new(), &mut out)
            .unwrap_or_else(|error| panic!("{toon}: {error}"));
        assert_eq!(String::from_utf8(out).expect("JSON"), json, "{toon}");
    }
    let mut out = Vec::new();
    let old = DecodeOptions::new().comments(false);
    decode(b"a[2]{b}:\n  #1\n  2", &old, &mut out).expect("no comments in 3.3");
    assert_eq!(out, br##"{"a":[{"b":"#1"},{"b":2}]}"##);
}

/// So many objects, each in the one before.
fn nested(depth: usize) -> String {
    (0..depth - 1).map(|level| format!("{}a:\n", "  ".repeat(level))).collect()
}

#[test]
fn depth_has_a_limit() {
    let options = DecodeOptions::new();
    let nests = |toon: &str, options: &DecodeOptions| {
        decode(toon.as_bytes(), options, &mut Vec::new()).map_err(|error| error.kind())
    };
    assert_eq!(nests(&nested(128), &options), Ok(()));
    assert_eq!(nests(&nested(129), &options), Err(TooDeep));
    let inner = "  ".repeat(126);
    for (field, row, more) in [
        ("a: []", "", 1),
        ("a[1]: 1", "", 1),
        ("a:", "", 1),
        ("a[1]:", "- 1", 1),
        ("a[1]:", "- a: 1", 2),
        ("a[1]:", "- []", 2),
        ("a[1]{b}:", "1", 2),
        ("a[1]{b{c}}:", "1", 3),
        ("a[1:]{b{c}}:", "d: 1", 3),
    ] {
        let row = if row.is_empty() { String::new() } else { format!("\n{inner}  {row}") };
        let toon = format!("{}{inner}{field}{row}", nested(127));
        assert_eq!(nests(&toon, &options.clone().max_depth(127 + more)), Ok(()), "{field}");
        assert_eq!(nests(&toon, &options.clone().max_depth(126 + more)), Err(TooDeep), "{field}");
    }
    // Without a limit that matters: nothing is recursive.
    let deepest = 20_000;
    assert_eq!(nests(&nested(1_000), &options.clone().max_depth(deepest)), Ok(()));
    let items: String = (1..1_000).map(|level| format!("{}- [1]:\n", "  ".repeat(level))).collect();
    let lists = format!("[1]:\n{items}{}- 1", "  ".repeat(1_000));
    assert_eq!(nests(&lists, &options.clone().max_depth(deepest)), Ok(()));
    assert_eq!(nests(&lists, &options.clone().max_depth(999)), Err(TooDeep));
    let groups = format!("[1]{{{}a{}:\n  1", "a{".repeat(10_000), "}".repeat(10_001));
    assert_eq!(nests(&groups, &options.clone().max_depth(deepest)), Ok(()));
    assert_eq!(nests(&groups, &options), Err(TooDeep));
    assert_eq!(nests("1", &options.clone().max_depth(0)), Ok(()));
    assert_eq!(nests("", &options.clone().max_depth(0)), Err(TooDeep));
}

#[test]
fn json_longer_than_the_limit_is_refused() {
    let toon = format!("a[1000]{{{}}}:{}", "x".repeat(1_000), "\n  1".repeat(1_000));
    let kind = |bytes: usize| {
        decode(toon.as_bytes(), &DecodeOptions::new().max_bytes(bytes), &mut Vec::new())
            .map_err(|error| error.kind())
    };
    assert_eq!(kind(1_100_000), Ok(()));
    assert_eq!(kind(900_000), Err(TooLong));
}

/// Documents on which a careless reader would take time that grows with the square.
#[test]
fn every_document_costs_its_length() {
    let many = 200_000;
    let lines = |line: &dyn Fn(usize) -> String| (0..many).map(line).collect::<String>();
    let documents = [
        lines(&|at| format!("key{at}: {at}\n")),
        lines(&|_| "a: 1\n".into()),
        lines(&|at| format!("a:\n  b: {at}\n  b: 2\n")),
        format!("[{many}]:\n{}", lines(&|at| format!("  - a: {at}\n"))),
        format!("[{many}:]{{a}}:\n{}", lines(&|at| format!("  k{at}: 1\n"))),
        format!("[1]{{{}z}}:\n  {}1", lines(&|at| format!("f{at},")), lines(&|_| "1,".into())),
        format!("[1]{{{}z}}:\n  1", lines(&|_| "f,".into())),
        format!("a: {}", "\"".repeat(2 * many)),
        format!("a[1]: {}", "\"\\\"".repeat(many)),
        format!("a{}: 1", "[1]{".repeat(many)),
        format!("a[1]{{{}", "a{b},".repeat(many)),
        "\n".repeat(4 * many),
        "# \n".repeat(many),
        "- ".repeat(many),
        format!("a:\n{}b", "  b:\n".repeat(many)),
    ];
    for toon in &documents {
        let mut out = Vec::new();
        let _ = decode(toon.as_bytes(), &DecodeOptions::new(), &mut out);
        let _ = decode(toon.as_bytes(), &DecodeOptions::new().lenient(), &mut out);
    }
}
