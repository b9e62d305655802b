//! Text from elsewhere (file names, presenter files) on a terminal.

use std::borrow::Cow;

/// `text` with each control character, line breaks too, written as an escape, so that no file can
/// send a terminal commands or forge a second line.
pub(crate) fn in_one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let escape = |character: char| {
        let control = character.is_control();
        let escaped = control.then(|| character.escape_default());
        escaped.into_iter().flatten().chain((!control).then_some(character))
    };
    text.chars().flat_map(escape).collect()
}
