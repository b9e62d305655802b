//! What is redacted or hidden in a type is so wherever the type stands.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use mcp_presenter::{Entity, Mode, Presenter, PresenterBuilder};
use serde::Serialize;

use super::{Customer, Line, Tested, customer, errors, show};

/// What is redacted or hidden stays so, whatever its type is a part of.
#[derive(Serialize, Presenter)]
struct Everywhere {
    plain: Customer,
    maybe: Option<Customer>,
    list: Vec<Customer>,
    grid: [Vec<Customer>; 1],
    map: HashMap<u8, Vec<Option<Customer>>>,
    pair: (u8, Customer),
    boxed: Box<Customer>,
    #[serde(flatten)]
    flat: Customer,
    #[serde(flatten)]
    maybe_flat: Option<Wrapped>,
    #[serde(rename = "odd key.")]
    odd: Wrapped,
    newtype: Secret,
    newtypes: Vec<Secret>,
    either: Either,
    adjacent: Vec<Adjacent>,
    cow: Cow<'static, Customer>,
}

#[derive(Clone, Serialize, Presenter)]
struct Wrapped {
    inner: Customer,
}

#[derive(Serialize, Presenter)]
pub(crate) struct Secret(#[presenter(redact)] pub(crate) String);

#[derive(Serialize, Presenter)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub(crate) enum Either {
    Person(Customer),
    Firm {
        #[presenter(redact)]
        tax_number: String,
        #[presenter(hidden)]
        _score: u8,
    },
    Nobody,
}

#[derive(Serialize, Presenter)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Person(Customer),
    Both(Customer, Secret),
    Named { customer: Customer },
    Nobody,
}

fn everywhere() -> Everywhere {
    let ada = || customer("Ada");
    let secret = || Secret("hush555".to_owned());
    Everywhere {
        plain: ada(),
        maybe: Some(ada()),
        list: vec![ada()],
        grid: [vec![ada(), ada()]],
        map: HashMap::from([(7, vec![Some(ada()), None])]),
        pair: (1, ada()),
        boxed: Box::new(ada()),
        flat: ada(),
        maybe_flat: Some(Wrapped { inner: ada() }),
        odd: Wrapped { inner: ada() },
        newtype: secret(),
        newtypes: vec![secret(), secret()],
        either: Either::Person(ada()),
        adjacent: vec![
            Adjacent::Person(ada()),
            Adjacent::Both(ada(), secret()),
            Adjacent::Named { customer: ada() },
            Adjacent::Nobody,
        ],
        cow: Cow::Owned(ada()),
    }
}

/// What no text may hold that was made of these customers and secrets.
const KEPT_BACK: [&str; 5] = ["Ada@shop.example", "555", "hush", "risk", "score"];

pub(crate) fn assert_kept_back(shown: &str) {
    assert!(shown.contains("Ada") || shown.contains("Firm"), "{shown}");
    for kept_back in KEPT_BACK {
        assert!(!shown.contains(kept_back), "{kept_back}: {shown}");
    }
}

