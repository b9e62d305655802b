//! Why a stream ended early, and how far it had come.

use std::fmt;
use std::io;

use crate::door::stream::StreamFault;
use crate::error::RenderError;
use crate::tool_error::ToolError;

#[cfg(feature = "serde")]
use super::values::InvalidValue;

/// Why [`Renderer::stream`](crate::Renderer::stream) ended early, and how much was written by then. One
/// pointer wide.
///
/// `Display` gives one line without a value: of an error of the reader or writer, whose own message
/// may hold data, it says the kind. [`io_error`](Self::io_error) has the error itself.
pub struct StreamError(Box<Inner>);

struct Inner {
    cause: Cause,
    items: usize,
    bytes: usize,
}

/// Why a stream ends early.
pub(super) enum Cause {
    /// It was not begun.
    Refused(StreamErrorKind),
    Render(RenderError),
    Read(io::Error),
    Write(io::Error),
    WrongCount,
    Columns,
}

/// What kind of thing ended a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StreamErrorKind {
    /// The data or the request cannot be shown; see [`StreamError::render_error`].
    Render,
    /// The reader failed; see [`StreamError::io_error`].
    Read,
    /// The writer failed; see [`StreamError::io_error`]. What it took is all there is: nothing ends the
    /// message.
    Write,
    /// There are more or fewer items than [`Input::items`](crate::Input::items) says, or no items.
    WrongCount,
    /// A hook of the Presenter looks at the whole collection. Nothing was read.
    CollectionHooks,
    /// The Presenter embeds others, whose blocks are made of every item. Nothing was read.
    Embeds,
    /// [`Format::Auto`](crate::Format::Auto) compares two outputs. Nothing was read.
    ChoiceOfFormat,
    /// Structured content is asked for, which stands behind everything else. Nothing was read.
    StructuredContent,
    /// TOON begins with the number of items, and [`Input::items`](crate::Input::items) was not called.
    /// Nothing was read.
    CountNeeded,
    /// In TOON, an item may be no row of a table of scalars, and whether one is not would be known only
    /// at the end. See [`Renderer::stream`](crate::Renderer::stream).
    Columns,
}

impl From<StreamFault> for Cause {
    fn from(fault: StreamFault) -> Self {
        match fault {
            StreamFault::Data(error) => Self::Render(error),
            StreamFault::Count => Self::WrongCount,
            StreamFault::Columns => Self::Columns,
        }
    }
}

impl From<RenderError> for Cause {
    fn from(error: RenderError) -> Self {
        Self::Render(error)
    }
}

impl Cause {
    /// What a reader says; of ours, what is wrong with a value.
    #[cold]
    pub(super) fn of_read(error: io::Error) -> Self {
        #[cfg(feature = "serde")]
        if let Some(invalid) =
            error.get_ref().and_then(|inner| inner.downcast_ref::<InvalidValue>())
        {
            return Self::Render(RenderError::invalid_value(invalid.0.clone()));
        }
        Self::Read(error)
    }

    fn kind(&self) -> StreamErrorKind {
        match self {
            Self::Refused(kind) => *kind,
            Self::Render(_) => StreamErrorKind::Render,
            Self::Read(_) => StreamErrorKind::Read,
            Self::Write(_) => StreamErrorKind::Write,
            Self::WrongCount => StreamErrorKind::WrongCount,
            Self::Columns => StreamErrorKind::Columns,
        }
    }

    /// What an agent is told, behind the data that is cut.
    pub(super) fn told(&self) -> ToolError {
        let error = match self {
            Self::Render(error) => ToolError::from(error.clone()),
            Self::WrongCount => {
                ToolError::new(ToolError::INVALID_DATA, "The number of items is another one.")
            }
            Self::Columns => ToolError::new(ToolError::INVALID_DATA, "An item is no row."),
            _ => unfinished(),
        };
        error.recovery(CUT)
    }
}

/// What an agent is to make of data behind which an error stands.
const CUT: &str = "The data above is cut off. Do not take it for the whole.";

fn unfinished() -> ToolError {
    ToolError::new(ToolError::INCOMPLETE_DATA, "The data could not be read to its end.")
}

/// What an agent is told where something of the program's panicked.
pub(super) fn told_of_panic() -> ToolError {
    unfinished().recovery(CUT)
}

impl StreamError {
    #[cold]
    pub(super) fn new(cause: Cause, items: usize, bytes: usize) -> Self {
        Self(Box::new(Inner { cause, items, bytes }))
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> StreamErrorKind {
        self.0.cause.kind()
    }

    /// What is wrong with the data or the request. Nothing unless the kind is
    /// [`Render`](StreamErrorKind::Render).
    #[must_use]
    pub fn render_error(&self) -> Option<&RenderError> {
        match &self.0.cause {
            Cause::Render(error) => Some(error),
            _ => None,
        }
    }

    /// What the reader or the writer says. Nothing unless the kind is [`Read`](StreamErrorKind::Read)
    /// or [`Write`](StreamErrorKind::Write).
    #[must_use]
    pub fn io_error(&self) -> Option<&io::Error> {
        match &self.0.cause {
            Cause::Read(error) | Cause::Write(error) => Some(error),
            _ => None,
        }
    }

    /// How many items were written whole.
    #[must_use]
    pub fn items_written(&self) -> usize {
        self.0.items
    }

    /// How many bytes the writer took, those included that end a message that was cut. 0 if nothing
    /// was written: an answer can still be given, say `ToolError::from(error)`.
    #[must_use]
    pub fn bytes_written(&self) -> usize {
        self.0.bytes
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            Cause::Render(error) => error.fmt(f)?,
            Cause::Read(error) => write!(f, "the input cannot be read: {}", error.kind())?,
            Cause::Write(error) => write!(f, "the output cannot be written: {}", error.kind())?,
            other => f.write_str(other.kind().text())?,
        }
        match self.0.bytes {
            0 => Ok(()),
            bytes => write!(f, " ({} items and {bytes} bytes were written)", self.0.items),
        }
    }
}

impl StreamErrorKind {
    fn text(self) -> &'static str {
        match self {
            Self::Render => "the data cannot be shown",
            Self::Read => "the input cannot be read",
            Self::Write => "the output cannot be written",
            Self::WrongCount => "there are not as many items as was said",
            Self::CollectionHooks => "a hook looks at the whole collection, which a stream is not",
            Self::Embeds => {
                "embedded presenters look at the whole collection, which a stream is not"
            }
            Self::ChoiceOfFormat => {
                "the smaller of two formats is known only at the end of a stream"
            }
            Self::StructuredContent => "a stream has no structured content",
            Self::CountNeeded => "TOON needs the number of items before the first one",
            Self::Columns => "the items are not known to be rows of a table of scalars",
        }
    }
}

impl fmt::Debug for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StreamError({:?}: {self})", self.kind())
    }
}

impl std::error::Error for StreamError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.cause {
            Cause::Render(error) => Some(error),
            Cause::Read(error) | Cause::Write(error) => Some(error),
            _ => None,
        }
    }
}

/// What an agent is to be told instead of the result, if nothing of that was
/// [written](StreamError::bytes_written). As of a [`RenderError`], or with the code
/// [`INCOMPLETE_DATA`](ToolError::INCOMPLETE_DATA).
impl From<StreamError> for ToolError {
    fn from(error: StreamError) -> Self {
        match error.0.cause {
            Cause::Render(error) => error.into(),
            other => Self::new(
                Self::INCOMPLETE_DATA,
                format!("The result cannot be shown: {}.", other.kind().text()),
            ),
        }
    }
}
