//! From what a file declares to Presenters: its own, its children's, those that it shares.

use std::collections::HashMap;

use super::declaration::Declaration;
use super::embeds::{Child, Names};
use super::tree::Read;
use crate::error::{BuildError, BuildErrors, Warning};
use crate::presenter::{Presenter, PresenterBuilder};

/// Builds the Presenter of a file. Every mistake in any presenter of the file is reported.
pub(super) fn build(file: &Declaration, names: &Names<'_>) -> Read<Result<Presenter, BuildErrors>> {
    let mut children =
        Children { names, built: HashMap::new(), errors: Vec::new(), warnings: Vec::new() };
    for shared in &file.presenters {
        children.named(shared)?;
    }
    let builder = children.builder(file)?;
    let Children { errors, warnings, .. } = children;
    let mut built = builder.with_warnings(warnings).build();
    if !errors.is_empty() {
        // What is built without its children is wrong, whatever else may be.
        let own = built.err().unwrap_or_else(|| {
            BuildErrors::of_presenter(file.name.clone(), Vec::new(), Vec::new())
        });
        let all = errors.into_iter().chain(own.errors).collect();
        built = Err(BuildErrors { errors: all, ..own });
    }
    Ok(built)
}

struct Children<'n, 'd> {
    names: &'n Names<'d>,
    /// The presenters with a name, as far as they can be built.
    built: HashMap<&'d str, Option<Presenter>>,
    errors: Vec<BuildError>,
    warnings: Vec<Warning>,
}

impl<'d> Children<'_, 'd> {
    fn named(&mut self, declaration: &'d Declaration) -> Read<Option<Presenter>> {
        if let Some(built) = self.built.get(declaration.name.as_str()) {
            return Ok(built.clone());
        }
        let built = self.child(declaration)?;
        self.built.insert(&declaration.name, built.clone());
        Ok(built)
    }

    /// Builds a presenter that another one embeds. As deep as [`Names`] lets them embed each other.
    fn child(&mut self, declaration: &'d Declaration) -> Read<Option<Presenter>> {
        let place = |place: &str| format!("presenter {:?}: {place}", declaration.name);
        match self.builder(declaration)?.build() {
            Ok(presenter) => {
                let warnings = presenter.warnings().iter();
                self.warnings.extend(
                    warnings.map(|found| Warning::new(place(found.place()), found.message())),
                );
                Ok(Some(presenter))
            }
            Err(wrong) => {
                self.errors.extend(
                    wrong
                        .errors
                        .iter()
                        .map(|found| BuildError::new(place(found.place()), found.message())),
                );
                Ok(None)
            }
        }
    }

    /// The builder of a presenter with its children, those left out that cannot be built.
    fn builder(&mut self, declaration: &'d Declaration) -> Read<PresenterBuilder> {
        let mut builder = declaration.add_hooks(declaration.builder()?);
        for embed in &declaration.embeds {
            let child = self.names.find(&embed.child)?;
            let child = match &embed.child {
                Child::Inline(_) => self.child(child)?,
                Child::Named(..) => self.named(child)?,
            };
            if let Some(child) = child {
                builder = builder.embed(&embed.key, &child);
            }
        }
        Ok(builder)
    }
}

impl Declaration {
    /// What it says of the data.
    fn builder(&self) -> Read<PresenterBuilder> {
        let mut builder = Presenter::builder(&self.name);
        if self.schema.is_none() && self.model.is_none() && self.root.is_none() {
            builder = builder.allow_everything_by_omission();
        }
        if let Some(fields) = &self.schema {
            builder = builder.schema(fields.iter().cloned());
        }
        if let Some(mode) = self.mode {
            builder = builder.mode(mode);
        }
        if let Some(fields) = &self.fields {
            builder = builder.fields(fields);
        }
        if let Some(model) = &self.model {
            builder = builder.declared_model(model.clone());
        }
        if let Some(root) = &self.root {
            builder = builder.root(root.clone());
        }
        if let Some(limit) = self.limit {
            builder = builder.limit(limit);
        }
        if let Some(notice) = &self.notice {
            builder = builder.notice(notice);
        }
        for redaction in &self.redact {
            builder = builder.redact(&redaction.paths, redaction.censor()?);
        }
        if let Some(on) = self.redact_nulls {
            builder = builder.redact_nulls(on);
        }
        if let Some(on) = self.redact_hooks {
            builder = builder.redact_hooks(on);
        }
        if let Some(on) = self.auto_rules {
            builder = builder.auto_rules(on);
        }
        if let Some(format) = self.format {
            builder = builder.format(format);
        }
        if let Some(on) = self.strict_text {
            builder = builder.strict_text(on);
        }
        if let Some(on) = self.nested_select {
            builder = builder.nested_select(on);
        }
        if let Some(depth) = self.max_depth {
            builder = builder.max_depth(depth);
        }
        Ok(builder)
    }
}
