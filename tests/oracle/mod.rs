//! The oracle: the pipeline once more, as plainly as possible, over a tree of the whole input.
//!
//! It shares no code with the crate and uses nothing but the standard library. Where it and the
//! crate differ, one of them is wrong. It is slow, and recursive within its depth limit.

// Each test takes what it needs of it.
#![allow(dead_code, unused_imports, unreachable_pub)]

mod embed;
pub mod hash;
mod hooks;
mod model;
pub mod number;
pub mod parse;
mod present;
mod presenter;
mod redact;
mod schema;
mod select;
pub mod text;
pub mod toon;
mod ui;
mod walk;
mod write;

pub use present::{After, Layer, Request, Response, call, meta, respond};
pub use presenter::Presenter;
pub use ui::UiBlock;
pub use write::{Frame, Out};

/// How many failures a fault lists; the rest is counted.
const FAILURES_LISTED: usize = 20;

/// Why nothing is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub offset: Option<usize>,
    pub item: Option<usize>,
    pub failures: Vec<Failure>,
    pub uncounted: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    Empty,
    UnexpectedEnd,
    UnexpectedByte,
    InvalidEscape,
    ControlCharacter,
    InvalidNumber,
    InvalidUtf8,
    TrailingBytes,
    TooDeep,
    Validation,
    LoneSurrogate,
}

/// A field that does not fit the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub path: String,
    pub item: Option<usize>,
    pub offset: usize,
    pub expected: String,
    pub received: &'static str,
}

/// What happened on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub items: usize,
    pub hidden: usize,
    pub dropped: usize,
    pub redacted: usize,
    pub bytes: usize,
    /// Bytes of the data as JSON and as TOON, if the smaller was taken.
    pub choice: Option<(usize, usize)>,
    pub replaced_surrogates: usize,
    pub unknown_select: Vec<String>,
    pub unmatched_paths: Vec<String>,
}
