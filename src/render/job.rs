//! One response to be written, and its data block.

use std::sync::LazyLock;

use crate::blocks::Layer;
use crate::blocks::output::Output;
use crate::door::document;
use crate::door::json::{Root, Settings};
use crate::door::scratch::Scratch;
#[cfg(feature = "serde")]
use crate::door::value::direct;
use crate::emit::context::Context;
use crate::emit::format::Format;
use crate::emit::text;
use crate::emit::toon::options::ToonOptions;
use crate::error::{RenderError, RenderErrorKind};
use crate::frame::{Channel, Frame, FramedJson, Tail};
use crate::hook::values::ValueHooks;
use crate::presenter::Presenter;
use crate::request::Request;
use crate::response::{Appended, Response, ResponseData};
use crate::scan::Isa;
use crate::scan::strict::value_start;
use crate::structured::DataForm;
use crate::tool_error::ToolError;
use crate::walk::select::SelectList;

/// The data of a response to be written.
#[derive(Clone, Copy)]
enum JobData<'j> {
    Json(&'j [u8]),
    /// As JSON without white space, and only if that can be done value by value.
    #[cfg(feature = "serde")]
    Value(&'j dyn direct::Source),
    /// As TOON, and a string as TOON writes it.
    Toon(&'j [u8], ToonOptions),
    Text(&'j str),
    Error(&'j ToolError),
}

/// One response to be written.
pub(super) struct Job<'j> {
    pub(super) presenter: &'j Presenter,
    data: JobData<'j>,
    pub(super) request: &'j Request,
    pub(super) appended: Option<&'j Appended<'j>>,
    /// Hooks that look at the value itself.
    pub(super) values: Option<&'j dyn ValueHooks>,
    /// It has no Presenter of its own: an empty text is `OK`.
    is_bare: bool,
    /// Where the data is asked for.
    channel: Channel,
    meta: Option<&'j [u8]>,
}

/// How a document is read.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) isa: Isa,
    pub(super) window: usize,
}

/// The data of a response, once its block is written.
#[derive(Clone, Copy)]
pub(super) struct WrittenData<'j> {
    /// The document, or nothing if the data is a text.
    pub(super) input: &'j [u8],
    pub(super) root: Root,
    pub(super) form: DataForm,
    pub(super) structured: Option<StructuredSource>,
}

/// Where the JSON of the structured content stands, escaped as the text of a block.
#[derive(Clone, Copy)]
pub(super) enum StructuredSource {
    /// Between these bytes of the output.
    Block(usize, usize),
    /// In the scratch memory.
    Kept,
}

/// The text of the data block where the data is structured content alone.
const ELSEWHERE: &str = "The data is in structuredContent.";

impl WrittenData<'_> {
    /// A document that is in the text alone, and no longer at hand.
    pub(super) fn of_stream(root: Root) -> Self {
        Self { input: &[], root, form: DataForm::Json, structured: None }
    }

    /// A text that is no document.
    fn of_text() -> Self {
        let root = Root { shown: 1, ..Root::default() };
        Self { input: &[], root, form: DataForm::Text, structured: None }
    }
}

/// Where the data is asked for.
fn channel_of(request: &Request, response: Option<Channel>) -> Channel {
    let usual = if request.declares_output { Channel::Both } else { Channel::Text };
    request.channel.or(response).unwrap_or(usual)
}

impl<'j> Job<'j> {
    pub(super) fn data(presenter: &'j Presenter, json: &'j [u8], request: &'j Request) -> Self {
        let data = JobData::Json(json);
        let channel = channel_of(request, None);
        let (appended, values, meta) = (None, None, None);
        Self { presenter, data, request, appended, values, is_bare: false, channel, meta }
    }

    /// The same for a Rust value, if it can be written field by field: where the JSON of it is asked
    /// for, or looked at, it cannot.
    #[cfg(feature = "serde")]
    pub(super) fn value(
        presenter: &'j Presenter,
        value: &'j dyn direct::Source,
        request: &'j Request,
    ) -> Option<Self> {
        let job = Self::data(presenter, &[], request);
        let has_hooks = presenter.0.surroundings.has_hooks;
        let is_direct = matches!(job.format(), Format::Json) && !has_hooks;
        is_direct.then_some(Self { data: JobData::Value(value), ..job })
    }

