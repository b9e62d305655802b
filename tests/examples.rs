//! What the programs in `examples/` print stands in a file beside each.

#![forbid(unsafe_code)]

use std::error::Error;

#[path = "../examples/audiences.rs"]
#[expect(dead_code, reason = "its main is for running it")]
mod audiences;
#[path = "../examples/block_sequence.rs"]
#[expect(dead_code, reason = "its main is for running it")]
mod block_sequence;
#[path = "../examples/invoice.rs"]
#[expect(dead_code, reason = "its main is for running it")]
mod invoice;

type Printed = Result<(), Box<dyn Error>>;

fn check(print: impl FnOnce(&mut Vec<u8>) -> Printed, expected: &str) -> Printed {
    let mut printed = Vec::new();
    print(&mut printed)?;
    assert_eq!(String::from_utf8(printed)?, expected);
    Ok(())
}

#[test]
fn invoice_prints_its_file() -> Printed {
    check(invoice::print, include_str!("../examples/invoice.txt"))
}

#[test]
fn audiences_prints_its_file() -> Printed {
    check(audiences::print, include_str!("../examples/audiences.txt"))
}

#[test]
fn block_sequence_prints_its_file() -> Printed {
    check(block_sequence::print, include_str!("../examples/block_sequence.txt"))
}
