//! Schema and select: they narrow, and nothing widens again.

use mcp_presenter::{Frame, Presenter, RenderErrorKind, Renderer, Request, Type, t};

use crate::show::{
    build, case, censoring, everything, input, parse, refuse, report, show, show_with,
};

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
