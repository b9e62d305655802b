//! `mcp-presenter render`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use mcp_presenter::{Frame, Presenter, Renderer, Request};

use crate::arguments::{Form, Render, request_id};
use crate::{Failure, complain, read_presenter};

pub(crate) fn run(arguments: &Render) -> Result<Vec<u8>, Failure> {
    // Everything about the command line and the presenter first: they fail before data is read.
    let frame = frame(arguments)?;
    let request = request(arguments)?;
    let presenter = match &arguments.presenter {
        Some(file) => read_presenter(file)?,
        None => {
            Presenter::builder("everything").allow_everything().build().map_err(Failure::usage)?
        }
    };

    let (name, json) = read_data(arguments.file.as_deref())?;
    let mut out = Vec::new();
    let report = Renderer::new()
        .render(&presenter, &json, &request, frame, &mut out)
        .map_err(|error| Failure::data(format!("{name}: {error}")))?;
    for key in report.unknown_select() {
        complain(&format!("warning: --select: there is no {key:?}"));
    }
    Ok(out)
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
fn read_data(file: Option<&Path>) -> Result<(String, Vec<u8>), Failure> {
    let (name, read) = match file {
        Some(file) if file != Path::new("-") => (file.display().to_string(), fs::read(file)),
        _ => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes);
            ("standard input".to_owned(), read)
        }
    };
    match read {
        Ok(bytes) => Ok((name, bytes)),
        Err(error) => Err(Failure::data(format!("{name}: {error}"))),
    }
}
