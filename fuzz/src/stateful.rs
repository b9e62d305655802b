//! One Renderer for many calls: whatever came before, errors and panics too, it answers like a new
//! one.

// Each target and the test that replays them take what they need of it.
#![allow(dead_code, unreachable_pub)]

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Censor, Channel, Format, Frame, Presenter, PresenterBuilder, Renderer, Report, Request,
    RequestId, Response, Ui,
};

use crate::generate::{Extras, cases_with};
use crate::hostile::{Rows, Script, Source};
use crate::no_leak::Scene;

/// What stands in the buffer before a call.
const BEFORE: &[u8] = b"BEFORE \xFF\x00";

/// One call.
struct Call {
    presenter: Presenter,
    json: Vec<u8>,
    request: Request,
    /// What a handler appends.
    script: Option<Script>,
    bursts: Option<Burst>,
    /// The data without the Presenter.
    toon: Option<ToonOptions>,
}

/// What a call leaves in the buffer, and what is said of it.
#[derive(Debug, PartialEq)]
struct Answer {
    out: Vec<u8>,
    said: String,
}

/// A place where a program panics.
#[derive(Clone, Copy, Debug)]
struct Burst(usize);

const BURSTS: usize = 16;

pub fn stateful(input: &[u8]) {
    let mut source = Source::new(input);
    let window = [1 << 14, 1, 64, 200][source.below(4)];
    let renderer = || Renderer::new().with_window(window);
    let mut used = renderer();
    let mut calls: Vec<Call> = Vec::new();
    while !source.is_empty() && calls.len() < 12 {
        // Some calls come again, when others have been between.
        let again = source.below(4) == 0;
        let at = source.below(12);
        if !again || at >= calls.len() {
            calls.extend(Call::read(&mut source));
        }
        let Some(call) = (if again { calls.get(at) } else { None }).or(calls.last()) else {
            return;
        };
        for _ in 0..=source.below(3) {
            let way = source.below(6);
            let (answer, fresh) = (call.answer(&mut used, way), call.answer(&mut renderer(), way));
            assert_eq!(answer, fresh, "call {}", calls.len());
        }
    }
}

impl Call {
    /// The next call, or several with one Presenter.
    fn read(source: &mut Source<'_>) -> Vec<Self> {
        let kind = source.byte();
        let mut request = Request::new();
        match source.below(6) {
            0 => request = request.format(Format::JsonPretty),
            1 => request = request.select(["id", "a", "items", "k1", "k2", "child"]),
            2 => request = request.format(Format::Toon(source.toon())),
            3 => request = request.format(Format::Auto(source.toon())),
            _ => {}
        }
        let toon = (source.below(6) == 1).then(|| source.toon());
        let plain = |presenter, json, request| Self {
            presenter,
            json,
            request,
            script: None,
            bursts: None,
            toon,
        };
        match kind % 8 {
            0 | 1 => {
                let seed = u64::from(source.byte()) + 256 * u64::from(source.byte());
                let extras = match kind >> 3 & 3 {
                    0 => Extras::ALL,
                    2 => Extras::MODELS,
                    _ => Extras::NONE,
                };
                let cases = cases_with(seed, 2, extras).into_iter().map(|case| {
                    let presenter = Presenter::from_json(&case.presenter).expect("a presenter");
                    plain(presenter, case.data, request.clone().select(case.select))
                });
                cases.collect()
            }
            2 | 3 => {
                let scene = Scene::read(source);
                vec![plain(scene.presenter, scene.json, scene.request)]
            }
            4 => {
                let script = Script::read(source);
                let (presenter, json) = script.presented();
                vec![Self { script: Some(script), ..plain(presenter, json.into_bytes(), request) }]
            }
            5 => {
                let presenter =
                    Presenter::builder("everything").allow_everything().redact_pii(["**.id"]);
                let length = source.below(64);
                let json = source.take(length).to_vec();
                vec![plain(presenter.build().expect("a presenter"), json, request)]
            }
            6 => {
                let (presenter, json) = Rows::read(source).presented();
                vec![plain(presenter, json.into_bytes(), request)]
            }
            _ => {
                let burst = Burst(source.below(BURSTS));
                let json: &[u8] = match source.below(3) {
                    0 => br#"{"id":"\u0041","a":[1,{"b":null}],"child":{"id":2,"a":[]}}"#,
                    1 => br#"[{"id":1,"a":"x"},{"id":"2","child":[{"id":3}]},{"id":{}}]"#,
                    _ => b"[]",
                };
                let call = plain(burst.presenter(), json.to_vec(), request);
                let bursts = (source.below(3) == 0).then_some(burst);
                vec![Self { bursts, ..call }]
            }
        }
    }

