//! From valid data to what is shown of it: strip, select, redact, for several presenters at once.
//!
//! A value below an embed's key has more than one reader: the presenter around it, and the one that
//! is embedded. What is shown is what all of them keep.

use super::Report;
use super::parse::{Data, Member, Text, Value, distinct, last};
use super::presenter::Presenter;
use super::redact::{Censor, Part, Redaction, censored};
use super::schema::{Field, Mode, Shape, Type};
use super::select::{Wish, declares};
use super::write::Out;

/// A presenter at a value.
#[derive(Clone, Copy, Debug)]
struct Reader<'a> {
    presenter: &'a Presenter,
    /// Of the value, or of each item if the value is this presenter's collection.
    ty: &'a Type,
    /// Where in the place the presenter's own paths begin.
    start: usize,
    /// It reads a collection: its paths count from the items.
    collection: bool,
    role: Role,
    /// How many presenters deep it is embedded.
    level: usize,
}

/// What the value is to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Collection,
    /// An item of a collection, or data that is none.
    Item,
    /// Somewhere below.
    Inside,
}

impl<'a> Reader<'a> {
    fn new(presenter: &'a Presenter, data: &Value, start: usize, level: usize) -> Self {
        let collection = matches!(data.data, Data::Array(_));
        let (ty, role) = if collection {
            (presenter.item_type(), Role::Collection)
        } else {
            (&presenter.root, Role::Item)
        };
        Self { presenter, ty, start, collection, role, level }
    }

    fn accepts(&self, value: &Value) -> bool {
        match &value.data {
            Data::Array(items) if self.role == Role::Collection => {
                self.presenter.shown(items).iter().all(|item| self.ty.accepts(item))
            }
            _ => self.ty.accepts(value),
        }
    }
}

pub struct Walk<'a> {
    presenter: &'a Presenter,
    /// Names of members of the items, or paths; empty for all.
    select: &'a [String],
    /// What is asked for of the current value; everything if there is nothing.
    wishes: Option<Vec<Wish<'a>>>,
    /// Without embeds and censors.
    bare: bool,
    /// Fields that are absent, as they may be, are shown as null.
    fills: bool,
    item: Option<usize>,
    /// From the root object or the item down to the current value.
    place: Vec<Part>,
    /// The first string with a lone surrogate, and its item.
    pub lone_at: Option<(usize, Option<usize>)>,
    /// Selected names that some object had.
    seen: Vec<&'a str>,
    /// Of each redaction of the outer presenter, whether it met a value.
    matched: Vec<bool>,
    report: Report,
}

/// A member that is shown unless a censor removes it.
struct Kept<'a> {
    /// As it is shown, and its other names.
    key: &'a str,
    also: Vec<String>,
    /// The key of the data, where the data names it.
    written: Option<&'a Text>,
    value: &'a Value,
    readers: Vec<Reader<'a>>,
    /// It is not in the data, and no default of the schema.
    is_filled: bool,
}

impl<'a> Walk<'a> {
    pub fn new(presenter: &'a Presenter, select: &'a [String]) -> Self {
        Self {
            presenter,
            select,
            wishes: Wish::all(select, presenter.nested_select),
            bare: false,
            fills: false,
            item: None,
            place: Vec::new(),
            lone_at: None,
            seen: Vec::new(),
            matched: vec![false; presenter.redactions.len()],
            report: Report::default(),
        }
    }

    /// A walk that shows absent optional fields as null.
    pub fn filling(presenter: &'a Presenter, select: &'a [String]) -> Self {
        Self { fills: true, ..Self::new(presenter, select) }
    }

    /// An item as the presenter's hooks see it: valid, unselected, unredacted.
    pub fn bare(presenter: &'a Presenter, item: &'a Value) -> Out {
        let ty = presenter.item_type();
        Self::unredacted(
            Reader { presenter, ty, start: 0, collection: false, role: Role::Item, level: 0 },
            item,
        )
    }

    fn unredacted(reader: Reader<'a>, value: &'a Value) -> Out {
        let mut walk = Self { bare: true, ..Self::new(reader.presenter, &[]) };
        walk.uncensored(value, &[reader])
    }

    /// All of the data.
    pub fn root(&mut self, data: &'a Value) -> Out {
        let reader = Reader::new(self.presenter, data, 0, 0);
        self.value(data, &[reader]).unwrap_or(Out::Null)
    }

