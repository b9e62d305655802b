//! Numbers as text. No value ever passes through a float.

use std::borrow::Cow;

/// Whether `text` is one number of the JSON grammar (RFC 8259, section 6), from end to end.
pub(crate) fn is_number(text: &[u8]) -> bool {
    let mut rest = text.strip_prefix(b"-").unwrap_or(text);
    let digits = leading_digits(rest);
    if digits == 0 || (digits > 1 && rest[0] == b'0') {
        return false;
    }
    rest = &rest[digits..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let digits = leading_digits(fraction);
        if digits == 0 {
            return false;
        }
        rest = &fraction[digits..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = match exponent {
            [b'+' | b'-', unsigned @ ..] => unsigned,
            unsigned => unsigned,
        };
        let digits = leading_digits(exponent);
        return digits > 0 && digits == exponent.len();
    }
    rest.is_empty()
}

/// Calls `look` with the shortest text that reads back to `value`, a finite number of any float type,
/// with exponents as ECMAScript prints them (ECMA-262, `Number::toString`); the sign of a zero stays.
#[inline]
pub(crate) fn with_shortest<T>(value: impl zmij::Float, look: impl FnOnce(&str) -> T) -> T {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    // No exponent is longer than `e-324`.
    let tail = text.len().saturating_sub(5);
    match text.as_bytes()[tail..].iter().position(|byte| *byte == b'e') {
        // Plain both here and there, but that integers have no fraction.
        None => look(text.strip_suffix(".0").unwrap_or(text)),
        Some(at) => look(&from_scientific(&text[..tail + at], &text[tail + at + 1..])),
    }
}

/// The same, kept.
pub(crate) fn shortest(value: impl zmij::Float) -> String {
    with_shortest(value, str::to_owned)
}

#[cold]
fn from_scientific(mantissa: &str, exponent: &str) -> String {
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", mantissa),
    };
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let count = digits.len() as i32;
    // The decimal point stands behind this many digits.
    let point = exponent + 1;
    let body = match point {
        1..=21 if count <= point => digits.clone() + &"0".repeat((point - count) as usize),
        1..=21 => format!("{}.{}", &digits[..point as usize], &digits[point as usize..]),
        -5..=0 => format!("0.{}{digits}", "0".repeat(-point as usize)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let plus = if exponent > 0 { "+" } else { "" };
            format!("{first}{dot}{rest}e{plus}{exponent}")
        }
    };
    format!("{sign}{body}")
}

fn leading_digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Whether `number`, which must fit the grammar, has no fraction: `3`, `3.0`, `1.5e1`, `0e-9`.
pub(crate) fn is_integer(number: &[u8]) -> bool {
    if number.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-') {
        return true;
    }
    let parts = Decimal::of(number);
    parts.is_zero() || parts.exponent >= 0
}

/// Writes `number`, which must fit the grammar, piece by piece in the one form that all spellings of
/// its value share: plain from 1e-6 up to 1e21 and for integers written without an exponent, else
/// `d.ddde±x` (as ECMA-262 prints, but from the digits, all of them); zero has no sign. A number with
/// an exponent that [`Decimal`] does not count with is written as it came, which is its value.
///
/// Linear in the text.
pub(crate) fn write_canonical(number: &[u8], mut write: impl FnMut(&[u8])) {
    if is_canonical(number) {
        return write(number);
    }
    let decimal = Decimal::of(number);
    if decimal.is_zero() {
        return write(b"0");
    }
    if decimal.is_beyond {
        return write(number);
    }
    if decimal.negative {
        write(b"-");
    }
    let count = (decimal.integer.len() + decimal.fraction.len()) as i128;
    // The decimal point stands behind this many digits.
    let point = count + decimal.exponent;
    let is_written_out = memchr::memchr2(b'e', b'E', number).is_none() && decimal.exponent >= 0;
    if is_written_out || (1..=MOST_PLAIN).contains(&point) {
        let point = point as usize;
        decimal.write_digits(0, point, &mut write);
        write_zeros(point.saturating_sub(count as usize), &mut write);
        if point < count as usize {
            write(b".");
            decimal.write_digits(point, count as usize, &mut write);
        }
    } else if (LEAST_PLAIN..=0).contains(&point) {
        write(b"0.");
        write_zeros(point.unsigned_abs() as usize, &mut write);
        decimal.write_digits(0, count as usize, &mut write);
    } else {
        decimal.write_digits(0, 1, &mut write);
        if count > 1 {
            write(b".");
            decimal.write_digits(1, count as usize, &mut write);
        }
        write_exponent(point - 1, &mut write);
    }
}

/// The same as a text, borrowed if `number` is of that form as it stands.
pub(crate) fn canonical(number: &[u8]) -> Cow<'_, str> {
    if is_canonical(number) {
        return String::from_utf8_lossy(number);
    }
    let mut text = String::new();
    write_canonical(number, |piece| text.push_str(&String::from_utf8_lossy(piece)));
    text.into()
}

/// The decimal point stands behind this many digits in the largest plain numbers, below 1e21.
const MOST_PLAIN: i128 = 21;

