//! Nothing is seen by somebody who may not see it: in no block, no error, no report, no `Debug`.

// Each target and the test that replays them take what they need of it.
#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use mcp_presenter::toon::ToonOptions;
use mcp_presenter::{
    Channel, Content, Frame, Items, Layer, Mode, Presenter, PresenterBuilder, RenderError,
    Renderer, Request, RequestId, Response, ToolError, Type, View,
};

use crate::canary::{Maker, Mark, Marks, canaries};
use crate::hostile::Source;

use Mark::{Both, Inner, Nobody, Open, Outer, Unselected, Wire};

const WIRE: &[Mark] = &[Wire];
const OUTER_HOOKS: &[Mark] = &[Wire, Both, Outer, Open, Unselected];
const INNER_HOOKS: &[Mark] = &[Wire, Both, Inner, Unselected];
/// What nothing redacts and no Presenter leaves out.
const OUTER_DEBUG: &[Mark] = &[Wire, Unselected];
const NOTHING: &[Mark] = &[];

/// What the outer Presenter says of the data of the embedded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    Any,
    Nowhere,
    Redacted,
    Alike,
}

/// The key of the embedded Presenter's data.
const CHILD: &str = "child";

/// A response, and who may see what of it.
pub struct Scene {
    pub presenter: Presenter,
    pub json: Vec<u8>,
    pub request: Request,
    /// For the same data without a Presenter.
    toon: ToonOptions,
    outer: &'static [Mark],
    inner: &'static [Mark],
    debug: &'static [Mark],
    looks: Vec<Look>,
}

/// How a hook looks at the data.
#[derive(Clone, Copy, Debug)]
struct Look(usize);

/// How many items a collection shows.
const LIMITS: [usize; 8] = [2, 2, 2, 5, 5, 9, 20, 40];

/// The keys that hooks know.
type Keys = Arc<Vec<String>>;

pub fn no_leak(input: &[u8]) {
    let scene = Scene::read(&mut Source::new(input));
    let mut renderer = Renderer::new();
    scene.check(&mut renderer);
}

impl Scene {
    pub fn read(source: &mut Source<'_>) -> Self {
        let (redacts_outer, redacts_inner) = (source.below(3) == 0, source.below(3) == 0);
        let looks: Vec<Look> = (0..6).map(|_| Look(source.below(LOOKS))).collect();
        let (format, toon) = (source.format(), source.toon());
        let limit = LIMITS[source.below(LIMITS.len())];
        let is_collection = source.below(3) > 0;
        // Alike items, but for one of them: those that are foreseen are read by another way.
        let (is_alike, other) = (source.below(3) > 0, source.below(24));
        let (embeds, declared) = (source.flag(), source.below(4));
        let (selects, cuts) = (source.below(4) == 0, source.below(8) == 0);
        let selected = source.byte();
        let mut maker = Maker::new(source);

        let child_root = maker.root();
        let child = maker.builder("child", child_root.ty(), 2).redact_hooks(redacts_inner);
        let root = maker.root();
        let declared = match declared {
            0 => Declared::Any,
            1 if root.mode() == Mode::Passthrough => Declared::Any,
            1 => Declared::Nowhere,
            2 => Declared::Redacted,
            _ => Declared::Alike,
        };
        let ty = match declared {
            _ if !embeds => root.ty(),
            Declared::Any | Declared::Redacted => root.with(CHILD, Type::any()),
            Declared::Alike => root.with(CHILD, child_root.ty()),
            Declared::Nowhere => root.ty(),
        };
        let mut outer = maker.builder("outer", ty, limit).redact_hooks(redacts_outer);
        if embeds && declared == Declared::Redacted {
            outer = outer.redact_pii([CHILD]);
        }
        let keys: Keys = Arc::new(maker.keys.iter().cloned().chain([CHILD.to_owned()]).collect());
        if embeds {
            let child = hooks(child, &keys, &looks).build().expect("a presenter");
            outer = outer.embed(CHILD, &child);
        }
        let presenter = hooks(outer, &keys, &looks).build().expect("a presenter");

        let mut select = Vec::new();
        if selects {
            let mut asked = root.root_keys();
            asked.push(CHILD.to_owned());
            let bits = asked.into_iter().enumerate();
            select.extend(bits.filter(|(at, _)| selected >> (at % 8) & 1 == 1).map(|(_, key)| key));
        }
        let start = maker.source.clone();
        let mut document = |at: usize, shows: bool| {
            if is_alike && at != other {
                *maker.source = start.clone();
            }
            let nobody = Marks { shown: Nobody, redacted: Nobody, undeclared: Nobody };
            let mut marks = child_marks(declared);
            if !select.is_empty() && !select.iter().any(|key| key == CHILD) {
                marks = marks.unselected();
            }
            let (own, marks) = if shows { (Marks::OWN, marks) } else { (nobody, nobody) };
            let member = embeds.then(|| match maker.source.below(6) {
                0 => format!("\"{CHILD}\":null"),
                1 if declared != Declared::Alike => {
                    let beyond =
                        Marks { shown: marks.undeclared, redacted: marks.undeclared, ..marks };
                    let items = [marks, marks, beyond].map(|marks| maker.value(&child_root, marks));
                    format!("\"{CHILD}\":[{}]", items.join(","))
                }
                _ => format!("\"{CHILD}\":{}", maker.value(&child_root, marks)),
            });
            maker.document(&root, own, &select, member)
        };
        let mut json = match is_collection {
            true => {
                let items: Vec<_> =
                    (0..limit + 1 + limit / 4).map(|at| document(at, at < limit)).collect();
                format!("[{}]", items.join(","))
            }
            false => document(0, true),
        };
        if cuts {
            json.truncate(json.len() * usize::from(selected) / 256);
        }
        let free = |free, redacts: bool| if redacts { WIRE } else { free };
        Self {
            presenter,
            json: json.into_bytes(),
            request: Request::new().select(select).format(format),
            toon,
            outer: free(OUTER_HOOKS, redacts_outer),
            inner: free(INNER_HOOKS, redacts_outer || redacts_inner),
            debug: free(OUTER_DEBUG, redacts_outer),
            looks,
        }
    }

