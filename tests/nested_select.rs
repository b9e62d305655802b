//! Select lists of paths: what each kind of value shows of itself, in every format, to hooks, and
//! in data that is too large to be read at once.

use mcp_presenter::toon::{Profile, ToonOptions};
use mcp_presenter::{
    Censor, Field, Format, Frame, Isa, Mode, Presenter, PresenterBuilder, RenderErrorKind,
    Renderer, Report, Request, Type, View, t,
};

fn build(builder: PresenterBuilder) -> Presenter {
    builder.nested_select(true).build().unwrap_or_else(|errors| panic!("{errors}"))
}

fn everything() -> Presenter {
    build(Presenter::builder("P").allow_everything())
}

/// What every instruction set shows, with windows of any size, the second time as the first.
fn render(presenter: &Presenter, request: &Request, json: &str) -> (String, Report) {
    let mut answers = Vec::new();
    for isa in Isa::available() {
        for window in [64, 300, 1 << 14] {
            let mut renderer = Renderer::new().with_isa(isa).with_window(window);
            for _ in 0..2 {
                let mut out = Vec::new();
                let rendered =
                    renderer.render(presenter, json.as_bytes(), request, Frame::Text, &mut out);
                let report = rendered.unwrap_or_else(|error| panic!("{error}"));
                answers.push((String::from_utf8(out).expect("UTF-8"), report));
            }
        }
    }
    let first = answers.swap_remove(0);
    for (text, report) in &answers {
        assert_eq!(*text, first.0);
        assert!(report.unknown_select().eq(first.1.unknown_select()));
        assert_eq!((report.redacted(), report.dropped()), (first.1.redacted(), first.1.dropped()));
    }
    first
}

fn show<const N: usize>(presenter: &Presenter, select: [&str; N], json: &str) -> String {
    render(presenter, &Request::new().select(select), json).0
}

fn unknown<const N: usize>(presenter: &Presenter, select: [&str; N], json: &str) -> Vec<String> {
    let report = render(presenter, &Request::new().select(select), json).1;
    report.unknown_select().map(str::to_owned).collect()
}

