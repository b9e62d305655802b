//! Numbers by their digits, never through a float.

/// A number as sign, digits without zeros at either end, and a power of ten. Zero has no sign. If the
/// power is not of this world, the digits are the text as it came.
#[derive(Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: String,
    exponent: i128,
}

impl Decimal {
    pub fn of(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let dropped = all.len() - digits.len();
        let digits = digits.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: 0 };
        }
        let Some(written) = exponent.parse().ok().filter(|e: &i128| e.unsigned_abs() < COUNTED)
        else {
            let exponent = if exponent.starts_with('-') { i128::MIN } else { i128::MAX };
            return Self { negative, digits: text.to_owned(), exponent };
        };
        let exponent = written + dropped as i128 - fraction.len() as i128;
        Self { negative, digits, exponent }
    }

    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }
}

/// From here on exponents are not counted with.
const COUNTED: u128 = 10_u128.pow(38);

/// A number as text shows it: the canonical decimal of TOON. With an exponent from 1e36 on it stays
/// as it came.
pub fn canonical(text: &str) -> String {
    let number = Decimal::of(text);
    let Decimal { digits, exponent, .. } = &number;
    if digits.is_empty() {
        return "0".into();
    }
    let written = text.split_once(['e', 'E']).map_or("0", |parts| parts.1);
    if written.parse().map_or(true, |e: i128| e.unsigned_abs() >= 10_u128.pow(36)) {
        return text.to_owned();
    }
    // The number is 0.digits times ten to this power.
    let point = digits.len() as i128 + exponent;
    let written_whole = number.is_integer() && !text.contains(['e', 'E']);
    let body = if !written_whole && !(-5..=21).contains(&point) {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{first}{dot}{rest}e{:+}", point - 1)
    } else if number.is_integer() {
        format!("{digits}{}", "0".repeat(*exponent as usize))
    } else if point <= 0 {
        format!("0.{}{digits}", "0".repeat(-point as usize))
    } else {
        let (whole, fraction) = digits.split_at(point as usize);
        format!("{whole}.{fraction}")
    };
    if number.negative { format!("-{body}") } else { body }
}
