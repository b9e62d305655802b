//! Declaring a Presenter.

use std::sync::Arc;

use crate::blocks::notice::{DEFAULT_NOTICE, Notice};
use crate::emit::format::Format;
use crate::error::{BuildError, BuildErrors, Warning};
use crate::hook::items::Items;
use crate::hook::lists::{Rules, Suggestions};
use crate::hook::ui::Ui;
use crate::hook::view::View;

use super::built::{Inner, Presenter};
use super::compile;
use super::hooks::{Declared, Embed, Hook, Rule, Surroundings};
use super::model::Model;
#[cfg(feature = "presenter-file")]
use super::model::ModelBuilder;
use super::outline::Outline;
use super::paths;
use super::redact::{Censor, RedactionList};
use super::root::{described_rules, root_fields};
use super::types::{Field, Mode, Type};

/// Declares a [`Presenter`]; made by [`Presenter::builder`].
#[derive(Clone, Debug)]
#[must_use]
pub struct PresenterBuilder {
    pub(super) name: String,
    pub(super) schema: Option<Vec<Field>>,
    pub(super) mode: Option<Mode>,
    pub(super) model: Option<Model>,
    /// The fields of the model that are shown, if not all.
    pub(super) fields: Option<Vec<String>>,
    pub(super) root: Option<Type>,
    pub(super) everything: bool,
    pub(super) declared: Declared,
    pub(super) redactions: Vec<(Vec<String>, Censor)>,
    pub(super) limit: Option<usize>,
    pub(super) notice: Option<String>,
    pub(super) auto_rules: bool,
    pub(super) format: Format,
    pub(super) redact_nulls: bool,
    pub(super) strict_text: bool,
    pub(super) nested_select: bool,
    pub(super) max_depth: usize,
    pub(super) deny_warnings: bool,
    pub(super) warnings: Vec<Warning>,
    /// Mistakes in what belongs to the declaration and is built by itself.
    pub(super) faults: Vec<BuildError>,
    /// The values have fields that are left out on purpose.
    pub(super) hides_fields: bool,
}

impl PresenterBuilder {
    /// The fields of the entity, in the order in which they are written. Nothing else exists for
    /// the agent. If the data is an array, each item is an entity.
    pub fn schema(mut self, fields: impl IntoIterator<Item = Field>) -> Self {
        self.schema = Some(fields.into_iter().collect());
        self
    }

    /// What happens to undeclared fields of the entity itself. Nested objects have a mode of
    /// their own, and so has a [`root`](Self::root) type: this one is of the
    /// [`schema`](Self::schema) alone.
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// The type of the data, where it is not an object: instead of a schema. An array type is
    /// that of the whole data; any other is also that of each item of a root array.
    pub fn root(mut self, ty: Type) -> Self {
        self.root = Some(ty);
        self
    }

    /// The fields of an entity that is declared once for several Presenters, instead of a schema.
    ///
    /// The [`Model`]'s own page has an example.
    pub fn model(mut self, model: &Model) -> Self {
        self.model = Some(model.clone());
        self
    }

    /// Only these fields of the [`model`](Self::model), in this order. A field that the model hides,
    /// or does not have, is a mistake.
    pub fn fields<S: Into<String>>(mut self, keys: impl IntoIterator<Item = S>) -> Self {
        self.fields = Some(keys.into_iter().map(Into::into).collect());
        self
    }

    /// Shows the data whole, instead of a schema. Redaction still holds.
    pub fn allow_everything(mut self) -> Self {
        self.everything = true;
        self
    }

    /// Lines of the `<domain_rules>` block of every response, after those that come from the
    /// fields' descriptions. A line break in a rule becomes a space.
    pub fn rules<S: Into<String>>(mut self, rules: impl IntoIterator<Item = S>) -> Self {
        self.declared.rules.extend(rules.into_iter().map(|rule| Rule::Text(rule.into())));
        self
    }

