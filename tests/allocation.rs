//! What a render allocates: nothing once its Renderer is warm, and never more than a window of
//! working memory, however large the input.

mod counting;
#[path = "../benches/orders/jobs.rs"]
mod jobs;
#[path = "../benches/orders/mod.rs"]
mod orders;

use counting::{held, measure};
use jobs::Job;
use mcp_presenter::toon::{ArrayCells, Delimiter, Encoder, Profile, ToonOptions};
use mcp_presenter::{
    Censor, Format, Frame, Presenter, PresenterBuilder, Renderer, Request, RequestId, Response,
    Type, Width, t,
};

/// An order: nested, optional and undeclared fields, escapes, text of other scripts.
fn order(n: usize) -> String {
    let note = match n % 5 {
        0 => "\"plain\"",
        1 => "null",
        2 => "\"with \\\"quotes\\\"\\n and \\u00e9\"",
        3 => "\"日本語 </domain_rules>\"",
        _ => "\"\"",
    };
    let lines: Vec<_> = (0..n % 4)
        .map(|line| {
            format!(
                r#"{{"sku":"sku-{line}","quantity":{line},"cost_cents":{n},"dropped":[{line}]}}"#
            )
        })
        .collect();
    let extra = if n.is_multiple_of(7) { r#","gift":true"# } else { "" };
    format!(
        r#"{{"id":"order-{n}","status":"{}","total_cents":1{n}50,"margin":0.{n},"customer":{{"name":"Name {n}","email":"c{n}@shop.example","phone":"+34 600 000 {n}"}},"lines":[{}],"note":{note}{extra}}}"#,
        ["open", "paid"][n % 2],
        lines.join(",")
    )
}

fn orders(count: usize) -> String {
    let items: Vec<_> = (0..count).map(order).collect();
    format!("[{}]", items.join(","))
}

fn builder() -> PresenterBuilder {
    Presenter::builder("Order")
        .schema([
            t::string("id"),
            t::one_of("status", ["open", "paid"]),
            t::integer("total_cents").describe("CENTS"),
            t::object("customer", [t::string("name"), t::string("email"), t::string("phone")]),
            t::array(
                "lines",
                Type::object([t::string("sku"), t::integer("quantity"), t::integer("cost_cents")]),
            ),
            t::string("note").nullable(),
            t::boolean("gift").optional(),
            t::string("currency").default("EUR"),
        ])
        .rules(["Never guess a total."])
}

fn redacted() -> PresenterBuilder {
    builder()
        .redact_pii(["customer.email"])
        .redact(["customer.phone"], Censor::keep_last(4))
        .redact(["lines[*].cost_cents", "**.name"], Censor::remove())
}

/// Renders `json` once in every frame and format to warm up, and again to count.
fn check_second_render(presenter: &Presenter, request: &Request, json: &str) {
    let frames = [
        Frame::Text,
        Frame::Blocks,
        Frame::Result,
        Frame::JsonRpc(RequestId::Number(1)),
        Frame::JsonRpc(RequestId::Text("id-1")),
    ];
    let toon = ToonOptions::new();
    let other = toon.profile(Profile::Toon3).delimiter(Delimiter::Tab).fill_nulls(true);
    let lists = toon.array_cells(ArrayCells::default());
    for format in [
        Format::Json,
        Format::JsonPretty,
        Format::Toon(toon),
        Format::Toon(other),
        Format::Toon(lists),
        Format::Auto(toon),
        Format::Auto(lists),
    ] {
        let request = request.clone().format(format);
        for frame in frames {
            let mut renderer = Renderer::new();
            let mut out = Vec::new();
            renderer
                .render(presenter, json.as_bytes(), &request, frame, &mut out)
                .expect("a render");
            let first = out.clone();
            out.clear();
            let (allocations, _) = measure(|| {
                renderer
                    .render(presenter, json.as_bytes(), &request, frame, &mut out)
                    .expect("a second render");
            });
            assert_eq!(allocations, 0, "{frame:?} {format:?}");
            assert_eq!(out, first);
        }
    }
}

fn build(builder: PresenterBuilder) -> Presenter {
    builder.build().unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn b005_the_second_render_of_one_allocates_nothing() {
    let json = order(43);
    let select = Request::new().select(["note", "customer", "id"]);
    let plain = build(builder());
    check_second_render(&plain, &Request::new(), &json);
    check_second_render(&plain, &select, &json);
    let redacted = build(redacted());
    check_second_render(&redacted, &Request::new(), &json);
    check_second_render(&redacted, &select, &json);
    let any =
        build(Presenter::builder("Any").allow_everything().redact_pii(["**.email", "a[*].b"]));
    check_second_render(&any, &Request::new(), &json);
    check_second_render(&any, &select, &json);
    // Shapes that no prediction fits: duplicate keys, other orders, escaped keys.
    let odd = json.replace("\"id\":", "\"note\":1,\"z\":{\"z\":[]},\"i\\u0064\":");
    check_second_render(&plain, &Request::new(), &odd);
    check_second_render(&redacted, &select, &odd);
    check_second_render(&any, &Request::new(), &odd);
}

#[test]
fn the_second_render_by_paths_allocates_nothing() {
    let paths = ["lines.quantity", "note", "customer[\"name\"]", "lines.sku", "nope.nope"];
    let select = Request::new().select(paths);
    let everything = Presenter::builder("Any").allow_everything().redact_pii(["**.email"]);
    for builder in [builder(), redacted(), everything] {
        let presenter = build(builder.nested_select(true));
        check_second_render(&presenter, &select, &order(43));
        check_second_render(&presenter, &select, &orders(1_000));
    }
    // From the outside in: arrays of which different parts are selected.
    let everything = build(Presenter::builder("Any").allow_everything().nested_select(true));
    let select = Request::new().select(["a.lines.sku", "b", "a.id", "c.customer.name"]);
    let row = order(43);
    let rows = vec![row; 500].join(",");
    let large = format!("{{\"a\":[{rows}],\"b\":[{rows}],\"c\":[[{rows}]],\"d\":[{rows}]}}");
    check_second_render(&everything, &select, &large);
}

#[test]
fn the_second_response_as_toon_allocates_nothing() {
    let (many, one) = (orders(1_000), order(7));
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    let (rows, text) = (many.as_bytes(), br#""a \"text\"""#);
    let responses = [rows, one.as_bytes(), text]
        .map(|json| Response::toon(json, ToonOptions::new()).rule("Never guess a total."));
    let mut round = || {
        for response in &responses {
            out.clear();
            let written = renderer.respond(response, &Request::new(), Frame::Result, &mut out);
            written.expect("a response");
        }
    };
    round();
    assert_eq!(measure(round).0, 0);
}

#[test]
fn the_second_render_of_many_allocates_nothing() {
    let json = orders(10_000);
    let select = Request::new().select(["customer", "id"]);
    check_second_render(&build(builder()), &Request::new(), &json);
    check_second_render(&build(redacted()), &Request::new(), &json);
    check_second_render(&build(redacted().limit(100)), &select, &json);
}

/// An order of which some rows have null where others have a list, and some another order of keys.
fn tagged(n: usize) -> String {
    let codes = if n.is_multiple_of(3) { "null".to_owned() } else { format!("[{n},true,\"\"]") };
    let tags = [r#"["gift","a \"b\"","\u00e9"]"#, "[]", r#"["日本語","</tool_error>"]"#][n % 3];
    match n % 50 {
        7 => format!(r#"{{"codes":{codes},"tags":{tags},"note":null,"id":{n}}}"#),
        _ => format!(r#"{{"id":{n},"tags":{tags},"codes":{codes},"note":null}}"#),
    }
}

#[test]
fn the_second_render_of_lists_in_cells_allocates_nothing() {
    let items: Vec<_> = (0..1000).map(tagged).collect();
    let json = format!("[{}]", items.join(","));
    let tags = t::array("tags", Type::string());
    let codes = t::any("codes").describe("CODES");
    let orders = Presenter::builder("Order").schema([t::integer("id"), tags, codes]);
    let request = Request::new();
    check_second_render(&build(orders.clone()), &request, &json);
    check_second_render(&build(orders.redact(["tags[0]"], Censor::keep_last(2))), &request, &json);
    let any = build(Presenter::builder("Any").allow_everything());
    check_second_render(&any, &request, &json);
    check_second_render(&any, &request, &envelope(&json));
}

/// Hooks of every kind, for an order and for a page of orders, and an embedded Presenter.
fn surrounded(builder: PresenterBuilder) -> PresenterBuilder {
    let customer = Presenter::builder("Customer")
        .schema([t::string("name"), t::string("email")])
        .redact_pii(["email"])
        .rules(["A customer is no supplier."])
        .ui(|customer, ui| {
            ui.title("Customer").markdown(format_args!("**{}**", customer.text("name")));
        })
        .suggest(|customer, next| next.suggest("customers.show", customer.get("name")));
    builder
        .embed("customer", &build(customer))
        .directives(["Speak plainly."])
        .dynamic_rules(|order, rules| {
            rules.rule(format_args!("An order is {}.", order.text("status")));
        })
        .collection_rules(|orders, rules| rules.rule(format_args!("{} orders.", orders.len())))
        .ui(|order, ui| {
            ui.title(order.get("note")).priority(1.5).width(Width::Half).table(
                ["Field", "Value"],
                [("Total", order.get("total_cents")), ("Note", order.get("note"))],
            );
            ui.json(|json| json.value(order));
            ui.list(order.each("lines").map(|line| line.get("sku")));
        })
        .collection_ui(|orders, ui| {
            ui.title(format_args!("{} orders", orders.len())).priority(2).table_with(
                ["Id", "Status", "Total", "Note", "Lines"],
                |rows| {
                    for order in orders {
                        let [id, status] = ["id", "status"].map(|key| order.get(key));
                        let cents = order.i64("total_cents").unwrap_or_default();
                        let total = format_args!("{}.{:02}", cents / 100, cents % 100);
                        rows.row((id, status, total, order.text("note"), order.get("lines")));
                    }
                },
            );
            let cents: i64 = orders.iter().filter_map(|order| order.i64("total_cents")).sum();
            ui.summary(format_args!("{cents} cents in all"));
            ui.json(|json| json.value(orders.first().and_then(|order| order.get("customer"))));
            ui.code_block("text", orders.first().map(|order| order.text("note")));
        })
        .suggest(|order, next| next.suggest("orders.show", order.get("id")))
        .collection_suggest(|orders, next| {
            let open = orders.iter().filter(|order| order.text("status") == "open").count();
            next.suggest("orders.remind", format_args!("{open} are open"));
        })
}

#[test]
fn the_second_render_of_a_page_allocates_nothing() {
    let (page, order) = (orders(50), order(43));
    let select = Request::new().select(["id", "customer"]);
    for presenter in [surrounded(builder()), surrounded(redacted())] {
        for presenter in [presenter.clone(), presenter.redact_hooks(true)] {
            let presenter = build(presenter);
            check_second_render(&presenter, &Request::new(), &page);
            check_second_render(&presenter, &select, &page);
            check_second_render(&presenter, &Request::new(), &order);
            // Items in which only the general way finds its way.
            let odd = page.replace("\"id\":", "\"note\":1,\"z\":{\"z\":[]},\"i\\u0064\":");
            check_second_render(&presenter, &select, &odd);
        }
    }
}

#[test]
fn pages_of_any_orders_in_turn_allocate_nothing() {
    let presenter = build(surrounded(redacted()));
    let render = |renderer: &mut Renderer, json: &str, out: &mut Vec<u8>| {
        out.clear();
        renderer
            .render(&presenter, json.as_bytes(), &Request::new(), Frame::Result, out)
            .expect("a render");
    };
    let mut out = Vec::with_capacity(1 << 20);
    let pages: Vec<(String, Vec<u8>)> = (1..=7)
        .map(|count| {
            let json = orders(count * 10);
            render(&mut Renderer::new(), &json, &mut out);
            (json, out.clone())
        })
        .collect();
    let mut renderer = Renderer::new();
    let mut round = || {
        for (json, expected) in &pages {
            render(&mut renderer, json, &mut out);
            assert!(out == *expected, "what was read of another page is shown");
        }
    };
    round();
    for _ in 0..20 {
        assert_eq!(measure(&mut round).0, 0);
    }
}

#[test]
fn one_renderer_for_two_kinds_allocates_nothing() {
    let (orders, order) = (orders(50), order(3));
    let (plain, redacted) = (build(builder()), build(redacted()));
    let mut renderer = Renderer::new();
    let mut out = Vec::with_capacity(1 << 20);
    let mut round = || {
        for (presenter, json) in [(&plain, &orders), (&redacted, &order), (&redacted, &orders)] {
            out.clear();
            renderer
                .render(presenter, json.as_bytes(), &Request::new(), Frame::Result, &mut out)
                .expect("a render");
        }
    };
    round();
    round();
    assert_eq!(measure(&mut round).0, 0);
}

/// The most that may be held beyond input and output.
const WORKING: usize = 2 << 20;

/// Renders into a buffer of `room` bytes that is there before; what is held beyond it is checked.
fn check_peak(presenter: &Presenter, json: &str, room: usize, frame: Frame<'_>) -> (usize, usize) {
    let mut out = Vec::with_capacity(room);
    let mut shown = 0;
    let (_, peak) = measure(|| {
        let mut renderer = Renderer::new();
        let report = renderer
            .render(presenter, json.as_bytes(), &Request::new(), frame, &mut out)
            .expect("a render");
        shown = report.items();
    });
    assert!(out.len() <= room, "the test's own room is too small: {} > {room}", out.len());
    assert!(peak < WORKING, "{peak} bytes held beyond input and output");
    (shown, out.len())
}

/// A collection of at least `bytes` bytes of small items, and how many there are.
fn collection(bytes: usize, item: impl Fn(usize) -> String) -> (String, usize) {
    let mut json = String::with_capacity(bytes + 1000);
    json.push('[');
    let mut count = 0;
    while json.len() < bytes {
        if count > 0 {
            json.push(',');
        }
        json.push_str(&item(count));
        count += 1;
    }
    json.push(']');
    (json, count)
}

#[test]
fn a_hundred_megabytes_of_small_items() {
    let (json, count) = collection(100_000_000, order);
    let (shown, _) = check_peak(&build(redacted()), &json, json.len() * 2, Frame::Result);
    assert_eq!(shown, count);
}

#[test]
fn a_hook_that_walks_over_a_hundred_megabytes() {
    let (json, count) = collection(100_000_000, order);
    let table = builder()
        .collection_ui(|orders, ui| {
            let columns = ["id", "customer", "note", "total_cents"];
            ui.table(columns, orders.iter().map(|order| columns.map(|key| order.get(key))));
        })
        .collection_suggest(|orders, next| {
            let cents: i64 = orders.iter().filter_map(|order| order.i64("total_cents")).sum();
            next.suggest("orders.sum", format_args!("{cents} cents in {}", orders.len()));
        });
    let (shown, _) = check_peak(&build(table), &json, json.len() * 3, Frame::Result);
    assert_eq!(shown, count);
}

#[test]
fn l014_a_million_rows() {
    let (json, count) = collection(27_000_000, |n| format!(r#"{{"id":{n},"name":"x","k":0}}"#));
    assert!(count > 800_000, "{count}");
    let rows = build(Presenter::builder("Row").schema([t::integer("id"), t::string("name")]));
    let (shown, _) = check_peak(&rows, &json, json.len() * 2, Frame::Result);
    assert_eq!(shown, count);
    // Rows beyond the limit cost nothing but their validation as JSON.
    let few =
        build(Presenter::builder("Row").schema([t::integer("id"), t::string("name")]).limit(3));
    assert_eq!(check_peak(&few, &json, 1000, Frame::Text).0, 3);
}

#[test]
fn ten_thousand_orders_as_a_table() {
    let (presenter, request) = (Job::Toon.presenter(), Job::Toon.request());
    let json = orders::orders(10_000);
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    let mut render = |out: &mut Vec<u8>| {
        out.clear();
        measure(|| {
            renderer
                .render(&presenter, json.as_bytes(), &request, Frame::Result, out)
                .expect("a render");
        })
        .0
    };
    assert!(render(&mut out) > 0);
    assert_eq!(render(&mut out), 0);
    let table = br#"{"content":[{"type":"text","text":"[10000|]{id|customer_id|customer_name|"#;
    assert!(out.starts_with(table));
}

#[test]
fn a_million_rows_as_toon() {
    let (json, count) = collection(27_000_000, |n| format!(r#"{{"id":{n},"name":"x","k":0}}"#));
    let rows = build(Presenter::builder("Row").schema([t::integer("id"), t::string("name")]));
    let toon = Request::new().format(Format::Toon(ToonOptions::new()));
    let mut out = Vec::with_capacity(json.len());
    let (_, peak) = measure(|| {
        let json = json.as_bytes();
        let report = Renderer::new().render(&rows, json, &toon, Frame::Result, &mut out);
        assert_eq!(report.expect("a render").items(), count);
    });
    assert!(peak < WORKING, "{peak} bytes held beyond input and output");
    // The same, the last row of which makes a list of them all.
    let list = json.replace("}]", ",\"more\":[]}]");
    for json in [&json, &list] {
        let mut out = Vec::with_capacity(json.len() * 2);
        let (_, peak) = measure(|| {
            let mut encoder = Encoder::new(ToonOptions::new());
            encoder.encode(json.as_bytes(), &mut out).expect("JSON");
        });
        let header = format!("[{count}|]");
        assert!(out.starts_with(header.as_bytes()));
        assert!(peak < WORKING, "{peak} bytes held beyond input and output");
    }
}

#[test]
fn the_second_encoding_allocates_nothing() {
    let rows = r#"{"a":1,"b":{"x":"\u0061","y":null}},{"b":{"y":2,"x":3},"a":4}"#;
    let documents = [
        orders(1000),
        order(3),
        envelope(&orders(200)),
        format!("[{rows}]"),
        format!("[{0}],{0}]", (0..100).map(tagged).collect::<Vec<_>>().join(","))
            .replacen('[', "[[", 1),
        format!("[{rows},7]"),
        format!("{{\"t\":[{rows}],\"u\":{{\"k\":{{\"q\":1}},\"l\":{{\"q\":2}}}}}}"),
        "[1,\"two\",[3]]".to_owned(),
    ];
    let options = ToonOptions::new();
    for options in [options, options.array_cells(ArrayCells::default())] {
        let mut encoder = Encoder::new(options);
        let mut out = Vec::with_capacity(1 << 20);
        let mut round = || {
            for json in &documents {
                out.clear();
                encoder.encode(json.as_bytes(), &mut out).expect("JSON");
            }
        };
        round();
        assert_eq!(measure(&mut round).0, 0);
    }
}

#[test]
fn l013_millions_of_scalars() {
    let (json, count) = collection(10_000_000, |_| "0".to_owned());
    assert!(count >= 5_000_000 - 1);
    let any = build(Presenter::builder("Any").allow_everything());
    let (shown, written) = check_peak(&any, &json, json.len() + 100, Frame::Text);
    assert_eq!((shown, written), (count, json.len()));
}

/// The usual envelope: a large array in a small object.
fn envelope(array: &str) -> String {
    format!("{{\"total\":3,\"items\":{array},\"next\":null}}")
}

#[test]
fn a_large_array_in_an_object_streams() {
    let zeros = envelope(&format!("[{}0]", "0,".repeat(5_000_000)));
    let everything = build(Presenter::builder("P").allow_everything());
    check_peak(&everything, &zeros, zeros.len() + 100, Frame::Text);
    let (items, _) =
        collection(20_000_000, |n| format!(r#"{{"id":{n},"secret":"s","name":"Name {n}"}}"#));
    let rows = envelope(&items);
    let items = Type::object([t::integer("id"), t::string("name")]);
    let schema = [t::integer("total"), t::array("items", items), t::any("next")];
    let schema = build(Presenter::builder("P").schema(schema));
    check_peak(&schema, &rows, rows.len() * 2, Frame::Result);
    check_second_render(&schema, &Request::new(), &rows);
    check_second_render(&everything, &Request::new().select(["items", "total"]), &rows);
}

/// Renders a text so many times with one Renderer, and says how often that allocated.
fn repeated(presenter: &Presenter, out: &mut Vec<u8>) -> impl FnMut(&str, usize) -> usize {
    let mut renderer = Renderer::new();
    move |json, times| {
        measure(|| {
            for _ in 0..times {
                out.clear();
                renderer
                    .render(presenter, json.as_bytes(), &Request::new(), Frame::Result, out)
                    .expect("a render");
            }
        })
        .0
    }
}

#[test]
fn b003_the_scratch_of_a_huge_render_is_given_back() {
    let members: Vec<_> = (0..100_000).map(|n| format!("\"k{n}\":0")).collect();
    let huge = format!("{{{}}}", members.join(","));
    let presenter = build(Presenter::builder("Any").allow_everything());
    let mut out = Vec::with_capacity(huge.len() * 2);
    let before = held();
    let mut render = repeated(&presenter, &mut out);
    render(&huge, 1);
    let spike = held() - before;
    assert!(
        spike > 2 << 20,
        "one object of a megabyte takes {spike} bytes only: test a larger one"
    );
    // A few small ones in between do not throw away what the next large one needs.
    render(&order(3), 10);
    assert_eq!(render(&huge, 1), 0);
    render(&order(3), 1000);
    let kept = held() - before;
    assert!(kept <= 1 << 20, "{kept} bytes kept of {spike}");
    assert_eq!(render(&order(3), 1000), 0);
}

#[test]
fn what_kinds_of_render_are_told_apart_by_is_not_kept_at_any_length() {
    let presenter = build(Presenter::builder("Any").allow_everything());
    let long = |n: usize| format!("{n}{}", "k".repeat(100 << 10));
    let toon = Request::new().format(Format::Toon(ToonOptions::new()));
    let small = order(3);
    let mut out = Vec::with_capacity(4 << 20);
    let before = held();
    // Headers, which are made of keys, and names that are asked for.
    for is_header in [true, false] {
        let mut renderer = Renderer::new();
        let mut render = |json: &str, request: &Request| {
            out.clear();
            let json = json.as_bytes();
            renderer.render(&presenter, json, request, Frame::Text, &mut out).expect("a render");
        };
        for n in 0..64 {
            let key = long(n);
            if is_header {
                render(&format!("[{{\"{key}\":1}},{{\"{key}\":2}}]"), &toon);
            } else {
                render("[{\"a\":1},{\"a\":2}]", &Request::new().select([key]));
            }
        }
        (0..1000).for_each(|_| render(&small, &toon));
        let kept = held() - before;
        assert!(kept <= 1 << 20, "{kept} bytes kept");
    }
}

#[test]
fn what_hooks_needed_for_a_huge_document_is_given_back() {
    let notes: Vec<_> = (0..50_000).map(|n| format!("\"note \\n {n}\"")).collect();
    let huge = format!("{{\"notes\":[{}]}}", notes.join(","));
    let items = format!("[{huge},{{\"notes\":[]}}]");
    let small = "{\"notes\":[\"a\",\"b \\n\"]}";
    // A hook that keeps every text.
    let presenter = Presenter::builder("Notes")
        .schema([t::array("notes", Type::string())])
        .ui(|document, ui| {
            let notes = document.each("notes");
            let longest = notes.filter_map(|note| note.as_str()).max_by_key(|note| note.len());
            ui.markdown(longest);
        })
        .collection_ui(|items, ui| ui.list(items.iter().map(|item| item.get("notes"))));
    let presenter = build(presenter);
    let mut out = Vec::with_capacity(huge.len() * 4);
    let before = held();
    let mut render = repeated(&presenter, &mut out);
    for json in [&huge, &items] {
        render(json, 1);
        let spike = held() - before;
        assert!(spike > 2 << 20, "{spike} bytes only: test a larger one");
        // A few small ones in between do not throw away what the next large one needs.
        render(small, 10);
        assert_eq!(render(json, 1), 0);
        render(small, 1000);
        let kept = held() - before;
        assert!(kept <= 1 << 20, "{kept} bytes kept of {spike}");
        assert_eq!(render(small, 1000), 0);
    }
}

#[test]
fn giving_memory_back_takes_nothing_from_a_report() {
    let members: Vec<_> = (0..100_000).map(|n| format!("\"k{n}\":0")).collect();
    let huge = format!("{{{}}}", members.join(","));
    let presenter = build(Presenter::builder("Any").allow_everything());
    let request = Request::new().select(["id", "nope"]);
    let mut renderer = Renderer::new();
    let mut unknown = |json: &str| {
        let blocks = renderer.blocks(&presenter, json.as_bytes(), &request).expect("a render");
        blocks.report().unknown_select().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(unknown(&huge), ["id", "nope"]);
    for _ in 0..200 {
        assert_eq!(unknown("{\"id\":1}"), ["nope"]);
    }
}
