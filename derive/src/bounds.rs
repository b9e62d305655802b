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
/// shown, and for each type that stands there as one of a parameter's own: `T::Item`.
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
            let mut bound = Vec::new();
            for asked in asked.iter().filter(|asked| asked.of == of && !is_marker(&asked.ty)) {
                collect(asked.ty.to_token_stream(), &parameter, &mut bound);
            }
            for own in bound {
                let of = Ident::new(of, parameter.span());
                let own = own.map(|own| quote!(::#own));
                let predicate = parse_quote!(#parameter #own: #path::#of);
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

/// Whether the type says something and holds nothing.
pub(crate) fn is_marker(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name == "PhantomData")
}

/// Adds what stands of a parameter in the tokens of a type, each once: one of its own types, or
/// itself.
fn collect(tokens: TokenStream, parameter: &Ident, found: &mut Vec<Option<Ident>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), parameter, found),
            TokenTree::Ident(name) if name == parameter => {
                let own = own_type(&tokens[at + 1..]);
                if !found.contains(&own) {
                    found.push(own);
                }
            }
            _ => {}
        }
    }
}

/// The name in `::Name`, if that comes next.
fn own_type(tokens: &[TokenTree]) -> Option<Ident> {
    match tokens {
        [TokenTree::Punct(first), TokenTree::Punct(second), TokenTree::Ident(own), ..]
            if first.as_char() == ':' && second.as_char() == ':' =>
        {
            Some(own.clone())
        }
        _ => None,
    }
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
