//! Select: it narrows, and nothing widens again, by root keys and by paths.

use mcp_presenter::{Presenter, PresenterBuilder, RenderErrorKind, Request, t};

use crate::show::{build, case, censoring, everything, input, parse, report, show, show_with};

/// What the case selects.
fn selected(id: &str) -> Request {
    let names = case(id)["input"]["config"]["select"].to_string();
    Request::new().select_json(names.as_bytes()).expect("a list")
}

fn nested(builder: PresenterBuilder) -> Presenter {
    build(builder.nested_select(true))
}

fn nested_everything() -> Presenter {
    nested(Presenter::builder("P").allow_everything())
}

/// Shows the case's data by paths, and compares with what it expects.
fn check(id: &str, presenter: &Presenter) {
    let shown = show_with(presenter, &selected(id), input(id));
    assert_eq!(parse(&shown), case(id)["expected"]["json_equal"], "{id}");
}

#[test]
fn s001_unknown_names_never_widen() {
    check("S001", &nested_everything());
    let declared = Presenter::builder("P").schema([
        t::string("name"),
        t::object("account", [t::string("name")]),
        t::integer("z"),
    ]);
    let nested_declared = nested(declared.clone());
    check("S001", &nested_declared);
    for presenter in [nested_everything(), nested_declared] {
        let signal = report(&presenter, &selected("S001"), input("S001"));
        assert!(signal.unknown_select().eq(["nope", "nope.deep"]));
        let only = Request::new().select(["nope", "account.nope", "name.deep"]);
        assert_eq!(show_with(&presenter, &only, input("S001")), r#"{"account":{},"name":"n"}"#);
        let signal = report(&presenter, &only, input("S001"));
        assert!(signal.unknown_select().eq(["nope", "account.nope", "name.deep"]));
    }

    // Unless a Presenter takes paths, names are names: a dot in one is a dot.
    for presenter in [everything(), build(declared)] {
        let shown = show_with(&presenter, &selected("S001"), input("S001"));
        assert_eq!(shown, r#"{"name":"n"}"#);
        let signal = report(&presenter, &selected("S001"), input("S001"));
        assert!(signal.unknown_select().eq(["account.name", "nope", "nope.deep"]));
        let only = Request::new().select(["nope"]);
        assert_eq!(show_with(&presenter, &only, input("S001")), "{}");
    }
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
        for presenter in [everything(), nested_everything()] {
            let shown = show_with(&presenter, &all, input("S001"));
            assert_eq!(parse(&shown), parse(input("S001")));
        }
    }
}

#[test]
fn s003_arrays_are_no_obstacle() {
    check("S003", &nested_everything());
    let hits = || t::any("hits");
    check("S003", &nested(Presenter::builder("P").schema([hits()])));
    let inner = t::object("hits", [hits()]);
    check("S003", &nested(Presenter::builder("P").schema([inner])));
    // The root is an array as well, and has arrays in it.
    let rows = format!("[{0},[{0},1,null]]", r#"{"_id":"1","x":{"y":0,"z":1}}"#);
    let select = Request::new().select(["x.z", "_id"]);
    let row = r#"{"x":{"z":1},"_id":"1"}"#;
    let expected = format!("[{row},[{row},1,null]]");
    assert_eq!(show_with(&nested_everything(), &select, &rows), expected);
}

#[test]
fn s004_a_dot_in_a_key_has_a_spelling_of_its_own() {
    check("S004", &nested_everything());
    let shown = |names: &[&str]| {
        let select = Request::new().select(names.iter().copied());
        show_with(&nested_everything(), &select, input("S004"))
    };
    assert_eq!(shown(&["docs.count"]), r#"{"docs":{"count":6}}"#);
    assert_eq!(
        shown(&["['docs.count']", "docs['count']"]),
        r#"{"docs.count":5,"docs":{"count":6}}"#
    );
    let declared = nested(
        Presenter::builder("P")
            .schema([t::integer("docs.count"), t::object("docs", [t::integer("count")])]),
    );
    check("S004", &declared);
    assert!(declared.select_paths().eq(["[\"docs.count\"]", "docs", "docs.count"]));
    assert_eq!(show(&declared, input("S004")), r#"{"docs.count":5,"docs":{"count":6}}"#);
}

#[test]
fn s006_select_undoes_no_redaction() {
    let select = selected("S006");
    let shown = show_with(&censoring(["**.pw"]), &select, input("S006"));
    assert_eq!(parse(&shown), case("S006")["expected"]["json_equal"]);
    let declared =
        || Presenter::builder("P").schema([t::integer("id"), t::string("pw")]).redact_pii(["pw"]);
    for presenter in [build(declared()), nested(declared())] {
        assert_eq!(show_with(&presenter, &select, input("S006")), r#"{"pw":"[REDACTED]"}"#);
    }
    let paths = || Presenter::builder("P").allow_everything().redact_pii(["**.pw", "secret"]);
    let select = Request::new().select(["a.pw", "secret.k", "pw.x"]);
    let json = r#"{"a":{"pw":"S","k":1},"secret":{"k":"S"},"pw":"S","b":"S"}"#;
    assert_eq!(
        show_with(&nested(paths()), &select, json),
        r#"{"a":{"pw":"[REDACTED]"},"secret":"[REDACTED]","pw":"[REDACTED]"}"#
    );
}
