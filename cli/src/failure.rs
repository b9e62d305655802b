//! Why nothing is shown.

use std::fmt::Display;
use std::path::Path;

use mcp_presenter::toon::ToonError;
use mcp_presenter::{PresenterFileError, RenderError};

/// Why nothing is shown, and one line that says it.
pub(crate) struct Failure {
    pub(crate) cause: Cause,
    pub(crate) message: String,
}

pub(crate) enum Cause {
    /// The command line is wrong.
    Usage,
    /// The presenter file is wrong, or cannot be read.
    Presenter,
    /// The data cannot be read.
    Input,
    /// The data is wrong.
    Data(RenderError),
    /// The data is wrong, and it is TOON.
    Toon,
    /// What was rendered, or the report, cannot be written.
    Output,
}

impl Failure {
    pub(crate) fn usage(message: impl Display) -> Self {
        Self { cause: Cause::Usage, message: message.to_string() }
    }

    /// `file` cannot be read.
    pub(crate) fn unread_presenter(file: &Path, error: impl Display) -> Self {
        Self { cause: Cause::Presenter, message: format!("{}: {error}", file.display()) }
    }

    /// `file` is no presenter. Its warnings are said as well: they may be what is behind it.
    pub(crate) fn presenter(file: &Path, error: &PresenterFileError) -> Self {
        let mut failure = Self::unread_presenter(file, error);
        if let PresenterFileError::Build(errors) = error {
            for warning in errors.warnings() {
                failure.message.push_str(&format!("; warning: {warning}"));
            }
        }
        failure
    }

    /// The input `name` cannot be read.
    pub(crate) fn input(name: &str, error: impl Display) -> Self {
        Self { cause: Cause::Input, message: format!("{name}: {error}") }
    }

    /// The input `name` cannot be shown.
    pub(crate) fn data(name: &str, error: RenderError) -> Self {
        Self { message: format!("{name}: {error}"), cause: Cause::Data(error) }
    }

    /// The input `name` is no TOON.
    pub(crate) fn toon(name: &str, error: &ToonError) -> Self {
        Self { cause: Cause::Toon, message: format!("{name}: {error}") }
    }

    /// The output `name` cannot be written.
    pub(crate) fn output(name: impl Display, error: impl Display) -> Self {
        Self { cause: Cause::Output, message: format!("{name}: {error}") }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self.cause {
            Cause::Usage | Cause::Presenter => 2,
            Cause::Input | Cause::Data(_) | Cause::Toon | Cause::Output => 1,
        }
    }
}
