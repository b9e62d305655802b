//! Every single byte of some documents replaced, removed, or preceded by every byte that means
//! something to JSON: items of a known shape are the ones that a shortcut could let pass.

mod compare;
mod oracle;

use compare::{Pair, Try, renderers, text};
use oracle::Frame;
use oracle::toon::Toon;

const TELLING: &[u8] = b"{}[],:|\"\\ \n\t019.eE+-tfnua/<\x00\x1f\x7f\x80\xc3\xe2\xed\xff";

const WINDOWS: [Option<usize>; 2] = [None, Some(64)];

/// A presenter, and what is damaged behind it: the last part of the document. The rest teaches
/// the shape.
const CASES: [(&str, &str, &str); 9] = [
    (
        r#"{"name":"P","schema":[["id","string"],["n","number"],["ok","boolean"]]}"#,
        r#"[{"id":"a1","n":1.5,"ok":true},{"id":"b2","n":-20,"ok":false},"#,
        r#"{"id":"c\n","n":0.25,"ok":true},{"id":"é","n":7,"ok":false}]"#,
    ),
    (
        r#"{"name":"P","schema":[["n","int"],["o",{"object":[["s","string",{"nullable":true}]]}],["t",{"array":"string"}]],"redact":{"paths":["o.s"]}}"#,
        r#"[{"x":[],"n":1,"o":{"s":"v","w":null},"t":["a","b"]},{"x":[],"n":2,"o":{"s":"v","w":null},"t":[]},"#,
        r#"{"x":["q"],"n":30,"o":{"s":"w","w":null},"t":["","\u0041"]},{"x":[],"n":4,"o":{"s":"z","w":null},"t":[]}]"#,
    ),
    (
        r#"{"name":"P","schema":[["e",{"enum":["in","out"]}],["s","string",{"nullable":true}],["m","number",{"nullable":true}]]}"#,
        r#"[{"e":"in","s":null,"m":1},{"e":"out","s":"a","m":null},{"e":"in","s":"b","m":2e5},"#,
        r#"{"e":"out","s":"c<","m":3},{"e":"in","s":null,"m":null}]"#,
    ),
    (
        r#"{"name":"P"}"#,
        r#"[{"a":1,"b":{"c":"x"},"d":[true,{}]},{"a":2,"b":{"c":"y"},"d":[false,{}]},"#,
        r#"{"a":3,"b":{"c":"\"z"},"d":[true,{}]},{"a":4,"b":{"c":""},"d":[null,{}]}]"#,
    ),
    (r#"{"name":"P","schema":[]}"#, r#"[{"gone":1},{"gone":2},"#, r#"{"gone":3},{"gone":4}]"#),
    (
        r#"{"name":"P","schema":[["id","int"]],"limit":2}"#,
        r#"[{"id":1,"s":"x"},{"id":2,"s":"y"},"#,
        r#"{"id":"beyond","s":"z"},{"id":[{"a":null}]}]"#,
    ),
    (r#"{"name":"P","schema":[["id","int"]]}"#, "", "\u{feff}{\"id\":12,\"s\":\"\\\\\"} "),
    (r#"{"name":"P"}"#, "", r#""a \"root\" \ud83d\ude00 string\\""#),
    (
        r#"{"name":"P","schema":[["id","int"],["s","string"]],"pretty":true}"#,
        "[\n  {\n    \"id\": 1,\n    \"s\": \"x\"\n  },\n  {\n    \"id\": 2,\n    \"s\": \"y\"\n  },\n",
        "  {\n    \"id\": 3,\n    \"s\": \"z z\"\n  }\n]\n",
    ),
];

/// Everything that one changed byte makes of `last`.
fn damaged(last: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![last.to_vec()];
    for at in 0..=last.len() {
        for &byte in TELLING {
            all.push([&last[..at], &[byte], &last[at..]].concat());
        }
        if at == last.len() {
            break;
        }
        all.push([&last[..at], &last[at + 1..]].concat());
        all.push(last[..at].to_vec());
        for &byte in TELLING {
            all.push([&last[..at], &[byte], &last[at + 1..]].concat());
        }
    }
    all
}

#[test]
fn one_changed_byte_is_never_overlooked() {
    check(None);
}

#[test]
fn nor_where_a_table_is_written() {
    for delimiter in ['|', '\t'] {
        for joined_by in [None, Some(';')] {
            check(Some(Toon {
                folds: true,
                delimiter,
                indent: 2,
                joined_by,
                fills: joined_by.is_some(),
            }));
        }
    }
}

fn check(toon: Option<Toon>) {
    for (file, first, last) in CASES {
        let pair = Pair::read(file).unwrap_or_else(|error| panic!("{error}"));
        let attempt = |last: &[u8]| Try {
            data: [first.as_bytes(), last].concat(),
            select: Vec::new(),
            pretty: None,
            toon,
            auto: false,
            frame: Frame::Text,
        };
        for last in damaged(last.as_bytes()) {
            let attempt = attempt(&last);
            let expected = pair.expected(&attempt);
            // A renderer of its own, or what one document taught would be tried on the next.
            for (name, mut renderer) in renderers(&WINDOWS) {
                if let Some(difference) = pair.difference(&mut renderer, &attempt, &expected) {
                    panic!("{name}: {file}\n  data {}\n  {difference}", text(&attempt.data));
                }
            }
        }
    }
}
