//! A document in the format that is asked for.

use crate::emit::context::Context;
use crate::emit::format::{Format, FormatChoice};
use crate::emit::toon::cells::ArrayCells;
use crate::emit::toon::options::ToonOptions;
use crate::error::RenderError;
use crate::plan::Plan;

use super::json::{self, Root, Settings};
use super::scratch::Scratch;

/// Writes what may be shown of the document `input` as the text of a block; gives the format that it
/// was written in, if it is no string. What was chosen is left in `scratch`, and where JSON without
/// white space is wanted too and is not what was written, so is that, escaped for the same frame.
///
/// The caller takes back what was written if this fails.
#[inline]
pub(crate) fn write<C: Context>(
    plan: &Plan,
    input: &[u8],
    format: Format,
    settings: Settings,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(Root, Format), RenderError> {
    let is_apart = matches!(format, Format::JsonPretty | Format::Toon(_));
    if settings.keeps_json && is_apart {
        return write_twice::<C>(plan, input, format, settings, scratch, out);
    }
    write_once::<C>(plan, input, format, settings, scratch, out)
}

/// The same where nothing else is wanted besides the text.
#[inline]
fn write_once<C: Context>(
    plan: &Plan,
    input: &[u8],
    format: Format,
    settings: Settings,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(Root, Format), RenderError> {
    let settings = match format {
        Format::Json => settings,
        Format::JsonPretty => Settings { pretty: true, ..settings },
        Format::Toon(options) => Settings { toon: Some(options), ..settings },
        Format::Auto(options) => {
            return write_smaller::<C>(plan, input, options, settings, scratch, out);
        }
    };
    let root = json::write::<C>(plan, input, settings, scratch, out)?;
    Ok((root, format))
}

/// Writes the document as JSON apart from the output, and then in its format. The counts are those
/// of one walk.
///
/// JSON comes first: it is the faster one, and what is wrong with the data ends it before the other
/// begins.
#[inline(never)]
fn write_twice<C: Context>(
    plan: &Plan,
    input: &[u8],
    format: Format,
    settings: Settings,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(Root, Format), RenderError> {
    let before = scratch.tally.counts();
    write_apart::<C>(plan, input, settings, scratch)?;
    let largest = scratch.largest;
    scratch.tally.set_counts(before);
    let written = write_once::<C>(plan, input, format, settings, scratch, out)?;
    scratch.largest = scratch.largest.max(largest);
    Ok(written)
}

/// Writes what may be shown of the document `input` as JSON without white space into the scratch
/// memory, escaped as the text of a block.
pub(crate) fn write_apart<C: Context>(
    plan: &Plan,
    input: &[u8],
    settings: Settings,
    scratch: &mut Scratch,
) -> Result<Root, RenderError> {
    keep_apart(scratch, |scratch, json| json::write::<C>(plan, input, settings, scratch, json))
}

/// Lets `write` write JSON into the scratch memory, in place of what was kept there.
pub(crate) fn keep_apart<T>(
    scratch: &mut Scratch,
    write: impl FnOnce(&mut Scratch, &mut Vec<u8>) -> T,
) -> T {
    let mut json = std::mem::take(&mut scratch.kept.json);
    json.clear();
    let written = write(scratch, &mut json);
    scratch.kept.json = json;
    written
}

/// Writes the document as JSON and behind it as TOON, and takes one of them back.
///
/// JSON comes first: it is the faster one, and what is wrong with the data ends it before the other
/// begins.
#[inline(never)]
fn write_smaller<C: Context>(
    plan: &Plan,
    input: &[u8],
    options: ToonOptions,
    settings: Settings,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(Root, Format), RenderError> {
    let (start, before) = (out.len(), scratch.tally.counts());
    let root = json::write::<C>(plan, input, settings, scratch, out)?;
    if root.is_text(input) && !settings.quotes_root {
        // It is its text in every format.
        return Ok((root, Format::Json));
    }
    let (middle, largest) = (out.len(), scratch.largest);
    scratch.tally.set_counts(before);
    let settings = Settings { toon: Some(options), ..settings };
    let toon_root = json::write::<C>(plan, input, settings, scratch, out)?;
    scratch.largest = scratch.largest.max(largest);
    let (json_bytes, toon_bytes) = (middle - start, out.len() - middle);
    let rule_bytes = if toon_root.array_cells.is_some() { ArrayCells::RULE_BYTES } else { 0 };
    let (root, format) = if toon_bytes + rule_bytes < json_bytes {
        if settings.keeps_json {
            scratch.kept.json.clear();
            scratch.kept.json.extend_from_slice(&out[start..middle]);
        }
        out.drain(start..middle);
        (toon_root, Format::Toon(options))
    } else {
        out.truncate(middle);
        (root, Format::Json)
    };
    scratch.choice = Some(FormatChoice { format, json_bytes, toon_bytes });
    Ok((root, format))
}
