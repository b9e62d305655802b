//! The oracle on what the golden vectors do not say: faults and their bytes, paths of failures,
//! counts.

mod oracle;

use oracle::FaultKind::{
    ControlCharacter, Empty, InvalidEscape, InvalidNumber, InvalidUtf8, LoneSurrogate, TooDeep,
    TrailingBytes, UnexpectedByte, UnexpectedEnd, Validation,
};
use oracle::{Fault, FaultKind, Frame, Presenter, Report, Request};

fn render(file: &str, data: &[u8], select: &[&str]) -> Result<(String, Report), Fault> {
    let presenter = Presenter::read(file).expect("a presenter");
    let select = select.iter().map(|name| name.to_string()).collect();
    presenter.render(data, &Request { select, pretty: None, frame: Frame::Text })
}

fn shown(file: &str, data: &str) -> String {
    render(file, data.as_bytes(), &[]).expect("valid data").0
}

#[test]
fn faults_are_where_the_text_goes_wrong() {
    let cases: [(&[u8], FaultKind, usize, Option<usize>); 46] = [
        (b"", Empty, 0, None),
        (b" \n", Empty, 2, None),
        (b"\xEF\xBB\xBF", Empty, 3, None),
        (b"\xEF\xBB", UnexpectedByte, 0, None),
        (b"{", UnexpectedEnd, 1, None),
        (b"{,", UnexpectedByte, 1, None),
        (b"{\"a\"", UnexpectedEnd, 4, None),
        (b"{\"a\" 1}", UnexpectedByte, 5, None),
        (b"{\"a\":", UnexpectedEnd, 5, None),
        (b"{\"a\":}", UnexpectedByte, 5, None),
        (b"{\"a\":1", UnexpectedEnd, 6, None),
        (b"{\"a\":1,}", UnexpectedByte, 7, None),
        (b"{\"a\":1]", UnexpectedByte, 6, None),
        (b"[", UnexpectedEnd, 1, Some(0)),
        (b"[1,]", UnexpectedByte, 3, Some(1)),
        (b"[1 2]", UnexpectedByte, 3, None),
        (b"[1,{\"a\":x}]", UnexpectedByte, 8, Some(1)),
        (b"[1}", UnexpectedByte, 2, None),
        (b"1 2", TrailingBytes, 2, None),
        (b"{}}", TrailingBytes, 2, None),
        (b"[1]\xff", TrailingBytes, 3, None),
        (b"nul", UnexpectedByte, 0, None),
        (b"truth", UnexpectedByte, 0, None),
        (b"nullx", TrailingBytes, 4, None),
        (b"[nullx]", UnexpectedByte, 5, None),
        (b"-", InvalidNumber, 0, None),
        (b"[01]", InvalidNumber, 1, Some(0)),
        (b" 1.", InvalidNumber, 1, None),
        (b"1e", InvalidNumber, 0, None),
        (b"1e+", InvalidNumber, 0, None),
        (b"-x", InvalidNumber, 0, None),
        (b"1.2.3", InvalidNumber, 0, None),
        (b"+1", UnexpectedByte, 0, None),
        (b".5", UnexpectedByte, 0, None),
        (b"\"a", UnexpectedEnd, 2, None),
        (b"\"a\\", UnexpectedEnd, 3, None),
        (b"\"a\\x\"", InvalidEscape, 2, None),
        (b"\"\\u12", InvalidEscape, 1, None),
        (b"\"\\u12g4\"", InvalidEscape, 1, None),
        (b"\"\\ud800\\u12\"", InvalidEscape, 7, None),
        (b"\"a\tb\"", ControlCharacter, 2, None),
        (b"\"a\xff\"", InvalidUtf8, 2, None),
        (b"\"\xe2\x82", InvalidUtf8, 1, None),
        (b"\"\xed\xa0\x80\"", InvalidUtf8, 1, None),
        (b"\xc3\xa9", UnexpectedByte, 0, None),
        (b"{\"\xc0\x80\":1}", InvalidUtf8, 2, None),
    ];
    for (data, kind, offset, item) in cases {
        let fault = render("{\"name\":\"P\"}", data, &[]).expect_err("a fault");
        let (got, text) = ((fault.kind, fault.offset, fault.item), data.escape_ascii());
        assert_eq!(got, (kind, Some(offset), item), "{text}");
    }
}

