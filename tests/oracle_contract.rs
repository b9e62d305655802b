//! The oracle on what the golden vectors do not say: faults and their bytes, paths of failures,
//! counts; contexts, templates, presenters in presenters.

mod generate;
mod oracle;

use oracle::FaultKind::{
    ControlCharacter, Empty, InvalidEscape, InvalidNumber, InvalidUtf8, LoneSurrogate, TooDeep,
    TrailingBytes, UnexpectedByte, UnexpectedEnd, Validation,
};
use oracle::hash::{hmac_sha256, sha256};
use oracle::text::{attribute, cell, entry, fence, guarded};
use oracle::{After, Fault, FaultKind, Frame, Layer, Presenter, Report, Request, Response, number};

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
        choice: None,
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

fn present(file: &str, data: &str) -> Response {
    let presenter = Presenter::read(file).expect("a presenter");
    presenter.present(data.as_bytes(), &[], None, &After::default()).expect("valid data")
}

/// The blocks behind the data, without what stands around their content.
fn said(file: &str, data: &str) -> Vec<String> {
    let inside = |(_, text): &(Layer, String)| {
        let (_, inside) = text.split_once('\n').expect("a block has lines");
        inside.rsplit_once('\n').map_or("", |(inside, _)| inside).to_owned()
    };
    present(file, data).blocks[1..].iter().map(inside).collect()
}

