//! `mcp-presenter compare`: what the same data costs in each format.

mod json;
mod table;

use clap::ValueEnum;
use mcp_presenter::{Blocks, Renderer, Report};

use crate::arguments::{Compare, Style};
use crate::console::Console;
use crate::failure::Failure;
use crate::input::Document;
use crate::report::warn;
use crate::{progress, tokens};

/// What is compared, in the order in which it is shown.
const STYLES: [Style; 4] = [Style::JsonPretty, Style::Json, Style::Toon3, Style::Toon];

/// Where compact JSON, which the ratios are to, stands in [`STYLES`].
const COMPACT: usize = 1;

pub(crate) fn run(arguments: &Compare, console: &Console) -> Result<(), Failure> {
    let comparison = Comparison::of(arguments, console)?;
    if arguments.json {
        json::write(&comparison)?;
    } else {
        console.show(&table::of(&comparison))?;
    }
    warn(comparison.report(), console);
    Ok(())
}

/// One measure for each of [`STYLES`].
struct Comparison(Vec<Measure>);

/// What one format costs.
struct Measure {
    /// As `render --format` calls it.
    format: String,
    /// All blocks as one text.
    response: Size,
    /// The data block.
    data: Size,
    report: Report,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Size {
    bytes: usize,
    tokens: usize,
}

impl Comparison {
    fn of(arguments: &Compare, console: &Console) -> Result<Self, Failure> {
        let request = arguments.shown.request()?;
        let presenter = arguments.shown.read_presenter()?;
        let Document { name, bytes: json } = arguments.shown.read_document(console)?;
        let mut renderer = Renderer::new();
        let measure = |style: Style| {
            let request = request.clone().format(style.format(&presenter, &arguments.cells));
            let rendered =
                progress::watch(&mut renderer, Some(json.len() as u64), console, |renderer| {
                    renderer.blocks(&presenter, &json, &request)
                });
            let blocks = rendered.map_err(|error| Failure::data(&name, error))?;
            Ok(Measure::of(style, &blocks))
        };
        STYLES.into_iter().map(measure).collect::<Result<_, _>>().map(Self)
    }

    fn compact(&self) -> &Measure {
        &self.0[COMPACT]
    }

    /// What all renders did: they differ in bytes alone.
    fn report(&self) -> &Report {
        &self.compact().report
    }
}

impl Measure {
    fn of(style: Style, blocks: &Blocks) -> Self {
        let format = style.to_possible_value().map(|value| value.get_name().to_owned());
        let texts: Vec<&str> = blocks.iter().map(|(_, text)| text).collect();
        // There is always a data block, and it is the first.
        let data = Size::of(texts[0]);
        // As Frame::Text writes it.
        let response = if texts.len() > 1 { Size::of(&texts.join("\n\n")) } else { data };
        Self { format: format.unwrap_or_default(), response, data, report: blocks.report().clone() }
    }
}

impl Size {
    fn of(text: &str) -> Self {
        Self { bytes: text.len(), tokens: tokens::count(text) }
    }
}

/// `size` as a multiple of that of compact JSON, if it has one.
fn ratio(size: usize, compact: usize) -> Option<f64> {
    (compact > 0).then(|| size as f64 / compact as f64)
}