    fn check(&self, renderer: &mut Renderer) {
        let shows = |what: &str, text: &str, allowed: &[Mark]| {
            let mut found = canaries(text).into_iter();
            if let Some((mark, at)) = found.find(|(mark, _)| !allowed.contains(mark)) {
                let around = |ends: usize, starts: usize| -> String {
                    let text = &text.as_bytes()[ends.min(text.len())..starts.min(text.len())];
                    String::from_utf8_lossy(text).into_owned()
                };
                let (before, behind) = (around(at.saturating_sub(200), at), around(at, at + 60));
                let json = String::from_utf8_lossy(&self.json);
                panic!("{mark:?} in {what}: {before}»{behind}\nof {json}\n{:?}", self.looks);
            }
        };
        let Self { presenter, json, request, .. } = self;
        let everybody = [self.outer, self.inner].concat();
        let blocks = renderer.blocks(presenter, json, request);
        match &blocks {
            Err(error) => shows("an error", &said(error), NOTHING),
            Ok(blocks) => {
                for (layer, text) in blocks.iter() {
                    match layer {
                        Layer::Data => shows("the data", text, WIRE),
                        Layer::Embed => shows("a child's block", text, self.inner),
                        _ => shows("a block", text, self.outer),
                    }
                }
                shows("a report", &format!("{:?}", blocks.report()), NOTHING);
                let structured = blocks.structured();
                shows("a structured view", &format!("{structured:?}"), self.debug);
                let parts = (&structured.ui_blocks, &structured.suggestions);
                shows(
                    "a part of it",
                    &format!("{parts:#?} {:?}", structured.system_rules),
                    self.debug,
                );
                shows("blocks", &format!("{blocks:?}"), NOTHING);
                shows("the data", &format!("{:?}", structured.data), WIRE);
            }
        }
        for frame in [Frame::Text, Frame::Result, Frame::JsonRpc(RequestId::Number(1))] {
            let mut out = Vec::new();
            match (renderer.render(presenter, json, request, frame, &mut out), &blocks) {
                (Ok(report), Ok(_)) => {
                    shows("a frame", &String::from_utf8_lossy(&out), &everybody);
                    shows("a report", &format!("{report:?}"), NOTHING);
                }
                (Err(error), Err(other)) => {
                    assert_eq!(error, *other);
                    assert!(out.is_empty());
                }
                (one, other) => panic!("{one:?}, {other:?}"),
            }
        }
        for channel in [Channel::Structured, Channel::Both] {
            let request = request.clone().channel(channel);
            let mut out = Vec::new();
            match (renderer.render(presenter, json, &request, Frame::Result, &mut out), &blocks) {
                (Ok(report), Ok(_)) => {
                    let out = String::from_utf8_lossy(&out);
                    shows("a frame", &out, &everybody);
                    shows("a report", &format!("{report:?}"), NOTHING);
                    let structured =
                        out.rsplit_once("],\"structuredContent\":").expect("it is there");
                    shows("structured content", structured.1, WIRE);
                }
                (Err(error), Err(other)) => {
                    assert_eq!(error, *other);
                    assert!(out.is_empty());
                    shows("a tool's error", &told(renderer, error), NOTHING);
                }
                (one, other) => panic!("{one:?}, {other:?}"),
            }
        }
        let (response, bare) = (presenter.response(json), Response::toon(&json[..], self.toon));
        match renderer.respond(&bare, &Request::new(), Frame::Result, &mut Vec::new()) {
            Ok(report) => shows("a report", &format!("{report:?}"), NOTHING),
            Err(error) => shows("an error", &said(&error), NOTHING),
        }
        shows(
            "a value of the program",
            &format!("{renderer:?} {presenter:?} {response:?} {bare:?}"),
            NOTHING,
        );
    }
}

