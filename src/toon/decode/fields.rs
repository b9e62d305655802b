//! The field list of a table: from a header to what each row becomes (sections 6 and 9.3).

use super::error::{Fault, ToonErrorKind};
use super::members::Keys;
use super::token::{Span, closing_quote, write_key, write_value};

/// What rows are made of.
#[derive(Debug)]
pub(super) struct Fields {
    /// The names as JSON, each with its colon.
    labels: Vec<u8>,
    steps: Vec<Step>,
    /// How many cells a row has.
    width: usize,
    /// How many objects are nested in a row, itself included.
    depth: usize,
}

/// A piece of a row's object.
#[derive(Clone, Copy, Debug)]
enum Step {
    Cell {
        label: Span,
        cell: usize,
    },
    /// A group begins, whose first cell is this one.
    Open {
        label: Span,
        cell: usize,
    },
    Close,
}

impl Fields {
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Writes the object of a row. Fields without a cell are left out, and so are groups whose
    /// first field is.
    pub(super) fn write_row(
        &self,
        text: &[u8],
        cells: &[Span],
        strict: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        out.push(b'{');
        // How many of the open groups are left out.
        let mut skipped = 0;
        for step in &self.steps {
            match *step {
                Step::Cell { label, cell } => {
                    if let Some(token) = cells.get(cell) {
                        self.write_label(label, out);
                        write_value(text, *token, strict, out)?;
                    }
                }
                Step::Open { label, cell } if cell < cells.len() => {
                    self.write_label(label, out);
                    out.push(b'{');
                }
                Step::Open { .. } => skipped += 1,
                Step::Close if skipped > 0 => skipped -= 1,
                Step::Close => out.push(b'}'),
            }
        }
        out.push(b'}');
        Ok(())
    }

    fn write_label(&self, label: Span, out: &mut Vec<u8>) {
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        out.extend_from_slice(label.of(&self.labels));
    }
}

/// How a field list is to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) delimiter: u8,
    pub(super) strict: bool,
    pub(super) max_depth: usize,
}

/// Reads the field list whose opening brace stands at `span.start`; gives the byte behind its
/// closing brace too.
///
/// Linear in the list; not recursive.
pub(super) fn read(text: &[u8], span: Span, rules: Rules) -> Result<(Fields, usize), Fault> {
    Reader {
        text,
        span,
        rules,
        fields: Fields { labels: Vec::new(), steps: Vec::new(), width: 0, depth: 1 },
        groups: vec![Group::default()],
    }
    .read()
}

struct Reader<'a> {
    text: &'a [u8],
    span: Span,
    rules: Rules,
    fields: Fields,
    /// The groups that are open, the whole list first.
    groups: Vec<Group>,
}

/// A brace group that is being read.
#[derive(Debug, Default)]
struct Group {
    names: Keys,
    /// For each field, whether it takes the place of an earlier one, and where its steps begin.
    members: Vec<(Option<usize>, usize)>,
    repeats: bool,
}

impl Reader<'_> {
    fn read(mut self) -> Result<(Fields, usize), Fault> {
        let mut at = self.span.start + 1;
        loop {
            at = self.field(at)?;
            // Behind a field: its own group, the next field, or the end of one group or more.
            while self.byte(at) == Some(b'}') {
                self.close();
                at += 1;
                if self.groups.is_empty() {
                    return Ok((self.fields, at));
                }
                at = self.skip_space(at);
            }
            match self.byte(at) {
                Some(b'{') => self.open(at)?,
                Some(byte) if byte == self.rules.delimiter => {}
                _ => return Err(self.unexpected(at)),
            }
            at += 1;
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        if at < self.span.end { self.text.get(at).copied() } else { None }
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at) == Some(b' ') {
            at += 1;
        }
        at
    }

    fn unexpected(&self, at: usize) -> Fault {
        let kind = match self.byte(at) {
            Some(b',' | b'|' | b'\t') => ToonErrorKind::DelimiterMismatch,
            _ => ToonErrorKind::InvalidHeader,
        };
        Fault::new(kind, at)
    }

    /// Reads the name of a field at `at`; gives the byte behind it and the spaces around it.
    fn field(&mut self, at: usize) -> Result<usize, Fault> {
        let start = self.skip_space(at);
        let end = match self.byte(start) {
            Some(b'"') => match closing_quote(self.text, start, self.span.end) {
                Some(close) => close + 1,
                None => return Err(Fault::new(ToonErrorKind::UnterminatedString, start)),
            },
            _ => {
                let rest = &self.text[start..self.span.end];
                let ends = |byte: &u8| {
                    matches!(byte, b',' | b'|' | b'\t' | b'{' | b'}' | b'[' | b']' | b':' | b'"')
                };
                start + rest.iter().position(ends).unwrap_or(rest.len())
            }
        };
        let name = Span { start, end }.trim(self.text);
        if name.is_empty() {
            return Err(self.unexpected(start));
        }
        let label_start = self.fields.labels.len();
        write_key(self.text, name, self.rules.strict, &mut self.fields.labels)?;
        self.fields.labels.push(b':');
        let label = Span { start: label_start, end: self.fields.labels.len() };
        self.add(label, start)?;
        Ok(self.skip_space(end))
    }

    /// Takes in a field, which is a cell unless a group follows.
    fn add(&mut self, label: Span, at: usize) -> Result<(), Fault> {
        let Some(group) = self.groups.last_mut() else {
            return Err(Fault::new(ToonErrorKind::InvalidHeader, at));
        };
        let first = group.names.insert(&self.fields.labels, label).err();
        if first.is_some() && self.rules.strict {
            return Err(Fault::new(ToonErrorKind::DuplicateKey, at));
        }
        group.repeats |= first.is_some();
        group.members.push((first, self.fields.steps.len()));
        self.fields.steps.push(Step::Cell { label, cell: self.fields.width });
        self.fields.width += 1;
        Ok(())
    }

    /// The last field is no cell and has fields of its own.
    fn open(&mut self, at: usize) -> Result<(), Fault> {
        if let Some(last) = self.fields.steps.last_mut()
            && let Step::Cell { label, cell } = *last
        {
            *last = Step::Open { label, cell };
            self.fields.width -= 1;
            self.groups.push(Group::default());
            self.fields.depth = self.fields.depth.max(self.groups.len());
            if self.groups.len() > self.rules.max_depth {
                return Err(Fault::new(ToonErrorKind::TooDeep, at));
            }
            return Ok(());
        }
        // A second group behind the first.
        Err(Fault::new(ToonErrorKind::InvalidHeader, at))
    }

    fn close(&mut self) {
        let Some(group) = self.groups.pop() else { return };
        if group.repeats {
            group.keep_last(&mut self.fields.steps);
        }
        if !self.groups.is_empty() {
            self.fields.steps.push(Step::Close);
        }
    }
}

impl Group {
    /// Puts the steps of each repeated field into the place of the first of its name.
    fn keep_last(&self, steps: &mut Vec<Step>) {
        let Some(&(_, start)) = self.members.first() else { return };
        let own = steps.split_off(start);
        let end_of = |at: usize| self.members.get(at + 1).map_or(own.len(), |next| next.1 - start);
        // Names are numbered without the repeated ones.
        let mut kept: Vec<Span> = Vec::new();
        for (at, &(first, from)) in self.members.iter().enumerate() {
            let span = Span { start: from - start, end: end_of(at) };
            match first {
                Some(first) => kept[first] = span,
                None => kept.push(span),
            }
        }
        for span in kept {
            steps.extend_from_slice(&own[span.start..span.end]);
        }
    }
}
