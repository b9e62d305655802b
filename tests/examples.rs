//! What the programs in `examples/` print stands in a file beside each.

#![forbid(unsafe_code)]

use std::error::Error;

type Printed = Result<(), Box<dyn Error>>;

fn check(print: impl FnOnce(&mut Vec<u8>) -> Printed, expected: &str) -> Printed {
    let mut printed = Vec::new();
    print(&mut printed)?;
    assert_eq!(String::from_utf8(printed)?, expected);
    Ok(())
}

/// A program of `examples/`, and the test that it prints its file.
macro_rules! examples {
    ($($(#[$attribute:meta])* $name:ident: $program:literal, $printed:literal;)*) => {$(
        $(#[$attribute])*
        #[path = $program]
        #[expect(dead_code, reason = "its main is for running it")]
        mod $name;

        $(#[$attribute])*
        #[test]
        fn $name() -> Printed {
            check($name::print, include_str!($printed))
        }
    )*};
}

examples! {
    audiences: "../examples/audiences.rs", "../examples/audiences.txt";
    #[cfg(all(feature = "bytes", feature = "serde"))]
    axum_server: "../examples/axum_server.rs", "../examples/axum_server.txt";
    block_sequence: "../examples/block_sequence.rs", "../examples/block_sequence.txt";
    #[cfg(feature = "derive")]
    derive: "../examples/derive.rs", "../examples/derive.txt";
    embed: "../examples/embed.rs", "../examples/embed.txt";
    invoice: "../examples/invoice.rs", "../examples/invoice.txt";
    #[cfg(feature = "serde")]
    json_rpc_server: "../examples/json_rpc_server.rs", "../examples/json_rpc_server.txt";
    model: "../examples/model.rs", "../examples/model.txt";
    #[cfg(feature = "serde")]
    rust_values: "../examples/rust_values.rs", "../examples/rust_values.txt";
    select: "../examples/select.rs", "../examples/select.txt";
    structured: "../examples/structured.rs", "../examples/structured.txt";
    testing: "../examples/testing.rs", "../examples/testing.txt";
    toon_description: "../examples/toon_description.rs", "../examples/toon_description.txt";
    user_interface: "../examples/user_interface.rs", "../examples/user_interface.txt";
    wrapping: "../examples/wrapping.rs", "../examples/wrapping.txt";
}
