//! Keys, strings and numbers, plain and odd.

use super::rng::Rng;

/// A piece of a string: what JSON can say and `str` cannot is the lone surrogate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Char(char),
    Lone(u16),
}

const PLAIN_KEYS: [&str; 22] = [
    "id",
    "name",
    "email",
    "ssn",
    "customer",
    "address",
    "street",
    "amount_cents",
    "status",
    "created_at",
    "lines",
    "sku",
    "note",
    "a",
    "b",
    "c",
    "x-y",
    "0",
    "1",
    "7",
    "tags",
    "a_key_of_31_bytes_in_all_______",
];

const ODD_KEYS: [&str; 24] = [
    "",
    " ",
    "a b",
    "a.b",
    "é",
    "名",
    "🚚",
    "q\"uote",
    "it's",
    "back\\slash",
    "tab\t",
    "nul\0",
    "line\nbreak",
    "k[*]",
    "*",
    "**",
    "]",
    "__proto__",
    "<domain_rules>",
    "{key}",
    "sep\u{2028}",
    "\u{feff}",
    "\u{fffd}",
    "00",
];

/// Keys of this case: schema, data, paths and selections draw from the same few, so they meet.
pub fn key_pool(rng: &mut Rng) -> Vec<String> {
    let odd = [0, 0, 5, 30][rng.below(4)];
    let long = [0, 10, 40][rng.below(3)];
    let wanted = rng.within(4, 14);
    let mut pool: Vec<String> = Vec::new();
    while pool.len() < wanted {
        let key = if rng.chance(odd) {
            rng.pick(&ODD_KEYS).to_string()
        } else if rng.chance(long) {
            long_key(rng)
        } else {
            rng.pick(&PLAIN_KEYS).to_string()
        };
        if !pool.contains(&key) {
            pool.push(key);
        }
    }
    pool
}

/// Lengths about the sizes of vectors; often alike but for one byte.
fn long_key(rng: &mut Rng) -> String {
    let length = rng.pick(&[15, 16, 17, 24, 31, 32, 33, 40, 62, 63, 64, 65, 66, 80, 128, 200]);
    let mut key = vec![b'k'; length];
    let at = rng.pick(&[0, length / 2, length - 1]);
    key[at] = rng.pick(b"abcXYZ0_");
    String::from_utf8(key).expect("ASCII")
}

pub fn units(text: &str) -> Vec<Unit> {
    text.chars().map(Unit::Char).collect()
}

const TAGS: [&str; 10] = [
    "<domain_rules>",
    "</domain_rules>",
    "< / Tool_Error",
    "<ui_\u{200b}passthrough type=\"x\">",
    "<llm_directives",
    "<\u{a0}\n action_suggestions>",
    "<domain_rule>",
    "<<tool_error>>",
    "<b>bold</b>",
    "<t\u{ad}ool_e\u{e0020}rror/>",
];

/// A string's text. `lone` allows lone surrogates.
pub fn string(rng: &mut Rng, lone: bool) -> Vec<Unit> {
    match rng.weighted(&[40, 10, 8, 6, 8, 5, 4, 3, 3, if lone { 12 } else { 0 }]) {
        0 => {
            let words =
                ["draft", "paid", "Ida", "x", "ok", "loan-2", "m@example.org", "2024-01-31"];
            units(rng.pick(&words))
        }
        1 => run(rng, 300, b"abcdefghij KLMNOP0123456789-_"),
        2 => {
            let length = rng.within(50, 70);
            (0..length).map(|_| Unit::Char(rng.pick(&['a', 'e', ' ', 'Z']))).collect()
        }
        3 => run(rng, 40, b"\"\\/{}[],: \t\n\r\x08\x0c\x00\x1f\x7f"),
        4 => {
            let from =
                ['é', 'ß', '日', '本', '🚚', '😀', '\u{7ff}', '\u{800}', '\u{ffff}', 'a', '<'];
            let length = rng.below(40);
            (0..length).map(|_| Unit::Char(rng.pick(&from))).collect()
        }
        5 => {
            let mut text = run(rng, 10, b"ab<");
            text.extend(units(rng.pick(&TAGS)));
            text.extend(run(rng, 10, b"ab>"));
            text
        }
        6 => Vec::new(),
        7 => vec![Unit::Char(rng.pick(&['\\', '"'])); rng.below(140)],
        8 => {
            let from =
                ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{b}', '|', '`', '\u{fffd}'];
            let length = rng.below(9);
            (0..length).map(|_| Unit::Char(rng.pick(&from))).collect()
        }
        _ => {
            let length = rng.within(1, 6);
            (0..length).map(|_| surrogate_or(rng)).collect()
        }
    }
}

fn surrogate_or(rng: &mut Rng) -> Unit {
    match rng.below(4) {
        0 => Unit::Lone(0xD800 + rng.below(0x400) as u16),
        1 => Unit::Lone(0xDC00 + rng.below(0x400) as u16),
        2 => Unit::Char('😀'),
        _ => Unit::Char(rng.pick(&['x', '\\', 'u', 'd', '8'])),
    }
}

fn run(rng: &mut Rng, longest: usize, from: &[u8]) -> Vec<Unit> {
    let length = rng.below(longest + 1);
    (0..length).map(|_| Unit::Char(rng.pick(from) as char)).collect()
}

pub fn number(rng: &mut Rng) -> String {
    match rng.weighted(&[30, 20, 15, 8, 4, 15]) {
        0 => rng.below(1000).to_string(),
        1 => format!("-{}.{:02}", rng.below(100_000), rng.below(100)),
        2 => format!("0.{:017}", rng.next() % 100_000_000_000_000_000),
        3 => {
            let length = rng.within(18, 80);
            let first = rng.pick(b"123456789") as char;
            (1..length).fold(first.to_string(), |text, _| text + rng.pick(&["0", "7", "9"]))
        }
        4 => format!("{}e{}", rng.below(100), rng.next()),
        _ => rng
            .pick(&[
                "0",
                "-0",
                "0.0",
                "-0.0",
                "1.0",
                "1e5",
                "1E+5",
                "1e-7",
                "2.5E-3",
                "1e400",
                "-1e400",
                "0e0",
                "0E-0",
                "9007199254740993",
                "1e21",
                "123456789012345678",
                "3.141592653589793",
                "1.50e1",
                "1.5e1",
                "100e-2",
                "1e99999999999999999999",
            ])
            .to_string(),
    }
}

/// A number without a fraction, in any spelling.
pub fn integer(rng: &mut Rng) -> String {
    match rng.weighted(&[50, 10, 10, 30]) {
        0 => rng.below(1000).to_string(),
        1 => format!("-{}", rng.next()),
        2 => format!("{}.{}", rng.below(1000), "0".repeat(rng.within(1, 20))),
        _ => rng
            .pick(&[
                "0",
                "-0",
                "0.0",
                "1e2",
                "1E+2",
                "1.50e1",
                "100e-2",
                "0e-5",
                "-0.000e-3",
                "1e400",
                "123456789012345678901234567890",
                "1.25e2",
                "12300e-2",
            ])
            .to_string(),
    }
}
