//! Depth, paths: what an input or a declaration may cost.

use std::time::Duration;

use mcp_presenter::{Censor, Frame, Presenter, RenderErrorKind, Renderer, Request, Type, t};

use crate::clock::{check_linear, running_time};
use crate::show::{any, build, censoring, everything, keep, refuse, show, show_with, try_show};

/// Runs `test` on a stack of so many KiB, such as a server's worker may have.
fn on_a_stack_of(kib: usize, test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(kib << 10).spawn(test);
    thread.expect("a thread").join().expect("the test passes");
}

fn nest(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn l001_depth_is_limited() {
    on_a_stack_of(512, || {
        for json in [
            nest("[", "", "]", 100_000),
            nest("[", "", "", 100_000),
            nest("{\"a\":", "1", "}", 100_000),
            nest("[{\"a\":", "", "", 100_000),
        ] {
            let error = refuse(&everything(), &json);
            assert_eq!(error.kind(), RenderErrorKind::TooDeep);
            let brackets = json.match_indices(['[', '{']);
            assert_eq!(error.offset(), brackets.map(|bracket| bracket.0).nth(128));
        }
    });
}

#[test]
fn l002_depth_is_limited_where_nothing_is_shown() {
    on_a_stack_of(512, || {
        let deep = nest("[", "", "]", 100_000);
        let json = format!("{{\"ignored\":{deep},\"wanted\":1}}");
        let select = Request::new().select(["wanted"]);
        let error = try_show(&everything(), &select, json.as_bytes()).expect_err("too deep");
        assert_eq!(error.kind(), RenderErrorKind::TooDeep);
        assert_eq!(error.offset(), Some("{\"ignored\":".len() + 127));
        let wanted = build(Presenter::builder("P").schema([t::integer("wanted")]));
        assert_eq!(refuse(&wanted, &json), error);
        let hidden = build(any().limit(1));
        assert_eq!(refuse(&hidden, format!("[1,{deep}]")).kind(), RenderErrorKind::TooDeep);
        let removed = build(any().redact(["ignored"], Censor::remove()));
        assert_eq!(refuse(&removed, &json), error);
    });
}

#[test]
fn l005_the_depth_limit_is_settable() {
    for (open, inner, close) in [("[", "", "]"), ("{\"a\":", "1", "}")] {
        let json = |depth| nest(open, inner, close, depth);
        assert_eq!(show(&everything(), &json(128)), json(128));
        refuse(&everything(), json(129));
        let deeper = build(any().max_depth(200));
        assert_eq!(show(&deeper, &json(200)), json(200));
        assert_eq!(refuse(&deeper, json(201)).kind(), RenderErrorKind::TooDeep);
        let flat = build(any().max_depth(1));
        assert_eq!(show(&flat, &json(1)), json(1));
        refuse(&flat, json(2));
        for hidden in [127, 128] {
            let json = format!("{{\"keep\":1,\"x\":{}}}", json(hidden));
            assert_eq!(try_show(&keep(), &Request::new(), json.as_bytes()).is_ok(), hidden == 127);
        }
    }
    // As much as a thread has by default, for a build that is not optimized.
    on_a_stack_of(2048, || {
        // The deepest that can be asked for, shown, redacted and skipped.
        let json = nest("[", "", "]", 1024);
        let deepest = build(any().max_depth(1024).redact_pii(["**.x"]));
        assert_eq!(show(&deepest, &json), json);
        refuse(&deepest, nest("[", "", "]", 1025));
        let wanted = Presenter::builder("P").schema([t::integer("wanted")]).max_depth(1024);
        let json = format!("{{\"x\":{},\"wanted\":1}}", nest("[", "", "]", 1023));
        assert_eq!(show(&build(wanted), &json), r#"{"wanted":1}"#);
        any().max_depth(1025).build().expect_err("too deep for the walk");
        // A path as deep, and one that is deeper than any data.
        let nested = build(any().max_depth(1024).nested_select(true));
        let json = nest("{\"b\":1,\"a\":", "{}", "}", 1023);
        let shown = nest("{\"a\":", "{}", "}", 1023);
        for keys in [1024, 100_000] {
            let select = Request::new().select([vec!["a"; keys].join(".")]);
            assert_eq!(show_with(&nested, &select, &json), shown);
        }
    });
}

/// The shortest of several renders.
fn cost(presenter: &Presenter, request: &Request, json: &str) -> Duration {
    let mut renderer = Renderer::new();
    let mut out = Vec::new();
    let mut best = Duration::MAX;
    for _ in 0..5 {
        out.clear();
        let start = running_time();
        renderer
            .render(presenter, json.as_bytes(), request, Frame::Result, &mut out)
            .expect("a render");
        best = best.min(running_time() - start);
    }
    best
}

#[test]
fn l011_paths_that_do_not_match_cost_nothing() {
    let members: Vec<_> =
        (0..2000).map(|n| format!("\"k{n}\":{{\"a\":{{\"b\":1}},\"c\":[2]}}")).collect();
    let json = format!("{{{}}}", members.join(","));
    let time = |count: usize| {
        let paths: Vec<_> = (0..count).map(|n| format!("*.*.f{n}")).collect();
        let presenter = build(any().redact(paths, Censor::text("#")));
        assert_eq!(show(&presenter, &json), json);
        cost(&presenter, &Request::new(), &json)
    };
    let (few, many) = (time(1), time(200));
    assert!(many < few * 30, "1 path: {few:?}, 200 paths: {many:?}");
}

#[test]
fn every_input_costs_its_length() {
    let strip = build(Presenter::builder("P").schema([t::integer("k1").optional()]));
    let record = build(Presenter::builder("P").root(Type::record(Type::any())));
    let redacted = censoring(["**.a.**.b.**.c"]);
    let list =
        |n: usize, part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<Vec<_>>().join(",");
    let shapes: [(&str, &dyn Fn(usize) -> String); 9] = [
        ("other keys", &|n| format!("{{{}}}", list(n, &|i| format!("\"k{i}\":1")))),
        ("escaped keys", &|n| format!("{{{}}}", list(n, &|i| format!("\"\\u006b{i}\":1")))),
        ("one key", &|n| format!("{{{}}}", list(n, &|_| "\"k1\":1".to_owned()))),
        ("backslashes", &|n| format!("{{\"s\":\"{}\"}}", "\\\\".repeat(n))),
        ("angles", &|n| format!("{{\"s\":\"{}\"}}", "<".repeat(n))),
        ("half tags", &|n| format!("{{\"s\":\"{}\"}}", "<ui_pass\u{200b}".repeat(n))),
        ("a tag never named", &|n| format!("{{\"s\":\"<{}\"}}", "/ <".repeat(n))),
        ("a number", &|n| format!("{{\"k1\":1{0}.{0}e{0}}}", "0".repeat(n))),
        ("nesting", &|n| {
            let nested = nest("{\"a\":", "1", "}", 100);
            format!("{{\"s\":[{}]}}", list(n / 100, &|_| nested.clone()))
        }),
    ];
    for (what, shape) in shapes {
        for presenter in [&everything(), &strip, &record, &redacted] {
            check_linear(what, |n| cost(presenter, &Request::new(), &shape(n)));
        }
    }
}

#[test]
fn a_select_list_costs_its_length() {
    let keys = |n: usize| {
        let members: Vec<_> = (0..n).map(|i| format!("\"k{i}\":1")).collect();
        format!("{{{}}}", members.join(","))
    };
    let names = |n: usize| Request::new().select((0..n).map(|i| format!("k{i}")));
    let declared =
        build(Presenter::builder("P").schema((0..100).map(|i| t::any(format!("k{i}")).optional())));
    for presenter in [&everything(), &declared] {
        // The list and the data both come from outside: their product is nobody's to spend.
        check_linear("as many names as keys", |n| cost(presenter, &names(n), &keys(n)));
        let items = format!("[{}]", vec!["{\"k7\":1}"; 1000].join(","));
        let (few, many) =
            (cost(presenter, &names(100), &items), cost(presenter, &names(10_000), &items));
        assert!(many < few * 20, "100 names: {few:?}, 10,000 names: {many:?}");
    }
}

#[test]
fn a_list_of_paths_costs_its_length() {
    let inner = || Type::object((0..100).map(|i| t::any(format!("k{i}")).optional()));
    let declared = Presenter::builder("P").schema([t::array("a", inner()).optional()]);
    let paths = |n: usize| Request::new().select((0..n).map(|i| format!("a.k{i}")));
    let rows = |rows: usize, keys: usize| {
        let members: Vec<_> = (0..keys).map(|i| format!("\"k{}\":1", i * 7)).collect();
        let row = format!("{{{}}}", members.join(","));
        format!("{{\"a\":[{}]}}", vec![row; rows].join(","))
    };
    for builder in [any(), declared] {
        let presenter = &build(builder.nested_select(true));
        check_linear("as many paths as keys", |n| cost(presenter, &paths(n), &rows(1, n)));
        let (few, many) = (
            cost(presenter, &paths(100), &rows(1000, 1)),
            cost(presenter, &paths(10_000), &rows(1000, 1)),
        );
        assert!(many < few * 20, "100 paths: {few:?}, 10,000 paths: {many:?}");
        check_linear("keys of one path", |n| {
            cost(presenter, &Request::new().select([vec!["a"; n].join(".")]), "{}")
        });
    }
    // Objects in each other, each too large to be read at once: checked once, written once.
    let presenter = &build(any().nested_select(true));
    let time = |depth: usize| {
        let filling = format!("\"b\":\"{}\",\"a\":", "x".repeat(2_000_000 / depth));
        let json = nest(&format!("{{{filling}"), "1", "}", depth);
        cost(presenter, &Request::new().select([vec!["a"; depth].join(".")]), &json)
    };
    let (few, many) = (time(3), time(12));
    assert!(many < few * 3, "3 deep: {few:?}, 12 deep: {many:?}");
}
