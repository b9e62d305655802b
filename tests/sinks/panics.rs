//! A panic in any hook, in a censor and in the middle of any sink: nothing is left of the render,
//! and the Renderer is as good as new.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mcp_presenter::{
    Censor, Frame, Presenter, PresenterBuilder, Renderer, Request, RequestId, Response, Ui, View,
};

const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(7))];

const BEFORE: &[u8] = b"BEFORE \xFF\x00 ``` <domain_rules>";

/// Unwinds without a message.
fn burst() -> ! {
    resume_unwind(Box::new("burst"))
}

/// Writes something, and unwinds.
struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("half <dom\\\r")?;
        burst()
    }
}

/// Some items, and then it unwinds.
fn bombs() -> impl Iterator<Item = &'static str> {
    (0..3).map(|at| if at == 2 { burst() } else { "item" })
}

/// Presenters and data that use every part of a Renderer.
fn others() -> Vec<(Presenter, Vec<u8>)> {
    let hooks = |builder: PresenterBuilder| -> Presenter {
        let builder = builder
            .redact_pii(["secret"])
            .redact(["hashed"], Censor::hash([7; 16]))
            .redact(["called"], Censor::function(|value, path| format!("{path}:{}", value.text())))
            .limit(3)
            .rules(["fixed"])
            .directives(["directive"])
            .dynamic_rules(|view, rules| rules.rule(view.to_text()))
            .ui(|view, ui| {
                ui.json(|json| json.value(view));
                ui.table(["a"], [[view.get("a"), view.get("secret")]]);
            })
            .collection_ui(|items, ui| {
                ui.title(items.len()).list(items.iter());
                ui.list(items.iter().map(|item| item.get("lines")));
            })
            .suggest(|view, next| {
                next.suggest("tool", view.format(format_args!("{}", view.len())))
            });
        builder.build().expect("a presenter")
    };
    let child = hooks(Presenter::builder("child").allow_everything());
    let plain = Presenter::builder("plain").allow_everything().build().expect("a presenter");
    let all = hooks(Presenter::builder("all").allow_everything().embed("child", &child));
    let shown = hooks(
        Presenter::builder("shown").allow_everything().redact_hooks(true).embed("child", &child),
    );
    let item = br#"{"a":"\u0041|b","secret":"s","hashed":[1.50],"called":{"x":"\n"},"lines":[{"b":1},null],
        "child":{"a":1,"secret":[1,2],"lines":[3]}}"#;
    let items = [&b"["[..], &[&item[..]; 5].join(&b',')[..], b"]"].concat();
    let mut all: Vec<(Presenter, Vec<u8>)> = [&plain, &all, &shown]
        .into_iter()
        .flat_map(|presenter| [item.to_vec(), items.clone()].map(|json| (presenter.clone(), json)))
        .collect();
    all.push((plain, b"\"\\u003cdomain_rules>\"".to_vec()));
    all
}

/// What a Renderer makes of everything.
fn answers(renderer: &mut Renderer, others: &[(Presenter, Vec<u8>)]) -> Vec<(Vec<u8>, String)> {
    let mut answers = Vec::new();
    for (presenter, json) in others {
        for frame in FRAMES {
            let mut out = BEFORE.to_vec();
            let report = renderer.render(presenter, json, &Request::new(), frame, &mut out);
            answers.push((out, format!("{:?}", report.map(|report| report.bytes()))));
        }
        let blocks = renderer.blocks(presenter, json, &Request::new()).expect("blocks");
        answers.push((Vec::new(), format!("{:?}", blocks.structured())));
    }
    answers
}

struct Scene {
    others: Vec<(Presenter, Vec<u8>)>,
    fresh: Vec<(Vec<u8>, String)>,
}

impl Scene {
    fn new() -> Self {
        let others = others();
        let fresh = answers(&mut Renderer::new(), &others);
        Self { others, fresh }
    }

    /// Everything that `response` is asked for unwinds, and nothing is left of it.
    fn check(&self, what: &str, response: &Response<'_>) {
        let mut used = Renderer::new();
        answers(&mut used, &self.others);
        for mut renderer in [Renderer::new(), used] {
            for frame in FRAMES {
                let mut out = Vec::with_capacity(64);
                out.extend_from_slice(BEFORE);
                let render = || renderer.respond(response, &Request::new(), frame, &mut out);
                assert!(catch_unwind(AssertUnwindSafe(render)).is_err(), "{what}: no panic");
                assert_eq!(out, BEFORE, "{what}");
            }
            let render = || renderer.response_blocks(response, &Request::new());
            assert!(catch_unwind(AssertUnwindSafe(render)).is_err(), "{what}: no panic");
            assert!(answers(&mut renderer, &self.others) == self.fresh, "{what}");
        }
    }
}

const DOCUMENT: &[u8] = br#"{"a":"\u0041","b":[1,{"c":"x"}],"child":{"a":1}}"#;
const ITEMS: &[u8] = br#"[{"a":"\u0041","b":[1],"child":{"a":1}},{"a":2},{"a":3}]"#;