#[test]
fn depth_counts_every_container() {
    let file = r#"{"name":"P","max_depth":2}"#;
    assert_eq!(shown(file, "[{}]"), "[{}]");
    let fault = render(file, b"[1,{\"a\":[]}]", &[]).expect_err("too deep");
    assert_eq!((fault.kind, fault.offset, fault.item), (TooDeep, Some(8), Some(1)));
}

#[test]
fn failures_say_where_and_what() {
    let file = r#"{"name":"P","schema":[
        ["a","string"],
        ["o.p",{"object":[["x","int"]],"mode":"strict"},{"optional":true}],
        ["m",{"record":"boolean"},{"optional":true}],
        ["e",{"enum":["a",2]},{"nullable":true}],
        ["u",{"union":["string",{"array":"number"}]},{"optional":true}]]}"#;
    let data =
        r#"[{"a":"","e":2.0},{"o.p":{"x":1.5,"z":1,"z":2},"m":{"k":1,"j":true},"e":"b","u":[""]}]"#;
    let fault = render(file, data.as_bytes(), &[]).expect_err("failures");
    assert_eq!((fault.kind, fault.offset, fault.item), (Validation, Some(18), Some(1)));
    let got: Vec<_> = fault
        .failures
        .iter()
        .map(|f| (f.path.as_str(), f.offset, f.expected.as_str(), f.received))
        .collect();
    let expected = [
        ("[1].a", 18, "string", "nothing"),
        ("[1][\"o.p\"].x", 30, "integer", "number"),
        ("[1][\"o.p\"].{key}", 38, "no undeclared field", "number"),
        ("[1][\"o.p\"].{key}", 44, "no undeclared field", "number"),
        ("[1].m.{key}", 56, "boolean", "number"),
        ("[1].e", 72, "one of \"a\", 2 or null", "string"),
        ("[1].u", 80, "one of the union's types", "array"),
    ];
    assert_eq!(got, expected);
    assert!(fault.failures.iter().all(|f| f.item == Some(1)));
}

