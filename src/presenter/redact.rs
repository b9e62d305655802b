//! What stands in the place of redacted values, and lists of what is redacted.

use std::sync::Arc;

use crate::plan::censor::{Censored, Function, KeyedHash};

/// What stands in the place of a redacted value.
///
/// Two censors are equal if they do the same for sure: those with a hash or a function only if one
/// is a clone of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Censor(pub(crate) CensorKind);

#[derive(Clone, Debug)]
pub(crate) enum CensorKind {
    Text(String),
    Remove,
    KeepLast(usize),
    /// None if the key is too short.
    Hash(Option<KeyedHash>),
    Function(Function),
}

impl PartialEq for CensorKind {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(left), Self::Text(right)) => left == right,
            (Self::Remove, Self::Remove) => true,
            (Self::KeepLast(left), Self::KeepLast(right)) => left == right,
            (Self::Hash(Some(left)), Self::Hash(Some(right))) => left.is(right),
            (Self::Hash(None), Self::Hash(None)) => true,
            (Self::Function(left), Self::Function(right)) => left.is(right),
            _ => false,
        }
    }
}

impl Eq for CensorKind {}

impl Censor {
    /// A fixed text. [`PresenterBuilder::redact_pii`](crate::PresenterBuilder::redact_pii) uses
    /// `[REDACTED]`.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self(CensorKind::Text(text.into()))
    }

    /// The member is left out. An element of an array becomes `null`, so that the others keep
    /// their places.
    #[must_use]
    pub fn remove() -> Self {
        Self(CensorKind::Remove)
    }

    /// One `*` for each hidden character, then at most the last `count` characters, at least half
    /// of them hidden. A value of fewer than eight characters, a container and a null are `****`.
    #[must_use]
    pub fn keep_last(count: usize) -> Self {
        Self(CensorKind::KeepLast(count))
    }

    /// A hash of the value under a secret key, as 32 hexadecimal digits: equal values of one field
    /// look equal, and nothing else shows of them to those who do not have the key.
    ///
    /// It is the first half of HMAC-SHA-256 over the path of the value, a zero byte, a letter for
    /// its type and its text. The path counts from the item, with every index as `[*]`
    /// (`lines[*].card`), so that it is the same value in another field that looks different. The
    /// type is `s` for a string, whose text is that with its escapes read, `n` for a number, whose
    /// text is that of its value (`1.0` is `1`), `b` for `true` and `false`. Nulls and containers
    /// become `[REDACTED]`.
    ///
    /// The key should be random; it has 16 bytes or more. With fewer, no Presenter is built. It is
    /// not kept, only the state of the hash that it leads to, and neither is in any `Debug` form.
    /// Presenters with the same key give equal hashes for equal paths.
    ///
    /// ```
    /// use mcp_presenter::{Censor, Frame, Presenter, Renderer, Request};
    ///
    /// let key = b"made of random bytes, and secret";
    /// let orders = Presenter::builder("Order")
    ///     .allow_everything()
    ///     .redact(["customer"], Censor::hash(key))
    ///     .build()?;
    /// let json = br#"[{"customer":"Ada"},{"customer":"Bob"},{"customer":"\u0041da"}]"#;
    /// let mut out = Vec::new();
    /// Renderer::new().render(&orders, json, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     concat!(
    ///         r#"[{"customer":"475d39634024931d93b33abd776e2cb0"},"#,
    ///         r#"{"customer":"2acd8031f92d86c6b11f7a37315247ad"},"#,
    ///         r#"{"customer":"475d39634024931d93b33abd776e2cb0"}]"#,
    ///     )
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hash(key: impl AsRef<[u8]>) -> Self {
        Self(CensorKind::Hash(KeyedHash::new(key.as_ref())))
    }

    /// What a function makes of the value and its path, written as a string.
    ///
    /// The path counts from the item and names it in the grammar of redaction paths, with indices
    /// as they are: `lines[0].card`, `["odd key"].x`; it is empty for an item that is redacted
    /// whole. A null is given to the function where the redaction reaches nulls. What the function
    /// returns is shown, escaped like any string. As JSON is written, it is called once for each
    /// value, in the order in which values are written; TOON may call it again where rows turn out
    /// not to fit into a table, and [`Format::Auto`](crate::Format::Auto) walks the data for both.
    /// It should therefore say the same of the same. An error later in the data still takes
    /// everything back.
    ///
    /// A value that is seen by a function is read whole, however large it is. A text is made for
    /// it if it is not a plain string, integer, boolean or null.
    ///
    /// # Panics
    ///
    /// If the function does, the render does. The buffer is then as it was, and the Renderer can be
    /// used again.
    ///
    /// ```
    /// use mcp_presenter::{Censor, Frame, Presenter, Renderer, Request, ValueKind};
    ///
    /// let domain_only = Censor::function(|value, path| match value.text().split_once('@') {
    ///     Some((_, domain)) if value.kind() == ValueKind::String => format!("…@{domain}"),
    ///     _ => format!("[{path}]"),
    /// });
    /// let users = Presenter::builder("User")
    ///     .allow_everything()
    ///     .redact(["mails[*]"], domain_only)
    ///     .build()?;
    /// let json = br#"{"mails":["ada@example.org",null,["x@y"]]}"#;
    /// let mut out = Vec::new();
    /// Renderer::new().render(&users, json, &Request::new(), Frame::Text, &mut out)?;
    /// assert_eq!(
    ///     String::from_utf8(out)?,
    ///     r#"{"mails":["…@example.org","[mails[1]]","[mails[2]]"]}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn function(
        function: impl Fn(&Censored<'_>, &str) -> String + Send + Sync + 'static,
    ) -> Self {
        Self(CensorKind::Function(Function::new(function)))
    }
}

impl Default for Censor {
    fn default() -> Self {
        Self::text("[REDACTED]")
    }
}

/// Paths with their censors, declared once for several Presenters.
///
/// Cheap to clone.
///
/// ```
/// use mcp_presenter::{Censor, Presenter, RedactionList, t};
///
/// let personal = RedactionList::new()
///     .redact_pii(["**.email", "**.phone"])
///     .redact(["**.password"], Censor::remove());
/// let users = Presenter::builder("User")
///     .schema([t::string("name"), t::string("email")])
///     .redactions(&personal)
///     .build()?;
/// let orders = Presenter::builder("Order").allow_everything().redactions(&personal).build()?;
/// assert_eq!(orders.outline().redactions().count(), 3);
/// // A schema without these fields says so, as with any path.
/// assert_eq!(users.warnings().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct RedactionList(Arc<Vec<(Vec<String>, Censor)>>);

impl RedactionList {
    /// A list that redacts nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces the values on `paths` by `[REDACTED]`, as
    /// [`PresenterBuilder::redact_pii`](crate::PresenterBuilder::redact_pii) does.
    pub fn redact_pii<S: Into<String>>(self, paths: impl IntoIterator<Item = S>) -> Self {
        self.redact(paths, Censor::default())
    }

    /// Replaces the values on `paths` by what `censor` leaves of them, as
    /// [`PresenterBuilder::redact`](crate::PresenterBuilder::redact) does. Paths are checked where
    /// a Presenter with the list is built.
    pub fn redact<S: Into<String>>(
        mut self,
        paths: impl IntoIterator<Item = S>,
        censor: Censor,
    ) -> Self {
        let paths = paths.into_iter().map(Into::into).collect();
        Arc::make_mut(&mut self.0).push((paths, censor));
        self
    }

    pub(super) fn entries(&self) -> &[(Vec<String>, Censor)] {
        &self.0
    }
}
