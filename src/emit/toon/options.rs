//! What may be chosen about TOON.

/// Which version of the TOON specification the output follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Version 4.0: uniform nested objects fold into a table's header, and an object of uniform
    /// objects is a table whose rows have keys.
    #[default]
    Toon4,
    /// Version 3.3: tables of primitive values only. Readers of 3.x refuse the headers of 4.0.
    Toon3,
}

/// What separates the values of an array that stands on one line, and the cells of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `|`, which text holds least often.
    #[default]
    Pipe,
    /// `,`
    Comma,
    /// A tab.
    Tab,
}

impl Delimiter {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Pipe => b'|',
            Self::Comma => b',',
            Self::Tab => b'\t',
        }
    }
}

/// How TOON is written: by default version 4.0, `|` between cells, two spaces a level.
///
/// ```
/// use mcp_presenter::toon::{Delimiter, Profile, ToonOptions};
///
/// let options = ToonOptions::new().profile(Profile::Toon3).delimiter(Delimiter::Comma).indent(4);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ToonOptions {
    pub(crate) profile: Profile,
    pub(crate) delimiter: Delimiter,
    pub(crate) indent: u8,
    pub(crate) fill_nulls: bool,
}

impl Default for ToonOptions {
    fn default() -> Self {
        Self {
            profile: Profile::default(),
            delimiter: Delimiter::default(),
            indent: 2,
            fill_nulls: false,
        }
    }
}

impl ToonOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The version of the specification.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// What separates cells. A string that holds it is quoted.
    #[must_use]
    pub fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// How many spaces a level is indented by. None would lose the structure: 0 counts as 1.
    #[must_use]
    pub fn indent(mut self, spaces: u8) -> Self {
        self.indent = spaces.max(1);
        self
    }

    /// Writes `null` for every optional field of the schema that is absent, so that the rows of a
    /// table have the same columns. Off unless this is called. A text without a schema has no
    /// optional fields, so [`encode`](crate::toon::encode) does not look at it; a field that
    /// redaction removes stays away.
    ///
    /// ```
    /// use mcp_presenter::toon::ToonOptions;
    /// use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, t};
    ///
    /// let users = Presenter::builder("User")
    ///     .schema([t::integer("id"), t::string("nick").optional()])
    ///     .build()?;
    /// let json = br#"[{"id":1},{"id":2,"nick":"bo"}]"#;
    /// let show = |options| -> Result<String, Box<dyn std::error::Error>> {
    ///     let (request, mut out) = (Request::new().format(Format::Toon(options)), Vec::new());
    ///     Renderer::new().render(&users, json, &request, Frame::Text, &mut out)?;
    ///     Ok(String::from_utf8(out)?)
    /// };
    /// assert_eq!(show(ToonOptions::new())?, "[2|]:\n  - id: 1\n  - id: 2\n    nick: bo");
    /// let filled = show(ToonOptions::new().fill_nulls(true))?;
    /// assert_eq!(filled, "[2|]{id|nick}:\n  1|null\n  2|bo");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fill_nulls(mut self, on: bool) -> Self {
        self.fill_nulls = on;
        self
    }
}
