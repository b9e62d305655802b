//! Schema: it narrows at every level, whatever the size.

use mcp_presenter::{Frame, Presenter, RenderErrorKind, Renderer, Request, Type, t};

use crate::show::{build, case, input, parse, refuse, show};

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
