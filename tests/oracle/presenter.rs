//! A presenter as its file declares it, and what it asks of data.

use super::hooks::{Entry, Rule, Suggestion};
use super::model;
use super::parse::{Data, Member, Value, last, parse};
use super::redact::Redaction;
use super::schema::{Failures, Field, Mode, Place, Shape, Type};
use super::schema::{array, boolean, count, object, string};
use super::ui::{self, Ui};

#[derive(Clone, Debug)]
pub struct Presenter {
    pub(super) root: Type,
    /// All fields of the model that may be shown.
    entity: Vec<Field>,
    pub(super) directives: Vec<String>,
    pub(super) rules: Vec<Rule>,
    pub(super) collection_rules: Vec<Rule>,
    pub(super) ui: Vec<Entry<Ui>>,
    pub(super) collection_ui: Vec<Entry<Ui>>,
    pub(super) suggest: Vec<Entry<Suggestion>>,
    pub(super) collection_suggest: Vec<Entry<Suggestion>>,
    pub(super) embeds: Vec<Embed>,
    pub(super) redactions: Vec<Redaction>,
    pub(super) limit: Option<usize>,
    pub(super) notice: Option<String>,
    pub(super) max_depth: usize,
    pub(super) redact_nulls: bool,
    pub(super) redact_hooks: bool,
    pub(super) strict_text: bool,
    pub(super) nested_select: bool,
    pub(super) pretty: bool,
}

/// A key whose values another presenter reads.
#[derive(Clone, Debug)]
pub struct Embed {
    /// The key that it is shown under.
    pub key: String,
    /// The key of the data.
    pub source: String,
    pub presenter: Presenter,
}

impl Presenter {
    /// One that allows everything and says nothing.
    pub fn everything() -> Self {
        Self {
            root: Shape::Any.into(),
            entity: Vec::new(),
            directives: Vec::new(),
            rules: Vec::new(),
            collection_rules: Vec::new(),
            ui: Vec::new(),
            collection_ui: Vec::new(),
            suggest: Vec::new(),
            collection_suggest: Vec::new(),
            embeds: Vec::new(),
            redactions: Vec::new(),
            limit: None,
            notice: None,
            max_depth: 128,
            redact_nulls: false,
            redact_hooks: false,
            strict_text: false,
            nested_select: false,
            pretty: false,
        }
    }

    pub fn read(file: &str) -> Result<Self, String> {
        let file = parse(file.as_bytes(), 128).map_err(|fault| format!("{fault:?}"))?;
        Self::read_value(&file)
    }

    fn read_value(file: &Value) -> Result<Self, String> {
        let mut presenter = Self::everything();
        let mut mode = Mode::Strip;
        let mut auto_rules = true;
        let (mut model, mut chosen) = (None, None);
        for Member { key, value } in object(file)? {
            match key.text.as_str() {
                "name" => _ = string(value)?,
                "schema" => {
                    presenter.root = Shape::Object(Field::read_all(value)?, Mode::Strip).into();
                }
                "mode" => mode = Mode::read(value)?,
                "root" => presenter.root = Type::read(value)?,
                "root_opts" => presenter.root.read_options(value)?,
                "model" => model = Some(model::read(value)?),
                "fields" => chosen = Some(model::strings(value)?),
                "auto_rules" => auto_rules = boolean(value)?,
                _ => presenter.read_member(&key.text, value)?,
            }
        }
        if let Shape::Object(_, own) = &mut presenter.root.shape
            && last(object(file)?, "schema").is_some()
        {
            *own = mode;
        }
        if let Some((fields, hidden)) = model {
            presenter.read_model(fields, chosen)?;
            presenter.redactions.retain(|redaction| !redaction.begins_with(&hidden));
        }
        presenter.find_embeds();
        if auto_rules {
            presenter.describe();
        }
        Ok(presenter)
    }

