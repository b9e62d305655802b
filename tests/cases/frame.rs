//! The envelope: one level of escaping, one block of data, one line.

use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, RequestId};
use serde_json::json;

use crate::show::{any, build, case, everything, exact, input, parse, show};

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
    // In every layer.
    let everywhere = any()
        .directives(["a\u{2029}b\n"])
        .ui(|view, ui| {
            let text = view.get("t");
            ui.title(&text).raw(&text, &text);
            ui.code_block(&text, &text);
            ui.list([&text]);
            ui.table([&text], [[&text]]);
            ui.json(|json| json.object(|object| object.set(view.text("t"), &text)));
        })
        .suggest(|view, next| next.suggest(view.get("t"), view));
    let presenter = build(everywhere);
    let id = Frame::JsonRpc(RequestId::Number(0));
    let line = frame(&presenter, input("E040"), id, Format::JsonPretty);
    assert!(!line.contains(['\n', '\r', '\u{2028}', '\u{2029}']), "{line}");
    let texts = parse(&line)["result"]["content"].as_array().expect("blocks").clone();
    let texts: Vec<&str> =
        texts.iter().map(|block| block["text"].as_str().expect("a text")).collect();
    let text = frame(&presenter, input("E040"), Frame::Text, Format::JsonPretty);
    assert_eq!(texts.join("\n\n"), text);
    assert_eq!(texts.len(), 8);
    assert!(texts[1].contains("\na\u{2028}b\u{2029}c\u{85}d\n"), "{text}");
    assert!(texts[3].contains("\n- a b c d\n"), "{text}");
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
    // Text that is read and written again by a hook.
    let hook = build(any().ui(|_, ui| ui.json(|json| json.text(input("E041")))));
    let id = Frame::JsonRpc(RequestId::Number(1));
    let line = frame(&hook, input("E041"), id, Format::Json);
    assert_eq!(line.lines().count(), 1);
    let block = &parse(&line)["result"]["content"][1]["text"];
    let expected = "```json\n{\n  \"a\": \"x\\ny\"\n}\n```";
    assert!(block.as_str().expect("a text").contains(expected), "{block}");
}