    /// Rules that look at the data: of a document, or of the first item of a collection (none for
    /// an empty one). They keep their place among the other [`rules`](Self::rules).
    ///
    /// What a rule quotes of the data is read as a rule: quote ids, numbers and enums, and no text
    /// that strangers write.
    ///
    /// ```
    /// use mcp_presenter::{Presenter, Renderer, Request, t};
    ///
    /// let invoices = Presenter::builder("Invoice")
    ///     .schema([t::string("id"), t::one_of("status", ["paid", "overdue"])])
    ///     .dynamic_rules(|invoice, rules| {
    ///         if invoice.text("status") == "overdue" {
    ///             rules.rule("It is overdue: do not propose to cancel it.");
    ///         }
    ///     })
    ///     .rules(["Name the id when you speak of an invoice."])
    ///     .build()?;
    /// let rules = |json: &[u8]| {
    ///     Renderer::new()
    ///         .blocks(&invoices, json, &Request::new())
    ///         .map(|blocks| blocks.structured().system_rules)
    /// };
    /// assert_eq!(
    ///     rules(br#"{"id":"i-7","status":"overdue"}"#)?,
    ///     [
    ///         "It is overdue: do not propose to cancel it.",
    ///         "Name the id when you speak of an invoice.",
    ///     ]
    /// );
    /// assert_eq!(
    ///     rules(br#"{"id":"i-8","status":"paid"}"#)?,
    ///     ["Name the id when you speak of an invoice."]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dynamic_rules(
        mut self,
        hook: impl Fn(&View<'_>, &mut Rules<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.declared.rules.push(Rule::Dynamic(Hook::new(Arc::new(hook))));
        self
    }

    /// Rules for a collection, an empty one too; they follow all others.
    ///
    /// ```
    /// use mcp_presenter::{Presenter, Renderer, Request, t};
    ///
    /// let invoices = Presenter::builder("Invoice")
    ///     .schema([t::one_of("status", ["paid", "overdue"])])
    ///     .collection_rules(|invoices, rules| {
    ///         let overdue = invoices.iter().filter(|invoice| invoice.text("status") == "overdue");
    ///         rules.rule(format_args!("Overdue: {} of {}.", overdue.count(), invoices.len()));
    ///     })
    ///     .build()?;
    /// let json = br#"[{"status":"paid"},{"status":"overdue"}]"#;
    /// let blocks = Renderer::new().blocks(&invoices, json, &Request::new())?;
    /// assert_eq!(blocks.structured().system_rules, ["Overdue: 1 of 2."]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collection_rules(
        mut self,
        hook: impl Fn(&Items<'_>, &mut Rules<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.declared.collection_rules.push(Hook::new(Arc::new(hook)));
        self
    }

    /// Lines of the `<llm_directives>` block of every response. A line break becomes a space.
    pub fn directives<S: Into<String>>(mut self, lines: impl IntoIterator<Item = S>) -> Self {
        self.declared.directives.extend(lines.into_iter().map(Into::into));
        self
    }

    /// User interface for a document: not for a collection, nor for its items. [`Ui`] has an
    /// example.
    ///
    /// The hook sees values that are redacted for the agent, unless
    /// [`redact_hooks`](Self::redact_hooks) is on: what it shows is meant for a person, and the
    /// agent's model may read it all the same. See [What hooks see](crate#what-hooks-see).
    ///
    /// # Panics
    ///
    /// If this hook or any other does, the render does. The buffer is then as it was, and the
    /// Renderer can be used again.
    pub fn ui(mut self, hook: impl Fn(&View<'_>, &mut Ui<'_>) + Send + Sync + 'static) -> Self {
        self.declared.ui.push(Hook::new(Arc::new(hook)));
        self
    }

