//! The generated orders are the ones that every published number was measured on.

#[path = "../benches/orders/mod.rs"]
mod orders;

use sha2::{Digest, Sha256};

#[test]
fn ten_thousand_orders_have_the_known_hash() {
    let json = orders::orders(10_000);
    assert_eq!(json.len(), 5_414_624);
    let hash: String = Sha256::digest(&json).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "0282592d5fa527c14bff13706646c83039affbd340aad4b36e7121d933cac1aa");
}

#[test]
fn the_example_file_holds_the_first_five() {
    let parse = |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("JSON");
    assert_eq!(parse(include_str!("../examples/orders.json")), parse(&orders::orders(5)));
}