    /// The same with hooks that look at the value itself.
    #[cfg(feature = "serde")]
    pub(super) fn with_hooks_of(self, values: Option<&'j dyn ValueHooks>) -> Self {
        Self { values, ..self }
    }

    pub(super) fn of(response: &'j Response<'j>, request: &'j Request) -> Self {
        Self {
            presenter: response.presenter.as_ref().unwrap_or_else(|| everything()),
            data: match &response.data {
                ResponseData::Json(json) => JobData::Json(json),
                ResponseData::Toon(json, options) => JobData::Toon(json, *options),
                ResponseData::Text(text) => JobData::Text(text),
                ResponseData::Error(error) => JobData::Error(error),
            },
            request,
            appended: Some(&response.appended),
            values: None,
            is_bare: response.presenter.is_none(),
            channel: channel_of(request, response.channel),
            meta: response.meta.as_ref().map(|meta| &*meta.0),
        }
    }

    /// Where the data stands, if this frame has a place for it and the peer knows it.
    pub(super) fn channel_in(&self, frame: &Frame<'_>) -> Channel {
        match frame.has_result() && self.request.revision.has_structured() {
            true => self.channel,
            false => Channel::Text,
        }
    }

    /// Writes the data block.
    #[inline]
    pub(super) fn write_data<C: Context>(
        &self,
        frame: &Frame<'_>,
        place: Place,
        scratch: &mut Scratch,
        output: &mut Output,
    ) -> Result<WrittenData<'j>, RenderError> {
        output.begin(Layer::Data);
        let start = output.buffer.len();
        let settings = self.settings(place);
        let channel = self.channel_in(frame);
        let written = match self.data {
            JobData::Json(input) => {
                let format = self.format();
                let document = (input, format, channel);
                let written = self.document::<C>(document, settings, scratch, output)?;
                match self.channel == Channel::Text && written.root.is_text(input) {
                    true => WrittenData { form: DataForm::Text, ..written },
                    false => written,
                }
            }
            #[cfg(feature = "serde")]
            JobData::Value(value) => self.value_document::<C>(value, channel, scratch, output)?,
            JobData::Toon(input, options) => {
                let document = (input, Format::Toon(options), channel);
                self.document::<C>(document, settings.quoting_root(), scratch, output)?
            }
            JobData::Text(text) => {
                text::write_foreign::<C>(&mut output.buffer, text.chars());
                WrittenData::of_text()
            }
            JobData::Error(error) => {
                error.write(output);
                WrittenData::of_text()
            }
        };
        if self.is_bare && written.form == DataForm::Text && output.buffer.len() == start {
            output.own("OK");
        }
        output.end();
        if self.request.declares_output && written.structured.is_none() {
            self.need_none(frame)?;
        }
        Ok(written)
    }

    /// The format that is asked for.
    pub(super) fn format(&self) -> Format {
        self.request.format.unwrap_or(self.presenter.0.format)
    }

    /// How the data is read.
    pub(super) fn settings(&self, place: Place) -> Settings {
        let settings = Settings::new(place.isa, place.window);
        match self.channel {
            Channel::Text => settings,
            Channel::Structured | Channel::Both => settings.quoting_root(),
        }
    }

    /// A result without structured content, of a tool that declares an output schema.
    #[cold]
    pub(super) fn need_none(&self, frame: &Frame<'_>) -> Result<(), RenderError> {
        let is_error = matches!(self.data, JobData::Error(error) if error.is_error());
        let has_place = frame.has_result() && self.request.revision.has_structured();
        match has_place && !is_error {
            true => Err(RenderError::new(RenderErrorKind::NoStructuredContent, None, None)),
            false => Ok(()),
        }
    }

    #[inline]
    fn document<C: Context>(
        &self,
        (input, format, channel): (&'j [u8], Format, Channel),
        settings: Settings,
        scratch: &mut Scratch,
        output: &mut Output,
    ) -> Result<WrittenData<'j>, RenderError> {
        let plan = &self.presenter.0.plan;
        if channel == Channel::Structured {
            let root = document::write_apart::<C>(plan, input, settings, scratch)?;
            output.own(ELSEWHERE);
            let structured = Some(StructuredSource::Kept);
            return Ok(WrittenData { input, root, form: DataForm::Json, structured });
        }
        let settings = match channel {
            Channel::Both => settings.keeping_json(),
            _ => settings,
        };
        let (start, out) = (output.buffer.len(), &mut output.buffer);
        let (root, format) = document::write::<C>(plan, input, format, settings, scratch, out)?;
        let structured = (channel == Channel::Both).then_some(match format {
            Format::Json => StructuredSource::Block(start, out.len()),
            _ => StructuredSource::Kept,
        });
        let form = match format {
            Format::Toon(options) => DataForm::Toon(options),
            _ => DataForm::Json,
        };
        Ok(WrittenData { input, root, form, structured })
    }
}

