//! Putting something else in the place of a value.

use std::fmt;

use crate::plan::automaton::CensorId;
use crate::plan::censor::{Censor, KeyedHash};
use crate::plan::path::write_key;
use crate::plan::{Plan, Rendered};
use crate::text::number::write_canonical;
use crate::text::string::{Decoder, decode, write_decoded};

use super::drive::NOWHERE;
use super::events::{Sink, StringText};
use super::failures::Step;

/// A value to be censored.
#[derive(Clone, Copy)]
pub(crate) enum Uncensored<'a> {
    String(StringText<'a>),
    Number(&'a [u8]),
    /// `true` or `false`.
    Boolean(&'a [u8]),
    /// A null or a container, of which nothing may show.
    Opaque,
}

/// Sends what `censor` leaves of `value`, which `steps` lead to from the item.
///
/// The caller has dealt with [`Censor::Remove`] where a member can be left out; an element becomes
/// null. It has called the function of a [`Censor::Function`], for whose result this is no place.
pub(crate) fn censor<S: Sink>(
    sink: &mut S,
    censor: &Censor,
    value: Uncensored<'_>,
    steps: &[Step<'_>],
) {
    match censor {
        Censor::Text(text) => sink.rendered(text),
        Censor::Remove => sink.scalar(b"null", NOWHERE),
        Censor::Hash(hash, opaque) => show_hash(sink, hash, value, steps, opaque),
        Censor::KeepLast(most) => keep_last(sink, *most, value),
        Censor::Function(_) => {
            debug_assert!(false, "functions see values that are read whole");
            sink.characters("[REDACTED]".chars());
        }
    }
}

/// Values shorter than this show nothing of themselves, not even their length.
const SHORTEST_SHOWN: usize = 8;

fn keep_last<S: Sink>(sink: &mut S, most: usize, value: Uncensored<'_>) {
    let decoder = || match value {
        Uncensored::String(text) => Decoder::new(text.raw),
        Uncensored::Number(text) | Uncensored::Boolean(text) => Decoder::new(text),
        Uncensored::Opaque => Decoder::new(b""),
    };
    let count = decoder().count();
    if count < SHORTEST_SHOWN {
        return sink.characters("****".chars());
    }
    let hidden = count - most.min(count / 2);
    sink.characters(std::iter::repeat_n('*', hidden).chain(decoder().skip(hidden)));
}

/// Sends the hash of the value's path, with indices all alike, a zero byte, a letter for the type
/// and the text: equal values of one field have equal hashes, and those of other fields do not.
fn show_hash<S: Sink>(
    sink: &mut S,
    hash: &KeyedHash,
    value: Uncensored<'_>,
    steps: &[Step<'_>],
    opaque: &Rendered,
) {
    if matches!(value, Uncensored::Opaque) {
        return sink.rendered(opaque);
    }
    if !sink.takes_computed() {
        return;
    }
    let mut input = hash.begin();
    let written = write_path(&mut input, steps, Indices::Alike);
    debug_assert!(written.is_ok(), "a hash takes any text");
    input.write(b"\0");
    match value {
        Uncensored::String(text) => {
            input.write(b"s");
            write_decoded(text.raw, |piece| input.write(piece));
        }
        Uncensored::Number(text) => {
            input.write(b"n");
            write_canonical(text, |piece| input.write(piece));
        }
        Uncensored::Boolean(text) => {
            input.write(b"b");
            input.write(text);
        }
        Uncensored::Opaque => {}
    }
    sink.characters(input.finish());
}

/// The steps that count for a censor: those from the item of the Presenter that declared it.
pub(crate) fn own_steps<'s, 'a>(
    plan: &Plan,
    id: CensorId,
    mut steps: &'s [Step<'a>],
) -> &'s [Step<'a>] {
    for _ in 0..plan.censor_levels[usize::from(id)] {
        // The key of the embedded data, and the index of its item if that is a collection. A
        // document that is no array begins with no index.
        steps = steps.get(1..).unwrap_or_default();
        if let [Step::Index(_), rest @ ..] = steps {
            steps = rest;
        }
    }
    steps
}

/// How the indices of arrays stand in a path.
#[derive(Clone, Copy)]
pub(crate) enum Indices {
    /// As numbers.
    Numbered,
    /// All as `[*]`.
    Alike,
}

/// Writes the path of the value that `steps` lead to, in the grammar of redaction paths.
pub(crate) fn write_path(
    out: &mut impl fmt::Write,
    steps: &[Step<'_>],
    indices: Indices,
) -> fmt::Result {
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Field(key) => write_key(out, key, at == 0)?,
            Step::Hidden(raw) => write_key(out, &decode(raw), at == 0)?,
            Step::Index(index) => match indices {
                Indices::Numbered => write!(out, "[{index}]")?,
                Indices::Alike => out.write_str("[*]")?,
            },
        }
    }
    Ok(())
}