    /// User interface for a collection as a whole, an empty one too. [`Items`] has an example.
    pub fn collection_ui(
        mut self,
        hook: impl Fn(&Items<'_>, &mut Ui<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.declared.collection_ui.push(Hook::new(Arc::new(hook)));
        self
    }

    /// What the agent may do next with a document, or with the first item of a collection.
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// let invoices = Presenter::builder("Invoice")
    ///     .schema([t::string("id"), t::one_of("status", ["paid", "overdue"])])
    ///     .suggest(|invoice, next| {
    ///         if invoice.text("status") == "overdue" {
    ///             next.suggest("billing.remind", "Send a payment reminder");
    ///         }
    ///     })
    ///     .build()?;
    /// let mut out = Vec::new();
    /// let json = br#"{"id":"i-7","status":"overdue"}"#;
    /// Renderer::new().render(&invoices, json, &Request::new(), Frame::Text, &mut out)?;
    /// let text = String::from_utf8(out)?;
    /// assert!(text.ends_with(
    ///     "<action_suggestions>\n- billing.remind: Send a payment reminder\n</action_suggestions>"
    /// ));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn suggest(
        mut self,
        hook: impl Fn(&View<'_>, &mut Suggestions<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.declared.suggestions.push(Hook::new(Arc::new(hook)));
        self
    }

    /// What the agent may do next with a collection; takes the place of [`suggest`](Self::suggest)
    /// there, also if it suggests nothing. Not for an empty one.
    pub fn collection_suggest(
        mut self,
        hook: impl Fn(&Items<'_>, &mut Suggestions<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.declared.collection_suggestions.push(Hook::new(Arc::new(hook)));
        self
    }

    /// Shows the member `key` of the data, or of each item, as `presenter` does.
    ///
    /// In the data both schemas hold: a field that both declare is shown, with the redactions of
    /// both and the limit of the embedded Presenter. Data that does not fit one of them is an error.
    /// What the embedded Presenter has around its data follows the user interface of this one, for
    /// each item in which the member is present and not null. In a collection, a block that an
    /// embedded Presenter has sent before is not sent again, and each embedded Presenter shows its
    /// user interface once, for the first item that has it. At most 64 different blocks are sent;
    /// the report counts the others ([`omitted_blocks`](crate::Report::omitted_blocks)).
    ///
    /// If the schema here leaves the member out, it is not in the data, and its blocks are sent all
    /// the same.
    ///
    /// A Presenter is built before it is embedded, so none can embed itself.
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, t};
    ///
    /// let customers = Presenter::builder("Customer")
    ///     .schema([t::string("name"), t::string("email")])
    ///     .redact_pii(["email"])
    ///     .rules(["Call customers by their name."])
    ///     .build()?;
    /// let orders = Presenter::builder("Order")
    ///     .schema([t::string("id"), t::any("customer")])
    ///     .embed("customer", &customers)
    ///     .build()?;
    /// let mut out = Vec::new();
    /// let json = br#"{"id":"o-1","customer":{"name":"Ada","email":"a@b.example","debt":1}}"#;
    /// Renderer::new().render(&orders, json, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"{"id":"o-1","customer":{"name":"Ada","email":"[REDACTED]"}}"#,
    ///         "\n\n<domain_rules>\n- Call customers by their name.\n</domain_rules>",
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn embed(mut self, key: impl Into<String>, presenter: &Presenter) -> Self {
        let key = key.into();
        self.declared.embeds.push(Embed { source: key.clone(), key, presenter: presenter.clone() });
        self
    }

    /// Lets every hook, and those of embedded Presenters, see only what the agent sees of the data:
    /// selected and redacted. Off by default, because a page for a person may show real values.
    ///
    /// ```
    /// use mcp_presenter::{Presenter, Renderer, Request, t};
    ///
    /// let users = Presenter::builder("User")
    ///     .schema([t::string("name"), t::string("phone")])
    ///     .redact_pii(["phone"])
    ///     .redact_hooks(true)
    ///     .ui(|user, ui| ui.markdown(user.text("phone")))
    ///     .build()?;
    /// let json = br#"{"name":"Ada","phone":"555-0100"}"#;
    /// let blocks = Renderer::new().blocks(&users, json, &Request::new())?;
    /// assert_eq!(blocks.structured().ui_blocks[0].content, "[REDACTED]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redact_hooks(mut self, on: bool) -> Self {
        self.declared.redact_hooks = on;
        self
    }

    /// Replaces the values on `paths` by `[REDACTED]`. See [`redact`](Self::redact).
    pub fn redact_pii<S: Into<String>>(self, paths: impl IntoIterator<Item = S>) -> Self {
        self.redact(paths, Censor::default())
    }

    /// Replaces the values on `paths` by what `censor` leaves of them.
    ///
    /// Paths: `a.b`, `a["b"]`, `a['b']`, `a[0]`, `a[*].b`, `*.b`, `**.b` (any depth); their
    /// grammar is [here](crate#redaction-paths). They count from the root, in a collection from
    /// each item. A value of any type is replaced whole; a
    /// null only by a path with a wildcard (see [`redact_nulls`](Self::redact_nulls)). Where
    /// several censors meet on one value, [removing](Censor::remove) wins over a
    /// [text](Censor::text), a text over a [hash](Censor::hash), that over
    /// [`keep_last`](Censor::keep_last) and that over a [function](Censor::function); among equals
    /// the first declared.
    ///
    /// May be called more than once.
    pub fn redact<S: Into<String>>(
        mut self,
        paths: impl IntoIterator<Item = S>,
        censor: Censor,
    ) -> Self {
        self.redactions.push((paths.into_iter().map(Into::into).collect(), censor));
        self
    }

