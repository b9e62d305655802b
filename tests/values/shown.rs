//! What a Presenter shows of Rust values: each form that serde has for them, as the JSON of it is shown,
//! and nothing of a value that fails on the way.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use mcp_presenter::{
    Format, Frame, Presenter, PresenterBuilder, RenderError, RenderErrorKind, Renderer, Report,
    Request, Type, ValueErrorKind, t, write_json,
};
use serde::ser::{Error, SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

const CANARY: &str = "4111-1111-1111-1111";

fn built(builder: PresenterBuilder) -> Presenter {
    builder.build().expect("a Presenter")
}

/// Renders the value, in text, and sees that its JSON is shown the same.
fn try_show<T: Serialize + ?Sized>(
    presenter: &Presenter,
    value: &T,
    request: &Request,
) -> Result<(String, Report), RenderError> {
    let mut out = b"KEEP".to_vec();
    let mut renderer = Renderer::new();
    let shown = renderer.render_value(presenter, value, request, Frame::Text, &mut out);
    let text = String::from_utf8(out).expect("UTF-8");
    let text = text.strip_prefix("KEEP").expect("what stood in the buffer").to_owned();
    let Ok(report) = shown else {
        assert_eq!(text, "", "an error leaves nothing");
        return Err(shown.unwrap_err());
    };
    let (mut json, mut out) = (Vec::new(), Vec::new());
    write_json(value, &mut json).expect("a value with JSON");
    let of_json = renderer.render(presenter, &json, request, Frame::Text, &mut out);
    let of_json = of_json.expect("JSON that fits");
    assert_eq!(text, String::from_utf8_lossy(&out));
    assert_eq!(format!("{report:?}"), format!("{of_json:?}"));
    Ok((text, report))
}

fn show<T: Serialize + ?Sized>(presenter: &Presenter, value: &T) -> String {
    try_show(presenter, value, &Request::new()).expect("a value that fits").0
}

#[derive(Serialize)]
struct Customer<'a> {
    email: &'a str,
    name: Cow<'a, str>,
}

#[derive(Serialize)]
struct Order<'a> {
    margin: f32,
    total: u64,
    customer: Customer<'a>,
    lines: Vec<Line>,
    note: Option<&'a str>,
    id: String,
}

#[derive(Clone, Serialize)]
struct Line {
    sku: char,
    cost: u32,
}

fn order(id: &str) -> Order<'_> {
    let customer = Customer { email: CANARY, name: "Ada <domain_rules>".into() };
    let lines = vec![Line { sku: 'a', cost: 1 }, Line { sku: '"', cost: 2 }];
    Order { margin: 0.1, total: 7, customer, lines, note: None, id: id.to_owned() }
}

fn orders() -> PresenterBuilder {
    Presenter::builder("Order")
        .schema([
            t::string("id"),
            t::integer("total"),
            t::object("customer", [t::string("name"), t::string("email")]),
            t::array("lines", Type::object([t::string("sku")])),
            t::string("note").nullable(),
        ])
        .redact_pii(["customer.email"])
}

const SHOWN: &str = concat!(
    r#"{"id":"o-1","total":7,"customer":{"name":"Ada \u003cdomain_rules>","email":"[REDACTED]"},"#,
    r#""lines":[{"sku":"a"},{"sku":"\""}],"note":null}"#
);

#[test]
fn structs_in_any_order_are_shown_in_that_of_the_schema() {
    let presenter = built(orders());
    assert_eq!(show(&presenter, &order("o-1")), SHOWN);
    assert_eq!(show(&presenter, &[order("o-1")]), format!("[{SHOWN}]"));
    assert_eq!(show(&presenter, &Some(Rc::new(order("o-1")))), SHOWN);
    let (_, report) = try_show(&presenter, &[order("a"), order("b")], &Request::new()).unwrap();
    assert_eq!((report.dropped(), report.redacted()), (2 + 4, 2));
}

