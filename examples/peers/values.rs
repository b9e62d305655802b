//! The job with Rust values that are there already: ten thousand owned structs to the framed result.

use mcp_presenter::{Frame, Renderer};
use serde::{Deserialize, Serialize};

use crate::contenders::{self, Contender, Run};
use crate::jobs::Job;
use crate::typed::{OrderData, Status};

/// An order as a database has it, with the fields that nobody is to see.
#[derive(Deserialize, Serialize)]
struct Order {
    id: String,
    customer_id: i64,
    customer_name: String,
    email: String,
    ssn: String,
    phone: Option<String>,
    status: Status,
    currency: String,
    amount_cents: i64,
    tax_rate: f64,
    discount: Option<f64>,
    priority: i64,
    is_gift: bool,
    channel: String,
    sku: String,
    tags: Vec<String>,
    address: Address,
    notes: Option<String>,
    created_at: String,
    cost_basis: f64,
}

#[derive(Deserialize, Serialize)]
struct Address {
    street: String,
    city: String,
    zip: String,
    country: String,
    geo: Geo,
}

#[derive(Deserialize, Serialize)]
struct Geo {
    lat: f64,
    lng: f64,
}

/// Ours, the floor, and serde_json with structs that have just the fields that are shown, ready made,
/// with its buffer reused and an escaping writer for the frame.
pub(crate) fn of(document: &str) -> Vec<Contender> {
    let orders: Vec<Order> = serde_json::from_str(document).expect("the orders fit");
    let mut ours = ours(orders);
    let mut out = Vec::new();
    ours(&[], &mut out);
    vec![
        Contender { name: "ours", run: ours },
        Contender { name: "floor", run: contenders::floor(vec![out]) },
        Contender { name: "serde_json projection", run: projection(document) },
    ]
}

fn ours(orders: Vec<Order>) -> Run {
    let (presenter, request) = (Job::Full.presenter(), Job::Full.request());
    let mut renderer = Renderer::new();
    Box::new(move |_, out| {
        renderer
            .render_value(&presenter, &orders, &request, Frame::Result, out)
            .expect("the orders fit");
    })
}

fn projection(document: &str) -> Run {
    let document: &'static str = String::leak(document.to_owned());
    let orders: Vec<OrderData<'static>> = serde_json::from_str(document).expect("the orders fit");
    let mut text = Vec::new();
    Box::new(move |_, out| {
        text.clear();
        serde_json::to_writer(&mut text, &orders).expect("a Vec takes everything");
        contenders::frame(&text, out);
    })
}
