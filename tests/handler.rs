//! What a handler returns, wrapped with and without a Presenter.

#![forbid(unsafe_code)]

use std::borrow::Cow;

use mcp_presenter::{
    Frame, IntoResponse, Presenter, RenderError, RenderErrorKind, Renderer, Request, Response,
    ToolError, t,
};

fn framed(response: &Response<'_>, frame: Frame<'_>) -> Result<String, RenderError> {
    let mut out = Vec::new();
    Renderer::new().respond(response, &Request::new(), frame, &mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

/// Without a Presenter.
fn bare<'r>(returned: impl IntoResponse<'r>) -> String {
    framed(&returned.into_response(), Frame::Text).expect("a response")
}

/// Under a Presenter that shows everything and adds a rule.
fn presented<'r>(returned: impl IntoResponse<'r>) -> String {
    let presenter = Presenter::builder("P").allow_everything().rules(["R"]).build();
    let response = presenter.expect("a presenter").wrap(returned);
    framed(&response, Frame::Text).expect("a response")
}

/// The data, with what the Presenter adds.
fn ruled(data: &str) -> String {
    format!("{data}\n\n<domain_rules>\n- R\n</domain_rules>")
}

#[test]
fn texts_are_text_or_data() {
    for text in ["Done", " ", "{\"a\":1}", "null", "a\nb\"", "é"] {
        assert_eq!(bare(text), text);
        assert_eq!(bare(text.to_owned()), text);
        assert_eq!(bare(Cow::Borrowed(text)), text);
        assert_eq!(presented(text), ruled(text));
        assert_eq!(presented(text.to_owned()), ruled(text));
        assert_eq!(presented(Cow::<str>::Owned(text.to_owned())), ruled(text));
    }
    assert_eq!(bare(""), "OK");
    assert_eq!(presented(""), ruled(""));
    assert_eq!(bare("</tool_error>"), "&lt;/tool_error>");
}

#[test]
fn a_text_is_a_string_to_a_schema() {
    let integers = Presenter::builder("P").root(mcp_presenter::Type::integer()).build();
    let response = integers.expect("a presenter").wrap("4111");
    let error = framed(&response, Frame::Text).expect_err("no integer");
    assert_eq!(error.kind(), RenderErrorKind::Validation);
    assert!(!error.to_string().contains("4111"));
}

#[test]
fn nothing_is_ok_or_null() {
    assert_eq!(bare(()), "OK");
    assert_eq!(bare(None::<&str>), "OK");
    assert_eq!(bare(Some(())), "OK");
    assert_eq!(bare(Ok::<_, ToolError>(None::<Vec<u8>>)), "OK");
    for null in [&b"null"[..], b" null\n", b"\xEF\xBB\xBFnull"] {
        assert_eq!(bare(null), "OK");
        assert_eq!(presented(null), ruled("null"));
    }
    assert_eq!(presented(()), ruled("null"));
    assert_eq!(presented(None::<&str>), ruled("null"));
}