#[test]
fn what_is_selected_comes_in_the_order_asked_for() {
    let presenter = built(orders());
    let request = Request::new().select(["total", "nothing", "id"]);
    let (text, report) = try_show(&presenter, &order("o-1"), &request).unwrap();
    assert_eq!(text, r#"{"total":7,"id":"o-1"}"#);
    assert!(report.unknown_select().eq(["nothing"]));
    // What is not selected is checked all the same.
    #[derive(Serialize)]
    struct Wrong {
        id: &'static str,
        total: &'static str,
    }
    let wrong = Wrong { id: "x", total: CANARY };
    let error = try_show(&presenter, &wrong, &Request::new().select(["id"])).unwrap_err();
    assert_eq!(error.kind(), RenderErrorKind::Validation);
    assert!(error.to_string().contains("total: expected integer, received string"));
    assert!(!format!("{error:?}").contains(CANARY));
    assert_eq!(error.offset(), None, "a value has no bytes");
}

#[test]
fn items_beyond_the_limit_are_not_asked() {
    let presenter = built(orders().limit(1));
    let orders = [order("o-1"), order("o-2"), order("o-3")];
    let text = show(&presenter, &orders);
    assert!(text.starts_with(&format!("[{SHOWN}]")), "{text}");
    assert!(text.contains("1 shown, 2 hidden"), "{text}");
    let items: [&dyn erased::Item; 2] = [&order("o-1"), &Fails];
    let mut out = Vec::new();
    for format in [Format::Json, Format::JsonPretty] {
        let request = Request::new().format(format);
        let shown = erased::Items(&items);
        out.clear();
        let frame = Frame::Text;
        let report =
            Renderer::new().render_value(&presenter, &shown, &request, frame, &mut out).unwrap();
        assert_eq!((report.items(), report.hidden()), (1, 1));
    }
}

/// Values of several types in one sequence.
mod erased {
    use super::{Fails, Order};
    use serde::{Serialize, Serializer};

    pub(super) trait Item {
        fn fails(&self) -> bool;
        fn order(&self) -> Option<&Order<'_>>;
    }

    impl Item for Order<'_> {
        fn fails(&self) -> bool {
            false
        }
        fn order(&self) -> Option<&Order<'_>> {
            Some(self)
        }
    }

    impl Item for Fails {
        fn fails(&self) -> bool {
            true
        }
        fn order(&self) -> Option<&Order<'_>> {
            None
        }
    }

    pub(super) struct Items<'a>(pub(super) &'a [&'a dyn Item]);

    struct One<'a>(&'a dyn Item);

    impl Serialize for One<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0.order() {
                Some(order) => order.serialize(serializer),
                None => Fails.serialize(serializer),
            }
        }
    }

    impl Serialize for Items<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            debug_assert!(self.0.iter().any(|item| item.fails()));
            serializer.collect_seq(self.0.iter().map(|item| One(*item)))
        }
    }
}

#[derive(Serialize)]
struct Flat {
    #[serde(flatten)]
    line: Line,
    #[serde(flatten)]
    more: HashMap<&'static str, u8>,
    #[serde(skip)]
    #[allow(dead_code, reason = "what is skipped is read by nobody")]
    hidden: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(rename = "ID")]
    id: (u8, f64),
}