#[test]
fn what_is_redacted_or_hidden_is_so_wherever_its_type_stands() -> Tested {
    let presenter = Everywhere::presenter()?;
    assert_kept_back(&show(&presenter, &everywhere()));
    assert_kept_back(&show(&presenter, &[everywhere(), everywhere()]));
    let firm = || Either::Firm { tax_number: "hush".to_owned(), _score: 55 };
    let value = Everywhere { either: firm(), maybe_flat: None, ..everywhere() };
    assert_kept_back(&show(&presenter, &value));
    for either in [firm(), Either::Person(customer("Ada"))] {
        let presenter = Either::presenter()?;
        assert_kept_back(&show(&presenter, &either));
        assert_kept_back(&show(&presenter, &[either]));
    }
    assert_eq!(show(&Either::presenter()?, &Either::Nobody), r#"{"kind":"Nobody"}"#);
    Ok(())
}

/// Roots that are no objects.
#[test]
fn lists_and_maps_at_the_root() -> Tested {
    #[derive(Serialize, Presenter)]
    #[serde(transparent)]
    struct List {
        customers: Vec<Customer>,
    }
    #[derive(Serialize, Presenter)]
    struct Grid(Vec<Vec<Customer>>);
    #[derive(Serialize, Presenter)]
    struct Pair(Customer, u8);
    #[derive(Serialize, Presenter)]
    struct Secrets(Secret, u8);
    #[derive(Serialize, Presenter)]
    struct Named(BTreeMap<u8, Customer>);
    #[derive(Serialize, Presenter)]
    struct NamedLists(BTreeMap<u8, Vec<Customer>>);
    #[derive(Serialize, Presenter)]
    struct ListOfNamed(Vec<BTreeMap<u8, Customer>>);

    let ada = || customer("Ada");
    assert_kept_back(&show(&List::presenter()?, &List { customers: vec![ada(), ada()] }));
    assert_kept_back(&show(&Grid::presenter()?, &Grid(vec![vec![ada()], vec![]])));
    assert_kept_back(&show(&Pair::presenter()?, &Pair(ada(), 7)));
    // Items of a collection have no places of their own, so what is redacted in one is so in all.
    let secrets = Secrets(Secret("hush".to_owned()), 7);
    assert_eq!(show(&Secrets::presenter()?, &secrets), r#"["[REDACTED]","[REDACTED]"]"#);
    let named = || BTreeMap::from([(1, ada())]);
    assert_kept_back(&show(&Named::presenter()?, &Named(named())));
    assert_kept_back(&show(&Named::presenter()?, &[Named(named())]));
    let lists = || NamedLists(BTreeMap::from([(1, vec![ada()])]));
    assert_kept_back(&show(&NamedLists::presenter()?, &lists()));
    assert_kept_back(&show(&NamedLists::presenter()?, &[lists()]));
    let list = ListOfNamed(vec![named(), named()]);
    assert_kept_back(&show(&ListOfNamed::presenter()?, &list));
    assert_kept_back(&show(&<Vec<Customer> as Entity>::presenter()?, &[ada()]));
    Ok(())
}

/// A value that is redacted whole and is not there as a whole.
#[test]
fn all_fields_of_a_flattened_value_are_redacted_with_it() -> Tested {
    #[derive(Serialize, Presenter)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        #[presenter(redact)]
        customer: Option<Customer>,
    }
    #[derive(Serialize, Presenter)]
    #[serde(tag = "kind")]
    enum Tagged {
        Person(#[presenter(redact = "remove")] Customer),
    }
    assert_eq!(
        show(&Flat::presenter()?, &Flat { id: 1, customer: Some(customer("Ada")) }),
        r#"{"id":1,"name":"[REDACTED]","email":"[REDACTED]"}"#
    );
    assert_eq!(show(&Flat::presenter()?, &Flat { id: 1, customer: None }), r#"{"id":1}"#);
    assert_eq!(
        show(&Tagged::presenter()?, &[Tagged::Person(customer("Ada"))]),
        r#"[{"kind":"Person"}]"#
    );
    Ok(())
}

/// Of two values with one key the last is shown, which may be the hidden one.
#[test]
fn a_hidden_field_takes_no_other_field_s_place() {
    #[derive(Serialize, Presenter)]
    struct Renamed {
        name: u8,
        #[serde(rename = "name")]
        #[presenter(hidden)]
        real_name: u8,
    }
    #[derive(Serialize, Presenter)]
    struct Flattened {
        #[serde(flatten)]
        customer: Customer,
        risk: u8,
    }
    #[derive(Serialize, Presenter)]
    #[serde(tag = "risk")]
    #[expect(dead_code, reason = "there is no Presenter to show it by")]
    enum Tagged {
        Customer(Customer),
    }
    #[derive(Serialize, Presenter)]
    struct Deeper {
        inner: Vec<Renamed>,
    }
    let wrong = |key| [format!("schema.{key}: a hidden field is written under the same key")];
    assert_eq!(errors(Renamed::presenter()), wrong("name"));
    assert_eq!(errors(Flattened::presenter()), wrong("risk"));
    assert_eq!(errors(Tagged::presenter()), wrong("risk"));
    assert_eq!(errors(Deeper::presenter()), wrong("name"));
}

/// A mode that shows undeclared fields would show hidden ones.
#[test]
fn a_hidden_field_is_not_passed_through() {
    let shows_more = |builder: PresenterBuilder| builder.mode(Mode::Passthrough).build();
    assert_eq!(
        errors(shows_more(Customer::builder())),
        ["mode: would show the fields that the type hides"]
    );
    assert!(shows_more(Line::builder()).is_ok());
}

/// A key that reads as something else in a path is one key all the same.
#[test]
fn odd_keys_are_redacted_and_no_others() -> Tested {
    #[derive(Serialize, Presenter)]
    struct Keys {
        #[presenter(redact)]
        #[serde(rename = "*")]
        star: u8,
        #[presenter(redact)]
        #[serde(rename = "**")]
        stars: u8,
        #[presenter(redact)]
        #[serde(rename = "")]
        empty: u8,
        #[presenter(redact)]
        #[serde(rename = "[0]")]
        index: u8,
        #[presenter(redact)]
        #[serde(rename = "a.b")]
        dotted: u8,
        #[presenter(redact)]
        #[serde(rename = "'")]
        quote: Vec<u8>,
        a: Inner,
        x: u8,
    }
    #[derive(Serialize, Presenter)]
    struct Inner {
        b: u8,
    }
    let keys = || Keys {
        star: 5,
        stars: 5,
        empty: 5,
        index: 5,
        dotted: 5,
        quote: vec![5],
        a: Inner { b: 7 },
        x: 8,
    };
    let presenter = Keys::presenter()?;
    for shown in [show(&presenter, &keys()), show(&presenter, &[keys(), keys()])] {
        assert!(!shown.contains('5') && shown.contains(r#""a":{"b":7},"x":8}"#), "{shown}");
    }
    Ok(())
}
