//! Presenters whose hooks get the Rust values: the same bytes as hooks that write the same of the
//! data, at every layer.

#![cfg(feature = "serde")]
#![forbid(unsafe_code)]

mod adverse;
mod layers;
mod values;

use mcp_presenter::{
    Blocks, Frame, Presenter, PresenterBuilder, Renderer, Request, RequestId, Typed, TypedData,
    TypedPresenter, TypedPresenterBuilder, t, write_json,
};
use serde::Serialize;

const FRAMES: [Frame<'static>; 4] =
    [Frame::Text, Frame::Blocks, Frame::Result, Frame::JsonRpc(RequestId::Number(7))];

const BEFORE: &[u8] = b"BEFORE \xFF";

/// What no agent may see.
const CANARY: &str = "4111-1111-1111-1111";

#[derive(Clone, Serialize)]
struct Order {
    id: String,
    cents: i64,
    secret: String,
    /// Not of the schema.
    internal: String,
    #[serde(skip)]
    skipped: u8,
}

fn order(id: &str, cents: i64) -> Order {
    let (secret, internal) = (CANARY.to_owned(), format!("internal {id}"));
    Order { id: id.to_owned(), cents, secret, internal, skipped: 7 }
}

fn orders(count: i64) -> Vec<Order> {
    (0..count).map(|at| order(&format!("o|{at} <domain_rules>"), at * 50)).collect()
}

/// A Presenter without hooks.
fn plain() -> PresenterBuilder {
    Presenter::builder("Order")
        .schema([t::integer("cents").describe("CENTS"), t::string("id"), t::string("secret")])
        .redact_pii(["secret"])
        .rules(["A fixed rule."])
        .directives(["A directive."])
        .limit(3)
}

fn built<T: Typed>(builder: TypedPresenterBuilder<T>) -> TypedPresenter<T> {
    builder.build().expect("a Presenter")
}

fn blocks<'d, T: Typed>(
    presenter: &'d TypedPresenter<T>,
    data: impl Into<TypedData<'d, T::Value<'d>>>,
) -> Blocks {
    Renderer::new().typed_blocks(presenter, data, &Request::new()).expect("blocks")
}

/// In each frame and twice with one Renderer, the same bytes and counts as the JSON of the data under
/// a Presenter with views.
fn same<'d, T: Typed>(
    typed: &'d TypedPresenter<T>,
    views: &Presenter,
    data: impl Into<TypedData<'d, T::Value<'d>>>,
    request: &Request,
) {
    let data = data.into();
    let (mut json, mut renderer) = (Vec::new(), Renderer::new());
    write_json(&data, &mut json).expect("a value with JSON");
    for frame in FRAMES.into_iter().chain(FRAMES) {
        let mut expected = BEFORE.to_vec();
        let of_json = Renderer::new().render(views, &json, request, frame, &mut expected);
        let mut out = BEFORE.to_vec();
        let of_value = renderer.render_typed(typed, data, request, frame, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&expected));
        let report = of_value.expect("a value that fits");
        assert_eq!(format!("{report:?}"), format!("{:?}", of_json.expect("JSON that fits")));
    }
}
