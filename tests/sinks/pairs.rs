//! Every pair of fragments in every sink, and texts that are long.

use mcp_presenter::{Channel, Frame, Presenter, Renderer, Request, Revision, Width};

use crate::hostile::{Appended, FRAGMENTS, FRAMES, Place, Script, Shown, Text, Tree, Way, What};
use crate::markdown;

/// A response that has the pieces everywhere. `way` says how hooks come by them.
fn everywhere(pieces: &[&str], way: Way, place: Place) -> Script {
    let whole = pieces.concat();
    let text = || Text::new(pieces, way);
    let shown = |what| Shown { title: None, width: None, priority: None, what };
    let leaf = || Tree::Leaf(text());
    let tree = Tree::Object(vec![
        (whole.clone(), Tree::List(vec![leaf(), Tree::Text(format!("x{whole}"))])),
        (format!("{whole}2"), leaf()),
    ]);
    let titled = Shown {
        title: Some(text()),
        width: Some(Width::Third),
        priority: Some(0.0),
        what: What::Raw(text(), text()),
    };
    let own = Text::new(pieces, Way::Pieces);
    Script {
        place,
        data: vec![whole.clone()],
        members: vec![(whole.clone(), whole.clone())],
        notice: Some(format!("{{max}}{whole}{{omitted}}")),
        ui: vec![
            titled,
            shown(What::Markdown(text())),
            shown(What::Summary(text())),
            shown(What::Mermaid(text())),
            shown(What::Code(text(), text())),
            shown(What::List(vec![text(), text()])),
            shown(What::Table(vec![text(), text()], vec![vec![text(), text(), text()], vec![]])),
            shown(What::Json(tree.clone())),
            shown(What::Echarts(tree)),
        ],
        directives: vec![whole.clone()],
        fixed_rules: vec![whole.clone()],
        rules: vec![text(), text()],
        suggestions: vec![(text(), text())],
        channel: Channel::Both,
        revision: Revision::V2026_07_28,
        appended: Appended {
            ui: vec![shown(What::List(vec![own.clone(), own]))],
            raw: None,
            directives: vec![whole.clone()],
            rules: vec![whole.clone()],
            suggestions: vec![(whole.clone(), whole)],
        },
    }
}

const WAYS: [Way; 8] = [
    Way::Slice,
    Way::Owned,
    Way::Pieces,
    Way::Characters,
    Way::Option,
    Way::View(0),
    Way::InArray(0),
    Way::InObject(0),
];

fn check(renderer: &mut Renderer, pieces: &[&str], way: Way, place: Place, frames: &[Frame<'_>]) {
    let script = everywhere(pieces, way, place);
    for written in script.check(renderer, frames) {
        markdown::check(&written);
    }
}

#[test]
fn every_fragment_in_every_way() {
    let mut renderer = Renderer::new();
    for fragment in FRAGMENTS {
        for way in WAYS {
            for place in [Place::Document, Place::Collection, Place::Child] {
                check(&mut renderer, &[fragment], way, place, &FRAMES);
            }
        }
    }
}

#[test]
fn every_pair_of_fragments() {
    let mut renderer = Renderer::new();
    for (at, first) in FRAGMENTS.iter().enumerate() {
        for (behind, second) in FRAGMENTS.iter().enumerate() {
            let way = WAYS[(at + behind) % WAYS.len()];
            let frames = &FRAMES[behind % FRAMES.len()..][..1];
            check(&mut renderer, &[first, second], way, Place::Document, frames);
        }
    }
}

const LONG: [&str; 11] =
    ["<dom", "`", "|", "\\", "\\|", "\r", "\n", "é", "<", "</ui_passthrough>", "\0"];

#[test]
fn long_texts() {
    let mut renderer = Renderer::new();
    for fragment in LONG {
        let long = fragment.repeat(20_000 / fragment.len());
        let last = format!("{long}ain_rules>");
        for way in [Way::Slice, Way::View(0)] {
            check(&mut renderer, &[&last], way, Place::Document, &FRAMES);
        }
        check(&mut renderer, &[&long, &last], Way::Pieces, Place::Child, &FRAMES);
    }
}

#[test]
fn very_long_texts_take_no_time() {
    // If one of them cost more than its length, this would not end.
    let plain = Presenter::builder("P").allow_everything().build().expect("a presenter");
    for fragment in LONG {
        let long = fragment.repeat((2 << 20) / fragment.len());
        let long = long.as_str();
        let response = plain
            .response(b"{}")
            .ui(|ui| {
                ui.title(long).raw(long, long);
                ui.code_block(long, long);
                ui.list([long]);
                ui.table([long], [[long]]);
                ui.json(|json| json.object(|object| object.set(long, long)));
            })
            .suggest(long, long);
        let mut out = Vec::new();
        let mut renderer = Renderer::new();
        renderer.respond(&response, &Request::new(), Frame::Result, &mut out).expect("a response");
        assert!(out.len() > 10 * long.len(), "{fragment:?}");
    }
}