/// The same of the smallest, 1e-6.
const LEAST_PLAIN: i128 = -5;

/// Whether it is an integer written out, other than `-0`: nothing is to be done.
fn is_canonical(number: &[u8]) -> bool {
    let unsigned = number.strip_prefix(b"-").unwrap_or(number);
    unsigned.iter().all(u8::is_ascii_digit) && number != b"-0"
}

fn write_zeros(mut count: usize, write: &mut impl FnMut(&[u8])) {
    const ZEROS: &[u8; 32] = &[b'0'; 32];
    while count > 0 {
        let piece = count.min(ZEROS.len());
        write(&ZEROS[..piece]);
        count -= piece;
    }
}

fn write_exponent(exponent: i128, write: &mut impl FnMut(&[u8])) {
    write(if exponent < 0 { b"e-" } else { b"e+" });
    let (mut digits, mut first) = ([b'0'; 40], 40);
    let mut rest = exponent.unsigned_abs();
    while rest > 0 || first == digits.len() {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    write(&digits[first..]);
}

/// A number as `±digits × 10^exponent`, its digits without zeros at either end.
///
/// Two are equal if they are the same value: `1`, `1.0` and `10e-1`; `0` and `-0`. Exponents from
/// 1e36 on all count as that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal<'a> {
    negative: bool,
    /// The integer part and the fraction, the outer zeros cut off; a zero has no digits at all.
    integer: &'a [u8],
    fraction: &'a [u8],
    exponent: i128,
    /// The exponent is not the number's own.
    is_beyond: bool,
}

impl<'a> Decimal<'a> {
    /// The value of a number that fits the grammar.
    pub(crate) fn of(number: &'a [u8]) -> Self {
        let negative = number.first() == Some(&b'-');
        let unsigned = &number[usize::from(negative)..];
        let (mantissa, exponent) = match memchr::memchr2(b'e', b'E', unsigned) {
            Some(at) => (&unsigned[..at], parse_exponent(&unsigned[at + 1..])),
            None => (unsigned, 0),
        };
        let (mut integer, mut fraction) = match memchr::memchr(b'.', mantissa) {
            Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
            None => (mantissa, &mantissa[..0]),
        };
        let is_beyond = exponent.abs() == SATURATED;
        let mut exponent = exponent;
        fraction = trim_end_zeros(fraction);
        if fraction.is_empty() {
            let trimmed = trim_end_zeros(integer);
            exponent += (integer.len() - trimmed.len()) as i128;
            integer = trimmed;
        } else {
            exponent -= fraction.len() as i128;
        }
        integer = trim_start_zeros(integer);
        if integer.is_empty() {
            fraction = trim_start_zeros(fraction);
        }
        Self { negative, integer, fraction, exponent, is_beyond }
    }

    fn is_zero(&self) -> bool {
        self.integer.is_empty() && self.fraction.is_empty()
    }

    /// Writes the digits from one place to another, as far as there are any.
    fn write_digits(&self, start: usize, end: usize, write: &mut impl FnMut(&[u8])) {
        let split = self.integer.len();
        for (digits, before) in [(self.integer, 0), (self.fraction, split)] {
            let place = |at: usize| at.saturating_sub(before).min(digits.len());
            if place(start) < place(end) {
                write(&digits[place(start)..place(end)]);
            }
        }
    }

    fn digits(&self) -> impl Iterator<Item = &'a u8> {
        self.integer.iter().chain(self.fraction)
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        if self.is_zero() || other.is_zero() {
            return self.is_zero() && other.is_zero();
        }
        self.negative == other.negative
            && self.exponent == other.exponent
            && self.digits().eq(other.digits())
    }
}

/// Where exponents end: far from where 128 bits do, so that lengths may be added.
const SATURATED: i128 = 1_000_000_000_000_000_000_000_000_000_000_000_000;

fn parse_exponent(text: &[u8]) -> i128 {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let mut value = 0_i128;
    for digit in digits {
        value = (value * 10 + i128::from(digit & 0xf)).min(SATURATED);
    }
    if negative { -value } else { value }
}

fn trim_end_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
    &digits[..digits.len() - zeros]
}

fn trim_start_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    &digits[zeros..]
}

#[cfg(test)]
mod tests {
    use super::{Decimal, canonical, is_integer, is_number, shortest, write_canonical};

    fn same_value(left: &[u8], right: &[u8]) -> bool {
        Decimal::of(left) == Decimal::of(right)
    }

