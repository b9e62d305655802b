//! How many tokens a text is for a model.

/// The encoding that is counted.
pub(crate) const ENCODING: &str = "o200k_base";

/// The tokens of `text`. All of it is ordinary text: `<|endoftext|>` in data is seven tokens and no
/// special one. Linear in the text, whatever it is.
pub(crate) fn count(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}
