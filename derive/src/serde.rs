//! Reading `#[serde(…)]`: what it says of the values that are written. What is wrong with it serde
//! says itself, and what is of reading alone is passed over.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr, Token, Type};

use crate::attributes::skip;
use crate::case::Case;
use crate::mistakes::Mistakes;

/// The attributes of a type, a variant or a field; which of them can stand where is serde's matter.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) rename: Option<String>,
    pub(crate) rename_all: Option<Case>,
    pub(crate) rename_all_fields: Option<Case>,
    pub(crate) tag: Option<LitStr>,
    pub(crate) content: Option<LitStr>,
    pub(crate) untagged: Option<Span>,
    pub(crate) remote: Option<Span>,
    pub(crate) transparent: bool,
    /// The type that is written in its place.
    pub(crate) into: Option<Type>,
    /// It may be absent from what is read.
    pub(crate) default: bool,
    pub(crate) skip: bool,
    pub(crate) skip_if: Option<Span>,
    pub(crate) flatten: Option<Span>,
    /// A function writes it, in a form of its own.
    pub(crate) with: Option<Span>,
}

impl Attributes {
    pub(crate) fn read(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut read = Self::default();
        let serde = attributes.iter().filter(|attribute| attribute.path().is_ident("serde"));
        for attribute in serde {
            mistakes.keep(attribute.parse_nested_meta(|meta| {
                read.take(&meta)?;
                skip(&meta)
            }));
        }
        read
    }

    /// A name for reading alone leaves that for writing as it is.
    fn take(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let Some(name) = meta.path.get_ident() else { return Ok(()) };
        match name.to_string().as_str() {
            "rename" => {
                self.rename = written(meta)?.map(|name| name.value()).or(self.rename.take())
            }
            "rename_all" => self.rename_all = case(meta)?.or(self.rename_all),
            "rename_all_fields" => self.rename_all_fields = case(meta)?.or(self.rename_all_fields),
            "tag" => self.tag = Some(meta.value()?.parse()?),
            "content" => self.content = Some(meta.value()?.parse()?),
            "untagged" => self.untagged = Some(name.span()),
            "remote" => self.remote = Some(name.span()),
            "transparent" => self.transparent = true,
            "into" => self.into = Some(meta.value()?.parse::<LitStr>()?.parse()?),
            "default" => self.default = true,
            "skip" | "skip_serializing" => self.skip = true,
            "skip_serializing_if" => self.skip_if = Some(name.span()),
            "flatten" => self.flatten = Some(name.span()),
            "with" | "serialize_with" => self.with = Some(name.span()),
            _ => {}
        }
        Ok(())
    }
}

/// The name under which something is written: `= "…"` or `(serialize = "…", …)`.
fn written(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    if meta.input.peek(Token![=]) {
        return meta.value()?.parse().map(Some);
    }
    let mut name = None;
    meta.parse_nested_meta(|side| {
        let value = side.value()?.parse()?;
        if side.path.is_ident("serialize") {
            name = Some(value);
        }
        Ok(())
    })?;
    Ok(name)
}

fn case(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Case>> {
    written(meta)?.as_ref().map(Case::parse).transpose()
}
