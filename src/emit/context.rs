//! Where bytes will stand, and what that asks of them.

#![forbid(unsafe_code)]

use crate::plan::Rendered;

/// The place of a text block in the output.
pub(crate) trait Context: Copy {
    /// The block is the content of a JSON string of the frame, and is escaped as such while it
    /// is written.
    const FRAMED: bool;
    /// The frame must stay one line for readers that break lines at U+2028 and U+2029.
    const LINE: bool;

    fn of(rendered: &Rendered) -> &[u8];
}

/// A text block by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

/// A text block in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Framed;

/// A text block in a frame that is one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line;

impl Context for Plain {
    const FRAMED: bool = false;
    const LINE: bool = false;

    #[inline(always)]
    fn of(rendered: &Rendered) -> &[u8] {
        &rendered.plain
    }
}

impl Context for Framed {
    const FRAMED: bool = true;
    const LINE: bool = false;

    #[inline(always)]
    fn of(rendered: &Rendered) -> &[u8] {
        &rendered.framed
    }
}

impl Context for Line {
    const FRAMED: bool = true;
    const LINE: bool = true;

    #[inline(always)]
    fn of(rendered: &Rendered) -> &[u8] {
        &rendered.line
    }
}

/// A context, named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ContextId {
    #[default]
    Plain,
    Framed,
    Line,
}

impl ContextId {
    pub(crate) fn of<C: Context>() -> Self {
        match (C::FRAMED, C::LINE) {
            (false, _) => Self::Plain,
            (true, false) => Self::Framed,
            (true, true) => Self::Line,
        }
    }
}

/// Evaluates the expression with the type `$C` as the context that is named.
macro_rules! in_context {
    ($context:expr, $C:ident => $expression:expr) => {
        match $context {
            $crate::emit::context::ContextId::Plain => {
                type $C = $crate::emit::context::Plain;
                $expression
            }
            $crate::emit::context::ContextId::Framed => {
                type $C = $crate::emit::context::Framed;
                $expression
            }
            $crate::emit::context::ContextId::Line => {
                type $C = $crate::emit::context::Line;
                $expression
            }
        }
    };
}
pub(crate) use in_context;

/// Something of ours that is written the same way again and again.
pub(crate) trait Render {
    fn render<C: Context>(&self, out: &mut Vec<u8>);

    /// Its bytes for each context, to be kept.
    fn rendered(&self) -> Rendered {
        let (mut plain, mut framed, mut line) = (Vec::new(), Vec::new(), Vec::new());
        self.render::<Plain>(&mut plain);
        self.render::<Framed>(&mut framed);
        self.render::<Line>(&mut line);
        Rendered { plain: plain.into(), framed: framed.into(), line: line.into() }
    }
}
