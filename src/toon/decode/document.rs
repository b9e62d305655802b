//! Line by line: what each one is where it stands, and what it says (sections 5 and 8 to 10).

use super::error::{Fault, Part, ToonErrorKind};
use super::fields::Fields;
use super::header::{self, Header, HeaderKind};
use super::lines::{Line, Lines};
use super::options::DecodeOptions;
use super::scopes::{Kind, Rows, Scopes};
use super::token::{Span, closing_quote, find_unquoted, split, write_key, write_value};

/// How a document's value begins, as far as it is known.
#[derive(Clone, Copy, Debug)]
enum Root {
    /// No line was read yet.
    Unknown,
    /// The first line, which stands here, is a value; so it has to be the only one.
    Value(usize),
    /// The first line is an empty array, all of it.
    EmptyArray,
    /// The first line began an object, an array or a keyed table.
    Container,
}

/// A document that is being read, and what is written of it.
pub(super) struct Document<'a> {
    text: &'a [u8],
    options: &'a DecodeOptions,
    out: &'a mut Vec<u8>,
    /// Where in `out` its value begins.
    start: usize,
    root: Root,
    scopes: Scopes,
    cells: Vec<Span>,
}

impl<'a> Document<'a> {
    /// `text` must be UTF-8.
    pub(super) fn new(text: &'a [u8], options: &'a DecodeOptions, out: &'a mut Vec<u8>) -> Self {
        let start = out.len();
        let scopes = Scopes::new(options.strict);
        Self { text, options, out, start, root: Root::Unknown, scopes, cells: Vec::new() }
    }

