//! Mistakes in attributes are reported where they are, all of them at once.
//!
//! Only messages of the macro itself and of syn are compared: those of the compiler change with it.
//! `TRYBUILD=overwrite` writes the files anew, to be read before they are taken.

#![forbid(unsafe_code)]

#[test]
fn mistakes_are_reported_where_they_are() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
