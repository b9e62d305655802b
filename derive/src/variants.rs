//! Enums: a union of objects that say which variant they are, or a choice of names.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{DataEnum, Fields, Ident, LitStr, Variant};

use crate::attributes;
use crate::fields::{self, Context};
use crate::serde;

const NO_EMBEDS: &str = "the other variants may have something else under this key: embed the value of \
                         the enum where it is a field";

/// A variant that may be written.
struct Written<'v> {
    variant: &'v Variant,
    name: String,
    serde: serde::Attributes,
}

/// The schema of an enum.
pub(crate) fn schema(
    name: &Ident,
    data: &DataEnum,
    serde: &serde::Attributes,
    context: &mut Context,
) -> TokenStream {
    let written = written(data, serde, context);
    context.no_embeds = Some(NO_EMBEDS);
    if written.is_empty() {
        context.mistakes.at(name.span(), "no variant is ever written, so there is nothing to show");
    }
    let are_names = written.iter().all(|written| matches!(written.variant.fields, Fields::Unit));
    let (path, names) = (context.path.clone(), written.iter().map(|written| &written.name));
    match (serde.untagged, &serde.tag) {
        (Some(place), _) => {
            context.mistakes.at(place, no_schema("values do not say which variant they are"));
            TokenStream::new()
        }
        (None, None) if are_names => {
            quote!(#path::Schema::from(#path::Type::one_of([#(#names),*])))
        }
        (None, None) => {
            let message = no_schema("a key of its own for each variant makes no union");
            context.mistakes.at(name.span(), message);
            TokenStream::new()
        }
        (None, Some(tag)) if are_names => {
            let names = quote!(#path::Schema::from(#path::Type::one_of([#(#names),*])));
            quote!(#path::Schema::object().field(#tag, #names))
        }
        (None, Some(tag)) => {
            let members: Vec<_> =
                written.iter().map(|written| tagged(written, tag, serde, context)).collect();
            quote!(#path::Schema::union([#(#members),*]))
        }
    }
}

/// What to do about an enum without a schema.
fn no_schema(why: &str) -> String {
    format!(
        "this enum has no schema, since {why}: let serde write the variant as a field with \
         `#[serde(tag = \"…\")]`, implement `Present` by hand, or show values whole with \
         `#[presenter(any)]`"
    )
}

fn written<'v>(
    data: &'v DataEnum,
    container: &serde::Attributes,
    context: &mut Context,
) -> Vec<Written<'v>> {
    let mut written = Vec::new();
    for variant in &data.variants {
        let message = "a variant has no attributes of its own, its fields have";
        attributes::refuse(&variant.attrs, &mut context.mistakes, message);
        let serde = serde::Attributes::read(&variant.attrs, &mut context.mistakes);
        if serde.skip {
            continue;
        }
        for place in [serde.untagged, serde.with].into_iter().flatten() {
            let message = "a variant in a form of its own cannot be told from the others; implement \
                           `Present` by hand, or give the enum `#[presenter(any)]`";
            context.mistakes.at(place, message);
        }
        let name = variant.ident.unraw().to_string();
        let in_case =
            container.rename_all.map_or_else(|| name.clone(), |case| case.of_variant(&name));
        let name = serde.rename.clone().unwrap_or(in_case);
        written.push(Written { variant, name, serde });
    }
    written
}

/// The object that a variant is written as.
fn tagged(
    Written { variant, name, serde }: &Written<'_>,
    tag: &LitStr,
    container: &serde::Attributes,
    context: &mut Context,
) -> TokenStream {
    let path = context.path.clone();
    let case = serde.rename_all.or(container.rename_all_fields);
    let object = quote!(#path::Schema::object());
    let tagged = quote!(#object.field(#tag, #path::Type::literal(#name).into()));
    let at = variant.ident.span();
    match (&container.content, &variant.fields) {
        (_, Fields::Unit) => tagged,
        (None, Fields::Named(fields)) => {
            let members = fields::members(&fields.named, case, false, context);
            quote!(#tagged #members)
        }
        (Some(content), Fields::Named(fields)) => {
            let members = fields::members(&fields.named, case, false, context);
            quote!(#tagged.field(#content, #object #members))
        }
        (content, Fields::Unnamed(fields)) if fields.unnamed.len() == 1 => {
            let value = fields::alone(&fields.unnamed[0], context);
            match content {
                Some(content) => quote!(#tagged.field(#content, #value)),
                None => quote!(#tagged.flatten(#name, #value)),
            }
        }
        (Some(content), Fields::Unnamed(fields)) => {
            let value = fields::places(&fields.unnamed, context);
            quote!(#tagged.field(#content, #value))
        }
        (None, Fields::Unnamed(_)) => no_places(at, context),
    }
}

fn no_places(at: Span, context: &mut Context) -> TokenStream {
    context.mistakes.at(at, "an object with a tag has fields with names alone");
    TokenStream::new()
}
