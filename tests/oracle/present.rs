//! The pipeline: limit, validate and strip, select, redact, write, frame.

use super::parse::{Data, Member, Text, Value, distinct, last, parse};
use super::redact::{Censor, Redaction, censored};
use super::schema::{Failures, Field, Mode, Place, Shape, Type};
use super::schema::{array, boolean, count, object, string};
use super::write::{Frame, Out, entry, guarded};
use super::{Fault, FaultKind, Report};

/// A presenter as its file declares it.
#[derive(Clone, Debug)]
pub struct Presenter {
    root: Type,
    rules: Vec<String>,
    redactions: Vec<Redaction>,
    limit: Option<usize>,
    notice: Option<String>,
    max_depth: usize,
    redact_nulls: bool,
    strict_text: bool,
    pretty: bool,
}

/// One call.
#[derive(Clone, Debug)]
pub struct Request {
    /// Empty: everything.
    pub select: Vec<String>,
    /// `None`: as the presenter says.
    pub pretty: Option<bool>,
    pub frame: Frame,
}

impl Presenter {
    pub fn read(file: &str) -> Result<Self, String> {
        let file = parse(file.as_bytes(), 128).map_err(|fault| format!("{fault:?}"))?;
        let mut presenter = Self {
            root: Shape::Any.into(),
            rules: Vec::new(),
            redactions: Vec::new(),
            limit: None,
            notice: None,
            max_depth: 128,
            redact_nulls: false,
            strict_text: false,
            pretty: false,
        };
        let mut mode = Mode::Strip;
        let mut auto_rules = true;
        for Member { key, value } in object(&file)? {
            match key.text.as_str() {
                "name" => _ = string(value)?,
                "schema" => {
                    presenter.root = Shape::Object(Field::read_all(value)?, Mode::Strip).into();
                }
                "mode" => mode = Mode::read(value)?,
                "root" => presenter.root = Type::read(value)?,
                "root_opts" => presenter.root.read_options(value)?,
                "rules" => {
                    for rule in array(value)? {
                        presenter.rules.push(string(rule)?.to_owned());
                    }
                }
                "redact" => presenter.redactions = Redaction::read_all(value)?,
                "limit" => presenter.limit = Some(count(value)?),
                "notice" => presenter.notice = Some(string(value)?.to_owned()),
                "auto_rules" => auto_rules = boolean(value)?,
                "max_depth" => presenter.max_depth = count(value)?,
                "redact_nulls" => presenter.redact_nulls = boolean(value)?,
                "strict_text" => presenter.strict_text = boolean(value)?,
                "pretty" => presenter.pretty = boolean(value)?,
                other => return Err(format!("unknown member {other}")),
            }
        }
        if let Shape::Object(_, own) = &mut presenter.root.shape
            && last(object(&file)?, "schema").is_some()
        {
            *own = mode;
        }
        if auto_rules {
            presenter.describe();
        }
        Ok(presenter)
    }

    /// Puts the descriptions of the root fields before the rules.
    fn describe(&mut self) {
        let mut rules = Vec::new();
        for field in self.root_fields() {
            if let Some(text) = &field.ty.describe {
                rules.push(format!("{}: {text}", field.key));
            }
        }
        rules.append(&mut self.rules);
        self.rules = rules;
    }