#[test]
fn hashes_are_those_of_the_standards() {
    let hex = |bytes: [u8; 32]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(hex(sha256(b"")), empty);
    let two_blocks = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    let text = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_eq!(hex(sha256(text)), two_blocks);
    // RFC 4231, cases 1, 2 and 6.
    for (key, text, expected) in [
        (
            &[0x0b; 20][..],
            "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        ),
        (
            b"Jefe",
            "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            &[0xaa; 131],
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ] {
        assert_eq!(hex(hmac_sha256(key, text.as_bytes())), expected);
    }
}

#[test]
fn the_keyed_hash_is_of_place_type_and_value() {
    let hash = r#"{"key_env":"CARGO_PKG_DESCRIPTION"}"#;
    let file = format!(r#"{{"name":"P","redact":{{"paths":["**.v","l[*]"],"hash":{hash}}}}}"#);
    let key = env!("CARGO_PKG_DESCRIPTION").as_bytes();
    let of = |message: &str| {
        let hash = hmac_sha256(key, message.as_bytes());
        format!("\"{}\"", hash[..16].iter().map(|b| format!("{b:02x}")).collect::<String>())
    };
    let data = r#"[{"v":"x","l":[1.50e1,"15",true,null,[1]],"a b":{"v":15}}]"#;
    let list = [of("l[*]\0n15"), of("l[*]\0s15"), of("l[*]\0btrue")].join(",");
    let (first, last) = (of("v\0sx"), of("[\"a b\"].v\0n15"));
    let none = "\"[REDACTED]\"";
    let expected = format!(r#"[{{"v":{first},"l":[{list},{none},{none}],"a b":{{"v":{last}}}}}]"#);
    assert_eq!(shown(&file, data), expected);
    // Too short, and not set.
    for variable in ["CARGO_PKG_VERSION", "NOT_SET_BY_ANYONE"] {
        assert!(Presenter::read(&file.replace("CARGO_PKG_DESCRIPTION", variable)).is_err());
    }
}

#[test]
fn numbers_in_text_are_canonical() {
    for (text, expected) in [
        ("-0", "0"),
        ("0.00e9", "0"),
        ("1.50", "1.5"),
        ("1e2", "100"),
        ("-12.5e-1", "-1.25"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("999999999999999999999.5", "999999999999999999999.5"),
        ("1000000000000000000000.0", "1000000000000000000000"),
        ("1000000000000000000000.5", "1.0000000000000000000005e+21"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("0.000001", "0.000001"),
        ("0.00000015", "1.5e-7"),
        ("1e400", "1e+400"),
    ] {
        assert_eq!(number::canonical(text), expected, "{text}");
    }
}

#[test]
fn each_context_has_its_rule() {
    assert_eq!(
        attribute("<a & \"b\" 'c'>\n\r\t\0\u{7f}\u{85}"),
        "&lt;a &amp; &quot;b&quot; &apos;c&apos;&gt;&#10;&#13;&#9;\u{fffd}\u{fffd}\u{fffd}"
    );
    let one_line = "a b c  d &lt;/ domain_rules";
    assert_eq!(entry("a\r\nb\rc\u{b}\u{2029}d\u{85}</ domain_rules"), one_line);
    assert_eq!(
        cell("a|b\\|c\\\\|d\r\n\u{2028}<\ntool_error"),
        "a\\|b\\&#124;c\\\\&#124;d<br><br>&lt;<br>tool_error"
    );
    assert_eq!(fence("", "x"), "```\nx\n```");
    assert_eq!(fence("a`b c", "``x````"), "`````abc\n``x````\n`````");
    assert_eq!(fence(&"x".repeat(40), "").len(), 3 + 32 + 2 + 3);
}

#[test]
fn templates_are_filled_once_and_guarded_as_a_whole() {
    let text = |text: &str, data: &str| {
        let ui = format!(r#"{{"kind":"markdown","text":"{text}","tpl":true}}"#);
        said(&format!(r#"{{"name":"P","ui":[{ui}]}}"#), data).remove(0)
    };
    let data = r#"{"a":{"b":"{c}","n":1.0},"c":[1e2,null,[true,"x"],{"z":"<domain_rules>"}],
        "t":"domain_rules>","":0}"#;
    for (template, expected) in [
        ("{a.b}{a.n}", "{c}1"),
        ("{c}", r#"100,,true,x,{"z":"\u003cdomain_rules>"}"#),
        ("{a}", r#"{"b":"{c}","n":1}"#),
        ("<{t}", "&lt;domain_rules>"),
        ("{c.0}{a.b.c}{x}|{t", "|{t"),
        ("{}{{c}}", "0}"),
    ] {
        assert_eq!(text(template, data), expected, "{template}");
    }
    assert_eq!(text("{a}", "1"), "");
    assert_eq!(text("{a}", "null"), "");
}

#[test]
fn conditions_compare_json_values() {
    let holds = |field: &str, equal: &str| {
        let when = format!(r#"{{"field":"{field}","eq":{equal}}}"#);
        let file = format!(r#"{{"name":"P","rules":[{{"text":"r","when":{when}}}]}}"#);
        !said(&file, r#"{"n":1.0,"z":null,"o":{"k":[1,"x"]},"s":"1"}"#).is_empty()
    };
    for (field, equal) in [("n", "10e-1"), ("z", "null"), ("o.k", "[1.0,\"x\"]"), ("s", "\"1\"")] {
        assert!(holds(field, equal), "{field} {equal}");
    }
    for (field, equal) in [("n", "\"1\""), ("y", "null"), ("o.k.0", "1"), ("z", "0"), ("o", "{}")] {
        assert!(!holds(field, equal), "{field} {equal}");
    }
}

#[test]
fn collections_have_entries_of_their_own() {
    let file = r#"{"name":"P","limit":2,
        "rules":["fixed",{"text":"first {a}","tpl":true}],
        "collection_rules":["all",{"text":"{length} {a}","tpl":true},
            {"text":"w","when":{"field":"length","eq":2}}],
        "ui":[{"kind":"summary","text":"item"}],
        "collection_ui":[{"kind":"list","items":["{length}"],"tpl":true}],
        "suggest":[{"tool":"t","reason":"{a}","tpl":true}]}"#;
    let notice = "📊 **Summary**: ⚠️ Dataset truncated. 2 shown, 1 hidden. \
                  Use filters to narrow results.";
    let rules = "- fixed\n- first 1\n- all\n- 2 ";
    let data = r#"[{"a":1},{"a":2},{"a":3}]"#;
    assert_eq!(said(file, data), [notice, "- 2", rules, "- t: 1"]);
    assert_eq!(said(file, "[]"), ["- 0", "- fixed\n- all\n- 0 "]);
}

#[test]
fn both_schemas_hold_in_the_data_block() {
    let file = r#"{"name":"P",
        "schema":[
            ["who",{"object":[["b","number",{"default":1}],["a","any"],["x","any"]],
                "mode":"passthrough"}],
            ["crew",{"array":{"object":[["n","string"]]}}]],
        "redact":{"paths":["who.a.p"],"censor":"outer"},
        "embeds":[
            {"key":"who","presenter":{"name":"C",
                "schema":[["z","string",{"optional":true}],["c","string",{"default":"d"}],
                    ["a",{"object":[["p","string"],["q","string"]]}],
                    ["b","number",{"default":2}]],
                "redact":{"paths":["a.*"],"censor":"inner"}}},
            {"key":"crew","presenter":{"name":"D","limit":1,
                "redact":{"paths":["n"],"remove":true}}},
            {"key":"gone","presenter":{"name":"E","schema":[["k","string"]],"rules":["gone"]}}]}"#;
    let data = r#"{"gone":{"k":"v"},
        "who":{"z":"Z","y":1,"a":{"p":"1","q":"2","r":"3"},"x":9},
        "crew":[{"n":"1","m":1},{"n":"2"}]}"#;
    let (text, report) = render(file, data.as_bytes(), &[]).expect("valid data");
    let expected = [
        r#"{"who":{"b":1,"a":{"p":"outer","q":"inner"},"z":"Z","c":"d"},"crew":[{}]}"#,
        "<ui_passthrough type=\"summary\">\n📊 **Summary**: ⚠️ Dataset truncated. 1 shown, \
         1 hidden. Use filters to narrow results.\n</ui_passthrough>",
        "<domain_rules>\n- gone\n</domain_rules>",
    ];
    assert_eq!(text, expected.join("\n\n"));
    // Not both declare `gone`, `y`, `x`, `r` and `m`.
    assert_eq!((report.dropped, report.redacted, report.hidden), (5, 3, 0));

    let data = r#"{"gone":{"k":1},"who":{"a":{"p":"1"},"x":0},"crew":[{"n":"1"},{"n":2}]}"#;
    let fault = render(file, data.as_bytes(), &[]).expect_err("failures");
    let paths: Vec<_> = fault.failures.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(paths, ["crew[1].n", "who.a.q", "gone.k"]);
}

#[test]
fn children_of_a_collection_are_heard_once() {
    let grandchild = r#"{"name":"G","rules":["G"],
        "ui":[{"kind":"markdown","text":"g {v}","tpl":true}]}"#;
    let child = format!(
        r#"{{"name":"C","ui":[{{"kind":"markdown","text":"c {{n}}","tpl":true}}],
            "suggest":[{{"tool":"t","reason":"{{n}}","tpl":true}}],
            "embeds":[{{"key":"g","presenter":{grandchild}}}]}}"#
    );
    let file = format!(r#"{{"name":"P","embeds":[{{"key":"c","presenter":{child}}}]}}"#);
    let data =
        r#"[1,{"c":null},{"c":{"n":1}},{"c":{"n":2,"g":{"v":"late"}}},{"c":{"n":1,"g":{}}}]"#;
    assert_eq!(said(&file, data), ["c 1", "- t: 1", "- G", "- t: 2"]);
    // A child that is itself a collection: its own blocks once, and of its items the first.
    let data = r#"{"c":[{"n":1,"g":{"v":1}},{"n":2,"g":{"v":2}}]}"#;
    assert_eq!(said(&file, data), ["g 1", "- G", "- t: 1"]);

    let items: Vec<String> = (0..70).map(|n| format!(r#"{{"c":{{"n":{n}}}}}"#)).collect();
    let data = format!("[{},{}]", items.join(","), items.join(","));
    // One of them is the UI; what is one too many is counted each time.
    let response = present(&file, &data);
    assert_eq!((response.blocks.len(), response.omitted_blocks), (65, 14));
}

#[test]
fn hooks_can_be_kept_to_what_is_shown() {
    let child = r#"{"name":"C","redact":{"paths":["pin"]},
        "ui":[{"kind":"markdown","text":"{pin}/{name}/{junk}","tpl":true}]}"#;
    let file = |hooks: &str| {
        format!(
            r#"{{"name":"P","redact_hooks":{hooks},
                "schema":[["id","string"],
                    ["who",{{"object":[["name","string"],["pin","string"]]}}]],
                "redact":{{"paths":["who.name"],"censor":"N"}},
                "rules":[{{"text":"{{who.pin}} {{who.name}}","tpl":true}}],
                "embeds":[{{"key":"who","presenter":{child}}}]}}"#
        )
    };
    let data = r#"{"id":"1","who":{"name":"Ann","pin":"0042","junk":"J"}}"#;
    assert_eq!(said(&file("false"), data), ["0042/Ann/J", "- 0042 Ann"]);
    assert_eq!(said(&file("true"), data), ["[REDACTED]/N/", "- [REDACTED] N"]);
}

#[test]
fn generated_presenters_are_read_and_nothing_breaks_out() {
    let (mut shown, mut children) = (0, 0);
    for seed in 0..400 {
        for case in generate::cases_with(seed, 2, generate::Extras::ALL) {
            let presenter = Presenter::read(&case.presenter)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}: {}", case.presenter));
            let after = After::default();
            let Ok(response) = presenter.present(&case.data, &case.select, case.pretty, &after)
            else {
                continue;
            };
            shown += 1;
            for (layer, text) in &response.blocks[1..] {
                children += usize::from(*layer == Layer::Embed);
                let (first, rest) = text.split_once('\n').expect("a block has lines");
                let (inside, last) = rest.rsplit_once('\n').expect("a block has lines");
                let name = first.trim_start_matches('<').split([' ', '>']).next();
                assert_eq!(last.strip_prefix("</").and_then(|l| l.strip_suffix('>')), name);
                assert!(guarded(&first[1..]) == first[1..] && guarded(inside) == inside, "{text}");
                let list = name != Some("ui_passthrough");
                assert!(!list || inside.lines().all(|line| line.starts_with("- ")), "{text}");
            }
        }
    }
    assert!(shown > 300 && children > 300, "{shown} shown, {children} blocks of children");
}