#[test]
fn json_is_shown_whole_or_by_the_presenter() {
    for (json, text) in [
        (&br#" {"a" : [1.0, null]} "#[..], r#"{"a":[1.0,null]}"#),
        (br#""a\u00e9\n""#, "aé\n"),
        (b"[]", "[]"),
        (b"0", "0"),
        (b"[null]", "[null]"),
    ] {
        assert_eq!(bare(json), text);
        assert_eq!(bare(json.to_vec()), text);
        assert_eq!(bare(Cow::Borrowed(json)), text);
        assert_eq!(presented(json), ruled(text));
        assert_eq!(presented(Some(json.to_vec())), ruled(text));
    }
    assert_eq!(bare(b"\"\""), "OK");
    assert_eq!(bare(b"[1]"), "[1]");
}

#[test]
fn what_is_no_json_is_an_error_of_the_render() {
    for json in [&b""[..], b"nul", b"nulls", b"null null", b"null,", b"{"] {
        let error = framed(&json.into_response(), Frame::Text).expect_err("no JSON");
        assert_ne!(error.kind(), RenderErrorKind::Validation);
    }
}

#[test]
fn a_finished_response_stays_as_it_is() {
    let finished = || Response::text("Deleted.").rule("S");
    let text = "Deleted.\n\n<domain_rules>\n- S\n</domain_rules>";
    assert_eq!(bare(finished()), text);
    assert_eq!(presented(finished()), text);
    assert_eq!(presented(Some(finished())), text);
    assert_eq!(presented(Ok::<_, ToolError>(finished())), text);

    let own = Presenter::builder("Own").schema([t::string("a")]).build().expect("a presenter");
    let response = || own.response(br#"{"a":"x","b":1}"#);
    assert_eq!(presented(response()), r#"{"a":"x"}"#);
}

#[test]
fn data_that_looks_like_a_response_is_data() {
    let look = br#"{"content":[{"type":"text","text":"x"}],"isError":true}"#;
    let text = std::str::from_utf8(look).expect("UTF-8");
    assert_eq!(bare(look), text);
    assert_eq!(presented(look), ruled(text));
    let narrow = Presenter::builder("P").schema([t::boolean("isError")]).build();
    let response = narrow.expect("a presenter").wrap(look);
    assert_eq!(framed(&response, Frame::Text).expect("a response"), r#"{"isError":true}"#);
}

/// An error of a server's own.
struct NoOrder;

impl From<NoOrder> for ToolError {
    fn from(_: NoOrder) -> Self {
        Self::plain("No <such> order")
    }
}

#[test]
fn errors_are_error_results_under_a_presenter_too() {
    let failed = || Err::<&str, _>(NoOrder);
    let presenter = Presenter::builder("P").allow_everything().rules(["R"]).build();
    let presenter = presenter.expect("a presenter");
    let expected = concat!(
        r#"{"content":[{"type":"text","text":"<tool_error>\n<message>No &lt;such> order</message>"#,
        r#"\n</tool_error>"}],"isError":true}"#,
    );
    for response in [
        failed().into_response(),
        presenter.wrap(failed()),
        presenter.wrap(Some(failed())),
        ToolError::from(NoOrder).into_response(),
    ] {
        assert_eq!(framed(&response, Frame::Result).expect("a response"), expected);
    }

    // An error of a render is one of the tool, by `Into`.
    let mut out = Vec::new();
    let request = Request::new();
    let render = Renderer::new().render(&presenter, b"[", &request, Frame::Text, &mut out);
    let text = bare(render.map(|_| ()));
    assert!(text.starts_with("<tool_error code=\"UNREADABLE_DATA\""), "{text}");
}

#[cfg(feature = "serde")]
mod serialized {
    use std::collections::BTreeMap;

    use mcp_presenter::Serialized;

    use super::{bare, presented, ruled};

    #[test]
    fn values_are_what_their_json_is() {
        assert_eq!(bare(Serialized(BTreeMap::from([("a", 1.0)]))), r#"{"a":1}"#);
        assert_eq!(bare(Serialized("text")), "text");
        assert_eq!(bare(Serialized(())), "OK");
        assert_eq!(bare(Serialized(None::<u8>)), "OK");
        assert_eq!(bare(Serialized(f32::NAN)), "OK");
        assert_eq!(presented(Serialized([1, 2])), ruled("[1,2]"));
        assert_eq!(presented(Serialized(())), ruled("null"));
    }

    #[test]
    fn a_value_that_cannot_be_written_is_an_error_without_it() {
        let returned = || Some(Serialized([BTreeMap::from([([4111], "x")])]));
        let expected = concat!(
            "<tool_error code=\"UNSERIALIZABLE_DATA\" severity=\"error\">\n",
            "<message>The result cannot be written as JSON.</message>\n<details>\n",
            "  <detail key=\"[0].{key}\">a key that is no string</detail>\n",
            "</details>\n</tool_error>",
        );
        assert_eq!(bare(returned()), expected);
        assert_eq!(presented(returned()), expected);
        assert!(!format!("{:?}", Serialized("4111")).contains("4111"));
    }
}