    fn read_member(&mut self, name: &str, value: &Value) -> Result<(), String> {
        match name {
            "directives" => self.directives = read_each(value, |v| string(v).map(str::to_owned))?,
            "rules" => self.rules = read_each(value, Rule::read_rule)?,
            "collection_rules" => self.collection_rules = read_each(value, Rule::read_rule)?,
            "ui" => self.ui = ui::read_all(value)?,
            "collection_ui" => self.collection_ui = ui::read_all(value)?,
            "suggest" => self.suggest = read_each(value, Entry::read_suggestion)?,
            "collection_suggest" => {
                self.collection_suggest = read_each(value, Entry::read_suggestion)?;
            }
            "embeds" => self.embeds = read_each(value, Embed::read)?,
            "redact" => self.redactions = Redaction::read_all(value)?,
            "limit" => self.limit = Some(count(value)?),
            "notice" => self.notice = Some(string(value)?.to_owned()),
            "max_depth" => self.max_depth = count(value)?,
            "redact_nulls" => self.redact_nulls = boolean(value)?,
            "redact_hooks" => self.redact_hooks = boolean(value)?,
            "nested_select" => self.nested_select = boolean(value)?,
            "strict_text" => self.strict_text = boolean(value)?,
            "pretty" => self.pretty = boolean(value)?,
            other => return Err(format!("unknown member {other}")),
        }
        Ok(())
    }

    /// The root type is that of an entity of which some fields are shown, or all.
    fn read_model(&mut self, model: Vec<Field>, chosen: Option<Vec<String>>) -> Result<(), String> {
        let fields = match &chosen {
            None => model.clone(),
            Some(keys) => {
                let find = |key: &String| model.iter().find(|field| field.key == *key).cloned();
                let fields: Option<Vec<Field>> = keys.iter().map(find).collect();
                fields.ok_or("the model has no such field")?
            }
        };
        self.root = Shape::Object(fields, Mode::Strip).into();
        self.entity = model;
        Ok(())
    }

    /// An embed may name an aliased field by either of its keys.
    fn find_embeds(&mut self) {
        let fields: Vec<Field> = match self.entity.as_slice() {
            [] => self.root_fields().into_iter().cloned().collect(),
            fields => fields.to_vec(),
        };
        for embed in &mut self.embeds {
            let named = fields.iter().find(|field| field.key == embed.key);
            let by_alias = || fields.iter().find(|field| field.source() == embed.key);
            if let Some(field) = named.or_else(by_alias) {
                field.source().clone_into(&mut embed.source);
                field.key.clone_into(&mut embed.key);
            }
        }
    }

    /// Puts the descriptions of the root fields before the rules.
    fn describe(&mut self) {
        let mut rules = Vec::new();
        for field in self.root_fields() {
            if let Some(text) = &field.ty.describe {
                rules.push(Rule::fixed(format!("{}: {text}", field.key)));
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
    pub(super) fn item_type(&self) -> &Type {
        match &self.root.shape {
            Shape::Array(element) => element,
            _ => &self.root,
        }
    }

    /// The keys that can be selected, in schema order.
    pub fn select_keys(&self) -> Vec<&str> {
        self.root_fields().iter().map(|field| field.key.as_str()).collect()
    }

    /// The items that are not beyond the limit.
    pub(super) fn shown<'v>(&self, items: &'v [Value]) -> &'v [Value] {
        &items[..items.len().min(self.limit.unwrap_or(usize::MAX))]
    }

    /// Adds everything that is not as declared, here and in the embedded presenters.
    pub(super) fn check(&self, data: &Value, place: &Place, failures: &mut Failures) {
        if let Data::Array(items) = &data.data {
            for (i, item) in self.shown(items).iter().enumerate() {
                let place = place.index(i);
                self.item_type().check(item, &place, failures);
                self.check_children(item, &place, failures);
            }
        } else {
            self.root.check(data, place, failures);
            self.check_children(data, place, failures);
        }
    }

    fn check_children(&self, item: &Value, place: &Place, failures: &mut Failures) {
        for embed in &self.embeds {
            if let Some(child) = embed.child(item) {
                embed.presenter.check(child, &place.key(&embed.key), failures);
            }
        }
    }
}

impl Embed {
    fn read(value: &Value) -> Result<Self, String> {
        let (mut own_key, mut presenter) = (None, None);
        for Member { key, value } in object(value)? {
            match key.text.as_str() {
                "key" => own_key = Some(string(value)?.to_owned()),
                "presenter" => presenter = Some(Presenter::read_value(value)?),
                other => return Err(format!("unknown member embeds.{other}")),
            }
        }
        let found = own_key.zip(presenter);
        let found =
            found.map(|(key, presenter): (String, _)| Self { source: key.clone(), key, presenter });
        found.ok_or_else(|| "an embed has key and presenter".into())
    }

    /// What the presenter reads of an item, as it came in.
    pub fn child<'v>(&self, item: &'v Value) -> Option<&'v Value> {
        match &item.data {
            Data::Object(members) => last(members, &self.source).filter(|child| !child.is_null()),
            _ => None,
        }
    }
}

fn read_each<T>(
    value: &Value,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    array(value)?.iter().map(read).collect()
}
