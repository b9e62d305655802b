//! What a call asks for, read out of a tool's arguments.

use mcp_presenter::RenderErrorKind::{
    Empty, InvalidArguments, InvalidEscape, InvalidSelect, TooDeep, TrailingBytes, UnexpectedByte,
    UnexpectedEnd,
};
use mcp_presenter::{Action, Frame, Presenter, RenderError, Renderer, Request, Tool, t};

fn presenter() -> Presenter {
    let fields = [t::string("id"), t::string("status"), t::integer("cents")];
    Presenter::builder("Invoice").schema(fields).build().expect("a presenter")
}

fn shown(request: &Request) -> String {
    let (presenter, json) = (presenter(), br#"{"id":"a","status":"paid","cents":7}"#);
    let mut out = Vec::new();
    let rendered = Renderer::new().render(&presenter, json, request, Frame::Text, &mut out);
    rendered.expect("it is valid");
    String::from_utf8(out).expect("UTF-8")
}

fn read(arguments: &str) -> Result<Request, RenderError> {
    Request::new().arguments(arguments.as_bytes())
}

const EVERYTHING: &str = r#"{"id":"a","status":"paid","cents":7}"#;

#[test]
fn everything_where_nothing_is_selected() {
    for arguments in [
        "{}",
        r#"{"_select":null}"#,
        r#" {"_select" : [ ] } "#,
        "\u{feff}{}",
        r#"{"select":["id"],"x":{"_select":["id"]}}"#,
        r#"{"_select":["id"],"_select":null}"#,
    ] {
        assert_eq!(shown(&read(arguments).expect(arguments)), EVERYTHING, "{arguments}");
        // Whatever was asked for before.
        let request = Request::new().select(["cents"]).arguments(arguments.as_bytes());
        assert_eq!(shown(&request.expect(arguments)), EVERYTHING, "{arguments}");
    }
}

#[test]
fn the_names_in_their_order() {
    for (arguments, expected) in [
        (r#"{"_select":["status","id","status"],"id":"a"}"#, r#"{"status":"paid","id":"a"}"#),
        (r#"{"_select":["x"],"_select":["i\u0064"]}"#, r#"{"id":"a"}"#),
        (r#"{"_s\u0065lect":["cents"]}"#, r#"{"cents":7}"#),
        (r#"{"_select":["nothing"]}"#, "{}"),
        // Members that are not looked at may hold anything.
        (r#"{"a":[[["_select",[]]]],"_select":["id"],"b":{"_select":7}}"#, r#"{"id":"a"}"#),
    ] {
        assert_eq!(shown(&read(arguments).expect(arguments)), expected, "{arguments}");
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
    for (arguments, kind, offset) in [
        ("", Empty, 0),
        (" ", Empty, 1),
        ("null", InvalidArguments, 0),
        (" [\"id\"]", InvalidArguments, 1),
        ("\"_select\"", InvalidArguments, 0),
        (r#"{"_select":"id"}"#, InvalidSelect, 11),
        (r#"{"_select":{"id":true}}"#, InvalidSelect, 11),
        (r#"{"_select":["id",null]}"#, InvalidSelect, 17),
        (r#"{"_select":["id",["x"]]}"#, InvalidSelect, 17),
        (r#"{"_select":["id"],"_select":7}"#, InvalidSelect, 28),
        (r#"{"a":"\x","_select":["id"]}"#, InvalidEscape, 6),
        (r#"{"_select":["id"]"#, UnexpectedEnd, 17),
        (r#"{"_select":["id"],}"#, UnexpectedByte, 18),
        (r#"{"_select":["id"]} x"#, TrailingBytes, 19),
        (&deep, TooDeep, 132),
    ] {
        let error = read(arguments).expect_err(arguments);
        assert_eq!((error.kind(), error.offset()), (kind, Some(offset)), "{arguments}");
    }
}

fn tool(offers: bool) -> Tool {
    let action = Action::new("get").input([t::string("id")]).returns(&presenter());
    let tool = Tool::builder("invoices").action(action);
    let tool = if offers { tool.enable_select() } else { tool };
    tool.build().expect("a tool")
}

#[test]
fn a_tool_that_does_not_offer_it_does_not_look_at_it() {
    let arguments = br#"{"_select":["id"]}"#;
    assert_eq!(shown(&tool(true).request(arguments).expect("valid")), r#"{"id":"a"}"#);
    assert_eq!(shown(&tool(false).request(arguments).expect("valid")), EVERYTHING);
    assert!(tool(true).request(b"{\"_select\":7}").is_err());
    assert!(tool(false).request(b"{\"_select\":7}").is_ok());
    assert_eq!(tool(false).select_parameter(), None);
    assert!(!tool(false).input_schema().contains("_select"));
}

#[test]
fn keys_are_sorted_by_their_utf16_code_units() {
    // U+FF5E is one unit, greater than the first of the two of U+1F600.
    let keys = ["～", "😀", "é", "z", "a", "Z", "10", "9", ""];
    let presenter = Presenter::builder("P").schema(keys.map(t::string)).build().expect("built");
    let action = |name: &str| Action::new(name).returns(&presenter);
    let tool = Tool::builder("x").enable_select().actions([action("a"), action("b")]);
    let select = tool.build().expect("a tool").select_parameter().expect("keys");
    assert!(select.ends_with(r#""enum":["","10","9","Z","a","z","é","😀","～"]}}"#), "{select}");
}

#[test]
fn paths_are_offered_where_they_are_taken() {
    let fields = [t::string("id"), t::object("buyer", [t::string("name")]), t::string("a.b")];
    let shown = |nested| {
        let presenter = Presenter::builder("P").schema(fields.clone()).nested_select(nested);
        let action = Action::new("get").returns(&presenter.build().expect("built"));
        let tool = Tool::builder("x").enable_select().action(action).build().expect("a tool");
        tool.select_parameter().expect("keys")
    };
    assert!(shown(false).ends_with(r#""enum":["a.b","buyer","id"]}}"#), "{}", shown(false));
    let paths = r#""enum":["[\"a.b\"]","buyer","buyer.name","id"]}}"#;
    assert!(shown(true).ends_with(paths), "{}", shown(true));
}

#[test]
fn an_audience_is_offered_what_it_is_shown() {
    let support = Presenter::builder("Invoice").schema([t::string("id")]).build().expect("built");
    let admin = tool(true);
    assert!(admin.select_parameter().expect("keys").contains("cents"));
    let tool = admin.for_audience(|_| Some(&support));
    assert!(tool.select_parameter().expect("keys").ends_with(r#""enum":["id"]}}"#));
    assert!(!tool.input_schema().contains("cents"));
    assert_eq!(admin.for_audience(|_| None).select_parameter(), None);
}

#[test]
fn arguments_that_cannot_be_declared_are_told() {
    let select = Action::new("a").input([t::string("_select")]);
    let errors =
        Tool::builder("x").enable_select().action(select.clone()).build().expect_err("taken");
    assert_eq!(
        errors.to_string(),
        r#"tool "x": action "a": its argument "_select" is the parameter that selects"#
    );
    assert!(Tool::builder("x").action(select).build().is_ok());
    let wrong = Action::new("a").input([t::integer("n").default("seven")]);
    let errors = Tool::builder("x").action(wrong).build().expect_err("it does not fit");
    assert_eq!(errors.errors()[0].place(), r#"action "a", argument n"#);
}
