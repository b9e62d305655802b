//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The first paragraph of a doc comment, in one line; none if there is none.
pub(crate) fn first_paragraph(attributes: &[Attribute]) -> Option<String> {
    let mut paragraph = String::new();
    let texts = attributes.iter().filter_map(text);
    let lines: Vec<String> = texts.flat_map(|text| lines_of(&text)).collect();
    let lines = lines.iter().map(|line| line.trim()).skip_while(|line| line.is_empty());
    for line in lines.take_while(|line| !line.is_empty()) {
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line);
    }
    (!paragraph.is_empty()).then_some(paragraph)
}

/// The text of a doc comment; of one that is made by another macro, none.
fn text(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    match &meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if meta.path.is_ident("doc") => {
            Some(text.value())
        }
        _ => None,
    }
}

/// The lines of a comment. A block comment is of several, which may begin with stars.
fn lines_of(text: &str) -> Vec<String> {
    if !text.contains('\n') {
        return vec![text.to_owned()];
    }
    let starless = |line: &str| {
        let line = line.trim_start();
        match line.strip_prefix('*') {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => rest.to_owned(),
            _ => line.to_owned(),
        }
    };
    text.lines().map(starless).collect()
}

#[cfg(test)]
mod tests {
    use super::first_paragraph;
    use syn::parse_quote;

    #[test]
    fn the_first_paragraph_in_one_line() {
        let field: syn::DeriveInput = parse_quote! {
            ///
            /// In cents,
            ///   divide by 100.
            ///
            /// Not for the agent.
            #[serde(default)]
            struct A;
        };
        assert_eq!(first_paragraph(&field.attrs).as_deref(), Some("In cents, divide by 100."));
        let field: syn::DeriveInput = parse_quote! {
            /**
             * In cents,
             * divide by 100.
             *
             * Not for the agent.
             */
            struct A;
        };
        assert_eq!(first_paragraph(&field.attrs).as_deref(), Some("In cents, divide by 100."));
        assert_eq!(first_paragraph(&[]), None);
    }
}
