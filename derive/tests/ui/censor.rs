//! Censors that are none: a censor with a mistake must not become a text.

use mcp_presenter::Presenter;

#[derive(Presenter)]
struct Customer {
    #[presenter(redact = "keep_last")]
    card: String,
    #[presenter(redact = "keep_last(four)")]
    iban: String,
    #[presenter(redact = "keep_last(-1)")]
    account: String,
    #[presenter(redact = "Remove")]
    email: String,
    #[presenter(redact = "***")]
    phone: String,
    #[presenter(redact = 4)]
    zip: String,
    #[presenter(redact(remove))]
    street: String,
    #[presenter(redact = remove)]
    city: String,
    #[presenter(redact = "text(-)", redact = "remove")]
    name: String,
}

fn main() {}