    /// A value as shown; `None` if a censor removes it.
    fn value(&mut self, value: &'a Value, readers: &[Reader<'a>]) -> Option<Out> {
        self.note_matched(readers);
        match self.censor(value.is_null(), readers) {
            Some((censor, reader)) => {
                self.report.redacted += 1;
                let place = &self.place[reader.start..];
                let own = || Self::unredacted(reader, value);
                // The censor's own presenter reads it, and no other.
                let cast = reader.cast(value);
                let value = cast.as_ref().unwrap_or(value);
                censored(censor, value, place, own).map(Out::String)
            }
            None => Some(self.uncensored(value, readers)),
        }
    }

    /// The censor of the outermost presenters that have one here: the strongest, the first of equals.
    fn censor(&self, is_null: bool, readers: &[Reader<'a>]) -> Option<(&'a Censor, Reader<'a>)> {
        if self.bare {
            return None;
        }
        let mut found: Option<(&Censor, Reader<'a>)> = None;
        for reader in readers {
            let presenter = reader.presenter;
            for redaction in &presenter.redactions {
                let spared = is_null && redaction.is_plain() && !presenter.redact_nulls;
                let own = (reader.level, redaction.censor.rank());
                if self.reaches(redaction, reader)
                    && !spared
                    && found.is_none_or(|(best, of)| own < (of.level, best.rank()))
                {
                    found = Some((&redaction.censor, *reader));
                }
            }
        }
        found
    }

    /// Whether a redaction of the reader's presenter is about the current value.
    fn reaches(&self, redaction: &Redaction, reader: &Reader<'a>) -> bool {
        reader.role != Role::Collection
            && redaction.matches(&self.place[reader.start..], reader.collection)
    }

    /// Notes the redactions of the outer presenter that are about the current value.
    fn note_matched(&mut self, readers: &[Reader<'a>]) {
        for (i, redaction) in self.presenter.redactions.iter().enumerate() {
            if !self.bare && self.reaches(redaction, &readers[0]) {
                self.matched[i] = true;
            }
        }
    }

    fn uncensored(&mut self, value: &'a Value, readers: &[Reader<'a>]) -> Out {
        // Where several convert, the outermost does.
        let converts = |reader: &&Reader<'a>| reader.chosen(value).casts;
        if let Some(cast) = readers.iter().find(converts).and_then(|reader| reader.cast(value)) {
            return Out::of(&cast);
        }
        match &value.data {
            Data::Null => Out::Null,
            Data::Bool(b) => Out::Bool(*b),
            Data::Number(text) => Out::Number(text.clone()),
            Data::String(text) => {
                self.note_lone(text);
                Out::String(text.text.clone())
            }
            Data::Array(elements) => self.elements(value, elements, readers),
            Data::Object(members) => {
                let all = self.kept(value, members, readers);
                if let Some(wishes) = self.wishes.clone() {
                    let known = self.known(value, readers);
                    let out = Out::Object(self.selected(all, &wishes, &known));
                    self.wishes = Some(wishes);
                    return out;
                }
                Out::Object(all.into_iter().filter_map(|kept| self.member(kept)).collect())
            }
        }
    }

    fn elements(&mut self, value: &Value, elements: &'a [Value], readers: &[Reader<'a>]) -> Out {
        let mut shown = elements;
        for reader in readers.iter().filter(|reader| reader.role == Role::Collection) {
            shown = reader.presenter.shown(shown);
        }
        let inner = readers.iter().map(|reader| match (reader.role, &reader.chosen(value).shape) {
            (Role::Collection, _) => {
                // Behind the index.
                Reader { role: Role::Item, start: self.place.len() + 1, ..*reader }
            }
            (_, Shape::Array(ty)) => Reader { ty, role: Role::Inside, ..*reader },
            _ => Reader { ty: &ANY, role: Role::Inside, ..*reader },
        });
        let inner: Vec<Reader<'a>> = inner.collect();
        let wishes = self.wishes.clone();
        if !self.presenter.nested_select && readers[0].role != Role::Collection {
            self.wishes = None;
        }
        let mut out = Vec::new();
        for (i, element) in shown.iter().enumerate() {
            if readers[0].role == Role::Collection {
                self.item = Some(i);
            }
            self.place.push(Part { text: i.to_string(), also: Vec::new(), is_index: true });
            out.push(self.value(element, &inner).unwrap_or(Out::Null));
            self.place.pop();
        }
        self.wishes = wishes;
        Out::Array(out)
    }

    fn selected(
        &mut self,
        mut all: Vec<Kept<'a>>,
        wishes: &[Wish<'a>],
        known: &[&str],
    ) -> Vec<(String, Out)> {
        let mut out = Vec::new();
        for head in Wish::heads(wishes) {
            let at = all.iter().position(|kept| kept.key == head);
            if at.is_some() || known.contains(&head.as_str()) {
                self.seen.extend(Wish::ending(wishes, &head));
            }
            if let Some(at) = at {
                self.wishes = Wish::below(wishes, &head);
                out.extend(self.member(all.remove(at)));
            }
        }
        out
    }

    /// The fields that some reader declares and all readers keep.
    fn known(&self, value: &Value, readers: &[Reader<'a>]) -> Vec<&'a str> {
        let types: Vec<&'a Type> = readers.iter().map(|reader| reader.chosen(value)).collect();
        let declared = types.iter().flat_map(|ty| fields(ty));
        let sources = declared.map(|field| field.source());
        let kept = sources.filter(|source| types.iter().all(|ty| keeps(ty, source)));
        let name = |source| types.iter().find_map(|ty| field(ty, source)).map(|own| &*own.key);
        kept.filter_map(name).collect()
    }

    /// The members that all readers keep, in the order in which they are shown. Up to the last step
    /// they are known by the keys of the data.
    fn kept(
        &mut self,
        value: &Value,
        members: &'a [Member],
        readers: &[Reader<'a>],
    ) -> Vec<Kept<'a>> {
        let types: Vec<&'a Type> = readers.iter().map(|reader| reader.chosen(value)).collect();
        self.report.dropped += members
            .iter()
            .filter(|member| !types.iter().all(|ty| keeps(ty, &member.key.text)))
            .count();

        let mut keys: Vec<(&'a str, Option<&'a Text>)> =
            distinct(members).into_iter().map(|(key, _)| (key.text.as_str(), Some(key))).collect();
        for field in types.iter().flat_map(|ty| fields(ty)) {
            // The data is valid: a field that is not there need not be.
            let is_shown = field.ty.default.is_some() || self.fills;
            if is_shown && !keys.iter().any(|key| key.0 == field.source()) {
                keys.push((field.source(), None));
            }
        }
        keys.retain(|(key, _)| types.iter().all(|ty| keeps(ty, key)));
        // The order of the outermost that declares them, and behind them the order inside.
        for ty in types.iter().rev() {
            let mut rest = std::mem::take(&mut keys);
            for field in fields(ty) {
                if let Some(at) = rest.iter().position(|key| key.0 == field.source()) {
                    keys.push((field.source(), None));
                    rest.remove(at);
                }
            }
            keys.append(&mut rest);
        }
        keys.into_iter()
            .filter_map(|(key, written)| self.read_member(key, written, members, readers, &types))
            .collect()
    }

    /// A member with its value, or with the outermost default that all readers accept, or as the null
    /// that stands for it.
    fn read_member(
        &self,
        source: &'a str,
        written: Option<&'a Text>,
        members: &'a [Member],
        readers: &[Reader<'a>],
        types: &[&'a Type],
    ) -> Option<Kept<'a>> {
        let below = |value: &Value| self.below(source, value, readers, types);
        let declared: Vec<&'a Field> = types.iter().filter_map(|ty| field(ty, source)).collect();
        // It is called as the outermost that declares it calls it.
        let key = declared.first().map_or(source, |field| &field.key);
        let names = declared.iter().map(|field| field.key.as_str()).chain([source]);
        let also: Vec<String> = names.filter(|name| *name != key).map(str::to_owned).collect();
        if let Some(value) = last(members, source) {
            let readers = below(value);
            return Some(Kept { key, also, written, value, readers, is_filled: false });
        }
        let defaults = declared.iter().filter_map(|field| field.ty.default.as_ref());
        let default = defaults.map(|value| (value, below(value))).find(|(value, readers)| {
            readers.len() == 1 || readers.iter().all(|reader| reader.accepts(value))
        });
        if let Some((value, readers)) = default {
            return Some(Kept { key, also, written, value, readers, is_filled: false });
        }
        let is_filled = self.fills && !declared.is_empty();
        let value = &NULL;
        is_filled.then(|| Kept { key, also, written, value, readers: below(value), is_filled })
    }

    /// The readers of a member's value.
    fn below(
        &self,
        source: &str,
        value: &Value,
        readers: &[Reader<'a>],
        types: &[&'a Type],
    ) -> Vec<Reader<'a>> {
        let mut below = Vec::new();
        for (reader, whole) in readers.iter().zip(types) {
            let ty = match &whole.shape {
                Shape::Record(each) => each,
                _ => field(whole, source).map_or(&ANY, |field| &field.ty),
            };
            below.push(Reader { ty, role: Role::Inside, ..*reader });
        }
        if self.bare || value.is_null() {
            return below;
        }
        for reader in readers.iter().filter(|reader| reader.role == Role::Item) {
            for embed in reader.presenter.embeds.iter().filter(|embed| embed.source == source) {
                // Behind the key.
                let start = self.place.len() + 1;
                below.push(Reader::new(&embed.presenter, value, start, reader.level + 1));
            }
        }
        below
    }

    fn member(&mut self, kept: Kept<'a>) -> Option<(String, Out)> {
        self.place.push(Part {
            text: kept.key.to_owned(),
            also: kept.also.clone(),
            is_index: false,
        });
        // The key's surrogates come before the value's, and only count if the key is written.
        let (lone_at, lone) = (self.lone_at, self.report.replaced_surrogates);
        if let Some(key) = kept.written {
            self.note_lone(key);
        }
        let shown = if kept.is_filled {
            self.filled(&kept.readers)
        } else {
            self.value(kept.value, &kept.readers)
        };
        self.place.pop();
        if shown.is_none() {
            (self.lone_at, self.report.replaced_surrogates) = (lone_at, lone);
        }
        shown.map(|out| (kept.key.to_owned(), out))
    }

    /// Null, unless a censor would remove it or another value here. Nothing is counted: there is
    /// nothing that a censor replaces.
    fn filled(&self, readers: &[Reader<'a>]) -> Option<Out> {
        let is_removed = [false, true].into_iter().any(|is_null| {
            self.censor(is_null, readers).is_some_and(|(censor, _)| *censor == Censor::Remove)
        });
        (!is_removed).then_some(Out::Null)
    }

    fn note_lone(&mut self, text: &Text) {
        self.report.replaced_surrogates += text.lone;
        if text.lone > 0 && self.lone_at.is_none() {
            self.lone_at = Some((text.offset, self.item));
        }
    }

    /// What was counted on the way.
    pub fn report(mut self) -> Report {
        let mut report = std::mem::take(&mut self.report);
        let nested = self.presenter.nested_select;
        for Wish { name, keys } in Wish::all(self.select, nested).unwrap_or_default() {
            let is_known =
                self.seen.contains(&name) || declares(self.presenter.item_type(), &keys, nested);
            let name = &name.to_owned();
            if !is_known && !report.unknown_select.contains(name) {
                report.unknown_select.push(name.clone());
            }
        }
        for (redaction, matched) in self.presenter.redactions.iter().zip(&self.matched) {
            if !matched {
                report.unmatched_paths.push(redaction.path.clone());
            }
        }
        report
    }
}

/// What stands for a field that is absent.
static NULL: Value = Value { offset: 0, end: 0, data: Data::Null };

/// What is below an undeclared key, and below `any`.
static ANY: Type = Type {
    shape: Shape::Any,
    optional: false,
    nullable: false,
    default: None,
    describe: None,
    casts: false,
};

impl<'a> Reader<'a> {
    /// The member of a union that accepts the value; any other type itself.
    fn chosen(&self, value: &Value) -> &'a Type {
        fn chosen<'t>(ty: &'t Type, value: &Value) -> &'t Type {
            match &ty.shape {
                Shape::Union(members) => match members.iter().find(|m| m.accepts(value)) {
                    Some(member) => chosen(member, value),
                    None => ty,
                },
                _ => ty,
            }
        }
        chosen(self.ty, value)
    }

    fn cast(&self, value: &Value) -> Option<Value> {
        self.chosen(value).cast(value)
    }
}

/// The field that comes in under the key.
fn field<'t>(ty: &'t Type, source: &str) -> Option<&'t Field> {
    fields(ty).iter().find(|field| field.source() == source)
}

fn fields(ty: &Type) -> &[Field] {
    match &ty.shape {
        Shape::Object(fields, _) => fields,
        _ => &[],
    }
}

/// Whether an object of the type may have the key.
fn keeps(ty: &Type, key: &str) -> bool {
    match &ty.shape {
        Shape::Object(fields, mode) => {
            *mode == Mode::Passthrough || fields.iter().any(|field| field.source() == key)
        }
        _ => true,
    }
}
