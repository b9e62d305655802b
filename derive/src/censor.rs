//! `redact`: what stands in the place of a value.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Error, LitStr, Path, Token};

/// What `redact` and `redact = "…"` say.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Censor {
    Default,
    Text(String),
    Remove,
    KeepLast(usize),
}

impl Censor {
    pub(crate) fn read(meta: &ParseNestedMeta<'_>) -> syn::Result<Self> {
        if !meta.input.peek(Token![=]) {
            if meta.input.is_empty() || meta.input.peek(Token![,]) {
                return Ok(Self::Default);
            }
            return Err(meta.input.error("a censor is given as `redact = \"…\"`"));
        }
        let literal: LitStr = meta.value()?.parse()?;
        Self::parse(&literal.value()).ok_or_else(|| {
            let message = "no censor; they are \"remove\", \"keep_last(4)\" and \"text(…)\" with any \
                           text, or `redact` alone for [REDACTED]. A hash or a function is given to \
                           the builder";
            Error::new(literal.span(), message)
        })
    }

    fn parse(text: &str) -> Option<Self> {
        if text == "remove" {
            return Some(Self::Remove);
        }
        let (name, argument) = text.strip_suffix(')')?.split_once('(')?;
        match name {
            "keep_last" => Some(Self::KeepLast(argument.trim().parse().ok()?)),
            "text" => Some(Self::Text(argument.to_owned())),
            _ => None,
        }
    }

    /// The same in Rust.
    pub(crate) fn tokens(&self, path: &Path) -> TokenStream {
        match self {
            Self::Default => quote!(<#path::Censor as ::core::default::Default>::default()),
            Self::Text(text) => quote!(#path::Censor::text(#text)),
            Self::Remove => quote!(#path::Censor::remove()),
            Self::KeepLast(count) => quote!(#path::Censor::keep_last(#count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Censor;

    #[test]
    fn censors_and_what_is_none() {
        for (text, censor) in [
            ("remove", Some(Censor::Remove)),
            ("keep_last(4)", Some(Censor::KeepLast(4))),
            ("keep_last( 12 )", Some(Censor::KeepLast(12))),
            ("text(***)", Some(Censor::Text("***".into()))),
            ("text(a (b) c)", Some(Censor::Text("a (b) c".into()))),
            ("text()", Some(Censor::Text(String::new()))),
            ("", None),
            ("***", None),
            ("Remove", None),
            ("remove()", None),
            ("keep_last", None),
            ("keep_last()", None),
            ("keep_last(-1)", None),
            ("keep_last(four)", None),
            ("keep-last(4)", None),
            ("hash(key)", None),
        ] {
            assert_eq!(Censor::parse(text), censor, "{text}");
        }
    }
}
