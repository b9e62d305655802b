//! A run over the items of a stream that are at hand.

use crate::emit::context::Context;
use crate::emit::json::JsonSink;
use crate::error::RenderError;
use crate::scan::strict::skip_space;
use crate::walk::owners::Owner;

use super::super::reader::{Reader, Values};
use super::{At, StreamFault, Writing};

/// What a run over items has come to.
pub(super) enum Found {
    /// The end of the array, or of the lines at hand.
    End,
    /// The end of what is at hand, perhaps in the middle of an item.
    Cut,
    /// There is more at hand.
    More,
}

/// What came of a run over the items at hand.
pub(super) struct Run {
    pub(super) found: Result<Found, StreamFault>,
    pub(super) at: At,
    pub(super) count: usize,
    /// Where its first item stands.
    pub(super) first: Option<usize>,
    /// The byte behind what was read, and the line.
    pub(super) behind: usize,
    pub(super) line: usize,
    pub(super) surrogate_item: Option<usize>,
}

/// A run over the items at hand.
pub(super) struct Items<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) at: At,
    pub(super) count: usize,
    pub(super) first: Option<usize>,
}

impl Items<'_> {
    pub(super) fn read<C: Context>(
        &mut self,
        writing: &mut Writing,
        out: &mut Vec<u8>,
    ) -> Result<Found, StreamFault> {
        if let Some(found) = self.find_item()? {
            return Ok(found);
        }
        let reader = &mut self.reader;
        self.first = Some(reader.at);
        let read = match writing {
            Writing::Json(state) => {
                let (base, before) = (reader.scratch.base, state.surrogates);
                let mut sink = JsonSink::<C>::resume(out, *state);
                let (plan, place) = (reader.plan, reader.root(reader.plan.max_depth - 1));
                let values = Values::Elements(Owner::Node(plan.item));
                let count = &mut self.count;
                let read = reader.values_from(values, place, plan.limit, count, &mut sink);
                *state = sink.state();
                state.surrogates.place(before, base);
                read
            }
            Writing::Toon(collection) => match reader.rows::<C>(collection, &mut self.count, out) {
                Ok(rows) => Ok(rows.map_err(|_| StreamFault::Columns)?),
                Err(error) => Err(error),
            },
        };
        match read {
            Ok(true) => Ok(Found::End),
            Ok(false) => Ok(Found::More),
            Err(error) => {
                // What is wrong between two items is in neither.
                let is_between = error.item().is_none();
                self.at = if is_between { At::Separator } else { At::Item };
                Err(error.into())
            }
        }
    }

    /// Moves to the next item, unless there is none to be read.
    fn find_item(&mut self) -> Result<Option<Found>, RenderError> {
        let reader = &mut self.reader;
        if reader.lines.is_some() {
            return Ok((!reader.skip_blank_lines()).then_some(Found::End));
        }
        if self.at == At::Separator && !reader.separator(true)? {
            return Ok(Some(Found::End));
        }
        // It may be what the last stretch ended with.
        reader.at = skip_space(reader.input, reader.at);
        if self.at == At::Bracket {
            match reader.input.get(reader.at) {
                Some(b']') => {
                    reader.at += 1;
                    return Ok(Some(Found::End));
                }
                None if reader.is_cut => return Ok(Some(Found::Cut)),
                _ => {}
            }
        }
        self.at = At::Item;
        Ok((reader.at >= reader.pause.at).then_some(Found::Cut))
    }
}
