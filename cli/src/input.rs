//! What commands read: presenter files and documents.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use mcp_presenter::{Presenter, Request};

use crate::arguments::Shown;
use crate::console::Console;
use crate::failure::Failure;
use crate::progress;

/// A document and its name for messages.
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads a presenter file: TOML if it is called so, JSON otherwise.
pub(crate) fn read_presenter(file: &Path) -> Result<Presenter, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::unread_presenter(file, error))?;
    let is_toml = file.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("toml"));
    let read = if is_toml { Presenter::from_toml } else { Presenter::from_json };
    read(&text).map_err(|error| Failure::presenter(file, &error))
}

/// A document that is open to be read.
pub(crate) struct Source {
    /// For messages.
    pub(crate) name: String,
    pub(crate) reader: Box<dyn Read>,
    /// Nothing for a pipe or a device.
    pub(crate) length: Option<u64>,
}

impl Source {
    /// Opens `file`, or standard input if it is absent or `-`.
    pub(crate) fn open(file: Option<&Path>) -> Result<Self, Failure> {
        let Some(file) = file.filter(|file| *file != Path::new("-")) else {
            let name = "standard input".to_owned();
            return Ok(Self { name, reader: Box::new(io::stdin().lock()), length: None });
        };
        let name = file.display().to_string();
        let opened = File::open(file).map_err(|error| Failure::input(&name, error))?;
        let length = opened.metadata().ok().map(|data| data.len()).filter(|length| *length > 0);
        Ok(Self { name, reader: Box::new(opened), length })
    }
}

/// Reads `file`, or standard input if it is absent or `-`.
pub(crate) fn read_document(file: Option<&Path>, console: &Console) -> Result<Document, Failure> {
    let Source { name, reader, length } = Source::open(file)?;
    match progress::read(reader, length, console) {
        Ok(bytes) => Ok(Document { name, bytes }),
        Err(error) => Err(Failure::input(&name, error)),
    }
}

impl Shown {
    /// The presenter of the file, or one that allows everything.
    pub(crate) fn read_presenter(&self) -> Result<Presenter, Failure> {
        match &self.presenter {
            Some(file) => read_presenter(file),
            None => {
                Presenter::builder("everything").allow_everything().build().map_err(Failure::usage)
            }
        }
    }

    /// What is asked of the presenter, in its own format.
    pub(crate) fn request(&self) -> Result<Request, Failure> {
        // An empty list selects everything; an empty variable in a script should not.
        if self.select.iter().any(String::is_empty) {
            return Err(Failure::usage("--select holds an empty key"));
        }
        Ok(Request::new().select(&self.select))
    }

    pub(crate) fn read_document(&self, console: &Console) -> Result<Document, Failure> {
        read_document(self.file.as_deref(), console)
    }
}