    /// Redacts what `list` says, as if it were declared here.
    ///
    /// May be called more than once.
    pub fn redactions(mut self, list: &RedactionList) -> Self {
        self.redactions.extend_from_slice(list.entries());
        self
    }

    /// The most items of a collection that are shown. Items beyond are counted, and neither
    /// validated nor written; a notice says how many there are.
    pub fn limit(mut self, items: usize) -> Self {
        self.limit = Some(items);
        self
    }

    /// The text of that notice, in which `{max}` is the number of items shown and `{omitted}` of
    /// those hidden.
    pub fn notice(mut self, text: impl Into<String>) -> Self {
        self.notice = Some(text.into());
        self
    }

    /// Whether descriptions of root fields become rules. They do by default.
    pub fn auto_rules(mut self, on: bool) -> Self {
        self.auto_rules = on;
        self
    }

    /// The form of the data block unless a [request](crate::Request::format) asks for another;
    /// [`Format::Json`] if this is not called. Where the Presenter is embedded, the outer one's
    /// holds.
    ///
    /// ```
    /// use mcp_presenter::toon::ToonOptions;
    /// use mcp_presenter::{Format, Frame, Presenter, Renderer, Request, t};
    ///
    /// let users = Presenter::builder("User")
    ///     .schema([t::integer("id"), t::string("name")])
    ///     .format(Format::Toon(ToonOptions::new()))
    ///     .build()?;
    /// let show = |request: Request| -> Result<String, Box<dyn std::error::Error>> {
    ///     let (json, mut out) = (br#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#, Vec::new());
    ///     Renderer::new().render(&users, json, &request, Frame::Text, &mut out)?;
    ///     Ok(String::from_utf8(out)?)
    /// };
    /// assert_eq!(show(Request::new())?, "[2|]{id|name}:\n  1|Ada\n  2|Bo");
    /// assert_eq!(
    ///     show(Request::new().format(Format::Json))?,
    ///     r#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// Lets paths without a wildcard replace nulls as well.
    pub fn redact_nulls(mut self, on: bool) -> Self {
        self.redact_nulls = on;
        self
    }

    /// Makes a lone surrogate in a shown string an error. By default it becomes U+FFFD and is
    /// counted in the report.
    pub fn strict_text(mut self, on: bool) -> Self {
        self.strict_text = on;
        self
    }

