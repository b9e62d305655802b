//! A message that is written piece by piece: its frame, the data as it comes, what stands around it,
//! and what ends it if something is wrong. Without input or output.

use std::marker::PhantomData;

use crate::blocks::Layer;
use crate::blocks::output::Output;
use crate::door::scratch::Scratch;
use crate::door::stream::{DocumentStream, Step};
use crate::emit::context::Context;
use crate::frame::{Frame, Tail};
use crate::layers::fixed;
use crate::presenter::Presenter;
use crate::render::job::{Job, Place, WrittenData};
use crate::render::{Hooks, Renderer};
use crate::report::{Counts, Report};
use crate::request::Request;
use crate::tool_error::ToolError;

use super::error::Cause;

/// A message that is written piece by piece.
pub(super) struct Message<'m, C> {
    presenter: &'m Presenter,
    request: &'m Request,
    frame: Frame<'m>,
    place: Place,
    scratch: &'m mut Scratch,
    hooks: &'m mut Hooks,
    output: &'m mut Output,
    pub(super) document: DocumentStream,
    /// The output is written when it has so many bytes.
    full: usize,
    /// Some of it was written.
    has_begun: bool,
    context: PhantomData<C>,
}

impl<'m, C: Context> Message<'m, C> {
    /// Begins a message.
    pub(super) fn begin(
        renderer: &'m mut Renderer,
        (presenter, request): (&'m Presenter, &'m Request),
        frame: Frame<'m>,
        document: DocumentStream,
        full: usize,
    ) -> Self {
        renderer.give_back();
        let place = Place { isa: renderer.isa, window: renderer.window };
        let Renderer { scratch, hooks, output, .. } = renderer;
        let plan = &presenter.0.plan;
        scratch.selection.reset(&request.select, plan.nested_select);
        scratch.tally.reset(plan.paths);
        scratch.choice = None;
        document.begin(scratch);
        output.begin_frame::<C>(Vec::new(), &frame, false);
        output.begin(Layer::Data);
        let (has_begun, context) = (false, PhantomData);
        Self {
            presenter,
            request,
            frame,
            place,
            scratch,
            hooks,
            output,
            document,
            full,
            has_begun,
            context,
        }
    }

    /// Makes what can be made of the input that is there. Unless more of that is needed, there is
    /// [output](Self::output) to be written.
    pub(super) fn step(&mut self) -> Result<Step, Cause> {
        let plan = &self.presenter.0.plan;
        loop {
            let out = &mut self.output.buffer;
            let step = self.document.step::<C>(plan, self.scratch, out, self.full)?;
            if self.document.is_faulty(plan, self.scratch) {
                // What is left is read for whatever else is wrong, as long as nobody has seen any of it.
                if self.has_begun || step == Step::End {
                    self.document.verdict(plan, self.scratch)?;
                }
                self.output.flushed();
                if step == Step::Write {
                    continue;
                }
            }
            if step == Step::End {
                self.finish()?;
            }
            return Ok(step);
        }
    }

    /// Writes what stands behind the data.
    fn finish(&mut self) -> Result<(), Cause> {
        let job = Job::data(self.presenter, &[], self.request);
        let inner = &*self.presenter.0;
        self.document.verdict(&inner.plan, self.scratch)?;
        self.output.end();
        let root = self.document.root(&inner.plan);
        if inner.surroundings.has_hooks {
            let first = self.document.first();
            self.hooks.write(&job, first, self.place, root, None, self.output)?;
        } else {
            fixed::write(self.output, inner, root, None);
        }
        let tail = job.tail(&WrittenData::of_stream(root), self.scratch);
        self.frame.end(&mut self.output.buffer, &tail);
        Ok(())
    }

    /// What is to be written.
    pub(super) fn output(&self) -> &[u8] {
        &self.output.buffer
    }

    /// All of it was written.
    pub(super) fn wrote(&mut self) {
        self.has_begun |= !self.output.buffer.is_empty();
        self.output.flushed();
    }

    /// What is at hand will not be written, but, if anything was before, what ends the message as one
    /// that failed: the data stays cut.
    pub(super) fn fail(&mut self, error: &ToolError) {
        self.output.cut();
        if self.has_begun {
            self.output.begin(Layer::Data);
            error.write(self.output);
            self.output.end();
            let revision = self.request.revision;
            let tail = Tail { is_error: Some(true), revision, ..Tail::default() };
            self.frame.end(&mut self.output.buffer, &tail);
        }
    }

    /// What came of the message, which had so many bytes.
    pub(super) fn report(&self, bytes: usize) -> Report {
        let root = self.document.root(&self.presenter.0.plan);
        let counts = Counts { root, choice: None, bytes, structured_bytes: 0, omitted: 0 };
        Report::new(self.presenter, counts, &self.scratch.tally, &self.scratch.selection)
    }

    /// How many items are shown so far.
    pub(super) fn items(&self) -> usize {
        self.document.shown(&self.presenter.0.plan)
    }
}

impl<C> Drop for Message<'_, C> {
    fn drop(&mut self) {
        drop(self.output.release());
    }
}
