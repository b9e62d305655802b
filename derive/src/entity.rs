//! The implementations for a type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DataStruct, DeriveInput, Field, Fields, FieldsNamed, FieldsUnnamed, Generics};

use crate::attributes;
use crate::bounds::{implementation, usual_path, where_clause};
use crate::fields::{self, Context};
use crate::mistakes::Mistakes;
use crate::serde;
use crate::variants;

/// `Present` and `Entity` for the type.
///
/// # Errors
///
/// All mistakes in the attributes, each at its place.
pub(crate) fn implementations(input: &DeriveInput) -> syn::Result<TokenStream> {
    let mut mistakes = Mistakes::default();
    let own = attributes::Container::read(&input.attrs, &mut mistakes);
    let serde = serde::Attributes::read(&input.attrs, &mut mistakes);
    if let Some(place) = serde.remote {
        mistakes.at(place, "derive on the type that is shown: this one has no values");
    }
    let path = own.path.clone().unwrap_or_else(usual_path);
    let mut context =
        Context { path, docs: own.docs, no_embeds: None, asked: Vec::new(), mistakes };
    let schema = schema(input, &own, &serde, &mut context);
    let name = match &own.name {
        Some(name) => name.value(),
        None => input.ident.unraw().to_string(),
    };
    let Context { path, asked, mistakes, .. } = context;
    let present = quote! {
        fn schema(__nesting: &mut #path::Nesting) -> #path::Schema {
            #schema
        }
    };
    let settings = &own.settings;
    let entity = quote! {
        fn declare(__nesting: &mut #path::Nesting) -> #path::PresenterBuilder {
            __nesting.builder::<Self>(#name) #settings
        }
    };
    let clause = where_clause(&input.generics, &asked, &path);
    let of: (_, &Generics) = (&input.ident, &input.generics);
    let present = implementation(of, &quote!(#path::Present), clause.as_ref(), &present);
    let entity = implementation(of, &quote!(#path::Entity), clause.as_ref(), &entity);
    mistakes.or(quote!(#present #entity))
}

fn schema(
    input: &DeriveInput,
    own: &attributes::Container,
    serde: &serde::Attributes,
    context: &mut Context,
) -> TokenStream {
    let path = context.path.clone();
    if own.any.is_some() {
        refuse_below(input, context, "all of the type is shown, also what this says");
        return quote!(#path::Schema::from(#path::Type::any()));
    }
    if let Some(into) = &serde.into {
        refuse_below(input, context, "another type is written in the place of this one");
        return quote!(__nesting.schema::<#into>());
    }
    match &input.data {
        Data::Struct(data) => structure(input, data, serde, context),
        Data::Enum(data) => variants::schema(&input.ident, data, serde, context),
        Data::Union(_) => {
            context.mistakes.at(input.ident.span(), "a union is not written by serde");
            TokenStream::new()
        }
    }
}

/// Says of all attributes of fields that they would do nothing.
fn refuse_below(input: &DeriveInput, context: &mut Context, message: &str) {
    let fields: Vec<&Field> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in fields {
        attributes::refuse(&field.attrs, &mut context.mistakes, message);
    }
}

/// The schema of a struct.
fn structure(
    input: &DeriveInput,
    data: &DataStruct,
    serde: &serde::Attributes,
    context: &mut Context,
) -> TokenStream {
    let path = context.path.clone();
    match &data.fields {
        Fields::Named(FieldsNamed { named: all, .. })
        | Fields::Unnamed(FieldsUnnamed { unnamed: all, .. })
            if serde.transparent =>
        {
            match fields::written(all).as_slice() {
                [field] => fields::alone(field, context),
                _ => {
                    context.mistakes.at(input.ident.span(), "one field is written in its place");
                    TokenStream::new()
                }
            }
        }
        Fields::Named(all) => {
            let members = fields::members(&all.named, serde.rename_all, serde.default, context);
            let tag = serde.tag.as_ref().map(|tag| {
                let name = serde.rename.clone().unwrap_or_else(|| input.ident.unraw().to_string());
                quote!(.field(#tag, #path::Type::literal(#name).into()))
            });
            quote!(#path::Schema::object() #tag #members)
        }
        Fields::Unnamed(all) if all.unnamed.len() == 1 => fields::alone(&all.unnamed[0], context),
        Fields::Unnamed(all) => fields::places(&all.unnamed, context),
        Fields::Unit => quote!(__nesting.schema::<()>()),
    }
}
