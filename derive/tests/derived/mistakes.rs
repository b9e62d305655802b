//! What only the types say together is a mistake when the Presenter is built.

use std::collections::BTreeMap;

use mcp_presenter::{Entity, Presenter};
use serde::Serialize;

use super::kept_back::{Either, Secret};
use super::{Line, errors};

#[derive(Serialize, Presenter)]
struct Tree {
    label: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Presenter)]
struct Chain {
    #[presenter(embed)]
    next: Option<Box<Chain>>,
}

#[derive(Serialize, Presenter)]
struct Extra {
    #[serde(flatten)]
    more: Other,
}

type Other = BTreeMap<String, String>;

#[test]
fn what_only_the_types_say_is_a_mistake_when_the_presenter_is_built() {
    for wrong in [errors(Tree::presenter()), errors(Chain::presenter())] {
        assert!(wrong[0].ends_with("holds itself, and a schema ends somewhere"), "{wrong:?}");
    }
    assert_eq!(
        errors(Extra::presenter()),
        [
            "schema, flattened `more`: only an object with declared fields can stand in place of one \
          field: what keys a map or a union has is not known"
        ]
    );

    #[derive(Serialize, Presenter)]
    struct Lists {
        #[presenter(embed)]
        lines: Vec<Vec<Line>>,
        #[presenter(embed)]
        gaps: Vec<Option<Line>>,
    }
    assert_eq!(errors(Lists::presenter()).len(), 2);

    #[derive(Serialize, Presenter)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "there is no Presenter to show it by")]
    enum Nested {
        Inner(Either),
    }
    assert_eq!(errors(Nested::presenter()).len(), 1);
    assert_eq!(errors(Secret::presenter()), ["redact: nothing of the value would be shown"]);
}

/// Of equal keys the last value counts, which may be that of the field that is not redacted.
#[test]
fn two_fields_with_one_key_are_a_mistake() {
    #[derive(Serialize, Presenter)]
    struct Inner {
        email: String,
    }
    #[derive(Serialize, Presenter)]
    struct Flattened {
        #[presenter(redact)]
        email: String,
        #[serde(flatten)]
        inner: Option<Inner>,
    }
    #[derive(Serialize, Presenter)]
    struct Renamed {
        #[presenter(redact)]
        email: String,
        #[serde(rename = "email")]
        other: u8,
    }
    #[derive(Serialize, Presenter)]
    #[serde(tag = "email")]
    struct Tagged {
        inner: Inner,
        #[serde(flatten)]
        flat: Inner,
    }
    #[derive(Serialize, Presenter)]
    #[serde(tag = "email")]
    #[expect(dead_code, reason = "there is no Presenter to show it by")]
    enum Variants {
        Inner(Inner),
        Nothing,
    }
    for wrong in [
        errors(Flattened::presenter()),
        errors(Renamed::presenter()),
        errors(Tagged::presenter()),
        errors(Variants::presenter()),
    ] {
        assert!(wrong[0].contains("email"), "{wrong:?}");
    }
}