/// What an agent is told of an error.
fn told(renderer: &mut Renderer, error: RenderError) -> String {
    let response = Response::from(ToolError::from(error));
    let mut out = Vec::new();
    renderer.respond(&response, &Request::new(), Frame::Result, &mut out).expect("an error result");
    String::from_utf8_lossy(&out).into_owned()
}

/// Everything that an error says.
fn said(error: &RenderError) -> String {
    let mut said = format!("{error} {error:?} {error:#?}");
    for failure in error.failures() {
        said += &format!("{failure} {failure:?} {} {}", failure.path(), failure.expected());
    }
    said
}

fn child_marks(declared: Declared) -> Marks {
    let (shown, redacted, undeclared) = match declared {
        Declared::Any => (Wire, Both, Open),
        Declared::Nowhere => (Inner, Inner, Nobody),
        Declared::Redacted => (Both, Both, Outer),
        Declared::Alike => (Wire, Both, Nobody),
    };
    Marks { shown, redacted, undeclared }
}

/// Hooks that say all they can see, each looking in its own way.
fn hooks(mut builder: PresenterBuilder, keys: &Keys, looks: &[Look]) -> PresenterBuilder {
    for (at, look) in looks.iter().copied().enumerate() {
        let keys = || Arc::clone(keys);
        let (first, second, third) = (keys(), keys(), keys());
        builder = match at {
            0 | 1 => builder
                .ui(move |view, ui| {
                    ui.title(view.get("k1"));
                    look.at(view, &first, &mut |text| ui.code_block("x", text));
                    ui.json(|json| {
                        json.array(|array| match at {
                            0 => array.push(view),
                            _ => second.iter().for_each(|key| array.push(view.get(key))),
                        })
                    });
                })
                .collection_ui(move |items, ui| {
                    look.at_all(items, &third, &mut |text| ui.list([text]));
                    let row = |item: View<'_>| {
                        [item.to_text().len().to_string(), item.to_text().to_owned()]
                    };
                    ui.table(["length", "item"], items.iter().map(row));
                }),
            2 => builder.dynamic_rules(move |view, rules| {
                look.at(view, &first, &mut |text| rules.rule(text));
            }),
            3 => builder.collection_rules(move |items, rules| {
                look.at_all(items, &first, &mut |text| rules.rule(text));
            }),
            4 => builder.suggest(move |view, next| {
                look.at(view, &first, &mut |text| next.suggest(text, text));
            }),
            _ => builder.collection_suggest(move |items, next| {
                look.at_all(items, &first, &mut |text| next.suggest("tool", text));
            }),
        };
    }
    builder
}

const LOOKS: usize = 8;

impl Look {
    fn at_all(self, items: &Items<'_>, keys: &[String], say: &mut dyn FnMut(&dyn Content)) {
        assert!(canaries(&format!("{items:?}")).is_empty());
        items.iter().for_each(|item| self.at(&item, keys, say));
        items.first().iter().for_each(|item| self.at(item, keys, say));
    }

    fn at(self, view: &View<'_>, keys: &[String], say: &mut dyn FnMut(&dyn Content)) {
        assert!(canaries(&format!("{view:?}")).is_empty());
        match self.0 {
            0 => say(view),
            1 => say_keys(view, say),
            2 => say_leaves(view, say),
            3 => keys.iter().filter_map(|key| view.get(key)).for_each(|value| say(&value)),
            4 => keys.iter().for_each(|key| say(&view.text(key))),
            5 => view.members().for_each(|(_, value)| say(&value)),
            6 => say(&view.format(format_args!("{}", view.to_text()))),
            _ => {
                for key in keys {
                    let member = view.member(CHILD);
                    let value = member.as_ref().and_then(|child| child.member(key));
                    say(&value);
                    say(&format_args!(
                        "{key} {:?}",
                        member.and_then(|child| child.get(key)?.as_f64())
                    ));
                    say(&view.each(key).count());
                }
            }
        }
    }
}

fn say_keys(view: &View<'_>, say: &mut dyn FnMut(&dyn Content)) {
    for (key, value) in view.members() {
        say(&key);
        say_keys(&value, say);
    }
    view.elements().for_each(|element| say_keys(&element, say));
}

fn say_leaves(view: &View<'_>, say: &mut dyn FnMut(&dyn Content)) {
    let mut has_any = false;
    for value in view.members().map(|(_, value)| value).chain(view.elements()) {
        has_any = true;
        say_leaves(&value, say);
    }
    if !has_any {
        say(&view.as_str());
        say(&view.as_number());
        say(&view.as_bool());
    }
}
