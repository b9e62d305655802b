//! Hooks, generic types, schemas by hand, doc comments.

use mcp_presenter::{Censor, Entity, Presenter, Schema, Type};
use serde::Serialize;

use super::kept_back::assert_kept_back;
use super::{Customer, Line, Tested, customer, show};

#[test]
fn hooks_are_added_to_what_is_declared() -> Tested {
    let presenter = Line::builder().ui(|line, ui| ui.summary(line.text("sku"))).build()?;
    let shown = show(&presenter, &Line { sku: "a-1", price: 2.5, cost: 1 });
    assert!(shown.ends_with("\n📊 **Summary**: a-1\n</ui_passthrough>"), "{shown}");
    Ok(())
}

/// Bounds are those that the fields ask for.
#[test]
fn generic_types() -> Tested {
    struct NoSchema;

    #[derive(Serialize, Presenter)]
    struct Page<'a, T, M, const N: usize> {
        items: Vec<T>,
        next: Option<&'a str>,
        #[serde(skip)]
        _marker: std::marker::PhantomData<[M; N]>,
    }
    type Customers<'a> = Page<'a, Customer, NoSchema, 1>;
    let page =
        Customers { items: vec![customer("Ada")], next: None, _marker: std::marker::PhantomData };
    let shown = show(&Customers::presenter()?, &page);
    assert_eq!(shown, r#"{"items":[{"name":"Ada","email":"[REDACTED]"}],"next":null}"#);

    #[derive(Serialize, Presenter)]
    struct Twice<T>(T, T);
    #[derive(Serialize, Presenter)]
    struct Around<T> {
        #[presenter(embed)]
        inner: T,
    }
    let around = Around { inner: Around { inner: customer("Ada") } };
    assert_kept_back(&show(&Around::<Around<Customer>>::presenter()?, &around));
    assert_eq!(show(&Twice::<u8>::presenter()?, &Twice(1, 2)), "[1,2]");

    trait Shop {
        type Id;
        type Buyer;
    }
    impl Shop for NoSchema {
        type Id = u8;
        type Buyer = Customer;
    }
    #[derive(Serialize, Presenter)]
    #[serde(bound(serialize = "S::Id: Serialize, S::Buyer: Serialize"))]
    struct Sale<S: Shop> {
        id: S::Id,
        buyers: Vec<(S::Id, Option<S::Buyer>)>,
    }
    let sale = Sale::<NoSchema> { id: 7, buyers: vec![(8, Some(customer("Ada")))] };
    let shown = show(&Sale::<NoSchema>::presenter()?, &sale);
    assert_eq!(shown, r#"{"id":7,"buyers":[[8,{"name":"Ada","email":"[REDACTED]"}]]}"#);
    Ok(())
}

/// A schema for types that have none, and one for a type's own form.
#[test]
fn schemas_of_fields_and_by_hand() -> Tested {
    fn as_text<S: serde::Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    #[derive(Serialize, Presenter)]
    struct Event {
        #[serde(serialize_with = "as_text")]
        #[presenter(schema = Type::string())]
        at: u64,
        #[presenter(any, redact)]
        raw: serde_json::Value,
        #[presenter(any)]
        payload: serde_json::Value,
        #[presenter(schema = Schema::array(Schema::from(Type::string()).redact(Censor::remove())))]
        names: serde_json::Value,
    }
    let event = Event {
        at: 7,
        raw: serde_json::json!({"a": 1}),
        payload: serde_json::json!([1, {"b": null}]),
        names: serde_json::json!(["Ada"]),
    };
    assert_eq!(
        show(&Event::presenter()?, &event),
        r#"{"at":"7","raw":"[REDACTED]","payload":[1,{"b":null}],"names":[null]}"#
    );

    #[derive(Serialize, Presenter)]
    #[presenter(any)]
    #[expect(dead_code, reason = "one of them is enough")]
    enum External {
        Nothing,
        Pair(u8, u8),
    }
    assert_eq!(show(&External::presenter()?, &External::Pair(1, 2)), r#"{"Pair":[1,2]}"#);
    Ok(())
}

/// The first paragraph alone, and none where doc comments are for developers.
#[test]
fn doc_comments_can_be_left_out() -> Tested {
    #[derive(Serialize, Presenter)]
    #[presenter(docs = false, auto_rules = true)]
    struct Quiet {
        /// For developers.
        id: u8,
        /// For developers.
        #[presenter(describe = "for agents")]
        name: u8,
    }
    let quiet = Quiet { id: 1, name: 2 };
    let presenter = Quiet::presenter()?;
    assert!(presenter.outline().rules().eq(["name: for agents"]));
    assert!(show(&presenter, &quiet).starts_with(r#"{"id":1,"name":2}"#));
    Ok(())
}
