//! Writes the orders that benches and the numbers in PERF.md are of, as one compact JSON array.
//!
//! `cargo run --release --example orders -- 10000 > orders.json`

#[path = "../benches/orders/mod.rs"]
mod orders;

use std::io::{self, Write};

fn main() -> io::Result<()> {
    match std::env::args().nth(1).and_then(|count| count.parse().ok()) {
        Some(count) => writeln!(io::stdout(), "{}", orders::orders(count)),
        None => {
            writeln!(io::stderr(), "orders: say how many")?;
            std::process::exit(2);
        }
    }
}
