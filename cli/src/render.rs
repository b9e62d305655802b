//! `mcp-presenter render`.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Instant;

use mcp_presenter::{Frame, Presenter, Renderer, Request};

use crate::arguments::{Form, Render, request_id};
use crate::console::{Console, write_exactly};
use crate::failure::Failure;
use crate::report::{Done, Target, tell};
use crate::{progress, read_presenter};

pub(crate) fn run(arguments: &Render, console: &Console) -> Result<(), Failure> {
    let target = arguments.report.as_ref().map(|file| Target::open(file.as_deref()));
    let mut target = target.transpose()?;
    let done = render(arguments, console);
    let reported = target.as_mut().map_or(Ok(()), |target| target.write(done.as_ref()));
    tell(&done?, console);
    reported
}

/// Renders, and writes what comes of it to standard output.
fn render(arguments: &Render, console: &Console) -> Result<Done, Failure> {
    // Everything about the command line and the presenter first: they fail before data is read.
    let frame = frame(arguments)?;
    let request = request(arguments)?;
    let presenter = match &arguments.presenter {
        Some(file) => read_presenter(file)?,
        None => {
            Presenter::builder("everything").allow_everything().build().map_err(Failure::usage)?
        }
    };

    let (name, json) = read_data(arguments.file.as_deref(), console)?;
    let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    let start = Instant::now();
    let rendered = progress::watch(&mut renderer, json.len(), console, |renderer| {
        renderer.render(&presenter, &json, &request, frame, &mut out)
    });
    let time = start.elapsed();
    let report = rendered.map_err(|error| Failure::data(&name, error))?;
    write_exactly(&out)?;
    Ok(Done { report, bytes_in: json.len(), time })
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

fn request(arguments: &Render) -> Result<Request, Failure> {
    // An empty list selects everything; an empty variable in a script should not.
    if arguments.select.iter().any(String::is_empty) {
        return Err(Failure::usage("--select holds an empty key"));
    }
    let request = Request::new().select(&arguments.select);
    Ok(match arguments.format {
        Some(style) => request.format(style.into()),
        None => request,
    })
}

/// The name of the input for messages, and its bytes.
fn read_data(file: Option<&Path>, console: &Console) -> Result<(String, Vec<u8>), Failure> {
    let (name, read) = match file {
        Some(file) if file != Path::new("-") => {
            let name = file.display().to_string();
            (name, File::open(file).and_then(|file| read_file(file, console)))
        }
        _ => ("standard input".to_owned(), progress::read(io::stdin().lock(), None, console)),
    };
    match read {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => Err(Failure::input(&name, error)),
    }
}

fn read_file(file: File, console: &Console) -> io::Result<Vec<u8>> {
    // A pipe or a device has no length.
    let length = file.metadata().ok().map(|data| data.len()).filter(|length| *length > 0);
    progress::read(file, length, console)
}
