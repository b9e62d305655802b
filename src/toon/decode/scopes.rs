//! The arrays and objects that are open, and which of them a line belongs to (sections 8, 10, 12).

use super::edits::Edits;
use super::error::{Fault, Part, ToonErrorKind};
use super::fields::Fields;
use super::header::Declared;
use super::lines::Line;
use super::members::Members;

/// An array or object whose lines are being read.
#[derive(Debug)]
pub(super) struct Scope {
    /// The depth of the line that opened it; the root object has none.
    opener: Option<usize>,
    /// The depth of its lines.
    content: usize,
    /// How many items, rows, entries or members it has so far.
    pub(super) count: usize,
    pub(super) kind: Kind,
}

/// What kind of lines a scope has.
#[derive(Debug)]
pub(super) enum Kind {
    Object(Members),
    List(Declared),
    Table(Declared, Rows),
    Keyed(Declared, Rows, Members),
}

/// How the rows of a table are read.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) fields: Fields,
    pub(super) delimiter: u8,
}

impl Kind {
    /// What it counts, and how many of them are declared; nothing of the kind for an object.
    fn declared(&self) -> Option<(Part, Declared)> {
        match self {
            Self::Object(_) => None,
            Self::List(declared) => Some((Part::Item, *declared)),
            Self::Table(declared, _) => Some((Part::Row, *declared)),
            Self::Keyed(declared, ..) => Some((Part::Entry, *declared)),
        }
    }

    fn brackets(&self) -> [u8; 2] {
        match self {
            Self::Object(_) | Self::Keyed(..) => *b"{}",
            Self::List(_) | Self::Table(..) => *b"[]",
        }
    }
}

/// The scopes that are open, the outermost first.
#[derive(Debug)]
pub(super) struct Scopes {
    open: Vec<Scope>,
    /// How many of them are arrays or keyed tables with something in them: no blank line may stand
    /// before their end.
    spans: usize,
    /// Memory of objects that are closed.
    spare: Vec<Members>,
    pub(super) edits: Edits,
    strict: bool,
}

impl Scopes {
    pub(super) fn new(strict: bool) -> Self {
        Self { open: Vec::new(), spans: 0, spare: Vec::new(), edits: Edits::default(), strict }
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn innermost(&mut self) -> Option<&mut Scope> {
        self.open.last_mut()
    }

    /// The innermost scope's members, if it has any, and the edits that they may need.
    pub(super) fn members(&mut self) -> Option<(&mut Members, &mut Edits)> {
        match &mut self.open.last_mut()?.kind {
            Kind::Object(members) | Kind::Keyed(_, _, members) => Some((members, &mut self.edits)),
            Kind::List(_) | Kind::Table(..) => None,
        }
    }

    pub(super) fn spare_members(&mut self) -> Members {
        self.spare.pop().unwrap_or_default()
    }

    /// Opens the object of a document, whose fields have this depth.
    pub(super) fn open_root(&mut self, content: usize, out: &mut Vec<u8>) {
        let kind = Kind::Object(self.spare_members());
        out.push(kind.brackets()[0]);
        self.open.push(Scope { opener: None, content, count: 0, kind });
    }

    /// Opens what a line, or a field on the line of a hyphen, at this depth begins.
    pub(super) fn open(&mut self, opener: usize, kind: Kind, out: &mut Vec<u8>) {
        out.push(kind.brackets()[0]);
        self.open.push(Scope { opener: Some(opener), content: opener + 1, count: 0, kind });
    }

    /// Counts an item, row, entry or member of the innermost scope, which begins at `at`.
    ///
    /// # Errors
    ///
    /// There are more than are declared.
    pub(super) fn count(&mut self, at: usize) -> Result<(), Fault> {
        let Some(scope) = self.open.last_mut() else { return Ok(()) };
        scope.count += 1;
        if let Some((part, declared)) = scope.kind.declared() {
            self.spans += usize::from(scope.count == 1);
            if self.strict && scope.count > declared.count {
                return Err(Fault::count(part, declared.count, scope.count, at));
            }
        }
        Ok(())
    }

    /// Closes what has ended before `line`; the innermost scope that stays open is the line's.
    ///
    /// # Errors
    ///
    /// A scope ends before all is there that its header declares, the line is indented too far, or
    /// a blank line stands before it where none may.
    pub(super) fn enter(&mut self, line: &Line, out: &mut Vec<u8>) -> Result<(), Fault> {
        let Line { depth, content, blank } = *line;
        while let Some(scope) = self.open.last_mut() {
            if depth == scope.content {
                break;
            }
            if scope.opener.is_some_and(|opener| depth <= opener) {
                self.close(out)?;
            } else if !self.strict && (scope.count == 0 || depth < scope.content) {
                // It belongs to nothing else, so the scope's lines have this depth.
                scope.content = depth;
                break;
            } else {
                return Err(Fault::new(ToonErrorKind::TooFarIndented, content.start));
            }
        }
        match blank {
            Some(at) if self.strict && self.spans > 0 => {
                Err(Fault::new(ToonErrorKind::BlankLine, at))
            }
            _ => Ok(()),
        }
    }

    /// Closes all scopes at the end of the document.
    pub(super) fn close_all(&mut self, out: &mut Vec<u8>) -> Result<(), Fault> {
        while !self.open.is_empty() {
            self.close(out)?;
        }
        Ok(())
    }

    fn close(&mut self, out: &mut Vec<u8>) -> Result<(), Fault> {
        let Some(Scope { count, kind, .. }) = self.open.pop() else { return Ok(()) };
        if let Some((part, declared)) = kind.declared() {
            self.spans -= usize::from(count > 0);
            if self.strict && count < declared.count {
                return Err(Fault::count(part, declared.count, count, declared.offset));
            }
        }
        let end = out.len();
        out.push(kind.brackets()[1]);
        if let Kind::Object(mut members) | Kind::Keyed(_, _, mut members) = kind {
            members.settle(end, &mut self.edits);
            members.clear();
            self.spare.push(members);
        }
        Ok(())
    }
}