    #[test]
    fn grammar() {
        for text in ["0", "-0", "10", "1.5", "1e5", "1E+5", "-1.25e-7", "0e0", "0.0"] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        for text in
            ["", "-", "01", "-01", "1.", ".5", "1e", "1e+", "+1", "1.5.5", "1-", "1e5.", "--1"]
        {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn floats_print_as_in_ecmascript() {
        for (value, text) in [
            (1.0, "1"),
            (-0.0, "-0"),
            (0.1, "0.1"),
            (1e16, "10000000000000000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (0.000_001, "0.000001"),
            (1e-7, "1e-7"),
            (-2.5e-9, "-2.5e-9"),
            (5e-324, "5e-324"),
            (4.25, "4.25"),
        ] {
            assert_eq!(shortest(value), text);
        }
        assert_eq!(shortest(5.55_f32), "5.55");
    }

    #[test]
    fn one_form_for_all_spellings_of_a_value() {
        for (number, text) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.00", "0"),
            ("0e400", "0"),
            ("7", "7"),
            ("-12", "-12"),
            ("1.0", "1"),
            ("-1.50", "-1.5"),
            ("1e2", "100"),
            ("-1.5E+1", "-15"),
            ("1200e-2", "12"),
            ("123.456e1", "1234.56"),
            ("0.5", "0.5"),
            ("5e-1", "0.5"),
            ("-0.0010", "-0.001"),
            ("0.000001", "0.000001"),
            ("1.25e-6", "0.00000125"),
            ("0.0000001", "1e-7"),
            ("-0.00000012", "-1.2e-7"),
            ("1e20", "100000000000000000000"),
            ("999999999999999999999e0", "999999999999999999999"),
            ("1e21", "1e+21"),
            ("10.5e20", "1.05e+21"),
            ("-123e300", "-1.23e+302"),
            ("1e400", "1e+400"),
            ("2.50e-400", "2.5e-400"),
            ("1000000000000000000000", "1000000000000000000000"),
            ("1000000000000000000000.0", "1000000000000000000000"),
            ("-12345678901234567890123456789.00", "-12345678901234567890123456789"),
            ("1000000000000000000000.5", "1.0000000000000000000005e+21"),
            ("0.1234567890123456789012345678901", "0.1234567890123456789012345678901"),
            ("9007199254740993", "9007199254740993"),
            ("9007199254740993e0", "9007199254740993"),
            ("0.000001234567890123456789012", "0.000001234567890123456789012"),
        ] {
            assert_eq!(canonical(number.as_bytes()), text, "{number}");
            let mut pieces = Vec::new();
            write_canonical(number.as_bytes(), |piece| pieces.extend_from_slice(piece));
            assert_eq!(String::from_utf8_lossy(&pieces), text, "{number}");
            assert_eq!(canonical(text.as_bytes()), text, "the form is its own form");
            assert!(is_number(text.as_bytes()) && same_value(text.as_bytes(), number.as_bytes()));
        }
    }

    #[test]
    fn numbers_beyond_counting_keep_their_text() {
        let (nines, digits) = ("9".repeat(36), "277".repeat(40));
        assert_eq!(canonical(format!("10E{nines}").as_bytes()), format!("1e+1{}", "0".repeat(36)));
        for number in [
            format!("1e1{}", "0".repeat(36)),
            format!("-10.50e{digits}"),
            format!("100E-{digits}"),
            format!("0.1e+{digits}"),
        ] {
            assert_eq!(canonical(number.as_bytes()), number);
        }
        assert_eq!(canonical(format!("1.0e-{}5", "0".repeat(60)).as_bytes()), "0.00001");
        assert_eq!(canonical(format!("-0.0e{digits}").as_bytes()), "0");
    }

    #[test]
    fn forms_are_those_of_floats_where_floats_are_exact() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            let value = f64::from_bits(state);
            if value.is_finite() && value != 0.0 {
                let ours = shortest(value);
                assert_eq!(ours.parse(), Ok(value));
                // Of two that are as short and as near, ours is the even one, as in ECMAScript, and that
                // of the standard library the larger.
                let theirs = canonical(format!("{value:e}").as_bytes()).into_owned();
                if ours != theirs {
                    assert_eq!((ours.len(), theirs.parse()), (theirs.len(), Ok(value)));
                    continue;
                }
                for spelling in [format!("{value:e}"), format!("{value}")] {
                    let text = canonical(spelling.as_bytes()).into_owned();
                    let has_exponent = spelling.contains('e');
                    if has_exponent || value.abs() < 1e21 {
                        assert_eq!(text, ours, "{spelling}");
                    } else {
                        assert_eq!(text, spelling);
                    }
                }
            }
        }
    }

    #[test]
    fn integers_have_no_fraction() {
        for text in ["0", "-7", "3.0", "1e2", "1.5e1", "0.00", "0e-9", "100e-2", "1.50e1"] {
            assert!(is_integer(text.as_bytes()), "{text}");
        }
        for text in ["0.5", "1e-1", "1.55e1", "100e-3", "1e-99999999999999999999999"] {
            assert!(!is_integer(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn values_compare_by_digits() {
        for (left, right) in [
            ("1", "1.0"),
            ("1", "10e-1"),
            ("0", "-0"),
            ("0.0", "0e77"),
            ("0.01", "1e-2"),
            ("12.50", "1.25E+1"),
            ("9007199254740993", "9007199254740993.0"),
        ] {
            assert!(same_value(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
        for (left, right) in [
            ("1", "-1"),
            ("1", "10"),
            ("9007199254740993", "9007199254740992"),
            ("0.1", "0.01"),
            ("0", "1"),
            ("101", "11"),
        ] {
            assert!(!same_value(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
    }
}
