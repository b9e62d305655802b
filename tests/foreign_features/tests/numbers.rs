//! Numbers of serde_json that come as text in the dress of a struct.

use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
use serde_json::Value;

#[test]
fn n015_numbers_stay_numbers_whatever_others_switch_on() {
    let json = r#"{"b":1.0,"a":12345678901234567890123,"list":[1e+400,-0]}"#;
    let value: Value = serde_json::from_str(json).expect("JSON");
    // That both features are on, without which this tests nothing.
    assert_eq!(value.to_string(), json);
    let everything = Presenter::builder("P").allow_everything().build().expect("a Presenter");
    let typed = Presenter::builder("P")
        .schema([t::integer("a"), t::number("b")])
        .build()
        .expect("a Presenter");
    for (presenter, expected) in
        [(everything, json), (typed, r#"{"a":12345678901234567890123,"b":1.0}"#)]
    {
        let mut out = Vec::new();
        let (request, frame) = (Request::new(), Frame::Text);
        Renderer::new()
            .render_value(&presenter, &value, &request, frame, &mut out)
            .expect("a value that fits");
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}
