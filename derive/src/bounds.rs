//! Generic types: what the parameters must be.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Ident, Path, Type, WhereClause, parse_quote};

/// A type that is asked for its schema, or its Presenter.
pub(crate) struct Asked {
    pub(crate) ty: Type,
    /// The trait that it must have.
    pub(crate) of: &'static str,
}

/// The `where` clause with a bound for each type parameter that is in a type of a field that is
/// shown.
pub(crate) fn where_clause(
    generics: &Generics,
    asked: &[Asked],
    path: &Path,
) -> Option<WhereClause> {
    let mut generics = generics.clone();
    let parameters: Vec<Ident> = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(parameter.ident.clone()),
            _ => None,
        })
        .collect();
    for parameter in parameters {
        for of in ["Present", "Entity"] {
            let names = |asked: &Asked| {
                asked.of == of
                    && last_name(&asked.ty).is_none_or(|name| name != "PhantomData")
                    && mentions(asked.ty.to_token_stream(), &parameter)
            };
            if asked.iter().any(names) {
                let of = Ident::new(of, parameter.span());
                let predicate = parse_quote!(#parameter: #path::#of);
                generics.make_where_clause().predicates.push(predicate);
            }
        }
    }
    generics.where_clause
}

/// The name of a type without what leads to it: `HashMap` of `std::collections::HashMap<K, V>`.
pub(crate) fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(ty) => ty.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Group(ty) => last_name(&ty.elem),
        Type::Paren(ty) => last_name(&ty.elem),
        Type::Reference(ty) => last_name(&ty.elem),
        _ => None,
    }
}

fn mentions(tokens: TokenStream, parameter: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == *parameter,
        TokenTree::Group(group) => mentions(group.stream(), parameter),
        _ => false,
    })
}

/// The path of the crate, where nothing else is said.
pub(crate) fn usual_path() -> Path {
    parse_quote!(::mcp_presenter)
}

/// An implementation of a trait for the type.
pub(crate) fn implementation(
    (name, generics): (&Ident, &Generics),
    of: &TokenStream,
    clause: Option<&WhereClause>,
    body: &TokenStream,
) -> TokenStream {
    let (parameters, arguments, _) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #of for #name #arguments #clause {
            #body
        }
    }
}
