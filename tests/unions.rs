//! Unions, and unions in unions: whichever member accepts a value, nothing else shows.

use mcp_presenter::{Frame, Presenter, RenderErrorKind, Renderer, Request, Type, t};

fn render(root: Type, json: &str) -> Result<String, RenderErrorKind> {
    let presenter = Presenter::builder("P").root(root).redact_pii(["pin"]).build();
    let mut out = Vec::new();
    Renderer::new()
        .render(
            &presenter.expect("a presenter"),
            json.as_bytes(),
            &Request::new(),
            Frame::Text,
            &mut out,
        )
        .map(|_| String::from_utf8(out).expect("UTF-8"))
        .map_err(|error| error.kind())
}

fn tagged(kind: &str, key: &str) -> Type {
    Type::object([t::literal("kind", kind), t::string(key), t::string("pin").optional()])
}

/// The first member of the outer union is a union whose third member is the object.
fn nested() -> Type {
    let inner =
        Type::union([Type::number(), Type::array(Type::string()), tagged("a", "shown")]).nullable();
    Type::union([inner, tagged("b", "other"), Type::union([Type::boolean()])])
}

#[test]
fn a_union_in_a_union_shows_what_its_member_shows() {
    for (json, shown) in [
        (
            r#"{"kind":"a","shown":"s","secret":"x","pin":"1"}"#,
            r#"{"kind":"a","shown":"s","pin":"[REDACTED]"}"#,
        ),
        (r#"{"kind":"b","other":"s","secret":{"deep":[1]}}"#, r#"{"kind":"b","other":"s"}"#),
        (r#"[[1],{"kind":"a","shown":"s","x":1}]"#, ""),
        ("4.50", "4.50"),
        ("true", "true"),
        ("null", "null"),
    ] {
        match render(nested(), json) {
            Ok(text) => assert_eq!(text, shown),
            Err(kind) => assert!(shown.is_empty() && kind == RenderErrorKind::Validation, "{json}"),
        }
    }
    let list = Type::object([t::array("u", nested())]);
    let json = r#"{"u":[["a"],{"kind":"a","shown":"s","secret":1},false,null,7]}"#;
    let shown = r#"{"u":[["a"],{"kind":"a","shown":"s"},false,null,7]}"#;
    assert_eq!(render(list, json).as_deref(), Ok(shown));
}

#[test]
fn a_union_that_holds_nothing_is_refused() {
    for root in [Type::union([]), Type::union([Type::union([])])] {
        assert!(Presenter::builder("P").root(root).build().is_err());
    }
    // Objects of an inner union count as the outer one's.
    let apart = Type::union([Type::union([tagged("a", "x")]), tagged("a", "y")]);
    assert!(Presenter::builder("P").root(apart).build().is_err());
}