#[test]
fn flattened_skipped_and_renamed_fields_are_what_serde_says() {
    let line = Line { sku: 'x', cost: 3 };
    let flat = |more, note| Flat { line: line.clone(), more, hidden: CANARY, note, id: (1, 0.5) };
    let presenter = built(Presenter::builder("F").schema([
        t::string("note").optional(),
        t::integer("cost"),
        t::array("ID", Type::number()),
        t::integer("more").optional(),
    ]));
    assert_eq!(show(&presenter, &flat(HashMap::new(), None)), r#"{"cost":3,"ID":[1,0.5]}"#);
    let value = flat(HashMap::from([("more", 7), ("other", 8)]), Some("n"));
    assert_eq!(show(&presenter, &value), r#"{"note":"n","cost":3,"ID":[1,0.5],"more":7}"#);
    // The last of equal keys counts.
    let value = flat(HashMap::from([("cost", 9)]), None);
    assert_eq!(show(&presenter, &value), r#"{"cost":9,"ID":[1,0.5]}"#);
}

#[derive(Serialize)]
enum External {
    Unit,
    New(u8),
    Pair(u8, u8),
    Fields { a: u8, b: u8 },
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Unit,
    Fields { a: u8, b: u8 },
}

#[derive(Serialize)]
#[serde(tag = "kind", content = "content")]
enum Adjacent {
    Unit,
    New(u8),
    Fields { a: u8 },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Untagged {
    Unit,
    New(u8),
    Fields { a: u8, b: u8 },
}

#[test]
fn enums_are_shown_in_each_of_their_four_forms() {
    let fields = built(Presenter::builder("E").schema([
        t::integer("New").optional(),
        t::array("Pair", Type::integer()).optional(),
        t::object("Fields", [t::integer("a")]).optional(),
    ]));
    assert_eq!(show(&fields, &External::New(1)), r#"{"New":1}"#);
    assert_eq!(show(&fields, &External::Pair(1, 2)), r#"{"Pair":[1,2]}"#);
    assert_eq!(show(&fields, &External::Fields { a: 1, b: 2 }), r#"{"Fields":{"a":1}}"#);
    let names = built(Presenter::builder("E").schema([t::one_of("of", ["Unit"])]));
    assert_eq!(show(&names, &BTreeMap::from([("of", External::Unit)])), r#"{"of":"Unit"}"#);

    let tagged = built(
        Presenter::builder("E")
            .schema([t::one_of("kind", ["unit", "fields"]), t::integer("a").optional()]),
    );
    let both = [Internal::Unit, Internal::Fields { a: 1, b: 2 }];
    assert_eq!(show(&tagged, &both), r#"[{"kind":"unit"},{"kind":"fields","a":1}]"#);

    let adjacent =
        built(Presenter::builder("E").schema([t::any("content").optional(), t::string("kind")]));
    let all = [Adjacent::Unit, Adjacent::New(1), Adjacent::Fields { a: 2 }];
    assert_eq!(
        show(&adjacent, &all),
        r#"[{"kind":"Unit"},{"content":1,"kind":"New"},{"content":{"a":2},"kind":"Fields"}]"#
    );

    let untagged = built(
        Presenter::builder("E").schema([t::object("of", [t::integer("b").optional()]).nullable()]),
    );
    let of = |value| BTreeMap::from([("of", value)]);
    let both = [of(Untagged::Unit), of(Untagged::Fields { a: 1, b: 2 })];
    assert_eq!(show(&untagged, &both), r#"[{"of":null},{"of":{"b":2}}]"#);
    let error = try_show(&untagged, &of(Untagged::New(1)), &Request::new()).unwrap_err();
    assert_eq!(error.kind(), RenderErrorKind::Validation);
}

#[test]
fn records_take_the_keys_that_have_a_text() {
    let presenter = built(Presenter::builder("R").schema([t::record("by", Type::string())]));
    fn by<T>(value: T) -> BTreeMap<&'static str, T> {
        BTreeMap::from([("by", value)])
    }
    assert_eq!(show(&presenter, &by(BTreeMap::from([(1, "x")]))), r#"{"by":{"1":"x"}}"#);
    assert_eq!(show(&presenter, &by(BTreeMap::from([(true, 'y')]))), r#"{"by":{"true":"y"}}"#);
    let by = by(BTreeMap::from([((1, 2), "x")]));
    let error = try_show(&presenter, &by, &Request::new()).unwrap_err();
    assert_eq!(error.kind(), RenderErrorKind::InvalidValue);
    let value = error.value_error().expect("what is wrong with the value");
    assert_eq!((value.kind(), value.path()), (ValueErrorKind::InvalidKey, "{key}.{key}"));
    assert_eq!(error.to_string(), "the value has no JSON: {key}.{key}: a key that is no string");
}

/// Writes something, then fails.
struct Fails;

impl Serialize for Fails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Fails", 2)?;
        fields.serialize_field("a", CANARY)?;
        Err(S::Error::custom(format!("card {CANARY} is bad")))
    }
}

/// Writes something, then panics.
struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Panics", 2)?;
        fields.serialize_field("a", CANARY)?;
        std::panic::panic_any("half-way");
    }
}

/// Drops the errors of its elements.
struct Careless<T>(T);

impl<T: Serialize> Serialize for Careless<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut elements = serializer.serialize_seq(Some(1))?;
        let _ = elements.serialize_element(&self.0);
        elements.end()
    }
}

/// The same of its members.
struct CarelessMap<T>(T);

impl<T: Serialize> Serialize for CarelessMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        let _ = members.serialize_entry("a", &self.0);
        members.end()
    }
}

#[test]
fn a_failure_leaves_nothing_and_repeats_no_message() {
    fn failed<T: Serialize>(value: T) {
        let presenter = built(
            Presenter::builder("P")
                .schema([t::string("a").optional(), t::object("b", [t::string("a")]).optional()]),
        );
        let everything = built(Presenter::builder("P").allow_everything());
        for presenter in [&presenter, &everything] {
            for format in [Format::Json, Format::JsonPretty] {
                let request = Request::new().format(format);
                let error = try_show(presenter, &value, &request).unwrap_err();
                assert_eq!(error.kind(), RenderErrorKind::InvalidValue);
                assert!(!format!("{error} {error:?}").contains(CANARY));
            }
        }
    }
    failed(Fails);
    failed([Fails]);
    failed(BTreeMap::from([("b", Fails)]));
    failed(Careless(Fails));
    failed(Careless(BTreeMap::from([("b", Fails)])));
    failed(CarelessMap(Fails));
}

#[test]
fn a_field_that_nobody_sees_is_not_asked() {
    #[derive(Serialize)]
    struct Partly {
        a: &'static str,
        secret: Fails,
        inner: Inner,
    }
    #[derive(Serialize)]
    struct Inner {
        secret: Panics,
        a: u8,
    }
    let presenter =
        || Presenter::builder("P").schema([t::string("a"), t::object("inner", [t::integer("a")])]);
    // With a hook the value becomes JSON on its way, and the answer is the same.
    for presenter in [built(presenter()), built(presenter().ui(|_, _| {}))] {
        let partly = Partly { a: "x", secret: Fails, inner: Inner { secret: Panics, a: 1 } };
        let mut out = Vec::new();
        let mut renderer = Renderer::new();
        let request = Request::new();
        let report =
            renderer.render_value(&presenter, &partly, &request, Frame::Text, &mut out).unwrap();
        assert_eq!(String::from_utf8_lossy(&out), r#"{"a":"x","inner":{"a":1}}"#);
        assert_eq!(report.dropped(), 2);
    }
}

#[test]
fn a_panic_leaves_nothing_and_the_renderer_goes_on() {
    let presenter = built(Presenter::builder("P").schema([t::string("a"), t::integer("b")]));
    let mut renderer = Renderer::new();
    let mut out = b"KEEP".to_vec();
    let request = Request::new();
    for _ in 0..2 {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            renderer.render_value(&presenter, &[Panics], &request, Frame::Result, &mut out)
        }));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"half-way"));
        assert_eq!(out, b"KEEP");
    }
    let value = BTreeMap::from([("b", 1)]);
    assert!(renderer.render_value(&presenter, &value, &request, Frame::Text, &mut out).is_err());
    assert_eq!(out, b"KEEP");
}