    /// The fields of the data or of an item; of a union those of its objects, each key once.
    fn root_fields(&self) -> Vec<&Field> {
        fn collect<'a>(ty: &'a Type, fields: &mut Vec<&'a Field>) {
            match &ty.shape {
                Shape::Object(own, _) => {
                    for field in own {
                        if !fields.iter().any(|f| f.key == field.key) {
                            fields.push(field);
                        }
                    }
                }
                Shape::Union(members) => members.iter().for_each(|m| collect(m, fields)),
                _ => {}
            }
        }
        let mut fields = Vec::new();
        collect(self.item_type(), &mut fields);
        fields
    }

    /// The type of an item if the data is a collection, else of the data.
    fn item_type(&self) -> &Type {
        match &self.root.shape {
            Shape::Array(element) => element,
            _ => &self.root,
        }
    }

    /// The keys that can be selected, in schema order.
    pub fn select_keys(&self) -> Vec<&str> {
        self.root_fields().iter().map(|field| field.key.as_str()).collect()
    }

    /// The whole job.
    pub fn render(&self, input: &[u8], request: &Request) -> Result<(String, Report), Fault> {
        let mut data = parse(input, self.max_depth)?;
        let hidden = self.cut(&mut data);
        self.validate(&data)?;

        let mut view = View {
            presenter: self,
            select: &request.select,
            collection: matches!(data.data, Data::Array(_)),
            item: None,
            place: Vec::new(),
            lone_at: None,
            seen: Vec::new(),
            matched: vec![false; self.redactions.len()],
            report: Report::default(),
        };
        let tree = view.root(&data);
        if self.strict_text
            && let Some((offset, item)) = view.lone_at
        {
            let kind = FaultKind::LoneSurrogate;
            let offset = Some(offset);
            return Err(Fault { kind, offset, item, failures: Vec::new(), uncounted: 0 });
        }
        let mut report = view.report();
        report.items = match &data.data {
            Data::Array(items) => items.len(),
            _ => 1,
        };
        report.hidden = hidden;

        let mut blocks = vec![match &tree {
            Out::String(text) if matches!(data.data, Data::String(_)) => guarded(text),
            tree => tree.text(request.pretty.unwrap_or(self.pretty)),
        }];
        if hidden > 0 {
            blocks.push(self.notice(report.items, hidden));
        }
        if !self.rules.is_empty() {
            let entries: String = self.rules.iter().map(|r| format!("- {}\n", entry(r))).collect();
            blocks.push(format!("<domain_rules>\n{entries}</domain_rules>"));
        }
        let text = request.frame.wrap(&blocks);
        report.bytes = text.len();
        Ok((text, report))
    }

    /// Takes away what is beyond the limit, and says how much that was.
    fn cut(&self, data: &mut Value) -> usize {
        let (Data::Array(items), Some(limit)) = (&mut data.data, self.limit) else { return 0 };
        let hidden = items.len().saturating_sub(limit);
        items.truncate(limit);
        hidden
    }

    fn notice(&self, shown: usize, hidden: usize) -> String {
        let standard = "⚠️ Dataset truncated. {max} shown, {omitted} hidden. \
                        Use filters to narrow results.";
        let text = self.notice.as_deref().unwrap_or(standard);
        let text =
            text.replace("{max}", &shown.to_string()).replace("{omitted}", &hidden.to_string());
        let text = guarded(&format!("📊 **Summary**: {text}"));
        format!("<ui_passthrough type=\"summary\">\n{text}\n</ui_passthrough>")
    }

    fn validate(&self, data: &Value) -> Result<(), Fault> {
        let mut failures = Failures::default();
        match &data.data {
            Data::Array(items) if !matches!(self.root.shape, Shape::Array(_)) => {
                for (i, item) in items.iter().enumerate() {
                    self.root.check(item, &Place::item(i), &mut failures);
                }
            }
            _ => self.root.check(data, &Place::default(), &mut failures),
        }
        let Some(first) = failures.listed.first() else { return Ok(()) };
        Err(Fault {
            kind: FaultKind::Validation,
            offset: Some(first.offset),
            item: first.item,
            uncounted: failures.total - failures.listed.len(),
            failures: failures.listed,
        })
    }
}

/// The walk over valid data to what is shown of it.
struct View<'a> {
    presenter: &'a Presenter,
    select: &'a [String],
    collection: bool,
    item: Option<usize>,
    /// Keys and indices down to the current value, from the root object or the item.
    place: Vec<String>,
    /// The first string with a lone surrogate, and its item.
    lone_at: Option<(usize, Option<usize>)>,
    /// Selected names that some object had.
    seen: Vec<&'a str>,
    /// Of each redaction, whether it met a value.
    matched: Vec<bool>,
    report: Report,
}

impl<'a> View<'a> {
    fn root(&mut self, data: &Value) -> Out {
        let ty = self.presenter.item_type();
        let Data::Array(items) = &data.data else {
            return self.top(data, &self.presenter.root).unwrap_or(Out::Raw("null".into()));
        };
        let mut out = Vec::new();
        for (i, item) in items.iter().enumerate() {
            self.item = Some(i);
            out.push(self.top(item, ty).unwrap_or(Out::Raw("null".into())));
        }
        Out::Array(out)
    }

    /// The root value, or an item: where the selection applies.
    fn top(&mut self, value: &Value, ty: &Type) -> Option<Out> {
        match &value.data {
            Data::Object(members) if !self.select.is_empty() => {
                let ty = chosen(ty, value);
                self.or_censored(value, |view| Out::Object(view.selected(members, ty)))
            }
            _ => self.value(value, ty),
        }
    }

    fn selected(&mut self, members: &[Member], ty: &Type) -> Vec<(String, Out)> {
        let mut all = self.kept(members, ty);
        let mut out = Vec::new();
        for name in self.select {
            if let Some(at) = all.iter().position(|kept| kept.key == name) {
                self.seen.push(name);
                out.extend(self.member(all.remove(at)));
            }
        }
        out
    }

    /// A value as shown; `None` if a censor removes it.
    fn value(&mut self, value: &Value, ty: &Type) -> Option<Out> {
        self.or_censored(value, |view| view.uncensored(value, ty))
    }

    fn or_censored(&mut self, value: &Value, show: impl FnOnce(&mut Self) -> Out) -> Option<Out> {
        match self.censor(value) {
            Some(censor) => {
                self.report.redacted += 1;
                censored(censor, value).map(Out::String)
            }
            None => Some(show(self)),
        }
    }

