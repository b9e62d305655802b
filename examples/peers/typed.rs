//! The jobs with Rust types: deserialize what is kept, redact while serializing, frame.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};

use crate::contenders::{Block, Contender, Run, frame_with};
use crate::jobs::CENSOR;

/// The types of a job, for input that lives as long as `'de`.
pub(crate) trait Shape: 'static {
    type Data<'de>: Deserialize<'de> + Serialize;

    /// What that is written as.
    const BLOCK: Block = Block::Json;

    /// The data as a text, in a buffer that is empty; `as_json` is the library's own way.
    fn text(_: &Self::Data<'_>, out: &mut Vec<u8>, as_json: impl FnOnce(&mut Vec<u8>)) {
        as_json(out);
    }

    /// The blocks behind the data, into buffers that are reused.
    fn around(_: &Self::Data<'_>, _: &mut Vec<String>) {}
}

pub(crate) struct Orders;
impl Shape for Orders {
    type Data<'de> = Vec<OrderData<'de>>;
}

pub(crate) struct Order;
impl Shape for Order {
    type Data<'de> = OrderData<'de>;
}

pub(crate) struct Briefs;
impl Shape for Briefs {
    type Data<'de> = Vec<BriefData<'de>>;
}

pub(crate) struct Brief;
impl Shape for Brief {
    type Data<'de> = BriefData<'de>;
}

#[derive(Deserialize, Serialize)]
pub(crate) struct OrderData<'a> {
    #[serde(borrow)]
    pub(crate) id: Cow<'a, str>,
    customer_id: i64,
    #[serde(borrow)]
    pub(crate) customer_name: Cow<'a, str>,
    #[serde(borrow, serialize_with = "redacted")]
    email: Cow<'a, str>,
    #[serde(borrow, serialize_with = "redacted")]
    ssn: Cow<'a, str>,
    pub(crate) status: Status,
    #[serde(borrow)]
    pub(crate) currency: Cow<'a, str>,
    pub(crate) amount_cents: i64,
    is_gift: bool,
    #[serde(borrow)]
    tags: Vec<Text<'a>>,
    #[serde(borrow)]
    address: Address<'a>,
    #[serde(borrow)]
    created_at: Cow<'a, str>,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct BriefData<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    status: Status,
    amount_cents: i64,
    #[serde(borrow)]
    created_at: Cow<'a, str>,
}

#[derive(Deserialize, Serialize)]
struct Address<'a> {
    #[serde(borrow, serialize_with = "redacted")]
    street: Cow<'a, str>,
    #[serde(borrow)]
    city: Cow<'a, str>,
    #[serde(borrow)]
    zip: Cow<'a, str>,
    #[serde(borrow)]
    country: Cow<'a, str>,
    geo: Geo,
}

#[derive(Deserialize, Serialize)]
struct Geo {
    lat: f64,
    lng: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Draft,
    Paid,
    Overdue,
    Void,
}

impl Status {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Paid => "paid",
            Self::Overdue => "overdue",
            Self::Void => "void",
        }
    }
}

/// A string that is borrowed inside a Vec too; serde does not borrow in a `Vec<Cow<str>>`.
#[derive(Deserialize, Serialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

fn redacted<S: Serializer>(_: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(CENSOR)
}

pub(crate) fn contenders<S: Shape>() -> Vec<Contender> {
    vec![
        Contender { name: "serde_json typed", run: serde_json::<S>() },
        Contender { name: "simd-json typed", run: simd_json::<S>() },
        Contender { name: "sonic-rs typed", run: sonic_rs::<S>() },
    ]
}

fn serde_json<S: Shape>() -> Run {
    let (mut text, mut around) = (Vec::new(), Vec::new());
    Box::new(move |json, out| {
        let data: S::Data<'_> = serde_json::from_slice(json).expect("the orders fit");
        text.clear();
        S::text(&data, &mut text, |text| {
            serde_json::to_writer(text, &data).expect("a Vec takes everything");
        });
        frame_around::<S>(&text, &data, &mut around, out);
    })
}

fn sonic_rs<S: Shape>() -> Run {
    let (mut text, mut around) = (Vec::new(), Vec::new());
    Box::new(move |json, out| {
        let data: S::Data<'_> = sonic_rs::from_slice(json).expect("the orders fit");
        text.clear();
        S::text(&data, &mut text, |text| {
            sonic_rs::to_writer(text, &data).expect("a Vec takes everything");
        });
        frame_around::<S>(&text, &data, &mut around, out);
    })
}

fn simd_json<S: Shape>() -> Run {
    // It rewrites its input, which is not ours to change: it gets a copy.
    let (mut copy, mut text, mut around) = (Vec::new(), Vec::new(), Vec::new());
    let mut buffers = simd_json::Buffers::default();
    Box::new(move |json, out| {
        copy.clear();
        copy.extend_from_slice(json);
        let data: S::Data<'_> =
            simd_json::serde::from_slice_with_buffers(&mut copy, &mut buffers).expect("they fit");
        text.clear();
        S::text(&data, &mut text, |text| {
            simd_json::to_writer(text, &data).expect("a Vec takes everything");
        });
        frame_around::<S>(&text, &data, &mut around, out);
    })
}

fn frame_around<S: Shape>(
    json: &[u8],
    data: &S::Data<'_>,
    around: &mut Vec<String>,
    out: &mut Vec<u8>,
) {
    S::around(data, around);
    frame_with(
        json,
        S::BLOCK,
        around.iter().map(String::as_str).filter(|text| !text.is_empty()),
        out,
    );
}
