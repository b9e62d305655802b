//! `mcp-presenter render`.

use std::time::Instant;

use mcp_presenter::{Frame, Presenter, Renderer, Request};

use crate::arguments::{Form, Render, Style, request_id};
use crate::console::{Console, write_exactly};
use crate::failure::Failure;
use crate::input::Document;
use crate::progress;
use crate::report::{Done, Target, tell};
use crate::stream;

pub(crate) fn run(arguments: &Render, console: &Console) -> Result<(), Failure> {
    let target = arguments.report.as_ref().map(|file| Target::open(file.as_deref()));
    let mut target = target.transpose()?;
    let Some(done) = render(arguments, console).transpose() else { return Ok(()) };
    let reported = target.as_mut().map_or(Ok(()), |target| target.write(done.as_ref()));
    tell(&done?, console);
    reported
}

/// Renders, and writes what comes of it to standard output. Nothing is done if nobody reads a stream
/// to its end.
fn render(arguments: &Render, console: &Console) -> Result<Option<Done>, Failure> {
    // Everything about the command line and the presenter first: they fail before data is read.
    let frame = frame(arguments)?;
    let presenter = arguments.shown.read_presenter()?;
    let request = request(arguments, &presenter)?;

    let streams = arguments.stream || arguments.ndjson;
    if arguments.items.is_some() && !streams {
        return Err(Failure::usage("--items belongs to --stream and --ndjson"));
    }
    if streams {
        return stream::render(arguments, &presenter, &request, frame, console);
    }
    let Document { name, bytes: json } = arguments.shown.read_document(console)?;
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    let start = Instant::now();
    let length = Some(json.len() as u64);
    let rendered = progress::watch(&mut renderer, length, console, |renderer| {
        renderer.render(&presenter, &json, &request, frame, &mut out)
    });
    let time = start.elapsed();
    let report = rendered.map_err(|error| Failure::data(&name, error))?;
    write_exactly(&out)?;
    Ok(Some(Done { report, bytes_in: json.len(), time }))
}

fn frame(arguments: &Render) -> Result<Frame<'_>, Failure> {
    match (arguments.form, &arguments.id) {
        (Form::JsonRpc, Some(id)) => Ok(Frame::JsonRpc(request_id(id))),
        (Form::JsonRpc, None) => Err(Failure::usage("--as json-rpc needs --id")),
        (_, Some(_)) => Err(Failure::usage("--id belongs to --as json-rpc")),
        (Form::Text, None) => Ok(Frame::Text),
        (Form::Blocks, None) => Ok(Frame::Blocks),
        (Form::Result, None) => Ok(Frame::Result),
    }
}

fn request(arguments: &Render, presenter: &Presenter) -> Result<Request, Failure> {
    let request = arguments.shown.request()?;
    let Render { format, cells, .. } = arguments;
    if cells.are_asked_for() && !format.is_some_and(Style::may_be_toon) {
        return Err(Failure::usage("--array-cells belongs to --format toon, toon3 or auto"));
    }
    Ok(match format {
        Some(style) => request.format(style.format(presenter, cells)),
        None => request,
    })
}