    /// The strongest censor on the current value, the first of equals.
    fn censor(&mut self, value: &Value) -> Option<&'a Censor> {
        let mut found: Option<&Censor> = None;
        let rank = |censor: &Censor| match censor {
            Censor::Remove => 2,
            Censor::Text(_) => 1,
            Censor::KeepLast(_) => 0,
        };
        for (i, redaction) in self.presenter.redactions.iter().enumerate() {
            if !redaction.matches(&self.place, self.collection) {
                continue;
            }
            self.matched[i] = true;
            let spared = value.is_null() && redaction.is_plain() && !self.presenter.redact_nulls;
            if !spared && found.is_none_or(|best| rank(&redaction.censor) > rank(best)) {
                found = Some(&redaction.censor);
            }
        }
        found
    }

    fn uncensored(&mut self, value: &Value, ty: &Type) -> Out {
        match &value.data {
            Data::Null => Out::Raw("null".into()),
            Data::Bool(b) => Out::Raw(b.to_string()),
            Data::Number(text) => Out::Raw(text.clone()),
            Data::String(text) => {
                self.note_lone(text);
                Out::String(text.text.clone())
            }
            Data::Array(elements) => {
                let element_type = match &chosen(ty, value).shape {
                    Shape::Array(element) => element,
                    _ => &ANY,
                };
                let mut out = Vec::new();
                for (i, element) in elements.iter().enumerate() {
                    self.place.push(i.to_string());
                    let shown = self.value(element, element_type);
                    out.push(shown.unwrap_or(Out::Raw("null".into())));
                    self.place.pop();
                }
                Out::Array(out)
            }
            Data::Object(members) => {
                let all = self.kept(members, chosen(ty, value));
                Out::Object(all.into_iter().filter_map(|kept| self.member(kept)).collect())
            }
        }
    }

    /// The members that the type keeps, in the order in which they are shown.
    fn kept<'v>(&mut self, members: &'v [Member], ty: &'v Type) -> Vec<Kept<'v>> {
        let (fields, rest, rest_type) = match &ty.shape {
            Shape::Object(fields, mode) => (&fields[..], *mode == Mode::Passthrough, &ANY),
            Shape::Record(each) => (&[][..], true, &**each),
            _ => (&[][..], true, &ANY),
        };
        let mut kept = Vec::new();
        for Field { key, ty } in fields {
            if let Some(value) = last(members, key).or(ty.default.as_ref()) {
                kept.push(Kept { key, written: None, value, ty });
            }
        }
        let declared = |key: &Text| fields.iter().any(|f| f.key == key.text);
        if rest {
            for (key, value) in distinct(members) {
                if !declared(key) {
                    kept.push(Kept { key: &key.text, written: Some(key), value, ty: rest_type });
                }
            }
        } else {
            self.report.dropped += members.iter().filter(|m| !declared(&m.key)).count();
        }
        kept
    }

    fn member(&mut self, kept: Kept<'_>) -> Option<(String, Out)> {
        self.place.push(kept.key.to_owned());
        let before = self.report.redacted;
        // The key's surrogates come before the value's, and only count if the key is written.
        let (lone_at, lone) = (self.lone_at, self.report.replaced_surrogates);
        if let Some(key) = kept.written {
            self.note_lone(key);
        }
        let shown = self.value(kept.value, kept.ty);
        self.place.pop();
        if shown.is_none() {
            debug_assert_eq!(self.report.redacted, before + 1);
            (self.lone_at, self.report.replaced_surrogates) = (lone_at, lone);
        }
        shown.map(|out| (kept.key.to_owned(), out))
    }

    fn note_lone(&mut self, text: &Text) {
        self.report.replaced_surrogates += text.lone;
        if text.lone > 0 && self.lone_at.is_none() {
            self.lone_at = Some((text.offset, self.item));
        }
    }

    fn report(&mut self) -> Report {
        let mut report = std::mem::take(&mut self.report);
        let declared = self.presenter.select_keys();
        let known = |name: &str| declared.contains(&name) || self.seen.contains(&name);
        for name in self.select {
            if !known(name) && !report.unknown_select.contains(name) {
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

/// What is below an undeclared key, and below `any`.
static ANY: Type =
    Type { shape: Shape::Any, optional: false, nullable: false, default: None, describe: None };

/// A member that is shown unless a censor removes it.
struct Kept<'v> {
    key: &'v str,
    /// The key of the data, where the data names it.
    written: Option<&'v Text>,
    value: &'v Value,
    ty: &'v Type,
}

/// The member of a union that accepts the value; any other type itself.
fn chosen<'t>(ty: &'t Type, value: &Value) -> &'t Type {
    match &ty.shape {
        Shape::Union(members) => match members.iter().find(|m| m.accepts(value)) {
            Some(member) => chosen(member, value),
            None => ty,
        },
        _ => ty,
    }
}
