//! Fields: what the schema says of each.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Field, Path, Token, Type};

use crate::attributes;
use crate::bounds::{Asked, is_marker, last_name};
use crate::case::Case;
use crate::documentation::first_paragraph;
use crate::mistakes::Mistakes;
use crate::serde;

/// What the reading of fields needs and finds out.
pub(crate) struct Context {
    pub(crate) path: Path,
    /// Whether doc comments are descriptions.
    pub(crate) docs: bool,
    /// Why no field can be embedded here, if none can.
    pub(crate) no_embeds: Option<&'static str>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) mistakes: Mistakes,
}

/// Scalars, which have no Presenter. What has none besides, the compiler says.
const SCALARS: &[&str] = &[
    "String", "str", "char", "bool", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize",
    "u8", "u16", "u32", "u64", "u128", "usize",
];

/// Types whose keys nobody has declared.
const OPEN: &[&str] = &["HashMap", "BTreeMap", "IndexMap", "Map", "Value"];

const NO_PLACE: &str = "a part without a name has its place, and no key";

/// A field with its attributes.
struct Member<'f> {
    field: &'f Field,
    own: attributes::Field,
    serde: serde::Attributes,
}

impl<'f> Member<'f> {
    fn read(field: &'f Field, mistakes: &mut Mistakes) -> Self {
        let own = attributes::Field::read(&field.attrs, mistakes);
        let serde = serde::Attributes::read(&field.attrs, mistakes);
        let member = Self { field, own, serde };
        member.check(mistakes);
        member
    }

    /// Finds attributes that contradict each other.
    fn check(&self, mistakes: &mut Mistakes) {
        let gone = match (self.own.hidden, self.serde.skip) {
            (Some(_), _) => Some("a hidden field is not shown in any form"),
            (None, true) => Some("serde skips this field, so it is never shown"),
            (None, false) => None,
        };
        if let (Some(place), Some(_), false) =
            (self.own.hidden, self.serde.flatten, self.serde.skip)
        {
            let message = "serde writes the keys in it among the others, where one of them could take \
                           the place of a field that is shown: leave it out with \
                           `#[serde(skip_serializing)]`";
            mistakes.at(place, message);
        }
        if let Some(message) = gone {
            self.own.shown().for_each(|(_, place)| mistakes.at(place, message));
            return;
        }
        let schema = self.own.schema.as_ref().map(|(place, _)| *place);
        if let (Some(_), Some(place)) = (schema, self.own.any) {
            mistakes.at(place, "the field has a schema of its own");
        }
        if let (Some(place), Some(_)) = (schema.or(self.own.any), self.own.embed) {
            mistakes.at(place, "an embedded field has the schema of its type");
        }
        if let (Some(place), None) = (self.serde.with, schema.or(self.own.any)) {
            let message = "what this function writes is not known: give the field \
                           `#[presenter(schema = …)]`, `any` or `hidden`";
            mistakes.at(place, message);
        }
        if let (Some(place), true) =
            (self.own.embed, last_name(&self.field.ty).is_some_and(is_scalar))
        {
            mistakes.at(place, "a scalar has no Presenter that could be embedded");
        }
        if let Some(place) = self.serde.flatten {
            self.check_flattened(place, mistakes);
        }
    }

    fn check_flattened(&self, place: Span, mistakes: &mut Mistakes) {
        let own = &self.own;
        if let Some((place, _)) = own.describe {
            mistakes.at(place, "a flattened field has no key of its own to describe");
        }
        if let Some(place) = own.embed {
            mistakes.at(place, "a flattened field has no key of its own to embed at");
        }
        let is_open = last_name(&self.field.ty).is_some_and(|name| OPEN.contains(&&*name));
        if let Some(place) = own.any.or((is_open && own.schema.is_none()).then_some(place)) {
            let message = "the keys in it are not declared, so all of them would be shown: declare \
                           them as fields, or leave it out with `#[serde(skip_serializing)]`";
            mistakes.at(place, message);
        }
    }