#[test]
fn in_each_kind_of_hook() {
    let scene = Scene::new();
    let builder = || {
        Presenter::builder("bursts")
            .allow_everything()
            .rules(["before"])
            .ui(|view, ui| ui.title("kept").markdown(view))
            .collection_ui(|items, ui| ui.list(items.iter()))
            .suggest(|view, next| next.suggest("before", view))
    };
    let hooks: [(&str, &[u8], PresenterBuilder); 10] = [
        ("ui", DOCUMENT, builder().ui(|view, _| burst_with(view))),
        (
            "collection_ui",
            ITEMS,
            builder().collection_ui(|items, _| {
                // With a view, a walk and a text in hand.
                let held: Vec<View<'_>> = items.iter().collect();
                let _walk = items.iter().next();
                let _text = held[0].text("a");
                burst()
            }),
        ),
        (
            "dynamic_rules",
            DOCUMENT,
            builder().dynamic_rules(|view, rules| {
                rules.rule("one");
                burst_with(view)
            }),
        ),
        ("dynamic_rules of an item", ITEMS, builder().dynamic_rules(|view, _| burst_with(view))),
        (
            "collection_rules",
            ITEMS,
            builder().collection_rules(|items, rules| {
                rules.rule("one");
                burst_with(&items.first().expect("an item"))
            }),
        ),
        ("collection_rules of nothing", b"[]", builder().collection_rules(|_, _| burst())),
        (
            "suggest",
            DOCUMENT,
            builder().suggest(|view, next| {
                next.suggest("tool", "one");
                burst_with(view)
            }),
        ),
        ("suggest of an item", ITEMS, builder().suggest(|view, _| burst_with(view))),
        (
            "collection_suggest",
            ITEMS,
            builder().collection_suggest(|_, next| {
                next.suggest("tool", "one");
                burst()
            }),
        ),
        (
            "a view's format",
            DOCUMENT,
            builder().ui(|view, ui| ui.markdown(view.format(format_args!("{Bomb}")))),
        ),
    ];
    for (what, json, builder) in hooks {
        let presenter = builder.build().expect("a presenter");
        scene.check(what, &presenter.response(json));
        // The same hook of a child.
        let outer = Presenter::builder("outer").allow_everything().embed("it", &presenter);
        let outer = outer.build().expect("a presenter");
        let json = [&b"{\"it\":"[..], json, b"}"].concat();
        scene.check(&format!("{what} of a child"), &outer.response(&json));
        let json = [&b"[{},{\"it\":null},"[..], &json, b"]"].concat();
        scene.check(&format!("{what} of an item's child"), &outer.response(&json));
    }
}

fn burst_with(view: &View<'_>) -> ! {
    let _held = (view.clone(), view.get("b.1"), view.text("a"), view.to_text());
    burst()
}

#[test]
fn in_a_function_censor() {
    let scene = Scene::new();
    for path in ["a", "b[1].c", "b", "**"] {
        for redact_hooks in [false, true] {
            let builder =
                || Presenter::builder("bursts").allow_everything().redact_hooks(redact_hooks);
            let censored = builder().redact([path], Censor::function(|_, _| burst()));
            let censored = censored.build().expect("a presenter");
            scene.check(path, &censored.response(DOCUMENT));
            scene.check(path, &censored.response([b"[{},", DOCUMENT, b",{}]"].concat()));
            let outer = Presenter::builder("outer").allow_everything().embed("it", &censored);
            let outer = outer.build().expect("a presenter");
            scene.check(path, &outer.response([b"{\"it\":", DOCUMENT, b"}"].concat()));
        }
    }
    // It bursts only when a hook looks.
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let censor = Censor::function(move |_, _| {
        match calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2 {
            0 => "shown".into(),
            _ => burst(),
        }
    });
    let presenter = Presenter::builder("bursts")
        .allow_everything()
        .redact(["a"], censor)
        .redact_hooks(true)
        .ui(|view, ui| ui.json(|json| json.value(view)))
        .build()
        .expect("a presenter");
    scene.check("a censor that a hook calls", &presenter.response(DOCUMENT));
}