#[test]
fn keys_come_in_the_order_of_first_mention() {
    let json = r#"{"a":1,"b":{"x":1,"y":{"p":1,"q":2},"z":3},"c":[{"k":1,"l":2}]}"#;
    let declared = build(Presenter::builder("P").schema([
        t::integer("a"),
        t::object("b", [t::integer("x"), t::any("y"), t::integer("z")]),
        t::array("c", Type::object([t::integer("k"), t::integer("l")])),
    ]));
    for presenter in [&everything(), &declared] {
        let select = ["b.z", "c.l", "b.y.q", "a", "b.x", "c.k", "b['z']", "a"];
        let expected = r#"{"b":{"z":3,"y":{"q":2},"x":1},"c":[{"l":2,"k":1}],"a":1}"#;
        assert_eq!(show(presenter, select, json), expected);
        // A whole value wins, wherever it is asked for.
        for select in [["b.y", "b.y.q"], ["b.y.q", "b.y"]] {
            assert_eq!(show(presenter, select, json), r#"{"b":{"y":{"p":1,"q":2}}}"#);
        }
        assert_eq!(
            show(presenter, ["b.y.q", "b"], json),
            r#"{"b":{"x":1,"y":{"p":1,"q":2},"z":3}}"#
        );
    }
}

#[test]
fn what_is_no_object_stays() {
    let json = r#"{"n":null,"s":"x","l":[1,null,[],[[{"a":1,"b":2}],"y"],{}],"o":{"c":3}}"#;
    let select = ["n.a", "s.a", "l.a", "o.a"];
    let expected = r#"{"n":null,"s":"x","l":[1,null,[],[[{"a":1}],"y"],{}],"o":{}}"#;
    assert_eq!(show(&everything(), select, json), expected);
    assert_eq!(unknown(&everything(), select, json), ["n.a", "s.a", "o.a"]);
    // What a schema declares means something, whether it is there or not.
    let declared = build(Presenter::builder("P").schema([
        t::object("n", [t::integer("a")]).nullable(),
        t::array("l", Type::array(Type::object([t::integer("a")]))),
    ]));
    let json = r#"{"n":null,"l":[]}"#;
    assert_eq!(show(&declared, ["n.a", "l.a", "n.b", "l.a.x"], json), r#"{"n":null,"l":[]}"#);
    assert_eq!(unknown(&declared, ["n.a", "l.a", "n.b", "l.a.x"], json), ["n.b"]);
    // A name below one for a whole value adds nothing, and is known as that one is.
    assert_eq!(unknown(&everything(), ["s", "s.a", "t", "t.a"], r#"{"s":1}"#), ["t", "t.a"]);
}

#[test]
fn every_kind_of_type_is_narrowed() {
    let kind = |name: &str, more| {
        Type::object([t::literal("kind", name), t::integer("a").optional(), more])
    };
    let presenter = build(
        Presenter::builder("P")
            .schema([
                t::record("r", Type::object([t::integer("a"), t::integer("b")])),
                t::union("u", [kind("x", t::integer("b")), kind("y", t::string("b"))]),
                t::any("any"),
            ])
            .mode(Mode::Passthrough)
            .redact(["r.*.a", "any.a", "more.a"], Censor::remove()),
    );
    let json = r#"{"more":{"a":1,"b":2,"c":3},"r":{"p":{"a":1,"b":2},"q":{"a":3,"b":4}},
        "u":{"kind":"y","b":"t","a":7,"c":1},"any":{"a":1,"b":[{"c":1,"d":2}]}}"#;
    let select = ["u.b", "any.b.d", "any.a", "r.q.b", "r.p.a", "more.c", "more.a", "u.a"];
    let (text, report) = render(&presenter, &Request::new().select(select), json);
    assert_eq!(
        text,
        r#"{"u":{"b":"t","a":7},"any":{"b":[{"d":2}]},"r":{"q":{"b":4},"p":{}},"more":{"c":3}}"#
    );
    assert_eq!((report.redacted(), report.unknown_select().count()), (3, 0));
    let strict = build(
        Presenter::builder("P")
            .schema([Field::new("o", Type::object([t::integer("a")]).mode(Mode::Strict))]),
    );
    let refused = Renderer::new().render(
        &strict,
        br#"{"o":{"a":1,"b":2}}"#,
        &Request::new().select(["o.a"]),
        Frame::Text,
        &mut Vec::new(),
    );
    // What is not selected is still what the schema says.
    assert_eq!(refused.expect_err("an error").kind(), RenderErrorKind::Validation);
}

#[test]
fn a_container_that_is_redacted_is_replaced_whole() {
    let seen = |value: &mcp_presenter::Censored<'_>, path: &str| format!("{path} {}", value.text());
    let builder = || Presenter::builder("P").allow_everything();
    let json = r#"{"a":{"b":{"c":1,"d":2}},"l":[{"k":{"x":1,"y":2}}]}"#;
    let text = build(builder().redact(["a.b", "l[*].k"], Censor::text("#")));
    assert_eq!(show(&text, ["a.b.c", "l.k.x"], json), r##"{"a":{"b":"#"},"l":[{"k":"#"}]}"##);
    let function = build(builder().redact(["a.b", "l[*].k.x"], Censor::function(seen)));
    assert_eq!(
        show(&function, ["l.k.x", "a.b.c"], json),
        r#"{"l":[{"k":{"x":"l[0].k.x 1"}}],"a":{"b":"a.b {\"c\":1,\"d\":2}"}}"#
    );
}

#[test]
fn a_default_is_narrowed_like_data() {
    let presenter = Presenter::from_json(
        r#"{"name":"P","nested_select":true,"schema":[
            ["o",{"object":[["a","int"],["b",{"array":"any"}]]},{"default":{"a":1,"b":[{"x":1,"y":2}]}}]
        ]}"#,
    );
    let presenter = presenter.unwrap_or_else(|error| panic!("{error}"));
    let filling = format!("\"z\":[{}]", vec!["1"; 100_000].join(","));
    for json in ["{}", &format!("{{{filling}}}")] {
        assert_eq!(show(&presenter, ["o.b.y"], json), r#"{"o":{"b":[{"y":2}]}}"#);
        assert_eq!(show(&presenter, ["o.c"], json), r#"{"o":{}}"#);
    }
}

/// Rows of two arrays that only the paths tell apart.
#[test]
fn shapes_belong_to_what_is_selected() {
    let row = |n: usize| format!(r#"{{"x":{n},"y":"s{n}","z":{{"p":{n},"q":["{n}"]}}}}"#);
    for count in [1, 3, 4000] {
        let rows: Vec<String> = (0..count).map(row).collect();
        let rows = rows.join(",");
        let json = format!(r#"{{"a":[{rows}],"b":[{rows}],"c":[{rows}],"d":[[{rows}],[{rows}]]}}"#);
        let part = |part: &dyn Fn(usize) -> String| {
            let parts: Vec<String> = (0..count).map(part).collect();
            format!("[{}]", parts.join(","))
        };
        let x = part(&|n| format!(r#"{{"x":{n}}}"#));
        let yz = part(&|n| format!(r#"{{"z":{{"p":{n}}},"y":"s{n}"}}"#));
        let expected = format!(r#"{{"b":{yz},"c":[{rows}],"a":{x},"d":[{x},{x}]}}"#);
        let select = ["b.z.p", "c", "a.x", "d.x", "b.y"];
        assert_eq!(show(&everything(), select, &json), expected);
        let fields = || [t::integer("x"), t::string("y"), t::any("z")];
        let alike = Type::array(Type::object(fields()));
        let declared = build(Presenter::builder("P").schema([
            Field::new("a", alike.clone()),
            Field::new("b", alike.clone()),
            Field::new("c", alike.clone()),
            t::array("d", alike),
        ]));
        assert_eq!(show(&declared, select, &json), expected);
    }
}

#[test]
fn what_is_not_selected_is_checked_in_data_of_any_size() {
    let wrong = |filling: usize| {
        let fine = format!(
            r#"{{"a":1,"b":"{}","c":[{}]}}"#,
            "x".repeat(filling),
            "2,".repeat(filling) + "3"
        );
        let odd = fine.replace("\"b\":\"", "\"b\":1,\"d\":\"");
        format!("[[{fine},{odd}]]")
    };
    let item = Type::object([t::integer("a"), t::string("b"), t::array("c", Type::integer())]);
    let presenter = build(Presenter::builder("P").root(Type::array(Type::array(item))));
    for filling in [1, 100, 100_000] {
        for isa in Isa::available() {
            for window in [64, 1 << 14] {
                let mut renderer = Renderer::new().with_isa(isa).with_window(window);
                let (json, mut out) = (wrong(filling), Vec::new());
                let request = Request::new().select(["a"]);
                let error = renderer
                    .render(&presenter, json.as_bytes(), &request, Frame::Text, &mut out)
                    .expect_err("an error");
                assert_eq!(error.failures().len(), 1);
                assert_eq!(error.failures()[0].path(), "[0][1].b");
                assert!(out.is_empty());
            }
        }
    }
}

#[test]
fn tables_have_the_columns_that_are_asked_for() {
    let presenter = build(Presenter::builder("P").schema([
        t::integer("id"),
        t::object("to", [t::string("name"), t::string("mail"), t::integer("zip")]),
        t::array("lines", Type::object([t::string("sku"), t::integer("cents")])),
    ]));
    let row = |n: usize| {
        format!(
            r#"{{"id":{n},"to":{{"name":"n{n}","mail":"m{n}","zip":{n}}},"lines":[{{"sku":"s{n}","cents":{n}}}]}}"#
        )
    };
    let json = format!("[{},{}]", row(1), row(2));
    let request = |options| {
        let select = ["to.zip", "to.name", "id"];
        Request::new().select(select).format(Format::Toon(options))
    };
    let folded = render(&presenter, &request(ToonOptions::new()), &json).0;
    assert_eq!(folded, "[2|]{to{zip|name}|id}:\n  1|n1|1\n  2|n2|2");
    let options = ToonOptions::new().profile(Profile::Toon3);
    let listed = render(&presenter, &request(options), &json).0;
    assert_eq!(
        listed,
        "[2|]:\n  - to:\n      zip: 1\n      name: n1\n    id: 1\n  - to:\n      zip: 2\n      name: n2\n    id: 2"
    );
    let lines = Request::new().select(["lines.cents"]).format(Format::Toon(ToonOptions::new()));
    assert_eq!(render(&presenter, &lines, &row(3)).0, "lines[1|]{cents}:\n  3");
    let auto = Format::Auto(ToonOptions::new());
    let (text, report) =
        render(&presenter, &Request::new().select(["lines.sku"]).format(auto), &json);
    assert_eq!(text, r#"[{"lines":[{"sku":"s1"}]},{"lines":[{"sku":"s2"}]}]"#);
    assert!(report.choice().is_some_and(|choice| choice.format == Format::Json));
}

/// What a hook can read of a value, in every way.
fn look(view: &View<'_>) -> String {
    let lines: Vec<String> = view.each("lines").map(|line| line.to_text().to_owned()).collect();
    let keys: Vec<&str> =
        view.get("to").iter().flat_map(View::members).map(|(key, _)| key).collect();
    format!(
        "{} | {} {} | {:?} | {:?} {:?} | {} {}",
        view.to_text(),
        view.text("to.name"),
        view.text("to.mail"),
        view.get("lines.0.sku").map(|sku| sku.to_text().to_owned()),
        lines,
        keys,
        view.get("lines.0").map_or(0, |line| line.len()),
        view.text("lines.1.cents"),
    )
}

#[test]
fn hooks_see_what_is_shown_or_everything() {
    let seen = |redacts: bool, select: &[&str], is_collection: bool| {
        let presenter = build(
            Presenter::builder("P")
                .schema([
                    t::object("to", [t::string("name"), t::string("mail")]),
                    t::array("lines", Type::object([t::string("sku"), t::integer("cents")])),
                ])
                .redact_pii(["to.mail"])
                .redact_hooks(redacts)
                .ui(|view, ui| ui.raw("x", look(view)))
                .collection_ui(|items, ui| {
                    items.iter().for_each(|item| ui.raw("x", look(&item)));
                }),
        );
        let json = r#"{"to":{"name":"N","mail":"M"},"lines":[{"sku":"s","cents":1},{"sku":"t","cents":2}]}"#;
        let json = if is_collection { format!("[{json}]") } else { json.to_owned() };
        let request = Request::new().select(select.iter().copied());
        let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &request);
        blocks.expect("blocks").structured().ui_blocks[0].content.clone()
    };
    for is_collection in [false, true] {
        assert_eq!(
            seen(true, &["lines.cents", "to.mail"], is_collection),
            concat!(
                r#"{"lines":[{"cents":1},{"cents":2}],"to":{"mail":"[REDACTED]"}} |  [REDACTED]"#,
                r#" | None | ["{\"cents\":1}", "{\"cents\":2}"] ["mail"] | 1 2"#,
            )
        );
        let all = seen(false, &[], is_collection);
        assert_eq!(seen(false, &["lines.cents", "to.mail"], is_collection), all);
        assert!(all.contains("N M") && all.contains("\"sku\":\"t\""));
    }
}

#[test]
fn embedded_data_is_narrowed_and_its_hooks_are_its_own() {
    let child = Presenter::builder("Customer")
        .schema([t::string("name"), t::string("mail"), t::integer("vat").optional()])
        .redact_pii(["mail"])
        .ui(|customer, ui| ui.raw("c", customer.to_text()))
        .collection_ui(|all, ui| all.iter().for_each(|one| ui.raw("c", one.to_text())))
        .build()
        .expect("a child");
    let show = |redacts: bool, json: &str| {
        let builder = Presenter::builder("P").schema([t::integer("id"), t::any("customer")]);
        let presenter = build(builder.embed("customer", &child).redact_hooks(redacts));
        let request = Request::new().select(["customer.mail", "customer.name.x"]);
        let blocks = Renderer::new().blocks(&presenter, json.as_bytes(), &request);
        let blocks = blocks.expect("blocks");
        let texts: Vec<String> = blocks.iter().map(|(_, text)| text.to_owned()).collect();
        let content = |text: &String| text.lines().nth(1).unwrap_or_default().to_owned();
        (texts[0].clone(), texts[1..].iter().map(content).collect::<Vec<_>>())
    };
    let one = r#"{"name":"N","mail":"M","x":1}"#;
    let whole = r#"{"name":"N","mail":"M"}"#.to_owned();
    let part = r#"{"mail":"[REDACTED]","name":"N"}"#.to_owned();
    for (json, shown) in [
        (format!(r#"{{"id":1,"customer":{one}}}"#), part.clone()),
        (format!(r#"{{"id":1,"customer":[{one}]}}"#), format!("[{part}]")),
    ] {
        let data = format!(r#"{{"customer":{shown}}}"#);
        assert_eq!(show(false, &json), (data.clone(), vec![whole.clone()]));
        assert_eq!(show(true, &json), (data, vec![part.clone()]));
    }
}

#[test]
fn one_request_serves_presenters_that_read_names_in_both_ways() {
    let request = Request::new().select(["a.b", "c"]);
    let json = r#"{"a":{"b":1,"d":2},"a.b":3,"c":4}"#;
    let flat = Presenter::builder("P").allow_everything().build().expect("a presenter");
    let mut renderer = Renderer::new();
    let mut show = |presenter: &Presenter| {
        let mut out = Vec::new();
        let rendered = renderer.render(presenter, json.as_bytes(), &request, Frame::Text, &mut out);
        rendered.expect("a render");
        String::from_utf8(out).expect("UTF-8")
    };
    for _ in 0..3 {
        assert_eq!(show(&flat), r#"{"a.b":3,"c":4}"#);
        assert_eq!(show(&everything()), r#"{"a":{"b":1},"c":4}"#);
    }
    assert_eq!(flat.select_paths().count(), 0);
}
