//! One response to be written, and its data block.

use std::sync::LazyLock;

use crate::blocks::Layer;
use crate::blocks::output::Output;
use crate::door::document;
use crate::door::json::{Root, Settings};
use crate::door::scratch::Scratch;
use crate::emit::context::Context;
use crate::emit::format::Format;
use crate::emit::text;
use crate::emit::toon::options::ToonOptions;
use crate::error::RenderError;
use crate::presenter::Presenter;
use crate::request::Request;
use crate::response::{Appended, Response, ResponseData};
use crate::scan::Isa;
use crate::structured::DataForm;

/// The data of a response to be written.
#[derive(Clone, Copy)]
enum JobData<'j> {
    Json(&'j [u8]),
    /// As TOON, and a string as TOON writes it.
    Toon(&'j [u8], ToonOptions),
    Text(&'j str),
}

/// One response to be written.
pub(super) struct Job<'j> {
    pub(super) presenter: &'j Presenter,
    data: JobData<'j>,
    pub(super) request: &'j Request,
    pub(super) appended: Option<&'j Appended<'j>>,
    /// It has no Presenter of its own: an empty text is `OK`.
    is_bare: bool,
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
}

impl<'j> Job<'j> {
    pub(super) fn data(presenter: &'j Presenter, json: &'j [u8], request: &'j Request) -> Self {
        let data = JobData::Json(json);
        Self { presenter, data, request, appended: None, is_bare: false }
    }

    pub(super) fn of(response: &'j Response<'j>, request: &'j Request) -> Self {
        Self {
            presenter: response.presenter.as_ref().unwrap_or_else(|| everything()),
            data: match &response.data {
                ResponseData::Json(json) => JobData::Json(json),
                ResponseData::Toon(json, options) => JobData::Toon(json, *options),
                ResponseData::Text(text) => JobData::Text(text),
            },
            request,
            appended: Some(&response.appended),
            is_bare: response.presenter.is_none(),
        }
    }

    /// Writes the data block.
    #[inline]
    pub(super) fn write_data<C: Context>(
        &self,
        place: Place,
        scratch: &mut Scratch,
        output: &mut Output,
    ) -> Result<WrittenData<'j>, RenderError> {
        output.begin(Layer::Data);
        let start = output.buffer.len();
        let settings = Settings::new(place.isa, place.window);
        let written = match self.data {
            JobData::Json(input) => {
                let format = self.request.format.unwrap_or(self.presenter.0.format);
                let written = self.document::<C>(input, format, settings, scratch, output)?;
                match written.root.is_text(input) {
                    true => WrittenData { form: DataForm::Text, ..written },
                    false => written,
                }
            }
            JobData::Toon(input, options) => {
                let (format, settings) = (Format::Toon(options), settings.quoting_root());
                self.document::<C>(input, format, settings, scratch, output)?
            }
            JobData::Text(text) => {
                text::write_foreign::<C>(&mut output.buffer, text.chars());
                let root = Root { shown: 1, ..Root::default() };
                WrittenData { input: &[], root, form: DataForm::Text }
            }
        };
        if self.is_bare && written.form == DataForm::Text && output.buffer.len() == start {
            output.own("OK");
        }
        output.end();
        Ok(written)
    }

    #[inline]
    fn document<C: Context>(
        &self,
        input: &'j [u8],
        format: Format,
        settings: Settings,
        scratch: &mut Scratch,
        output: &mut Output,
    ) -> Result<WrittenData<'j>, RenderError> {
        let (plan, out) = (&self.presenter.0.plan, &mut output.buffer);
        let (root, format) = document::write::<C>(plan, input, format, settings, scratch, out)?;
        let form = match format {
            Format::Toon(options) => DataForm::Toon(options),
            _ => DataForm::Json,
        };
        Ok(WrittenData { input, root, form })
    }
}

/// The Presenter of responses that have none.
fn everything() -> &'static Presenter {
    static EVERYTHING: LazyLock<Presenter> = LazyLock::new(|| {
        let built = Presenter::builder("response").allow_everything().build();
        built.expect("nothing is declared that could be wrong")
    });
    &EVERYTHING
}
