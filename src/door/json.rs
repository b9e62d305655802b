//! JSON bytes in: one document, from its first byte to its last.

use crate::emit::context::Context;
use crate::emit::json::{JsonSink, Surrogates};
use crate::emit::toon::cells::ArrayCells;
use crate::emit::toon::options::ToonOptions;
use crate::error::{RenderError, RenderErrorKind as Kind};
use crate::plan::Plan;
use crate::scan::Isa;
use crate::scan::strict::{skip_space, value_start};
use crate::walk::owners::Owner;

use super::reader::{Reader, Values};
use super::scratch::Scratch;

/// What the root of a document is, and how many items it has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Root {
    pub(crate) shown: usize,
    /// Beyond the limit.
    pub(crate) hidden: usize,
    /// The document is an array.
    pub(crate) is_collection: bool,
    /// Where the document starts in the input.
    pub(crate) start: usize,
    /// How arrays were written into cells of tables, if one was.
    pub(crate) array_cells: Option<ArrayCells>,
}

impl Root {
    /// A collection of `count` items, of which no more than `limit` are shown.
    pub(super) fn collection(start: usize, count: usize, limit: Option<usize>) -> Self {
        let shown = limit.map_or(count, |limit| limit.min(count));
        Self { shown, hidden: count - shown, is_collection: true, start, ..Self::default() }
    }

    /// Whether the document `input` is a string, which is its text in every format.
    pub(crate) fn is_text(&self, input: &[u8]) -> bool {
        input.get(self.start) == Some(&b'"')
    }
}

/// How to go about it: one walk, one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) isa: Isa,
    /// Bytes of input that are indexed at a time.
    pub(crate) window: usize,
    pub(super) pretty: bool,
    /// TOON instead of JSON.
    pub(super) toon: Option<ToonOptions>,
    /// A document that is a string is written as any other value, not as its text.
    pub(super) quotes_root: bool,
    /// The document as JSON is kept in the scratch memory where it is written in another format.
    pub(super) keeps_json: bool,
}

impl Settings {
    /// For JSON without white space.
    pub(crate) fn new(isa: Isa, window: usize) -> Self {
        Self { isa, window, pretty: false, toon: None, quotes_root: false, keeps_json: false }
    }

    /// The same for a document that is no text, even if it is a string.
    pub(crate) fn quoting_root(self) -> Self {
        Self { quotes_root: true, ..self }
    }

    /// The same where the document is wanted as JSON without white space too.
    pub(crate) fn keeping_json(self) -> Self {
        Self { keeps_json: true, ..self }
    }
}

/// Writes what may be shown of the document `input` as the text of a block.
///
/// The caller takes back what was written if this fails.
pub(super) fn write<C: Context>(
    plan: &Plan,
    input: &[u8],
    settings: Settings,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<Root, RenderError> {
    scratch.begin();
    let start = value_start(input);
    let Some(first) = input.get(start) else {
        return Err(RenderError::new(Kind::Empty, Some(start), None));
    };
    let mut reader = Reader::new(plan, input, start, settings, scratch);
    let (root, surrogates) = if let Some(options) = settings.toon {
        reader.toon::<C>(options, settings.quotes_root, out)?
    } else {
        let mut sink = JsonSink::<C>::new(out, settings.pretty);
        let root = if *first == b'[' {
            reader.collection(&mut sink)?
        } else {
            let place = reader.root(plan.max_depth);
            let values = Values::Single(Owner::Node(plan.document));
            reader.values(values, place, None, &mut sink)?;
            Root { shown: 1, start, ..Root::default() }
        };
        (root, sink.surrogates)
    };
    reader.end()?;
    reader.scratch.reached(input.len());
    let Reader { scratch, surrogate_item, .. } = reader;
    conclude(plan, scratch, surrogates, surrogate_item)?;
    Ok(root)
}

/// What is wrong with a document that is JSON, if something is.
pub(super) fn conclude(
    plan: &Plan,
    scratch: &mut Scratch,
    surrogates: Surrogates,
    surrogate_item: Option<usize>,
) -> Result<(), RenderError> {
    if !scratch.failures.is_empty() {
        return Err(scratch.failures.take());
    }
    scratch.tally.replaced_surrogates = surrogates.count;
    if plan.strict_text && surrogates.count > 0 {
        return Err(RenderError::new(Kind::LoneSurrogate, surrogates.first, surrogate_item));
    }
    Ok(())
}

impl Reader<'_> {
    /// The root array at hand.
    fn collection<C: Context>(&mut self, sink: &mut JsonSink<'_, C>) -> Result<Root, RenderError> {
        let (plan, bracket) = (self.plan, self.at);
        let place = self.root(plan.max_depth - 1);
        let values = Values::Elements(Owner::Node(plan.item));
        let count = self.array(bracket, values, place, plan.limit, sink)?;
        Ok(Root::collection(bracket, count, plan.limit))
    }

    /// Nothing but white space may follow.
    fn end(&mut self) -> Result<(), RenderError> {
        self.at = skip_space(self.input, self.at);
        if self.at < self.input.len() {
            return Err(RenderError::new(Kind::TrailingBytes, Some(self.at), None));
        }
        Ok(())
    }
}
