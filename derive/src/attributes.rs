//! Reading `#[presenter(…)]`: what it may hold, and where what it holds stands.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitBool, LitInt, LitStr, Path, Token, parenthesized};

use crate::censor::Censor;
use crate::mistakes::Mistakes;

/// Attributes of a struct or an enum.
pub(crate) struct Container {
    pub(crate) name: Option<LitStr>,
    /// The crate `mcp_presenter`, if it is called otherwise.
    pub(crate) path: Option<Path>,
    /// Everything is shown.
    pub(crate) any: Option<Span>,
    /// Whether doc comments are descriptions.
    pub(crate) docs: bool,
    /// Calls of a builder's methods.
    pub(crate) settings: TokenStream,
}

/// Attributes of a field.
#[derive(Default)]
pub(crate) struct Field {
    pub(crate) describe: Option<(Span, LitStr)>,
    pub(crate) redact: Option<(Span, Censor)>,
    pub(crate) hidden: Option<Span>,
    pub(crate) embed: Option<Span>,
    pub(crate) schema: Option<(Span, Expr)>,
    pub(crate) any: Option<Span>,
}

const OF_CONTAINERS: &[&str] = &[
    "name",
    "rules",
    "directives",
    "limit",
    "notice",
    "auto_rules",
    "redact_hooks",
    "redact_nulls",
    "strict_text",
    "nested_select",
    "deny_warnings",
    "docs",
    "any",
    "crate",
];

const OF_FIELDS: &[&str] = &["describe", "redact", "hidden", "embed", "schema", "any"];

impl Container {
    pub(crate) fn read(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut read =
            Self { name: None, path: None, any: None, docs: true, settings: TokenStream::new() };
        each(attributes, OF_CONTAINERS, mistakes, |name, meta| read.take(name, meta));
        read
    }

    fn take(&mut self, name: &Ident, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let setting = match name.unraw().to_string().as_str() {
            "name" => {
                self.name = Some(text(meta)?);
                return Ok(());
            }
            "crate" => {
                self.path = Some(meta.value()?.parse::<LitStr>()?.parse()?);
                return Ok(());
            }
            "any" => {
                self.any = Some(flag(meta)?);
                return Ok(());
            }
            "docs" => {
                self.docs = meta.value()?.parse::<LitBool>()?.value;
                return Ok(());
            }
            "rules" | "directives" => {
                let lines = texts(meta)?;
                quote!(.#name([#(#lines),*]))
            }
            "limit" => {
                let items: LitInt = meta.value()?.parse()?;
                let items: usize = items.base10_parse()?;
                quote!(.limit(#items))
            }
            "notice" => {
                let notice = text(meta)?;
                quote!(.notice(#notice))
            }
            "auto_rules" => {
                let on: LitBool = meta.value()?.parse()?;
                quote!(.auto_rules(#on))
            }
            _ => {
                flag(meta)?;
                quote!(.#name(true))
            }
        };
        self.settings.extend(setting);
        Ok(())
    }
}

impl Field {
    pub(crate) fn read(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut read = Self::default();
        each(attributes, OF_FIELDS, mistakes, |name, meta| read.take(name, meta));
        read
    }

    fn take(&mut self, name: &Ident, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let span = name.span();
        match name.to_string().as_str() {
            "describe" => self.describe = Some((span, text(meta)?)),
            "redact" => self.redact = Some((span, Censor::read(meta)?)),
            "schema" => self.schema = Some((span, meta.value()?.parse()?)),
            "hidden" => self.hidden = Some(flag(meta)?),
            "embed" => self.embed = Some(flag(meta)?),
            _ => self.any = Some(flag(meta)?),
        }
        Ok(())
    }

    /// Where each attribute stands, but for `hidden`.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (&'static str, Span)> {
        [
            ("describe", self.describe.as_ref().map(|(span, _)| *span)),
            ("redact", self.redact.as_ref().map(|(span, _)| *span)),
            ("embed", self.embed),
            ("schema", self.schema.as_ref().map(|(span, _)| *span)),
            ("any", self.any),
        ]
        .into_iter()
        .filter_map(|(name, span)| Some((name, span?)))
    }
}

/// Says of every `#[presenter(…)]` that it does not belong there.
pub(crate) fn refuse(attributes: &[Attribute], mistakes: &mut Mistakes, message: &str) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("presenter")) {
        mistakes.at(attribute.path().span(), message);
    }
}

/// Reads all entries, each known one once.
fn each(
    attributes: &[Attribute],
    known: &[&str],
    mistakes: &mut Mistakes,
    mut take: impl FnMut(&Ident, &ParseNestedMeta<'_>) -> syn::Result<()>,
) {
    let mut seen = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("presenter")) {
        let read = attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().filter(|name| known.iter().any(|known| name == known));
            match name {
                None => {
                    let known = known.join("`, `");
                    mistakes.at(meta.path.span(), format!("not known here; there are `{known}`"));
                }
                Some(name) if seen.contains(name) => {
                    mistakes.at(name.span(), format!("`{name}` is given twice"));
                }
                Some(name) => {
                    seen.push(name.clone());
                    mistakes.keep(take(name, &meta));
                }
            }
            skip(&meta)
        });
        mistakes.keep(read);
    }
}

/// Goes on to the next entry, so that its mistakes are reported too.
pub(crate) fn skip(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        meta.input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// An entry without a value.
fn flag(meta: &ParseNestedMeta<'_>) -> syn::Result<Span> {
    if meta.input.is_empty() || meta.input.peek(Token![,]) {
        return Ok(meta.path.span());
    }
    Err(meta.input.error("no value is expected here"))
}

/// A text that says something.
fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    let text: LitStr = meta.value()?.parse()?;
    if text.value().trim().is_empty() {
        return Err(syn::Error::new(text.span(), "an empty text"));
    }
    Ok(text)
}

fn texts(meta: &ParseNestedMeta<'_>) -> syn::Result<Vec<LitStr>> {
    let content;
    parenthesized!(content in meta.input);
    let texts = Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?;
    Ok(texts.into_iter().collect())
}
