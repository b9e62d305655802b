//! The form of the data block.

#![forbid(unsafe_code)]

use std::fmt;

use super::toon::options::{Profile, ToonOptions};

/// The form of the data block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// JSON without white space.
    #[default]
    Json,
    /// JSON with two spaces of indentation.
    JsonPretty,
    /// [TOON](crate::toon). A document that is a string is its text in this format too.
    Toon(ToonOptions),
    /// TOON or JSON without white space, whichever takes fewer bytes in the response, what the frame
    /// escapes included; JSON if both take the same. So it is never larger than JSON.
    /// [`Report::choice`](crate::Report::choice) says which it was, and both sizes. Where arrays stand
    /// in [cells](crate::toon::ToonOptions::array_cells), the rule that explains them counts with
    /// 144 bytes, the most that it takes.
    ///
    /// This takes as long as both formats together, since the data is walked once for each, and the
    /// output buffer grows to hold both at a time. TOON that is not taken can be much the larger one:
    /// each line of a deep value is indented by its depth. Censors that are
    /// [functions](crate::Censor::function) are called in both walks; hooks run once. Counts and
    /// errors are those of one walk.
    ///
    /// ```
    /// use mcp_presenter::toon::ToonOptions;
    /// use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, t};
    ///
    /// let users = Presenter::builder("User")
    ///     .schema([t::integer("id"), t::string("name")])
    ///     .build()?;
    /// let request = Request::new().format(Format::Auto(ToonOptions::new()));
    /// let (mut renderer, mut out) = (Renderer::new(), Vec::new());
    /// let json = br#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#;
    /// let report = renderer.render(&users, json, &request, Frame::Text, &mut out)?;
    /// assert_eq!(String::from_utf8(out)?, "[2|]{id|name}:\n  1|Ada\n  2|Bo");
    ///
    /// let choice = report.choice().ok_or("there was none")?;
    /// assert_eq!(choice.format, Format::Toon(ToonOptions::new()));
    /// assert_eq!((choice.json_bytes, choice.toon_bytes), (44, 29));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Auto(ToonOptions),
}

/// In words: `JSON`, `indented JSON`, `TOON 4.0`, `TOON 4.0 or JSON, whichever is smaller`.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Toon(options) | Self::Auto(options)) = self else {
            return f.write_str(if *self == Self::Json { "JSON" } else { "indented JSON" });
        };
        f.write_str(match options.profile {
            Profile::Toon4 => "TOON 4.0",
            Profile::Toon3 => "TOON 3.3",
        })?;
        match self {
            Self::Auto(_) => f.write_str(" or JSON, whichever is smaller"),
            _ => Ok(()),
        }
    }
}

/// What [`Format::Auto`] has decided, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FormatChoice {
    /// What the data was written as: [`Format::Json`] or [`Format::Toon`].
    pub format: Format,
    /// Bytes of the data as JSON, in the response.
    pub json_bytes: usize,
    /// Bytes of the data as TOON, in the response.
    pub toon_bytes: usize,
}
