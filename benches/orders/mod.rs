//! Orders: the data that benches, examples and tests work on.
//!
//! A port of a small JavaScript generator, byte for byte: the same seed gives the same orders there
//! and here (`tests/orders.rs` holds the hash). Nothing in it is real; the mail addresses end in
//! `.example`, the names and numbers are drawn from the lists below.

#![allow(dead_code, reason = "each target that includes this file uses a part of it")]

use std::fmt::Write;

const SEED: u32 = 20_240_607;

#[rustfmt::skip]
mod lists {
    pub(super) const FIRST: [&str; 16] = [
        "Ana", "José", "Zoë", "Łukasz", "Søren", "美咲", "Иван", "Nguyễn",
        "Chloé", "Ömer", "Maya", "Tom", "Inês", "Anaïs", "지훈", "Priya",
    ];
    pub(super) const LAST: [&str; 16] = [
        "García", "Müller", "O'Neil", "Smith", "Đặng", "Kowalska", "Ångström", "田中",
        "Петров", "Silva", "Brown", "da Costa", "Ruiz \"Rui\"", "Novák", "김", "Rao",
    ];
    pub(super) const STREET: [&str; 8] = [
        "Calle Mayor", "Lindenstraße", "Rua Augusta", "Main St",
        "Rue d'Été", "Via Roma", "Nørregade", "High Road",
    ];
    /// A city and its country.
    pub(super) const CITY: [(&str, &str); 8] = [
        ("Madrid", "ES"), ("Köln", "DE"), ("São Paulo", "BR"), ("Austin", "US"),
        ("Besançon", "FR"), ("Torino", "IT"), ("København", "DK"), ("Leeds", "GB"),
    ];
    pub(super) const TAG: [&str; 10] = [
        "vip", "b2b", "fragile", "gift", "export", "reorder", "promo", "late", "eco", "bulk",
    ];
    pub(super) const STATUS: [&str; 4] = ["draft", "paid", "overdue", "void"];
    pub(super) const CURRENCY: [&str; 4] = ["EUR", "USD", "BRL", "GBP"];
    pub(super) const CHANNEL: [&str; 4] = ["web", "store", "phone", "partner"];
    pub(super) const NOTE: [&str; 8] = [
        "call before delivery", "leave at desk 🚚", "cliente pide factura", "path C:\\orders\\in",
        "said \"asap\"", "naïve check\nsecond line", "ok", "margin below target",
    ];
    pub(super) const SKU: [&str; 6] = ["AX-100", "BR-220", "CT-305", "DN-410", "EM-550", "FQ-615"];
}
use lists::{CHANNEL, CITY, CURRENCY, FIRST, LAST, NOTE, SKU, STATUS, STREET, TAG};

/// `count` orders as one compact JSON array.
pub(crate) fn orders(count: usize) -> String {
    format!("[{}]", order_list(count).join(","))
}

/// `count` orders, each a compact JSON object.
pub(crate) fn order_list(count: usize) -> Vec<String> {
    let mut random = Random(SEED);
    (0..count).map(|index| order(&mut random, index)).collect()
}

/// One order. Every draw comes in the order in which the JavaScript evaluates it.
fn order(random: &mut Random, index: usize) -> String {
    let first = random.pick(&FIRST);
    let last = random.pick(&LAST);
    let (city, country) = CITY[random.below(8) as usize];
    let tags: Vec<String> = (0..random.below(4)).map(|_| json(random.pick(&TAG))).collect();
    let (month, day) = (1 + random.below(12), 1 + random.below(28));
    let amount = 100 + random.below(5_000_000);

    let mut out = String::with_capacity(640);
    let mut field = |key: &str, value: String| {
        let comma = if out.is_empty() { '{' } else { ',' };
        write!(out, "{comma}\"{key}\":{value}").expect("a String takes everything");
    };

    field("id", format!("\"ord_{index:06}_{:x}\"", random.below(0xff_ffff)));
    field("customer_id", (100_000 + random.below(900_000)).to_string());
    field("customer_name", json(&format!("{first} {last}")));
    let (number, host) = (random.below(9999), random.below(50));
    field("email", format!("\"user{index}.{number}@mail{host}.example\""));
    let ssn = (100 + random.below(900), random.below(100), random.below(10_000));
    field("ssn", format!("\"{:03}-{:02}-{:04}\"", ssn.0, ssn.1, ssn.2));
    let phone = random.below(5) != 0;
    field("phone", or_null(phone, || format!("\"+34 6{:08}\"", random.below(100_000_000))));
    field("status", json(random.pick(&STATUS)));
    field("currency", json(random.pick(&CURRENCY)));
    field("amount_cents", amount.to_string());
    field("tax_rate", (round(random.next() * 2500.0) / 10_000.0).to_string());
    let discount = random.below(4) != 0;
    field("discount", or_null(discount, || (round(random.next() * 1e6) / 1e4).to_string()));
    field("priority", random.below(5).to_string());
    field("is_gift", (random.next() < 0.2).to_string());
    field("channel", json(random.pick(&CHANNEL)));
    field("sku", json(random.pick(&SKU)));
    field("tags", format!("[{}]", tags.join(",")));
    field("address", address(random, city, country));
    let note = random.below(3) != 0;
    field("notes", or_null(note, || json(random.pick(&NOTE))));
    let time = (random.below(24), random.below(60), random.below(60));
    let time = format!("{:02}:{:02}:{:02}", time.0, time.1, time.2);
    field("created_at", format!("\"2025-{month:02}-{day:02}T{time}Z\""));
    let cost = f64::from(amount) * (0.4 + random.next() * 0.4);
    field("cost_basis", (round(cost) / 100.0).to_string());

    out.push('}');
    out
}

fn address(random: &mut Random, city: &str, country: &str) -> String {
    let street = json(&format!("{} {}", random.pick(&STREET), 1 + random.below(400)));
    let zip = random.below(100_000);
    let lat = round((random.next() * 180.0 - 90.0) * 1e6) / 1e6;
    let lng = round((random.next() * 360.0 - 180.0) * 1e6) / 1e6;
    format!(
        r#"{{"street":{street},"city":"{city}","zip":"{zip:05}","country":"{country}","geo":{{"lat":{lat},"lng":{lng}}}}}"#
    )
}

/// The value if it is `present`, else `null`; drawn only if it is present.
fn or_null(present: bool, value: impl FnOnce() -> String) -> String {
    if present { value() } else { "null".to_owned() }
}

/// `text` as a JSON string. The lists hold no control character but the line feed.
fn json(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}

/// JavaScript's `Math.round`: a half goes up, also below zero.
fn round(number: f64) -> f64 {
    let floor = number.floor();
    if number - floor < 0.5 { floor } else { floor + 1.0 }
}

/// The generator mulberry32, in JavaScript's 32-bit arithmetic.
struct Random(u32);

impl Random {
    /// A number from 0 up to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6D2B_79F5);
        let mut t = (self.0 ^ (self.0 >> 15)).wrapping_mul(1 | self.0);
        t = t.wrapping_add((t ^ (t >> 7)).wrapping_mul(61 | t)) ^ t;
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }

    /// A whole number from 0 up to `end`.
    fn below(&mut self, end: u32) -> u32 {
        (self.next() * f64::from(end)).floor() as u32
    }

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len() as u32) as usize]
    }
}