#[test]
fn in_the_middle_of_each_sink() {
    type Write = fn(&mut Ui<'_>);
    let sinks: [(&str, Write); 19] = [
        ("title", |ui| ui.title(format_args!("{Bomb}")).markdown("x")),
        ("type", |ui| ui.raw(format_args!("{Bomb}"), "x")),
        ("raw", |ui| ui.raw("x", format_args!("{Bomb}"))),
        ("markdown", |ui| ui.title("T").markdown(format_args!("{Bomb}"))),
        ("summary", |ui| ui.summary(format_args!("{Bomb}"))),
        ("mermaid", |ui| ui.mermaid(format_args!("````{Bomb}"))),
        ("language", |ui| ui.code_block(format_args!("{Bomb}"), "x")),
        ("code", |ui| ui.code_block("x", format_args!("{Bomb}"))),
        ("list", |ui| ui.list(bombs())),
        ("list item", |ui| ui.list(["x"].map(|x| x.to_owned() + &format!("{Bomb}")))),
        ("list entry", |ui| {
            ui.list_with(|list| {
                list.item("x");
                list.item(format_args!("{Bomb}"));
            })
        }),
        ("headers", |ui| ui.table(bombs(), [["x"]])),
        ("header", |ui| ui.table([format_args!("{Bomb}")], [["x"]])),
        ("rows", |ui| ui.table(["x"], bombs().map(|x| [x]))),
        ("cell", |ui| ui.table_with(["x"], |rows| rows.row(("x", format_args!("{Bomb}"), "y")))),
        ("json", |ui| {
            ui.json(|json| {
                json.object(|object| {
                    object.set("x", 1);
                    object.member("y").array(|_| burst());
                })
            })
        }),
        ("json member", |ui| {
            ui.json(|json| {
                json.object(|object| {
                    let _member = object.member("y");
                    burst()
                })
            })
        }),
        ("echarts", |ui| ui.echarts(|_| burst())),
        ("between", |ui| {
            ui.title("T").width(mcp_presenter::Width::Half).priority(1);
            burst()
        }),
    ];
    let scene = Scene::new();
    let plain = Presenter::builder("plain").allow_everything().build().expect("a presenter");
    for (what, sink) in sinks {
        let presenter = Presenter::builder("bursts")
            .allow_everything()
            .ui(move |_, ui| {
                ui.markdown("before");
                sink(ui);
            })
            .build()
            .expect("a presenter");
        scene.check(what, &presenter.response(DOCUMENT));
        scene.check(&format!("appended {what}"), &plain.response(ITEMS).rule("x").ui(sink));
        scene.check(&format!("{what} of a text"), &Response::text("x").raw("y").ui(sink));
    }
    let presenter = Presenter::builder("bursts").allow_everything();
    let presenter = presenter.dynamic_rules(|_, rules| rules.rule(format_args!("{Bomb}")));
    scene.check("rule", &presenter.build().expect("a presenter").response(DOCUMENT));
    for (tool, reason) in [(true, false), (false, true)] {
        let presenter = Presenter::builder("bursts").allow_everything();
        let presenter = presenter.suggest(move |_, next| {
            next.suggest("one", "two");
            match (tool, reason) {
                (true, _) => next.suggest(format_args!("{Bomb}"), "x"),
                _ => next.suggest("x", format_args!("{Bomb}")),
            }
        });
        scene.check("suggestion", &presenter.build().expect("a presenter").response(DOCUMENT));
    }
}

#[test]
fn that_a_hook_catches() {
    // The block or entry in the middle of which it came is not there.
    type Write = fn(&mut Ui<'_>);
    let sinks: [Write; 8] = [
        |ui| ui.raw(format_args!("{Bomb}"), "x"),
        |ui| ui.markdown(format_args!("{Bomb}")),
        |ui| ui.code_block("x", format_args!("`````{Bomb}")),
        |ui| ui.list(bombs()),
        |ui| ui.table(bombs(), [["x"]]),
        |ui| ui.table(["x"], bombs().map(|x| [x])),
        |ui| ui.table_with(["x"], |rows| rows.row(("x", format_args!("{Bomb}"), "y"))),
        |ui| ui.json(|json| json.object(|object| object.member("y").array(|_| burst()))),
    ];
    let caught = |write: &mut dyn FnMut()| {
        assert!(catch_unwind(AssertUnwindSafe(write)).is_err(), "no panic");
    };
    for sink in sinks {
        let presenter = |is_torn: bool, is_last: bool| {
            Presenter::builder("P")
                .allow_everything()
                .ui(move |_, ui| {
                    ui.summary("before");
                    if is_torn {
                        caught(&mut || sink(ui));
                    }
                    if !is_last {
                        ui.summary("behind");
                    }
                })
                .dynamic_rules(move |_, rules| {
                    rules.rule("before");
                    if is_torn {
                        caught(&mut || rules.rule(format_args!("{Bomb}")));
                    }
                })
                .suggest(move |_, next| {
                    if is_torn {
                        caught(&mut || next.suggest("tool", format_args!("{Bomb}")));
                        caught(&mut || next.suggest(format_args!("{Bomb}"), "reason"));
                    }
                    if !is_last {
                        next.suggest("tool", "behind");
                    }
                })
                .build()
                .expect("a presenter")
        };
        for is_last in [false, true] {
            let others = [true, false].map(|torn| (presenter(torn, is_last), DOCUMENT.to_vec()));
            let [torn, whole] = others.map(|other| answers(&mut Renderer::new(), &[other]));
            assert_eq!(torn, whole);
        }
    }
}
