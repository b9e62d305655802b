//! What `#[derive(Presenter)]` declares, and what is shown by it.

#![forbid(unsafe_code)]

mod by_hand;
mod forms;
mod kept_back;
mod mistakes;

use mcp_presenter::{BuildErrors, Frame, Presenter, Renderer, Request};
use serde::Serialize;

pub(crate) type Tested = Result<(), Box<dyn std::error::Error>>;

pub(crate) fn show<T: Serialize + ?Sized>(presenter: &Presenter, value: &T) -> String {
    let mut out = Vec::new();
    Renderer::new()
        .render_value(presenter, value, &Request::new(), Frame::Text, &mut out)
        .unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(out).expect("text")
}

pub(crate) fn errors(built: Result<Presenter, BuildErrors>) -> Vec<String> {
    let errors = built.map(|_| ()).expect_err("a mistake");
    errors.errors().iter().map(ToString::to_string).collect()
}

#[derive(Clone, Serialize, Presenter)]
#[presenter(rules("Call customers by their name."))]
pub(crate) struct Customer {
    pub(crate) name: String,
    #[presenter(redact)]
    pub(crate) email: String,
    #[presenter(redact = "remove")]
    pub(crate) phone: Option<String>,
    #[presenter(hidden)]
    pub(crate) risk: u8,
}

#[derive(Serialize, Presenter)]
pub(crate) struct Line {
    pub(crate) sku: &'static str,
    pub(crate) price: f32,
    #[presenter(redact = "text(-)")]
    pub(crate) cost: u32,
}

pub(crate) fn customer(name: &str) -> Customer {
    Customer {
        name: name.to_owned(),
        email: format!("{name}@shop.example"),
        phone: Some("555-0100".to_owned()),
        risk: 9,
    }
}
