//! What may be chosen about TOON.

use super::cells::ArrayCells;

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
    pub(crate) array_cells: Option<ArrayCells>,
}

impl Default for ToonOptions {
    fn default() -> Self {
        Self {
            profile: Profile::default(),
            delimiter: Delimiter::default(),
            indent: 2,
            fill_nulls: false,
            array_cells: None,
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
    /// redaction removes, if only where it is null, stays away. Defaults are written as ever, and
    /// rules, suggestions and the JSON of [`Format::Auto`](crate::Format::Auto) know nothing of it.
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

    /// Writes an array of strings, numbers, booleans and nulls that is part of a table's row as one
    /// cell: its elements joined by a separator, always quoted. Off unless this is called: arrays then
    /// keep their objects out of tables, which costs far more than the array itself.
    ///
    /// A column holds lists, or it holds other values; only null may stand in either. The elements
    /// can always be told apart: an array that would not allow it (an element holds the separator,
    /// an empty string is the only one) does not fit into a row, and neither does one that holds
    /// arrays or objects. The array around is then a list, as it is without this. What is lost is
    /// the type of the elements (`[1]`, `["1"]` and `[true]`, `["true"]` look alike), and for a
    /// reader who was not told, that it is a list: [`decode`](crate::toon::decode) gives a string,
    /// and so does [`Blocks::structured`](crate::Blocks::structured).
    /// A function that is a censor may be asked about an element twice, and must answer the same.
    ///
    /// So a response with such a cell in its data begins its `<domain_rules>` with a line that says
    /// it. [`encode`](crate::toon::encode) writes a document and nothing else; who calls it tells the
    /// reader, with what [`ArrayCells`] displays as.
    ///
    /// ```
    /// use mcp_presenter::toon::{ArrayCells, ToonOptions};
    /// use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, Type, t};
    ///
    /// let orders = Presenter::builder("Order")
    ///     .schema([t::integer("id"), t::array("tags", Type::string())])
    ///     .build()?;
    /// let json = br#"[{"id":1,"tags":["gift","a|b"]},{"id":2,"tags":[]}]"#;
    /// let format = Format::Toon(ToonOptions::new().array_cells(ArrayCells::default()));
    /// let mut out = Vec::new();
    /// let request = Request::new().format(format);
    /// Renderer::new().render(&orders, json, &request, Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     r#"[2|]{id|tags}:
    ///   1|"gift;a|b"
    ///   2|""
    ///
    /// <domain_rules>
    /// - Lists in table cells are joined by ";"; an empty list is "".
    /// </domain_rules>"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn array_cells(mut self, cells: ArrayCells) -> Self {
        self.array_cells = Some(cells);
        self
    }
}
