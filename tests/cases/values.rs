//! Rust values.

use mcp_presenter::toon::{Delimiter, ToonOptions};
use mcp_presenter::{Format, Frame, Presenter, RenderError, RenderErrorKind, Renderer, Request};
use serde::Serialize;

fn try_show<T: Serialize + ?Sized>(value: &T, format: Format) -> Result<String, RenderError> {
    let everything = Presenter::builder("P").allow_everything().build().expect("a Presenter");
    let (request, mut out) = (Request::new().format(format), b"KEEP".to_vec());
    let shown = Renderer::new().render_value(&everything, value, &request, Frame::Text, &mut out);
    let text = String::from_utf8(out).expect("UTF-8").split_off(4);
    assert!(shown.is_ok() || text.is_empty());
    shown.map(|_| text)
}

fn toon<T: Serialize + ?Sized>(value: &T) -> Result<String, RenderError> {
    try_show(value, Format::Toon(ToonOptions::new().delimiter(Delimiter::Comma)))
}

#[test]
fn n005_singles_are_as_short_as_singles_are() {
    #[derive(Serialize)]
    struct Single {
        f: f32,
    }
    let single = Single { f: 5.55 };
    assert_eq!(try_show(&single, Format::Json).unwrap(), r#"{"f":5.55}"#);
    assert_eq!(toon(&single).unwrap(), "f: 5.55");
    let typed = Presenter::builder("P").schema([mcp_presenter::t::number("f")]).build().unwrap();
    let mut out = Vec::new();
    let (request, frame) = (Request::new(), Frame::Text);
    Renderer::new().render_value(&typed, &single, &request, frame, &mut out).unwrap();
    assert_eq!(out, br#"{"f":5.55}"#);
}

#[test]
fn n007_wide_integers_keep_their_digits() {
    #[derive(Serialize)]
    struct Wide<T> {
        i: T,
    }
    let largest = "i: 340282366920938463463374607431768211455";
    assert_eq!(toon(&Wide { i: u128::MAX }).unwrap(), largest);
    let least = "i: -170141183460469231731687303715884105728";
    assert_eq!(toon(&Wide { i: i128::MIN }).unwrap(), least);
}

#[test]
fn l003_values_nested_too_deep_are_refused() {
    let nested = |depth| {
        let inner = serde_json::Value::Null;
        (0..depth).fold(inner, |inner, _| serde_json::Value::Array(vec![inner]))
    };
    let deep = nested(100_000);
    for format in [Format::Json, Format::JsonPretty, Format::Toon(ToonOptions::new())] {
        assert!(try_show(&nested(128), format).is_ok());
        assert_eq!(
            try_show(&nested(129), format).unwrap_err().kind(),
            RenderErrorKind::InvalidValue
        );
        let error = try_show(&deep, format).unwrap_err();
        assert!(error.to_string().ends_with("nested too deep"), "{error}");
    }
    // To drop it would take the stack.
    std::mem::forget(deep);
}

#[test]
fn t051_rows_with_skipped_fields_are_no_table() {
    #[derive(Serialize)]
    struct Row {
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        x: Option<u8>,
    }
    let rows = |last| vec![Row { id: 1, x: last }, Row { id: 2, x: Some(3) }];
    assert_eq!(toon(&rows(None)).unwrap(), "[2]:\n  - id: 1\n  - id: 2\n    x: 3");
    let table = toon(&rows(Some(7))).unwrap();
    assert!(table.starts_with("[2]{id,x}:"), "{table}");
}