#[cfg(feature = "serde")]
impl<'j> Job<'j> {
    /// Writes a value field by field. That this cannot be done is an error that nobody sees.
    fn value_document<C: Context>(
        &self,
        value: &dyn direct::Source,
        channel: Channel,
        scratch: &mut Scratch,
        output: &mut Output,
    ) -> Result<WrittenData<'j>, RenderError> {
        let plan = &self.presenter.0.plan;
        let missed = || RenderError::new(RenderErrorKind::InvalidValue, None, None);
        let (root, structured);
        if channel == Channel::Structured {
            let written = document::keep_apart(scratch, |scratch, json| {
                direct::write::<C>(plan, value, scratch, json)
            });
            root = written.ok_or_else(missed)?;
            output.own(ELSEWHERE);
            structured = Some(StructuredSource::Kept);
        } else {
            let (start, out) = (output.buffer.len(), &mut output.buffer);
            root = direct::write::<C>(plan, value, scratch, out).ok_or_else(missed)?;
            let block = StructuredSource::Block(start, out.len());
            structured = (channel == Channel::Both).then_some(block);
        }
        Ok(WrittenData { input: &[], root, form: DataForm::Json, structured })
    }
}

impl Job<'_> {
    /// Writes the `_meta` of the result into the scratch memory, if there is one; before the data,
    /// whose selection and counts are not those of it.
    #[inline]
    pub(super) fn keep_meta<C: Context>(
        &self,
        place: Place,
        scratch: &mut Scratch,
    ) -> Result<(), RenderError> {
        match self.meta {
            Some(json) => write_meta::<C>(json, place, scratch),
            None => Ok(()),
        }
    }

    /// What stands behind the blocks of the result, once they are written.
    pub(super) fn tail<'t>(&self, data: &WrittenData<'_>, scratch: &'t Scratch) -> Tail<'t> {
        Tail {
            structured: data.structured.map(|source| match source {
                StructuredSource::Block(start, end) => FramedJson::Block(start..end),
                StructuredSource::Kept => FramedJson::Apart(&scratch.kept.json),
            }),
            is_error: match self.data {
                JobData::Error(error) => Some(error.is_error()),
                JobData::Json(_) | JobData::Toon(..) | JobData::Text(_) => None,
                #[cfg(feature = "serde")]
                JobData::Value(_) => None,
            },
            meta: self.meta.map(|_| FramedJson::Apart(&scratch.kept.meta)),
            revision: self.request.revision,
        }
    }
}

/// Checks a `_meta` and writes it without white space into the scratch memory, escaped as the text of
/// a block.
#[inline(never)]
fn write_meta<C: Context>(
    json: &[u8],
    place: Place,
    scratch: &mut Scratch,
) -> Result<(), RenderError> {
    let invalid = |at| RenderError::new(RenderErrorKind::InvalidMeta, at, None);
    let start = value_start(json);
    if json.get(start) != Some(&b'{') {
        return Err(invalid(Some(start)));
    }
    scratch.selection.reset(&SelectList::default(), false);
    let (plan, mut meta) = (&everything().0.plan, std::mem::take(&mut scratch.kept.meta));
    meta.clear();
    let settings = Settings::new(place.isa, place.window);
    let written = document::write::<C>(plan, json, Format::Json, settings, scratch, &mut meta);
    scratch.kept.meta = meta;
    written.map(drop).map_err(|error| invalid(error.offset()))
}

/// The Presenter of responses that have none.
fn everything() -> &'static Presenter {
    static EVERYTHING: LazyLock<Presenter> = LazyLock::new(|| {
        let built = Presenter::builder("response").allow_everything().build();
        built.expect("nothing is declared that could be wrong")
    });
    &EVERYTHING
}