    fn answer(&self, renderer: &mut Renderer, way: usize) -> Answer {
        let mut response = match self.toon {
            Some(options) => Response::toon(&self.json[..], options),
            None => self.presenter.response(&self.json[..]),
        };
        if let Some(script) = &self.script {
            response = script.appended.append(response);
        }
        if let Some(burst) = self.bursts {
            response = response.rule("appended").ui(move |ui| burst.write(ui));
        }
        let mut out = BEFORE.to_vec();
        let said = catch_unwind(AssertUnwindSafe(|| self.call(renderer, &response, way, &mut out)));
        assert!(out.starts_with(BEFORE), "the buffer's own bytes were changed");
        let said = said.unwrap_or_else(|_| {
            assert_eq!(out, BEFORE, "a panic left something");
            "a panic".into()
        });
        Answer { out, said }
    }

    fn call(
        &self,
        renderer: &mut Renderer,
        response: &Response<'_>,
        way: usize,
        out: &mut Vec<u8>,
    ) -> String {
        let request = &match way {
            3 if self.json.len().is_multiple_of(2) => self.request.clone().channel(Channel::Both),
            3 => self.request.clone().channel(Channel::Structured),
            _ => self.request.clone(),
        };
        let frame = match way {
            0 => Frame::Text,
            1 => Frame::Blocks,
            2 | 3 => Frame::Result,
            4 => Frame::JsonRpc(RequestId::Number(-3)),
            _ => match renderer.response_blocks(response, request) {
                Ok(blocks) => {
                    blocks.iter().for_each(|(_, text)| out.extend_from_slice(text.as_bytes()));
                    return format!("{:?} {}", blocks.structured(), counts(blocks.report()));
                }
                Err(error) => return format!("{error:?}"),
            },
        };
        match renderer.respond(response, request, frame, out) {
            Ok(report) => counts(&report),
            Err(error) => {
                assert_eq!(out, BEFORE, "an error left something");
                format!("{error:?}")
            }
        }
    }
}

fn counts(report: &Report) -> String {
    format!(
        "{} {} {} {} {} {} {} {} {:?} {:?} {:?}",
        report.items(),
        report.hidden(),
        report.dropped(),
        report.redacted(),
        report.bytes(),
        report.structured_bytes(),
        report.replaced_surrogates(),
        report.omitted_blocks(),
        report.unknown_select().collect::<Vec<_>>(),
        report.unmatched_paths().collect::<Vec<_>>(),
        report.choice(),
    )
}

/// Ends what is going on, as a panic does. A fuzzer takes panics for its own.
fn burst() -> ! {
    resume_unwind(Box::new("burst"))
}

/// Writes something, and bursts.
struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("half <dom`````\\\r")?;
        burst()
    }
}

impl Burst {
    fn presenter(self) -> Presenter {
        let own = self.hooks(Presenter::builder("bursts"));
        if self.0.is_multiple_of(2) {
            return own.build().expect("a presenter");
        }
        let child = own.build().expect("a presenter");
        let outer = Presenter::builder("outer").allow_everything().embed("child", &child);
        outer.redact_hooks(self.0 % 4 == 1).build().expect("a presenter")
    }

    fn hooks(self, builder: PresenterBuilder) -> PresenterBuilder {
        let at = self.0 / 2;
        let builder = builder.allow_everything().limit(2).rules(["fixed"]).redact_pii(["**.b"]);
        match at {
            0 => builder.redact(["id"], Censor::function(|_, _| burst())),
            1 => builder.dynamic_rules(|view, rules| {
                rules.rule(view);
                rules.rule(format_args!("{Bomb}"));
            }),
            2 => builder.suggest(|view, next| {
                next.suggest("one", view);
                next.suggest("two", format_args!("{Bomb}"));
            }),
            3 => builder.collection_rules(|items, rules| {
                items.iter().for_each(|item| rules.rule(&item));
                burst()
            }),
            4 => builder.collection_suggest(|items, next| {
                next.suggest(items.len(), items.first().map_or("", |item| item.to_text()));
                burst()
            }),
            5 => builder.collection_ui(move |items, ui| {
                ui.list(items.iter());
                self.write(ui);
            }),
            _ => builder.ui(move |view, ui| {
                ui.title(view).json(|json| json.value(view));
                self.write(ui);
            }),
        }
    }

    fn write(self, ui: &mut Ui<'_>) {
        match self.0 % 7 {
            0 => ui.title(format_args!("{Bomb}")).markdown(""),
            1 => ui.raw(format_args!("{Bomb}"), ""),
            2 => ui.title("T").priority(1).code_block("x", format_args!("{Bomb}")),
            3 => ui.table(["x"], [[format_args!("{Bomb}")]]),
            4 => ui.list((0..3).map(|at| if at == 2 { burst() } else { at })),
            5 => ui.json(|json| json.object(|object| object.member("k").array(|_| burst()))),
            _ => ui.echarts(|json| {
                let _json = json;
                burst()
            }),
        }
    }
}