    /// The schema of the value, with what the attributes add.
    fn schema(&self, context: &mut Context) -> TokenStream {
        let (path, ty) = (&context.path, &self.field.ty);
        let mut schema = match (&self.own.schema, self.own.any) {
            (Some((_, schema)), _) => quote!(#path::Schema::from(#schema)),
            (None, Some(_)) => quote!(#path::Schema::from(#path::Type::any())),
            (None, None) => {
                context.asked.push(Asked { ty: ty.clone(), of: "Present" });
                // The field's type is where the compiler says that it has no schema.
                let call = quote_spanned!(ty.span()=> schema::<#ty>);
                quote!(__nesting.#call())
            }
        };
        if let Some((_, text)) = &self.own.describe {
            schema.extend(quote!(.describe(#text)));
        } else if let Some(text) =
            context.docs.then(|| first_paragraph(&self.field.attrs)).flatten()
        {
            schema.extend(quote!(.describe(#text)));
        }
        if let Some((_, censor)) = &self.own.redact {
            let censor = censor.tokens(path);
            schema.extend(quote!(.redact(#censor)));
        }
        schema
    }
}

/// Calls that add these fields to the schema of an object.
pub(crate) fn members(
    fields: &Punctuated<Field, Token![,]>,
    case: Option<Case>,
    may_all_be_absent: bool,
    context: &mut Context,
) -> TokenStream {
    let mut calls = TokenStream::new();
    for field in fields {
        let Some(name) = &field.ident else { continue };
        let name = name.unraw().to_string();
        let member = Member::read(field, &mut context.mistakes);
        let in_case = || case.map_or_else(|| name.clone(), |case| case.of_field(&name));
        let key = member.serde.rename.clone().unwrap_or_else(in_case);
        if member.serde.skip {
            continue;
        }
        if member.own.hidden.is_some() {
            calls.extend(quote!(.hide(#key)));
            continue;
        }
        let mut schema = member.schema(context);
        if member.serde.skip_if.is_some() || member.serde.default || may_all_be_absent {
            schema.extend(quote!(.optional()));
        }
        if member.serde.flatten.is_some() {
            calls.extend(quote!(.flatten(#name, #schema)));
            continue;
        }
        calls.extend(match member.own.embed {
            Some(place) => embedded(&key, schema, &field.ty, place, context),
            None => quote!(.field(#key, #schema)),
        });
    }
    calls
}

fn embedded(
    key: &str,
    schema: TokenStream,
    ty: &Type,
    place: Span,
    context: &mut Context,
) -> TokenStream {
    if let Some(message) = context.no_embeds {
        context.mistakes.at(place, message);
    }
    context.asked.push(Asked { ty: ty.clone(), of: "Entity" });
    let path = &context.path;
    let declare = quote_spanned!(ty.span()=> <#ty as #path::Entity>::declare);
    quote!(.embed(#key, #schema, #declare))
}

/// The schema of a value that is written as its only part.
pub(crate) fn alone(field: &Field, context: &mut Context) -> TokenStream {
    let member = Member::read(field, &mut context.mistakes);
    place_checks(&member, context);
    if member.serde.skip {
        context.mistakes.at(field.ty.span(), "serde skips all that there is");
    }
    member.schema(context)
}

/// The schema of parts that have places and no names.
pub(crate) fn places(fields: &Punctuated<Field, Token![,]>, context: &mut Context) -> TokenStream {
    let path = context.path.clone();
    let mut parts = Vec::new();
    for field in fields {
        let member = Member::read(field, &mut context.mistakes);
        place_checks(&member, context);
        if !member.serde.skip {
            parts.push(member.schema(context));
        }
    }
    quote!(#path::Schema::tuple([#(#parts),*]))
}

/// A part without a name stands at its place, or what follows it would stand at another one.
fn place_checks(member: &Member<'_>, context: &mut Context) {
    if let Some(place) = member.own.hidden {
        context.mistakes.at(place, format!("{NO_PLACE}: redact it, or give it a name"));
    }
    if let Some(place) = member.own.embed {
        context.mistakes.at(place, format!("{NO_PLACE} to embed at"));
    }
    if let Some(place) = member.serde.skip_if {
        context.mistakes.at(place, format!("{NO_PLACE}: it cannot be left out now and then"));
    }
}

/// The fields that serde writes, if it looks through the struct to one of them.
pub(crate) fn written(fields: &Punctuated<Field, Token![,]>) -> Vec<&Field> {
    let mut ignored = Mistakes::default();
    let is_written = |field: &&Field| {
        !is_marker(&field.ty) && !serde::Attributes::read(&field.attrs, &mut ignored).skip
    };
    fields.iter().filter(is_written).collect()
}

fn is_scalar(name: String) -> bool {
    SCALARS.contains(&&*name)
}