    /// Reads all lines and writes the value.
    pub(super) fn read(mut self) -> Result<(), Fault> {
        let mut lines = Lines::new(self.text, self.options);
        while let Some(line) = lines.next()? {
            self.line(&line)?;
            if self.out.len() - self.start > self.options.max_bytes {
                return Err(Fault::new(ToonErrorKind::TooLong, line.content.start));
            }
        }
        if matches!(self.root, Root::Unknown) {
            self.check_depth(1, 0)?;
            self.out.extend_from_slice(b"{}");
        }
        self.scopes.close_all(self.out)?;
        self.scopes.edits.apply(self.out, self.start);
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<(), Fault> {
        let at = line.content.start;
        match self.root {
            Root::Unknown => return self.first_line(line),
            Root::Value(at) => return Err(Fault::new(ToonErrorKind::MissingColon, at)),
            Root::EmptyArray => return Err(Fault::new(ToonErrorKind::TrailingContent, at)),
            Root::Container => self.scopes.enter(line, self.out)?,
        }
        match self.scopes.innermost().map(|scope| &scope.kind) {
            None => Err(Fault::new(ToonErrorKind::TrailingContent, at)),
            Some(Kind::Object(_)) => self.field(line.content, line.depth),
            Some(Kind::List(_)) => self.item(line),
            Some(Kind::Table(..)) => self.row(line.content),
            Some(Kind::Keyed(..)) => self.entry(line.content),
        }
    }

    /// The line that says what the root is.
    fn first_line(&mut self, line: &Line) -> Result<(), Fault> {
        let Line { depth, content, .. } = *line;
        if self.options.strict && depth > 0 {
            return Err(Fault::new(ToonErrorKind::TooFarIndented, content.start));
        }
        let Some(colon) = find_unquoted(self.text, content, b':') else {
            if content.of(self.text) == b"[]" {
                self.root = Root::EmptyArray;
                return self.empty_array(content.start);
            }
            self.root = Root::Value(content.start);
            return self.value(content);
        };
        self.root = Root::Container;
        match self.header(content, colon)? {
            Some(header) if header.key.is_none() => self.declared(header, content.start, depth),
            _ => {
                self.check_depth(1, content.start)?;
                self.scopes.open_root(depth, self.out);
                self.field(content, depth)
            }
        }
    }

    /// A line, or what is behind its hyphen, as a field of the innermost object.
    fn field(&mut self, line: Span, depth: usize) -> Result<(), Fault> {
        let colon = self.colon(line)?;
        match self.header(line, colon)? {
            Some(header) if header.key.is_some() => {
                self.key(header.key, line.start)?;
                return self.declared(header, line.start, depth);
            }
            Some(_) if self.options.strict => {
                return Err(Fault::new(ToonErrorKind::MisplacedHeader, line.start));
            }
            _ => {}
        }
        let key = Span { start: line.start, end: colon }.trim(self.text);
        let value = Span { start: colon + 1, end: line.end }.trim(self.text);
        self.key(Some(key), line.start)?;
        match value.of(self.text) {
            [] => self.open_object(line.start, depth),
            b"[]" => self.empty_array(value.start),
            _ => self.value(value),
        }
    }

    /// A line of a list (sections 9.2, 9.4 and 10).
    fn item(&mut self, line: &Line) -> Result<(), Fault> {
        let Line { depth, content, .. } = *line;
        let rest = match content.of(self.text) {
            b"-" => Span { start: content.end, end: content.end },
            [b'-', b' ', ..] => Span { start: content.start + 2, end: content.end }.trim(self.text),
            _ => return Err(Fault::new(ToonErrorKind::ExpectedItem, content.start)),
        };
        self.element(content.start)?;
        match rest.of(self.text) {
            [] => return self.open_object(content.start, depth),
            b"[]" => return self.empty_array(rest.start),
            _ => {}
        }
        let Some(colon) = find_unquoted(self.text, rest, b':') else { return self.value(rest) };
        if let Some(header) = self.header(rest, colon)?
            && header.key.is_none()
        {
            if matches!(header.kind, HeaderKind::Plain(_)) {
                return self.declared(header, rest.start, depth);
            }
            if self.options.strict {
                return Err(Fault::new(ToonErrorKind::MisplacedHeader, rest.start));
            }
        }
        self.open_object(content.start, depth)?;
        self.field(rest, depth + 1)
    }

    /// A line of a table (section 9.3).
    fn row(&mut self, line: Span) -> Result<(), Fault> {
        let Some(Kind::Table(_, rows)) = self.scopes.innermost().map(|scope| &scope.kind) else {
            return Ok(());
        };
        let delimiter = rows.delimiter;
        let first = Span {
            start: line.start,
            end: find_unquoted(self.text, line, delimiter).unwrap_or(line.end),
        };
        // A colon before the first delimiter makes a key of what is before it, and such a line ends
        // the rows; but it is indented as they are, so there is nothing that it could belong to.
        if let Some(at) = find_unquoted(self.text, first, b':') {
            return Err(Fault::new(ToonErrorKind::ExpectedRow, at));
        }
        self.element(line.start)?;
        self.cells(line, line)
    }

    /// A line of a keyed table (section 9.5).
    fn entry(&mut self, line: Span) -> Result<(), Fault> {
        let colon = self.colon(line)?;
        self.key(Some(Span { start: line.start, end: colon }.trim(self.text)), line.start)?;
        self.cells(Span { start: colon + 1, end: line.end }.trim(self.text), line)
    }

    /// Writes the object of a row or an entry of the innermost table.
    fn cells(&mut self, span: Span, line: Span) -> Result<(), Fault> {
        let depth = self.scopes.len();
        let Some(Kind::Table(_, rows) | Kind::Keyed(_, rows, _)) =
            self.scopes.innermost().map(|scope| &scope.kind)
        else {
            return Ok(());
        };
        self.cells.clear();
        if !span.is_empty() {
            split(self.text, span, rows.delimiter, &mut self.cells);
        }
        let (width, found) = (rows.fields.width(), self.cells.len());
        if found > width || (self.options.strict && found < width) {
            return Err(Fault::count(Part::Cell, width, found, line.start));
        }
        if depth + rows.fields.depth() > self.options.max_depth {
            return Err(Fault::new(ToonErrorKind::TooDeep, line.start));
        }
        rows.fields.write_row(self.text, &self.cells, self.options.strict, self.out)
    }

    /// Begins what a header declares, and writes it if it is all on this line.
    fn declared(&mut self, header: Header, at: usize, depth: usize) -> Result<(), Fault> {
        let Header { declared, delimiter, kind, .. } = header;
        self.check_depth(1, at)?;
        let rows = |fields: Fields| Rows { fields, delimiter };
        let kind = match kind {
            HeaderKind::Plain(values) if values.is_empty() => Kind::List(declared),
            HeaderKind::Plain(values) => {
                split(self.text, values, delimiter, &mut self.cells);
                let found = self.cells.len();
                if self.options.strict && found != declared.count {
                    let at = declared.offset;
                    return Err(Fault::count(Part::Value, declared.count, found, at));
                }
                return self.inline_array();
            }
            HeaderKind::Table(fields) => Kind::Table(declared, rows(fields)),
            HeaderKind::Keyed(fields) => {
                Kind::Keyed(declared, rows(fields), self.scopes.spare_members())
            }
        };
        self.scopes.open(depth, kind, self.out);
        Ok(())
    }

    /// Writes the array of the values in `cells`.
    fn inline_array(&mut self) -> Result<(), Fault> {
        self.out.push(b'[');
        for (at, cell) in self.cells.iter().enumerate() {
            if at > 0 {
                self.out.push(b',');
            }
            write_value(self.text, *cell, self.options.strict, self.out)?;
        }
        self.out.push(b']');
        Ok(())
    }

    /// Reads a line as a header. Lenient documents may have lines that begin like one and are none.
    fn header(&self, line: Span, colon: usize) -> Result<Option<Header>, Fault> {
        match header::read(self.text, line, colon, self.options) {
            Err(fault) if !self.options.strict && fault.kind.is_of_header() => Ok(None),
            result => result,
        }
    }

    /// The colon that ends the key of a line.
    fn colon(&self, line: Span) -> Result<usize, Fault> {
        find_unquoted(self.text, line, b':').ok_or_else(|| {
            let is_open = self.text[line.start] == b'"'
                && closing_quote(self.text, line.start, line.end).is_none();
            let kind = if is_open {
                ToonErrorKind::UnterminatedString
            } else {
                ToonErrorKind::MissingColon
            };
            Fault::new(kind, line.start)
        })
    }

    /// Begins an element of the innermost array.
    fn element(&mut self, at: usize) -> Result<(), Fault> {
        self.scopes.count(at)?;
        if self.out.last() != Some(&b'[') {
            self.out.push(b',');
        }
        Ok(())
    }

    /// Begins a member of the innermost object: its key and the colon.
    fn key(&mut self, key: Option<Span>, at: usize) -> Result<(), Fault> {
        let Some(key) = key else { return Ok(()) };
        self.scopes.count(at)?;
        let Some((members, edits)) = self.scopes.members() else { return Ok(()) };
        let start = self.out.len();
        members.settle(start, edits);
        if self.out.last() != Some(&b'{') {
            self.out.push(b',');
        }
        let key_start = self.out.len();
        write_key(self.text, key, self.options.strict, self.out)?;
        let written = Span { start: key_start, end: self.out.len() };
        self.out.push(b':');
        if !members.insert(self.out, start, written) && self.options.strict {
            return Err(Fault::new(ToonErrorKind::DuplicateKey, at));
        }
        Ok(())
    }

    fn open_object(&mut self, at: usize, depth: usize) -> Result<(), Fault> {
        self.check_depth(1, at)?;
        let members = self.scopes.spare_members();
        self.scopes.open(depth, Kind::Object(members), self.out);
        Ok(())
    }

    fn empty_array(&mut self, at: usize) -> Result<(), Fault> {
        self.check_depth(1, at)?;
        self.out.extend_from_slice(b"[]");
        Ok(())
    }

    fn value(&mut self, token: Span) -> Result<(), Fault> {
        write_value(self.text, token, self.options.strict, self.out)
    }

    /// Whether so many more containers may be nested in those that are open.
    fn check_depth(&self, more: usize, at: usize) -> Result<(), Fault> {
        if self.scopes.len() + more > self.options.max_depth {
            return Err(Fault::new(ToonErrorKind::TooDeep, at));
        }
        Ok(())
    }
}