    /// Lets the names of a [`_select`](crate::Request::select) list be paths into the data:
    /// `customer.name`. By default they are root keys, whatever characters they have.
    ///
    /// A path is made of keys as a [redaction path](crate#redaction-paths) is, without wildcards and
    /// indices: `a.b`, `a["b.c"]`, `["a.b"]` for a key with a point in it. A name that is no such
    /// path is one key. Arrays are no obstacle: `lines.sku` is the `sku` of each element, and all
    /// elements stay. What is no object stays as it is where a path leads on. A name for a whole
    /// value wins over longer ones; the keys of each object come in the order in which the list first
    /// mentions them. [`Presenter::select_paths`] says which paths there are.
    ///
    /// A list can still only narrow: what the schema drops is not there, and what is left is redacted
    /// as ever. A container that is redacted is replaced whole, and its censor sees all of it. What is
    /// embedded in the data is narrowed with it, and this Presenter decides how names are read.
    ///
    /// ```
    /// use mcp_presenter::{Frame, Presenter, Renderer, Request, Type, t};
    ///
    /// let orders = Presenter::builder("Order")
    ///     .schema([
    ///         t::string("id"),
    ///         t::object("customer", [t::string("name"), t::string("email")]),
    ///         t::array("lines", Type::object([t::string("sku"), t::integer("cents")])),
    ///     ])
    ///     .redact_pii(["customer.email"])
    ///     .nested_select(true)
    ///     .build()?;
    /// let json = br#"{"id":"o-1","customer":{"name":"Ada","email":"ada@shop.example"},
    ///     "lines":[{"sku":"a-7","cents":450},{"sku":"b-2","cents":50}]}"#;
    /// let mut out = Vec::new();
    /// let request = Request::new().select(["lines.sku", "customer.email", "customer.vat"]);
    /// let report = Renderer::new().render(&orders, json, &request, Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     r#"{"lines":[{"sku":"a-7"},{"sku":"b-2"}],"customer":{"email":"[REDACTED]"}}"#
    /// );
    /// assert!(report.unknown_select().eq(["customer.vat"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nested_select(mut self, on: bool) -> Self {
        self.nested_select = on;
        self
    }

    /// How deep containers may be nested, the root included; 128 by default, at most 1,024.
    ///
    /// Each level takes stack: up to 1.25 KiB in an optimized build, 4 KiB in others.
    pub fn max_depth(mut self, containers: usize) -> Self {
        self.max_depth = containers;
        self
    }

    /// Makes every warning an error.
    pub fn deny_warnings(mut self, on: bool) -> Self {
        self.deny_warnings = on;
        self
    }

    /// [`allow_everything`](Self::allow_everything), because a presenter file says nothing else.
    #[cfg(feature = "presenter-file")]
    pub(super) fn allow_everything_by_omission(mut self) -> Self {
        self.warnings
            .push(Warning::new("schema", "there is none, so everything in the data is shown"));
        self.allow_everything()
    }

    /// The model that is built of this; its mistakes are those of the Presenter.
    #[cfg(feature = "presenter-file")]
    pub(super) fn declared_model(mut self, model: ModelBuilder) -> Self {
        match model.build() {
            Ok(model) => self.model(&model),
            Err(wrong) => {
                self.faults.extend(wrong.errors);
                Self { fields: None, ..self.root(Type::any()) }
            }
        }
    }

    /// Adds warnings about what belongs to the declaration and is built by itself.
    #[cfg(feature = "presenter-file")]
    pub(super) fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    /// Mistakes that were made before there was a builder.
    #[cfg(feature = "derive")]
    pub(crate) fn with_faults(mut self, faults: Vec<BuildError>) -> Self {
        self.faults.extend(faults);
        self
    }

    /// Whether the values have fields that are never to be shown, so that undeclared ones cannot be.
    #[cfg(feature = "derive")]
    pub(crate) fn hides_fields(mut self, on: bool) -> Self {
        self.hides_fields = on;
        self
    }

    /// Checks the declaration and compiles it.
    ///
    /// # Errors
    ///
    /// All mistakes at once: an invalid path, a field declared twice, a default that does not fit
    /// its type, a union whose objects cannot be told apart, no schema at all, and so on.
    pub fn build(mut self) -> Result<Presenter, BuildErrors> {
        let mut errors = std::mem::take(&mut self.faults);
        let root = self.root_type(&mut errors);
        self.find_embeds(&root, &mut errors);
        let described = if self.auto_rules { described_rules(&root) } else { Vec::new() };
        let select_keys = root_fields(&root).into_iter().map(|field| field.key.clone()).collect();
        let select_paths =
            if self.nested_select { paths::of(&root, self.max_depth) } else { Vec::new() };
        let compiled = compile::compile(&self, root, &mut errors);
        let mut warnings = self.warnings;
        warnings.extend(self.model.iter().flat_map(|model| model.shown_warnings()).cloned());
        warnings.extend(compiled.warnings);
        if self.deny_warnings {
            errors.extend(warnings.drain(..).map(BuildError::from));
        }
        let Some((plan, declaration)) = compiled.plan.filter(|_| errors.is_empty()) else {
            return Err(BuildErrors::of_presenter(self.name, errors, warnings));
        };
        let fixed = self.declared.rules.iter().filter_map(|rule| match rule {
            Rule::Text(text) => Some(text),
            Rule::Dynamic(_) => None,
        });
        let outline = Outline::of(
            &plan,
            self.everything,
            self.format,
            described.iter().chain(fixed).cloned().collect(),
            &compiled.paths,
            compiled.censors,
        );
        Ok(Presenter(Arc::new(Inner {
            notice: Notice::new(self.notice.as_deref().unwrap_or(DEFAULT_NOTICE)),
            surroundings: Surroundings::new(self.declared, described),
            select_keys,
            select_paths,
            paths: compiled.paths.into_iter().map(|(path, _)| path).collect(),
            name: self.name,
            model: self.model,
            format: self.format,
            plan: Arc::new(plan),
            declaration,
            warnings,
            outline,
        })))
    }
}