#[test]
fn failures_beyond_twenty_are_counted() {
    let data = format!("[{}1]", "1,".repeat(24));
    let fault = render(r#"{"name":"P","root":{"array":"string"}}"#, data.as_bytes(), &[]);
    let fault = fault.expect_err("failures");
    assert_eq!((fault.failures.len(), fault.uncounted), (20, 5));
    assert_eq!(fault.failures[19].path, "[19]");
    assert_eq!(fault.failures[19].item, Some(19));
}

#[test]
fn syntax_comes_before_validation_and_validation_before_lone_surrogates() {
    let file = r#"{"name":"P","strict_text":true,"schema":[["a","string"]]}"#;
    let kind = |data: &str| render(file, data.as_bytes(), &[]).expect_err("a fault").kind;
    assert_eq!(kind(r#"[{"a":1},x]"#), UnexpectedByte);
    assert_eq!(kind(r#"[{"a":"\ud800"},{"a":1}]"#), Validation);
    assert_eq!(kind(r#"[{"a":"\ud800"}]"#), LoneSurrogate);
    assert_eq!(shown(file, r#"{"a":"\ud83d\ude00","b":"\ud800"}"#), "{\"a\":\"😀\"}");
}

#[test]
fn integers_and_constants_compare_by_value() {
    let file = r#"{"name":"P","root":"int"}"#;
    for good in ["1e2", "3.0", "-0", "100e-2", "0e-5", "1.50e1", "1e400"] {
        assert_eq!(shown(file, good), good);
    }
    for bad in ["1.5", "1e-1", "150e-2", "1e-400", "0.10"] {
        assert!(render(file, bad.as_bytes(), &[]).is_err(), "{bad}");
    }
    let file = r#"{"name":"P","root":{"enum":[1e2,0,-7]}}"#;
    for good in ["100", "-0", "0.000e9", "-70e-1", "1E+2", "0.1e3"] {
        assert_eq!(shown(file, good), good);
    }
    assert!(render(file, b"7", &[]).is_err());
}

#[test]
fn redaction_follows_the_collection_rules() {
    let redacted = |paths: &str, data: &str| {
        shown(&format!(r##"{{"name":"P","redact":{{"paths":{paths},"censor":"#"}}}}"##), data)
    };
    let data = r#"[{"x":1,"k":{"x":2,"k":{"x":3}}},null]"#;
    let expect = |paths, expected| assert_eq!(redacted(paths, data), expected, "{paths}");
    expect(r#"["[*].x"]"#, r##"[{"x":"#","k":{"x":2,"k":{"x":3}}},null]"##);
    expect(r#"["*.x"]"#, r##"[{"x":"#","k":{"x":"#","k":{"x":3}}},null]"##);
    expect(r#"["*"]"#, r##"[{"x":"#","k":"#"},null]"##);
    expect(r#"["[*]"]"#, r##"["#","#"]"##);
    expect(r#"["**.x"]"#, r##"[{"x":"#","k":{"x":"#","k":{"x":"#"}}},null]"##);
    expect(r#"["**"]"#, r##"[{"x":"#","k":"#"},null]"##);
    expect(r#"["k.**"]"#, r##"[{"x":1,"k":{"x":"#","k":"#"}},null]"##);
    expect(r#"["[*][*].x"]"#, r##"[{"x":1,"k":{"x":"#","k":{"x":3}}},null]"##);
    expect(r#"["[0].x","x.0"]"#, data);
}

#[test]
fn the_strongest_censor_wins_and_counts() {
    let file = r#"{"name":"P","redact":[
        {"paths":["a","n","l[*]","big"],"keep_last":4},
        {"paths":["a"],"censor":"first"},{"paths":["a"],"censor":"second"},
        {"paths":["*.gone","l[1]","n"],"remove":true}]}"#;
    let data = r#"{"a":"x","n":null,"l":["4111111111111111",2,{"y":1},"äöüäöüäöü"],"b":{"gone":null},"big":123456789}"#;
    let (text, report) = render(file, data.as_bytes(), &[]).expect("valid data");
    let expected = r#"{"a":"first","n":null,"l":["************1111",null,"****","*****üäöü"],"b":{},"big":"*****6789"}"#;
    assert_eq!(text, expected);
    assert_eq!((report.redacted, report.dropped), (7, 0));
    assert_eq!(report.unmatched_paths, Vec::<String>::new());
}

#[test]
fn counts_are_of_what_is_shown() {
    let file = r#"{"name":"P","limit":2,"schema":[
        ["a",{"object":[["x","number"]]}],["b",{"object":[]}]],"redact":{"paths":["b","c"]}}"#;
    let item = r#"{"a":{"x":1,"y":{"z":2},"y":3},"b":{"w":1},"q":{"r":1}}"#;
    let data = format!("[{item},{item},{item}]");
    let (_, report) = render(file, data.as_bytes(), &["a", "q", "q"]).expect("valid data");
    let expected = Report {
        items: 2,
        hidden: 1,
        // Of each item `a.y` twice and `q`; `b` is not selected.
        dropped: 6,
        redacted: 0,
        bytes: report.bytes,
        replaced_surrogates: 0,
        unknown_select: vec!["q".into()],
        unmatched_paths: vec!["b".into(), "c".into()],
    };
    assert_eq!(report, expected);
}

#[test]
fn duplicates_keep_the_first_place_and_the_last_value() {
    let data = r#"{"b":1,"\u0061":2,"b":{"c":1,"d":2,"c":3},"a":4,"\ud800":5,"\ufffd":6}"#;
    assert_eq!(shown(r#"{"name":"P"}"#, data), "{\"b\":{\"c\":3,\"d\":2},\"a\":4,\"\u{fffd}\":6}");
    let file = r#"{"name":"P","mode":"passthrough","schema":[["a","number"]]}"#;
    assert_eq!(shown(file, r#"{"z":1,"a":"no","y":1,"z":2,"a":1}"#), r#"{"a":1,"z":2,"y":1}"#);
}
