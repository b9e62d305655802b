//! The protocol's revision that the peer speaks, and what that changes in a result.

use std::fmt;
use std::str::FromStr;

/// A revision of the Model Context Protocol, named by its date: what client and server have agreed
/// on in `initialize`, and what the header `MCP-Protocol-Version` says.
///
/// Dates are in order, and any date is a revision: what came with a revision holds for all later
/// ones, so an unknown later date is taken as the latest that is known, and an unknown one between
/// two as the older of them.
///
/// | from | in a result |
/// |---|---|
/// | [`V2025_06_18`](Self::V2025_06_18) | `structuredContent`, an object; other values are wrapped, `{"items":…}` |
/// | [`V2026_07_28`](Self::V2026_07_28) | any value as `structuredContent`; `"resultType":"complete"` in every result |
///
/// ```
/// use mcp_presenter::Revision;
///
/// let revision: Revision = "2025-06-18".parse()?;
/// assert_eq!(revision, Revision::V2025_06_18);
/// assert!(revision < Revision::default());
/// assert_eq!(Revision::default().to_string(), "2025-11-25");
/// assert!("2025-6-18".parse::<Revision>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision {
    year: u16,
    month: u8,
    day: u8,
}

impl Revision {
    /// 2024-11-05.
    pub const V2024_11_05: Self = Self { year: 2024, month: 11, day: 5 };
    /// 2025-03-26.
    pub const V2025_03_26: Self = Self { year: 2025, month: 3, day: 26 };
    /// 2025-06-18: results may have structured content, an object.
    pub const V2025_06_18: Self = Self { year: 2025, month: 6, day: 18 };
    /// 2025-11-25, the default.
    pub const V2025_11_25: Self = Self { year: 2025, month: 11, day: 25 };
    /// 2026-07-28: structured content may be any value, and results say their type.
    pub const V2026_07_28: Self = Self { year: 2026, month: 7, day: 28 };

    /// Whether a result may have structured content.
    pub(crate) fn has_structured(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// Whether structured content that is no object is wrapped into one.
    pub(crate) fn wraps(self) -> bool {
        self < Self::V2026_07_28
    }

    /// Whether a result says that it is complete.
    pub(crate) fn has_result_type(self) -> bool {
        self >= Self::V2026_07_28
    }
}

impl Default for Revision {
    fn default() -> Self {
        Self::V2025_11_25
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Debug for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Revision({self})")
    }
}

impl FromStr for Revision {
    type Err = RevisionError;

    /// A date as `YYYY-MM-DD`, and nothing around it.
    fn from_str(text: &str) -> Result<Self, RevisionError> {
        let date = |text: &str| {
            let [year, month, day] = parts(text)?;
            let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
            let day = u8::try_from(day).ok().filter(|day| (1..=31).contains(day))?;
            Some(Self { year, month, day })
        };
        date(text).ok_or(RevisionError(()))
    }
}

/// The numbers of `dddd-dd-dd`.
fn parts(text: &str) -> Option<[u16; 3]> {
    let bytes: &[u8; 10] = text.as_bytes().try_into().ok()?;
    let is_date = bytes.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => *byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if !is_date {
        return None;
    }
    let number = |digits: &[u8]| {
        digits.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0'))
    };
    Some([number(&bytes[..4]), number(&bytes[5..7]), number(&bytes[8..])])
}

/// A text that names no [`Revision`]. It comes from the peer and is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevisionError(());

impl fmt::Display for RevisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a protocol revision is a date, YYYY-MM-DD")
    }
}

impl std::error::Error for RevisionError {}

#[cfg(test)]
mod tests {
    use super::Revision;

    #[test]
    fn revisions_are_dates() {
        let known = [
            Revision::V2024_11_05,
            Revision::V2025_03_26,
            Revision::V2025_06_18,
            Revision::V2025_11_25,
            Revision::V2026_07_28,
        ];
        assert!(known.is_sorted());
        for revision in known {
            assert_eq!(revision.to_string().parse(), Ok(revision));
        }
        let later: Revision = "2031-01-02".parse().expect("a date");
        assert!(later > Revision::V2026_07_28 && later.has_result_type() && !later.wraps());
        for text in [
            "",
            "2025-06-1",
            "2025-06-188",
            " 2025-06-18",
            "2025-6-018",
            "2025/06/18",
            "2025-13-01",
            "2025-00-01",
            "2025-06-00",
            "2025-06-32",
            "+025-06-18",
            "2025-06-1\u{661}",
            "DRAFT-2026",
        ] {
            assert!(text.parse::<Revision>().is_err(), "{text}");
        }
    }
}
