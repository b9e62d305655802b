//! A value whose place is known, and the scalars among those.

use crate::emit::lane;
use crate::plan::Kind;
use crate::text::number;

use super::super::fault::Fault;
use super::layout::{Accepts, Node};
use super::writer::Writer;

/// The root of a document.
pub(super) struct RootValue<'v, 'w> {
    pub(super) writer: &'v mut Writer<'w>,
}

/// A value of a node.
pub(super) struct Value<'v, 'w> {
    pub(super) writer: &'v mut Writer<'w>,
    pub(super) node: &'w Node,
}

impl Value<'_, '_> {
    /// Whether the node takes scalars of this kind, and those are censored.
    #[inline(always)]
    fn admit(&mut self, kind: Accepts) -> Result<bool, Fault> {
        match self.node.accepts.covers(kind) {
            true => Ok(self.node.censor.is_some()),
            false => Err(self.writer.miss()),
        }
    }

    /// Says no to what is none of the constants, if the node has some.
    #[inline(always)]
    fn choose(
        &mut self,
        is_chosen: impl FnOnce(&crate::plan::Choice) -> bool,
    ) -> Result<(), Fault> {
        let writer = &mut *self.writer;
        let Some(choice) = self.node.choice else { return Ok(()) };
        match &writer.plan.node(choice).kind {
            Kind::Enum(choice) if is_chosen(choice) => Ok(()),
            _ => Err(writer.miss()),
        }
    }

    /// Not inlined: it would be compiled for every type that has strings.
    #[inline(never)]
    pub(super) fn text(mut self, text: &str) -> Result<(), Fault> {
        let is_censored = self.admit(Accepts::STRING)?;
        self.choose(|choice| choice.has_plain(text.as_bytes()))?;
        let writer = self.writer;
        match is_censored {
            true => writer.hide(self.node, false),
            false => writer.layout.quoting.append(writer.out, text),
        }
        Ok(())
    }

    /// A number or a boolean with this JSON text.
    #[inline(always)]
    fn plain(mut self, kind: Accepts, text: &str) -> Result<(), Fault> {
        let is_censored = self.admit(kind)?;
        self.choose(|choice| choice.has(text.as_bytes()))?;
        match is_censored {
            true => self.writer.hide(self.node, false),
            false => lane::append(self.writer.out, text.as_bytes()),
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn boolean(self, value: bool) -> Result<(), Fault> {
        self.plain(Accepts::BOOLEAN, if value { "true" } else { "false" })
    }

    #[inline(always)]
    pub(super) fn integer(self, value: impl itoa::Integer) -> Result<(), Fault> {
        self.plain(Accepts::INTEGER, itoa::Buffer::new().format(value))
    }

    /// A finite number.
    #[inline(always)]
    pub(super) fn float(self, value: impl zmij::Float) -> Result<(), Fault> {
        number::with_shortest(value, |text| self.number(text))
    }

    fn number(self, text: &str) -> Result<(), Fault> {
        let accepts = self.node.accepts;
        let is_integer = !accepts.covers(Accepts::NUMBER) && number::is_integer(text.as_bytes());
        self.plain(if is_integer { Accepts::INTEGER } else { Accepts::NUMBER }, text)
    }

    pub(super) fn null(self) -> Result<(), Fault> {
        let Self { writer, node } = self;
        if !node.accepts.covers(Accepts::NULL) {
            return Err(writer.miss());
        }
        if node.null_censor.is_some() {
            writer.hide(node, true);
            return Ok(());
        }
        if node.censor.is_some() {
            writer.spare(node.state);
        }
        writer.out.extend_from_slice(b"null");
        Ok(())
    }
}