/// Sends these fields.
struct Sends(&'static [(&'static str, u8)]);

impl Serialize for Sends {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Sends", 1)?;
        for (key, value) in self.0 {
            fields.serialize_field(key, value)?;
        }
        fields.end()
    }
}

#[test]
fn fields_may_come_and_go_from_item_to_item() {
    let presenter = built(Presenter::builder("P").schema([
        t::integer("a"),
        t::integer("b").optional(),
        t::integer("c").default(5),
    ]));
    let items = [
        Sends(&[("a", 1), ("b", 2), ("c", 3)]),
        Sends(&[("c", 3), ("b", 2), ("a", 1)]),
        Sends(&[("x", 0), ("a", 1), ("y", 0), ("c", 3)]),
        Sends(&[("b", 2), ("a", 1), ("b", 4), ("c", 3)]),
        Sends(&[("x", 0), ("x", 1), ("a", 1), ("c", 3)]),
        Sends(&[("a", 1)]),
    ];
    for item in &items {
        show(&presenter, item);
        show(&presenter, &[&items[0], item, &items[0], item]);
    }
    assert_eq!(
        show(&presenter, &items),
        concat!(
            r#"[{"a":1,"b":2,"c":3},{"a":1,"b":2,"c":3},{"a":1,"c":3},{"a":1,"b":4,"c":3},"#,
            r#"{"a":1,"c":3},{"a":1,"c":5}]"#
        )
    );
    let error = try_show(&presenter, &[Sends(&[("b", 1)])], &Request::new()).unwrap_err();
    assert_eq!(error.failures()[0].path(), "[0].a");
}

#[test]
fn wide_structs_are_shown_whole() {
    let names: Vec<&'static str> =
        (0..400).map(|number| &*String::leak(format!("field_{number}"))).collect();
    struct Wide<'a>(&'a [&'static str]);
    impl Serialize for Wide<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Wide", self.0.len())?;
            for name in self.0 {
                fields.serialize_field(name, name)?;
            }
            fields.end()
        }
    }
    for declared in [10, 64, 65, 255, 256, 257, 400] {
        let schema = names[..declared].iter().map(|name| t::string(*name));
        let presenter = built(Presenter::builder("W").schema(schema));
        for sent in [declared, 400] {
            let backwards: Vec<_> = names[..sent].iter().rev().copied().collect();
            let (forth, back) = (Wide(&names[..sent]), Wide(&backwards));
            assert_eq!(show(&presenter, &forth), show(&presenter, &back));
        }
        let missing = Wide(&names[1..]);
        assert!(try_show(&presenter, &missing, &Request::new()).is_err());
    }
}
