//! `#[derive(Presenter)]` of `mcp-presenter`, which exports it under its feature `derive`. Its page
//! there says what it does.

#![forbid(unsafe_code)]

mod attributes;
mod bounds;
mod case;
mod censor;
mod documentation;
mod entity;
mod fields;
mod mistakes;
mod serde;
mod variants;

use proc_macro::TokenStream;
use syn::{DeriveInput, Error, parse_macro_input};

#[doc = include_str!("../README.md")]
#[proc_macro_derive(Presenter, attributes(presenter, serde))]
pub fn derive_presenter(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    entity::implementations(&input).unwrap_or_else(Error::into_compile_error).into()
}
